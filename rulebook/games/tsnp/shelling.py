"""Chapter 7, what a barrage costs the units in its hex (7.11 to 7.14), asked as losses in a bombardment phase."""

from functools import partial

from rulebook.actions import Losses, Roll
from rulebook.facts import every, some
from rulebook.games.tsnp.barrage import can_be_hit, is_unobserved
from rulebook.games.tsnp.bombardment import FORGES
from rulebook.games.tsnp.damage import (
    hexes_given_up,
    leaves_a_defender_out,
    leaves_damage_unmet,
    steps_given_up,
    steps_taken,
    suffers_without_an_assault,
    takes_too_few_steps,
)
from rulebook.games.tsnp.forces import is_demoralized
from rulebook.games.tsnp.ground import has_intact_fort
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, unless
from rulebook.table import Table, Unit

ONE_STEP = 1

Struck = Losses | Roll


def is_shelled(table: Table) -> bool:
    """Whether what is lost is lost to guns."""
    return table.phase == "bombardment"


# What the damage of assaults asks, and an X does not


@unless(suffers_without_an_assault, "tsnp:7.11")
def barrage_costs_a_step(table: Table, losses: Losses) -> bool:
    """Units also lose steps in a bombardment phase: by an X, or by a test failed once more."""
    return is_shelled(table)


@unless(leaves_a_defender_out, "tsnp:7.11")
def one_unit_pays_for_an_x(table: Table, losses: Losses) -> bool:
    """An X is paid by one unit of the hex, the others need not be named."""
    return is_shelled(table)


@unless(takes_too_few_steps, "tsnp:7.11")
def no_half_is_asked_of_the_shelled(table: Table, losses: Losses) -> bool:
    """The half that an assault asks in steps is not asked of units under a barrage."""
    return is_shelled(table)


@unless(leaves_damage_unmet, "tsnp:7.11")
def an_x_may_find_nobody(table: Table, losses: Losses) -> bool:
    """An X that falls on nobody who could be eliminated or reduced costs nothing."""
    return is_shelled(table)


# What an X takes


@forbids(Losses, "tsnp:7.11")
def firing_guns_suffer(table: Table, losses: Losses) -> Because | bool:
    """A barrage costs nothing to those who fire it."""
    return because(unit=losses.units[0]) if losses.role == "attacker" and is_shelled(table) else False


@forbids(Losses, "tsnp:7.11")
def flees_from_a_barrage(table: Table, losses: Losses) -> Because | bool:
    """Nobody retreats to avoid what a barrage does."""
    flees = losses.retreats or hexes_given_up(losses) > 0
    return because(unit=losses.units[0]) if flees and is_shelled(table) else False


def _is_shaken(unit: Unit) -> bool:
    """Whether one more failed test costs the unit a step: it is demoralized, or a headquarters on its back (12.3)."""
    return bool(some((partial(is_demoralized, unit), partial(unit.has_status, "out-of-support"))))


def _payers(table: Table, losses: Losses) -> list[Unit]:
    return table.units(tuple(steps_taken(losses))) if is_shelled(table) else []


@forbids(Losses, "tsnp:7.11")
def x_takes_what_it_spares(table: Table, losses: Losses) -> Because | bool:
    """An X eliminates artillery or reduces whole infantry; others lose a step only if they fail a test once more."""
    found = first_unit(_payers(table, losses), lambda unit: every((
        lambda: not can_be_hit(table, unit), lambda: not _is_shaken(unit)
    )))
    return because(unit=found) if found else False


@forbids(Losses, "tsnp:7.11")
def x_takes_a_second_step(table: Table, losses: Losses) -> Because | bool:
    """An X costs one step of one unit; what else is lost is a step of each unit that was demoralized already."""
    taken = steps_taken(losses)
    steps = sum(taken[unit.id] - _is_shaken(unit) for unit in _payers(table, losses))
    return because(steps=steps) if steps > ONE_STEP else False


@forbids(Losses, "tsnp:7.11")
def x_takes_nobody(table: Table, losses: Losses) -> Because | bool:
    """If artillery or infantry at full strength is in the hex, and nothing shields it, an X costs one of them."""
    if losses.points == 0 or steps_given_up(losses) > 0 or not is_shelled(table):
        return False
    found = first_unit(table.units(losses.units), lambda unit: every((
        lambda: can_be_hit(table, unit), lambda: not _is_out_of_danger(table, unit)
    )))
    return because(unit=found) if found else False


# 7.13 and 7.14: those whom no barrage harms


def _is_out_of_danger(table: Table, unit: Unit) -> bool:
    return bool(some((
        lambda: unit.hex == FORGES,
        lambda: has_intact_fort(table, unit.hex),
        lambda: is_unobserved(table, table.game.enemy_of(unit.side), unit),
    )))


def _struck(table: Table, action: Struck) -> list[Unit]:
    """The units that lose steps to a barrage, or test their morale under it."""
    if isinstance(action, Losses):
        return _payers(table, action)
    if action.table != "morale" or action.unit is None or not is_shelled(table):
        return []
    return [unit for unit in table.units((action.unit,)) if not unit.has_status("eliminated")]


@forbids(Roll, "tsnp:7.11")
def firing_side_tests_morale(table: Table, roll: Roll) -> Because | bool:
    """A barrage makes the units in its hex test their morale, none of the side that fires."""
    found = first_unit(_struck(table, roll), lambda unit: unit.side == table.active)
    return because(unit=found) if found else False


@forbids((Losses, Roll), "tsnp:7.13")
def shelled_in_a_fort(table: Table, action: Struck) -> Because | bool:
    """Neither units in a fort that stands nor its garrison lose anything to a barrage, and none of them tests."""
    safe = first_unit(_struck(table, action), lambda unit: has_intact_fort(table, unit.hex))
    if safe:
        return because(at=safe.hex, unit=safe)
    if isinstance(action, Roll) or not action.garrison or not is_shelled(table):
        return False
    return because(at=table.unit(action.units[0]).hex, unit=action.units[0])


@forbids((Losses, Roll), "tsnp:7.13")
def shelled_at_forges(table: Table, action: Struck) -> Because | bool:
    """Nobody shells Forges: what is there neither loses a step nor tests its morale."""
    safe = first_unit(_struck(table, action), lambda unit: unit.hex == FORGES)
    return because(at=FORGES, unit=safe) if safe else False


@forbids((Losses, Roll), "tsnp:7.14")
def shelled_unobserved(table: Table, action: Struck) -> Because | bool:
    """In bad weather artillery that no unit of the firing side observes is not affected by a barrage."""
    safe = first_unit(_struck(table, action), lambda unit: is_unobserved(table, table.game.enemy_of(unit.side), unit))
    return because(at=safe.hex, unit=safe) if safe else False
