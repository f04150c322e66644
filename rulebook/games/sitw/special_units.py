"""Chapter 14, tanks, artillery and air units, in the book's order."""

from functools import partial

from rulebook.actions import (
    ActionModel,
    Advance,
    Attack,
    Losses,
    Move,
    Place,
    Replace,
    Retreat,
    Sequence,
    Step,
    Support,
    unit_ids,
)
from rulebook.facts import every, known, some
from rulebook.games.sitw.combat import AGB_RANGE, attackers
from rulebook.games.sitw.movement import natural_terrain
from rulebook.games.sitw.pieces import is_absent, is_agb, is_aircraft, is_infantry, is_tank
from rulebook.games.sitw.results import can_give_up_steps, keeps_a_step, steps_taken
from rulebook.mechanics.units import Test, first_unit
from rulebook.rules import Because, because, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

CLOSED_TO_THE_AGB = ("marsh", "mountain")
MOVEMENT_PHASES = ("strategic-movement", "regular-movement")
WITHOUT_SUPPORT = ("unsupplied", "fortress")


def _first(units: list[Unit], kind: Test, test: Test) -> Unit | None:
    """The first unit of a kind that passes a test."""
    return first_unit(units, lambda unit: every((lambda: kind(unit), lambda: test(unit))))


# 14.1: tanks


@forbids(Losses, "sitw:14.1")
def others_lose_before_tanks(table: Table, losses: Losses) -> Because | bool:
    """In an attack no other unit gives up a step while a tank that took part is left."""
    if losses.role != "attacker":
        return False
    units, paying = table.units(losses.units), table.units(tuple(steps_taken(losses)))
    wrong = every((lambda: _other_than(paying, is_tank), lambda: _spared(losses, units, is_tank)))
    return because(unit=_spared(losses, units, is_tank), payer=_other_than(paying, is_tank)) if wrong else False


def _other_than(units: list[Unit], kind: Test) -> Unit | None:
    return first_unit(units, lambda unit: not kind(unit))


def _spared(losses: Losses, units: list[Unit], kind: Test) -> Unit | None:
    """The first unit of a kind with steps left after these losses."""
    return _first(units, kind, lambda unit: keeps_a_step(losses, unit))


@permits(Replace, "sitw:14.1")
def tanks_come_back_any_number_of_times(table: Table, replace: Replace) -> Because | bool:
    """Replacements may bring tanks back from the dead pile any number of times."""
    unit = table.unit(replace.unit)
    lost = every((lambda: is_tank(unit), lambda: unit.has_status("dead-pile")))
    return because(unit=unit) if lost else False


@forbids(Attack, "sitw:14.1")
def tank_attacks_without_infantry(table: Table, attack: Attack) -> Because | bool:
    """A tank attacks only stacked with an infantry step of its own nationality that joins the same attack."""
    units = attackers(table, attack)
    alone = _first(units, is_tank, lambda tank: not first_unit(units, lambda unit: _accompanies(unit, tank)))
    return because(at=attack.target, unit=alone) if alone else False


def _accompanies(unit: Unit, tank: Unit) -> bool:
    return every((lambda: is_infantry(unit), lambda: unit.hex == tank.hex, lambda: unit.army == tank.army))


@forbids(Losses, "sitw:14.1")
def tank_loses_in_an_attack_it_could_not_make(table: Table, losses: Losses) -> Because | bool:
    """An attack of which tanks share the losses is one that infantry of their nationality, in their hex, shares too."""
    if losses.role != "attacker":
        return False
    units = [unit for unit in table.units(losses.units) if not known(partial(is_absent, unit))]
    alone = _first(units, is_tank, lambda tank: not first_unit(units, lambda unit: _accompanies(unit, tank)))
    return because(unit=alone) if alone else False


@forbids(Advance, "sitw:14.1")
def tank_advances_without_having_attacked(table: Table, advance: Advance) -> Because | bool:
    """A tank that no infantry of its nationality attacked with has attacked nobody, and does not advance."""
    find = partial(_lone_tank, table.as_posted() if table.ordinary else table, advance)
    tank: Unit | None = known(find) if table.ordinary else find()
    return because(at=advance.to, unit=tank) if tank else False


def _lone_tank(table: Table, advance: Advance) -> Unit | None:
    """Tanks are lost first: one that is left still has its infantry, in its hex or gone into the one that was won."""
    units = table.units(advance.units)
    return _first(units, is_tank, lambda tank: not some(
        partial(table.someone_at, there, partial(_attacked_with, tank)) for there in (tank.hex, advance.to)
    ))


def _attacked_with(tank: Unit, unit: Unit) -> bool:
    return every((
        lambda: is_infantry(unit), lambda: unit.army == tank.army, lambda: unit.has_status("has-attacked"),
    ))


# 14.2: the AGB on the move


def is_next_to_the_allies(table: Table, there: str) -> Unit | None:
    """The first Allied unit in a hex next to this one."""
    found: Unit | None = some(partial(table.someone_at, near, _is_allied) for near in table.around(there))
    return found


def _is_allied(unit: Unit) -> bool:
    return unit.side == "allied"


def is_flooded(table: Table, there: str) -> bool:
    """Whether wet weather has turned the flood plain into marsh."""
    return every((lambda: table.terrain(there) == "flood-plain", lambda: table.weather == "wet"))


@forbids(Step, "sitw:14.2")
def agb_goes_next_to_the_enemy(table: Table, step: Step) -> Because | bool:
    """The AGB is never moved by choice into a hex next to an Allied unit."""
    units = table.units(step.move.units)
    if not every((lambda: first_unit(units, is_agb), lambda: is_next_to_the_allies(table, step.to))):
        return False
    return because(at=step.to, unit=first_unit(units, is_agb), by=is_next_to_the_allies(table, step.to))


@forbids(Move, "sitw:14.2")
def agb_infiltrates(table: Table, move: Move) -> Because | bool:
    """The AGB cannot infiltrate."""
    gun = first_unit(table.units(move.units), is_agb) if move.mode == "infiltration" else None
    return because(unit=gun) if gun else False


@obliges(Sequence, "sitw:14.2")
def flooded_agb_must_leave(table: Table, sequence: Sequence) -> Because | bool:
    """An AGB whose flood plain turns to marsh must be moved, or begin to move, straight to dry ground."""
    if table.phase not in MOVEMENT_PHASES or table.active != "german":
        return False
    gun = _first(table.units(), is_agb, lambda unit: unit.is_placed and is_flooded(table, unit.hex))
    return because(at=gun.hex, unit=gun) if gun else False


# 14.3: the AGB in battle


@forbids((Retreat, Losses), "sitw:14.3")
def agb_retreats(table: Table, action: Retreat | Losses) -> Because | bool:
    """The AGB cannot retreat after combat, and a retreat takes all or none."""
    if isinstance(action, Losses) and not action.retreats:
        return False
    gun = first_unit(table.units(action.units), is_agb)
    return because(unit=gun) if gun else False


@forbids(Losses, "sitw:14.3")
def agb_is_not_the_last_step_lost(table: Table, losses: Losses) -> Because | bool:
    """The AGB must be the last step given up to pay loss points."""
    gun = first_unit(table.units(tuple(steps_taken(losses))), is_agb)
    if gun is None:
        return False
    others = [unit for unit in table.units(losses.units) if unit != gun]
    spared = _spared(losses, others, lambda unit: can_give_up_steps(table, losses, unit))
    return because(unit=gun, spared=spared) if spared else False


@unless(can_give_up_steps, "sitw:14.3")
def supporting_agb_gives_up_no_step(table: Table, losses: Losses, unit: Unit) -> bool:
    """The AGB does not attack: only when it is attacked does it share the fate of its stack."""
    return losses.role == "attacker" and is_agb(unit)


@forbids(Losses, "sitw:14.3")
def agb_pays_for_an_attack(table: Table, losses: Losses) -> Because | bool:
    """An AGB that supports an attack is no attacking unit: it pays none of its losses."""
    if losses.role != "attacker":
        return False
    gun = first_unit(table.units(tuple(steps_taken(losses))), is_agb)
    return because(unit=gun) if gun else False


@forbids(Attack, "sitw:14.3")
def agb_attacks_by_itself(table: Table, attack: Attack) -> Because | bool:
    """The AGB does not attack: it lends its factor to an attack."""
    gun = first_unit(attackers(table, attack), is_agb)
    return because(at=attack.target, unit=gun) if gun else False


def supporting(table: Table, action: Attack | Support) -> list[Unit]:
    """The units that support either side of a battle."""
    if isinstance(action, Support):
        return table.units(action.units)
    return table.units((*(action.support or ()), *(action.against or ())))


@forbids((Attack, Support), "sitw:14.3")
def supports_without_being_able(table: Table, action: Attack | Support) -> Because | bool:
    """Only the AGB and air units lend support to a battle."""
    unable = first_unit(supporting(table, action), lambda unit: not is_agb(unit) and not is_aircraft(unit))
    return because(at=action.target, unit=unable) if unable else False


@forbids((Attack, Support), "sitw:14.3")
def agb_supports_a_defense(table: Table, action: Attack | Support) -> Because | bool:
    """The AGB supports German attacks only, in the German combat phases."""
    gun = first_unit(supporting(table, action), is_agb)
    if gun is None:
        return False
    defends = action.role == "defense" if isinstance(action, Support) else gun.id in (action.against or ())
    return because(at=action.target, unit=gun) if defends or table.active != "german" else False


def _agb_that(table: Table, action: Attack | Support, test: Test) -> Unit | None:
    return _first(supporting(table, action), is_agb, test)


@forbids((Attack, Support), "sitw:14.3")
def agb_supports_twice(table: Table, action: Attack | Support) -> Because | bool:
    """The AGB supports one attack in each combat phase; what it does not use there is lost."""
    gun = _agb_that(table, action, lambda unit: unit.has_status("used"))
    return because(at=action.target, unit=gun) if gun else False


@forbids((Attack, Support), "sitw:14.3")
def agb_supports_short_of_supply(table: Table, action: Attack | Support) -> Because | bool:
    """The AGB gives no support while it is unsupplied or draws fortress supply."""
    gun = _agb_that(table, action, lambda unit: unit.supply in WITHOUT_SUPPORT)
    return because(at=action.target, unit=gun, supply=gun.supply) if gun else False


@forbids((Attack, Support), "sitw:14.2")
def agb_supports_next_to_the_enemy(table: Table, action: Attack | Support) -> Because | bool:
    """The AGB gives no support while it stands next to an Allied unit."""
    gun = _agb_that(table, action, lambda unit: unit.is_placed and is_next_to_the_allies(table, unit.hex))
    return because(at=gun.hex, unit=gun, by=is_next_to_the_allies(table, gun.hex)) if gun else False


@forbids((Attack, Support), "sitw:14.2")
def agb_supports_from_a_flooded_hex(table: Table, action: Attack | Support) -> Because | bool:
    """The AGB gives no support from a flood plain turned to marsh."""
    gun = _agb_that(table, action, lambda unit: unit.is_placed and is_flooded(table, unit.hex))
    return because(at=gun.hex, unit=gun) if gun else False


@forbids((Attack, Support), "sitw:14.3")
def agb_supports_out_of_range(table: Table, action: Attack | Support) -> Because | bool:
    """The AGB must be within two hexes of the defender's hex."""
    gun = _agb_that(table, action, lambda unit: not _is_in_range(table, unit, action.target))
    return because(at=action.target, unit=gun) if gun else False


def _is_in_range(table: Table, gun: Unit, target: str) -> bool:
    return not table.game.is_off_map(gun.facts) and table.distance(gun.hex, target) <= AGB_RANGE


@forbids(Advance, "sitw:14.3")
def agb_advances(table: Table, advance: Advance) -> Because | bool:
    """The AGB never advances after combat."""
    gun = first_unit(table.units(advance.units), is_agb)
    return because(at=advance.to, unit=gun) if gun else False


@permits((Attack, Support), "sitw:14.3")
def agb_fires_into_any_terrain(table: Table, action: Attack | Support) -> Because | bool:
    """The AGB may support an attack into terrain that it could not enter."""
    gun = first_unit(supporting(table, action), is_agb)
    closed = gun and natural_terrain(table, action.target) in CLOSED_TO_THE_AGB
    return because(at=action.target, unit=gun) if closed else False


@permits(Attack, "sitw:14.3")
def agb_fires_across_the_sea(table: Table, attack: Attack) -> Because | bool:
    """The AGB may support an attack across an all-sea side."""
    gun = first_unit(supporting(table, attack), is_agb)
    at_sea = first_unit(attackers(table, attack), lambda unit: table.side_has(unit.hex, attack.target, "sea"))
    return because(at=attack.target, unit=gun) if gun and at_sea else False


# 14.4: air units


@forbids((Move, Place, Retreat, Advance), "sitw:14.4")
def aircraft_stand_on_the_map(table: Table, action: ActionModel) -> Because | bool:
    """Air units are not kept on the map, and do not move from hex to hex."""
    flyer = first_unit(table.units(unit_ids(action)), is_aircraft)
    return because(unit=flyer) if flyer else False


@forbids(Attack, "sitw:14.4")
def aircraft_attack_by_themselves(table: Table, attack: Attack) -> Because | bool:
    """Air units support a battle; they do not attack on their own."""
    flyer = first_unit(attackers(table, attack), is_aircraft)
    return because(at=attack.target, unit=flyer) if flyer else False


@forbids(Losses, "sitw:14.4")
def aircraft_pay_for_losses(table: Table, losses: Losses) -> Because | bool:
    """Air units have no steps and cannot be given up to pay a combat result."""
    flyer = first_unit(table.units(tuple(steps_taken(losses))), is_aircraft)
    return because(unit=flyer) if flyer else False


@forbids(Replace, "sitw:14.4")
def aircraft_are_given_steps(table: Table, replace: Replace) -> Because | bool:
    """Air units have no steps, and none to be replaced."""
    flyer = first_unit((table.unit(replace.unit),), is_aircraft)
    return because(unit=flyer) if flyer else False


@forbids((Attack, Support), "sitw:14.4")
def aircraft_support_twice(table: Table, action: Attack | Support) -> Because | bool:
    """An air unit supports one battle in each game turn."""
    flyer = _first(supporting(table, action), is_aircraft, lambda unit: unit.has_status("used"))
    return because(at=action.target, unit=flyer) if flyer else False


@permits(Attack, "sitw:14.4")
def allied_aircraft_help_any_ally(table: Table, attack: Attack) -> Because | bool:
    """The Allied player commits air units whatever nationalities are in the battle."""
    flyer = _first(supporting(table, attack), is_aircraft, lambda unit: unit.side == "allied")
    if flyer is None:
        return False
    helped = attackers(table, attack) if flyer.id in (attack.support or ()) else table.units_at(attack.target)
    stranger = _first(helped, _is_allied, lambda unit: unit.army != flyer.army)
    return because(at=attack.target, unit=flyer, helped=stranger) if stranger else False


@forbids((Attack, Support), "sitw:14.4")
def aircraft_fly_late_in_wet_weather(table: Table, action: Attack | Support) -> Because | bool:
    """In wet weather air units are available only in the first combat phase of a player turn."""
    flyer = first_unit(supporting(table, action), is_aircraft)
    late = flyer and every((lambda: table.weather == "wet", lambda: table.phase == "second-combat"))
    return because(at=action.target, unit=flyer) if late else False
