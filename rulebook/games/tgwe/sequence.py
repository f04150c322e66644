"""Chapter 4, the sequence of Operational and Strategic Turns, and who moves and fights where, in the book's order."""

from typing import Any

from rulebook.actions import Attack, Sequence
from rulebook.facts import every, known
from rulebook.games.tgwe.calendar import STRATEGIC_TURNS, place_of, strategic_turn
from rulebook.games.tgwe.ground import theatre_of
from rulebook.games.tgwe.initiative import THEATRES, initiative_in
from rulebook.rules import Because, because, computes, defines, forbids, obliges, unless
from rulebook.table import Table

MOVEMENT = ("first-movement", "second-movement")
COMBAT = ("first-combat", "second-combat")
OPERATIONAL = (
    "events", "new-units", "weather", "first-movement", "first-combat", "second-movement", "second-combat",
    "strategic-movement", "turn-record",
)  # fmt: skip
STRATEGIC = (
    "victory-check", "resources", "strategic-warfare", "replacement", "russian-revolution", "fortress-surrender",
    "turkish-surrender", "initiative", "turn-change",
)  # fmt: skip
FROM_C = ("victory-check", "turkish-surrender")
SHORTEST_SERIES, LONGEST_SERIES = 2, 3
ONE_AFTER_THE_OTHER = ("new-units", "strategic-movement")


def coming_strategic_turn(table: Table) -> int:
    """The place of the Strategic Turn that is under way, or comes next during an Operational Turn."""
    return strategic_turn(table) + (table.phase in OPERATIONAL)


# 4.1: Operational and Strategic Turns


@defines("tgwe:4.1")
def strategic_turn_is_next(table: Table) -> bool:
    """A Strategic Turn follows a series of two or three Operational Turns, as the track prints it."""
    series = known(lambda: table.track("series"))
    if series is not None and not SHORTEST_SERIES <= series < LONGEST_SERIES:
        return bool(series >= LONGEST_SERIES)
    return table.has_event("strategic-turn-next") or table.track("series") >= LONGEST_SERIES


def next_phase(table: Table) -> str:
    """The phase that follows the one under way."""
    phase = table.phase
    if phase == "turn-record" and strategic_turn_is_next(table):
        return _from_c_on(table, STRATEGIC[0])
    if phase in (OPERATIONAL[-1], STRATEGIC[-1]):
        return OPERATIONAL[0]
    order = OPERATIONAL if phase in OPERATIONAL else STRATEGIC
    return _from_c_on(table, order[order.index(phase) + 1])


def _from_c_on(table: Table, phase: str) -> str:
    """The phase itself, or the one after it where it is not held before Strategic Turn C."""
    if phase not in FROM_C or not is_before_c(table):
        return phase
    return STRATEGIC[STRATEGIC.index(phase) + 1]


def _is_behind(table: Table, phase: str | None) -> bool:
    """Whether a phase of the turn under way is over; the event phase after the last of a turn is that of the next."""
    for order in (OPERATIONAL, STRATEGIC):
        if phase in order and table.phase in order:
            ends = (phase, table.phase) == (OPERATIONAL[0], OPERATIONAL[-1])
            return not ends and order.index(phase) < order.index(table.phase)
    return False


@forbids(Sequence, "tgwe:4.1")
def goes_back_in_the_sequence(table: Table, sequence: Sequence) -> Because | bool:
    """A player who is done with a phase never comes back to it."""
    return because(phase=sequence.do) if _is_behind(table, sequence.do) else False


@unless(goes_back_in_the_sequence, "tgwe:4.1")
def opponent_lets_him(table: Table, sequence: Sequence) -> bool:
    """The opponent may let a player do what he forgot."""
    return table.has_event("opponent-agrees")


@forbids(Sequence, "tgwe:4.1")
def skips_a_phase(table: Table, sequence: Sequence) -> Because | bool:
    """Phases are played in the exact order of the sequence."""
    if sequence.do is None or sequence.do == table.phase or _is_behind(table, sequence.do):
        return False
    following = next_phase(table)
    return because(phase=following) if sequence.do != following else False


# 4.2: the Operational Turn


@computes(Sequence, "next", "tgwe:4.2")
def what_comes_next(table: Table, sequence: Sequence) -> dict[str, Any]:
    """Nine phases make an Operational Turn, and nine a Strategic one; then the next Operational Turn begins."""
    if table.phase == STRATEGIC[-1] and table.turn == table.game.turns[-1]:
        return {"game": "over"}
    phase, ends = next_phase(table), table.phase in (OPERATIONAL[-1], STRATEGIC[-1])
    if phase in STRATEGIC:
        letter = STRATEGIC_TURNS[coming_strategic_turn(table) - 1 :][:1]
        return {"strategic_turn": letter, "phase": phase} if letter else {"game": "over"}
    return {"turn": table.turn + ends, "phase": phase}


def _side_of_the_half(table: Table, theatre: str, phase: str | None, phases: tuple[str, str]) -> str | None:
    """The side whose phase it is in a Theatre; None where it is neither of these phases."""
    if phase not in phases:
        return None
    side: str = initiative_in(table, theatre)
    return side if phase == phases[0] else table.game.enemy_of(side)


@defines("tgwe:4.2")
def moving_side(table: Table, theatre: str) -> str | None:
    """In a Theatre, the side with the initiative moves in the first movement phase, its enemy in the second."""
    return _side_of_the_half(table, theatre, table.phase, MOVEMENT)


@defines("tgwe:4.2")
def attacking_side(table: Table, theatre: str) -> str | None:
    """In a Theatre, the side with the initiative attacks in the first combat phase, its enemy in the second."""
    return _side_of_the_half(table, theatre, table.phase, COMBAT)


@computes(Sequence, "moves", "tgwe:4.2")
def who_moves_where(table: Table, sequence: Sequence) -> dict[str, str | None] | None:
    """Both sides move at once, each in its own Theatre."""
    return _each_theatre(table, sequence, MOVEMENT)


@computes(Sequence, "attacks", "tgwe:4.2")
def who_attacks_where(table: Table, sequence: Sequence) -> dict[str, str | None] | None:
    """Each side fights in the Theatre where it has moved, the West before the East."""
    return _each_theatre(table, sequence, COMBAT)


def _each_theatre(table: Table, sequence: Sequence, phases: tuple[str, str]) -> dict[str, str | None] | None:
    phase = sequence.do or table.phase
    if phase not in phases:
        return None
    return {theatre: _side_of_the_half(table, theatre, phase, phases) for theatre in THEATRES}


@obliges(Attack, "tgwe:4.2")
def western_battles_come_first(table: Table, attack: Attack) -> Because | bool:
    """All battles of the Western Theatre are resolved before those of the Eastern."""
    later = every((lambda: table.phase in COMBAT, lambda: theatre_of(table, attack.target) == "east"))
    return because(at=attack.target) if later else False


@obliges(Sequence, "tgwe:4.2")
def unsupplied_units_are_lost(table: Table, sequence: Sequence) -> Because | bool:
    """Once the battles of a combat phase are over, every unit of either side that is out of supply is eliminated."""
    over = sequence.do is not None and table.phase in COMBAT and sequence.do != table.phase
    return because(phase=table.phase) if over else False


@computes(Sequence, "order", "tgwe:4.2")
def who_goes_first(table: Table, sequence: Sequence) -> list[str] | None:
    """The Allies place their new units, and make their strategic and sea moves, before the Central Powers."""
    return ["allied", "cp"] if (sequence.do or table.phase) in ONE_AFTER_THE_OTHER else None


# 4.3: the Strategic Turn


@defines("tgwe:4.3")
def is_before_c(table: Table) -> bool:
    """Whether the Strategic Turn under way, or the next, comes before C."""
    return coming_strategic_turn(table) < place_of("C")


@forbids(Sequence, "tgwe:4.3")
def is_held_from_c_on(table: Table, sequence: Sequence) -> Because | bool:
    """Victory and the Turkish surrender are looked at from Strategic Turn C on."""
    early = sequence.do in FROM_C and is_before_c(table)
    return because(phase=sequence.do) if early else False


@computes(Sequence, "warfare_order", "tgwe:4.3")
def who_makes_war_first(table: Table, sequence: Sequence) -> list[str] | None:
    """In the strategic warfare phase the Central Powers go first."""
    return ["cp", "allied"] if (sequence.do or table.phase) == "strategic-warfare" else None
