"""T1.3 to T1.6: exploitation, reserves, and the markers that the enemy upsets."""

from functools import partial
from math import ceil
from typing import Any

from rulebook.actions import Play
from rulebook.facts import every, some
from rulebook.games.marne.after_combat import level_in, orders_given
from rulebook.games.marne.disorganized import capacity
from rulebook.games.marne.pieces import bodies, outnumber
from rulebook.games.marne.rulings import rulebook_forbids
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, forbids
from rulebook.table import Table, Unit

EXPLOITING = {"total": 2, "partial": 1}
RESERVES = {"total": 2, "partial": 1}
NEAR = 3
RESERVE_ORDERS_DIE = 6
COMBAT_UNITS = ("division", "regiment", "tank")


def _is(play: Play, event: str) -> bool:
    return play.event == event


def _units(table: Table, play: Play) -> list[Unit]:
    """The units that the play names; who they are must be said."""
    return table.units(table.read("action.units", play.units or None))


def _more_than_allowed(table: Table, play: Play, event: str, limits: dict[str, int], level: str) -> Because | bool:
    if not _is(play, event) or level_in(table, play) != level:
        return False
    units = _units(table, play)
    return because(limit=limits[level], count=len(bodies(units))) if outnumber(units, limits[level]) else False


@forbids(Play, "marne:T1.3.2")
def too_many_exploit_total_mastery(table: Table, play: Play) -> Because | bool:
    """Total mastery puts at most two units in exploitation."""
    return _more_than_allowed(table, play, "exploitation", EXPLOITING, "total")


@forbids(Play, "marne:T1.4.2")
def too_many_exploit_partial_mastery(table: Table, play: Play) -> Because | bool:
    """Partial mastery puts one unit in exploitation."""
    return _more_than_allowed(table, play, "exploitation", EXPLOITING, "partial")


def _idle(table: Table, play: Play, level: str) -> Because | bool:
    if not _is(play, "exploitation") or level_in(table, play) != level:
        return False
    unit = first_unit(_units(table, play), lambda unit: not unit.has_status("fought", ordinary=True))
    return because(unit=unit) if unit else False


@forbids(Play, "marne:T1.3.2")
def idle_unit_exploits_total_mastery(table: Table, play: Play) -> Because | bool:
    """Only units that took part in the combat go into exploitation."""
    return _idle(table, play, "total")


@forbids(Play, "marne:T1.4.2")
def idle_unit_exploits_partial_mastery(table: Table, play: Play) -> Because | bool:
    """Only a unit that took part in the combat goes into exploitation."""
    return _idle(table, play, "partial")


@forbids(Play, "marne:T1.3.1")
def too_many_reserves_with_total_mastery(table: Table, play: Play) -> Because | bool:
    """Total mastery moves two of the defender's units."""
    return _more_than_allowed(table, play, "reserve-move", RESERVES, "total")


@forbids(Play, "marne:T1.4.1")
def too_many_reserves_with_partial_mastery(table: Table, play: Play) -> Because | bool:
    """Partial mastery moves one of the defender's units."""
    return _more_than_allowed(table, play, "reserve-move", RESERVES, "partial")


def _unfit(table: Table, play: Play, level: str) -> Because | bool:
    if not _is(play, "reserve-move") or level_in(table, play) != level:
        return False
    unit = first_unit(_units(table, play), partial(_is_caught_or_far, table, play))
    return because(unit=unit) if unit else False


def _is_caught_or_far(table: Table, play: Play, unit: Unit) -> Any:
    return some((partial(_is_far, table, play, unit), lambda: unit.has_status("in-enemy-zoc")))


def _is_far(table: Table, play: Play, unit: Unit) -> bool:
    return table.distance(str(table.read("action.hex", play.hex)), unit.hex) > NEAR


@forbids(Play, "marne:T1.3.1")
def unfit_reserve_moves_with_total_mastery(table: Table, play: Play) -> Because | bool:
    """Those units stand outside zones of control, within 3 hexes of the combat."""
    return _unfit(table, play, "total")


@forbids(Play, "marne:T1.4.1")
def unfit_reserve_moves_with_partial_mastery(table: Table, play: Play) -> Because | bool:
    """That unit stands outside zones of control, within 3 hexes of the combat."""
    return _unfit(table, play, "partial")


@forbids(Play, "marne:T1")
def rulebook_bars_that_reserve(table: Table, play: Play) -> Because | bool:
    """Combat units are moved in; whether guns, aircraft or Stosstruppen are some is not in the aid."""
    if not _is(play, "reserve-move"):
        return False
    unit = first_unit(_units(table, play), lambda unit: unit.type not in COMBAT_UNITS)
    return because(unit=unit) if unit and rulebook_forbids(table, "combat-units") else False


@computes(Play, "allowance", "marne:T1")
def half_the_movement(table: Table, play: Play) -> dict[str, int] | None:
    """A unit that mastery moves has half its movement, rounded up."""
    if not _is(play, "reserve-move") or level_in(table, play) not in RESERVES:
        return None
    return {unit.id: half_a_movement(table, unit) for unit in _units(table, play)}


def half_a_movement(table: Table, unit: Unit) -> int:
    return ceil(float(capacity(table, unit)) / 2)


def _uses_mastery(play: Play) -> bool:
    return play.event in ("exploitation", "reserve-move")


@forbids(Play, "marne:T1.5")
def uses_no_mastery(table: Table, play: Play) -> bool:
    """Without mastery nobody exploits and no reserve moves."""
    return _uses_mastery(play) and level_in(table, play) == "none"


@forbids(Play, "marne:T1.6")
def uses_garbled_orders(table: Table, play: Play) -> bool:
    """On garbled orders nobody exploits and no reserve moves."""
    return _uses_mastery(play) and level_in(table, play) == "erroneous"


# T1.5, T1.6.6: the markers and reserves that the enemy upsets


@forbids(Play, "marne:T1.5")
def removes_a_marker_for_nothing(table: Table, play: Play) -> bool:
    """A marker is removed where the attacker has no mastery; garbled orders do it on a 6 only."""
    if not _is(play, "remove-marker"):
        return False
    return every((
        lambda: level_in(table, play) != "none",
        lambda: level_in(table, play) != "erroneous" or orders_given(table, play) != RESERVE_ORDERS_DIE,
    ))


@forbids(Play, "marne:T1.5")
def removes_a_marker_too_far(table: Table, play: Play) -> Because | bool:
    """The unit or stack stands within three hexes of the combat."""
    far = first_unit(_units(table, play), partial(_is_far, table, play)) if _is(play, "remove-marker") else None
    return because(unit=far) if far else False


@forbids(Play, "marne:T1.5")
def removes_several_markers(table: Table, play: Play) -> bool:
    """One marker goes, of one kind: that of one unit, or of one stack."""
    if not _is(play, "remove-marker"):
        return False
    units = _units(table, play)
    return bool(some((lambda: len({unit.hex for unit in units}) > 1, partial(_bear_both_markers, units))))


def _bear_both_markers(units: list[Unit]) -> bool:
    """Whether one of these units has a reserve marker alone, and another one an exploitation marker alone."""
    words = ("reserve", "exploitation")
    return every(partial(first_unit, units, partial(_has_but, *pair)) for pair in (words, words[::-1]))


def _has_but(word: str, other: str, unit: Unit) -> bool:
    return every((lambda: unit.has_status(word), lambda: not unit.has_status(other)))


@forbids(Play, "marne:T1.5")
def removes_no_marker(table: Table, play: Play) -> bool:
    """What is removed is a reserve or exploitation marker."""
    if not _is(play, "remove-marker"):
        return False
    units = _units(table, play)
    return not some(partial(unit.has_status, word) for unit in units for word in ("reserve", "exploitation"))


@forbids(Play, "marne:T1.6.6")
def misdirects_without_cause(table: Table, play: Play) -> bool:
    """Only a 6 for the defender's garbled orders sends one of his reserves astray."""
    if not _is(play, "misdirect-reserve"):
        return False
    return bool(some((
        lambda: level_in(table, play) != "erroneous", lambda: orders_given(table, play) != RESERVE_ORDERS_DIE,
    )))


@forbids(Play, "marne:T1.6.6")
def misdirects_an_unfit_unit(table: Table, play: Play) -> Because | bool:
    """It is one unit, with its Stosstruppen, outside zones of control, within 3 hexes of the combat."""
    if not _is(play, "misdirect-reserve"):
        return False
    units = _units(table, play)
    if outnumber(units, 1):
        return because(unit=bodies(units))
    unit = first_unit(units, partial(_is_caught_or_far, table, play))
    return because(unit=unit) if unit else False
