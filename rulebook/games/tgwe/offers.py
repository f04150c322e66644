"""How far a party may go, and what is worth trying for a unit when its options are asked for."""

from collections.abc import Iterable

from rulebook.actions import ActionModel, Party
from rulebook.table import Table, Unit


def pace(table: Table, party: Party) -> float | None:
    """The points that a party may spend on one move; None for any distance."""
    if party.mode != "operational":
        return None
    return min(unit.movement for unit in table.units(party.units))


def offers(table: Table, unit: Unit) -> Iterable[ActionModel]:
    return ()
