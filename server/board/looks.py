"""How the words of a game look: read once from `looks.toml`."""

from functools import cache
from pathlib import Path

from rulebook.printed import read_toml

Looks = dict[str, dict[str, str]]
PLAIN = {"terrain": "plain", "features": "flag", "sides": "line", "types": "unit"}


@cache
def looks() -> Looks:
    """The look of each word, by kind of word."""
    return read_toml(Path(__file__).parent / "looks.toml")


def look(kind: str, word: str | None) -> str:
    """The look of a word; one that nobody gave a look is drawn plain."""
    return looks()[kind].get(word or "", PLAIN[kind])
