"""Chapters 7 and 10 for a whole front at once: zones, lines and supply as sets of hexes, each hex a bit.

The rules themselves are asked, once for the hexes and the units that are alike; the sets carry their answers over the
map. Where anything that they would read was not posted there is no such answer, and each unit is asked about by itself.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

from rulebook.bits import Walls
from rulebook.facts import Unknown, known, outcome_of, some
from rulebook.game import Game
from rulebook.games.sitw import ground, supply, zones
from rulebook.layout import KIND_FIELDS, Alike, Layout
from rulebook.position import Elsewhere, MapFacts, Position, UnitFacts
from rulebook.sheets import Sheet
from rulebook.survey import Survey, supply_by_rules
from rulebook.table import Table

NO_SEA = MapFacts(elsewhere=Elsewhere(sides=()))
DRAWS = (
    supply.draws_german_fortress_supply, supply.draws_french_fortress_supply, supply.shares_french_fortress_supply
)


def front(table: Table) -> Survey | None:
    """The zones and the supply of every unit on the map; None where the facts posted do not settle all of it."""
    if not table.is_terse or not _are_placed(table):
        return None
    try:
        land = table.layout.sheet.once(_land, table.posted.scenario)
        seen = _Front(table, land) if land else None
        return seen.survey() if seen and not seen.is_mixed else None
    except Unknown:
        return None


def _are_placed(table: Table) -> bool:
    """Whether all the units are known, each in a numbered hex or off the map."""
    is_whole = bool(table.posted.units_complete) and not (None in table.layout.places and table.layout.astray)
    return is_whole and not table.layout.off_the_grid


# The map, with nobody on it


@dataclass(frozen=True)
class _Land:
    """What the map alone says of lines: where they run, what closes them, where they end.

    `closed` are the empty fortresses that no line of a side enters; `ends` the sources of each kind, by the side that
    stands in them (None for nobody). What is not known for sure is taken for closed, or no end, and is doubtful.
    """

    ways: int
    sea_walls: Walls | None
    line_walls: Walls | None
    fortresses: int
    closed: dict[str, int]
    ends: dict[tuple[str, str | None], int]
    is_doubtful: bool


def _land(sheet: Sheet, scenario: str | None) -> _Land | None:
    """The map, as the rules see it; None where some of it was not posted."""
    if not _is_known(sheet):
        return None
    bits, sides, lay = sheet.game.bits, sheet.game.sides, partial(_laid, sheet, scenario)
    table = lay(())
    over = ground.ground_of(table, sides[0])
    fortresses = [number for word in ground.FORTRESSES for number in over.listed[word]]
    closed = {side: _Asked(fortresses, partial(supply.is_enemy_fortress, table, side), True) for side in sides}
    ends = {
        (word, side): _Asked(over.listed[word], partial(is_source, lay(_garrisons(side, over.listed[word]))), False)
        for word, is_source in supply.IS_SOURCE.items() for side in (None, *sides)
    }
    return _Land(
        bits.of(number for number in bits.place if not (over.is_off_the_map(table, number) or _is_sea(table, number))),
        bits.walls(_sides_with(table, "sea")), bits.walls(_sides_with(table, "sea", "dutch")), bits.of(fortresses),
        {side: bits.of(asked.found) for side, asked in closed.items()},
        {end: bits.of(asked.found) for end, asked in ends.items()},
        any(asked.is_doubtful for asked in (*closed.values(), *ends.values())),
    )  # fmt: skip


class _Asked:
    """The hexes for which a rule holds; one for which it cannot be told counts as said, and leaves a doubt."""

    def __init__(self, numbers: Iterable[str], rule: Callable[[str], object], otherwise: bool) -> None:
        told = {number: outcome_of(rule, number) for number in numbers}
        self.is_doubtful = any(isinstance(found, Unknown) for found in told.values())
        self.found = [number for number, found in told.items() if (otherwise if isinstance(found, Unknown) else found)]


def _is_known(sheet: Sheet) -> bool:
    """Whether all features and sides were posted, and no unlisted hex has a source or the sea."""
    elsewhere = sheet.facts.elsewhere
    if elsewhere is None or elsewhere.features is None or elsewhere.sides is None:
        return False
    is_plain = {"sea", "dutch"}.isdisjoint(elsewhere.sides) and {*ground.LISTED}.isdisjoint(elsewhere.features)
    return is_plain and all(facts.features is not None for facts in sheet.facts.hexes.values())


def _laid(sheet: Sheet, scenario: str | None, units: tuple[UnitFacts, ...]) -> Table:
    position = Position(game=sheet.game.key, scenario=scenario, map=sheet.facts, units=units, units_complete=True)
    return Table(sheet.game, position, layout=Layout(sheet.game, position, sheet)).quiet()


def _garrisons(side: str | None, numbers: Iterable[str]) -> tuple[UnitFacts, ...]:
    """A unit of a side in each hex; none for no side."""
    return tuple(UnitFacts(id=number, side=side, hex=number) for number in numbers) if side else ()


def _is_sea(table: Table, number: str) -> bool:
    is_sea: bool = known(partial(table.terrain, number)) == "sea"
    return is_sea or bool(known(partial(table.country, number)) == "holland")


def _sides_with(table: Table, *words: str) -> Iterator[tuple[str, str]]:
    """The hex sides, of those that the position or the rulebook describes, that have one of these."""
    for key in {*table.layout.sheet.sides, *table.game.printed_sides}:
        one, _, other = key.partition("/")
        if "?" not in key and any(table.side_has(one, other, word) for word in words):
            yield one, other


# The units on it


class _Sort(NamedTuple):
    """What the rules of zones and supply say of units of a kind, wherever they stand."""

    side: str
    exerts_zoc: bool
    needs_supply: bool
    sources: str


@lru_cache(maxsize=1024)
def _sort(game: Game, kind: tuple[Any, ...], scenario: str | None, options: tuple[str, ...] | None) -> _Sort:
    """The rules are asked of one such unit, alone on a map without sea: whoever asks for more finds it Unknown."""
    number = next(game.grid.numbers())
    one = UnitFacts(id="one", hex=number, **dict(zip(KIND_FIELDS, kind, strict=True)))
    table = Table(game, Position(game=game.key, scenario=scenario, options=options, map=NO_SEA, units=(one,))).quiet()
    unit = table.unit(one.id)
    exerts = zones.exerts_zoc_into(table, unit, table.around(number)[0])
    return _Sort(unit.side, bool(exerts), bool(supply.needs_supply(table, unit)), supply.SOURCE_OF[unit.army])


class _Squad:
    """Units of a kind on the map."""

    def __init__(self, table: Table, kind: tuple[Any, ...], alike: Alike) -> None:
        self.sort = _sort(table.game, kind, table.posted.scenario, table.posted.options)
        self.units = alike.units
        self.hexes = table.layout.bits[kind]


class _Front:
    """Both armies on the map, as sets of hexes."""

    def __init__(self, table: Table, land: _Land) -> None:
        self.table, self.land, self.bits = table, land, table.game.bits
        kinds = table.layout.kinds.items()
        self.squads = [_Squad(table, kind, alike) for kind, alike in kinds if alike.places != {None}]
        self.held = self._of_each_side(self.squads)
        armed = self._of_each_side(squad for squad in self.squads if squad.sort.exerts_zoc)
        self.zones = {side: self.bits.around(hexes, land.sea_walls) for side, hexes in armed.items()}
        self._fed: dict[tuple[str, str], int] = {}

    @property
    def is_mixed(self) -> bool:
        """Whether units of both sides share a hex: who holds it would depend on who was posted first."""
        one, other = self.held.values()
        return bool(one & other)

    def _of_each_side(self, squads: Iterable[_Squad]) -> dict[str, int]:
        found = dict.fromkeys(self.table.game.sides, 0)
        for squad in squads:
            found[squad.sort.side] |= squad.hexes
        return found

    def survey(self) -> Survey:
        zones = {side: frozenset(self.bits.numbers(hexes)) for side, hexes in self.zones.items()}
        states: dict[str, str | None] = dict.fromkeys(self.table.layout.units, "supplied")
        missing: dict[str, None] = {}
        for squad in self.squads:
            fed = self._fed_by(squad.sort.side, squad.sort.sources)
            if squad.sort.needs_supply and squad.hexes & ~fed:
                states.update(self._states(squad, fed, missing))
        return Survey(zones, self._on_the_map(states), tuple(missing))

    def _on_the_map(self, states: dict[str, str | None]) -> dict[str, str | None]:
        if None not in self.table.layout.places:
            return states
        return {unit.id: states[unit.id] for unit in self.table.posted.units if unit.hex is not None}

    def _states(self, squad: _Squad, fed: int, missing: dict[str, None]) -> Iterable[tuple[str, str | None]]:
        """How those are supplied who have no line of their own for sure."""
        placed = (unit for unit in squad.units if unit.hex is not None)
        cut_off = [unit for unit in placed if not self.bits.has(fed, str(unit.hex))]
        if self.land.is_doubtful:
            return supply_by_rules(self.table, [self.table.unit(unit.id) for unit in cut_off], missing)
        return [(unit.id, self._state(squad.sort, unit)) for unit in cut_off]

    def _state(self, sort: _Sort, unit: UnitFacts) -> str:
        """How a unit without a line of its own is supplied, as 7.11, 7.12 and 7.13 tell it."""
        others = supply.OTHER_ALLYS.get(sort.sources)
        if others and self.bits.has(self._fed_by(sort.side, others), str(unit.hex)):
            return "cross-tracing"
        return "fortress" if self._draws_fortress_supply(unit) else "unsupplied"

    def _draws_fortress_supply(self, unit: UnitFacts) -> bool:
        if not self.bits.has(self.land.fortresses, str(unit.hex)):
            return False
        return bool(some(partial(draws, self.table, self.table.unit(unit.id), unit.hex) for draws in DRAWS))

    def _fed_by(self, side: str, sources: str) -> int:
        """The hexes from which a line of a side leads to a source of this kind (7.7 to 7.9)."""
        if (side, sources) not in self._fed:
            ends = self.land.ends[sources, None] & ~self.held[side] & ~self.held[self._enemy(side)]
            for holder, hexes in self.held.items():
                ends |= self.land.ends[sources, holder] & hexes
            self._fed[side, sources] = self.bits.flood(ends, self._open_to(side), self.land.line_walls)
        return self._fed[side, sources]

    def _open_to(self, side: str) -> int:
        """The hexes that a line of a side may enter: where friends stand, or neither enemies nor their zones are."""
        enemy = self._enemy(side)
        barred = self.held[enemy] | self.zones[enemy] | self.land.closed[side]
        return self.land.ways & (self.held[side] | ~barred)

    def _enemy(self, side: str) -> str:
        return self.table.game.enemy_of(side)
