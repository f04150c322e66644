"""The cheapest line from a hex to one that ends it, within a limit, on a map that is only partly known."""

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from rulebook.facts import Unknown, Values
from rulebook.rules import Part
from rulebook.table import Table
from rulebook.trace import Trace

Parts = tuple[Part, ...]
Entry = Callable[[str, str], Parts | None]
Least = Callable[[str, str], float]
Test = Callable[[str], Any]


@dataclass(frozen=True)
class Line:
    """Hexes from a start to an end, with what each but the first costs."""

    hexes: tuple[str, ...]
    entries: tuple[Parts, ...]

    @property
    def cost(self) -> float:
        return sum(part.amount for parts in self.entries for part in parts)

    def told(self) -> list[dict[str, Any]]:
        """What is paid along the line, hex by hex; a hex that is free is left out."""
        return [
            {"to": there, "case": part.case, "why": part.why, "amount": part.amount}
            for there, parts in zip(self.hexes[1:], self.entries, strict=True) for part in parts
        ]


def cheapest_line(table: Table, start: str, is_end: Test, entry: Entry, least: Least, limit: float) -> Line | None:
    """The cheapest line that costs no more than the limit; None if there is none.

    `entry` gives what a step costs, None where it is barred; `least` the least that it could cost while that is not
    known. Raises Unknown when a line exists only if facts that nobody posted turn out well.
    """
    if start.startswith("?") and not is_end(start):
        raise Unknown({f"map.hexes.{start}.place": None})
    search = _Search(table, is_end, entry, least, limit)
    for hopeful in (False, True):
        with table.aside() as seen:
            hexes = search.hexes_from(start, hopeful)
        if hexes is not None:
            return _walked(hexes, search)
        if not search.has_doubts:
            break
    table.recall(Trace(overrides=seen.overrides, contested=seen.contested))
    return None


@dataclass
class _Search:
    """Dijkstra over the steps that are open for sure or, with hope, over all that may be."""

    table: Table
    is_end: Test
    entry: Entry
    least: Least
    limit: float
    has_doubts: bool = False
    came_from: dict[str, str | None] = field(default_factory=dict)
    rests_on: dict[str, dict[str, Values]] = field(default_factory=dict)

    def hexes_from(self, start: str, hopeful: bool) -> tuple[str, ...] | None:
        self.came_from, self.rests_on = {start: None}, {}
        spent, heap = {start: 0.0}, [(0.0, 0, start)]
        while heap:
            cost, length, here = heappop(heap)
            if cost > spent[here]:
                continue
            if self._ends(here, hopeful):
                return self._line_to(here)
            for there in self.table.around(here):
                if spent.get(there, cost + 1) <= cost:
                    continue
                total = cost + self._price(here, there, hopeful)
                if total <= self.limit and total < spent.get(there, self.limit + 1):
                    spent[there], self.came_from[there] = total, here
                    heappush(heap, (total, length + 1, there))
        return None

    def _price(self, here: str, there: str, hopeful: bool) -> float:
        try:
            parts = self.entry(here, there)
        except Unknown as missing:
            self._doubts((here, there), missing)
            return self.least(here, there) if hopeful else self.limit + 1
        return self.limit + 1 if parts is None else sum(part.amount for part in parts)

    def _ends(self, here: str, hopeful: bool) -> bool:
        try:
            return bool(self.is_end(here))
        except Unknown as missing:
            self._doubts((here,), missing)
            return hopeful

    def _doubts(self, hexes: tuple[str, ...], missing: Unknown) -> None:
        self.has_doubts = True
        self.rests_on.setdefault("/".join(hexes), {}).update(missing.facts)

    def _line_to(self, end: str) -> tuple[str, ...]:
        line = [end]
        while (before := self.came_from[line[-1]]) is not None:
            line.append(before)
        return tuple(line[::-1])


def _walked(hexes: tuple[str, ...], search: _Search) -> Line:
    """The line, once all it rests on is known; asked again along it, for whoever wants to know what that is."""
    steps = list(pairwise(hexes))
    doubted = [search.rests_on.get(key, {}) for key in ("/".join(step) for step in steps)]
    doubted.append(search.rests_on.get(hexes[-1], {}))
    unknown: dict[str, Values] = {fact: None for facts in doubted for fact in facts}
    if unknown:
        raise Unknown(unknown)
    search.is_end(hexes[-1])
    return Line(hexes, tuple(search.entry(*step) or () for step in steps))
