"""Who takes part in a battle, and on what ground: what the modifiers of chapters 13, 16 and S3 look at."""

from functools import partial
from typing import Any

from rulebook.actions import Attack
from rulebook.facts import every, known
from rulebook.games.sitw.combat import adds_to_the_defense, attackers, attacking_side
from rulebook.games.sitw.pieces import is_aircraft, is_allied_tank
from rulebook.mechanics.units import Test, first_unit
from rulebook.rules import Because, because
from rulebook.table import Table, Unit


def modified(attack: Attack, amount: int, **words: Any) -> Because:
    """A modifier of this size, on account of the hex attacked."""
    return because(at=attack.target, amount=amount, **words)


def attacker_who(table: Table, attack: Attack, test: Test) -> Unit | None:
    """The first attacking land unit that passes a test."""
    return first_unit(attackers(table, attack), test)


def defender_who(table: Table, attack: Attack, test: Test) -> Unit | None:
    """The first unit that defends the target hex and passes a test."""
    found: Unit | None = table.someone_at(attack.target, partial(_defends_and, table, attack, test))
    return found


def _defends_and(table: Table, attack: Attack, test: Test, unit: Unit) -> bool:
    return every((lambda: test(unit), lambda: adds_to_the_defense(table, attack, unit)))


def allied_tank_in(table: Table, attack: Attack) -> Unit | None:
    """The first Allied tank unit in an Allied attack."""
    return attacker_who(table, attack, is_allied_tank) if attacking_side(table, attack) == "allied" else None


def is_trench_of(table: Table, attack: Attack, side: str, trench: str) -> bool:
    """Whether units of this side defend in a trench of their own."""
    return attacking_side(table, attack) != side and table.has_feature(attack.target, trench)


def supporting_aircraft(table: Table, attack: Attack) -> list[Unit]:
    """The air units that support the attack."""
    return _aircraft(table, "support", attack.support, attacking_side(table, attack))


def opposing_aircraft(table: Table, attack: Attack) -> list[Unit]:
    """The air units that support the defense."""
    return _aircraft(table, "against", attack.against, table.game.enemy_of(attacking_side(table, attack)))


def _aircraft(table: Table, field: str, ids: tuple[str, ...] | None, side: str) -> list[Unit]:
    """Those that a field of the action names; left out, it names none if every unit is posted and none could be one."""
    if ids is None and table.posted.units_complete and known(partial(_has_aircraft, table, side)) is False:
        return []
    return [unit for unit in table.units(table.read(f"action.{field}", ids, None, ())) if is_aircraft(unit)]


def _has_aircraft(table: Table, side: str) -> bool:
    return first_unit(table.units(), partial(_is_aircraft_of, side)) is not None


def _is_aircraft_of(side: str, unit: Unit) -> bool:
    return every((lambda: unit.side == side, lambda: is_aircraft(unit)))
