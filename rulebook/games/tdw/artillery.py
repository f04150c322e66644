"""Chapter 12, artillery and Nebelwerfer (12.2, 12.3, with 9.2.1 and 9.2.2), in the book's order."""

from collections.abc import Callable
from functools import partial

from rulebook import printed
from rulebook.actions import Attack, Support
from rulebook.facts import every, more_than, some
from rulebook.games.tdw.battle import Role, barred_who, lent, supported_who
from rulebook.games.tdw.boundaries import (
    LAST_TURN_OF_BOUNDARIES,
    PANZER_ARMIES,
    SEVENTH,
    SIXTH,
    is_st_vith_behind,
)
from rulebook.games.tdw.components import is_combat_unit
from rulebook.games.tdw.ground import army_zone
from rulebook.games.tdw.pieces import (
    corps_of,
    is_airborne,
    is_allied,
    is_american,
    is_german,
    is_gun,
    is_nebelwerfer,
)
from rulebook.games.tdw.supply import is_unsupplied_for_guns
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, because, computes, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

TURNS_AWAY = 2
MOST_ALLIED_GUNS = 2
CORPS_REACH = 3
FAR_ARMIES = {SIXTH, SEVENTH}
NOT_AT_HAND = ("reinforcement", "special-reinforcement", "withdrawn", "unplaced", "eliminated")
ROCKETS = {row["ground"]: int(row["amount"]) for row in printed.table("tdw", "nebelwerfer")}

GunTest = Callable[[Unit, Role], object]


def _guns(table: Table, action: Attack | Support) -> list[tuple[Unit, Role]]:
    return [(unit, role) for unit, role in lent(table, action) if is_gun(unit)]


def _gun_that(table: Table, action: Attack | Support, test: GunTest) -> Because | bool:
    """The first gun that passes a test, as the reason against it."""
    gun = some(partial(_passing, gun, role, test) for gun, role in _guns(table, action))
    return because(at=action.target, unit=gun) if gun else False


def _passing(gun: Unit, role: Role, test: GunTest) -> Unit | None:
    return gun if test(gun, role) else None


# 12.2 and 9.2.2: the zone in which German guns fire


@defines("tdw:12.2")
def is_kept_out_of(table: Table, gun: Unit, there: str) -> bool:
    """On turns 1 to 3 a German asset is used only against defenders in its own army's zone."""
    return every((
        lambda: is_german(gun),
        lambda: table.turn <= LAST_TURN_OF_BOUNDARIES,
        lambda: army_zone(table, there) != gun.belongs_to("army"),
    ))


@unless(is_kept_out_of, "tdw:9.2.1")
def panzer_armies_fire_for_each_other(table: Table, gun: Unit, there: str) -> bool:
    """The turn after Germans entered St. Vith, the guns of both Panzer armies fire in both zones."""
    return every((
        lambda: {army_zone(table, there), gun.belongs_to("army")} == PANZER_ARMIES,
        partial(is_st_vith_behind, table),
    ))


@forbids((Attack, Support), "tdw:12.2")
def fires_outside_its_zone(table: Table, action: Attack | Support) -> Because | bool:
    """A German asset does not leave the zone to which it is kept."""
    return _gun_that(table, action, lambda gun, role: is_kept_out_of(table, gun, action.target))


@forbids((Attack, Support), "tdw:9.2.2")
def fires_across_the_whole_front(table: Table, action: Attack | Support) -> Because | bool:
    """Assets of the 6th Panzer Army are never used in the 7th Army's zone, nor the reverse."""
    return _gun_that(table, action, lambda gun, role: every((
        lambda: is_german(gun),
        lambda: army_zone(table, action.target) in FAR_ARMIES,
        lambda: {army_zone(table, action.target), gun.belongs_to("army")} == FAR_ARMIES,
    )))


# 12.2: how often, in which part, how many, for whom


@forbids((Attack, Support), "tdw:12.2")
def rockets_defend(table: Table, action: Attack | Support) -> Because | bool:
    """Nebelwerfer are used in attack only."""
    return _gun_that(table, action, lambda gun, role: role == "defense" and is_nebelwerfer(gun))


@forbids((Attack, Support), "tdw:12.2")
def german_guns_fire_again(table: Table, action: Attack | Support) -> Because | bool:
    """Each German artillery or Nebelwerfer is used once a turn."""
    return _gun_that(table, action, lambda gun, role: is_german(gun) and gun.has_status("used"))


@forbids((Attack, Support), "tdw:12.2")
def absent_guns_fire(table: Table, action: Attack | Support) -> Because | bool:
    """Only assets in the assets box are used, not those that wait on the turn track or have left."""
    return _gun_that(table, action, lambda gun, role: not set(NOT_AT_HAND).isdisjoint(gun.facts.status or ()))


@defines("tdw:12.2")
def are_too_many(table: Table, guns: tuple[Unit, ...]) -> bool:
    """At most one artillery, and one Nebelwerfer, is assigned to one side of a combat."""
    rockets = [partial(is_nebelwerfer, gun) for gun in guns]
    others = [partial(_is_artillery, gun) for gun in guns]
    return more_than(1, rockets) or more_than(1, others)


def _is_artillery(gun: Unit) -> bool:
    return not is_nebelwerfer(gun)


@unless(are_too_many, "tdw:12.3")
def allies_have_another_limit(table: Table, guns: tuple[Unit, ...]) -> bool:
    """Allied artillery is not held to one for a combat."""
    return all(is_allied(gun) for gun in guns)


@forbids((Attack, Support), "tdw:12.2")
def too_many_guns_fire(table: Table, action: Attack | Support) -> Because | bool:
    """No more than one artillery and one Nebelwerfer are assigned to one side of a combat."""
    crowd = some(partial(_crowd, table, action, role) for role in ("attack", "defense"))
    return because(at=action.target, guns=list(crowd)) if crowd else False


def _crowd(table: Table, action: Attack | Support, role: Role) -> tuple[Unit, ...] | None:
    guns = tuple(gun for gun, part in _guns(table, action) if part == role)
    return guns if are_too_many(table, guns) else None


@defines("tdw:12.2")
def has_nobody_supplied_to_serve(table: Table, action: Attack | Support, gun: Unit, role: Role) -> bool:
    """Artillery and Nebelwerfer support no unsupplied units."""
    return barred_who(table, action, role, partial(is_unsupplied_for_guns, table)) is not None


@unless(has_nobody_supplied_to_serve, "tdw:12.3")
def its_corps_is_near(table: Table, action: Attack | Support, gun: Unit, role: Role) -> bool:
    """Unsupplied Allied defenders have artillery of a corps with a supplied unit within 3 hexes."""
    return every((
        lambda: role == "defense", lambda: is_allied(gun), lambda: supplied_unit_of_its_corps(table, gun, action.target)
    ))


@forbids((Attack, Support), "tdw:12.2")
def supports_unsupplied_units(table: Table, action: Attack | Support) -> Because | bool:
    """No gun supports units without supply, for which air supply does not count (8.6)."""
    return _gun_that(table, action, partial(has_nobody_supplied_to_serve, table, action))


# 12.2: what a gun adds, and what becomes of it


@defines("tdw:12.2")
def ground_against_rockets(table: Table, there: str) -> int:
    """The ground attacked changes a Nebelwerfer by the one effect that is worst for the attacker."""
    settled = [ROCKETS[word] for word in ("village", "town") if table.has_feature(there, word)]
    return min([ROCKETS.get(table.terrain(there), 0), *settled])


def gun_parts(table: Table, guns: list[Unit], there: str) -> tuple[Part, ...]:
    """What guns add to their side of a combat."""
    return tuple(Part(_strength(table, gun, there), _case_of(gun), gun.id) for gun in guns)


def _case_of(gun: Unit) -> str:
    return "tdw:12.2" if is_german(gun) else "tdw:12.3"


def _strength(table: Table, gun: Unit, there: str) -> int:
    """A gun's strength; that of a Nebelwerfer is changed by the ground, then doubled if it is to be."""
    if not is_nebelwerfer(gun):
        return gun.attack
    modified = max(0, gun.attack + int(ground_against_rockets(table, there)))
    return 2 * modified if gun.has_status("doubled") else modified


def _doubled(table: Table, action: Attack | Support) -> Unit | None:
    rockets = [gun for gun, role in _guns(table, action) if is_nebelwerfer(gun) and role == "attack"]
    return first_unit(rockets, lambda gun: gun.has_status("doubled"))


@permits((Attack, Support), "tdw:12.2")
def rockets_may_double(table: Table, action: Attack | Support) -> Because | bool:
    """A Nebelwerfer may double its modified strength in one combat."""
    gun = _doubled(table, action)
    return because(at=action.target, unit=gun) if gun else False


@forbids((Attack, Support), "tdw:12.2")
def artillery_doubles(table: Table, action: Attack | Support) -> Because | bool:
    """Only a Nebelwerfer doubles its strength."""
    return _gun_that(table, action, lambda gun, role: not is_nebelwerfer(gun) and "doubled" in (gun.facts.status or ()))


@computes((Attack, Support), "returns", "tdw:12.2")
def turn_of_return(table: Table, action: Attack | Support) -> int | None:
    """A doubled Nebelwerfer goes on the turn track and comes back two turns later."""
    return table.turn + TURNS_AWAY if _doubled(table, action) else None


@obliges((Attack, Support), "tdw:12.2")
def guns_are_turned_over(table: Table, action: Attack | Support) -> Because | bool:
    """German guns, once used, are turned to their Used side for the rest of the turn."""
    guns = [gun for gun, _ in _guns(table, action) if is_german(gun)]
    return because(at=action.target, guns=guns) if guns else False


# 12.3: Allied artillery


@defines("tdw:12.3")
def supplied_unit_of_its_corps(table: Table, gun: Unit, there: str) -> Unit | None:
    """A supplied combat unit of the gun's corps, engineers left out, is within 3 hexes of the hex."""
    near = [unit for unit in table.units() if unit.is_placed and table.distance(unit.hex, there) <= CORPS_REACH]
    found: Unit | None = some((
        lambda: first_unit(near, partial(_is_supplied_in_corps, table, gun)), table.others_may_be
    ))
    return found


def _is_supplied_in_corps(table: Table, gun: Unit, unit: Unit) -> bool:
    return every((
        lambda: is_combat_unit(table, unit),
        lambda: is_of_its_corps(gun, unit),
        lambda: not is_unsupplied_for_guns(table, unit),
    ))


def is_of_its_corps(gun: Unit, unit: Unit) -> bool:
    """Whether a unit is of the gun's corps; of the same side to begin with."""
    return every((
        lambda: unit.side == gun.side,
        lambda: corps_of(unit) is not None,
        lambda: corps_of(unit) == corps_of(gun),
    ))


@defines("tdw:12.3")
def has_no_part_in(table: Table, action: Attack | Support, gun: Unit, role: Role) -> bool:
    """Allied artillery is used only in combats in which units of its own corps take part."""
    return every((
        lambda: is_allied(gun), lambda: not supported_who(table, action, role, partial(is_of_its_corps, gun))
    ))


@unless(has_no_part_in, "tdw:12.3")
def airborne_have_a_corps_near(table: Table, action: Attack | Support, gun: Unit, role: Role) -> bool:
    """It also supports a hex with US airborne units within 3 hexes of a supplied unit of its corps."""
    return bool(supported_who(table, action, role, lambda unit: every((
        lambda: is_american(unit), lambda: is_airborne(unit),
        lambda: supplied_unit_of_its_corps(table, gun, unit.hex),
    ))))


@forbids((Attack, Support), "tdw:12.3")
def supports_another_corps(table: Table, action: Attack | Support) -> Because | bool:
    """Allied artillery stays with its own corps, or with airborne units near it."""
    return _gun_that(table, action, partial(has_no_part_in, table, action))


@forbids((Attack, Support), "tdw:12.3")
def more_than_two_allied_guns_fire(table: Table, action: Attack | Support) -> Because | bool:
    """At most two Allied artillery are used in one combat."""
    guns = [gun for gun, _ in _guns(table, action)]
    crowded = more_than(MOST_ALLIED_GUNS, (partial(is_allied, gun) for gun in guns))
    return because(at=action.target, guns=guns) if crowded else False


@forbids((Attack, Support), "tdw:12.3")
def allied_guns_fire_again(table: Table, action: Attack | Support) -> Because | bool:
    """Allied artillery is used once a round."""
    return _gun_that(table, action, lambda gun, role: is_allied(gun) and gun.has_status("used"))


@forbids((Attack, Support), "tdw:12.3")
def supports_the_surprised_regiments(table: Table, action: Attack | Support) -> Because | bool:
    """On turn 1 Allied artillery does not support the 313th and 314th Regiments of the 99th Division."""
    return _gun_that(table, action, lambda gun, role: every((
        lambda: is_allied(gun),
        lambda: table.turn == 1,
        lambda: barred_who(table, action, role, lambda unit: unit.has_status("313-or-314")),
    )))


@permits((Attack, Support), "tdw:12.3")
def allied_guns_serve_every_round(table: Table, action: Attack | Support) -> Because | bool:
    """Allied artillery used in one round is turned back at its end and may be used again in the next."""
    guns = [gun for gun, _ in _guns(table, action) if is_allied(gun)]
    return because(at=action.target, guns=guns) if guns else False
