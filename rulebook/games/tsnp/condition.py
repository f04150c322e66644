"""What lack of supply leaves of a unit (6.16), and what demoralization (12.3) and bad weather (5.1) add to it."""

from functools import partial
from typing import Any

from rulebook.actions import Attack, Bombard, Roll, Supply, Support
from rulebook.facts import every, known
from rulebook.games.tsnp.battle import lent_in_roles
from rulebook.games.tsnp.bombardment import Shot, first_firing
from rulebook.games.tsnp.forces import is_artillery, is_demoralized, is_garrison, is_infantry, is_unsupplied
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, defines, forbids, permits, unless
from rulebook.table import Table, Unit

PRINTED = "printed"


@defines("tsnp:6.16")
def lacks_supply(table: Table, unit: Unit) -> bool:
    """A unit that was found out of supply when its player last checked goes without until he checks again."""
    return is_unsupplied(unit)


@unless(lacks_supply, "tsnp:14.83")
def garrison_never_lacks_supply(table: Table, unit: Unit) -> bool:
    """The garrison of a fort lives on the stores of its fort."""
    return is_garrison(unit)


@defines("tsnp:6.16")
def moves_and_fights_at_half(table: Table, unit: Unit) -> bool:
    """Infantry out of supply has half its movement and half its combat strength, fractions up."""
    return every((lambda: is_infantry(unit), lambda: lacks_supply(table, unit)))


def combat_strength(table: Table, unit: Unit) -> Sum:
    """What a unit fights with: infantry its strength, less its penalties; others defend in full whatever befalls them.

    Half of a half that was rounded up is the same as a quarter rounded up once.
    """
    if not is_infantry(unit):
        return Sum((Part(unit.defense, "tsnp:2.13" if unit.type != "hq" else "tsnp:2.12", PRINTED),))
    parts = [Part(unit.attack, "tsnp:2.11", PRINTED)]
    if moves_and_fights_at_half(table, unit):
        parts.append(_half_off(parts, "tsnp:6.16", "unsupplied"))
    if is_demoralized(unit):
        parts.append(_half_off(parts, "tsnp:12.3", "demoralized"))
    return Sum(tuple(parts))


def movement_capacity(table: Table, unit: Unit) -> Sum:
    """The movement points of a unit: those printed, half for infantry out of supply, one less in bad weather."""
    parts = [Part(unit.movement, "tsnp:8.1", PRINTED)]
    if moves_and_fights_at_half(table, unit):
        parts.append(_half_off(parts, "tsnp:6.16", "unsupplied"))
    if sum(part.amount for part in parts) > 0 and table.weather == "bad":
        parts.append(Part(-1, "tsnp:5.1", "bad"))
    return Sum(tuple(parts))


def _half_off(parts: list[Part], case: str, why: str) -> Part:
    """What is taken away when half of what is left, rounded up, stays."""
    return Part(-(int(sum(part.amount for part in parts)) // 2), case, why)


@computes(Supply, "left", "tsnp:6.16")
def left_without_supply(table: Table, supply: Supply) -> dict[str, Any] | None:
    """What infantry marked out of supply still fights and moves with."""
    marked = [unit for unit in table.units(supply.units) if known(partial(moves_and_fights_at_half, table, unit))]
    return {unit.id: _left(table, unit) for unit in marked} if marked else None


def _left(table: Table, unit: Unit) -> dict[str, Any]:
    told = {"combat": combat_strength, "movement": movement_capacity}
    found = {name: known(partial(amount, table, unit)) for name, amount in told.items()}
    return {name: amount and amount.told() for name, amount in found.items()}


# 6.16: artillery


@forbids((Bombard, Roll), "tsnp:6.16")
def bombards_without_supply(table: Table, action: Shot) -> Because | bool:
    """Artillery out of supply fires neither barrage nor interdiction."""
    found = first_firing(table, action, partial(_is_artillery_without_supply, table))
    return because(unit=found) if found else False


@forbids((Support, Attack), "tsnp:6.16")
def supports_an_attack_without_supply(table: Table, action: Support | Attack) -> Because | bool:
    """Artillery out of supply supports no attack."""
    found = first_unit(lent_as(table, action, "attack"), partial(_is_artillery_without_supply, table))
    return because(unit=found) if found else False


def lent_as(table: Table, action: Support | Attack, part: str) -> list[Unit]:
    """The guns that an action lends to the attack, or to the defense."""
    return [gun for gun, role in lent_in_roles(table, action) if role == part]


def _is_artillery_without_supply(table: Table, unit: Unit) -> bool:
    return every((lambda: is_artillery(unit), lambda: lacks_supply(table, unit)))


@permits((Support, Attack), "tsnp:6.16")
def supports_a_defense_without_supply(table: Table, action: Support | Attack) -> Because | bool:
    """Artillery out of supply may still support a defense, unless it is demoralized as well."""
    found = first_unit(lent_as(table, action, "defense"), lambda unit: every((
        lambda: _is_artillery_without_supply(table, unit), lambda: not is_demoralized(unit)
    )))
    return because(unit=found) if found else False
