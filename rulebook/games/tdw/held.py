"""Case 10.6.4: Allied units that are held west of the Meuse, or near the place where they came in."""

from functools import partial

from rulebook import printed
from rulebook.actions import Place
from rulebook.facts import every, known, some
from rulebook.games.tdw.boundaries import PASSAGES, Passage, goings
from rulebook.games.tdw.ground import hexes_within, is_west_of_meuse
from rulebook.games.tdw.pieces import NONE, division_of, is_american, is_british
from rulebook.rules import Because, because, defines, forbids
from rulebook.table import Table, Unit

RELEASES = printed.table("tdw", "releases")
HEXES_FROM_J = 3
KEPT_NEAR_J = "5-armored"


@defines("tdw:10.6.4")
def is_held_west_of_the_meuse(table: Table, unit: Unit) -> bool:
    """British units, the US 17th Airborne and 11th Armored stay west of the Meuse until their turn or a crossing."""
    return every((
        lambda: not table.has_event("meuse-crossed"),
        lambda: some((
            partial(_is_never_released, unit), *(partial(_waits, table, unit, row) for row in RELEASES)
        )),
    ))


def _is_never_released(unit: Unit) -> bool:
    """Whether a unit is British, and of no formation that the list names."""
    return every((partial(is_british, unit), lambda: not some(partial(_is_listed, unit, row) for row in RELEASES)))


def _waits(table: Table, unit: Unit, row: dict[str, str]) -> bool:
    return every((lambda: table.turn < int(row["turn"]), partial(_is_listed, unit, row)))


def _is_listed(unit: Unit, row: dict[str, str]) -> bool:
    """Whether a unit is of a formation, or is the brigade, that the list names."""
    return every((
        lambda: unit.nation == row["nation"],
        lambda: unit.has_status(row["status"]) if row["formation"] == NONE else division_of(unit) == row["formation"],
    ))


@forbids(PASSAGES, "tdw:10.6.4")
def crosses_the_meuse_too_soon(table: Table, action: Passage) -> Because | bool:
    """A unit that is held does not leave the ground west of the Meuse."""
    found = some(partial(_beyond, table, *going) for going in goings(table, action))
    return because(at=found[1], unit=found[0]) if found else False


def _beyond(table: Table, unit: Unit, there: str) -> tuple[Unit, str] | None:
    crosses = every((
        partial(is_held_west_of_the_meuse, table, unit), lambda: not is_west_of_meuse(table, there)
    ))
    return (unit, there) if crosses else None


@forbids(Place, "tdw:10.6.4")
def comes_in_beyond_the_meuse(table: Table, place: Place) -> Because | bool:
    """Nor does it come onto the map east of the river."""
    if place.entry not in ("reinforcement", "replacement") or place.unit is None:
        return False
    beyond = partial(_beyond, table, table.unit(place.unit), place.hex)
    found = known(beyond) if table.ordinary else beyond()
    return because(at=place.hex, unit=found[0]) if found else False


@defines("tdw:10.6.4")
def is_kept_near_j(table: Table, unit: Unit) -> bool:
    """The US 5th Armored Division is kept near area J, unless that was blocked and it came in elsewhere."""
    return every((
        partial(is_american, unit),
        lambda: division_of(unit) == KEPT_NEAR_J,
        lambda: not unit.has_status("not-through-j"),
    ))


@forbids(PASSAGES, "tdw:10.6.4")
def goes_too_far_from_j(table: Table, action: Passage) -> Because | bool:
    """It does not move, retreat or advance more than three hexes from J."""
    found = some(partial(_far_from_j, table, *going) for going in goings(table, action))
    return because(at=found[1], unit=found[0]) if found else False


def _far_from_j(table: Table, unit: Unit, there: str) -> tuple[Unit, str] | None:
    far = every((partial(is_kept_near_j, table, unit), lambda: not _is_near_j(table, there)))
    return (unit, there) if far else None


def _is_near_j(table: Table, there: str) -> bool:
    return bool(some((
        *(partial(_is_in_reach, table, there, area) for area in table.listed_with("entry-j")),
        lambda: some(
            partial(table.has_feature, near, "entry-j") for near in hexes_within(table, there, HEXES_FROM_J)
        ),
    )))


def _is_in_reach(table: Table, there: str, area: str) -> bool:
    return there == area or table.distance(there, area) <= HEXES_FROM_J
