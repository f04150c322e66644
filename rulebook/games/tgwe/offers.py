"""How far a party may go, and what is worth trying for a unit when its options are asked for."""

from collections.abc import Iterable

from rulebook.actions import ActionModel, Party
from rulebook.games.tgwe.movement import allowance_of, points_spent
from rulebook.table import Table, Unit


def pace(table: Table, party: Party) -> float | None:
    """The points that a party may spend on one move; None for any distance."""
    if party.mode != "operational":
        return None
    return min(_points_left(table, unit) for unit in table.units(party.units))


def _points_left(table: Table, unit: Unit) -> float:
    """What a unit can spend if it keeps its distance; cavalry that comes near the enemy has less (8.14)."""
    allowance: float = allowance_of(table, unit, (unit.hex,)).total
    return allowance - points_spent(table, unit)


def offers(table: Table, unit: Unit) -> Iterable[ActionModel]:
    return ()
