"""The words of a question: which of them matter, and the roots, notions and names that they are known by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from knowledge.ask import lists
from knowledge.ask.amounts import number_of
from knowledge.ask.lexicon import OR, names_of
from knowledge.glossary import notions
from knowledge.language import WORD, fold, root
from knowledge.records import Language

Weight = Literal["filler", "light", "content"]
NAME = "@"
"""Begins the name of a word of a game's vocabulary among the roots: no root begins so."""
LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTU")
"""The turns that some games call by a letter, each the number of its turn."""
WORDS_TOO = frozenset("AI")
"""Letters that are words as well: `it is my turn. I move`."""
EAST = "oriental"
TURNS = frozenset({"turn", "turns", "tour", "tours", "strategique", "strategiques"})


@dataclass(frozen=True)
class Token:
    """One word of a question. `atoms` are its root and all that it names, by any of which a text may hold it."""

    word: str
    plain: str
    weight: Weight
    atoms: frozenset[str]


@lru_cache(maxsize=4096)
def tokens(text: str, language: Language, game: str | None = None) -> tuple[Token, ...]:
    """The words of a question in this language."""
    words = WORD.findall(text)
    found = atoms_of(words, language, game)
    return tuple(
        Token(word, fold(word), _weight(words, at, language), atoms)
        for at, (word, atoms) in enumerate(zip(words, found, strict=True))
    )


def _weight(words: Sequence[str], at: int, language: Language) -> Weight:
    """An `hex interdit` is one with a marker; `est-il interdit` only asks."""
    if _is_turn(words, at) or _is_east(words, at, language) or _is_numbered(words, at, language):
        return "content"
    if language == "fr" and fold(words[at]).startswith("interdit"):
        before = fold(words[at - 1]) if at else "est"
        return "filler" if before in ("est", "sont", "il", "c", "ce", "etre", "soit") else "content"
    return weigh(words[at], language)


def _is_numbered(words: Sequence[str], at: int, language: Language) -> bool:
    """Whether a number tells which one is meant: `turn one` is not `one turn`."""
    is_number = number_of(words[at], language) is not None
    return is_number and at > 0 and fold(words[at - 1]) in lists.numbered(language)


def _is_turn(words: Sequence[str], at: int) -> bool:
    """Whether a word is the letter of a turn: `Tour Stratégique C` is not `ce`."""
    if words[at] not in LETTERS or not at or fold(words[at - 1]) not in TURNS:
        return False
    return words[at] not in WORDS_TOO or any(fold(word).startswith("strateg") for word in words[max(0, at - 2) : at])


def _is_east(words: Sequence[str], at: int, language: Language) -> bool:
    """Whether a word is the east: `à l'Est` is not `est-il`."""
    return language == "fr" and fold(words[at]) == "est" and at > 0 and fold(words[at - 1]) == "l"


def weigh(word: str, language: Language) -> Weight:
    """How much a word matters: not at all, a little, or wholly."""
    plain = fold(word)
    if plain in lists.filler(language):
        return "filler"
    return "light" if plain in lists.light(language) else "content"


def atoms_of(words: Sequence[str], language: Language, game: str | None = None) -> list[frozenset[str]]:
    """For each word its root, with what it names alone or with its neighbours; nothing for a stop word."""
    roots = [root(language, word) for word in words]
    places = [place for place, each in enumerate(roots) if each]
    found: list[set[str]] = [{each} if each else set() for each in roots]
    for start, end, notion in notions(language, [roots[place] or "" for place in places]):
        for place in places[start:end]:
            found[place].add(notion)
    for start, end, several in lists.named(words, language, lists.same(language)):
        _add(found, roots, start, end, several)
    for place, word in enumerate(words):
        number = number_of(word, language)
        if number is not None and (number != 1 or word.isdigit() or _is_numbered(words, place, language)):
            found[place].add(f"={number}")
        if _is_turn(words, place):
            found[place].add(f"={word}")
        if _is_east(words, place, language):
            found[place].add(root(language, EAST) or EAST)
    if game:
        for start, end, named in lists.named(words, language, names_of(game, language)):
            _add(found, roots, start, end, [name for each in named for name in _names(*each)])
    return [frozenset(each) for each in found]


def _names(kind: str, word: str, mode: str | None) -> list[str]:
    return [f"{NAME}{kind}.{each}.{mode}" if mode else f"{NAME}{kind}.{each}" for each in word.split(OR)]


def _add(found: list[set[str]], roots: Sequence[str | None], start: int, end: int, several: Iterable[str]) -> None:
    for place in range(start, end):
        if roots[place]:
            found[place].update(several)


def content(several: Iterable[Token]) -> tuple[Token, ...]:
    """The words that an answer may not do without."""
    return tuple(token for token in several if token.weight == "content" and token.atoms)
