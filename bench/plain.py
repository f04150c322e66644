"""The plain things that ours is measured against."""

import heapq
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf

from knowledge.language import root, words
from knowledge.library import Library
from rulebook.games import GAMES
from rulebook.position import Position

Adjacency = list[tuple[int, ...]]


@cache
def places(game: str) -> dict[str, int]:
    """The hexes of a game's map, numbered from 0."""
    return {number: place for place, number in enumerate(GAMES[game].grid.numbers())}


@cache
def adjacency(game: str) -> Adjacency:
    """Which hexes lie next to which, as integers."""
    grid, index = GAMES[game].grid, places(game)
    return [tuple(index[near] for near in grid.neighbours(number)) for number in index]


def dijkstra(
    near: Adjacency, costs: Sequence[int], start: int, limit: float = inf
) -> tuple[dict[int, int], dict[int, int]]:
    """A heap over integer adjacency: what each hex costs to reach, and from where, as far as a limit."""
    spent, came_from, heap = {start: 0}, {}, [(0, start)]
    while heap:
        cost, here = heapq.heappop(heap)
        if cost > spent[here]:
            continue
        for there in near[here]:
            total = cost + costs[there]
            if total <= limit and (there not in spent or total < spent[there]):
                spent[there], came_from[there] = total, here
                heapq.heappush(heap, (total, there))
    return spent, came_from


@dataclass(frozen=True)
class Front:
    """A front of 1918 as plain data: where lines may run, where they end, who stands where."""

    near: dict[str, tuple[str, ...]]
    ways: set[str]
    ends: dict[str, set[str]]
    units: list[tuple[str, str, str]]


def front(position: Position) -> Front:
    """The same map and units that ours is given, read once and not counted."""
    hexes, near = position.map.hexes, neighbours(position.game)
    edges = {"german": "east-edge", "allied": "west-south-edge"}
    ends = {
        side: {number for number, facts in hexes.items() if edge in facts.features and facts.control == side}
        for side, edge in edges.items()
    }
    return Front(near, set(near), ends, [(unit.id, unit.side, unit.hex) for unit in position.units])


def zones_and_supply(board: Front) -> tuple[dict[str, set[str]], dict[str, bool]]:
    """Breadth-first search over sets: the zones of both sides, and which units have a line to an edge of their own."""
    held: dict[str, set[str]] = {"german": set(), "allied": set()}
    for _, side, number in board.units:
        held[side].add(number)
    zones = {side: {there for here in hexes for there in board.near[here]} for side, hexes in held.items()}
    fed = {}
    for side, enemy in (("german", "allied"), ("allied", "german")):
        through = board.ways - held[enemy] - (zones[enemy] - held[side])
        fed[side] = flooded(board.near, board.ends[side], through)
    return zones, {unit_id: number in fed[side] for unit_id, side, number in board.units}


def flooded(near: dict[str, tuple[str, ...]], starts: Iterable[str], through: set[str]) -> set[str]:
    """Every hex from which one of these can be reached by way of open hexes."""
    seen = set(starts)
    queue = deque(seen)
    while queue:
        here = queue.popleft()
        if here in through:
            for there in near[here]:
                if there not in seen:
                    seen.add(there)
                    queue.append(there)
    return seen


@cache
def neighbours(game: str) -> dict[str, tuple[str, ...]]:
    grid = GAMES[game].grid
    return {number: grid.neighbours(number) for number in grid.numbers()}


def fts(library: Library) -> Callable[[str], list[tuple[str, float]]]:
    """SQLite's own full-text search over the same text, stemmed the same way."""
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table cases using fts5(id unindexed, body)")
    for case in library.cases:
        text = " ".join([case.title.en, case.text.en, case.title.fr, case.text.fr])
        base.execute("insert into cases values (?, ?)", (case.id, stemmed(text)))

    def ask(query: str) -> list[tuple[str, float]]:
        wanted = " OR ".join(f'"{word}"' for word in stemmed(query).split())
        if not wanted:
            return []
        found = base.execute("select id, rank from cases where cases match ? order by rank limit 10", (wanted,))
        return found.fetchall()

    return ask


def stemmed(text: str) -> str:
    found = ((root("en", word.group()), root("fr", word.group())) for word in words(text))
    return " ".join(each for pair in found for each in dict.fromkeys(pair) if each)
