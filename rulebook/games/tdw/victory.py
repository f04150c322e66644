"""Length of the game and victory (3.3, 3.4, and 12.10 where it changes them), in the book's order."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Replace, Roll, Sequence, Victory
from rulebook.facts import every, more_than, some
from rulebook.games.tdw.chits import DEEDS, Deed
from rulebook.games.tdw.components import MOST_STEPS
from rulebook.games.tdw.ground import is_in_british_zone, is_west_of_meuse
from rulebook.games.tdw.pieces import is_german, is_motorized
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.rules import Because, because, computes, defines, forbids, replaces
from rulebook.table import Table, Unit

LAST_TURNS = {"attack": 6, "campaign": 12}
LEAST = {(row["scenario"], row["condition"]): int(row["least"]) for row in printed.table("tdw", "victory")}
HEXES_OF_SUDDEN_DEATH = LEAST["any", "vp hexes"]
STEPS_OF_SUDDEN_DEATH = LEAST["any", "steps over the Meuse"]
WITHDRAWAL_TURN = 11
STEPS_TO_WITHDRAW = 12
HEXES_TO_STAY = 3
NOT_OVER = {"over": False, "side": None, "how": None}


# 3.3: the length of the game


@defines("tdw:3.3")
def last_turn(table: Table) -> int:
    """The German attack lasts six turns, the campaign 12."""
    return LAST_TURNS[table.scenario]


@defines("tdw:3.3")
def is_over(table: Table) -> bool:
    """The game ends with its last turn, or with the turn on which the Germans win by sudden death."""
    return every((
        lambda: table.phase == "cleanup",
        lambda: some((lambda: table.turn >= last_turn(table), partial(wins_by_sudden_death, table))),
    ))


@forbids(Sequence, "tdw:3.3")
def plays_on_after_the_end(table: Table, sequence: Sequence) -> Because | bool:
    """Nothing is played once the game is over."""
    asked = sequence.do
    ended = asked is not None and every((lambda: asked != table.phase, partial(is_over, table)))
    return because(phase=asked) if ended else False


@forbids(Sequence, "tdw:3.3")
def plays_a_turn_too_many(table: Table, sequence: Sequence) -> Because | bool:
    """The attack scenario has no turn 7."""
    return because(turn=last_turn(table)) if table.turn > last_turn(table) else False


@forbids((*DEEDS, Replace, Roll), "tdw:3.3")
def acts_on_a_turn_too_many(table: Table, deed: Deed | Replace | Roll) -> Because | bool:
    """Nothing is done on a turn that the scenario does not reach."""
    last, turn = LAST_TURNS.get(table.posted.scenario or ""), table.posted.turn
    return because(turn=last) if last is not None and turn is not None and turn > last else False


# 3.4: who wins


@computes(Victory, "vp", "tdw:3.4")
def german_vp(table: Table, victory: Victory) -> int:
    """Only the Germans score: 1 VP for each VP hex that they control in supply at the end of the turn."""
    return table.track("german-vp")


@defines("tdw:3.4")
def wins_by_sudden_death(table: Table) -> str | None:
    """Nine supplied motorized steps across the Meuse in the British zone, or five supplied VP hexes, end the game."""
    found: str | None = some((
        lambda: "vp-hexes" if table.track("german-vp") >= HEXES_OF_SUDDEN_DEATH else None,
        lambda: "steps-over-the-meuse" if is_over_the_meuse_in_strength(table) else None,
    ))
    return found


@defines("tdw:3.4")
def is_over_the_meuse_in_strength(table: Table) -> bool:
    """Nine supplied German motorized steps across the Meuse in the British zone: as posted, else counted."""
    if "meuse-steps" not in table.posted.tracks:
        if more_than(STEPS_OF_SUDDEN_DEATH - 1, _steps_over_the_meuse(table)):
            return True
        if table.posted.units_complete:
            table.others_may_be()
            return False
    return table.track("meuse-steps") >= STEPS_OF_SUDDEN_DEATH


def _steps_over_the_meuse(table: Table) -> Iterator[Callable[[], bool]]:
    """Every step that a posted unit could have there."""
    placed = (unit for unit in table.units() if unit.is_placed)
    return (partial(_has_step_there, table, unit, number) for unit in placed for number in range(MOST_STEPS))


def _has_step_there(table: Table, unit: Unit, number: int) -> bool:
    """Whether a unit stands over the Meuse with more steps than this; each has one."""
    return every((
        lambda: is_german(unit), lambda: is_motorized(unit), lambda: is_west_of_meuse(table, unit.hex),
        lambda: is_in_british_zone(table, unit.hex), lambda: not is_unsupplied(table, unit),
        lambda: number == 0 or unit.steps > number,
    ))


@defines("tdw:3.4")
def hexes_needed(table: Table) -> int:
    """Two VP hexes win the campaign, three if the withdrawal of the SS was cancelled."""
    cancelled = table.has_event("ss-withdrawal-cancelled")
    return LEAST["campaign", "vp hexes with the withdrawal cancelled" if cancelled else "vp hexes otherwise"]


@replaces(hexes_needed, "tdw:12.10")
def hexes_needed_by_weak_ss(table: Table) -> int | None:
    """Three are needed too where the SS were too weak to withdraw."""
    weak = table.has_event("ss-too-weak")
    return LEAST["campaign", "vp hexes with the SS too weak to withdraw"] if weak else None


@defines("tdw:3.4")
def holds_enough_hexes(table: Table) -> bool:
    """Whether the Germans hold as many supplied VP hexes as the scenario asks for at its end: four in the attack."""
    held = table.track("german-vp")
    asked = [least for (scenario, _), least in LEAST.items() if scenario == table.scenario]
    if held >= max(asked) or held < min(asked):
        return held >= max(asked)
    return bool(held >= hexes_needed(table))


@defines("tdw:3.4")
def outcome(table: Table) -> dict[str, Any]:
    """Sudden death comes first; at the end of the last turn the VP hexes tell; else the Allies win."""
    if not is_over(table):
        return NOT_OVER
    how = some((
        partial(wins_by_sudden_death, table),
        lambda: "vp-hexes-at-the-end" if holds_enough_hexes(table) else None,
    ))
    if how:
        return {"over": True, "side": "german", "how": how}
    return {"over": True, "side": "allied", "how": "german-failure"}


@replaces(outcome, "tdw:12.10")
def allies_win_at_once(table: Table) -> dict[str, Any] | None:
    """On turn 11 the Allies win there and then if the SS are too few and the Germans hold fewer than 3 VP."""
    return {"over": True, "side": "allied", "how": "ss-too-weak"} if lose_at_once(table) else None


@replaces(outcome, "tdw:12.10")
def allies_win_for_want_of_three(table: Table) -> dict[str, Any] | None:
    """Germans whose SS stayed win at the end of turn 12 with 3 VP or not at all, whoever is over the Meuse."""
    lost = every((
        lambda: table.phase == "cleanup",
        lambda: table.turn == LAST_TURNS["campaign"],
        lambda: table.track("german-vp") < HEXES_TO_STAY,
        lambda: is_over_the_meuse_in_strength(table),
        lambda: some((
            lambda: table.has_event("ss-withdrawal-cancelled"), lambda: table.has_event("ss-too-weak")
        )),
    ))
    return {"over": True, "side": "allied", "how": "german-failure"} if lost else None


@defines("tdw:12.10")
def lose_at_once(table: Table) -> bool:
    """In the assets phase of turn 11, fewer than 12 steps and fewer than 3 VP lose the game for the German."""
    return every((
        lambda: table.turn == WITHDRAWAL_TURN,
        lambda: table.phase == "assets",
        lambda: table.track("ss-steps") < STEPS_TO_WITHDRAW,
        lambda: table.track("german-vp") < HEXES_TO_STAY,
    ))


@forbids(Sequence, "tdw:12.10")
def plays_on_after_losing_at_once(table: Table, sequence: Sequence) -> Because | bool:
    """The game stops at once where the German has lost it on turn 11."""
    lost = sequence.do is not None and lose_at_once(table)
    return because(steps=STEPS_TO_WITHDRAW, hexes=HEXES_TO_STAY) if lost else False


@computes(Victory, "winner", "tdw:3.4")
def winner(table: Table, victory: Victory) -> dict[str, Any]:
    """Who has won, and how, or that the game goes on."""
    return dict(outcome(table))
