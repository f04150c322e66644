"""The lines by which supply is traced: to a road, along it to an entry hex, or to the air supply marker."""

from functools import partial
from itertools import chain

from rulebook.facts import Unknown, every, known, some
from rulebook.games.tdw.components import ENTRIES, is_entry_hex_of
from rulebook.games.tdw.ground import enemy_at, is_blown, is_joined_by_road, is_unbridged_river
from rulebook.games.tdw.zones import uncancelled_zoc_by
from rulebook.mechanics.tracing import Barren, Passage, trace
from rulebook.rules import defines
from rulebook.table import Table

HEXES_TO_A_ROAD = 5
HEXES_TO_AIR_SUPPLY = 5


@defines("tdw:8.2")
def supply_line(table: Table, side: str, number: str) -> list[str] | None:
    """A line of at most five hexes to a road, then along it to an entry hex of the side."""
    if known(partial(table.has_feature, number, "in-supply")):
        return [number]
    if table.layout.map.roads is None:
        return _line_without_roads(table, side, number)
    is_end, is_open = partial(road_line, table, side), partial(is_open_to_supply, table, side, number)
    to_the_road = trace(table, number, is_end, is_open, within=HEXES_TO_A_ROAD)
    return [*to_the_road, *road_line(table, side, to_the_road[-1])[1:]] if to_the_road else None


def _line_without_roads(table: Table, side: str, number: str) -> list[str] | None:
    """While no roads were posted: an entry hex close by needs none, and none leads out of a pocket."""
    is_end, is_open = partial(is_entry_hex_of, table, side), partial(is_open_to_supply, table, side, number)
    reached = Barren()
    line: list[str] | None = known(partial(trace, table, number, is_end, is_open, (), reached, HEXES_TO_A_ROAD))
    if line or (reached.hexes and known(partial(_is_pocket, table, reached.hexes, is_open))):
        return line
    raise Unknown({"map.roads": None})


def _is_pocket(table: Table, hexes: set[str], is_open: Passage) -> bool:
    """Whether no line leads out of these hexes."""
    sides = ((here, there) for here in sorted(hexes) for there in table.around(here) if there not in hexes)
    return not some(partial(is_open, *side) for side in sides)


@defines("tdw:8.2")
def road_line(table: Table, side: str, number: str) -> list[str] | None:
    """A line along roads from a hex to an entry hex of the side; an entry hex needs none."""
    sources, barren = table.once(_sources, side)
    is_end, is_open = partial(is_entry_hex_of, table, side), partial(_is_open_road, table, side)
    return trace(table, number, is_end, is_open, sources, barren)


def _sources(table: Table, side: str) -> tuple[list[str], Barren]:
    """The entry hexes that are listed, and room for the hexes from which no road leads to one."""
    return list(chain.from_iterable(map(table.listed_with, ENTRIES[side]))), Barren()


def _is_open_road(table: Table, side: str, here: str, there: str) -> bool:
    return every((
        partial(is_joined_by_road, table, here, there), partial(is_open_to_supply, table, side, here, here, there)
    ))


@defines("tdw:8.2")
def is_open_to_supply(table: Table, side: str, start: str, here: str, there: str) -> bool:
    """No line crosses unbridged rivers, forest off the road, enemy units or their zones; its first hex is exempt."""
    return not some((
        partial(_is_cut_by_water, table, here, there),
        partial(_is_forest_off_the_road, table, start, here, there),
        partial(enemy_at, table, side, there),
        partial(uncancelled_zoc_by, table, side, there),
    ))


def _is_cut_by_water(table: Table, here: str, there: str) -> bool:
    return bool(some((partial(is_blown, table, here, there), partial(is_unbridged_river, table, here, there))))


def _is_forest_off_the_road(table: Table, start: str, here: str, there: str) -> bool:
    """Whether a step goes into a forest hex, or out of one that the line has entered, other than along a road."""
    passed = (there,) if here == start else (there, here)
    return every((
        lambda: some(partial(_is_forest, table, number) for number in passed),
        lambda: not is_joined_by_road(table, here, there),
    ))


def _is_forest(table: Table, number: str) -> bool:
    return table.terrain(number) == "forest"


@defines("tdw:8.6")
def air_line(table: Table, number: str) -> list[str] | None:
    """A line of at most five hexes to the air supply marker, over the same ground."""
    markers = table.marker_hexes("air-supply")
    is_open = partial(is_open_to_supply, table, "allied", number)
    return trace(table, number, markers.__contains__, is_open, within=HEXES_TO_AIR_SUPPLY) if markers else None
