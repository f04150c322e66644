"""Reinforcement chits (14.8 to 14.8.3), in the book's order. How those units then move and fight is in `rounds`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Place, Play, Sequence
from rulebook.facts import every, known, some
from rulebook.games.tdw.chits import BEFORE_ROUNDS
from rulebook.games.tdw.components import ENTRIES
from rulebook.games.tdw.ground import enemy_at
from rulebook.games.tdw.pieces import corps_of, division_of, is_german
from rulebook.games.tdw.stacking import (
    overstacks_a_hex,
    stacks_british_with_americans,
    stacks_us_corps_together,
    stacks_with_delay,
)
from rulebook.games.tdw.zones import enemy_zoc_by
from rulebook.rules import Because, because, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

BOXES = {1: "first-box", 2: "second-box"}
THIRD_CORPS = "3"
AREA_OF_THE_THIRD_CORPS = "entry-d"
HELD_ON = range(2, 8)
CONDITIONS = {"10-ss": "st-vith-german", "11-panzer": "bastogne-german"}
CONDITIONAL_TURN = 3
CONDITIONAL_CHIT = 2

Test = Callable[[Unit], Any]


def entering(table: Table, place: Place, test: Test, **words: Any) -> Because | bool:
    """Because of the reinforcement that is placed, if it passes a test."""
    if place.entry != "reinforcement" or place.unit is None:
        return False
    unit = table.unit(place.unit)
    return because(at=place.hex, unit=unit, **words) if test(unit) else False


def chits_drawn(table: Table, side: str) -> int:
    """How many Reinforcement chits of a side were played this turn, the one in play included."""
    return table.track(f"{side}-reinforcement-rounds")


# 14.8: when


@forbids(Place, "tdw:14.8")
def is_no_waiting_reinforcement(table: Table, place: Place) -> Because | bool:
    """Only what waits on the turn track for a Reinforcement chit comes in with one."""
    return entering(table, place, lambda unit: unit.is_placed or not unit.has_status("reinforcement"))


@forbids(Place, "tdw:14.8")
def enters_without_its_chit(table: Table, place: Place) -> Because | bool:
    """The first Reinforcement chit of a turn brings the first box of a side, the second chit its second box."""
    if place.unit is None or place.entry not in ("reinforcement", "asset"):
        return False
    unit = table.unit(place.unit)
    awaits = place.entry == "reinforcement" or unit.has_status("special-reinforcement")
    return because(at=place.hex, unit=unit) if awaits and not _has_its_chit(table, unit) else False


def _has_its_chit(table: Table, unit: Unit) -> bool:
    return every((
        lambda: table.phase == "reinforcement-round", lambda: table.active == unit.side,
        lambda: unit.entry == table.turn, lambda: _is_of_the_box_drawn(table, unit),
    ))


def _is_of_the_box_drawn(table: Table, unit: Unit) -> bool:
    box = BOXES.get(chits_drawn(table, unit.side))
    return box is not None and unit.has_status(box)


@unless(enters_without_its_chit, "tdw:12.9")
def special_reinforcements_need_no_chit(table: Table, place: Place) -> bool:
    """Special reinforcements come in the assets phase of their turn, without a chit."""
    unit = table.unit(str(place.unit))
    return every((lambda: unit.has_status("special-reinforcement"), lambda: table.phase == "assets"))


# 14.8: where


@defines("tdw:14.8")
def is_due_at(table: Table, unit: Unit, number: str) -> bool:
    """Whether a hex is of one of the entry areas that the turn track gives for a unit."""
    letters = (entry.removeprefix("entry-") for entry in ENTRIES[unit.side] if entry.startswith("entry-"))
    return bool(some(partial(_is_due_by, table, unit, number, letter) for letter in letters))


def _is_due_by(table: Table, unit: Unit, number: str, letter: str) -> bool:
    return every((lambda: unit.has_status(f"due-{letter}"), lambda: table.has_feature(number, f"entry-{letter}")))


@forbids(Place, "tdw:14.8")
def enters_elsewhere(table: Table, place: Place) -> Because | bool:
    """Reinforcements are placed on the entry hexes given; Allies who find all of these blocked, on the next area."""
    return entering(table, place, lambda unit: every((
        lambda: not is_due_at(table, unit, place.hex), lambda: not _is_sent_round(table, unit, place.hex)
    )))


def _is_sent_round(table: Table, unit: Unit, number: str) -> bool:
    return every((
        lambda: unit.side == "allied",
        lambda: table.has_feature(number, "alternate-entry"),
        lambda: are_due_entries_blocked(table, unit),
    ))


@defines("tdw:14.8")
def are_due_entries_blocked(table: Table, unit: Unit) -> bool:
    """Every entry hex given to a unit is blocked where that is told; where it is not, one seen to be open denies it."""
    if table.posted.events is None and _open_entry(table, unit):
        return False
    return table.has_event("due-entries-blocked")


def _open_entry(table: Table, unit: Unit) -> str | None:
    """An entry hex given to a unit that is seen to be free of enemies and of their zones."""
    areas = ENTRIES.get(known(lambda: unit.side), ())
    listed = dict.fromkeys(number for area in areas for number in table.listed_with(area))
    return next((number for number in listed if known(partial(_is_open_to, table, unit, number))), None)


def _is_open_to(table: Table, unit: Unit, number: str) -> bool:
    return every((lambda: is_due_at(table, unit, number), lambda: not _is_blocked(table, unit, number)))


@forbids(Place, "tdw:14.8")
def entry_hex_is_blocked(table: Table, place: Place) -> Because | bool:
    """Nobody enters in a hex that an enemy unit occupies or controls."""
    return entering(table, place, lambda unit: _is_blocked(table, unit, place.hex))


def _is_blocked(table: Table, unit: Unit, number: str) -> bool:
    return bool(some((
        lambda: enemy_at(table, unit.side, number), lambda: enemy_zoc_by(table, unit.side, number)
    )))


@forbids(Place, "tdw:14.8")
def blocked_germans_stay_out(table: Table, place: Place) -> Because | bool:
    """Germans do not enter at all when every entry hex given to them is blocked."""
    return entering(table, place, lambda unit: every((
        lambda: is_german(unit), lambda: are_due_entries_blocked(table, unit)
    )))


def _is_entering(action: Any) -> bool:
    return isinstance(action, Place) and action.entry == "reinforcement"


@unless(overstacks_a_hex, "tdw:14.8")
def enters_over_the_limit(table: Table, action: Any) -> bool:
    """Stacking limits do not count when reinforcements are placed."""
    return _is_entering(action)


@unless(stacks_british_with_americans, "tdw:14.8")
def enters_beside_an_ally(table: Table, action: Any) -> bool:
    """Nor does the ban on stacking British and US units."""
    return _is_entering(action)


@unless(stacks_us_corps_together, "tdw:14.8")
def enters_beside_another_corps(table: Table, action: Any) -> bool:
    """Nor that on stacking different US corps."""
    return _is_entering(action)


@unless(stacks_with_delay, "tdw:14.8")
def enters_beside_the_delay(table: Table, action: Any) -> bool:
    """Nor that on stacking with US Delay."""
    return _is_entering(action)


@obliges(Place, "tdw:14.8")
def must_unstack_by_the_end(table: Table, place: Place) -> Because | bool:
    """Stacking does not count when reinforcements are placed, but must be respected at the end of the round."""
    return entering(table, place, lambda unit: True)


# 14.8.1: the US III Corps


def _comes_by_d(table: Table, unit: Unit, number: str) -> bool:
    """Whether a unit of the III Corps takes D instead of its own area, and not because it is due there."""
    return every((
        lambda: unit.side == "allied", lambda: corps_of(unit) == THIRD_CORPS,
        lambda: table.has_feature(number, AREA_OF_THE_THIRD_CORPS), lambda: not is_due_at(table, unit, number),
    ))


def _is_one_round_late(table: Table, unit: Unit) -> bool:
    """With the second chit for what was due with the first; with the next turn's first for what was due second."""
    second = chits_drawn(table, unit.side) == max(BOXES)
    late_by = 0 if second else 1
    return every((
        lambda: table.phase == "reinforcement-round", lambda: table.active == unit.side,
        lambda: chits_drawn(table, unit.side) in BOXES,
        lambda: unit.has_status("first-box" if second else "second-box"),
        lambda: unit.entry + late_by == table.turn,
    ))


@unless(enters_elsewhere, "tdw:14.8.1")
def third_corps_enters_by_d(table: Table, place: Place) -> bool:
    """Units of the US III Corps may enter at D instead of their own area, one round late."""
    unit = table.unit(str(place.unit))
    return every((lambda: _comes_by_d(table, unit, place.hex), lambda: _is_one_round_late(table, unit)))


@unless(enters_without_its_chit, "tdw:14.8.1")
def third_corps_comes_a_round_late(table: Table, place: Place) -> bool:
    """Units of the US III Corps that enter at D do so with the Reinforcement chit after their own."""
    return bool(third_corps_enters_by_d(table, place))


# 14.8.2: the chit in hand


def _exchanges(play: Play) -> bool:
    return play.event == "exchange-reinforcement-chit"


@permits(Play, "tdw:14.8.2")
def may_exchange_the_drawn_chit(table: Table, play: Play) -> Because | bool:
    """The Allied player may put his held Reinforcement chit in place of any Allied chit drawn; that goes back."""
    return because() if _exchanges(play) else False


@forbids(Play, "tdw:14.8.2")
def exchanges_out_of_season(table: Table, play: Play) -> Because | bool:
    """A Reinforcement chit is held on turns 2 to 7."""
    return because(turn=table.turn) if _exchanges(play) and table.turn not in HELD_ON else False


@forbids(Play, "tdw:14.8.2")
def exchanges_outside_the_rounds(table: Table, play: Play) -> Because | bool:
    """Chits are drawn, and exchanged, in the action rounds alone."""
    idle = _exchanges(play) and table.phase in (*BEFORE_ROUNDS, "cleanup")
    return because(phase=table.phase) if idle else False


@forbids(Play, "tdw:14.8.2")
def exchanges_a_chit_not_held(table: Table, play: Play) -> Because | bool:
    """The Allied player can only exchange a Reinforcement chit that he still holds."""
    return because() if _exchanges(play) and not table.has_event("reinforcement-chit-held") else False


@forbids(Play, "tdw:14.8.2")
def exchanges_no_allied_chit(table: Table, play: Play) -> Because | bool:
    """What is exchanged is an Allied chit that has just been drawn."""
    return because() if _exchanges(play) and not table.has_event("allied-chit-drawn") else False


@obliges(Sequence, "tdw:14.8.2")
def held_chit_goes_into_the_cup(table: Table, sequence: Sequence) -> Because | bool:
    """When the last Allied chit is drawn and the Reinforcement chit is still held, it must go into the cup."""
    owed = every((
        lambda: table.turn in HELD_ON, lambda: table.has_event("reinforcement-chit-held"),
        lambda: table.has_event("allied-chit-drawn"), lambda: table.track("allied-chits-in-cup") == 0,
    ))
    return because() if owed else False


@forbids(Sequence, "tdw:14.8.2")
def ends_the_turn_with_a_chit_in_hand(table: Table, sequence: Sequence) -> Because | bool:
    """The turn cannot end while the Allied player holds his Reinforcement chit: it has to be played."""
    held = sequence.do == "cleanup" and every((
        lambda: table.phase != "cleanup", lambda: table.turn in HELD_ON,
        lambda: table.has_event("reinforcement-chit-held"),
    ))
    return because() if held else False


# 14.8.3: conditional German reinforcements


@defines("tdw:14.8.3")
def condition_of(table: Table, unit: Unit) -> str | None:
    """The 10th SS Panzer depends on St. Vith, the 11th Panzer on Bastogne."""
    return CONDITIONS.get(division_of(unit) or "") if is_german(unit) else None


@forbids(Place, "tdw:14.8.3")
def its_town_is_not_german(table: Table, place: Place) -> Because | bool:
    """The 10th SS Panzer enters only if the Germans control St. Vith, the 11th Panzer only if they control Bastogne."""
    return entering(table, place, lambda unit: (word := condition_of(table, unit)) and not table.has_event(word))


@forbids(Place, "tdw:14.8.3")
def misses_its_only_round(table: Table, place: Place) -> Because | bool:
    """These units enter with the second German Reinforcement chit of turn 3 or never."""
    return entering(table, place, lambda unit: condition_of(table, unit) and some((
        lambda: table.turn != CONDITIONAL_TURN, lambda: chits_drawn(table, "german") != CONDITIONAL_CHIT
    )))
