"""Scenario S1, the storm elsewhere: what it changes."""

from typing import Any

from rulebook.actions import (
    Count,
    Move,
    Place,
    Play,
    Roll,
    Sequence,
    Setup,
    Victory,
    unit_ids,
)
from rulebook.facts import YES_OR_NO, every, known, some
from rulebook.games.sitw import setup
from rulebook.games.sitw.agreed import is_left_out, scenario, told_type
from rulebook.games.sitw.counting import counts_another_last_turn
from rulebook.games.sitw.deployment import deployed, first_deployed
from rulebook.games.sitw.infiltration import is_infiltration
from rulebook.games.sitw.morale import big_bertha_lifts_allied_morale, is_broken, last_turn, turn_9_test_is_held, winner
from rulebook.games.sitw.movement import side_of
from rulebook.games.sitw.pieces import PARTS_IN_PLAY
from rulebook.games.sitw.replacements import agb_must_be_withdrawn, stoss_must_become_infantry
from rulebook.games.sitw.sequence import has_a_player_turn
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, forbids, replaces, unless
from rulebook.table import Table, Unit

ELSEWHERE = scenario("storm-elsewhere")
GERMAN_STOCK = 4
GERMANS_OF_1919 = ("alpenkorps", "panzer")
LAST_TURN_OF_TWO = 6
FIRST_ROLL_TURN = 12
ENDED = "game-ended"


# S1.2, S1.3


@unless(has_a_player_turn, "sitw:S1.2", when=ELSEWHERE)
def germans_skip_turn_1(table: Table, side: str, turn: int) -> bool:
    """Play starts with the Allied player turn of turn 1; there is no German one before it."""
    return side == "german" and turn <= 1


@unless(setup.allies_come_first, "sitw:S1.3", when=ELSEWHERE)
def germans_come_first_elsewhere(table: Table) -> bool:
    """The German sets up first."""
    return True


@forbids((Place, Setup), "sitw:S1.3", when=ELSEWHERE)
def allies_set_up_too_soon_elsewhere(table: Table, action: Place | Setup) -> Because | bool:
    """The Allied player waits until the German set-up is done."""
    return first_deployed(table, action, lambda unit, number: every((
        lambda: unit.side == "allied", lambda: not table.has_event("germans-set-up")
    )))


@forbids((Place, Setup, *PARTS_IN_PLAY), "sitw:S1.3")
def unit_is_not_used_elsewhere(table: Table, action: Any) -> Because | bool:
    """Stosstruppen, the AGB and the German air unit are not used."""
    unused = first_unit(units_of(table, action), lambda unit: (
        _is_not_used(unit) and is_left_out(table, unit, ELSEWHERE)
    ))
    return because(unit=unused) if unused else False


def units_of(table: Table, action: Any) -> list[Unit]:
    """The units that an action names, or those that it has set up."""
    if isinstance(action, Setup):
        return [unit for unit, _ in deployed(table, action)]
    return table.units(unit_ids(action))


def _is_not_used(unit: Unit) -> bool:
    kind = told_type(unit)
    return kind in ("stosstruppen", "agb") or (kind == "air" and known(lambda: unit.side) == "german")


@forbids((Place, Play), "sitw:S1.3", when=ELSEWHERE)
def big_bertha_is_not_used_elsewhere(table: Table, action: Place | Play) -> bool:
    """Big Bertha is not used, so the Allies gain nothing when it is not there."""
    return is_about_big_bertha(action)


@forbids(Play, "sitw:S1.3", when=ELSEWHERE)
def nothing_leaves_on_turn_9_elsewhere(table: Table, play: Play) -> bool:
    """There are no Stosstruppen to exchange and no AGB to withdraw: neither was ever there."""
    return play.event in ("offensive-spirit", "agb-withdrawal")


@unless(big_bertha_lifts_allied_morale, "sitw:S1.3", when=ELSEWHERE)
def big_bertha_was_never_there(table: Table, play: Play) -> bool:
    """A gun that was never on the map is worth no morale."""
    return True


@unless(stoss_must_become_infantry, "sitw:S1.3", when=ELSEWHERE)
def no_stoss_to_exchange_elsewhere(table: Table, action: Play | Sequence) -> bool:
    """The Stosstruppen were exchanged before set-up."""
    return True


@unless(agb_must_be_withdrawn, "sitw:S1.3", when=ELSEWHERE)
def no_agb_to_withdraw_elsewhere(table: Table, action: Play | Sequence) -> bool:
    """There is no AGB to withdraw."""
    return True


def is_about_big_bertha(action: Place | Play) -> bool:
    return action.marker == "big-bertha" if isinstance(action, Place) else action.event.startswith("big-bertha")


# S1.4: German replacements


@replaces(setup.opening_markers, "sitw:S1.4", when=ELSEWHERE)
def markers_elsewhere(table: Table, sequence: Sequence) -> dict[str, Any]:
    """The German starts with four replacement steps; the other markers are as usual."""
    return {"turn": 1, "weather": "dry", "tracks": {**setup.OPENING, "german-replacements": GERMAN_STOCK}}


@computes(Sequence, "german_replacements", "sitw:S1.4", when=ELSEWHERE)
def german_steps_received_elsewhere(table: Table, sequence: Sequence) -> int | None:
    """The German receives two steps a turn up to turn 6, then one; none on turn 1, which he does not play."""
    if sequence.do != "replacement" or not has_a_player_turn(table, "german", table.turn):
        return None
    return 2 if table.turn <= LAST_TURN_OF_TWO else 1


# S1.5: infiltration


@forbids(Move, "sitw:S1.5", when=scenario("storm-elsewhere"))
def german_infiltrates_in_storm_elsewhere(table: Table, move: Move) -> bool:
    """No German unit infiltrates in this scenario; the panzers and the Alpenkorps are of another (S3.4)."""
    return is_infiltration(move) and every((
        lambda: side_of(table, move) == "german",
        lambda: not first_unit(table.units(move.units), lambda unit: unit.type in GERMANS_OF_1919),
    ))


# S1.7: the end of the game


@unless(turn_9_test_is_held, "sitw:S1.7", when=ELSEWHERE)
def no_turn_9_test_elsewhere(table: Table) -> bool:
    """The German stays on the defensive: his turn 9 test is not held."""
    return True


@forbids(Roll, "sitw:S1.7")
def end_is_not_rolled_for(table: Table, roll: Roll) -> Because | bool:
    """The German rolls for the end of the game at the start of turns 12 to 16 of this scenario, no sooner."""
    if roll.table != "end-of-game":
        return False
    barred = some((lambda: table.scenario != "storm-elsewhere", lambda: table.turn < FIRST_ROLL_TURN))
    return because(turn=FIRST_ROLL_TURN) if barred else False


@forbids(Roll, "sitw:S1.7", when=ELSEWHERE)
def end_is_rolled_for_too_late(table: Table, roll: Roll) -> Because | bool:
    """The German rolls for the end at the start of the game turn, as his initial supply phase opens."""
    late = roll.table == "end-of-game" and some((
        lambda: table.phase != "initial-supply", lambda: table.active != "german",
        lambda: table.has_event("supply-checked"),
    ))
    return because(phase="initial-supply") if late else False


@forbids(Roll, "sitw:S1.7", when=ELSEWHERE)
def end_takes_one_die(table: Table, roll: Roll) -> Because | bool:
    """One die is rolled for the end of the game."""
    dice = roll.dice or () if roll.table == "end-of-game" else ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@forbids(Roll, "sitw:S1.7", when=ELSEWHERE)
def modifies_the_end(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the die for the end of the game."""
    return because(modifier=roll.modifier) if roll.table == "end-of-game" and roll.modifier else False


@computes(Roll, "end", "sitw:S1.7", when=ELSEWHERE)
def end_of_the_game(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The game ends on a 1 on turn 12, on 1 or 2 on turn 13, and so on to 1 to 5 on turn 16."""
    if roll.table != "end-of-game" or table.turn < FIRST_ROLL_TURN:
        return None
    highest = table.turn - FIRST_ROLL_TURN + 1
    if roll.dice:
        return {"ends_on": [1, highest], "die": roll.dice[0], "ends": roll.dice[0] <= highest}
    chances = distribution(1, lambda fall: "ends" if fall[0] <= highest else "goes on")
    return {"ends_on": [1, highest], "chances": as_chances(chances)}


@unless(has_a_player_turn, "sitw:S1.7", when=ELSEWHERE)
def die_has_ended_play(table: Table, side: str, turn: int) -> bool:
    """Once the roll has ended the game nobody plays on."""
    return bool(known(lambda: table.has_event(ENDED)))


@replaces(winner, "sitw:S1.7", when=ELSEWHERE)
def winner_when_the_game_is_ended(table: Table, victory: Victory) -> dict[str, Any] | None:
    """When the roll ends the game the German wins if his morale is above zero."""
    if not table.has_event(ENDED):
        return None
    german = not is_broken(table, "german")
    return {"side": "german" if german else "allied", "why": "the game was ended by the die"}


@unless(counts_another_last_turn, "sitw:S1.7", when=ELSEWHERE)
def die_may_end_it_sooner(table: Table, count: Count) -> bool:
    """From turn 12 on the die may make any turn the last."""
    said = table.read("action.amount", count.amount)
    if not FIRST_ROLL_TURN <= said < last_turn(table):
        return False
    has_ended = table.turn == said and table.has_event(ENDED)
    return bool(table.read(f"events.{ENDED}", has_ended or None, YES_OR_NO))
