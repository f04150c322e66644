"""Chapter 10, zones of control, in the book's order."""

from functools import partial

from rulebook.actions import Move, Retreat, Step, Zoc
from rulebook.facts import every, some
from rulebook.games.sitw.pieces import is_agb, is_aircraft, is_tank
from rulebook.mechanics.units import first_unit
from rulebook.mechanics.zones import exerting_unit
from rulebook.rules import Because, because, contested, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

STEPS_LOST_IN_RETREAT = 1
MODES_ON_FOOT = ("regular", "infiltration")


# 10.1 and 10.2: who exerts a zone of control, and where


@defines("sitw:10.1")
def exerts_zoc_into(table: Table, unit: Unit, there: str) -> bool:
    """A land unit on the map controls the six hexes around its own."""
    return not table.game.is_off_map(unit.facts) and table.are_adjacent(unit.hex, there)


@unless(exerts_zoc_into, "sitw:10.1")
def has_no_zoc(table: Table, unit: Unit, there: str) -> bool:
    """Air units, tanks and the AGB exert no zone of control."""
    return is_aircraft(unit) or is_tank(unit) or is_agb(unit)


@unless(exerts_zoc_into, "sitw:10.2")
def sea_stops_zoc(table: Table, unit: Unit, there: str) -> bool:
    """A zone of control never crosses an all-sea side; no other terrain hinders it."""
    return table.side_has(unit.hex, there, "sea")


@forbids(Zoc, "sitw:10.1")
def exerts_no_zoc_there(table: Table, zoc: Zoc) -> Because | bool:
    """A unit without a zone of control, or too far away, controls nothing there."""
    idle = some(partial(_idle, table, unit, zoc.hex) for unit in table.units(zoc.units))
    return because(at=zoc.hex, unit=idle) if idle else False


def _idle(table: Table, unit: Unit, there: str) -> Unit | None:
    return None if exerts_zoc_into(table, unit, there) else unit


@permits(Zoc, "sitw:10.1")
def exerts_zoc_there(table: Table, zoc: Zoc) -> Because | bool:
    """A unit's zone of control reaches there; the zones of both sides may be in one hex."""
    return False if exerts_no_zoc_there(table, zoc) else because(at=zoc.hex)


@defines("sitw:10.1")
def enemy_zoc_by(table: Table, side: str, there: str) -> Unit | None:
    """One enemy unit's zone of control is enough to cover a hex: more of them make no difference."""
    return exerting_unit(table, exerts_zoc_into, table.game.enemy_of(side), there)


def is_friend_in(table: Table, side: str, there: str, but: tuple[str, ...] = ()) -> bool:
    """Whether a friendly unit, other than these, stands in the hex."""
    return bool(table.someone_at(there, lambda unit: unit.id not in but and unit.side == side))


# 10.3: strategic movement


@forbids(Step, "sitw:10.3")
def rails_through_enemy_zoc(table: Table, step: Step) -> Because | bool:
    """A unit on strategic movement passes through no enemy zone of control, friends there or not."""
    if step.move.mode != "strategic" or not _leaves_a_hex_it_entered(table, step):
        return False
    by = enemy_zoc_by(table, table.unit(step.move.units[0]).side, step.start)
    return because(at=step.start, by=by) if by else False


def _leaves_a_hex_it_entered(table: Table, step: Step) -> bool:
    """Whether the units came into the hex that they leave in this same move, from another hex or from off the map."""
    return step.index > 0 or _comes_from_off_the_map(table, step.move.units)


def _comes_from_off_the_map(table: Table, units: tuple[str, ...]) -> bool:
    return all(table.game.is_off_map(unit.facts) for unit in table.units(units))


def _line_holder(table: Table, move: Move, there: str) -> Unit | None:
    """A friendly unit, not of those that move, that is in the hex throughout the phase."""
    side = table.unit(move.units[0]).side
    found: Unit | None = table.someone_at(there, lambda unit: every((
        lambda: unit.id not in move.units, lambda: unit.side == side, lambda: not unit.has_status("railed")
    )))
    return found


def _unheld(table: Table, move: Move, there: str) -> Because | bool:
    side = table.unit(move.units[0]).side
    unheld = every((lambda: enemy_zoc_by(table, side, there), lambda: not _line_holder(table, move, there)))
    return because(at=there, by=enemy_zoc_by(table, side, there)) if unheld else False


def _rail_start(table: Table, move: Move) -> str | None:
    """The hex of the map in which a strategic move starts, where it is known."""
    if move.mode != "strategic" or _comes_from_off_the_map(table, move.units):
        return None
    return move.path[0] if move.path else table.unit(move.units[0]).facts.hex


def _rail_end(move: Move) -> str | None:
    return move.path[-1] if move.mode == "strategic" and move.path else None


@forbids(Move, "sitw:10.3")
def leaves_the_line_unheld(table: Table, move: Move) -> Because | bool:
    """A strategic move starts in an enemy zone of control only if another friendly unit stays there all phase."""
    start = _rail_start(table, move)
    return _unheld(table, move, start) if start else False


@forbids(Move, "sitw:10.3")
def rails_into_an_unheld_line(table: Table, move: Move) -> Because | bool:
    """A strategic move ends in an enemy zone of control only if another friendly unit is there all phase."""
    end = _rail_end(move)
    return _unheld(table, move, end) if end else False


@contested(rails_into_an_unheld_line)
def rails_into_any_enemy_zoc(table: Table, move: Move) -> Because | bool:
    """No strategic move enters an enemy zone of control, not even in its last hex."""
    end = _rail_end(move)
    by = enemy_zoc_by(table, table.unit(move.units[0]).side, end) if end else None
    return because(at=end, by=by) if by else False


@permits(Move, "sitw:10.3")
def a_friend_holds_the_line(table: Table, move: Move) -> Because | bool:
    """A strategic move may start or end in an enemy zone of control where another friendly unit stays."""
    ends = [number for number in (_rail_start(table, move), _rail_end(move)) if number]
    found = some(partial(_held, table, move, number) for number in ends)
    return found or False


def _held(table: Table, move: Move, there: str) -> Because | None:
    by = enemy_zoc_by(table, table.unit(move.units[0]).side, there)
    holder = _line_holder(table, move, there) if by else None
    return because(at=there, by=by, unit=holder) if holder else None


# 10.4 and 10.5: regular movement and infiltration


@forbids(Step, "sitw:10.4")
def goes_on_in_enemy_zoc(table: Table, step: Step) -> Because | bool:
    """A unit stops in the first hex under an enemy zone of control that it enters."""
    if step.move.mode not in MODES_ON_FOOT:
        return False
    side = table.unit(step.move.units[0]).side
    caught = every((lambda: _came_into_its_hex(table, step), lambda: enemy_zoc_by(table, side, step.start)))
    return because(at=step.start, by=enemy_zoc_by(table, side, step.start), to=step.to) if caught else False


def _came_into_its_hex(table: Table, step: Step) -> bool:
    """Whether the units entered the hex that they leave in this phase, be it before their stack paused there."""
    if _leaves_a_hex_it_entered(table, step):
        return True
    units = table.units(step.move.units)
    return step.move.mode == "regular" and bool(first_unit(units, lambda unit: unit.has_status("paused")))


@forbids(Step, "sitw:10.4")
def goes_from_zoc_to_zoc(table: Table, step: Step) -> Because | bool:
    """A unit that starts in an enemy zone of control may leave it only for a hex free of them."""
    if step.move.mode not in MODES_ON_FOOT:
        return False
    side = table.unit(step.move.units[0]).side
    both = every((
        lambda: not _came_into_its_hex(table, step),
        lambda: enemy_zoc_by(table, side, step.start),
        lambda: enemy_zoc_by(table, side, step.to),
    ))
    return because(at=step.to, by=enemy_zoc_by(table, side, step.to), start=step.start) if both else False


@unless(goes_on_in_enemy_zoc, "sitw:10.5")
def infiltrators_ignore_zoc(table: Table, step: Step) -> bool:
    """Infiltrating units pay no heed to zones of control."""
    return step.move.mode == "infiltration"


@unless(goes_from_zoc_to_zoc, "sitw:10.5")
def infiltrators_pass_from_zoc_to_zoc(table: Table, step: Step) -> bool:
    """Infiltrating units may go from one enemy zone of control into another."""
    return step.move.mode == "infiltration"


# 10.6: retreat


@obliges(Retreat, "sitw:10.6")
def loses_a_step_in_enemy_zoc(table: Table, retreat: Retreat) -> Because | bool:
    """A force that retreats into an un-negated enemy zone of control gives up one step in all."""
    there = retreat.path[-1]
    side = table.unit(retreat.units[0]).side
    caught = every((
        lambda: enemy_zoc_by(table, side, there), lambda: not is_friend_in(table, side, there, retreat.units)
    ))
    return because(at=there, amount=STEPS_LOST_IN_RETREAT, by=enemy_zoc_by(table, side, there)) if caught else False


@permits(Retreat, "sitw:10.6")
def friends_negate_zoc_for_retreat(table: Table, retreat: Retreat) -> Because | bool:
    """A friendly unit in the hex negates the enemy zone of control for a retreat."""
    there = retreat.path[-1]
    side = table.unit(retreat.units[0]).side
    safe = every((
        lambda: enemy_zoc_by(table, side, there), lambda: is_friend_in(table, side, there, retreat.units)
    ))
    return because(at=there, by=enemy_zoc_by(table, side, there)) if safe else False


# 10.7: supply


@defines("sitw:10.7")
def is_closed_by_enemy_zoc(table: Table, side: str, there: str) -> bool:
    """No supply line runs through an enemy zone of control, unless a friendly unit negates it."""
    return every((lambda: enemy_zoc_by(table, side, there), lambda: not is_friend_in(table, side, there)))
