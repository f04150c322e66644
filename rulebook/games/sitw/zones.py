"""Chapter 10, zones of control, in the book's order."""

from functools import partial

from rulebook.actions import Retreat, Step, Zoc
from rulebook.facts import every, some
from rulebook.games.sitw.pieces import is_agb, is_aircraft, is_tank
from rulebook.mechanics.zones import exerting_unit
from rulebook.rules import Because, because, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit


@defines("sitw:10.1")
def exerts_zoc_into(table: Table, unit: Unit, there: str) -> bool:
    """A land unit controls the six hexes around its own."""
    return table.are_adjacent(unit.hex, there)


@unless(exerts_zoc_into, "sitw:10.1")
def has_no_zoc(table: Table, unit: Unit, there: str) -> bool:
    """Air units, tanks and the AGB exert no zone of control."""
    return is_aircraft(unit) or is_tank(unit) or is_agb(unit)


@unless(exerts_zoc_into, "sitw:10.2")
def sea_stops_zoc(table: Table, unit: Unit, there: str) -> bool:
    """A zone of control never crosses an all-sea side; no other terrain hinders it."""
    return table.are_adjacent(unit.hex, there) and table.side_has(unit.hex, there, "sea")


@forbids(Zoc, "sitw:10.1")
def exerts_no_zoc_there(table: Table, zoc: Zoc) -> Because | bool:
    """A unit without a zone of control, or too far away, controls nothing there."""
    idle = some(partial(_idle, table, unit, zoc.hex) for unit in table.units(zoc.units))
    return because(at=zoc.hex, unit=idle) if idle else False


def _idle(table: Table, unit: Unit, there: str) -> Unit | None:
    return None if exerts_zoc_into(table, unit, there) else unit


def enemy_zoc_by(table: Table, side: str, there: str) -> Unit | None:
    """The enemy unit whose zone of control covers a hex, friends there or not."""
    return exerting_unit(table, exerts_zoc_into, table.game.enemy_of(side), there)


def is_friend_in(table: Table, side: str, there: str, but: tuple[str, ...] = ()) -> bool:
    """Whether a friendly unit, other than these, stands in the hex."""
    return bool(table.someone_at(there, lambda unit: unit.id not in but and unit.side == side))


@defines("sitw:10.7")
def is_closed_by_enemy_zoc(table: Table, side: str, there: str) -> bool:
    """No supply line runs through an enemy zone of control, unless a friendly unit negates it."""
    return every((lambda: enemy_zoc_by(table, side, there), lambda: not is_friend_in(table, side, there)))


@forbids(Step, "sitw:10.3")
def rails_through_enemy_zoc(table: Table, step: Step) -> Because | bool:
    """A unit on strategic movement passes through no enemy zone of control, friends there or not."""
    if step.move.mode != "strategic" or step.index == 0:
        return False
    side = table.unit(step.move.units[0]).side
    by = enemy_zoc_by(table, side, step.start)
    return because(at=step.start, by=by) if by else False


@forbids(Step, "sitw:10.4")
def goes_on_in_enemy_zoc(table: Table, step: Step) -> Because | bool:
    """A unit stops in the first hex under an enemy zone of control that it enters."""
    if step.move.mode == "strategic" or step.index == 0:
        return False
    by = enemy_zoc_by(table, table.unit(step.move.units[0]).side, step.start)
    return because(at=step.start, by=by, to=step.to) if by else False


@forbids(Step, "sitw:10.4")
def goes_from_zoc_to_zoc(table: Table, step: Step) -> Because | bool:
    """A unit that starts in an enemy zone of control may leave it only for a hex free of them."""
    if step.move.mode == "strategic" or step.index > 0:
        return False
    side = table.unit(step.move.units[0]).side
    both = every((lambda: enemy_zoc_by(table, side, step.start), lambda: enemy_zoc_by(table, side, step.to)))
    return because(at=step.to, by=enemy_zoc_by(table, side, step.to), start=step.start) if both else False


@unless(goes_on_in_enemy_zoc, "sitw:10.5")
def infiltrators_ignore_zoc(table: Table, step: Step) -> bool:
    """Infiltrating units pay no heed to zones of control."""
    return step.move.mode == "infiltration"


@unless(goes_from_zoc_to_zoc, "sitw:10.5")
def infiltrators_pass_from_zoc_to_zoc(table: Table, step: Step) -> bool:
    """Infiltrating units may go from one enemy zone of control into another."""
    return step.move.mode == "infiltration"


@obliges(Retreat, "sitw:10.6")
def loses_a_step_in_enemy_zoc(table: Table, retreat: Retreat) -> Because | bool:
    """A force that retreats into an un-negated enemy zone of control gives up one step in all."""
    there = retreat.path[-1]
    side = table.unit(retreat.units[0]).side
    caught = every((
        lambda: enemy_zoc_by(table, side, there), lambda: not is_friend_in(table, side, there, retreat.units)
    ))
    return because(at=there, amount=1, by=enemy_zoc_by(table, side, there)) if caught else False


@permits(Retreat, "sitw:10.6")
def friends_negate_zoc_for_retreat(table: Table, retreat: Retreat) -> Because | bool:
    """A friendly unit in the hex negates the enemy zone of control for a retreat."""
    there = retreat.path[-1]
    side = table.unit(retreat.units[0]).side
    safe = every((
        lambda: enemy_zoc_by(table, side, there), lambda: is_friend_in(table, side, there, retreat.units)
    ))
    return because(at=there, by=enemy_zoc_by(table, side, there)) if safe else False
