"""Who takes part in a battle, and on whose side: what the rules on attacks of every chapter look at."""

from collections.abc import Callable, Iterable
from functools import partial

from rulebook.actions import Advance, Attack, Losses, Support
from rulebook.facts import every, known, some
from rulebook.games.tgwe.ground import KUT, has_fort, has_hindenburg_line, neighbours, theatre_of, touch
from rulebook.games.tgwe.pieces import is_air, is_combat_unit, is_hq
from rulebook.games.tgwe.sequence import attacking_side as side_that_attacks
from rulebook.mechanics.units import first_unit
from rulebook.table import Table, Unit

Role = str
Test = Callable[[Unit], bool]
FIELDS = {"attack": "support", "defense": "against"}


def attackers(table: Table, attack: Attack) -> list[Unit]:
    """The units that attack, without those that support them."""
    return table.units(attack.units)


def attacking_side(table: Table, action: Attack | Support) -> str:
    """The side of the attackers; that of the phase, where only the support of a battle is told."""
    if isinstance(action, Attack):
        return table.unit(action.units[0]).side
    role = action.role
    if role is not None:
        side = table.unit(action.units[0]).side
        return side if role == "attack" else table.game.enemy_of(side)
    return str(side_that_attacks(table, theatre_of(table, action.target)))


def posted_defenders(table: Table, action: Attack | Support) -> list[Unit]:
    """The enemy combat units posted in the hex attacked; others may be there."""
    side = attacking_side(table, action)
    return [unit for unit in table.units_at(action.target) if unit.side != side and is_combat_unit(unit)]


def defenders(table: Table, action: Attack | Support) -> list[Unit]:
    """All the enemy combat units in the hex attacked, once it is known that no other can be there."""
    table.others_may_be()
    return posted_defenders(table, action)


def defender_who(table: Table, action: Attack | Support, test: Test) -> Unit | None:
    """The first enemy combat unit in the hex attacked that passes a test; unknown if an unposted one could."""
    side = attacking_side(table, action)
    found: Unit | None = table.someone_at(action.target, lambda unit: every((
        lambda: unit.side != side, lambda: is_combat_unit(unit), lambda: test(unit)
    )))
    return found


def has_enemy_fort(table: Table, side: str, number: str) -> bool:
    """Whether an intact fort of the other side, with a unit of its own (14.11), stands in a hex; Kut has none."""
    return every((
        lambda: number != KUT,
        lambda: has_fort(table, number),
        lambda: owner_of_a_fort(table, number) != side,
    ))


def is_fortified_against(table: Table, side: str, number: str) -> bool:
    """Whether an intact fortification of any kind keeps this side out; Kut is one for the Allies alone (14.21)."""
    if number == KUT:
        return side == "cp"
    return bool(some((
        partial(has_enemy_fort, table, side, number),
        lambda: every((lambda: side == "allied", partial(has_hindenburg_line, table, number))),
    )))


def owner_of_a_fort(table: Table, number: str) -> str:
    """The side of an intact fort: that of the units in it, for others have to destroy it first (14.14), else as posted.

    Where its home is not told, the side that controls its hex tells it.
    """
    holder = table.holder(number) or known(partial(table.home, number)) or known(partial(table.control, number))
    return holder or table.home(number)


# The nations whose forts stand in each country.
BUILDERS = {
    "germany": "german", "austria-hungary": "austro-hungarian", "ottoman-empire": "turkish", "bulgaria": "bulgarian",
    "france": "french", "belgium": "belgian", "russia": "russian", "russian-poland": "russian", "serbia": "serbian",
    "montenegro": "montenegrin", "italy": "italian", "greece": "greek", "romania": "romanian", "egypt": "british",
}


def fort_army(table: Table, number: str) -> str | None:
    """The nation of a fort's own unit: that of the country it was built in (14.11)."""
    return BUILDERS.get(table.country(number))


def fort_defends(table: Table, attack: Attack | Support, test: Callable[[str | None], bool]) -> bool:
    """Whether an intact fort defends the hex attacked, its own unit being of a nation that passes a test (14.11)."""
    return every((
        lambda: has_enemy_fort(table, attacking_side(table, attack), attack.target),
        lambda: test(fort_army(table, attack.target)),
    ))


# Who supports


def supporters(table: Table, attack: Attack, role: Role) -> list[Unit]:
    """The headquarters and air units that support one side; none where the action names none and none was posted."""
    ids = getattr(attack, FIELDS[role])
    if ids is None and _nobody_could(table, attack, role):
        return []
    return table.units(table.read(f"action.{FIELDS[role]}", ids, None, ()))


def _nobody_could(table: Table, attack: Attack, role: Role) -> bool:
    """Whether every unit is posted, and none of them could support this side."""
    if not table.posted.units_complete:
        return False
    with table.aside():
        side = attacking_side(table, attack)
        wanted = side if role == "attack" else table.game.enemy_of(side)
        return not any(_could_support(table, attack, role, unit) for unit in table.units() if unit.side == wanted)


def _could_support(table: Table, attack: Attack, role: Role, unit: Unit) -> bool:
    if unit.facts.type is None or is_air(unit):
        return "used" not in (unit.facts.status or ())
    return is_hq(unit) and "depleted" not in (unit.facts.status or ()) and _is_near(table, attack, role, unit)


def _is_near(table: Table, attack: Attack, role: Role, hq: Unit) -> bool:
    hexes = {attack.target} if role == "defense" else {unit.facts.hex for unit in attackers(table, attack)}
    at = hq.facts.hex
    return at is not None and any(near is None or at == near or touch(table, at, near) for near in hexes)


def hqs_in_support(table: Table, attack: Attack, role: Role) -> list[Unit]:
    return [unit for unit in supporters(table, attack, role) if is_hq(unit)]


def air_in_support(table: Table, attack: Attack, role: Role) -> list[Unit]:
    return [unit for unit in supporters(table, attack, role) if is_air(unit)]


def lent(table: Table, action: Attack | Support) -> list[tuple[Unit, Role]]:
    """Every unit that an action names as a supporter, with its part: in the attack or in the defense."""
    if isinstance(action, Support):
        return [(unit, action.role or _role_of(table, action, unit)) for unit in table.units(action.units)]
    attack = [(unit, "attack") for unit in table.units(action.support or ())]
    return attack + [(unit, "defense") for unit in table.units(action.against or ())]


def _role_of(table: Table, support: Support, unit: Unit) -> Role:
    return "attack" if unit.side == attacking_side(table, support) else "defense"


def supported_who(table: Table, action: Attack | Support, role: Role, test: Test) -> Unit | None:
    """The first unit engaged on one side that passes a test; where the attackers are not told, any that could be."""
    if role == "defense":
        return defender_who(table, action, test)
    if isinstance(action, Attack):
        return first_unit(attackers(table, action), test)
    side = attacking_side(table, action)
    found: Unit | None = some(partial(table.someone_at, near, lambda unit: every((
        lambda: unit.side == side, lambda: is_combat_unit(unit), lambda: test(unit)
    ))) for near in neighbours(table, action.target))
    return found


# Events of the battle


def is_used(table: Table, action: Attack | Advance, word: str) -> bool:
    """Whether an event serves in this battle."""
    events = table.read(f"action.events.{word}", None if action.events is None else word in action.events,
                        (True, False), False)
    return bool(events)


def is_any_used(table: Table, action: Attack | Advance, words: Iterable[str]) -> bool:
    return bool(some(partial(is_used, table, action, word) for word in words))


# Sides of what follows a battle


def side_of(table: Table, action: Advance | Losses) -> str:
    return table.unit(action.units[0]).side


def fought_at(table: Table, losses: Losses) -> str:
    """The hex that was attacked; where the action names none, that of the units, which is on the same front."""
    told = (unit.hex for unit in table.units(losses.units) if unit.is_placed)
    return losses.target or next(told, None) or table.unit(losses.units[0]).hex


def engaged(table: Table, losses: Losses) -> list[Unit]:
    """The units of a side in a battle: of the defender also those in the hex that the action leaves out (10.21)."""
    units = table.units(losses.units)
    others = [unit for unit in table.units() if unit not in units] if losses.role == "defender" else []
    return [*units, *(unit for unit in others if _is_mate(table, unit, units[0].side, losses))]


def _is_mate(table: Table, unit: Unit, side: str, losses: Losses) -> bool:
    return every((
        lambda: not table.game.is_off_map(unit.facts),
        lambda: unit.hex == fought_at(table, losses), lambda: unit.side == side,
    ))
