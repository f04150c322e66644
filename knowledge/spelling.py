"""The nearest word that is known, for did-you-mean."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

SHORTEST_PART = 3
LEAST_LIKENESS = 0.75

Spellings = Mapping[str, str]
"""Words as they are written, by themselves without accents."""


def closest(word: str, known: Iterable[Spellings]) -> str | None:
    """The word of those known that looks most like this one."""
    spellings = {plain: spelled for each in known for plain, spelled in each.items()}
    near = get_close_matches(word, spellings, n=1, cutoff=LEAST_LIKENESS)
    return spellings[near[0]] if near else None
