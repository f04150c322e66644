"""What the players agreed on: the optional rules and the scenario in force."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.facts import YES_OR_NO, known, some
from rulebook.rules import defines, unless
from rulebook.table import Table, Unit

ALWAYS_IN_1919 = ("16.4", "16.7", "16.8")


@defines("sitw:16.0")
def is_agreed(table: Table, option: str) -> bool:
    """Players choose before the game which optional rules they use."""
    if option not in ALWAYS_IN_1919:
        return table.has_option(option)
    return bool(some((lambda: table.has_option(option), lambda: table.scenario == "plan-1919")))


@unless(is_agreed, "sitw:S3.3")
def plan_1919_bars_other_options(table: Table, option: str) -> bool:
    """Plan 1919 uses optional rules 16.4, 16.7 and 16.8, and no other."""
    return option not in ALWAYS_IN_1919 and table.scenario == "plan-1919"


def option(number: str) -> Callable[[Table], bool]:
    """In force when this optional rule is."""
    return lambda table: bool(is_agreed(table, number))


def scenario(word: str) -> Callable[[Table], bool]:
    """In force in this scenario only."""
    return lambda table: table.scenario == word


def is_left_out(table: Table, unit: Unit, absent: Callable[[Table], Any]) -> bool:
    """Whether a unit of a kind that some scenarios or turns do not have is absent from the game.

    In ordinary play it is there, where nothing tells the turn or the scenario.
    """
    if not table.ordinary:
        return bool(absent(table))
    is_absent = known(partial(absent, table))
    if is_absent is None:
        is_absent = table.read(f"units.{unit.id}.status.withdrawn", None, YES_OR_NO, ordinary=False)
    return bool(is_absent)


def told_type(unit: Unit) -> str | None:
    """The type of a unit, where it is told: one that is not is of some type that is in the game."""
    return unit.type if unit.facts.type else None


def told_nation(unit: Unit) -> str | None:
    """The nation of a unit, where it is told."""
    return unit.nation if unit.facts.nation else None
