"""How fast it is, as ratios against plain things measured in the same run: `make bench`, `make bench ARGS=--json`."""

import argparse
import heapq
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import hosts
from knowledge import desk, search
from knowledge.language import root, words
from knowledge.library import Library
from knowledge.requests import CheckRequest
from rulebook.games import GAMES

BOARDS = {"small": (60, 400), "full": (1_400, 2_000)}
QUESTIONS = ("tanks forest", "ravitaillement forteresse", "stacking limit", "retreat after combat", "naval evacuation")
STEPS = 4
Task = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One comparison: milliseconds of ours and of the plain thing, and whether the goal was met."""

    name: str
    ours: float
    baseline: float
    ratio: float
    goal: str | None
    met: bool | None


def compare(name: str, ours: Task, baseline: Task, goal: float | None, rounds: int) -> Row:
    """Medians of processor time, of runs that take turns: what else the machine does counts for neither."""
    times: dict[Task, list[float]] = {ours: [], baseline: []}
    for task in times:
        task()
    for _ in range(rounds):
        for task, taken in times.items():
            started = time.process_time()
            task()
            taken.append(time.process_time() - started)
    mine, plain = (statistics.median(taken) * 1000 for taken in times.values())
    ratio = mine / plain
    met = None if goal is None else ratio <= goal
    return Row(name, round(mine, 4), round(plain, 4), round(ratio, 2), None if goal is None else f"<= {goal:g}", met)


# Boards


def board(units: int, hexes: int) -> dict[str, object]:
    """A front: Germans in the east, Allies in the west, two units to a hex, and one unit alone before the line."""
    numbers = [f"{row:02}{place:02}" for row in range(10, 50) for place in range(1, 51)]
    numbers = [number for number in numbers if GAMES["sitw"].grid.contains(number)]
    listed = numbers[:hexes] if hexes < len(numbers) else numbers
    ground = {number: hexagon(number) for number in listed}
    places = [number for number in listed if number[2:] not in ("24", "25", "26", "27", "28", "29")]
    placed = [unit(place, places[place // 2 % len(places)]) for place in range(units - 1)]
    return {
        "game": "sitw", "scenario": "campaign", "turn": 3, "phase": "regular-movement", "active": "german",
        "weather": "dry", "options": [], "events": [], "units_complete": True,
        "map": {"hexes": ground, "elsewhere": {"terrain": "clear", "features": [], "sides": []}},
        "units": [unit(units, "1325"), *placed],
    }  # fmt: skip


def hexagon(number: str) -> dict[str, object]:
    side = "german" if int(number[2:]) <= 25 else "allied"
    edges = {"01": ["east-edge"], "50": ["west-south-edge"]}
    facts = {"terrain": "clear", "features": edges.get(number[2:], [])}
    return facts | {"control": side, "home": side, "country": "france"}


def unit(place: int, number: str) -> dict[str, object]:
    german = int(number[2:]) <= 25
    nation, side = ("german", "german") if german else ("french", "allied")
    return {
        "id": f"u{place}", "type": "infantry", "side": side, "nation": nation, "hex": number, "attack": 4, "defense": 5,
        "movement": STEPS, "steps": 2, "reduced": False, "supply": "supplied", "status": [],
    }  # fmt: skip


def verdun() -> dict[str, object]:
    """All the counters of They Shall Not Pass: two fronts face to face, roads and forts behind, a German ahead."""
    grid = GAMES["tsnp"].grid
    ground = {number: verdun_hexagon(number) for number in grid.numbers()}
    roads = [[f"{column:02}{row:02}", f"{column:02}{row + 1:02}"] for column in range(2, 34, 4) for row in range(1, 22)]
    fronts = {"german": (4, 5), "french": (8, 9)}
    lines = [(side, row) for side, rows in fronts.items() for row in rows]
    places = [(side, f"{column:02}{row:02}") for side, row in lines for column in range(1, 34)]
    units = [verdun_unit(place, side, number) for place, (side, number) in enumerate(places + places[:7])]
    return {
        "game": "tsnp", "turn": 3, "phase": "movement", "active": "german", "weather": "fair", "options": [],
        "events": [], "markers": [], "units_complete": True, "map": {"hexes": ground, "roads": roads, "sides": {},
        "elsewhere": {"terrain": "basic", "features": [], "sides": []}},
        "units": [verdun_unit("ahead", "german", "1506"), *units],
    }  # fmt: skip


def verdun_hexagon(number: str) -> dict[str, object]:
    side = "german" if int(number[2:]) < 7 else "french"
    terrain = ("basic", "wood", "slope")[int(number) % 3]
    features = ["fort"] if number[2:] == "12" and int(number[:2]) % 6 == 0 else []
    return {"terrain": terrain, "features": features, "control": side, "home": side}


def verdun_unit(place: object, side: str, number: str) -> dict[str, object]:
    return {
        "id": f"u{place}", "type": "regiment", "side": side, "hex": number, "attack": 5, "movement": 6,
        "reduced": False, "supply": "supplied", "status": [], "formation": {"division": "5", "corps": "III"},
    }  # fmt: skip


def great_war() -> dict[str, object]:
    """1,400 counters of The Great War in Europe on its Eastern Front, and a German between the lines."""
    numbers = [f"E{row:02}{place:02}" for row in range(10, 71) for place in range(1, 35)]
    sides = {number: "cp" if int(number[3:]) < 17 else "allied" for number in numbers}
    places = [number for number in numbers if not 16 <= int(number[3:]) <= 18]
    units = [great_war_unit(place, sides[number], number) for place, number in enumerate((places * 2)[:1_399])]
    hexes = {number: great_war_hexagon(number, side) for number, side in sides.items()}
    return {
        "game": "tgwe", "scenario": "combined", "turn": 20, "phase": "first-movement", "active": "cp",
        "weather": "fair", "options": [], "events": [], "markers": [], "tracks": {"strategic-turn": 8},
        "units_complete": True, "map": {"hexes": hexes, "sides": {}, "elsewhere": {"terrain": "clear", "features": [],
        "sides": []}}, "units": [great_war_unit("ahead", "cp", "E4017"), *units],
    }  # fmt: skip


def great_war_hexagon(number: str, side: str) -> dict[str, object]:
    row, place = int(number[1:3]), int(number[3:])
    terrain = ("clear", "forest", "clear", "marsh", "mountain")[(7 * row + 3 * place) % 5]
    features = (["city"] if (row + place) % 7 == 0 else []) + (["map-edge"] if place in (1, 34) else [])
    country = {"cp": "germany", "allied": "russia"}[side]
    return {"terrain": terrain, "features": features, "control": side, "home": side, "country": country}


def great_war_unit(place: object, side: str, number: str) -> dict[str, object]:
    return {
        "id": f"u{place}", "type": "infantry", "nation": {"cp": "german", "allied": "russian"}[side], "side": side,
        "hex": number, "attack": 3, "defense": 4, "movement": 4, "steps": 1, "reduced": False, "supply": "supplied",
        "status": [],
    }  # fmt: skip


def check_rows(rounds: int) -> list[Row]:
    """A check, parsed, ruled on and written, against the parse of the same request alone."""
    found = []
    for name, (units, hexes) in BOARDS.items():
        posted = board(units, hexes)
        action = {"type": "move", "units": [f"u{units}"], "path": ["1325", "1425"], "mode": "regular"}
        body = json.dumps({"position": posted, "action": action}).encode()
        assert desk.adjudicate(body)["verdict"] == "legal", desk.adjudicate(body)
        ours: Task = lambda body=body: json.dumps(desk.adjudicate(body))  # noqa: E731
        plain: Task = lambda body=body: CheckRequest.model_validate_json(body)  # noqa: E731
        found.append(compare(f"check, {name} board ({units} units, {hexes} hexes)", ours, plain, 3, rounds))
    return found


# Options


def dijkstra(game: str, start: str) -> dict[str, int]:
    """The plain thing: a heap over the same grid, every step one point."""
    grid = GAMES[game].grid
    costs, heap = {start: 0}, [(0, start)]
    while heap:
        cost, here = heapq.heappop(heap)
        if cost > costs[here]:
            continue
        for near in grid.neighbours(here):
            if near not in costs or cost + 1 < costs[near]:
                costs[near] = cost + 1
                heapq.heappush(heap, (cost + 1, near))
    return costs


def option_rows(rounds: int) -> list[Row]:
    """Where one unit can go, on a table that is laid, against the heap.

    The unit on the Verdun board moves in two ways, normal and strategic, each a search of its own with other costs and
    other bars: so it is also measured against the heap run twice.
    """
    from rulebook.options import options
    from rulebook.position import Position
    from rulebook.table import Table

    found = []
    boards = [(name, board(units, hexes), f"u{units}") for name, (units, hexes) in BOARDS.items()]
    others = [("Great War", great_war(), "uahead"), ("Verdun", verdun(), "uahead")]
    for name, posted, unit_id in [*boards, *others]:
        position = Position.model_validate_json(json.dumps(posted))
        game = GAMES[position.game]
        assert options(Table(game, position), unit_id).moves
        start = next(unit.hex for unit in position.units if unit.id == unit_id)
        ours: Task = lambda game=game, position=position, id=unit_id: options(Table(game, position), id)  # noqa: E731
        plain: Task = lambda key=game.key, start=start: dijkstra(key, start)  # noqa: E731
        found.append(compare(f"options, {name} board, against Dijkstra", ours, plain, 5, rounds))
    twice: Task = lambda: (plain(), plain())  # noqa: E731
    found.append(compare("the same, two ways of moving against two", ours, twice, 5, rounds))
    return found


# Search and lookup


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


def search_rows(library: Library, rounds: int) -> list[Row]:
    ask = fts(library)

    def ours() -> None:
        search._search.cache_clear()
        for question in QUESTIONS:
            assert search.search(question).hits

    def plain() -> None:
        for question in QUESTIONS:
            assert ask(question)

    return [compare(f"search, {len(QUESTIONS)} queries, against FTS5", ours, plain, 15, rounds)]


@dataclass(frozen=True)
class Judged:
    """One book's judged queries: the share answered first, and among the first three, by ours and by FTS5."""

    game: str
    queries: int
    ours_first: float
    ours_three: float
    plain_first: float
    plain_three: float


def judged_rows(library: Library) -> list[Judged]:
    """The queries of tests/judged on our search and on SQLite's over the same book."""
    paths = [(game, Path(__file__).parents[1] / "tests" / "judged" / f"{game}.toml") for game in library.games]
    return [judged(library, game, path) for game, path in paths if path.exists()]


def judged(library: Library, game: str, path: Path) -> Judged:
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["query"]
    wanted = {row["q"]: {f"{game}:{number}" for number in row.get("cases") or [row["case"]]} for row in rows}
    ask = fts(Library(library.of(game)))
    ours = {query: [hit.id for hit in search.search(query, game=game, limit=3).hits] for query in wanted}
    plain = {query: [id for id, _ in ask(query)[:3]] for query in wanted}
    shares = (share(found, wanted, within) for found in (ours, plain) for within in (1, 3))
    return Judged(game, len(wanted), *shares)


def share(found: dict[str, list[str]], wanted: dict[str, set[str]], within: int) -> float:
    """The share of the queries that find a right case within so many."""
    right = sum(bool(wanted[query] & set(ids[:within])) for query, ids in found.items())
    return round(right / len(wanted), 3)


def lookup_rows(library: Library, rounds: int) -> list[Row]:
    numbers = [case.number for case in library.of("sitw")]
    table = {case.number: case for case in library.of("sitw")}

    def ours() -> None:
        for number in numbers:
            library.case("sitw", number)

    def plain() -> None:
        for number in numbers:
            table[number]

    return [compare(f"case lookup, {len(numbers)} numbers, against a dict", ours, plain, None, rounds)]


def host_rows(rounds: int) -> list[Row]:
    """What a host waits for, against what it allows."""
    action = {"type": "move", "units": ["u1400"], "path": ["1325", "1425"], "mode": "regular"}
    asked = json.dumps({"position": board(*BOARDS["full"]), "action": action})
    return [
        Row(name, round(ours, 1), allowed, round(ours / allowed, 2), "<= 1", ours <= allowed)
        for name, ours, allowed in hosts.waits(asked, rounds)
    ]


def measure(rounds: int) -> list[Row]:
    library = desk.library()
    search.build(library)
    found = [*check_rows(rounds), *option_rows(rounds), *search_rows(library, rounds), *lookup_rows(library, rounds)]
    return [*found, *host_rows(rounds)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    parser.add_argument("--rounds", type=int, default=60, help="how often each is run")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["ARBITRE_HOME"] = home
        rows = measure(asked.rounds)
        found = judged_rows(desk.library())
    print(f"{'':50} {'ours ms':>10} {'plain ms':>10} {'ratio':>8}  goal")
    for row in rows:
        verdict = "" if row.met is None else "met" if row.met else "missed"
        print(f"{row.name:50} {row.ours:10.3f} {row.baseline:10.3f} {row.ratio:8.2f}  {row.goal or '':6} {verdict}")
    print(f"\n{'judged queries':50} {'ours 1st':>10} {'first 3':>10} {'FTS5 1st':>10} {'first 3':>10}")
    for each in found:
        shares = (each.ours_first, each.ours_three, each.plain_first, each.plain_three)
        print(f"{f'{each.game}, {each.queries} queries':50} " + " ".join(f"{share:10.1%}" for share in shares))
    if asked.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], "judged": [asdict(each) for each in found]}))


if __name__ == "__main__":
    main()
