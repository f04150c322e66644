"""Chapter 13, new units placed by way of headquarters (13.3)."""

from collections.abc import Iterable
from functools import partial
from itertools import chain

from rulebook.actions import Place
from rulebook.facts import every, known, more_than, some, those
from rulebook.games.tgwe.collapse import is_lost_headquarters
from rulebook.games.tgwe.fallen import has_been_lost
from rulebook.games.tgwe.ground import is_in_near_east, is_on, neighbours
from rulebook.games.tgwe.lines import nation_of
from rulebook.games.tgwe.near_east_placement import enters_outside_its_region
from rulebook.games.tgwe.pieces import is_hq, is_turkish
from rulebook.games.tgwe.placement import entering, enters_away_from_its_cities, russians_enter_in_poland
from rulebook.games.tgwe.sources import is_held_by
from rulebook.games.tgwe.supply import is_supplied
from rulebook.rules import Because, because, contested, defines, forbids, obliges, unless
from rulebook.table import Table, Unit

UNITS_OF_A_STACK, UNITS_OF_A_SMALL_STACK = 6, 4
SMALL_STACKS = ("american", "bulgarian")
UNITS_IN_THE_NEAR_EAST = 3
UNITS_IN_THE_EAST = 6
ONE_HEX = 1
SPREAD = ("german", "french", "british")
OVERSEAS = ("british", "french", "italian")
ON_TOP = ("hq", "tank", "anti-tank")
ENTERED = ("entered", "entered-by-hq")
# The headquarters that a unit may have come by.
Claim = tuple[str, ...]


def by_headquarters(table: Table, place: Place) -> Unit | None:
    """The unit that is placed by way of a headquarters: the action says so, or tells no way and no other is open."""
    if place.entry == "hq" or (place.entry is None and known(partial(_has_no_other_way, table, place))):
        return entering(table, place)
    return None


def _has_no_other_way(table: Table, place: Place) -> bool:
    return bool(enters_away_from_its_cities(table, place.model_copy(update={"entry": "new"})))


def hqs_that_serve(table: Table, unit: Unit, number: str) -> list[Unit]:
    """The headquarters in or next to a hex that can bring a unit in: supplied, of its nation, not new themselves."""
    return those(_units_near(table, number), partial(_serves, table, unit))


def _units_near(table: Table, number: str) -> list[Unit]:
    return [unit for there in (number, *neighbours(table, number)) for unit in table.units_at(there)]


def _serves(table: Table, unit: Unit, hq: Unit) -> bool:
    return every((
        partial(is_hq, hq), lambda: hq.side == unit.side, lambda: nation_of(hq) == nation_of(unit),
        lambda: not has_just_come(table, hq), partial(is_supplied, table, hq),
        lambda: not is_lost_headquarters(table, hq),
    ))


@defines("tgwe:13.3")
def has_just_come(table: Table, hq: Unit) -> bool:
    """A headquarters that was placed this turn, in whatever way, brings in nobody."""
    return bool(some(partial(hq.has_status, word) for word in ENTERED))


@contested(has_just_come)
def has_come_by_another(table: Table, hq: Unit) -> bool:
    """Only one that came by way of another brings in nobody: the sentence bars chains, not a placement in a city."""
    return hq.has_status("entered-by-hq")


def has_a_headquarters(table: Table, unit: Unit, number: str) -> bool:
    return bool(some(chain((lambda: hqs_that_serve(table, unit, number),), (table.others_may_be,))))


def placed_around(table: Table, hq: Unit) -> list[Unit]:
    """The units of its nation that were placed this phase by way of a headquarters, in its hex or next to it."""
    near = _units_near(table, hq.hex)
    return [unit for unit in near if unit.has_status("entered-by-hq") and nation_of(unit) == nation_of(hq)]


# 13.3: whose headquarters


@unless(enters_away_from_its_cities, "tgwe:13.3")
def enters_by_a_headquarters(table: Table, place: Place) -> bool:
    """A unit may enter in a hex of its side that holds, or is next to, a supplied headquarters of its nation."""
    unit = entering(table, place)
    return unit is not None and place.entry in (None, "hq") and every((
        lambda: is_held_by(table, unit.side, place.hex), partial(has_a_headquarters, table, unit, place.hex)
    ))


@unless(russians_enter_in_poland, "tgwe:13.3")
def russians_enter_by_a_headquarters(table: Table, place: Place) -> bool:
    """By way of a headquarters Russians enter in Poland too."""
    return bool(enters_by_a_headquarters(table, place))


@unless(enters_outside_its_region, "tgwe:13.3")
def enters_by_a_headquarters_instead(table: Table, place: Place) -> bool:
    """Small German units, and Turks destroyed before, may also enter by way of a headquarters."""
    unit = entering(table, place)
    return unit is not None and every((
        lambda: not is_turkish(unit) or has_been_lost(place, unit), partial(enters_by_a_headquarters, table, place),
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


def _entered_with(table: Table, place: Place, unit: Unit) -> dict[Unit, str]:
    """The unit and all that came by way of the headquarters that serve it, each with its hex."""
    hqs = hqs_that_serve(table, unit, place.hex)
    return {unit: place.hex} | {other: other.hex for hq in hqs for other in placed_around(table, hq)}


def _claim(table: Table, unit: Unit, number: str) -> Claim:
    """The headquarters that can have brought a unit in."""
    return tuple(hq.id for hq in known(partial(hqs_that_serve, table, unit, number)) or ())


def _may_others_serve(table: Table, came: dict[Unit, str]) -> bool:
    """Unknown where one of whom too little is told may be another headquarters that serves; else all are counted."""
    for unit, number in came.items():
        for hq in _units_near(table, number):
            _serves(table, unit, hq)
    return False


def can_serve(claims: Iterable[Claim], room: int) -> bool:
    """Whether headquarters that each serve so many can share all these claims among them."""
    held: dict[str, list[Claim]] = {}
    return all(_is_served(claim, held, room, set()) for claim in claims if claim)


def _is_served(claim: Claim, held: dict[str, list[Claim]], room: int, tried: set[str]) -> bool:
    return any(hq not in tried and _is_served_by(hq, claim, held, room, tried) for hq in claim)


def _is_served_by(hq: str, claim: Claim, held: dict[str, list[Claim]], room: int, tried: set[str]) -> bool:
    """Whether a headquarters has room for a claim, or one of those that it serves can go to another."""
    tried.add(hq)
    kept = held.setdefault(hq, [])
    if len(kept) < room:
        kept.append(claim)
        return True
    moved = next((place for place, other in enumerate(kept) if _is_served(other, held, room, tried)), None)
    if moved is not None:
        kept[moved] = claim
    return moved is not None


def _fills_the_same_room(table: Table, place: Place, unit: Unit, other: Unit) -> bool:
    """Headquarters, tanks and anti-tank units come on top, each by itself; in the Near East all count together."""
    if is_in_near_east(table, place.hex):
        return True
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
    if unit is None:
        return False
    came = _entered_with(table, place, unit)
    kin = [other for other in came if _fills_the_same_room(table, place, unit, other)]
    room = can_serve((_claim(table, other, came[other]) for other in kin), _room(table, place, unit))
    return False if room or _may_others_serve(table, came) else because(at=place.hex, unit=unit)


@forbids(Place, "tgwe:13.3")
def scatters_around_a_headquarters(table: Table, place: Place) -> Because | bool:
    """All that one headquarters brings in goes to one hex, except Germans, French and British in Europe."""
    unit = by_headquarters(table, place)
    if unit is None or (unit.army in SPREAD and not is_in_near_east(table, place.hex)):
        return False
    came = _entered_with(table, place, unit)
    hexes = {number: other for other, number in came.items()}
    apart = can_serve((_claim(table, other, number) for number, other in hexes.items()), ONE_HEX)
    return False if apart or _may_others_serve(table, came) else because(at=place.hex, unit=unit)


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
