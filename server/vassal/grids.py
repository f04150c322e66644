"""The grid of a VASSAL board: which hex a point of the map lies in, numbered as the module numbers it."""

from dataclasses import dataclass
from math import floor, hypot
from string import ascii_uppercase
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from server.vassal.archives import BadSave


class Grid(BaseModel):
    """A hex grid and its numbering, each setting under the name it has in VASSAL's editor and build file.

    `tolerance` is how far from the middle of its hex a piece may lie, as a share of the hex: a piece that lies further
    off stands between hexes. `size` is that of the board, needed where numbers run downwards.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    dx: float = Field(gt=0)
    dy: float = Field(gt=0)
    x0: float = 0
    y0: float = 32
    sideways: bool = False
    first: Literal["H", "V"] = "H"
    sep: str = ""
    hType: Literal["N", "A"] = "N"  # noqa: N815
    vType: Literal["N", "A"] = "N"  # noqa: N815
    hLeading: int = Field(1, ge=0, le=9)  # noqa: N815
    vLeading: int = Field(1, ge=0, le=9)  # noqa: N815
    hOff: int = 1  # noqa: N815
    vOff: int = 1  # noqa: N815
    hDescend: bool = False  # noqa: N815
    vDescend: bool = False  # noqa: N815
    stagger: bool = True
    edges: tuple[float, float] = (0, 0)
    size: tuple[float, float] | None = None
    tolerance: float = Field(0.3, gt=0, le=1)

    def number(self, x: float, y: float) -> str | None:
        """The number of the hex in the middle of which this point of the map lies; None between hexes."""
        local = (x - self.edges[0], y - self.edges[1])
        across, along = (local[1], local[0]) if self.sideways else local
        column = floor((across - self.x0) / self.dx + 0.5)
        shift = self.dy / 2 if column % 2 else 0.0
        row = floor((along - self.y0 - shift) / self.dy + 0.5)
        off = hypot(across - self.x0 - column * self.dx, along - self.y0 - shift - row * self.dy)
        return self._named(column, row) if off <= self.tolerance * self.dy else None

    def _named(self, raw_column: int, raw_row: int) -> str:
        """The number as VASSAL makes it, from the count of hexes across and along."""
        column, row = raw_column, raw_row
        across_down, along_down = (self.vDescend, self.hDescend) if self.sideways else (self.hDescend, self.vDescend)
        if across_down:
            column = self._most(self.sideways) - column
        if along_down:
            row = self._most(not self.sideways) - row
        if self.stagger and raw_column % 2:
            row += -1 if along_down else 1
        upright = _written(row + self.vOff, self.vType, self.vLeading)
        level = _written(column + self.hOff, self.hType, self.hLeading)
        return f"{level}{self.sep}{upright}" if self.first == "H" else f"{upright}{self.sep}{level}"

    def _most(self, is_upright: bool) -> int:
        """From where numbers run downwards: VASSAL divides the height by the width of a hex, and the other way."""
        if self.size is None:
            raise BadSave("the numbers of this grid run downwards: give its board's size, as in size = [3300, 2550]")
        return floor(self.size[1] / self.dx + 0.5) if is_upright else floor(self.size[0] / self.dy + 0.5)


def _written(number: int, kind: str, leading: int) -> str:
    sign, size = ("-" if number < 0 else ""), abs(number)
    if kind == "A":
        return sign + ascii_uppercase[size % 26] * (size // 26 + 1)
    return f"{sign}{size:0{leading + 1}}"


Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Zone:
    """A part of a board: what grid it has, if any."""

    outline: Points
    grid: Grid | None

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside: a line from it crosses the outline an odd number of times."""
        inside = False
        for (x1, y1), (x2, y2) in zip(self.outline, (*self.outline[1:], *self.outline[:1]), strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


@dataclass(frozen=True)
class Board:
    """The board of a map: its zones, the first that holds a point deciding, and the grid of the rest."""

    maps: frozenset[str]
    grid: Grid | None
    edges: tuple[float, float] = (0, 0)
    zones: tuple[Zone, ...] = ()

    def number(self, x: float, y: float) -> str | None:
        """The number of the hex at a point of the map, if it has one."""
        grid = self._grid_at(x, y)
        return grid.number(x, y) if grid else None

    def is_between(self, x: float, y: float) -> bool:
        """Whether a point has hexes around it, and lies in the middle of none."""
        return self._grid_at(x, y) is not None and self.number(x, y) is None

    def _grid_at(self, x: float, y: float) -> Grid | None:
        local = (x - self.edges[0], y - self.edges[1])
        zone = next((zone for zone in self.zones if zone.contains(*local)), None)
        return zone.grid if zone else self.grid
