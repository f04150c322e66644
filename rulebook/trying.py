"""Facts that were not posted, tried with each of their values: what all of them lead to is known all the same."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from rulebook.actions import ActionModel
from rulebook.judgement import Judgement
from rulebook.ruling import Finding, Verdict
from rulebook.table import Table

TRIALS = 200
RANGES = 40
Judge = Callable[[Table, ActionModel], Judgement]


@dataclass
class Outcome:
    """What trying the unknown facts showed. `tree` tells apart what each value led to."""

    verdict: Verdict
    missing: dict[str, None]
    values: dict[str, Any]
    tree: Any
    found_by_trial: list[Finding] = field(default_factory=list)


def settled(found: Judgement) -> Outcome | None:
    """Where the first look decides there is nothing to try."""
    verdict = found.verdict
    return None if verdict == "undetermined" else Outcome(verdict, {}, found.values, (verdict,))


class Trial:
    """Tries the values of unknown facts until all of them lead to the same verdict, or trials or patience run out."""

    def __init__(
        self, table: Table, action: ActionModel, first: Judgement, judge: Judge, trials: int = TRIALS
    ) -> None:
        self.table = table
        self.action = action
        self.first = first
        self.judge = judge
        self.left = trials

    def outcome(self) -> Outcome:
        return self._explore(self.table, self.first, {})

    def is_always_legal(self) -> bool:
        return self._is_legal_on(self.table, self.first)

    def _is_legal_on(self, table: Table, found: Judgement) -> bool:
        if found.verdict != "undetermined":
            return found.verdict == "legal"
        fact = next((fact for fact, values in found.unknown.items() if values), None)
        if fact is None or self.left <= 0:
            return False
        return all(self._is_legal_with(table, fact, value) for value in found.unknown[fact] or ())

    def _is_legal_with(self, table: Table, fact: str, value: Any) -> bool:
        if table.patience.is_over:
            return False
        self.left -= 1
        other = table.given(fact, value)
        return self._is_legal_on(other, self.judge(other, self.action))

    def _explore(self, table: Table, found: Judgement, given: dict[str, Any]) -> Outcome:
        verdict = found.verdict
        decided = verdict != "undetermined"
        fact = next((fact for fact, values in found.unknown.items() if values), None) if not decided else None
        if fact is None or self.left <= 0 or table.patience.is_over:
            forbidding = [finding for finding in found.findings if given and finding.effect == "forbids"]
            news = [finding._replace(given=dict(given)) for finding in forbidding]
            missing = {} if decided else dict.fromkeys(found.unknown)
            return Outcome(verdict, missing, found.values, (verdict, *missing), news)
        branches = []
        for value in found.unknown[fact] or ():
            if table.patience.is_over:
                return self._given_up(found)
            self.left -= 1
            other = table.given(fact, value)
            branches.append(self._explore(other, self.judge(other, self.action), {**given, fact: value}))
        return _joined(fact, branches)

    @staticmethod
    def _given_up(found: Judgement) -> Outcome:
        """Some values were never tried: what was open still is."""
        missing = dict.fromkeys(found.unknown)
        return Outcome("undetermined", missing, found.values, ("undetermined", *missing))


def _joined(fact: str, branches: list[Outcome]) -> Outcome:
    """A fact whose every value leads to the same is no longer missing."""
    values = merged([branch.values for branch in branches])
    first = branches[0]
    if all(branch.tree == first.tree for branch in branches):
        news = [finding for branch in branches for finding in branch.found_by_trial if first.verdict == "illegal"]
        return Outcome(first.verdict, first.missing, values, first.tree, news)
    missing: dict[str, None] = {fact: None}
    for branch in branches:
        missing.update(branch.missing)
    return Outcome("undetermined", missing, values, (fact, *(branch.tree for branch in branches)))


def merged(alternatives: list[Any]) -> Any:
    """What several values of an unknown fact have in common: equal parts as they are, numbers as a range."""
    first = alternatives[0]
    if all(value == first for value in alternatives):
        return first
    ends = [end for value in alternatives for end in _ends(value)]
    if all(isinstance(end, (int, float)) for end in ends):
        return {"between": [min(ends), max(ends)]}
    if all(isinstance(value, dict) and "between" not in value for value in alternatives):
        keys = dict.fromkeys(key for value in alternatives for key in value)
        return {key: merged([value.get(key) for value in alternatives]) for key in keys}
    if all(isinstance(value, list) and len(value) == len(first) for value in alternatives):
        return [merged([value[index] for value in alternatives]) for index in range(len(first))]
    return None


def ranged(
    table: Table, action: ActionModel, first: Judgement, values: dict[str, Any], judge: Judge
) -> dict[str, Any]:
    """Totals that wait for facts with few values, told as the range that those leave."""
    waiting = [name for name, value in values.items() if isinstance(value, dict) and value.get("total", 0) is None]
    tried = {fact: few for fact, few in first.value_unknown.items() if few}
    if not waiting or not tried or prod(map(len, tried.values())) > RANGES:
        return values
    found: dict[str, list[Any]] = {name: [] for name in waiting}
    for falls in product(*tried.values()):
        if table.patience.is_over:
            return values
        other = judge(table.given_all(dict(zip(tried, falls, strict=True))), action)
        for name in waiting:
            told = other.values.get(name)
            found[name].append(told.get("total") if isinstance(told, dict) else None)
    return {**values, **{name: {**values[name], "total": _range(found[name])} for name in waiting}}


def _range(totals: list[Any]) -> Any:
    return merged(totals) if all(isinstance(total, (int, float)) for total in totals) else None


def _ends(value: Any) -> list[Any]:
    return value["between"] if isinstance(value, dict) and "between" in value else [value]
