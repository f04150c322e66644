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

LOOK = 3
"""How many facts a look at one hex of a search counts as: it takes about as long."""

# What a search takes as open though it is unknown: first nothing, then the passages, then the ends as well.
HOPES = ((False, False), (True, False), (True, True))


class Barren:
    """What searches in vain tell those who ask the same of other hexes: many do, and most of a map may be doubtful.

    Kept are the hexes from which there is no line, with each of the hopes, for what leads on from one of them led on
    from before; and those from which there is one if some facts turn out well (`doubtful`).
    """

    def __init__(self) -> None:
        self._hexes: dict[tuple[bool, bool], set[str]] = {hope: set() for hope in HOPES}
        self.doubtful: dict[str, dict[str, Values]] = {}

    @property
    def hexes(self) -> set[str]:
        """Those from which there is none whatever is hoped."""
        return self._hexes[HOPES[-1]]

    def has(self, number: str, hope: tuple[bool, bool]) -> bool:
        return number in self._hexes[hope]

    def add(self, hexes: Iterable[str], hope: tuple[bool, bool], has_doubts: bool) -> None:
        """Note hexes searched in vain; without a doubt more hope would not help."""
        for each in (hope,) if has_doubts else HOPES[HOPES.index(hope) :]:
            self._hexes[each].update(hexes)


def trace(
    table: Table, start: str, is_end: Test, is_open: Passage, towards: Iterable[str] = (),
    barren: Barren | None = None, within: int | None = None,
) -> list[str] | None:
    """A line from a hex to one that ends it, through open passages; None if there is none.

    `towards` are likely ends: the search makes for the nearest, and is shortest where nothing stands in the way.
    `barren` gathers the hexes from which there is no line, for those who ask the same of another hex, however far.
    `within` so many hexes, the start not counted, it has to end: the nearest end is then found first.
    Raises Unknown when a line exists only if facts that nobody posted turn out well. They are named without their
    values: each can only open lines or close them, so no trial of one of them would spare the others.
    """
    if start.startswith("?") and not is_end(start):
        raise Unknown({f"map.hexes.{start}.place": None})
    known = barren if barren is not None else Barren()
    if start in known.hexes:
        return None
    search = _Search(table, is_end, is_open, _order(table, start, towards), within, known.doubtful)
    for hope in HOPES:
        if known.has(start, hope):
            continue
        with table.aside() as seen:
            line = search.line_from(start, *hope)
        if line is not None:
            return _walked(line, search, known)
        known.add(search.came_from, hope, search.has_doubts)
        if not search.has_doubts:
            break
    table.recall(Trace(overrides=seen.overrides, contested=seen.contested))
    return None


class _Search:
    """A search for lines, nearest to the goal first, that keeps what it met on the way."""

    def __init__(
        self, table: Table, is_end: Test, is_open: Passage, order: Callable[[str], int], within: int | None,
        doubtful: dict[str, dict[str, Values]],
    ) -> None:
        self.table = table
        self.is_end = is_end
        self.is_open = is_open
        self.within = within
        self.doubtful = doubtful
        self.length: dict[str, int] = {}
        self.order = order if within is None else self.length.__getitem__
        self.has_doubts = False
        self.came_from: dict[str, str | None] = {}
        self.rests_on: dict[tuple[str, ...], dict[str, Values]] = {}

    def line_from(self, start: str, hopeful: bool, hopeful_of_ends: bool) -> list[str] | None:
        """The first line found; with hope, what is unknown is taken as open, and `rests_on` says what it is."""
        self.came_from, self.rests_on = {start: None}, {}
        self.length[start] = 0
        queue = [(0, 0, start)]
        while queue:
            here = heappop(queue)[-1]
            self.table.patience.left -= LOOK
            if hopeful_of_ends and here in self.doubtful:
                self.rests_on[here,] = self.doubtful[here]
                return self._line_to(here)
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
                self.rests_on[hexes] = dict.fromkeys(missing.facts)
            return hopeful

    def onward(self, line: list[str]) -> dict[str, dict[str, Values]]:
        """Each hex of a line with what it rests on from there to its end, where that is anything."""
        rest = self.rests_on.get((line[-1],), {})
        found = {line[-1]: rest}
        for here, there in reversed(list(pairwise(line))):
            rest = found[here] = {**self.rests_on.get((here, there), {}), **rest}
        return {number: facts for number, facts in found.items() if facts}

    def _line_to(self, end: str) -> list[str]:
        line = [end]
        while (before := self.came_from[line[-1]]) is not None:
            line.append(before)
        return line[::-1]


def _walked(line: list[str], search: _Search, known: Barren) -> list[str]:
    """The line, once all it rests on is known; it is asked again along it, for whoever wants to know what that is."""
    onward = search.onward(line)
    if line[0] in onward:
        if search.within is None:
            known.doubtful.update(onward)
        raise Unknown(onward[line[0]])
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
