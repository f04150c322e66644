"""What is worth trying for a unit when all its options are asked for."""

from collections.abc import Iterator

from rulebook.actions import ActionModel, Move, Party, Replace
from rulebook.facts import Unknown
from rulebook.games.sitw import infiltration, movement
from rulebook.table import Table, Unit


def pace(table: Table, party: Party) -> int | None:
    """The points a party may spend: movement points, or hexes of infiltration; strategic movement has no bound."""
    if party.mode == "regular":
        move = Move(type="move", units=party.units, mode=party.mode)
        return int(movement.slowest_unit_sets_the_pace(table, move).total)
    return None if party.mode == "strategic" else infiltration.allowance_of(table, party)


def offers(table: Table, unit: Unit) -> Iterator[ActionModel]:
    """Being replenished, where it is reduced or dead."""
    try:
        needs = 2 if unit.has_status("dead-pile") else int(unit.is_reduced)
    except Unknown:
        needs = 1
    for points in range(1, needs + 1):
        yield Replace(type="replace", unit=unit.id, points=points)
