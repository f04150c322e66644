"""Hexes that are alike: the same was posted of them, and like units stand in them and next to them.

A map has hundreds of hexes and a few kinds of them. What is kept here follows from how a position lies, from no rule.
"""

from collections.abc import Hashable, Iterable
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
        self._stacks: dict[Whole, Whole] = {}

    def of(self, layout: Layout, number: str) -> Kind:
        """The kind of a hex that has a place."""
        found = self.known.get(number)
        if found is None:
            posted, beyond = tuple(_facts_of(layout, number)), self._beyond_facts(layout, number)
            found = self.known[number] = self._sorted_in(number, posted, beyond)
        return found

    def _sorted_in(self, number: str, posted: tuple[Any, ...], beyond: dict[str, Any]) -> Kind:
        key = (posted, *beyond.values())
        if key not in self._alike:
            traits = Traits(zip(HexFacts.model_fields, posted, strict=True), **beyond)
            self._alike[key] = Kind(len(self._alike), number, traits)
        return self._alike[key]

    def _beyond_facts(self, layout: Layout, number: str) -> dict[str, Any]:
        game = layout.game
        holders = [layout.units[unit_id] for unit_id in layout.by_hex.get(number, ())]
        stack = Whole(tuple(map(_counter, holders)))
        return {
            "stack": self._stacks.setdefault(stack, stack),
            "holders": tuple([game.side_of(unit) for unit in holders]),
            "near": layout.near(number),
            "map": number[:-4],
            "fronts": game.fronts_of(number),
            "name": number if number in game.printed_hexes else None,
            "marked": number if number in self._marked else None,
        }


def _facts_of(layout: Layout, number: str) -> Iterable[Any]:
    """What was posted of a hex; where that was not told of one that the rulebook names, its number stands for it."""
    facts = layout.map.hexes.get(number)
    told = NOT_POSTED if facts is None else vars(facts).values()
    return [number if value in UNTOLD else value for value in told] if number in layout.game.printed_hexes else told


def _counter(unit: UnitFacts) -> tuple[Any, ...]:
    """All that is on a counter but its name and place."""
    return tuple([value for name, value in vars(unit).items() if name not in NAMELESS])


class Crossings:
    """What lies between the hexes of a map; it is told the map, and does not keep it."""

    def __init__(self, sheet: Sheet) -> None:
        self._from: dict[str, Ways] = {}

    def ways_from(self, sheet: Sheet, number: str) -> Ways:
        """The hexes around one, each with what lies before it."""
        found = self._from.get(number)
        if found is None:
            around = sheet.game.grid.neighbours(number)
            found = self._from[number] = tuple([(near, between(sheet, number, near)) for near in around])
        return found


def between(sheet: Sheet, start: str, to: str) -> Hashable:
    """All that lies between two hexes; the ways over plain ground are alike."""
    if to not in sheet.crossed:
        return PLAIN
    side = side_key(start, to)
    found = side in (sheet.roads or ()), sheet.sides.get(side), sheet.game.printed_of_side(side)
    return PLAIN if found == NOTHING_BETWEEN else found


NOTHING_BETWEEN = (False, None, (None,))
