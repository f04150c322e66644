"""A position as an SVG."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from markupsafe import escape

from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.layout import Layout
from rulebook.position import Position, UnitFacts
from server.board.counters import stack
from server.board.geometry import RADIUS, Paper, Point, Sheet, at, box, clusters, moved_to, points, written
from server.board.ground import Ground
from server.board.symbols import definitions
from server.words import BOARD

STYLE = Path(__file__).parents[1] / "static" / "board.css"
MARGIN = 6.0
TRAY = 62.0
HEX_FIELDS = ("target", "to", "hex")
HEX_LISTS = ("path", "trail", "sides")
UNIT_LISTS = ("units", "support", "attackers")
AT_LEAST = 3


def draw(
    game: str,
    position: Position | Mapping[str, Any],
    *,
    action: Mapping[str, Any] | None = None,
    marks: Mapping[str, str] | None = None,
    lang: str = "en",
    key: str = "board",
    around: int = 1,
    alone: bool = False,
) -> str:
    """The board of a position, with what an action does on it: see `server.board`."""
    return _Board(GAMES[game], _read(game, position), action or {}, lang, key, around).drawn(marks or {}, alone)


def _read(game: str, position: Position | Mapping[str, Any]) -> Position:
    if isinstance(position, Position):
        return position
    return Position.model_validate_json(json.dumps({"game": game, **position}))


class _Board:
    """One drawing in the making."""

    def __init__(
        self, game: Game, position: Position, action: Mapping[str, Any], lang: str, key: str, around: int
    ) -> None:
        self.game, self.position, self.action, self.lang, self.key = game, position, action, lang, key
        self.layout = Layout(game, position)
        self.sheet = Sheet(Paper.of(game), self._pieces(around))
        self.ground = Ground(game, self.layout, self.sheet, key, lang)
        self.acting = frozenset(str(each) for field in UNIT_LISTS for each in action.get(field) or ())
        self.apart = [unit for unit in position.units if unit.hex not in self.sheet.centres]
        self.nowhere = [number for number in self.layout.map.hexes if number.startswith("?")]

    def _pieces(self, around: int) -> list[list[str]]:
        grid = self.game.grid
        named = [number for number in self._named() if grid.contains(number)]
        return [box(grid, group, around) for group in clusters(grid, named)]

    def _named(self) -> Iterable[str]:
        """The hexes that the position and the action speak of, those with units first."""
        yield from self.layout.by_hex
        for field in HEX_LISTS:
            yield from self.action.get(field) or ()
        yield from (self.action[field] for field in HEX_FIELDS if self.action.get(field))
        yield from self.layout.map.hexes
        for ends in (*self.layout.sheet.sides, *(self.layout.sheet.roads or ())):
            yield from ends.split("/")
        yield from (marker.hex for marker in self.position.markers or () if marker.hex)

    # The whole

    def drawn(self, marks: Mapping[str, str], alone: bool) -> str:
        over = (self._counters(), self._target(), self._attacks(), self._path(), self._tray())
        title = f'<title id="{self.key}-title">{escape(self._title())}</title>'
        told = f'<desc id="{self.key}-desc">{escape(self._told())}</desc>'
        symbols = definitions(self.sheet.paper, self.key)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{self._view()}" role="img" '
            f'aria-labelledby="{self.key}-title {self.key}-desc" lang="{self.lang}">'
            f"{title}{told}{_style() if alone else ''}{symbols}{self.ground.drawn(marks)}{''.join(over)}</svg>"
        )

    def _view(self) -> str:
        width = self._width()
        height = self.sheet.height + TRAY * self._tray_rows(width)
        sizes = (-MARGIN, -MARGIN, width + 2 * MARGIN, max(height, TRAY) + 2 * MARGIN)
        return " ".join(written(size) for size in sizes)

    def _width(self) -> float:
        """As wide as the map, or as a tray of a few things."""
        return max(self.sheet.width, TRAY * min(AT_LEAST, len(self.apart) + len(self.nowhere)), RADIUS * 2)

    def _title(self) -> str:
        colon = " : " if self.lang == "fr" else ": "
        return f"{self.game.book['title'][self.lang]}{colon}{BOARD['board'][self.lang]}"

    def _told(self) -> str:
        """The position in words: who stands where, on what."""
        words = BOARD
        stands = [
            f"{', '.join(self._named_unit(unit) for unit in self._at(number))}: {self.ground.described(number)}"
            for number in self.layout.by_hex
        ]
        off = [self._named_unit(unit) for unit in self.position.units if unit.hex is None]
        away = [f"{words['off_map'][self.lang]}: {', '.join(off)}"] if off else []
        path = self.action.get("path")
        way = [f"{words['path'][self.lang]}: {' → '.join(path)}"] if path else []
        target = [f"{words['target'][self.lang]}: {self.action['target']}"] if self.action.get("target") else []
        return ". ".join([*stands, *away, *way, *target]) or words["empty"][self.lang]

    def _named_unit(self, unit: UnitFacts) -> str:
        kind = self.game.vocabulary["types"].get(unit.type or "", {}).get(self.lang)
        return f"{unit.id} ({kind})" if kind else unit.id

    def _at(self, number: str) -> list[UnitFacts]:
        return [self.layout.units[unit_id] for unit_id in self.layout.by_hex[number]]

    # Over the ground

    def _counters(self) -> str:
        placed = ((self._at(number), self.sheet.centres.get(number)) for number in self.layout.by_hex)
        drop = self.sheet.paper.counter_drop
        return "".join(self._stack(units, centre.moved(0, drop)) for units, centre in placed if centre)

    def _stack(self, units: list[UnitFacts], centre: Point) -> str:
        return stack(self.game, units, centre, self.key, self.lang, self.acting)

    def _path(self) -> str:
        legs = [leg for leg in self.sheet.legs(self.action.get("path") or ()) if leg[1:]]
        return self._arrows("path", ([leg[0].towards(leg[1], 0.3), *leg[1:]] for leg in legs))

    def _arrows(self, kind: str, lines: Iterable[Iterable[Point]]) -> str:
        head = f'marker-end="url(#{self.key}-arrow)"'
        return "".join(f'<polyline class="{kind}" {head} points="{points(line)}"/>' for line in lines)

    def _target(self) -> str:
        centre = self._aimed_at()
        return f'<use class="mark mark-target" href="#{self.key}-inner" {at(centre)}/>' if centre else ""

    def _aimed_at(self) -> Point | None:
        return self.sheet.centres.get(str(self.action.get("target") or ""))

    def _attacks(self) -> str:
        """An arrow from each hex that acts to the target."""
        target = self._aimed_at()
        if target is None:
            return ""
        hexes = dict.fromkeys(unit.hex for unit in self.position.units if unit.id in self.acting)
        starts = [self.sheet.centres[number] for number in hexes if number in self.sheet.centres]
        return self._arrows("strike", ((start.towards(target, 0.3), start.short_of(target, 22)) for start in starts))

    # Below it

    def _tray_rows(self, width: float) -> int:
        things, a_row = len(self.apart) + len(self.nowhere), max(1, int(width // TRAY))
        return -(-things // a_row)

    def _tray(self) -> str:
        """Hexes that have no number, and units that have no hex drawn."""
        a_row = max(1, int(self._width() // TRAY))

        def place(index: int) -> Point:
            return Point(TRAY * (index % a_row + 0.5), self.sheet.height + TRAY * (index // a_row + 0.5) + MARGIN)

        hexes = "".join(self._apart_hex(number, place(index)) for index, number in enumerate(self.nowhere))
        several = enumerate(self.apart, len(self.nowhere))
        return hexes + "".join(self._stack([unit], place(index)) for index, unit in several)

    def _apart_hex(self, number: str, centre: Point) -> str:
        facts = self.ground.hex(number, Point(0, 0))
        label = f'<text class="number" y="-22">{escape(number)}</text>'
        return f'<g class="apart" {moved_to(centre)}><g transform="scale(.7)">{facts}{label}</g></g>'


def _style() -> str:
    return f"<style>{STYLE.read_text(encoding='utf-8')}</style>"
