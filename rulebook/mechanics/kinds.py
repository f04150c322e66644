"""Hexes that are alike: the same was posted of them, and like units stand in them and next to them.

A map has hundreds of hexes and a few kinds of them. What is kept here follows from how a position lies, from no rule.
"""

from collections.abc import Hashable
from operator import itemgetter
from typing import Any

from rulebook.hexes import side_key
from rulebook.layout import Layout
from rulebook.position import HexFacts, UnitFacts
from rulebook.sheets import Sheet

PLAIN = "plain"
UNTOLD = (None, "not posted")
NOT_POSTED = ("not posted",) * len(HexFacts.model_fields)
NAMELESS = ("id", "hex")
"""What may differ on the counters of stacks that are alike."""
Ways = tuple[tuple[str, Hashable], ...]


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
    """Hexes that are alike, of which one stands for all.

    Besides the facts posted its traits are `stack`, what is on the counters that stand there; `holders`, their sides;
    `near`, the sides of those who stand next to it, and what else is felt there; `map`, the letter of the map;
    `fronts`, those that it may lie on; `name`, its number if the rulebook names it, and `marked`, if a marker is there.
    """

    __slots__ = ("mark", "one", "traits")

    def __init__(self, mark: int, one: str, traits: Traits) -> None:
        self.mark = mark
        self.one = one
        self.traits = traits


class Kinds:
    """The kinds of hexes of a position; it is told how that lies, and does not keep it."""

    def __init__(self, layout: Layout) -> None:
        self._marked = {marker.hex for marker in layout.position.markers or ()}
        self.known: dict[str, Kind] = {}
        self._alike: dict[Hashable, Kind] = {}
        self._stacks: dict[Hashable, Whole] = {}

    def of(self, layout: Layout, number: str) -> Kind:
        """The kind of a hex that has a place."""
        found = self.known.get(number)
        if found is None:
            found = self.known[number] = self._sorted_in(layout, number)
        return found

    def _sorted_in(self, layout: Layout, number: str) -> Kind:
        """Whose holders those are need not be told apart: that is on their counters."""
        game, held = layout.game, layout.by_hex.get(number)
        name = number if number in game.printed_hexes else None
        marked = number if number in self._marked else None
        posted, stack = _facts_of(layout, number, name), self._stack(layout, held) if held else EMPTY
        key = posted, stack, layout.near(number), number[:-4], game.fronts_of(number), name, marked
        found = self._alike.get(key)
        if found is None:
            holders = tuple([game.side_of(layout.units[unit_id]) for unit_id in held or ()])
            traits = Traits(zip(FIELDS, (*posted, holders, *key[1:]), strict=True))
            found = self._alike[key] = Kind(len(self._alike), number, traits)
        return found

    def _stack(self, layout: Layout, ids: list[str]) -> Whole:
        units = layout.units
        counters = tuple([_counter(units[unit_id]) for unit_id in ids])
        found = self._stacks.get(counters)
        if found is None:
            found = self._stacks[counters] = Whole(counters)
        return found


FIELDS = (*HexFacts.model_fields, "holders", "stack", "near", "map", "fronts", "name", "marked")
EMPTY = Whole(())


def _facts_of(layout: Layout, number: str, name: str | None) -> tuple[Any, ...]:
    """What was posted of a hex; where that was not told of one that the rulebook names, its number stands for it."""
    facts = layout.map.hexes.get(number)
    told = NOT_POSTED if facts is None else tuple(vars(facts).values())
    return told if name is None else tuple([name if value in UNTOLD else value for value in told])


PRINTED = itemgetter(*[name for name in UnitFacts.model_fields if name not in (*NAMELESS, "formation")])


def _counter(unit: UnitFacts) -> tuple[Any, ...]:
    """All that is on a counter but its name and place."""
    formation = unit.formation
    return PRINTED(vars(unit)), None if formation is None else tuple(vars(formation).values())


class Crossings:
    """What lies between the hexes of a map; it is told the map, and does not keep it."""

    def __init__(self, sheet: Sheet) -> None:
        self._from: dict[str, Ways] = {}

    def ways_from(self, sheet: Sheet, number: str) -> Ways:
        """The hexes around one, each with what lies before it."""
        found = self._from.get(number)
        if found is None:
            found = self._from[number] = _ways_from(sheet, number)
        return found


def _ways_from(sheet: Sheet, number: str) -> Ways:
    around = sheet.game.grid.neighbours(number)
    if number not in sheet.crossed:
        return tuple([(near, PLAIN) for near in around])
    return tuple([(near, between(sheet, number, near)) for near in around])


def between(sheet: Sheet, start: str, to: str) -> Hashable:
    """All that lies between two hexes; the ways over plain ground are alike."""
    if to not in sheet.crossed:
        return PLAIN
    side = side_key(start, to)
    found = side in (sheet.roads or ()), sheet.sides.get(side), sheet.game.printed_of_side(side)
    return PLAIN if found == NOTHING_BETWEEN else found


NOTHING_BETWEEN = (False, None, (None,))
