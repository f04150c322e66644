"""What rules find of thousands of steps: each is asked with as little of a step as it cares to know.

A rule that asks only where a step goes finds the same by whichever side the hex is entered, and one that asks only
where it comes from finds the same wherever it goes. So most are asked once for a hex and not once for a step.
"""

from collections.abc import Hashable
from typing import Any

from rulebook.actions import Party, Step
from rulebook.facts import Unknown
from rulebook.mechanics.probes import Looked, Probe, rules_that_look
from rulebook.rules import Rule
from rulebook.table import Table

Findings = dict[Rule, Any]


class _Sight:
    """Rules that are content with one part of a step; those found to want more go on to the next sight."""

    def __init__(self, rules: tuple[Rule, ...] = (), then: "_Sight | None" = None) -> None:
        self.rules = list(rules)
        self.then = then
        self.found: dict[Hashable, Findings] = {}

    def look(self, table: Table, step: Any) -> Findings:
        """What the rules find by this part of a step; an Unknown where one cannot tell."""
        found: Findings = {}
        for rule in tuple(self.rules):
            try:
                outcome = rule.condition(table, (step,))
            except Unknown as missing:
                outcome = missing
            except Looked:
                self._pass_on(rule)
                continue
            if outcome:
                found[rule] = outcome
        return found

    def _pass_on(self, rule: Rule) -> None:
        """What the next sight had found was found without this rule."""
        self.rules.remove(rule)
        if self.then is not None:
            self.then.rules.append(rule)
            self.then.found.clear()


class Glimpses:
    """What the rules with one effect find of a party's steps on a quiet table."""

    def __init__(self, table: Table, party: Party, effect: str) -> None:
        rules = rules_that_look(table, party, Step, effect)
        self._order = {rule: place for place, rule in enumerate(rules)}
        self._whole = _Sight()
        self._departure = _Sight(then=self._whole)
        self._arrival = _Sight(rules, then=self._departure)

    def of(self, table: Table, step: Step) -> Findings:
        """Every rule that holds for a step, or might, with what it finds, in the book's order."""
        found = self._arrived(table, step)
        if self._departure.rules:
            found = _both(found, self._departed(table, step))
        if self._whole.rules:
            found = _both(found, self._whole.look(table, step))
        return found if len(found) < 2 else {rule: found[rule] for rule in sorted(found, key=self._order.__getitem__)}

    def _arrived(self, table: Table, step: Step) -> Findings:
        found = self._arrival.found.get(step.to)
        if found is None:
            probe = Probe(Step, move=step.move, to=step.to)
            found = self._arrival.found[step.to] = self._arrival.look(table, probe)
        return found

    def _departed(self, table: Table, step: Step) -> Findings:
        part = (step.index, step.start, step.state)
        found = self._departure.found.get(part)
        if found is None:
            probe = Probe(Step, move=step.move, index=step.index, start=step.start, state=step.state)
            found = self._departure.found[part] = self._departure.look(table, probe)
        return found


def _both(some: Findings, others: Findings) -> Findings:
    return {**some, **others} if some and others else some or others


def glimpses(table: Table, party: Party, effect: str) -> Glimpses:
    """What was found so far of a party's steps on this quiet table."""
    return table.once(Glimpses, party, effect)
