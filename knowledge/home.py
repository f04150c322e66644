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
    chosen = os.environ.get(NAMES[0])
    if chosen and not chosen.startswith("~"):
        return _user_path(chosen)
    return _user_path(*map(os.environ.get, NAMES), sys.platform)


@lru_cache(maxsize=8)
def _home(chosen: str | None, *_: str | None) -> Path:
    """As these settings have it: asked for by every request, so not put together anew."""
    return Path(chosen).expanduser() if chosen else _platform_folder() / "arbitre"


@lru_cache(maxsize=8)
def _user_path(*settings: str | None) -> Path:
    return _home(*settings) / "user.db"


def _platform_folder() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
