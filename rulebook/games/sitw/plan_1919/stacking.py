"""S3.14 to S3.16, and S3.25: who stacks with whom in 1919."""

from functools import partial

from rulebook.actions import Stack
from rulebook.facts import every, more_than, some
from rulebook.games.sitw.agreed import scenario
from rulebook.games.sitw.pieces import is_american_infantry
from rulebook.games.sitw.stacking import (
    ARRIVALS,
    Arrival,
    Units,
    americans_join_an_ally,
    broken,
    counts_toward_the_limit,
    holds_free_units,
    is_over_the_limit,
    limits_stacks,
    stack_in,
    stacks_free,
)
from rulebook.rules import Because, because, defines, forbids, permits, unless
from rulebook.table import Table, Unit

AMERICANS_IN_A_HEX = 4
OF_A_KIND_IN_A_HEX = 1
BRITISH_TANKS = ("heavy-tank", "fast-tank")


def _several(stack: Units, *types: str) -> bool:
    """Whether more than one unit of these types is in the stack."""
    return more_than(OF_A_KIND_IN_A_HEX, (partial(_is, unit, *types) for unit in stack))


def _is(unit: Unit, *types: str) -> bool:
    return unit.type in types


# S3.14: Americans


@unless(is_over_the_limit, "sitw:S3.14", when=scenario("plan-1919"))
def four_americans_stack(table: Table, stack: Units) -> bool:
    """Up to four American infantry divisions, Marines among them, may stack in one hex."""
    return every((
        lambda: not more_than(AMERICANS_IN_A_HEX, (partial(counts_toward_the_limit, table, unit) for unit in stack)),
        lambda: every(partial(_is_american_or_free, table, unit) for unit in stack),
    ))


def _is_american_or_free(table: Table, unit: Unit) -> bool:
    return bool(some((lambda: is_american_infantry(unit), lambda: not counts_toward_the_limit(table, unit))))


@unless(americans_join_an_ally, "sitw:S3.14", when=scenario("plan-1919"))
def americans_keep_to_themselves(table: Table, stack: Units) -> bool:
    """Americans are a nationality of their own for stacking: 9.6 is not used."""
    return True


# S3.15: Allied tanks


@unless(holds_free_units, "sitw:S3.15")
def fast_tanks_join_heavy_ones(table: Table, stack: Units) -> bool:
    """One British Fast Tank unit may stack with one Heavy Tank unit."""
    return every((
        lambda: not _several(stack, "heavy-tank"),
        lambda: not _several(stack, "fast-tank"),
        lambda: not some(partial(_is_another_free_unit, table, unit) for unit in stack),
    ))


def _is_another_free_unit(table: Table, unit: Unit) -> bool:
    return unit.type not in BRITISH_TANKS and bool(stacks_free(table, unit))


@defines("sitw:S3.15", when=scenario("plan-1919"))
def holds_tanks_of_a_kind(table: Table, stack: Units) -> Because | bool:
    """Heavy never stacks with Heavy, Fast with Fast, nor one French AAC unit with the other."""
    alike = some((
        lambda: _several(stack, "heavy-tank"),
        lambda: _several(stack, "fast-tank"),
        lambda: more_than(OF_A_KIND_IN_A_HEX, (partial(_is_french_tank, unit) for unit in stack)),
    ))
    return because() if alike else False


def _is_french_tank(unit: Unit) -> bool:
    return every((lambda: unit.type == "tank", lambda: unit.army == "french"))


@forbids(ARRIVALS, "sitw:S3.15")
def stacks_tanks_of_a_kind(table: Table, action: Arrival) -> Because | bool:
    """Tank units of the same kind never share a hex."""
    return broken(table, holds_tanks_of_a_kind, action)


# S3.16: Germans


@limits_stacks
@defines("sitw:S3.16")
def holds_anti_tank_units(table: Table, stack: Units) -> Because | bool:
    """There may never be more than one anti-tank unit in a hex."""
    return because() if _several(stack, "anti-tank") else False


@forbids(ARRIVALS, "sitw:S3.16")
def stacks_anti_tank_units_together(table: Table, action: Arrival) -> Because | bool:
    """Anti-tank units never share a hex with one another."""
    return broken(table, holds_anti_tank_units, action)


@permits(Stack, "sitw:S3.16")
def austro_hungarians_stack_as_germans(table: Table, stacking: Stack) -> Because | bool:
    """The Austro-Hungarian corps stacks normally with other German units."""
    stack = stack_in(table, stacking.hex, tuple(table.units(stacking.units)))
    guest = some(partial(_of_nation, unit, "austro-hungarian") for unit in stack)
    host = some(partial(_of_nation, unit, "german") for unit in stack)
    return because(at=stacking.hex, unit=guest, other=host) if guest and host else False


def _of_nation(unit: Unit, nation: str) -> Unit | None:
    return unit if unit.nation == nation else None


# S3.25: the Japanese


@limits_stacks
@defines("sitw:S3.25")
def holds_the_japanese_and_others(table: Table, stack: Units) -> Because | bool:
    """The Japanese corps never stacks with another unit."""
    unit = some(partial(_as_japanese, unit) for unit in stack)
    return because(unit=unit) if unit else False


def _as_japanese(unit: Unit) -> Unit | None:
    return _of_nation(unit, "japanese") if unit.army == "french" else None


@forbids(ARRIVALS, "sitw:S3.25")
def stacks_with_the_japanese(table: Table, action: Arrival) -> Because | bool:
    """No unit shares a hex with the Japanese corps."""
    return broken(table, holds_the_japanese_and_others, action)
