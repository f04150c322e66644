"""What the umpire answers: the verdict, the reasons, the numbers, what is missing, what would do instead."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, NamedTuple

from rulebook.trace import NONE

Verdict = Literal["legal", "illegal", "undetermined"]


class Finding(NamedTuple):
    """One rule that bears on the answer. `holds` is None where the facts do not settle it."""

    case: str
    predicate: str
    effect: str
    holds: bool | None
    at: str | None = None
    value: float | None = None
    words: Mapping[str, Any] = NONE
    facts: Mapping[str, Any] = NONE
    given: dict[str, Any] | None = None


@dataclass(frozen=True)
class Missing:
    """A fact that could still change the answer. `would_decide` is None where it took too much work to find out."""

    fact: str
    needed_by: tuple[str, ...]
    would_decide: bool | None


@dataclass(frozen=True)
class Instead:
    """A change that makes the action legal; `kind` and `words` make its sentence."""

    change: dict[str, Any]
    kind: str
    words: dict[str, Any]
    cases: tuple[str, ...]


@dataclass(frozen=True)
class Contested:
    """A rule on which the book contradicts itself, and what the other reading would give."""

    case: str
    predicate: str
    verdict: Verdict
    values: dict[str, Any]


class Contradiction(NamedTuple):
    """A posted fact against what the rulebook states: the posted one was used."""

    fact: str
    posted: Any
    printed: Any
    case: str


class Ruling(NamedTuple):
    """The answer. `cut_short` says that not every value of the unknown facts was tried: there was too much to try."""

    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    overridden: tuple[tuple[str, str], ...] = ()
    missing: tuple[Missing, ...] = ()
    values: Mapping[str, Any] = NONE
    instead: tuple[Instead, ...] = ()
    contested: tuple[Contested, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    provisos: Mapping[str, Any] = NONE
    cut_short: bool = False

    def cases(self) -> list[str]:
        """The cases it rests on, each once: what forbids first."""
        forbidding = [finding.case for finding in self.findings if finding.effect == "forbids"]
        return list(dict.fromkeys([*forbidding, *[each.case for each in self.findings], *chain(*self.overridden)]))
