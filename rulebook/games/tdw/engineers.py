"""Chapter 12, what US engineers do for a defence (12.4.2, with 12.9.1)."""

from functools import partial

from rulebook.actions import Attack, Support
from rulebook.facts import every, some
from rulebook.games.tdw.battle import Role, attacking_side, defender_who, lent, posted_enemies
from rulebook.games.tdw.pieces import corps_of, is_airborne, is_delay, is_engineer
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids
from rulebook.table import Table, Unit

REACH = 3
MOST_FOR_THE_DELAY = 1


def _engineers(table: Table, action: Attack | Support, role: Role) -> list[Unit]:
    return [unit for unit, part in lent(table, action) if part == role and is_engineer(unit)]


@defines("tdw:12.4.2")
def engineers_work_for(table: Table, engineers: Unit, unit: Unit) -> bool:
    """Engineers work for units of their own corps, for US Delay and for any airborne unit."""
    return bool(some((
        lambda: is_delay(unit),
        lambda: is_airborne(unit),
        lambda: every((lambda: corps_of(unit) is not None, lambda: corps_of(unit) == corps_of(engineers))),
    )))


def is_near(table: Table, engineers: Unit, there: str) -> bool:
    return not table.game.is_off_map(engineers.facts) and table.distance(engineers.hex, there) <= REACH


def help_the_defense(table: Table, action: Attack | Support, engineers: Unit) -> bool:
    """Whether engineers on the map are near enough and have someone in the hex to work for."""
    return every((
        lambda: is_near(table, engineers, action.target),
        lambda: defender_who(table, action, partial(engineers_work_for, table, engineers)),
    ))


@forbids((Attack, Support), "tdw:12.4.2")
def engineers_are_too_far(table: Table, action: Attack | Support) -> Because | bool:
    """Engineers help only a hex within 3 hexes of them, from the map."""
    far = first_unit(_engineers(table, action, "defense"), lambda unit: not is_near(table, unit, action.target))
    return because(at=action.target, unit=far) if far else False


@forbids((Attack, Support), "tdw:12.4.2")
def engineers_help_strangers(table: Table, action: Attack | Support) -> Because | bool:
    """Engineers help no unit of another corps, save airborne units and US Delay."""
    idle = first_unit(_engineers(table, action, "defense"), lambda unit: not defender_who(
        table, action, partial(engineers_work_for, table, unit)
    ))
    return because(at=action.target, unit=idle) if idle else False


@forbids((Attack, Support), "tdw:12.9.1")
def several_engineers_help_the_delay(table: Table, action: Attack | Support) -> Because | bool:
    """US Delay has the help of a single engineer asset."""
    engineers = _engineers(table, action, "defense")
    crowded = len(engineers) > MOST_FOR_THE_DELAY and defender_who(table, action, is_delay)
    return because(at=action.target, units=engineers) if crowded else False


@forbids((Attack, Support), "tdw:12.4.2")
def engineers_help_an_attack(table: Table, action: Attack | Support) -> Because | bool:
    """Engineers never help an attack."""
    idle = first_unit(_engineers(table, action, "attack"), is_engineer)
    return because(at=action.target, unit=idle) if idle else False


@forbids((Attack, Support), "tdw:12.4.2")
def engineers_alone_are_attacked(table: Table, action: Attack | Support) -> Because | bool:
    """Engineers alone in a hex cannot be attacked, so nobody supports a combat there."""
    there = posted_enemies(table, attacking_side(table, action), action.target)
    if not there:
        return False
    defended = defender_who(table, action, lambda unit: True)
    return False if defended else because(at=action.target, unit=there[0])
