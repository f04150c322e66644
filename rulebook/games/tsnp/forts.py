"""Chapter 14, forts (14.8 to 14.82), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Losses, Place, Retreat, Stack, unit_ids
from rulebook.facts import every, some
from rulebook.games.tsnp.battle import attackers, attacking_side, defenders
from rulebook.games.tsnp.damage import (
    assaulted_hex,
    fort_under_assault,
    hexes_given_up,
    is_eliminated,
    retreat_owed,
    steps_taken,
)
from rulebook.games.tsnp.forces import is_garrison
from rulebook.games.tsnp.ground import has_intact_fort
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, defines, forbids, obliges, replaces
from rulebook.table import Table, Unit

GARRISON_STRENGTH = 2
GARRISON_STEP = 1


# 14.8: Germans stay out until the fort is destroyed


@forbids((Retreat, Advance), "tsnp:14.8")
def takes_a_standing_fort(table: Table, action: Retreat | Advance) -> Because | bool:
    """No German unit comes into the hex of a fort that is not destroyed."""
    if table.unit(action.units[0]).side != "german":
        return False
    entered = action.path[1:] if isinstance(action, Retreat) else (action.target or action.to, action.to)
    there = some(partial(_standing, table, number) for number in entered)
    return because(at=there) if there else False


@forbids((Stack, Place), "tsnp:14.8")
def germans_stand_in_a_fort(table: Table, action: Stack | Place) -> Because | bool:
    """No German unit stands in the hex of a fort that is not destroyed, nor leaves a remnant there."""
    if isinstance(action, Place) and (action.entry != "remnant" or action.unit is None):
        return False
    if table.units(unit_ids(action))[0].side != "german":
        return False
    return because(at=action.hex) if has_intact_fort(table, action.hex) else False


@forbids(Stack, "tsnp:15.4")
def garrison_stands_outside_a_fort(table: Table, stack: Stack) -> Because | bool:
    """The counter of a garrison stands in the hex of a fort that is not destroyed, and in no other."""
    found = first_unit(table.units(stack.units), is_garrison)
    outside = found and not has_intact_fort(table, stack.hex)
    return because(at=stack.hex, unit=found) if outside else False


def _standing(table: Table, number: str) -> str | None:
    return number if has_intact_fort(table, number) else None


# 14.81: the strength and the step of a fort


@defines("tsnp:14.81")
def fort_adds_its_strength(table: Table, attack: Attack) -> bool:
    """A fort that stands adds 2 to the defense against Germans; a counter of its garrison has that strength itself."""
    return every((
        lambda: attacking_side(table, attack) == "german",
        lambda: has_intact_fort(table, attack.target),
        lambda: not any(is_garrison(unit) for unit in defenders(table, attack)),
    ))


def fort_parts(table: Table, attack: Attack) -> list[Part]:
    return [Part(GARRISON_STRENGTH, "tsnp:14.81", "fort")] if fort_adds_its_strength(table, attack) else []


@forbids(Attack, "tsnp:14.81")
def garrisons_assault(table: Table, attack: Attack) -> Because | bool:
    """The garrison of a fort is there for its defense: it assaults nobody."""
    garrison = first_unit(attackers(table, attack), is_garrison)
    return because(at=attack.target, unit=garrison) if garrison else False


@forbids(Losses, "tsnp:14.81")
def no_garrison_is_there_to_lose(table: Table, losses: Losses) -> Because | bool:
    """Only the French defenders of a fort that stands can lose the step of its garrison."""
    return because(units=list(losses.units)) if losses.garrison and not fort_under_assault(table, losses) else False


# 14.82: the garrison never retreats


@forbids(Retreat, "tsnp:14.82")
def garrisons_retreat(table: Table, retreat: Retreat) -> Because | bool:
    """The garrison of a fort never retreats."""
    garrison = first_unit(table.units(retreat.units), is_garrison)
    return because(at=retreat.path[0], unit=garrison) if garrison else False


@obliges(Attack, "tsnp:14.82")
def any_damage_destroys_an_empty_fort(table: Table, attack: Attack) -> Because | bool:
    """A fort without units is destroyed with its garrison by the first damage that it takes."""
    empty = every((
        lambda: attacking_side(table, attack) == "german",
        lambda: has_intact_fort(table, attack.target),
        lambda: not defenders(table, attack),
    ))
    return because(at=attack.target) if empty else False


@replaces(retreat_owed, "tsnp:14.82")
def garrison_absorbs_a_point(table: Table, losses: Losses) -> Sum | None:
    """Where units would retreat from a fort, its garrison absorbs one point: they retreat one hex less."""
    owed = retreat_owed.function(table, losses)
    if owed.total <= 0 or not fort_under_assault(table, losses):
        return None
    return Sum((*owed.parts, Part(-GARRISON_STEP, "tsnp:14.82", "garrison")))


@forbids(Losses, "tsnp:14.82")
def retreats_before_the_garrison_falls(table: Table, losses: Losses) -> Because | bool:
    """Units retreat from a fort only once its garrison has absorbed its point and is destroyed."""
    if losses.garrison or hexes_given_up(losses) == 0:
        return False
    spared = some((lambda: fort_under_assault(table, losses), lambda: _garrison_spared(table, losses)))
    return because(at=assaulted_hex(table, losses)) if spared else False


def _garrison_spared(table: Table, losses: Losses) -> Unit | None:
    """The counter of a garrison that lost nothing."""
    return first_unit(table.units(losses.units), lambda unit: is_garrison(unit) and not steps_taken(losses)[unit.id])


@obliges(Losses, "tsnp:14.82")
def fort_is_destroyed(table: Table, losses: Losses) -> Because | bool:
    """A fort whose garrison is lost is marked destroyed until the end of the game."""
    there = fort_under_assault(table, losses) if losses.garrison else _hex_of_the_garrison_lost(table, losses)
    return because(at=there) if there else False


def _hex_of_the_garrison_lost(table: Table, losses: Losses) -> str | None:
    """The hex of the garrison whose own counter is lost."""
    lost = first_unit(table.units(losses.units), lambda unit: is_garrison(unit) and is_eliminated(table, losses, unit))
    return lost.hex if lost else None
