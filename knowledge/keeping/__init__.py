"""What the user stores: maps, imported text, own tables. In a file, or in the database of ARBITRE_DATABASE_URL.

Callers find and change things by drawer (`drawers.py`) and never know which of the two it is.
"""

import os
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from knowledge.home import user_path
from knowledge.keeping.drawers import Change as Change
from knowledge.keeping.drawers import Key
from knowledge.keeping.drawers import Row as Row
from knowledge.keeping.faults import BadAddress as BadAddress
from knowledge.keeping.faults import Damaged as Damaged
from knowledge.keeping.faults import NotKept as NotKept
from knowledge.keeping.faults import Unsure as Unsure
from knowledge.keeping.files import FileKeeper
from knowledge.keeping.mending import Mended as Mended
from knowledge.keeping.states import State as State


class Keeper(Protocol):
    """Whatever keeps what the user stores."""

    @property
    def kind(self) -> str:
        """What it is: `file` or `postgresql`."""

    @property
    def place(self) -> str:
        """Where that is, in words without a secret."""

    def state(self) -> State:
        """The state of what is stored, read at little cost before every answer that rests on it."""

    def find(self, name: str, key: Key) -> list[Row]:
        """The things of a drawer that a key names, sorted by name or as they came."""

    def changing(self) -> AbstractContextManager[Change]:
        """One change, made by one at a time: all of it is kept when it ends, or none."""

    def mend(self) -> Mended | None:
        """Keep what is damaged aside and go on with what can be read of it; None where nothing is damaged."""


def keeper() -> Keeper:
    """Who keeps what the user stores, as the settings have it now."""
    url = os.environ.get("ARBITRE_DATABASE_URL", "").strip()
    return _server_keeper(url) if url else _file_keeper(user_path())


@lru_cache(maxsize=8)
def _file_keeper(path: Path) -> FileKeeper:
    return FileKeeper(path)


def _server_keeper(url: str) -> Keeper:
    try:
        from knowledge.keeping.servers import server_keeper
    except ImportError:
        raise BadAddress("ARBITRE_DATABASE_URL: there is no driver: pip install 'arbitre[postgres]'") from None
    return server_keeper(url)


def state() -> State:
    """The state of what the user stores; NotKept where it cannot be told."""
    return keeper().state()


def state_if_reached() -> State | None:
    """The state of what the user stores; None where it cannot be told just now."""
    try:
        return state()
    except NotKept:
        return None


def is_ready() -> bool:
    """Whether what is stored can be read just now."""
    try:
        find("maps", {"name": ""})
    except NotKept:
        return False
    return True


def find(name: str, key: Key) -> list[Row]:
    """The things of a drawer that a key names, sorted by name or as they came."""
    return keeper().find(name, key)


def changing() -> AbstractContextManager[Change]:
    """One change to what is stored: all of it is kept, or none."""
    return keeper().changing()


def mend() -> Mended | None:
    """Keep what is damaged aside and go on with what can be read of it; None where nothing is damaged."""
    return keeper().mend()
