"""Many requests at once: over the cores of this machine, or over the workers of a Dask cluster, answered in order."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from typing import Any

from knowledge import processes
from knowledge.processes import AHEAD, in_order, parts
from server.streams import Answered, Lines, answers

PART = 50
"""How many lines are handed over at a time."""
FEW = 100
"""Lines that are answered sooner than another process is started."""
LONGEST_GREETING = 10
Part = list[tuple[int, bytes]]


class NoCluster(OSError):
    """The cluster cannot be used; the message says why."""


@contextmanager
def over_cores(jobs: int) -> Iterator[Callable[[Lines], Iterator[Answered]]]:
    """Answers lines in so many processes."""
    if jobs == 1:
        yield answers
        return
    with processes.over_cores(answered, jobs) as spread_parts:

        def spread(lines: Lines) -> Iterator[Answered]:
            head = list(islice(lines, FEW))
            if len(head) < FEW:
                return answers(iter(head))
            return chain.from_iterable(spread_parts(parts(chain(head, lines), PART)))

        yield spread


@contextmanager
def over_cluster(address: str) -> Iterator[Callable[[Lines], Iterator[Answered]]]:
    """Answers lines on the workers of the Dask cluster at this address; a worker that is lost is made up for."""
    with _client(address) as client:
        ahead = max(1, sum(client.ncores().values())) * AHEAD

        def spread(lines: Lines) -> Iterator[Answered]:
            submit = partial(client.submit, answered, pure=False)
            return chain.from_iterable(in_order(submit, parts(lines, PART), ahead))

        yield spread


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
