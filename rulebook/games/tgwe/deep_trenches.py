"""Chapter 10, advances against trenches of -2 (10.71): what holds the attackers back, and what opens the way."""

from functools import partial

from rulebook.actions import Advance
from rulebook.facts import every, some
from rulebook.games.tgwe.air import air_balance, gives_air_support
from rulebook.games.tgwe.battle import attacker_who, hq_that_helped, lent_before, side_of, won
from rulebook.games.tgwe.battle_events import FIRE_AND_MINES, GAS, TACTICS, helped_these_attackers
from rulebook.games.tgwe.calendar import is_from
from rulebook.games.tgwe.ground import is_on
from rulebook.games.tgwe.movement import is_allied_tank
from rulebook.games.tgwe.pieces import is_air, is_anti_tank, is_combat_unit, is_hq, is_tank, support_of
from rulebook.games.tgwe.shock_troops import is_assault
from rulebook.games.tgwe.supply import is_out_of_supply, is_supplied
from rulebook.games.tgwe.trenches import trench_modifier
from rulebook.games.tgwe.unit_events import front_of_aircraft
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, unless
from rulebook.table import Table, Unit

DEEP_TRENCHES, FIRST_DEEP_TRENCHES = -2, "D"
COMBAT_EVENTS = (*GAS, *FIRE_AND_MINES, *TACTICS)


@forbids(Advance, "tgwe:10.71")
def advances_against_deep_trenches(table: Table, advance: Advance) -> Because | bool:
    """On the Western Front nobody advances against defenders whose trenches are worth -2."""
    there = won(advance)
    held_back = every((
        lambda: is_on(table, there, "western"),
        lambda: is_from(table, FIRST_DEEP_TRENCHES),
        lambda: (trench_modifier(table, _those_dug_in(table, advance), there) or 0) <= DEEP_TRENCHES,
    ))
    return because(at=there) if held_back else False


def _enemies(table: Table, advance: Advance) -> list[Unit]:
    """Those who defended the hex, be they lost since."""
    return table.units(table.read("action.enemies", advance.enemies))


def _those_dug_in(table: Table, advance: Advance) -> tuple[Unit, ...]:
    """The combat units among them: a headquarters that was in the hex did not defend it (15.63)."""
    return tuple(unit for unit in _enemies(table, advance) if is_combat_unit(unit))


@defines("tgwe:15.24")
def may_open_the_way(table: Table, unit: Unit) -> bool:
    """Tanks of either side open the way."""
    return is_tank(unit)


@contested(may_open_the_way)
def may_open_the_way_for_the_allies(table: Table, unit: Unit) -> bool:
    """Only Allied attacks have this benefit of tanks, as 15.24 puts it."""
    return is_allied_tank(unit)


@unless(advances_against_deep_trenches, "tgwe:15.24")
def tanks_open_the_way(table: Table, advance: Advance) -> bool:
    """A tank unit in the attack, be it lost, lets the attackers advance, unless a supplied anti-tank unit defended."""
    return every((
        lambda: attacker_who(table, advance, partial(may_open_the_way, table)),
        lambda: not first_unit(_enemies(table, advance), partial(_stops_tanks, table)),
    ))


@contested(tanks_open_the_way)
def any_anti_tank_unit_bars_the_way(table: Table, advance: Advance) -> bool:
    """Any anti-tank unit in the hex, supplied or not, takes the tanks' help away (10.71)."""
    return every((
        lambda: attacker_who(table, advance, partial(may_open_the_way, table)),
        lambda: not first_unit(_enemies(table, advance), is_anti_tank),
    ))


def _stops_tanks(table: Table, unit: Unit) -> bool:
    """Whether a unit that defended stopped tanks; one lost since has no hex from which to trace what it drew then."""
    return every((
        lambda: is_anti_tank(unit),
        lambda: not is_out_of_supply(table, unit) if unit.is_placed else unit.supply != "oos",
    ))


@unless(advances_against_deep_trenches, "tgwe:15.44")
def assault_troops_open_the_way(table: Table, advance: Advance) -> bool:
    """An assault unit in the attack, be it lost, lets the attackers advance."""
    return attacker_who(table, advance, lambda unit: is_assault(table, unit, won(advance))) is not None


@unless(advances_against_deep_trenches, "tgwe:10.46")
def headquarters_opens_the_way(table: Table, advance: Advance) -> bool:
    """A headquarters that supported the attack lets the attackers advance, unless one supported the defence."""
    return every((
        lambda: hq_that_helped(table, advance, partial(is_supplied, table)),
        lambda: not first_unit(lent_before(table, advance, "against"), partial(_is_enemy_hq, table, advance)),
    ))


def _is_enemy_hq(table: Table, advance: Advance, unit: Unit) -> bool:
    """Whether a unit is a headquarters of the defenders, with guns."""
    return every((
        lambda: is_hq(unit), lambda: unit.side != side_of(table, advance), lambda: support_of(unit) > 0,
    ))


@unless(advances_against_deep_trenches, "tgwe:15.18")
def aircraft_open_the_way(table: Table, advance: Advance) -> bool:
    """Aircraft in support of the attack let the attackers advance if they gave them their +1."""
    return air_balance(_flown(table, advance, "support"), _flown(table, advance, "against")) > 0


@contested(aircraft_open_the_way)
def any_aircraft_open_the_way(table: Table, advance: Advance) -> bool:
    """Aircraft in support of the attack let the attackers advance, cancelled or not (6.3)."""
    return first_unit(_flown(table, advance, "support"), gives_air_support) is not None


def _flown(table: Table, advance: Advance, field: str) -> list[Unit]:
    """The aircraft that were named in support of their own side, and could fly there."""
    return [unit for unit in lent_before(table, advance, field) if _could_fly(table, advance, field, unit)]


def _could_fly(table: Table, advance: Advance, field: str, unit: Unit) -> bool:
    """Whether a unit is an aircraft of that side and front (6.3), and is not kept for Germany (15.14)."""
    return every((
        lambda: is_air(unit), lambda: (unit.side == side_of(table, advance)) == (field == "support"),
        lambda: not unit.has_status("home-defense"),
        lambda: is_on(table, won(advance), front_of_aircraft(table, unit)),
    ))


@unless(advances_against_deep_trenches, "tgwe:10.71")
def combat_events_open_the_way(table: Table, advance: Advance) -> bool:
    """Gas, fire, mines, Hurricane Bombardment, The System and Bruchmuller let the attackers whom they serve advance."""
    return bool(some(partial(helped_these_attackers, table, advance, word) for word in COMBAT_EVENTS))


@unless(advances_against_deep_trenches, "tgwe:10.71")
def allies_advance_freely(table: Table, advance: Advance) -> bool:
    """The Allies advance freely once they choose the initiative."""
    return every((
        lambda: side_of(table, advance) == "allied", lambda: table.has_event("allies-choose-initiative")
    ))


@unless(advances_against_deep_trenches, "tgwe:10.71")
def players_ignore_the_limits(table: Table, advance: Advance) -> bool:
    """Players may agree to ignore these limits."""
    return table.has_option("10.71")
