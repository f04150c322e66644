"""The values of a ruling: what rules compute, what they add to a number, what a way costs."""

from typing import Any

from rulebook.actions import Move, Step
from rulebook.docket import Docket
from rulebook.facts import Unknown
from rulebook.judgement import Judgement, finding_of, spoken
from rulebook.mechanics.paths import parts_by
from rulebook.rules import AMOUNT, Because, Rule, Sum
from rulebook.table import Table


def gather_values(docket: Docket, found: Judgement) -> None:
    """Work out the values of a ruling: those that rules compute, numbers with their modifiers, the cost of a way."""
    table, action = docket.table, docket.action
    for rule in docket.on_the_whole("computes"):
        outcome, trace = table.traced(rule, (action,))
        found.note(trace)
        if isinstance(outcome, Unknown):
            found.value_unknown.update(outcome.facts)
            found.values[str(rule.of)] = {"missing": sorted(outcome.facts)}
        elif outcome is not None:
            found.values[str(rule.of)] = as_json(outcome)
            found.findings.append(finding_of(rule, outcome if isinstance(outcome, Because) else True, trace, action))
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
            finding = finding_of(rule, outcome, trace, action)
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
            steps.append({"to": step.to, "cost": sum(map(AMOUNT, parts)), "parts": told})
    amounts = [step["cost"] for step in steps]
    cost: dict[str, Any] = {"total": None if None in amounts else sum(amounts)}
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
            found.findings.append(finding_of(rule, outcome, trace, step))


def as_json(value: Any) -> Any:
    """A computed value as plain data."""
    if isinstance(value, Sum):
        return value.told()
    if isinstance(value, Because):
        return {**({"amount": value.amount} if value.amount is not None else {}), **spoken(value.words)}
    return value
