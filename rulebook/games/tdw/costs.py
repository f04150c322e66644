"""Chapter 10, what a step costs: ground (10.2), roads (10.4), bridges (10.6, 10.6.1), and assets in the way.

The prices that the rulebook states are in data/tdw/tables/movement.csv; those of the ground are on a player aid card,
and known only where the player has loaded his copy of it.
"""

from collections.abc import Iterator
from functools import partial

from rulebook import printed
from rulebook.actions import Advance, Move, Step
from rulebook.facts import Unknown, every, some
from rulebook.games.tdw.components import RIVERS
from rulebook.games.tdw.ground import is_blown, is_bridged
from rulebook.games.tdw.movement import in_halves, movement_allowance
from rulebook.games.tdw.pieces import is_engineer
from rulebook.games.tdw.roads import mover, moves_by_motor, takes_the_road
from rulebook.rules import Because, because, computes, costs, defines, forbids, obliges, unless
from rulebook.table import Table, Unit

PRICES = {row["what"]: row for row in printed.table("tdw", "movement")}
PLACES = ("town", "village", "westwall")
CLOSED, WHOLE, NOTHING = "no", "all", "-"
# Units of these kinds are said to fight in this terrain (11.3.2), so they can enter it.
OPEN = {"infantry": ("clear", "woods", "forest", "rough"), "motorized": ("clear", "rough")}
TURNS_OF_GREIF, TURNS_OF_TRAFFIC, TURNS_OF_RUMOUR = (2, 3, 4), (1, 2, 3), (1, 2)
OPENED_BEFORE = {"allied-traffic": ("combat-round", "movement-round"), "vdh-rumour": ("first-reaction",)}
TURNS_OFF_THE_MAP = 2


def column_of(table: Table, step: Step) -> str:
    return "motorized" if moves_by_motor(table, step.move) else "infantry"


def stated_price(table: Table, step: Step, what: str) -> float:
    """The points that the rulebook itself gives."""
    return in_halves(float(PRICES[what][column_of(table, step)]))


# 10.2: the ground


@defines("tdw:10.2")
def pays_for_the_ground(table: Table, step: Step) -> bool:
    """A unit pays for the terrain of the hex that it enters and for the side that it crosses."""
    return True


@unless(pays_for_the_ground, "tdw:10.3")
def emergency_retreat_costs_nothing(table: Table, step: Step) -> bool:
    """The two hexes of an emergency retreat are granted, and no points are counted for them."""
    return step.move.mode == "emergency"


@costs(Step, "tdw:10.2")
def terrain_cost(table: Table, step: Step) -> Because | float:
    """A hex costs what the terrain effects chart gives for it."""
    if not pays_for_the_ground(table, step):
        return 0
    return because(at=step.to, amount=_price_of_hex(table, step), terrain=table.terrain(step.to))


@unless(terrain_cost, "tdw:10.4")
def road_spares_the_terrain(table: Table, step: Step) -> bool:
    """Along a road the other terrain of the hex is ignored."""
    return bool(takes_the_road(table, step))


def _price_of_hex(table: Table, step: Step) -> float:
    """The price of the terrain, or of a place that has one of its own, and what places add to it."""
    cells = list(_cells_of_places(table, step))
    own = [_points(table, step, cell) for cell in cells if not cell.startswith("+")]
    price = max(own) if own else _points(table, step, _cell(table, step, table.terrain(step.to)))
    return price + sum(_points(table, step, cell) for cell in cells if cell.startswith("+"))


def _cells_of_places(table: Table, step: Step) -> Iterator[str]:
    """What the chart says of the town, village or Westwall in the hex, where it says anything."""
    for word in PLACES:
        if every((partial(table.has_feature, step.to, word), partial(_has_a_price, table, step, word))):
            yield _cell(table, step, word)


def _has_a_price(table: Table, step: Step, row: str) -> bool:
    return _cell(table, step, row) != NOTHING


def _cell(table: Table, step: Step, row: str) -> str:
    """What the player's copy of the chart says."""
    chart, column = table.game_table("tec"), column_of(table, step)
    cell = chart.get(column, {}).get(row)
    if cell is None:
        raise Unknown({f"tables.tec.{column}.{row}" if chart else "tables.tec": None})
    return cell


def _points(table: Table, step: Step, cell: str) -> float:
    if cell == WHOLE:
        return _whole_allowance(table, step)
    return 0 if cell in (NOTHING, CLOSED) else in_halves(float(cell))


def _whole_allowance(table: Table, step: Step) -> float:
    allowance: float = movement_allowance(table, mover(table, step.move), step.move.mode).total
    return allowance


@costs(Step, "tdw:10.2")
def river_cost(table: Table, step: Step) -> Because | float:
    """A river that no bridge spans, nor a blown one, costs what the terrain effects chart gives."""
    river = _open_river(table, step) if pays_for_the_ground(table, step) else None
    if river is None:
        return 0
    return because(at=step.to, amount=_points(table, step, _cell(table, step, river)), river=river)


@unless(river_cost, "tdw:10.4")
def road_crosses_by_a_bridge(table: Table, step: Step) -> bool:
    """Where a road crosses a river, those who move by it cross by its bridge."""
    return bool(takes_the_road(table, step))


def _open_river(table: Table, step: Step) -> str | None:
    """The river that a unit crosses without the help of a bridge."""
    river: str | None = some(partial(_named_river, table, step, word) for word in RIVERS)
    has_bridge = river and some((
        partial(is_bridged, table, step.start, step.to), partial(is_blown, table, step.start, step.to)
    ))
    return None if has_bridge else river


def _named_river(table: Table, step: Step, word: str) -> str | None:
    return word if table.side_has(step.start, step.to, word) else None


@forbids(Step, "tdw:10.2")
def enters_closed_ground(table: Table, step: Step) -> Because | bool:
    """No unit enters ground, or crosses a river, that the terrain effects chart closes to it."""
    closed = every((
        lambda: not takes_the_road(table, step),
        lambda: some((partial(_is_closed_hex, table, step), partial(_is_closed_side, table, step))),
    ))
    return because(at=step.to, start=step.start) if closed else False


def _is_closed_hex(table: Table, step: Step) -> bool:
    terrain = table.terrain(step.to)
    if not table.game_table("tec") and terrain in OPEN[column_of(table, step)]:
        return False
    return bool(some((
        lambda: _cell(table, step, terrain) == CLOSED, lambda: CLOSED in _cells_of_places(table, step)
    )))


def _is_closed_side(table: Table, step: Step) -> bool:
    river = _open_river(table, step)
    return river is not None and _cell(table, step, river) == CLOSED


@forbids(Step, "tdw:10.4.1")
def enters_forest_without_the_road(table: Table, step: Step) -> Because | bool:
    """A motorized unit that has not the use of the road cannot enter a forest hex."""
    barred = every((
        partial(moves_by_motor, table, step.move),
        lambda: table.terrain(step.to) == "forest",
        lambda: not takes_the_road(table, step),
    ))
    return because(at=step.to, start=step.start) if barred else False


# 10.4 and 10.6: roads and bridges


@costs(Step, "tdw:10.4")
def road_cost(table: Table, step: Step) -> float:
    """Along a road a hex costs infantry 1 point, and whatever moves by motor half a point."""
    pays = every((partial(takes_the_road, table, step), partial(pays_for_the_ground, table, step)))
    return stated_price(table, step, "road") if pays else 0


@costs(Step, "tdw:10.6")
def bridge_cost(table: Table, step: Step) -> float:
    """A bridge costs nothing more, except to motorized units that do not move by a road across it: 2."""
    pays = every((
        partial(is_bridged, table, step.start, step.to),
        lambda: not takes_the_road(table, step),
        partial(pays_for_the_ground, table, step),
    ))
    return stated_price(table, step, "bridge off the road") if pays else 0


@costs(Step, "tdw:10.6.1")
def blown_bridge_cost(table: Table, step: Step) -> float:
    """A destroyed bridge costs infantry 1 more, motorized units 3 more."""
    pays = every((
        partial(is_blown, table, step.start, step.to), partial(pays_for_the_ground, table, step)
    ))
    return stated_price(table, step, "blown bridge") if pays else 0


# 12.4.4: engineers in the way


@defines("tdw:12.4.4")
def engineers_met(table: Table, unit: Unit, number: str) -> Unit | None:
    """The US engineers that a German unit meets in a hex."""
    if unit.side != "german":
        return None
    found: Unit | None = table.someone_at(number, is_engineer)
    return found


@unless(pays_for_the_ground, "tdw:12.4.4")
def engineers_take_all_the_points(table: Table, step: Step) -> bool:
    """Entering a hex with engineers costs a German unit its whole allowance, whatever the ground."""
    return engineers_met(table, mover(table, step.move), step.to) is not None


@costs(Step, "tdw:12.4.4")
def engineers_cost(table: Table, step: Step) -> float:
    """Entering a hex with US engineers costs a German unit its whole allowance."""
    if step.move.mode == "emergency" or not engineers_met(table, mover(table, step.move), step.to):
        return 0
    return _whole_allowance(table, step)


@obliges((Move, Advance), "tdw:12.4.4")
def engineers_are_driven_off(table: Table, action: Move | Advance) -> Because | bool:
    """Engineers whose hex a German unit enters go on the turn track two turns on."""
    gone = _driven_off(table, action)
    return because(at=gone.hex, unit=gone, turn=table.turn + TURNS_OFF_THE_MAP) if gone else False


@computes((Move, Advance), "returns", "tdw:12.4.4")
def engineers_return(table: Table, action: Move | Advance) -> int | None:
    """Engineers driven off are available again two turns later."""
    return table.turn + TURNS_OFF_THE_MAP if _driven_off(table, action) else None


def _driven_off(table: Table, action: Move | Advance) -> Unit | None:
    unit = table.unit(action.units[0])
    entered = (action.path or ())[1:] if isinstance(action, Move) else (action.to,)
    found: Unit | None = some(partial(engineers_met, table, unit, number) for number in entered)
    return found


# 12.5, 12.7, 12.8: what slows a column


@costs(Step, "tdw:12.5")
def greif_cost(table: Table, step: Step) -> float:
    """Allied units pay 2 more to enter the hex of Operation Greif by road movement."""
    pays = _meets(table, step, "greif", "allied", TURNS_OF_GREIF) and takes_the_road(table, step)
    return stated_price(table, step, "Greif on a road move (Allied)") if pays else 0


@costs(Step, "tdw:12.7")
def rumour_cost(table: Table, step: Step) -> float:
    """Allied units pay 2 more to enter the hex of von der Heydte's marker."""
    pays = _meets(table, step, "vdh-rumour", "allied", TURNS_OF_RUMOUR)
    return stated_price(table, step, "von der Heydte's marker (Allied)") if pays else 0


@costs(Step, "tdw:12.8")
def traffic_cost(table: Table, step: Step) -> float:
    """German units pay 2 more to enter the hex of Allied Traffic by road movement."""
    pays = _meets(table, step, "allied-traffic", "german", TURNS_OF_TRAFFIC) and takes_the_road(table, step)
    return stated_price(table, step, "Traffic on a road move (German)") if pays else 0


def _meets(table: Table, step: Step, marker: str, side: str, turns: tuple[int, ...]) -> bool:
    """Whether a unit of the side that a marker is against enters its hex, on a turn on which it can be there."""
    return every((
        lambda: mover(table, step.move).side == side,
        lambda: table.turn in turns,
        lambda: not _is_still_to_come(table, marker),
        lambda: step.to in table.marker_hexes(marker),
        partial(pays_for_the_ground, table, step),
    ))


def _is_still_to_come(table: Table, marker: str) -> bool:
    """Whether the opening of turn 1 has not come yet to the step in which the marker is placed (14.3)."""
    return every((lambda: table.turn == 1, lambda: table.phase in OPENED_BEFORE.get(marker, ())))
