"""Chapter 10, emergency retreat (10.3)."""

from functools import partial

from rulebook.actions import Move, Party, Step
from rulebook.facts import every, some
from rulebook.games.tdw.components import is_combat_unit
from rulebook.games.tdw.costs import enters_closed_ground, enters_forest_without_the_road
from rulebook.games.tdw.ground import enemy_next_to, is_joined_by_road
from rulebook.games.tdw.lines import air_line, supply_line
from rulebook.games.tdw.pieces import is_american
from rulebook.games.tdw.roads import mover
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.games.tdw.zones import enemy_zoc_by, goes_on_in_enemy_zoc, moves_from_zone_to_zone
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, obliges, unless
from rulebook.table import Table, Unit

EMERGENCY = "emergency"
HEXES = 2
DOOR, OUT = "door", "out"


def is_emergency(action: Move | Step) -> bool:
    return (action.move if isinstance(action, Step) else action).mode == EMERGENCY


@unless(moves_from_zone_to_zone, "tdw:10.3")
def retreats_through_the_door(table: Table, step: Step) -> bool:
    """An emergency retreat goes from one enemy zone of control into the next, where a friend holds the door."""
    return is_emergency(step)


@unless(goes_on_in_enemy_zoc, "tdw:10.3")
def passes_the_door(table: Table, step: Step) -> bool:
    """An emergency retreat does not stop in the hex of the unit that holds the door."""
    return is_emergency(step)


@unless(enters_forest_without_the_road, "tdw:10.3")
def retreats_along_a_forest_road(table: Table, step: Step) -> bool:
    """No rate is counted for an emergency retreat: a road opens the forest to it whatever takes the rate away."""
    return _follows_a_road_out(table, step)


@unless(enters_closed_ground, "tdw:10.3")
def retreats_along_a_road(table: Table, step: Step) -> bool:
    """Ground that only a road opens to a unit is open to its emergency retreat along that road."""
    return _follows_a_road_out(table, step)


def _follows_a_road_out(table: Table, step: Step) -> bool:
    return is_emergency(step) and is_joined_by_road(table, step.start, step.to)


@forbids(Move, "tdw:10.3")
def is_not_held_by_zones(table: Table, move: Move) -> Because | bool:
    """Only a unit that enemy zones of control keep from moving may make an emergency retreat."""
    if not is_emergency(move):
        return False
    unit = mover(table, move)
    return False if is_kept_from_moving(table, unit) else because(at=unit.hex, unit=unit)


@defines("tdw:10.3")
def is_kept_from_moving(table: Table, unit: Unit) -> bool:
    """A unit is kept from moving if it is in an enemy zone and so is every hex around that it could enter."""
    return every((
        partial(enemy_zoc_by, table, unit.side, unit.hex),
        *(partial(_is_shut, table, unit, there) for there in table.around(unit.hex)),
    ))


def _is_shut(table: Table, unit: Unit, there: str) -> bool:
    """Whether an enemy zone, be there leave to pass it, or anything that bars an ordinary step closes a hex."""
    step = Step(Party((unit.id,), "regular"), 0, unit.hex, there)
    return bool(some((
        partial(enemy_zoc_by, table, unit.side, there),
        *(partial(rule, table, step) for rule in table.game.rules_on(Step, "forbids")),
    )))


@defines("tdw:10.3")
def door_holder(table: Table, unit: Unit, number: str) -> Unit | None:
    """The door is held by another combat unit of the side, supplied, that does not move this round."""
    found: Unit | None = table.someone_at(number, lambda other: every((
        lambda: other.side == unit.side,
        partial(is_combat_unit, table, other),
        lambda: not is_unsupplied(table, other),
        lambda: not other.has_status("moved"),
    )))
    return found


@forbids(Step, "tdw:10.3")
def finds_the_door_shut(table: Table, step: Step) -> Because | bool:
    """The first hex of an emergency retreat must hold a supplied friendly combat unit."""
    if not is_emergency(step) or step.index > 0:
        return False
    return False if door_holder(table, mover(table, step.move), step.to) else because(at=step.to)


@forbids(Step, "tdw:10.3")
def gets_out_without_supply(table: Table, step: Step) -> Because | bool:
    """The second hex of an emergency retreat must be in supply."""
    if not is_emergency(step) or step.index == 0:
        return False
    return False if is_in_supply(table, mover(table, step.move), step.to) else because(at=step.to)


@defines("tdw:10.3")
def is_in_supply(table: Table, unit: Unit, number: str) -> bool:
    """A hex is in supply if the unit could trace a line from it, for US units to the air supply marker too."""
    return bool(some((
        partial(supply_line, table, unit.side, number),
        lambda: every((partial(is_american, unit), partial(air_line, table, number))),
    )))


@forbids(Step, "tdw:10.3")
def gets_out_next_to_an_enemy(table: Table, step: Step) -> Because | bool:
    """The second hex of an emergency retreat must not be adjacent to an enemy unit."""
    if not is_emergency(step) or step.index == 0:
        return False
    by = enemy_next_to(table, mover(table, step.move).side, step.to)
    return because(at=step.to, by=by) if by else False


@forbids(Step, "tdw:10.3")
def retreats_too_far(table: Table, step: Step) -> Because | bool:
    """An emergency retreat is of two hexes, no more."""
    return because(at=step.to) if OUT in step.carried.split() else False


@forbids(Move, "tdw:10.3")
def stops_in_the_doorway(table: Table, move: Move) -> Because | bool:
    """An emergency retreat is of two hexes, no fewer."""
    if not is_emergency(move) or not move.path:
        return False
    return because(at=move.path[-1]) if len(move.path) <= HEXES else False


@forbids(Move, "tdw:10.3")
def retreats_in_a_combat_round(table: Table, move: Move) -> Because | bool:
    """Armor may not turn the one hex of a combat round into an emergency retreat."""
    return because(phase=table.phase) if is_emergency(move) and table.phase == "combat-round" else False


@obliges(Move, "tdw:10.3")
def door_stays_where_it_is(table: Table, move: Move) -> Because | bool:
    """The unit that holds the door open may not move in that round."""
    if not is_emergency(move) or not move.path:
        return False
    holder = door_holder(table, mover(table, move), move.path[1])
    return because(at=move.path[1], unit=holder) if holder else False


@forbids(Move, "tdw:10.3")
def leaves_the_door(table: Table, move: Move) -> Because | bool:
    """A unit that held the door open does not move in that round."""
    holder = first_unit(table.units(move.units), lambda unit: unit.has_status("holds-the-door"))
    return because(unit=holder) if holder else False


def emergency_word(table: Table, step: Step) -> str:
    """How far an emergency retreat has got: to the door, or out."""
    if not is_emergency(step):
        return ""
    return DOOR if step.index == 0 else OUT
