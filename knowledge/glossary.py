"""Words that mean the same, in both languages and from game to game, out of `data/terms.toml`."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from knowledge.language import WORD, root
from knowledge.records import LANGUAGES, Language, RecordError
from rulebook.printed import data_folder, read_toml

FILE = "terms.toml"
MARK = "#"
"""Begins the name of a notion among the roots of a text: no word begins so."""

Phrase = tuple[str, ...]
Span = tuple[int, int, str]
"""From which word to which, and the notion that they name."""


@cache
def groups() -> tuple[tuple[str, ...], ...]:
    """The groups of the file, each the words and phrases that name one notion."""
    return tuple(_group(row) for row in read_toml(data_folder() / FILE)["group"])


def _group(row: dict[str, Any]) -> tuple[str, ...]:
    if set(row) != {"words"} or len(row["words"]) < 2:
        raise RecordError(f"data/{FILE}: a [[group]] holds `words`, two or more of them: {row}")
    return tuple(row["words"])


@cache
def _phrases(language: Language) -> dict[Phrase, str]:
    """The notion of each phrase, by its roots; a phrase of several groups names the first."""
    found: dict[Phrase, str] = {}
    for place, group in enumerate(groups()):
        for phrase in group:
            found.setdefault(tuple(roots(language, phrase, mixed=True)), f"{MARK}{place}")
    found.pop((), None)
    return found


@cache
def _longest(language: Language) -> int:
    return max(map(len, _phrases(language)), default=0)


def is_kept(language: Language, word: str, mixed: bool) -> bool:
    """Whether a word is searched: in `mixed` text the stop words of both languages go."""
    return all(root(each, word) for each in (LANGUAGES if mixed else (language,)))


def roots(language: Language, text: str, *, mixed: bool) -> list[str]:
    """The roots of a text, without its stop words."""
    kept = (word for word in WORD.findall(text) if is_kept(language, word, mixed))
    return [root(language, word) or "" for word in kept]


def notions(language: Language, plain: Sequence[str]) -> Iterator[Span]:
    """The notions that a text names, given its roots: the longest phrases, none over another."""
    phrases, longest, at = _phrases(language), _longest(language), 0
    while at < len(plain):
        ends = range(min(len(plain), at + longest), at, -1)
        end = next((end for end in ends if tuple(plain[at:end]) in phrases), None)
        if end:
            yield at, end, phrases[tuple(plain[at:end])]
        at = end or at + 1


def searched(language: Language, text: str, *, mixed: bool = False) -> list[str]:
    """What a text is found by: its roots, then its notions."""
    plain = roots(language, text, mixed=True)
    named = [notion for _, _, notion in notions(language, plain)]
    return [*(plain if mixed else roots(language, text, mixed=False)), *named]


def name_of(language: Language, text: str) -> str:
    """A name whatever the order of its words, and whichever of the words of a notion it uses."""
    return key(atoms(language, roots(language, text, mixed=True)))


def atoms(language: Language, plain: Sequence[str]) -> list[str]:
    """The roots of a text with those that name a notion replaced by it."""
    found, at = [], 0
    for start, end, notion in notions(language, plain):
        found += [*plain[at:start], notion]
        at = end
    return [*found, *plain[at:]]


def key(several: Sequence[str]) -> str:
    return " ".join(sorted(set(several)))


@cache
def words_of(language: Language, notion: str) -> frozenset[str]:
    """The roots of all the words by which a notion is named, to be marked in a text."""
    return frozenset(each for phrase, named in _phrases(language).items() if named == notion for each in phrase)
