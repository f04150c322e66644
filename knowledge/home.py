"""Where everything that is built or stored lives on this machine."""

import os
import sys
from functools import lru_cache
from pathlib import Path

NAMES = ("ARBITRE_HOME", "HOME", "XDG_DATA_HOME", "LOCALAPPDATA")


def home() -> Path:
    """ARBITRE_HOME, else `arbitre` in the platform's folder for data."""
    return _home(*map(os.environ.get, NAMES), sys.platform)


def user_path() -> Path:
    """The file of what the user stores; a build never touches it."""
    return _user_path(*map(os.environ.get, NAMES), sys.platform)


@lru_cache(maxsize=8)
def _home(chosen: str | None, *_: str | None) -> Path:
    """As these settings have it: asked for by every request, so not put together anew."""
    return Path(chosen).expanduser() if chosen else _platform_folder() / "arbitre"


@lru_cache(maxsize=8)
def _user_path(*settings: str | None) -> Path:
    return _home(*settings) / "user.db"


def user_state() -> tuple[Path, int]:
    """Where what the user stores is kept, and its version: what was read in one state holds in no other."""
    path = user_path()
    return path, _version(path)


def user_version() -> int:
    """Another number after each change to what the user stores, 0 where nothing is.

    SQLite counts the changes in the file; a file put in the place of another may have counted as many.
    """
    return _version(user_path())


def _version(path: Path) -> int:
    try:
        file = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return 0
    try:
        counted, state = int.from_bytes(os.read(file, 28)[24:]), os.fstat(file)
    finally:
        os.close(file)
    return counted and hash((counted, state.st_ino, state.st_mtime_ns))


def _platform_folder() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
