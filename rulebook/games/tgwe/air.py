"""Chapter 15, air units (15.1), in the book's order."""

from collections.abc import Iterable
from typing import Any

from rulebook.actions import Attack, Losses, Move, Place, Roll, Stack, Support, arriving_ids
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import air_in_support, attackers, lent
from rulebook.games.tgwe.ground import is_on
from rulebook.games.tgwe.pieces import is_air, is_lost_for_good
from rulebook.mechanics.dice import distribution, in_full
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, forbids, modifies, obliges
from rulebook.table import Table, Unit

FACES = range(1, 7)
AIR_BONUS = 1
OVER_EGYPT = {"allied": 3, "cp": 1}
ACE_TABLE = "ace"
DIES, LIVES = "eliminated", "survives"


def _air_lent(table: Table, action: Attack | Support) -> list[Unit]:
    return [unit for unit, _ in lent(table, action) if is_air(unit)]


# 15.11: what they are


@forbids(Losses, "tgwe:15.11")
def air_units_take_losses(table: Table, losses: Losses) -> Because | bool:
    """Air units have no steps: no loss is ever taken on them."""
    named = [table.unit(loss.unit) for loss in losses.taken]
    wrong = first_unit(named, is_air)
    return because(unit=wrong) if wrong else False


@forbids(Move, "tgwe:15.11")
def air_units_move(table: Table, move: Move) -> Because | bool:
    """Air units are kept off the map: they do not move from hex to hex."""
    wrong = first_unit(table.units(move.units), is_air)
    return because(unit=wrong) if wrong else False


@forbids((Stack, Place), "tgwe:15.11")
def air_units_stand_on_the_map(table: Table, action: Stack | Place) -> Because | bool:
    """Air units are kept off the map: they are put in no hex."""
    wrong = first_unit(table.units(arriving_ids(action)), is_air)
    return because(at=action.hex, unit=wrong) if wrong else False


@forbids(Attack, "tgwe:15.11")
def air_units_attack(table: Table, attack: Attack) -> Because | bool:
    """Air units have no combat strength: they support battles and do not attack."""
    wrong = first_unit(attackers(table, attack), is_air)
    return because(at=attack.target, unit=wrong) if wrong else False


# 15.12: once between Strategic Turns


@forbids((Attack, Support), "tgwe:15.12")
def flies_twice(table: Table, action: Attack | Support) -> Because | bool:
    """An air unit supports one battle between two Strategic Turns."""
    spent = first_unit(_air_lent(table, action), lambda unit: unit.has_status("used"))
    return because(at=action.target, unit=spent) if spent else False


@obliges((Attack, Support), "tgwe:15.12")
def air_units_are_spent(table: Table, action: Attack | Support) -> Because | bool:
    """An air unit that was engaged waits for the next Strategic Turn."""
    flown = _air_lent(table, action)
    return because(units=flown) if flown else False


# 15.13: engagement


def gives_air_support(unit: Unit) -> bool:
    """An air unit that can change the die: New Air Tactics only cancel others (6.3)."""
    return every((
        lambda: is_air(unit), lambda: not unit.has_status("new-air-tactics"), lambda: not died_before(unit),
    ))


def died_before(unit: Unit) -> bool:
    """Whether an ace is out of the game (15.15): one not marked used was so before this battle, not by its own roll."""
    return unit.type == "ace" and is_lost_for_good(unit) and not unit.has_status("used")


def air_balance(attack: Iterable[Unit], defense: Iterable[Unit]) -> int:
    """1 where aircraft of the attacker are left once all have cancelled each other, -1 where the defender's are."""
    ours, theirs = ([unit for unit in units if is_air(unit) and not died_before(unit)] for units in (attack, defense))
    if len(ours) == len(theirs):
        return 0
    sign, left = (1, ours) if len(ours) > len(theirs) else (-1, theirs)
    return sign if first_unit(left, gives_air_support) else 0


@obliges((Attack, Support), "tgwe:15.13")
def attacker_commits_his_aircraft_first(table: Table, action: Attack | Support) -> Because | bool:
    """The attacker says how many air units he commits, any number; then the defender does."""
    flown = _air_lent(table, action)
    return because(at=action.target, units=flown) if flown else False


@modifies(Attack, "tgwe:15.13")
def aircraft_prevail(table: Table, attack: Attack) -> Because | bool:
    """Air units cancel each other one for one; those left add 1 for the attacker or take 1 for the defender."""
    balance = air_balance(air_in_support(table, attack, "attack"), air_in_support(table, attack, "defense"))
    return because(at=attack.target, amount=balance * AIR_BONUS) if balance else False


# 15.14: over Germany


@forbids((Attack, Support), "tgwe:15.14")
def flies_from_home_defense(table: Table, action: Attack | Support) -> Because | bool:
    """An air unit that defends Germany supports no battle before the next Strategic Turn."""
    held = first_unit(_air_lent(table, action), lambda unit: unit.has_status("home-defense"))
    return because(at=action.target, unit=held) if held else False


# 15.15: aces


@forbids((Attack, Support), "tgwe:15.15")
def lost_aircraft_fly(table: Table, action: Attack | Support) -> Because | bool:
    """An ace that was killed, or another air unit out of the game (6.3, 15.17), supports no battle."""
    lost = first_unit(_air_lent(table, action), is_lost_for_good)
    return because(at=action.target, unit=lost) if lost else False


@obliges((Attack, Support), "tgwe:15.15")
def aces_roll_for_their_lives(table: Table, action: Attack | Support) -> Because | bool:
    """A die is rolled for each ace that supported a battle."""
    aces = [unit for unit in _air_lent(table, action) if unit.type == "ace"]
    return because(units=aces) if aces else False


@computes(Roll, "ace", "tgwe:15.15")
def fate_of_an_ace(table: Table, roll: Roll) -> dict[str, Any] | None:
    """An ace is out of the game on one of the numbers printed on it."""
    if roll.table != ACE_TABLE:
        return None
    ace = table.unit(str(table.read("action.unit", roll.unit)))
    if roll.dice:
        return {"result": _fate(ace, roll.dice[0])}
    fates = {face: _fate(ace, face) for face in FACES}
    return in_full(distribution(1, lambda fall: fates[fall[0]]))


def _fate(ace: Unit, die: int) -> str:
    return DIES if ace.has_status(f"dies-on-{die}") else LIVES


@forbids(Roll, "tgwe:15.15")
def rolls_for_no_ace(table: Table, roll: Roll) -> Because | bool:
    """Only aces are rolled for, with one die each."""
    if roll.table != ACE_TABLE:
        return False
    unit = table.unit(str(table.read("action.unit", roll.unit)))
    return because(unit=unit) if unit.type != "ace" or len(roll.dice or ()) > 1 else False


@forbids(Roll, "tgwe:15.15")
def rolls_for_a_lost_ace(table: Table, roll: Roll) -> Because | bool:
    """An ace that is out of the game is rolled for no more."""
    ace = table.unit(str(table.read("action.unit", roll.unit))) if roll.table == ACE_TABLE else None
    lost = ace is not None and every((lambda: ace.type == "ace", lambda: is_lost_for_good(ace)))
    return because(unit=ace) if lost else False


# 15.16 and 15.17: where they fly


@forbids((Attack, Support), "tgwe:15.16")
def too_many_aircraft_over_egypt(table: Table, action: Attack | Support) -> Because | bool:
    """On the Egyptian Front the Allies have three air units and the Germans one."""
    if not _air_lent(table, action) or not is_on(table, action.target, "egyptian"):
        return False
    for side, most in OVER_EGYPT.items():
        flown = [unit for unit in _air_lent(table, action) if unit.side == side]
        if len(flown) > most:
            return because(at=action.target, units=flown, amount=most)
    return False


@obliges((Attack, Support), "tgwe:15.17")
def italian_aircraft_fly_once(table: Table, action: Attack | Support) -> Because | bool:
    """The Italian air unit supports one battle in the whole game, and is then removed."""
    flown = first_unit(_air_lent(table, action), is_italian_aircraft)
    return because(unit=flown) if flown else False


def is_italian_aircraft(unit: Unit) -> bool:
    """Whether an air unit is the one that Italy has."""
    return bool(some((lambda: unit.nation == "italian", lambda: unit.has_status("italian-air"))))
