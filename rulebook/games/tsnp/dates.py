"""The days of the battle: turn 1 is 21 February, turn 9 the 29th."""

from rulebook.table import Table

FIRST_TURN = 1
LAST_TURN = 9
PETAIN_TAKES_COMMAND = 6


def is_first_turn(table: Table) -> bool:
    return table.turn == FIRST_TURN


def is_under_petain(table: Table) -> bool:
    """From 26 February on."""
    return table.turn >= PETAIN_TAKES_COMMAND
