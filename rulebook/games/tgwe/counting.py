"""What players count of battles, weather, forts and victory (chapters 10 to 18), held against what the rules give."""

from functools import partial

from rulebook.actions import Attack, Control, Count, Party, Roll, Step, Support, Victory
from rulebook.facts import some
from rulebook.games.tgwe.columns import final_rank
from rulebook.games.tgwe.dice import bounded_roll, final_modifier
from rulebook.games.tgwe.forecast import weather_due
from rulebook.games.tgwe.forts import LEAST_ROLL_OF_SURRENDER, garrison_of
from rulebook.games.tgwe.odds import attack_strength, defense_strength, odds_of_the_battle, results_table
from rulebook.games.tgwe.pieces import is_air, is_hq
from rulebook.games.tgwe.results import automatic_result
from rulebook.games.tgwe.victory import vp_of_a_hex, winner
from rulebook.games.tgwe.weather import rolled_weather
from rulebook.mechanics.counts import counted_target, counted_units, counts_otherwise, reads_otherwise
from rulebook.mechanics.paths import step_cost
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, forbids
from rulebook.table import Table

ON_FOOT = "operational"
GROUND = ("tgwe:10.42", "tgwe:10.43", "tgwe:12.2", "tgwe:14.21")
SUPPORT = "tgwe:10.46"
BANS_ON_FLIGHT = ("tgwe:6.3", "tgwe:15.12", "tgwe:15.14", "tgwe:15.15")
BANS_ON_SUPPORT = (SUPPORT, "tgwe:15.54", "tgwe:15.93", "tgwe:16.11")
TRENCHES = ("tgwe:14.41", "tgwe:14.53")
FACES = tuple((face,) for face in range(1, 7))


def _attack(table: Table, count: Count) -> Attack:
    """The battle of which something is counted: headquarters and aircraft among its units support their side."""
    units = table.units(counted_units(table, count))
    lent = [unit for unit in units if is_hq(unit) or is_air(unit)]
    fighters = [unit for unit in units if unit not in lent]
    named = table.read("action.units", tuple(unit.id for unit in fighters) or None)
    side = fighters[0].side if lent else None
    return Attack(
        type="attack", units=named, target=counted_target(table, count),
        support=tuple(unit.id for unit in lent if unit.side == side),
        against=tuple(unit.id for unit in lent if unit.side != side),
        events=(), concentric=count.concentric,
    )


def _summed(of: str, cases: tuple[str, ...], table: Table, count: Count) -> float:
    attack = _attack(table, count)
    return sum(modifiers(table, attack, of, case).total for case in cases)


# Chapter 10: battles


def _of_a_battle(table: Table, found: str | None) -> str:
    """What a battle gives; where nobody defends the hex there is none, and another has to be named."""
    return str(table.read("action.target", found))


def _table(table: Table, count: Count) -> str:
    return _of_a_battle(table, results_table(table, _attack(table, count)))


@forbids(Count, "tgwe:10.32")
def reads_on_another_table(table: Table, count: Count) -> Because | bool:
    """Three defending combat units or fewer are fought on table A, more on table B."""
    return reads_otherwise(table, count, "combat-table", _table)


@forbids(Count, "tgwe:10.33")
def counts_another_attack(table: Table, count: Count) -> Because | bool:
    """Attack factors are added up, those of units without full supply halved."""
    return counts_otherwise(
        table, count, "attack-factors", lambda table, count: attack_strength(table, _attack(table, count)).total
    )


@forbids(Count, "tgwe:10.33")
def counts_another_defense(table: Table, count: Count) -> Because | bool:
    """Defence factors are added up, those of units out of supply halved, with that of a fort."""
    return counts_otherwise(table, count, "defense-factors", _defense)


def _defense(table: Table, count: Count) -> float:
    found = defense_strength(table, _attack(table, count))
    return found.total if found else 0.0


@forbids(Count, "tgwe:10.34")
def reads_other_odds(table: Table, count: Count) -> Because | bool:
    """Odds are rounded in the defender's favour."""
    return reads_otherwise(table, count, "odds", _odds)


def _odds(table: Table, count: Count) -> str:
    return _of_a_battle(table, odds_of_the_battle(table, _attack(table, count)))


@forbids(Count, "tgwe:10.44")
def shifts_for_the_river_otherwise(table: Table, count: Count) -> Because | bool:
    """An attack wholly across rivers loses a column."""
    return counts_otherwise(table, count, "river-columns", partial(_summed, "shift", ("tgwe:10.44",)))


@forbids(Count, "tgwe:10.45")
def shifts_for_the_nations_otherwise(table: Table, count: Count) -> Because | bool:
    """Nations that do not co-operate cost their side a column."""
    return counts_otherwise(table, count, "nation-columns", partial(_summed, "shift", ("tgwe:10.45",)))


@forbids(Count, "tgwe:10.46")
def shifts_for_the_headquarters_otherwise(table: Table, count: Count) -> Because | bool:
    """A headquarters that may support moves the ratio by its support factor."""
    return counts_otherwise(table, count, "support-columns", _support)


def _support(table: Table, count: Count) -> float:
    """One headquarters of each side counts: of those that may support, the one with the most guns."""
    attack = _attack(table, count)
    ours = [_columns(table, attack, support=(hq,), against=()) for hq in attack.support or ()]
    theirs = [_columns(table, attack, support=(), against=(hq,)) for hq in attack.against or ()]
    return max(ours, default=0.0) + min(theirs, default=0.0)


def _columns(table: Table, attack: Attack, **lent: tuple[str, ...]) -> float:
    """What one headquarters gives to the battle; nothing where it may not support it."""
    alone = attack.model_copy(update=lent)
    barred = (rule for rule in table.game.rules_on(Support, "forbids") if rule.case in BANS_ON_SUPPORT)
    if some(partial(rule, table, alone) for rule in barred):
        return 0.0
    return modifiers(table, alone, "shift", SUPPORT).total


def _automatic(table: Table, count: Count) -> str:
    attack = _attack(table, count)
    crt, rank = _table(table, count), final_rank(table, attack)
    return (None if rank is None else automatic_result(table, rank, crt)) or "rolled"


@forbids(Count, "tgwe:10.48")
def takes_it_for_another_result(table: Table, count: Count) -> Because | bool:
    """Below 1-2 the result is 2/0 on table A and 4/0 on table B; at 1-2 or better a die is rolled."""
    return reads_otherwise(table, count, "automatic-result", _automatic)


@forbids(Count, "tgwe:10.54")
def counts_high_odds_otherwise(table: Table, count: Count) -> Because | bool:
    """Each ratio above 5-1 adds 1 to the die."""
    return counts_otherwise(table, count, "high-odds-die", partial(_summed, "die", ("tgwe:10.54",)))


@forbids(Count, "tgwe:10.55")
def counts_another_final_modifier(table: Table, count: Count) -> Because | bool:
    """All modifiers are added up; the defender's best is -3."""
    return counts_otherwise(
        table, count, "final-die", lambda table, count: final_modifier(table, _with_fit_aircraft(table, count)).total
    )


def _modified(table: Table, count: Count) -> float:
    die = table.read("action.dice", count.dice, FACES)[0]
    return float(bounded_roll(table, die + int(table.read("action.modifier", count.modifier))))


@forbids(Count, "tgwe:10.56")
def reads_the_die_otherwise(table: Table, count: Count) -> Because | bool:
    """A modified die above 6 is a 6, one below 1 is a 1."""
    return counts_otherwise(table, count, "modified-roll", _modified)


# Chapter 12: weather


def _due(table: Table, count: Count) -> str:
    found = weather_due(table, table.front(counted_target(table, count)))
    return str(table.read("tables.weather", found))


@forbids(Count, "tgwe:12.12")
def takes_it_for_other_weather(table: Table, count: Count) -> Because | bool:
    """A front has the weather that its letter on the track gives; in March and October the West is rolled for."""
    return reads_otherwise(table, count, "weather", _due)


def _rolled(table: Table, count: Count) -> str:
    dice = table.read("action.dice", count.dice, FACES)
    return str(rolled_weather(table, dice)["result"])


@forbids(Count, "tgwe:12.13")
def takes_the_die_for_other_weather(table: Table, count: Count) -> Because | bool:
    """An even die makes variable weather fair, an odd one wet."""
    return reads_otherwise(table, count, "variable-weather", _rolled)


@forbids(Count, "tgwe:12.2")
def counts_the_weather_otherwise(table: Table, count: Count) -> Because | bool:
    """Snow in the Caucasus and heat in Egypt and Iraq lower the die of an attack by 2."""
    return counts_otherwise(table, count, "weather-die", partial(_summed, "die", ("tgwe:12.2",)))


@forbids(Count, "tgwe:12.2")
def shifts_for_the_ground_otherwise(table: Table, count: Count) -> Because | bool:
    """Ground and fortifications are worth columns to their defenders, some of them by the weather."""
    return counts_otherwise(table, count, "ground-columns", partial(_summed, "shift", GROUND))


def _cost(table: Table, count: Count) -> float:
    start, to = table.read("action.sides", count.sides)
    return float(step_cost(table, Step(Party(counted_units(table, count), ON_FOOT), 0, start, to)))


@forbids(Count, "tgwe:12.2")
def counts_another_cost(table: Table, count: Count) -> Because | bool:
    """What a hex costs hangs on the ground and the weather."""
    return counts_otherwise(table, count, "entry-cost", _cost)


# Chapter 14: forts and trenches


def _garrison(table: Table, count: Count) -> float:
    return float(garrison_of(table, counted_target(table, count)) or 0)


@forbids(Count, "tgwe:14.11")
def counts_another_garrison(table: Table, count: Count) -> Because | bool:
    """An intact fort has a unit of its own that defends with 1."""
    return counts_otherwise(table, count, "garrison", _garrison)


@forbids(Count, "tgwe:14.12")
def counts_the_ring_otherwise(table: Table, count: Count) -> Because | bool:
    """No concentric attack helps against a fortification, Gaza and Beersheba apart."""
    return counts_otherwise(table, count, "concentric-die", partial(_summed, "die", ("tgwe:10.53",)))


def _surrender(table: Table, count: Count) -> str:
    die = table.read("action.dice", count.dice, FACES)[0]
    return "surrender" if die >= LEAST_ROLL_OF_SURRENDER else "holds"


@forbids(Count, "tgwe:14.15")
def takes_it_for_another_fate(table: Table, count: Count) -> Because | bool:
    """A fort surrenders on 4, 5 or 6."""
    return reads_otherwise(table, count, "fort-surrender", _surrender)


@forbids(Count, "tgwe:14.41")
def counts_the_trenches_otherwise(table: Table, count: Count) -> Because | bool:
    """Trenches are worth to their defenders what nation, Strategic Turn and front make of them."""
    return counts_otherwise(table, count, "trench-die", partial(_summed, "die", TRENCHES))


# Chapter 15: special units


@forbids(Count, "tgwe:15.13")
def counts_the_aircraft_otherwise(table: Table, count: Count) -> Because | bool:
    """Aircraft that may fly cancel each other; whoever has some left changes the die by 1, never more."""
    return counts_otherwise(table, count, "air-die", _air)


def _air(table: Table, count: Count) -> float:
    return modifiers(table, _with_fit_aircraft(table, count), "die", "tgwe:15.13").total


def _with_fit_aircraft(table: Table, count: Count) -> Attack:
    """The battle without those aircraft that may not support it: they change nothing."""
    attack = _attack(table, count)
    fit = {
        field: tuple(unit for unit in getattr(attack, field) if not _is_grounded(table, attack, unit))
        for field in ("support", "against")
    }
    return attack.model_copy(update=fit)


def _is_grounded(table: Table, attack: Attack, unit_id: str) -> bool:
    alone = attack.model_copy(update={"support": (unit_id,), "against": ()})
    bans = (rule for rule in table.game.rules_on(Support, "forbids") if rule.case in BANS_ON_FLIGHT)
    return bool(some(partial(rule, table, alone) for rule in bans))


@forbids(Count, "tgwe:15.23")
def counts_the_tanks_otherwise(table: Table, count: Count) -> Because | bool:
    """Of several supplied tank units the highest modifier counts; a supplied anti-tank unit cancels it."""
    return counts_otherwise(table, count, "tank-die", partial(_summed, "die", ("tgwe:15.23",)))


@forbids(Count, "tgwe:15.44")
def counts_the_assault_troops_otherwise(table: Table, count: Count) -> Because | bool:
    """One to three assault units add 1, four or more 2."""
    return counts_otherwise(table, count, "assault-die", partial(_summed, "die", ("tgwe:15.44",)))


# Chapter 18: victory


def _hex_vp(table: Table, count: Count) -> float:
    return float(vp_of_a_hex(table, Control(type="control", hex=counted_target(table, count))).total)


@forbids(Count, "tgwe:18.11")
def counts_a_hex_otherwise(table: Table, count: Count) -> Because | bool:
    """A victory hex of the Central Powers is worth 1 to them; a city of theirs in Allied hands takes 1."""
    return counts_otherwise(table, count, "hex-vp", _hex_vp)


def _winner(table: Table, count: Count) -> str:
    found = winner(table, Victory(type="victory"))
    return (found["side"] or "draw") if found["over"] else "nobody"


@forbids(Count, "tgwe:18.0")
def names_another_winner(table: Table, count: Count) -> Because | bool:
    """Whether a side has won hangs on points, hexes and the moment."""
    return reads_otherwise(table, count, "winner", _winner)


def _sudden_death(table: Table, count: Count) -> float:
    roll = Roll(type="roll", table="sudden-death", target=count.target)
    return modifiers(table, roll, "die").total


@forbids(Count, "tgwe:18.24")
def counts_sudden_death_otherwise(table: Table, count: Count) -> Because | bool:
    """Late Americans, The Tiger, hexes taken back and earlier rolls of the turn change the die of sudden death."""
    return counts_otherwise(table, count, "sudden-death-die", _sudden_death)
