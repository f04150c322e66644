"""Sets of hexes as whole numbers, one bit a hex: the neighbours of a thousand hexes are a few shifts.

Hexes lie in axial rows, with a gap between one row and the next, so that each of the six directions is one shift
wherever it starts.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, reduce
from itertools import compress
from operator import or_
from typing import NamedTuple

from rulebook.hexes import Grid

ONE = ord("1")
AS_FLAGS = bytes.maketrans(b"01", b"\0\1")


class Walls(NamedTuple):
    """For each direction the hexes that cannot be left that way, and all of those together."""

    closed: tuple[int, ...]
    beside: int


class Bits:
    """The hexes of a map, each with its bit."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        hexes = {number: grid.hex(number) for number in grid.numbers()}
        first_q, first_r = min(each.q for each in hexes.values()), min(each.r for each in hexes.values())
        self.width = max(each.q for each in hexes.values()) - first_q + 2
        sheet = (max(each.r for each in hexes.values()) - first_r + 2) * self.width
        sheets = {letter: place * sheet for place, letter in enumerate(grid.letters)}
        self.place = {
            number: sheets[number[:-4]] + (each.r - first_r) * self.width + each.q - first_q
            for number, each in hexes.items()
        }
        self._row = [""] * (max(self.place.values()) + 1)
        for number, place in self.place.items():
            self._row[place] = number
        self.all = self.of(self.place)

    def of(self, numbers: Iterable[str]) -> int:
        """The set of these hexes."""
        marks, place = bytearray(b"0") * len(self._row), self.place
        for number in numbers:
            marks[place[number]] = ONE
        marks.reverse()
        return int(marks, 2)

    def numbers(self, bits: int) -> Iterator[str]:
        """The hexes of a set, in the order of the map."""
        marks = f"{bits:b}".encode().translate(AS_FLAGS)[::-1]
        return compress(self._row, marks)

    def has(self, bits: int, number: str) -> bool:
        """Whether a hex is in a set."""
        return bool(bits >> self.place[number] & 1)

    def around(self, bits: int, walls: Walls | None = None) -> int:
        """Every hex next to one of these, across no wall."""
        if walls is not None and bits & walls.beside:
            return self.around(bits & ~walls.beside) | self._around_within(bits & walls.beside, walls)
        on, back = bits << 1, bits >> 1
        return (on | back | (bits | back) << self.width | (bits | on) >> self.width) & self.all

    def _around_within(self, bits: int, walls: Walls) -> int:
        found = 0
        for shift, wall in zip(self._shifts, walls.closed, strict=True):
            found |= _shifted(bits & ~wall, shift)
        return found & self.all

    @cached_property
    def _shifts(self) -> tuple[int, ...]:
        """By how far each direction moves a bit."""
        return 1, self.width, self.width - 1, -1, -self.width, 1 - self.width

    def flood(self, bits: int, through: int, walls: Walls | None = None) -> int:
        """Every hex from which one of these can be reached by way of open hexes alone, itself open or not.

        Each round goes on in every direction as far as it is open, in strides of 1, 2, 4 … hexes.
        """
        strides = [each for way in range(6) for each in self._strides(way, through, walls)]
        found, before = bits & through, -1
        while found != before:
            before = found
            for stride, landing in strides:
                found |= _shifted(found, stride) & landing
        return bits | self.around(found, walls)

    def _strides(self, way: int, through: int, walls: Walls | None) -> Iterator[tuple[int, int]]:
        """Strides of 1, 2, 4 … hexes in one direction, with the hexes each may land on: all that it passes is open."""
        stride = self._shifts[way]
        landing = through & ~_shifted(walls.closed[way], stride) if walls else through
        while landing:
            yield stride, landing
            landing &= _shifted(landing, stride)
            stride *= 2

    def walls(self, sides: Iterable[tuple[str, str]]) -> Walls | None:
        """What these hex sides close, both ways; None where they close nothing."""
        closed = [0] * 6
        for pair in sides:
            for one, other in (pair, pair[::-1]):
                shift = self.place[other] - self.place[one]
                closed[self._shifts.index(shift)] |= 1 << self.place[one]
        return Walls(tuple(closed), reduce(or_, closed)) if any(closed) else None


def _shifted(bits: int, shift: int) -> int:
    return bits << shift if shift > 0 else bits >> -shift
