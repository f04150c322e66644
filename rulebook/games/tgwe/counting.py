"""What players count of weather, forts and trenches (chapters 12 and 14), held against what the rules give."""

from functools import partial

from rulebook.actions import Attack, Count, Party, Step
from rulebook.games.tgwe.forts import LEAST_ROLL_OF_SURRENDER, garrison_of
from rulebook.games.tgwe.weather import rolled_weather, weather_due
from rulebook.mechanics.counts import counted_target, counted_units, counts_otherwise, reads_otherwise
from rulebook.mechanics.paths import step_cost
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, forbids
from rulebook.table import Table

ON_FOOT = "operational"
GROUND = ("tgwe:10.42", "tgwe:10.43", "tgwe:12.2", "tgwe:14.21")
TRENCHES = ("tgwe:14.41", "tgwe:14.53")
FACES = tuple((face,) for face in range(1, 7))


def _attack(table: Table, count: Count) -> Attack:
    return Attack(
        type="attack", units=counted_units(table, count), target=counted_target(table, count), support=(), against=(),
        events=(), concentric=count.concentric,
    )


def _summed(of: str, cases: tuple[str, ...], table: Table, count: Count) -> float:
    attack = _attack(table, count)
    return sum(modifiers(table, attack, of, case).total for case in cases)


# Chapter 12: weather


def _due(table: Table, count: Count) -> str:
    found = weather_due(table, table.front(counted_target(table, count)))
    return str(table.read("tables.weather", found))


@forbids(Count, "tgwe:12.12")
def takes_it_for_other_weather(table: Table, count: Count) -> Because | bool:
    """A front has the weather that its letter on the track gives; in March and October the West is rolled for."""
    return reads_otherwise(table, count, "weather", _due)


def _rolled(table: Table, count: Count) -> str:
    dice = table.read("action.dice", count.dice or None, FACES)
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
    die = table.read("action.dice", count.dice or None, FACES)[0]
    return "surrender" if die >= LEAST_ROLL_OF_SURRENDER else "holds"


@forbids(Count, "tgwe:14.15")
def takes_it_for_another_fate(table: Table, count: Count) -> Because | bool:
    """A fort surrenders on 4, 5 or 6."""
    return reads_otherwise(table, count, "fort-surrender", _surrender)


@forbids(Count, "tgwe:14.41")
def counts_the_trenches_otherwise(table: Table, count: Count) -> Because | bool:
    """Trenches are worth to their defenders what nation, Strategic Turn and front make of them."""
    return counts_otherwise(table, count, "trench-die", partial(_summed, "die", TRENCHES))
