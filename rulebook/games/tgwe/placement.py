"""Chapter 13, new units in Europe (13.0 to 13.27), in the book's order."""

from functools import partial

from rulebook.actions import Move, Place, Play
from rulebook.facts import every, some
from rulebook.games.tgwe.calendar import place_of, strategic_turn
from rulebook.games.tgwe.ground import is_american_edge, is_in_near_east, is_on
from rulebook.games.tgwe.landing_events import LANDINGS, lands_there
from rulebook.games.tgwe.neutrals import COUNTRIES, is_new_belligerent
from rulebook.games.tgwe.pieces import is_american, is_british, is_german, is_russian
from rulebook.games.tgwe.ports import BALTIC_PORTS
from rulebook.games.tgwe.sources import is_held_by
from rulebook.games.tgwe.stacking import LIMITS, Arrival, limits_hold_at_once, stack_in
from rulebook.games.tgwe.strategic_movement import INTO_BOXES, box_left, is_of_new_units, starts_away_from_a_town
from rulebook.games.tgwe.turkish_reserve import FILL
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

BY_HQ = "hq"
ENTRIES = (None, "new", "rebuilt", BY_HQ)
HOMES = {
    "german": ("germany",), "austro-hungarian": ("austria-hungary",), "turkish": ("ottoman-empire",),
    "bulgarian": ("bulgaria",), "french": ("france",), "belgian": ("belgium",), "serbian": ("serbia",),
    "russian": ("russia", "russian-poland"), "montenegrin": ("montenegro",), "italian": ("italy",),
    "greek": ("greece",), "romanian": ("romania",),
}  # fmt: skip
BOXES = ("available", "available-near-east")
BOX_PLAYS = (*INTO_BOXES, FILL)


def entering(table: Table, place: Place) -> Unit | None:
    """The unit that an action brings into play from a box of available units, if it does."""
    comes_in = place.unit and place.entry in ENTRIES and not box_left(table, place)
    return table.unit(str(place.unit)) if comes_in else None


def is_put_there_by_an_event(table: Table, place: Place, unit: Unit) -> bool:
    """Whether another chapter places it: landings, new belligerents, European Turks, Arabs, Armenians."""
    if comes_with_its_event(table, place, unit):
        return True
    return unit.army in COUNTRIES and bool(is_new_belligerent(table, unit.army))


def comes_with_its_event(table: Table, place: Place, unit: Unit) -> bool:
    """Whether it is placed when its event says; the army of a new belligerent has the phase of new units (17.11)."""
    if unit.nation == "arab" or (unit.nation == "armenian" and place.entry != "rebuilt"):
        return True
    if lands_there(table, place, unit):
        return True
    return unit.army == "turkish" and unit.has_status("european-turk")


# 13.0: from the box to the map


@forbids(Place, "tgwe:13.0")
def enters_in_another_phase(table: Table, place: Place) -> Because | bool:
    """New units come into play in the new units phase of an Operational Turn."""
    unit = entering(table, place)
    late = unit is not None and every((
        lambda: table.phase != "new-units", lambda: not comes_with_its_event(table, place, unit)
    ))
    return because(phase="new-units", unit=unit) if late else False


@forbids(Place, "tgwe:13.0")
def comes_from_no_box(table: Table, place: Place) -> Because | bool:
    """They come from their side's boxes of available units; what is in play goes back there only if destroyed first."""
    unit = entering(table, place)
    if unit is None:
        return False
    absent = some((
        lambda: unit.is_placed,
        lambda: not unit.is_placed and not some(partial(unit.has_status, box) for box in BOXES)
        and not is_put_there_by_an_event(table, place, unit),
    ))
    return because(unit=unit) if absent else False


# 13.11: cities at home


@forbids(Place, "tgwe:13.11")
def enters_away_from_its_cities(table: Table, place: Place) -> Because | bool:
    """A new unit is placed in a city of its own country that its side controls."""
    unit = entering(table, place)
    if unit is None or is_put_there_by_an_event(table, place, unit) or _is_city_at_home(table, unit, place.hex):
        return False
    return because(at=place.hex, unit=unit)


def _is_city_at_home(table: Table, unit: Unit, number: str) -> bool:
    homes = HOMES.get(unit.army, ())
    return bool(homes) and every((
        lambda: table.has_feature(number, "city"), lambda: table.country(number) in homes,
        lambda: is_held_by(table, unit.side, number),
    ))


@permits(Place, "tgwe:13.11")
def acts_at_once(table: Table, place: Place) -> Because | bool:
    """Wherever it enters, a new unit moves and fights in full on the turn it is placed."""
    unit = entering(table, place)
    return because(unit=unit) if unit else False


# 13.21, 13.22: how units are placed


@forbids(Place, "tgwe:13.21")
def overstacks_on_entry(table: Table, place: Place) -> Because | bool:
    """The stacking limits hold while units are placed."""
    unit = entering(table, place)
    if unit is None or not limits_hold_at_once(table, place):
        return False
    stack = stack_in(table, place.hex, (unit,))
    return because(at=place.hex, unit=unit) if some(partial(limit, table, stack) for limit in LIMITS) else False


@forbids((Place, Play), "tgwe:13.22")
def enters_in_the_wrong_half(table: Table, action: Place | Play) -> Because | bool:
    """The Allied player places all his new units before the Central Powers place theirs."""
    unit = entering(table, action) if isinstance(action, Place) else _brought_in(table, action)
    wrong = unit is not None and every((lambda: table.phase == "new-units", lambda: table.active != unit.side))
    return because(unit=unit) if wrong else False


def _brought_in(table: Table, play: Play) -> Unit | None:
    """The first of the new units that are put in a box off the map, or that land, if they are."""
    entered = play.units and (play.event in LANDINGS or (play.event in BOX_PLAYS and is_of_new_units(table, play)))
    return table.unit(play.units[0]) if entered else None


# 13.23: which maps


@forbids(Place, "tgwe:13.23")
def enters_on_the_other_maps(table: Table, place: Place) -> Because | bool:
    """Units of the European boxes enter on the European maps, those of the Near East boxes on the maps there."""
    unit = entering(table, place)
    if unit is None or unit.is_placed:
        return False
    astray = some((
        lambda: every((lambda: unit.has_status("available"), partial(is_in_near_east, table, place.hex))),
        lambda: every((
            lambda: unit.has_status("available-near-east"), lambda: not is_in_near_east(table, place.hex)
        )),
    ))
    return because(at=place.hex, unit=unit) if astray else False


@unless(enters_on_the_other_maps, "tgwe:13.23")
def vr_divisions_enter_in_egypt(table: Table, place: Place) -> bool:
    """The British divisions 1AS, NZ and 42T, of code Vr, may enter and re-enter in Egypt."""
    unit = entering(table, place)
    return unit is not None and every((
        lambda: unit.has_status("code-vr"), partial(is_british, unit), partial(is_on, table, place.hex, "egyptian")
    ))


# 13.24: the British


@unless(enters_away_from_its_cities, "tgwe:13.24")
def british_enter_in_a_port(table: Table, place: Place) -> bool:
    """British units may be placed in any port of the Western Front that the Allies control."""
    unit = entering(table, place)
    return unit is not None and every((
        partial(is_british, unit), partial(is_on, table, place.hex, "western"),
        lambda: table.has_feature(place.hex, "port"), lambda: is_held_by(table, "allied", place.hex),
    ))


# 13.25: the Americans


@unless(enters_away_from_its_cities, "tgwe:13.25")
def americans_enter_by_the_edge(table: Table, place: Place) -> bool:
    """US units come in by an Allied hex of the west or south edge of the Western Front, or the south of the Italian."""
    unit = entering(table, place)
    return unit is not None and every((
        partial(is_american, unit), lambda: is_american_edge(place.hex), lambda: is_held_by(table, "allied", place.hex)
    ))


@obliges(Place, "tgwe:13.25")
def waits_beside_the_map(table: Table, place: Place) -> Because | bool:
    """They are put beside the map, unless by a headquarters, and enter in the next movement or strategic movement."""
    unit = entering(table, place) if place.entry != BY_HQ else None
    waits = unit is not None and every((partial(is_american, unit), lambda: is_american_edge(place.hex)))
    return because(at=place.hex, unit=unit) if waits else False


@unless(limits_hold_at_once, "tgwe:13.25")
def waits_in_no_stack(table: Table, action: Arrival) -> bool:
    """Until they enter they are in no stack: any number may wait beside a hex."""
    return isinstance(action, Place) and bool(waits_beside_the_map(table, action))


@permits(Move, "tgwe:13.25")
def edge_is_a_city_for_americans(table: Table, move: Move) -> Because | bool:
    """For strategic movement US units along an edge count as in a city."""
    if move.mode != "strategic" or not move.path or not is_american_edge(move.path[0]):
        return False
    found = first_unit(table.units(move.units), is_american)
    return because(at=move.path[0], unit=found) if found else False


@unless(starts_away_from_a_town, "tgwe:13.25")
def americans_start_at_the_edge(table: Table, action: Move | Play) -> bool:
    """So they may start there, town or none, if the Allies control the hex."""
    start = action.path[0] if isinstance(action, Move) and action.path else None
    return start is not None and every((
        lambda: is_american_edge(start), lambda: is_held_by(table, "allied", start),
        lambda: every(partial(is_american, unit) for unit in table.units(action.units)),
    ))


# 13.26: Russians and Russian Poland


@forbids(Place, "tgwe:13.26")
def russians_enter_in_poland(table: Table, place: Place) -> Because | bool:
    """Russian units are not placed in cities of Russian Poland."""
    unit = entering(table, place)
    barred = unit is not None and every((
        partial(is_russian, unit), lambda: table.country(place.hex) == "russian-poland"
    ))
    return because(at=place.hex, unit=unit) if barred else False


@unless(russians_enter_in_poland, "tgwe:13.26")
def came_with_the_first_turn(table: Table, place: Place) -> bool:
    """Russian units put in their box in Strategic Turn A may be."""
    unit = entering(table, place)
    first = place_of("A")
    return unit is not None and bool(some((
        lambda: strategic_turn(table) == first,
        lambda: place.entry != "rebuilt" and unit.entry == first,
    )))


# 13.27: ports of the Baltic


@unless(enters_away_from_its_cities, "tgwe:13.27")
def germans_enter_on_the_baltic(table: Table, place: Place) -> bool:
    """German units, one stack a phase, may come in each Baltic port that the Central Powers control."""
    unit = entering(table, place)
    return unit is not None and every((
        lambda: place.hex in BALTIC_PORTS, partial(is_german, unit), lambda: is_held_by(table, "cp", place.hex)
    ))
