"""Work over the cores of this machine: handed over in parts to fresh processes, given back in the parts' order."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from threading import Thread
from typing import Any, Protocol, TypeVar

AHEAD = 3
"""How many parts wait for each worker: enough to keep it busy, few enough to hold."""
Item = TypeVar("Item")
Result = TypeVar("Result")
Given = TypeVar("Given", covariant=True)


class Later(Protocol[Given]):
    """What is given back is on its way."""

    def result(self) -> Given: ...


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def over_cores(work: Callable[[list[Item]], Result], jobs: int) -> Iterator[Callable[..., Iterator[Result]]]:
    """Does the work on one part after another in so many processes; where that is one, in this."""
    if jobs == 1:
        yield lambda several: map(work, several)
        return
    # A fresh process, not a copy of this one: a copy would inherit its threads' locks.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=fresh, initializer=_belong_to_parent) as pool:
        try:
            yield lambda several: in_order(lambda part: pool.submit(work, part), several, jobs * AHEAD)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _belong_to_parent() -> None:
    """Be interrupted only through the process that wants the work, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_after, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_after(parent: Any) -> None:
    parent.join()
    os._exit(1)


def parts(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """The items, so many at a time."""
    several = iter(items)
    while part := list(islice(several, size)):
        yield part


def in_order(submit: Callable[[Any], Later[Result]], several: Iterable[Any], ahead: int) -> Iterator[Result]:
    """Hand over each part, a few ahead of the one that is waited for, and give what comes back in their order."""
    waiting: deque[Later[Result]] = deque()
    for part in several:
        waiting.append(submit(part))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
