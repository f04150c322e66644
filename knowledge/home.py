"""Where everything that is built or stored lives on this machine."""

import os
import sys
from pathlib import Path


def home() -> Path:
    """ARBITRE_HOME, else `arbitre` in the platform's folder for data."""
    chosen = os.environ.get("ARBITRE_HOME")
    return Path(chosen).expanduser() if chosen else _platform_folder() / "arbitre"


def _platform_folder() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
