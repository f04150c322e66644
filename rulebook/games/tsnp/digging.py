"""Chapter 14, digging in (14.1 to 14.13), in the book's order."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Advance, Dig, Move, Retreat
from rulebook.facts import every, some
from rulebook.games.tsnp.ground import has_intact_fort, has_trench
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids, obliges
from rulebook.table import Table, Unit

BONUS = 1
MOVED = ("moved", "moved-strategically")


# 14.1: when, and where


@forbids(Dig, "tsnp:14.1")
def digs_in_another_phase(table: Table, dig: Dig) -> Because | bool:
    """Units dig in during a movement phase."""
    return because(phase=table.phase) if table.phase != "movement" else False


@forbids(Dig, "tsnp:14.1")
def digs_out_of_turn(table: Table, dig: Dig) -> Because | bool:
    """Units dig in during the movement phase of their own player."""
    found = first_unit(table.units(dig.units), lambda unit: unit.side != table.active)
    return because(unit=found, active=table.active) if found else False


@forbids(Dig, "tsnp:14.1")
def digs_off_the_map(table: Table, dig: Dig) -> Because | bool:
    """Units dig in a hex: those that stand in none cannot."""
    found = first_unit(table.units(dig.units), lambda unit: table.game.is_off_map(unit.facts))
    return because(unit=found) if found else False


# 14.11: instead of moving


@forbids(Dig, "tsnp:14.11")
def digs_after_moving(table: Table, dig: Dig) -> Because | bool:
    """A unit digs in when it does not move in its movement phase."""
    found = first_unit(table.units(dig.units), has_moved)
    return because(unit=found) if found else False


def has_moved(unit: Unit) -> bool:
    return bool(some(partial(unit.has_status, word) for word in MOVED))


@obliges((Move, Retreat, Advance), "tsnp:14.11")
def leaves_its_holes(table: Table, action: Move | Retreat | Advance) -> Because | bool:
    """A unit that moves is no longer dug in, until it digs again."""
    found = first_unit(table.units(action.units), lambda unit: unit.has_status("dug-in"))
    return because(unit=found) if found else False


# 14.12: what it is worth


@defines("tsnp:14.12")
def dug_in_bonus(table: Table, unit: Unit) -> int:
    """A dug-in unit defends with 1 more against an assault: combat strength, or an artillery unit's defence."""
    return BONUS if every((lambda: unit.has_status("dug-in"), lambda: not has_moved(unit))) else 0


@computes(Dig, "defence", "tsnp:14.12")
def defence_once_dug_in(table: Table, dig: Dig) -> int:
    """Digging adds 1 to what the unit defends with, nothing to what it attacks with."""
    return BONUS


# 14.13: where not, and who not


@forbids(Dig, "tsnp:14.13")
def digs_in_a_trench_or_fort(table: Table, dig: Dig) -> Because | bool:
    """Nobody digs in a hex with a trench or a fort."""
    return _digs_where(table, dig, _has_fort)


@contested(digs_in_a_trench_or_fort)
def digs_in_a_trench_or_standing_fort(table: Table, dig: Dig) -> Because | bool:
    """The ruins of a fort are no fort."""
    return _digs_where(table, dig, has_intact_fort)


def _digs_where(table: Table, dig: Dig, has_fort: Callable[[Table, str], bool]) -> Because | bool:
    for unit in table.units(dig.units):
        if some((partial(has_trench, table, unit.hex), partial(has_fort, table, unit.hex))):
            return because(at=unit.hex, unit=unit)
    return False


def _has_fort(table: Table, number: str) -> bool:
    return table.has_feature(number, "fort")


@forbids(Dig, "tsnp:14.13")
def digs_in_the_breakthrough_phase(table: Table, dig: Dig) -> bool:
    """Nobody digs in a breakthrough phase."""
    return table.phase == "breakthrough"


@forbids(Dig, "tsnp:14.13")
def rail_guns_dig(table: Table, dig: Dig) -> Because | bool:
    """The French rail artillery cannot dig in."""
    found = first_unit(table.units(dig.units), lambda unit: unit.type == "rail-artillery")
    return because(unit=found) if found else False
