"""Chapter 5, the initiative: who has it (5.2)."""

from rulebook import printed
from rulebook.actions import Sequence
from rulebook.rules import computes, defines
from rulebook.table import Table

CALENDAR = {int(row["turn"]): row["initiative"] for row in printed.table("tdw", "calendar")}
HEXES_THAT_KEEP_IT = 3


@defines("tdw:5.2")
def initiative_on(table: Table, turn: int) -> str:
    """The Germans have it on turns 1 to 5, and on 6 with three supplied VP hexes at its start; else the Allies."""
    printed_for = CALENDAR[turn]
    if printed_for in table.game.sides:
        return printed_for
    return "german" if table.track("german-vp") >= HEXES_THAT_KEEP_IT else "allied"


@computes(Sequence, "initiative", "tdw:5.2")
def who_has_the_initiative(table: Table, sequence: Sequence) -> str | None:
    """The side that has the initiative this turn; in the clean-up phase, the side that has it on the next."""
    turn = table.turn + (table.phase == "cleanup")
    return str(initiative_on(table, turn)) if turn in CALENDAR else None
