"""Lines traced from hex to hex, on a map that is only partly known."""

from collections.abc import Callable, Iterable
from functools import partial
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from rulebook.facts import Unknown, Values
from rulebook.table import Table
from rulebook.trace import Trace

Test = Callable[[str], Any]
Passage = Callable[[str, str], Any]

# What a search takes as open though it is unknown: first nothing, then the passages, then the ends as well.
HOPES = ((False, False), (True, False), (True, True))


def trace(
    table: Table, start: str, is_end: Test, is_open: Passage, towards: Iterable[str] = (),
    barren: set[str] | None = None, within: int | None = None,
) -> list[str] | None:
    """A line from a hex to one that ends it, through open passages; None if there is none.

    `towards` are likely ends: the search makes for the nearest, and is shortest where nothing stands in the way.
    `barren` gathers the hexes from which there is no line, for those who ask the same of another hex.
    `within` so many hexes, the start not counted, it has to end: the nearest end is then found first.
    Raises Unknown when a line exists only if facts that nobody posted turn out well. They are named without their
    values: each can only open lines or close them, so no trial of one of them would spare the others.
    """
    if start.startswith("?") and not is_end(start):
        raise Unknown({f"map.hexes.{start}.place": None})
    if barren is not None and start in barren:
        return None
    search = _Search(table, is_end, is_open, _order(table, start, towards), within)
    for hope in HOPES:
        with table.aside() as seen:
            line = search.line_from(start, *hope)
        if line is not None:
            return _walked(line, search)
        if not search.has_doubts:
            break
    table.recall(Trace(overrides=seen.overrides, contested=seen.contested))
    if barren is not None:
        barren.update(search.came_from)
    return None


class _Search:
    """A search for lines, nearest to the goal first, that keeps what it met on the way."""

    def __init__(
        self, table: Table, is_end: Test, is_open: Passage, order: Callable[[str], int], within: int | None
    ) -> None:
        self.table = table
        self.is_end = is_end
        self.is_open = is_open
        self.within = within
        self.length: dict[str, int] = {}
        self.order = order if within is None else self.length.__getitem__
        self.has_doubts = False
        self.came_from: dict[str, str | None] = {}
        self.rests_on: dict[str, dict[str, Values]] = {}

    def line_from(self, start: str, hopeful: bool, hopeful_of_ends: bool) -> list[str] | None:
        """The first line found; with hope, what is unknown is taken as open, and `rests_on` says what it is."""
        self.came_from, self.rests_on = {start: None}, {}
        self.length[start] = 0
        queue = [(0, 0, start)]
        while queue:
            here = heappop(queue)[-1]
            if self._is_met(self.is_end, (here,), hopeful_of_ends):
                return self._line_to(here)
            if self.length[here] == self.within:
                continue
            for there in self.table.around(here):
                if there not in self.came_from and self._is_met(self.is_open, (here, there), hopeful):
                    self.came_from[there] = here
                    self.length[there] = self.length[here] + 1
                    heappush(queue, (self.order(there), len(self.came_from), there))
        return None

    def _is_met(self, test: Callable[..., Any], hexes: tuple[str, ...], hopeful: bool) -> bool:
        try:
            return bool(test(*hexes))
        except Unknown as missing:
            self.has_doubts = True
            if hopeful:
                self.rests_on.setdefault(hexes[-1], {}).update(missing.facts)
            return hopeful

    def _line_to(self, end: str) -> list[str]:
        line = [end]
        while (before := self.came_from[line[-1]]) is not None:
            line.append(before)
        return line[::-1]


def _walked(line: list[str], search: _Search) -> list[str]:
    """The line, once all it rests on is known; it is asked again along it, for whoever wants to know what that is."""
    unknown: dict[str, Values] = {fact: None for number in line for fact in search.rests_on.get(number, ())}
    if unknown:
        raise Unknown(unknown)
    for here, there in pairwise(line):
        search.is_open(here, there)
    search.is_end(line[-1])
    return line


def _order(table: Table, start: str, towards: Iterable[str]) -> Callable[[str], int]:
    """How far a hex is from the likeliest end; hexes as near as each other are taken in the order they were met."""
    ends = sorted(number for number in towards if not number.startswith("?"))
    if not ends or start.startswith("?"):
        return len
    return partial(table.grid.distance, min(ends, key=partial(table.grid.distance, start)))
