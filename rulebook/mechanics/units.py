"""Picking a unit out of several, some of whose facts may be missing."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations
from typing import Any

from rulebook.facts import known, some
from rulebook.table import Table, Unit

REACH_OF_A_SHARED_HEX = 2
ONE_HEX = "?here"

Test = Callable[[Unit], Any]


def first_unit(units: Iterable[Unit], test: Test) -> Unit | None:
    """The first unit known to pass a test, even if others might; unknown if none does and one could."""
    found: Unit | None = some(partial(_passing, unit, test) for unit in units)
    return found


def is_off_the_map(unit: Unit) -> bool:
    """Whether a unit is not on the map, by its type or what became of it; one whose hex is told is."""
    if unit.is_placed:
        return False
    types, statuses = unit.game.vocabulary["types"], unit.game.vocabulary["statuses"]
    away = [word for word, told in statuses.items() if told.get("off_map")]
    return bool(some((
        lambda: types.get(unit.type, {}).get("off_map"), *(partial(unit.has_status, word) for word in away)
    )))


def apart(units: Iterable[Unit]) -> tuple[Unit, Unit] | None:
    """The first two units that do not stand in one hex; in ordinary play those not placed stand with the others."""
    those = list(units)
    there = next((unit.facts.hex for unit in those if unit.facts.hex), ONE_HEX)
    found: tuple[Unit, Unit] | None = some(partial(_in_two_hexes, there, *pair) for pair in combinations(those, 2))
    return found


def _in_two_hexes(there: str, one: Unit, other: Unit) -> tuple[Unit, Unit] | None:
    return (one, other) if one.hex_or(there) != other.hex_or(there) else None


def parted(table: Table, units: Iterable[Unit]) -> tuple[Unit, Unit] | None:
    """The first two units that are posted so far apart that no hex is next to both."""
    return next((pair for pair in combinations(units, 2) if known(partial(_share_no_neighbour, table, *pair))), None)


def _share_no_neighbour(table: Table, one: Unit, other: Unit) -> bool:
    return table.distance(one.hex, other.hex) > REACH_OF_A_SHARED_HEX


def _passing(unit: Unit, test: Test) -> Unit | None:
    return unit if test(unit) else None
