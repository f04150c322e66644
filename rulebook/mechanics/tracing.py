"""Lines of any length traced from hex to hex, on a map that is only partly known."""

from collections import deque
from collections.abc import Callable
from typing import Any

from rulebook.facts import Unknown, Values
from rulebook.table import Table

Test = Callable[[str], Any]
Passage = Callable[[str, str], Any]


def trace(table: Table, start: str, is_end: Test, is_open: Passage) -> list[str] | None:
    """The shortest line from a hex to one that ends it, through open passages; None if there is none.

    Raises Unknown when a line exists only if facts that nobody posted turn out well.
    """
    sure, _ = _flood(table, start, is_end, is_open, hopeful=False)
    if sure is not None:
        return sure
    hoped, unknown = _flood(table, start, is_end, is_open, hopeful=True)
    if hoped is not None:
        raise Unknown(unknown)
    return None


def _flood(
    table: Table, start: str, is_end: Test, is_open: Passage, hopeful: bool
) -> tuple[list[str] | None, dict[str, Values]]:
    """Breadth first; `hopeful` takes what is unknown as open, and keeps the facts that this rests on."""
    came_from: dict[str, str | None] = {start: None}
    rests_on: dict[str, dict[str, Values]] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        answer, unknown = _answer(is_end, here)
        if answer or (hopeful and unknown):
            line = _line(came_from, here)
            facts = {fact: values for number in line for fact, values in rests_on.get(number, {}).items()}
            return line, {**facts, **unknown}
        for there in table.around(here):
            if there not in came_from:
                answer, unknown = _answer(is_open, here, there)
                if answer or (hopeful and unknown):
                    came_from[there], rests_on[there] = here, unknown
                    queue.append(there)
    return None, {}


def _answer(test: Callable[..., Any], *hexes: str) -> tuple[Any, dict[str, Values]]:
    try:
        return test(*hexes), {}
    except Unknown as missing:
        return None, missing.facts


def _line(came_from: dict[str, str | None], end: str) -> list[str]:
    line: list[str] = []
    here: str | None = end
    while here is not None:
        line.append(here)
        here = came_from[here]
    return line[::-1]
