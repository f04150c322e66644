"""The knowledge base as it was built: whether it is current, and a case out of it, with nothing heavy to load."""

import hashlib
import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import rulebook
from knowledge.home import home
from knowledge.keeping.mending import is_sound, is_whole
from knowledge.numbers import LONGEST_TYPED, NotFound, plain_number
from rulebook.printed import data_folder

LOG = logging.getLogger("arbitre")
Found = TypeVar("Found")
Said = dict[str, str]


@dataclass(frozen=True)
class Shown:
    """A case as every caller gets it, with what a reader needs beside it: titles by id, worked examples as told."""

    case: dict[str, Any]
    titles: dict[str, Said]
    examples: dict[str, Said]


def knowledge_path() -> Path:
    return home() / "knowledge.db"


def fingerprint() -> str:
    """Changes whenever the data, or the code that the knowledge base is built with, changes."""
    data = _files(data_folder(), ("**/*.toml", "**/*.csv"))
    return _digest((data, _rulebook(), _files(Path(__file__).parent, ("**/*.py",))))


def proof_fingerprint() -> str:
    """Changes whenever the rules, the situations that are put to them, or the way of trying them changes."""
    posed = ("values.toml", "*/book.toml", "*/hexes.toml", "*/tables/*", "*/cases/*", "*/examples/*")
    trying = _files(Path(__file__).parent, ("trials.py", "proofs.py", "records.py", "naming.py"))
    return _digest((_files(data_folder(), posed), _rulebook(), trying))


Files = Iterable[tuple[str, Path]]


def _digest(several: Iterable[Files]) -> str:
    digest = hashlib.sha256()
    for files in several:
        for name, path in files:
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _rulebook() -> Files:
    return _files(Path(str(rulebook.__file__)).parent, ("**/*.py",))


def _files(folder: Path, patterns: tuple[str, ...]) -> Files:
    found = (path for pattern in patterns for path in folder.glob(pattern))
    return sorted((path.relative_to(folder).as_posix(), path) for path in found)


def built_from() -> str | None:
    """The fingerprint of what the knowledge base was built from; None where there is none."""
    return _noted("fingerprint")


def proved_from() -> str | None:
    """The fingerprint of the rules and situations whose trials the knowledge base holds; None where there is none."""
    return _noted("proofs")


def _noted(key: str) -> str | None:
    if not is_whole(knowledge_path()):
        return None
    try:
        with _reading() as base:
            found = base.execute("select value from meta where key = ?", (key,)).fetchone()
    except sqlite3.DatabaseError:
        return None
    return str(found["value"]) if found else None


def is_fresh() -> bool:
    """Whether the knowledge base was built from data and code as they are now."""
    return built_from() == fingerprint()


def where_whole(look: Callable[..., Found], *asked: str) -> Found | None:
    """What is found in the knowledge base; None where it is not fresh, or damaged, which is told."""
    if not is_fresh():
        return None
    try:
        return look(*asked)
    except NotFound as damage:
        if is_sound(knowledge_path()):
            raise
        _tell_damage(damage)
    except (sqlite3.DatabaseError, ValueError) as damage:
        _tell_damage(damage)
    return None


def _tell_damage(damage: Exception) -> None:
    LOG.warning("%s is damaged (%s): the data is read instead; `arbitre build` mends it", knowledge_path(), damage)


def look_up(game: str, number: str) -> Shown:
    """The case, however a person types its number."""
    with _reading() as base:
        case = json.loads(_row(base, game, number)["answer"])
        titles = _said(base, "cases", "title", related(case))
        return Shown(case, titles, _said(base, "examples", "told", case["examples"]))


def look_everywhere(number: str) -> dict[str, Said]:
    """The cases of this number in all the games: their titles by their ids."""
    with _reading() as base:
        asked = plain_number(number)
        query = "select id, title_en as en, title_fr as fr from cases where lower(number) = ? order by place"
        rows = base.execute(query, (asked,)).fetchall() or base.execute(query, (f"{asked}.0",)).fetchall()
        return {row["id"]: {"en": row["en"], "fr": row["fr"]} for row in rows}


def asked_in(game: str, part: str) -> str | None:
    """The situations of a game that players ask about, or their words in a language, as JSON."""
    with _reading() as base:
        found = base.execute("select content from asked where game = ? and part = ?", (game, part)).fetchone()
    return str(found["content"]) if found else None


def related(case: dict[str, Any]) -> list[str]:
    """The ids of the cases that a case is shown with."""
    ids = [id for kind in ("children", "cites", "cited_by", "exceptions", "excepts") for id in case[kind]]
    ids += [each["id"] for each in case["references"]]
    return list(dict.fromkeys([*ids, *([case["parent"]] if case["parent"] else []), *case.get("homonyms", ())]))


@contextmanager
def _reading() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(knowledge_path())) as base:
        base.row_factory = sqlite3.Row
        yield base


def _row(base: sqlite3.Connection, game: str, typed: str) -> sqlite3.Row:
    games = [row["key"] for row in base.execute("select key from games order by place")]
    if game not in games:
        raise NotFound("game", game[:LONGEST_TYPED], get_close_matches(game, games) or games)
    asked = plain_number(typed).removeprefix(f"{game}:")
    query = "select answer from cases where game = ? and lower(number) = ?"
    found = base.execute(query, (game, asked)).fetchone() or base.execute(query, (game, f"{asked}.0")).fetchone()
    if found is None:
        numbers = [row["number"] for row in base.execute("select number from cases where game = ?", (game,))]
        raise NotFound(f"case of {game}", typed[:LONGEST_TYPED], get_close_matches(asked.upper(), numbers))
    row: sqlite3.Row = found
    return row


def _said(base: sqlite3.Connection, table: str, what: str, ids: Iterable[str]) -> dict[str, Said]:
    """What the rows of these ids say in both languages."""
    wanted = list(ids)
    marks = ", ".join("?" * len(wanted))
    if not wanted:
        return {}
    rows = base.execute(f"select id, {what}_en as en, {what}_fr as fr from {table} where id in ({marks})", wanted)
    return {row["id"]: {"en": row["en"], "fr": row["fr"]} for row in rows}
