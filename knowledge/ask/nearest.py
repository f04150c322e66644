"""The situations in words that come nearest to a question, out of an index of all their words."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import cached_property, lru_cache
from typing import Any

from knowledge.ask.fitting import fit
from knowledge.ask.kept import POSED, kept
from knowledge.ask.likeness import Likeness, Put, Wording, as_kept, from_kept, wording
from knowledge.ask.situations import Situation, situations
from knowledge.ask.wordings import Word, counted
from knowledge.records import LANGUAGES, Language
from knowledge.trials import Trial

Beside = tuple[Put, list[Word]]
"""A situation, and the words of a question that only tell a story beside it."""
COMPARED = 32
"""How many situations are compared with a question word by word: those that share most of its words."""
RIVALS = 10
"""How many of them, those that share most, may show that a word of the question tells them apart."""


class Index:
    """The situations of a game in a language, and where each word stands."""

    def __init__(self, several: Iterable[Put]) -> None:
        self.several = tuple(several)
        self.places: dict[str, set[int]] = {}
        self._numbers = {id(put): place for place, put in enumerate(self.several)}
        for place, put in enumerate(self.several):
            for atom in put.atoms:
                self.places.setdefault(atom, set()).add(place)

    def sharing(self, words: Iterable[Word]) -> list[Put]:
        """Those that share most of some words; of those that share as much, those that know them by most names."""
        shared: dict[int, float] = {}
        known: Counter[int] = Counter()
        for word in words:
            for place in self._places(word):
                shared[place] = shared.get(place, 0.0) + word.weight
            for atom in word.atoms:
                known.update(self.places.get(atom, ()))
        best = sorted(shared, key=lambda place: (-shared[place], -known[place], place))[:COMPARED]
        return [self.several[place] for place in best]

    def place_of(self, put: Put) -> int:
        return self._numbers[id(put)]

    def strange(self, words: Iterable[Word]) -> list[Word]:
        """Those of some words that no situation holds."""
        return [word for word in words if not self._places(word)]

    def _places(self, word: Word) -> set[int]:
        return set().union(*(self.places.get(atom, ()) for atom in word.atoms))


@lru_cache(maxsize=16)
def index_of(game: str, language: Language) -> Index:
    """All the situations of a game that are put into words."""
    posed, words = kept(game, POSED), kept(game, language)
    if posed is None or words is None:
        return Index(_all_put(game, language))
    return Index(_KeptPut(situation, *each) for situation, each in zip(posed, words["put"], strict=True))


def _all_put(game: str, language: Language) -> Iterator[Put]:
    for each in situations(game):
        yield Put(each, [wording(text, game, language) for text in each.asked[language]])


# As the build keeps it


def worked_out(game: str) -> dict[str, Any]:
    """The situations of a game, and their words in each language, as plain data: what few questions need as text."""
    found: dict[str, Any] = {POSED: [json.dumps(asdict(each)) for each in situations(game)]}
    for language in LANGUAGES:
        found[language] = _words_worked_out(game, language)
    return found


def _words_worked_out(game: str, language: Language) -> dict[str, Any]:
    put = [
        [sorted(each.atoms), json.dumps([as_kept(one) for one in each.wordings])] for each in _all_put(game, language)
    ]
    return {"often": counted(game, language).often, "put": put}


class _KeptPut(Put):
    """A situation that the build has put into words, read as far as it is asked for."""

    def __init__(self, situation: str, atoms: list[str], wordings: str) -> None:
        self.atoms = frozenset(atoms)
        self._situation, self._wordings = situation, wordings

    @cached_property
    def situation(self) -> Situation:  # type: ignore[override]
        told = json.loads(self._situation)
        trial = Trial(**told["trial"] | {"source": tuple(told["trial"]["source"])})
        return Situation(trial, {language: tuple(several) for language, several in told["asked"].items()}, told["file"])

    @cached_property
    def wordings(self) -> tuple[Wording, ...]:  # type: ignore[override]
        return tuple(map(from_kept, json.loads(self._wordings)))

    @cached_property
    def words(self) -> tuple[Word, ...]:  # type: ignore[override]
        return tuple(word for each in self.wordings for word in each.words)


def likenesses(text: str, game: str, language: Language) -> list[Likeness]:
    """The situations that are most like a question, best first."""
    question, near = near_to(text, game, language)
    return sorted((fit(question, *each) for each in near), key=lambda each: -each.score)


def near_to(text: str, game: str, language: Language) -> tuple[Wording, list[Beside]]:
    """A question, and the situations that share most of its words, each with those that only tell a story there."""
    index, question = index_of(game, language), wording(text, game, language)
    return question, with_stories(question, index.sharing(question.words), index.strange(question.words))


def with_stories(question: Wording, several: Sequence[Put], strange: Sequence[Word]) -> list[Beside]:
    """Some situations, nearest first, each with the words of a question that only tell a story there."""
    return [(put, [*strange, *_idle_beside(question, put, several)]) for put in several]


def _idle_beside(question: Wording, put: Put, near: Sequence[Put]) -> list[Word]:
    """The plain words of a question that no situation near it holds which comes out otherwise."""
    plain = [word for word in question.words if not word.is_hard and not word.is_in(put.words)]
    rivals = [each for each in near[:RIVALS] if each.verdict != put.verdict]
    return [word for word in plain if not any(word.atoms & each.atoms for each in rivals)]
