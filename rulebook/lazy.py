"""What is worked out when first asked for, and kept with the thing that it belongs to."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Found = TypeVar("Found")


class lazy(Generic[Found]):  # noqa: N801 - it stands where a decorator does
    """As functools.cached_property, without its lock, which costs more than most of what is kept so.

    Two threads that ask at once may both work it out: it has to come to the same.
    """

    def __init__(self, work: Callable[[Any], Found]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, thing: None, owner: type) -> "lazy[Found]": ...

    @overload
    def __get__(self, thing: object, owner: type | None = None) -> Found: ...

    def __get__(self, thing: object | None, owner: type | None = None) -> "lazy[Found] | Found":
        if thing is None:
            return self
        found = thing.__dict__[self._name] = self._work(thing)
        return found
