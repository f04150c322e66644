"""T4: damage points turned into losses."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

from rulebook import printed
from rulebook.actions import Attack, Bombard, Losses, Taken
from rulebook.facts import Unknown, known
from rulebook.games.marne import artillery
from rulebook.games.marne.mastery import ROLES
from rulebook.games.marne.outcome import points_of, tolls_of
from rulebook.games.marne.pieces import attackers, defenders, is_air, is_gun, is_stoss, stranger_among
from rulebook.games.marne.rulings import rulebook_forbids
from rulebook.mechanics.dice import gathered, mean
from rulebook.mechanics.units import apart, first_unit, parted
from rulebook.rules import Because, Part, Sum, because, computes, defines, forbids
from rulebook.table import Table, Unit

PRICES = {row["kind"]: int(row["points"]) for row in printed.table("marne", "losses")}
DISORGANIZING = 1
PRICED = ("division", "regiment", "tank")


def _kind(unit: Unit) -> str:
    return "american-regiment" if unit.type == "regiment" and unit.nation == "american" else unit.type


@defines("marne:T4")
def price_of_a_loss(table: Table, unit: Unit) -> int:
    """A regiment costs 2 points, an American one or a division 3, a Stosstruppen 2, a tank its protection."""
    if unit.type == "tank":
        return unit.protection
    kind = _kind(unit)
    if kind not in PRICES:
        raise Unknown({f"rulebook.loss-of-{kind}": None})
    return PRICES[kind]


@computes(Losses, "spent", "marne:T4")
def points_spent(table: Table, losses: Losses) -> Sum:
    """What the losses and disorganized units named come to in damage points."""
    return Sum(tuple(each() for each in _prices(table, losses)))


def _prices(table: Table, losses: Losses) -> Iterator[Callable[[], Part]]:
    yield from (partial(_price_of, table, each) for each in losses.taken)
    yield from (partial(Part, DISORGANIZING, "marne:T4", unit_id) for unit_id in losses.disorganized)


def _price_of(table: Table, each: Taken) -> Part:
    return Part(each.steps * price_of_a_loss(table, table.unit(each.unit)), "marne:T4", each.unit)


@forbids(Losses, "marne:T4")
def spends_more_than_the_damage(table: Table, losses: Losses) -> Because | bool:
    """The damage points are all there is to spend, whatever a loss whose price is not known would add."""
    least = int(sum(part.amount for part in map(known, _prices(table, losses)) if part))
    spent = least if least > losses.points else int(points_spent(table, losses).total)
    return because(spent=spent, points=losses.points) if spent > losses.points else False


@forbids(Losses, "marne:T4")
def rulebook_bars_points_left_over(table: Table, losses: Losses) -> Because | bool:
    """The aid does not say whether damage points may be left over."""
    left = losses.points - int(points_spent(table, losses).total)
    return because(left=left) if left > 0 and rulebook_forbids(table, "points-left-over") else False


@forbids(Losses, "marne:T4")
def spends_on_others(table: Table, losses: Losses) -> Because | bool:
    """The damage falls on the units that fought."""
    struck = (*(each.unit for each in losses.taken), *losses.disorganized)
    other = next((unit_id for unit_id in struck if unit_id not in losses.units), None)
    return because(unit=other) if other else False


@forbids(Losses, "marne:T4")
def disorganizes_twice(table: Table, losses: Losses) -> Because | bool:
    """A unit that is disorganized cannot be disorganized again."""
    twice = next((unit_id for unit_id in losses.disorganized if losses.disorganized.count(unit_id) > 1), None)
    unit = twice or first_unit(table.units(losses.disorganized), lambda unit: unit.has_status("disorganized"))
    return because(unit=unit) if unit else False


@forbids(Losses, "marne:T4")
def disorganizes_a_marker(table: Table, losses: Losses) -> Because | bool:
    """Units are disorganized: a Stosstruppen marker is none."""
    marker = first_unit(table.units(losses.disorganized), is_stoss)
    return because(unit=marker) if marker else False


@forbids(Losses, "marne:T4")
def rulebook_bars_disorganized_aircraft(table: Table, losses: Losses) -> Because | bool:
    """Aircraft do not fight on the ground; whether they can be disorganized there is not in the aid."""
    unit = first_unit(table.units(losses.disorganized), is_air)
    return because(unit=unit) if unit and rulebook_forbids(table, "air-missions") else False


@forbids(Losses, "marne:T4")
def disorganizes_the_lost(table: Table, losses: Losses) -> Because | bool:
    """A unit that is eliminated is not disorganized as well."""
    lost = first_unit(table.units(losses.disorganized), lambda unit: _loses_its_last(unit, _steps_taken(losses, unit)))
    return because(unit=lost) if lost else False


def _loses_its_last(unit: Unit, steps: int) -> bool:
    return steps > 0 and (is_stoss(unit) or steps >= unit.steps)


def _steps_taken(losses: Losses, unit: Unit) -> int:
    return sum(each.steps for each in losses.taken if each.unit == unit.id)


@forbids(Losses, "marne:T4")
def defends_in_two_hexes(table: Table, losses: Losses) -> Because | bool:
    """One hex is attacked: those who share the defender's damage stand in it together."""
    two = apart(table.units(losses.units)) if losses.role == "defender" else None
    return because(unit=two[0], other=two[1]) if two else False


@forbids(Losses, "marne:T4")
def attackers_share_no_hex(table: Table, losses: Losses) -> Because | bool:
    """The attackers stand next to one hex: those too far apart for that do not share the damage of one combat."""
    if losses.role != "attacker":
        return False
    two = parted(table, (unit for unit in table.units(losses.units) if known(partial(_is_of_the_ground, unit))))
    return because(unit=two[0], other=two[1]) if two else False


@forbids(Losses, "marne:T4")
def loses_more_than_it_has(table: Table, losses: Losses) -> Because | bool:
    """A Stosstruppen is eliminated once, and a unit whose steps are posted loses no more of them."""
    taken = {each.unit: 0 for each in losses.taken}
    for each in losses.taken:
        taken[each.unit] += each.steps
    unit = first_unit(table.units(taken), lambda unit: taken[unit.id] > 1 and taken[unit.id] > _losses_left(unit))
    return because(unit=unit) if unit else False


def _is_of_the_ground(unit: Unit) -> bool:
    return not (is_gun(unit) or is_air(unit))


def _losses_left(unit: Unit) -> float:
    """How often a unit can lose: the aid gives no number of steps, so that those not posted are no bound."""
    return 1 if is_stoss(unit) else known(lambda: unit.steps) or inf


@forbids(Losses, "marne:T4")
def shares_the_damage_with_the_enemy(table: Table, losses: Losses) -> Because | bool:
    """The damage of one side is not taken by units of both."""
    unit = stranger_among(table.units(losses.units))
    return because(unit=unit) if unit else False


# What is to be expected


def _in_losses(table: Table, units: Iterable[Unit], points: dict[int, Fraction]) -> dict[str, Any]:
    """By kind of unit, the losses that the points would cost were all of them spent on it."""
    prices: dict[str, int] = {}
    for unit in units:
        if unit.type in PRICED:
            prices[unit.id if unit.type == "tank" else _kind(unit)] = price_of_a_loss(table, unit)
    return {kind: mean(points, partial(_bought, price)) for kind, price in prices.items() if price}


def _bought(price: int, points: int) -> int:
    return points // price


@computes(Attack, "expected_losses", "marne:T4")
def losses_to_expect(table: Table, attack: Attack) -> dict[str, Any] | None:
    """Each side's damage points as losses, were all of them spent on one kind of unit."""
    tolls = tolls_of(table, attack)
    if tolls is None:
        return None
    units = dict(zip(ROLES, (attackers(table, attack), defenders(table, attack)), strict=True))
    return {role: _in_losses(table, units[role], points_of(tolls, role)) for role in ROLES}


@computes(Bombard, "losses_to_expect", "marne:T4")
def bombardment_losses_to_expect(table: Table, bombard: Bombard) -> dict[str, Any] | None:
    """The damage points of a bombardment as losses, were all of them spent on one kind of unit."""
    target = artillery.target_of(table, bombard)
    if table.has_feature(target, "fort"):
        return None
    found = artillery.results_of(table, bombard)
    points = gathered((artillery.points_of(result), chance) for result, chance in found.items())
    return _in_losses(table, table.everyone_at(target), points)
