"""What rules find of thousands of steps: each is asked with as little of a step as it cares to know.

A rule that asks only on what ground a step ends finds the same in every hex like it; one that asks only on what ground
it starts finds the same wherever it goes. So most are asked once for a kind of hex. Those that want more are asked of
the hex that is entered, then of the hex that is left, and only those that want both, of each step.
"""

from collections.abc import Callable, Hashable
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from rulebook.actions import Party, Step
from rulebook.facts import Unknown, outcome_of
from rulebook.mechanics.grounds import Alike, Beside, Crew, Ground
from rulebook.mechanics.probes import Looked, Probe, rules_that_look
from rulebook.rules import Rule
from rulebook.table import Table

Findings = dict[Rule, Any]
Rules = frozenset[Rule]


class Seen(NamedTuple):
    """What rules find by part of a step, and those that want the rest of it."""

    found: Findings
    wanting: Rules


class _Answers(NamedTuple):
    """What a rule has found by kinds of hexes, by those of their traits that it asked for."""

    pick: Callable[[tuple[Any, ...]], Any]
    places: frozenset[int]
    found: dict[Hashable, Any]


class Sight:
    """Rules that are asked by the kind of a hex, each once for all the kinds that have in common what it asks for."""

    def __init__(self, rules: Rules, answers: dict[Rule, _Answers]) -> None:
        self.rules = rules
        self.seen: dict[Hashable, Seen] = {}
        self._answers = answers

    def admit(self, rules: Rules) -> None:
        """What was seen before was seen without these rules."""
        self.rules |= rules
        self.seen.clear()

    def look(self, ground: Ground, traits: tuple[Any, ...], rest: Hashable, pose: Callable[[], Any]) -> Seen:
        """What rules find by a kind of hex, and the rest that is told; a probe is posed to those that must be asked."""
        found: Findings = {}
        wanting: list[Rule] = []
        for rule in self.rules:
            answers = self._answers.get(rule)
            outcome = NOT_ASKED if answers is None else answers.found.get((rest, answers.pick(traits)), NOT_ASKED)
            if outcome is NOT_ASKED:
                outcome = self._ask(ground, rule, traits, rest, pose())
            if outcome is WANTING:
                wanting.append(rule)
            elif outcome:
                found[rule] = outcome
        return Seen(found, frozenset(wanting))

    def _ask(self, ground: Ground, rule: Rule, traits: tuple[Any, ...], rest: Hashable, probe: Any) -> Any:
        """A rule that asks for more than it did of other kinds will be asked of those again."""
        ground.asked_for.clear()
        outcome = _glimpse(ground, rule, probe)
        answers = self._answers.get(rule)
        if answers is None or not ground.asked_for <= answers.places:
            places = ground.asked_for.union(answers.places if answers else ())
            pick = itemgetter(*places) if places else _nothing
            answers = self._answers[rule] = _Answers(pick, frozenset(places), {})
        answers.found[rest, answers.pick(traits)] = outcome
        return outcome


def _nothing(traits: tuple[Any, ...]) -> None:
    return None


NOT_ASKED: Any = object()
WANTING: Any = object()


def _glimpse(ground: Ground, rule: Rule, probe: Any) -> Any:
    """What a rule finds by part of a step; one that cannot tell wants the rest too, for it would say of which hex."""
    try:
        return rule.condition(ground, (probe,))
    except (Looked, Unknown):
        return WANTING


class Glimpses:
    """What the rules with these effects find of a party's steps on a quiet table.

    Of what they say only that they hold counts, or how much it is: a hex may be told as one like it.
    """

    def __init__(self, table: Table, party: Party, *effects: str) -> None:
        rules = [rule for effect in effects for rule in rules_that_look(table, party, Step, effect)]
        self._order = {rule: place for place, rule in enumerate(rules)}
        self._ground = table.once(Ground)
        self._ground.keep_apart(party)
        self._crew = Crew(party, self._ground.asked_for)
        ahead, behind = (self._ground.answers.setdefault((part, party.units), {}) for part in ("ahead", "behind"))
        self._ahead, self._behind = Sight(frozenset(rules), ahead), Sight(frozenset(), behind)
        self._hexes: dict[Hashable, Any] = {}
        self._looking_back: set[Rule] = set()

    def of(self, table: Table, step: Step) -> Findings:
        """Every rule that holds for a step, or might, with what it finds, by effect and in the book's order."""
        ahead, behind = self._ground.likeness(step)
        found, wanting = self._ahead.seen.get(ahead) or self._look_ahead(ahead, step)
        if wanting:
            if not wanting <= self._behind.rules:
                self._behind.admit(wanting)
            left, unsettled = self._behind.seen.get(behind) or self._look_behind(behind, step)
            if left:
                found = {**found, **left}
            if not wanting.isdisjoint(unsettled):
                found = self._look_closer(table, step, wanting & unsettled, dict(found))
        return found if len(found) < 2 else {rule: found[rule] for rule in sorted(found, key=self._order.__getitem__)}

    def _look_ahead(self, part: tuple[Hashable, ...], step: Step) -> Seen:
        """By the ground that a step leads to, and what it crosses."""
        kind = self._ground.kind(step.to)
        seen = Seen({}, self._ahead.rules)
        if type(kind) is Alike:
            traits = (*kind.traits, part[1], None, step.move.mode)
            seen = self._ahead.look(self._ground, traits, None, partial(_probe_ahead, step, kind, self._crew))
        self._ahead.seen[part] = seen
        return seen

    def _look_behind(self, part: tuple[Hashable, ...], step: Step) -> Seen:
        """By the ground that a step starts from, and how."""
        kind = self._ground.kind(step.start)
        seen = Seen({}, self._behind.rules)
        if type(kind) is Alike:
            traits = (*kind.traits, None, None, step.move.mode)
            seen = self._behind.look(self._ground, traits, part[1:], partial(_probe_behind, step, kind, self._crew))
        self._behind.seen[part] = seen
        return seen

    def _look_closer(self, table: Table, step: Step, wanting: Rules, found: Findings) -> Findings:
        """What was found, and what these rules find of the hexes themselves; a step that is barred needs no price."""
        for rule in sorted(wanting, key=self._order.__getitem__):
            if rule.effect == "costs" and any(other.effect == "forbids" for other in found):
                break
            outcome = self._closer(table, rule, step)
            if outcome:
                found[rule] = outcome
        return found

    def _closer(self, table: Table, rule: Rule, step: Step) -> Any:
        """What one rule finds by the hex that is entered, by the one that is left, or by both."""
        if rule not in self._looking_back:
            part: Hashable = (rule, step.to, self._ground.crossing(step.start, step.to))
            outcome = self._hexes.get(part, NOT_ASKED)
            if outcome is NOT_ASKED:
                outcome = self._hexes[part] = _glimpse(self._ground, rule, _probe_ahead(step, step.to, step.move))
            if outcome is not WANTING:
                return outcome
            self._looking_back.add(rule)
        part = (rule, step.start, step.index, step.state)
        outcome = self._hexes.get(part, NOT_ASKED)
        if outcome is NOT_ASKED:
            outcome = self._hexes[part] = _glimpse(self._ground, rule, _probe_behind(step, step.start, step.move))
        if outcome is WANTING:
            outcome = _glimpse(self._ground, rule, step)
        return outcome_of(rule.condition, table, (step,)) if outcome is WANTING else outcome


def _probe_ahead(step: Step, to: Any, who: Party | Crew) -> Any:
    return Probe(Step, move=who, start=Beside(to, (step.start, step.to)), to=to)


def _probe_behind(step: Step, start: Any, who: Party | Crew) -> Any:
    return Probe(Step, move=who, start=start, index=step.index, state=step.state)


def glimpses(table: Table, party: Party, *effects: str) -> Glimpses:
    """What was found so far of a party's steps on this quiet table."""
    return table.once(Glimpses, party, *effects)
