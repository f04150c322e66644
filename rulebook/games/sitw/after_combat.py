"""Chapter 13, retreat and advance after combat (13.30, 13.33, 13.34), in the book's order."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Advance, Attack, Losses, Move, Retreat
from rulebook.facts import every, known, some
from rulebook.games.sitw.combat import COMBAT_PHASES
from rulebook.games.sitw.movement import is_off_map
from rulebook.games.sitw.pieces import is_absent, is_agb, is_aircraft
from rulebook.games.sitw.results import comrades_unnamed, is_newcomer, keeps_a_step
from rulebook.games.sitw.stacking import breaks_a_limit
from rulebook.games.sitw.tank_ground import BANS_ON_TANKS
from rulebook.mechanics.units import apart, first_unit, parted
from rulebook.rules import Because, because, forbids, permits
from rulebook.table import Table, Unit


def _side(table: Table, action: Retreat | Advance | Losses) -> str:
    return table.unit(action.units[0]).side


def _enemy_in(table: Table, side: str, there: str) -> Unit | None:
    found: Unit | None = table.someone_at(there, lambda unit: unit.side != side)
    return found


def is_closed(table: Table, start: str, to: str) -> bool:
    """Whether the sea or Holland bars the way: no one gets there but across an all-sea or Dutch side."""
    facts: tuple[Callable[[], bool], ...] = (
        lambda: table.side_has(start, to, "sea"),
        lambda: table.side_has(start, to, "dutch"),
        lambda: known(lambda: table.terrain(to)) == "sea",
        lambda: known(lambda: table.country(to)) == "holland",
    )
    return bool(some(facts))


# 13.4: who was in one battle


@forbids(Losses, "sitw:13.4")
def defends_in_several_hexes(table: Table, losses: Losses) -> Because | bool:
    """One hex is attacked in a battle: units of another have no part in its losses."""
    if losses.role != "defender" or len(losses.units) == 1:
        return False
    there = [unit for unit in table.units(losses.units) if not known(partial(is_absent, unit))]
    two = apart(unit for unit in there if not known(partial(is_aircraft, unit)))
    return because(unit=two[0], other=two[1]) if two else False


@forbids(Losses, "sitw:13.4")
def attackers_share_no_hex(table: Table, losses: Losses) -> Because | bool:
    """The attackers come from the hexes around the one attacked: units too far apart for that shared no battle."""
    if losses.role != "attacker":
        return False
    two = parted(table, (unit for unit in table.units(losses.units) if known(partial(is_agb, unit)) is False))
    return because(unit=two[0], other=two[1]) if two else False


# 13.30: the defender's retreat


def _way_back(table: Table, action: Retreat | Losses) -> tuple[str, str] | None:
    """Where a retreat starts and where it goes; None if no retreat is told, or its units are posted where it went."""
    if isinstance(action, Retreat):
        return action.path[0], action.path[1]
    if not action.retreats or action.to is None:
        return None
    start = table.unit(action.units[0]).hex
    return (start, action.to) if start != action.to else None


@permits(Retreat, "sitw:13.30")
def retreat_pays_one_point(table: Table, retreat: Retreat) -> Because | bool:
    """The retreat of the whole force, at no movement cost, satisfies one loss point."""
    defends = every((lambda: table.phase in COMBAT_PHASES, lambda: _side(table, retreat) != table.active))
    return because(at=retreat.path[-1], amount=1) if defends else False


@forbids((Retreat, Losses), "sitw:13.30")
def retreats_without_a_battle(table: Table, action: Retreat | Losses) -> Because | bool:
    """Units retreat only from a battle, in a combat phase."""
    if isinstance(action, Losses) and not action.retreats:
        return False
    return because(phase=table.phase) if table.phase not in COMBAT_PHASES else False


@forbids(Retreat, "sitw:13.30")
def retreats_though_off_the_map(table: Table, retreat: Retreat) -> Because | bool:
    """Only units that defended, and so are on the map, retreat."""
    absent = first_unit(table.units(retreat.units), lambda unit: not unit.is_placed and is_off_map(unit))
    return because(unit=absent) if absent else False


@forbids(Retreat, "sitw:13.30")
def attackers_never_retreat(table: Table, retreat: Retreat) -> Because | bool:
    """Only the defender may retreat, never the player whose turn it is."""
    return because(side=table.active) if _side(table, retreat) == table.active else False


@forbids(Retreat, "sitw:13.30")
def retreats_too_far(table: Table, retreat: Retreat) -> Because | bool:
    """A retreat is of one hex, no more."""
    return because(at=retreat.path[-1], hexes=len(retreat.path) - 1) if len(retreat.path) > 2 else False


@forbids(Losses, "sitw:13.30")
def retreats_out_of_reach(table: Table, losses: Losses) -> Because | bool:
    """Loss points are saved only by a retreat into an adjacent hex."""
    way = _way_back(table, losses)
    return because(at=way[1], start=way[0]) if way and not table.are_adjacent(*way) else False


@forbids(Losses, "sitw:13.30")
def retreats_into_a_full_hex(table: Table, losses: Losses) -> Because | bool:
    """What is left of the force retreats onto friends only within the stacking limits."""
    way = _way_back(table, losses)
    if way is None or not breaks_a_limit(table, way[1], tuple(table.units(losses.units))):
        return False
    left = tuple(unit for unit in table.units(losses.units) if keeps_a_step(losses, unit))
    return breaks_a_limit(table, way[1], left) or False


@forbids((Retreat, Losses), "sitw:13.30")
def leaves_comrades_behind(table: Table, action: Retreat | Losses) -> Because | bool:
    """All the units that defended go, or all stay."""
    left = _left_behind(table, action) if _tells_of_a_retreat(table, action) else None
    return because(at=left.hex, unit=left) if left else False


def _tells_of_a_retreat(table: Table, action: Retreat | Losses) -> bool:
    """Whether defenders retreat from where they are posted, be it told where to or not."""
    if isinstance(action, Retreat):
        return True
    return action.retreats and action.role == "defender" and table.unit(action.units[0]).facts.hex != action.to


def _left_behind(table: Table, action: Retreat | Losses) -> Unit | None:
    if isinstance(action, Losses):
        return next(iter(comrades_unnamed(table, action)), None)
    left: Unit | None = table.someone_at(action.path[0], partial(_defended_too, action))
    return left


def _defended_too(retreat: Retreat, unit: Unit) -> bool:
    """Whoever retreated into the hex before took no part in its defense."""
    return unit.id not in retreat.units and not unit.has_status("retreated")


@forbids((Retreat, Losses), "sitw:13.30")
def retreats_again(table: Table, action: Retreat | Losses) -> Because | bool:
    """Units that retreated before in the phase are eliminated where another retreat would be due."""
    again = _retreated_before(table, action) if _tells_of_a_retreat(table, action) else None
    return because(at=again.facts.hex, unit=again) if again else False


def _retreated_before(table: Table, action: Retreat | Losses) -> Unit | None:
    """A newcomer among those that go; units whose losses are told count as defenders unless some are known not to."""
    units = table.units(action.units)
    if isinstance(action, Retreat):
        return first_unit(units, lambda unit: unit.has_status("retreated"))
    return None if all(map(is_newcomer, units)) else first_unit(units, is_newcomer)


@forbids((Retreat, Losses), "sitw:13.30")
def retreats_onto_the_enemy(table: Table, action: Retreat | Losses) -> Because | bool:
    """Units retreat into a hex that is empty or held by friends."""
    way = _way_back(table, action)
    by = _enemy_in(table, _side(table, action), way[1]) if way else None
    return because(at=way[1], by=by) if way and by else False


@forbids((Retreat, Losses), "sitw:13.30")
def retreats_where_nobody_may_go(table: Table, action: Retreat | Losses) -> Because | bool:
    """No unit retreats across an all-sea or Dutch side."""
    way = _way_back(table, action)
    return because(at=way[1], start=way[0]) if way and is_closed(table, *way) else False


# 13.33: the attackers' advance


@permits(Advance, "sitw:13.33")
def victors_may_advance(table: Table, advance: Advance) -> Because | bool:
    """Surviving attackers, all or some, may move at once and at no cost into the hex that the defenders left."""
    empty = every((
        lambda: table.phase in COMBAT_PHASES,
        lambda: _side(table, advance) == table.active,
        lambda: not _enemy_in(table, _side(table, advance), advance.to),
    ))
    return because(at=advance.to) if empty else False


@forbids(Advance, "sitw:13.33")
def advances_without_a_battle(table: Table, advance: Advance) -> Because | bool:
    """Units advance only in the first and the second combat phase."""
    return because(phase=table.phase) if table.phase not in COMBAT_PHASES else False


@forbids(Advance, "sitw:13.33")
def defenders_never_advance(table: Table, advance: Advance) -> Because | bool:
    """Victorious defenders never advance: they hold their ground."""
    idle = first_unit(table.units(advance.units), lambda unit: unit.side != table.active)
    return because(at=advance.to, unit=idle) if idle else False


@forbids(Advance, "sitw:13.33")
def bystanders_advance(table: Table, advance: Advance) -> Because | bool:
    """Only surviving units of the attack advance."""
    idle = first_unit(table.units(advance.units), _is_no_surviving_attacker)
    return because(at=advance.to, unit=idle) if idle else False


def _is_no_surviving_attacker(unit: Unit) -> bool:
    eliminated = not unit.is_placed and unit.has_status("dead-pile")
    return eliminated or not unit.has_status("has-attacked", ordinary=True)


@forbids(Advance, "sitw:13.33")
def advances_a_second_time(table: Table, advance: Advance) -> Because | bool:
    """One battle gives one advance: who advanced in the first combat phase has no other battle to follow up in it."""
    done = first_unit(table.units(advance.units), lambda unit: every((
        lambda: unit.has_status("advanced"), lambda: table.phase == "first-combat"
    )))
    return because(at=advance.to, unit=done) if done else False


@forbids(Advance, "sitw:13.33")
def advances_from_afar(table: Table, advance: Advance) -> Because | bool:
    """Units advance into the hex they attacked, next to their own."""
    far = first_unit(table.units(advance.units), lambda unit: not table.are_adjacent(unit.hex, advance.to))
    return because(at=advance.to, unit=far) if far else False


@forbids(Advance, "sitw:13.33")
def hex_is_still_defended(table: Table, advance: Advance) -> Because | bool:
    """Units advance only into a hex that no defender holds any more."""
    by = _enemy_in(table, _side(table, advance), advance.to)
    return because(at=advance.to, by=by) if by else False


@forbids(Advance, "sitw:13.33")
def advances_where_nobody_may_go(table: Table, advance: Advance) -> Because | bool:
    """No unit advances across an all-sea or Dutch side, any more than it retreats there."""
    stopped = first_unit(table.units(advance.units), lambda unit: is_closed(table, unit.hex, advance.to))
    return because(at=advance.to, unit=stopped) if stopped else False


@forbids(Advance, "sitw:13.33")
def tanks_advance_where_they_could_not_attack(table: Table, advance: Advance) -> Because | bool:
    """Only attackers of the hex advance into it: no tank that may not attack there."""
    find = partial(_barred_tank, table.as_posted() if table.ordinary else table, advance)
    tank: Unit | None = known(find) if table.ordinary else find()
    return because(at=advance.to, unit=tank) if tank else False


def _barred_tank(table: Table, advance: Advance) -> Unit | None:
    return first_unit(table.units(advance.units), partial(_may_not_attack, table, advance.to))


def _may_not_attack(table: Table, there: str, unit: Unit) -> bool:
    """Whether the ground keeps a tank from attacking a hex (13.18 to 13.32)."""
    attack = Attack(type="attack", units=(unit.id,), target=there)
    return bool(some(partial(ban, table, attack) for ban in BANS_ON_TANKS))


# 13.34: and then infiltration


@permits(Move, "sitw:13.34")
def infiltrates_after_an_advance(table: Table, move: Move) -> Because | bool:
    """A unit that advanced in the first combat phase may still infiltrate, if it is able to."""
    if move.mode != "infiltration":
        return False
    advanced = first_unit(table.units(move.units), lambda unit: unit.has_status("advanced"))
    return because(unit=advanced) if advanced else False
