"""Long runs of the properties that `tests/test_properties.py` takes a sample of: `make fuzz ARGS="--requests 100000"`.

The service itself is asked, over HTTP on this machine, and the umpire besides: made-up requests, calls of every route,
and the situations of `data/` with facts taken away, listed in another order, with what is irrelevant added, elsewhere
on the map, with the sides swapped. What breaks a property is printed with what makes it again.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from heapq import nlargest
from http.client import HTTPException
from multiprocessing import get_context
from os import environ
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from calls import Call, calls_of_all, is_as_it_should, spoilt  # noqa: E402
from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: E402
from mirrors import ONE_SIDED, mirrored  # noqa: E402
from moved import PLACES, moved  # noqa: E402
from positions import (  # noqa: E402
    Situation,
    differ_in,
    is_kept,
    shuffled,
    situations,
    some_facts,
    spelled_out,
    with_a_far_friend,
)  # fmt: skip
from questions import Strategy, requests  # noqa: E402

from rulebook.games import GAMES  # noqa: E402
from rulebook.ruling import Ruling  # noqa: E402

SLOW = 10.0
"""Seconds of work after which a request counts as a hang."""
PATIENCE = 900.0
"""Seconds that an answer is waited for, however busy the machine is: what counts is the work."""
BATCH = 200
SPOILT = 3
"""How often each made-up call is sent again with something wrong in it: to make one up is dear, to spoil it is not."""
SHOWN = 3
"""How many of the slowest requests are told of."""


class Run:
    """What was asked so far, and what broke."""

    def __init__(self, most: int, minutes: float) -> None:
        self.most, self.until = most, time.monotonic() + 60 * minutes
        self.done = 0
        self.work = 0.0
        self.answers: Counter[str] = Counter()
        self.broken: list[str] = []
        self.slowest: list[tuple[float, str]] = []
        self.shown = 0.0

    @property
    def is_over(self) -> bool:
        return self.done >= self.most or time.monotonic() > self.until

    def note(self, answer: str, seconds: float, told: str) -> None:
        self.done += 1
        self.work += seconds
        self.answers[answer] += 1
        self.slowest = nlargest(SHOWN, [*self.slowest, (seconds, told)])
        if seconds > SLOW:
            self.breaks(f"took {seconds:.1f} s: {told}")
        if time.monotonic() - self.shown > 30:
            self.shown = time.monotonic()
            print(f"{self.done:>7} of {self.most}  {dict(self.answers)}", file=sys.stderr, flush=True)

    def breaks(self, what: str) -> None:
        self.broken.append(what)
        print(f"BROKEN {what}", flush=True)

    def add(self, other: "Run") -> None:
        """Count what another process asked."""
        self.done, self.work = self.done + other.done, self.work + other.work
        self.answers += other.answers
        self.broken += other.broken
        self.slowest = nlargest(SHOWN, [*self.slowest, *other.slowest])


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What it comes to, and the work that it took: other programs on the machine are not counted."""
    started = time.process_time()
    return work(), time.process_time() - started


def judged(run: Run, posed: Situation, told: str) -> Ruling | None:
    """The ruling, None where it is refused; a fault of ours, or a hang, breaks a property by itself."""
    try:
        ruling, seconds = timed(posed.ruling)
    except Exception as fault:
        run.breaks(f"{fault!r}: {told}: {json.dumps(posed.request)}")
        return None
    run.note(ruling.verdict if ruling else "refused", seconds, told)
    found: Ruling | None = ruling
    return found


# The situations of data/


def tell_otherwise(run: Run, chosen: Random, games: list[str]) -> Iterator[None]:
    """Each situation once, then again, until there were enough; after each the others have their turn."""
    posed = [each for game in games for each in situations(game)]
    while True:
        chosen.shuffle(posed)
        for each in posed:
            _compare(run, each, chosen)
            yield


def _compare(run: Run, posed: Situation, chosen: Random) -> None:
    name = f"{posed.game}: {posed.name}"
    first = judged(run, posed, name)
    for told_otherwise, excused in OTHERWISE:
        other = told_otherwise(posed, chosen)
        if first and other is not None:
            found = judged(run, other, f"{told_otherwise.__name__}: {name}")
            if not _agree(first, found, excused):
                run.breaks(f"{first.verdict} became {found and found.verdict}: {told_otherwise.__name__}: {name}: "
                           f"{json.dumps(other.request)}")  # fmt: skip
    facts = some_facts(posed, chosen, 8)
    if first and first.verdict != "undetermined" and facts:
        less = judged(run, posed.without(*facts), f"without {facts}: {name}")
        if not is_kept(first, less, facts):
            run.breaks(f"{first.verdict} became {less and less.verdict}: without {facts}: {name}")


OTHERWISE: tuple[tuple[Callable[[Situation, Random], Situation | None], set[str] | None], ...] = (
    (shuffled, None), (spelled_out, None), (with_a_far_friend, None), (moved, {*PLACES}),
    (mirrored, {*PLACES, *ONE_SIDED}),
)  # fmt: skip
"""Ways of telling the same, each with the cases that may make a difference; None where nothing may, not a refusal."""


def _agree(one: Ruling, other: Ruling | None, excused: set[str] | None) -> bool:
    if other is None:
        return excused is not None
    if one.verdict == other.verdict or one.cut_short or other.cut_short:
        return True
    return excused is not None and differ_in(one, other) <= excused


# Made-up requests, over HTTP


def ask_the_service(run: Run, client: Any, app: Any, first: int, games: list[str]) -> Iterator[None]:
    """A batch of made-up questions of a game, then one of calls of any route."""
    place = first
    while True:
        for game in games:
            _ask(run, client, requests(game).map(_as_call), place)
            yield
            _ask(run, client, calls_of_all(app), place)
            place += 1
            yield


def _as_call(request: dict[str, Any]) -> Call:
    return Call("POST", "/v1/check", json.dumps(request).encode())


def _ask(run: Run, client: Any, asked: Strategy, number: int) -> None:
    random = Random(number)

    @seed(number)
    @settings(max_examples=BATCH, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(asked)
    def answered(call: Call) -> None:
        for each in (call, *(spoilt(call, random) for _ in range(SPOILT))):
            if not run.is_over:
                _call(run, client, each, number)

    answered()


def _call(run: Run, client: Any, call: Call, number: int) -> None:
    told = f"seed {number}: {call}"
    try:
        answer, seconds = timed(lambda: client.call(call.method, call.path, call.body, **call.headers))
    except (OSError, HTTPException) as fault:
        return run.breaks(f"{fault!r}: {told}")
    run.note(str(answer.status), seconds, told)
    kind = (answer.headers["Content-Type"] or "").partition(";")[0]
    if not is_as_it_should(call, answer.status, kind, answer.body):
        run.breaks(f"{answer.status} {kind}: {told}")


# Runs


def fuzz(most: int, minutes: float, number: int, games: list[str]) -> Run:
    """Take turns between a batch of calls and as many situations told otherwise."""
    from conftest import serving_app

    from server.app import create_app

    run, app = Run(most, minutes), create_app()
    with serving_app(app) as server:
        client = replace(server, patience=PATIENCE)
        told, made = tell_otherwise(run, Random(number), games), ask_the_service(run, client, app, number, games)
        while not run.is_over:
            next(made)
            for _ in range(BATCH // 2):
                if not run.is_over:
                    next(told)
    return run


def prepare(home: str) -> None:
    """A home with all that a service needs, so that nothing is refused for want of it; built as for the tests."""
    from conftest import build_and_keep

    environ.update(ARBITRE_HOME=home, ARBITRE_LOG="off")
    kept = ROOT / ".pytest_cache" / "d" / "knowledge_base" / "knowledge.db"
    kept.parent.mkdir(parents=True, exist_ok=True)
    if kept.exists():
        shutil.copy(kept, home)
    build_and_keep(Path(home), kept)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--requests", type=int, default=100_000, help="how many are asked")
    options.add_argument("--minutes", type=float, default=60.0, help="when to stop at the latest")
    options.add_argument("--seed", type=int, default=1, help="the same seed and jobs ask the same")
    options.add_argument("--jobs", type=int, default=1, help="how many processes ask, each a service of its own")
    options.add_argument("--game", action="append", choices=list(GAMES), help="only this game")
    asked = options.parse_args()
    print(f"seed {asked.seed}, {asked.requests} requests, {asked.jobs} jobs, {asked.minutes:g} minutes at most")
    home, whole, started = tempfile.mkdtemp(prefix="fuzz-"), Run(asked.requests, asked.minutes), time.monotonic()
    try:
        prepare(home)
        with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
            share, games = -(-asked.requests // asked.jobs), asked.game or list(GAMES)
            seeds = [asked.seed * 100_000 + job * 10_000 for job in range(asked.jobs)]
            for run in [pool.submit(fuzz, share, asked.minutes, number, games) for number in seeds]:
                whole.add(run.result())
    finally:
        shutil.rmtree(home)
    tell(whole, time.monotonic() - started)
    return bool(whole.broken)


def tell(run: Run, seconds: float) -> None:
    print(f"{run.done} asked in {seconds / 60:.0f} minutes: {dict(run.answers)}")
    print(f"{1000 * run.work / max(run.done, 1):.0f} ms of work each; the slowest:")
    for took, told in run.slowest:
        print(f"  {took:.1f} s  {told}")
    print(f"broken: {len(run.broken)}")


if __name__ == "__main__":
    sys.exit(main())
