"""Chapter 12, morale and demoralization, in the book's order."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from rulebook.actions import Advance, Attack, Move, Replace, Roll, Support
from rulebook.facts import every, some
from rulebook.games.tsnp.battle import lent_guns
from rulebook.games.tsnp.dates import is_under_petain
from rulebook.games.tsnp.forces import is_demoralized, is_headquarters, is_infantry, is_remnant
from rulebook.games.tsnp.ground import has_intact_fort, has_terrain, has_trench
from rulebook.mechanics.dice import distribution
from rulebook.mechanics.units import first_unit, is_off_the_map
from rulebook.rules import Because, Part, Sum, because, computes, contested, defines, forbids
from rulebook.table import Table, Unit

DICE = 2
TESTING = ("bombardment", "assault")
HARDEST_TEST = 3
WEAKENED = SHAKEN = -1
SHELTERED = 1
# What each kind of French infantry starts with, and what it gains from 26 February on.
FIRST_MORALE = {"reserve": 6, "territorial": 5, "remnant": 6}
UNDER_PETAIN = {"reserve": 1, "territorial": 2, "remnant": 1}
MORALE_UNDER_PETAIN = 7
MODIFIERS = "tsnp:12.2"


# 12.0: what calls for a test


@defines("tsnp:12.0")
def calls_for_a_test(table: Table, result: str) -> bool:
    """The results M, M1, M2 and X of a barrage make units test their morale, as a retreat through danger does."""
    return result in ("M", "M1", "M2", "X")


# 12.1: the test


@forbids(Roll, "tsnp:12.1")
def morale_is_tested_with_two_dice(table: Table, roll: Roll) -> Because | bool:
    """A morale test takes two dice."""
    dice = roll.dice if roll.table == "morale" else None
    return because(dice=list(dice)) if dice and len(dice) != DICE else False


@forbids(Roll, "tsnp:12.0")
def tests_morale_without_cause(table: Table, roll: Roll) -> Because | bool:
    """Morale is tested under a barrage or after an assault."""
    phase = table.phase if roll.table == "morale" else None
    return because(phase=phase) if phase not in (None, *TESTING) else False


@forbids(Roll, "tsnp:12.1")
def tests_a_unit_that_is_not_there(table: Table, roll: Roll) -> Because | bool:
    """Units on the map test their morale, and one just eliminated does for a remnant (14.41); no other does."""
    unit = _tested(table, roll) if roll.table == "morale" else None
    absent = unit and every((lambda: not unit.has_status("eliminated"), lambda: is_off_the_map(unit)))
    return because(unit=unit) if absent else False


@forbids(Roll, "tsnp:12.1")
def no_such_morale_test(table: Table, roll: Roll) -> Because | bool:
    """A test is M, M1, M2 or M3: it adds 0 to 3 to the dice."""
    added = roll.modifier if roll.table == "morale" else None
    return because(amount=added) if added is not None and not 0 <= added <= HARDEST_TEST else False


@forbids(Roll, "tsnp:12.1")
def tests_harder_on_a_retreat(table: Table, roll: Roll) -> Because | bool:
    """Only a barrage adds to the dice of a test; those of an assault phase, for a retreat or a remnant, are M."""
    added = roll.modifier if roll.table == "morale" else None
    return because(amount=added) if added and table.phase == "assault" else False


@computes(Roll, "morale", "tsnp:12.1")
def morale_tested_against(table: Table, roll: Roll) -> Sum | None:
    """The unit's morale is first adjusted by everything that bears on it."""
    return _morale_of_the_tested(table, roll) if roll.table == "morale" else None


def _morale_of_the_tested(table: Table, roll: Roll) -> Sum:
    found: Sum = modified_morale(table, _tested(table, roll), roll.target)
    return found


def _tested(table: Table, roll: Roll) -> Unit:
    return table.unit(str(table.read("action.unit", roll.unit)))


@computes(Roll, "test", "tsnp:12.1")
def morale_test(table: Table, roll: Roll) -> dict[str, Any] | None:
    """Two dice, plus 0 to 3, must not exceed the modified morale; a unit that fails is demoralized."""
    if roll.table != "morale":
        return None
    added = int(table.read("action.modifier", roll.modifier, None, 0))
    needed = int(_morale_of_the_tested(table, roll).total) - added
    found: dict[str, Any] = {"added": added, "passes_on": needed}
    if not roll.dice:
        chances = distribution(DICE, lambda fall: sum(fall) <= needed)
        return {**found, "chance": str(chances.get(True, 0)), "if_it_fails": failure_costs(table, _tested(table, roll))}
    rolled = sum(roll.dice)
    outcome = "passes" if rolled <= needed else failure_costs(table, _tested(table, roll))
    return {**found, "rolled": rolled, "total": rolled + added, "outcome": outcome}


@defines("tsnp:12.1")
def failure_costs(table: Table, unit: Unit) -> str:
    """A unit that fails is demoralized, a headquarters turned over; one that already was loses a step instead."""
    if is_shaken(table, unit):
        return "step-lost"
    return "out-of-support" if is_headquarters(unit) else "demoralized"


# 12.2: the morale that a test is taken against


@defines("tsnp:12.2")
def modified_morale(table: Table, unit: Unit, at: str | None = None) -> Sum:
    """A unit's morale with all that changes it, in its own hex or in another that it is crossing."""
    return Sum((Part(printed_morale(table, unit), MODIFIERS, "printed"), *_changes(table, unit, at)))


def printed_morale(table: Table, unit: Unit) -> int:
    """The morale on the counter; the book states it for the French reserve, territorials and remnants."""
    value = unit.facts.morale
    if value is None and unit.type in FIRST_MORALE and unit.side == "french":
        value = FIRST_MORALE[unit.type]
    return int(table.read(f"units.{unit.id}.morale", value))


def _changes(table: Table, unit: Unit, at: str | None) -> Iterator[Part]:
    if is_weakened(unit):
        yield Part(WEAKENED, MODIFIERS, "reduced")
    if is_shaken(table, unit):
        yield Part(SHAKEN, MODIFIERS, "demoralized")
    if shelters_morale(table, at or unit.hex):
        yield Part(SHELTERED, MODIFIERS, "trench, fort or city")
    if is_heartened(table, unit):
        yield Part(UNDER_PETAIN[unit.type], MODIFIERS, "from 26 February")


def is_weakened(unit: Unit) -> bool:
    """Whether a unit shows its reduced side; headquarters, artillery and remnants have none."""
    return every((lambda: is_infantry(unit), lambda: not is_remnant(unit), lambda: unit.is_reduced))


@defines("tsnp:12.2")
def shelters_morale(table: Table, number: str) -> bool:
    """A trench, a fort that stands or a city steadies the units in its hex; one of them is as good as several."""
    return bool(some((
        partial(has_trench, table, number),
        partial(has_intact_fort, table, number),
        partial(has_terrain, table, number, "city"),
    )))


@defines("tsnp:12.2")
def is_heartened(table: Table, unit: Unit) -> bool:
    """French reserve, territorial and remnant units take heart from 26 February on, up to a morale of 7."""
    return every((
        lambda: unit.type in UNDER_PETAIN,
        lambda: unit.side == "french",
        lambda: is_under_petain(table),
        lambda: printed_morale(table, unit) < MORALE_UNDER_PETAIN,
    ))


# 12.3: demoralization


@defines("tsnp:12.3")
def is_shaken(table: Table, unit: Unit) -> bool:
    """A demoralized unit bears its marker; a headquarters shows it by its back."""
    return is_demoralized(unit) or (is_headquarters(unit) and unit.has_status("out-of-support"))


@contested(is_shaken)
def only_the_marker_demoralizes(table: Table, unit: Unit) -> bool:
    """A headquarters on its back is out of support, and no more than that."""
    return is_demoralized(unit)


@forbids((Attack, Advance), "tsnp:12.3")
def demoralized_infantry_attacks(table: Table, action: Attack | Advance) -> Because | bool:
    """Demoralized infantry attacks nobody, nor advances after it: it can only defend, with half its strength."""
    found = first_unit(table.units(action.units), is_demoralized)
    return because(unit=found) if found else False


@forbids((Support, Attack), "tsnp:12.3")
def demoralized_artillery_supports(table: Table, action: Support | Attack) -> Because | bool:
    """Demoralized artillery supports no assault, on either side."""
    found = first_unit(lent_guns(table, action), is_demoralized)
    return because(unit=found) if found else False


@forbids(Move, "tsnp:12.3")
def demoralized_unit_moves_apace(table: Table, move: Move) -> Because | bool:
    """A demoralized unit makes neither strategic nor breakthrough movement."""
    if move.mode not in ("strategic", "breakthrough"):
        return False
    found = first_unit(table.units(move.units), partial(is_shaken, table))
    return because(unit=found, mode=move.mode) if found else False


@forbids(Replace, "tsnp:12.3")
def demoralized_unit_gets_replacements(table: Table, replace: Replace) -> Because | bool:
    """A demoralized unit gets no replacements."""
    unit = table.unit(replace.unit)
    return because(unit=unit) if is_shaken(table, unit) else False
