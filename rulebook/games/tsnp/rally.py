"""Rallies (6.2), surrender (9.7) and the mutual recovery phase (10.0), in the book's order."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from rulebook.actions import Losses, Rally, Roll, Sequence
from rulebook.facts import Unknown, every, known, some, those
from rulebook.games.tsnp.condition import lacks_supply
from rulebook.games.tsnp.damage import is_eliminated
from rulebook.games.tsnp.forces import is_demoralized, is_headquarters, is_remnant
from rulebook.games.tsnp.morale import is_shaken, is_weakened, modified_morale
from rulebook.games.tsnp.sequence import ORGANIZATION
from rulebook.games.tsnp.zones import is_friend_in, zone_by
from rulebook.mechanics.dice import distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

DICE = 2
Earlier = tuple[tuple[str, int | None], ...]


# 6.2: who may rally, and when


def _rallying(table: Table, action: Rally | Roll) -> list[Unit]:
    """The units that try to rally, be it asked for as a roll of the dice: then the roll has to say who it is."""
    if isinstance(action, Rally):
        return table.units(action.units)
    return table.units((table.read("action.unit", action.unit),)) if action.table == "rally" else []


@forbids((Rally, Roll), "tsnp:6.2")
def rallies_out_of_its_phase(table: Table, action: Rally | Roll) -> Because | bool:
    """A player rallies his own units in the rally step of his organization phase."""
    found = first_unit(_rallying(table, action), lambda unit: every((
        lambda: not is_headquarters(unit),
        lambda: some((lambda: table.phase != "rally", lambda: table.active != unit.side)),
    )))
    return because(unit=found, phase="rally") if found else False


@forbids((Rally, Roll), "tsnp:6.2")
def headquarters_rally_too_soon(table: Table, action: Rally | Roll) -> Because | bool:
    """A headquarters out of support rallies in the mutual recovery phase and at no other moment."""
    found = first_unit(_rallying(table, action), lambda unit: every((
        lambda: is_headquarters(unit), lambda: table.phase != "recovery"
    )))
    return because(unit=found, phase="recovery") if found else False


@forbids((Rally, Roll), "tsnp:6.2")
def nothing_to_rally_from(table: Table, action: Rally | Roll) -> Because | bool:
    """Only a demoralized unit, or a headquarters out of support, has anything to rally from."""
    found = first_unit(_rallying(table, action), lambda unit: not _is_unsteady_on_the_map(table, unit))
    return because(unit=found) if found else False


def _is_unsteady_on_the_map(table: Table, unit: Unit) -> bool:
    return not table.game.is_off_map(unit.facts) and is_unsteady(unit)


def is_unsteady(unit: Unit) -> bool:
    """Whether a unit is demoralized or, for a headquarters, turned to its back."""
    return is_demoralized(unit) or (is_headquarters(unit) and unit.has_status("out-of-support"))


@forbids((Rally, Roll), "tsnp:6.2")
def rallies_without_supply(table: Table, action: Rally | Roll) -> Because | bool:
    """Only a supplied unit can rally."""
    found = first_unit(_rallying(table, action), partial(lacks_supply, table))
    return because(unit=found) if found else False


# 6.2: the roll


@forbids((Rally, Roll), "tsnp:6.2")
def rally_takes_two_dice(table: Table, action: Rally | Roll) -> Because | bool:
    """Each unit that tries to rally rolls two dice."""
    units, dice = _rallying(table, action), action.dice or ()
    return because(dice=list(dice)) if units and dice and len(dice) != DICE * len(units) else False


@computes(Rally, "rally", "tsnp:6.2")
def chances_of_rally(table: Table, rally: Rally) -> dict[str, Any]:
    """Two dice that make no more than the unit's morale, with all its modifiers, rally it."""
    return {unit.id: _told(table, unit, roll, earlier) for unit, roll, earlier in _tries(table, rally)}


@computes(Roll, "rally", "tsnp:6.2")
def chance_of_a_rally_roll(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The same test, asked for as a roll of the dice."""
    if roll.table != "rally" or roll.unit is None:
        return None
    return _told(table, table.unit(roll.unit), _rolls(roll.dice, 1)[0])


def _rolls(dice: tuple[int, ...] | None, units: int) -> list[int | None]:
    """Two dice for each unit, in the order they are named."""
    if dice is None or len(dice) != DICE * units:
        return [None] * units
    return [sum(dice[place:place + DICE]) for place in range(0, len(dice), DICE)]


def _tries(table: Table, action: Rally | Roll) -> Iterator[tuple[Unit, int | None, Earlier]]:
    """Each unit with its roll and with those that rolled before it."""
    ids = [unit.id for unit in _rallying(table, action)]
    rolls = tuple(zip(ids, _rolls(action.dice, len(ids)), strict=True))
    for place, (unit_id, roll) in enumerate(rolls):
        yield table.unit(unit_id), roll, rolls[:place]


def _told(table: Table, unit: Unit, roll: int | None, earlier: Earlier = ()) -> dict[str, Any]:
    try:
        morale = modified_morale(table, unit)
    except Unknown as missing:
        return {"missing": sorted(missing.facts)}
    chance = str(chance_of_no_more_than(morale.total))
    told = {"morale": morale.told(), "chance": chance, "failure": _failure(table, unit, earlier)}
    if roll is not None:
        told |= {"roll": roll, "rallied": roll <= morale.total}
    return told


def _failure(table: Table, unit: Unit, earlier: Earlier) -> str | dict[str, Any]:
    """What a failed roll leaves of the unit."""
    try:
        if surrenders_if_it_fails(table, unit, earlier):
            return "surrendered"
    except Unknown as missing:
        return {"missing": sorted(missing.facts)}
    return "out-of-support" if is_headquarters(unit) else "demoralized"


def chance_of_no_more_than(most: float) -> Fraction:
    """The chance that two dice make no more than this."""
    return sum((chance for total, chance in distribution(DICE, sum).items() if total <= most), Fraction(0))


# 6.2: what failure may lead to


@defines("tsnp:6.2")
def surrenders_if_it_fails(table: Table, unit: Unit, earlier: Earlier) -> bool:
    """A reduced unit or a remnant that fails gives itself up next to an enemy, with no steady friend in its hex."""
    return not is_headquarters(unit) and every((
        lambda: is_remnant(unit) or is_weakened(unit),
        lambda: is_next_to_an_enemy(table, unit),
        lambda: not _has_a_steady_friend(table, unit, earlier),
    ))


@contested(surrenders_if_it_fails)
def fresh_remnant_gives_nothing_up(table: Table, unit: Unit, earlier: Earlier) -> bool:
    """A remnant that cannot be eliminated in the turn in which it appears cannot be lost by surrender either."""
    fresh = is_remnant(unit) and known(lambda: unit.has_status("fresh-remnant"))
    return False if fresh else surrenders_if_it_fails.function(table, unit, earlier)


def is_next_to_an_enemy(table: Table, unit: Unit) -> bool:
    enemy = table.game.enemy_of(unit.side)
    return bool(some(partial(is_friend_in, table, enemy, near) for near in table.around(unit.hex)))


def _has_a_steady_friend(table: Table, unit: Unit, earlier: Earlier) -> bool:
    """Whether a friend in the hex is steady, or has just rallied."""
    return bool(table.someone_at(unit.hex, lambda other: other != unit and every((
        lambda: other.side == unit.side,
        lambda: not is_shaken(table, other) or _has_passed(table, other, dict(earlier).get(other.id)),
    ))))


@obliges((Rally, Roll), "tsnp:6.2")
def failure_means_surrender(table: Table, action: Rally | Roll) -> Because | bool:
    """Where a rally would end in surrender if it fails, the player is told before he rolls, and held to it after."""
    lost = those(_tries(table, action), partial(_would_yield, table))
    found = [unit for unit, _, _ in lost]
    return because(at=found[0].facts.hex, unit=found) if found else False


def _would_yield(table: Table, attempt: tuple[Unit, int | None, Earlier]) -> bool:
    unit, roll, earlier = attempt
    return every((
        lambda: is_unsteady(unit), lambda: not _has_passed(table, unit, roll),
        lambda: surrenders_if_it_fails(table, unit, earlier),
    ))


def _has_passed(table: Table, unit: Unit, roll: int | None) -> bool:
    return roll is not None and roll <= modified_morale(table, unit).total


@obliges((Rally, Roll), "tsnp:6.2")
def gives_itself_up(table: Table, action: Rally | Roll) -> Because | bool:
    """In its own organization phase a unit demoralized, reduced, out of supply and next to an enemy surrenders."""
    found = those(_rallying(table, action), partial(_gives_itself_up, table))
    return because(at=found[0].facts.hex, unit=found) if found else False


def _gives_itself_up(table: Table, unit: Unit) -> bool:
    return every((
        lambda: table.phase in ORGANIZATION, lambda: table.active == unit.side,
        lambda: not is_headquarters(unit) and is_demoralized(unit), lambda: is_weakened(unit),
        lambda: lacks_supply(table, unit), lambda: is_next_to_an_enemy(table, unit),
    ))


# 9.7: surrender


@obliges(Losses, "tsnp:9.7")
def lost_unit_surrenders(table: Table, losses: Losses) -> Because | bool:
    """A unit lost while out of supply and ringed by enemy zones has surrendered: it never comes back."""
    lost = those(table.units(losses.units), partial(is_eliminated, table, losses))
    found = those(lost, partial(is_trapped, table))
    return because(at=found[0].facts.hex, unit=found) if found else False


@defines("tsnp:9.7")
def is_trapped(table: Table, unit: Unit) -> bool:
    """A unit is trapped when it is out of supply and every hex around it is an enemy's or in an enemy zone."""
    return every((
        lambda: lacks_supply(table, unit),
        lambda: every(partial(_is_enemy_ground, table, unit.side, near) for near in table.around(unit.hex)),
    ))


def _is_enemy_ground(table: Table, side: str, number: str) -> bool:
    enemy = table.game.enemy_of(side)
    return bool(some((partial(is_friend_in, table, enemy, number), partial(zone_by, table, enemy, number))))


@obliges((Rally, Roll), "tsnp:9.7")
def surrender_is_for_good(table: Table, action: Rally | Roll) -> Because | bool:
    """A unit that gives itself up leaves the game, and no replacement restores it."""
    found = some((
        partial(gives_itself_up, table, action), partial(_fails_into_surrender, table, action)
    ))
    return because(at=found.at, unit=found.words["unit"]) if found else False


def _fails_into_surrender(table: Table, action: Rally | Roll) -> Because | bool | None:
    return failure_means_surrender(table, action) if action.dice is not None else None


# 10.0: mutual recovery


@permits((Rally, Roll), "tsnp:10.0")
def headquarters_may_recover(table: Table, action: Rally | Roll) -> Because | bool:
    """In the mutual recovery phase both players may try to rally their headquarters, which are then turned face up."""
    found = those(_rallying(table, action), lambda unit: every((
        lambda: is_headquarters(unit), lambda: table.phase == "recovery", lambda: is_unsteady(unit)
    )))
    return because(unit=found) if found else False


@obliges(Sequence, "tsnp:10.0")
def artillery_is_turned_face_up(table: Table, sequence: Sequence) -> Because | bool:
    """In the mutual recovery phase both players turn all their artillery face up."""
    return because() if sequence.do == "recovery" else False
