"""What the user stores, in one SQLite file under `ARBITRE_HOME`."""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from knowledge.keeping.drawers import DRAWERS, Change, Dialect, Key, Row, as_rows
from knowledge.keeping.faults import NotKept
from knowledge.keeping.mending import Mended, mend, told_plainly
from knowledge.keeping.states import State

SQLITE = Dialect(prefix="", mark="?", sorts="collate binary", came="rowid")
WAIT_FOR_LOCK = 10.0
COUNTED = 4, 24
"""How many bytes of the file, from where, count its changes."""


class _Held:
    """A file held open while anyone looks at it: to close it would drop the locks that SQLite has on it here."""

    def __init__(self, place: str) -> None:
        self.file = os.open(place, os.O_RDONLY)
        self.told = os.fstat(self.file)

    def __del__(self) -> None:
        os.close(self.file)


class FileKeeper:
    """Keeps what the user stores in a file."""

    kind = "file"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.place = str(path)
        self._held: _Held | None = None

    def state(self) -> State:
        """SQLite counts the changes in the file; a file put in the place of another may have counted as many."""
        try:
            counted, told = self._read_head() if sys.platform == "win32" else self._look_at_head()
        except FileNotFoundError:
            return State(self.place, 0)
        except OSError as fault:
            raise NotKept(f"{self.path.name} cannot be used: {fault.strerror}") from fault
        return State(self.place, counted and hash((counted, told.st_ino, told.st_mtime_ns)))

    def _look_at_head(self) -> tuple[int, os.stat_result]:
        """As it is now, in the file that has this name now."""
        held, told = self._held, self.path.stat()
        if held is None or not os.path.samestat(held.told, told):
            held = self._held = _Held(self.place)
        return int.from_bytes(os.pread(held.file, *COUNTED)), told

    def _read_head(self) -> tuple[int, os.stat_result]:
        """The same, of a file that is closed at once: one that is held open could not be moved."""
        file = os.open(self.place, os.O_RDONLY)
        try:
            return int.from_bytes(os.read(file, 28)[24:]), os.fstat(file)
        finally:
            os.close(file)

    def find(self, name: str, key: Key) -> list[Row]:
        if not self.state().version:
            return []
        drawer = DRAWERS[name]
        with told_plainly(self.path), closing(self._connect()) as base:
            if not base.execute("select 1 from sqlite_master where name = ?", [name]).fetchone():
                return []
            return as_rows(drawer, base.execute(SQLITE.find(drawer, key), tuple(key.values())))

    @contextmanager
    def changing(self) -> Iterator[Change]:
        """One change is one transaction, on the disk when it ends."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with told_plainly(self.path), closing(self._connect()) as base, closing(base.cursor()) as cursor:
            base.execute("pragma synchronous = extra")  # the end of the change is on the disk too, not its parts alone
            base.execute("begin immediate")
            try:
                for drawer in DRAWERS.values():
                    base.execute(SQLITE.make(drawer))
                yield Change(cursor, SQLITE)
            except BaseException:
                base.rollback()
                raise
            base.execute("commit")

    def mend(self) -> Mended | None:
        return mend(self.path)

    def _connect(self) -> sqlite3.Connection:
        """A connection for one call: they are not shared between threads."""
        return sqlite3.connect(self.path, timeout=WAIT_FOR_LOCK, isolation_level=None)
