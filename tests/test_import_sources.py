"""The importer on the five sources, where they are: each case found where the inventory has it, and no other."""

import random
import re
from functools import cache

import pytest
from sources import PATHS, inventory, needs_sources, number_of

from knowledge import records
from knowledge.imports import copies
from knowledge.imports.copies import found_in, read_copy
from knowledge.imports.known import Book, known_book
from knowledge.imports.reading import BadCopy, read_lines
from knowledge.library import Library


@cache
def library() -> Library:
    return Library.load()


def places(game):
    """Each case of the book: its number, its lines, and where its number stands."""
    for row in inventory(game):
        first, last = int(row["first_line"]), int(row["last_line"])
        apart = re.search(r"num@(\d+)", row["note"])
        yield number_of(row), (first, last), {first, int(apart[1])} if apart else {first}


def book_of(game) -> Book:
    """The book as our records know it."""
    return known_book(library(), game)


def source(game) -> list[str]:
    return list(read_lines(PATHS[game]))


@needs_sources
@pytest.mark.parametrize("game", PATHS)
def test_the_cases_of_a_source_are_found_where_its_inventory_has_them(game):
    copy, book = found_in(source(game), book_of(game)), book_of(game)
    starts = {number: lines for number, _, lines in places(game)}
    spans = {number: span for number, span, _ in places(game)}
    wrong = {each.number: each.line for each in copy.cuts if each.line not in starts[each.number]}
    false = {each.number: each.line for each in copy.cuts if not _within(each.line, spans, starts, each.number)}
    assert len(copy.cuts) >= 0.98 * len(book.cases), copy.missing
    assert len(copy.cuts) - len(wrong) >= 0.97 * len(book.cases), wrong
    assert false == {}


def _within(line, spans, starts, number) -> bool:
    first, last = spans[number]
    return first <= line <= last or line in starts[number]


@needs_sources
@pytest.mark.parametrize("game", [game for game in PATHS if game != "marne"])
def test_a_case_that_a_source_lacks_is_missing_though_others_refer_to_it(game):
    lines, book = source(game), book_of(game)
    torn_out = set()
    for number, (first, last), starts in places(game):
        whole = all(first <= line <= last for line in starts) and last - first < 80
        if whole and number[0].isdigit() and random.Random(number).random() < 0.25:
            lines[first - 1 : last] = [""] * (last - first + 1)
            torn_out.add(number)
    found = {each.number for each in found_in(lines, book).cuts}
    assert len(torn_out) > 15
    assert found & torn_out == set()


@cache
def held(lines, book):
    """What lines hold of a book, worked out once for the four games that are refused because of it."""
    return found_in(lines, book)


@needs_sources
@pytest.mark.parametrize("game", [game for game in PATHS if game in records.games()])
def test_each_source_is_taken_for_its_own_game_and_for_no_other(game, monkeypatch):
    monkeypatch.setattr(copies, "found_in", held)
    assert len(read_copy(library(), game, PATHS[game]).cuts) > 40
    for other in set(records.games()) - {game}:
        with pytest.raises(BadCopy, match=f"does not look like the rules of {other}.* those of {game}"):
            read_copy(library(), other, PATHS[game])
