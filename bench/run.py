"""How fast it is, as ratios against plain things measured in the same run: `make bench`, `make bench ARGS=--json`."""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count, repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import hosts, plain, web
from bench.asked import Figures, asked_rows
from bench.boards import BOARDS, Posted, board, great_war, moved, verdun
from knowledge import desk, postings, search, store
from knowledge.library import Library
from knowledge.processes import cores
from knowledge.requests import CheckRequest
from rulebook.actions import Party
from rulebook.games import GAMES
from rulebook.laid import Laid
from rulebook.mechanics.paths import reach
from rulebook.options import Options, options
from rulebook.position import Position
from rulebook.survey import survey

QUESTIONS = ("tanks forest", "ravitaillement forteresse", "stacking limit", "retreat after combat", "naval evacuation")
CASE = ("sitw", "13.17")
STORED = "front"
Task = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One comparison, in milliseconds or requests a second, and whether the goal was met."""

    name: str
    ours: float
    baseline: float
    ratio: float
    goal: str | None
    met: bool | None


def row(name: str, ours: float, baseline: float, goal: str | None) -> Row:
    ratio = ours / baseline
    sign, _, bound = (goal or "").partition(" ")
    met = None if goal is None else ratio <= float(bound) if sign == "<=" else ratio >= float(bound)
    return Row(name, round(ours, 4), round(baseline, 4), round(ratio, 2), goal, met)


def compare(name: str, ours: Task, baseline: Task, goal: str | None, rounds: int, prepare: Task | None = None) -> Row:
    """Medians of processor time, of runs that take turns: what else the machine does counts for neither.

    What has to be prepared before each of ours is not counted.
    """
    times: dict[Task, list[float]] = {ours: [], baseline: []}
    for _ in range(rounds + 1):
        for task, taken in times.items():
            if prepare is not None and task is ours:
                prepare()
            started = time.process_time()
            task()
            taken.append(time.process_time() - started)
    mine, plainly = (statistics.median(taken[1:]) * 1000 for taken in times.values())
    return row(name, mine, plainly, goal)


# Checks

MOVES = (["1325", "1425"], ["1325", "1326"], ["1325", "1225"], ["1325", "1324"])


def check_rows(rounds: int) -> Iterator[Row]:
    """A check, read, ruled on and written, against the parse of what was posted alone."""
    for size, (units, hexes) in BOARDS.items():
        inline = board(units, hexes)
        yield from _posted_rows("map inline", size, inline, units, 2, rounds)
        desk.keep_map(STORED, json.dumps({"game": "sitw", "map": inline["map"]}))
        yield from _posted_rows("map stored", size, inline | {"map": STORED}, units, 3, rounds)


def _posted_rows(how: str, size: str, position: Posted, units: int, goal: int, rounds: int) -> Iterator[Row]:
    bodies = [_check(position, units, path) for path in MOVES]
    assert json.loads(desk.ruling_as_sent(bodies[0]))["verdict"] == "legal"
    parse = partial(CheckRequest.model_validate_json, bodies[0])
    once = partial(desk.ruling_as_sent, bodies[0])
    yield compare(f"check, {how}, {size}", once, parse, f"<= {goal}", rounds, _forget)
    turn = count()
    again = lambda: desk.ruling_as_sent(bodies[next(turn) % len(bodies)])  # noqa: E731
    yield compare(f"position seen, another action, {how}, {size}", again, parse, "<= 0.5", rounds, desk._answers.clear)
    yield compare(f"position seen, the same request, {how}, {size}", once, parse, "<= 0.5", rounds)


def _check(position: Posted, units: int, path: list[str]) -> bytes:
    action = {"type": "move", "units": [f"u{units}"], "path": path, "mode": "regular"}
    return json.dumps({"position": position, "action": action}).encode()


def _forget() -> None:
    postings._kept.clear()
    desk._answers.clear()


# Reach and options


def reach_rows(rounds: int) -> Iterator[Row]:
    """Where one unit can go, in a position found sound, against a search of the whole map that asks no rule.

    What rules ask is kept from one table to the next, so that all rounds but the first know a board like this one.
    """
    boards = [(size, board(units, hexes), f"u{units}") for size, (units, hexes) in BOARDS.items()]
    others = [("Great War", great_war(), "uahead"), ("Verdun", verdun(), "uahead")]
    for name, posted, unit_id in [*boards, *others]:
        laid = sound(posted)
        heap, start = _heap(laid.position, unit_id)
        party = Party((unit_id,), laid.game.vocabulary["phases"][laid.position.phase]["mode"])
        allowance = laid.game.pace(laid.table(), party)
        far = partial(_reach, laid, party, start, allowance)
        assert len(far()) > 1
        yield compare(f"reach, with costs and paths, {name}", far, heap, "<= 1.5", rounds)
        as_far = partial(heap, allowance)
        yield compare(f"reach, against no more hexes than it finds, {name}", far, as_far, None, rounds)
        everything = partial(_options, laid, unit_id)
        assert everything().moves
        yield compare(f"all options, with what bars the rest, {name}", everything, heap, "<= 5", rounds)


def moved_rows(rounds: int) -> Iterator[Row]:
    """The same options when another counter has moved a hex since the last question: no board comes twice."""
    for name, posted in (("Great War", great_war()), ("Verdun", verdun())):
        heap, _ = _heap(sound(posted).position, "uahead")
        boards = moved(posted)
        laid = deque([sound(posted)], maxlen=1)
        ours = lambda laid=laid: _options(laid[-1], "uahead")  # noqa: E731
        assert ours().moves
        move = lambda laid=laid, boards=boards: laid.append(sound(next(boards)))  # noqa: E731
        yield compare(f"all options after another counter has moved, {name}", ours, heap, "<= 5", rounds, move)


def sound(posted: Posted) -> Laid:
    """A position laid out and found sound, as it is before any rule is asked."""
    position = Position.model_validate_json(json.dumps(posted))
    laid = Laid(GAMES[position.game], position)
    assert not laid.faults_of(laid.table())
    return laid


def _heap(position: Position, unit_id: str) -> tuple[Callable[..., object], str]:
    start = next(unit.hex for unit in position.units if unit.id == unit_id)
    near, index = plain.adjacency(position.game), plain.places(position.game)
    return partial(plain.dijkstra, near, [1] * len(near), index[start]), start


def _reach(laid: Laid, party: Party, start: str, allowance: float | None) -> list[tuple[float, list[str]]]:
    found = reach(laid.table(), party, start, allowance)
    return [(cost, found.path(number)) for number, cost in found.costs.items()]


def _options(laid: Laid, unit_id: str) -> Options:
    return options(laid.table(), unit_id)


# Zones and supply


def survey_rows(rounds: int) -> Iterator[Row]:
    """The zones and the supply of every unit, of a position that was found sound, against sets of what it holds."""
    for size, (units, hexes) in BOARDS.items():
        laid = sound(board(units, hexes))
        ours = lambda laid=laid: survey(laid.table())  # noqa: E731
        sets = partial(plain.zones_and_supply, plain.front(laid.position))
        zones, is_fed = sets()
        assert (ours().zones, {id: state == "supplied" for id, state in ours().supply.items()}) == (zones, is_fed)
        yield compare(f"zones and supply of every unit, {size}", ours, sets, "<= 0.3", rounds)


# Search


def search_rows(library: Library, rounds: int) -> Iterator[Row]:
    ask = plain.fts(library)

    def ours() -> None:
        for question in QUESTIONS:
            assert search.search(question).hits

    def fts() -> None:
        for question in QUESTIONS:
            assert ask(question)

    forget = search._search.cache_clear
    yield compare(f"search, {len(QUESTIONS)} queries, first time", ours, fts, "<= 15", rounds, forget)
    yield compare(f"search, the same {len(QUESTIONS)} queries again", ours, fts, "<= 1", rounds)


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
    ask = plain.fts(Library(library.of(game)))
    ours = {query: [hit.id for hit in search.search(query, game=game, limit=3).hits] for query in wanted}
    fts = {query: [id for id, _ in ask(query)[:3]] for query in wanted}
    shares = (share(found, wanted, within) for found in (ours, fts) for within in (1, 3))
    return Judged(game, len(wanted), *shares)


def share(found: dict[str, list[str]], wanted: dict[str, set[str]], within: int) -> float:
    """The share of the queries that find a right case within so many."""
    right = sum(bool(wanted[query] & set(ids[:within])) for query, ids in found.items())
    return round(right / len(wanted), 3)


def quality_row(found: list[Judged]) -> Row:
    """The share of judged queries answered first, over all the books."""
    queries = sum(each.queries for each in found)
    ours = sum(each.ours_first * each.queries for each in found) / queries
    fts = sum(each.plain_first * each.queries for each in found) / queries
    return row("search, share of judged queries with the right case first", ours, fts, ">= 1")


# Over HTTP, and cold


def web_rows(home: str, rounds: int) -> Iterator[Row]:
    """Requests a second, in turns. A check is never of a position that was posted before."""
    game, number = CASE
    size = len(desk.case_as_sent(game, number).body)
    with web.serving(home, size) as (ours, flask):
        case, constant = web.get(f"/v1/games/{game}/cases/{number}"), web.get("/constant")
        rates = web.requests_a_second(web.Calls(ours, repeat(case)), web.Calls(flask, repeat(constant)), rounds, 200)
        yield row(f"case by number over HTTP ({size:,} bytes), a second", *rates, ">= 0.8")
        for name, (units, hexes) in BOARDS.items():
            body = _check(board(units, hexes) | {"units": _marked(units, hexes)}, units, MOVES[0])
            checks, echoes = (web.never_twice(web.post(path, body)) for path in ("/v1/check", "/echo"))
            each = 40 if name == "small" else 8
            rates = web.requests_a_second(web.Calls(ours, checks), web.Calls(flask, echoes), rounds, each)
            yield row(f"check over HTTP, {name}, a second", *rates, ">= 0.5")


def _marked(units: int, hexes: int) -> list[Posted]:
    first, *others = board(units, hexes)["units"]
    return [first | {"name": web.MARK.decode()}, *others]


def cold_row(rounds: int) -> Row:
    """The command that shows a case, from nothing, against the import of Flask."""
    bin = Path(sys.executable).parent
    ours = partial(_processor_time, [str(bin / "arbitre"), "show", *CASE])
    flask = partial(_processor_time, [sys.executable, "-c", "import flask"])
    times = [(ours(), flask()) for _ in range(max(5, rounds // 4))]
    mine, imported = (statistics.median(taken) * 1000 for taken in zip(*times, strict=True))
    return row("`arbitre show`, cold, against `import flask`", mine, imported, "<= 1.5")


def _processor_time(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# Hosts


def host_rows(rounds: int) -> list[Row]:
    """What a host waits for, against what it allows."""
    action = {"type": "move", "units": ["u1400"], "path": ["1325", "1425"], "mode": "regular"}
    asked = json.dumps({"position": board(*BOARDS["full"]), "action": action})
    return [
        Row(name, round(ours, 1), allowed, round(ours / allowed, 2), "<= 1", ours <= allowed)
        for name, ours, allowed in hosts.waits(asked, rounds)
    ]


# All of it


def measure(home: str, rounds: int) -> tuple[list[Row], list[Judged]]:
    store.ensure(jobs=cores())
    library = desk.library()
    rows = [*check_rows(rounds), *reach_rows(rounds), *moved_rows(rounds), *survey_rows(rounds)]
    rows += search_rows(library, rounds)
    found = judged_rows(library)
    rows += [quality_row(found), *web_rows(home, max(5, rounds // 4)), cold_row(rounds), *host_rows(rounds)]
    return rows, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    parser.add_argument("--rounds", type=int, default=60, help="how often each is run")
    parser.add_argument("--home", help="where the knowledge base is kept (else in a folder that is removed)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as aside:
        os.environ["ARBITRE_HOME"] = home = asked.home or aside
        rows, found = measure(home, asked.rounds)
        answered = asked_rows(desk.library().games)
    print_table(rows, found)
    print_answered(answered)
    if asked.json:
        told = {"rows": [asdict(row) for row in rows], "judged": [asdict(each) for each in found]}
        print(json.dumps(told | {"asked": {name: asdict(figure) for name, figure in answered.items()}}))


def print_table(rows: list[Row], found: list[Judged]) -> None:
    for size, (units, hexes) in BOARDS.items():
        print(f"{size}: {units:,} units, {hexes:,} hexes")
    print(f"\n{'milliseconds, or requests a second':58} {'ours':>10} {'plain':>10} {'ratio':>8}  goal")
    for each in rows:
        verdict = "" if each.met is None else "met" if each.met else "missed"
        figures = f"{each.ours:10.3f} {each.baseline:10.3f} {each.ratio:8.2f}"
        print(f"{each.name:58} {figures}  {each.goal or '':7} {verdict}")
    print(f"\n{'judged queries':58} {'ours 1st':>10} {'first 3':>10} {'FTS5 1st':>10} {'first 3':>10}")
    for each in found:
        shares = (each.ours_first, each.ours_three, each.plain_first, each.plain_three)
        print(f"{f'{each.game}, {each.queries} queries':58} " + " ".join(f"{share:10.1%}" for share in shares))


def print_answered(answered: dict[str, Figures]) -> None:
    print(f"\n{'questions in words':58} {'cited':>10} {'verdict':>10} {'or near':>10} {'wrong':>10} {'said':>10}")
    for name, each in answered.items():
        shares = f"{each.cited:10.1%} {each.verdict:10.1%} {each.shown:10.1%} {each.wrong:10} {each.said:10.1%}"
        print(f"{f'{name}, {each.asked} questions':58} {shares}")


if __name__ == "__main__":
    main()
