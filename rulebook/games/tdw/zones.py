"""Chapter 7, zones of control, in the book's order."""

from functools import partial

from rulebook.actions import Advance, Move, Retreat, Step, Zoc
from rulebook.facts import every, some
from rulebook.games.tdw.components import is_infantry
from rulebook.games.tdw.ground import friend_at, is_joined_by_road, is_unbridged_river
from rulebook.games.tdw.pieces import is_allied, is_armor, is_delay, is_engineer, is_vdh
from rulebook.mechanics.units import first_unit
from rulebook.mechanics.zones import exerting_unit
from rulebook.rules import Because, because, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

WOODED = ("woods", "forest")
STEPS_LOST_IN_RETREAT = 1
LAST_TURN_OF_THE_150TH = 3
LEAVE = "leave"


# 7.1 and 7.2: who exerts a zone of control, and where


@defines("tdw:7.1")
def exerts_zoc_into(table: Table, unit: Unit, there: str) -> bool:
    """A combat unit on the map controls all the hexes around its own."""
    return not table.game.is_off_map(unit.facts) and table.are_adjacent(unit.hex, there)


@unless(exerts_zoc_into, "tdw:7.1")
def has_a_circled_strength(table: Table, unit: Unit, there: str) -> bool:
    """A unit whose attack or defence strength is printed in a circle has no zone of control."""
    return unit.has_status("circled")


@unless(exerts_zoc_into, "tdw:2.3.1.1")
def is_a_third_step(table: Table, unit: Unit, there: str) -> bool:
    """The separate counter of a third step has no zone of control."""
    return unit.has_status("third-step")


@unless(exerts_zoc_into, "tdw:12.4.1")
def engineers_have_no_zoc(table: Table, unit: Unit, there: str) -> bool:
    """Engineers are no combat units: they have no zone of control."""
    return is_engineer(unit)


@unless(exerts_zoc_into, "tdw:12.7")
def vdh_has_no_zoc(table: Table, unit: Unit, there: str) -> bool:
    """Von der Heydte's paratroops have no zone of control."""
    return is_vdh(unit)


@unless(exerts_zoc_into, "tdw:12.9.1")
def delay_has_no_zoc(table: Table, unit: Unit, there: str) -> bool:
    """US Delay has no zone of control."""
    return is_delay(unit)


@unless(exerts_zoc_into, "tdw:7.2")
def river_stops_zoc(table: Table, unit: Unit, there: str) -> bool:
    """A zone of control does not cross a river that no bridge spans."""
    return is_unbridged_river(table, unit.hex, there)


@unless(exerts_zoc_into, "tdw:7.2")
def woods_stop_the_zoc_of_armor(table: Table, unit: Unit, there: str) -> bool:
    """The zone of control of armor does not reach into woods or forest, except along a road."""
    return every((
        lambda: is_armor(unit),
        lambda: table.terrain(there) in WOODED,
        lambda: not is_joined_by_road(table, unit.hex, there),
    ))


@unless(exerts_zoc_into, "tdw:7.2")
def westwall_stops_the_zoc_of_allies(table: Table, unit: Unit, there: str) -> bool:
    """The zone of control of an Allied unit other than infantry does not reach into the Westwall."""
    return every((
        lambda: is_allied(unit),
        lambda: not is_infantry(table, unit),
        lambda: table.has_feature(there, "westwall"),
    ))


@defines("tdw:7.1")
def enemy_zoc_by(table: Table, side: str, there: str) -> Unit | None:
    """One enemy unit whose zone of control reaches a hex is enough; friends are not affected."""
    return exerting_unit(table, exerts_zoc_into, table.game.enemy_of(side), there)


@forbids(Zoc, "tdw:7.1")
def exerts_no_zoc_there(table: Table, zoc: Zoc) -> Because | bool:
    """A unit controls nothing there if neither it nor any unit of its stack has a zone of control that reaches."""
    idle = first_unit(table.units(zoc.units), lambda unit: not zoc_of_the_stack(table, unit, zoc.hex))
    return because(at=zoc.hex, unit=idle) if idle else False


@defines("tdw:7.1")
def zoc_of_the_stack(table: Table, unit: Unit, there: str) -> Unit | None:
    """If one unit of a stack has a zone of control, the whole stack is taken to have it."""
    found: Unit | None = some((
        lambda: unit if exerts_zoc_into(table, unit, there) else None,
        lambda: unit.is_placed and table.someone_at(unit.hex, lambda other: exerts_zoc_into(table, other, there)),
    ))
    return found


@permits(Zoc, "tdw:7.1")
def exerts_zoc_there(table: Table, zoc: Zoc) -> Because | bool:
    """A unit's zone of control, or that of its stack, reaches there."""
    by = [zoc_of_the_stack(table, unit, zoc.hex) for unit in table.units(zoc.units)]
    return because(at=zoc.hex, by=by) if all(by) else False


# 7.3: what an enemy zone does to those who move


@forbids(Step, "tdw:7.3")
def goes_on_in_enemy_zoc(table: Table, step: Step) -> Because | bool:
    """A unit stops in the first hex under an enemy zone of control that it enters."""
    if step.index == 0:
        return False
    by = enemy_zoc_by(table, table.unit(step.move.units[0]).side, step.start)
    return because(at=step.start, by=by, to=step.to) if by else False


@forbids(Step, "tdw:7.3")
def moves_from_zone_to_zone(table: Table, step: Step) -> Because | bool:
    """A unit that starts in an enemy zone of control may not move straight into another."""
    if step.index > 0:
        return False
    side = table.unit(step.move.units[0]).side
    both = every((partial(enemy_zoc_by, table, side, step.start), partial(enemy_zoc_by, table, side, step.to)))
    return because(at=step.to, by=enemy_zoc_by(table, side, step.to), start=step.start) if both else False


@defines("tdw:7.3")
def has_leave_to_pass(table: Table, unit: Unit) -> bool:
    """Once in the first three turns the German 150th Panzer Brigade may pass enemy zones of control."""
    return every((
        lambda: unit.side == "german",
        lambda: table.turn <= LAST_TURN_OF_THE_150TH,
        lambda: unit.has_status("150-brigade"),
        lambda: not table.has_event("150-brigade-used"),
    ))


@unless(moves_from_zone_to_zone, "tdw:7.3")
def the_150th_passes_from_zone_to_zone(table: Table, step: Step) -> bool:
    """The 150th Panzer Brigade may start in an enemy zone, move straight into another and stop there."""
    return bool(has_leave_to_pass(table, table.unit(step.move.units[0])))


@unless(goes_on_in_enemy_zoc, "tdw:7.3")
def the_150th_goes_through_a_zone(table: Table, step: Step) -> bool:
    """The 150th Panzer Brigade may enter an enemy zone and go on, if the next hex is in none; not twice."""
    unit = table.unit(step.move.units[0])
    return every((
        partial(has_leave_to_pass, table, unit),
        lambda: LEAVE not in step.carried.split(),
        lambda: not enemy_zoc_by(table, unit.side, step.to),
    ))


def leave_word(table: Table, step: Step) -> str:
    """What a path carries of the leave of the 150th Panzer Brigade: whether it was used on the way."""
    unit = table.unit(step.move.units[0])
    uses = every((
        partial(has_leave_to_pass, table, unit),
        lambda: some((lambda: LEAVE in step.carried.split(), partial(_passes_a_zone, table, unit.side, step))),
    ))
    return LEAVE if uses else ""


def _passes_a_zone(table: Table, side: str, step: Step) -> bool:
    """Whether a step goes on from an enemy zone that the unit entered, or from the one it began in into another."""
    return every((
        partial(enemy_zoc_by, table, side, step.start),
        lambda: step.index > 0 or enemy_zoc_by(table, side, step.to),
    ))


@obliges(Move, "tdw:7.3")
def uses_up_the_leave_of_the_150th(table: Table, move: Move) -> Because | bool:
    """The 150th Panzer Brigade passes enemy zones but once in the game."""
    unit = table.unit(move.units[0])
    used = move.mode != "emergency" and every((
        partial(has_leave_to_pass, table, unit),
        lambda: some(partial(_passes_a_zone, table, unit.side, step) for step in move.steps),
    ))
    return because(unit=unit) if used else False


@permits(Move, "tdw:7.3")
def need_not_fight_in_enemy_zoc(table: Table, move: Move) -> Because | bool:
    """An enemy zone of control never forces combat."""
    by = enemy_zoc_by(table, table.unit(move.units[0]).side, move.path[-1]) if move.path else None
    return because(at=move.path[-1], by=by) if move.path and by else False


@permits(Advance, "tdw:7.3")
def advances_from_zone_to_zone(table: Table, advance: Advance) -> Because | bool:
    """An advance after combat may go from one enemy zone of control into another."""
    unit = table.unit(advance.units[0])
    both = every((
        lambda: unit.is_placed,
        lambda: enemy_zoc_by(table, unit.side, unit.hex),
        lambda: enemy_zoc_by(table, unit.side, advance.to),
    ))
    return because(at=advance.to, start=unit.hex) if both else False


# 7.3: retreat and supply, for which an enemy zone can be cancelled


@defines("tdw:7.3")
def cancels_enemy_zoc(table: Table, side: str, there: str, but: tuple[str, ...] = ()) -> bool:
    """For retreat and supply friendly combat units, other than those that retreat, cancel zones in their hex."""
    return bool(some((
        partial(friend_at, table, side, there, but),
        lambda: side == "german" and table.has_feature(there, "westwall"),
    )))


@defines("tdw:7.3")
def uncancelled_zoc_by(table: Table, side: str, there: str, but: tuple[str, ...] = ()) -> Unit | None:
    """The enemy unit whose zone of control covers a hex for retreat and supply, unless it is cancelled there."""
    covered = every((
        partial(enemy_zoc_by, table, side, there), lambda: not cancels_enemy_zoc(table, side, there, but)
    ))
    by: Unit | None = enemy_zoc_by(table, side, there) if covered else None
    return by


@obliges(Retreat, "tdw:7.3")
def loses_a_step_in_enemy_zoc(table: Table, retreat: Retreat) -> Because | bool:
    """A stack that retreats through enemy zones of control loses one step in all, however many units it has."""
    side = table.unit(retreat.units[0]).side
    found = some(partial(_caught_in, table, side, there, retreat.units) for there in retreat.path[1:])
    return because(at=found[0], amount=STEPS_LOST_IN_RETREAT, by=found[1]) if found else False


def _caught_in(table: Table, side: str, there: str, but: tuple[str, ...]) -> tuple[str, Unit] | None:
    by = uncancelled_zoc_by(table, side, there, but)
    return (there, by) if by else None


@permits(Retreat, "tdw:7.3")
def retreats_through_a_cancelled_zone(table: Table, retreat: Retreat) -> Because | bool:
    """Friendly combat units, and for the Germans the Westwall, cancel enemy zones in their hex for a retreat."""
    side = table.unit(retreat.units[0]).side
    found = some(partial(_spared_in, table, side, there, retreat.units) for there in retreat.path[1:])
    return because(at=found[0], by=found[1]) if found else False


def _spared_in(table: Table, side: str, there: str, but: tuple[str, ...]) -> tuple[str, Unit] | None:
    by: Unit | None = enemy_zoc_by(table, side, there)
    return (there, by) if by and cancels_enemy_zoc(table, side, there, but) else None
