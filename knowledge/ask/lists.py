"""What `data/ask.toml` says of the way players ask."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from knowledge.language import WORD, root
from knowledge.records import Language
from rulebook.printed import data_folder, read_toml

FILE = "ask.toml"
SAME = "~"
"""Begins the name of a list of words that come to the same: no root begins so."""

STILL = r"\bencore(?= (?:le droit|\w+(?:er|ir|re|oir)\b))"
"""`Peut-il encore attaquer` asks whether he still may, not whether he may again."""

Phrase = tuple[str, ...]
Named = TypeVar("Named")


@cache
def read() -> dict[str, Any]:
    """The whole file."""
    return dict(read_toml(data_folder() / FILE))


@cache
def filler(language: Language) -> frozenset[str]:
    """Words that no rule is about, without accents."""
    return frozenset(read()["filler"][language].split())


@cache
def idle(language: Language) -> re.Pattern[str]:
    """Turns of speech that say nothing of what is asked, unless something is compared: `instead of`, `plutôt que`."""
    phrases = "|".join(map(re.escape, read()["idle"][language]))
    return re.compile(rf"\b(?:{phrases})\b(?! (?:of|qu))|{STILL}", re.IGNORECASE)


@cache
def narrowing(language: Language) -> frozenset[str]:
    """Words without which another thing would be asked."""
    return frozenset(read()["narrowing"][language].split())


@cache
def generic(language: Language) -> frozenset[str]:
    """Words that hardly tell one question from another."""
    return frozenset(read()["generic"][language].split())


@cache
def opposed(language: Language) -> frozenset[str]:
    """Words that have an opposite."""
    return frozenset(read()["opposed"][language].split())


@cache
def bounding(language: Language) -> frozenset[str]:
    """Words that bound what is named after them."""
    return frozenset(read()["bounding"][language].split())


@cache
def numbered(language: Language) -> frozenset[str]:
    """Words whose number stands after them."""
    return frozenset(read()["numbered"][language].split())


@cache
def light(language: Language) -> frozenset[str]:
    """Words of every rule."""
    return frozenset(read()["light"][language].split())


@cache
def same(language: Language) -> dict[Phrase, tuple[str, ...]]:
    """The lists of words that come to the same to which each phrase belongs."""
    return grouped((row["words"] for row in read()["same"]), language, SAME)


def grouped(several: Iterable[Iterable[str]], language: Language, name: str) -> dict[Phrase, tuple[str, ...]]:
    """The lists to which each phrase belongs, named and numbered."""
    found: dict[Phrase, dict[str, None]] = {}
    for place, words in enumerate(several):
        for text in words:
            found.setdefault(phrase(text, language), {})[f"{name}{place}"] = None
    found.pop((), None)
    return {key: tuple(each) for key, each in found.items()}


def phrase(text: str, language: Language) -> Phrase:
    """The roots of a phrase, small words left out."""
    return tuple(each for word in WORD.findall(text) if (each := root(language, word)))


def named(words: Sequence[str], language: Language, names: Mapping[Phrase, Named]) -> Iterator[tuple[int, int, Named]]:
    """The names among some words, the longest first and none over another: from which word to which, and what."""
    kept = [(place, each) for place, word in enumerate(words) if (each := root(language, word))]
    longest, at = max(map(len, names), default=0), 0
    while at < len(kept):
        ends = range(min(len(kept), at + longest), at, -1)
        end = next((end for end in ends if tuple(each for _, each in kept[at:end]) in names), None)
        if end:
            yield kept[at][0], kept[end - 1][0] + 1, names[tuple(each for _, each in kept[at:end])]
        at = end or at + 1
