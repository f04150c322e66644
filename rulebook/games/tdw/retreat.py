"""Chapter 11, retreat after combat (11.4, with 9.2), in the book's order."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from rulebook.actions import Losses, Retreat
from rulebook.facts import every, known, some, those
from rulebook.games.tdw.boundaries import crosses_an_army_boundary, leaves_the_british_zone, the_14th_strays
from rulebook.games.tdw.bridges import armor_fights_its_way_over_at_ouren
from rulebook.games.tdw.ground import enemy_next_to, friend_at
from rulebook.games.tdw.held import crosses_the_meuse_too_soon, goes_too_far_from_j
from rulebook.games.tdw.losses import is_immobile, is_lost
from rulebook.games.tdw.retreat_ways import (
    RETREAT,
    enemy_in,
    is_closed_to,
    is_fit_end,
    leads_to_the_enemy_edge,
    only_a_boundary_bars,
    way_home,
    way_without_zones,
)
from rulebook.games.tdw.stacking import (
    is_over_the_limit,
    stack_in,
    stacks_british_with_americans,
    stacks_us_corps_together,
)
from rulebook.games.tdw.zones import uncancelled_zoc_by
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

STEPS_FOR_ZONES = 1

Seek = Callable[[Table, Unit, str, tuple[str, ...]], list[str] | None]


def _side(table: Table, retreat: Retreat) -> str:
    return table.unit(retreat.units[0]).side


def _hexes(retreat: Retreat) -> int:
    return len(retreat.path) - 1


# 11.4: who, and how far


@forbids((Retreat, Losses), "tdw:11.4")
def attackers_retreat(table: Table, action: Retreat | Losses) -> Because | bool:
    """Only defenders retreat."""
    if isinstance(action, Losses):
        return because(units=list(action.units)) if action.role == "attacker" and action.retreats else False
    own = first_unit(table.units(action.units), lambda unit: unit.side == table.active)
    return because(at=action.path[-1], units=[own]) if own else False


@forbids(Retreat, "tdw:11.4")
def retreats_too_short(table: Table, retreat: Retreat) -> Because | bool:
    """Units retreat two hexes."""
    return because(at=retreat.path[-1], hexes=_hexes(retreat)) if _hexes(retreat) < RETREAT else False


@unless(retreats_too_short, "tdw:9.2")
def boundary_cuts_the_retreat_short(table: Table, retreat: Retreat) -> bool:
    """Germans whom an army boundary alone keeps from going on stop short of it, and lose a step instead."""
    return every(partial(only_a_boundary_bars, table, unit, retreat.path[0]) for unit in table.units(retreat.units))


@defines("tdw:11.4")
def can_end_in(table: Table, retreat: Retreat, there: str) -> bool:
    """A retreat ends where no enemy unit is adjacent, nor engineers of another corps stand."""
    return every(partial(is_fit_end, table, unit, there) for unit in table.units(retreat.units))


@unless(can_end_in, "tdw:6.2")
def hex_is_overstacked(table: Table, retreat: Retreat, there: str) -> bool:
    """Units forced into an overstacked hex may go on until they enter one that is not."""
    arriving = tuple(table.units(retreat.units))
    return bool(some((
        lambda: is_over_the_limit(table, stack_in(table, there, arriving)), partial(table.others_may_be, arriving)
    )))


@forbids(Retreat, "tdw:11.4")
def retreats_further_than_it_need(table: Table, retreat: Retreat) -> Because | bool:
    """Units go further than two hexes only where they cannot end sooner."""
    fit = some(partial(_fit_end, table, retreat, there) for there in retreat.path[RETREAT:-1])
    return because(at=fit, hexes=_hexes(retreat)) if fit else False


def _fit_end(table: Table, retreat: Retreat, there: str) -> str | None:
    return there if can_end_in(table, retreat, there) else None


@forbids(Retreat, "tdw:11.4")
def retreats_in_a_circle(table: Table, retreat: Retreat) -> Because | bool:
    """A retreat leads away: no hex is entered twice, least of all the one that was lost."""
    again = next((there for index, there in enumerate(retreat.path) if there in retreat.path[:index]), None)
    return because(at=again) if again else False


# 11.4: what it may not pass


@forbids(Retreat, "tdw:11.4")
def retreats_through_enemies(table: Table, retreat: Retreat) -> Because | bool:
    """No retreat goes through enemy units."""
    by = some(partial(enemy_in, table, _side(table, retreat), there) for there in retreat.path[1:])
    return because(at=by.hex, by=by) if by else False


@forbids(Retreat, "tdw:11.4")
def retreats_over_closed_ground(table: Table, retreat: Retreat) -> Because | bool:
    """No retreat goes into or through ground that the unit may not enter or cross."""
    there = some(
        partial(_closed, table, unit, *step) for unit in table.units(retreat.units) for step in pairwise(retreat.path)
    )
    return because(at=there) if there else False


def _closed(table: Table, unit: Unit, here: str, there: str) -> str | None:
    return there if is_closed_to(table, unit, here, there) else None


@forbids(Retreat, "tdw:11.4")
def ends_next_to_an_enemy(table: Table, retreat: Retreat) -> Because | bool:
    """A retreat does not end next to an enemy unit."""
    by = enemy_next_to(table, _side(table, retreat), retreat.path[-1])
    return because(at=retreat.path[-1], by=by) if by else False


# 11.4: enemy zones


def _zone_on_the_way(table: Table, retreat: Retreat) -> str | None:
    """The first hex of the way under an enemy zone of control that no friend cancels."""
    found: str | None = some(partial(_under_a_zone, table, retreat, there) for there in retreat.path[1:])
    return found


def _under_a_zone(table: Table, retreat: Retreat, there: str) -> str | None:
    return there if uncancelled_zoc_by(table, _side(table, retreat), there, retreat.units) else None


@forbids(Retreat, "tdw:11.4")
def retreats_through_zones_needlessly(table: Table, retreat: Retreat) -> Because | bool:
    """Units avoid enemy zones of control where another way lets them."""
    there = _zone_on_the_way(table, retreat)
    if there is None:
        return False
    better = _better_way(table, retreat, way_without_zones)
    return because(at=there, unit=better[0], way=better[1]) if better else False


def _better_way(table: Table, retreat: Retreat, seek: Seek) -> tuple[Unit, list[str]] | None:
    """The first unit that has such a way back, and the way."""
    found: tuple[Unit, list[str]] | None = some(
        partial(_unit_and_way, table, retreat, seek, unit) for unit in table.units(retreat.units)
    )
    return found


def _unit_and_way(table: Table, retreat: Retreat, seek: Seek, unit: Unit) -> tuple[Unit, list[str]] | None:
    way = seek(table, unit, retreat.path[0], retreat.units)
    return (unit, way) if way else None


@obliges(Retreat, "tdw:11.4")
def zones_cost_the_stack_a_step(table: Table, retreat: Retreat) -> Because | bool:
    """A retreat through any number of enemy zones costs the whole stack one more step."""
    hexes = those(retreat.path[1:], partial(_under_a_zone, table, retreat))
    return because(at=hexes[0], amount=STEPS_FOR_ZONES, hexes=hexes) if hexes else False


@computes(Retreat, "steps", "tdw:11.4")
def steps_of_the_retreat(table: Table, retreat: Retreat) -> int:
    """What the way costs the stack besides the result: a step for enemy zones, one for each hex a boundary saves."""
    zones = STEPS_FOR_ZONES if _zone_on_the_way(table, retreat) else 0
    return zones + max(0, RETREAT - _hexes(retreat))


@forbids(Losses, "tdw:11.4")
def goes_where_no_retreat_leads(table: Table, losses: Losses) -> Because | bool:
    """The way told with losses is held to what a retreat is held to."""
    if losses.role == "attacker" or not losses.retreats or not losses.trail:
        return False
    going = [unit for unit in table.units(losses.units) if known(partial(_goes, table, losses, unit)) is not False]
    astray = bool(going) and every((
        partial(_is_no_way_for, table, going, losses.trail),
        *(partial(_goes, table, losses, unit) for unit in going),
    ))
    return because(at=losses.trail[-1], unit=going[0]) if astray else False


def _goes(table: Table, losses: Losses, unit: Unit) -> bool:
    """Whether a unit lives and can go."""
    return every((lambda: not is_immobile(table, unit), lambda: not is_lost(losses, unit)))


def _is_no_way_for(table: Table, going: list[Unit], trail: tuple[str, ...]) -> bool:
    """Whether units may not go the way told, or it is none: each hex is next to the one before."""
    path = (going[0].hex, *trail)
    retreat = Retreat(type="retreat", units=tuple(unit.id for unit in going), path=path)
    return bool(some((
        lambda: not every(partial(table.are_adjacent, *step) for step in pairwise(path)),
        *(partial(rule, table, retreat) for rule in BARS_OF_THE_WAY),
    )))


# 11.4: which way


@forbids(Retreat, "tdw:11.4")
def retreats_towards_the_enemy(table: Table, retreat: Retreat) -> Because | bool:
    """Germans do not retreat west, nor Allies east, while another way is free of enemies, zones and closed ground."""
    there = next((there for here, there in pairwise(retreat.path) if _leads_astray(table, retreat, here, there)), None)
    if there is None:
        return False
    better = _better_way(table, retreat, way_home)
    return because(at=there, unit=better[0], way=better[1]) if better else False


def _leads_astray(table: Table, retreat: Retreat, here: str, there: str) -> bool:
    return leads_to_the_enemy_edge(table, _side(table, retreat), here, there)


@permits(Retreat, "tdw:11.4")
def stack_may_part(table: Table, retreat: Retreat) -> Because | bool:
    """The units of a stack may retreat to different hexes, each by the same rules."""
    other = friend_at(table, _side(table, retreat), retreat.path[0], retreat.units)
    return because(at=retreat.path[-1], unit=other) if other else False


# What bars a way, be it told with the retreat or with the losses.
BARS_OF_THE_WAY = (
    stacks_british_with_americans, stacks_us_corps_together, crosses_an_army_boundary, leaves_the_british_zone,
    the_14th_strays, crosses_the_meuse_too_soon, goes_too_far_from_j, armor_fights_its_way_over_at_ouren,
    retreats_too_short, retreats_further_than_it_need, retreats_in_a_circle, retreats_through_enemies,
    retreats_over_closed_ground, ends_next_to_an_enemy, retreats_through_zones_needlessly, retreats_towards_the_enemy,
)
