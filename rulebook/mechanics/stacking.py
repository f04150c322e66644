"""Stacks: which units would stand together in a hex once an action is done."""

from collections.abc import Callable, Collection
from typing import Any

from rulebook.facts import Unknown, Values
from rulebook.table import Table, Unit


def known_together(table: Table, number: str, arriving: list[Unit]) -> list[Unit]:
    """The posted units in a hex once these have arrived; others may be there too."""
    there = [unit for unit in table.units_at(number) if unit not in arriving]
    return there + arriving


def attacking_hexes(attackers: list[Unit]) -> list[str]:
    """The hexes from which units attack, each once."""
    return list(dict.fromkeys(unit.hex for unit in attackers))


def two_that_differ(units: Collection[Unit], of: Callable[[Unit], Any]) -> tuple[Unit, Unit] | None:
    """Two units that differ in this; where it is None a unit is left aside. Unknown if one that is not known could."""
    first: dict[Any, Unit] = {}
    unknown: dict[str, Values] = {}
    unsure = 0
    for unit in units:
        try:
            value = of(unit)
        except Unknown as missing:
            unsure += 1
            unknown.update(missing.facts)
        else:
            if value is not None:
                first.setdefault(value, unit)
    if len(first) > 1:
        one, other, *_ = first.values()
        return one, other
    if unsure and len(first) + unsure > 1:
        raise Unknown(unknown)
    return None
