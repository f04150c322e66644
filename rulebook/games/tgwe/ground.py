"""The map as the rules speak of it: fronts, maps, Theatres, towns and cities, forts."""

from functools import partial

from rulebook.facts import every, known, more_than, some
from rulebook.games.tgwe.calendar import is_from
from rulebook.games.tgwe.pieces import is_american, is_division
from rulebook.table import Table, Unit

EUROPE = ("western", "italian", "eastern")
PARIS = ("W5008", "W5009", "W4908")
REACH_OF_PARIS = 8
NEAR_EAST = ("caucasus", "egyptian", "iraqi")
NOT_BALKAN = ("austria-hungary", "germany", "russia", "russian-poland")
LAST_NEAR_EAST_ROW = 48
FIRST_WESTERN_ROW, FIRST_ROW = 36, 10
HINDENBURG_LINE = "hindenburg-line"
KUT = "N1845"


def is_on(table: Table, number: str, *fronts: str) -> bool:
    """Whether a hex lies on one of these fronts: its number may tell, even where it does not tell which."""
    possible = table.fronts_of(number)
    if all(front in fronts for front in possible):
        return True
    return any(front in fronts for front in possible) and table.front(number) in fronts


def last_place(row: int) -> int:
    """Where a row of the Western and Eastern maps ends, by the edges of 11.32 and 11.33."""
    return 33 if row % 2 else 34


def is_american_edge(number: str) -> bool:
    """The west and south edges of the Western Front, and the south edge of the Italian."""
    if not number.startswith("W"):
        return False
    row, place = int(number[1:3]), int(number[3:])
    is_south, is_west = row in (FIRST_WESTERN_ROW, FIRST_ROW), row >= FIRST_WESTERN_ROW and place == 1
    return place <= last_place(row) and (is_south or is_west)


def is_off_the_map(table: Table, number: str) -> bool:
    """Whether a hex lies beyond the edge of its map."""
    return table.once(_is_off_the_map, number)


def _is_off_the_map(table: Table, number: str) -> bool:
    row, place = int(number[-4:-2]), int(number[-2:])
    return row > LAST_NEAR_EAST_ROW if number.startswith("N") else place > last_place(row)


def place_in_row(table: Table, number: str) -> int:
    """The last two digits of a hex; unknown of one that is described but not placed."""
    return int(table.read(f"map.hexes.{number}.place", None) if number.startswith("?") else number[-2:])


def is_in_europe(table: Table, number: str) -> bool:
    return is_on(table, number, *EUROPE)


def is_in_near_east(table: Table, number: str) -> bool:
    return is_on(table, number, *NEAR_EAST)


def neighbours(table: Table, number: str) -> tuple[str, ...]:
    """The hexes around one on its own front: the numbers of two fronts of one map may run on."""
    return table.once(_neighbours, number)


def _neighbours(table: Table, number: str) -> tuple[str, ...]:
    around = table.around(number)
    if len({front for near in (number, *around) for front in table.fronts_of(near)}) == 1:
        return around
    return tuple(near for near in around if not _is_across_the_edge(table, number, near))


def _is_across_the_edge(table: Table, number: str, near: str) -> bool:
    """Whether a hex of the next number lies on another map; where nobody told of the hex, nothing hangs on it."""
    is_told = near in table.layout.map.hexes or table.units_at(near)
    crosses = partial(leads_to_another_front, table, number, near)
    return crosses() if is_told else bool(known(crosses))


def touch(table: Table, one: str, other: str) -> bool:
    """Whether two hexes touch, on the map of one front."""
    return table.are_adjacent(one, other) and not leads_to_another_front(table, one, other)


def leads_to_another_front(table: Table, one: str, other: str) -> bool:
    """Whether two hexes lie on the maps of different fronts."""
    return table.front(one) != table.front(other)


def theatre_of(table: Table, number: str) -> str:
    """The Theatre of a hex (3.13): west for the Western, Italian and Egyptian Fronts, east for the others."""
    return str(table.game.vocabulary["fronts"][table.front(number)]["theatre"])


def is_in_balkans(table: Table, number: str) -> bool:
    """Land of the Eastern map outside Austria-Hungary, Germany, Russia and Russian Poland (3.13)."""
    return is_on(table, number, "eastern") and table.country(number) not in NOT_BALKAN


def is_town_or_city(table: Table, number: str) -> bool:
    return bool(some((lambda: table.has_feature(number, "city"), lambda: table.has_feature(number, "town"))))


def has_fort(table: Table, number: str) -> bool:
    """Whether an intact fort or heavy fort stands there."""
    return bool(some(partial(is_intact, table, number, kind) for kind in ("fort", "heavy-fort")))


def is_intact(table: Table, number: str, kind: str) -> bool:
    """Whether a fort of this kind stands there, and did not fall with Turkey."""
    return table.has_feature(number, kind) and not fell_with_turkey(table, number)


def fell_with_turkey(table: Table, number: str) -> bool:
    """The forts of Turkey are destroyed when it surrenders (5.61, 16.62); that of Kut is none of them (14.21)."""
    return not number.startswith("W") and number != KUT and every((
        lambda: table.has_event("turkey-surrendered"), lambda: table.country(number) == "ottoman-empire"
    ))


def has_hindenburg_line(table: Table, number: str) -> bool:
    """The Hindenburg Line is a heavy fort of the Central Powers, on whosever ground (14.31)."""
    return every((
        partial(is_on, table, number, "western"),
        lambda: some((
            lambda: table.has_feature(number, HINDENBURG_LINE), lambda: number in _hexes_with_its_marker(table),
        )),
    ))


def hindenburg_line(table: Table) -> list[str]:
    """The hexes that bear it, be its markers posted with them or by themselves; one posted without features may."""
    posted = table.layout.map.hexes.items()
    untold = [number for number, facts in posted if facts.features is None and number.startswith("W")]
    bearing = (number for number in untold if table.has_feature(number, HINDENBURG_LINE))
    return list(dict.fromkeys((*table.listed_with(HINDENBURG_LINE), *bearing, *_hexes_with_its_marker(table))))


def _hexes_with_its_marker(table: Table) -> list[str]:
    return table.marker_hexes(HINDENBURG_LINE)


def enemy_combat_unit_at(table: Table, side: str, number: str) -> Unit | None:
    """An enemy unit, other than a headquarters, in a hex."""
    found: Unit | None = table.someone_at(number, lambda unit: unit.side != side and unit.type != "hq")
    return found


def enemy_at(table: Table, side: str, number: str) -> Unit | None:
    """An enemy unit of any kind in a hex."""
    found: Unit | None = table.someone_at(number, lambda unit: unit.side != side)
    return found


def is_near_paris(table: Table, number: str) -> bool:
    """Whether a hex of the Western Front lies at most eight hexes from a hex of Paris (6.10)."""
    return is_on(table, number, "western") and min(table.distance(number, paris) for paris in PARIS) <= REACH_OF_PARIS


def is_america_at_war(table: Table) -> bool:
    """Whether the United States have joined the Allies: told, or Strategic Turn O has come (5.71)."""
    return bool(some((lambda: table.has_event("us-at-war"), partial(is_from, table, "O"))))


def has_american_divisions_in_france(table: Table, least: int = 6) -> bool:
    """Whether so many full American divisions stand in France (5.82, 16.2, 18.24): as posted, else counted."""
    if "us-divisions-in-france" not in table.posted.tracks:
        if more_than(least - 1, (partial(_is_full_american_in_france, table, unit) for unit in table.units())):
            return True
        if table.posted.units_complete:
            table.others_may_be()
            return False
    return table.track("us-divisions-in-france") >= least


def _is_full_american_in_france(table: Table, unit: Unit) -> bool:
    return every((
        lambda: unit.is_placed, lambda: is_american(unit), lambda: is_division(unit), lambda: not unit.is_reduced,
        lambda: table.country(unit.hex) == "france",
    ))
