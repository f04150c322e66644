"""What is kept on disk: the knowledge base built from `data/`, and beside it what the user stores."""

import json
import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from knowledge import keeping, search
from knowledge.aside import alone_in, put_in_place
from knowledge.base import built_from as built_from
from knowledge.base import fingerprint, is_fresh, proof_fingerprint, proved_from, where_whole
from knowledge.base import knowledge_path as knowledge_path
from knowledge.home import home as home
from knowledge.home import user_path as user_path
from knowledge.keeping import State
from knowledge.keeping.mending import is_sound, told_plainly
from knowledge.library import Library, NotFound
from knowledge.records import Case, Example, Term
from knowledge.rows import Tables, tables

if TYPE_CHECKING:
    from sqlite_utils import Database

    from knowledge.proofs import Proven

WAIT_FOR_LOCK = 10.0
Condition = Literal["current", "missing", "damaged", "outdated"]
Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Report:
    """What a build made."""

    path: str
    fingerprint: str
    games: int
    cases: int
    terms: int
    examples: int
    notes: int
    agreed: int
    disagreed: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


# The knowledge base


def build(progress: Progress | None = None, *, jobs: int = 1) -> Report:
    """Build the knowledge base and its search index from `data/`, aside, then swap both in: one build at a time.

    Trials of rules and situations that have not changed since are not run again; the others are run in so many
    processes, more than one only where the program that asks can be imported anew.
    """
    tell = progress or _in_silence
    read = _read_data(tell)
    with _alone(tell):
        return _build(*read, tell, jobs)


def ensure(progress: Progress | None = None, *, jobs: int = 1) -> Report | None:
    """Build the knowledge base unless it is current, or another process has just built it."""
    if is_current():
        return None
    tell = progress or _in_silence
    read = _read_data(tell)
    with _alone(tell):
        return None if is_current() else _build(*read, tell, jobs)


def _in_silence(doing: str, done: int, total: int) -> None:
    """Nobody wants to know how far it is."""


def _read_data(tell: Progress) -> tuple[str, Library]:
    tell("reading", 0, 1)
    found = fingerprint(), Library.load()
    tell("reading", 1, 1)
    return found


@contextmanager
def _alone(tell: Progress) -> Iterator[None]:
    home().mkdir(parents=True, exist_ok=True)
    with alone_in(home(), lambda: tell("waiting", 0, 1)), told_plainly(knowledge_path()):
        yield


def _build(built_from: str, library: Library, tell: Progress, jobs: int) -> Report:
    from knowledge.proofs import proven as prove

    proven = _kept_proofs() or prove(library, lambda done, total: tell("trying", done, total), jobs)
    search.build(library, lambda done, total: tell("indexing", done, total))
    _write_aside(knowledge_path(), tables(library, proven, built_from), tell)
    return _report(library, proven, built_from)


def _kept_proofs() -> "Proven | None":
    """The trials as the knowledge base holds them, where nothing that they rest on has changed."""
    from knowledge.proofs import Proof, Proven

    if proved_from() != proof_fingerprint():
        return None
    with opened(knowledge_path()) as base:
        if not base["proofs"].exists():
            return Proven()
        cases: dict[int, list[str]] = {}
        for row in base["proof_cases"].rows_where(order_by="rowid"):
            cases.setdefault(row["proof_id"], []).append(row["case_id"])
        proofs = [
            Proof(row["game"], row["kind"], row["file"], row["name"], tuple(cases[row["id"]]), _told(row))
            for row in base["proofs"].rows_where(order_by="id")
        ]
        rules = {(row["case_id"].partition(":")[0], row["name"]): row for row in base["predicates"].rows}
    seen = [Counter({rule: row[kind] for rule, row in rules.items()}) for kind in ("held", "not_held")]
    return Proven(proofs, *seen)


def _told(row: dict[str, Any]) -> tuple[str, ...]:
    return (row["differences"],) if row["differences"] else ()


def _report(library: Library, proven: "Proven", built_from: str) -> Report:
    notes = sum(len(case.notes) for case in library.cases)
    sizes = (len(library.games), len(library.cases), len(library.terms), len(library.examples), notes)
    found = proven.proofs
    disagreed = [f"{proof.file}: {proof.name}: {'; '.join(proof.differences)}" for proof in found if not proof.agrees]
    return Report(str(knowledge_path()), built_from, *sizes, len(found) - len(disagreed), tuple(disagreed))


def is_current() -> bool:
    """Whether a knowledge base is there with its index, and was built from data and code as they are now."""
    return search.is_built() and is_fresh()


def state(*, thorough: bool = False) -> Condition:
    """What is to be said of the knowledge base and its index; a thorough look reads all of both."""
    if not is_current():
        return _why_not()
    is_whole = not thorough or (is_sound(knowledge_path()) and search.is_sound())
    return "current" if is_whole else "damaged"


def _why_not() -> Condition:
    there = knowledge_path().exists(), search.is_begun()
    if not any(there):
        return "missing"
    return "outdated" if all(there) and built_from() and search.is_built() else "damaged"


def library() -> Library:
    """The library, from the knowledge base where it is current (it loads faster), else from `data/`."""
    stored = where_whole(_stored_library) if search.is_built() else None
    return stored or Library.load()


def _stored_library() -> Library:
    with opened(knowledge_path()) as base:
        games = [str(row["key"]) for row in base["games"].rows_where(order_by="place")]
        cases = [Case.model_validate_json(row["record"]) for row in base["cases"].rows_where(order_by="place")]
        terms = [Term.model_validate_json(row["record"]) for row in base["terms"].rows_where(order_by="id")]
        examples = [Example.model_validate_json(row["record"]) for row in base["examples"].rows_where(order_by="place")]
    return Library(cases, terms, examples, games)


@contextmanager
def opened(path: Path) -> "Iterator[Database]":
    """A database of our own for one call: connections are not shared between threads."""
    from sqlite_utils import Database

    connection = sqlite3.connect(path, timeout=WAIT_FOR_LOCK)
    try:
        yield Database(connection, execute_plugins=False)
    finally:
        connection.close()


def _write_aside(target: Path, tables: Tables, tell: Progress) -> None:
    handle, name = tempfile.mkstemp(prefix=".knowledge-", suffix=".db", dir=target.parent)
    os.close(handle)
    aside = Path(name)
    try:
        with opened(aside) as base:
            for done, (table, (key, rows)) in enumerate(tables.items()):
                tell("writing", done, len(tables))
                base.table(table).insert_all(rows, pk=key)
            _add_indexes(base)
        tell("writing", len(tables), len(tables))
        put_in_place(aside, target)
    finally:
        aside.unlink(missing_ok=True)


def _add_indexes(base: "Database") -> None:
    columns = {"cases": "game", "citations": "cites", "exceptions": "excepts"}
    columns |= {"term_cases": "case_id", "proof_cases": "case_id"}
    for table, column in columns.items():
        if base[table].exists():
            base.table(table).create_index([column])


# What the user stores


def put_map(name: str, content: dict[str, Any]) -> bool:
    """Store a map under a name; True when the name is new."""
    return _put("maps", {"name": name}, content)


def get_map(name: str) -> dict[str, Any]:
    """The map stored under this name."""
    found = _get("maps", {"name": name})
    if found is None:
        raise NotFound("stored map", name, get_close_matches(name, map_names()))
    return dict(found)


def delete_map(name: str) -> None:
    """Forget the map stored under this name."""
    if not _delete("maps", {"name": name}):
        raise NotFound("stored map", name, get_close_matches(name, map_names()))


def map_names() -> list[str]:
    """The names of all stored maps."""
    return [str(row["name"]) for row in _rows("maps", {})]


def put_table(game: str, name: str, content: Any) -> bool:
    """Store the user's own copy of a game's table; True when it is new."""
    return _put("tables", {"game": game, "name": name}, content)


def get_table(game: str, name: str) -> Any:
    """The user's own copy of a table, or None where there is none."""
    return _get("tables", {"game": game, "name": name})


def delete_table(game: str, name: str) -> bool:
    """Forget the user's own copy of a table; False where there was none."""
    return _delete("tables", {"game": game, "name": name})


def table_names(game: str) -> list[str]:
    """The names of the tables that the user stored for a game."""
    return [str(row["name"]) for row in _rows("tables", {"game": game})]


def put_originals(game: str, about: dict[str, Any], texts: list[dict[str, Any]]) -> bool:
    """Store the texts of the user's own copy of a game, in place of those before; True when there were none."""
    with keeping.changing() as change:
        change.forget("originals", {"game": game})
        change.add("originals", [{"game": game} | text for text in texts])
        return change.put("copies", {"name": game} | _content(about))


def delete_originals(game: str) -> bool:
    """Forget the user's own copy of a game; False where there was none."""
    if not _rows("copies", {"name": game}):
        return False
    with keeping.changing() as change:
        change.forget("originals", {"game": game})
        return change.forget("copies", {"name": game})


def copies() -> list[str]:
    """The games of which the user's own copy is stored."""
    return [str(row["name"]) for row in _rows("copies", {})]


def _put(drawer: str, key: dict[str, str], content: Any) -> bool:
    row = key | _content(content)
    with keeping.changing() as change:
        return change.put(drawer, row)


def _content(content: Any) -> dict[str, str]:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {"content": json.dumps(content, allow_nan=False), "saved": now}


def _get(drawer: str, key: dict[str, str]) -> Any:
    return next((json.loads(row["content"]) for row in _rows(drawer, key)), None)


def _delete(drawer: str, key: dict[str, str]) -> bool:
    if not _rows(drawer, key):
        return False
    with keeping.changing() as change:
        return change.forget(drawer, key)


def _rows(drawer: str, key: dict[str, str]) -> tuple[keeping.Row, ...]:
    state = keeping.state()
    return _read(state, drawer, tuple(key.items())) if state.version else ()


@lru_cache(maxsize=256)
def _read(state: State, drawer: str, key: tuple[tuple[str, str], ...]) -> tuple[keeping.Row, ...]:
    """What is found, read again when what is stored has changed."""
    return tuple(keeping.find(drawer, dict(key)))
