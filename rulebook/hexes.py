"""Hexes in axial coordinates, and the grids that number them as a map prints them."""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple


class Hex(NamedTuple):
    """A hex in axial coordinates: the third cube coordinate is -q-r."""

    q: int
    r: int

    def distance(self, other: "Hex") -> int:
        dq, dr = self.q - other.q, self.r - other.r
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def neighbours(self) -> tuple["Hex", ...]:
        """The six hexes around this one, in circular order."""
        return tuple(Hex(self.q + dq, self.r + dr) for dq, dr in DIRECTIONS)


# Hexes of two maps are at no distance that a rule could ask for.
APART = 1_000
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True)
class Grid:
    """A map's printed numbers: two digits of line, two of place in the line, after an optional map letter.

    `lines` says whether a line is a row or a column of the map, and `shifted` which lines sit half a hex
    further on: towards higher places. `short` lines end one place sooner than the others.
    """

    lines: Literal["rows", "columns"]
    shifted: Literal["odd", "even"]
    first: tuple[int, int]
    last: tuple[int, int]
    letters: tuple[str, ...] = ("",)
    short: Literal["odd", "even"] | None = None

    def contains(self, number: str) -> bool:
        """Whether this is a hex number of the map."""
        return number in self._neighbours

    def strangers(self, numbers: Set[str]) -> Set[str]:
        """Those of these numbers that the map does not have."""
        known = self._neighbours.keys()
        return frozenset() if numbers <= known else numbers - known

    def neighbours(self, number: str) -> tuple[str, ...]:
        """The printed numbers around a hex, in circular order, less those off the map."""
        return self.around[number]

    def sides(self, number: str) -> tuple[str | None, ...]:
        """The six neighbours in circular order, None where the map ends: opposite sides are three apart."""
        return self._neighbours[number]

    def are_adjacent(self, one: str, other: str) -> bool:
        return other in self._neighbours[one]

    def distance(self, one: str, other: str) -> int:
        """How many hexes apart they are; those of different maps are apart by more than any map is wide."""
        if one[:-4] != other[:-4]:
            return APART
        return self.hex(one).distance(self.hex(other))

    def hex(self, number: str) -> Hex:
        found = self._hexes.get(number)
        if found is None:
            found = self._hexes[number] = self._hex_of(number)
        return found

    def _hex_of(self, number: str) -> Hex:
        line, place = int(number[-4:-2]), int(number[-2:])
        return Hex(place - self._offset(line), line) if self.lines == "rows" else Hex(line, place - self._offset(line))

    def number(self, hexagon: Hex, letter: str = "") -> str:
        line = hexagon.r if self.lines == "rows" else hexagon.q
        place = (hexagon.q if self.lines == "rows" else hexagon.r) + self._offset(line)
        return f"{letter}{line:02}{place:02}"

    def numbers(self) -> Iterator[str]:
        """Every number of the map."""
        for letter in self.letters:
            for line in range(self.first[0], self.last[0] + 1):
                for place in range(self.first[1], self._last_place(line) + 1):
                    yield f"{letter}{line:02}{place:02}"

    def within(self, number: str, distance: int) -> list[str]:
        """The hexes at most so far from this one, itself included."""
        return [near for near in self._neighbours if self.distance(number, near) <= distance]

    def _last_place(self, line: int) -> int:
        return self.last[1] - (self.short == ("odd" if line & 1 else "even"))

    def _offset(self, line: int) -> int:
        return (line - (line & 1)) // 2 if self.shifted == "odd" else (line + (line & 1)) // 2

    @cached_property
    def _hexes(self) -> dict[str, Hex]:
        return {}

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str | None, ...]]:
        numbers = dict.fromkeys(self.numbers())
        return {number: tuple(near if near in numbers else None for near in self._around(number)) for number in numbers}

    @cached_property
    def around(self) -> dict[str, tuple[str, ...]]:
        """The same of every hex."""
        return {number: tuple(near for near in sides if near) for number, sides in self._neighbours.items()}

    def _around(self, number: str) -> Iterator[str]:
        for near in self.hex(number).neighbours():
            yield self.number(near, number[:-4])


def side_key(one: str, other: str) -> str:
    """The name of a hex side, the same whichever hex comes first."""
    return f"{one}/{other}" if one < other else f"{other}/{one}"
