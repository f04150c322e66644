"""A situation told with other figures: 29 factors against 8 where it is worded with 26 against 7, +2 instead of +1.

A figure of the question takes the place of the one that a wording has there, where the posed situation holds that one
in a single place, and the umpire is asked again: nothing is worked out here. Of several figures, but for odds, none can
be told for sure which of them stands where.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from knowledge.ask.wordings import NUMBER, Word
from knowledge.trials import Trial

CLAIMED = ("amount", "result")
"""Where the figure stands that is held to be right."""
ODDS = ("result", "attack", "defense")
"""Where those of odds stand."""
Figure = int | str
Place = tuple[str | int, ...]


def swapped(left: Sequence[Word], added: Sequence[Word]) -> list[tuple[Word, Word]] | None:
    """The figures that a question has and a wording has not, each with the one in whose place it stands."""
    ours, theirs = (_figures(words) for words in (left, added))
    if len(ours) != len(theirs) or len({_figure(word) for word in theirs}) != len(theirs) or not ours:
        return None
    pairs = list(zip(_in_order(ours), _in_order(theirs), strict=True))
    return pairs if all(_count_alike(*pair) for pair in pairs) else None


def told_with(trial: Trial, pairs: Sequence[tuple[Word, Word]], said: Sequence[Word]) -> Trial | None:
    """The trial with each figure put in the place of the other; None where that one stands in none, or in several.

    `said` is all that the question says.
    """
    are_odds = trial.action.get("what") == "odds"
    fields = ODDS if are_odds else CLAIMED
    if trial.action["type"] != "count" or not (are_odds or len({abs(each) for each in _numbers(said)}) == 1):
        return None
    told: dict[str, Any] = {"position": trial.position, "action": trial.action}
    changes: dict[Figure, Figure] = {_figure(theirs): _figure(ours) for ours, theirs in pairs}  # type: ignore[misc]
    places = {old: [place for place in _places(told, old) if place[-1] in fields] for old in changes}
    placed = {old: found[0] for old, found in places.items() if len(found) == 1}
    if not all(_is_told(old, placed) for old in changes):
        return None
    for old, place in placed.items():
        told = _with(told, place, changes[old])
    return replace(trial, position=told["position"], action=told["action"])


def _is_told(old: Figure, placed: Collection[Figure]) -> bool:
    """Whether a figure has its place, or is part of one that has, or made of two that have."""
    if old in placed:
        return True
    if isinstance(old, str):
        return all(number.isdigit() and int(number) in placed for number in old.split(":"))
    return any(str(old) in each.split(":") if isinstance(each, str) else old == -each for each in placed)


def _figures(words: Sequence[Word]) -> list[Word]:
    return [word for word in words if _figure(word) is not None]


def _numbers(words: Sequence[Word]) -> list[int]:
    return [figure for word in words if isinstance(figure := _figure(word), int)]


def _figure(word: Word) -> Figure | None:
    """The odds, the modifier or the number that a word is."""
    if ":" in word.said:
        return word.said
    if word.said[:1] in "+-":
        return int(word.said)
    numbers = [atom.removeprefix(NUMBER) for atom in word.atoms if atom.startswith(NUMBER)]
    return int(numbers[0]) if numbers and numbers[0].isdigit() else None


def _form(word: Word) -> str:
    return ":" if ":" in word.said else "±" if word.said[:1] in "+-" else ""


def _in_order(words: Sequence[Word]) -> list[Word]:
    return sorted(words, key=lambda word: (_form(word), word.place))


def _count_alike(one: Word, other: Word) -> bool:
    """Whether both are of one form, and do not count different things."""
    return _form(one) == _form(other) and (not one.counts or not other.counts or bool(one.counts & other.counts))


def _places(told: Any, figure: Figure, where: Place = ()) -> Iterator[Place]:
    """Where a figure stands."""
    if isinstance(told, dict | list):
        for name, value in told.items() if isinstance(told, dict) else enumerate(told):
            yield from _places(value, figure, (*where, name))
    elif type(told) is type(figure) and told == figure:
        yield where


def _with(told: Any, place: Place, new: Figure) -> Any:
    """A copy with one value another."""
    if not place:
        return new
    at, rest = place[0], place[1:]
    if isinstance(told, dict):
        return {**told, at: _with(told[at], rest, new)}
    return [_with(each, rest, new) if number == at else each for number, each in enumerate(told)]
