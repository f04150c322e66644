"""T1.6: garbled orders: what one more die does to the side that gave them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Attack, Roll
from rulebook.facts import some
from rulebook.games.marne.mastery import FACES, ROLES, level_reached, levels, mastery_die, mastery_modifier
from rulebook.mechanics.dice import distribution, gathered, in_full
from rulebook.rules import Because, because, computes, forbids, obliges, permits
from rulebook.table import Table


@dataclass(frozen=True, order=True)
class Order:
    """A row of the table: losses that each side takes besides, and what is taken off its damage points."""

    name: str
    attacker_losses: int = 0
    defender_losses: int = 0
    attacker_points: int = 0
    defender_points: int = 0


EFFECTS = ("attacker_losses", "defender_losses", "attacker_points", "defender_points")
ORDERS = {
    (row["role"], int(row["die"])): Order(row["order"], *(int(row[effect]) for effect in EFFECTS))
    for row in printed.table("marne", "orders")
}
AS_MEANT = Order("as meant")
Rolled = Roll | Attack


def orders_die(attack: Attack, role: str) -> int | None:
    return attack.orders_die if role == "attacker" else attack.orders_die_defender


def orders(attack: Attack, role: str, level: str) -> dict[Order, Fraction]:
    """What a level leaves to chance: nothing, unless the orders were garbled."""
    if level != "erroneous":
        return {AS_MEANT: Fraction(1)}
    die = orders_die(attack, role)
    faces = FACES if die is None else (die,)
    return {ORDERS[role, face]: Fraction(1, len(faces)) for face in faces}


def _order_rolled(table: Table, action: Rolled, role: str) -> int | None:
    """The die that garbled one side's orders, where it is given."""
    if isinstance(action, Attack):
        return orders_die(action, role) if level_reached(table, action, role) == "erroneous" else None
    return action.dice[0] if action.table == f"{role}-orders" and action.dice else None


def _befalls(table: Table, action: Rolled, role: str, die: int) -> Because | bool:
    return because() if _order_rolled(table, action, role) == die else False


@computes(Roll, "orders", "marne:T1.6")
def orders_roll(table: Table, roll: Roll) -> dict[str, Any] | None:
    """One die picks the row of the side whose orders were garbled."""
    role = roll.table.removesuffix("-orders")
    if role not in ROLES:
        return None
    if roll.dice:
        return {"die": roll.dice[0], "order": ORDERS[role, roll.dice[0]].name}
    return in_full(distribution(1, lambda fall: ORDERS[role, fall[0]].name))


@computes(Attack, "orders", "marne:T1.6")
def orders_of_both_sides(table: Table, attack: Attack) -> dict[str, Any] | None:
    """What garbled orders may do to each side of this battle, where they can happen."""
    found = {role: commands(table, attack, role) for role in ROLES}
    told = {
        role: in_full({order.name: chance for order, chance in chances.items()})
        for role, chances in found.items() if set(chances) != {AS_MEANT}
    }
    return told or None


def commands(table: Table, attack: Attack, role: str) -> dict[Order, Fraction]:
    """The orders that one side's mastery leads to, each with its chance."""
    die = mastery_die(attack, role)
    reached = levels(table, partial(mastery_modifier, table, attack, role), die)
    return gathered(
        (order, chance * share)
        for level, chance in reached.items() for order, share in orders(attack, role, level).items()
    )


@forbids(Roll, "marne:T1.6")
def rolls_more_dice_for_orders(table: Table, roll: Roll) -> Because | bool:
    """Garbled orders take one die."""
    dice = roll.dice or () if roll.table.endswith("-orders") else ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@forbids(Roll, "marne:T1.6")
def modifies_the_orders(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the die of garbled orders."""
    modified = roll.table.endswith("-orders") and roll.modifier
    return because(modifier=roll.modifier) if modified else False


@forbids(Attack, "marne:T1.6")
def rolls_for_orders_in_vain(table: Table, attack: Attack) -> Because | bool:
    """Only garbled orders call for that die."""
    role = some(partial(_needs_no_orders_die, table, attack, role) for role in ROLES)
    return because(at=attack.target, die=orders_die(attack, role)) if role else False


def _needs_no_orders_die(table: Table, attack: Attack, role: str) -> str | None:
    level = level_reached(table, attack, role) if orders_die(attack, role) else None
    return role if level not in (None, "erroneous") else None


# T1.6.1: sacrifice, fierce fighting


@obliges((Roll, Attack), "marne:T1.6.1")
def defender_sacrifices(table: Table, action: Rolled) -> Because | bool:
    """Sacrifice: one more loss on each side."""
    return _befalls(table, action, "defender", 1)


@obliges((Roll, Attack), "marne:T1.6.1")
def attacker_fights_fiercely(table: Table, action: Rolled) -> Because | bool:
    """Fierce fighting: one more loss on each side."""
    return _befalls(table, action, "attacker", 1)


# T1.6.2: panic, confusion


@obliges((Roll, Attack), "marne:T1.6.2")
def defender_panics(table: Table, action: Rolled) -> Because | bool:
    """Panic: the defender falls back one hex more, which takes no damage point off."""
    return _befalls(table, action, "defender", 2)


@obliges((Roll, Attack), "marne:T1.6.2")
def attacker_is_confused(table: Table, action: Rolled) -> Because | bool:
    """Confusion: an attacking unit of the defender's choice is disorganized."""
    return _befalls(table, action, "attacker", 2)


# T1.6.3: suicidal counter-attack, stubbornness


@obliges((Roll, Attack), "marne:T1.6.3")
def defender_counter_attacks(table: Table, action: Rolled) -> Because | bool:
    """Suicidal counter-attack: the defender takes one more loss."""
    return _befalls(table, action, "defender", 3)


@obliges((Roll, Attack), "marne:T1.6.3")
def attacker_is_stubborn(table: Table, action: Rolled) -> Because | bool:
    """Stubbornness: the attacker takes one more loss."""
    return _befalls(table, action, "attacker", 3)


# T1.6.4: rout, panic


@obliges((Roll, Attack), "marne:T1.6.4")
def defender_routs(table: Table, action: Rolled) -> Because | bool:
    """Rout: the attacker takes 3 damage points fewer."""
    return _befalls(table, action, "defender", 4)


@obliges((Roll, Attack), "marne:T1.6.4")
def attacker_panics(table: Table, action: Rolled) -> Because | bool:
    """Panic: one attacking unit falls back one hex."""
    return _befalls(table, action, "attacker", 4)


# T1.6.5: indecision, half-heartedness


@obliges((Roll, Attack), "marne:T1.6.5")
def defender_is_pinned(table: Table, action: Rolled) -> Because | bool:
    """Indecision: the defender's units are pinned."""
    return _befalls(table, action, "defender", 5)


@obliges((Roll, Attack), "marne:T1.6.5")
def attacker_is_half_hearted(table: Table, action: Rolled) -> Because | bool:
    """Half-heartedness: the defender takes 3 damage points fewer."""
    return _befalls(table, action, "attacker", 5)


# T1.6.6: misdirected reserves, counter-order


@permits((Roll, Attack), "marne:T1.6.6")
def defender_misdirects_reserves(table: Table, action: Rolled) -> Because | bool:
    """Misdirected reserves: the attacker may move a unit of the defender by one hex."""
    return _befalls(table, action, "defender", 6)


@permits((Roll, Attack), "marne:T1.6.6")
def attacker_counters_his_orders(table: Table, action: Rolled) -> Because | bool:
    """Counter-order: the defender may remove an exploitation or reserve marker of the attacker."""
    return _befalls(table, action, "attacker", 6)
