"""Paths over the map: what each step costs, what bars it, and how far a unit can get."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rulebook.actions import Move, Party, Step
from rulebook.facts import Unknown, known, outcome_of
from rulebook.lazily import lazily
from rulebook.mechanics.glimpses import glimpses
from rulebook.mechanics.outlooks import amount
from rulebook.mechanics.probes import Asked, rules_bearing
from rulebook.rules import Part, Rule
from rulebook.table import Table


def step_parts(table: Table, step: Step) -> tuple[Part, ...]:
    """What a step costs, part by part."""
    return table.once(_parts, step)


def _parts(table: Table, step: Step) -> tuple[Part, ...]:
    return parts_by(table, step, rules_bearing(table.game, Step, "costs", Asked(step.move.mode)))


def parts_by(table: Table, step: Step, rules: Iterable[Rule]) -> tuple[Part, ...]:
    """What a step costs by these rules, part by part."""
    found = [(rule, amount(rule(table, step))) for rule in rules]
    return tuple([Part(much, rule.case, rule.name) for rule, much in found if much])


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
    return amount(found) or 0


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
        return sum(amount(part) or 0 for part in found)


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

    @lazily
    def costs(self) -> dict[str, float]:
        """The cheapest cost by hex, in whichever state."""
        return {number: self.spent[place] for number, place in self._cheapest.items()}

    @lazily
    def _cheapest(self) -> dict[str, Place]:
        found: dict[str, Place] = {}
        for place, spent in self.spent.items():
            if place[0] not in found or spent < self.spent[found[place[0]]]:
                found[place[0]] = place
        return found

    def path(self, number: str) -> list[str]:
        return list(self.way_to(self._cheapest[number]))

    def ways(self) -> Iterator[tuple[tuple[str, ...], float]]:
        """The path to every hex but the first, in order of their numbers, with what it costs."""
        for _, place in sorted(self._cheapest.items()):
            if place in self.came_from:
                yield self.way_to(place), self.spent[place]

    def way_to(self, place: Place) -> tuple[str, ...]:
        """The hexes on the way to a place; those before it are on the way to the last of them."""
        way = self._ways.get(place)
        if way is None:
            before = self.came_from.get(place)
            way = self._ways[place] = (place[0],) if before is None else (*self.way_to(before), place[0])
        return way

    @lazily
    def _ways(self) -> dict[Place, tuple[str, ...]]:
        return {}


def reach(table: Table, party: Party, start: str, allowance: float | None) -> Reach:
    """Dijkstra over the steps that no rule bars, in each state that the game lets a party carry along its path.

    A step's rules may ask whether it is the first, and for that state. A hex that is reached for no more than it costs
    at the least from here is not tried again. Of paths that cost the same the shorter is taken. The hexes next to the
    start are tried whatever they cost, for games that grant one hex in any case.
    """
    table = table.quiet()
    around, is_stateless = glimpses(table, party, "forbids", "costs"), table.game.carries is None
    least = table.game.least_cost(party.mode)
    limit = ENDLESS if allowance is None else allowance
    found = Reach(spent={(start, ""): 0})
    cheapest, came_from, barred = found.spent, found.came_from, found.barred
    nearest: dict[str, float] = {start: 0} if is_stateless else {}
    heap: list[tuple[float, int, str, str]] = [(0, 0, start, "")]
    if not table.around(start):
        return found
    sight, ways_from = around.sight, around.ways_from
    while heap:
        spent, hexes, here, state = heapq.heappop(heap)
        if spent > cheapest[here, state]:
            continue
        index, soonest = 1 if hexes else 0, spent + least
        for there, crossing in ways_from(here):
            if nearest.get(there, ENDLESS) <= soonest:
                continue
            seen = sight(table, index, here, there, state, crossing)
            if seen.bars:
                barred.setdefault(there, {}).update(seen.bars)
                continue
            if seen.missing:
                found.missing.update(seen.missing)
                continue
            total = spent + seen.price
            if total > limit and hexes:
                continue
            after = "" if is_stateless else _sure_state_after(table, found, Step(party, index, here, there, state))
            place = (there, after)
            if total < cheapest.get(place, ENDLESS):
                cheapest[place], came_from[place] = total, (here, state)
                if is_stateless:
                    nearest[there] = total
                if total <= limit and after != UNSURE:
                    heapq.heappush(heap, (total, hexes + 1, there, after))
    return found


def _sure_state_after(table: Table, found: Reach, step: Step) -> str:
    """What a step leaves the party with; where that is not known the way ends, and why is noted."""
    state = _state_after(table, step)
    if isinstance(state, Unknown):
        found.missing.update(state.facts)
        return UNSURE
    return state
