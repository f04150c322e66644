"""Chapter 11, advance after combat (11.5, with 11.1 for forests), in the book's order."""

from rulebook.actions import Advance
from rulebook.facts import every
from rulebook.games.tdw.components import is_combat_unit
from rulebook.games.tdw.ground import enemy_at, is_joined_by_road
from rulebook.games.tdw.pieces import is_delay, is_motorized
from rulebook.games.tdw.retreat_ways import is_closed_to
from rulebook.games.tdw.zones import enemy_zoc_by
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, permits
from rulebook.table import Table, Unit


def _side(table: Table, advance: Advance) -> str:
    return table.unit(advance.units[0]).side


def _neighbours(table: Table, advance: Advance) -> list[Unit]:
    """The units that are next to the hex advanced into."""
    placed = [unit for unit in table.units(advance.units) if not table.game.is_off_map(unit.facts)]
    return [unit for unit in placed if table.are_adjacent(unit.hex, advance.to)]


# 11.1: motorized units and forest


@forbids(Advance, "tdw:11.1")
def motorized_units_advance_off_road(table: Table, advance: Advance) -> Because | bool:
    """Motorized units advance into a forest only if a road joins it to the hex that they attacked from."""
    stopped = first_unit(_neighbours(table, advance), lambda unit: every((
        lambda: is_motorized(unit),
        lambda: table.terrain(advance.to) == "forest",
        lambda: not is_joined_by_road(table, unit.hex, advance.to),
    )))
    return because(at=advance.to, unit=stopped) if stopped else False


# 11.5: who, and where


@permits(Advance, "tdw:11.5")
def victors_may_advance(table: Table, advance: Advance) -> Because | bool:
    """Attacking units may advance into the hex that the enemy left."""
    opened = every((
        lambda: _side(table, advance) == table.active, lambda: not enemy_at(table, _side(table, advance), advance.to)
    ))
    return because(at=advance.to) if opened else False


@permits(Advance, "tdw:11.5")
def zones_do_not_stop_an_advance(table: Table, advance: Advance) -> Because | bool:
    """Units that advance ignore all zones of control."""
    by = enemy_zoc_by(table, _side(table, advance), advance.to)
    return because(at=advance.to, by=by) if by else False


@forbids(Advance, "tdw:11.5")
def defenders_advance(table: Table, advance: Advance) -> Because | bool:
    """Only the attacker's units advance."""
    idle = first_unit(table.units(advance.units), lambda unit: unit.side != table.active)
    return because(at=advance.to, unit=idle) if idle else False


@forbids(Advance, "tdw:11.5")
def bystanders_advance(table: Table, advance: Advance) -> Because | bool:
    """Only units that attacked, and are still there, advance."""
    idle = first_unit(table.units(advance.units), lambda unit: not _attacked(table, unit))
    return because(at=advance.to, unit=idle) if idle else False


def _attacked(table: Table, unit: Unit) -> bool:
    return every((
        lambda: not table.game.is_off_map(unit.facts),
        lambda: is_combat_unit(table, unit),
        lambda: not is_delay(unit),
        lambda: unit.has_status("attacked", ordinary=True),
    ))


@forbids(Advance, "tdw:11.5")
def advances_past_the_hex_attacked(table: Table, advance: Advance) -> Because | bool:
    """An advance goes into the hex attacked, and no further."""
    wrong = advance.target is not None and advance.target != advance.to
    return because(at=advance.to, target=advance.target) if wrong else False


@forbids(Advance, "tdw:11.5")
def advances_from_afar(table: Table, advance: Advance) -> Because | bool:
    """Units advance into the hex next to theirs that they attacked."""
    far = first_unit(table.units(advance.units), lambda unit: not table.game.is_off_map(unit.facts) and (
        not table.are_adjacent(unit.hex, advance.to)
    ))
    return because(at=advance.to, unit=far) if far else False


@forbids(Advance, "tdw:11.5")
def hex_is_still_defended(table: Table, advance: Advance) -> Because | bool:
    """Units advance only where no defender is left."""
    by = enemy_at(table, _side(table, advance), advance.to)
    return because(at=advance.to, by=by) if by else False


@forbids(Advance, "tdw:11.5")
def advances_over_closed_ground(table: Table, advance: Advance) -> Because | bool:
    """No unit advances into or across ground that it may not enter or cross."""
    stopped = first_unit(_neighbours(table, advance), lambda unit: is_closed_to(table, unit, unit.hex, advance.to))
    return because(at=advance.to, unit=stopped) if stopped else False
