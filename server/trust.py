"""How far a book runs, chapter by chapter and case by case, as the pages show it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from knowledge.coverage import coverage
from knowledge.library import Library
from knowledge.records import Case

Row = Mapping[str, Any]
COUNTED = ("cases", "operative", "executable", "judgement", "tests", "examples")


@dataclass(frozen=True)
class Chapter:
    """A chapter with the cases that stand in it, and how many of those that decide something run."""

    head: Case
    rows: tuple[Row, ...]

    @property
    def operative(self) -> int:
        return sum(row["operative"] for row in self.rows)

    @property
    def executable(self) -> int:
        return sum(row["operative"] and row["status"] == "executable" for row in self.rows)


def chapters(library: Library, game: str) -> list[Chapter]:
    """The chapters of a book in its order."""
    heads = [case for case in library.of(game) if library.parent(case) is None]
    rows = rows_of(game)
    return [Chapter(head, tuple(rows[case.id] for case in below(library, head))) for head in heads]


def below(library: Library, case: Case) -> Iterable[Case]:
    """A case and all that stands under it, in the book's order."""
    yield case
    for child in library.children(case):
        yield from below(library, child)


def rows_of(game: str) -> dict[str, Row]:
    """What stands behind each case of a book, by its id."""
    found = coverage(game)
    return {row["id"]: row for row in (*found["cases"], *found["unnumbered"])}


def statuses(chapters: Iterable[Chapter]) -> set[str]:
    """What may stand behind a case in these chapters."""
    return {row["status"] for chapter in chapters for row in chapter.rows}


def totals(games: Iterable[str]) -> dict[str, int]:
    """The totals of several books together."""
    counted = [coverage(game)["totals"] for game in games]
    return {name: sum(each[name] for each in counted) for name in COUNTED}


def disagreed(games: Iterable[str]) -> list[tuple[str, Mapping[str, str]]]:
    """The tests and examples that did not agree with the rules, each after its game."""
    return [(game, each) for game in games for each in coverage(game)["disagreed"]]
