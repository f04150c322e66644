"""Passages of a text with the words that were searched marked, safe to put into a page."""

from collections.abc import Container
from functools import lru_cache
from html import escape

from knowledge.language import root, words
from knowledge.records import Language

PASSAGE = 240
LEAD = 60
"""How many signs a passage holds, and how many of them stand before its first marked word."""


def highlight(text: str, language: Language, wanted: Container[str]) -> str:
    """The best passage of the text, wanted words in <mark>; empty where none is in it. `wanted` holds roots."""
    places = [place for plain, place in _rooted(text, language) if plain in wanted]
    if not places:
        return ""
    start, end = _best_passage(text, places)
    return _marked(text, start, end, [place for place in places if start <= place[0] and place[1] <= end])


@lru_cache(maxsize=4096)
def _rooted(text: str, language: Language) -> tuple[tuple[str | None, tuple[int, int]], ...]:
    """The words of a text as they are searched, each with its place."""
    return tuple((root(language, word.group()), word.span()) for word in words(text))


def opening(text: str) -> str:
    """The start of a text, for a case found by its title, terms or number."""
    return _marked(text, 0, _word_end(text, PASSAGE), [])


def _best_passage(text: str, places: list[tuple[int, int]]) -> tuple[int, int]:
    """The passage that holds the most different wanted words, then the most of them, then the first."""

    def worth(first: int) -> tuple[int, int, int]:
        inside = [text[a:b].casefold() for a, b in places if first <= a and b <= first + PASSAGE - LEAD]
        return len(set(inside)), len(inside), -first

    first = max((start for start, _ in places), key=worth)
    start = min(_word_start(text, max(0, first - LEAD)), first)
    return start, _word_end(text, max(start + PASSAGE, first))


def _word_start(text: str, place: int) -> int:
    return 0 if place == 0 else text.find(" ", place) + 1 or place


def _word_end(text: str, place: int) -> int:
    return len(text) if place >= len(text) else max(text.rfind(" ", 0, place), 0) or place


def _marked(text: str, start: int, end: int, places: list[tuple[int, int]]) -> str:
    parts, at = [], start
    for first, last in places:
        parts += [escape(text[at:first], quote=False), f"<mark>{escape(text[first:last], quote=False)}</mark>"]
        at = last
    shown = " ".join("".join([*parts, escape(text[at:end], quote=False)]).split())
    return ("…" if start > 0 else "") + shown + ("…" if end < len(text) else "")
