"""The ground that supply lines run over: the ends of the map, the sea, Holland, and the hexes near the enemy."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial

from rulebook.facts import Unknown, every, known, some
from rulebook.mechanics.tracing import Barren
from rulebook.sheets import Sheet
from rulebook.table import Table, Unit

FORTRESSES = {"french-fortress": "allied", "german-fortress": "german"}
EAST, PORT, WEST_AND_SOUTH = "east-edge", "channel-port", "west-south-edge"
LISTED = (*FORTRESSES, EAST, PORT, WEST_AND_SOUTH)
BEYOND = 99


@dataclass(frozen=True, eq=False)
class Ground:
    """What the position lists that can bar a side's lines or end them, gathered once for all of them."""

    near_enemies: frozenset[str]
    enemies_astray: tuple[str, ...]
    listed: dict[str, frozenset[str]]
    untold: tuple[str, ...] = ()
    barren: dict[str, Barren] = field(default_factory=lambda: {word: Barren() for word in LISTED})

    def is_off_the_map(self, table: Table, number: str) -> bool:
        """Whether a hex lies beyond a listed edge: rows run from north to south, places from east to west.

        Unknown where a hex of whose features nothing is told may be the edge.
        """
        row, place = _row_and_place(number)
        if self.untold:
            return bool(table.once(_is_beyond_an_edge, self, row, place))
        return row > self.south or place < self.east.get(row, place) or place > self.west.get(row, place)

    @cached_property
    def east(self) -> dict[int, int]:
        """The easternmost listed place of each row."""
        return dict(map(_row_and_place, sorted(self.listed[EAST], reverse=True)))

    @cached_property
    def west(self) -> dict[int, int]:
        """The westernmost listed place of each row but the last, which is the south edge."""
        rows = dict(map(_row_and_place, sorted(self.listed[WEST_AND_SOUTH])))
        return {row: place for row, place in rows.items() if row != self.south}

    @cached_property
    def south(self) -> int:
        return max((_row_and_place(number)[0] for number in self.listed[WEST_AND_SOUTH]), default=BEYOND)

    def edges(self, table: Table, word: str) -> Iterator[tuple[int, int, Callable[[], bool]]]:
        """The row and place of each hex that is listed with an edge, or may have it, and whether it has."""
        for number in {**dict.fromkeys(self.listed[word]), **dict.fromkeys(self.untold)}:
            yield *_row_and_place(number), partial(table.has_feature, number, word)

    def is_fortress(self, number: str) -> bool:
        return any(number in self.listed[word] for word in FORTRESSES)

    def has_enemies_near(self, table: Table, number: str) -> bool:
        """Whether an enemy is posted in the hex or next to it; unknown if one could be there unposted."""
        if number in self.near_enemies:
            return True
        table.others_may_be()
        if self.enemies_astray:
            raise Unknown({f"map.hexes.{there}.place": None for there in self.enemies_astray})
        return False


def ground_of(table: Table, side: str) -> Ground:
    """The ground as a side's supply lines meet it."""
    with table.aside():
        places = [unit.hex for unit in table.units() if unit.is_placed and not is_known_friend(unit, side)]
    near = (near for number in places if _is_on_the_map(number) for near in (number, *table.around(number)))
    astray = tuple(number for number in places if not _is_on_the_map(number))
    listed = {word: frozenset(filter(_is_on_the_map, table.listed_with(word))) for word in LISTED}
    return Ground(frozenset(near), astray, listed, table.layout.sheet.once(_untold))


def _untold(sheet: Sheet) -> tuple[str, ...]:
    """The hexes that are posted without a word on their features; those that the book names are no other edges."""
    untold = (number for number, facts in sheet.facts.hexes.items() if facts.features is None)
    return tuple(number for number in untold if _is_on_the_map(number) and number not in sheet.game.printed_hexes)


def _is_beyond_an_edge(table: Table, over: Ground, row: int, place: int) -> bool:
    return bool(some((
        partial(table.once, _is_south_of_all, over, row),
        partial(_is_past, [(there, is_edge) for at, there, is_edge in over.edges(table, EAST) if at == row], place, -1),
        partial(_is_west_of_its_row, table, over, row, place),
    )))


def _is_south_of_all(table: Table, over: Ground, row: int) -> bool:
    """Whether the south edge lies further north."""
    return _is_past([(at, is_edge) for at, _, is_edge in over.edges(table, WEST_AND_SOUTH)], row, 1)


def _is_west_of_its_row(table: Table, over: Ground, row: int, place: int) -> bool:
    """The last row is the south edge, and ends nowhere."""
    ends = [(there, is_edge) for at, there, is_edge in over.edges(table, WEST_AND_SOUTH) if at == row]
    further = [is_edge for at, _, is_edge in over.edges(table, WEST_AND_SOUTH) if at > row]
    return bool(every((partial(_is_past, ends, place, 1), partial(some, further))))


def _is_past(edges: list[tuple[int, Callable[[], bool]]], place: int, way: int) -> bool:
    """Whether a place lies beyond all the edges that there are, on the way outwards."""
    inside = [is_edge for at, is_edge in edges if (at - place) * way < 0]
    outside = [is_edge for at, is_edge in edges if (at - place) * way >= 0]
    return bool(every((lambda: not some(outside), partial(some, inside))))


def _is_on_the_map(number: str) -> bool:
    """Whether a hex has a place, and is not merely described."""
    return not number.startswith("?")


def _row_and_place(number: str) -> tuple[int, int]:
    return int(number[:2]), int(number[2:])


def is_known_friend(unit: Unit, side: str) -> bool:
    return bool(known(lambda: unit.side) == side)


def friend_at(table: Table, side: str, number: str) -> Unit | None:
    """A posted unit of the side in the hex."""
    return next((unit for unit in table.units_at(number) if is_known_friend(unit, side)), None)


def is_sea_or_dutch(table: Table, here: str, there: str) -> bool:
    """Whether a hex, or the side by which it is entered, is all sea or Dutch."""
    if known(partial(table.terrain, there)) == "sea" or known(partial(table.country, there)) == "holland":
        return True
    return table.side_has(here, there, "sea") or table.side_has(here, there, "dutch")


def controller(table: Table, number: str) -> str:
    """Who controls a hex (3.5): whoever stands in it, else as posted; a fortress that never fell is its builder's."""
    if table.units_at(number):
        return table.units_at(number)[0].side
    builder = next((side for word, side in FORTRESSES.items() if known(partial(table.has_feature, number, word))), None)
    if builder and known(partial(table.control, number)) is None and not table.has_feature(number, "supply-lost"):
        return builder
    return table.control(number)


def has_fallen(table: Table, enemy: str, number: str) -> bool:
    """Whether a port or fortress is, or ever was, in the hands of the enemy of those who had it first."""
    return bool(some((
        lambda: known(lambda: controller(table, number)) == enemy,
        lambda: table.has_feature(number, "supply-lost"),
    )))
