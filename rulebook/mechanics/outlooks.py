"""What several rules find together, by all the answers that any of them asks for."""

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from typing import Any

from rulebook.facts import Unknown
from rulebook.mechanics.inquiries import (
    FELT,
    ITSELF,
    NOT_ASKED,
    TABLE,
    WANTING,
    Astray,
    Fork,
    Inquiry,
    Told,
    Trail,
    grown,
)
from rulebook.mechanics.lore import Learnt, count_in
from rulebook.rules import Because, Rule

Findings = dict[Rule, Any]
NONE: frozenset[Rule] = frozenset()


def amount(found: Any) -> Any:
    """How much a rule finds."""
    return found.amount if isinstance(found, Because) else found


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


class Sight:
    """What rules find by part of what is asked about, in the book's order, and those that want the rest of it.

    `bars` are the cases that forbid it, `missing` the facts that would have to be known, `price` what it costs.
    """

    __slots__ = ("bars", "found", "missing", "price", "wanting")

    def __init__(self, found: Findings, wanting: frozenset[Rule] = NONE) -> None:
        self.found = found
        self.wanting = wanting
        self.bars: dict[str, None] = {}
        self.missing: dict[str, Any] = {}
        self.price: float = 0
        if found:
            self._add_up()

    def _add_up(self) -> None:
        forbidding = {rule: outcome for rule, outcome in self.found.items() if rule.effect == "forbids"}
        priced = [outcome for rule, outcome in self.found.items() if rule.effect == "costs"]
        if forbidding:
            self.bars, self.missing = barring(forbidding)
        unpriced = [outcome.facts for outcome in priced if type(outcome) is Unknown]
        if unpriced:
            self.missing = self.missing or unpriced[0]
        elif priced:
            self.price = sum([amount(outcome) or 0 for outcome in priced])

    def joined(self, other: "Sight", order: Mapping[Rule, int]) -> "Sight":
        """What is found by this and by the other, and the rules that want more than both."""
        wanting = self.wanting & other.wanting
        if not other.found and wanting == self.wanting:
            return self
        return Sight(in_order({**self.found, **other.found}, order), wanting)


def in_order(found: Findings, order: Mapping[Rule, int]) -> Findings:
    """What was found, in the book's order."""
    return found if len(found) < 2 else {rule: found[rule] for rule in sorted(found, key=order.__getitem__)}


class Outlook:
    """Rules that are told the same part of what is asked about; who gets the same answers sees the same."""

    __slots__ = ("_inquiries", "_root", "of_kinds")

    def __init__(self, *inquiries: Inquiry) -> None:
        self._inquiries = inquiries
        self._root: Any = NOT_ASKED
        self.of_kinds: dict[Hashable, Any] = {}
        """What is seen of a kind of hex, by the key of the table's terms, that kind, and how else it is told.

        That is a sight, or the first question that each hex or each table answers for itself.
        """

    def sight(self, told: Told, ask: Callable[[Inquiry], Any]) -> Sight:
        """What the rules find by what is told; those that never were told that are asked."""
        found = self._known(told, self._root)
        seen: Sight = self._look(told, ask) if found is NOT_ASKED else found
        return seen

    def sight_of_kind(self, told: Told, ask: Callable[[Inquiry], Any], how: tuple[Any, ...]) -> Sight:
        """The same, where what is told is a kind of hex and how it is come by: what is seen of that is kept."""
        first = self.of_kinds.get(how)
        if first is None:
            first = self._first_felt(told)
            if first is not NOT_ASKED:
                terms: Any = told[TABLE]
                self.of_kinds[terms.key, *how[1:]] = first
                count_in(1)
        found = self._known(told, first)
        sight: Sight = self._look(told, ask) if found is NOT_ASKED else found
        return sight

    def _known(self, told: Told, node: Any) -> Any:
        """What the rules find by what is told, from a question on; NOT_ASKED if one of them never was told that."""
        while type(node) is Fork:
            node = node.branches.get(told[node.part][node.trait], NOT_ASKED)
        return node

    def _first_felt(self, told: Told) -> Any:
        """What the rules find by what is told, or the first question that each hex or each table answers for itself."""
        node = self._root
        while type(node) is Fork and node.part != FELT and node.question != ITSELF:
            node = node.branches.get(told[node.part][node.trait], NOT_ASKED)
        return node

    def _look(self, told: Told, ask: Callable[[Inquiry], Any]) -> Sight:
        """Ask the rules that never were told that, and note what all of them find together."""
        found: Findings = {}
        wanting: list[Rule] = []
        trail: Trail = {}
        for inquiry in self._inquiries:
            outcome = inquiry.found(told, trail)
            if outcome is NOT_ASKED:
                ask(inquiry)
                outcome = inquiry.found(told, trail)
            if outcome is WANTING or outcome is NOT_ASKED:
                wanting.append(inquiry.rule)
            elif outcome:
                found[inquiry.rule] = outcome
        seen = Sight(found, frozenset(wanting))
        with suppress(Astray):
            self._root = grown(self._root, trail, told, seen)
        count_in(len(trail) + 1)
        return seen


class Outlooks:
    """Rules in the book's order, and what any of them find together."""

    __slots__ = ("_among", "_inquiries", "all", "known", "looking_back", "order")

    def __init__(self, *inquiries: Inquiry) -> None:
        self._inquiries = inquiries
        self.order = {inquiry.rule: place for place, inquiry in enumerate(inquiries)}
        self.all = Outlook(*inquiries)
        self.looking_back = NONE
        """Those that want more than the hex that a step leads to."""
        self._among: dict[frozenset[Rule], Outlook] = {}
        self.known: dict[tuple[Sight, Sight], Sight] = {}
        """What was found by two sights together."""

    def among(self, rules: frozenset[Rule]) -> Outlook:
        """What these of the rules find together."""
        found = self._among.get(rules)
        if found is None:
            found = self._among[rules] = Outlook(*[inquiry for inquiry in self._inquiries if inquiry.rule in rules])
        return found

    def joined(self, seen: Sight, more: Sight) -> Sight:
        """What is found by both, and the rules that want still more."""
        found = self.known.get((seen, more))
        if found is None:
            found = self.known[seen, more] = seen.joined(more, self.order)
            count_in(1)
        return found


class AtLarge:
    """Rules that are not told where a step or a move leads: which of them would know it, or hold wherever that is.

    Those that look at the table itself have to be asked on each, so they are kept apart.
    """

    __slots__ = ("_inquiries", "_rules")

    def __init__(self, rules: tuple[Rule, ...], *of: Any) -> None:
        self._inquiries = tuple(map(Learnt, rules))
        self._rules = Outlooks(*self._inquiries)

    def looking(self, told: Told, ask: Callable[[Inquiry], Any]) -> list[Rule]:
        looking: set[Rule] = set()
        for is_bound in (False, True):
            those = frozenset([each.rule for each in self._inquiries if each.is_bound is is_bound])
            seen = self._rules.among(those).sight(told, ask)
            looking.update(seen.wanting, seen.found)
        return [rule for rule in self._rules.order if rule in looking]
