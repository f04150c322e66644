"""Chapter 3, set-up, in the book's order. The sectors are in data/tsnp/tables/deployment.csv."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Place, Sequence, Setup
from rulebook.facts import every, some
from rulebook.games.tsnp.bombardment import FORGES
from rulebook.games.tsnp.components import corps_of, division_of
from rulebook.games.tsnp.forces import CORPS_TROOPS, is_infantry
from rulebook.games.tsnp.ground import has_intact_fort, has_trench
from rulebook.games.tsnp.reinforcements import is_on_the_calendar
from rulebook.games.tsnp.zones import zone_by
from rulebook.rules import Because, because, computes, contested, defines, forbids
from rulebook.table import Table, Unit

SECTORS = printed.table("tsnp", "deployment")
CORPS_SEAT = "1609"
NEVER_SET_UP = ("remnant", "naval-artillery", "heavy-artillery")
GUNS_BEHIND_INFANTRY = 4
NORTH_EDGE = "01"
OPENING = {"heavy-shots": 3}


def _deployed(table: Table, action: Place | Setup) -> Iterator[tuple[Unit, str]]:
    """The units that an action sets up, each with its hex."""
    if isinstance(action, Place):
        if action.entry == "setup" and action.unit is not None:
            yield table.unit(action.unit), action.hex
    else:
        yield from ((unit, unit.hex) for unit in table.units() if unit.is_placed)


def _first_deployed(
    table: Table, action: Place | Setup, side: str, test: Callable[[Unit, str], Any]
) -> Because | bool:
    """The first unit of a side set up of which the test is true."""
    if isinstance(action, Setup) and action.nation != side:
        return False
    found = some((
        *(partial(_found, side, unit, number, test) for unit, number in _deployed(table, action)),
        *(partial(_is_somewhere, side, unit) for unit in _astray(table, action)),
    ))
    return because(at=found[1], unit=found[0]) if found else False


def _astray(table: Table, action: Place | Setup) -> list[Unit]:
    """The units of a whole set-up that stand nobody knows where."""
    return table.units(table.layout.astray) if isinstance(action, Setup) else []


def _is_somewhere(side: str, unit: Unit) -> bool:
    """Never so, but unknown while the place of one of the side's units is."""
    return every((lambda: unit.side == side, lambda: not unit.hex))


def _found(side: str, unit: Unit, number: str, test: Callable[[Unit, str], Any]) -> tuple[Unit, str] | None:
    return (unit, number) if every((lambda: unit.side == side, lambda: test(unit, number))) else None


def _column(number: str) -> int:
    return int(number[:2])


def _sector(side: str, formation: str) -> range | None:
    """The columns in which a division or corps is set up."""
    row = next((row for row in SECTORS if (row["side"], row["formation"]) == (side, formation)), None)
    return range(int(row["first_column"]), int(row["last_column"]) + 1) if row else None


# 3.1: before play


@forbids((Place, Setup), "tsnp:3.1")
def sets_up_during_play(table: Table, action: Place | Setup) -> Because | bool:
    """Units are set up before play begins."""
    if isinstance(action, Place) and (action.entry != "setup" or action.unit is None):
        return False
    phase = table.phase
    return because(phase=phase) if phase not in (None, "setup") else False


# 3.1: the French


@forbids((Place, Setup), "tsnp:3.1")
def french_units_stand_elsewhere(table: Table, action: Place | Setup) -> Because | bool:
    """The XXX Corps sets up in its trenches, each division in its sector, its guns behind, its seat at Louvemont."""
    return _first_deployed(table, action, "french", lambda unit, number: not _has_french_place(table, unit, number))


def _has_french_place(table: Table, unit: Unit, number: str) -> bool:
    return unit.type not in NEVER_SET_UP and FRENCH_PLACES[unit.type](table, unit, number)


def _in_its_trenches(table: Table, unit: Unit, number: str) -> bool:
    return every((lambda: has_trench(table, number), lambda: _is_in_its_sector(unit, number)))


def _is_in_its_sector(unit: Unit, number: str) -> bool:
    """Whether a hex is in the sector of a unit's division; a division without a sector is not of the XXX Corps."""
    sector = _sector("french", division_of(unit))
    return sector is not None and _column(number) in sector


def _in_any_trench(table: Table, unit: Unit, number: str) -> bool:
    return has_trench(table, number)


def _at_louvemont(table: Table, unit: Unit, number: str) -> bool:
    return number == CORPS_SEAT


def _on_rails(table: Table, unit: Unit, number: str) -> bool:
    return table.has_feature(number, "railway")


def _at_forges(table: Table, unit: Unit, number: str) -> bool:
    return number == FORGES


def _in_its_fort(table: Table, unit: Unit, number: str) -> bool:
    return has_intact_fort(table, number)


def _behind_the_line(table: Table, unit: Unit, number: str) -> bool:
    """South of the trenches, at most four hexes from French infantry."""
    near = (partial(_covers_guns, table, number, other) for other in table.units() if other.is_placed)
    return every((
        lambda: lies_south_of_the_line(table, number), lambda: some((*near, table.others_may_be))
    ))


@defines("tsnp:3.1")
def lies_south_of_the_line(table: Table, number: str) -> bool:
    """South of the trench line is on the French side of the map, and in no trench."""
    return every((lambda: table.home(number) == "french", lambda: not has_trench(table, number)))


@contested(lies_south_of_the_line)
def lies_south_of_the_first_line(table: Table, number: str) -> bool:
    """Only the northernmost line is meant: a trench behind it is south of it too."""
    return every((lambda: table.home(number) == "french", lambda: not table.has_feature(number, "front-trench")))


def _covers_guns(table: Table, number: str, other: Unit) -> bool:
    return table.distance(number, other.hex) <= GUNS_BEHIND_INFANTRY and every((
        lambda: other.side == "french", lambda: is_infantry(other)
    ))


FRENCH_PLACES: dict[str, Callable[[Table, Unit, str], bool]] = {
    "regiment": _in_its_trenches, "reserve": _in_its_trenches, "battalion": _in_its_trenches,
    "territorial": _in_any_trench, "chasseurs": _in_any_trench,
    "hq": _at_louvemont, "corps-artillery": _at_louvemont, "divisional-artillery": _behind_the_line,
    "rail-artillery": _on_rails, "left-bank-artillery": _at_forges, "garrison": _in_its_fort,
}


@forbids(Setup, "tsnp:3.1")
def front_line_has_a_gap(table: Table, setup: Setup) -> Because | bool:
    """Every hex of the northernmost line of trenches holds a French unit or is in a French zone of control."""
    if setup.nation != "french":
        return False
    found = some(partial(_bare, table, number) for number in table.grid.numbers())
    return because(at=found) if found else False


def _bare(table: Table, number: str) -> str | None:
    bare = every((
        lambda: table.has_feature(number, "front-trench"),
        lambda: not table.someone_at(number, lambda unit: unit.side == "french"),
        lambda: not zone_by(table, "french", number),
    ))
    return number if bare else None


# 3.2: the Germans


@forbids((Place, Setup), "tsnp:3.2")
def germans_set_up_too_soon(table: Table, action: Place | Setup) -> Because | bool:
    """The German player sets up second."""
    return _first_deployed(table, action, "german", lambda unit, number: not table.has_event("french-set-up"))


@forbids((Place, Setup), "tsnp:3.2")
def german_units_stand_elsewhere(table: Table, action: Place | Setup) -> Because | bool:
    """Each German corps sets up on its part of the north edge of the map."""
    return _first_deployed(table, action, "german", lambda unit, number: not _has_german_place(table, unit, number))


def _has_german_place(table: Table, unit: Unit, number: str) -> bool:
    if unit.type in NEVER_SET_UP or number[2:] != NORTH_EDGE:
        return False
    sector = _sector("german", corps_of(table, unit))
    return sector is not None and _column(number) in sector


@forbids((Place, Setup), "tsnp:3.2")
def divisions_are_mixed_at_the_start(table: Table, action: Place | Setup) -> Because | bool:
    """Units of different divisions are not stacked in the set-up, only once they have moved."""
    return _first_deployed(table, action, "german", lambda unit, number: some(
        partial(_is_of_another_division, unit, other) for other in table.units_at(number) if other != unit
    ))


def _is_of_another_division(unit: Unit, other: Unit) -> bool:
    """Corps troops are of no division."""
    return every((
        lambda: unit.type not in CORPS_TROOPS,
        lambda: other.type not in CORPS_TROOPS,
        lambda: division_of(unit) != division_of(other),
    ))


# 3.3 and 3.4


@computes(Sequence, "opening", "tsnp:3.3")
def opening_markers(table: Table, sequence: Sequence) -> dict[str, Any] | None:
    """The game opens on 21 February in fair weather, with three shots for the heavy artillery off the map."""
    return {"turn": 1, "weather": "fair", "tracks": OPENING} if sequence.do == "setup" else None


@forbids((Place, Setup), "tsnp:3.4")
def reinforcements_are_set_up(table: Table, action: Place | Setup) -> Because | bool:
    """Whatever the calendar brings in later is not set up."""
    found = (partial(_first_deployed, table, action, side, partial(_comes_later, table)) for side in table.game.sides)
    return some(found) or False


def _comes_later(table: Table, unit: Unit, number: str) -> bool:
    return bool(some((lambda: unit.has_status("reinforcement"), partial(is_on_the_calendar, table, unit))))
