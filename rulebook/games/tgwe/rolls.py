"""Rolls of the Strategic Turn: dice as given, or else the whole distribution, with their modifiers added up."""

from collections.abc import Callable
from typing import Any

from rulebook.actions import Roll
from rulebook.mechanics.dice import distribution, in_full
from rulebook.mechanics.sums import modifiers
from rulebook.table import Table

Result = Callable[[int], Any]


def has_other_dice(roll: Roll, name: str, dice: int = 1) -> bool:
    """Whether a roll on this table was given more or fewer dice than it takes."""
    return roll.table == name and roll.dice is not None and len(roll.dice) != dice


def rolled(table: Table, roll: Roll, result: Result, dice: int = 1) -> dict[str, Any]:
    """What a roll comes to, its modifiers added; the chance of each result where no dice were given."""
    added = int(modifiers(table, roll, "die").total)
    if roll.dice is not None and len(roll.dice) == dice:
        total = sum(roll.dice) + added
        return {"modifier": added, "total": total, "result": result(total)}
    chances = distribution(dice, lambda fall: result(sum(fall) + added))
    return {"modifier": added, **in_full(dict(sorted(chances.items())))}
