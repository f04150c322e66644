"""Optional rule 16.2: the influenza of 1918."""

from typing import Any

from rulebook.actions import Roll
from rulebook.facts import every, some
from rulebook.games.sitw.agreed import is_agreed, option
from rulebook.games.sitw.components import movement_factor
from rulebook.games.sitw.replacements import REBUILDINGS, Rebuilding, rebuilt
from rulebook.games.sitw.strategic import strategic_capacity
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.rules import Because, Part, Sum, because, computes, defines, forbids, replaces
from rulebook.table import Table, Unit

OPTION = "16.2"
SEPTEMBER_AND_OCTOBER = (12, 13, 14, 15)
PEAK_ROLLS = (1, 2, 3)
POINTS_LOST = 1
CAPACITY_AT_THE_PEAK = {"german": 2, "allied": 3}


def is_influenza(roll: Roll) -> bool:
    return roll.table == "influenza"


# The roll


@forbids(Roll, "sitw:16.2")
def rolls_for_influenza_not_agreed_on(table: Table, roll: Roll) -> bool:
    """There is no influenza unless the players agreed on it before the game."""
    return is_influenza(roll) and not is_agreed(table, OPTION)


@forbids(Roll, "sitw:16.2")
def rolls_for_influenza_out_of_season(table: Table, roll: Roll) -> Because | bool:
    """The influenza is rolled for in September and October, turns 12 to 15."""
    early_or_late = is_influenza(roll) and table.turn not in SEPTEMBER_AND_OCTOBER
    return because(turn=table.turn) if early_or_late else False


@forbids(Roll, "sitw:16.2")
def rolls_for_influenza_too_late(table: Table, roll: Roll) -> Because | bool:
    """The German rolls at the start of the game turn, as his initial supply phase opens."""
    late = is_influenza(roll) and some((
        lambda: table.phase != "initial-supply", lambda: table.active != "german",
        lambda: table.has_event("supply-checked"),
    ))
    return because(phase="initial-supply") if late else False


@forbids(Roll, "sitw:16.2")
def rolls_for_influenza_again(table: Table, roll: Roll) -> bool:
    """Once the influenza has peaked nobody rolls for it again."""
    return is_influenza(roll) and bool(some((
        lambda: table.has_event("influenza-past"), lambda: table.has_event("influenza-peak")
    )))


@forbids(Roll, "sitw:16.2")
def rolls_more_dice_for_influenza(table: Table, roll: Roll) -> Because | bool:
    """The influenza takes one die."""
    dice = roll.dice or () if is_influenza(roll) else ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@forbids(Roll, "sitw:16.2")
def modifies_the_influenza(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the die of the influenza."""
    return because(modifier=roll.modifier) if is_influenza(roll) and roll.modifier else False


@computes(Roll, "influenza", "sitw:16.2")
def influenza_roll(table: Table, roll: Roll) -> dict[str, Any] | None:
    """On a 1, 2 or 3 the influenza peaks this game turn."""
    if not is_influenza(roll):
        return None
    if roll.dice:
        return {"die": roll.dice[0], "peak": roll.dice[0] in PEAK_ROLLS}
    return {"chances": as_chances(distribution(1, lambda fall: "peak" if fall[0] in PEAK_ROLLS else "no peak"))}


# The peak


@defines("sitw:16.2", when=option(OPTION))
def is_peak(table: Table) -> bool:
    """The influenza peaks in one game turn of September or October."""
    return every((lambda: table.turn in SEPTEMBER_AND_OCTOBER, lambda: table.has_event("influenza-peak")))


@forbids(REBUILDINGS, "sitw:16.2")
def uses_replacements_at_the_peak(table: Table, action: Rebuilding) -> bool:
    """Neither side uses replacements in the game turn of the peak, though they still accumulate."""
    return every((lambda: rebuilt(table, action, lambda unit: True), lambda: is_peak(table)))


@replaces(movement_factor, "sitw:16.2", when=option(OPTION))
def influenza_slows_units(table: Table, unit: Unit) -> Sum | None:
    """Every printed movement factor is 1 lower in the regular movement phases of the peak."""
    if not is_peak(table):
        return None
    return Sum((Part(unit.movement, "sitw:2.46", unit.id), Part(-POINTS_LOST, "sitw:16.2", unit.id)))


@replaces(strategic_capacity, "sitw:16.2")
def influenza_halves_rail_capacity(table: Table, side: str) -> int | None:
    """In the game turn of the peak the Germans move at most two units by rail, the Allies three."""
    return CAPACITY_AT_THE_PEAK[side] if is_peak(table) else None
