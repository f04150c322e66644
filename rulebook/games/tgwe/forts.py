"""Chapter 14, forts, Kut and the Hindenburg Line (14.1 to 14.3), in the book's order."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise, permutations
from typing import Any

from rulebook.actions import Advance, Attack, Control, Place, Retreat, Roll, Stack, Step, Supply, Support
from rulebook.facts import every, more_than, some
from rulebook.games.tgwe.battle import attacking_side, fort_army, has_enemy_fort, lent
from rulebook.games.tgwe.calendar import is_from, place_of, strategic_turn
from rulebook.games.tgwe.columns import fort_shelters
from rulebook.games.tgwe.ground import (
    HINDENBURG_LINE,
    KUT,
    enemy_at,
    has_fort,
    has_hindenburg_line,
    hindenburg_line,
    is_on,
    neighbours,
)
from rulebook.games.tgwe.national_limits import ENTERING, STANDING, Entering, Standing, comers
from rulebook.games.tgwe.pieces import is_hq, is_known_off_the_map
from rulebook.games.tgwe.special_supply import is_besieged
from rulebook.games.tgwe.supply import is_hex_supplied, is_supplied
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import (
    Because,
    because,
    computes,
    contested,
    defines,
    forbids,
    modifies,
    obliges,
    permits,
    unless,
)
from rulebook.table import Table, Unit

GARRISON = 1
LAST_TURN_WITHOUT_SURRENDER = "C"
LEAST_ROLL_OF_SURRENDER = 4
KUT_SHELTER = -1
HINDENBURG_MARKERS = 4
HINDENBURG_TURN = "K"


# 14.11: the unit inside a fort


@defines("tgwe:14.11")
def garrison_of(table: Table, number: str) -> int:
    """An intact fort or heavy fort has a unit of its own that defends with 1 and never attacks."""
    return GARRISON if has_fort(table, number) else 0


@unless(garrison_of, "tgwe:14.21")
def kut_has_no_garrison(table: Table, number: str) -> bool:
    """The fort of Kut has no unit of its own."""
    return number == KUT


@computes(Control, "garrison", "tgwe:14.11")
def garrison_in_the_hex(table: Table, control: Control) -> int | None:
    """The defence of the unit inside a fort; it does not count for stacking, and it stops enemy supply lines."""
    return int(garrison_of(table, control.hex) or 0)


# 14.12: what a fort gives


@defines("tgwe:14.12")
def trenches_hold_in_forts(table: Table) -> bool:
    """Units that defend in a fort hex have the trench modifier of the day too."""
    return True


@contested(trenches_hold_in_forts)
def forts_have_no_trenches(table: Table) -> bool:
    """Trenches do not apply to fort hexes (14.41)."""
    return False


# 14.13: fortress supply


@permits(Supply, "tgwe:14.13")
def fort_can_feed_its_units(table: Table, supply: Supply) -> Because | bool:
    """Units in an intact fort can have fortress supply."""
    fed = first_unit(table.units(supply.units), partial(_is_in_a_fort, table))
    return because(unit=fed, at=fed.hex) if fed else False


def _is_in_a_fort(table: Table, unit: Unit) -> bool:
    return every((lambda: unit.is_placed, lambda: has_fort(table, unit.hex)))


# 14.14: forts are destroyed for good


@obliges(Advance, "tgwe:14.14")
def fort_is_destroyed(table: Table, advance: Advance) -> Because | bool:
    """A fort that enemies occupy is destroyed, and its unit is never rebuilt."""
    side = table.unit(advance.units[0]).side
    return because(at=advance.to) if has_enemy_fort(table, side, advance.to) else False


@obliges(ENTERING, "tgwe:14.14")
def hindenburg_line_is_breached(table: Table, action: Entering) -> Because | bool:
    """A hex of the Hindenburg Line that Allied units occupy is one no more, be it by an attack or by a move."""
    units, number = comers(table, action)
    breached = units and number.startswith("W") and every((
        lambda: units[0].side == "allied", partial(is_from, table, HINDENBURG_TURN),
        partial(has_hindenburg_line, table, number),
    ))
    return because(at=number) if breached else False


# 14.15: surrender


def _is_surrender(roll: Roll) -> bool:
    return roll.table == "fort-surrender"


def _place_rolled_for(table: Table, roll: Roll) -> str:
    return str(table.read("action.target", roll.target))


@forbids(Roll, "tgwe:14.15")
def forts_do_not_surrender_now(table: Table, roll: Roll) -> Because | bool:
    """The roll is made in the fortress surrender phase of Strategic Turns after C."""
    due = not _is_surrender(roll) or every((
        lambda: table.phase == "fortress-surrender",
        lambda: strategic_turn(table) > place_of(LAST_TURN_WITHOUT_SURRENDER),
    ))
    return False if due else because(at=roll.target)


@forbids(Roll, "tgwe:14.15")
def nothing_there_can_surrender(table: Table, roll: Roll) -> Because | bool:
    """The roll is for an intact fort, or for the Allies in Kut."""
    if not _is_surrender(roll):
        return False
    number = _place_rolled_for(table, roll)
    holds = table.someone_at(KUT, _is_allied) if number == KUT else has_fort(table, number)
    return False if holds else because(at=number)


def _is_allied(unit: Unit) -> bool:
    return unit.side == "allied"


@forbids(Roll, "tgwe:14.15")
def fort_is_not_cut_off(table: Table, roll: Roll) -> Because | bool:
    """Only a fort that has nothing but fortress supply can surrender."""
    if not _is_surrender(roll):
        return False
    number = _place_rolled_for(table, roll)
    return because(at=number) if not is_besieged(table, "allied", number) and _is_fed(table, number) else False


def _is_fed(table: Table, number: str) -> bool:
    """Whether the units in a fort, or its own one that stands alone (14.11), are supplied otherwise than by it."""
    held = table.units_at(number)
    if held:
        return bool(some(partial(is_supplied, table, unit) for unit in held))
    return is_hex_supplied(table, fort_side(table, number), number, fort_army(table, number))


def fort_side(table: Table, number: str) -> str:
    """The side that holds a fort: that of the units in it, else its builder's."""
    held = table.units_at(number)
    return held[0].side if held else table.home(number)


@forbids(Roll, "tgwe:14.15")
def fort_outnumbers_its_besiegers(table: Table, roll: Roll) -> Because | bool:
    """A fort with more units in it, its own one included, than enemy units next to it does not roll."""
    if not _is_surrender(roll):
        return False
    number = _place_rolled_for(table, roll)
    inside = len(table.everyone_at(number)) + int(garrison_of(table, number) or 0)
    side = fort_side(table, number)
    outside = (partial(_is_enemy, unit, side) for unit in _units_around(table, number))
    return False if more_than(inside - 1, outside) else because(at=number)


def _units_around(table: Table, number: str) -> Iterator[Unit]:
    return (unit for near in neighbours(table, number) for unit in table.units_at(near))


def _is_enemy(unit: Unit, side: str) -> bool:
    return unit.side != side


@forbids(Roll, "tgwe:14.15")
def rolls_more_dice_for_a_fort(table: Table, roll: Roll) -> Because | bool:
    """One die is rolled for a fort."""
    dice = roll.dice or () if _is_surrender(roll) else ()
    return because(at=roll.target, amount=len(dice)) if len(dice) > 1 else False


@computes(Roll, "fortress", "tgwe:14.15")
def fortress_surrender(table: Table, roll: Roll) -> dict[str, Any] | None:
    """On a 4, 5 or 6 the fort surrenders, and all units in it are destroyed."""
    if not _is_surrender(roll):
        return None
    if roll.dice:
        return {"result": _outcome(roll.dice[0])}
    return {"chances": as_chances(distribution(1, lambda fall: _outcome(fall[0])))}


def _outcome(die: int) -> str:
    return "surrenders" if die >= LEAST_ROLL_OF_SURRENDER else "holds"


# 14.2: Kut


@modifies(Attack, "tgwe:14.21", of="shift")
def kut_shelters(table: Table, attack: Attack) -> Because | bool:
    """Kut is worth one column to Allied defenders, who make it a fort by occupying it."""
    held = attack.target == KUT and attacking_side(table, attack) == "cp"
    return because(at=attack.target, amount=KUT_SHELTER) if held else False


@unless(fort_shelters, "tgwe:14.21")
def kut_is_no_common_fort(table: Table, attack: Attack) -> bool:
    """Kut shelters the Allies alone, and its column is not counted twice."""
    return attack.target == KUT


@defines("tgwe:14.22")
def is_kut_besieged(table: Table) -> bool:
    """A unit of the Central Powers in one of the three K hexes besieges the Allies in Kut, if there are any."""
    return every((lambda: table.someone_at(KUT, _is_allied), partial(is_besieged, table, "allied", KUT)))


@computes(Control, "besieged", "tgwe:14.22")
def siege_of_kut(table: Table, control: Control) -> bool | None:
    """Whether Allied units in Kut are besieged."""
    return bool(is_kut_besieged(table)) if control.hex == KUT else None


@forbids((Step, Retreat, Advance), "tgwe:14.23")
def besieged_units_stay_in_kut(table: Table, action: Step | Retreat | Advance) -> Because | bool:
    """Allied units do not leave Kut while it is besieged, be they cavalry before a battle or victors after one."""
    units, number = comers(table, action)
    shut_in = number != KUT and every((
        partial(_leaves_kut, action, units[0]), lambda: units[0].side == "allied",
        partial(is_besieged, table, "allied", KUT),
    ))
    return because(at=KUT, units=units) if shut_in else False


def _leaves_kut(action: Step | Retreat | Advance, unit: Unit) -> bool:
    if isinstance(action, Advance):
        return unit.hex == KUT
    return (action.start if isinstance(action, Step) else action.path[0]) == KUT


@forbids(STANDING, "tgwe:14.23")
def nobody_relieves_kut(table: Table, action: Standing) -> Because | bool:
    """No other Allied unit enters Kut, or stands there, while a unit of the Central Powers in a K hex besieges it."""
    units, number = comers(table, action)
    if number != KUT or not units:
        return False
    barred = every((
        lambda: units[0].side == "allied", lambda: not isinstance(action, Stack) or first_unit(units, _is_outside_kut),
        partial(is_kut_besieged, table),
    ))
    return because(at=KUT, units=units) if barred else False


def _is_outside_kut(unit: Unit) -> bool:
    return is_known_off_the_map(unit) or unit.hex != KUT


@forbids((Attack, Support), "tgwe:14.23")
def besieged_units_do_not_attack(table: Table, action: Attack | Support) -> Because | bool:
    """Allied units do not attack out of Kut while it is besieged, nor does a headquarters there support an attack."""
    named = table.units(action.units) if isinstance(action, Attack) else []
    staffs = [unit for unit, role in lent(table, action) if role == "attack" and is_hq(unit)]
    inside = first_unit([*named, *staffs], lambda unit: unit.hex == KUT and unit.side == "allied")
    return because(at=KUT, unit=inside) if inside and is_besieged(table, "allied", KUT) else False


@permits(Supply, "tgwe:14.24")
def k_hexes_feed_the_central_powers(table: Table, supply: Supply) -> Because | bool:
    """Units of the Central Powers in a K hex are supplied."""
    fed = first_unit(table.units(supply.units), partial(_holds_a_k_hex, table))
    return because(unit=fed, at=fed.hex) if fed else False


def _holds_a_k_hex(table: Table, unit: Unit) -> bool:
    return every((
        lambda: unit.side == "cp", lambda: unit.is_placed, lambda: table.has_feature(unit.hex, "k-hex"),
    ))


# 14.31: the Hindenburg Line


def _is_hindenburg(place: Place) -> bool:
    return place.marker == HINDENBURG_LINE


@forbids(Place, "tgwe:14.31")
def hindenburg_line_is_not_ready(table: Table, place: Place) -> Because | bool:
    """The four markers come with Strategic Turn K, and are placed in a new units phase after that."""
    ready = not _is_hindenburg(place) or every((
        lambda: table.phase == "new-units", partial(is_from, table, HINDENBURG_TURN),
    ))
    return False if ready else because(at=place.hex)


@forbids(Place, "tgwe:14.31")
def hindenburg_line_stands_already(table: Table, place: Place) -> Because | bool:
    """All markers are placed at one time, and there are four."""
    if not _is_hindenburg(place):
        return False
    spent = some((
        lambda: table.has_event("hindenburg-line-placed"),
        lambda: len(hindenburg_line(table)) >= HINDENBURG_MARKERS,
    ))
    return because(at=place.hex) if spent else False


@forbids(Place, "tgwe:14.31")
def hindenburg_line_is_misplaced(table: Table, place: Place) -> Because | bool:
    """It goes on the Western Front, in supplied hexes next to no Allied unit and no intact Allied fort."""
    if not _is_hindenburg(place):
        return False
    fits = every((
        partial(is_on, table, place.hex, "western"),
        lambda: every(partial(_is_free_of_allies, table, near) for near in (place.hex, *table.around(place.hex))),
        partial(is_hex_supplied, table, "cp", place.hex),
    ))
    return False if fits else because(at=place.hex)


def _is_free_of_allies(table: Table, number: str) -> bool:
    return every((
        lambda: not enemy_at(table, "cp", number), lambda: not has_enemy_fort(table, "cp", number),
    ))


@forbids(Place, "tgwe:14.31")
def hindenburg_line_is_broken(table: Table, place: Place) -> Because | bool:
    """The markers form one unbroken line of hexes, straight or bent, without a branch."""
    laid = hindenburg_line(table) if _is_hindenburg(place) else []
    if not laid or len(laid) >= HINDENBURG_MARKERS:
        return False
    line = some(partial(_is_a_row, table, row) for row in permutations((*laid, place.hex)))
    return False if line else because(at=place.hex)


def _is_a_row(table: Table, row: tuple[str, ...]) -> bool:
    return every(partial(table.are_adjacent, *pair) for pair in pairwise(row))
