"""Picking a unit out of several, some of whose facts may be missing."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from rulebook.facts import some
from rulebook.table import Unit

Test = Callable[[Unit], Any]


def first_unit(units: Iterable[Unit], test: Test) -> Unit | None:
    """The first unit known to pass a test, even if others might; unknown if none does and one could."""
    found: Unit | None = some(partial(_passing, unit, test) for unit in units)
    return found


def _passing(unit: Unit, test: Test) -> Unit | None:
    return unit if test(unit) else None
