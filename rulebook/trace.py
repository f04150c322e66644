"""What an evaluation leaves behind: the facts it read, the cases it saw beaten."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebook.rules import Rule

NONE: Mapping[Any, Any] = MappingProxyType({})


class Trace:
    """What one evaluation read, and which cases it saw beaten by which: mostly none."""

    __slots__ = ("contested", "overrides", "reads")

    def __init__(
        self, overrides: Mapping[tuple[str, str], None] = NONE, contested: Mapping["Rule", None] = NONE
    ) -> None:
        self.reads: dict[str, Any] = {}
        self.overrides = overrides
        self.contested = contested

    def note_override(self, beaten: "Rule", by: "Rule") -> None:
        self.overrides = {**self.overrides, (beaten.case, by.case): None}

    def note_contested(self, rule: "Rule") -> None:
        self.contested = {**self.contested, rule: None}

    def absorb(self, other: "Trace") -> None:
        if other.reads:
            self.reads.update(other.reads)
        if other.overrides:
            self.overrides = {**self.overrides, **other.overrides}
        if other.contested:
            self.contested = {**self.contested, **other.contested}


# Most rules come to nothing without a look at the table: one record does for all of them.
BLANK = Trace()
