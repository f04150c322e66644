"""What one pass over the rules found: each finding, what was beaten, what is not known, the values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebook.actions import Step
from rulebook.facts import Values
from rulebook.rules import Because, Rule
from rulebook.ruling import Finding, Verdict
from rulebook.trace import Trace


@dataclass
class Judgement:
    """One pass over the rules, before unknown facts are tried with their values."""

    findings: list[Finding] = field(default_factory=list)
    overridden: dict[tuple[str, str], None] = field(default_factory=dict)
    contested: dict[Rule, None] = field(default_factory=dict)
    unknown: dict[str, Values] = field(default_factory=dict)
    needed_by: dict[str, dict[str, None]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    value_unknown: dict[str, Values] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        for finding in self.findings:
            if finding.effect == "forbids" and finding.holds:
                return "illegal"
        return "undetermined" if self.unknown else "legal"

    def note(self, trace: Trace) -> None:
        if trace.overrides:
            self.overridden.update(trace.overrides)
        if trace.contested:
            self.contested.update(trace.contested)

    def forbidding(self) -> list[str]:
        return [finding.case for finding in self.findings if finding.effect == "forbids" and finding.holds]


NO_REASON = Because()


def finding_of(rule: Rule, outcome: Any, trace: Trace, subject: Any) -> Finding:
    """What a rule came to, with the facts it read; nothing held where its outcome is None."""
    reason = outcome if type(outcome) is Because else NO_REASON
    amount = outcome if type(outcome) in (int, float) else reason.amount
    at = reason.at or (subject.to if isinstance(subject, Step) else None)
    holds = None if outcome is None else True
    return Finding(rule.case, rule.name, rule.effect, holds, at, amount, spoken(reason.words), trace.reads)


def spoken(words: Mapping[str, Any]) -> Mapping[str, Any]:
    """The words of a reason as plain values: units and hexes by their names."""
    return words and {name: _plain(value) for name, value in words.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    return value if isinstance(value, (int, str, bool)) or value is None else str(value)
