"""The ground that supply lines run over: the ends of the map, the sea, Holland, and the hexes near the enemy."""

from dataclasses import dataclass, field
from functools import cached_property, partial

from rulebook.facts import Unknown, known, some
from rulebook.table import Table, Unit

FORTRESSES = {"french-fortress": "allied", "german-fortress": "german"}
EAST, PORT, WEST_AND_SOUTH = "east-edge", "channel-port", "west-south-edge"
LISTED = (*FORTRESSES, EAST, PORT, WEST_AND_SOUTH)
BEYOND = 99


@dataclass(frozen=True)
class Ground:
    """What the position lists that can bar a side's lines or end them, gathered once for all of them."""

    near_enemies: frozenset[str]
    enemies_astray: tuple[str, ...]
    listed: dict[str, frozenset[str]]
    barren: dict[str, set[str]] = field(default_factory=lambda: {word: set() for word in LISTED})

    def is_off_the_map(self, number: str) -> bool:
        """Whether a hex lies beyond a listed edge: rows run from north to south, places from east to west."""
        row, place = _row_and_place(number)
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
    return Ground(frozenset(near), astray, listed)


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
