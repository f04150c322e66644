"""The text of a case in the user's own copy of the rules, with nothing heavy to load."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from knowledge.home import user_path, user_version
from knowledge.keeping import told_plainly


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
    version = user_version()
    return _read(user_path(), version, game) if version else {}


@lru_cache(maxsize=16)
def _read(path: Path, version: int, game: str) -> dict[str, Original]:
    with told_plainly(path), closing(sqlite3.connect(path)) as base:
        if not base.execute("select 1 from sqlite_master where name = 'originals'").fetchone():
            return {}
        rows = base.execute("select name, line, text, beside from originals where game = ? order by rowid", [game])
        return {name: Original(name, line, text, tuple(json.loads(beside))) for name, line, text, beside in rows}
