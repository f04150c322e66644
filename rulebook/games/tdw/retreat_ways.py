"""Where a unit can retreat to: the ground that is closed to it, and its ways back (11.4)."""

from collections import deque
from collections.abc import Callable
from functools import partial

from rulebook.actions import Party, Step
from rulebook.facts import Unknown, Values, every, some
from rulebook.games.tdw.boundaries import is_barred_by_a_boundary, leaves_the_british_zone, the_14th_strays
from rulebook.games.tdw.bridges import armor_crosses_at_ouren
from rulebook.games.tdw.components import RIVERS
from rulebook.games.tdw.costs import CLOSED, OPEN
from rulebook.games.tdw.ground import enemy_next_to, is_blown, is_bridged, is_joined_by_road
from rulebook.games.tdw.held import crosses_the_meuse_too_soon, goes_too_far_from_j
from rulebook.games.tdw.pieces import is_engineer, is_german, is_motorized
from rulebook.games.tdw.stacking import mixes_british_and_americans, mixes_us_corps, stack_in
from rulebook.games.tdw.zones import uncancelled_zoc_by
from rulebook.rules import defines
from rulebook.table import Table, Unit

RETREAT = 2
# Columns are numbered from west to east.
TOWARDS_THE_ENEMY = {"german": -1, "allied": 1}

# What keeps a unit from going somewhere, in a retreat as in a move, besides enemies, ground and army boundaries.
BANS = (
    leaves_the_british_zone, the_14th_strays, armor_crosses_at_ouren, crosses_the_meuse_too_soon, goes_too_far_from_j,
)
MIXTURES = (mixes_british_and_americans, mixes_us_corps)

Ids = tuple[str, ...]
Passage = Callable[[str, str], object]
# A hex, and the first hex of the way to it: where the two differ the way is of two hexes or more.
Place = tuple[str, str]


# Ground


@defines("tdw:11.4")
def is_closed_to(table: Table, unit: Unit, here: str, there: str) -> bool:
    """Nobody retreats or advances over ground that he may not enter or cross."""
    return bool(some((
        lambda: table.side_has(here, there, "prohibited", ordinary=False),
        lambda: every((
            lambda: _is_closed_off_road(table, unit, here, there),
            lambda: not is_joined_by_road(table, here, there),
        )),
    )))


def _is_closed_off_road(table: Table, unit: Unit, here: str, there: str) -> bool:
    kind = "motorized" if is_motorized(unit) else "infantry"
    return bool(some((
        partial(_is_closed_hex, table, kind, there), partial(_is_closed_side, table, kind, here, there),
    )))


def _is_closed_hex(table: Table, kind: str, there: str) -> bool:
    """Forest is closed to motorized units; of other ground the player's own chart knows more than the rulebook."""
    terrain = table.terrain(there)
    if kind == "motorized" and terrain == "forest":
        return True
    if not table.game_table("tec") and terrain in OPEN[kind]:
        return False
    return _cell(table, kind, terrain) == CLOSED


def _is_closed_side(table: Table, kind: str, here: str, there: str) -> bool:
    """A bridge crosses a river, standing or blown; elsewhere only the chart knows who may."""
    river: str | None = some(partial(_named_river, table, here, there, word) for word in RIVERS)
    open_river = river and not some((partial(is_bridged, table, here, there), partial(is_blown, table, here, there)))
    return bool(open_river) and _cell(table, kind, str(river)) == CLOSED


def _named_river(table: Table, here: str, there: str, word: str) -> str | None:
    return word if table.side_has(here, there, word) else None


def _cell(table: Table, kind: str, row: str) -> str:
    return str(table.read(f"tables.tec.{kind}.{row}", table.game_table("tec").get(kind, {}).get(row)))


# One step of a retreat


def enemy_in(table: Table, side: str, there: str) -> Unit | None:
    """An enemy unit in the hex, be it engineers."""
    found: Unit | None = table.someone_at(there, lambda unit: unit.side != side)
    return found


def leads_to_the_enemy_edge(table: Table, side: str, here: str, there: str) -> bool:
    """Whether a step goes into a column nearer the edge that the unit is to keep from: west is the lower number."""
    start, end = (table.grid.hex(_placed(table, number)).q for number in (here, there))
    return (end - start) * TOWARDS_THE_ENEMY[side] > 0


def _placed(table: Table, number: str) -> str:
    return str(table.read(f"map.hexes.{number}.place", None)) if number.startswith("?") else number


def is_passable(table: Table, unit: Unit, here: str, there: str) -> bool:
    """Whether a unit can retreat from a hex into the next, be it with losses."""
    return every((
        lambda: _is_open_but_for_boundaries(table, unit, here, there),
        lambda: not is_barred_by_a_boundary(table, unit, here, there),
    ))


def _is_open_but_for_boundaries(table: Table, unit: Unit, here: str, there: str) -> bool:
    step = Step(Party((unit.id,), None), 0, here, there)
    return every((
        lambda: not enemy_in(table, unit.side, there),
        lambda: not is_closed_to(table, unit, here, there),
        lambda: not some(partial(ban, table, step) for ban in BANS),
        lambda: not some(partial(mixed, table, _company(table, there, unit)) for mixed in MIXTURES),
    ))


def _company(table: Table, there: str, unit: Unit) -> tuple[Unit, ...]:
    """Whom a unit would meet in a hex; engineers are passed freely (12.4.1)."""
    return tuple(other for other in stack_in(table, there, (unit,)) if not is_engineer(other))


def is_fit_end(table: Table, unit: Unit, there: str) -> bool:
    """Whether a unit may end its retreat in a hex: next to no enemy, and with no engineers of another corps (6.1)."""
    return every((
        lambda: not enemy_next_to(table, unit.side, there),
        lambda: not some(partial(mixed, table, stack_in(table, there, (unit,))) for mixed in MIXTURES),
    ))


# Ways


def any_way(table: Table, unit: Unit, start: str) -> list[str] | None:
    """A way on which the unit goes two hexes or more and ends away from the enemy."""
    return _way(table, unit, start, partial(is_passable, table, unit))


def way_without_zones(table: Table, unit: Unit, start: str, party: Ids) -> list[str] | None:
    """Such a way through no enemy zone of control."""
    return _way(table, unit, start, lambda here, there: every((
        lambda: is_passable(table, unit, here, there),
        lambda: not uncancelled_zoc_by(table, unit.side, there, party),
    )))


def way_home(table: Table, unit: Unit, start: str, party: Ids) -> list[str] | None:
    """Such a way that does not lead towards the enemy's edge either."""
    return _way(table, unit, start, lambda here, there: every((
        lambda: not leads_to_the_enemy_edge(table, unit.side, here, there),
        lambda: is_passable(table, unit, here, there),
        lambda: not uncancelled_zoc_by(table, unit.side, there, party),
    )))


def only_a_boundary_bars(table: Table, unit: Unit, start: str) -> bool:
    """Whether a German unit has no way back, and would have one if it could cross an army boundary."""
    return every((
        lambda: is_german(unit),
        lambda: any_way(table, unit, start) is None,
        lambda: _way(table, unit, start, partial(_is_open_but_for_boundaries, table, unit)),
    ))


def _way(table: Table, unit: Unit, start: str, is_open: Passage) -> list[str] | None:
    """The first way found by what is known; unknown if there would be one by what is not."""
    with table.aside():
        sure = _Search(table, unit, is_open)
        way = sure.way_from(start)
        if way is None and sure.doubts:
            hopeful = _Search(table, unit, is_open, hopeful=True)
            if hopeful.way_from(start):
                raise Unknown(hopeful.rests_on)
    return way


class _Search:
    """A search for ways that enter no hex twice; with hope, what is unknown is taken to turn out well."""

    def __init__(self, table: Table, unit: Unit, is_open: Passage, hopeful: bool = False) -> None:
        self.table = table
        self.is_fit = partial(is_fit_end, table, unit)
        self.is_open = is_open
        self.hopeful = hopeful
        self.doubts: dict[Place, dict[str, Values]] = {}
        self.rests_on: dict[str, Values] = {}
        self.came_from: dict[Place, Place | None] = {}

    def way_from(self, start: str) -> list[str] | None:
        self.came_from = {(start, start): None}
        queue = deque(self.came_from)
        while queue:
            here, first = place = queue.popleft()
            if here != first and self._is_met(place, self.is_fit, here):
                return self._traced(place)
            for near in self.table.around(here):
                after = (near, near if here == start else first)
                if near != start and self._is_new(after, here):
                    self.came_from[after] = place
                    queue.append(after)
        return None

    def _is_new(self, after: Place, here: str) -> bool:
        return after not in self.came_from and self._is_met(after, self.is_open, here, after[0])

    def _is_met(self, place: Place, test: Callable[..., object], *hexes: str) -> bool:
        try:
            return bool(test(*hexes))
        except Unknown as missing:
            self.doubts.setdefault(place, {}).update(missing.facts)
            return self.hopeful

    def _traced(self, place: Place) -> list[str]:
        way: list[str] = []
        step: Place | None = place
        while step is not None:
            way.insert(0, step[0])
            self.rests_on.update(dict.fromkeys(self.doubts.get(step, ())))
            step = self.came_from[step]
        return way
