"""How a posted position lies: worked out when first asked for, and once for all the tables laid over it."""

from collections import Counter, defaultdict
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from rulebook.game import Game
from rulebook.position import MapFacts, Position, UnitFacts
from rulebook.sheets import Sheet

KIND, FACTS = itemgetter("type", "nation", "side", "supply", "status"), attrgetter("__dict__")


class Alike(NamedTuple):
    """Units with the same words on them, and the hexes they were posted in (None for nowhere)."""

    units: list[UnitFacts]
    places: set[str | None]


class Layout:
    """Who stands where on a sheet, that of the posted map unless it is given."""

    def __init__(self, game: Game, position: Position, sheet: Sheet | None = None) -> None:
        self.game = game
        self.position = position
        self.sheet = sheet or Sheet(game, position.map if isinstance(position.map, MapFacts) else MapFacts())
        self.map = self.sheet.facts

    @cached_property
    def units(self) -> dict[str, UnitFacts]:
        """The posted units by their ids."""
        return {facts.id: facts for facts in self.position.units}

    @cached_property
    def kinds(self) -> dict[tuple[Any, ...], Alike]:
        """The posted units by the words on them: many are posted, few of them differ."""
        found: dict[tuple[Any, ...], Alike] = defaultdict(lambda: Alike([], set()))
        for kind, facts in zip(map(KIND, map(FACTS, self.position.units)), self.position.units, strict=True):
            units, places = found[kind]
            units.append(facts)
            places.add(facts.hex)
        return found

    @cached_property
    def places(self) -> frozenset[str | None]:
        """The hexes that units were posted in; None among them where one was posted in none."""
        return frozenset().union(*(alike.places for alike in self.kinds.values()))

    @cached_property
    def by_hex(self) -> dict[str, list[str]]:
        """The ids of the units posted in each hex."""
        found: dict[str, list[str]] = {}
        for facts in self.position.units:
            if facts.hex in found:
                found[facts.hex].append(facts.id)
            elif facts.hex is not None:
                found[facts.hex] = [facts.id]
        return found

    def near(self, number: str) -> tuple[str, ...]:
        """The sides that have a unit next to a hex, or may, and the features that are felt there."""
        found = self._near.get(number)
        if found is None:
            felt = (word for word, numbers in self.sheet.felt.items() if numbers is None or number in numbers)
            found = self._near[number] = (*self._sides_next_to(number), *felt)
        return found

    def _sides_next_to(self, number: str) -> tuple[str, ...]:
        if not self._is_whole:
            return self.game.sides
        by_hex, units, side_of = self.by_hex, self.units, self.game.side_of
        ids = [unit_id for near in self.game.grid.sides(number) if near in by_hex for unit_id in by_hex[near]]
        found = {facts.side or side_of(facts) for facts in map(units.__getitem__, ids)}
        return self.game.sides if None in found else tuple(side for side in self.game.sides if side in found)

    @cached_property
    def _near(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _is_whole(self) -> bool:
        """Whether every unit was posted, each that is on the map in its numbered hex."""
        is_placed = not any(number.startswith("?") for number in self.by_hex)
        return bool(self.position.units_complete) and not self.astray and is_placed

    @cached_property
    def shared(self) -> list[str]:
        """The hexes in which units of different sides were posted."""
        held = {(facts.hex, facts.side or self.game.side_of(facts)) for facts in self.position.units}
        sides = Counter(number for number, side in held if side is not None)
        return [number for number in self.by_hex if sides[number] > 1]

    @cached_property
    def statuses(self) -> frozenset[str | None]:
        """Every status that a unit was posted with, and None if those of some unit are not known."""
        posted = {facts.status for facts in self.position.units}
        return frozenset(word for words in posted for word in (words if words is not None else (None,)))

    @cached_property
    def astray(self) -> tuple[str, ...]:
        """The ids of units with no hex that nothing says are off the map."""
        return tuple(
            facts.id for facts in self.position.units if facts.hex is None and not self.game.is_off_map(facts)
        )
