"""Chapter 8, strategic movement (8.2 to 8.22), in the book's order."""

from functools import partial

from rulebook.actions import Move, Party, Step
from rulebook.facts import some
from rulebook.games.tsnp.condition import lacks_supply, movement_capacity
from rulebook.games.tsnp.control import controller
from rulebook.games.tsnp.forces import is_demoralized
from rulebook.games.tsnp.ground import has_terrain
from rulebook.games.tsnp.movement import STRATEGICALLY_ON_THE_ROAD, allowance_of, goes_by_road, side_of
from rulebook.games.tsnp.zones import meets_any_zone
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, contested, costs, forbids, replaces
from rulebook.table import Table, Unit

IN_A_TOWN = 1


def is_strategic(move: Move | Party) -> bool:
    return move.mode == "strategic"


# 8.2: twice as far, for those that may


@replaces(allowance_of, "tsnp:8.2")
def strategic_movement_doubles(table: Table, unit: Unit, mode: str | None) -> Sum | None:
    """A unit that moves strategically has twice its capacity."""
    if mode != "strategic":
        return None
    whole = movement_capacity(table, unit)
    return Sum((*whole.parts, Part(whole.total, "tsnp:8.2", mode)))


@forbids(Move, "tsnp:8.2")
def moves_strategically_unsupplied(table: Table, move: Move) -> Because | bool:
    """Only a supplied unit moves strategically."""
    if not is_strategic(move):
        return False
    starved = first_unit(table.units(move.units), partial(lacks_supply, table))
    return because(unit=starved) if starved else False


@forbids(Move, "tsnp:8.2")
def moves_strategically_demoralized(table: Table, move: Move) -> Because | bool:
    """No demoralized unit moves strategically."""
    if not is_strategic(move):
        return False
    shaken = first_unit(table.units(move.units), is_demoralized)
    return because(unit=shaken) if shaken else False


@forbids(Move, "tsnp:8.2")
def sets_out_in_contact(table: Table, move: Move) -> Because | bool:
    """No unit that starts next to an enemy unit moves strategically."""
    if not is_strategic(move):
        return False
    start = move.path[0] if move.path else table.unit(move.units[0]).hex
    side = side_of(table, move)
    by = some(partial(table.someone_at, near, lambda unit: unit.side != side) for near in table.around(start))
    return because(at=start, by=by) if by else False


@forbids(Step, "tsnp:8.2")
def enters_an_enemy_zone_strategically(table: Table, step: Step) -> Because | bool:
    """Strategic movement enters no enemy zone of control, strong or weak."""
    by = meets_any_zone(table, step, step.to) if is_strategic(step.move) else None
    return because(at=step.to, by=by) if by else False


@forbids(Step, "tsnp:8.2")
def leaves_its_own_ground(table: Table, step: Step) -> Because | bool:
    """Strategic movement enters only hexes that its own side controls, be it since this very turn."""
    if not is_strategic(step.move) or controller(table, step.to) == side_of(table, step.move):
        return False
    return because(at=step.to)


# 8.21: what it costs


@costs(Step, "tsnp:8.21")
def strategic_road_cost(table: Table, step: Step) -> float:
    """By strategic movement a hex that a road leads into costs half a point."""
    return STRATEGICALLY_ON_THE_ROAD if is_strategic(step.move) and goes_by_road(table, step) else 0


@contested(strategic_road_cost)
def strategic_road_or_town_cost(table: Table, step: Step) -> float:
    """By strategic movement a road hex costs half a point, and a town or city one point though a road leads into it."""
    if not is_strategic(step.move) or not goes_by_road(table, step):
        return 0
    built_up = some(partial(has_terrain, table, step.to, word) for word in ("town", "city"))
    return IN_A_TOWN if built_up else STRATEGICALLY_ON_THE_ROAD


# 8.22: not with other movement


@forbids(Move, "tsnp:8.22")
def mixes_two_ways_of_moving(table: Table, move: Move) -> Because | bool:
    """In one movement phase a unit moves either normally or strategically."""
    if move.mode == "breakthrough":
        return False
    words = ("moved", "moved-strategically") if is_strategic(move) else ("moved-strategically",)
    found = some(partial(_has_any, unit, words) for unit in table.units(move.units))
    return because(unit=found, mode=move.mode) if found else False


def _has_any(unit: Unit, words: tuple[str, ...]) -> Unit | None:
    return unit if some(partial(unit.has_status, word) for word in words) else None


@forbids(Move, "tsnp:8.22")
def moves_strategically_in_a_breakthrough(table: Table, move: Move) -> Because | bool:
    """There is no strategic movement in a breakthrough phase."""
    return because(phase="breakthrough") if is_strategic(move) and table.phase == "breakthrough" else False
