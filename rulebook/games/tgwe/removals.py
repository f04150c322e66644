"""Chapter 6, divisions that events take out of the game (6.11b, 6.12b), in the book's order."""

from functools import partial

from rulebook.actions import Play
from rulebook.facts import every
from rulebook.games.tgwe.acting import ACTS, Acts, acting
from rulebook.games.tgwe.event_words import out_of_scenario, playing
from rulebook.games.tgwe.pieces import is_british
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, obliges
from rulebook.table import Table, Unit

# 6.11b, 6.12b: Indian divisions leave


@obliges(Play, "tgwe:6.11b")
def indians_leave_europe(table: Table, play: Play) -> Because | bool:
    """10IN and 11IN leave the game at once, wherever they are."""
    return playing(play, "remove-10in-11in", lambda: True)


@forbids(ACTS, "tgwe:6.11b")
def indians_come_back(table: Table, action: Acts) -> Because | bool:
    """Once removed they never return, nor do anything else."""
    gone = first_unit(acting(table, action), partial(_is_removed_indian, table))
    return because(unit=gone) if gone else False


def _is_removed_indian(table: Table, unit: Unit) -> bool:
    return every((
        partial(is_british, unit), lambda: unit.has_status("indian-10-11"), lambda: table.has_event("remove-10in-11in"),
    ))


@obliges(Play, "tgwe:6.12b")
def more_indians_leave(table: Table, play: Play) -> Because | bool:
    """In GWIE alone 3IN and 7IN leave the game at once, wherever they are."""
    return playing(play, "remove-3in-7in", lambda: table.scenario == "gwie")


@forbids(Play, "tgwe:6.12b")
def second_removal_is_no_event(table: Table, play: Play) -> Because | bool:
    """In the combined game it is a No Event, and leaves the game."""
    return out_of_scenario(table, play, "remove-3in-7in", "gwie")
