"""What rules find of thousands of steps: each is asked with as little of a step as it cares to know.

Most rules ask only on what ground a step ends, or on what ground it starts, and find the same for every hex of that
kind. So they are asked of the hex that is entered, then of the hex that is left, and only those that want both, of each
step; whoever would know which hexes these are is asked of the step as it is.
"""

from collections.abc import Hashable
from functools import partial
from typing import Any

from rulebook.actions import Party, Step
from rulebook.facts import outcome_of
from rulebook.mechanics.grounds import NOTHING_TOLD, Felt, Ground
from rulebook.mechanics.inquiries import NOT_ASKED, START, TO, WANTING, Inquiry, KeptPart, Told, glimpse
from rulebook.mechanics.kinds import Kind
from rulebook.mechanics.outlooks import Findings, Outlooks, Sight, in_order
from rulebook.mechanics.probes import KeptBack, Probe
from rulebook.mechanics.standins import Beside, Crew, Going
from rulebook.rules import Rule
from rulebook.table import Table

Taken = tuple[Any, ...]
"""A step without who takes it: whether it is the first, from where to where, and in which state."""


class Glimpses:
    """What the rules with these effects find of a party's steps on a quiet table.

    Of what they say only that they hold counts, or how much it is: a hex may be told as one like it.
    """

    def __init__(self, table: Table, party: Party, *effects: str) -> None:
        self._ground = ground = table.once(Ground, party.units)
        rules = [rule for effect in effects for rule in ground.rules_that_look(party, Step, effect)]
        self._rules = ground.lore.keep(Outlooks, *[ground.inquiry(rule, Step) for rule in rules])
        self._all, self._known = self._rules.all, self._rules.known
        self._looking_back = self._rules.looking_back
        self._back = self._rules.among(self._looking_back)
        self._party = party
        self._mode = party.mode
        self._terms = ground.terms
        self._kind = ground.kind
        self._kinds = ground.kinds
        self.ways_from = ground.ways_from
        self._crew = Crew(party, ground.asked)
        self._ahead: dict[Hashable, Sight] = {}
        self._behind: dict[Hashable, Sight] = {}
        self._hexes: dict[Hashable, Any] = {}
        self._wanting_start: set[Rule] = set()

    def of(self, table: Table, step: Step) -> Findings:
        """Every rule that holds for a step, or might, with what it finds, by effect and in the book's order."""
        return self.sight(table, *step[1:], self._ground.crossing(step.start, step.to)).found

    def sight(self, table: Table, index: int, start: str, to: str, state: Any, crossing: Hashable) -> Sight:
        """All that is found of a step: whether it is the first, from where to where, in which state and over what."""
        ahead = self._ahead.get((to, crossing)) or self._look_ahead((index, start, to, state), crossing)
        if not ahead.wanting:
            return ahead
        behind = self._behind.get((start, index, state)) or self._look_behind((index, start, to, state), crossing)
        joined = self._known.get((ahead, behind)) or self._joined((index, start, to, state), crossing, ahead, behind)
        return self._look_closer(table, (index, start, to, state), crossing, joined) if joined.wanting else joined

    def _joined(self, taken: Taken, crossing: Hashable, ahead: Sight, behind: Sight) -> Sight:
        """Both, where those that want more than the one were asked about the other."""
        if not ahead.wanting <= self._looking_back:
            self._look_back_for(ahead.wanting)
            behind = self._look_behind(taken, crossing)
        return self._rules.joined(ahead, behind)

    def _look_back_for(self, rules: frozenset[Rule]) -> None:
        """What was seen behind before was seen without these rules."""
        self._looking_back = self._rules.looking_back = self._rules.looking_back | rules
        self._back = self._rules.among(self._looking_back)
        self._behind.clear()

    def _look_ahead(self, taken: Taken, crossing: Hashable) -> Sight:
        """By the hex that a step leads to, and what it crosses."""
        number = taken[2]
        to = self._kinds.get(number) or self._kind(number)
        if to is None:
            return Sight({}, frozenset(self._rules.order))
        how = self._terms.key, to, self._mode, crossing
        seen = self._all.of_kinds.get(how)
        if type(seen) is not Sight:
            felt: Any = Felt(self._ground, number, None)
            way = KeptPart(crossing=crossing, mode=self._mode)
            told = (to.traits, NOTHING_TOLD, way, felt, self._terms)
            seen = self._all.sight_of_kind(told, partial(self._ask, taken, crossing), how)
        self._ahead[number, crossing] = seen
        return seen

    def _look_behind(self, taken: Taken, crossing: Hashable) -> Sight:
        """By the hex that a step starts from, and how."""
        index, number, _, state = taken
        start = self._kinds.get(number) or self._kind(number)
        if start is None:
            return Sight({}, self._looking_back)
        how = self._terms.key, start, self._mode, index, state
        seen = self._back.of_kinds.get(how)
        if type(seen) is not Sight:
            felt: Any = Felt(self._ground, None, number)
            way = KeptPart(index=index, state=state, mode=self._mode)
            told = (NOTHING_TOLD, start.traits, way, felt, self._terms)
            seen = self._back.sight_of_kind(told, partial(self._ask, taken, crossing), how)
        self._behind[number, index, state] = seen
        return seen

    def _look_closer(self, table: Table, taken: Taken, crossing: Hashable, seen: Sight) -> Sight:
        """What was seen, and what the rest of the rules find by both hexes; a step that is barred needs no price."""
        to, start = self._kind(taken[2]), self._kind(taken[1])
        if to is not None and start is not None:
            told, rest = self._all_told(taken, crossing, to, start), self._rules.among(seen.wanting)
            seen = self._rules.joined(seen, rest.sight(told, partial(self._ask, taken, crossing)))
        return self._look_at_last(table, Step(self._party, *taken), crossing, seen) if seen.wanting else seen

    def _ask(self, taken: Taken, crossing: Hashable, inquiry: Inquiry) -> None:
        """Ask a rule about a step that is told by the kinds of its hexes, if both have one."""
        step = Step(self._party, *taken)
        ground, to, start = self._ground, self._kind(step.to), self._kind(step.start)
        if to is not None and start is not None:
            going = Going(step, self._crew, ground.alike(step.start, START), ground.alike(step.to, TO), ground.asked)
            ground.ask(inquiry, (step.to, step.start), self._all_told(taken, crossing, to, start), going)

    def _all_told(self, taken: Taken, crossing: Hashable, to: Kind, start: Kind) -> Told:
        index, here, there, state = taken
        way = {"crossing": crossing, "index": index, "state": state, "mode": self._mode}
        felt: Any = Felt(self._ground, there, here)
        return to.traits, start.traits, way, felt, self._terms

    def _look_at_last(self, table: Table, step: Step, crossing: Hashable, seen: Sight) -> Sight:
        """What was seen, and what is found by the very hexes of the step by those who would know which they are."""
        found = dict(seen.found)
        for rule in sorted(seen.wanting, key=self._rules.order.__getitem__):
            if rule.effect == "costs" and any(other.effect == "forbids" for other in found):
                break
            outcome = self._closest(table, rule, step, crossing)
            if outcome:
                found[rule] = outcome
        return Sight(in_order(found, self._rules.order))

    def _closest(self, table: Table, rule: Rule, step: Step, crossing: Hashable) -> Any:
        """What one rule finds by the very hex that is entered, by the one that is left, or by both."""
        if rule not in self._wanting_start:
            outcome = self._once((rule, step.to, crossing), partial(_probe_ahead, step))
            if outcome is not WANTING:
                return outcome
            self._wanting_start.add(rule)
        outcome = self._once((rule, step.start, step.index, step.state), partial(_probe_behind, step))
        if outcome is WANTING:
            outcome = glimpse(self._ground, rule, step)
        return outcome_of(rule.condition, table, (step,)) if outcome is WANTING else outcome

    def _once(self, part: tuple[Any, ...], pose: Any) -> Any:
        outcome = self._hexes.get(part, NOT_ASKED)
        if outcome is NOT_ASKED:
            outcome = self._hexes[part] = glimpse(self._ground, part[0], pose())
        return outcome


def _probe_ahead(step: Step) -> Any:
    return Probe(Step, move=step.move, start=Beside(step.to, (step.start, step.to)), to=step.to)


def _probe_behind(step: Step) -> Any:
    return Probe(Step, move=step.move, start=step.start, to=KeptBack(), index=step.index, state=step.state)


def glimpses(table: Table, party: Party, *effects: str) -> Glimpses:
    """What was found so far of a party's steps on this quiet table."""
    return table.once(Glimpses, party, *effects)
