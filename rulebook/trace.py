"""What an evaluation leaves behind: the facts it read, the cases it saw beaten."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebook.rules import Rule


@dataclass(slots=True)
class Trace:
    """What one evaluation read, and which cases it saw beaten by which."""

    reads: dict[str, Any] = field(default_factory=dict)
    overrides: dict[tuple[str, str], None] = field(default_factory=dict)
    contested: dict["Rule", None] = field(default_factory=dict)

    def absorb(self, other: "Trace") -> None:
        self.reads.update(other.reads)
        if other.overrides:
            self.overrides.update(other.overrides)
        if other.contested:
            self.contested.update(other.contested)
