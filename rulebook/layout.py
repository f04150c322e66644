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
