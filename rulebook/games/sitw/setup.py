"""Chapter 3, set-up and control of hexes, in the book's order."""

from functools import partial
from typing import Any

from rulebook.actions import Advance, Attack, Control, Move, Place, Retreat, Sequence, Setup, Stack, Step
from rulebook.facts import every, some
from rulebook.games.sitw.deployment import (
    control_at_the_start,
    first_deployed,
    gap,
    miscounted,
    stands_elsewhere,
)
from rulebook.games.sitw.pieces import is_aircraft
from rulebook.rules import Because, because, computes, defines, forbids, obliges
from rulebook.table import Table, Unit

OPENING = {
    "allied-morale": 15, "german-morale": 15, "german-replacements": 24, "british-replacements": 10,
    "french-replacements": 12, "belgian-replacements": 2, "american-replacements": 0,
}
BELGIAN_HEXES = {"1135": 2, "1235": 2}
BERTHA_HEX = "2631"


# 3.1


@forbids((Move, Attack, Retreat, Advance, Stack), "sitw:3.1")
def units_of_both_sides_act_together(table: Table, action: Any) -> Because | bool:
    """The German player commands the German units, the Allied player all the others."""
    units = table.units(action.units)
    other = some(partial(_of_other_side, units[0], unit) for unit in units[1:])
    return because(unit=other, others=units[0]) if other else False


def _of_other_side(first: Unit, unit: Unit) -> Unit | None:
    return unit if unit.side != first.side else None


@forbids((Place, Setup), "sitw:3.1")
def sets_up_during_play(table: Table, action: Place | Setup) -> Because | bool:
    """Units and markers are set up before play, not in a player turn."""
    late = (isinstance(action, Setup) or action.entry == "setup") and table.phase != "setup"
    return because(at=getattr(action, "hex", None), phase=table.phase) if late else False


# 3.2 to 3.4


@computes(Sequence, "opening", "sitw:3.2")
def opening_markers(table: Table, sequence: Sequence) -> dict[str, Any] | None:
    """The game opens on turn 1, dry, with morale at 15 on both sides and the printed stocks of replacements."""
    return {"turn": 1, "weather": "dry", "tracks": OPENING} if sequence.do == "setup" else None


@forbids((Place, Setup), "sitw:3.3")
def reinforcements_are_not_set_up(table: Table, action: Place | Setup) -> Because | bool:
    """Allied units with a turn of entry, all Americans among them, do not start on the map."""
    return first_deployed(table, action, lambda unit, number: is_reinforcement(unit))


def is_reinforcement(unit: Unit) -> bool:
    return every((
        lambda: unit.side == "allied",
        lambda: some((
            lambda: unit.facts.entry is not None, lambda: unit.army == "american", lambda: unit.nation == "italian",
            lambda: unit.has_status("reinforcement"),
        )),
    ))


@forbids((Place, Setup), "sitw:3.4")
def set_up_reduced(table: Table, action: Place | Setup) -> Because | bool:
    """All units start the game at full strength."""
    return first_deployed(table, action, lambda unit, number: unit.is_reduced)


# 3.5


@computes(Control, "control", "sitw:3.5")
def controller(table: Table, control: Control) -> str:
    """A hex belongs to the side whose land unit entered it last, at the start to the side behind whose line it lies."""
    holder = some(partial(getattr, unit, "side") for unit in table.units_at(control.hex))
    if holder:
        return str(holder)
    return control_at_the_start(table, control.hex) if table.posted.phase == "setup" else table.control(control.hex)


@obliges((Step, Advance, Retreat), "sitw:3.5")
def takes_control(table: Table, action: Step | Advance | Retreat) -> Because | bool:
    """A hex changes hands at once when a land unit of the other side enters it."""
    there, side = entered(table, action)
    return because(at=there, side=side) if table.control(there) != side else False


def entered(table: Table, action: Step | Advance | Retreat) -> tuple[str, str]:
    """The hex that an action enters, and the side that enters it."""
    if isinstance(action, Step):
        return action.to, table.unit(action.move.units[0]).side
    there = action.to if isinstance(action, Advance) else action.path[-1]
    return there, table.unit(action.units[0]).side


# 3.6: the Allies


@defines("sitw:3.6")
def allies_come_first(table: Table) -> bool:
    """The Allied player sets up before the German."""
    return True


@forbids((Place, Setup), "sitw:3.6")
def germans_set_up_too_soon(table: Table, action: Place | Setup) -> Because | bool:
    """The German waits until the Allied set-up is done."""
    return first_deployed(table, action, lambda unit, number: every((
        lambda: unit.side == "german", lambda: allies_come_first(table), lambda: not table.has_event("allies-set-up")
    )))


@forbids((Place, Setup), "sitw:3.6")
def allies_stand_elsewhere(table: Table, action: Place | Setup) -> Because | bool:
    """Each Allied army sets up in its sector: infantry in the line, cavalry and tanks behind, Belgians in two hexes."""
    return stands_elsewhere(table, action, "3.6", "allied")


@forbids(Setup, "sitw:3.6")
def belgian_hexes_lack_their_two_corps(table: Table, setup: Setup) -> Because | bool:
    """Two Belgian corps set up in 1135 and two in 1235."""
    return setup.nation == "belgian" and miscounted(table, BELGIAN_HEXES, "belgian")


@forbids(Setup, "sitw:3.6")
def allied_line_has_a_gap(table: Table, setup: Setup) -> Because | bool:
    """Every trench hex of the British and of the French sector holds a unit or a zone of control of that army."""
    return gap(table, setup, "3.6")


# 3.7: the Germans


@forbids((Place, Setup), "sitw:3.7")
def germans_stand_elsewhere(table: Table, action: Place | Setup) -> Because | bool:
    """German infantry and Stosstruppen set up in main trench hexes, the AGB in a German hex that is none."""
    return stands_elsewhere(table, action, "3.7", "german")


@forbids(Setup, "sitw:3.7")
def german_line_has_a_gap(table: Table, setup: Setup) -> Because | bool:
    """Every German main trench hex holds a German unit or zone of control."""
    return gap(table, setup, "3.7")


@forbids(Place, "sitw:3.7")
def big_bertha_stands_elsewhere(table: Table, place: Place) -> Because | bool:
    """Big Bertha sets up in 2631."""
    wrong = place.marker == "big-bertha" and place.entry == "setup" and place.hex != BERTHA_HEX
    return because(at=place.hex) if wrong else False


@forbids(Place, "sitw:3.7")
def air_units_stay_off_the_map(table: Table, place: Place) -> Because | bool:
    """Air units are set aside, not placed on the map."""
    return first_deployed(table, place, lambda unit, number: is_aircraft(unit))
