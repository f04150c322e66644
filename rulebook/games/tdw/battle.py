"""Who takes part in a combat, and on whose side: what the rules of chapters 11 and 12 look at."""

from collections.abc import Callable

from rulebook.actions import Attack, Support
from rulebook.facts import every, some
from rulebook.games.tdw.components import is_combat_unit
from rulebook.table import Table, Unit

Role = str
Test = Callable[[Unit], bool]

# The rounds and steps of a turn in which nobody can ever attack.
QUIET_PHASES = (
    "setup", "assets", "replacements", "traffic-placement", "first-reaction", "vdh-placement", "monty-movement-round",
    "supply-check", "cleanup",
)
# On this turn nobody attacks in a movement round either (14.4).
QUIET_TURN = 1


def is_quiet(table: Table) -> bool:
    """Whether this is a round or a phase in which nobody can attack."""
    return bool(some((
        lambda: table.phase in QUIET_PHASES,
        lambda: every((lambda: table.phase == "movement-round", lambda: table.turn == QUIET_TURN)),
    )))


def attackers(table: Table, attack: Attack) -> list[Unit]:
    """The units that attack, without the assets that support them."""
    return table.units(attack.units)


def attacking_side(table: Table, action: Attack | Support) -> str:
    """The side of the attackers; the active one, where only the support of an attack is told."""
    return table.unit(action.units[0]).side if isinstance(action, Attack) else table.active


def posted_enemies(table: Table, side: str, there: str) -> list[Unit]:
    """The enemies posted in a hex, engineers included; others may be there."""
    return [unit for unit in table.units_at(there) if unit.side != side]


def posted_defenders(table: Table, attack: Attack) -> list[Unit]:
    """The enemy combat units posted in the hex attacked; others may be there."""
    held = posted_enemies(table, attacking_side(table, attack), attack.target)
    return [unit for unit in held if is_combat_unit(table, unit)]


def defenders(table: Table, attack: Attack) -> list[Unit]:
    """All the enemy combat units in the hex attacked, once it is known that no other can be there."""
    table.others_may_be()
    return posted_defenders(table, attack)


def defender_who(table: Table, action: Attack | Support, test: Test) -> Unit | None:
    """The first enemy combat unit in the hex attacked that passes a test; unknown if an unposted one could."""
    side = attacking_side(table, action)
    found: Unit | None = table.someone_at(action.target, lambda unit: every((
        lambda: unit.side != side, lambda: is_combat_unit(table, unit), lambda: test(unit)
    )))
    return found


def is_held_against(table: Table, side: str, there: str) -> bool:
    """Whether an enemy of this side, be it engineers, stands in the hex; that one does is assumed in ordinary play."""
    if posted_enemies(table, side, there):
        return True
    if table.ordinary and not table.posted.units_complete:
        return bool(table.read(f"enemy.{there}", None, None, True))
    table.others_may_be()
    return False


def lent(table: Table, action: Attack | Support) -> list[tuple[Unit, Role]]:
    """Every asset that an action names as a supporter, with its part: in the attack or in the defense."""
    if isinstance(action, Support):
        return [(unit, action.role or _role_of(table, unit)) for unit in table.units(action.units)]
    attack = [(unit, "attack") for unit in table.units(action.support or ())]
    return attack + [(unit, "defense") for unit in table.units(action.against or ())]


def _role_of(table: Table, unit: Unit) -> Role:
    """The assets of the active player support attacks, those of the other defenses."""
    return "attack" if unit.side == table.active else "defense"


def supported_who(table: Table, action: Attack | Support, role: Role, test: Test) -> Unit | None:
    """The first unit that an asset in this part supports and that passes a test."""
    if role == "defense":
        return defender_who(table, action, test)
    if isinstance(action, Attack):
        found: Unit | None = some(_thunk(unit, test) for unit in attackers(table, action))
        return found
    return neighbour_who(table, action, test)


def barred_who(table: Table, action: Attack | Support, role: Role, test: Test) -> Unit | None:
    """A supported unit for which a test bars support; where the attackers are not told, all that could be must fail."""
    if role == "defense" or isinstance(action, Attack):
        return supported_who(table, action, role, test)
    if neighbour_who(table, action, lambda unit: not test(unit)):
        return None
    return neighbour_who(table, action, test)


def neighbour_who(table: Table, support: Support, test: Test) -> Unit | None:
    """Where the attackers are not told, any combat unit of the active side next to the hex could be one."""
    side = table.active
    found: Unit | None = some(_at(table, near, lambda unit: every((
        lambda: unit.side == side, lambda: is_combat_unit(table, unit), lambda: test(unit)
    ))) for near in table.around(support.target))
    return found


def _at(table: Table, number: str, test: Test) -> Callable[[], Unit | None]:
    return lambda: table.someone_at(number, test)


def _thunk(unit: Unit, test: Test) -> Callable[[], Unit | None]:
    return lambda: unit if test(unit) else None
