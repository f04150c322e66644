"""T1.3 to T1.6: what each level of mastery lets a side do once the combat is fought."""

from functools import partial

from rulebook.actions import Advance, Attack, Losses, Play, Retreat, Roll
from rulebook.facts import every, some
from rulebook.games.marne.mastery import LEVELS, ROLES, level_reached
from rulebook.games.marne.pieces import (
    fights_under,
    ground_enemy_in,
    held_against,
    hex_met_twice,
    is_air,
    is_shaken,
    outnumber,
    stranger_among,
)
from rulebook.games.marne.rulings import rulebook_forbids
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, contested, defines, forbids, permits
from rulebook.table import Table, Unit

FALL_BACK = {"total": 3, "partial": 2}
POINTS_PER_HEX = 3
CASE_OF_FALL_BACK = {"total": "marne:T1.3.1", "partial": "marne:T1.4.1"}
PANIC = {"defender": 2, "attacker": 4}
PANIC_HEXES = PANIC_UNITS = 1
PARTS = {
    "exploitation": "attacker", "remove-marker": "attacker",
    "reserve-move": "defender", "misdirect-reserve": "defender",
}
PartOfACombat = Attack | Losses | Retreat | Advance | Play


def level_in(table: Table, action: Retreat | Advance | Play) -> str:
    """The level of mastery that the action leans on."""
    return str(table.read("action.mastery", action.mastery, LEVELS))


def orders_given(table: Table, action: Retreat | Play) -> int:
    return int(table.read("action.orders_die", action.orders_die, tuple(range(1, 7))))


def _role(table: Table, retreat: Retreat) -> str:
    return str(table.read("action.role", retreat.role, ROLES))


def hexes_of(path: tuple[str, ...]) -> int:
    return len(path) - 1


# What the dice of a battle give


def _grants(table: Table, action: Roll | Attack, role: str, level: str) -> Because | bool:
    return because() if level_reached(table, action, role) == level else False


@permits((Roll, Attack), "marne:T1.3.1")
def total_mastery_of_the_defender(table: Table, action: Roll | Attack) -> Because | bool:
    """He may fall back up to 3 hexes and move two units that are near."""
    return _grants(table, action, "defender", "total")


@permits((Roll, Attack), "marne:T1.3.2")
def total_mastery_of_the_attacker(table: Table, action: Roll | Attack) -> Because | bool:
    """He may put two units in exploitation and advance as far as the defender fell back."""
    return _grants(table, action, "attacker", "total")


@permits((Roll, Attack), "marne:T1.4.1")
def partial_mastery_of_the_defender(table: Table, action: Roll | Attack) -> Because | bool:
    """He may fall back up to 2 hexes and move one unit that is near."""
    return _grants(table, action, "defender", "partial")


@permits((Roll, Attack), "marne:T1.4.2")
def partial_mastery_of_the_attacker(table: Table, action: Roll | Attack) -> Because | bool:
    """He may put one unit in exploitation and advance into the hex of the combat."""
    return _grants(table, action, "attacker", "partial")


@permits((Roll, Attack), "marne:T1.5")
def no_mastery_of_the_attacker(table: Table, action: Roll | Attack) -> Because | bool:
    """The defender may remove a reserve or exploitation marker of the attacker within three hexes."""
    return _grants(table, action, "attacker", "none")


@forbids((Retreat, Advance, Play), "marne:T1")
def serves_both_sides(table: Table, action: Retreat | Advance | Play) -> Because | bool:
    """What mastery or garbled orders bring falls to units of one side."""
    unit = stranger_among(table.units(action.units))
    return because(unit=unit) if unit else False


@forbids((Attack, Losses, Retreat, Advance, Play), "marne:T1")
def falls_to_the_other_side(table: Table, action: PartOfACombat) -> Because | bool:
    """The player whose turn it is attacks and has what the lists give the attacker, the other the defender's share."""
    part = _part(table, action)
    if part is None:
        return False
    unit = first_unit(table.units(action.units), lambda unit: (unit.side == table.active) != (part == "attacker"))
    return because(unit=unit) if unit else False


def _part(table: Table, action: PartOfACombat) -> str | None:
    """The side of the battle to whose units an action belongs; where nobody tells whose turn it is, an attack does."""
    if isinstance(action, Attack | Losses):
        attacks = table.posted.active is not None and (isinstance(action, Attack) or action.role == "attacker")
        return "attacker" if attacks else None
    if isinstance(action, Retreat):
        return action.role
    return "attacker" if isinstance(action, Advance) else PARTS.get(action.event)


@forbids((Retreat, Advance, Play), "marne:T1")
def rulebook_bars_aircraft(table: Table, action: Retreat | Advance | Play) -> Because | bool:
    """Aircraft do not fight on the ground; whether they fall back, advance or exploit is not in the aid."""
    if isinstance(action, Play) and action.event != "exploitation":
        return False
    unit = first_unit(table.units(action.units), is_air)
    return because(unit=unit) if unit and rulebook_forbids(table, "air-missions") else False


# T1.3.1, T1.4.1, T1.5, T1.6: falling back


@defines("marne:T8")
def falls_back_less(table: Table, units: tuple[Unit, ...]) -> bool:
    """Under the Foch doctrine, or with a disorganized unit, a fall-back is one hex shorter."""
    return bool(some((
        lambda: first_unit(units, partial(is_shaken, table)),
        lambda: fights_under(table, "foch", units),
    )))


@defines("marne:T1.3.1")
def is_held_back(table: Table, retreat: Retreat) -> bool:
    """One unit of the defender in the hex that falls back less is enough, even if it stays behind."""
    falling = table.units(retreat.units)
    side = falling[0].side
    others = [unit for unit in table.units_at(retreat.path[0]) if unit not in falling and not is_air(unit)]
    stack = (*falling, *(unit for unit in others if unit.side == side))
    return bool(some((
        lambda: falls_back_less(table, stack), lambda: table.others_may_be(but=falling),
    )))


@contested(is_held_back)
def only_those_who_go_hold_back(table: Table, retreat: Retreat) -> bool:
    """Only the units that fall back count."""
    return bool(falls_back_less(table, tuple(table.units(retreat.units))))


@forbids(Retreat, "marne:T1")
def falls_back_in_a_circle(table: Table, retreat: Retreat) -> Because | bool:
    """Each hex of a fall-back is another one: coming back to a hex is not falling back."""
    twice = hex_met_twice(retreat.path)
    return because(at=twice) if twice else False


@forbids(Retreat, "marne:T1")
def falls_back_on_the_enemy(table: Table, retreat: Retreat) -> Because | bool:
    """Nobody falls back into a hex that the enemy holds."""
    enemy = held_against(table, retreat.units, retreat.path)
    return because(at=enemy.hex, by=enemy) if enemy else False


def _too_far(table: Table, retreat: Retreat, level: str) -> Because | bool:
    if not every((lambda: level_in(table, retreat) == level, lambda: _role(table, retreat) == "defender")):
        return False
    hexes = hexes_of(retreat.path)
    if hexes < FALL_BACK[level]:
        return False
    over = hexes > FALL_BACK[level] or is_held_back(table, retreat)
    return because(at=retreat.path[-1], hexes=hexes) if over else False


@forbids(Retreat, "marne:T1.3.1")
def falls_back_beyond_total_mastery(table: Table, retreat: Retreat) -> Because | bool:
    """With total mastery a defender falls back 3 hexes at most, or 2 under Foch or with a disorganized unit."""
    return _too_far(table, retreat, "total")


@forbids(Retreat, "marne:T1.4.1")
def falls_back_beyond_partial_mastery(table: Table, retreat: Retreat) -> Because | bool:
    """With partial mastery a defender falls back 2 hexes at most, or 1 under Foch or with a disorganized unit."""
    return _too_far(table, retreat, "partial")


@forbids(Retreat, "marne:T1.5")
def falls_back_without_mastery(table: Table, retreat: Retreat) -> bool:
    """Without mastery a defender has no advantage: he does not fall back."""
    return every((lambda: level_in(table, retreat) == "none", lambda: _role(table, retreat) == "defender"))


@forbids(Retreat, "marne:T1.6")
def falls_back_on_garbled_orders(table: Table, retreat: Retreat) -> bool:
    """Garbled orders send units back only by panic: on a 2 the defender's, on a 4 one of the attacker's."""
    return every((
        lambda: level_in(table, retreat) == "erroneous",
        lambda: orders_given(table, retreat) != PANIC[_role(table, retreat)],
    ))


def _panics(table: Table, retreat: Retreat, role: str) -> bool:
    return every((
        lambda: level_in(table, retreat) == "erroneous",
        lambda: _role(table, retreat) == role,
        lambda: orders_given(table, retreat) == PANIC[role],
    ))


@forbids(Retreat, "marne:T1.6.2")
def defender_panics_further(table: Table, retreat: Retreat) -> Because | bool:
    """A defender in panic falls back one hex."""
    further = hexes_of(retreat.path) > PANIC_HEXES and _panics(table, retreat, "defender")
    return because(at=retreat.path[-1]) if further else False


@forbids(Retreat, "marne:T1.6.4")
def attacker_panics_further(table: Table, retreat: Retreat) -> Because | bool:
    """Panic sends one attacking unit back one hex."""
    further = every((
        lambda: hexes_of(retreat.path) > PANIC_HEXES or outnumber(table.units(retreat.units), PANIC_UNITS),
        lambda: _panics(table, retreat, "attacker"),
    ))
    return because(at=retreat.path[-1]) if further else False


@forbids(Retreat, "marne:T1")
def rulebook_bars_the_attackers_retreat(table: Table, retreat: Retreat) -> bool:
    """Mastery lets only the defender fall back; whether an attacker may is not in the aid."""
    return every((
        lambda: _role(table, retreat) == "attacker",
        lambda: level_in(table, retreat) != "erroneous",
        lambda: rulebook_forbids(table, "attacker-retreat"),
    ))


@computes(Retreat, "points_removed", "marne:T1")
def points_removed(table: Table, retreat: Retreat) -> Sum | None:
    """Each hex that the defender falls back by mastery takes 3 points off the damage."""
    level = level_in(table, retreat)
    if level not in FALL_BACK or _role(table, retreat) != "defender":
        return None
    return Sum(tuple(Part(POINTS_PER_HEX, CASE_OF_FALL_BACK[level], number) for number in retreat.path[1:]))


# T1.3.2, T1.4.2, T1.5, T1.6: advancing


@defines("marne:T1.3.2")
def outruns_the_retreat(table: Table, hexes: int, advance: Advance) -> bool:
    """An advance goes as far as the defender fell back, and into the hex of the combat in any case."""
    return hexes > 1 and hexes > _hexes_retreated(table, advance)


@contested(outruns_the_retreat)
def outruns_it_to_the_letter(table: Table, hexes: int, advance: Advance) -> bool:
    """As many hexes as the retreat: none where nobody retreated."""
    return hexes > _hexes_retreated(table, advance)


def _hexes_retreated(table: Table, advance: Advance) -> int:
    return len(table.read("action.trail", advance.trail))


def _combat_hex(table: Table, advance: Advance) -> str:
    return str(table.read("action.target", advance.target))


def _hexes_advanced(table: Table, advance: Advance) -> int:
    return 1 + table.distance(_combat_hex(table, advance), advance.to)


def _starts_elsewhere(table: Table, advance: Advance, level: str) -> Because | bool:
    if level_in(table, advance) != level:
        return False
    target = _combat_hex(table, advance)
    unit = first_unit(table.units(advance.units), lambda unit: not table.are_adjacent(unit.hex, target))
    return because(at=target, unit=unit) if unit else False


@forbids(Advance, "marne:T1.3.2")
def advances_by_another_hex(table: Table, advance: Advance) -> Because | bool:
    """The first hex of an advance is that of the combat: who is not next to it does not advance."""
    return _starts_elsewhere(table, advance, "total")


@forbids(Advance, "marne:T1.4.2")
def enters_the_combat_from_afar(table: Table, advance: Advance) -> Because | bool:
    """The one hex of a partial advance is that of the combat: who is not next to it does not advance."""
    return _starts_elsewhere(table, advance, "partial")


@forbids(Advance, "marne:T1.3.2")
def advances_beyond_the_retreat(table: Table, advance: Advance) -> Because | bool:
    """With total mastery an advance is as long as the defender's retreat, the hex of the combat first."""
    if level_in(table, advance) != "total":
        return False
    hexes = _hexes_advanced(table, advance)
    if not outruns_the_retreat(table, hexes, advance):
        return False
    return because(at=advance.to, hexes=hexes, limit=max(1, _hexes_retreated(table, advance)))


@forbids(Advance, "marne:T1.4.2")
def advances_beyond_the_combat(table: Table, advance: Advance) -> Because | bool:
    """With partial mastery an advance stops in the hex of the combat."""
    beyond = every((lambda: level_in(table, advance) == "partial", lambda: _hexes_advanced(table, advance) > 1))
    return because(at=advance.to) if beyond else False


@forbids(Advance, "marne:T1")
def advances_on_the_enemy(table: Table, advance: Advance) -> Because | bool:
    """Nobody advances into a hex that the enemy holds, nor through one."""
    side, hexes = table.unit(advance.units[0]).side, dict.fromkeys(filter(None, (advance.target, advance.to)))
    enemy = some(partial(ground_enemy_in, table, side, number) for number in hexes)
    return because(at=enemy.hex, by=enemy) if enemy else False


@forbids(Advance, "marne:T1")
def rulebook_bars_the_advance_of_bystanders(table: Table, advance: Advance) -> Because | bool:
    """The aid lets the attacker advance; whether with units that did not fight is for the rulebook to say."""
    idle = first_unit(table.units(advance.units), lambda unit: not unit.has_status("fought", ordinary=True))
    return because(unit=idle) if idle and rulebook_forbids(table, "bystanders-advance") else False


@forbids(Advance, "marne:T1.5")
def advances_without_mastery(table: Table, advance: Advance) -> bool:
    """Without mastery the attacker has no advantage: he does not advance."""
    return level_in(table, advance) == "none"


@forbids(Advance, "marne:T1.6")
def advances_on_garbled_orders(table: Table, advance: Advance) -> bool:
    """Garbled orders let nobody advance."""
    return level_in(table, advance) == "erroneous"
