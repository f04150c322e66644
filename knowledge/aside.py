"""Files that a fault at any moment leaves whole: written aside, brought to the disk, then put in place of the old."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

BUILDING = (".building-*", ".knowledge-*")
"""What a build writes aside, until it is put in place."""


def to_disk(path: Path) -> None:
    """Wait until a file, or which files a folder holds, is on the disk."""
    if path.is_dir() and sys.platform == "win32":
        return  # folders cannot be opened there, and need not be
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def folder_to_disk(folder: Path) -> None:
    """Wait until a folder and all the files in it are on the disk."""
    for path in folder.iterdir():
        to_disk(path)
    to_disk(folder)


def put_in_place(aside: Path, target: Path) -> None:
    """Make what was written aside the file, in place of the one before, for good."""
    to_disk(aside)
    aside.replace(target)
    to_disk(target.parent)


@contextmanager
def alone_in(folder: Path, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """Work that one process at a time does in a folder; whoever was killed at it holds up nobody.

    Without a way to tell that it waits for another, it does not wait, and raises BlockingIOError.
    Where the platform has no such lock, whoever ends last wins: each writes aside under a name of its own.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if waiting is None:
                raise
            waiting()
            fcntl.flock(handle, fcntl.LOCK_EX)
        _clear_leftovers(folder)
        yield
    finally:
        os.close(handle)


def tidy(folder: Path) -> bool:
    """Clear away what builds that did not end have left in a folder; whether there was any."""
    if not _leftovers(folder):
        return False
    try:
        with alone_in(folder):
            return True
    except OSError:  # a build is under way, or nothing can be changed here
        return False


def _leftovers(folder: Path) -> list[Path]:
    return [path for pattern in BUILDING for path in folder.glob(pattern)]


def _clear_leftovers(folder: Path) -> None:
    for path in _leftovers(folder):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                path.unlink()
