"""Paths over the map: what each step costs, what bars it, and how far a unit can get."""

import heapq
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from rulebook.actions import Move, Party, Step
from rulebook.facts import Unknown, known, outcome_of
from rulebook.mechanics.glimpses import Findings, Glimpses, glimpses
from rulebook.mechanics.probes import Asked, rules_bearing
from rulebook.rules import Because, Part
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
    return sum(_sure_amount(found) for found in glimpses(table, step.move, "costs").of(table, step).values())


def _sure_amount(found: Any) -> float:
    if type(found) is Unknown:
        raise found
    return _amount(found) or 0


def steps_of(table: Table, move: Move) -> tuple[Step, ...]:
    """The steps of a move, each in the state in which those before it left the party."""
    return table.once(_carried_along, move) if table.game.carries else move.steps


def _carried_along(table: Table, move: Move) -> tuple[Step, ...]:
    steps: list[Step] = []
    for step in move.steps:
        steps.append(step._replace(state=_state_after(table, steps[-1])) if steps else step)
    return tuple(steps)


def _state_after(table: Table, step: Step) -> str | Unknown:
    """What a step leaves the party with; an Unknown stands for what is not known."""
    carries = table.game.carries
    state: str | Unknown = outcome_of(carries, table, step) if carries else ""
    return state


def path_cost(table: Table, move: Move) -> float:
    """The whole cost of a move: unknown as soon as one part of it is."""
    return table.once(_added_up, move)


def _added_up(table: Table, move: Move) -> float:
    return sum(step_cost(table, step) for step in steps_of(table, move))


def note_path_cost(table: Table, move: Move, cost: float) -> None:
    """What a search found a path to cost need not be added up again."""
    table.foretell(cost, _added_up, move)


def least_path_cost(table: Table, move: Move, least: float) -> float:
    """What a move costs by the facts that are known, each step this much at least."""
    cost: float | None = known(partial(path_cost, table, move))
    if cost is not None:
        return cost
    return sum(max(least, least_step_cost(table, step)) for step in steps_of(table, move))


def least_step_cost(table: Table, step: Step) -> float:
    """What a step costs by the facts that are known; those that are missing can only add to it."""
    try:
        return step_cost(table, step)
    except Unknown:
        found = [known(partial(rule, table, step)) or 0 for rule in table.game.rules_on(Step, "costs")]
        return sum(_amount(part) or 0 for part in found)


Place = tuple[str, str]
UNSURE = "?"
ENDLESS = 10_000


@dataclass
class Reach:
    """Where a unit can get: cheapest cost and path by hex and state, what bars the hexes beside, what is not known."""

    spent: dict[Place, float] = field(default_factory=dict)
    came_from: dict[Place, Place] = field(default_factory=dict)
    barred: dict[str, dict[str, None]] = field(default_factory=dict)
    missing: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def costs(self) -> dict[str, float]:
        """The cheapest cost by hex, in whichever state."""
        return {number: self.spent[place] for number, place in self._cheapest.items()}

    @cached_property
    def _cheapest(self) -> dict[str, Place]:
        found: dict[str, Place] = {}
        for place, spent in self.spent.items():
            if place[0] not in found or spent < self.spent[found[place[0]]]:
                found[place[0]] = place
        return found

    def path(self, number: str) -> list[str]:
        found = [self._cheapest[number]]
        while found[-1] in self.came_from:
            found.append(self.came_from[found[-1]])
        return [place[0] for place in reversed(found)]


def reach(table: Table, party: Party, start: str, allowance: float | None) -> Reach:
    """Dijkstra over the steps that no rule bars, in each state that the game lets a party carry along its path.

    A step's rules may ask whether it is the first, and for that state. A hex that is reached for no more than it costs
    at the least from here is not tried again. Of paths that cost the same the shorter is taken. The hexes next to the
    start are tried whatever they cost, for games that grant one hex in any case.
    """
    table = table.quiet()
    around, is_stateless = glimpses(table, party, "forbids", "costs"), table.game.carries is None
    least = table.game.least_cost(party.mode)
    found = Reach(spent={(start, ""): 0})
    heap: list[tuple[float, int, str, str]] = [(0, 0, start, "")]
    while heap:
        spent, hexes, here, state = heapq.heappop(heap)
        if spent > found.spent[here, state]:
            continue
        index = 1 if hexes else 0
        for there in table.around(here):
            if is_stateless and found.spent.get((there, ""), ENDLESS) <= spent + least:
                continue
            step = Step(party, index, here, there, state)
            total = _total_after(table, around, found, step, spent)
            if total is None or (allowance is not None and total > allowance and hexes):
                continue
            place = (there, "" if is_stateless else _sure_state_after(table, found, step))
            if total < found.spent.get(place, ENDLESS):
                found.spent[place], found.came_from[place] = total, (here, state)
                if (allowance is None or total <= allowance) and place[1] != UNSURE:
                    heapq.heappush(heap, (total, hexes + 1, *place))
    return found


def _sure_state_after(table: Table, found: Reach, step: Step) -> str:
    """What a step leaves the party with; where that is not known the way ends, and why is noted."""
    state = _state_after(table, step)
    if isinstance(state, Unknown):
        found.missing.update(state.facts)
        return UNSURE
    return state


def _total_after(table: Table, around: Glimpses, found: Reach, step: Step, spent: float) -> float | None:
    """The cost so far after this step, or None where it is barred or not known."""
    against: Findings = {}
    unpriced: dict[str, Any] = {}
    for rule, outcome in around.of(table, step).items():
        if rule.effect == "forbids":
            against[rule] = outcome
        elif type(outcome) is Unknown:
            unpriced = unpriced or outcome.facts
        else:
            spent += _amount(outcome) or 0
    cases, unknown = barring(against) if against else ({}, {})
    if cases:
        found.barred.setdefault(step.to, {}).update(cases)
        return None
    found.missing.update(unknown or unpriced)
    return None if unknown or unpriced else spent


def barring(findings: Findings) -> tuple[dict[str, None], dict[str, Any]]:
    """Every case that forbids a step or a move, and the facts that could still make one do so."""
    bars: dict[str, None] = {}
    unknown: dict[str, Any] = {}
    for rule, found in findings.items():
        if type(found) is Unknown:
            unknown.update(found.facts)
        elif found:
            bars[rule.case] = None
    return bars, unknown
