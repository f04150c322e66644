"""Chapter 13, replacements (with 4.2), in the book's order."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Place, Replace
from rulebook.facts import every, known, some
from rulebook.games.tdw.components import is_combat_unit
from rulebook.games.tdw.control import controller
from rulebook.games.tdw.ground import enemy_at, enemy_next_to
from rulebook.games.tdw.initiative import initiative_on
from rulebook.games.tdw.lines import supply_line
from rulebook.games.tdw.pieces import (
    corps_of,
    is_airborne,
    is_allied,
    is_british,
    is_delay,
    is_german,
    is_motorized,
    is_vdh,
)
from rulebook.rules import Because, because, computes, defines, forbids
from rulebook.table import Table, Unit

CORPS_OF_THE_TOWNS = {"luxembourg": ("8", "3"), "eupen": ("5", "7")}
STEPS_OF_A_THIRD = 2
POINTS_TO_COME_BACK = 1

Rebuilding = Replace | Place
REBUILDINGS = (Replace, Place)
Test = Callable[[Unit], Any]


def rebuilt(table: Table, action: Rebuilding) -> Unit | None:
    """The unit that is given replacements, or that comes back onto the map."""
    if isinstance(action, Replace):
        return table.unit(action.unit)
    return table.unit(action.unit) if action.unit is not None and action.entry == "replacement" else None


def rebuilding(table: Table, action: Rebuilding, test: Test, **words: Any) -> Because | bool:
    """Because of the unit that is rebuilt, if it passes a test."""
    unit = rebuilt(table, action)
    at = action.hex if isinstance(action, Place) else None
    return because(at=at, unit=unit, **words) if unit is not None and test(unit) else False


def is_eliminated(unit: Unit) -> bool:
    return not unit.is_placed and unit.has_status("eliminated")


def kind_of(unit: Unit) -> str:
    """The kind of points that a unit takes: armor for all that is motorized, infantry for the rest."""
    return "armor" if is_motorized(unit) else "infantry"


# 4.2 and 13.1: when, and what can be rebuilt


@forbids(REBUILDINGS, "tdw:4.2")
def replaces_out_of_its_phase(table: Table, action: Rebuilding) -> Because | bool:
    """Steps are made good in the replacement phase."""
    return rebuilding(table, action, lambda unit: table.phase != "replacements", phase="replacements")


@forbids(REBUILDINGS, "tdw:13.1")
def assets_take_no_replacements(table: Table, action: Rebuilding) -> Because | bool:
    """Replacements rebuild units that have lost steps: assets have none to lose."""
    return rebuilding(table, action, lambda unit: not is_combat_unit(table, unit) or is_delay(unit) or is_vdh(unit))


@defines("tdw:13.1")
def steps_lacking(table: Table, unit: Unit) -> int:
    """What replacements can give a unit: one step on its reduced side, two on its third, one from elimination."""
    if is_eliminated(unit):
        return 1
    if table.game.is_off_map(unit.facts):
        return 0
    if is_german(unit) and unit.has_status("third-step"):
        return STEPS_OF_A_THIRD
    return int(unit.is_reduced)


@forbids(Replace, "tdw:13.1")
def has_lost_nothing(table: Table, replace: Replace) -> Because | bool:
    """A unit that is not on its reduced side, nor eliminated, takes no replacement."""
    return rebuilding(table, replace, lambda unit: every((
        lambda: not unit.has_status("surrendered"), lambda: steps_lacking(table, unit) == 0
    )))


@forbids(Place, "tdw:13.1")
def was_not_eliminated(table: Table, place: Place) -> Because | bool:
    """Only a unit that was eliminated comes back onto the map."""
    return rebuilding(table, place, lambda unit: every((
        lambda: not unit.has_status("surrendered"), lambda: not is_eliminated(unit)
    )))


# 13.2: how points are spent


@forbids(REBUILDINGS, "tdw:13.2")
def points_are_lacking(table: Table, action: Rebuilding) -> Because | bool:
    """A player spends no more points of a kind than the turn track gives him."""
    unit = rebuilt(table, action)
    if unit is None:
        return False
    source, points = (action.source, action.points) if isinstance(action, Replace) else (None, POINTS_TO_COME_BACK)
    left = table.track(f"{unit.side}-{source or kind_of(unit)}-replacements")
    return because(unit=unit, amount=left) if points > left else False


@forbids(Replace, "tdw:13.2")
def takes_more_than_it_lacks(table: Table, replace: Replace) -> Because | bool:
    """Each point gives back one step, no more than were lost."""
    return rebuilding(table, replace, lambda unit: every((
        lambda: not is_eliminated(unit), lambda: replace.points > max(1, steps_lacking(table, unit))
    )))


@forbids(REBUILDINGS, "tdw:13.2")
def spends_before_the_other_player(table: Table, action: Rebuilding) -> Because | bool:
    """The player without the initiative spends his replacements first."""
    return rebuilding(table, action, lambda unit: every((
        lambda: unit.side == initiative_on(table, table.turn),
        lambda: not table.has_event(f"{table.game.enemy_of(unit.side)}-replacements-done"),
    )))


@forbids(REBUILDINGS, "tdw:13.2")
def has_spent_already(table: Table, action: Rebuilding) -> Because | bool:
    """A player spends his replacements once a turn."""
    return rebuilding(table, action, lambda unit: table.has_event(f"{unit.side}-replacements-done"))


@forbids(Replace, "tdw:13.2")
def cannot_trace_supply(table: Table, replace: Replace) -> Because | bool:
    """The unit must be able to trace supply at that moment, not by air nor by Peiper's fuel."""
    return rebuilding(table, replace, lambda unit: every((
        lambda: not table.game.is_off_map(unit.facts), lambda: not traces_supply_now(table, unit),
    )))


@defines("tdw:13.2")
def traces_supply_now(table: Table, unit: Unit) -> bool:
    """Whether a unit has a line now: one that can be seen, or as posted for Allies and where no roads are."""
    if unit.facts.supply and (is_allied(unit) or table.layout.map.roads is None):
        return unit.supply == "supplied" or bool(known(partial(_line_of, table, unit)))
    return bool(_line_of(table, unit))


def _line_of(table: Table, unit: Unit) -> list[str] | None:
    found: list[str] | None = supply_line(table, unit.side, unit.hex)
    return found


@computes(Replace, "points", "tdw:13.2")
def points_left(table: Table, replace: Replace) -> dict[str, Any]:
    """The kind of points that the unit takes, what the player has left, and what he will have."""
    unit = table.unit(replace.unit)
    kind = replace.source or kind_of(unit)
    left = table.track(f"{unit.side}-{kind}-replacements")
    return {"kind": kind, "left": left, "after": left - replace.points}


# 13.2.1: the Germans


@forbids(REBUILDINGS, "tdw:13.2.1")
def germans_stay_lost(table: Table, action: Rebuilding) -> Because | bool:
    """Eliminated German units may not be rebuilt."""
    return rebuilding(table, action, lambda unit: is_german(unit) and is_eliminated(unit))


@forbids(Replace, "tdw:13.2.1")
def german_points_are_of_another_kind(table: Table, replace: Replace) -> Because | bool:
    """German armor points are for armor and mechanized units, infantry points for infantry."""
    return rebuilding(table, replace, lambda unit: is_german(unit) and _is_of_another_kind(replace, unit))


def _is_of_another_kind(replace: Replace, unit: Unit) -> bool:
    return replace.source is not None and replace.source != kind_of(unit)


@computes(Replace, "becomes", "tdw:13.2.1")
def what_it_becomes(table: Table, replace: Replace) -> str | None:
    """The side or counter that the points bring: third step, second, first; back from elimination, the reduced side."""
    unit = table.unit(replace.unit)
    if is_eliminated(unit):
        return "reduced"
    after = steps_lacking(table, unit) - replace.points
    return ("full", "reduced")[after] if after in (0, 1) else None


# 13.2.2: the Allies


@forbids(Replace, "tdw:13.2.2")
def allied_points_are_of_another_kind(table: Table, replace: Replace) -> Because | bool:
    """Allied armor points are for armor and mechanized cavalry, infantry points for infantry."""
    return rebuilding(table, replace, lambda unit: is_allied(unit) and _is_of_another_kind(replace, unit))


@forbids(REBUILDINGS, "tdw:13.2.2")
def british_take_no_replacements(table: Table, action: Rebuilding) -> Because | bool:
    """British units never receive replacements."""
    return rebuilding(table, action, is_british)


@forbids(REBUILDINGS, "tdw:13.2.2")
def airborne_take_no_replacements(table: Table, action: Rebuilding) -> Because | bool:
    """US airborne units never receive replacements."""
    return rebuilding(table, action, is_airborne)


@forbids(REBUILDINGS, "tdw:13.2.2")
def surrendered_units_stay_lost(table: Table, action: Rebuilding) -> Because | bool:
    """Units of the 106th Division that surrendered may not be rebuilt."""
    return rebuilding(table, action, lambda unit: unit.has_status("surrendered"))


@forbids(Replace, "tdw:13.2.2")
def rises_twice_in_a_turn(table: Table, replace: Replace) -> Because | bool:
    """A unit is not brought back and turned to full strength in one turn."""
    return rebuilding(table, replace, lambda unit: is_allied(unit) and some((
        lambda: unit.has_status("rebuilt"), lambda: is_eliminated(unit) and replace.points > 1
    )))


@forbids(Place, "tdw:13.2.2")
def comes_back_outside_a_supplied_town(table: Table, place: Place) -> Because | bool:
    """A unit comes back in a town that is in supply, not by air."""
    return rebuilding(table, place, lambda unit: some((
        lambda: not table.has_feature(place.hex, "town"), lambda: not supply_line(table, unit.side, place.hex)
    )))


@forbids(Place, "tdw:13.2.2")
def comes_back_in_an_enemy_town(table: Table, place: Place) -> Because | bool:
    """The town is not one that the enemy controls: in supply is what is so for its own side."""
    return rebuilding(table, place, lambda unit: controller(table, place.hex) == table.game.enemy_of(unit.side))


@forbids(Place, "tdw:13.2.2")
def comes_back_next_to_the_enemy(table: Table, place: Place) -> Because | bool:
    """The town is not adjacent to an enemy unit."""
    return rebuilding(table, place, lambda unit: some((
        lambda: enemy_next_to(table, unit.side, place.hex), lambda: enemy_at(table, unit.side, place.hex)
    )))


@forbids(Place, "tdw:13.2.2")
def town_takes_other_corps(table: Table, place: Place) -> Because | bool:
    """Luxembourg takes only units of the 8th and 3rd Corps, Eupen only those of the 5th and 7th."""
    return rebuilding(table, place, lambda unit: some(
        partial(_is_refused, table, unit, place.hex, town) for town in CORPS_OF_THE_TOWNS
    ))


def _is_refused(table: Table, unit: Unit, number: str, town: str) -> bool:
    return every((
        lambda: table.has_feature(number, town), lambda: corps_of(unit) not in CORPS_OF_THE_TOWNS[town]
    ))
