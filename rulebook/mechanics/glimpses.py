"""What rules find of thousands of steps: each is asked with as little of a step as it cares to know.

A rule that asks only where a step goes finds the same by whichever side the hex is entered, and one that asks only
where it comes from finds the same wherever it goes. So most are asked once for a hex and not once for a step.
"""

from typing import Any

from rulebook.actions import Party, Step
from rulebook.facts import Unknown
from rulebook.mechanics.probes import Looked, Probe, rules_that_look
from rulebook.rules import Rule
from rulebook.table import Table

ARRIVAL, DEPARTURE, WHOLE = range(3)


class Glimpses:
    """What the rules find of one party's steps on a quiet table."""

    def __init__(self, table: Table, party: Party) -> None:
        self.forbidding = rules_that_look(table, party, Step, "forbids")
        self.costing = rules_that_look(table, party, Step, "costs")
        self._seen: dict[Rule, int] = {}
        self._found: dict[tuple[Any, ...], Any] = {}

    def outcome(self, table: Table, rule: Rule, step: Step) -> Any:
        """What a rule finds of a step; an Unknown is returned, not raised."""
        seen = self._seen.get(rule, ARRIVAL)
        key = (rule, step.to) if seen == ARRIVAL else (rule, *step[1 : 2 + seen])
        if key not in self._found:
            try:
                self._found[key] = _found(table, rule, _shown(step, seen))
            except Looked:
                self._seen[rule] = seen + 1
                return self.outcome(table, rule, step)
        return self._found[key]


def _shown(step: Step, seen: int) -> Any:
    if seen == ARRIVAL:
        return Probe(Step, move=step.move, to=step.to)
    return Probe(Step, move=step.move, index=step.index, start=step.start) if seen == DEPARTURE else step


def _found(table: Table, rule: Rule, step: Any) -> Any:
    try:
        return rule.condition(table, (step,))
    except Unknown as missing:
        return missing


def glimpses(table: Table, party: Party) -> Glimpses:
    """What was found so far of a party's steps on this quiet table."""
    return table.once(Glimpses, party)
