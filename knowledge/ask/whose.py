"""Which game a question is about: named in it, told by its own words, or not known."""

import re
from functools import cache

from knowledge import search
from knowledge.ask import lists
from knowledge.language import WORD, fold
from knowledge.records import LANGUAGES

CLEARLY = 1.25
"""How much better the best case of a game must answer than that of any other for the question to be about it."""


@cache
def _nicknames() -> tuple[tuple[re.Pattern[str], str], ...]:
    several = [(name, game) for game, names in lists.read()["games"].items() for name in names]
    longest = sorted(several, key=lambda pair: -len(pair[0]))
    return tuple((re.compile(rf"\b{re.escape(fold(name))}\b"), game) for name, game in longest)


def named_in(text: str) -> str | None:
    """The game that a question calls by its name."""
    plain = " ".join(WORD.findall(fold(text)))
    return next((game for pattern, game in _nicknames() if pattern.search(plain)), None)


def without_names(text: str, game: str) -> str:
    """The question without the name of its game, of which no case speaks; that of a scenario (GWINE) narrows it."""
    plain = text
    for pattern, named in _nicknames():
        if named == game and not _narrows(pattern):
            plain = re.sub(pattern.pattern, " ", plain, flags=re.IGNORECASE)
    return plain if WORD.search(plain) else text


def _narrows(name: re.Pattern[str]) -> bool:
    return any(name.search(word) for language in LANGUAGES for word in lists.narrowing(language))


def recognised(text: str) -> str | None:
    """The game whose cases answer a question much better than those of the others."""
    best: dict[str, float] = {}
    for hit in search.search(text, limit=40).hits:
        game = hit.id.partition(":")[0]
        best.setdefault(game, hit.score)
    ranked = sorted(best.items(), key=lambda pair: -pair[1])
    if not ranked:
        return None
    if len(ranked) == 1 or ranked[0][1] >= CLEARLY * ranked[1][1]:
        return ranked[0][0]
    return None
