"""The text of a case in the user's own copy of the rules, with nothing heavy to load."""

import json
from dataclasses import dataclass
from functools import lru_cache

from knowledge import keeping


@dataclass(frozen=True)
class Original:
    """The text of one case as the copy has it. `beside` holds the numbers of cases that may be mixed into it."""

    number: str
    line: int
    text: str
    beside: tuple[str, ...]


def original(game: str, number: str) -> str | None:
    """What the user's own copy says of a case; None where there is no copy, or the case was not found in it."""
    found = originals(game).get(number)
    return found.text if found else None


def originals(game: str) -> dict[str, Original]:
    """The cases of the user's own copy of a game, by number; none where there is no copy."""
    state = keeping.state()
    return _read(state, game) if state.version else {}


@lru_cache(maxsize=16)
def _read(state: keeping.State, game: str) -> dict[str, Original]:
    return {row["name"]: _original(**row) for row in keeping.find("originals", {"game": game})}


def _original(game: str, name: str, line: int, text: str, beside: str) -> Original:
    return Original(name, line, text, tuple(json.loads(beside)))
