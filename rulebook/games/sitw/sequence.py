"""Chapter 5, the sequence of the turn, with the detailed sequence (U8), in the book's order."""

from typing import Any

from rulebook.actions import (
    Advance,
    Attack,
    Bombard,
    Evacuate,
    Losses,
    Move,
    Place,
    Play,
    Replace,
    Retreat,
    Roll,
    Sequence,
    Support,
)
from rulebook.facts import every, known
from rulebook.games.sitw.morale import last_turn
from rulebook.games.sitw.setup import opening_markers
from rulebook.rules import Because, because, computes, defines, forbids, unless
from rulebook.table import Table

PLAYER_TURN = (
    "initial-supply", "replacement", "strategic-movement", "regular-movement", "first-combat",
    "infiltration-movement", "second-combat", "terminal-supply",
)
ORDER = ("setup", *PLAYER_TURN, "victory-test")
ALLIED_INFILTRATION_TURN = 9
STEPS = {
    ("german", "initial-supply"): ["weather", "allied-strategic-bombing", "german-supply"],
    ("allied", "initial-supply"): ["allied-supply"],
    ("german", "replacement"): ["german-replacements"],
    ("allied", "replacement"): ["allied-reinforcements", "allied-replacements"],
    ("german", "strategic-movement"): ["up to 4 German units move strategically"],
    ("allied", "strategic-movement"): ["up to 6 Allied units move strategically"],
    ("german", "terminal-supply"): ["eliminate German units marked unsupplied that still are"],
    ("allied", "terminal-supply"): ["eliminate Allied units marked unsupplied that still are"],
}


# 5.1


@defines("sitw:5.1")
def has_a_player_turn(table: Table, side: str, turn: int) -> bool:
    """In every game turn the German player takes his player turn, then the Allied player his."""
    return True


@unless(has_a_player_turn, "sitw:3.2")
def play_has_not_begun(table: Table, side: str, turn: int) -> bool:
    """Play begins on the turn on which the scenario puts the turn marker."""
    first = known(lambda: opening_turn(table))
    return first is not None and turn < first


@unless(has_a_player_turn, "sitw:4.4")
def play_is_over(table: Table, side: str, turn: int) -> bool:
    """No player turn follows the last game turn of the scenario."""
    last = known(lambda: last_turn(table))
    return last is not None and turn > last


@forbids(Sequence, "sitw:5.1")
def goes_back_in_the_turn(table: Table, sequence: Sequence) -> Because | bool:
    """Once a phase is over a player may not go back to it."""
    if sequence.do is None or ORDER.index(sequence.do) >= ORDER.index(table.phase):
        return False
    if sequence.do == PLAYER_TURN[0] and _another_player_turn_follows(table):
        return False
    return because(phase=sequence.do)


def _another_player_turn_follows(table: Table) -> bool:
    """The Allied player turn follows the German one, and the next game turn the victory test."""
    return table.phase == "victory-test" or (table.phase == PLAYER_TURN[-1] and table.active == "german")


@forbids(Sequence, "sitw:5.1")
def player_turn_is_not_played(table: Table, sequence: Sequence) -> Because | bool:
    """A player acts only in his own player turn."""
    if sequence.do not in PLAYER_TURN:
        return False
    return False if has_a_player_turn(table, table.active, table.turn) else because(side=table.active)


@forbids(
    (Move, Attack, Support, Retreat, Advance, Losses, Bombard, Evacuate, Replace, Place, Roll, Play), "sitw:5.1"
)
def acts_in_no_player_turn(table: Table, action: Any) -> Because | bool:
    """Nothing is done in a player turn that the scenario leaves out; what is set up before comes in none."""
    is_played = known(lambda: bool(has_a_player_turn(table, table.active, table.turn)))
    return because(side=table.active) if is_played is False and table.phase != "setup" else False


# 5.2


@defines("sitw:5.2")
def has_no_infiltration_phase(table: Table, side: str, turn: int) -> bool:
    """The Allied player turn has no infiltration phase before turn 9."""
    return side == "allied" and turn < ALLIED_INFILTRATION_TURN


@forbids(Sequence, "sitw:5.2")
def phase_is_not_played(table: Table, sequence: Sequence) -> Because | bool:
    """Both player turns have the same eight phases, but the Allies infiltrate only from turn 9."""
    if sequence.do != "infiltration-movement" or not has_no_infiltration_phase(table, table.active, table.turn):
        return False
    return because(phase=sequence.do)


@forbids(Sequence, "sitw:5.2")
def victory_is_tested_too_soon(table: Table, sequence: Sequence) -> bool:
    """The victory test closes the game turn, after both player turns."""
    return sequence.do == "victory-test" and every((
        lambda: table.active == "german", lambda: table.phase in PLAYER_TURN
    ))


@computes(Sequence, "next", "sitw:5.2")
def what_comes_next(table: Table, sequence: Sequence) -> dict[str, Any]:
    """The phases follow one another, the German player turn first, and the victory test ends the game turn."""
    if table.phase == "setup":
        return _first_of(table, opening_turn(table))
    if table.phase == "victory-test":
        return _first_of(table, table.turn + 1) if table.turn < last_turn(table) else {"game": "over"}
    side = table.active
    later = PLAYER_TURN[PLAYER_TURN.index(table.phase) + 1:]
    if later and later[0] == "infiltration-movement" and has_no_infiltration_phase(table, side, table.turn):
        later = later[1:]
    if later:
        return {"turn": table.turn, "active": side, "phase": later[0]}
    if side == "german":
        return {"turn": table.turn, "active": "allied", "phase": PLAYER_TURN[0]}
    return {"turn": table.turn, "active": None, "phase": "victory-test"}


def opening_turn(table: Table) -> int:
    """The turn on which play starts, by the markers of the scenario."""
    return int(opening_markers(table, Sequence(type="sequence", do="setup"))["turn"])


def _first_of(table: Table, turn: int) -> dict[str, Any]:
    side = "german" if has_a_player_turn(table, "german", turn) else "allied"
    return {"turn": turn, "active": side, "phase": PLAYER_TURN[0]}


# The detailed sequence


@computes(Sequence, "stages", "sitw:U8")
def steps_of_the_phase(table: Table, sequence: Sequence) -> list[str] | None:
    """Within a phase the steps come in this order: weather, strategic bombing, supply."""
    phase = sequence.do or table.phase
    if phase not in PLAYER_TURN:
        return None
    steps = STEPS.get((table.active, phase), [])
    return [step for step in steps if step != "allied-strategic-bombing" or _is_bombing_played(table)]


def _is_bombing_played(table: Table) -> bool:
    """Only in Plan 1919, on dry turns after turn 0."""
    return every((lambda: table.scenario == "plan-1919", lambda: table.turn > 0, lambda: table.weather == "dry"))
