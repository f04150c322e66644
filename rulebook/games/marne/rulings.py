"""F4: the base play aid is no rulebook. What it does not carry is left open, and said to be."""

from functools import partial

from rulebook.actions import ActionModel, Dig, Move, Rally, Sequence, Stack, Supply, Victory, Zoc
from rulebook.facts import known
from rulebook.rules import Because, because, forbids, obliges
from rulebook.table import Table

SUBJECTS = {
    "move": "movement", "stack": "stacking", "supply": "supply", "zoc": "zones-of-control", "rally": "reorganization",
    "dig": "entrenchment", "sequence": "turn-sequence", "victory": "victory",
}


def rulebook_forbids(table: Table, subject: str) -> bool:
    """What the players found in the rulebook itself; a subject that they did not look up is not settled here."""
    if known(lambda: table.has_event("rulebook-forbids")):
        return True
    if known(lambda: table.has_event("rulebook-allows")):
        return False
    return not table.read(f"rulebook.{subject}", None)


def is_looked_up(table: Table) -> bool:
    return any(known(partial(table.has_event, word)) for word in ("rulebook-forbids", "rulebook-allows"))


@forbids((Move, Stack, Supply, Zoc, Rally, Dig, Sequence, Victory), "marne:F4")
def rulebook_bars_it(table: Table, action: ActionModel) -> bool:
    """What the aid does not carry is as the players' rulebook says."""
    return rulebook_forbids(table, SUBJECTS[action.type])  # type: ignore[attr-defined]


def _left_to_the_rulebook(table: Table) -> Because | bool:
    return False if is_looked_up(table) else because()


@obliges(Move, "marne:F4")
def movement_is_in_the_rulebook(table: Table, move: Move) -> Because | bool:
    """The aid has neither terrain costs nor the rules of movement."""
    return _left_to_the_rulebook(table)


@obliges(Stack, "marne:F4")
def stacking_is_in_the_rulebook(table: Table, stack: Stack) -> Because | bool:
    """The aid has no stacking limits."""
    return _left_to_the_rulebook(table)


@obliges(Supply, "marne:F4")
def supply_is_in_the_rulebook(table: Table, supply: Supply) -> Because | bool:
    """The aid says neither how supply is traced nor how far."""
    return _left_to_the_rulebook(table)


@obliges(Zoc, "marne:F4")
def zones_are_in_the_rulebook(table: Table, zoc: Zoc) -> Because | bool:
    """The aid names zones of control without saying who exerts one, or where."""
    return _left_to_the_rulebook(table)


@obliges((Rally, Dig, Sequence, Victory), "marne:F4")
def rest_is_in_the_rulebook(table: Table, action: ActionModel) -> Because | bool:
    """The aid has no rule on recovering, digging in, the order of play or victory."""
    return _left_to_the_rulebook(table)
