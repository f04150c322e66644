"""How a map lies: worked out when first asked for, and once for all the positions on it."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, TypeVar

from rulebook.game import Game
from rulebook.hexes import side_key
from rulebook.position import MapFacts

Found = TypeVar("Found")


class Sheet:
    """A map and what lies between its hexes."""

    def __init__(self, game: Game, facts: MapFacts) -> None:
        self.game = game
        self.facts = facts
        self._works: dict[tuple[Callable[..., Any], tuple[Hashable, ...]], Any] = {}

    def once(self, work: Callable[..., Found], *subject: Hashable) -> Found:
        """What a piece of work comes to that rests on this map alone, done once."""
        if (work, subject) not in self._works:
            self._works[work, subject] = work(self, *subject)
        found: Found = self._works[work, subject]
        return found

    @cached_property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """What each posted hex side has."""
        return {side_key(*key.split("/", 1)): words for key, words in self.facts.sides.items()}

    @cached_property
    def roads(self) -> frozenset[str] | None:
        """The sides that a road crosses; None where no list of roads was posted."""
        return None if self.facts.roads is None else frozenset(side_key(*ends) for ends in self.facts.roads)

    @cached_property
    def crossed(self) -> frozenset[str]:
        """The hexes of a road, or of a side that the position or the rulebook describes."""
        described = (*self.sides, *(self.roads or ()))
        return self.game.beside_printed_sides.union(number for key in described for number in key.split("/"))

    @cached_property
    def felt(self) -> dict[str, frozenset[str] | None]:
        """The hexes around each feature that is felt afar; None for anywhere."""
        return {word: self._around_any(word, distance) for word, distance in self.game.felt_afar.items()}

    def _around_any(self, word: str, distance: int) -> frozenset[str] | None:
        """The hexes so far from one that has a feature, or may; None where those that nobody described may."""
        elsewhere = self.facts.elsewhere
        if elsewhere is None or elsewhere.features is None or word in elsewhere.features:
            return None
        posted, printed = self.facts.hexes.items(), self.game.printed_hexes.items()
        found = {number for number, facts in posted if facts.features is None or word in facts.features}
        found.update(number for number, told in printed if word in told.get("features", ()))
        for _ in range(distance):
            found.update([near for number in found if number[0] != "?" for near in self.game.grid.neighbours(number)])
        return frozenset(found)
