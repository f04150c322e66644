"""Where everything that is built or stored lives on this machine."""

import os
import sys
from pathlib import Path


def home() -> Path:
    """ARBITRE_HOME, else `arbitre` in the platform's folder for data."""
    chosen = os.environ.get("ARBITRE_HOME")
    return Path(chosen).expanduser() if chosen else _platform_folder() / "arbitre"


def user_path() -> Path:
    """The file of what the user stores; a build never touches it."""
    return home() / "user.db"


def user_version() -> int:
    """Another number after each change to what the user stores, 0 where nothing is.

    SQLite counts the changes in the file; a file put in the place of another may have counted as many.
    """
    try:
        file = os.open(user_path(), os.O_RDONLY)
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
