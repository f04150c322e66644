"""How much of each book runs, case by case, and what was tried: counted from the trials of the last build."""

import sqlite3
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

from knowledge import store
from knowledge.base import built_from, knowledge_path
from knowledge.library import Library
from knowledge.predicates import predicates
from knowledge.records import Case
from knowledge.search import NotBuilt
from rulebook import printed

Counts = dict[str, Counter[str]]


def coverage(game: str) -> dict[str, Any]:
    """Each case of the game with what stands behind it, and the totals, as the last build found them."""
    built = built_from()
    if built is None:
        raise NotBuilt("the knowledge base has not been built")
    try:
        return _coverage(knowledge_path(), built, game)
    except sqlite3.DatabaseError as damage:
        raise NotBuilt("the knowledge base is damaged") from damage


@lru_cache(maxsize=16)
def _coverage(path: Path, built: str, game: str) -> dict[str, Any]:
    library = store.library()
    tried = _tried(game)
    numbered = [_row(case, tried) for case in library.of(game) if case.numbered]
    return {
        "game": game,
        "stage": printed.book(game)["stage"],
        "cases": numbered,
        "unnumbered": [_row(case, tried) for case in library.of(game) if not case.numbered],
        "totals": _totals(numbered, game),
        "disagreed": _disagreed(game),
    }


def games(library: Library) -> list[dict[str, Any]]:
    """Each game with its title, stage and totals."""
    return [
        {"key": game, "title": printed.book(game)["title"], "stage": found["stage"], "coverage": found["totals"]}
        for game, found in ((game, coverage(game)) for game in library.games)
    ]


def _row(case: Case, tried: Counts) -> dict[str, Any]:
    names = [str(rule["name"]) for rule in predicates().get(case.id, ())]
    return {
        "id": case.id,
        "record": True,
        "operative": case.operative,
        "status": status(case, bool(names)),
        "predicates": names,
        "tests": tried["test"][case.id],
        "examples": tried["example"][case.id],
    }


def status(case: Case, runs: bool) -> str:
    """Whether the case runs, is left to judgement, decides nothing, or has no rule yet."""
    if runs:
        return "executable"
    if case.operative:
        return "judgement" if case.status == "judgement" else "unwritten"
    return "heading" if case.kind == "heading" else "information"


def _totals(rows: list[dict[str, Any]], game: str) -> dict[str, int]:
    operative = [row for row in rows if row["operative"]]
    statuses = Counter(row["status"] for row in operative)
    agreed = _agreed(game)
    return {
        "cases": len(rows),
        "records": sum(row["record"] for row in rows),
        "operative": len(operative),
        "executable": statuses["executable"],
        "judgement": statuses["judgement"],
        "tests": agreed["test"],
        "examples": agreed["example"],
    }


# What was tried


def _tried(game: str) -> Counts:
    """How many tests and examples agreed for each case."""
    query = """select p.kind, c.case_id, count(*) from proofs p join proof_cases c on c.proof_id = p.id
               where p.game = ? and p.agrees group by p.kind, c.case_id"""
    found: Counts = {"test": Counter(), "example": Counter()}
    for kind, case, count in _rows(query, game):
        found[kind][case] = count
    return found


def _agreed(game: str) -> Counter[str]:
    return Counter(dict(_rows("select kind, count(*) from proofs where game = ? and agrees group by kind", game)))


def _disagreed(game: str) -> list[dict[str, str]]:
    query = "select file, name, differences from proofs where game = ? and not agrees"
    return [{"file": file, "name": name, "differs": differs} for file, name, differs in _rows(query, game)]


def _rows(query: str, game: str) -> list[Any]:
    with store.opened(knowledge_path()) as base:
        return list(base.execute(query, [game])) if base["proofs"].exists() else []
