"""T8: what disorganized and reorganizing units cannot do."""

from functools import partial
from math import ceil

from rulebook.actions import Advance, Attack, Losses, Move, Play
from rulebook.games.marne.pieces import is_shaken
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids
from rulebook.table import Table, Unit

SHARE_OF_MOVEMENT = 0.5


def _shaken(table: Table, ids: tuple[str, ...]) -> Because | bool:
    unit = first_unit(table.units(ids), partial(is_shaken, table))
    return because(unit=unit) if unit else False


@defines("marne:T8")
def capacity(table: Table, unit: Unit) -> float:
    """A disorganized or reorganizing unit has half its movement."""
    return unit.movement * SHARE_OF_MOVEMENT if is_shaken(table, unit) else unit.movement


@contested(capacity)
def capacity_rounded_up(table: Table, unit: Unit) -> float:
    """Half a movement is rounded up, as where mastery moves a unit."""
    return float(ceil(unit.movement * SHARE_OF_MOVEMENT)) if is_shaken(table, unit) else unit.movement


@computes(Move, "allowance", "marne:T8")
def allowance_of_the_move(table: Table, move: Move) -> dict[str, float]:
    """What each unit has to move with, before any cost."""
    return {unit.id: capacity(table, unit) for unit in table.units(move.units)}


@forbids(Attack, "marne:T8")
def attacks_while_shaken(table: Table, attack: Attack) -> Because | bool:
    """A disorganized or reorganizing unit does not attack."""
    return _shaken(table, attack.units)


@forbids(Losses, "marne:T8")
def suffers_while_reorganizing(table: Table, losses: Losses) -> Because | bool:
    """A reorganizing unit attacked nobody, and pays for no attack; one may be disorganized by the attack itself."""
    units = table.units(losses.units) if losses.role == "attacker" else []
    unit = first_unit(units, lambda unit: unit.facts.status is not None and unit.has_status("reorganizing"))
    return because(unit=unit) if unit else False


@forbids(Advance, "marne:T8")
def advances_while_shaken(table: Table, advance: Advance) -> Because | bool:
    """A disorganized or reorganizing unit does not advance after combat."""
    return _shaken(table, advance.units)


@forbids((Play, Move), "marne:T8")
def exploits_while_shaken(table: Table, action: Play | Move) -> Because | bool:
    """A disorganized or reorganizing unit does not exploit."""
    exploits = "exploitation" in (action.event if isinstance(action, Play) else action.mode or "")
    return _shaken(table, action.units) if exploits else False


@forbids(Move, "marne:T8")
def force_marches_while_shaken(table: Table, move: Move) -> Because | bool:
    """A disorganized or reorganizing unit makes no forced march."""
    return _shaken(table, move.units) if move.mode == "forced-march" else False
