"""The state of what the user stores."""

from collections.abc import Hashable
from typing import NamedTuple


class State(NamedTuple):
    """Where what the user stores is kept, and its version: another one after each change, 0 where nothing is stored.

    What was read in one state holds in no other, whoever made the change.
    """

    place: Hashable
    version: int
