"""Units as counters: a box with the symbol of their type, their values, what is the matter with them."""

from collections.abc import Mapping, Sequence

from markupsafe import escape

from rulebook.game import Game
from rulebook.position import UnitFacts
from server.board.geometry import Point, moved_to
from server.board.looks import look

# Above this many counters a stack says how many it holds.
SHOWN = 3
STEP = 5.0
LONGEST_NAME = 8
LONGEST_VALUES = 5
MOST_STEPS = 4
VALUES = ("attack", "defense", "movement")
OUT_OF_SUPPLY = frozenset({"unsupplied", "oos"})


def stack(game: Game, units: Sequence[UnitFacts], at: Point, key: str, lang: str, acting: frozenset[str]) -> str:
    """The counters of one hex: the first on top, with their number where not all can be seen."""
    shown = sorted(units, key=lambda unit: unit.id not in acting)[:SHOWN]
    first = -STEP * (len(shown) - 1) / 2
    drawn = [
        counter(game, unit, at.moved(first + STEP * place, first + STEP * place), key, lang, unit.id in acting)
        for place, unit in reversed(list(enumerate(reversed(shown))))
    ][::-1]
    more = badge(at.moved(20, -20), str(len(units))) if len(units) > SHOWN else ""
    return "".join(drawn) + more


def counter(game: Game, unit: UnitFacts, at: Point, key: str, lang: str, is_acting: bool = False) -> str:
    """One counter."""
    side = game.side_of(unit)
    classes = ["counter", f"nation-{escape(unit.nation or 'none')}", f"side-{side_number(game, side)}"]
    classes += ["acting"] * is_acting + ["reduced"] * bool(unit.reduced)
    told = escape(described(game, unit, lang))
    return (
        f'<g class="{" ".join(classes)}" {moved_to(at)} data-unit="{escape(unit.id)}">'
        f'<title>{told}</title><use class="card" href="#{key}-counter"/>{_stripe(unit)}'
        f'<text class="name" y="-12">{escape(_short(unit.name or unit.id))}</text>'
        f'<use href="#{key}-unit-{look("types", unit.type)}" y="-0.5"/>'
        f'<text class="{_size(_values(unit))}" y="18">{_values(unit)}</text>{_steps(unit)}{_trouble(unit)}</g>'
    )


def side_number(game: Game, side: str | None) -> int:
    """1 or 2 for the sides of a game, in the order of its book; 0 for none."""
    return game.sides.index(side) + 1 if side in game.sides else 0


def badge(at: Point, text: str) -> str:
    return f'<g class="badge" {moved_to(at)}><circle r="8"/><text y="3.5">{escape(text)}</text></g>'


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _values(unit: UnitFacts) -> str:
    """Attack, defence and movement; nothing where none of them is known."""
    told = [getattr(unit, name) for name in VALUES]
    return "-".join("?" if value is None else str(value) for value in told) if any(v is not None for v in told) else ""


def _size(values: str) -> str:
    """Long values are written smaller, for the card to hold them."""
    return "values" if len(values) <= LONGEST_VALUES else "values small"


def _stripe(unit: UnitFacts) -> str:
    return '<path class="stripe" d="M-20 10 10-20H20L-20 20z"/>' if unit.reduced else ""


def _steps(unit: UnitFacts) -> str:
    """A dot a step, as far as there is room."""
    places = range(min(unit.steps or 0, MOST_STEPS))
    return "".join(f'<circle class="step" cx="17" cy="{-7 + 5 * place}" r="1.7"/>' for place in places)


def _trouble(unit: UnitFacts) -> str:
    """A red mark on a unit that is out of supply, a blue one on one with a status."""
    red = '<circle class="unsupplied" cx="-17" cy="-7" r="2.6"/>' if unit.supply in OUT_OF_SUPPLY else ""
    return red + ('<circle class="status" cx="-17" cy="0" r="2.6"/>' if unit.status else "")


def described(game: Game, unit: UnitFacts, lang: str) -> str:
    """A unit in words."""
    words = game.vocabulary
    parts = [unit.name or unit.id, _label(words["nations"], unit.nation, lang), _label(words["types"], unit.type, lang)]
    parts += [_values(unit), unit.hex, _label(words["supply"], unit.supply, lang)]
    parts += [_label(words["statuses"], word, lang) for word in unit.status or ()]
    return ", ".join(part for part in parts if part)


def _label(words: Mapping[str, Mapping[str, str]], word: str | None, lang: str) -> str | None:
    return words.get(word or "", {}).get(lang, word)
