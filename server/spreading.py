"""Many requests at once: over the cores of this machine, or over the workers of a Dask cluster, answered in order."""

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any, Protocol, TypeVar

from server.streams import Answered, Lines, answers

PART = 50
"""How many lines are handed over at a time."""
AHEAD = 3
"""How many parts wait for each worker: enough to keep it busy, few enough to hold."""
FEW = 100
"""Lines that are answered sooner than another process is started."""
LONGEST_GREETING = 10
Part = list[tuple[int, bytes]]
Item = TypeVar("Item")


class Later(Protocol):
    """An answer that is on its way."""

    def result(self) -> list[Answered]: ...


class NoCluster(OSError):
    """The cluster cannot be used; the message says why."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def over_cores(jobs: int) -> Iterator[Callable[[Lines], Iterator[Answered]]]:
    """Answers lines in so many processes."""
    if jobs == 1:
        yield answers
        return
    # A fresh process, not a copy of this one: a copy would inherit its threads' locks.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=fresh) as pool:

        def spread(lines: Lines) -> Iterator[Answered]:
            head = list(islice(lines, FEW))
            if len(head) < FEW:
                return answers(iter(head))
            return in_order(lambda part: pool.submit(answered, part), parts(chain(head, lines)), jobs * AHEAD)

        yield spread


@contextmanager
def over_cluster(address: str) -> Iterator[Callable[[Lines], Iterator[Answered]]]:
    """Answers lines on the workers of the Dask cluster at this address; a worker that is lost is made up for."""
    with _client(address) as client:
        ahead = max(1, sum(client.ncores().values())) * AHEAD
        yield lambda lines: in_order(lambda part: client.submit(answered, part, pure=False), parts(lines), ahead)


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise NoCluster("--on needs Dask: pip install 'arbitre[cluster]'") from None
    connect: Any = Client
    try:
        return connect(address, timeout=LONGEST_GREETING)
    except (OSError, ValueError) as wrong:
        raise NoCluster(f"--on: no cluster answers at {address}: {wrong}") from None


def answered(part: Part) -> list[Answered]:
    """The answers to one part; runs in the process that does the work."""
    return list(answers(iter(part)))


def parts(lines: Iterable[Item], size: int = PART) -> Iterator[list[Item]]:
    """The lines, so many at a time."""
    several = iter(lines)
    while part := list(islice(several, size)):
        yield part


def in_order(submit: Callable[[Any], Later], several: Iterable[Any], ahead: int) -> Iterator[Answered]:
    """Hand over each part, a few ahead of the one that is waited for, and give the answers in their order."""
    waiting: deque[Later] = deque()
    for part in several:
        waiting.append(submit(part))
        if len(waiting) >= ahead:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()
