"""Case 14.6, the French chasseurs. How they meet zones of control is in zones.py (8.47)."""

from rulebook.actions import Move, Place, Replace
from rulebook.facts import every
from rulebook.games.tsnp.breakthrough import is_breakthrough
from rulebook.games.tsnp.forces import is_chasseurs
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, permits
from rulebook.table import Table


@forbids((Replace, Place), "tsnp:14.6")
def eliminated_chasseurs_come_back(table: Table, action: Replace | Place) -> Because | bool:
    """Chasseurs that were eliminated never come back into play."""
    if action.unit is None or (isinstance(action, Place) and action.entry != "replacement"):
        return False
    unit = table.unit(action.unit)
    gone = every((lambda: is_chasseurs(unit), lambda: unit.has_status("eliminated")))
    return because(unit=unit) if gone else False


@permits(Replace, "tsnp:14.6")
def reduced_chasseurs_are_filled_up(table: Table, replace: Replace) -> Because | bool:
    """Reduced chasseurs may receive replacements."""
    unit = table.unit(replace.unit)
    weak = every((lambda: is_chasseurs(unit), lambda: unit.is_placed, lambda: unit.is_reduced))
    return because(unit=unit) if weak else False


@permits(Move, "tsnp:14.6")
def chasseurs_lead_the_way(table: Table, move: Move) -> Because | bool:
    """Chasseurs, and all units stacked with them, may break through in fair weather."""
    if not is_breakthrough(move):
        return False
    leader = first_unit(table.units(move.units), is_chasseurs)
    return because(unit=leader) if leader else False
