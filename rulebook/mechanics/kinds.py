"""Hexes that are alike: the same was posted of them, and like units stand in them and next to them.

A map has hundreds of hexes and a few kinds of them. What is kept here follows from how a position lies, from no rule.
"""

from collections.abc import Hashable
from operator import itemgetter
from typing import Any, TypeVar

from rulebook.game import Site, Ways
from rulebook.hexes import side_key
from rulebook.layout import Layout
from rulebook.position import HexFacts, UnitFacts
from rulebook.sheets import Sheet

UNPOSTED = "not posted"
NOT_POSTED = (UNPOSTED,) * len(HexFacts.model_fields)
NAMELESS = ("id", "hex")
"""What may differ on the counters of stacks that are alike."""
LEFT = object()
"""What stands in a hex that those who move leave."""
Kept = TypeVar("Kept")


class Traits(dict[str, Any]):
    """What hexes of a kind have in common; `near.german` tells whether that word is among those of `near`."""

    def __missing__(self, name: str) -> Any:
        whole, is_part, word = name.partition(".")
        if not is_part:
            raise KeyError(name)
        words = self[whole]
        found = self[name] = word in words if type(words) is tuple else words
        return found


class Whole:
    """A value of many parts, which tells at once whether it is the same as another."""

    __slots__ = ("_hash", "value")

    def __init__(self, value: Hashable) -> None:
        self.value = value
        self._hash = hash(value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is Whole and self.value == other.value)


class Kind:
    """Hexes that are alike, on whatever table: there is one of each, so that what is found of it can be kept by it.

    Besides the facts posted its traits are `stack`, what is on the counters that stand there; `holders`, their sides;
    `near`, the sides of those who stand next to it, and what else is felt there; `map`, the letter of the map;
    `fronts`, those that it may lie on; `name`, its number if the rulebook names it, and `marked`, if a marker is there.
    """

    __slots__ = ("_left", "traits")

    def __init__(self, traits: Traits) -> None:
        self.traits = traits
        self._left: Kind | None = None

    def left(self) -> "Kind":
        """The same for one that those who move leave: no other is like it, for a rule may ask who stays behind."""
        if self._left is None:
            self._left = Kind(Traits(self.traits, stack=LEFT))
        return self._left


MOST = 20_000
"""Kinds, and stacks, that are kept; when there are more, they are gathered anew."""
_kinds: dict[Hashable, Kind] = {}
_stacks: dict[Hashable, Whole] = {}


class Kinds:
    """The kinds of hexes of a position; it is told how that lies, and does not keep it."""

    def __init__(self, layout: Layout) -> None:
        self._marked = {marker.hex for marker in layout.position.markers or ()}
        self._near = layout.nearness()
        self._posted, self._held = layout.map.hexes, layout.by_hex
        self.known: dict[str, Kind] = {}

    def of(self, layout: Layout, number: str) -> Kind:
        """The kind of a hex that has a place."""
        found = self.known.get(number)
        if found is None:
            found = self.known[number] = self._sorted_in(layout, number)
        return found

    def _sorted_in(self, layout: Layout, number: str) -> Kind:
        """Whose holders those are need not be told apart: that is on their counters."""
        site, held, facts = layout.game.site(number), self._held.get(number), self._posted.get(number)
        posted = NOT_POSTED if facts is None else tuple(facts.__dict__.values())
        if site.name is not None:
            posted = _or_named(posted, site.name)
        stack = _stack(layout, held) if held else None
        near = self._near(number)
        key = layout.game, posted, stack, near, site, number if number in self._marked else None
        found = _kinds.get(key)
        if found is None:
            holders = tuple([layout.game.side_of(layout.units[unit_id]) for unit_id in held or ()])
            kind = Kind(Traits(zip(FIELDS, (*posted, holders, stack or EMPTY, near, *site, key[-1]), strict=True)))
            found = _kept(_kinds, key, kind)
        return found


def _stack(layout: Layout, ids: list[str]) -> Whole:
    units = layout.units
    counters = tuple([_counter(units[unit_id]) for unit_id in ids])
    return _stacks.get(counters) or _kept(_stacks, counters, Whole(counters))


def _kept(known: dict[Hashable, Kept], key: Hashable, new: Kept) -> Kept:
    """What is known by this key, the same for whoever asks at the same time."""
    if len(known) >= MOST:
        known.clear()
    return known.setdefault(key, new)


FIELDS = (*HexFacts.model_fields, "holders", "stack", "near", *Site._fields, "marked")
EMPTY = Whole(())


def _or_named(posted: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    """What was posted of a hex that the rulebook names; where that was not told, its number stands for it.

    A fact left out of a hex that was posted is unknown, one of a hex that was not is as elsewhere: that is told apart.
    """
    untold = {None: name, UNPOSTED: f"{name}, {UNPOSTED}"}
    return tuple([value if type(value) is tuple else untold.get(value, value) for value in posted])


PRINTED = itemgetter(*[name for name in UnitFacts.model_fields if name not in (*NAMELESS, "formation")])


def _counter(unit: UnitFacts) -> tuple[Any, ...]:
    """All that is on a counter but its name and place."""
    formation = unit.formation
    return PRINTED(vars(unit)), None if formation is None else tuple(vars(formation).values())


class Crossings:
    """What lies between the hexes of a map; it is told the map, and does not keep it."""

    def __init__(self, sheet: Sheet) -> None:
        self.known: dict[str, Ways] = {}

    def ways_from(self, sheet: Sheet, number: str) -> Ways:
        """The hexes around one, each with what lies before it."""
        found = self.known.get(number)
        if found is None:
            found = sheet.game.ways_from(number)
            if number in sheet.crossed:
                found = tuple([(near, _between(sheet, number, near, way)) for near, way in found])
            self.known[number] = found
        return found


def between(sheet: Sheet, start: str, to: str) -> Hashable:
    """All that lies between two hexes; the ways over plain ground are alike."""
    return _between(sheet, start, to, sheet.game.way_over(side_key(start, to)))


def _between(sheet: Sheet, start: str, to: str, printed: Hashable) -> Hashable:
    """What was posted of the side between two hexes, and what the rulebook says of it."""
    if start not in sheet.crossed or to not in sheet.crossed:
        return printed
    is_joined = (start, to) in sheet.joined or (to, start) in sheet.joined
    words = sheet.sides.get(side_key(start, to)) if sheet.sides else None
    return (is_joined, words, printed) if is_joined or words is not None else printed
