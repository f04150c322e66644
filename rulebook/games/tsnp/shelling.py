"""Chapter 7, what a barrage costs the units in its hex (7.11 to 7.13), asked as losses in a bombardment phase."""

from functools import partial

from rulebook.actions import Losses
from rulebook.facts import every, some
from rulebook.games.tsnp.barrage import can_be_hit
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
    """An X costs one step of one unit; what else is lost is lost by units that were demoralized already."""
    taken = steps_taken(losses)
    steady = [unit for unit in _payers(table, losses) if not _is_shaken(unit)]
    steps = sum(taken[unit.id] for unit in steady)
    return because(steps=steps) if steps > ONE_STEP else False


@forbids(Losses, "tsnp:7.11")
def x_takes_nobody(table: Table, losses: Losses) -> Because | bool:
    """If artillery or infantry at full strength is in the hex an X costs one of them."""
    if losses.points == 0 or steps_given_up(losses) > 0 or not is_shelled(table):
        return False
    found = first_unit(table.units(losses.units), partial(can_be_hit, table))
    return because(unit=found) if found else False


@forbids(Losses, "tsnp:7.13")
def shelled_in_a_fort(table: Table, losses: Losses) -> Because | bool:
    """Units in a fort that stands lose nothing to a barrage."""
    safe = first_unit(_payers(table, losses), lambda unit: has_intact_fort(table, unit.hex))
    return because(at=safe.hex, unit=safe) if safe else False
