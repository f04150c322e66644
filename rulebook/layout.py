"""How a posted position lies: worked out when first asked for, and once for all the tables laid over it."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Set
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeVar

from rulebook.game import Game
from rulebook.lazily import lazily
from rulebook.position import MapFacts, Position, UnitFacts
from rulebook.sheets import Sheet

Found = TypeVar("Found")
KIND_FIELDS = ("type", "nation", "side", "supply", "status")
SIDE, STATUS = KIND_FIELDS.index("side"), KIND_FIELDS.index("status")
FACTS, KIND = attrgetter("__dict__"), itemgetter(*KIND_FIELDS)
ID = itemgetter("id")
HOLDER = itemgetter("hex", "side")


class Alike(NamedTuple):
    """Units with the same words on them, and the hexes they were posted in (None for nowhere)."""

    units: list[UnitFacts]
    places: set[str | None]


class Layout:
    """Who stands where on a sheet, that of the posted map unless it is given."""

    def __init__(self, game: Game, position: Position, sheet: Sheet | None = None) -> None:
        self.game = game
        self.position = position = game.filled_in(position)
        self.sheet = sheet or Sheet(game, position.map if isinstance(position.map, MapFacts) else MapFacts())
        self.map = self.sheet.facts
        self._works: dict[tuple[Callable[..., Any], tuple[Hashable, ...]], Any] = {}
        self._near: dict[str, tuple[str, ...]] = {}
        self._sides_in: dict[str, set[str | None]] = {}

    def once(self, work: Callable[..., Found], *subject: Hashable) -> Found:
        """What a piece of work comes to that rests on how this position lies alone, done once."""
        if (work, subject) not in self._works:
            self._works[work, subject] = work(self, *subject)
        found: Found = self._works[work, subject]
        return found

    @lazily
    def _facts(self) -> list[dict[str, Any]]:
        return [*map(FACTS, self.position.units)]

    @lazily
    def units(self) -> dict[str, UnitFacts]:
        """The posted units by their ids."""
        return dict(zip(map(ID, self._facts), self.position.units, strict=True))

    @lazily
    def words(self) -> set[tuple[Any, ...]]:
        """The words that stand on units: many are posted, few of them differ."""
        return set(map(KIND, self._facts))

    @lazily
    def kinds(self) -> dict[tuple[Any, ...], Alike]:
        """The posted units by the words on them."""
        found: dict[tuple[Any, ...], Alike] = defaultdict(lambda: Alike([], set()))
        for kind, facts in zip(map(KIND, self._facts), self.position.units, strict=True):
            units, places = found[kind]
            units.append(facts)
            places.add(facts.hex)
        return found

    @lazily
    def places(self) -> Set[str | None]:
        """The hexes that units were posted in; None among them where one was posted in none."""
        return self._held.keys()

    @lazily
    def off_the_grid(self) -> Set[str]:
        """The hexes that units were posted in and the map has no number for: most are described without a place."""
        return self.game.grid.strangers(self.by_hex.keys())

    @lazily
    def bits(self) -> dict[tuple[Any, ...], int]:
        """The hexes that units of each kind were posted in, one bit a hex: all of them have to be on the grid."""
        bits, kinds = self.game.bits, self.kinds.items()
        return {kind: bits.of(place for place in alike.places if place is not None) for kind, alike in kinds}

    @lazily
    def by_hex(self) -> dict[str, list[str]]:
        """The ids of the units posted in each hex."""
        held: dict[Any, list[str]] = self._held
        return {number: ids for number, ids in held.items() if number is not None} if None in held else held

    @lazily
    def _held(self) -> dict[str | None, list[str]]:
        """The same with those that were posted in no hex, under None."""
        found: dict[str | None, list[str]] = {}
        for facts in self._facts:
            number = facts["hex"]
            if number in found:
                found[number].append(facts["id"])
            else:
                found[number] = [facts["id"]]
        return found

    def near(self, number: str) -> tuple[str, ...]:
        """The sides that have a unit next to a hex, or may, and the features that are felt there."""
        found = self._near.get(number)
        if found is None:
            found = self._sides_next_to(number) if self._is_whole else self.game.sides
            for word, numbers in self.sheet.felt.items():
                if numbers is None or number in numbers:
                    found = (*found, word)
            self._near[number] = found
        return found

    def _sides_next_to(self, number: str) -> tuple[str, ...]:
        """In the game's order; all of them where nobody knows whose a unit is."""
        by_hex, sides_in = self.by_hex, self._sides_in
        found: set[str | None] = set()
        for near in self.game.grid.neighbours(number):
            if near in by_hex:
                found |= sides_in.get(near) or self._sides_of(near)
        if not found:
            return ()
        return self.game.sides if None in found else tuple([side for side in self.game.sides if side in found])

    def _sides_of(self, number: str) -> set[str | None]:
        """The sides of the units in a hex, None among them where that of one is not known."""
        side_of = self.game.side_of
        found = self._sides_in[number] = {side_of(self.units[unit_id]) for unit_id in self.by_hex[number]}
        return found

    def nearness(self) -> Callable[[str], tuple[str, ...]]:
        """What `near` tells, for whoever asks about many hexes: who holds which is gathered once for all of them."""
        around, felt = self.game.grid.around, [*self.sheet.felt.items()]
        holdings = self._holdings() if self._is_whole else dict.fromkeys(self.game.sides, frozenset(around))
        sides = [(side, held.isdisjoint) for side, held in holdings.items()]

        def near(number: str) -> tuple[str, ...]:
            beside = around[number]
            found = [side for side, are_apart in sides if not are_apart(beside)]
            for word, numbers in felt:
                if numbers is None or number in numbers:
                    found.append(word)
            return tuple(found)

        return near

    def _holdings(self) -> dict[str, Set[str]]:
        """The hexes that each side holds; what is held by units that nobody knows the side of may be any side's."""
        held: dict[str | None, set[str]] = defaultdict(set)
        for number, side in map(HOLDER, self._facts):
            if number is not None and side is not None:
                held[side].add(number)
        for facts in self.position.units if any(words[SIDE] is None for words in self.words) else ():
            if facts.hex is not None and facts.side is None:
                held[self.game.side_of(facts)].add(facts.hex)
        return {side: held[side] | held[None] for side in self.game.sides}

    @lazily
    def _is_whole(self) -> bool:
        """Whether every unit was posted, each that is on the map in its numbered hex."""
        return bool(self.position.units_complete) and not self.astray and not self.off_the_grid

    @lazily
    def shared(self) -> list[str]:
        """The hexes in which units of different sides were posted."""
        holders = set(map(HOLDER, self._facts))
        if len(holders) == len(self.places) and all(words[SIDE] is not None for words in self.words):
            return []
        held: dict[str, set[str | None]] = {}
        twice: set[str | None] = set()
        for alike in self.kinds.values():
            side = self.game.side_of(alike.units[0])
            if side is not None:
                twice.update(*(alike.places & others for other, others in held.items() if other != side))
                held.setdefault(side, set()).update(alike.places)
        return [number for number in self.by_hex if number in twice] if twice - {None} else []

    @lazily
    def statuses(self) -> frozenset[str | None]:
        """Every status that a unit was posted with, and None if those of some unit are not known."""
        posted = {words[STATUS] for words in self.words}
        return frozenset(chain.from_iterable([(None,) if statuses is None else statuses for statuses in posted]))

    @lazily
    def astray(self) -> tuple[str, ...]:
        """The ids of units with no hex that nothing says are off the map."""
        if None not in self.places:
            return ()
        return tuple(
            facts.id for facts in self.position.units if facts.hex is None and not self.game.is_off_map(facts)
        )
