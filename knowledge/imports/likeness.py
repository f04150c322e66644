"""Whether a copy is of the book it is said to be of: how much of our own words its cases hold."""

from collections.abc import Mapping

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
    return max(_share(book, texts, language) for language in ORDER)


def language_of(book: Book, texts: Mapping[str, str]) -> Language:
    """The language of a copy: that of our texts which it is more like."""
    return max(ORDER, key=lambda language: _share(book, texts, language))


def our_words(case: Known, language: Language) -> str:
    """The title and the text of our record in one language."""
    index = ORDER.index(language)
    return " ".join([*case.titles[index : index + 1], *case.texts[index : index + 1]])


def roots(text: str, language: Language) -> set[str]:
    """The words of a text as they are searched, numbers left out."""
    found = (root(language, word.group()) for word in words(text))
    return {each for each in found if each and not each[0].isdigit()}


def _share(book: Book, texts: Mapping[str, str], language: Language) -> float:
    """How much of our words in one language the texts hold, on the average of the cases that say something."""
    shares = []
    for case in (case for case in book.cases if case.number in texts):
        text = our_words(case, language)
        ours = roots(text, language)
        if len(ours) >= LEAST_WORDS:
            theirs = roots(texts[case.number][: LONGER * len(text)], language)
            shares.append(len(ours & theirs) / len(ours))
    return sum(shares) / len(shares) if shares else 0.0
