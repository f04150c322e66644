"""Chapter 9, artillery that supports an assault or a defense (9.3 to 9.32), in the book's order."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Attack, Support
from rulebook.facts import every, known, some
from rulebook.games.tsnp.battle import (
    attackers,
    attacking_side,
    is_held_against,
    lent_guns,
    lent_in_roles,
)
from rulebook.games.tsnp.bombardment import was_turned_over_by_a_move
from rulebook.games.tsnp.components import OPENING_CORPS, corps_of, division_of
from rulebook.games.tsnp.condition import lacks_supply
from rulebook.games.tsnp.dates import is_first_turn
from rulebook.games.tsnp.forces import (
    NOT_OF_A_DIVISION,
    is_army_artillery,
    is_artillery,
    is_chasseurs,
    is_demoralized,
    is_garrison,
    is_infantry,
    is_of_the_16th,
    is_remnant,
)
from rulebook.games.tsnp.ground import is_closed_by_the_meuse
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, because, defines, forbids, obliges, permits, replaces
from rulebook.table import Table, Unit

PREPARED_FIRE = 4

Test = Callable[[Unit], bool]


# 9.3: who may lend support, and from how far


@forbids(Support, "tsnp:9.3")
def supports_out_of_an_assault(table: Table, support: Support) -> Because | bool:
    """Artillery lends its support only to assaults, in an assault phase."""
    return because(at=support.target, phase=table.phase) if table.phase != "assault" else False


@forbids(Support, "tsnp:9.3")
def supports_where_nobody_fights(table: Table, support: Support) -> Because | bool:
    """There is nothing to support for a hex that no enemy of the attacking player holds."""
    return False if is_held_against(table, table.active, support.target) else because(at=support.target)


@forbids(Support, "tsnp:9.3")
def supports_an_assault_that_nobody_makes(table: Table, support: Support) -> Because | bool:
    """Support is lent to an assault, and it takes steady infantry next to the hex to make one."""
    idle = partial(_is_made_by_nobody, table.as_posted() if table.ordinary else table, support.target)
    return because(at=support.target) if (known(idle) if table.ordinary else idle()) else False


def _is_made_by_nobody(table: Table, target: str) -> bool:
    return not some(
        partial(table.someone_at, near, partial(_could_assault, table, target)) for near in table.around(target)
    )


def _could_assault(table: Table, target: str, unit: Unit) -> bool:
    """Whether a unit next to a hex could assault it: infantry of the active player, steady, with no Meuse between."""
    return every((
        lambda: unit.side == table.active,
        lambda: is_infantry(unit),
        lambda: not is_garrison(unit),
        lambda: not is_demoralized(unit),
        lambda: not is_closed_by_the_meuse(table, unit.hex, target),
    ))


@forbids((Attack, Support), "tsnp:9.3")
def others_than_artillery_support(table: Table, action: Attack | Support) -> Because | bool:
    """Only artillery units lend support."""
    idle = first_unit(lent_guns(table, action), lambda unit: not is_artillery(unit))
    return because(at=action.target, unit=idle) if idle else False


@forbids((Attack, Support), "tsnp:9.3")
def supports_the_wrong_side(table: Table, action: Attack | Support) -> Because | bool:
    """The attacker supports his own assault, the defender his own defense."""
    side = attacking_side(table, action) if isinstance(action, Attack) else table.active
    wrong = some(partial(_on_the_wrong_side, side, gun, role) for gun, role in lent_in_roles(table, action))
    return because(at=action.target, unit=wrong) if wrong else False


def _on_the_wrong_side(side: str, gun: Unit, role: str) -> Unit | None:
    return gun if (gun.side == side) != (role == "attack") else None


@forbids((Attack, Support), "tsnp:9.3")
def supports_out_of_range(table: Table, action: Attack | Support) -> Because | bool:
    """A gun supports only the assault of a hex in its range."""
    far = first_unit(lent_guns(table, action), lambda gun: not is_in_range(table, gun, action.target))
    return because(at=action.target, unit=far, range=far.facts.range) if far else False


def is_in_range(table: Table, gun: Unit, target: str) -> bool:
    """Whether a gun of the map reaches a hex; others reach none, but army guns off the map are ruled by 14.3."""
    if table.game.is_off_map(gun.facts):
        return is_army_artillery(gun)
    return table.distance(gun.hex, target) <= gun.range


@permits((Attack, Support), "tsnp:9.3")
def supports_from_afar(table: Table, action: Attack | Support) -> Because | bool:
    """A supporting gun need not be next to the target, though it may be."""
    far = first_unit(lent_guns(table, action), lambda gun: _is_afar_in_range(table, gun, action.target))
    return because(at=action.target, unit=far) if far else False


def _is_afar_in_range(table: Table, gun: Unit, target: str) -> bool:
    return gun.is_placed and every((
        lambda: is_artillery(gun), lambda: 1 < table.distance(gun.hex, target) <= gun.range
    ))


# 9.31: what a gun adds, and that it is then turned


@defines("tsnp:9.31")
def support_strength(table: Table, gun: Unit, role: str) -> int:
    """A supporting gun adds its attack strength, in defense as well, and never its defense strength."""
    return gun.attack


def support_parts(table: Table, guns: list[Unit], role: str) -> tuple[Part, ...]:
    return tuple(Part(support_strength(table, gun, role), "tsnp:9.31", gun.id) for gun in guns)


@obliges((Attack, Support), "tsnp:9.31")
def guns_are_turned_over(table: Table, action: Attack | Support) -> Because | bool:
    """Each gun that lent its support is turned to its fired side."""
    guns = lent_guns(table, action)
    return because(at=action.target, guns=guns) if guns else False


@forbids((Attack, Support), "tsnp:9.31")
def turned_guns_support(table: Table, action: Attack | Support) -> Because | bool:
    """A gun on its fired side can do no more this turn."""
    spent = first_unit(lent_guns(table, action), partial(is_turned_over, table))
    return because(at=action.target, unit=spent) if spent else False


def is_turned_over(table: Table, gun: Unit) -> bool:
    """Whether a gun shows its back, for having fired or for a move that turns it over."""
    return bool(some((lambda: gun.has_status("fired"), lambda: _was_turned_over_before(table, gun))))


def _was_turned_over_before(table: Table, gun: Unit) -> bool:
    """Whether a gun had to be turned over for its move; the French move only after the Germans assaulted."""
    return every((
        lambda: was_turned_over_by_a_move(gun), lambda: gun.side == "german" or table.active == "french"
    ))


# 9.32: whom it may support


@forbids((Attack, Support), "tsnp:9.32")
def army_artillery_supports(table: Table, action: Attack | Support) -> Because | bool:
    """Army artillery never lends support."""
    heavy = first_unit(lent_guns(table, action), is_army_artillery)
    return because(at=action.target, unit=heavy) if heavy else False


@defines("tsnp:9.32")
def may_fire_for(table: Table, gun: Unit, unit: Unit) -> bool:
    """A divisional gun fires for its own division, a corps gun for its own corps, and both for any remnant."""
    return bool(some((
        lambda: is_remnant(unit),
        lambda: gun.type == "divisional-artillery" and _is_of_its_division(gun, unit),
        lambda: gun.type == "corps-artillery" and _is_of_its_corps(table, gun, unit),
    )))


def _is_of_its_division(gun: Unit, unit: Unit) -> bool:
    return not _is_of_no_division(unit) and division_of(unit) == division_of(gun)


def _is_of_no_division(unit: Unit) -> bool:
    """Whether a unit is a corps' own, as the chasseurs of the XXX Corps are (3.1), or nobody's."""
    formation = unit.facts.formation
    attached = formation is not None and formation.division is None and formation.corps == OPENING_CORPS
    return unit.type in NOT_OF_A_DIVISION or (is_chasseurs(unit) and attached)


def _is_of_its_corps(table: Table, gun: Unit, unit: Unit) -> bool:
    """Garrisons and army artillery are of no corps, and neither is the 16th Division."""
    return every((
        lambda: not is_garrison(unit),
        lambda: not is_army_artillery(unit),
        lambda: not stands_apart(table, unit),
        lambda: corps_of(table, unit) == corps_of(table, gun),
    ))


def stands_apart(table: Table, unit: Unit) -> bool:
    """Whether a unit is of the 16th Division, which is of no corps (14.2) unless the players gave it one (15.3)."""
    return every((lambda: is_of_the_16th(unit), lambda: not table.has_option("15.3")))


def _engaged(table: Table, action: Attack | Support, role: str, test: Test) -> Unit | None:
    """The first unit of the supporter's side in the battle that passes a test."""
    if isinstance(action, Attack) and role == "attack":
        return first_unit(attackers(table, action), test)
    attacking = attacking_side(table, action) if isinstance(action, Attack) else table.active
    hexes = (action.target,) if role == "defense" else table.around(action.target)
    found: Unit | None = some(
        partial(table.someone_at, number, partial(_fights, attacking, role, test)) for number in hexes
    )
    return found


def _fights(attacking: str, role: str, test: Test, unit: Unit) -> bool:
    """Whether a unit defends against this side, or could attack for it, and passes the test."""
    return every((
        lambda: (unit.side == attacking) == (role == "attack"),
        lambda: role == "defense" or is_infantry(unit),
        lambda: test(unit),
    ))


def _has_nobody_to_fire_for(table: Table, action: Attack | Support, gun: Unit, role: str) -> bool:
    return every((
        lambda: is_artillery(gun),
        lambda: not is_army_artillery(gun),
        lambda: not _engaged(table, action, role, partial(may_fire_for, table, gun)),
    ))


@forbids((Attack, Support), "tsnp:9.32")
def supports_strangers(table: Table, action: Attack | Support) -> Because | bool:
    """A gun supports only a battle in which a unit of its division or corps, or a remnant, is engaged."""
    stranger = some(
        partial(_kept, gun, partial(_has_nobody_to_fire_for, table, action, gun, role))
        for gun, role in lent_in_roles(table, action)
    )
    return because(at=action.target, unit=stranger) if stranger else False


def _kept(gun: Unit, test: Callable[[], bool]) -> Unit | None:
    return gun if test() else None


@permits(Attack, "tsnp:9.32")
def one_of_its_own_is_enough(table: Table, attack: Attack) -> Because | bool:
    """One unit of its division or corps in the assault is enough for a gun to support all of them."""
    mixed = first_unit(table.units(attack.support or ()), lambda gun: _fires_for_some_only(table, attack, gun))
    return because(at=attack.target, unit=mixed) if mixed else False


def _fires_for_some_only(table: Table, attack: Attack, gun: Unit) -> bool:
    own = [may_fire_for(table, gun, unit) for unit in attackers(table, attack)]
    return True in own and False in own


@forbids((Attack, Support), "tsnp:9.32")
def assaulted_guns_support(table: Table, action: Attack | Support) -> Because | bool:
    """A gun that is or was assaulted in the phase lends no defensive support: it only defends itself."""
    guns = [gun for gun, role in lent_in_roles(table, action) if role == "defense"]
    taken = first_unit(guns, lambda gun: _is_assaulted(gun, action.target))
    return because(at=action.target, unit=taken) if taken else False


def _is_assaulted(gun: Unit, target: str) -> bool:
    """Whether a gun is in the hex under assault, or was assaulted before in the phase."""
    return gun.facts.hex == target or gun.has_status("was-attacked")


@permits((Attack, Support), "tsnp:9.32")
def guns_defend_other_guns(table: Table, action: Attack | Support) -> Because | bool:
    """A gun that is not assaulted may support the defense of guns in another hex."""
    lent = [gun for gun, role in lent_in_roles(table, action) if role == "defense"]
    free = first_unit(lent, lambda gun: not _is_assaulted(gun, action.target))
    saved = first_unit(table.units_at(action.target), partial(_is_a_gun_of, free.side)) if free else None
    return because(at=action.target, unit=free, saved=saved) if saved else False


def _is_a_gun_of(side: str, unit: Unit) -> bool:
    return unit.side == side and is_artillery(unit)


@replaces(support_strength, "tsnp:9.32", when=is_first_turn)
def guns_were_laid_beforehand(table: Table, gun: Unit, role: str) -> int | None:
    """On the first turn German divisional artillery supports assaults with 4 instead of 3."""
    laid = every((
        lambda: role == "attack", lambda: gun.type == "divisional-artillery", lambda: gun.side == "german"
    ))
    return PREPARED_FIRE if laid else None


# Which guns support a battle, where the action does not say


def guns_in_attack(table: Table, attack: Attack) -> list[Unit]:
    """The guns that support the assault; none where the action leaves them out and none could."""
    return _guns(table, attack, "support", "attack", attack.support)


def guns_in_defense(table: Table, attack: Attack) -> list[Unit]:
    """The guns that support the defense; none where the action leaves them out and none could."""
    return _guns(table, attack, "against", "defense", attack.against)


def _guns(table: Table, attack: Attack, field: str, role: str, ids: tuple[str, ...] | None) -> list[Unit]:
    if ids is None and known(lambda: every(partial(_is_idle, table, attack, gun, role) for gun in table.units())):
        return []
    return table.units(table.read(f"action.{field}", ids, None, ()))


def _is_idle(table: Table, attack: Attack, gun: Unit, role: str) -> bool:
    """Whether a posted unit could not support this battle."""
    return bool(some((
        lambda: not is_artillery(gun),
        lambda: _on_the_wrong_side(attacking_side(table, attack), gun, role),
        lambda: is_army_artillery(gun),
        lambda: is_turned_over(table, gun),
        lambda: is_demoralized(gun),
        lambda: role == "attack" and lacks_supply(table, gun),
        lambda: table.game.is_off_map(gun.facts),
        lambda: not is_in_range(table, gun, attack.target),
        lambda: role == "defense" and _is_assaulted(gun, attack.target),
        lambda: _has_nobody_to_fire_for(table, attack, gun, role),
    )))
