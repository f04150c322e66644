"""Who takes part in a battle, and on whose side: what the rules on attacks of every chapter look at."""

from collections.abc import Callable, Iterable
from functools import partial

from rulebook.actions import Advance, Attack, Losses, Support
from rulebook.facts import every, known, some
from rulebook.games.tgwe.ground import KUT, has_fort, has_hindenburg_line, is_on, neighbours, theatre_of, touch
from rulebook.games.tgwe.pieces import (
    is_air,
    is_combat_unit,
    is_hq,
    is_known_off_the_map,
    is_lost_for_good,
    is_on_the_map,
)
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
    return is_hq(unit) and _has_guns(unit) and _is_near(table, attack, role, unit)


def _has_guns(hq: Unit) -> bool:
    """Whether a headquarters is not known to have spent its guns, or to have none, or no supply (10.46)."""
    status = hq.facts.status or ()
    fed = hq.facts.supply in (None, "supplied") or "scheffer" in status
    return "depleted" not in status and hq.facts.potential != 0 and fed


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


def attackers_or_leaders(table: Table, action: Attack | Support) -> list[Unit]:
    """Those who attack; of a support alone, the headquarters: a unit of their nation has to attack (10.46)."""
    if isinstance(action, Attack):
        return attackers(table, action)
    return [unit for unit, role in lent(table, action) if role == "attack" and is_hq(unit)]


# Events of the battle


def is_used(table: Table, action: Attack | Advance, word: str) -> bool:
    """Whether an event serves in this battle."""
    events = table.read(f"action.events.{word}", None if action.events is None else word in action.events,
                        (True, False), False)
    return bool(events)


def is_any_used(table: Table, action: Attack | Advance, words: Iterable[str]) -> bool:
    return bool(some(partial(is_used, table, action, word) for word in words))


# What follows a battle


def side_of(table: Table, action: Advance | Losses) -> str:
    return table.unit(action.units[0]).side


def won(advance: Advance) -> str:
    """The hex that was attacked: the one entered, where the action names no other."""
    return advance.target or advance.to


def attacker_who(table: Table, advance: Advance, test: Test) -> Unit | None:
    """A unit that attacked before an advance, be it lost since, and passes a test."""
    def fits(unit: Unit) -> bool:
        return every((lambda: test(unit), partial(_could_have_attacked, table, advance, unit)))

    found: Unit | None = some((
        lambda: first_unit(table.units(advance.units), fits),
        lambda: first_unit(table.units(table.read("action.attackers", advance.attackers)), fits),
    ))
    return found


def _could_have_attacked(table: Table, advance: Advance, unit: Unit) -> bool:
    """Whether a combat unit of this side stands next to the hex won, or in it by now, or was lost since."""
    return every((
        lambda: unit.side == side_of(table, advance), lambda: is_combat_unit(unit),
        lambda: is_lost_for_good(unit) if is_known_off_the_map(unit) else (
            unit.hex == won(advance) or touch(table, unit.hex, won(advance))
        ),
    ))


def hq_that_helped(table: Table, advance: Advance, test: Test) -> Unit | None:
    """A headquarters named in support that could have supported these attackers (10.46), and passes a test."""
    found: Unit | None = first_unit(lent_before(table, advance, "support"), lambda unit: every((
        lambda: is_hq(unit), lambda: test(unit), partial(_could_have_helped, table, advance, unit),
    )))
    return found


def lent_before(table: Table, advance: Advance, field: str) -> list[Unit]:
    """The units named in support of one side in the battle before an advance."""
    return table.units(table.read(f"action.{field}", getattr(advance, field), None, ()))


def _could_have_helped(table: Table, advance: Advance, hq: Unit) -> bool:
    """Whether it has guns, and stands with or next to one of the attackers, one of them of its nation."""
    return every((
        lambda: hq.side == side_of(table, advance),
        # The side that it was turned to since has none (3.23).
        lambda: some((lambda: hq.has_status("depleted"), lambda: hq.potential > 0)),
        lambda: not hq.has_status("eleventh-army") or is_on(table, won(advance), "eastern"),
        lambda: is_on_the_map(hq),
        lambda: attacker_who(table, advance, lambda unit: unit.army == hq.army) is not None,
        lambda: attacker_who(table, advance, partial(_stood_beside, table, advance, hq)) is not None,
    ))


def _stood_beside(table: Table, advance: Advance, hq: Unit, unit: Unit) -> bool:
    """Whether a headquarters is near an attacker; one lost since, or gone in, may have come from any hex around."""
    if is_known_off_the_map(unit) or unit.hex == won(advance):
        around = neighbours(table, won(advance))
        return bool(some(partial(_is_with_or_next_to, table, hq.hex, near) for near in around))
    return _is_with_or_next_to(table, hq.hex, unit.hex)


def _is_with_or_next_to(table: Table, one: str, other: str) -> bool:
    return one == other or touch(table, one, other)


def fought_at(table: Table, losses: Losses) -> str:
    """The hex that was attacked; where the action names none, that of the units, which is on the same front."""
    told = (unit.hex for unit in table.units(losses.units) if unit.is_placed)
    found = losses.target or next(told, None)
    if found is None and is_known_off_the_map(table.unit(losses.units[0])):
        found = str(table.read("action.target", None))
    return found or table.unit(losses.units[0]).hex


def engaged(table: Table, losses: Losses) -> list[Unit]:
    """The units of a side in a battle: of the defender also those in the hex that the action leaves out (10.21)."""
    named = table.units(losses.units)
    units = [unit for unit in named if known(partial(_could_take_part, table, unit, losses)) is not False]
    others = [unit for unit in table.units() if unit not in named] if losses.role == "defender" else []
    return [*units, *(unit for unit in others if _is_mate(table, unit, losses))]


def _could_take_part(table: Table, unit: Unit, losses: Losses) -> bool:
    """Whether a unit is of this side and, unless it was lost since, where it could fight: there, or next to it."""
    return every((
        lambda: unit.side == side_of(table, losses),
        lambda: table.game.is_off_map(unit.facts) or _is_where_it_fights(table, unit, losses),
    ))


def _is_where_it_fights(table: Table, unit: Unit, losses: Losses) -> bool:
    if losses.role == "defender":
        return bool(unit.hex == fought_at(table, losses))
    return losses.target is None or touch(table, unit.hex, losses.target)


def _is_mate(table: Table, unit: Unit, losses: Losses) -> bool:
    return every((
        lambda: not table.game.is_off_map(unit.facts),
        lambda: unit.hex == fought_at(table, losses), lambda: unit.side == side_of(table, losses),
    ))
