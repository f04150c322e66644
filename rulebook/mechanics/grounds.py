"""Hexes that are alike: what a rule finds of one by its ground alone, it finds of them all.

A map has hundreds of hexes and a few kinds of them. One of a kind passes for all of its kind: it tells its terrain,
what lies in it, who controls it, whose units stand in it or next to it, and that no marker lies there; whoever asks
which hex it is, who is in it or what is around it, has looked. A hex with markers is like no other. The ways from hex
to hex are alike too, where the same lies between them.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NoReturn, TypeVar

from rulebook.actions import Party, Step
from rulebook.facts import NOTHING
from rulebook.hexes import side_key
from rulebook.mechanics.probes import Looked, Probe
from rulebook.position import HexFacts, UnitFacts
from rulebook.rules import Rule
from rulebook.table import Table, Unit

Found = TypeVar("Found")
Likeness = tuple[tuple[Hashable, ...], tuple[Hashable, ...]]
PLAIN = "plain"
BEYOND_FACTS = ("stack", "holders", "near", "crossing", "cost", "mode")
TRAITS = {name: place for place, name in enumerate((*HexFacts.model_fields, *BEYOND_FACTS))}
NOT_POSTED = ("not posted",) * len(HexFacts.model_fields)


class KeptBack:
    """What passes for a hex and does not tell which."""

    __slots__ = ()

    def _is_asked(self, *args: Any) -> NoReturn:
        raise Looked

    def __bool__(self) -> bool:
        return True

    __hash__ = __eq__ = __ne__ = __str__ = __repr__ = __format__ = __getattr__ = _is_asked
    __len__ = __iter__ = __getitem__ = __contains__ = __int__ = __add__ = __radd__ = _is_asked
    __lt__ = __gt__ = __le__ = __ge__ = _is_asked


class Alike(KeptBack):
    """One of many hexes of a kind; which one is for the ground alone to see.

    `stack` is what is on the counters that stand in it, None where those who move are among them; `holders` are their
    sides, `near` the sides of those who stand next to it, and what else is felt there.
    """

    __slots__ = ("holders", "mark", "near", "one", "stack", "standins", "traits")

    def __init__(self, mark: int, one: str, traits: tuple[Any, ...]) -> None:
        self.mark = mark
        self.one = one
        self.traits = traits
        *_, self.stack, self.holders, self.near = traits
        self.standins: list[Unit] | None = None


NAMELESS = {"id": KeptBack(), "hex": KeptBack()}
"""What a unit does not tell that stands for those of other hexes with the same on its counter."""


class Beside(KeptBack):
    """The hex that a step comes from: it tells only what lies between it and the other, for which two hexes stand."""

    __slots__ = ("other", "pair")

    def __init__(self, other: Any, pair: tuple[str, str]) -> None:
        self.other = other
        self.pair = pair


class Crew(KeptBack):
    """Those who move: the ground takes note of who asks in which mode."""

    __slots__ = ("_asked_for", "_mode", "units")

    def __init__(self, party: Party, asked_for: set[int]) -> None:
        self.units, self._mode = party
        self._asked_for = asked_for

    @property
    def mode(self) -> str | None:
        self._asked_for.add(TRAITS["mode"])
        return self._mode


class _MarkedHexes(list[str]):
    """Hexes with a marker: none of those that are alike is among them."""

    def __contains__(self, number: object) -> bool:
        return type(number) is not Alike and super().__contains__(number)


class Ground(Table):
    """A quiet table that can also be asked about hexes that are alike; if facts were given, each is of its own."""

    def __init__(self, table: Table) -> None:
        vars(self).update(vars(table.again()))
        self.asked_for: set[int] = set()
        self.answers: dict[Hashable, dict[Rule, Any]] = {}
        self._foretold: set[tuple[Any, ...]] = set()
        self._movers: set[str] = set()
        self._kinds: dict[Hashable, Alike] = {}
        self._kinds_made = 0
        self._seen: dict[str, Any] = {}
        self._marks: dict[str, Hashable] = {}
        self._marked = {marker.hex for marker in self.posted.markers or ()}

    def keep_apart(self, party: Party) -> None:
        """Where those stand who move is like no other hex: a rule may ask who stays behind."""
        if not self._movers.issuperset(party.units):
            self._movers.update(party.units)
            self._kinds, self._seen, self._marks = {}, {}, {}

    def likeness(self, step: Step) -> Likeness:
        """By what a step is like others: where it goes, what it crosses, where and how it starts."""
        _, index, start, to, state = step
        marks = self._marks
        there, here = marks.get(to), marks.get(start)
        there = self._mark(to) if there is None else there
        here = self._mark(start) if here is None else here
        return (there, self.crossing(start, to) if to in self.layout.sheet.crossed else PLAIN), (here, index, state)

    def _mark(self, number: str) -> Hashable:
        kind = self.kind(number)
        mark = self._marks[number] = kind if type(kind) is str else kind.mark
        return mark

    def kind(self, number: str) -> Any:
        """What passes for all the hexes like this one; the hex itself if there is no other."""
        found = self._seen.get(number)
        if found is None:
            found = self._seen[number] = self._kind_of(number) if self.is_terse else number
        return found

    def _kind_of(self, number: str) -> Any:
        if number in self._marked or number.startswith("?"):
            return number
        holders = [self.layout.units[unit_id] for unit_id in self.layout.by_hex.get(number, ())]
        sides = tuple([self.game.side_of(unit) for unit in holders])
        is_left = any(unit.id in self._movers for unit in holders)
        stack = (None, number) if is_left else tuple([_counter(unit) for unit in holders])
        traits = (*self._facts_of(number), stack, sides, self.layout.near(number))
        if traits not in self._kinds:
            self._kinds[traits] = Alike(self._kinds_made, number, traits)
            self._kinds_made += 1
        return self._kinds[traits]

    def _facts_of(self, number: str) -> Iterable[Any]:
        """What was posted of a hex; nothing else is like a hex that the rulebook names."""
        facts = self.layout.map.hexes.get(number)
        if number in self.game.printed_hexes:
            return (number,) * len(NOT_POSTED)
        return NOT_POSTED if facts is None else vars(facts).values()

    def crossing(self, start: str, to: str) -> Hashable:
        """All that lies between two hexes."""
        if to not in self.layout.sheet.crossed:
            return PLAIN
        side, layout = side_key(start, to), self.layout
        return side in (layout.sheet.roads or ()), layout.sheet.sides.get(side), self.game.printed_of_side(side)

    def again(self, *args: Any, **changes: Any) -> NoReturn:
        raise Looked

    def weigh(self, rule: Rule, subject: tuple[Any, ...]) -> Any:
        """What a rule finds, not kept where it is about a hex that does not tell which it is."""
        if _has_kind(subject):
            return rule.condition(self, subject)
        return super().weigh(rule, subject)

    def once(self, work: Callable[..., Found], *subject: Any) -> Found:
        if _has_kind(subject):
            if (work, *map(id, subject)) not in self._foretold:
                return work(self, *subject)
            self.asked_for.add(TRAITS["cost"])
        return super().once(work, *subject)

    def foretell(self, outcome: Found, work: Callable[..., Found], *subject: Any) -> None:
        self._foretold.add((work, *map(id, subject)))
        super().foretell(outcome, work, *subject)

    def _hex_fact(self, number: Any, name: str, kind: str | None) -> Any:
        return super()._hex_fact(self._one(number, name), name, kind)

    def has_feature(self, number: Any, word: str) -> bool:
        return super().has_feature(self._one(number, "features"), word)

    def _one(self, number: Any, trait: str) -> Any:
        if type(number) is not Alike:
            return number
        self.asked_for.add(TRAITS[trait])
        return number.one

    def side_has(self, one: Any, other: Any, word: str, ordinary: Any = NOTHING) -> bool:
        return super().side_has(*self._pair(one, other), word, ordinary)

    def has_road(self, one: Any, other: Any) -> bool:
        return super().has_road(*self._pair(one, other))

    def _pair(self, one: Any, other: Any) -> tuple[Any, Any]:
        """Two hexes, of which one may be beside the other."""
        beside, hexagon = (one, other) if type(one) is Beside else (other, one)
        if type(beside) is not Beside or beside.other is not hexagon:
            return one, other
        self.asked_for.add(TRAITS["crossing"])
        return beside.pair

    def marker_hexes(self, word: str, ordinary: Any = NOTHING) -> list[str]:
        return _MarkedHexes(super().marker_hexes(word, ordinary))

    def is_held(self, number: Any) -> bool:
        return bool(self._holders(number)) if type(number) is Alike else super().is_held(number)

    def units_at(self, number: Any) -> list[Unit]:
        if type(number) is Alike and not self._holders(number):
            return []
        if type(number) is not Alike or None in number.stack:
            return super().units_at(number)
        self.asked_for.add(TRAITS["stack"])
        if number.standins is None:
            posted = [self.layout.units[unit_id] for unit_id in self.layout.by_hex.get(number.one, ())]
            number.standins = [Unit(self.game, self._reader, unit.model_copy(update=NAMELESS)) for unit in posted]
        return list(number.standins)

    def stranger_at(self, number: Any, side: str) -> Unit | None:
        if type(number) is not Alike or any(holder != side for holder in self._holders(number)):
            return super().stranger_at(number, side)
        self.others_may_be()
        return None

    def holder(self, number: Any) -> str | None:
        sides = self._holders(number) if type(number) is Alike else (None,)
        return super().holder(number) if None in sides else next(iter(sides), None)

    def _holders(self, number: Alike) -> tuple[str | None, ...]:
        self.asked_for.add(TRAITS["holders"])
        holders: tuple[str | None, ...] = number.holders
        return holders

    def is_far_from(self, whom: str, number: Any) -> bool:
        if type(number) is not Alike:
            return super().is_far_from(whom, number)
        self.asked_for.add(TRAITS["near"])
        return whom not in number.near


def _counter(unit: UnitFacts) -> tuple[Any, ...]:
    """All that is on a counter but its name and place."""
    return tuple([value for name, value in vars(unit).items() if name not in NAMELESS])


KEPT_BACK: frozenset[type] = frozenset({Alike, Crew, Probe})


def _has_kind(subject: tuple[Any, ...]) -> bool:
    return not KEPT_BACK.isdisjoint(map(type, subject))
