"""What the values of a ruling are called: their names, those of their parts, and the words that stand in them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from knowledge.records import Language
from rulebook.games import GAMES
from rulebook.printed import data_folder, read_toml

Said = dict[str, str]
ITSELF = "values"
"""Stands before the name of a value where that means something else than the same name within another."""
RESULT = "result."
"""Stands before the name of a result of a table, or of a count."""

# The parts of a game's vocabulary in which a word of a value is looked up, the likeliest first.
KINDS = (
    "sides_of_play", "nations", "supply", "weather", "phases", "fronts", "countries", "statuses", "markers", "types",
    "features", "terrain", "sides", "modes", "tracks", "events",
)  # fmt: skip
ADDRESSES = frozenset({"case", "predicate", "missing"})
"""Names of parts that hold something for programs: a case, a rule, a fact."""
BETWEEN = re.compile(r"(: |, | or | (?=[IVXL\d]+$))")
SPOKEN = re.compile(r"[a-z]{2}")
"""What a person reads has letters; results of tables (`DR*`, `A4D6`), numbers and hexes have not two in a row."""


@cache
def names() -> dict[str, Said]:
    """Every name with its label in each language."""
    return read_toml(data_folder() / "values.toml")


@cache
def fields() -> dict[str, Said]:
    """The fields of positions and actions with their labels."""
    return read_toml(data_folder() / "fields.toml")


@cache
def words_of(game: str) -> dict[str, Said]:
    """The words of a game that stand in values."""
    vocabulary = GAMES[game].vocabulary if game in GAMES else {}
    entries = ((word, entry) for kind in reversed(KINDS) for word, entry in vocabulary.get(kind, {}).items())
    return {word: {"en": entry["en"], "fr": entry["fr"]} for word, entry in entries}


@cache
def results_of(game: str) -> dict[str, Said]:
    """What the results that a player counts are called: as results, or as any name, or as a word of the game."""
    as_results = {name.removeprefix(RESULT): said for name, said in names().items() if name.startswith(RESULT)}
    return {**words_of(game), **names(), **as_results}


def label(game: str, path: tuple[str, ...]) -> Said | None:
    """What the last name of a path is called there; None where it is a unit, a hex, a number or a result of a table."""
    *above, name = path
    within = [*reversed(above), game] if above else [ITSELF, game]
    known = names()
    qualified = (known.get(f"{each}.{name}") for each in within)
    return next(filter(None, qualified), None) or known.get(name) or words_of(game).get(name)


def named(game: str, path: tuple[str, ...], lang: Language) -> str:
    """The last name of a path in the reader's language; one made of several (`g1: dug-in`) piece by piece."""
    said = label(game, path)
    if said is not None:
        return said[lang]
    *above, name = path
    pieces = BETWEEN.split(name)
    if len(pieces) == 1:
        return name
    return "".join(_between(piece, lang) if place % 2 else named(game, (*above, piece), lang)
                   for place, piece in enumerate(pieces))  # fmt: skip


def _between(piece: str, lang: Language) -> str:
    return {": ": " : ", " or ": " ou "}.get(piece, piece) if lang == "fr" else piece


def unlabelled(game: str, path: tuple[str, ...]) -> list[str]:
    """The pieces of a name that people read and that have no label; a hex that is not placed has none."""
    *above, name = path
    if label(game, path) is not None or name.startswith("?"):
        return []
    pieces = BETWEEN.split(name)[::2]
    return [piece for piece in pieces if SPOKEN.search(piece) and label(game, (*above, piece)) is None]


def said_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The paths of all names and words within values that a person reads."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield (*path, name)
            if name not in ADDRESSES:
                yield from said_in(each, (*path, name))
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from said_in(each, path)
    elif isinstance(value, str):
        yield (*path, value)
