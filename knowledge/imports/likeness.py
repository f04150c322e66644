"""Whether a copy is of the book it is said to be of: how much of our own words its cases hold."""

from collections.abc import Mapping, Sequence

from knowledge.imports.known import Book, Known
from knowledge.language import root, words
from knowledge.records import Language

LEAST_WORDS = 6
LONGER = 3
"""A text that is longer than ours by more than this is judged by its beginning: all words occur in a long one."""
ORDER: tuple[Language, ...] = ("fr", "en")
"""The languages of the titles and texts of a known case, in their order."""


def likeness(book: Book, texts: Mapping[str, str]) -> float:
    """From 0 to 1: how much of our own words the text of a case holds, in the language of the copy."""
    found = [case for case in book.cases if case.number in texts]
    return max(_share(found, texts, index, language) for index, language in enumerate(ORDER))


def _share(found: Sequence[Known], texts: Mapping[str, str], index: int, language: Language) -> float:
    """How much of our words in one language the texts hold, on the average of the cases that say something."""
    shares = []
    for case in found:
        text = " ".join([*case.titles[index : index + 1], *case.texts[index : index + 1]])
        ours = _roots(text, language)
        if len(ours) >= LEAST_WORDS:
            theirs = _roots(texts[case.number][: LONGER * len(text)], language)
            shares.append(len(ours & theirs) / len(ours))
    return sum(shares) / len(shares) if shares else 0.0


def _roots(text: str, language: Language) -> set[str]:
    found = (root(language, word.group()) for word in words(text))
    return {each for each in found if each and not each[0].isdigit()}
