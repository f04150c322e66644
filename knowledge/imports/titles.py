"""Titles as a scan leaves them: how much a text begins with one."""

import re
from difflib import SequenceMatcher
from functools import lru_cache

from knowledge.language import fold

WORD = re.compile(r"[^\W_]+")
NEAR_WORD = 0.8


def title_likeness(title: str, text: str) -> float:
    """How much the text begins with the title: 1 where it does."""
    wanted, met = words_of(title), words_of(text[: 3 * len(title) + 40])
    if not wanted or not met:
        return 0.0
    near = met[: len(wanted) + 2]
    share = sum(any(is_near(word, other) for other in near) for word in wanted) / len(wanted)
    return share if is_near(wanted[0], met[0]) else share * 0.75


@lru_cache(maxsize=20_000)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in small letters without accents."""
    return tuple(WORD.findall(fold(text)))


@lru_cache(maxsize=200_000)
def is_near(word: str, other: str) -> bool:
    """Whether two words are one, scanned badly."""
    if word == other:
        return True
    if min(len(word), len(other)) < 4 or abs(len(word) - len(other)) > 2:
        return False
    matcher = SequenceMatcher(None, word, other)
    return matcher.quick_ratio() >= NEAR_WORD and matcher.ratio() >= NEAR_WORD  # the quick one is never the smaller


def begins_at(met: tuple[str, ...], wanted: tuple[str, ...], start: int) -> bool:
    """Whether the wanted words stand one by one at this place of the words met."""
    if len(met) - start < len(wanted) or not is_near(wanted[0], met[start]):
        return False
    return all(map(is_near, wanted, met[start : start + len(wanted)]))


def column_of(line: str, index: int) -> int:
    """The column of a word of the line."""
    starts = [found.start() for found in WORD.finditer(line)]
    return starts[index] if index < len(starts) else 0
