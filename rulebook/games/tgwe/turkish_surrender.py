"""Chapter 5, the Turkish surrender (5.6), in the book's order."""

from functools import partial
from typing import Any

from rulebook.actions import (
    Advance,
    Attack,
    Losses,
    Move,
    Place,
    Play,
    Retreat,
    Roll,
    Sequence,
    Stack,
    Step,
    Supply,
    Support,
    arriving_ids,
)
from rulebook.facts import every, some
from rulebook.games.tgwe.calendar import is_from, this_month
from rulebook.games.tgwe.ground import is_in_near_east, is_on
from rulebook.games.tgwe.pieces import is_german, is_turkish
from rulebook.games.tgwe.rolls import has_other_dice, rolled
from rulebook.games.tgwe.strategic_movement import TRANSPORTS, Journey, Transport, is_by_rail, journey_of, movers
from rulebook.games.tgwe.turkish_reserve import reserve_shortage
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, forbids, modifies, obliges
from rulebook.table import Table, Unit

PHASE = SURRENDER = "turkish-surrender"
CONSTANTINOPLE, BAKU, BAGHDAD, JERUSALEM = "E1328", "N3653", "N1540", "N2416"
TRANSIT_BOX = "transit-box"
THRESHOLD = 11
SURRENDERS, FIGHTS_ON = "surrender", "no surrender"
FIRST_TURN = "C"
ARABIAN_GARRISON, ARABIAN_GARRISON_WITH_THE_58TH = 4, 5
Acts = Move | Attack | Support | Advance | Retreat | Losses | Place | Play | Stack | Supply
ACTS = (Move, Attack, Support, Advance, Retreat, Losses, Place, Play, Stack, Supply)
BAGHDAD_IN_1915, JERUSALEM_BEFORE_1918, BAKU_NEGLECTED = 3, 1, 4


def has_surrendered(table: Table) -> bool:
    return table.has_event("turkey-surrendered")


# 5.61: the roll, and what it does


@forbids(Roll, "tgwe:5.61")
def rolls_for_surrender_out_of_its_phase(table: Table, roll: Roll) -> Because | bool:
    """The Turkish surrender is rolled for in its phase, from Strategic Turn C on."""
    if roll.table != SURRENDER:
        return False
    in_time = every((lambda: table.phase == PHASE, lambda: is_from(table, FIRST_TURN)))
    return False if in_time else because(phase=PHASE)


@forbids(Roll, "tgwe:5.61")
def surrender_is_not_rolled_for(table: Table, roll: Roll) -> Because | bool:
    """No roll is made in GWIE, nor once Turkey has surrendered."""
    needless = roll.table == SURRENDER and some((
        lambda: table.scenario == "gwie", lambda: has_surrendered(table)
    ))
    return because() if needless else False


@forbids(Roll, "tgwe:5.61")
def surrender_takes_one_die(table: Table, roll: Roll) -> Because | bool:
    """The Turkish surrender is rolled for with one die."""
    return because(dice=1) if has_other_dice(roll, SURRENDER) else False


@obliges(Sequence, "tgwe:5.61")
def surrender_is_rolled_for(table: Table, sequence: Sequence) -> Because | bool:
    """In every such phase the Allied player rolls, save in GWIE, until Turkey has surrendered."""
    due = sequence.do == PHASE and every((
        lambda: table.scenario != "gwie", partial(is_from, table, FIRST_TURN), lambda: not has_surrendered(table)
    ))
    return because() if due else False


@computes(Roll, "turkish_surrender", "tgwe:5.61")
def whether_turkey_surrenders(table: Table, roll: Roll) -> dict[str, Any] | None:
    """On 11 or more Turkey surrenders."""
    if roll.table != SURRENDER:
        return None
    return rolled(table, roll, lambda total: SURRENDERS if total >= THRESHOLD else FIGHTS_ON)


@obliges(Roll, "tgwe:5.61")
def turkey_leaves_the_war(table: Table, roll: Roll) -> Because | bool:
    """Turkish units leave the game, Turkish forts are destroyed, and towns and cities pass to the Allies."""
    if roll.table != SURRENDER or roll.dice is None:
        return False
    return because() if whether_turkey_surrenders(table, roll).get("result") == SURRENDERS else False


def _german_journey(table: Table, action: Transport) -> Journey | None:
    """The strategic move of a German unit once Turkey has surrendered."""
    if not is_by_rail(table, action) or not has_surrendered(table):
        return None
    return journey_of(table, action) if first_unit(movers(table, action), is_german) else None


@forbids(TRANSPORTS, "tgwe:5.61")
def germans_go_to_the_near_east_after_the_surrender(table: Table, action: Transport) -> Because | bool:
    """Once Turkey has surrendered no German unit goes by rail from Europe to the Near East."""
    journey = _german_journey(table, action)
    if journey is None or not _starts_in_europe(table, action, journey):
        return False
    comes = (journey.box == TRANSIT_BOX and journey.end is None) or (
        journey.end is not None and is_in_near_east(table, journey.end)
    )
    return because(at=journey.end or journey.start) if comes else False


def _starts_in_europe(table: Table, action: Transport, journey: Journey) -> bool:
    """Whether a German unit goes from Europe, be it by way of the Transit Box."""
    if journey.start is not None:
        return not is_in_near_east(table, journey.start)
    return journey.end is not None and every((
        partial(is_in_near_east, table, journey.end),
        lambda: first_unit(movers(table, action), lambda unit: every((
            partial(is_german, unit), partial(unit.has_status, "from-east")
        ))),
    ))


@forbids(TRANSPORTS, "tgwe:5.61")
def germans_find_constantinople_lost(table: Table, action: Transport) -> Because | bool:
    """Germans leave the Near East for the Eastern Front only while a CP unit, not Turkish, holds Constantinople."""
    journey = _german_journey(table, action)
    if journey is None or journey.end is None or is_in_near_east(table, journey.end):
        return False
    leaves = journey.box == TRANSIT_BOX or (journey.start is not None and is_in_near_east(table, journey.start))
    return because(at=CONSTANTINOPLE) if leaves and not holder_of_constantinople(table) else False


@forbids(Move, "tgwe:5.61")
def germans_leave_for_another_front(table: Table, move: Move) -> Because | bool:
    """From the Near East they go to the Eastern Front, and nowhere else."""
    journey = _german_journey(table, move)
    if journey is None or journey.start is None or journey.end is None:
        return False
    barred = is_in_near_east(table, journey.start) and is_on(table, journey.end, "western", "italian")
    return because(at=journey.end) if barred else False


def holder_of_constantinople(table: Table) -> Unit | None:
    """A unit of the Central Powers, not Turkish, in Constantinople."""
    found: Unit | None = table.someone_at(CONSTANTINOPLE, lambda unit: every((
        lambda: unit.side == "cp", lambda: not is_turkish(unit)
    )))
    return found


@obliges(Sequence, "tgwe:5.61")
def germans_are_cut_off(table: Table, sequence: Sequence) -> Because | bool:
    """When no CP unit is left in Constantinople, German units in the Near East outside the Caucasus are eliminated."""
    if not has_surrendered(table) or holder_of_constantinople(table):
        return False
    lost = [unit for unit in table.units() if _is_cut_off(table, unit)]
    return because(unit=lost) if lost else False


def _is_cut_off(table: Table, unit: Unit) -> bool:
    if not unit.is_placed:
        return unit.has_status(TRANSIT_BOX) and is_german(unit)
    return is_on(table, unit.hex, "egyptian", "iraqi") and is_german(unit)


@forbids(ACTS, "tgwe:5.61")
def cut_off_german_is_gone(table: Table, action: Acts) -> Because | bool:
    """Those who were cut off do nothing any more."""
    gone = first_unit(table.units(arriving_ids(action)), partial(_is_lost_with_constantinople, table))
    return because(unit=gone, at=CONSTANTINOPLE) if gone else False


def _is_lost_with_constantinople(table: Table, unit: Unit) -> bool:
    return every((
        partial(is_german, unit), partial(has_surrendered, table), partial(_is_cut_off, table, unit),
        lambda: not holder_of_constantinople(table),
    ))


# 5.62: modifiers


@modifies(Roll, "tgwe:5.62", of="die")
def surrender_hexes_are_held(table: Table, roll: Roll) -> Because | bool:
    """Add one for each Turkish Surrender hex that the Allies control, if it is supplied."""
    held = table.track("surrender-hexes-held") if roll.table == SURRENDER else 0
    return because(amount=held) if held else False


@modifies(Roll, "tgwe:5.62", of="die")
def arabia_is_stripped(table: Table, roll: Roll) -> Because | bool:
    """Add one if fewer than four Turkish units are in the Arabia Holding Box, or five once the 58th is in play."""
    if roll.table != SURRENDER:
        return False
    units = table.track("arabia-units")
    stripped = some((
        lambda: units < ARABIAN_GARRISON,
        lambda: units < ARABIAN_GARRISON_WITH_THE_58TH and table.has_event("58th-division-entered"),
    ))
    return because(amount=1) if stripped else False


def _adds(table: Table, roll: Roll, event: str, amount: int) -> Because | bool:
    return because(amount=amount) if roll.table == SURRENDER and table.has_event(event) else False


@modifies(Roll, "tgwe:5.62", of="die")
def alpenkorps_came(table: Table, roll: Roll) -> Because | bool:
    """Add one if the Alpenkorps entered a Near East map after Strategic Turn K."""
    return _adds(table, roll, "alpenkorps-went-near-east", 1)


@modifies(Roll, "tgwe:5.62", of="die")
def baghdad_fell_in_1915(table: Table, roll: Roll) -> Because | bool:
    """Add three for good if the Allies occupied Baghdad at any time in 1915."""
    return _adds(table, roll, "baghdad-taken-in-1915", BAGHDAD_IN_1915) or _adds_now(
        table, roll, BAGHDAD, BAGHDAD_IN_1915, range(1915, 1916)
    )


@modifies(Roll, "tgwe:5.62", of="die")
def jerusalem_fell_before_1918(table: Table, roll: Roll) -> Because | bool:
    """Add one for good if the Allies occupied Jerusalem before 1918."""
    return _adds(table, roll, "jerusalem-taken-before-1918", JERUSALEM_BEFORE_1918) or _adds_now(
        table, roll, JERUSALEM, JERUSALEM_BEFORE_1918, range(1914, 1918)
    )


def _adds_now(table: Table, roll: Roll, number: str, amount: int, years: range) -> Because | bool:
    """Where Allied units were posted in a city within these years, they have occupied it, whether told or not."""
    if roll.table != SURRENDER or not some(partial(_is_allied, unit) for unit in table.units_at(number)):
        return False
    return because(amount=amount) if this_month(table).year in years else False


@modifies(Roll, "tgwe:5.62", of="die")
def baku_is_neglected(table: Table, roll: Roll) -> Because | bool:
    """Add four if the Army of Islam is in play and no Turkish unit occupies Baku."""
    neglected = roll.table == SURRENDER and every((
        lambda: table.has_event("army-of-islam"), lambda: not table.someone_at(BAKU, is_turkish)
    ))
    return because(amount=BAKU_NEGLECTED, at=BAKU) if neglected else False


@contested(baku_is_neglected)
def baku_is_not_held_by_turks_alone(table: Table, roll: Roll) -> Because | bool:
    """6.45 has Turkish units only hold Baku: others of the Central Powers there bring the four as well."""
    neglected = roll.table == SURRENDER and every((
        lambda: table.has_event("army-of-islam"), lambda: some((
            lambda: not table.someone_at(BAKU, is_turkish),
            lambda: table.someone_at(BAKU, lambda unit: unit.side == "cp" and not is_turkish(unit)),
        )),
    ))
    return because(amount=BAKU_NEGLECTED, at=BAKU) if neglected else False


@modifies(Roll, "tgwe:5.62", of="die")
def reserve_is_short(table: Table, roll: Roll) -> Because | bool:
    """Add as many as the Turkish reserve lacks of its roll."""
    lacking = reserve_shortage(table) if roll.table == SURRENDER else 0
    return because(amount=lacking) if lacking else False


# 5.63: other ways


@obliges((Step, Advance), "tgwe:5.63")
def constantinople_falls(table: Table, action: Step | Advance) -> Because | bool:
    """Turkey surrenders if the Allies take Constantinople."""
    units = table.units(action.move.units if isinstance(action, Step) else action.units)
    taken = action.to == CONSTANTINOPLE and every((
        lambda: not has_surrendered(table), *(partial(_is_allied, unit) for unit in units)
    ))
    return because(at=CONSTANTINOPLE) if taken else False


def _is_allied(unit: Unit) -> bool:
    return unit.side == "allied"
