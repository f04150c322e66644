"""How a posted position lies: worked out when first asked for, and once for all the tables laid over it."""

from collections import Counter
from functools import cached_property

from rulebook.game import Game
from rulebook.hexes import side_key
from rulebook.position import MapFacts, Position, UnitFacts


class Layout:
    """Who stands where, and what lies between the hexes."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.position = position
        self.map = position.map if isinstance(position.map, MapFacts) else MapFacts()

    @cached_property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """What each posted hex side has."""
        return {side_key(*key.split("/", 1)): words for key, words in self.map.sides.items()}

    @cached_property
    def roads(self) -> frozenset[str] | None:
        """The sides that a road crosses; None where no list of roads was posted."""
        return None if self.map.roads is None else frozenset(side_key(*ends) for ends in self.map.roads)

    @cached_property
    def crossed(self) -> frozenset[str]:
        """The hexes of a road, or of a side that the position or the rulebook describes."""
        described = (*self.sides, *(self.roads or ()))
        return self.game.beside_printed_sides.union(number for key in described for number in key.split("/"))

    @cached_property
    def units(self) -> dict[str, UnitFacts]:
        """The posted units by their ids."""
        return {facts.id: facts for facts in self.position.units}

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
            felt = (word for word, numbers in self._felt.items() if numbers is None or number in numbers)
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
    def _felt(self) -> dict[str, frozenset[str] | None]:
        """The hexes around each feature that is felt afar; None for anywhere."""
        return {word: self._around_any(word, distance) for word, distance in self.game.felt_afar.items()}

    @cached_property
    def _is_whole(self) -> bool:
        """Whether every unit was posted, each that is on the map in its numbered hex."""
        is_placed = not any(number.startswith("?") for number in self.by_hex)
        return bool(self.position.units_complete) and not self.astray and is_placed

    def _around_any(self, word: str, distance: int) -> frozenset[str] | None:
        """The hexes so far from one that has a feature, or may; None where those that nobody described may."""
        elsewhere = self.map.elsewhere
        if elsewhere is None or elsewhere.features is None or word in elsewhere.features:
            return None
        posted, printed = self.map.hexes.items(), self.game.printed_hexes.items()
        found = {number for number, facts in posted if facts.features is None or word in facts.features}
        found.update(number for number, told in printed if word in told.get("features", ()))
        for _ in range(distance):
            found.update([near for number in found if number[0] != "?" for near in self.game.grid.neighbours(number)])
        return frozenset(found)

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
