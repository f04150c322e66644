"""Chapter 15, tanks and anti-tank units (15.2, 15.3), in the book's order."""

from functools import partial

from rulebook.actions import Attack, Place, Play, Replace
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import attackers, defender_who
from rulebook.games.tgwe.fallen import returns
from rulebook.games.tgwe.ground import is_on
from rulebook.games.tgwe.national_limits import OPERATING, Operating, comers
from rulebook.games.tgwe.pieces import is_anti_tank, is_combat_unit, is_german, is_tank, tank_bonus
from rulebook.games.tgwe.supply import is_out_of_supply, is_supplied
from rulebook.games.tgwe.terrain_costs import is_weather
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, forbids, modifies, permits, unless
from rulebook.table import Table, Unit

NO_TANK_GROUND = ("marsh", "mountain", "pass", "alpine", "forest")
GERMAN_TANK_FRONTS = ("western", "eastern")


def _tanks(table: Table, attack: Attack) -> list[Unit]:
    return [unit for unit in attackers(table, attack) if is_tank(unit)]


# 15.21: entry


@permits(Place, "tgwe:15.21")
def tanks_enter_with_the_new_units(table: Table, place: Place) -> Because | bool:
    """Tanks that were drawn wait in the Available Units Box and are placed like other new units."""
    if place.unit is None or not is_tank(table.unit(place.unit)):
        return False
    return because(at=place.hex, unit=place.unit) if table.phase == "new-units" else False


# 15.22 and 15.23: in attack


@forbids(Attack, "tgwe:15.22")
def tanks_attack_without_friends(table: Table, attack: Attack) -> Because | bool:
    """Tanks attack only if stacked with another combat unit of their nation that is no tank."""
    alone = first_unit(_tanks(table, attack), lambda tank: not _friend_of(table, tank))
    return because(at=attack.target, unit=alone) if alone else False


def _friend_of(table: Table, tank: Unit) -> Unit | None:
    found: Unit | None = table.someone_at(tank.hex, lambda unit: every((
        lambda: is_combat_unit(unit), lambda: not is_tank(unit), lambda: unit.army == tank.army
    )))
    return found


@modifies(Attack, "tgwe:15.23")
def tanks_roll_forward(table: Table, attack: Attack) -> Because | bool:
    """Supplied tanks add the number printed on them; of several only the highest counts."""
    supplied = [tank for tank in _tanks(table, attack) if is_supplied(table, tank)]
    best = max((tank_bonus(tank) for tank in supplied), default=0)
    return because(at=attack.target, amount=best) if best else False


# 15.24: what tanks cannot do


@forbids(Attack, "tgwe:15.24")
def tanks_attack_alone(table: Table, attack: Attack) -> Because | bool:
    """Tanks never attack by themselves."""
    alone = every(partial(is_tank, unit) for unit in attackers(table, attack))
    return because(at=attack.target) if alone else False


@forbids(Attack, "tgwe:15.24")
def tanks_attack_bad_ground(table: Table, attack: Attack) -> Because | bool:
    """Tanks attack no marsh, mountain, alpine or forest hex, and no flood plain when it is wet."""
    tanks = _tanks(table, attack)
    if not tanks:
        return False
    terrain = table.terrain(attack.target)
    barred = terrain in NO_TANK_GROUND or (terrain == "flood-plain" and is_weather(table, attack.target, "wet"))
    return because(at=attack.target, unit=tanks[0], terrain=terrain) if barred else False


# 15.25: where tanks serve


@forbids(OPERATING, "tgwe:15.25")
def tanks_leave_their_fronts(table: Table, action: Operating) -> Because | bool:
    """Allied tanks serve on the Western Front, the German tank unit there or on the Eastern Front."""
    units, number = comers(table, action)
    stray = first_unit(units, lambda unit: every((
        partial(is_tank, unit), lambda: not is_on(table, number, *_fronts_of(unit))
    )))
    return because(at=number, unit=stray) if stray else False


@forbids(Play, "tgwe:15.25")
def tanks_go_into_the_transit_box(table: Table, play: Play) -> Because | bool:
    """Nor do tanks go into the Transit Box, which leads to the Near East."""
    tank = first_unit(table.units(play.units), is_tank) if play.event == "to-transit-box" else None
    return because(unit=tank) if tank else False


@contested(tanks_go_into_the_transit_box)
def box_is_open_to_tanks(table: Table, play: Play) -> Because | bool:
    """The Box is no front: the German tank unit may go into it, and come back to the Eastern Front (9.13)."""
    return False


def _fronts_of(tank: Unit) -> tuple[str, ...]:
    return GERMAN_TANK_FRONTS if is_german(tank) else ("western",)


# 15.26: replacement


@forbids(Replace, "tgwe:15.26")
def replaces_a_tank_lost_for_good(table: Table, replace: Replace) -> Because | bool:
    """The British experimental tank battalion and the German tank unit are never replaced."""
    tank = table.unit(replace.unit)
    return because(unit=tank) if _is_never_replaced(tank) else False


def _is_never_replaced(unit: Unit) -> bool:
    return is_tank(unit) and bool(some((lambda: is_german(unit), lambda: unit.has_status("experimental-tanks"))))


@forbids(Place, "tgwe:15.26")
def tank_lost_for_good_returns(table: Table, place: Place) -> Because | bool:
    """Nor do they come back on the map, be they called rebuilt or, once lost, new."""
    tank = table.unit(place.unit) if place.unit else None
    back = tank is not None and every((
        partial(_is_never_replaced, tank), partial(returns, table, place, tank),
    ))
    return because(unit=tank) if back else False


# 15.31 and 15.32: anti-tank units


@forbids(Place, "tgwe:15.31")
def anti_tank_unit_goes_elsewhere(table: Table, place: Place) -> Because | bool:
    """The three anti-tank units are placed on the Western Front."""
    if place.unit is None or not is_anti_tank(table.unit(place.unit)):
        return False
    return because(at=place.hex, unit=place.unit) if not is_on(table, place.hex, "western") else False


@forbids(Attack, "tgwe:15.32")
def anti_tank_units_attack(table: Table, attack: Attack) -> Because | bool:
    """An anti-tank unit has no attack factor: it does not attack."""
    wrong = first_unit(attackers(table, attack), is_anti_tank)
    return because(at=attack.target, unit=wrong) if wrong else False


# 15.33: what they do


@unless(tanks_roll_forward, "tgwe:15.33")
def anti_tank_unit_stops_tanks(table: Table, attack: Attack) -> bool:
    """A supplied anti-tank unit in the defending hex cancels the modifiers of all tanks."""
    return defender_who(table, attack, lambda unit: every((
        lambda: is_anti_tank(unit), lambda: not is_out_of_supply(table, unit)
    ))) is not None


@permits(Replace, "tgwe:15.33")
def anti_tank_units_are_replaced(table: Table, replace: Replace) -> Because | bool:
    """Anti-tank units are replaced like any other."""
    unit = table.unit(replace.unit)
    return because(unit=unit) if is_anti_tank(unit) else False
