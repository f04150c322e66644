"""Chapter 6, divisions that events take out of the game (6.11b, 6.12b), in the book's order."""

from functools import partial

from rulebook.actions import Play
from rulebook.facts import every
from rulebook.games.tgwe.acting import ACTS, Acts, acting
from rulebook.games.tgwe.event_words import out_of_scenario, playing
from rulebook.games.tgwe.pieces import is_british
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, obliges
from rulebook.table import Table

# 6.11b, 6.12b: Indian divisions leave


@obliges(Play, "tgwe:6.11b")
def indians_leave_europe(table: Table, play: Play) -> Because | bool:
    """10IN and 11IN leave the game at once, wherever they are."""
    return playing(play, "remove-10in-11in", lambda: True)


@forbids(Play, "tgwe:6.11b")
def others_leave_for_the_indians(table: Table, play: Play) -> Because | bool:
    """No other units leave in their place."""
    return leaves_in_their_place(table, play, "remove-10in-11in", "indian-10-11")


def leaves_in_their_place(table: Table, play: Play, event: str, status: str) -> Because | bool:
    """Because of a unit that an event takes away though it is none of those that it names."""
    if play.event != event:
        return False
    other = first_unit(table.units(play.units), lambda unit: not every((
        partial(is_british, unit), partial(unit.has_status, status)
    )))
    return because(unit=other) if other else False


@forbids(ACTS, "tgwe:6.11b")
def indians_come_back(table: Table, action: Acts) -> Because | bool:
    """Once removed they never return, nor do anything else."""
    return is_back(table, action, "remove-10in-11in", "indian-10-11")


def is_back(table: Table, action: Acts, event: str, status: str) -> Because | bool:
    """Because of a British unit of this status that acts after the event that took it out of the game."""
    gone = first_unit(acting(table, action), lambda unit: every((
        partial(is_british, unit), partial(unit.has_status, status), partial(table.has_event, event),
    )))
    return because(unit=gone) if gone else False


@obliges(Play, "tgwe:6.12b")
def more_indians_leave(table: Table, play: Play) -> Because | bool:
    """In GWIE alone 3IN and 7IN leave the game at once, wherever they are."""
    return playing(play, "remove-3in-7in", lambda: table.scenario == "gwie")


@forbids(Play, "tgwe:6.12b")
def second_removal_is_no_event(table: Table, play: Play) -> Because | bool:
    """In the combined game it is a No Event, and leaves the game."""
    return out_of_scenario(table, play, "remove-3in-7in", "gwie")


@forbids(Play, "tgwe:6.12b")
def others_leave_for_more_indians(table: Table, play: Play) -> Because | bool:
    """No other units leave in their place."""
    return leaves_in_their_place(table, play, "remove-3in-7in", "indian-3-7")


@forbids(ACTS, "tgwe:6.12b")
def more_indians_come_back(table: Table, action: Acts) -> Because | bool:
    """Once removed, in GWIE alone, they never return, nor do anything else."""
    back = partial(is_back, table, action, "remove-3in-7in", "indian-3-7")
    return back() if every((lambda: table.scenario == "gwie", back)) else False
