"""What players count, and what they take for a duty, held against what the rules give."""

from functools import partial

from rulebook.actions import Attack, Count, Party, Roll, Step
from rulebook.facts import every, some
from rulebook.games.tdw.bridges import fate_of_the_bridge
from rulebook.games.tdw.components import THREE_STEPS, most_steps
from rulebook.games.tdw.costs import (
    blown_bridge_cost,
    bridge_cost,
    greif_cost,
    road_cost,
    rumour_cost,
    terrain_cost,
    traffic_cost,
)
from rulebook.games.tdw.modifiers import (
    attack_strength,
    automatic_result,
    defense_strength,
    final_column,
    is_of_no_division,
    odds_of_the_battle,
    total_shift,
)
from rulebook.games.tdw.movement import may_be_motorized, movement_allowance
from rulebook.games.tdw.pieces import is_armor, is_engineer, is_german, is_gun
from rulebook.games.tdw.retreat_ways import RETREAT
from rulebook.games.tdw.sequence import FIRST_TURN
from rulebook.games.tdw.shortage import is_stranded_armor
from rulebook.games.tdw.special_assets import roll_of_the_drop
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.games.tdw.victory import outcome
from rulebook.games.tdw.zones import STEPS_LOST_IN_RETREAT
from rulebook.mechanics.counts import counted_target, counted_units, counts_otherwise, reads_otherwise
from rulebook.mechanics.outlooks import amount
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, Rule, because, forbids
from rulebook.table import Table, Unit

FACES = tuple((face,) for face in range(1, 7))
NOBODY = "nobody"
FIRST_CHIT = "choose-the-first-chit"
DUTIES = (
    FIRST_CHIT,
    "stacking-after-move",
    "stacking-after-advance",
    "stop-in-a-zone",
    "check-supply-allied-move",
    "check-supply-allied-combat",
    "check-supply-german-chit",
    "roll-after-a-retreat",
)
"""What a case demands."""
LEAVES = {
    "stacking-during-move": "6.2",
    "stacking-of-engineers": "6.3",
    "attack-in-a-zone": "7.3",
    "check-supply-allied-chit": "8.1",
    "check-supply-german-move": "8.1",
    "check-supply-german-combat": "8.1",
    "supply-delay": "8.4",
    "supply-engineers": "8.4",
    "spend-all-points": "10.2.1",
    "roll-for-engineers": "10.6.1",
    "attack": "11.1",
    "declare-all-attacks": "11.1",
    "advance": "11.5",
    "stacking-of-reinforcements": "14.8",
}
"""What a case leaves to the player, or does without."""


# The battle in which it is counted


def _attack(table: Table, count: Count) -> Attack:
    """Of the units named, guns and engineers support their own side."""
    named = table.units(counted_units(table, count))
    assets = [unit for unit in named if is_gun(unit) or is_engineer(unit)]
    fighting = table.read("action.units", tuple(unit.id for unit in named if unit not in assets) or None)
    side = table.unit(fighting[0]).side
    return Attack(
        type="attack", units=fighting, target=counted_target(table, count),
        support=tuple(unit.id for unit in assets if unit.side == side),
        against=tuple(unit.id for unit in assets if unit.side != side),
    )


def _columns(table: Table, count: Count) -> float:
    return float(total_shift(table, _attack(table, count)).total)


@forbids(Count, "tdw:11.3.2")
def shifts_otherwise(table: Table, count: Count) -> Because | bool:
    """All that shifts the column of a battle is added up: to the left is negative."""
    return counts_otherwise(table, count, "columns", _columns)


def _die(table: Table, count: Count) -> float:
    return float(modifiers(table, _attack(table, count), "die").total)


@forbids(Count, "tdw:11.3.2")
def counts_the_die_otherwise(table: Table, count: Count) -> Because | bool:
    """The die of a battle is modified by Peiper on turn 1, or by the optional asset."""
    return counts_otherwise(table, count, "combat-die", _die)


def _attack_factor(table: Table, count: Count) -> float:
    return float(attack_strength(table, _attack(table, count)).total)


@forbids(Count, "tdw:11.3.2")
def counts_another_attack(table: Table, count: Count) -> Because | bool:
    """The attack is the sum of the attackers and of the guns that support them."""
    return counts_otherwise(table, count, "attack-factor", _attack_factor)


def _defense_factor(table: Table, count: Count) -> float:
    found = defense_strength(table, _attack(table, count))
    return float(found.total) if found else 0


@forbids(Count, "tdw:11.3.2")
def counts_another_defense(table: Table, count: Count) -> Because | bool:
    """The defence is the sum of the defenders, with what village and Westwall add, and their guns."""
    return counts_otherwise(table, count, "defense-factor", _defense_factor)


def _odds(table: Table, count: Count) -> str:
    return str(table.read("odds", odds_of_the_battle(table, _attack(table, count))))


@forbids(Count, "tdw:11.3.2")
def takes_them_for_other_odds(table: Table, count: Count) -> Because | bool:
    """Odds are rounded in the defender's favour."""
    return reads_otherwise(table, count, "odds", _odds)


def _column(table: Table, count: Count) -> str:
    attack = _attack(table, count)
    return str(table.read("column", final_column(table, attack) or automatic_result(table, attack)))


@forbids(Count, "tdw:11.3.2")
def takes_it_for_another_column(table: Table, count: Count) -> Because | bool:
    """The column is that of the odds and shifts, 6-1 at most; below 1-3 it is an AL1."""
    return reads_otherwise(table, count, "column", _column)


def _zone_steps(table: Table, count: Count) -> float:
    return STEPS_LOST_IN_RETREAT


@forbids(Count, "tdw:7.3")
def counts_other_steps_for_zones(table: Table, count: Count) -> Because | bool:
    """A stack that retreats through enemy zones loses one step, however many units and zones there are."""
    return counts_otherwise(table, count, "zone-steps", _zone_steps)


def _retreat_hexes(table: Table, count: Count) -> float:
    return RETREAT


@forbids(Count, "tdw:11.4")
def counts_another_retreat(table: Table, count: Count) -> Because | bool:
    """A retreat is of 2 hexes."""
    return counts_otherwise(table, count, "retreat-hexes", _retreat_hexes)


# Movement


def _cost(rules: tuple[Rule, ...], table: Table, count: Count) -> float:
    start, to = table.read("action.sides", count.sides)
    step = Step(Party(counted_units(table, count), count.mode), 0, start, to)
    return sum(amount(rule(table, step)) or 0 for rule in rules)


@forbids(Count, "tdw:10.4")
def counts_another_road(table: Table, count: Count) -> Because | bool:
    """A road hex costs infantry 1 point, and whatever moves by motor half a point; off the road the ground counts."""
    return counts_otherwise(table, count, "road-cost", partial(_cost, (road_cost, terrain_cost)))


@forbids(Count, "tdw:10.6")
def counts_another_bridge(table: Table, count: Count) -> Because | bool:
    """What a bridge adds hangs on who crosses it, whether by the road, and whether it stands."""
    return counts_otherwise(table, count, "bridge-cost", partial(_cost, (bridge_cost, blown_bridge_cost)))


@forbids(Count, "tdw:12.5")
def counts_another_greif(table: Table, count: Count) -> Because | bool:
    """Operation Greif delays Allied units that come by the road, and nobody else."""
    return counts_otherwise(table, count, "greif-cost", partial(_cost, (greif_cost,)))


@forbids(Count, "tdw:12.7")
def counts_another_rumour(table: Table, count: Count) -> Because | bool:
    """Von der Heydte's marker delays Allied units, by the road or not."""
    return counts_otherwise(table, count, "rumour-cost", partial(_cost, (rumour_cost,)))


@forbids(Count, "tdw:12.8")
def counts_another_traffic(table: Table, count: Count) -> Because | bool:
    """Allied Traffic delays German units that come by the road, and nobody else."""
    return counts_otherwise(table, count, "traffic-cost", partial(_cost, (traffic_cost,)))


def _capacity(table: Table, count: Count) -> float:
    """German armor without supply has points only if it leaves its tanks; by motor none have any but those who may."""
    unit = table.unit(counted_units(table, count)[0])
    if count.mode != "abandoning" and is_stranded_armor(table, unit):
        return 0
    if count.mode == "motorized" and not _has_motors(table, unit):
        return 0
    return float(movement_allowance(table, unit, count.mode).total)


def _has_motors(table: Table, unit: Unit) -> bool:
    """Whether a unit is infantry that may be treated as motorized, and in supply."""
    return bool(every((partial(may_be_motorized, table, unit), lambda: not is_unsupplied(table, unit))))


@forbids(Count, "tdw:10.1")
def counts_another_capacity(table: Table, count: Count) -> Because | bool:
    """A unit has its printed points, unless lack of supply or motors change them."""
    return counts_otherwise(table, count, "capacity", _capacity)


# Steps, dice and victory


def _steps(table: Table, count: Count) -> float:
    """Of assets, and of German armor of no division, which is no Kampfgruppe, only the counter tells."""
    unit = table.unit(counted_units(table, count)[0])
    told = some((
        lambda: is_gun(unit) or is_engineer(unit),
        lambda: every((partial(is_german, unit), partial(is_armor, unit), partial(is_of_no_division, table, unit))),
    ))
    return unit.steps if told else most_steps(table, unit.facts.model_copy(update={"side": _side_of(unit)}))


def _side_of(unit: Unit) -> str | None:
    """The side of a unit, where its steps hang on it."""
    return unit.side if unit.type in THREE_STEPS else unit.facts.side


@forbids(Count, "tdw:2.3.1.1")
def counts_other_steps(table: Table, count: Count) -> Because | bool:
    """German armor and mechanized units have three steps, others two, one-sided counters one."""
    return counts_otherwise(table, count, "steps", _steps)


def _roll(table: Table, count: Count, of: str) -> Roll:
    return Roll(type="roll", table=of, dice=table.read("action.dice", count.dice, FACES))


def _fate(table: Table, count: Count) -> str:
    return str(fate_of_the_bridge(table, _roll(table, count, "bridge"))["result"])


@forbids(Count, "tdw:10.6.1")
def takes_it_for_another_fate(table: Table, count: Count) -> Because | bool:
    """After a retreat across it a bridge is destroyed on 1 to 3."""
    return reads_otherwise(table, count, "bridge-die", _fate)


def _drop(table: Table, count: Count) -> str:
    return str(roll_of_the_drop(table, _roll(table, count, "von-der-heydte")))


@forbids(Count, "tdw:12.7")
def takes_it_for_another_drop(table: Table, count: Count) -> Because | bool:
    """Von der Heydte lands as a unit on 1 or 2, and as the marker on its back on 3 to 6."""
    return reads_otherwise(table, count, "drop-die", _drop)


def _winner(table: Table, count: Count) -> str:
    return outcome(table)["side"] or NOBODY


@forbids(Count, "tdw:3.4")
def takes_another_for_the_winner(table: Table, count: Count) -> Because | bool:
    """Who has won hangs on the scenario, the turn, the VP hexes and the steps across the Meuse."""
    return reads_otherwise(table, count, "winner", _winner)


# Who, what must be done, and what may be left


def _other_than(right: str, what: str, table: Table, count: Count) -> Because | bool:
    return reads_otherwise(table, count, what, lambda _table, _count: right)


@forbids(Count, "tdw:3.4")
def takes_another_for_the_scorer(table: Table, count: Count) -> Because | bool:
    """Only the Germans score victory points."""
    return _other_than("german", "scorer", table, count)


@forbids(Count, "tdw:11.3.3")
def gives_the_losses_to_another(table: Table, count: Count) -> Because | bool:
    """Each player picks the losses of his own units."""
    return _other_than("owner", "loss-chooser", table, count)


def _duty(table: Table, count: Count) -> str | None:
    """What is taken for a duty."""
    return str(table.read("action.result", count.result, (*DUTIES, *LEAVES))) if count.what == "duty" else None


def _is_no_duty(case: str, table: Table, count: Count) -> Because | bool:
    """Whether what a case leaves to the player is taken for a duty."""
    said = _duty(table, count)
    return because(said=said) if said and LEAVES.get(said) == case else False


@forbids(Count, "tdw:5.1")
def must_choose_on_turn_1(table: Table, count: Count) -> Because | bool:
    """On turn 1 nobody chooses the first chit."""
    fixed = every((lambda: _duty(table, count) == FIRST_CHIT, lambda: table.turn == FIRST_TURN))
    return because(said=FIRST_CHIT) if fixed else False


@forbids(Count, "tdw:6.2")
def must_stack_well_on_the_way(table: Table, count: Count) -> Because | bool:
    """Stacking limits count when a round, an advance or a retreat is over, not on the way."""
    return _is_no_duty("6.2", table, count)


@forbids(Count, "tdw:6.3")
def must_count_engineers(table: Table, count: Count) -> Because | bool:
    """Engineers do not count for stacking."""
    return _is_no_duty("6.3", table, count)


@forbids(Count, "tdw:7.3")
def must_attack_in_a_zone(table: Table, count: Count) -> Because | bool:
    """An enemy zone of control forces nobody to attack."""
    return _is_no_duty("7.3", table, count)


@forbids(Count, "tdw:8.1")
def must_check_supply_now(table: Table, count: Count) -> Because | bool:
    """Besides replacements, Allied supply is checked as units move and fight, German supply when its chit is drawn."""
    return _is_no_duty("8.1", table, count)


@forbids(Count, "tdw:8.4")
def must_be_supplied(table: Table, count: Count) -> Because | bool:
    """US Delay and engineers need no supply."""
    return _is_no_duty("8.4", table, count)


@forbids(Count, "tdw:10.2.1")
def must_spend_all_points(table: Table, count: Count) -> Because | bool:
    """A unit may stop with points left."""
    return _is_no_duty("10.2.1", table, count)


@forbids(Count, "tdw:10.6.1")
def must_roll_for_engineers(table: Table, count: Count) -> Because | bool:
    """Engineers blow a bridge without a roll."""
    return _is_no_duty("10.6.1", table, count)


@forbids(Count, "tdw:11.1")
def must_attack(table: Table, count: Count) -> Because | bool:
    """Nobody has to attack, nor to name his attacks ahead."""
    return _is_no_duty("11.1", table, count)


@forbids(Count, "tdw:11.5")
def must_advance(table: Table, count: Count) -> Because | bool:
    """An advance may be left alone."""
    return _is_no_duty("11.5", table, count)


@forbids(Count, "tdw:14.8")
def must_stack_well_as_it_enters(table: Table, count: Count) -> Because | bool:
    """Stacking limits do not count as reinforcements are placed."""
    return _is_no_duty("14.8", table, count)
