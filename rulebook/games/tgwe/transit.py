"""Chapter 9, from map to map: the Transit, Arabia and Transfer Boxes, the line to Turkey (9.13, 9.15 to 9.17, 9.24)."""

from functools import partial

from rulebook.actions import Place, Play, Step
from rulebook.facts import every, some
from rulebook.games.tgwe.control import controller
from rulebook.games.tgwe.ground import is_in_near_east, is_on
from rulebook.games.tgwe.movement import side_of
from rulebook.games.tgwe.neutrals import is_european_turkey_deployed
from rulebook.games.tgwe.pieces import is_german_division, is_russian
from rulebook.games.tgwe.strategic_movement import (
    TRANSPORTS,
    Transport,
    box_left,
    changes_front,
    is_by_rail,
    journey_of,
    movers,
    parties,
    side_moving,
)
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

BUCHAREST, BELGRADE, NIS = "E2423", "E2413", "E2015"
FAR_FROM_TURKEY = ("western", "italian")
RUSSIAN_LAND = {"russia": ("eastern", "caucasus"), "russian-poland": ("eastern",)}
BoxMove = Play | Place


def uses_box(table: Table, action: Transport, box: str) -> bool:
    """Whether units go into this box, or out of it."""
    return is_by_rail(table, action) and journey_of(table, action).box == box


def hex_outside(table: Table, action: Transport) -> str:
    """The hex on the map where a move into a box starts, or one out of it ends."""
    journey = journey_of(table, action)
    return str(journey.start or journey.end)


@forbids(Place, "tgwe:9.0")
def comes_out_of_a_box_it_is_not_in(table: Table, place: Place) -> Because | bool:
    """Only units that are in a box are moved out of it."""
    if not is_by_rail(table, place):
        return False
    box = str(box_left(table, place))
    elsewhere = first_unit(movers(table, place), lambda unit: not unit.has_status(box))
    return because(unit=elsewhere, status=box) if elsewhere else False


# 9.13: the Transit Box of the Central Powers


@forbids(Step, "tgwe:9.13")
def skips_the_transit_box(table: Table, step: Step) -> Because | bool:
    """Between the Eastern Front and the Near East, and between the fronts there, the Central Powers use the Box."""
    if step.move.mode != "strategic" or side_of(table, step) != "cp" or not changes_front(table, step):
        return False
    in_the_east = some(partial(is_in_near_east, table, number) for number in (step.start, step.to))
    return because(at=step.to, start=step.start) if in_the_east else False


@forbids((Play, Place), "tgwe:9.13")
def uses_the_transit_box_from_elsewhere(table: Table, action: BoxMove) -> Because | bool:
    """The Transit Box joins the Eastern Front and those of the Near East, for the Central Powers."""
    if not uses_box(table, action, "transit-box"):
        return False
    found: str | None = some(partial(_without_the_transit_box, table, party) for party in parties(table, action))
    return because(at=found) if found else False


def _without_the_transit_box(table: Table, party: Transport) -> str | None:
    number = hex_outside(table, party)
    stranger = some((lambda: side_moving(table, party) != "cp", lambda: is_on(table, number, *FAR_FROM_TURKEY)))
    return number if stranger else None


@obliges(Play, "tgwe:9.13")
def waits_in_the_transit_box(table: Table, play: Play) -> Because | bool:
    """Units put in the Transit Box come out of it in a later Strategic Movement Phase."""
    return because() if uses_box(table, play, "transit-box") else False


@forbids(Place, "tgwe:9.13")
def leaves_the_transit_box_too_soon(table: Table, place: Place) -> Because | bool:
    """Units do not leave the Transit Box in the phase in which they came into it."""
    if not uses_box(table, place, "transit-box"):
        return False
    fresh = first_unit(movers(table, place), lambda unit: unit.has_status("boxed-this-turn"))
    return because(unit=fresh) if fresh else False


# 9.15: German divisions


@forbids(TRANSPORTS, "tgwe:9.15")
def german_division_rails_in_the_near_east(table: Table, action: Transport) -> Because | bool:
    """No German division moves strategically in the Near East before the Turks of Europe are deployed."""
    if not is_by_rail(table, action):
        return False
    division = partial(_division_in_the_near_east, table, action)
    barred = every((division, lambda: table.scenario != "gwine", lambda: not is_european_turkey_deployed(table)))
    return because(unit=division()) if barred else False


def _division_in_the_near_east(table: Table, action: Transport) -> Unit | None:
    """A German division that starts or ends its strategic move in the Near East."""
    found: Unit | None = some(partial(_division_of, table, party) for party in parties(table, action))
    return found


def _division_of(table: Table, party: Transport) -> Unit | None:
    division = partial(first_unit, movers(table, party), is_german_division)
    ends = [number for number in journey_of(table, party)[:2] if number]
    is_there = every((division, lambda: some(partial(is_in_near_east, table, number) for number in ends)))
    return division() if is_there else None


# 9.16: Arabia


@permits(Place, "tgwe:9.16")
def leaves_arabia(table: Table, place: Place) -> Because | bool:
    """Units leave the Arabia Box by strategic movement, without the Transit Box."""
    return because(at=place.hex) if uses_box(table, place, "arabia-box") else False


@forbids(Place, "tgwe:9.16")
def leaves_arabia_for_elsewhere(table: Table, place: Place) -> Because | bool:
    """They are put in a town or city of the Ottoman Empire on the Egyptian Front."""
    if not uses_box(table, place, "arabia-box"):
        return False
    there = every((
        partial(is_on, table, place.hex, "egyptian"), lambda: table.country(place.hex) == "ottoman-empire"
    ))
    return False if there else because(at=place.hex)


@forbids(Play, "tgwe:9.16")
def returns_to_arabia(table: Table, play: Play) -> Because | bool:
    """Once out of Arabia, no unit ever goes back."""
    return because() if uses_box(table, play, "arabia-box") else False


# 9.17: the line to Turkey


@defines("tgwe:9.17")
def is_line_to_turkey_open(table: Table) -> bool:
    """With Bulgaria, by Romania, or by Bucharest, or by Belgrade and Nis together."""
    return every((
        lambda: table.has_event("bulgaria-entry"),
        lambda: some((
            lambda: table.has_event("romania-entry-cp"),
            lambda: controller(table, BUCHAREST) == "cp",
            lambda: every(partial(_is_held_by_cp, table, number) for number in (BELGRADE, NIS)),
        )),
    ))


def _is_held_by_cp(table: Table, number: str) -> bool:
    return bool(controller(table, number) == "cp")


@forbids(TRANSPORTS, "tgwe:9.17")
def rails_to_turkey_without_a_line(table: Table, action: Transport) -> Because | bool:
    """Between the rest of Europe, and European Turkey or the Near East, the Central Powers need an open line."""
    if not is_by_rail(table, action) or side_moving(table, action) != "cp":
        return False
    cut = every((
        lambda: some(partial(_goes_between_europe_and_turkey, table, party) for party in parties(table, action)),
        lambda: not is_line_to_turkey_open(table),
    ))
    return because() if cut else False


def _goes_between_europe_and_turkey(table: Table, action: Transport) -> bool:
    """Whether one end lies in the rest of Europe and the other in Turkey, or in a box."""
    journey = journey_of(table, action)
    ends = [number for number in journey[:2] if number]
    sides = {_is_turkish_end(table, number) for number in ends} | ({True} if journey.box else set())
    return len(sides) > 1


def _is_turkish_end(table: Table, number: str) -> bool:
    return bool(some((
        partial(is_in_near_east, table, number),
        lambda: every((partial(is_on, table, number, "eastern"), lambda: table.country(number) == "ottoman-empire")),
    )))


# 9.24 and 9.25: the Russian Transfer Box


@forbids(Step, "tgwe:9.24")
def allies_rail_to_the_near_east(table: Table, step: Step) -> Because | bool:
    """No Allied strategic move goes straight from map to map there: Russians alone go, by the Transfer Box."""
    if step.move.mode != "strategic" or side_of(table, step) != "allied" or not changes_front(table, step):
        return False
    in_the_east = some(partial(is_in_near_east, table, number) for number in (step.start, step.to))
    return because(at=step.to, start=step.start) if in_the_east else False


@forbids((Play, Place), "tgwe:9.24")
def others_use_the_transfer_box(table: Table, action: BoxMove) -> Because | bool:
    """Only Russian units use the Transfer Box."""
    if not uses_box(table, action, "transfer-box"):
        return False
    other = first_unit(movers(table, action), lambda unit: not is_russian(unit))
    return because(unit=other) if other else False


@forbids((Play, Place), "tgwe:9.24")
def uses_the_transfer_box_abroad(table: Table, action: BoxMove) -> Because | bool:
    """It joins Russia and Russian Poland on the Eastern Front with Russia on the Caucasus Front."""
    if not uses_box(table, action, "transfer-box"):
        return False
    found: str | None = some(partial(_abroad_for_the_transfer_box, table, party) for party in parties(table, action))
    return because(at=found) if found else False


def _abroad_for_the_transfer_box(table: Table, party: Transport) -> str | None:
    number = hex_outside(table, party)
    country = table.country(number)
    return None if country in RUSSIAN_LAND and is_on(table, number, *RUSSIAN_LAND[country]) else number


@forbids(Place, "tgwe:9.24")
def leaves_the_transfer_box_too_soon(table: Table, place: Place) -> Because | bool:
    """Units pass one turn in transit in the Transfer Box."""
    if not uses_box(table, place, "transfer-box"):
        return False
    early = first_unit(movers(table, place), lambda unit: some(
        partial(unit.has_status, word) for word in ("boxed-this-turn", "in-transit")
    ))
    return because(unit=early) if early else False


@forbids((Play, Place), "tgwe:9.25")
def is_transferred_after_the_tsar(table: Table, action: BoxMove) -> Because | bool:
    """After the fall of the Tsar no unit goes into the Transfer Box; those in it may still come out."""
    if not isinstance(action, Play) or not uses_box(table, action, "transfer-box"):
        return False
    return because() if table.has_event("tsar-fallen") else False


@contested(is_transferred_after_the_tsar)
def transfer_ends_with_the_tsar(table: Table, action: BoxMove) -> Because | bool:
    """After the fall of the Tsar no unit uses the Transfer Box at all (5.45)."""
    return because() if uses_box(table, action, "transfer-box") and table.has_event("tsar-fallen") else False
