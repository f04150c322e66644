"""Chapter 13, new units placed by way of headquarters (13.3)."""

from functools import partial
from itertools import chain

from rulebook.actions import Place
from rulebook.facts import every, more_than, some, those
from rulebook.games.tgwe.ground import is_in_near_east, is_on
from rulebook.games.tgwe.lines import nation_of
from rulebook.games.tgwe.near_east_placement import has_been_lost
from rulebook.games.tgwe.pieces import is_hq, is_turkish
from rulebook.games.tgwe.placement import entering, enters_away_from_its_cities
from rulebook.games.tgwe.sources import is_held_by
from rulebook.games.tgwe.supply import is_supplied
from rulebook.rules import Because, because, forbids, obliges, unless
from rulebook.table import Table, Unit

UNITS_OF_A_STACK, UNITS_OF_A_SMALL_STACK = 6, 4
SMALL_STACKS = ("american", "bulgarian")
UNITS_IN_THE_NEAR_EAST = 3
UNITS_IN_THE_EAST = 6
SPREAD = ("german", "french", "british")
OVERSEAS = ("british", "french", "italian")
ON_TOP = ("hq", "tank", "anti-tank")


def by_headquarters(table: Table, place: Place) -> Unit | None:
    """The unit that is placed by way of a headquarters, if the action says so."""
    return entering(table, place) if place.entry == "hq" else None


def hqs_that_serve(table: Table, unit: Unit, number: str) -> list[Unit]:
    """The supplied headquarters of the unit's nation in a hex or next to it, which did not enter this turn."""
    near = [hq for there in (number, *table.around(number)) for hq in table.units_at(there)]
    return those(near, lambda hq: every((
        partial(is_hq, hq), lambda: hq.side == unit.side, lambda: nation_of(hq) == nation_of(unit),
        lambda: not hq.has_status("entered"), partial(is_supplied, table, hq),
    )))


def has_a_headquarters(table: Table, unit: Unit, number: str) -> bool:
    return bool(some(chain((lambda: hqs_that_serve(table, unit, number),), (table.others_may_be,))))


def placed_around(table: Table, hq: Unit) -> list[Unit]:
    """The units of its nation that were placed this phase by way of a headquarters, in its hex or next to it."""
    near = [unit for there in (hq.hex, *table.around(hq.hex)) for unit in table.units_at(there)]
    return [unit for unit in near if unit.has_status("entered-by-hq") and nation_of(unit) == nation_of(hq)]


# 13.3: whose headquarters


@unless(enters_away_from_its_cities, "tgwe:13.3")
def enters_by_a_headquarters(table: Table, place: Place) -> bool:
    """A unit may enter in a hex of its side that holds, or is next to, a supplied headquarters of its nation."""
    unit = entering(table, place)
    return unit is not None and place.entry in (None, "hq") and every((
        lambda: is_held_by(table, unit.side, place.hex), partial(has_a_headquarters, table, unit, place.hex)
    ))


@forbids(Place, "tgwe:13.3")
def enters_far_from_its_headquarters(table: Table, place: Place) -> Because | bool:
    """The headquarters is of the unit's nation, supplied, in the hex or next to it; the hex is the side's own."""
    unit = by_headquarters(table, place)
    return because(at=place.hex, unit=unit) if unit and not enters_by_a_headquarters(table, place) else False


@obliges(Place, "tgwe:13.3")
def serves_no_other_this_turn(table: Table, place: Place) -> Because | bool:
    """A headquarters placed by way of another brings in nobody itself on that turn."""
    unit = by_headquarters(table, place)
    return because(unit=unit) if unit and is_hq(unit) else False


# 13.3: Europe


def _is_full(table: Table, place: Place, unit: Unit, hq: Unit) -> bool:
    """Whether a headquarters has brought in all that it may of this kind."""
    kin = [other for other in placed_around(table, hq) if _fills_the_same_room(unit, other)]
    return len(kin) >= _room(table, place, unit)


def _fills_the_same_room(unit: Unit, other: Unit) -> bool:
    return unit.type == other.type if unit.type in ON_TOP else other.type not in ON_TOP


def _room(table: Table, place: Place, unit: Unit) -> int:
    if is_in_near_east(table, place.hex):
        return UNITS_IN_THE_NEAR_EAST
    if unit.type in ON_TOP:
        return 1
    return UNITS_OF_A_SMALL_STACK if unit.army in SMALL_STACKS else UNITS_OF_A_STACK


@forbids(Place, "tgwe:13.3")
def headquarters_has_brought_in_its_stack(table: Table, place: Place) -> Because | bool:
    """A headquarters brings in one stack: 6 units (4 US or Bulgarian), a headquarters, tanks; 3 in the Near East."""
    unit = by_headquarters(table, place)
    hqs = hqs_that_serve(table, unit, place.hex) if unit else []
    full = bool(hqs) and unit is not None and all(_is_full(table, place, unit, hq) for hq in hqs)
    return because(at=place.hex, unit=unit) if full else False


@forbids(Place, "tgwe:13.3")
def scatters_around_a_headquarters(table: Table, place: Place) -> Because | bool:
    """All that one headquarters brings in goes to one hex, except Germans, French and British in Europe."""
    unit = by_headquarters(table, place)
    if unit is None or (unit.army in SPREAD and not is_in_near_east(table, place.hex)):
        return False
    hqs = hqs_that_serve(table, unit, place.hex)
    scattered = bool(hqs) and all(any(other.hex != place.hex for other in placed_around(table, hq)) for hq in hqs)
    return because(at=place.hex, unit=unit) if scattered else False


@forbids(Place, "tgwe:13.3")
def too_many_enter_in_the_east(table: Table, place: Place) -> Because | bool:
    """No more than 6 British, French and Italian units a turn enter so on the Eastern Front."""
    unit = by_headquarters(table, place)
    if unit is None or unit.army not in OVERSEAS or not is_on(table, place.hex, "eastern"):
        return False
    entered = (partial(_came_overseas, table, other) for other in table.units())
    return because(at=place.hex, amount=UNITS_IN_THE_EAST) if more_than(UNITS_IN_THE_EAST - 1, entered) else False


def _came_overseas(table: Table, unit: Unit) -> bool:
    return unit.is_placed and every((
        lambda: unit.army in OVERSEAS, lambda: unit.has_status("entered-by-hq"),
        partial(is_on, table, unit.hex, "eastern"),
    ))


@obliges(Place, "tgwe:13.3")
def counts_as_a_sea_move(table: Table, place: Place) -> Because | bool:
    """Such an entry on the Eastern Front counts against the sea movement of the Allies."""
    unit = by_headquarters(table, place)
    counts = unit is not None and unit.army in OVERSEAS and is_on(table, place.hex, "eastern")
    return because(unit=unit) if counts else False


# 13.3: the Near East


@forbids(Place, "tgwe:13.3")
def new_turk_enters_by_a_headquarters(table: Table, place: Place) -> Because | bool:
    """Turkish units that enter for the first time do not come by way of a headquarters."""
    unit = by_headquarters(table, place)
    new = unit is not None and is_turkish(unit) and every((
        partial(is_in_near_east, table, place.hex), lambda: not has_been_lost(place, unit)
    ))
    return because(unit=unit) if new else False
