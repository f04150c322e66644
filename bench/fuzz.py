"""Long runs of the properties that `tests/test_properties.py` takes a sample of: `make fuzz ARGS="--requests 100000"`.

The service itself is asked, over HTTP on this machine, and the umpire besides: made-up requests, and the situations of
`data/` with facts taken away, listed in another order, with what is irrelevant added. What breaks a property is printed
with the seed that makes it again.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from os import environ
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1] / "tests")]

from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: E402
from positions import Situation, shuffled, situations, some_facts, spelled_out, with_a_far_friend  # noqa: E402
from questions import requests  # noqa: E402

from rulebook.games import GAMES  # noqa: E402

SLOW = 10.0
"""Seconds of work after which a request counts as a hang."""
BATCH = 200


class Run:
    """What was asked so far, and what broke."""

    def __init__(self, most: int, until: float) -> None:
        self.most, self.until = most, until
        self.done = 0
        self.answers: Counter[str] = Counter()
        self.broken: list[str] = []
        self.slowest = 0.0
        self.shown = 0.0

    @property
    def is_over(self) -> bool:
        return self.done >= self.most or time.monotonic() > self.until

    def note(self, answer: str, seconds: float) -> None:
        self.done += 1
        self.answers[answer] += 1
        self.slowest = max(self.slowest, seconds)
        if time.monotonic() - self.shown > 5:
            self.shown = time.monotonic()
            print(f"\r{self.done:>7} of {self.most}  {dict(self.answers)}", end="", file=sys.stderr, flush=True)

    def breaks(self, what: str) -> None:
        self.broken.append(what)
        print(f"\nBROKEN {what}", flush=True)


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What it comes to, and the work that it took: other programs on the machine are not counted."""
    started = time.process_time()
    return work(), time.process_time() - started


def judged(run: Run, posed: Situation, told: str) -> tuple[str, bool]:
    """The verdict, and whether it was cut short; a fault of ours, or a hang, breaks a property by itself."""
    try:
        ruling, seconds = timed(posed.ruling)
    except Exception as fault:
        run.breaks(f"{fault!r}: {told}")
        return "fault", False
    verdict = ruling.verdict if ruling else "refused"
    run.note(verdict, seconds)
    if seconds > SLOW:
        run.breaks(f"took {seconds:.1f} s: {told}")
    return verdict, bool(ruling and ruling.cut_short)


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
    verdict, _ = judged(run, posed, f"{posed.game}: {posed.name}")
    for told_otherwise in (shuffled, spelled_out, with_a_far_friend):
        other = told_otherwise(posed, chosen)
        if other is not None:
            _expect(run, other, {verdict}, f"{told_otherwise.__name__}: {posed.game}: {posed.name}")
    facts = some_facts(posed, chosen, 8)
    if verdict in ("legal", "illegal") and facts:
        told = f"without {facts}: {posed.game}: {posed.name}"
        _expect(run, posed.without(*facts), {verdict, "undetermined", "refused"}, told)


def _expect(run: Run, posed: Situation, verdicts: set[str], told: str) -> None:
    verdict, is_cut_short = judged(run, posed, told)
    if verdict not in {*verdicts, "fault"} and not is_cut_short:
        run.breaks(f"{sorted(verdicts)} became {verdict}: {told}")


# Made-up requests, over HTTP


def ask_the_service(run: Run, client: Any, first: int, games: list[str]) -> Iterator[None]:
    place = first
    while True:
        for game in games:
            _ask(run, client, game, place)
            place += 1
            yield


def _ask(run: Run, client: Any, game: str, number: int) -> None:
    @seed(number)
    @settings(max_examples=BATCH, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(requests(game))
    def asked(request: dict[str, Any]) -> None:
        if not run.is_over:
            answer, seconds = timed(lambda: client.post("/v1/check", request))
            run.note(str(answer.status), seconds)
            if answer.status not in (200, 400, 422) or seconds > SLOW:
                run.breaks(f"{answer.status} after {seconds:.1f} s, seed {number}: {json.dumps(request)}")

    asked()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--requests", type=int, default=100_000, help="how many are asked")
    options.add_argument("--minutes", type=float, default=60.0, help="when to stop at the latest")
    options.add_argument("--seed", type=int, default=1, help="the same seed asks the same")
    options.add_argument("--game", action="append", choices=list(GAMES), help="only this game")
    options.add_argument("--no-service", action="store_true", help="only the situations of data/")
    asked = options.parse_args()
    environ.setdefault("ARBITRE_LOG", "off")
    environ["ARBITRE_HOME"] = tempfile.mkdtemp(prefix="fuzz-")
    print(f"seed {asked.seed}, {asked.requests} requests, {asked.minutes:g} minutes at most")
    run = Run(asked.requests, time.monotonic() + 60 * asked.minutes)
    fuzz(run, asked.seed, asked.game or list(GAMES), with_service=not asked.no_service)
    print(f"\n{run.done} asked: {dict(run.answers)}; slowest {run.slowest:.1f} s; broken: {len(run.broken)}")
    return bool(run.broken)


def fuzz(run: Run, number: int, games: list[str], *, with_service: bool) -> None:
    """Take turns between a batch of made-up requests and as many situations told otherwise."""
    from conftest import serving_app

    from server.app import create_app

    with serving_app(create_app()) as client:
        told, made = tell_otherwise(run, Random(number), games), ask_the_service(run, client, number, games)
        while not run.is_over:
            if with_service:
                next(made)
            for _ in range(BATCH // 5):
                if not run.is_over:
                    next(told)


if __name__ == "__main__":
    sys.exit(main())
