"""The situations in words that come nearest to a question, out of an index of all their words."""

from collections.abc import Iterable
from functools import lru_cache

from knowledge.ask.fitting import fit
from knowledge.ask.likeness import Likeness, Put, Wording, wording
from knowledge.ask.situations import situations
from knowledge.ask.wordings import Word
from knowledge.records import Language

COMPARED = 32
"""How many situations are compared with a question word by word: those that share most of its words."""


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
        """Those that share most of some words."""
        shared: dict[int, float] = {}
        for word in words:
            for place in self._places(word):
                shared[place] = shared.get(place, 0.0) + word.weight
        best = sorted(shared, key=lambda place: (-shared[place], place))[:COMPARED]
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
    return Index(
        Put(each, [wording(text, game, language) for text in each.asked[language]]) for each in situations(game)
    )


def likenesses(text: str, game: str, language: Language) -> list[Likeness]:
    """The situations that are most like a question, best first."""
    index, question = index_of(game, language), wording(text, game, language)
    return compared(question, index.sharing(question.words), index.strange(question.words))


def compared(question: Wording, several: Iterable[Put], strange: list[Word]) -> list[Likeness]:
    """A question compared with some situations, most alike first."""
    found = [fit(question, put, strange) for put in several]
    return sorted(found, key=lambda each: -each.score)
