"""Chapter 13, new units in the Near East (13.28, 13.29), in the book's order."""

from functools import partial

from rulebook.actions import Place, Play
from rulebook.facts import YES_OR_NO, every, some
from rulebook.games.tgwe.fallen import has_been_lost, is_known_lost
from rulebook.games.tgwe.ground import is_in_near_east, is_on, is_town_or_city
from rulebook.games.tgwe.pieces import SIZES, is_british, is_canal_company, is_division, is_german, is_turkish
from rulebook.games.tgwe.placement import BOX_PLAYS, entering, enters_away_from_its_cities, is_put_there_by_an_event
from rulebook.games.tgwe.sources import ABADAN, BASRA, is_cp_source, is_held_by
from rulebook.games.tgwe.strategic_movement import is_of_new_units
from rulebook.games.tgwe.turkish_reserve import FILL
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, obliges, unless
from rulebook.table import Table, Unit

DAMASCUS = "N1728"
# Where the back of a Turkish counter sends it: a front, or a box off the map.
REGIONS = {"entry-caucasus": "caucasus", "entry-iraq": "iraqi", "entry-syria": "egyptian"}
BOX_OF_A_REGION = {"to-arabia-box": "entry-arabia", FILL: "entry-turkey"}
REGION_BOXES = tuple(BOX_OF_A_REGION.values())
# Where the colour of a British counter sends it; the Canal Defense companies never leave Egypt.
FRONTS_OF_THE_BRITISH = {"british-iraq": "iraqi", "british-palestine": "egyptian"}


# 13.28: the Allies


def _is_from_the_near_east(table: Table, unit: Unit) -> bool:
    return not unit.is_placed and unit.has_status("available-near-east")


def counts_as_british(unit: Unit) -> bool:
    """The French division DFPS is placed like a British unit of the Egyptian Front."""
    return is_british(unit) or (unit.army == "french" and unit.has_status("dfps"))


@forbids(Place, "tgwe:13.28")
def british_enter_on_another_front(table: Table, place: Place) -> Because | bool:
    """British units of the Near East box first enter on their own front, Iraqi or Egyptian."""
    unit = entering(table, place)
    astray = unit is not None and every((
        partial(is_british, unit), partial(_is_from_the_near_east, table, unit),
        lambda: not has_been_lost(place, unit), lambda: not unit.has_status("code-vr"),
        lambda: not _is_their_front(table, unit, place.hex),
    ))
    return because(at=place.hex, unit=unit) if astray else False


def _is_their_front(table: Table, unit: Unit, number: str) -> bool:
    """Whether a British counter is of the front of a hex: each is of one of the two, and of either if none is told."""
    if is_canal_company(unit):
        return is_on(table, number, "egyptian")
    word = next((word for word in FRONTS_OF_THE_BRITISH if unit.has_status(word)), None)
    if word:
        return is_on(table, number, FRONTS_OF_THE_BRITISH[word])
    theirs = [word for word, front in FRONTS_OF_THE_BRITISH.items() if is_on(table, number, front)]
    return bool(theirs and table.read(f"units.{unit.id}.status.{theirs[0]}", None, YES_OR_NO))


@unless(enters_away_from_its_cities, "tgwe:13.28")
def british_enter_in_egypt(table: Table, place: Place) -> bool:
    """In Egypt British units, and the DFPS, may be placed in any Allied hex west of the Suez Canal."""
    unit = entering(table, place)
    return unit is not None and every((
        partial(counts_as_british, unit), partial(is_on, table, place.hex, "egyptian"),
        lambda: table.has_feature(place.hex, "west-of-suez"), lambda: is_held_by(table, "allied", place.hex),
    ))


@unless(enters_away_from_its_cities, "tgwe:13.28")
def british_enter_at_basra(table: Table, place: Place) -> bool:
    """On the Iraqi Front British units are placed in Basra or Abadan, while the Allies control the place."""
    unit = entering(table, place)
    return unit is not None and every((
        lambda: place.hex in (BASRA, ABADAN), partial(is_british, unit),
        lambda: is_held_by(table, "allied", place.hex),
    ))


@unless(enters_away_from_its_cities, "tgwe:13.28")
def persians_enter_in_persia(table: Table, place: Place) -> bool:
    """Persian Cossacks enter in a Persian town of the Caucasus Front, the South Persian Rifles in one of the Iraqi."""
    unit = entering(table, place)
    if unit is None or unit.nation != "persian" or unit.side != "allied":
        return False
    front = "caucasus" if unit.has_status("persian-cossack") else "iraqi"
    return every((
        partial(is_on, table, place.hex, front), lambda: table.country(place.hex) == "persia",
        partial(is_town_or_city, table, place.hex), lambda: not is_held_by(table, "cp", place.hex),
    ))


@obliges(Place, "tgwe:13.28")
def is_drawn_by_an_event(table: Table, place: Place) -> Because | bool:
    """The Arab Northern Army, and Armenians at first, come by their events; a lost ANA is drawn anew."""
    unit = entering(table, place)
    drawn = unit is not None and unit.nation in ("arab", "armenian") and is_put_there_by_an_event(table, place, unit)
    return because(unit=unit) if drawn else False


# 13.29: the Central Powers


def _is_gate(table: Table, front: str, number: str) -> bool:
    """A city of the Central Powers on the front, Damascus alone in Syria, or one of their primary sources there."""
    if not is_on(table, number, front):
        return False
    return bool(some((
        partial(is_cp_source, table, number),
        lambda: every((
            lambda: number == DAMASCUS if front == "egyptian" else table.has_feature(number, "city"),
            lambda: is_held_by(table, "cp", number),
        )),
    )))


def _is_open_to(table: Table, place: Place, unit: Unit, region: str) -> bool:
    """Whether a unit may enter in a region: that of its counter, or any for units lost before and small Germans."""
    if unit.has_status("yilderim") or is_german(unit) or has_been_lost(place, unit):
        return True
    return _is_marked_for(table, unit, region)


def _is_marked_for(table: Table, unit: Unit, region: str) -> bool:
    """Whether the back of a Turkish counter tells a region: those of Asia have one, unknown where none is told."""
    if unit.has_status("european-turk") or _has_a_region(unit):
        return unit.has_status(region)
    return bool(table.read(f"units.{unit.id}.status.{region}", None, YES_OR_NO))


def _has_a_region(unit: Unit) -> bool:
    """Whether a region is told: every Turkish counter bears one, so that without it nobody knows which."""
    return bool(some(partial(unit.has_status, word) for word in (*REGIONS, *REGION_BOXES)))


def _is_near_eastern(table: Table, place: Place, unit: Unit) -> bool:
    """Turks and Germans smaller than a division, on the maps of the Near East."""
    return every((
        lambda: some((partial(is_turkish, unit), lambda: is_german(unit) and _is_small(unit))),
        partial(is_in_near_east, table, place.hex),
    ))


def _is_small(unit: Unit) -> bool:
    return bool(some(partial(unit.has_status, size) for size in SIZES))


@forbids(Place, "tgwe:13.29")
def enters_outside_its_region(table: Table, place: Place) -> Because | bool:
    """Turks enter first in the region on their counter, later in the Caucasus, Iraq or Syria, as small Germans do."""
    unit = entering(table, place)
    if unit is None or not _is_near_eastern(table, place, unit):
        return False
    fits = some(partial(_fits, table, place, unit, region) for region in REGIONS)
    return False if fits else because(at=place.hex, unit=unit)


def _fits(table: Table, place: Place, unit: Unit, region: str) -> bool:
    return every((
        partial(_is_gate, table, REGIONS[region], place.hex), partial(_is_open_to, table, place, unit, region)
    ))


@unless(enters_away_from_its_cities, "tgwe:13.29")
def enters_by_its_region(table: Table, place: Place) -> bool:
    """In the Near East Turks and small German units go by these regions and not by their cities alone."""
    unit = entering(table, place)
    return unit is not None and _is_near_eastern(table, place, unit)


@forbids(Place, "tgwe:13.29")
def is_due_in_a_box(table: Table, place: Place) -> Because | bool:
    """Turks marked for Arabia or Turkey first go to the Arabia Holding Box or the Turkish Required Reserve."""
    unit = entering(table, place)
    boxed = unit is not None and is_turkish(unit) and every((
        lambda: some(partial(unit.has_status, word) for word in REGION_BOXES), lambda: not has_been_lost(place, unit)
    ))
    return because(unit=unit) if boxed else False


@forbids(Play, "tgwe:13.29")
def enters_a_box_that_is_not_its_own(table: Table, play: Play) -> Because | bool:
    """New units go to Arabia, the Turkish reserve or, in GWINE, the Transit Box only where they are due there."""
    if play.event not in BOX_PLAYS or not is_of_new_units(table, play):
        return False
    other = first_unit(table.units(play.units), lambda unit: not _is_due_in(table, play.event, unit))
    return because(unit=other) if other else False


def _is_due_in(table: Table, event: str, unit: Unit) -> bool:
    """Whether a new unit goes to a box: Turks by their counter, Yilderim to either, German divisions in GWINE."""
    if event in BOX_OF_A_REGION:
        return every((
            partial(is_turkish, unit), lambda: not is_known_lost(unit),
            lambda: some((
                partial(unit.has_status, "yilderim"), partial(_is_marked_for, table, unit, BOX_OF_A_REGION[event]),
            )),
        ))
    return event == "to-transit-box" and every((
        partial(is_german, unit), partial(is_division, unit), lambda: table.scenario == "gwine"
    ))


@forbids(Place, "tgwe:13.29", when=lambda table: table.scenario == "gwine")
def german_division_skips_the_transit_box(table: Table, place: Place) -> Because | bool:
    """In GWINE German divisions go to the Transit Box, free of cost, and enter by strategic movement alone."""
    unit = entering(table, place)
    barred = unit is not None and every((partial(is_german, unit), partial(is_division, unit)))
    return because(unit=unit) if barred else False


@unless(enters_away_from_its_cities, "tgwe:13.29")
def gendarmes_enter_in_persia(table: Table, place: Place) -> bool:
    """The Persian Gendarmerie enters in a Persian town of the Iraqi Front that the Central Powers control."""
    unit = entering(table, place)
    return unit is not None and every((
        lambda: unit.nation == "persian", lambda: unit.side == "cp", partial(is_on, table, place.hex, "iraqi"),
        lambda: table.country(place.hex) == "persia", partial(is_town_or_city, table, place.hex),
        lambda: is_held_by(table, "cp", place.hex),
    ))
