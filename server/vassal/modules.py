"""The module of a game: the boards of its maps, with their grids, out of its build file."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from pydantic import ValidationError

from server.vassal.archives import LARGEST_BUILD_FILE, LARGEST_MODULE, BadSave, beginning, part, told
from server.vassal.grids import Board, Grid, Points, Zone

BUILD = "VASSAL.build.module"
MAPS = (f"{BUILD}.Map", f"{BUILD}.PrivateMap", f"{BUILD}.PlayerHand")
BOARD = f"{BUILD}.map.boardPicker.Board"
INSIDE = f"{BUILD}.map.boardPicker.board"
HEXES, ZONES = f"{INSIDE}.HexGrid", f"{INSIDE}.ZonedGrid"
ZONE, NUMBERS = f"{INSIDE}.mapgrid.Zone", f"{INSIDE}.mapgrid.HexGridNumbering"
BUILD_FILES = ("buildFile.xml", "buildFile")
SETTINGS = frozenset(Grid.model_fields) - {"edges", "size", "tolerance"}


class Module:
    """A module file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        content = part(path, BUILD_FILES, LARGEST_MODULE, LARGEST_BUILD_FILE)
        if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
            raise BadSave(f"{path}: its build file declares entities, which no module needs")
        try:
            self.root = ElementTree.fromstring(content)
        except ElementTree.ParseError as bad:
            raise BadSave(f"{path}: its build file cannot be read: {bad}") from None

    def boards(self, changes: dict[str, Any]) -> list[Board]:
        """Every board that has hexes, with the settings that a profile changes."""
        found: list[Board] = []
        for index, element in enumerate(each for each in self.root.iter() if each.tag in MAPS):
            names = frozenset({element.get("mapName", ""), f"Map{index}"})
            boards = [board for board in element.iter(BOARD) if next(board.iter(HEXES), None) is not None]
            found += [self._board(names, element, board, changes) for board in boards]
        return found

    def _board(
        self, names: frozenset[str], element: ElementTree.Element, board: ElementTree.Element, changes: dict[str, Any]
    ) -> Board:
        edges = (_number(element, "edgeWidth"), _number(element, "edgeHeight"))
        given = {"edges": edges, "size": self._size(board)} | changes
        zoned = board.find(ZONES)
        zones = [] if zoned is None else [_zone(zone, zoned, given) for zone in zoned.findall(ZONE)]
        return Board(names, _grid(board if zoned is None else zoned, given), edges, tuple(zones))

    def _size(self, board: ElementTree.Element) -> tuple[float, float] | None:
        """The size of the board: its own, or that of its picture."""
        if board.get("image"):
            return image_size(self.path, f"images/{board.get('image')}")
        size = (_number(board, "width"), _number(board, "height"))
        return size if all(size) else None


def _number(element: ElementTree.Element, name: str) -> float:
    try:
        return float(element.get(name) or 0)
    except ValueError:
        raise BadSave(f"the module's {name}={element.get(name)!r} is no number") from None


def _zone(zone: ElementTree.Element, zoned: ElementTree.Element, given: dict[str, Any]) -> Zone:
    own = _grid(zone, given)
    grid = _grid(zoned, given) if zone.get("useParentGrid") == "true" else own
    return Zone(_outline(zone.get("path") or ""), grid)


def _outline(path: str) -> Points:
    try:
        pairs = [point.split(",") for point in path.split(";") if point.strip()]
        return tuple((float(x), float(y)) for x, y in pairs)
    except ValueError:
        raise BadSave(f"the outline of a zone cannot be read: {path[:60]!r}") from None


def _grid(holder: ElementTree.Element, given: dict[str, Any]) -> Grid | None:
    """The grid right inside a board or a zone."""
    element = holder.find(HEXES)
    if element is None:
        return None
    numbers = element.find(NUMBERS)
    settings = dict(element.attrib) | (dict(numbers.attrib) if numbers is not None else {})
    try:
        return Grid.model_validate({name: settings[name] for name in SETTINGS if name in settings} | given)
    except ValidationError as wrong:
        raise BadSave(f"the grid of the module cannot be used: {told(wrong.errors()[0])}") from None


def image_size(path: Path, name: str) -> tuple[float, float] | None:
    """The size of a picture of the module, where its format tells it at once."""
    return next(_sizes(beginning(path, name, 24)), None)


def _sizes(head: bytes) -> Iterator[tuple[float, float]]:
    if head.startswith(b"\x89PNG") and len(head) >= 24:
        yield struct.unpack(">II", head[16:24])
    elif head.startswith(b"GIF8") and len(head) >= 10:
        yield struct.unpack("<HH", head[6:10])
