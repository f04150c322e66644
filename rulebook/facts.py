"""Facts that may be missing, and logic over them: true, false, or not known yet."""

from collections.abc import Callable, Iterable
from typing import Any

Values = tuple[Any, ...] | None


class Unknown(Exception):  # noqa: N818 - it is a value of the logic, not an error
    """A fact was read that nobody posted. `facts` names each one with the values it could take, if they are few."""

    def __init__(self, facts: dict[str, Values]) -> None:
        super().__init__(", ".join(facts))
        self.facts = facts


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


def known(thunk: Callable[[], Any]) -> Any:
    """The value, or None where it is not known."""
    try:
        return thunk()
    except Unknown:
        return None
