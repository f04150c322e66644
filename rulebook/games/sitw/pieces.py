"""The kinds of pieces that rules tell apart."""

from rulebook.actions import (
    Advance,
    Attack,
    Evacuate,
    Losses,
    Move,
    Replace,
    Retreat,
    Stack,
    Supply,
    Support,
)
from rulebook.mechanics.units import is_off_the_map
from rulebook.table import Unit

# Whatever a unit does, or is asked to be able to, once the set-up is over: one that is not in the game does none of it.
PARTS_IN_PLAY = (Move, Attack, Support, Replace, Advance, Retreat, Losses, Stack, Supply, Evacuate)

TANKS = frozenset({"tank", "heavy-tank", "fast-tank"})
AIRCRAFT = frozenset({"air", "raf"})
STOSS = frozenset({"stosstruppen", "alpenkorps"})
ONE_STEP_TYPES = frozenset({"tank", "agb", "fast-tank", "anti-tank"})
INFANTRY = frozenset({"infantry", "stosstruppen", "alpenkorps", "marines"})


def is_tank(unit: Unit) -> bool:
    """An Allied tank unit, or the German panzer regiment of Plan 1919."""
    return unit.type in TANKS or unit.type == "panzer"


def is_allied_tank(unit: Unit) -> bool:
    return unit.type in TANKS


def is_agb(unit: Unit) -> bool:
    return unit.type == "agb"


def is_aircraft(unit: Unit) -> bool:
    return unit.type in AIRCRAFT


def is_stoss(unit: Unit) -> bool:
    """A Stosstruppen corps; the Alpenkorps of Plan 1919 is treated as one."""
    return unit.type in STOSS


def is_infantry(unit: Unit) -> bool:
    return unit.type in INFANTRY


def is_american_infantry(unit: Unit) -> bool:
    return unit.army == "american" and is_infantry(unit)


def is_absent(unit: Unit) -> bool:
    """Whether a land unit waits off the map, or is dead: it was in no battle."""
    return not unit.is_placed and is_off_the_map(unit) and not is_aircraft(unit)
