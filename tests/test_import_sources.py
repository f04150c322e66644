"""The importer on the five sources, where they are: each case found where the inventory has it, and no other."""

import csv
import random
import re
from functools import cache

import pytest
from conftest import ROOT

from knowledge import records
from knowledge.imports.copies import found_in, read_copy
from knowledge.imports.known import Book, known_book
from knowledge.imports.reading import BadCopy, read_lines
from knowledge.library import Library

SHARED = ROOT.parent / "shared"
SOURCES = {
    "sitw": "000_6e8af572103d50ed.txt",
    "tdw": "001_cdc32a7ec38e02d9.txt",
    "tsnp": "002_7e2e44a245e34f4f.txt",
    "marne": "003_633434db0e12ba88.txt",
    "tgwe": "004_f8a66aa07b649b20.txt",
}
needs_sources = pytest.mark.skipif(not (SHARED / "seeds").is_dir(), reason="the rulebooks are not on this machine")


@cache
def library() -> Library:
    return Library.load()


def inventory(game):
    """Each case of the book: its number, its lines, and where its number stands."""
    with (SHARED / "inventory" / f"{game}.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            number = row["number"] + ("b" if row["occurrence"] == "2" else "")
            first, last = int(row["first_line"]), int(row["last_line"])
            apart = re.search(r"num@(\d+)", row["note"])
            yield number, (first, last), {first, int(apart[1])} if apart else {first}


def book_of(game) -> Book:
    """The book as our records know it."""
    return known_book(library(), game)


def source(game) -> list[str]:
    return list(read_lines(SHARED / "seeds" / SOURCES[game]))


@needs_sources
@pytest.mark.parametrize("game", SOURCES)
def test_the_cases_of_a_source_are_found_where_its_inventory_has_them(game):
    copy, book = found_in(source(game), book_of(game)), book_of(game)
    starts = {number: lines for number, _, lines in inventory(game)}
    spans = {number: span for number, span, _ in inventory(game)}
    wrong = {each.number: each.line for each in copy.cuts if each.line not in starts[each.number]}
    false = {each.number: each.line for each in copy.cuts if not _within(each.line, spans, starts, each.number)}
    assert len(copy.cuts) >= 0.98 * len(book.cases), copy.missing
    assert len(copy.cuts) - len(wrong) >= 0.97 * len(book.cases), wrong
    assert false == {}


def _within(line, spans, starts, number) -> bool:
    first, last = spans[number]
    return first <= line <= last or line in starts[number]


@needs_sources
@pytest.mark.parametrize("game", [game for game in SOURCES if game != "marne"])
def test_a_case_that_a_source_lacks_is_missing_though_others_refer_to_it(game):
    lines, book = source(game), book_of(game)
    torn_out = set()
    for number, (first, last), starts in inventory(game):
        whole = all(first <= line <= last for line in starts) and last - first < 80
        if whole and number[0].isdigit() and random.Random(number).random() < 0.25:
            lines[first - 1 : last] = [""] * (last - first + 1)
            torn_out.add(number)
    found = {each.number for each in found_in(lines, book).cuts}
    assert len(torn_out) > 15
    assert found & torn_out == set()


@needs_sources
@pytest.mark.parametrize("game", [game for game in SOURCES if game in records.games()])
def test_each_source_is_taken_for_its_own_game_and_for_no_other(game):
    path = SHARED / "seeds" / SOURCES[game]
    assert len(read_copy(library(), game, path).cuts) > 40
    for other in set(records.games()) - {game}:
        with pytest.raises(BadCopy, match=f"does not look like the rules of {other}.* those of {game}"):
            read_copy(library(), other, path)
