"""Chapter 7, interdiction (7.2 to 7.23) and the first turn (7.3), in the book's order."""

from functools import partial
from typing import Any

from rulebook.actions import Bombard, Place, Roll
from rulebook.facts import every, some
from rulebook.games.tsnp.bombardment import fire_strength, is_interdiction, target_of
from rulebook.games.tsnp.dates import is_first_turn
from rulebook.mechanics.dice import distribution
from rulebook.rules import Because, because, computes, defines, forbids, modifies, obliges, permits
from rulebook.table import Table, Unit

FACES = (1, 2, 3, 4, 5, 6)
ALWAYS_FAILS = 6
FIRST_DAY = -1
SOURCES = ("german-source", "french-source")

Found = dict[str, Any]


# 7.21: the roll


@forbids(Bombard, "tsnp:7.21")
def interdiction_is_fired_by_one_unit(table: Table, bombard: Bombard) -> Because | bool:
    """Interdiction is the fire of a single unit: strengths do not add up."""
    return because(guns=list(bombard.units)) if is_interdiction(bombard) and len(bombard.units) > 1 else False


@forbids((Bombard, Roll), "tsnp:7.21")
def interdiction_rolls_one_die(table: Table, action: Bombard | Roll) -> Because | bool:
    """Interdiction is resolved by one die."""
    dice = action.dice or ()
    return because(dice=list(dice)) if _asks_interdiction(action) and len(dice) > 1 else False


def _asks_interdiction(action: Bombard | Roll) -> bool:
    return action.table == "interdiction" if isinstance(action, Roll) else is_interdiction(action)


@computes((Bombard, Roll), "interdiction", "tsnp:7.21")
def interdiction_chance(table: Table, action: Bombard | Roll) -> Found | None:
    """A die below the unit's attack strength places the marker, whatever the terrain; a 6 never does."""
    if not _asks_interdiction(action):
        return None
    gun = _gun(table, action)
    strength, added = int(fire_strength(table, gun).total), first_day_bonus(table, gun)
    found: Found = {"strength": strength, "added_to_die": added}
    found["succeeds_on"] = [die for die in FACES if die != ALWAYS_FAILS and die + added < strength]
    if action.dice:
        return {**found, "placed": action.dice[0] in found["succeeds_on"]}
    return {**found, "chance": str(distribution(1, lambda fall: fall[0] in found["succeeds_on"]).get(True, 0))}


def _gun(table: Table, action: Bombard | Roll) -> Unit:
    named = str(table.read("action.unit", action.unit)) if isinstance(action, Roll) else action.units[0]
    return table.unit(named)


@forbids(Place, "tsnp:7.21")
def marker_is_placed_in_another_phase(table: Table, place: Place) -> Because | bool:
    """Interdiction markers come from fire, and artillery fires in bombardment phases."""
    if place.marker != "interdiction" or table.phase == "bombardment":
        return False
    return because(at=place.hex, phase=table.phase)


@obliges(Place, "tsnp:7.21")
def marker_needs_a_hit(table: Table, place: Place) -> Because | bool:
    """A marker is placed only where an artillery unit in range has rolled below its attack strength."""
    return because(at=place.hex) if place.marker == "interdiction" else False


# 7.22: what the marker does


@obliges(Bombard, "tsnp:7.22")
def marker_cuts_the_roads(table: Table, bombard: Bombard) -> Because | bool:
    """The marker cuts the roads of its hex until the next organization phase of the player who fired."""
    return because(at=target_of(table, bombard)) if is_interdiction(bombard) else False


# 7.23: what it does not do


@permits(Bombard, "tsnp:7.23")
def units_already_there_are_untouched(table: Table, bombard: Bombard) -> Because | bool:
    """Units already in the hex when it is fired at are not affected."""
    there = table.units_at(target_of(table, bombard)) if is_interdiction(bombard) else ()
    return because(at=bombard.target, there=list(there)) if there else False


@forbids((Bombard, Place), "tsnp:7.23")
def source_is_never_interdicted(table: Table, action: Bombard | Place) -> Because | bool:
    """No interdiction marker is placed on a source of supply."""
    number = _interdicted(table, action)
    return because(at=number) if number and is_source(table, number) else False


def _interdicted(table: Table, action: Bombard | Place) -> str | None:
    """The hex that would get a marker."""
    if isinstance(action, Place):
        return action.hex if action.marker == "interdiction" else None
    return target_of(table, action) if is_interdiction(action) else None


def is_source(table: Table, number: str) -> bool:
    """Whether a road of supply enters the map in the hex, whoever holds it now."""
    return bool(some(partial(table.has_feature, number, word) for word in SOURCES))


# 7.3: the first turn


@defines("tsnp:7.3")
def first_day_bonus(table: Table, gun: Unit) -> int:
    """On the first turn the die of German interdiction is lowered by 1."""
    return FIRST_DAY if every((lambda: gun.side == "german", lambda: is_first_turn(table))) else 0


@modifies(Bombard, "tsnp:7.3", of="die")
def guns_were_laid_for_interdiction(table: Table, bombard: Bombard) -> Because | bool:
    """On the first turn the die of German interdiction is lowered by 1."""
    if not is_interdiction(bombard):
        return False
    amount = first_day_bonus(table, table.unit(bombard.units[0]))
    return because(amount=amount) if amount else False
