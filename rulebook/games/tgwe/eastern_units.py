"""Chapter 15, Arabs, Armenians, Provisional Government, Red Army (15.8, 15.9), in the book's order."""

from functools import partial
from itertools import chain
from typing import Any

from rulebook.actions import Advance, Attack, Place, Retreat, Roll, Stack, Step, Supply, Support
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import lent
from rulebook.games.tgwe.collapse import collapsed_unit_counts_one, is_lost_headquarters
from rulebook.games.tgwe.pieces import is_hq, is_russian
from rulebook.games.tgwe.revolutions import tsar_falls
from rulebook.games.tgwe.sequence import OPERATIONAL
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.stacking import known_together
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

STRATEGIC_TURNS_BEFORE_THE_RED_ARMY = 2
RED_ARMY = "red-army"

Arrival = Stack | Step | Place | Advance | Retreat


# 15.81: Arabs


def _is_arab(unit: Unit) -> bool:
    return unit.army == "arab"


@permits(Supply, "tgwe:15.81")
def arabs_are_always_supplied(table: Table, supply: Supply) -> Because | bool:
    """Arab units are always supplied."""
    arab = first_unit(table.units(supply.units), _is_arab)
    return because(unit=arab) if arab else False


# 15.82: untried units


@obliges(Attack, "tgwe:15.82")
def untried_units_are_revealed(table: Table, attack: Attack) -> Because | bool:
    """An untried unit in a battle is revealed, and the battle cannot be called off."""
    engaged = [*table.units(attack.units), *table.units_at(attack.target)]
    untried = first_unit(engaged, lambda unit: unit.has_status("untried"))
    return because(at=attack.target, unit=untried) if untried else False


# 15.83: the return of the Arabs


@forbids(Place, "tgwe:15.83")
def arabs_come_back_elsewhere(table: Table, place: Place) -> Because | bool:
    """An Arab unit comes back in a desert hex of Palestine."""
    unit = table.unit(place.unit) if place.unit else None
    if unit is None or not _is_arab(unit):
        return False
    fits = every((lambda: table.terrain(place.hex) == "desert", lambda: table.has_feature(place.hex, "palestine")))
    return False if fits else because(at=place.hex, unit=unit)


@forbids(Place, "tgwe:15.83")
def arabs_are_there_already(table: Table, place: Place) -> Because | bool:
    """One Arab unit is in play at a time: another is drawn only for one that was destroyed."""
    unit = table.unit(place.unit) if place.unit else None
    if unit is None or not _is_arab(unit):
        return False
    other = some(chain(
        (partial(_in_play, other) for other in table.units() if other is not unit),
        (partial(table.others_may_be, (unit,)),),
    ))
    return because(at=place.hex, unit=unit, other=other) if other else False


def _in_play(unit: Unit) -> Unit | None:
    return unit if unit.is_placed and _is_arab(unit) else None


@forbids(Place, "tgwe:15.83")
def arabs_come_back_at_another_time(table: Table, place: Place) -> Because | bool:
    """An Arab unit is drawn for a lost one in the replacement phase of the next Strategic Turn (6.7, 13.28)."""
    late = _is_returning_arab(table, place) and table.phase != "replacement"
    return because(unit=place.unit) if late else False


def _is_returning_arab(table: Table, place: Place) -> bool:
    return place.unit is not None and place.entry == "rebuilt" and _is_arab(table.unit(place.unit))


# 15.91, 15.92: the Provisional Government


@obliges(Roll, "tgwe:15.91")
def divisions_of_the_tsar_are_turned_over(table: Table, roll: Roll) -> Because | bool:
    """When the Tsar falls his infantry becomes that of the Provisional Government, but for the Serbian volunteers."""
    return because() if tsar_falls(table, roll) else False


@obliges(Roll, "tgwe:15.92")
def exchange_reaches_every_box(table: Table, roll: Roll) -> Because | bool:
    """The exchange reaches units off the map too; what is left over waits in the Available Units Box."""
    return because() if tsar_falls(table, roll) else False


# 15.93: the Red Army


@forbids(Roll, "tgwe:15.93")
def red_army_is_not_formed_yet(table: Table, roll: Roll) -> Because | bool:
    """The Red Army is formed from the second Strategic Turn after the Revolution, while there is no treaty."""
    due = roll.table != RED_ARMY or every((
        lambda: table.has_event("bolshevik-revolution"), lambda: not table.has_event("brest-litovsk"),
        lambda: table.track("strategic-turns-since-revolution") >= STRATEGIC_TURNS_BEFORE_THE_RED_ARMY,
    ))
    return False if due else because()


@forbids(Roll, "tgwe:15.93")
def rolls_wrongly_for_the_red_army(table: Table, roll: Roll) -> Because | bool:
    """One die is rolled for the Red Army, in a Strategic Turn."""
    if roll.table != RED_ARMY:
        return False
    wrong = some((lambda: len(roll.dice or ()) > 1, lambda: table.phase in OPERATIONAL))
    return because() if wrong else False


@computes(Roll, "red_army", "tgwe:15.93")
def red_divisions(table: Table, roll: Roll) -> dict[str, Any] | None:
    """As many supplied divisions of the Provisional Government as the die shows become 3-3-4."""
    if roll.table != RED_ARMY:
        return None
    if roll.dice:
        return {"divisions": roll.dice[0], "factors": "3-3-4"}
    return {"factors": "3-3-4", "chances": as_chances(distribution(1, lambda fall: fall[0]))}


@obliges(Roll, "tgwe:15.93")
def red_army_gets_a_headquarters(table: Table, roll: Roll) -> Because | bool:
    """One 0-2 headquarters comes in each Strategic Turn in which Red Army units are made."""
    return because() if roll.table == RED_ARMY else False


def _is_red(unit: Unit) -> bool:
    return unit.has_status(RED_ARMY)


def _is_of_the_red_army(unit: Unit) -> bool:
    return every((lambda: is_russian(unit), lambda: _is_red(unit)))


@unless(collapsed_unit_counts_one, "tgwe:15.93")
def red_army_fights_in_full(table: Table, unit: Unit, role: str) -> bool:
    """Red Army units have all their factors, though Russia has collapsed."""
    return _is_of_the_red_army(unit)


@unless(is_lost_headquarters, "tgwe:15.93")
def red_army_has_its_headquarters(table: Table, unit: Unit) -> bool:
    """The headquarters that the Red Army is given are in play."""
    return _is_of_the_red_army(unit)


@forbids((Attack, Support), "tgwe:15.93")
def red_army_headquarters_support(table: Table, action: Attack | Support) -> Because | bool:
    """The headquarters of the Red Army give supply, never support."""
    if not table.may_have_status(RED_ARMY):
        return False
    red = first_unit((unit for unit, _ in lent(table, action)), lambda unit: every((
        partial(is_hq, unit), partial(_is_of_the_red_army, unit)
    )))
    return because(at=action.target, unit=red) if red else False


@forbids((Stack, Step, Place, Advance, Retreat), "tgwe:15.93")
def red_army_stands_apart(table: Table, action: Arrival) -> Because | bool:
    """Red Army units never stack with other Allied units, nor pass through them."""
    arriving, number = table.units(_who_arrives(action)), _where(action)
    if not table.may_have_status(RED_ARMY) or not some(partial(_is_allied, unit) for unit in arriving):
        return False
    together = known_together(table, number, arriving)
    pair = some((lambda: _mixed(together), partial(table.others_may_be, arriving)))
    return because(at=number, unit=pair[0], other=pair[1]) if pair else False


def _who_arrives(action: Arrival) -> tuple[str, ...]:
    if isinstance(action, Place):
        return (action.unit,) if action.unit else ()
    return action.move.units if isinstance(action, Step) else action.units


def _where(action: Arrival) -> str:
    if isinstance(action, Retreat):
        return action.path[-1]
    return action.hex if isinstance(action, (Stack, Place)) else action.to


def _is_allied(unit: Unit) -> bool:
    return unit.side == "allied"


@forbids(Attack, "tgwe:15.93")
def red_army_attacks_apart(table: Table, attack: Attack) -> Because | bool:
    """Red Army units never attack with other Allied units."""
    pair = _mixed(table.units(attack.units)) if table.may_have_status(RED_ARMY) else None
    return because(at=attack.target, unit=pair[0], other=pair[1]) if pair else False


def _mixed(units: list[Unit]) -> tuple[Unit, Unit] | None:
    """A Red Army unit and an Allied one that is not, among these."""
    found: tuple[Unit, Unit] | None = some(
        partial(_are_mixed, red, other) for red in units for other in units if red is not other
    )
    return found


def _are_mixed(red: Unit, other: Unit) -> tuple[Unit, Unit] | None:
    mixed = every((
        partial(_is_of_the_red_army, red), lambda: _is_allied(other), lambda: not _is_red(other)
    ))
    return (red, other) if mixed else None
