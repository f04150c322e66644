"""Chapter 15, cavalry (15.5), in the book's order."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Attack, Play, Retreat, Support
from rulebook.facts import every, known, some
from rulebook.games.tgwe.battle import (
    Role,
    attackers,
    attacking_side,
    defender_who,
    defenders,
    has_enemy_fort,
    is_fortified_against,
    lent,
    supported_who,
)
from rulebook.games.tgwe.calendar import is_from
from rulebook.games.tgwe.ground import enemy_at, is_in_europe, leads_to_another_front, neighbours, theatre_of, touch
from rulebook.games.tgwe.lines import is_secondary_source, nation_of, served, serves_its_nation
from rulebook.games.tgwe.pieces import (
    is_british,
    is_cavalry,
    is_combat_unit,
    is_division,
    is_german,
    is_hq,
    is_infantry,
    is_on_the_map,
)
from rulebook.games.tgwe.sequence import COMBAT
from rulebook.games.tgwe.sequence import attacking_side as side_that_attacks
from rulebook.games.tgwe.shock_troops import reaches_the_arsenals
from rulebook.games.tgwe.sources import is_primary_source, likely_sources
from rulebook.games.tgwe.terrain_costs import is_barred_side, lies_off_the_map
from rulebook.games.tgwe.trenches import near_east_trenches_shelter, trench_modifier
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

Finder = Callable[[Role], Unit | None]
CONVERSION = "convert-cavalry"
BRITISH_ARE_BOUND_FROM = "D"
CLOSED_GROUND = ("sea", "lake", "alpine")
TOWNS = frozenset(("town", "city", "port"))


def _start(retreat: Retreat) -> str:
    return retreat.path[0]


def _end(retreat: Retreat) -> str:
    return retreat.path[-1]


# 15.51: who withdraws


@permits(Retreat, "tgwe:15.51")
def cavalry_may_withdraw(table: Table, retreat: Retreat) -> Because | bool:
    """Cavalry alone in the hex attacked may withdraw before combat if no cavalry attacks it."""
    free = every((
        lambda: not others_than_cavalry_withdraw(table, retreat),
        lambda: not withdraws_from_nowhere(table, retreat),
        lambda: not withdraws_from_beside_others(table, retreat),
        lambda: not withdraws_from_a_fort(table, retreat),
        lambda: not withdraws_before_cavalry(table, retreat),
    ))
    return because(at=_start(retreat)) if free else False


@forbids(Retreat, "tgwe:15.51")
def others_than_cavalry_withdraw(table: Table, retreat: Retreat) -> Because | bool:
    """Only cavalry withdraws before combat."""
    slow = first_unit(table.units(retreat.units), lambda unit: not is_cavalry(unit))
    return because(unit=slow) if slow else False


@forbids(Retreat, "tgwe:15.51")
def withdraws_from_nowhere(table: Table, retreat: Retreat) -> Because | bool:
    """Only cavalry in the hex attacked withdraws: none that is off the map."""
    gone = first_unit(table.units(retreat.units), lambda unit: not is_on_the_map(unit))
    return because(at=_start(retreat), unit=gone) if gone else False


@forbids(Retreat, "tgwe:15.51")
def withdraws_from_beside_others(table: Table, retreat: Retreat) -> Because | bool:
    """Cavalry withdraws only from a hex that it holds by itself."""
    side = table.unit(retreat.units[0]).side
    other = table.someone_at(_start(retreat), lambda unit: every((
        lambda: unit.side == side, lambda: not is_cavalry(unit)
    )))
    return because(at=_start(retreat), unit=other) if other else False


@forbids(Retreat, "tgwe:15.51")
def withdraws_from_a_fort(table: Table, retreat: Retreat) -> Because | bool:
    """Cavalry does not hold a fort by itself: the unit inside it (14.11) is there too."""
    enemy = table.game.enemy_of(table.unit(retreat.units[0]).side)
    return because(at=_start(retreat)) if has_enemy_fort(table, enemy, _start(retreat)) else False


@contested(withdraws_from_a_fort)
def fort_lets_cavalry_go(table: Table, retreat: Retreat) -> Because | bool:
    """The unit inside a fort is none that occupies the hex: the cavalry leaves it to defend alone."""
    return False


@forbids(Retreat, "tgwe:15.51")
def withdraws_before_cavalry(table: Table, retreat: Retreat) -> Because | bool:
    """Cavalry does not withdraw from attackers that have cavalry of their own."""
    chasing = first_unit(table.units(table.read("action.enemies", retreat.enemies)), is_cavalry)
    return because(unit=chasing) if chasing else False


@forbids(Retreat, "tgwe:15.51")
def withdraws_from_afar(table: Table, retreat: Retreat) -> Because | bool:
    """Cavalry withdraws from attackers, and those are next to its hex."""
    enemies = [unit for unit in table.units(table.read("action.enemies", retreat.enemies)) if is_combat_unit(unit)]
    far = first_unit(enemies, lambda unit: not touch(table, unit.hex, _start(retreat)))
    return because(at=_start(retreat), unit=far) if far else False


@forbids(Retreat, "tgwe:15.51")
def withdraws_unattacked(table: Table, retreat: Retreat) -> Because | bool:
    """Only defenders withdraw, in a combat phase, before the die is rolled."""
    if table.phase not in COMBAT:
        return because(phase=table.phase)
    side = side_that_attacks(table, theatre_of(table, _start(retreat)))
    attacker = first_unit(table.units(retreat.units), lambda unit: unit.side == side)
    return because(phase=table.phase) if attacker else False


# 15.52: how


@forbids(Retreat, "tgwe:15.52")
def withdraws_too_far(table: Table, retreat: Retreat) -> Because | bool:
    """Cavalry withdraws one hex."""
    return because(at=_end(retreat)) if len(retreat.path) > 2 else False


@forbids(Retreat, "tgwe:15.52")
def leaves_cavalry_behind(table: Table, retreat: Retreat) -> Because | bool:
    """All the cavalry in the hex withdraws."""
    side = table.unit(retreat.units[0]).side
    others = [unit for unit in table.units_at(_start(retreat)) if unit.id not in retreat.units]
    left = first_unit(others, lambda unit: unit.side == side and is_cavalry(unit))
    return because(at=_start(retreat), unit=left) if left else False


@forbids(Retreat, "tgwe:15.52")
def withdraws_into_the_enemy(table: Table, retreat: Retreat) -> Because | bool:
    """Cavalry withdraws, as it moves, into no hex that an enemy unit or fort holds."""
    side, there = table.unit(retreat.units[0]).side, _end(retreat)
    by = some((
        lambda: enemy_at(table, side, there), lambda: there if has_enemy_fort(table, side, there) else None
    ))
    return because(at=there, by=by) if by else False


@forbids(Retreat, "tgwe:15.52")
def withdraws_over_closed_ground(table: Table, retreat: Retreat) -> Because | bool:
    """Cavalry withdraws, as it moves, over no ground that is closed to it, and not off the map of its front."""
    here, there = retreat.path[-2:]
    shut = some((
        lambda: table.terrain(there) in CLOSED_GROUND,
        lambda: is_barred_side(table, here, there),
        lambda: lies_off_the_map(table, there) or leads_to_another_front(table, here, there),
    ))
    return because(at=there) if shut else False


@obliges(Retreat, "tgwe:15.52")
def withdraws_towards_supply(table: Table, retreat: Retreat) -> Because | bool:
    """If it can, cavalry withdraws nearer to a supply source of its side, of any kind."""
    return because(at=_end(retreat)) if table.phase in COMBAT else False


@forbids(Retreat, "tgwe:15.52")
def withdraws_away_from_supply(table: Table, retreat: Retreat) -> Because | bool:
    """Cavalry that can withdraw nearer to a supply source of its side, of any kind, withdraws nowhere else."""
    if len(retreat.path) > 2:
        return False
    start, end = retreat.path
    others = [near for near in neighbours(table, start) if near != end]
    better = every((
        lambda: not comes_nearer(table, retreat, end),
        lambda: some(partial(_is_better, table, retreat, near) for near in others),
    ))
    return because(at=end) if better else False


def comes_nearer(table: Table, retreat: Retreat, there: str) -> bool:
    """Whether a hex is nearer than the one left to a town, headquarters or primary source of the side."""
    unit, start = table.unit(retreat.units[0]), _start(retreat)
    nearer = [
        partial(_feeds, table, unit, number) for number in _places(table, unit, start)
        if table.distance(there, number) < table.distance(start, number)
    ]
    return any(map(known, nearer)) or _towns_may_lie_anywhere(table) or bool(some(nearer))


def _places(table: Table, unit: Unit, start: str) -> list[str]:
    """The hexes of the map that could be a supply source of the unit's side."""
    towns = [number for word in sorted(TOWNS) for number in table.listed_with(word)]
    towns += [number for number, facts in table.layout.map.hexes.items() if facts.features is None]
    staffs = [other.hex for other in table.units() if other.is_placed and known(partial(is_hq, other)) is not False]
    primary = likely_sources(table, served(unit).lines.army, start)
    return sorted({number for number in (*primary, *towns, *staffs) if number[:1] == start[:1]})


def _feeds(table: Table, unit: Unit, number: str) -> bool:
    return bool(some((
        lambda: is_primary_source(table, served(unit).lines.army, number),
        lambda: is_secondary_source(table, unit.side, number),
        lambda: first_unit(table.units_at(number), partial(serves_its_nation, table, unit.side, nation_of(unit))),
    )))


def _towns_may_lie_anywhere(table: Table) -> bool:
    """Whether the hexes that are not listed are towns; that one lies on the way back is assumed in ordinary play."""
    elsewhere = table.layout.map.elsewhere
    told = None if elsewhere is None else elsewhere.features
    return not TOWNS.isdisjoint(table.read("map.elsewhere.features", told, None, ("town",)))


def _is_better(table: Table, retreat: Retreat, near: str) -> bool:
    """Whether the cavalry may as well withdraw to a hex that is nearer to a supply source."""
    other = retreat.model_copy(update={"path": (_start(retreat), near)})
    bars = (rule for rule in table.game.rules_on(Retreat, "forbids") if rule is not withdraws_away_from_supply)
    return every((
        partial(comes_nearer, table, retreat, near), lambda: not some(partial(rule, table, other) for rule in bars)
    ))


# 15.54: what binds cavalry


@defines("tgwe:15.54")
def is_bound_cavalry(table: Table, unit: Unit, there: str) -> bool:
    """Cavalry is bound by limits; British cavalry only in Europe, from Strategic Turn D."""
    return every((
        lambda: is_cavalry(unit),
        lambda: not is_british(unit) or every((
            lambda: is_in_europe(table, there), lambda: is_from(table, BRITISH_ARE_BOUND_FROM)
        )),
    ))


@forbids(Attack, "tgwe:15.54")
def cavalry_charges_infantry(table: Table, attack: Attack) -> Because | bool:
    """Cavalry attacks infantry or a fortification only stacked with infantry that attacks with it."""
    barred = every((lambda: _bound_and_alone(table, attack), lambda: _is_firm(table, attack)))
    return because(at=attack.target, unit=_bound_and_alone(table, attack)) if barred else False


def _bound_and_alone(table: Table, attack: Attack) -> Unit | None:
    """An attacking cavalry unit that is bound by these limits and has no attacking infantry in its hex."""
    return first_unit(attackers(table, attack), lambda unit: every((
        lambda: is_cavalry(unit), lambda: not _infantry_beside(table, attack, unit),
        lambda: is_bound_cavalry(table, unit, attack.target),
    )))


def _infantry_beside(table: Table, attack: Attack, cavalry: Unit) -> Unit | None:
    return first_unit(attackers(table, attack), lambda unit: is_infantry(unit) and unit.hex == cavalry.hex)


def _is_firm(table: Table, attack: Attack) -> bool:
    """Whether enemy infantry or an intact fortification holds the hex."""
    return bool(some((
        lambda: defender_who(table, attack, is_infantry),
        lambda: is_fortified_against(table, attacking_side(table, attack), attack.target),
    )))


@forbids((Attack, Support), "tgwe:15.54")
def cavalry_alone_is_supported(table: Table, action: Attack | Support) -> Because | bool:
    """Cavalry that is not stacked with infantry has no support of a headquarters."""
    return _lone_cavalry(table, action, partial(_lone_one, table, action))


@contested(cavalry_alone_is_supported)
def nothing_but_cavalry_is_supported(table: Table, action: Attack | Support) -> Because | bool:
    """Support is barred only where nothing but such cavalry fights on that side."""
    return _lone_cavalry(table, action, partial(_lone_ones_only, table, action))


def _lone_one(table: Table, action: Attack | Support, role: Role) -> Unit | None:
    """Such cavalry in the battle; where the attackers are not told, others who could be among them may attack alone."""
    if isinstance(action, Support) and role == "attack":
        return _lone_ones_only(table, action, role)
    return supported_who(table, action, role, partial(_is_lone, table, action.target))


def _lone_ones_only(table: Table, action: Attack | Support, role: Role) -> Unit | None:
    others = supported_who(table, action, role, lambda unit: not _is_lone(table, action.target, unit))
    return None if others else supported_who(table, action, role, partial(_is_lone, table, action.target))


def _lone_cavalry(table: Table, action: Attack | Support, find: Finder) -> Because | bool:
    roles = {role for unit, role in lent(table, action) if is_hq(unit)}
    alone = some(partial(find, role) for role in sorted(roles))
    return because(at=action.target, unit=alone) if alone else False


def _is_lone(table: Table, there: str, unit: Unit) -> bool:
    return every((
        lambda: is_bound_cavalry(table, unit, there),
        lambda: not table.someone_at(unit.hex, lambda other: other.side == unit.side and is_infantry(other)),
    ))


@unless(trench_modifier, "tgwe:15.54")
def cavalry_spoils_the_trenches(table: Table, units: tuple[Unit, ...], number: str) -> bool:
    """Cavalry has no trenches, nor have the units stacked with it."""
    return first_unit(units, lambda unit: is_bound_cavalry(table, unit, number)) is not None


@unless(near_east_trenches_shelter, "tgwe:15.54")
def cavalry_spoils_the_near_east_trench(table: Table, attack: Attack) -> bool:
    """Nor has it those of the Near East, or the units stacked with it."""
    return first_unit(
        defenders(table, attack), lambda unit: is_bound_cavalry(table, unit, attack.target)
    ) is not None


# 15.55: conversion


@permits(Play, "tgwe:15.55")
def cavalry_becomes_infantry(table: Table, play: Play) -> Because | bool:
    """German cavalry divisions on the map become infantry for good, at no cost, in a new units phase."""
    free = play.event == CONVERSION and table.phase == "new-units"
    return because(units=table.units(play.units)) if free else False


def _dismounted(table: Table, play: Play) -> list[Unit]:
    return table.units(play.units) if play.event == CONVERSION else []


@forbids(Play, "tgwe:15.55")
def dismounts_out_of_phase(table: Table, play: Play) -> Because | bool:
    """Cavalry is converted in a new units phase."""
    wrong = play.event == CONVERSION and table.phase != "new-units"
    return because(phase=table.phase) if wrong else False


@forbids(Play, "tgwe:15.55")
def pays_for_dismounting(table: Table, play: Play) -> Because | bool:
    """The conversion of cavalry costs nothing."""
    return because(amount=play.points) if play.event == CONVERSION and play.points else False


@forbids(Play, "tgwe:15.55")
def dismounts_the_wrong_unit(table: Table, play: Play) -> Because | bool:
    """Only German cavalry divisions on the map are converted."""
    wrong = first_unit(_dismounted(table, play), lambda unit: not _can_dismount(table, unit))
    return because(unit=wrong) if wrong else False


def _can_dismount(table: Table, unit: Unit) -> bool:
    return every((
        lambda: is_german(unit), lambda: is_cavalry(unit), lambda: is_division(unit),
        lambda: not table.game.is_off_map(unit.facts),
    ))


@forbids(Play, "tgwe:15.55")
def dismounts_away_from_home(table: Table, play: Play) -> Because | bool:
    """Cavalry is converted only with a supply line to Berlin or to a hex of the Ruhr."""
    cut = first_unit(_dismounted(table, play), lambda unit: not reaches_the_arsenals(table, unit))
    return because(unit=cut) if cut else False
