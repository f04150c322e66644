"""Paths over the map: what each step costs, what bars it, and how far a unit can get."""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rulebook.actions import Move, Party, Step
from rulebook.facts import Unknown, known, outcome_of
from rulebook.mechanics.glimpses import Glimpses, glimpses
from rulebook.mechanics.probes import Asked, rules_bearing
from rulebook.rules import Because, Part, Rule
from rulebook.table import Table


def step_parts(table: Table, step: Step) -> tuple[Part, ...]:
    """What a step costs, part by part."""
    return table.once(_parts, step)


def _parts(table: Table, step: Step) -> tuple[Part, ...]:
    rules = rules_bearing(table.game, Step, "costs", Asked(step.move.mode))
    found = ((rule, _amount(rule(table, step))) for rule in rules)
    return tuple(Part(amount, rule.case, rule.name) for rule, amount in found if amount)


def _amount(found: Any) -> Any:
    return found.amount if isinstance(found, Because) else found


def step_cost(table: Table, step: Step) -> float:
    return table.once(_quick_cost if table.is_quiet else _cost, step)


def _cost(table: Table, step: Step) -> float:
    return sum(part.amount for part in step_parts(table, step))


def _quick_cost(table: Table, step: Step) -> float:
    """The same without its parts, by a glimpse of the step."""
    cost: float = 0
    for found in glimpses(table, step.move, "costs").of(table, step).values():
        if type(found) is Unknown:
            raise found
        cost += _amount(found) or 0
    return cost


def path_cost(table: Table, move: Move) -> float:
    """The whole cost of a move: unknown as soon as one part of it is."""
    return sum(step_cost(table, step) for step in move.steps)


def least_step_cost(table: Table, step: Step) -> float:
    """What a step costs by the facts that are known; those that are missing can only add to it."""
    try:
        return step_cost(table, step)
    except Unknown:
        found = [known(partial(rule, table, step)) or 0 for rule in table.game.rules_on(Step, "costs")]
        return sum(_amount(part) or 0 for part in found)


@dataclass
class Reach:
    """Where a unit can get: cheapest cost and path by hex, what bars the hexes beside, what is not known."""

    costs: dict[str, float] = field(default_factory=dict)
    came_from: dict[str, str] = field(default_factory=dict)
    barred: dict[str, dict[str, None]] = field(default_factory=dict)
    missing: dict[str, Any] = field(default_factory=dict)

    def path(self, number: str) -> list[str]:
        found = [number]
        while found[-1] in self.came_from:
            found.append(self.came_from[found[-1]])
        return found[::-1]


def reach(table: Table, party: Party, start: str, allowance: float | None) -> Reach:
    """Dijkstra over the steps that no rule bars. A step's rules may ask whether it is the first, not what came before.

    No step costs less than nothing, so a hex reached for no more is not tried again. Of paths that cost the same the
    shorter is taken. The hexes next to the start are tried whatever they cost, for games that grant one hex in any
    case.
    """
    table = table.quiet()
    bars = glimpses(table, party, "forbids")
    found = Reach(costs={start: 0})
    heap: list[tuple[float, int, str]] = [(0, 0, start)]
    while heap:
        spent, hexes, here = heapq.heappop(heap)
        if spent > found.costs[here]:
            continue
        for there in table.around(here):
            if found.costs.get(there, spent + 1) <= spent:
                continue
            total = _try_step(table, bars, found, Step(party, int(here != start), here, there), spent)
            if total is None or (allowance is not None and total > allowance and here != start):
                continue
            if total < found.costs.get(there, 10_000):
                found.costs[there], found.came_from[there] = total, here
                if allowance is None or total <= allowance:
                    heapq.heappush(heap, (total, hexes + 1, there))
    return found


def _try_step(table: Table, bars: Glimpses, found: Reach, step: Step, spent: float) -> float | None:
    """The cost so far after this step, or None where it is barred or not known."""
    against = bars.of(table, step)
    cases, unknown = _barring(against.items()) if against else ({}, {})
    if cases:
        found.barred.setdefault(step.to, {}).update(cases)
        return None
    if not unknown:
        try:
            return spent + step_cost(table, step)
        except Unknown as missing:
            unknown = missing.facts
    found.missing.update(unknown)
    return None


def barring_cases(table: Table, move: Move, rules: tuple[Rule, ...]) -> tuple[dict[str, None], dict[str, Any]]:
    """Every case that forbids a move by these rules, and the facts that could still make one do so."""
    return _barring((rule, outcome_of(rule.condition, table, (move,))) for rule in rules)


def _barring(outcomes: Iterable[tuple[Rule, Any]]) -> tuple[dict[str, None], dict[str, Any]]:
    bars: dict[str, None] = {}
    unknown: dict[str, Any] = {}
    for rule, found in outcomes:
        if type(found) is Unknown:
            unknown.update(found.facts)
        elif found:
            bars[rule.case] = None
    return bars, unknown
