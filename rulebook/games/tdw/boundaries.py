"""Chapter 9, army boundaries, in the book's order.

Whom the zones activate (9.1) is in `rounds`, what they do to artillery in `artillery`.
"""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise, product

from rulebook.actions import Advance, Attack, Place, Retreat, Step, Support
from rulebook.facts import every, some
from rulebook.games.tdw.ground import army_zone, hexes_within, is_boundary_between, is_in_british_zone
from rulebook.games.tdw.pieces import is_british, is_german, is_gun
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, permits, unless
from rulebook.table import Table, Unit

LAST_TURN_OF_BOUNDARIES = 3
SIXTH, FIFTH, SEVENTH = "6th-panzer-army", "5th-panzer-army", "7th-army"
PANZER_ARMIES = {SIXTH, FIFTH}
ZONES_OF_THE_14TH = {FIFTH, SEVENTH}
REACH_OF_THE_14TH = 2

Passage = Step | Retreat | Advance
PASSAGES = (Step, Retreat, Advance)


def who_go(table: Table, action: Passage) -> list[Unit]:
    """The units that go, each of which is held to its own limits."""
    return table.units(action.move.units if isinstance(action, Step) else action.units)


def passages(table: Table, action: Passage) -> Iterator[tuple[Unit, str, str]]:
    """The steps from hex to hex that each unit takes."""
    for unit in who_go(table, action):
        if isinstance(action, Retreat):
            yield from ((unit, *pair) for pair in pairwise(action.path))
        else:
            yield unit, action.start if isinstance(action, Step) else unit.hex, action.to


def goings(table: Table, action: Passage) -> Iterator[tuple[Unit, str]]:
    """The hexes that each unit enters."""
    return product(who_go(table, action), action.path[1:] if isinstance(action, Retreat) else (action.to,))


# 9.2 and 9.2.1: German zones


@defines("tdw:9.2")
def is_barred_by_a_boundary(table: Table, unit: Unit, here: str, there: str) -> bool:
    """On turns 1 to 3 no German unit crosses from one army's zone into another's."""
    return every((
        partial(is_german, unit),
        lambda: table.turn <= LAST_TURN_OF_BOUNDARIES,
        partial(is_boundary_between, table, here, there),
    ))


@unless(is_barred_by_a_boundary, "tdw:9.2.1")
def st_vith_has_opened_it(table: Table, unit: Unit, here: str, there: str) -> bool:
    """The turn after a German unit entered St. Vith the boundary of the two Panzer armies is gone for good."""
    return every((
        lambda: {army_zone(table, here), army_zone(table, there)} == PANZER_ARMIES,
        partial(is_st_vith_behind, table),
    ))


def is_st_vith_behind(table: Table) -> bool:
    """Whether a German unit entered St. Vith on an earlier turn."""
    return table.turn > 1 and 0 < table.track("st-vith-entered") < table.turn


@forbids(PASSAGES, "tdw:9.2")
def crosses_an_army_boundary(table: Table, action: Passage) -> Because | bool:
    """No German unit moves, advances or retreats across a boundary that holds."""
    found = some(partial(_barred, table, *passage) for passage in passages(table, action))
    return because(at=found[2], start=found[1], unit=found[0]) if found else False


def _barred(table: Table, unit: Unit, here: str, there: str) -> tuple[Unit, str, str] | None:
    return (unit, here, there) if is_barred_by_a_boundary(table, unit, here, there) else None


@permits(PASSAGES, "tdw:9.2.1")
def crosses_where_the_boundary_is_gone(table: Table, action: Passage) -> Because | bool:
    """From turn 4 on no boundary holds; that of the two Panzer armies may be gone sooner."""
    free = some(partial(_passes_freely, table, *passage) for passage in passages(table, action))
    return because(at=free[1], unit=free[0]) if free else False


def _passes_freely(table: Table, unit: Unit, here: str, there: str) -> tuple[Unit, str] | None:
    free = every((
        partial(is_german, unit),
        partial(is_boundary_between, table, here, there),
        lambda: some((
            lambda: table.turn > LAST_TURN_OF_BOUNDARIES,
            partial(st_vith_has_opened_it, table, unit, here, there),
        )),
    ))
    return (unit, there) if free else None


@permits(Attack, "tdw:9.2")
def attacks_over_a_boundary(table: Table, attack: Attack) -> Because | bool:
    """A unit may attack a hex that lies just over the boundary, though it may not go there."""
    unit = first_unit(
        (unit for unit in table.units(attack.units) if unit.is_placed),
        lambda unit: is_barred_by_a_boundary(table, unit, unit.hex, attack.target),
    )
    return because(at=attack.target, unit=unit) if unit else False


# 9.3: the British zone


@forbids(PASSAGES, "tdw:9.3")
def leaves_the_british_zone(table: Table, action: Passage) -> Because | bool:
    """No British unit moves, retreats or advances beyond the British zone."""
    out = some(partial(_outside, table, *going) for going in goings(table, action))
    return because(at=out[1], unit=out[0]) if out else False


def _outside(table: Table, unit: Unit, there: str) -> tuple[Unit, str] | None:
    leaves = every((partial(is_british, unit), lambda: not is_in_british_zone(table, there)))
    return (unit, there) if leaves else None


@forbids(Place, "tdw:9.3")
def enters_beyond_the_british_zone(table: Table, place: Place) -> Because | bool:
    """No British unit enters as a reinforcement beyond the British zone."""
    if place.entry != "reinforcement" or place.unit is None:
        return False
    unit = table.unit(place.unit)
    return because(at=place.hex, unit=unit) if _outside(table, unit, place.hex) else False


@permits(Attack, "tdw:9.3")
def british_attack_over_the_line(table: Table, attack: Attack) -> Because | bool:
    """British units may attack a hex just over the boundary of their zone."""
    unit = first_unit(table.units(attack.units), lambda unit: _outside(table, unit, attack.target))
    return because(at=attack.target, unit=unit) if unit else False


@forbids((Attack, Support), "tdw:9.3")
def british_guns_fire_too_far(table: Table, action: Attack | Support) -> Because | bool:
    """British artillery supports no battle beyond the British zone and the hexes next to its boundary."""
    lent = action.units if isinstance(action, Support) else (*(action.support or ()), *(action.against or ()))
    gun = first_unit(table.units(lent), lambda gun: every((
        partial(is_gun, gun), partial(is_british, gun), lambda: not _is_in_or_next_to_the_zone(table, action.target)
    )))
    return because(at=action.target, unit=gun) if gun else False


def _is_in_or_next_to_the_zone(table: Table, number: str) -> bool:
    return bool(some(partial(is_in_british_zone, table, near) for near in (number, *table.around(number))))


# 9.4: the 14th Regiment of the 5th FJ Division


@unless(is_barred_by_a_boundary, "tdw:9.4")
def the_14th_passes(table: Table, unit: Unit, here: str, there: str) -> bool:
    """The 14th Regiment may pass between the 5th Panzer Army's zone and the 7th Army's, either way."""
    return every((
        lambda: unit.has_status("14-regiment"),
        lambda: {army_zone(table, here), army_zone(table, there)} == ZONES_OF_THE_14TH,
    ))


@forbids(PASSAGES, "tdw:9.4")
def the_14th_strays(table: Table, action: Passage) -> Because | bool:
    """On turns 1 to 3 the 14th Regiment, in the 5th Panzer zone, stays within two hexes of the 7th Army's boundary."""
    far = some(partial(_strays, table, *going) for going in goings(table, action))
    return because(at=far[1], unit=far[0]) if far else False


def _strays(table: Table, unit: Unit, there: str) -> tuple[Unit, str] | None:
    strays = every((
        partial(is_german, unit),
        lambda: table.turn <= LAST_TURN_OF_BOUNDARIES,
        lambda: unit.has_status("14-regiment"),
        lambda: army_zone(table, there) == FIFTH,
        lambda: not _is_near_the_7th(table, there),
    ))
    return (unit, there) if strays else None


def _is_near_the_7th(table: Table, there: str) -> bool:
    return bool(some(partial(_is_7th, table, near) for near in hexes_within(table, there, REACH_OF_THE_14TH)))


def _is_7th(table: Table, number: str) -> bool:
    return army_zone(table, number) == SEVENTH
