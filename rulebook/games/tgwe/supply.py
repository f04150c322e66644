"""Chapter 11, supply and its effects (11.0 to 11.2, 11.6 to 11.8), in the book's order."""

from rulebook.table import Table, Unit


def is_supplied(table: Table, unit: Unit) -> bool:
    """Whether a unit is supplied otherwise than by its fortress."""
    return unit.supply == "supplied"


def is_out_of_supply(table: Table, unit: Unit) -> bool:
    return unit.supply == "oos"


def is_hex_supplied(table: Table, side: str, number: str) -> bool:
    """Whether a hex can trace supply for a side (11.85)."""
    return bool(table.read(f"map.hexes.{number}.supplied", None, (True, False), True))
