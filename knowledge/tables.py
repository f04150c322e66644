"""The user's own copies of printed tables: which ones a game can use, and how to read them from a CSV file."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

from knowledge import records
from knowledge.numbers import NotFound
from rulebook import printed

Columns = dict[str, dict[str, str]]


class BadTable(ValueError):
    """A table that cannot be used; the message names every cell that is wrong."""


@dataclass(frozen=True)
class OwnTable:
    """A table that a book leaves to the player: its case, what heads its rows, its columns, rows and cells.

    Where the book does not give the headings either, `columns` is empty and `column` says how one is written: each
    starts with a number, and they grow from left to right.
    """

    case: str
    corner: str
    columns: tuple[str, ...]
    column: re.Pattern[str]
    rows: tuple[str, ...]
    cell: re.Pattern[str]
    example: str


def games_with_tables() -> list[str]:
    """The games that leave a table to the player."""
    return [game for game in records.games() if printed.book(game).get("own_tables")]


def own_tables(game: str) -> dict[str, OwnTable]:
    """The tables that a game can use, by the names its `book.toml` gives them."""
    games = games_with_tables()
    if game not in games:
        raise NotFound("game with tables of your own", game, get_close_matches(game, games) or games)
    return {name: _stated(game, stated) for name, stated in printed.book(game)["own_tables"].items()}


def _stated(game: str, stated: dict[str, Any]) -> OwnTable:
    columns, rows = tuple(stated.get("columns", ())), tuple(stated["rows"])
    column, cell = re.compile(stated.get("column", "")), re.compile(stated["cell"])
    case = records.qualified(game, stated["case"])
    return OwnTable(case, stated["corner"], columns, column, rows, cell, stated["example"])


def own_table(game: str, name: str) -> OwnTable:
    """The table of this name that a game can use."""
    tables = own_tables(game)
    if name not in tables:
        raise NotFound(f"table of {game}", name, get_close_matches(name, tables) or list(tables))
    return tables[name]


def read_table(table: OwnTable, text: str) -> Columns:
    """The cells by column and row. Raises BadTable with every fault of the text."""
    lines = [[cell.strip() for cell in line] for line in csv.reader(io.StringIO(text)) if any(map(str.strip, line))]
    faults = list(_faults(table, lines))
    if faults:
        raise BadTable("; ".join(faults))
    header, *body = lines
    return {column: {row[0]: row[place] for row in body} for place, column in enumerate(header) if place}


def _faults(table: OwnTable, lines: Sequence[Sequence[str]]) -> Iterator[str]:
    header = [cell.strip() for cell in lines[0]] if lines else []
    fault = _heading_fault(table, header)
    if fault:
        yield f"header: {fault}, got {','.join(header) or 'nothing'}"
        return
    rows = [line[0] for line in lines[1:]]
    yield from (f"row {row}: missing" for row in table.rows if row not in rows)
    yield from (f"row {row}: there is no such row" for row in rows if row not in table.rows)
    yield from (f"row {row}: given {rows.count(row)} times" for row in dict.fromkeys(rows) if rows.count(row) > 1)
    for line in lines[1:]:
        yield from _cell_faults(table, header, line)


def _heading_fault(table: OwnTable, header: Sequence[str]) -> str | None:
    """What is wrong with the first line: the headings are those of the book, or the player's own in growing order."""
    if table.columns:
        wanted = [table.corner, *table.columns]
        is_right = sorted(header) == sorted(wanted) and header[0] == table.corner
        return None if is_right else f"wanted {','.join(wanted)}"
    is_right = len(header) > 1 and header[0] == table.corner and all(map(table.column.fullmatch, header[1:]))
    if not is_right:
        return f"wanted {table.corner}, then headings such as 4, 2-3 or 19+"
    return None if _grow(header[1:]) else "the headings must grow from left to right"


def _grow(headings: Sequence[str]) -> bool:
    bounds = [int(number) for heading in headings for number in re.findall(r"\d+", heading)]
    return all(one < other for one, other in pairwise(bounds))


def _cell_faults(table: OwnTable, header: Sequence[str], line: Sequence[str]) -> Iterator[str]:
    if len(line) != len(header):
        yield f"row {line[0]}: {len(line) - 1} cells for {len(header) - 1} columns"
        return
    for column, cell in zip(header[1:], line[1:], strict=True):
        if not table.cell.fullmatch(cell):
            yield f"row {line[0]}, column {column}: {cell!r} is no result; write it as in {table.example}"
