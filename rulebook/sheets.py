"""How a map lies: worked out when first asked for, and once for all the positions on it."""

from collections.abc import Callable, Hashable
from itertools import chain
from operator import attrgetter
from typing import Any, TypeVar

from rulebook.facts import NOTHING
from rulebook.game import Game
from rulebook.hexes import side_key
from rulebook.lazily import lazily
from rulebook.position import MapFacts

Found = TypeVar("Found")
FEATURES = attrgetter("features")


class Sheet:
    """A map and what lies between its hexes."""

    def __init__(self, game: Game, facts: MapFacts) -> None:
        self.game = game
        self.facts = facts
        self._works: dict[tuple[Callable[..., Any], tuple[Hashable, ...]], Any] = {}

    def once(self, work: Callable[..., Found], *subject: Hashable) -> Found:
        """What a piece of work comes to that rests on this map alone, done once."""
        found: Found = self._works.get((work, subject), NOTHING)
        if found is NOTHING:
            found = self._works[work, subject] = work(self, *subject)
        return found

    @lazily
    def sides(self) -> dict[str, tuple[str, ...]]:
        """What each posted hex side has."""
        return {side_key(*key.split("/", 1)): words for key, words in self.facts.sides.items()}

    def side_has(self, key: str, word: str) -> bool | None:
        """Whether a hex side has this; None where neither the position nor the rulebook tells."""
        if key in self.sides:
            return word in self.sides[key]
        printed, elsewhere = self.game.printed_side(key, word), self.facts.elsewhere
        if printed is None and elsewhere and elsewhere.sides is not None:
            return word in elsewhere.sides
        return printed

    @lazily
    def roads(self) -> frozenset[str] | None:
        """The sides that a road crosses; None where no list of roads was posted."""
        return None if self.facts.roads is None else frozenset(side_key(*ends) for ends in self.facts.roads)

    @lazily
    def joined(self) -> frozenset[tuple[str, str]]:
        """The hexes that a road joins, two and two as they were posted."""
        return frozenset(self.facts.roads or ())

    @lazily
    def crossed(self) -> frozenset[str]:
        """The hexes of a road, or of a side that the position describes."""
        return frozenset(chain.from_iterable([*self.joined, *[key.split("/", 1) for key in self.sides]]))

    @lazily
    def felt(self) -> dict[str, frozenset[str] | None]:
        """The hexes around each feature that is felt afar; None for anywhere."""
        return {word: self._around_any(word, distance) for word, distance in self.game.felt_afar.items()}

    def _around_any(self, word: str, distance: int) -> frozenset[str] | None:
        """The hexes so far from one that has a feature, or may; None where those that nobody described may."""
        elsewhere = self.facts.elsewhere
        if elsewhere is None or elsewhere.features is None or word in elsewhere.features:
            return None
        posted, printed = self.facts.hexes, self.game.printed_hexes.items()
        told = zip(posted, map(FEATURES, posted.values()), strict=True)
        found = {number for number, features in told if features is None or word in features}
        found.update(number for number, told in printed if word in told.get("features", ()))
        for _ in range(distance):
            found.update(*[self.game.grid.neighbours(number) for number in found if number[0] != "?"])
        return frozenset(found)
