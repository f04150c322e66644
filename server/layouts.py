"""Part of a map as a page can draw it: where each hex lies, its neighbours, its symbols. The geometry stays here."""

from typing import Annotated, Any

from pydantic import Field

from rulebook.faults import BadRequest, Fault
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.hexes import DIRECTIONS, Hex
from server.board.geometry import HALF, RADIUS, Paper, Point, box
from server.board.looks import PLAIN, looks
from server.board.symbols import definitions
from server.shapes import Shape, Text

Json = dict[str, Any]
KEY = "table"
HexNumber = Annotated[str | None, Field(max_length=8)]


class LayoutQuery(Shape):
    """Two opposite corners of the part that is wanted; what lies off the map is left out."""

    first: Annotated[HexNumber, Field(description="a hex in one corner, as in 2024; without it the map's own")] = None
    last: Annotated[HexNumber, Field(description="a hex in the opposite corner, of the same map")] = None


class PrintedHex(Shape):
    """What the rulebook says of a hex."""

    name: str | None = None
    case: str | None = None
    terrain: str | None = None
    features: tuple[str, ...] = ()


class LayoutAnswer(Shape):
    """Part of a map on paper; lengths are in the units of its view."""

    game: str
    letter: str = Field(description="the map's letter, in a game that has several maps")
    letters: list[str]
    first: str
    last: str
    view: list[float] = Field(description="left, top, width and height of it all")
    radius: float = Field(description="from the centre of a hex to its corners")
    counter_drop: float = Field(description="how far below the centre counters stand")
    number_rise: float = Field(description="how far above the centre the number is written")
    edges: list[list[float]] = Field(description="the ends of the side towards each of the six neighbours")
    hexes: dict[str, list[Any]] = Field(description="by number: x, y, and the six neighbours in circular order")
    printed: dict[str, PrintedHex]
    printed_sides: dict[str, list[str]]
    looks: dict[str, dict[str, str]] = Field(description="by kind of word, the symbol or class that each is drawn with")
    plain: dict[str, str] = Field(description="the look of any other word")
    symbols: str = Field(description="the symbols, as the defs of an SVG; their names start with table-")


class ExampleAnswer(Shape):
    """A worked example of a rulebook, ready to be put to the umpire."""

    id: str
    game: str
    case: str
    told: Text
    position: Json
    action: Json


class ExampleTitle(Shape):
    id: str
    case: str
    told: Text


class ExamplesAnswer(Shape):
    game: str
    examples: list[ExampleTitle]


def layout_as_json(key: str, query: LayoutQuery) -> Json:
    """The part of the map that was asked for."""
    game = GAMES[key]
    paper = Paper.of(game)
    numbers = _numbers(game, query)
    centres = {number: paper.centre(number) for number in numbers}
    return {
        "game": key, "letter": numbers[0][:-4], "letters": list(game.grid.letters), "first": numbers[0],
        "last": numbers[-1], "view": _view(paper, centres), "radius": RADIUS, "counter_drop": paper.counter_drop,
        "number_rise": round(paper.top - paper.number_drop, 1), "edges": _edges(paper),
        "hexes": {
            number: [round(at.x, 1), round(at.y, 1), list(game.grid.sides(number))] for number, at in centres.items()
        },
        "printed": {number: _printed(game, number) for number in game.printed_hexes if number in centres},
        "printed_sides": {side: list(words) for side, words in game.printed_sides.items() if _is_within(side, centres)},
        "looks": _looks(game), "plain": PLAIN, "symbols": definitions(paper, KEY),
    }  # fmt: skip


def _numbers(game: Game, query: LayoutQuery) -> list[str]:
    """The hexes between the two corners."""
    letter = next((each[:-4] for each in (query.first, query.last) if each), game.grid.letters[0])
    ends = [f"{letter}{line:02}{place:02}" for line, place in (game.grid.first, game.grid.last)]
    asked = {"first": query.first or ends[0], "last": query.last or ends[1]}
    faults = [_fault(game, name, number, letter) for name, number in asked.items()]
    if any(faults):
        raise BadRequest([fault for fault in faults if fault])
    found = box(game.grid, asked.values(), 0)
    if not found:
        raise BadRequest([Fault("first", f"no hex of the map lies between {asked['first']} and {asked['last']}")])
    return found


def _fault(game: Game, name: str, number: str, letter: str) -> Fault | None:
    if number[:-4] in game.grid.letters and number[-4:].isascii() and number[-4:].isdigit() and number[-4:][3:]:
        return None if number[:-4] == letter else Fault(name, f"{number!r} lies on another map than the other corner")
    return Fault(name, f"{number!r} is no hex number of {game.key}", next(game.grid.numbers()))


def _view(paper: Paper, centres: dict[str, Point]) -> list[float]:
    wide, high = (HALF, RADIUS) if paper.grid.lines == "rows" else (RADIUS, HALF)
    xs, ys = [at.x for at in centres.values()], [at.y for at in centres.values()]
    return [round(each, 1) for each in (
        min(xs) - wide, min(ys) - high, max(xs) - min(xs) + 2 * wide, max(ys) - min(ys) + 2 * high,
    )]  # fmt: skip


def _edges(paper: Paper) -> list[list[float]]:
    """The sides of a hex around its centre, in the order of its neighbours."""
    here = Hex(20, 20)
    letter = paper.grid.letters[0]
    origin = paper.centre(paper.grid.number(here, letter))
    around = [paper.centre(paper.grid.number(Hex(here.q + dq, here.r + dr), letter)) for dq, dr in DIRECTIONS]
    sides = [paper.side(Point(0, 0), Point(at.x - origin.x, at.y - origin.y)) for at in around]
    return [[round(each, 1) for end in side for each in end] for side in sides]


def _printed(game: Game, number: str) -> Json:
    told = game.printed_hex(number)
    case = {"case": game.cite(told["case"])} if "case" in told else {}
    return case | {name: told[name] for name in ("name", "terrain", "features") if name in told}


def _is_within(side: str, centres: dict[str, Point]) -> bool:
    return all(number in centres for number in side.split("/"))


def _looks(game: Game) -> dict[str, dict[str, str]]:
    """The looks of this game's own words."""
    return {
        kind: {word: known[word] for word in game.words(kind) if word in known} for kind, known in looks().items()
    }
