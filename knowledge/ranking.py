"""How well each case answers a query: by its words, the notions they name, the names and numbers in it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from knowledge.glossary import atoms, is_kept, key, notions
from knowledge.language import root, words
from knowledge.numbers import NUMBER, plain_number
from knowledge.records import Language

MOST_WORDS = 24
LONGEST_NAME = 6

# How much a match counts, set by trying the questions of tests/test_search.py.
FIELD_WEIGHTS = {"titles": 0.8, "words": 1.0, "terms": 1.2, "defines": 0.6, "above": 0.35}
NOTION_WEIGHT = 0.6
NAME_WEIGHT = 14.0
LISTED_SHARE = 0.92  # of a name, for the cases that its index term lists after the first
NUMBER_WEIGHT = 400.0
PART_OF_WORD_WEIGHT = 0.5
WHOLENESS = 1.5

Scores = Mapping[int, float]
Postings = Callable[[str, str], Scores]
Wanted = dict[Language, dict[str, float]]


@dataclass(frozen=True)
class Asked:
    """A query read: what each of its words is searched as, and the names and numbers it may hold."""

    words: tuple[Wanted, ...]
    names: tuple[tuple[str, str, float], ...]
    numbers: tuple[str, ...]

    def roots(self, language: Language) -> set[str]:
        return {root for word in self.words for root in word.get(language, ())}


def called_number(query: str) -> str | None:
    """The number, where the whole query is one."""
    number = plain_number(query).rpartition(":")[2]
    return number if NUMBER.fullmatch(number) else None


def read(query: str, languages: tuple[Language, ...], completed: Callable[[Language, str], Iterable[str]]) -> Asked:
    """A query as it is searched. `completed` gives the roots of the words of the index that a word begins."""
    whole = called_number(query)
    asked = [whole] if whole else [word.group() for word in words(query)]
    kept = [word for word in asked if all(is_kept(each, word, mixed=False) for each in languages)][:MOST_WORDS]
    by_language = {language: _roots(kept, language, completed) for language in languages}
    found = ({language: by_language[language][place] for language in languages} for place in range(len(kept)))
    names = tuple(name for language in languages for name in _names(kept, language))
    numbers = (whole,) if whole else tuple({word.casefold() for word in asked if "." in word})
    return Asked(tuple(each for each in found if any(each.values())), names, numbers)


def _roots(
    kept: list[str], language: Language, completed: Callable[[Language, str], Iterable[str]]
) -> list[dict[str, float]]:
    """For each word its root, its notion, and where no case holds it the roots of the words that it begins."""
    plain = [root(language, word) or "" for word in kept]
    found: list[dict[str, float]] = [{each: 1.0} for each in plain]
    for start, end, notion in notions(language, plain):
        for place in range(start, end):
            found[place][notion] = NOTION_WEIGHT / (end - start) ** 0.5
    for place, word in enumerate(kept):
        if len(found[place]) == 1:
            longer = completed(language, word)
            found[place] |= dict.fromkeys(longer, PART_OF_WORD_WEIGHT)
    return found


def _names(kept: list[str], language: Language) -> Iterator[tuple[str, str, float]]:
    """Every run of words that may be a name, with the share of the query that it is."""
    several = atoms(language, [root(language, word) or "" for word in kept])
    for start in range(len(several)):
        for end in range(start + 1, min(len(several), start + LONGEST_NAME) + 1):
            share = (end - start) / len(several)
            if end - start > 1 or share == 1:
                name = key(several[start:end])
                yield f"named_{language}", name, share
                yield f"listed_{language}", name, share * LISTED_SHARE


def scores(asked: Asked, postings: Postings) -> dict[int, float]:
    """How well each case answers: any of the words, or a number; the more of what is asked it holds, the better."""
    total: dict[int, float] = {}
    held: dict[int, float] = {}
    most = 0.0
    for word in asked.words:
        found = _word_scores(word, postings)
        best = max(found.values(), default=0.0)
        most += best
        for case, score in found.items():
            total[case] = total.get(case, 0.0) + score
            held[case] = held.get(case, 0.0) + best
    for case, part in held.items():
        total[case] *= (part / most) ** WHOLENESS
    for scores in (*_named(asked, postings), *_numbered(asked, postings)):
        for case, score in scores.items():
            total[case] = total.get(case, 0.0) + score
    return total


def _word_scores(word: Wanted, postings: Postings) -> dict[int, float]:
    """A word counts in the language in which it counts most."""
    found: dict[int, float] = {}
    for language, roots in word.items():
        for case, score in _root_scores(language, roots, postings).items():
            if score > found.get(case, 0.0):
                found[case] = score
    return found


def _root_scores(language: Language, roots: dict[str, float], postings: Postings) -> dict[int, float]:
    found: dict[int, float] = {}
    for plain, share in roots.items():
        for field, weight in FIELD_WEIGHTS.items():
            for case, score in postings(f"{field}_{language}", plain).items():
                found[case] = found.get(case, 0.0) + score * weight * share
    return found


def _named(asked: Asked, postings: Postings) -> Iterator[dict[int, float]]:
    """The cases that bear a name of the query, each by the longest; a name of few cases says more than one of many."""
    best: dict[int, float] = {}
    for field, name, share in asked.names:
        cases = postings(field, name)
        for case in cases:
            best[case] = max(best.get(case, 0.0), NAME_WEIGHT * share**2 / len(cases) ** 0.25)
    yield best


def _numbered(asked: Asked, postings: Postings) -> Iterator[dict[int, float]]:
    """The cases that the query calls by number, the exact one before its homonym and its chapter."""
    for number in asked.numbers:
        for field, end, share in (("number", "", 2.0), ("number", ".0", 1.0), ("printed", "", 1.0)):
            yield dict.fromkeys(postings(field, f"{number}{end}"), NUMBER_WEIGHT * share)
