"""Case 10.46, headquarters that support a battle, in the book's order."""

from collections.abc import Callable

from rulebook.actions import Attack, Support
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import (
    Role,
    attacking_side,
    fort_army,
    has_enemy_fort,
    hqs_in_support,
    lent,
    supported_who,
)
from rulebook.games.tgwe.ground import is_on, touch
from rulebook.games.tgwe.pieces import is_air, is_hq, support_of
from rulebook.games.tgwe.supply import is_supplied
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, forbids, modifies, obliges
from rulebook.table import Table, Unit

MOST_HEADQUARTERS = 1
HqTest = Callable[[Unit, Role], bool]


def _headquarters(table: Table, action: Attack | Support) -> list[tuple[Unit, Role]]:
    return [(unit, role) for unit, role in lent(table, action) if is_hq(unit)]


def _first_hq(table: Table, action: Attack | Support, is_wrong: HqTest) -> Unit | None:
    """The first supporting headquarters with which something is wrong."""
    roles = dict(_headquarters(table, action))
    return first_unit(roles, lambda hq: is_wrong(hq, roles[hq]))


@forbids((Attack, Support), "tgwe:10.46")
def others_than_headquarters_support(table: Table, action: Attack | Support) -> Because | bool:
    """Only headquarters and air units support a battle."""
    units = [unit for unit, _ in lent(table, action)]
    wrong = first_unit(units, lambda unit: not (is_hq(unit) or is_air(unit)))
    return because(at=action.target, unit=wrong) if wrong else False


@forbids((Attack, Support), "tgwe:10.46")
def supports_the_enemy(table: Table, action: Attack | Support) -> Because | bool:
    """The attacker's headquarters and aircraft support the attack, the defender's the defence."""
    side, roles = attacking_side(table, action), dict(lent(table, action))
    wrong = first_unit(roles, lambda unit: (unit.side == side) != (roles[unit] == "attack"))
    return because(at=action.target, unit=wrong) if wrong else False


@forbids((Attack, Support), "tgwe:10.46")
def headquarters_is_too_far(table: Table, action: Attack | Support) -> Because | bool:
    """A headquarters supports a battle from the hex of a unit of its side engaged in it, or from one next to it."""
    far = _first_hq(table, action, lambda hq, role: not _is_beside(table, action, hq, role))
    return because(at=action.target, unit=far) if far else False


@contested(headquarters_is_too_far)
def headquarters_is_too_far_from_all(table: Table, action: Attack | Support) -> Because | bool:
    """Any unit engaged in the battle, the enemy's too, may be the one that the headquarters stands next to."""
    far = _first_hq(table, action, lambda hq, role: every((
        lambda: not _is_beside(table, action, hq, role), lambda: not _is_beside(table, action, hq, _other(role))
    )))
    return because(at=action.target, unit=far) if far else False


def _other(role: Role) -> Role:
    return "defense" if role == "attack" else "attack"


def _is_beside(table: Table, action: Attack | Support, hq: Unit, role: Role) -> bool:
    """Whether a headquarters stands with, or next to, a unit that fights in this part; a fort holds its hex too."""
    if not hq.is_placed and table.game.is_off_map(hq.facts):
        return False
    if role == "defense":
        return _is_within_one(table, hq.hex, action.target)
    return supported_who(table, action, role, lambda unit: _is_within_one(table, hq.hex, unit.hex)) is not None


def _is_within_one(table: Table, one: str, other: str) -> bool:
    return one == other or touch(table, one, other)


@forbids((Attack, Support), "tgwe:10.46")
def unsupplied_headquarters_support(table: Table, action: Attack | Support) -> Because | bool:
    """A headquarters has to be supplied to support a battle."""
    starved = _first_hq(table, action, lambda hq, role: not is_supplied(table, hq))
    return because(at=action.target, unit=starved) if starved else False


@forbids((Attack, Support), "tgwe:10.46")
def spent_headquarters_support(table: Table, action: Attack | Support) -> Because | bool:
    """A headquarters on its Depleted side gives no support before the next Strategic Turn."""
    spent = _first_hq(table, action, lambda hq, role: hq.has_status("depleted"))
    return because(at=action.target, unit=spent) if spent else False


@forbids((Attack, Support), "tgwe:10.46")
def headquarters_without_guns_support(table: Table, action: Attack | Support) -> Because | bool:
    """A headquarters with a support factor of 0 gives no support."""
    idle = _first_hq(table, action, lambda hq, role: support_of(hq) <= 0)
    return because(at=action.target, unit=idle) if idle else False


@forbids((Attack, Support), "tgwe:10.46")
def eleventh_army_supports_elsewhere(table: Table, action: Attack | Support) -> Because | bool:
    """The headquarters of the German 11th Army gives support on the Eastern Front only."""
    stray = _first_hq(table, action, lambda hq, role: every((
        lambda: hq.has_status("eleventh-army"), lambda: not is_on(table, action.target, "eastern")
    )))
    return because(at=action.target, unit=stray) if stray else False


@forbids((Attack, Support), "tgwe:10.46")
def two_headquarters_support(table: Table, action: Attack | Support) -> Because | bool:
    """One headquarters of each side, no more, supports a battle."""
    for role in ("attack", "defense"):
        several = [hq for hq, part in _headquarters(table, action) if part == role]
        if len(several) > MOST_HEADQUARTERS:
            return because(at=action.target, units=several)
    return False


@forbids((Attack, Support), "tgwe:10.46")
def headquarters_supports_strangers(table: Table, action: Attack | Support) -> Because | bool:
    """A headquarters supports a battle only if a combat unit of its own nation fights in it."""
    alien = _first_hq(table, action, lambda hq, role: not some((
        lambda: supported_who(table, action, role, lambda unit: unit.army == hq.army),
        lambda: role == "defense" and _is_its_fort(table, action, hq),
    )))
    return because(at=action.target, unit=alien) if alien else False


def _is_its_fort(table: Table, action: Attack | Support, hq: Unit) -> bool:
    """Whether the unit inside a fort is of the headquarters' nation (14.11)."""
    return every((
        lambda: has_enemy_fort(table, attacking_side(table, action), action.target),
        lambda: fort_army(table, action.target) == hq.army,
    ))


@obliges((Attack, Support), "tgwe:10.46")
def attacker_names_his_headquarters_first(table: Table, action: Attack | Support) -> Because | bool:
    """The attacker names his headquarters, if any; only then does the defender name his."""
    named = [hq for hq, _ in _headquarters(table, action)]
    return because(at=action.target, named=named) if named else False


def _guns(table: Table, attack: Attack, role: Role, sign: int) -> Because | bool:
    hqs = hqs_in_support(table, attack, role)
    guns = max((support_of(hq) for hq in hqs), default=0)
    return because(at=attack.target, amount=sign * guns, unit=hqs[0]) if guns else False


@modifies(Attack, "tgwe:10.46", of="shift")
def headquarters_supports_the_attack(table: Table, attack: Attack) -> Because | bool:
    """The attacker's headquarters moves the ratio right by its support factor."""
    return _guns(table, attack, "attack", 1)


@modifies(Attack, "tgwe:10.46", of="shift")
def headquarters_supports_the_defense(table: Table, attack: Attack) -> Because | bool:
    """The defender's headquarters moves the ratio left by its support factor."""
    return _guns(table, attack, "defense", -1)


@obliges((Attack, Support), "tgwe:10.46")
def headquarters_is_spent(table: Table, action: Attack | Support) -> Because | bool:
    """A headquarters that has supported a battle is turned to its Depleted side, until the next Strategic Turn."""
    spent = [hq for hq, _ in _headquarters(table, action)]
    return because(units=spent) if spent else False
