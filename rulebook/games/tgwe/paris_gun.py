"""Chapter 6, the Paris Gun (6.10), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Place, Play, Step, Victory
from rulebook.facts import some
from rulebook.games.tgwe.ground import is_near_paris
from rulebook.games.tgwe.pieces import is_air
from rulebook.games.tgwe.supply import is_hex_supplied
from rulebook.rules import Because, because, forbids, obliges, permits
from rulebook.table import Table, Unit

# 6.10: the Paris Gun


def _gun_hex(action: Place | Play) -> str | None:
    """Where the Paris Gun is put, by its marker or by its event."""
    named = action.event if isinstance(action, Play) else action.marker
    return action.hex if named == "paris-gun" else None


@forbids((Place, Play), "tgwe:6.10")
def paris_gun_is_placed_in_another_phase(table: Table, action: Place | Play) -> Because | bool:
    """The Paris Gun is placed in a new units phase."""
    there = _gun_hex(action)
    return because(at=there, phase=table.phase) if there and table.phase != "new-units" else False


@forbids((Place, Play), "tgwe:6.10")
def paris_gun_stands_elsewhere(table: Table, action: Place | Play) -> Because | bool:
    """It goes in a supplied hex under the Central Powers' control, at most eight hexes from a hex of Paris."""
    there = _gun_hex(action)
    wrong = there is not None and some((
        lambda: not is_near_paris(table, there), lambda: table.control(there) != "cp",
        lambda: not is_hex_supplied(table, "cp", there),
    ))
    return because(at=there) if wrong else False


@forbids((Place, Play), "tgwe:6.10")
def paris_gun_is_moved(table: Table, action: Place | Play) -> Because | bool:
    """There is one Paris Gun, and it does not move."""
    there = _gun_hex(action)
    return because(at=there) if there and table.marker_hexes("paris-gun", []) else False


@obliges((Step, Advance), "tgwe:6.10")
def paris_gun_is_overrun(table: Table, action: Step | Advance) -> Because | bool:
    """The Paris Gun is lost for good as soon as an Allied ground unit enters its hex."""
    units = table.units(action.move.units if isinstance(action, Step) else action.units)
    lost = some(partial(_is_allied_ground, unit) for unit in units) and action.to in table.marker_hexes("paris-gun", [])
    return because(at=action.to) if lost else False


def _is_allied_ground(unit: Unit) -> bool:
    return unit.side == "allied" and not is_air(unit)


@permits(Victory, "tgwe:6.10")
def paris_gun_counts(table: Table, victory: Victory) -> Because | bool:
    """On the map the Paris Gun counts as one victory point hex of the Central Powers."""
    guns = table.marker_hexes("paris-gun", [])
    return because(at=guns[0]) if guns else False
