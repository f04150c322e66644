"""One place for each case: the chain of headings that best keeps the book's order, then what stands out of order."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import log2

from knowledge.imports.headings import Heading
from knowledge.imports.known import Book

LEAST = 1.5
COST_OF_DISTANCE = 0.25


def aligned(found: Sequence[Heading], book: Book) -> dict[int, Heading]:
    """The heading chosen for each case that was found, by the place of the case in the book."""
    likely = [heading for heading in found if heading.score >= LEAST]
    chosen = {heading.place: heading for heading in _chain(likely, book)}
    return chosen | _out_of_order(found, book, chosen)


def _chain(found: Sequence[Heading], book: Book) -> list[Heading]:
    """The headings of greatest weight that go forward both in the copy and in the book."""
    ends = _Best(len(book.cases))
    before: list[int | None] = []
    totals: list[float] = []
    for first, last in _at_one_place(found):
        # Parts that share their opening words begin at one place: these may follow one another there.
        for index in range(first, last):
            heading = found[index]
            total, previous = ends.before(heading.place)
            shared = _shared(found, first, index, book, totals)
            if shared is not None and totals[shared] > total:
                total, previous = totals[shared], shared
            totals.append(total + heading.score)
            before.append(previous)
        for index in range(first, last):
            ends.put(found[index].place, totals[index], index)
    return _walked_back(found, totals, before)


def _at_one_place(found: Sequence[Heading]) -> list[tuple[int, int]]:
    edges = [index for index in range(len(found)) if index == 0 or found[index].at != found[index - 1].at]
    return list(pairwise([*edges, len(found)]))


def _shared(found: Sequence[Heading], first: int, index: int, book: Book, totals: Sequence[float]) -> int | None:
    opens = book.cases[found[index].place].opens
    before = [each for each in range(first, index) if opens and book.cases[found[each].place].opens == opens]
    before = [each for each in before if found[each].place < found[index].place]
    return max(before, key=lambda each: totals[each], default=None)


def _walked_back(found: Sequence[Heading], totals: Sequence[float], before: Sequence[int | None]) -> list[Heading]:
    at: int | None = max(range(len(found)), key=lambda index: totals[index], default=None)
    chain = []
    while at is not None:
        chain.append(found[at])
        at = before[at]
    return chain[::-1]


class _Best:
    """The greatest total among the cases before a place of the book (a Fenwick tree of maxima)."""

    def __init__(self, size: int) -> None:
        self.tree: list[tuple[float, int | None]] = [(0.0, None)] * (size + 1)

    def before(self, place: int) -> tuple[float, int | None]:
        best: tuple[float, int | None] = (0.0, None)
        while place > 0:
            best = max(best, self.tree[place], key=lambda each: each[0])
            place -= place & -place
        return best

    def put(self, place: int, total: float, index: int) -> None:
        place += 1
        while place < len(self.tree):
            if total > self.tree[place][0]:
                self.tree[place] = (total, index)
            place += place & -place


def _out_of_order(found: Sequence[Heading], book: Book, chosen: dict[int, Heading]) -> dict[int, Heading]:
    """The best heading of each case that the chain lacks: the nearer to its neighbours, the better."""
    taken = {heading.at for heading in chosen.values()}
    places = sorted(chosen)
    more: dict[int, Heading] = {}
    for place in (place for place in range(len(book.cases)) if place not in chosen):
        free = [heading for heading in found if heading.place == place and _may_stray(heading, book)]
        free = [heading for heading in free if heading.at not in taken]
        worth = {heading: heading.score - _distance(heading, places, chosen) for heading in free}
        best = max(free, key=lambda heading: worth[heading], default=None)
        if best is not None and best.score >= LEAST:
            more[place] = replace(best, strayed=True)
            taken.add(best.at)
    return more


def _may_stray(heading: Heading, book: Book) -> bool:
    """A title alone is trusted only in the book's order."""
    return heading.numbered or book.cases[heading.place].opens is not None


def _distance(heading: Heading, places: Sequence[int], chosen: dict[int, Heading]) -> float:
    """How far a heading stands from where the book's order wants it: the number of doublings of the lines between."""
    index = bisect_left(places, heading.place)
    after = chosen[places[index - 1]].line if index else 0
    until = chosen[places[index]].line if index < len(places) else heading.line
    away = max(after - heading.line, heading.line - until, 0)
    return COST_OF_DISTANCE * log2(1 + away)
