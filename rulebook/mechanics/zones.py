"""Zones of control: who projects one into a hex, and what cancels it."""

from functools import partial
from typing import Any

from rulebook.facts import some
from rulebook.rules import Rule
from rulebook.table import Table, Unit


def exerting_unit(table: Table, exerts: Rule, side: str, there: str) -> Unit | None:
    """The first unit of a side that controls a hex from one next to it; unknown if an unposted unit could."""
    found: Unit | None = some(
        partial(table.someone_at, near, partial(_exerts, table, exerts, side, there)) for near in table.around(there)
    )
    return found


def _exerts(table: Table, exerts: Rule, side: str, there: str, unit: Unit) -> Any:
    return unit.side == side and bool(exerts(table, unit, there))
