"""The words of a question by which it is told from others."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log
from typing import NamedTuple

from knowledge.ask import lists
from knowledge.ask.amounts import ordinal_of
from knowledge.ask.clauses import asking
from knowledge.ask.kept import kept
from knowledge.ask.lexicon import NAMED
from knowledge.ask.reading import NAME, Token, tokens
from knowledge.ask.situations import cased, same, situations
from knowledge.ask.turns import condition, whose
from knowledge.language import WORD, root
from knowledge.records import Language

LIGHT = 0.3
NOTION = "#"
NUMBER = "="
ORDINAL = "°"
ACTION = f"{NAME}action."
KINDS = tuple(f"{NAME}{kind}." for kind in (*NAMED, "roles"))
PLACES = tuple(f"{NAME}{kind}." for kind in ("features", "terrain", "sides"))
ACTORS = tuple(f"{NAME}{kind}." for kind in ("types", "nations", "sides_of_play", "roles", "supply", "statuses"))
PHASES, COUNTRIES = f"{NAME}phases.", f"{NAME}countries."
CASED = "^"
"""Begins a word whose capital counts (R3 is not r3): no root begins so."""
SIGNED = re.compile(r"(?<![\w)])[+−-]\d+")
ODDS = re.compile(r"\b(\d+) ?(?:[:/]|to|contre|against) ?(\d+)\b", re.IGNORECASE)
"""Two numbers that are one: 1:2 is not 2:1."""
COUNTED = 3
"""Among so many words after a number is what it counts: five German units."""
FAR = 4
"""Within so many words before a word stands what bounds it."""


@dataclass(frozen=True)
class Word:
    """A word of a question that matters.

    Nothing may stand in for a hard one: a word of the game's own, a number, or one that narrows what is asked. A number
    counts what stands beside it: two hexes are not two phases. `bound` is what bounds it: before turn 9 is not turn 9.
    `is_asked` tells it from one that only tells of the table before the question is put, `is_given` that it is part of
    a condition, `is_whose` that it tells whose turn it is.
    """

    said: str
    atoms: frozenset[str]
    weight: float
    is_hard: bool
    is_light: bool = False
    place: int = 0
    names: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    is_asked: bool = True
    is_given: bool = False
    is_whose: bool = False

    def is_in(self, several: Iterable["Word"]) -> bool:
        return any(self.is_like(other) for other in several)

    def is_like(self, other: "Word") -> bool:
        """Whether both are the same; a river is not a major river."""
        return bool(self.atoms & other.atoms) and not self._is_apart(other)

    def _is_apart(self, other: "Word") -> bool:
        counts_otherwise = self.counts and other.counts and not self.counts & other.counts
        named_otherwise = self.names and other.names and not self.names & other.names
        vague = self._is_vaguer(other) or other._is_vaguer(self)
        return bool(counts_otherwise or named_otherwise or vague or self._is_done_in(other) or other._is_done_in(self))

    def _is_vaguer(self, other: "Word") -> bool:
        """Whether the other is a place of the game, and this one only names its kind: water is no river."""
        is_place = not self.names and any(name.startswith(PLACES) for name in other.names)
        return is_place and all(atom.startswith(NOTION) for atom in self.atoms & other.atoms)

    def _is_done_in(self, other: "Word") -> bool:
        """Whether this is what is done and the other a place or thing of that name: to dig in is not a trench."""
        return self.is_action and not self.names and any(name.startswith(PLACES) for name in other.names)

    def is_bound_as(self, other: "Word") -> bool:
        return self.bound == other.bound or bool(self.bound & other.bound)

    @property
    def can_be_bound(self) -> bool:
        """Whether it matters what bounds it: a hard word, or a name (any fort other than Gaza)."""
        return self.is_hard or self.said[:1].isupper()

    @property
    def is_number(self) -> bool:
        return any(atom.startswith((NUMBER, ORDINAL)) for atom in self.atoms)

    @property
    def is_ordinal(self) -> bool:
        return any(atom.startswith(ORDINAL) for atom in self.atoms)

    @property
    def is_action(self) -> bool:
        return any(atom.startswith(ACTION) for atom in self.atoms)

    @property
    def is_phase(self) -> bool:
        return any(name.startswith(PHASES) for name in self.names)

    @property
    def is_country(self) -> bool:
        return any(name.startswith(COUNTRIES) for name in self.names)

    @property
    def is_actor(self) -> bool:
        return not self.is_whose and any(name.startswith(ACTORS) for name in self.names)


@lru_cache(maxsize=65536)
def words_of(text: str, game: str, language: Language) -> tuple[Word, ...]:
    """The words of a question that matter, modifiers (+1) and odds (3:1) among them."""
    several, asked, given = _tokens(text, game, language), asking(text), condition(text, language)
    places, owners = [found.start() for found in WORD.finditer(text)], whose(text, language)
    found = [
        replace(
            _word(several, at, game, language),
            is_asked=asked[0] <= places[at] < asked[1], is_given=given[0] <= places[at] < given[1],
            is_whose=places[at] in owners,
        )
        for at, token in enumerate(several) if _matters(token, language)
    ]
    return (*found, *(Word(sign, frozenset({sign}), _rarity({sign}, game, language), True) for sign in _signs(text)))


def _signs(text: str) -> list[str]:
    """What the words of a question do not show: modifiers, and odds or losses of both sides."""
    odds = [":".join(both) for both in ODDS.findall(text)]
    return [*(sign.replace("−", "-") for sign in SIGNED.findall(text)), *odds]


@lru_cache(maxsize=65536)
def _tokens(text: str, game: str, language: Language) -> tuple[Token, ...]:
    """The words of a question, each with the lists of its game in which it stands."""
    several = list(tokens(text, language, game))
    for start, end, named in lists.named([token.word for token in several], language, same(game, language)):
        several[start:end] = [replace(token, atoms=token.atoms.union(named)) for token in several[start:end]]
    return tuple(
        replace(token, weight="content", atoms=frozenset({CASED + token.word})) if token.word in cased(game) else token
        for token in several
    )


def _matters(token: Token, language: Language) -> bool:
    return _narrows(token, language) or (token.weight != "filler" and bool(token.atoms))


def _narrows(token: Token, language: Language) -> bool:
    return token.plain in lists.narrowing(language) or token.plain in lists.opposed(language)


def _word(several: Sequence[Token], at: int, game: str, language: Language) -> Word:
    token, ordinal = several[at], ordinal_of(several[at].word, language)
    names = frozenset(atom for atom in token.atoms if atom.startswith(KINDS))
    narrows = _narrows(token, language)
    atoms = token.atoms or frozenset({root(language, token.word) or token.plain})
    if ordinal is not None:
        atoms |= {f"{ORDINAL}{ordinal}"}
    is_number = any(atom.startswith((NUMBER, ORDINAL)) for atom in atoms)
    is_hard = is_number or bool(names) or narrows or any(atom.startswith((ACTION, CASED)) for atom in atoms)
    is_light = not is_hard and (token.weight == "light" or token.plain in lists.generic(language))
    weight = (LIGHT if is_light else 1.0) * _rarity(atoms, game, language)
    counts = _counted(several, at, language) if is_number else frozenset()
    return Word(token.word, atoms, weight, is_hard, is_light, at, names, counts, _bound(several, at, language))


def _counted(several: Sequence[Token], at: int, language: Language) -> frozenset[str]:
    """What a number is a number of: turn 2, two hexes."""
    if at and several[at - 1].plain in lists.numbered(language):
        return several[at - 1].atoms
    found: set[str] = set()
    for token in several[at + 1 : at + 1 + COUNTED]:
        if token.weight == "filler":
            break
        found |= token.atoms
    return frozenset(found)


def _bound(several: Sequence[Token], at: int, language: Language) -> frozenset[str]:
    """What bounds a word: the nearest such word before it, with no other that matters between."""
    for token in reversed(several[max(0, at - FAR) : at]):
        if token.plain in lists.bounding(language):
            return token.atoms or frozenset({token.plain})
        if token.weight == "content" and token.atoms and not any(atom.startswith(NUMBER) for atom in token.atoms):
            return frozenset()
    return frozenset()


# How much a word tells


def _rarity(atoms: Iterable[str], game: str, language: Language) -> float:
    """One that stands in many questions tells little."""
    several, often = frequencies(game, language)
    return log((several + 1) / (max((often.get(atom, 0) for atom in atoms), default=0) + 0.5))


class Frequencies(NamedTuple):
    """How many situations a game has, and in how many of them each word is used."""

    several: int
    often: dict[str, int]


@lru_cache(maxsize=16)
def frequencies(game: str, language: Language) -> Frequencies:
    """As the build counted them, else counted now."""
    found = kept(game, language)
    return Frequencies(len(found["put"]), found["often"]) if found else counted(game, language)


@lru_cache(maxsize=16)
def counted(game: str, language: Language) -> Frequencies:
    often: dict[str, int] = {}
    for each in situations(game):
        said = [token for text in each.asked[language] for token in _tokens(text, game, language)]
        signs = {sign for text in each.asked[language] for sign in _signs(text)}
        for atom in {atom for token in said for atom in token.atoms} | signs:
            often[atom] = often.get(atom, 0) + 1
    return Frequencies(len(situations(game)), often)
