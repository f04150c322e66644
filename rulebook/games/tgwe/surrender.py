"""Chapter 16, the surrender of Turkey (16.61, 16.62), in the book's order."""

from functools import partial

from rulebook.actions import Losses, Move, Play, Supply
from rulebook.facts import every, some
from rulebook.games.tgwe.acting import ACTS, Acts, acting
from rulebook.games.tgwe.ground import is_in_near_east
from rulebook.games.tgwe.pieces import is_german, is_turkish
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, obliges
from rulebook.table import Table, Unit

CONSTANTINOPLE = "E1328"


# 16.61 and 16.62: the surrender of Turkey


@defines("tgwe:16.61")
def turkey_surrenders(table: Table) -> bool:
    """By the fall of Constantinople where it is on the map, by the roll in the Near East, by the event in Europe."""
    return bool(some((
        lambda: every((lambda: table.scenario != "gwine", partial(_is_occupied_by_allies, table, CONSTANTINOPLE))),
        lambda: every((lambda: table.scenario != "gwie", lambda: table.has_event("turkish-surrender-rolled"))),
        lambda: every((lambda: table.scenario == "gwie", lambda: table.has_event("turkey-surrenders-played"))),
    )))


def _is_occupied_by_allies(table: Table, number: str) -> bool:
    return bool(table.someone_at(number, lambda unit: unit.side == "allied"))


@forbids(Play, "tgwe:16.61")
def turkey_fights_on(table: Table, play: Play) -> Because | bool:
    """Turkey fights on until one of these comes about."""
    return because() if _is_surrender(play) and not turkey_surrenders(table) else False


@forbids(Play, "tgwe:16.61")
def has_surrendered_already(table: Table, play: Play) -> Because | bool:
    """Turkey surrenders once."""
    return because() if _is_surrender(play) and table.has_event("turkey-surrendered") else False


@forbids(Play, "tgwe:16.61")
def nobody_else_surrenders(table: Table, play: Play) -> Because | bool:
    """Turkey alone surrenders; the other nations can only collapse."""
    other = play.event == "surrender" and play.nation not in (None, "turkish")
    return because(nation=play.nation) if other else False


def _is_surrender(play: Play) -> bool:
    return play.event == "surrender" and play.nation == "turkish"


@obliges(Play, "tgwe:16.62")
def surrender_takes_hold(table: Table, play: Play) -> Because | bool:
    """Turkish units and forts are gone; Constantinople and the towns and cities of Egypt and Iraq become Allied."""
    return because() if _is_surrender(play) else False


@forbids((*ACTS, Supply, Losses), "tgwe:16.62")
def turkish_unit_is_gone(table: Table, action: Acts | Supply | Losses) -> Because | bool:
    """Turkish units leave the game when Turkey surrenders, those in the boxes and the Dead Pile too."""
    gone = first_unit(acting(table, action), partial(_is_gone_with_turkey, table))
    return because(unit=gone) if gone else False


def _is_gone_with_turkey(table: Table, unit: Unit) -> bool:
    return every((lambda: is_turkish(unit), lambda: table.has_event("turkey-surrendered")))


@forbids(Move, "tgwe:16.62")
def germans_do_not_come_to_the_near_east(table: Table, move: Move) -> Because | bool:
    """Once Turkey has surrendered no German unit goes from Europe to the Near East."""
    if move.mode != "strategic" or not move.path:
        return False
    start, end = move.path[0], move.path[-1]
    comes = every((
        lambda: table.has_event("turkey-surrendered"), lambda: is_in_near_east(table, end),
        lambda: not is_in_near_east(table, start),
    ))
    unit = first_unit(table.units(move.units), is_german) if comes else None
    return because(at=end, unit=unit) if unit else False


@forbids(Move, "tgwe:16.62")
def germans_cannot_leave_without_constantinople(table: Table, move: Move) -> Because | bool:
    """They leave it only while a unit of the Central Powers that is not Turkish stands in Constantinople."""
    if move.mode != "strategic" or not move.path:
        return False
    start, end = move.path[0], move.path[-1]
    leaves = every((
        lambda: table.has_event("turkey-surrendered"), lambda: is_in_near_east(table, start),
        lambda: not is_in_near_east(table, end), lambda: not _is_constantinople_held(table),
    ))
    unit = first_unit(table.units(move.units), is_german) if leaves else None
    return because(at=start, unit=unit) if unit else False


def _is_constantinople_held(table: Table) -> bool:
    return bool(table.someone_at(CONSTANTINOPLE, lambda unit: unit.side == "cp" and not is_turkish(unit)))
