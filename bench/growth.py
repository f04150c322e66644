"""How the cost of a check grows with what was posted, drawn into docs/growth.svg: `python bench/growth.py`."""

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.boards import Posted, board
from bench.run import MOVES, _check, _forget
from knowledge import desk

ROUNDS = 15
UNITS = (60, 200, 400, 600, 800, 1_000, 1_200, 1_400)
HEXES = (400, 600, 800, 1_000, 1_200, 1_400, 1_600, 2_000)
FEW_UNITS, ALL_HEXES = 60, 2_000
AGAIN = "seen before, another action"
PICTURE = Path(__file__).parents[1] / "docs" / "growth.svg"
COLOURS = ("#1f4e79", "#b5541c", "#3c7d3c")
WIDTH, HEIGHT, LEFT, TOP, PANEL, GAP = 860, 380, 60, 40, 330, 90
DOWN = HEIGHT - TOP - 90


@dataclass(frozen=True)
class Line:
    """One line of a panel: what was measured, in milliseconds, at each place."""

    name: str
    points: list[tuple[int, float]]


def inline(units: int, hexes: int) -> Posted:
    return board(units, hexes)


def stored(units: int, hexes: int) -> Posted:
    """The same position on a map that was stored before."""
    posted = board(units, hexes)
    desk.keep_map("front", json.dumps({"game": "sitw", "map": posted["map"]}))
    return posted | {"map": "front"}


def first_time(position: Posted, units: int) -> float:
    """A check of a position that was never seen."""
    body = _check(position, units, MOVES[0])
    return _median(lambda: desk.ruling_as_sent(body), _forget)


def seen_before(position: Posted, units: int) -> float:
    """A check of another action on a position seen before."""
    bodies = iter([_check(position, units, MOVES[place % len(MOVES)]) for place in range(ROUNDS + 1)])
    return _median(lambda: desk.ruling_as_sent(next(bodies)), desk._answers.clear)


def _median(task: Callable[[], object], prepare: Callable[[], object]) -> float:
    taken = []
    for _ in range(ROUNDS + 1):
        prepare()
        started = time.process_time()
        task()
        taken.append((time.process_time() - started) * 1000)
    return statistics.median(taken[1:])


def panels() -> dict[str, list[Line]]:
    by_units = [(units, stored(units, ALL_HEXES)) for units in UNITS]
    by_hexes = [(hexes, inline(FEW_UNITS, hexes)) for hexes in HEXES]
    return {
        f"units posted, on a stored map of {ALL_HEXES:,} hexes": [
            Line("never seen", [(units, first_time(posted, units)) for units, posted in by_units]),
            Line(AGAIN, [(units, seen_before(posted, units)) for units, posted in by_units]),
        ],
        f"hexes of the map, with {FEW_UNITS} units": [
            Line("map posted", [(hexes, first_time(posted, FEW_UNITS)) for hexes, posted in by_hexes]),
            Line("map stored", [(hexes, first_time(stored(FEW_UNITS, hexes), FEW_UNITS)) for hexes in HEXES]),
            Line(AGAIN, [(hexes, seen_before(posted, FEW_UNITS)) for hexes, posted in by_hexes]),
        ],
    }


# The picture


def picture(found: dict[str, list[Line]]) -> str:
    highest = max(taken for lines in found.values() for line in lines for _, taken in line.points)
    drawn = [panel(place, title, lines, highest) for place, (title, lines) in enumerate(found.items())]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {FONT}>',
        "<title>Milliseconds of a check, by what was posted</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', *drawn, "</svg>\n",
    ])  # fmt: skip


def panel(place: int, title: str, lines: list[Line], highest: float) -> str:
    left = LEFT + place * (PANEL + GAP)
    most = max(x for line in lines for x, _ in line.points)

    def at(x: float, taken: float) -> tuple[float, float]:
        return left + x / most * PANEL, TOP + DOWN * (1 - taken / highest)

    floor = TOP + DOWN
    parts = [
        f'<path d="M{left} {TOP}V{floor}H{left + PANEL}" fill="none" stroke="#555"/>',
        text(left + PANEL / 2, floor + 34, title, "middle"), text(left - 6, TOP - 12, "ms", "end"),
        *(text(at(0, highest * step / 4)[0] - 6, at(0, highest * step / 4)[1] + 4, f"{highest * step / 4:.1f}", "end")
          for step in range(5)),
        *(text(at(most * step / 4, 0)[0], floor + 16, f"{most * step // 4:,}", "middle") for step in range(5)),
    ]  # fmt: skip
    for order, (line, colour) in enumerate(zip(lines, COLOURS, strict=False)):
        where = [at(*point) for point in line.points]
        parts.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in where)}" {STROKE.format(colour)}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in where]
        parts.append(text(left + 14, TOP + 6 + 17 * order, line.name, "start", colour))
    return "\n".join(parts)


FONT = 'font-family="sans-serif" font-size="12"'
STROKE = 'fill="none" stroke="{}" stroke-width="2"'


def text(x: float, y: float, words: str, anchor: str, colour: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        os.environ["ARBITRE_HOME"] = home
        found = panels()
    PICTURE.write_text(picture(found), encoding="utf-8")
    for title, lines in found.items():
        print(title)
        for line in lines:
            print(f"  {line.name:30}", "  ".join(f"{x:,}: {taken:.2f}" for x, taken in line.points))


if __name__ == "__main__":
    main()
