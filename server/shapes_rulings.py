"""The shapes of what the umpire answers: a ruling, the options of a unit, the survey of a board."""

from typing import Any

from pydantic import Field

from knowledge.records import Words
from rulebook.ruling import Verdict
from server.shapes import Shape, Text


class FindingAnswer(Shape):
    """One rule that bears on the answer; `holds` is null where the facts do not settle it."""

    case: str
    predicate: str
    effect: str
    holds: bool | None
    at: str | None = None
    value: float | None = None
    given: dict[str, Any] | None = None
    says: Text
    facts: dict[str, Any]


class Override(Shape):
    case: str
    by: str


class MissingFact(Shape):
    fact: str
    needed_by: list[str] = Field([])
    would_decide: bool | None = False


class InsteadAnswer(Shape):
    change: dict[str, Any]
    says: Text
    cases: list[str]


class Citation(Shape):
    id: str
    title: Words
    text: Words


class Proviso(Shape):
    fact: str
    taken_as: Any


class OtherReading(Shape):
    verdict: Verdict
    values: dict[str, Any]


class ContestedAnswer(Shape):
    case: str
    predicate: str
    other_reading: OtherReading


class ContradictionAnswer(Shape):
    fact: str
    posted: Any
    rulebook: Any
    case: str


class RulingAnswer(Shape):
    """The verdict with every reason, value and missing fact."""

    verdict: Verdict
    findings: list[FindingAnswer]
    overridden: list[Override]
    missing: list[MissingFact]
    values: dict[str, Any]
    instead: list[InsteadAnswer]
    cites: list[Citation]
    see_also: list[str]
    provisos: list[Proviso] = Field([])
    contested: list[ContestedAnswer] = Field([])
    contradictions: list[ContradictionAnswer] = Field([])
    cut_short: bool = False


class MoveOption(Shape):
    to: str
    cost: float
    path: list[str]
    mode: str


class Barred(Shape):
    hex: str
    cases: list[str]


class AttackOption(Shape):
    target: str
    verdict: Verdict
    cases: list[str]
    values: dict[str, Any]


class OtherOption(Shape):
    action: dict[str, Any]
    verdict: Verdict
    missing: list[str]


class OptionsAnswer(Shape):
    """What the unit may do, what is barred and by which cases, and the facts that keep the rest unsettled."""

    unit: str
    moves: list[MoveOption]
    barred: list[Barred]
    attacks: list[AttackOption]
    others: list[OtherOption]
    missing: list[MissingFact]


class SurveyAnswer(Shape):
    """The hexes under the zones of each side, the supply of each unit on the map (null where it is not settled)."""

    zones: dict[str, list[str]]
    supply: dict[str, str | None]
    missing: list[MissingFact]
