"""What the players agreed on: the optional rules and the scenario in force."""

from collections.abc import Callable

from rulebook.facts import known, some
from rulebook.rules import defines, unless
from rulebook.table import Table

ALWAYS_IN_1919 = ("16.4", "16.7", "16.8")


@defines("sitw:16.0")
def is_agreed(table: Table, option: str) -> bool:
    """Players choose before the game which optional rules they use."""
    return bool(some((
        lambda: table.has_option(option), lambda: option in ALWAYS_IN_1919 and table.scenario == "plan-1919"
    )))


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


def stated_scenario(word: str) -> Callable[[Table], bool]:
    """In force where the position names this scenario; otherwise a unit on the table speaks for one that uses it."""
    return lambda table: known(lambda: table.scenario) == word
