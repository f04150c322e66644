"""The sequence of a turn (4.1 to 4.4, 5.1) and its action rounds (14.1 to 14.3, 17.0, U7), in the book's order."""

from typing import Any

from rulebook.actions import Play, Sequence
from rulebook.facts import every, some
from rulebook.games.tdw.chits import (
    BEFORE_ROUNDS,
    CHITS,
    OPENING_ALONE,
    SUPPLY_CHECK,
    chit_is_not_available,
    is_used_up,
    left_in_the_cup,
    side_of,
)
from rulebook.games.tdw.initiative import initiative_on
from rulebook.games.tdw.victory import is_over
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits, unless
from rulebook.table import Table

FIRST_TURN = 1
OPENING = (
    ("combat-round", "german"), ("movement-round", "german"), ("traffic-placement", "allied"),
    ("first-reaction", "allied"), ("vdh-placement", "german"),
)
OPENING_STEPS = tuple(phase for phase, _ in OPENING)
ROUNDS = frozenset({*CHITS, *OPENING_ALONE})
MOST_IN_A_ROW = 2
LAST_PLAYED_BY = {
    **dict.fromkeys(("5th-panzer-round", "6th-panzer-round", "all-german-round", "one-army-round"), "german"),
    **dict.fromkeys(("patton-round", "monty-movement-round", "monty-combat-round", "second-reaction"), "allied"),
    "three-formations-round": "german",
}


# 4.1 to 4.4: the phases of a turn


@forbids(Sequence, "tdw:4.1")
def goes_back_to_the_assets(table: Table, sequence: Sequence) -> Because | bool:
    """The assets phase opens the turn: it does not come again after the replacements or among the rounds."""
    late = sequence.do == "assets" and table.phase not in ("setup", "assets", "cleanup")
    return because(phase="assets") if late else False


@forbids(Sequence, "tdw:4.2")
def goes_back_to_the_replacements(table: Table, sequence: Sequence) -> Because | bool:
    """The replacement phase follows the assets phase: it does not come among the rounds or after them."""
    late = sequence.do == "replacements" and table.phase not in BEFORE_ROUNDS
    return because(phase="replacements") if late else False


@forbids(Sequence, "tdw:4.1")
def skips_the_assets(table: Table, sequence: Sequence) -> Because | bool:
    """A turn has its assets phase before its replacements."""
    early = sequence.do == "replacements" and table.phase == "setup"
    return because(phase="assets") if early else False


@forbids(Sequence, "tdw:4.2")
def skips_the_replacements(table: Table, sequence: Sequence) -> Because | bool:
    """A turn has its replacement phase before its action rounds."""
    early = sequence.do in ROUNDS and table.phase in BEFORE_ROUNDS and table.phase != "replacements"
    return because(phase="replacements") if early else False


@forbids(Sequence, "tdw:4.3")
def plays_a_round_in_the_clean_up(table: Table, sequence: Sequence) -> Because | bool:
    """Action rounds come before the clean-up: after it the next turn begins, with its assets phase."""
    late = sequence.do in ROUNDS and table.phase == "cleanup"
    return because(phase=sequence.do) if late else False


@forbids(Sequence, "tdw:4.4")
def ends_the_turn_too_soon(table: Table, sequence: Sequence) -> Because | bool:
    """The clean-up comes at the end of the turn, when every chit in the cup has been played."""
    early = sequence.do == "cleanup" and some((
        lambda: table.phase in BEFORE_ROUNDS,
        lambda: every((lambda: table.turn == FIRST_TURN, lambda: table.phase in OPENING_STEPS)),
        lambda: every((lambda: table.phase != "cleanup", lambda: left_in_the_cup(table))),
    ))
    return because(phase="cleanup") if early else False


def opens_turn_1(table: Table) -> bool:
    """Whether the opening of turn 1 is not over yet."""
    return every((lambda: table.turn == FIRST_TURN, lambda: table.phase in OPENING_STEPS[:-1]))


@computes(Sequence, "next", "tdw:4.3")
def what_comes_next(table: Table, sequence: Sequence) -> dict[str, Any]:
    """Assets, replacements, the action rounds as they are chosen or drawn, the clean-up; then the next turn."""
    phase, turn = table.phase, table.turn
    if phase == "setup":
        return {"turn": FIRST_TURN, "phase": "assets"}
    if phase == "cleanup":
        return {"game": "over"} if is_over(table) else {"turn": turn + 1, "phase": "assets"}
    if phase == "assets":
        return {"turn": turn, "phase": "replacements"}
    return _next_round(table, phase, turn)


def _next_round(table: Table, phase: str, turn: int) -> dict[str, Any]:
    opening = _next_of_the_opening(phase) if turn == FIRST_TURN else None
    if opening is not None:
        return {"turn": turn, "phase": opening[0], "active": opening[1]}
    if phase == OPENING_STEPS[-1]:
        return {"turn": turn, "drawn": list(table.game.sides)}
    if phase == "replacements":
        return {"turn": turn, "chosen_by": initiative_on(table, turn)}
    if not left_in_the_cup(table):
        return {"turn": turn, "phase": "cleanup"}
    return {"turn": turn, "drawn": [side for side in table.game.sides if not _must_wait(table, side)]}


def _next_of_the_opening(phase: str) -> tuple[str, str] | None:
    """The step of turn 1's opening that follows a phase; None once the opening is over."""
    if phase in BEFORE_ROUNDS:
        return OPENING[0]
    if phase not in OPENING_STEPS[:-1]:
        return None
    return OPENING[OPENING_STEPS.index(phase) + 1]


# 5.1: the initiative


@forbids(Sequence, "tdw:5.1")
def initiative_opens(table: Table, sequence: Sequence) -> Because | bool:
    """The first round of the turn is a chit of the player who has the initiative."""
    usurped = sequence.do in ROUNDS and every((
        lambda: is_first_round(table), lambda: _whose_it_is(table, sequence) != initiative_on(table, table.turn)
    ))
    return because(phase=sequence.do, side=initiative_on(table, table.turn)) if usurped else False


@unless(initiative_opens, "tdw:14.3")
def turn_1_opens_by_its_own_order(table: Table, sequence: Sequence) -> bool:
    """Turn 1 opens with a fixed sequence, not with a chit of the initiative."""
    return table.turn == FIRST_TURN


def _whose_it_is(table: Table, sequence: Sequence) -> str:
    """The side whose chit would be played: a supply check is none that the Allied player could choose."""
    return side_of(table, CHITS.get(str(sequence.do), ""))


def is_first_round(table: Table) -> bool:
    """Whether the round asked about would be the first of the turn."""
    return table.phase in BEFORE_ROUNDS


@obliges(Sequence, "tdw:5.1")
def chooses_the_first_chit(table: Table, sequence: Sequence) -> Because | bool:
    """Whoever has the initiative must choose one of his chits to be played first, except on turn 1."""
    owed = every((
        lambda: sequence.do in ROUNDS, lambda: table.turn > FIRST_TURN, lambda: is_first_round(table)
    ))
    return because(side=initiative_on(table, table.turn)) if owed else False


# 14.1: chits are played once


@forbids(Sequence, "tdw:14.1")
def chit_was_played_already(table: Table, sequence: Sequence) -> Because | bool:
    """A turn has as many rounds of a kind as there are chits of it."""
    chit = CHITS.get(str(sequence.do))
    return because(phase=sequence.do) if chit is not None and is_used_up(table, chit) else False


@permits(Play, "tdw:U7")
def players_agree_about_looking(table: Table, play: Play) -> Because | bool:
    """Whether players may look at the chits in the cup, or at those left out, is for them to decide."""
    return because() if play.event == "look-in-cup" else False


# 14.2: two in a row


@forbids(Sequence, "tdw:14.2")
def has_had_two_in_a_row(table: Table, sequence: Sequence) -> Because | bool:
    """A side has no more than two chits in a row; supply checks are nobody's."""
    third = _is_somebodys_round(sequence) and every((
        lambda: not is_first_round(table), lambda: not opens_turn_1(table),
        lambda: chits_in_a_row(table, table.active) >= MOST_IN_A_ROW,
    ))
    return because(side=table.active) if third else False


def _is_somebodys_round(sequence: Sequence) -> bool:
    return sequence.do in ROUNDS and sequence.do != SUPPLY_CHECK


@unless(has_had_two_in_a_row, "tdw:14.2")
def only_its_own_chits_are_left(table: Table, sequence: Sequence) -> bool:
    """A side goes on when only its own chits are left in the cup."""
    return _is_alone_in_the_cup(table, table.active)


def _is_alone_in_the_cup(table: Table, side: str) -> bool:
    return table.track(f"{table.game.enemy_of(side)}-chits-in-cup") == 0


def _must_wait(table: Table, side: str) -> bool:
    """Whether the next chit cannot be this side's."""
    return bool(some((
        lambda: table.track(f"{side}-chits-in-cup") == 0,
        lambda: every((
            lambda: chits_in_a_row(table, side) >= MOST_IN_A_ROW, lambda: not _is_alone_in_the_cup(table, side)
        )),
    )))


# 14.3: the opening of turn 1


@forbids(Sequence, "tdw:14.3")
def breaks_the_opening(table: Table, sequence: Sequence) -> Because | bool:
    """Turn 1 opens with German combat, German movement, Traffic, Reaction 3 and von der Heydte, in this order."""
    following = _next_of_the_opening(table.phase) if sequence.do in ROUNDS and table.turn == FIRST_TURN else None
    if following is None:
        return False
    broken = some((lambda: sequence.do != following[0], lambda: table.active != following[1]))
    return because(phase=following[0], side=following[1]) if broken else False


@forbids(Sequence, "tdw:14.3")
def plays_the_opening_later(table: Table, sequence: Sequence) -> Because | bool:
    """What only the opening of turn 1 has comes neither after it nor on another turn."""
    late = sequence.do in OPENING_ALONE and some((
        lambda: table.turn != FIRST_TURN, lambda: _next_of_the_opening(table.phase) is None
    ))
    return because(phase=sequence.do) if late else False


@unless(chit_is_not_available, "tdw:14.3")
def opening_needs_no_chit(table: Table, sequence: Sequence) -> bool:
    """The two German rounds that open turn 1 are not chits of the chart."""
    return table.turn == FIRST_TURN and _next_of_the_opening(table.phase) == (sequence.do, table.active)


@defines("tdw:14.3")
def chits_in_a_row(table: Table, side: str) -> int:
    """How many chits a side has just had; after the opening of turn 1 the Allies have had one."""
    if table.phase == OPENING_STEPS[-1]:
        return int(side == "allied")
    if LAST_PLAYED_BY.get(table.phase, side) != side:
        return 0
    return table.track(f"{side}-chits-running")
