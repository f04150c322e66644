"""Chapter 4, the sequence of the turn, in the book's order."""

from typing import Any

from rulebook.actions import Sequence
from rulebook.facts import every, some
from rulebook.games.tsnp.dates import FIRST_TURN, LAST_TURN
from rulebook.rules import Because, because, computes, forbids
from rulebook.table import Table

ORGANIZATION = ("supply-check", "rally", "replacement", "reinforcement", "marker-removal")
PLAYER_TURN = (*ORGANIZATION, "bombardment", "movement", "assault", "breakthrough")
OPENINGS = ("setup", "weather")
ORDER = (*OPENINGS, *PLAYER_TURN, "recovery", "victory-test")


@forbids(Sequence, "tsnp:4.0")
def goes_back_in_the_turn(table: Table, sequence: Sequence) -> Because | bool:
    """The phases of a turn, and the steps of an organization phase, follow one another in a fixed order."""
    if sequence.do is None or ORDER.index(sequence.do) >= ORDER.index(table.phase):
        return False
    return False if _opens_what_follows(table, sequence.do) else because(phase=sequence.do)


def _opens_what_follows(table: Table, phase: str) -> bool:
    """A French player turn after the German one, the next turn after the recovery."""
    if table.phase == "recovery":
        return phase == "weather" and table.turn < LAST_TURN
    return phase == PLAYER_TURN[0] and every((lambda: _ends_the_player_turn(table), lambda: table.active == "german"))


def _ends_the_player_turn(table: Table) -> bool:
    """The breakthrough phase does, or the assault phase where bad weather leaves no breakthrough."""
    return table.phase == "breakthrough" or (table.phase == "assault" and table.weather == "bad")


@forbids(Sequence, "tsnp:4.0")
def weather_is_rolled_on_the_first_turn(table: Table, sequence: Sequence) -> Because | bool:
    """The first turn is fair: nobody rolls for its weather."""
    if sequence.do != "weather":
        return False
    first = some((
        lambda: table.phase == "setup", lambda: table.phase == "weather" and table.turn == FIRST_TURN
    ))
    return because(phase=sequence.do) if first else False


@forbids(Sequence, "tsnp:4.0")
def recovers_before_the_french_turn(table: Table, sequence: Sequence) -> Because | bool:
    """Both players recover together, once the French player turn is over."""
    early = sequence.do == "recovery" and some((
        lambda: table.phase in OPENINGS, lambda: table.phase in PLAYER_TURN and table.active == "german",
        lambda: table.phase in PLAYER_TURN and not _ends_the_player_turn(table),
    ))
    return because(phase=sequence.do) if early else False


@forbids(Sequence, "tsnp:4.0")
def victory_is_tested_before_the_end(table: Table, sequence: Sequence) -> Because | bool:
    """Victory is looked at once, after the ninth turn, whose last phase is the mutual recovery."""
    early = sequence.do == "victory-test" and some((
        lambda: table.turn < LAST_TURN, lambda: table.phase not in ("recovery", "victory-test")
    ))
    return because(phase=sequence.do, turn=LAST_TURN) if early else False


@computes(Sequence, "next", "tsnp:4.0")
def what_comes_next(table: Table, sequence: Sequence) -> dict[str, Any]:
    """Weather, the German player turn, the French one, then the recovery: nine times, then victory."""
    phase = table.phase
    if phase == "setup":
        return _phase(FIRST_TURN, "german", PLAYER_TURN[0])
    if phase == "weather":
        return _phase(table.turn, "german", PLAYER_TURN[0])
    if phase == "recovery":
        last = table.turn >= LAST_TURN
        return _phase(LAST_TURN, None, "victory-test") if last else _phase(table.turn + 1, None, "weather")
    if phase == "victory-test":
        return {"game": "over"}
    return _within_player_turn(table, phase)


def _within_player_turn(table: Table, phase: str) -> dict[str, Any]:
    if not _ends_the_player_turn(table):
        return _phase(table.turn, table.active, PLAYER_TURN[PLAYER_TURN.index(phase) + 1])
    if table.active == "german":
        return _phase(table.turn, "french", PLAYER_TURN[0])
    return _phase(table.turn, None, "recovery")


def _phase(turn: int, active: str | None, phase: str) -> dict[str, Any]:
    return {"turn": turn, "active": active, "phase": phase}
