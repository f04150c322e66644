"""What the user stores, in a PostgreSQL database that several processes and machines may share."""

import atexit
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg

from knowledge.keeping.addresses import Address, read_address
from knowledge.keeping.drawers import DRAWERS, Change, Dialect, Key, Row, as_rows
from knowledge.keeping.faults import NotKept, Unsure
from knowledge.keeping.states import State

Connection = psycopg.Connection[tuple[Any, ...]]

POSTGRESQL = Dialect(
    prefix="arbitre_", mark="%s", sorts='collate "C"', came="place", counts_by="bigint generated always as identity"
)
FORMAT = 1
"""Of the tables: counted up when they are laid out anew."""
LARGEST_VERSION = 2**62
MOST_IDLE = 8
"""Connections that one process keeps open while nobody uses them."""
LONGEST_STATEMENT = 10_000
"""Milliseconds after which the server gives a statement up, as when another holds what it needs."""
ALONE = 19_181_914
"""The lock under which the tables are made."""
MAKE_STATE = (
    "create table if not exists arbitre_state (id integer primary key check (id = 1), format integer not null, "
    "version bigint not null)"
)
BEGIN_STATE = "insert into arbitre_state values (1, %s, 0) on conflict (id) do nothing"
CHANGE_STATE = (
    "insert into arbitre_state values (1, %s, %s) on conflict (id) do update set version = excluded.version"
)

OUT_OF_REACH = "the database of what is stored cannot be reached just now"
NOBODY_KNOWS = "the database was lost while the change was being kept: look whether it was, or send it again"
REASONS = {
    "25006": "the database of what is stored takes no changes just now",
    "42501": "the database of what is stored does not allow it to this service",
    "53": "the database of what is stored is full, or has too much to do",
    "22": "the database cannot store this",
}
"""What is told by the kind of fault, as PostgreSQL numbers them."""


class ServerKeeper:
    """Keeps what the user stores in a database, through a few connections that are used again."""

    kind = "postgresql"

    def __init__(self, address: Address) -> None:
        self.address = address
        self.place = address.place
        self._idle: list[Connection] = []
        self._rests_until = 0.0
        self._told = ("", "")

    def state(self) -> State:
        """Each change leaves a number that was never there before: a backup put back has the one it had then."""
        found = self._ask("select version from arbitre_state where id = 1")
        return State(self.place, int(found[0][0]) if found else 0)

    def find(self, name: str, key: Key) -> list[Row]:
        drawer = DRAWERS[name]
        return as_rows(drawer, self._ask(POSTGRESQL.find(drawer, key), tuple(key.values())))

    @contextmanager
    def changing(self) -> Iterator[Change]:
        """One change is one transaction; whoever begins one waits until the one before has ended."""
        with self._told_plainly(), self._at_work(self._awake()) as base, base.cursor() as cursor:
            cursor.execute("begin")
            cursor.execute(CHANGE_STATE, (FORMAT, 1 + secrets.randbelow(LARGEST_VERSION)))
            yield Change(cursor, POSTGRESQL)
            try:
                cursor.execute("commit")
            except psycopg.OperationalError as lost:
                raise Unsure(NOBODY_KNOWS, self._reason(lost)) from None

    def mend(self) -> None:
        """The server minds its own files."""

    # Connections

    def _ask(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """What is found. A connection that was lost while nobody used it is no fault: another is made."""
        with self._told_plainly():
            idle = self._take()
            if idle:
                with suppress(psycopg.OperationalError):
                    return self._asked(idle, query, values)
                self.let_go()
            return self._asked(self._connect(), query, values)

    def _asked(self, base: Connection, query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._at_work(base):
            return base.execute(query.encode(), values).fetchall()

    def _awake(self) -> Connection:
        """A connection that was not lost while nobody used it."""
        idle = self._take()
        if idle is None:
            return self._connect()
        try:
            idle.execute("select 1")
        except psycopg.OperationalError:
            idle.close()
            self.let_go()
            return self._connect()
        return idle

    @contextmanager
    def _at_work(self, base: Connection) -> Iterator[Connection]:
        """A connection is used again unless something went wrong with it: then nothing is left of what it did."""
        try:
            yield base
        except BaseException:
            base.close()
            raise
        if len(self._idle) < MOST_IDLE:
            self._idle.append(base)
        else:
            base.close()

    def _take(self) -> Connection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def let_go(self) -> None:
        """Close the connections that nobody uses."""
        while idle := self._take():
            idle.close()

    def _connect(self) -> Connection:
        """A new connection, with the tables made where they are not there.

        A server that does not answer keeps whoever asks waiting: for as long as that took, nobody else asks it.
        """
        begun = time.monotonic()
        if begun < self._rests_until:
            raise NotKept(*self._told)
        try:
            base = psycopg.connect(autocommit=True, prepare_threshold=None, **self.address.options)
        except psycopg.errors.ConnectionTimeout as fault:
            self._told = _says(fault), self._reason(fault)
            self._rests_until = 2 * time.monotonic() - begun
            raise
        try:
            base.execute(f"set statement_timeout = {LONGEST_STATEMENT:d}".encode())
            _make_tables(base)
        except BaseException:
            base.close()
            raise
        return base

    # Faults

    @contextmanager
    def _told_plainly(self) -> Iterator[None]:
        try:
            yield
        except psycopg.IntegrityError:
            raise
        except psycopg.Error as fault:
            self.let_go()
            raise NotKept(_says(fault), self._reason(fault)) from None

    def _reason(self, fault: psycopg.Error) -> str:
        return self.address.without_secrets(f"{self.place}: {fault}")


def _says(fault: psycopg.Error) -> str:
    code = fault.sqlstate or ("22" if isinstance(fault, psycopg.DataError) else "")
    return REASONS.get(code) or REASONS.get(code[:2]) or OUT_OF_REACH


def _make_tables(base: Connection) -> None:
    """Make the tables where they are not there: of several who start at once one makes them, and the others wait."""
    if base.execute("select to_regclass('arbitre_state')").fetchone() == (None,):
        with base.transaction():
            base.execute("select pg_advisory_xact_lock(%s)", (ALONE,))
            for drawer in DRAWERS.values():
                base.execute(POSTGRESQL.make(drawer).encode())
            base.execute(MAKE_STATE)
            base.execute(BEGIN_STATE, (FORMAT,))
    found = base.execute("select format from arbitre_state where id = 1").fetchone()
    if found and found[0] > FORMAT:
        says = "the database of what is stored was laid out by a later version of Arbitre"
        raise NotKept(says, f"format {found[0]}, not {FORMAT}")


# One keeper a database and process: a connection must not be used on both sides of a fork

_keepers: dict[tuple[str, int], ServerKeeper] = {}


def server_keeper(url: str) -> ServerKeeper:
    """Who keeps what is stored at this address; BadAddress where it is none."""
    asked = (url, os.getpid())
    found = _keepers.get(asked)
    if found is None:
        found = _keepers.setdefault(asked, ServerKeeper(read_address(url)))
    return found


@atexit.register
def let_go() -> None:
    """Close the connections of this process that nobody uses."""
    for (_, process), keeper in list(_keepers.items()):
        if process == os.getpid():
            keeper.let_go()
