"""The ground of a board: terrain, features, control, roads, hex sides, numbers."""

from collections.abc import Iterable, Mapping
from itertools import chain

from markupsafe import escape

from rulebook.game import Game
from rulebook.layout import Layout
from rulebook.position import HexFacts
from server.board.counters import side_number
from server.board.geometry import HALF, Point, Sheet, at, points, written
from server.board.looks import look
from server.board.symbols import GROUND

NOTHING = HexFacts()
FEATURE_STEP = 15.0


class Ground:
    """What is drawn under the counters of one position."""

    def __init__(self, game: Game, layout: Layout, sheet: Sheet, key: str, lang: str) -> None:
        self.game, self.layout, self.sheet, self.key, self.lang = game, layout, sheet, key, lang

    def drawn(self, marks: Mapping[str, str]) -> str:
        """Hexes first, then what lies over several of them, then their marks and numbers."""
        centres = self.sheet.centres
        return "".join(
            chain(
                (self.hex(number, centre) for number, centre in centres.items()),
                self._roads(),
                self._sides(),
                (self._mark(centres[number], kind) for number, kind in marks.items() if number in centres),
                (self._number(number, centre) for number, centre in centres.items()),
            )
        )

    # One hex

    def facts(self, number: str) -> HexFacts:
        """What is known of a hex: as posted, else as every hex that is not listed."""
        posted = self.layout.map.hexes.get(number)
        return posted or self.layout.map.elsewhere or NOTHING

    def features(self, number: str) -> list[str]:
        """The features posted, and those that the rulebook prints there."""
        printed: list[str] = self.game.printed_hex(number).get("features", [])
        return list(dict.fromkeys([*(self.facts(number).features or ()), *printed]))

    def hex(self, number: str, centre: Point) -> str:
        facts, is_listed = self.facts(number), number in self.layout.map.hexes
        kind = look("terrain", facts.terrain) if facts.terrain else "unknown"
        where = at(centre)
        strewn = f'<use href="#{self.key}-ground-{kind}" {where}/>' if GROUND.get(kind) else ""
        control = side_number(self.game, facts.control) if is_listed else 0
        ring = f'<use class="control side-{control}" href="#{self.key}-inner" {where}/>' if control else ""
        told = f"<title>{escape(self.described(number))}</title>"
        ground = f'<use class="ground terrain-{kind}" href="#{self.key}-hex" {where}/>{strewn}'
        return f'<g class="hex" data-hex="{escape(number)}">{told}{ground}{ring}{self._features(number, centre)}</g>'

    def _features(self, number: str, centre: Point) -> str:
        names = list(dict.fromkeys(look("features", word) for word in self.features(number)))
        first = centre.x - FEATURE_STEP * (len(names) - 1) / 2
        y = written(centre.y + HALF - 9)
        return "".join(
            f'<use href="#{self.key}-feature-{name}" x="{written(first + FEATURE_STEP * place)}" y="{y}"/>'
            for place, name in enumerate(names)
        )

    def _number(self, number: str, centre: Point) -> str:
        name = str(self.game.printed_hex(number).get("name", ""))
        paper = self.sheet.paper
        y = written(centre.y - paper.top + paper.number_drop)
        text = f'<text class="number" x="{written(centre.x)}" y="{y}">{number}</text>'
        if not name or number in self.layout.by_hex:
            return text
        return f'{text}<text class="place" x="{written(centre.x)}" y="{written(centre.y + 5)}">{escape(name)}</text>'

    def _mark(self, centre: Point, kind: str) -> str:
        return f'<use class="mark mark-{escape(kind)}" href="#{self.key}-inner" {at(centre)}/>'

    def described(self, number: str) -> str:
        """A hex in words."""
        facts, words = self.facts(number), self.game.vocabulary
        name = self.game.printed_hex(number).get("name")
        told = [words["terrain"].get(facts.terrain, {}).get(self.lang) if facts.terrain else None]
        told += [words["features"].get(word, {}).get(self.lang, word) for word in self.features(number)]
        told += [words["sides_of_play"].get(facts.control, {}).get(self.lang) if facts.control else None]
        return ", ".join([f"{number} {name}" if name else number, *(each for each in told if each)])

    # What lies over several

    def _roads(self) -> Iterable[str]:
        for ends in sorted(self.layout.sheet.roads or ()):
            one, other = ends.split("/")
            if one in self.sheet.centres and other in self.sheet.centres:
                line = points((self.sheet.centres[one], self.sheet.centres[other]))
                yield f'<polyline class="road" points="{line}"/>'

    def _sides(self) -> Iterable[str]:
        posted = {key: list(words) for key, words in self.layout.sheet.sides.items()}
        for key, words in self.game.printed_sides.items():
            posted[key] = list(dict.fromkeys([*posted.get(key, ()), *words]))
        for key, words in posted.items():
            one, other = (self.sheet.centres.get(number) for number in key.split("/"))
            if one and other:
                yield from (self._side(one, other, word) for word in words)

    def _side(self, one: Point, other: Point, word: str) -> str:
        kind = look("sides", word)
        told = f"<title>{escape(self.game.vocabulary['sides'].get(word, {}).get(self.lang, word))}</title>"
        start, end = self.sheet.paper.side(one, other)
        if kind in ("bridge", "blown-bridge"):
            middle = start.towards(end, 0.5)
            over = (middle.towards(one, 0.3), middle.towards(other, 0.3))
            return f'<polyline class="side side-{kind}" points="{points(over)}">{told}</polyline>'
        return f'<polyline class="side side-{kind}" points="{points((start, end))}">{told}</polyline>'
