"""Zones of control: who projects one into a hex, and what cancels it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulebook.facts import Unknown, some
from rulebook.rules import Rule
from rulebook.table import Table, Unit


def exerting_unit(table: Table, exerts: Rule, side: str, there: str) -> Unit | None:
    """The first unit of a side that controls a hex from one next to it; unknown if an unposted unit could."""
    if table.is_far_from(side, there):
        return None
    if table.is_quiet:
        try:
            return _seen_at_once(table, exerts, side, there)
        except Unknown:
            pass
    found: Unit | None = some(_those_near(table, there, partial(_exerts, table, exerts, side, there)))
    return found


def _seen_at_once(table: Table, exerts: Rule, side: str, there: str) -> Unit | None:
    """The same where nothing is unknown that has to be weighed, and nobody asks what was read."""
    for near in table.around(there):
        for unit in table.units_at(near):
            if _exerts(table, exerts, side, there, unit):
                return unit
    table.others_may_be()
    return None


def _those_near(table: Table, there: str, test: Callable[[Unit], Any]) -> Iterator[Callable[[], Any]]:
    """The tries that find one next to a hex; of those that hold no posted unit, one tells for all."""
    is_told = False
    for near in table.around(there):
        if table.is_held(near):
            yield partial(table.someone_at, near, test)
        elif not is_told:
            is_told = True
            yield table.others_may_be


def _exerts(table: Table, exerts: Rule, side: str, there: str, unit: Unit) -> Any:
    return unit.side == side and bool(exerts(table, unit, there))
