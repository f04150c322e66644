"""Where hexes lie on paper: centres, corners and sides, from the numbers of a map."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple

from rulebook import printed
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.hexes import Grid

# From the centre of a hex to its corners.
RADIUS = 40.0
HALF = RADIUS * sqrt(3) / 2
# Named hexes with no more than this between them belong on one piece of map.
NEAR = 4
GAP = RADIUS


class Point(NamedTuple):
    x: float
    y: float

    def moved(self, dx: float, dy: float) -> "Point":
        return Point(self.x + dx, self.y + dy)

    def towards(self, other: "Point", share: float) -> "Point":
        """The point that lies at this share of the way to another."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)

    def short_of(self, other: "Point", distance: float) -> "Point":
        """The point on the way to another, this distance before it."""
        length = hypot(other.x - self.x, other.y - self.y)
        return self.towards(other, max(0.0, 1 - distance / length) if length else 0.0)


def written(number: float) -> str:
    """A coordinate, no longer than it need be."""
    return f"{number:.1f}".removesuffix(".0") if abs(number) >= 0.05 else "0"


def at(point: Point) -> str:
    """A place as attributes."""
    return f'x="{written(point.x)}" y="{written(point.y)}"'


def moved_to(point: Point) -> str:
    return f'transform="translate({written(point.x)} {written(point.y)})"'


def points(several: Iterable[Point]) -> str:
    return " ".join(f"{written(point.x)},{written(point.y)}" for point in several)


@dataclass(frozen=True)
class Paper:
    """A game's map on paper: rows of hexes stand on a corner, columns on a side."""

    grid: Grid
    heading: tuple[str, str]

    @classmethod
    def of(cls, game: Game) -> "Paper":
        return _paper(game.key)

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The corners of a hex around its centre, clockwise."""
        start = -pi / 2 if self.grid.lines == "rows" else 0.0
        angles = [start + turn * pi / 3 for turn in range(6)]
        return tuple(Point(RADIUS * cos(angle), RADIUS * sin(angle)) for angle in angles)

    @property
    def top(self) -> float:
        """How far a hex reaches above its centre."""
        return RADIUS if self.grid.lines == "rows" else HALF

    @property
    def counter_drop(self) -> float:
        """How far below the centre counters stand, for the number to be read above them."""
        return 6.0 if self.grid.lines == "rows" else 4.0

    @property
    def number_drop(self) -> float:
        """How far below the top of a hex its number stands."""
        return 22.0 if self.grid.lines == "rows" else 12.0

    def centre(self, number: str) -> Point:
        hexagon = self.grid.hex(number)
        if self.grid.lines == "rows":
            along, across = (hexagon.q + hexagon.r / 2) * 2 * HALF, hexagon.r * 1.5 * RADIUS
        else:
            along, across = hexagon.q * 1.5 * RADIUS, (hexagon.r + hexagon.q / 2) * 2 * HALF
        return Point(-along if "west" in self.heading else along, -across if "north" in self.heading else across)

    def outline(self, centre: Point) -> list[Point]:
        return [centre.moved(*corner) for corner in self.corners]

    def side(self, one: Point, other: Point) -> tuple[Point, Point]:
        """The ends of the side between two hexes, from their centres."""
        middle = one.towards(other, 0.5)
        dx, dy = (other.y - one.y) / (4 * HALF) * RADIUS, (one.x - other.x) / (4 * HALF) * RADIUS
        return middle.moved(-dx, -dy), middle.moved(dx, dy)


@lru_cache(maxsize=16)
def _paper(key: str) -> Paper:
    game = GAMES[key]
    usual = ("south", "east") if game.grid.lines == "rows" else ("east", "south")
    stated = printed.book(key)["grid"].get("heading", usual)
    return Paper(game.grid, (stated[0], stated[1]))


def box(grid: Grid, numbers: Iterable[str], around: int) -> list[str]:
    """Every hex of the map between these, and so many around them; they are of one map."""
    named = list(numbers)
    letter = named[0][:-4]
    lines, places = [int(each[-4:-2]) for each in named], [int(each[-2:]) for each in named]
    return [
        number
        for line in range(min(lines) - around, max(lines) + around + 1)
        for place in range(min(places) - around, max(places) + around + 1)
        if min(line, place) >= 0 and grid.contains(number := f"{letter}{line:02}{place:02}")
    ]


def clusters(grid: Grid, numbers: Iterable[str]) -> list[list[str]]:
    """The hexes in groups that lie near each other, in the order in which they are first named."""
    groups: list[list[str]] = []
    for number in dict.fromkeys(numbers):
        touched = [group for group in groups if any(grid.distance(number, other) <= NEAR for other in group)]
        merged = [*(each for group in touched for each in group), number]
        first = groups.index(touched[0]) if touched else len(groups)
        groups = [group for group in groups if group not in touched]
        groups.insert(first, merged)
    return groups


class Sheet:
    """Pieces of a map side by side: where each hex drawn lies, and how large it all is."""

    def __init__(self, paper: Paper, pieces: Iterable[Iterable[str]]) -> None:
        self.paper = paper
        self.centres: dict[str, Point] = {}
        self.width = self.height = 0.0
        for piece in pieces:
            self._add([number for number in piece if number not in self.centres])

    def _add(self, piece: list[str]) -> None:
        if not piece:
            return
        centres = {number: self.paper.centre(number) for number in piece}
        reach = (HALF, RADIUS) if self.paper.grid.lines == "rows" else (RADIUS, HALF)
        left, top = (min(point[axis] for point in centres.values()) - reach[axis] for axis in (0, 1))
        start = self.width + GAP if self.width else 0.0
        self.centres |= {number: point.moved(start - left, -top) for number, point in centres.items()}
        self.width = start + max(point.x for point in centres.values()) - left + reach[0]
        self.height = max(self.height, max(point.y for point in centres.values()) - top + reach[1])

    def legs(self, path: Iterable[str]) -> list[list[Point]]:
        """A path as lines, broken where it leaves what is drawn."""
        found: list[list[Point]] = [[]]
        for one, other in pairwise([*path, ""]):
            if one in self.centres:
                found[-1].append(self.centres[one])
            if one not in self.centres or other not in self.centres:
                found.append([])
        return [leg for leg in found if leg]
