"""Facts that may be missing, and logic over them: true, false, or not known yet."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")
Values = tuple[Any, ...] | None
YES_OR_NO: Values = (True, False)
NOTHING: Any = object()


class Unknown(Exception):
    """A fact was read that nobody posted. `facts` names each one with the values it could take, if they are few."""

    def __init__(self, facts: dict[str, Values]) -> None:
        super().__init__(facts)
        self.facts = facts

    def __str__(self) -> str:
        return ", ".join(self.facts)


def told(value: T | Unknown) -> T:
    """A value that was worked out before; where it could not be, the Unknown kept in its place is raised."""
    if isinstance(value, Unknown):
        raise value.with_traceback(None)
    return value


def outcome_of(work: Callable[..., Any], *subject: Any) -> Any:
    """What it comes to; an Unknown is returned, not raised."""
    try:
        return work(*subject)
    except Unknown as missing:
        return missing.with_traceback(None)


def some(thunks: Iterable[Callable[[], Any]]) -> Any:
    """The first that holds, even if others are unknown; unknown if none does and one could."""
    unknown: dict[str, Values] = {}
    for thunk in thunks:
        try:
            found = thunk()
        except Unknown as missing:
            unknown.update(missing.facts)
            continue
        if found:
            return found
    if unknown:
        raise Unknown(unknown)
    return None


def every(thunks: Iterable[Callable[[], Any]]) -> bool:
    """False as soon as one is false, even if others are unknown."""
    unknown: dict[str, Values] = {}
    for thunk in thunks:
        try:
            if not thunk():
                return False
        except Unknown as missing:
            unknown.update(missing.facts)
    if unknown:
        raise Unknown(unknown)
    return True


def more_than(limit: int, thunks: Iterable[Callable[[], Any]]) -> bool:
    """Whether more of these hold than so many; unknown only while those that are not known could tip it."""
    sure, unsure = 0, 0
    unknown: dict[str, Values] = {}
    for thunk in thunks:
        try:
            sure += bool(thunk())
        except Unknown as missing:
            unsure += 1
            unknown.update(missing.facts)
    if sure <= limit < sure + unsure:
        raise Unknown(unknown)
    return sure > limit


def known(thunk: Callable[[], Any]) -> Any:
    """The value, or None where it is not known."""
    try:
        return thunk()
    except Unknown:
        return None


def those(items: Iterable[T], test: Callable[[T], Any]) -> list[T]:
    """The items that pass a test for sure; unknown if none does and one could."""
    asked = [(item, partial(test, item)) for item in items]
    sure = [item for item, thunk in asked if known(thunk)]
    if not sure:
        some(thunk for _, thunk in asked)
    return sure
