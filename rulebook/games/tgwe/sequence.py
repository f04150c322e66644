"""Chapter 4, the sequence of Operational and Strategic Turns, and who moves and fights where, in the book's order."""

from rulebook.games.tgwe.initiative import initiative_in
from rulebook.rules import defines
from rulebook.table import Table

MOVEMENT = ("first-movement", "second-movement")
COMBAT = ("first-combat", "second-combat")


@defines("tgwe:4.2")
def moving_side(table: Table, theatre: str) -> str | None:
    """In a Theatre, the side with the initiative moves in the first movement phase, its enemy in the second."""
    return _side_of_the_half(table, theatre, MOVEMENT)


@defines("tgwe:4.2")
def attacking_side(table: Table, theatre: str) -> str | None:
    """In a Theatre, the side with the initiative attacks in the first combat phase, its enemy in the second."""
    return _side_of_the_half(table, theatre, COMBAT)


def _side_of_the_half(table: Table, theatre: str, phases: tuple[str, str]) -> str | None:
    """The side whose phase it is in a Theatre; None where it is neither of these phases."""
    phase = table.phase
    if phase not in phases:
        return None
    side: str = initiative_in(table, theatre)
    return side if phase == phases[0] else table.game.enemy_of(side)
