"""A database in a file, reached so that a fault of the disk is told plainly, and what is damaged is kept and mended."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from knowledge.aside import put_in_place, to_disk
from knowledge.keeping.faults import Damaged, NotKept

BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite may leave beside a file; it must never meet another file of that name."""
LONGEST = 1 << 30
"""Bytes past which a damaged file is not believed when it says how long it was."""
REMEDY = "any `arbitre` command keeps it under another name and goes on with what can be read of it"


@dataclass(frozen=True)
class Mended:
    """What became of a damaged file: where it is kept, and how much could be read of it, by table."""

    kept: Path
    rescued: dict[str, int]


@contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Faults of the disk under a database, told as what they mean to its user."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        raise NotKept(f"{path.name} cannot be used: {fault}") from fault
    except sqlite3.DatabaseError as fault:
        if type(fault) is not sqlite3.DatabaseError:
            raise
        raise Damaged(f"{path.name} is damaged ({fault}): {REMEDY}") from fault


def mend(path: Path) -> Mended | None:
    """Where what the user stored is damaged, keep the file under another name, and go on with what can be read of it.

    A fault in the middle of it leaves the damaged file under one of its names: it is never written over.
    """
    if not path.exists() or is_sound(path):
        return None
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
    kept, aside = path.with_name(f"user.damaged-{stamp}.db"), path.with_name(f".rescued-{stamp}.db")
    try:
        rescued = _rescue(path, aside)
        _keep(path, kept)
        put_in_place(aside, path)
    finally:
        aside.unlink(missing_ok=True)
    return Mended(kept, rescued)


def is_sound(path: Path) -> bool:
    """Whether a database is whole; one that cannot be asked just now is not called damaged."""
    try:
        with closing(sqlite3.connect(path)) as base:
            return bool(base.execute("pragma integrity_check(1)").fetchone()[0] == "ok")
    except sqlite3.OperationalError:
        return True
    except sqlite3.DatabaseError:
        return False


def is_whole(path: Path) -> bool:
    """Whether a database is there, as long as it says that it is: SQLite may take one cut short for an empty one."""
    try:
        return path.stat().st_size == _told_size(path) > 0
    except FileNotFoundError:
        return False


def _told_size(path: Path) -> int:
    """The size that a database says it has, by its pages; 0 where it has no head."""
    with path.open("rb") as file:
        head = file.read(32)
    size, pages = int.from_bytes(head[16:18]), int.from_bytes(head[28:32])
    return pages * (65536 if size == 1 else size) if len(head) == 32 else 0


def _keep(path: Path, kept: Path) -> None:
    """Give the damaged file a second name, and take what SQLite left beside it along."""
    for beside in BESIDE:
        with suppress(FileNotFoundError):
            path.with_name(path.name + beside).rename(kept.with_name(kept.name + beside))
    try:
        kept.hardlink_to(path)
    except OSError:  # not every disk can give two names to a file
        path.rename(kept)
    to_disk(path.parent)


def _rescue(damaged: Path, aside: Path) -> dict[str, int]:
    """Copy every row that can still be read; how many there were, by table.

    SQLite reads nothing of a file that was cut short, so a copy is read that is as long as it should be.
    """
    copy = aside.with_suffix(".copy")
    try:
        shutil.copyfile(damaged, copy)
        with copy.open("ab") as file:
            file.truncate(max(copy.stat().st_size, min(_told_size(copy), LONGEST)))
        with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(aside)) as new:
            rescued = {name: _rescue_table(old, new, name, made) for name, made in _tables(old)}
            new.commit()
        aside.touch()
    finally:
        copy.unlink(missing_ok=True)
    return rescued


def _tables(base: sqlite3.Connection) -> list[tuple[str, str]]:
    try:
        return base.execute("select name, sql from sqlite_master where type = 'table'").fetchall()
    except sqlite3.DatabaseError:
        return []


def _rescue_table(old: sqlite3.Connection, new: sqlite3.Connection, name: str, made: str) -> int:
    """Rows are read from either end, so that a damaged part in the middle hides none of the others."""
    rows = {}
    for order in ("asc", "desc"):
        with suppress(sqlite3.DatabaseError, OverflowError, UnicodeDecodeError):
            for rowid, *row in old.execute(f"select rowid, * from [{name}] order by rowid {order}"):
                rows[rowid] = row
    new.execute(made)
    for row in rows.values():
        new.execute(f"insert or ignore into [{name}] values ({', '.join('?' * len(row))})", row)
    return len(rows)
