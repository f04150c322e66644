"""Chapter 5, the Turkish Required Reserve (5.38)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Play, Roll, Sequence
from rulebook.facts import every, some
from rulebook.games.tgwe.calendar import is_from, place_of, strategic_turn
from rulebook.games.tgwe.pieces import is_division, is_on_the_map, is_turkish
from rulebook.games.tgwe.replacements import PHASE
from rulebook.games.tgwe.rolls import has_other_dice, rolled
from rulebook.games.tgwe.strategic_movement import is_of_new_units
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids, obliges
from rulebook.table import Table, Unit

RESERVE = "turkish-reserve"
FILL, RELEASE = "fill-turkish-reserve", "release-turkish-reserve"
FIRST_TURN = "C"
TWO_DICE_TURNS = ("D", "N")
BOXES = ("transit-box", "available", "available-near-east")


@defines("tgwe:5.38")
def reserve_is_owed(table: Table) -> bool:
    """From Strategic Turn C until Turkey surrenders, wherever the Near East is played."""
    return every((
        lambda: table.scenario != "gwie", lambda: is_from(table, FIRST_TURN),
        lambda: not table.has_event("turkey-surrendered"),
    ))


@obliges(Sequence, "tgwe:5.38")
def reserve_must_be_rolled(table: Table, sequence: Sequence) -> Because | bool:
    """The Central Powers must roll for the reserve at the end of the replacement phase."""
    ends = table.phase == PHASE and sequence.do not in (None, PHASE)
    return because() if ends and reserve_is_owed(table) else False


@forbids((Roll, Play), "tgwe:5.38")
def no_reserve_is_owed(table: Table, action: Roll | Play) -> Because | bool:
    """No reserve is rolled for, filled or released before Strategic Turn C, after the surrender, or in GWIE."""
    concerned = _shifts(table, action, FILL, RELEASE) if isinstance(action, Play) else action.table == RESERVE
    return because() if concerned and not reserve_is_owed(table) else False


@forbids(Roll, "tgwe:5.38")
def rolls_the_reserve_out_of_its_phase(table: Table, roll: Roll) -> Because | bool:
    """The reserve is rolled for in the replacement phase."""
    return because(phase=PHASE) if roll.table == RESERVE and table.phase != PHASE else False


@defines("tgwe:5.38")
def dice_of_the_reserve(table: Table) -> int:
    """Two dice in Strategic Turns D to N, one in C and from O on."""
    first, last = map(place_of, TWO_DICE_TURNS)
    return 2 if first <= strategic_turn(table) <= last else 1


@forbids(Roll, "tgwe:5.38")
def rolls_the_reserve_with_other_dice(table: Table, roll: Roll) -> Because | bool:
    """The number of dice goes by the Strategic Turn."""
    if roll.table != RESERVE:
        return False
    dice = dice_of_the_reserve(table)
    return because(dice=dice) if has_other_dice(roll, RESERVE, dice) else False


@computes(Roll, "turkish_reserve", "tgwe:5.38")
def required_reserve(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The roll is the least number of Turkish infantry divisions that must stay in the reserve."""
    return rolled(table, roll, int, dice_of_the_reserve(table)) if roll.table == RESERVE else None


def reserve_balance(table: Table) -> int:
    """The divisions in the reserve beyond those required; less than zero if some are wanting."""
    return table.track("turkish-reserve-units") - table.track("turkish-reserve-required")


@defines("tgwe:5.38")
def reserve_shortage(table: Table) -> int:
    """How many divisions the reserve lacks."""
    return max(0, -reserve_balance(table))


def _shifts(table: Table, play: Play, *events: str) -> bool:
    """Whether divisions go to the reserve after its roll, or leave it; new units first enter there by 13.29."""
    return play.event in events and (play.event != FILL or not is_of_new_units(table, play))


def _shifted(table: Table, play: Play, test: Callable[[Unit], Any], *events: str) -> Unit | None:
    return first_unit(table.units(play.units), test) if _shifts(table, play, *events) else None


@forbids(Play, "tgwe:5.38")
def shifts_the_reserve_later(table: Table, play: Play) -> Because | bool:
    """Divisions go to the reserve, or leave it, right after its roll."""
    late = _shifts(table, play, FILL, RELEASE) and table.phase != PHASE
    return because(phase=PHASE) if late else False


@forbids(Play, "tgwe:5.38")
def counts_in_no_reserve(table: Table, play: Play) -> Because | bool:
    """Only Turkish infantry divisions count in the reserve."""
    other = _shifted(table, play, lambda unit: not _is_turkish_infantry(unit), FILL, RELEASE)
    return because(unit=other) if other else False


def _is_turkish_infantry(unit: Unit) -> bool:
    return every((lambda: is_turkish(unit), lambda: unit.type == "infantry", lambda: is_division(unit)))


@forbids(Play, "tgwe:5.38")
def cannot_be_called_to_the_reserve(table: Table, play: Play) -> Because | bool:
    """Divisions come to the reserve from the map, the Transit Box or an Available Units Box."""
    other = _shifted(table, play, lambda unit: not some((
        partial(is_on_the_map, unit), *(partial(unit.has_status, box) for box in BOXES)
    )), FILL)
    return because(unit=other) if other else False


@forbids(Play, "tgwe:5.38")
def fills_more_than_it_lacks(table: Table, play: Play) -> Because | bool:
    """As many divisions come as make good what is wanting."""
    over = _shifts(table, play, FILL) and len(play.units) > reserve_shortage(table)
    return because(most=reserve_shortage(table)) if over else False


@forbids(Play, "tgwe:5.38")
def is_not_in_the_reserve(table: Table, play: Play) -> Because | bool:
    """Only divisions of the reserve leave it."""
    other = _shifted(table, play, lambda unit: not unit.has_status(RESERVE), RELEASE)
    return because(unit=other) if other else False


@forbids(Play, "tgwe:5.38")
def releases_more_than_the_excess(table: Table, play: Play) -> Because | bool:
    """No more than the excess over the roll leaves the reserve."""
    over = play.event == RELEASE and len(play.units) > max(0, reserve_balance(table))
    return because(most=max(0, reserve_balance(table))) if over else False


@obliges(Play, "tgwe:5.38")
def excess_goes_to_the_transit_box(table: Table, play: Play) -> Because | bool:
    """What leaves the reserve goes to the Transit Box, outside the limits of strategic movement."""
    return because(units=list(play.units)) if play.event == RELEASE else False
