"""What was worked out last, kept while there is room for it."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """The values used last, by what they were worked out from.

    Together they take no more room than this many bytes, by what each is said to take: the one used longest ago goes
    first, and one that would drive out most of the others is not kept at all.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self._kept: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> Value | None:
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, key: Hashable, value: Value, size: int) -> None:
        """Keep a value that takes so many bytes, its key included, in place of the one before."""
        with self._lock:
            self.taken -= self._kept.pop(key, (None, 0))[1]
            if size > self.room // 2:
                return
            self._kept[key] = value, size
            self.taken += size
            while self.taken > self.room:
                self.taken -= self._kept.popitem(last=False)[1][1]

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.taken = 0
