"""The user's own copies of printed tables: which ones a game can use, and how to read them from a CSV file."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from knowledge.numbers import NotFound

Columns = dict[str, dict[str, str]]


class BadTable(ValueError):
    """A table that cannot be used; the message names every cell that is wrong."""


@dataclass(frozen=True)
class OwnTable:
    """A table that a book leaves to the player: its case, what heads its rows, its columns, rows and cells."""

    case: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cell: re.Pattern[str]
    example: str


COMBAT_RESULTS = OwnTable(
    case="sitw:13.28",
    corner="roll",
    columns=("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"),
    rows=tuple(str(roll) for roll in range(1, 10)),
    cell=re.compile(r"\d{1,2}/\d{1,2}"),
    example="2/3",
)
OWN_TABLES: dict[str, dict[str, OwnTable]] = {"sitw": {"crt": COMBAT_RESULTS}}


def own_tables(game: str) -> dict[str, OwnTable]:
    """The tables that a game can use."""
    if game not in OWN_TABLES:
        raise NotFound("game with tables of your own", game, get_close_matches(game, OWN_TABLES) or list(OWN_TABLES))
    return OWN_TABLES[game]


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
    wanted = [table.corner, *table.columns]
    if sorted(header) != sorted(wanted) or header[0] != table.corner:
        yield f"header: wanted {','.join(wanted)}, got {','.join(header) or 'nothing'}"
        return
    rows = [line[0] for line in lines[1:]]
    yield from (f"row {row}: missing" for row in table.rows if row not in rows)
    yield from (f"row {row}: there is no such row" for row in rows if row not in table.rows)
    yield from (f"row {row}: given {rows.count(row)} times" for row in dict.fromkeys(rows) if rows.count(row) > 1)
    for line in lines[1:]:
        yield from _cell_faults(table, header, line)


def _cell_faults(table: OwnTable, header: Sequence[str], line: Sequence[str]) -> Iterator[str]:
    if len(line) != len(header):
        yield f"row {line[0]}: {len(line) - 1} cells for {len(header) - 1} columns"
        return
    for column, cell in zip(header[1:], line[1:], strict=True):
        if not table.cell.fullmatch(cell):
            yield f"row {line[0]}, column {column}: {cell!r} is no result; write it as in {table.example}"
