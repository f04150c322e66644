"""What is worked out when first asked for, and kept by whom it was asked of."""

from typing import TYPE_CHECKING, Any

__all__ = ["lazily"]

if TYPE_CHECKING:
    from functools import cached_property as lazily
else:

    class lazily:  # noqa: N801
        """As `functools.cached_property`, without the lock that it takes before Python 3.12 each time.

        Two that ask at the same time may both work it out, and come to the same.
        """

        def __init__(self, work: Any) -> None:
            self.work = work
            self.name = work.__name__
            self.__doc__ = work.__doc__

        def __get__(self, thing: Any, kind: type) -> Any:
            if thing is None:
                return self
            found = thing.__dict__[self.name] = self.work(thing)
            return found
