"""Stacks: which units would stand together in a hex once an action is done."""

from rulebook.table import Table, Unit


def units_together(table: Table, number: str, arriving: list[Unit]) -> list[Unit]:
    """All the units in a hex once these have arrived, those that were there already included."""
    there = [unit for unit in table.everyone_at(number) if unit not in arriving]
    return there + arriving


def known_together(table: Table, number: str, arriving: list[Unit]) -> list[Unit]:
    """The posted units in a hex once these have arrived; others may be there too."""
    there = [unit for unit in table.units_at(number) if unit not in arriving]
    return there + arriving


def attacking_hexes(attackers: list[Unit]) -> list[str]:
    """The hexes from which units attack, each once."""
    return list(dict.fromkeys(unit.hex for unit in attackers))
