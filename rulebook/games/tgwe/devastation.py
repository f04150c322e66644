"""Chapter 14, devastated hexes (14.6), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Move, Play
from rulebook.facts import every
from rulebook.games.tgwe.columns import city_shelters
from rulebook.games.tgwe.sequence import moving_side
from rulebook.games.tgwe.supply import is_supplied
from rulebook.games.tgwe.terrain_costs import is_devastated
from rulebook.games.tgwe.victory import counts_for_the_central_powers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, forbids, obliges, unless
from rulebook.table import Table, Unit

OPEN_GROUND = ("clear", "flood-plain")
LANDS = ("france", "belgium")
# An assault division is an infantry or mountain division on its other side (3.25, 15.41).
WRECKERS = ("infantry", "mountain", "assault")


def _is_devastation(play: Play) -> bool:
    return play.event == "devastate" and play.hex is not None


# 14.61: what may be devastated, and when


@forbids(Play, "tgwe:14.61")
def devastates_out_of_turn(table: Table, play: Play) -> Because | bool:
    """The Central Powers devastate as their movement in the western Theatre begins."""
    if not _is_devastation(play):
        return False
    begins = every((lambda: moving_side(table, "west") == "cp", lambda: not table.has_event("cp-moves-west-begun")))
    return False if begins else because(at=play.hex)


@forbids(Play, "tgwe:14.61")
def devastates_other_ground(table: Table, play: Play) -> Because | bool:
    """Only clear ground, flood plains included, in France or Belgium can be devastated."""
    number = play.hex
    if not _is_devastation(play) or number is None:
        return False
    fits = every((
        lambda: number.startswith(("W", "?")), lambda: table.terrain(number) in OPEN_GROUND,
        lambda: table.country(number) in LANDS,
    ))
    return False if fits else because(at=number)


# 14.62: by whom


@forbids(Play, "tgwe:14.62")
def nobody_is_there_to_devastate(table: Table, play: Play) -> Because | bool:
    """It takes a supplied infantry or mountain unit of the Central Powers in the hex, and so is each that is named."""
    if not _is_devastation(play) or play.hex is None:
        return False
    able = partial(_can_devastate, table, number=play.hex)
    if play.units:
        return because(at=play.hex) if first_unit(table.units(play.units), lambda unit: not able(unit)) else False
    return False if table.someone_at(play.hex, able) else because(at=play.hex)


def _can_devastate(table: Table, unit: Unit, number: str) -> bool:
    return every((
        lambda: unit.hex == number, lambda: unit.side == "cp", lambda: unit.type in WRECKERS,
        # Whoever has moved this phase was not there when it began.
        lambda: not unit.has_status("moved"),
        partial(is_supplied, table, unit),
    ))


@forbids((Move, Attack, Advance), "tgwe:14.62")
def wreckers_are_busy(table: Table, action: Move | Attack | Advance) -> Because | bool:
    """A unit that devastates its hex neither moves, attacks nor advances that turn."""
    busy = first_unit(table.units(action.units), lambda unit: every((
        lambda: unit.side == "cp", partial(unit.has_status, "devastating")
    )))
    return because(unit=busy) if busy else False


@obliges(Play, "tgwe:14.62")
def wreckers_must_leave(table: Table, play: Play) -> Because | bool:
    """At the end of their combat phase in the West they go one hex east, north-east or south-east."""
    return because(at=play.hex) if _is_devastation(play) else False


@computes(Play, "leave_to", "tgwe:14.62")
def hexes_to_leave_for(table: Table, play: Play) -> list[str] | None:
    """The hexes east, north-east and south-east: rows of the Western map run from west to east."""
    number = play.hex
    if not _is_devastation(play) or number is None or number.startswith("?"):
        return None
    row, place = int(number[1:3]), int(number[3:])
    return [near for near in table.around(number) if _is_east(near, row, place)]


def _is_east(near: str, row: int, place: int) -> bool:
    other, there = int(near[1:3]), int(near[3:])
    if other == row:
        return there > place
    return there == place + (row & 1)


# 14.63: what it does


@unless(city_shelters, "tgwe:14.63")
def devastated_city_shelters_nobody(table: Table, attack: Attack) -> bool:
    """A city in a devastated hex gives no column any more."""
    return bool(is_devastated(table, attack.target))


@unless(counts_for_the_central_powers, "tgwe:14.63")
def devastated_hex_is_worth_nothing(table: Table, number: str) -> bool:
    """A devastated hex is no victory hex of the Central Powers."""
    return bool(is_devastated(table, number))


# 14.64: how many


@forbids(Play, "tgwe:14.64")
def no_devastation_marker_is_left(table: Table, play: Play) -> Because | bool:
    """There are as many devastated zones as markers, and a marker never comes back."""
    spent = _is_devastation(play) and table.track("devastation-markers-left") < 1
    return because(at=play.hex) if spent else False
