"""Who is who in a battle: sides, attackers, defenders, lead units, doctrines, the offensive under way."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from rulebook.actions import Attack
from rulebook.facts import every, some
from rulebook.mechanics.units import first_unit, is_off_the_map
from rulebook.rules import contested, defines
from rulebook.table import Table, Unit

T = TypeVar("T")
INFANTRY = ("division", "regiment")
GUNS = ("artillery", "army-artillery")


def is_air(unit: Unit) -> bool:
    return unit.type == "air"


def is_gun(unit: Unit) -> bool:
    return unit.type in GUNS


def is_stoss(unit: Unit) -> bool:
    return unit.type == "stosstruppen"


def fighters(units: Iterable[Unit]) -> list[Unit]:
    """Stosstruppen markers carry no factor, and aircraft do not fight on the ground."""
    return [unit for unit in units if not is_stoss(unit) and not is_air(unit)]


def fights(unit: Unit) -> bool:
    return bool(fighters((unit,)))


def bodies(units: Iterable[Unit]) -> list[Unit]:
    """The units themselves: a Stosstruppen marker goes with one, and is none."""
    return [unit for unit in units if not is_stoss(unit)]


def outnumber(units: Sequence[Unit], limit: int) -> bool:
    """Whether there are more units than so many, markers not counted; where even with markers there are not, no type
    is asked for.
    """
    return len(units) > limit and len(bodies(units)) > limit


def those_fit_to_lead(units: Iterable[Unit]) -> list[Unit]:
    """The infantry; where there is none, every unit that fights."""
    ground = fighters(units)
    return [unit for unit in ground if unit.type in INFANTRY] or ground


def attacking_side(table: Table, attack: Attack) -> str:
    return table.unit(attack.units[0]).side


def attackers(table: Table, attack: Attack) -> list[Unit]:
    """The units that attack; aircraft named with them fly over the hex and are none of them."""
    return [unit for unit in table.units(attack.units) if not is_air(unit)]


def stranger_among(units: list[Unit]) -> Unit | None:
    """A unit that is not of the side of the first."""
    return first_unit(units[1:], lambda unit: unit.side != units[0].side)


def held_against(table: Table, ids: tuple[str, ...], path: tuple[str, ...]) -> Unit | None:
    """A unit on the ground, of the other side than these, in one of the hexes that their path enters."""
    units = table.units(ids)
    met = first_unit(chain.from_iterable(map(table.units_at, path[1:])), lambda unit: _defends(units[0].side, unit))
    if met is None and path[1:]:
        table.others_may_be(but=units)
    return met


def ground_enemy_in(table: Table, side: str, number: str) -> Unit | None:
    """A unit on the ground, of the other side than this one, in a hex."""
    found: Unit | None = table.someone_at(number, partial(_defends, side))
    return found


def absent_unit(table: Table, ids: tuple[str, ...]) -> Unit | None:
    """The first of these units that is not on the map."""
    return first_unit(table.units(ids), is_off_the_map)


def defenders(table: Table, attack: Attack) -> list[Unit]:
    """All the units that defend the target hex, once it is known that no other can be there."""
    side = attacking_side(table, attack)
    return [unit for unit in table.everyone_at(attack.target) if _defends(side, unit)]


def defender_who(table: Table, attack: Attack, test: Any) -> Unit | None:
    """The first unit that defends the target hex and passes a test."""
    side = attacking_side(table, attack)
    found: Unit | None = table.someone_at(attack.target, partial(_defends_and, side, test))
    return found


def defends(table: Table, attack: Attack, unit: Unit) -> bool:
    """Whether a unit is among those that defend the target hex."""
    return every((lambda: unit.hex == attack.target, lambda: _defends(attacking_side(table, attack), unit)))


def _defends_and(side: str, test: Any, unit: Unit) -> bool:
    return every((lambda: _defends(side, unit), lambda: test(unit)))


def _defends(side: str, unit: Unit) -> bool:
    return every((lambda: unit.side != side, lambda: not is_air(unit)))


def hex_met_twice(path: tuple[str, ...]) -> str | None:
    """The first hex that a path comes back to."""
    return next((number for index, number in enumerate(path) if number in path[:index]), None)


# Lead units


def trait_of_the_lead(table: Table, attack: Attack, role: str, trait: Callable[[Unit], T]) -> T:
    """A trait of one side's lead unit; who leads need not be said where all who could are alike in it."""
    named = attack.lead if role == "attacker" else attack.lead_defender
    if named is not None:
        return trait(table.unit(named))
    units = attackers(table, attack) if role == "attacker" else defenders(table, attack)
    fit = those_fit_to_lead(units)
    traits = {trait(unit) for unit in fit}
    if len(traits) == 1:
        return traits.pop()
    field = "lead" if role == "attacker" else "lead_defender"
    return trait(table.unit(str(table.read(f"action.{field}", None, tuple(unit.id for unit in fit) or None))))


# Doctrine and disorganization


@defines("marne:T1.2")
def fights_under(table: Table, doctrine: str, units: tuple[Unit, ...]) -> bool:
    """Allied units fight under a doctrine as soon as one of them is under it."""
    return bool(some(partial(_follows, doctrine, unit) for unit in units))


@contested(fights_under)
def all_fight_under(table: Table, doctrine: str, units: tuple[Unit, ...]) -> bool:
    """Only where every one of them is under it."""
    return bool(units) and every(partial(_follows, doctrine, unit) for unit in units)


def _follows(doctrine: str, unit: Unit) -> bool:
    return unit.side == "allied" and unit.has_status(doctrine)


@defines("marne:T8")
def is_shaken(table: Table, unit: Unit) -> bool:
    """Disorganized and reorganizing units suffer the same."""
    return bool(some((lambda: unit.has_status("disorganized"), lambda: unit.has_status("reorganizing"))))


@defines("marne:T8")
def counts_as_disorganized(table: Table, unit: Unit) -> bool:
    """Where a table speaks of a disorganized unit, one that reorganizes counts too."""
    return bool(is_shaken(table, unit))


@contested(counts_as_disorganized)
def only_dg_counts(table: Table, unit: Unit) -> bool:
    """Only the bans of that list are shared: a unit that reorganizes is no longer disorganized."""
    return unit.has_status("disorganized")


# The offensive


@defines("marne:T3.4")
def guns_of_the_offensive(table: Table, side: str, target: str) -> Unit | None:
    """An attack is part of an offensive within the radius of an army artillery of its side in offensive mode."""
    guns = (partial(_covers, table, side, target, unit) for unit in table.units() if unit.is_placed)
    found: Unit | None = some(chain(guns, (table.others_may_be,)))
    return found


def _covers(table: Table, side: str, target: str, unit: Unit) -> Unit | None:
    covers = every((
        lambda: unit.type == "army-artillery",
        lambda: unit.side == side,
        lambda: unit.has_status("offensive"),
        lambda: table.distance(unit.hex, target) <= unit.range,
    ))
    return unit if covers else None


def is_in_the_offensive(table: Table, attack: Attack) -> bool:
    return guns_of_the_offensive(table, attacking_side(table, attack), attack.target) is not None
