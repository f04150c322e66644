"""A table that can be asked about hexes that do not tell which they are.

One hex of a kind passes for all of its kind: it tells its terrain, what lies in it, who controls it, whose units stand
in it or next to it; what it is asked for is noted. Whoever asks which hex it is, who is in it or what is around it, has
looked. A notion of the rules that looks is asked of the hex itself, and what it finds then tells one hex from another
like any other trait.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NoReturn, TypeVar

from rulebook.actions import Party, Step
from rulebook.facts import NOTHING, Unknown
from rulebook.game import Ways
from rulebook.mechanics.inquiries import (
    BETWEEN,
    FELT,
    KEPT,
    NEAR,
    NOT_ASKED,
    START,
    TO,
    WANTING,
    Inquiry,
    KeptPart,
    Question,
    Told,
    glimpse,
)
from rulebook.mechanics.kinds import LEFT, Crossings, Kind, Kinds, between
from rulebook.mechanics.listeners import Listener
from rulebook.mechanics.lore import ARE_MARKERS_TOLD, PLAIN_TYPES, Feeling, Idea, Terms, Who, lore_for, of_terms
from rulebook.mechanics.outlooks import AtLarge
from rulebook.mechanics.probes import Asked, Looked, Probe, Something, rules_bearing
from rulebook.mechanics.standins import Alike, Arriving, Beside, Crew, Going, MarkedHexes, Member, Setting, StandIn
from rulebook.rules import Rule
from rulebook.table import Table, Unit

Found = TypeVar("Found")
Ring = tuple[Alike, ...] | None
NOTHING_TOLD: Any = KeptPart()


class Felt:
    """What is felt of the hexes at the ends of a step, those that are told."""

    __slots__ = ("_ends", "_ground")

    def __init__(self, ground: "Ground", *ends: str | None) -> None:
        self._ground = ground
        self._ends = ends

    def __getitem__(self, feeling: Feeling) -> Any:
        number = self._ends[feeling.part]
        return KEPT if number is None else self._ground.finds(feeling.idea, number)


HERE, PARTY, HOLDS, UNSURE = object(), object(), object(), object()
SOMETHING = Something()


class Ground(Listener):
    """A quiet table that can also be asked about hexes that are alike; if facts were given, each is of its own."""

    def __init__(self, table: Table, units: tuple[str, ...] = ()) -> None:
        super().__init__(table, units)
        self.lore = lore_for(table, units)
        self.terms = Terms(self._laid, units, self.lore)
        self._ends: tuple[str, str | None] = ("", None)
        self._ring: Ring = None
        """What passes for the hexes around the one that is looked at, while one is."""
        self._found: dict[Idea, dict[str, Any]] = {}
        self._foretold: set[tuple[Any, ...]] = set()
        self._views: dict[tuple[Kind, int], Alike] = {}
        self._standins: dict[tuple[Kind, int], list[Unit]] = {}
        self._kinds = self._laid.once(Kinds)
        self._crossings = self._laid.sheet.once(Crossings)
        self.kinds: dict[str, Kind] = {**self._kinds.known, **self._left()} if self.is_terse else {}
        """The kinds of hexes that were asked for so far."""

    def _left(self) -> dict[str, Kind]:
        """Where those stand who move is like no other hex: a rule may ask who stays behind."""
        numbers = {self._laid.units[unit_id].hex for unit_id in self._members}
        placed = [number for number in numbers if number and not number.startswith("?")]
        return {number: self._kinds.of(self._laid, number).left() for number in placed}

    # What is told of steps and moves

    def inquiry(self, rule: Rule, subject: type) -> Inquiry:
        """What a rule asked so far about the steps, or the moves, of such a party, in whatever mode."""
        return self.lore.inquiry(rule, subject)

    def rules_that_look(self, party: Party, subject: type, effect: str, start: str | None = None) -> list[Rule]:
        """The rules on steps or moves that depend on where this party goes from here, or hold wherever it goes.

        A rule that does not hold, and never asked, holds nowhere.
        """
        bearing = rules_bearing(self.game, subject, effect, Asked(party.mode))
        told: Told = NOTHING_TOLD, NOTHING_TOLD, {"mode": party.mode, "start": start}, NOTHING_TOLD, self.terms
        rules = self.lore.keep(AtLarge, bearing, subject, start is None)
        return rules.looking(told, partial(self._ask_at_large, party, subject, start, told))

    def _ask_at_large(self, party: Party, subject: type, start: str | None, told: Told, inquiry: Inquiry) -> None:
        """Ask a rule about a step or a move of which it is not told where it leads."""
        probe: Any = Probe(Step, move=Crew(party, self.asked))
        if subject is not Step:
            probe = Arriving(party, None if start is None else Setting(start, None, self.asked), self.asked)
        self.ask(inquiry, ("", None), told, probe)

    def ask(
        self, inquiry: Inquiry, ends: tuple[str, str | None], answers: Told, *subject: Any
    ) -> None:
        """Ask a rule about hexes that do not tell which they are, and note what it asks and finds.

        Work that is done for a rule may ask in turn: what was noted before counts again after it.
        """
        with self._afresh(ends):
            outcome = glimpse(self, inquiry.rule, *subject)
            inquiry.note(dict(self.asked), answers, outcome)

    @contextmanager
    def _afresh(self, ends: tuple[str, str | None] = ("", None), ring: Ring = None) -> Iterator[None]:
        """With nothing noted yet; afterwards what was noted before counts again."""
        before, self._ends, self._ring = (self._ends, self._ring), ends, ring
        asked = self._nothing_noted()
        try:
            yield
        finally:
            self._ends, self._ring = before
            self._noted_before(asked)

    def kind(self, number: str) -> Kind | None:
        """The kind of a hex; None where facts were given, or it has no place."""
        found = self.kinds.get(number)
        if found is None and self.is_terse and number[0] != "?":
            found = self.kinds[number] = self._kinds.of(self._laid, number)
        return found

    def _kind_of(self, number: str) -> Kind:
        found = self.kinds.get(number)
        if found is None:
            found = self.kinds[number] = self._kinds.of(self._laid, number)
        return found

    def alike(self, number: str, part: int) -> Alike:
        """What passes for all the hexes of the kind of this one, at one end of a step."""
        kind = self._kind_of(number)
        found = self._views.get((kind, part))
        if found is None:
            found = self._views[kind, part] = Alike(kind, number, part, self.asked, self.game.printed_hexes)
        return found

    def ways_from(self, number: str) -> Ways:
        """The hexes around one, each with what lies before it."""
        return self._crossings.known.get(number) or self._crossings.ways_from(self._laid.sheet, number)

    def crossing(self, start: str, to: str) -> Hashable:
        """All that lies between two hexes."""
        return between(self._laid.sheet, start, to)

    def again(self, *args: Any, **changes: Any) -> NoReturn:
        raise Looked

    # What rules and other work find, not kept where it is about a hex that does not tell which it is

    def weigh(self, rule: Rule, subject: tuple[Any, ...]) -> Any:
        if not _has_kind(subject):
            return super().weigh(rule, subject)
        try:
            return rule.condition(self, subject)
        except Looked:
            return self._found_of_each(_weighed, rule, subject)

    def once(self, work: Callable[..., Found], *subject: Any) -> Found:
        if not _has_kind(subject):
            return super().once(work, *subject)
        if (work, *map(id, subject)) in self._foretold:
            self.asked[Question(BETWEEN, "cost")] = None
            return super().once(work, *subject)
        try:
            return work(self, *subject)
        except Looked:
            found: Found = self._found_of_each(_done, work, subject)
            return found

    def foretell(self, outcome: Found, work: Callable[..., Found], *subject: Any) -> None:
        self._foretold.add((work, *map(id, subject)))
        super().foretell(outcome, work, *subject)

    def _found_of_each(self, ask: Callable[..., Any], work: Any, subject: tuple[Any, ...]) -> Any:
        """What is found of the hex that is looked at: no more is told of it than whether it holds."""
        parts = {each.part for each in subject if type(each) is Alike}
        if len(parts) != 1 or self._ring is not None:
            raise Looked
        [part], idea = parts, self.lore.idea(ask, work, tuple(map(self._nameless, subject)))
        self.asked[Question(FELT, Feeling(part, idea))] = None
        found = self.finds(idea, str(self._ends[part]))
        if found is UNSURE:
            raise Looked
        return SOMETHING if found is HOLDS else found

    def _nameless(self, each: Any) -> Any:
        """What does not tell which table it is of: a hex, one of those who move, all of them, or a plain word."""
        kind = type(each)
        if kind is Alike:
            return HERE
        if kind is Member:
            return Who(each.place)
        if kind is tuple:
            return PARTY if each == self.party else tuple(map(self._nameless, each))
        if kind in PLAIN_TYPES and each not in self.party:
            return each
        raise Looked

    def _named(self, each: Any, number: Any, table: Table) -> Any:
        if each is HERE or each is PARTY:
            return number if each is HERE else self.party
        if type(each) is Who:
            return table.unit(self.party[each.place])
        return tuple([self._named(one, number, table) for one in each]) if type(each) is tuple else each

    def finds(self, idea: Idea, number: str) -> Any:
        """What is found of a hex, as a trait of it."""
        found = self._found.get(idea)
        if found is None:
            found = self._found[idea] = {}
        if number not in found:
            found[number] = self._found_around(idea, number)
        return found[number]

    def _found_around(self, idea: Idea, number: str) -> Any:
        """What is found by the kinds of a hex and of those around it, else by the hex itself."""
        told = self._told_around(number)
        outcome = idea.found(told, {})
        if outcome is NOT_ASKED:
            self._look_around(idea, number, told)
            outcome = idea.found(told, {})
        return self._asked_of(idea, number, self._plain) if outcome is WANTING or outcome is NOT_ASKED else outcome

    def _told_around(self, number: str) -> Told:
        near, kinds = self.grid.neighbours(number), self.kinds
        centre, *around = [(kinds.get(each) or self._kind_of(each)).traits for each in (number, *near)]
        return centre, {"around": len(near)}, NOTHING_TOLD, NOTHING_TOLD, self.terms, *around

    def _look_around(self, idea: Idea, number: str, told: Told) -> None:
        """Ask about a hex that does not tell which it is, nor which those around it are."""
        near = enumerate(self.grid.neighbours(number))
        with self._afresh(ring=tuple([self.alike(each, NEAR + place) for place, each in near])):
            outcome = self._asked_of(idea, self.alike(number, TO), self)
            idea.note(dict(self.asked), told, WANTING if outcome is UNSURE else outcome)

    def _asked_of(self, idea: Idea, number: Any, table: Table) -> Any:
        try:
            found = idea.ask(table, idea.rule, tuple([self._named(each, number, table) for each in idea.about]))
        except (Looked, Unknown):
            return UNSURE
        if found is None or type(found) in (bool, int, float):
            return found
        return HOLDS if found else UNSURE

    # The map

    def _hex_fact(self, number: Any, name: str, kind: str | None) -> Any:
        if type(number) is Alike:
            return self._plain._hex_fact(_one(number, name), name, kind)
        return super()._hex_fact(number, name, kind)

    def has_feature(self, number: Any, word: str) -> bool:
        """Of a hex whose features were not posted the rulebook may tell them, in some scenarios."""
        if type(number) is not Alike:
            return super().has_feature(number, word)
        if type(number.tells("features")) is not tuple:
            self.asked[of_terms(None, "scenario")] = None
        return self._plain.has_feature(number.one, word)

    def fronts_of(self, number: Any) -> tuple[str, ...]:
        return super().fronts_of(_one(number, "fronts"))

    def front(self, number: Any) -> str:
        if type(number) is Alike:
            number.tells("fronts")
            return self._plain.front(_one(number, "front"))
        return super().front(number)

    def side_has(self, one: Any, other: Any, word: str, ordinary: Any = NOTHING) -> bool:
        pair = self._pair(one, other)
        return super().side_has(one, other, word, ordinary) if pair is None else self._plain.side_has(
            *pair, word, ordinary
        )

    def has_road(self, one: Any, other: Any) -> bool:
        pair = self._pair(one, other)
        return super().has_road(one, other) if pair is None else self._plain.has_road(*pair)

    def _pair(self, one: Any, other: Any) -> tuple[Any, Any] | None:
        """Two hexes that are the ends of a step, or of which one is beside the other; None for any others."""
        if type(one) is Alike and type(other) is Alike and {one.part, other.part} == {TO, START}:
            self.asked[Question(BETWEEN, "crossing")] = None
            return self._ends
        beside, hexagon = (one, other) if type(one) is Beside else (other, one)
        return beside.pair if type(beside) is Beside and beside.other is hexagon else None

    def marker_hexes(self, word: str, ordinary: Any = NOTHING) -> Any:
        self.asked[of_terms(None, ARE_MARKERS_TOLD)] = None
        return MarkedHexes(self._plain.marker_hexes(word, ordinary), self.asked)

    def around(self, number: Any) -> tuple[Any, ...]:
        if type(number) is not Alike:
            return super().around(number)
        if number.part != TO or self._ring is None:
            raise Looked
        self.asked[Question(START, "around")] = None
        return self._ring

    def are_adjacent(self, one: Any, other: Any) -> bool:
        if type(one) is not Alike or type(other) is not Alike:
            return super().are_adjacent(one, other)
        parts = sorted((one.part, other.part))
        if parts[0] != TO or parts[1] < NEAR:
            raise Looked
        return True

    # Units

    def is_held(self, number: Any) -> bool:
        return bool(number.tells("holders")) if type(number) is Alike else super().is_held(number)

    def units_at(self, number: Any) -> list[Unit]:
        if type(number) is not Alike:
            return super().units_at(number)
        if not number.tells("holders"):
            return []
        stack = number.tells("stack")
        if stack is LEFT:
            raise Looked
        return list(self._standins.get((number.kind, number.part)) or self._standing_in(number))

    def _standing_in(self, place: Alike) -> list[Unit]:
        """Units that stand for those of all the hexes with the same on their counters."""
        posted = [self._laid.units[unit_id] for unit_id in self._laid.by_hex[place.one]]
        found: list[Unit] = [StandIn(self.game, self._reader, facts, place, self.party) for facts in posted]
        self._standins[place.kind, place.part] = found
        return found

    def stranger_at(self, number: Any, side: str) -> Unit | None:
        if type(number) is not Alike or any(holder != side for holder in number.tells("holders")):
            return super().stranger_at(number, side)
        self.others_may_be()
        return None

    def holder(self, number: Any) -> str | None:
        sides = number.tells("holders") if type(number) is Alike else (None,)
        return super().holder(number) if None in sides else next(iter(sides), None)

    def is_far_from(self, whom: str, number: Any) -> bool:
        return not number.tells(f"near.{whom}") if type(number) is Alike else super().is_far_from(whom, number)


def ground_of(table: Table) -> Ground:
    """The ground of a quiet table; it is a ground itself for the work that is done for its rules."""
    return table if isinstance(table, Ground) else table.once(Ground, ())


def _weighed(table: Table, rule: Rule, subject: tuple[Any, ...]) -> Any:
    return rule.condition(table, subject) if isinstance(table, Ground) else rule(table, *subject)


def _done(table: Table, work: Callable[..., Any], subject: tuple[Any, ...]) -> Any:
    return work(table, *subject) if isinstance(table, Ground) else table.once(work, *subject)


def _one(number: Any, trait: str) -> Any:
    """The hex that stands for all of its kind, once it is noted for which trait it is asked."""
    if type(number) is not Alike:
        return number
    number.tells(trait)
    return number.one


KEPT_BACK: frozenset[type] = frozenset({Alike, Crew, Probe, Going, Arriving, StandIn})


def _has_kind(subject: tuple[Any, ...]) -> bool:
    return any(type(each) in KEPT_BACK or (type(each) is tuple and _has_kind(each)) for each in subject)
