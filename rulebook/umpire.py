"""The umpire: runs the rules of a game on a posted table and says what follows, with every reason."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import prod
from typing import Any

from rulebook.actions import ActionModel, Move, Step
from rulebook.contradictions import contradictions as contradicted
from rulebook.docket import Docket, Subject
from rulebook.facts import Unknown, Values
from rulebook.mechanics.paths import parts_by
from rulebook.rules import Because, Rule, Sum
from rulebook.ruling import Contested, Finding, Missing, Ruling, Verdict
from rulebook.table import Table
from rulebook.trace import Trace

TRIALS = 200
RANGES = 40
EFFECTS = ("forbids", "permits", "obliges")
FORBIDS = ("forbids",)
VALUES = ("computes", "modifies", "costs")
ORDINARY_PATH = "action.path"


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


def check(table: Table, action: ActionModel, trials: int = TRIALS) -> Ruling:
    """The ruling on one action, after so many trials at most. `rulebook.repairs` adds what would make it legal."""
    first = judge(table, action)
    outcome = _settled(first) or _Trial(table, action, first, partial(judge, effects=FORBIDS), trials).outcome()
    values = outcome.values if outcome.verdict != "undetermined" or first.value_unknown else first.values
    return Ruling(
        verdict=outcome.verdict,
        findings=tuple(first.findings + outcome.found_by_trial),
        overridden=tuple(first.overridden),
        missing=tuple(_missing(table, action, first, outcome)) if outcome.missing else (),
        values=_ranged(table, action, first, values) if first.value_unknown else values,
        contested=tuple(_contested(table, action, first)) if first.contested else (),
        contradictions=contradicted(table),
        provisos=dict(table.provisos),
        cut_short=table.patience.is_over,
    )


def is_legal(table: Table, action: ActionModel) -> bool:
    """Whether the verdict is legal: what is not posted is tried no further than to the first value that bars it."""
    return _Trial(table, action, forbidden(table, action), forbidden).is_always_legal()


def judge(table: Table, action: ActionModel, effects: tuple[str, ...] = EFFECTS) -> Judgement:
    """Run every rule that bears on the action, once."""
    docket = Docket(table, action, *effects, *VALUES)
    found = _weighed(docket, effects)
    _gather_values(docket, found)
    return found


def forbidden(table: Table, action: ActionModel, effects: tuple[str, ...] = FORBIDS) -> Judgement:
    """Run the rules that forbid the action, without its values: a verdict needs no more."""
    return _weighed(Docket(table, action, *effects), effects)


def _weighed(docket: Docket, effects: tuple[str, ...]) -> Judgement:
    found = Judgement()
    for rule, subject in docket.rules(*effects):
        _weigh(docket.table, found, rule, subject)
    if isinstance(docket.action, Move):
        _judge_path(docket.table, found, docket.action)
    return found


def passed_over(table: Table, action: ActionModel) -> set[Rule]:
    """The rules on such an action that cannot bear on it, or are known to find nothing, and are not asked."""
    kinds = (type(action), Step) if isinstance(action, Move) and action.steps else (type(action),)
    effects = (*EFFECTS, *VALUES)
    asked = {rule for rule, _ in Docket(table, action, *effects).rules(*effects)}
    return {rule for kind in kinds for effect in effects for rule in table.game.rules_on(kind, effect)} - asked


def idle(table: Table, action: ActionModel) -> list[tuple[Rule, Subject]]:
    """The rules that are not asked though they could bear, for they found nothing where all they asked was the same."""
    return list(Docket(table, action, *EFFECTS, *VALUES).idle())


def _judge_path(table: Table, found: Judgement, move: Move) -> None:
    """A move without a path is judged on the rest; that a path is open can only be assumed."""
    if move.path is None:
        try:
            table.read(ORDINARY_PATH, None, None, "open")
        except Unknown as missing:
            _note_unknown(found, missing, None)


def _weigh(table: Table, found: Judgement, rule: Rule, subject: Subject) -> None:
    outcome, trace = table.traced(rule, subject)
    found.note(trace)
    if isinstance(outcome, Unknown):
        if rule.effect == "forbids":
            _note_unknown(found, outcome, rule)
            found.findings.append(_finding(rule, None, trace, subject[0]))
    elif outcome:
        found.findings.append(_finding(rule, outcome, trace, subject[0]))


def _note_unknown(found: Judgement, missing: Unknown, rule: Rule | None) -> None:
    for fact, values in missing.facts.items():
        found.unknown.setdefault(fact, values)
        needed_by = found.needed_by.setdefault(fact, {})
        if rule is not None:
            needed_by[rule.case] = None


def _finding(rule: Rule, outcome: Any, trace: Trace, subject: Any) -> Finding:
    reason = outcome if isinstance(outcome, Because) else Because()
    amount = reason.amount
    if amount is None and isinstance(outcome, (int, float)) and not isinstance(outcome, bool):
        amount = outcome
    at = reason.at or (subject.to if isinstance(subject, Step) else None)
    holds = None if outcome is None else True
    return Finding(rule.case, rule.name, rule.effect, holds, at, amount, _spoken(reason.words), dict(trace.reads))


def _spoken(words: Mapping[str, Any]) -> Mapping[str, Any]:
    """The words of a reason as plain values: units and hexes by their names."""
    return words and {name: _plain(value) for name, value in words.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    return value if isinstance(value, (int, str, bool)) or value is None else str(value)


# Values


def _gather_values(docket: Docket, found: Judgement) -> None:
    table, action = docket.table, docket.action
    for rule in docket.on_the_whole("computes"):
        outcome, trace = table.traced(rule, (action,))
        found.note(trace)
        if isinstance(outcome, Unknown):
            found.value_unknown.update(outcome.facts)
            found.values[str(rule.of)] = {"missing": sorted(outcome.facts)}
        elif outcome is not None:
            found.values[str(rule.of)] = as_json(outcome)
            found.findings.append(_finding(rule, outcome if isinstance(outcome, Because) else True, trace, action))
    _gather_modifiers(docket, found)
    if isinstance(action, Move) and action.path and table.game.rules_on(Step, "costs"):
        _gather_costs(docket, found)


def _gather_modifiers(docket: Docket, found: Judgement) -> None:
    table, action = docket.table, docket.action
    for rule in table.game.rules_on(type(action), "modifies"):
        found.values.setdefault(str(rule.of), {"total": 0, "parts": []})
    for rule in docket.on_the_whole("modifies"):
        named = found.values[str(rule.of)]
        outcome, trace = table.traced(rule, (action,))
        found.note(trace)
        if isinstance(outcome, Unknown):
            found.value_unknown.update(outcome.facts)
            named["total"] = None
            named["missing"] = sorted({*named.get("missing", ()), *outcome.facts})
        elif outcome:
            finding = _finding(rule, outcome, trace, action)
            found.findings.append(finding)
            named["parts"].append({"case": rule.case, "predicate": rule.name, "amount": finding.value})
            if named["total"] is not None:
                named["total"] += finding.value


def _gather_costs(docket: Docket, found: Judgement) -> None:
    steps: list[dict[str, Any]] = []
    priced = docket.on_each_step("costs")
    for step, rules in priced:
        try:
            parts = parts_by(docket.table, step, rules)
        except Unknown as missing:
            found.value_unknown.update(missing.facts)
            steps.append({"to": step.to, "cost": None, "missing": sorted(missing.facts)})
        else:
            told = [{"case": part.case, "predicate": part.why, "cost": part.amount} for part in parts]
            steps.append({"to": step.to, "cost": sum(part.amount for part in parts), "parts": told})
    known = all(step["cost"] is not None for step in steps)
    cost: dict[str, Any] = {"total": sum(step["cost"] for step in steps) if known else None}
    allowance = found.values.pop("allowance", None)
    if allowance is not None:
        cost["allowance"] = allowance["total"] if isinstance(allowance, dict) and "total" in allowance else allowance
        cost["allowance_parts"] = allowance.get("parts", []) if isinstance(allowance, dict) else []
    if cost.get("allowance") is not None or cost["total"]:
        found.values["cost"] = {**cost, "steps": steps}
    for step, rules in priced:
        _cite_costs(docket.table, found, step, rules)


def _cite_costs(table: Table, found: Judgement, step: Step, rules: tuple[Rule, ...]) -> None:
    for rule in rules:
        outcome, trace = table.traced(rule, (step,))
        found.overridden.update(trace.overrides)
        if outcome and not isinstance(outcome, Unknown):
            found.findings.append(_finding(rule, outcome, trace, step))


def as_json(value: Any) -> Any:
    """A computed value as plain data."""
    if isinstance(value, Sum):
        return value.told()
    if isinstance(value, Because):
        return {**({"amount": value.amount} if value.amount is not None else {}), **_spoken(value.words)}
    return value


# Facts that were not posted, tried with each of their values

Judge = Callable[[Table, ActionModel], Judgement]


@dataclass
class Outcome:
    """What trying the unknown facts showed. `tree` tells apart what each value led to."""

    verdict: Verdict
    missing: dict[str, None]
    values: dict[str, Any]
    tree: Any
    found_by_trial: list[Finding] = field(default_factory=list)


def _settled(found: Judgement) -> Outcome | None:
    """Where the first look decides there is nothing to try."""
    verdict = found.verdict
    return None if verdict == "undetermined" else Outcome(verdict, {}, found.values, (verdict,))


class _Trial:
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


def _ranged(table: Table, action: ActionModel, first: Judgement, values: dict[str, Any]) -> dict[str, Any]:
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


def _missing(table: Table, action: ActionModel, first: Judgement, outcome: Outcome) -> Iterator[Missing]:
    for fact in outcome.missing:
        needed_by = tuple(first.needed_by.get(fact, ())) or _asked_after(first, fact)
        yield Missing(fact, needed_by, _would_decide(table, action, first, outcome, fact))


def _asked_after(first: Judgement, fact: str) -> tuple[str, ...]:
    """A fact that only came up on trial is needed by the rules that were open from the start."""
    return tuple(dict.fromkeys(case for cases in first.needed_by.values() for case in cases))


def _would_decide(table: Table, action: ActionModel, first: Judgement, outcome: Outcome, fact: str) -> bool | None:
    """Whether some value of this fact alone would settle the verdict; None where patience ran out before."""
    values = first.unknown.get(fact)
    if not values:
        return len(outcome.missing) == 1
    for value in values:
        if table.patience.is_over:
            return None
        if forbidden(table.given(fact, value), action).verdict != "undetermined":
            return True
    return False


def _contested(table: Table, action: ActionModel, first: Judgement) -> Iterator[Contested]:
    for rule in first.contested:
        other = table.read_as(rule.name)
        if not _reads_otherwise(table, other, rule):
            continue
        found = judge(other, action)
        if found.verdict != first.verdict or found.values != first.values:
            yield Contested(rule.case, rule.name, found.verdict, found.values)


def _reads_otherwise(table: Table, other: Table, rule: Rule) -> bool:
    """Whether the other reading of a rule finds anything else where the rule was weighed."""
    return any(
        str(found) != str(other.traced(rule, other.own(subject))[0]) for subject, found in table.weighings(rule)
    )
