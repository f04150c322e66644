"""T3.2 and T4: what a combat result costs both sides, and the exact chances of it over all the dice."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from rulebook.actions import Attack
from rulebook.games.marne.combat import DICE, RESULTS, Cell, column_of
from rulebook.games.marne.mastery import ROLES
from rulebook.games.marne.orders import Order, commands
from rulebook.games.marne.pieces import attackers, fights_under, is_stoss
from rulebook.mechanics.dice import distribution, gathered, in_full, mean
from rulebook.mechanics.sums import modifiers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, modifies, obliges
from rulebook.table import Table

FOCH_POINTS = 2
FOG_POINTS = -1


@dataclass(frozen=True, order=True)
class Toll:
    """What a combat costs: damage points, losses besides, and whether a star takes a Stosstruppen."""

    attacker: int
    defender: int
    attacker_losses: int
    defender_losses: int
    starred: bool


# T3.2: beside the table


@modifies(Attack, "marne:T3.2", of="attacker_damage")
def foch_costs_blood(table: Table, attack: Attack) -> Because | bool:
    """An attacker under the Foch doctrine takes 2 damage points more."""
    costly = fights_under(table, "foch", tuple(attackers(table, attack)))
    return because(at=attack.target, amount=FOCH_POINTS) if costly else False


@modifies(Attack, "marne:T3.2", of="attacker_damage")
def fog_hides_the_attacker(table: Table, attack: Attack) -> Because | bool:
    """In morning fog the attacker takes 1 damage point fewer."""
    return because(at=attack.target, amount=FOG_POINTS) if table.weather == "morning-fog" else False


@obliges(Attack, "marne:T3.2")
def star_takes_a_stosstruppen(table: Table, attack: Attack) -> Because | bool:
    """A star costs the attacker one Stosstruppen."""
    if attack.dice is None or len(attack.dice) != DICE or not attacks_with_stosstruppen(table, attack):
        return False
    column = column_of(table, attack)
    return because(at=attack.target) if column and RESULTS[column, sum(attack.dice)].starred else False


def attacks_with_stosstruppen(table: Table, attack: Attack) -> bool:
    return first_unit(attackers(table, attack), is_stoss) is not None


def _cells(column: str, dice: tuple[int, ...] | None) -> dict[Cell, Fraction]:
    if dice and len(dice) == DICE:
        return {RESULTS[column, sum(dice)]: Fraction(1)}
    return distribution(DICE, lambda fall: RESULTS[column, sum(fall)])


def _toll(cell: Cell, more: int, *orders_given: Order) -> Toll:
    return Toll(
        max(0, cell.attacker + more + sum(order.attacker_points for order in orders_given)),
        max(0, cell.defender + sum(order.defender_points for order in orders_given)),
        sum(order.attacker_losses for order in orders_given),
        sum(order.defender_losses for order in orders_given),
        cell.starred,
    )


# The table alone


@computes(Attack, "result", "marne:T3.2")
def result_of_the_battle(table: Table, attack: Attack) -> dict[str, Any] | None:
    """The table's damage points with what stands beside it, before any garbled orders."""
    column = column_of(table, attack)
    if column is None:
        return None
    more = int(modifiers(table, attack, "attacker_damage").total)
    cells = _cells(column, attack.dice)
    if len(cells) == 1:
        cell, toll = (found := next(iter(cells))), _toll(found, more)
        return {"cell": cell.printed, "attacker": toll.attacker, "defender": toll.defender, "starred": cell.starred}
    tolls = ((_toll(cell, more), chance) for cell, chance in cells.items())
    points = gathered(((toll.attacker, toll.defender), chance) for toll, chance in tolls)
    return in_full({f"A{attacker}D{defender}": chance for (attacker, defender), chance in points.items()})


# Both masteries, garbled orders and the table together


def tolls_of(table: Table, attack: Attack) -> dict[Toll, Fraction] | None:
    """The chance of every toll over both mastery dice, the dice of garbled orders and the two combat dice."""
    column = column_of(table, attack)
    if column is None:
        return None
    more = int(modifiers(table, attack, "attacker_damage").total)
    ways = product(
        _cells(column, attack.dice).items(),
        commands(table, attack, "attacker").items(),
        commands(table, attack, "defender").items(),
    )
    return gathered((_toll(cell, more, ours, theirs), p * q * r) for (cell, p), (ours, q), (theirs, r) in ways)


@computes(Attack, "outcome", "marne:T3")
def outcome_of_the_battle(table: Table, attack: Attack) -> dict[str, Any] | None:
    """The exact chances of each side's damage and losses, and what is to be expected."""
    tolls = tolls_of(table, attack)
    if tolls is None:
        return None
    found: dict[str, Any] = {role: _side(tolls, role) for role in ROLES}
    if attacks_with_stosstruppen(table, attack):
        lost = gathered((int(toll.starred), chance) for toll, chance in tolls.items())
        found["stosstruppen_lost"] = in_full(lost)
    found["joint"] = [
        {"attacker": toll.attacker, "defender": toll.defender, "attacker_losses": toll.attacker_losses,
         "defender_losses": toll.defender_losses, "starred": toll.starred, "chance": str(chance),
         "probability": float(chance)}
        for toll, chance in tolls.items()
    ]
    return found


def points_of(tolls: dict[Toll, Fraction], role: str) -> dict[int, Fraction]:
    return gathered((getattr(toll, role), chance) for toll, chance in tolls.items())


def _side(tolls: dict[Toll, Fraction], role: str) -> dict[str, Any]:
    points = points_of(tolls, role)
    besides = gathered((getattr(toll, f"{role}_losses"), chance) for toll, chance in tolls.items())
    return {
        "points": in_full(points), "expected_points": mean(points, int),
        "losses_besides": in_full(besides), "expected_losses_besides": mean(besides, int),
    }
