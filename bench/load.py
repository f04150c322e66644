"""Mixed traffic on this machine against `arbitre serve`: `make load`, or `make load ARGS="--seconds 30"`.

The service runs in a process of its own; this one asks: cases, searches, checks small and full, options, questions, bad
input, and looks whether each answer is of the kind that was asked for. It tells the requests a second, how long they
took, what went wrong that was not the caller's doing (nothing may), and the service's memory after the first minute and
at the end (it may not grow). Ends with the service told to stop while requests are under way: each one begun must be
answered. `--workers 2` serves with gunicorn instead, and kills a worker half-way: only what it was answering is lost.
"""

import argparse
import http.client
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rulebook.games import GAMES

ROOT = Path(__file__).parents[1]
CALLERS = 8
PATIENCE = 300.0
"""Seconds that a busy machine may take for anything."""
THREADS = 1
"""How many requests a worker of gunicorn answers at once: as many are lost with it."""
NOISE = 0.05
"""By how much of itself the memory may grow after the first minute: allocators keep what they once had."""
SHARES = {"case": 30, "search": 20, "check": 25, "full": 3, "options": 7, "ask": 5, "bad": 10}
WORDS = "supply retreat artillery zone river ravitaillement recul artillerie chars météo fortress moral".split()
QUESTIONS = ("Les chars peuvent-ils attaquer en forêt ?", "can aircraft join the second combat phase?")
BAD = (b"", b"{", b"[" * 2000, b'{"position": {"game": "nowhere"}}', b'{"position": 5, "action": {"type": "fly"}}')
NUMBERS = {"sitw": ("13.17", "10.4", "7.13"), "tdw": ("8.2", "11.4"), "tsnp": ("9.42", "8.2"), "tgwe": ("6.11", "12.1")}
CLEAR = {"terrain": "clear", "features": [], "control": "german", "country": "france", "sides": []}
UNIT = {
    "type": "infantry", "side": "german", "nation": "german", "attack": 5, "defense": 6, "movement": 4, "steps": 2,
    "reduced": False, "supply": "supplied", "status": [],
}  # fmt: skip


def position(count: int, hexes: int) -> dict[str, Any]:
    """So many German corps, two to a hex, and so many hexes described one by one."""
    known = list(GAMES["sitw"].grid.numbers())
    numbers = known[known.index("2530") :] + known[: known.index("2530")]
    units = [UNIT | {"id": f"g{place}", "hex": numbers[place // 2]} for place in range(count)]
    posted = {name: value for name, value in CLEAR.items() if name != "sides"}
    return {
        "game": "sitw", "scenario": "campaign", "turn": 3, "phase": "regular-movement", "active": "german",
        "weather": "dry", "options": [], "units_complete": True, "units": units,
        "map": {"hexes": dict.fromkeys(numbers[:hexes], posted), "elsewhere": CLEAR},
    }  # fmt: skip


def check(count: int, hexes: int) -> bytes:
    move = {"type": "move", "units": ["g0"], "path": ["2530", "2430"], "mode": "regular"}
    return json.dumps({"position": position(count, hexes), "action": move}).encode()


SMALL, FULL = check(60, 60), check(1400, 1600)
OPTIONS = json.dumps({"position": position(60, 60), "unit": "g0"}).encode()


@dataclass
class Tally:
    """What one caller saw."""

    took: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def requests(random: Random) -> Iterator[tuple[str, str, str, bytes | None]]:
    """Kind, method, path and body of one request after another."""
    while True:
        kind = random.choices(list(SHARES), list(SHARES.values()))[0]
        game = random.choice(list(NUMBERS))
        yield kind, *{
            "case": ("GET", f"/v1/games/{game}/cases/{random.choice(NUMBERS[game])}", None),
            "search": ("GET", "/v1/search?q=" + "+".join(map(_quoted, random.sample(WORDS, 2))), None),
            "check": ("POST", "/v1/check", SMALL),
            "full": ("POST", "/v1/check", FULL),
            "options": ("POST", "/v1/options", OPTIONS),
            "ask": ("POST", "/v1/ask", json.dumps({"question": random.choice(QUESTIONS), "game": "sitw"}).encode()),
            "bad": ("POST", "/v1/check", random.choice(BAD)),
        }[kind]


def _quoted(word: str) -> str:
    from urllib.parse import quote

    return quote(word)


TOLD = {"case": "text", "search": "hits", "check": "verdict", "full": "verdict", "options": "moves", "ask": "cites"}
"""What an answer of each kind tells, and never tells nothing of."""


def is_fault(kind: str, status: int, body: bytes) -> bool:
    """Whether an answer is not what the caller deserved: what was asked for, or for bad input what is wrong with it."""
    if kind == "bad":
        return status not in (400, 422) or not json.loads(body)["errors"]
    return status != 200 or not json.loads(body)[TOLD[kind]]


def call_on(port: int, number: int, until: threading.Event, tally: Tally, pace: float) -> None:
    """Ask again and again over one connection, as a busy client does, until told to stop."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    for kind, method, path, body in requests(Random(number)):
        if until.is_set():
            break
        started = time.perf_counter()
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"} if body is not None else {})
            answer = connection.getresponse()
            told = answer.read()
        except (OSError, http.client.HTTPException) as fault:
            tally.faults.append(f"{kind}: {fault!r}")
            connection.close()
            continue
        tally.took.append(time.perf_counter() - started)
        tally.answers[f"{kind} {answer.status}"] += 1
        if is_fault(kind, answer.status, told):
            tally.faults.append(f"{kind}: {answer.status} {told[:200]!r}")
        until.wait(pace)
    connection.close()


@contextmanager
def service(threads: int = 4) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`arbitre serve` on a free port, in a process of its own."""
    command = [sys.executable, "-m", "server.commands", "serve", "--port", "0", "--threads", str(threads), "--json"]
    environment = os.environ | {"ARBITRE_LOG": "error", "PYTHONPATH": str(ROOT)}
    started = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert started.stdout is not None
        yield started, int(json.loads(started.stdout.readline())["address"].rpartition(":")[2])
    finally:
        if started.poll() is None:
            started.kill()
        started.wait()
        if started.stdout:
            started.stdout.close()


def memory_of(process: int) -> float:
    """Megabytes that a process holds in memory."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def load(
    seconds: float, callers: int = CALLERS, pace: float = 0.0, tell: bool = True, least: int = 0
) -> dict[str, Any]:
    """Ask for so long, and until so many were answered, then stop the service under way; what was seen."""
    with service() as (process, port):
        with calling(port, callers, pace) as tallies:
            memory = _watch(process.pid, seconds, tallies, tell)
            wait_for(lambda: sum(len(tally.took) for tally in tallies) >= least, PATIENCE)
        lost = stopped_under_way(process, port)
    return summary(tallies, memory, seconds) | {"lost at the stop": lost}


def load_and_kill(seconds: float, workers: int, callers: int = CALLERS, pace: float = 0.0) -> dict[str, Any]:
    """Ask several processes, kill one of them half-way; what was seen, and whether another came in its place."""
    with processes(workers) as (main, port):
        with calling(port, callers, pace) as tallies:
            memory = _watch(main.pid, seconds / 2, tallies, False)
            before = children_of(main.pid)
            os.kill(min(before), signal.SIGKILL)
            memory += _watch(main.pid, seconds / 2, tallies, False)
        wait_for(lambda: bool(children_of(main.pid) - before), PATIENCE)
        came = sorted(children_of(main.pid) - before)
    return summary(tallies, memory, seconds) | {"killed": min(before), "came in its place": came}


@contextmanager
def calling(port: int, callers: int, pace: float) -> Iterator[list[Tally]]:
    """So many callers that ask until the work inside is done."""
    stop, tallies = threading.Event(), [Tally() for _ in range(callers)]
    asked = [(port, number, stop, tally, pace) for number, tally in enumerate(tallies)]
    threads = [threading.Thread(target=call_on, args=each) for each in asked]
    for thread in threads:
        thread.start()
    try:
        yield tallies
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@contextmanager
def processes(count: int) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The service under gunicorn with several processes, once all are there: its main process and the port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        command = [sys.executable, "-m", "gunicorn", "--workers", str(count), "--bind", f"fd://{door.fileno()}"]
        command += ["--timeout", f"{PATIENCE:.0f}", "--log-level", "critical", "--worker-tmp-dir", "/tmp"]
        started = subprocess.Popen([*command, "server.app:create_app()"], cwd=ROOT, pass_fds=[door.fileno()])
    try:
        wait_for(lambda: answered(port) == 200 and len(children_of(started.pid)) == count, PATIENCE)
        yield started, port
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait(PATIENCE)


def answered(port: int) -> int | None:
    """The status of a small check; None where the connection failed."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with suppress(OSError, http.client.HTTPException):
        connection.request("POST", "/v1/check", SMALL, {"Content-Type": "application/json"})
        return connection.getresponse().status
    return None


def children_of(process: int) -> set[int]:
    return set(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def wait_for(done: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until
        time.sleep(0.1)


def _watch(process: int, seconds: float, tallies: list[Tally], tell: bool) -> list[tuple[float, float]]:
    """The memory of the service every few seconds."""
    started, memory = time.monotonic(), []
    while (passed := time.monotonic() - started) < seconds:
        memory.append((passed, memory_of(process)))
        if tell:
            done = sum(len(tally.took) for tally in tallies)
            says = f"\r{passed:5.0f} of {seconds:g} s  {done} answered  {memory[-1][1]:.0f} MB"
            print(says, end="", file=sys.stderr, flush=True)
        time.sleep(min(2.0, seconds / 5))
    return [*memory, (passed, memory_of(process))]


def stopped_under_way(process: subprocess.Popen[str], port: int, count: int = 4) -> list[str]:
    """Begin some long requests, tell the service to stop, and see that each is answered; what was lost."""
    begun = [http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE) for _ in range(count)]
    for connection in begun:
        _begin(connection)
        connection.send(FULL)
    process.send_signal(signal.SIGTERM)
    lost = []
    for connection in begun:
        try:
            answer = connection.getresponse()
            answer.read()
            lost += [f"status {answer.status}"] if answer.status != 200 else []
        except (OSError, http.client.HTTPException) as fault:
            lost.append(repr(fault))
        connection.close()
    ended = process.wait(PATIENCE)
    return lost + ([f"exit code {ended}"] if ended else [])


def _begin(connection: http.client.HTTPConnection) -> None:
    """Say what is to come, and wait until the service says that it is ready for it: the request is begun."""
    connection.putrequest("POST", "/v1/check")
    told = {"Content-Type": "application/json", "Content-Length": str(len(FULL)), "Expect": "100-continue"}
    for name, value in told.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert select.select([connection.sock], [], [], PATIENCE)[0]


def summary(tallies: list[Tally], memory: list[tuple[float, float]], seconds: float) -> dict[str, Any]:
    took = sorted(each for tally in tallies for each in tally.took)
    answers: Counter[str] = sum((tally.answers for tally in tallies), Counter())
    warm = [held for passed, held in memory if passed >= min(60, seconds / 2)]
    return {
        "seconds": seconds, "requests": len(took), "a second": round(len(took) / seconds, 1),
        "p50 ms": round(1000 * took[len(took) // 2], 1), "p99 ms": round(1000 * took[len(took) * 99 // 100], 1),
        "slowest ms": round(1000 * took[-1], 1), "faults": [fault for tally in tallies for fault in tally.faults],
        "MB when warm": round(warm[0], 1), "MB at the end": round(warm[-1], 1),
        "answers": dict(sorted(answers.items())),
    }  # fmt: skip


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=600.0)
    options.add_argument("--callers", type=int, default=CALLERS, help="how many ask at once")
    options.add_argument("--pace", type=float, default=0.0, help="seconds that each waits between two requests")
    options.add_argument("--workers", type=int, help="serve with so many processes of gunicorn, and kill one")
    options.add_argument("--json", action="store_true", help="print one line of JSON")
    asked = options.parse_args()
    found = (
        load_and_kill(asked.seconds, asked.workers, asked.callers, asked.pace)
        if asked.workers
        else load(asked.seconds, asked.callers, asked.pace)
    )
    print(file=sys.stderr)
    if asked.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name:>18}  {value}" for name, value in found.items()))
    if asked.workers:
        return len(found["faults"]) > THREADS or not found["came in its place"]
    grew = found["MB at the end"] > found["MB when warm"] * (1 + NOISE) and asked.seconds >= 120
    return bool(found["faults"] or found["lost at the stop"] or grew)


if __name__ == "__main__":
    sys.exit(main())
