"""Who takes part in an assault, and from where: what the rules of chapter 9 look at."""

from rulebook.actions import Attack, Support
from rulebook.facts import every, some
from rulebook.games.tsnp.ground import has_intact_fort
from rulebook.mechanics.units import first_unit
from rulebook.table import Table, Unit

Roles = list[tuple[Unit, str]]


def attackers(table: Table, attack: Attack) -> list[Unit]:
    """The infantry that goes to the assault, without the guns that support it."""
    return table.units(attack.units)


def attacking_side(table: Table, attack: Attack) -> str:
    return table.unit(attack.units[0]).side


def posted_defenders(table: Table, attack: Attack) -> list[Unit]:
    """The enemies posted in the target hex; others may be there."""
    side = attacking_side(table, attack)
    return [unit for unit in table.units_at(attack.target) if unit.side != side]


def defenders(table: Table, attack: Attack) -> list[Unit]:
    """All the enemies in the target hex, once it is known that no other can be there."""
    table.others_may_be()
    return posted_defenders(table, attack)


def is_held_against(table: Table, side: str, there: str) -> bool:
    """Whether an enemy of this side, if only the garrison of a fort, holds the hex.

    That somebody does is assumed where ordinary play is.
    """
    return bool(some((
        lambda: first_unit(table.units_at(there), lambda unit: unit.side != side),
        lambda: every((lambda: side == "german", lambda: has_intact_fort(table, there))),
        lambda: _others_may_hold(table, there),
    )))


def _others_may_hold(table: Table, there: str) -> bool:
    if table.ordinary and not table.posted.units_complete:
        return bool(table.read(f"enemy.{there}", None, None, True))
    table.others_may_be()
    return False


def lent_guns(table: Table, action: Attack | Support) -> list[Unit]:
    """Every unit that an action names as a supporter, on either side."""
    if isinstance(action, Attack):
        return table.units((*(action.support or ()), *(action.against or ())))
    return table.units(action.units)


def lent_in_roles(table: Table, action: Attack | Support) -> Roles:
    """The same, each with its part: in the attack or in the defense."""
    if isinstance(action, Support):
        return [(gun, action.role or _role_of(table, gun)) for gun in table.units(action.units)]
    attack = [(gun, "attack") for gun in table.units(action.support or ())]
    return attack + [(gun, "defense") for gun in table.units(action.against or ())]


def _role_of(table: Table, gun: Unit) -> str:
    """The guns of the player whose phase it is support attacks, those of the other defenses."""
    return "attack" if gun.side == table.active else "defense"
