"""What players count: a modifier, a factor, a price or a result of the tables, held against what the tables give."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Attack, Bombard, Bridge, Count, Disengage
from rulebook.facts import some
from rulebook.games.marne.after_combat import FALL_BACK, POINTS_PER_HEX
from rulebook.games.marne.artillery import fort_losses, result_of_the_bombardment
from rulebook.games.marne.claims import effect_of_orders
from rulebook.games.marne.combat import DICE as COMBAT_DICE
from rulebook.games.marne.combat import RESULTS, Cell, attack_strength, column_of, defense_strength
from rulebook.games.marne.disengagement import DISTANCES, result_of_the_die
from rulebook.games.marne.disorganized import capacity
from rulebook.games.marne.footbridges import attempt_of
from rulebook.games.marne.losses import price_of_a_loss
from rulebook.games.marne.mastery import FACES, LEVELS, ROLES, level_of, mastery_modifier, that_counts
from rulebook.games.marne.orders import EFFECTS, ORDERS
from rulebook.games.marne.outcome import attacks_with_stosstruppen
from rulebook.games.marne.reserves import half_a_movement
from rulebook.games.marne.weather import DICE, LINES
from rulebook.mechanics.counts import counted_target, counted_units, counts_otherwise, reads_otherwise
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, because, forbids
from rulebook.table import Table, Unit

ORDERED = "orders-"
ORDER_EFFECTS = tuple(f"{ORDERED}{effect.replace('_', '-')}" for effect in EFFECTS)


# The actions in which they are counted


def _attack(table: Table, count: Count) -> Attack:
    return Attack(
        type="attack", units=counted_units(table, count), target=counted_target(table, count), lead=count.lead,
        lead_defender=count.lead_defender, concentric=count.concentric,
    )


def _bombard(table: Table, count: Count) -> Bombard:
    units, target = counted_units(table, count), counted_target(table, count)
    return Bombard(type="bombard", units=units, target=target, mode=count.mode, dice=(_die(table, count),))


def _bombard_unrolled(table: Table, count: Count) -> Bombard:
    units, target = counted_units(table, count), counted_target(table, count)
    return Bombard(type="bombard", units=units, target=target, mode=count.mode)


def _disengage(table: Table, count: Count) -> Disengage:
    units = counted_units(table, count)
    return Disengage(type="disengage", units=units, lead=count.lead, surrounded=count.surrounded)


def _bridge(table: Table, count: Count) -> Bridge:
    sides = table.read("action.sides", count.sides)
    return Bridge(type="bridge", mode="footbridge", units=counted_units(table, count), sides=sides)


def _unit(table: Table, count: Count) -> Unit:
    return table.unit(counted_units(table, count)[0])


def _die(table: Table, count: Count) -> int:
    """The one die that is rolled; of several nobody knows which it is."""
    one = count.dice if count.dice and len(count.dice) == 1 else None
    return int(table.read("action.dice", one, tuple((face,) for face in FACES))[0])


def _modifier(table: Table, count: Count) -> int:
    return int(table.read("action.modifier", count.modifier))


def _told_or_counted(table: Table, count: Count, action: Callable[[Table, Count], Disengage | Bridge]) -> int:
    """The modifier that is told, or else that of the units named."""
    if count.modifier is None and count.units:
        return int(modifiers(table, action(table, count), "die").total)
    return _modifier(table, count)


def _summed(
    of: str, case: str | None, action: Callable[[Table, Count], Any], table: Table, count: Count
) -> float:
    return modifiers(table, action(table, count), of, case).total


# T1: mastery and orders


def _level(table: Table, count: Count) -> str:
    die = _die(table, count)
    return level_of(table, die, that_counts(table, partial(_mastery_told_or_counted, table, count), die))


def _mastery_told_or_counted(table: Table, count: Count) -> int:
    """The modifier that is told, or else that of one side of the battle named."""
    if count.modifier is None and count.units and count.role:
        return mastery_modifier(table, _attack(table, count), count.role)
    return _modifier(table, count)


def _order(role: str, table: Table, count: Count) -> str:
    return ORDERS[role, _die(table, count)].name


@forbids(Count, "marne:T1")
def takes_it_for_another_level(table: Table, count: Count) -> Because | bool:
    """The die, with its modifier, gives one level of mastery."""
    return reads_otherwise(table, count, "mastery-level", _level)


@forbids(Count, "marne:T1.1")
def counts_the_defenders_mastery_otherwise(table: Table, count: Count) -> Because | bool:
    """The defender's die is modified by his list."""
    return counts_otherwise(table, count, "defender-mastery", partial(_summed, "defender_mastery", None, _attack))


@forbids(Count, "marne:T1.2")
def counts_the_attackers_mastery_otherwise(table: Table, count: Count) -> Because | bool:
    """The attacker's die is modified by his list."""
    return counts_otherwise(table, count, "attacker-mastery", partial(_summed, "attacker_mastery", None, _attack))


@forbids(Count, "marne:T1.6")
def takes_the_attackers_orders_for_others(table: Table, count: Count) -> Because | bool:
    """The die picks one row of the attacker's garbled orders."""
    return reads_otherwise(table, count, "attacker-orders", partial(_order, "attacker"))


@forbids(Count, "marne:T1.6")
def takes_the_defenders_orders_for_others(table: Table, count: Count) -> Because | bool:
    """The die picks one row of the defender's garbled orders."""
    return reads_otherwise(table, count, "defender-orders", partial(_order, "defender"))


def _order_effect(table: Table, count: Count) -> float:
    role = str(table.read("action.role", count.role, ROLES))
    return effect_of_orders(role, _die(table, count), count.what.removeprefix(ORDERED).replace("-", "_"))


@forbids(Count, "marne:T1.6")
def counts_the_orders_otherwise(table: Table, count: Count) -> Because | bool:
    """A row of garbled orders adds losses, or takes damage points off, as it says."""
    return some(partial(counts_otherwise, table, count, what, _order_effect) for what in ORDER_EFFECTS) or False


def _points_per_hex(table: Table, count: Count) -> float:
    return POINTS_PER_HEX if table.read("action.mastery", count.mastery, LEVELS) in FALL_BACK else 0


@forbids(Count, "marne:T1")
def counts_other_points_for_a_hex(table: Table, count: Count) -> Because | bool:
    """A hex of fall-back takes 3 damage points off with mastery, and none on garbled orders."""
    return counts_otherwise(table, count, "points-per-hex", _points_per_hex)


def _reserve_movement(table: Table, count: Count) -> float:
    return half_a_movement(table, _unit(table, count))


@forbids(Count, "marne:T1")
def counts_another_reserve_movement(table: Table, count: Count) -> Because | bool:
    """A unit that mastery moves has half its movement, rounded up."""
    return counts_otherwise(table, count, "reserve-movement", _reserve_movement)


# T2: artillery


def _bombardment_points(table: Table, count: Count) -> float:
    points: float = result_of_the_bombardment(table, _bombard(table, count))["points"]
    return points


def _fort_losses(table: Table, count: Count) -> float:
    return fort_losses(table, _bombard(table, count))


@forbids(Count, "marne:T2.1")
def counts_other_bombardment_points(table: Table, count: Count) -> Because | bool:
    """The die and the column give the damage points of a bombardment."""
    return counts_otherwise(table, count, "bombardment-points", _bombardment_points)


@forbids(Count, "marne:T2.2")
def counts_the_bombardment_otherwise(table: Table, count: Count) -> Because | bool:
    """The die of a bombardment is modified by its list."""
    return counts_otherwise(table, count, "bombardment-die", partial(_summed, "die", None, _bombard_unrolled))


@forbids(Count, "marne:T2.2")
def shifts_the_bombardment_otherwise(table: Table, count: Count) -> Because | bool:
    """Only observation moves the column of a bombardment."""
    return counts_otherwise(table, count, "bombardment-columns", partial(_summed, "shift", None, _bombard_unrolled))


@forbids(Count, "marne:T2.3")
def counts_other_losses_of_a_fort(table: Table, count: Count) -> Because | bool:
    """A diamond costs the units in a fort one loss, any other result none."""
    return counts_otherwise(table, count, "fort-losses", _fort_losses)


# T3: combat


def _attack_factor(table: Table, count: Count) -> float:
    return float(attack_strength(table, _attack(table, count)).total)


def _defense_factor(table: Table, count: Count) -> float:
    return float(defense_strength(table, _attack(table, count)).total)


def _cell(table: Table, count: Count) -> Cell:
    """The cell that two dice and the column of the attack give."""
    two = count.dice if count.dice and len(count.dice) == COMBAT_DICE else None
    column = table.read("action.column", column_of(table, _attack(table, count)))
    return RESULTS[column, sum(table.read("action.dice", two))]


@forbids(Count, "marne:T3.1")
def reads_other_damage_of_the_attacker(table: Table, count: Count) -> Because | bool:
    """The dice and the column give the attacker's damage points."""
    return counts_otherwise(table, count, "combat-attacker-points", lambda *of: _cell(*of).attacker)


@forbids(Count, "marne:T3.1")
def reads_other_damage_of_the_defender(table: Table, count: Count) -> Because | bool:
    """The dice and the column give the defender's damage points."""
    return counts_otherwise(table, count, "combat-defender-points", lambda *of: _cell(*of).defender)


def _stosstruppen_lost(table: Table, count: Count) -> float:
    return int(_cell(table, count).starred and attacks_with_stosstruppen(table, _attack(table, count)))


@forbids(Count, "marne:T3.2")
def counts_other_stosstruppen(table: Table, count: Count) -> Because | bool:
    """A star takes one Stosstruppen of those that attack, any other result none."""
    return counts_otherwise(table, count, "stosstruppen-lost", _stosstruppen_lost)


@forbids(Count, "marne:T3.2")
def counts_other_damage(table: Table, count: Count) -> Because | bool:
    """Doctrine and fog change the attacker's damage points."""
    return counts_otherwise(table, count, "attacker-damage", partial(_summed, "attacker_damage", None, _attack))


@forbids(Count, "marne:T3.3")
def shifts_for_terrain_otherwise(table: Table, count: Count) -> Because | bool:
    """Terrain moves the column by its list."""
    return counts_otherwise(table, count, "terrain-columns", partial(_summed, "shift", "marne:T3.3", _attack))


@forbids(Count, "marne:T3.3")
def counts_another_attack(table: Table, count: Count) -> Because | bool:
    """Ridges and major rivers halve attack factors."""
    return counts_otherwise(table, count, "attack-factor", _attack_factor)


@forbids(Count, "marne:T3.3")
def counts_another_defense(table: Table, count: Count) -> Because | bool:
    """A town doubles the defence factor, a trench triples it."""
    return counts_otherwise(table, count, "defense-factor", _defense_factor)


@forbids(Count, "marne:T3.4")
def shifts_the_combat_otherwise(table: Table, count: Count) -> Because | bool:
    """Troops, morale, supply, doctrine, the offensive and tanks move the column by their list."""
    return counts_otherwise(table, count, "combat-columns", partial(_summed, "shift", "marne:T3.4", _attack))


# T4: losses


def _price(table: Table, count: Count) -> float:
    return float(price_of_a_loss(table, _unit(table, count)))


@forbids(Count, "marne:T4")
def counts_another_price(table: Table, count: Count) -> Because | bool:
    """A loss costs what its kind of unit costs."""
    return counts_otherwise(table, count, "loss-price", _price)


# T5: disengagement


def _disengagement(table: Table, count: Count) -> str:
    return str(result_of_the_die(table, _die(table, count) + _told_or_counted(table, count, _disengage)))


@forbids(Count, "marne:T5.1")
def takes_it_for_another_disengagement(table: Table, count: Count) -> Because | bool:
    """The modified die gives one result of disengagement."""
    return reads_otherwise(table, count, "disengagement-result", _disengagement)


@forbids(Count, "marne:T5.3")
def goes_another_distance(table: Table, count: Count) -> Because | bool:
    """The result of the die tells how many hexes the stack may go back."""
    if count.what != "disengagement-hexes":
        return False
    result, said = _disengagement(table, count), table.read("action.amount", count.amount)
    least, most = DISTANCES[result]
    return False if said in range(least, most + 1) else because(said=f"{said:g}", found=result)


@forbids(Count, "marne:T5.2")
def counts_the_disengagement_otherwise(table: Table, count: Count) -> Because | bool:
    """The die of a disengagement is modified by its list."""
    return counts_otherwise(table, count, "disengagement-die", partial(_summed, "die", None, _disengage))


# T6: weather


def _weather(table: Table, count: Count) -> str:
    two = count.dice if count.dice and len(count.dice) == DICE else None
    return str(LINES[sum(table.read("action.dice", two))]["weather"])


@forbids(Count, "marne:T6")
def takes_it_for_other_weather(table: Table, count: Count) -> Because | bool:
    """Two dice give one weather."""
    return reads_otherwise(table, count, "weather", _weather)


# T7: footbridges


def _attempt(table: Table, count: Count) -> str:
    return attempt_of(_die(table, count) + _told_or_counted(table, count, _bridge))


@forbids(Count, "marne:T7.1")
def takes_it_for_another_attempt(table: Table, count: Count) -> Because | bool:
    """A modified die of 1 to 4 succeeds."""
    return reads_otherwise(table, count, "footbridge-result", _attempt)


@forbids(Count, "marne:T7.2")
def counts_the_footbridge_otherwise(table: Table, count: Count) -> Because | bool:
    """The die of an attempt at a footbridge is modified by its list."""
    return counts_otherwise(table, count, "footbridge-die", partial(_summed, "die", None, _bridge))


# T8: disorganized units


def _capacity(table: Table, count: Count) -> float:
    return float(capacity(table, _unit(table, count)))


@forbids(Count, "marne:T8")
def counts_another_capacity(table: Table, count: Count) -> Because | bool:
    """A disorganized or reorganizing unit has half its movement."""
    return counts_otherwise(table, count, "capacity", _capacity)
