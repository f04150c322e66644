"""Chapter 17, the action chits that each side has on each turn."""

from collections.abc import Iterator
from typing import Any

from rulebook import printed
from rulebook.actions import Advance, Attack, Bridge, Losses, Move, Place, Play, Retreat, Sequence, Support
from rulebook.facts import every, some
from rulebook.rules import Because, because, computes, contested, defines, forbids
from rulebook.table import Table

SUPPLY_CHECK = "supply-check"
MOVE_COMBAT = "move-combat"
REINFORCEMENT = "reinforcement"
PANZERS = ("5th-panzer", "6th-panzer")
EITHER_PANZER = "one of two"
PANZERS_TOLD = "5th-panzer or 6th-panzer"
PLACES = ("cup", "hand")
CHITS = {
    "combat-round": MOVE_COMBAT, "movement-round": MOVE_COMBAT, "second-reaction": "reaction",
    "5th-panzer-round": PANZERS[0], "6th-panzer-round": PANZERS[1], "all-german-round": "all-german",
    "one-army-round": "one-army", "three-formations-round": "three-formations", "reinforcement-round": REINFORCEMENT,
    "patton-round": "patton-monty", "monty-movement-round": "patton-monty", "monty-combat-round": "patton-monty",
    "supply-check": SUPPLY_CHECK,
}
CHART = printed.table("tdw", "chits")
PANZER_CHART = {int(row["turn"]): row for row in printed.table("tdw", "panzer-chits")}
PANZERS_AT_MOST = 2
BEFORE_ROUNDS = ("setup", "assets", "replacements")
OPENING_ALONE = ("traffic-placement", "first-reaction", "vdh-placement")
OPENING_TURN = 1
# The side that alone has chits of a kind.
OWNERS = {
    row["chit"]: row["side"] for row in CHART
    if not any(row["chit"] == other["chit"] and row["side"] != other["side"] for other in CHART)
}

PLAYED_IN_ROUNDS = ("choose-formations", "cancel-retreat")

Deed = Move | Attack | Support | Retreat | Advance | Losses | Bridge | Place | Play
DEEDS = (Move, Attack, Support, Retreat, Advance, Losses, Bridge, Place, Play)


def side_of(table: Table, chit: str) -> str:
    """The side in whose list a chit stands; a supply check stands in the German one, whoever is active."""
    return "german" if chit == SUPPLY_CHECK else table.active


def _listed(turn: int, side: str, chit: str) -> int:
    """How many chits of a kind the chart gives a side on a turn, in the cup or in hand."""
    rows = (row for row in CHART if (int(row["turn"]), row["side"], row["chit"]) == (turn, side, chit))
    return sum(int(row["count"]) for row in rows)


# 17.0: which chits a turn has


@defines("tdw:17.0")
def panzer_chits(table: Table) -> int:
    """On turn 4 one Panzer Army chit, or both with St. Vith and Bastogne; on turns 5 and 6 one with both, else none."""
    row = PANZER_CHART[table.turn]
    return int(row["both_held" if _holds_both_towns(table) else "otherwise"])


@contested(panzer_chits)
def panzer_chits_whoever_holds_the_towns(table: Table) -> int:
    row = PANZER_CHART[table.turn]
    return int(row["both_held" if _holds_both_towns(table) else "otherwise_other_reading"])


def _holds_both_towns(table: Table) -> bool:
    return every((lambda: table.has_event("st-vith-german"), lambda: table.has_event("bastogne-german")))


@defines("tdw:17.0")
def chits_given(table: Table, side: str, chit: str) -> int:
    """How many chits of a kind a side has this turn, in the cup or in hand."""
    if chit in PANZERS and side == "german" and table.turn in PANZER_CHART:
        return int(panzer_chits(table) > 0)
    return _listed(table.turn, side, chit)


@forbids(Sequence, "tdw:17.0")
def chit_is_not_available(table: Table, sequence: Sequence) -> Because | bool:
    """A side plays only the chits that the chart gives it on the turn."""
    chit = CHITS.get(str(sequence.do))
    lacking = chit is not None and chits_given(table, side_of(table, chit), chit) == 0
    return because(phase=sequence.do, side=table.active, turn=table.turn) if lacking else False


@forbids(Sequence, "tdw:17.0")
def other_panzer_chit_was_taken(table: Table, sequence: Sequence) -> Because | bool:
    """Where the German has one Panzer Army chit, he has chosen between the 5th and the 6th."""
    chit = CHITS.get(str(sequence.do))
    if chit not in PANZERS:
        return False
    other = PANZERS[1 - PANZERS.index(chit)]
    taken = every((
        lambda: table.turn in PANZER_CHART, lambda: panzer_chits(table) < PANZERS_AT_MOST,
        lambda: some((lambda: table.has_event(f"{other}-chosen"), lambda: _played(table, "german", other))),
    ))
    return because(phase=sequence.do) if taken else False


@forbids(Sequence, "tdw:17.0")
def chit_in_the_cup_opens_the_turn(table: Table, sequence: Sequence) -> Because | bool:
    """A Panzer Army chit that was put in the cup waits to be drawn: the turn opens with one that was kept out."""
    chit = CHITS.get(str(sequence.do))
    opens = chit in PANZERS and table.phase in BEFORE_ROUNDS and table.turn != OPENING_TURN
    return because(phase=sequence.do) if opens and table.has_event(f"{chit}-chosen") else False


@forbids(DEEDS, "tdw:17.0")
def acts_in_a_round_of_the_other_side(table: Table, deed: Deed) -> Because | bool:
    """A round for which one side alone has chits is not the other's; where nobody is told active, it tells who is."""
    owner, side = OWNERS.get(CHITS.get(table.phase, "")), table.posted.active
    if side is None or owner in (None, side) or table.phase == SUPPLY_CHECK or not _needs_a_round(deed):
        return False
    return because(phase=table.phase, side=owner)


@forbids(DEEDS, "tdw:17.0")
def acts_in_a_round_that_the_turn_has_not(table: Table, deed: Deed) -> Because | bool:
    """Nothing is done in a round for which the chart gives no chit on the turn; without a turn, the round tells it."""
    turn = table.posted.turn
    if turn is None or not _needs_a_round(deed):
        return False
    return because(phase=table.phase, turn=turn) if _has_no_such_round(table, turn) else False


def _needs_a_round(deed: Deed) -> bool:
    if isinstance(deed, Play):
        return deed.event in PLAYED_IN_ROUNDS
    return not isinstance(deed, Place) or deed.entry == REINFORCEMENT


def _has_no_such_round(table: Table, turn: int) -> bool:
    """Whether a side can have no such round on a turn."""
    phase = table.phase
    if phase not in CHITS:
        return phase in OPENING_ALONE and turn != OPENING_TURN
    chit = CHITS[phase]
    if chit in PANZERS and turn in PANZER_CHART:
        return _is_no_panzer_chit(table, chit)
    side = str(OWNERS.get(chit) or table.active)
    opens = turn == OPENING_TURN and side == "german" and chit == MOVE_COMBAT
    return not opens and _listed(turn, side, chit) == 0


def _is_no_panzer_chit(table: Table, chit: str) -> bool:
    """Whether the turn has not this Panzer Army chit; where no event is told, the round itself tells that it has."""
    if table.posted.events is None:
        return False
    given: int = panzer_chits(table)
    other = PANZERS[1 - PANZERS.index(chit)]
    return given == 0 or (given < PANZERS_AT_MOST and _is_taken(table, other))


def _is_taken(table: Table, chit: str) -> bool:
    """Whether a Panzer Army chit was put in the cup, or played already."""
    return bool(some((lambda: table.has_event(f"{chit}-chosen"), lambda: table.has_event(_event_of(chit)))))


@computes(Sequence, "chits", "tdw:17.0")
def chits_of_the_turn(table: Table, sequence: Sequence) -> dict[str, Any]:
    """What each side has this turn, in the cup and in hand."""
    return {side: dict(_chits_of(table, side)) for side in table.game.sides}


def _chits_of(table: Table, side: str) -> Iterator[tuple[str, dict[str, int]]]:
    for where in PLACES:
        counts = {row["chit"]: int(row["count"]) for row in _rows(table, side, where)}
        if counts.pop(EITHER_PANZER, None):
            counts[PANZERS_TOLD] = panzer_chits(table)
        yield where, counts


def _rows(table: Table, side: str, where: str) -> list[dict[str, str]]:
    """The lines of the chart for a side this turn, in the cup or in hand."""
    wanted = (str(table.turn), side, where)
    return [row for row in CHART if (row["turn"], row["side"], row["where"]) == wanted]


# What has been played


@computes(Sequence, "left", "tdw:14.1")
def chits_left(table: Table, sequence: Sequence) -> dict[str, Any] | None:
    """What each side has still to play this turn, and what the Allied player still holds in hand."""
    if sequence.do is not None:
        return None
    held = [row["chit"] for row in _rows(table, "allied", "hand") if _is_still_held(table, row["chit"])]
    return {**{side: _left(table, side) for side in table.game.sides}, "in_hand": held}


def _left(table: Table, side: str) -> dict[str, int]:
    chits = dict.fromkeys(row["chit"] for where in PLACES for row in _rows(table, side, where))
    return {chit if chit != EITHER_PANZER else PANZERS_TOLD: _left_of(table, side, chit) for chit in chits}


def _left_of(table: Table, side: str, chit: str) -> int:
    if chit == EITHER_PANZER:
        return int(panzer_chits(table)) - sum(_played(table, side, panzer) for panzer in PANZERS)
    return int(chits_given(table, side, chit)) - _played(table, side, chit)


def _is_still_held(table: Table, chit: str) -> bool:
    if chit == REINFORCEMENT and table.phase not in BEFORE_ROUNDS:
        return table.has_event("reinforcement-chit-held")
    return not _played(table, "allied", chit)


def is_used_up(table: Table, chit: str) -> bool:
    """Whether all the chits of a kind that the active side has this turn are played; one that it has not is not."""
    side = side_of(table, chit)
    given: int = chits_given(table, side, chit)
    return given > 0 and given <= _played(table, side, chit)


def _played(table: Table, side: str, chit: str) -> int:
    """How many chits of a kind a side has played this turn; before the rounds, or in the opening of turn 1, none."""
    if table.phase in (*BEFORE_ROUNDS, *OPENING_ALONE):
        return 0
    if chit == MOVE_COMBAT:
        return table.track(f"{side}-movement-rounds") + table.track(f"{side}-combat-rounds")
    if chit == REINFORCEMENT:
        return table.track(f"{side}-reinforcement-rounds")
    if chit == SUPPLY_CHECK:
        return table.track("supply-checks")
    return int(bool(some((
        lambda: CHITS.get(table.phase) == chit, lambda: table.has_event(_event_of(chit))
    ))))


def _event_of(chit: str) -> str:
    return "second-reaction-played" if chit == "reaction" else f"{chit}-played"


def left_in_the_cup(table: Table) -> bool:
    """Whether a chit of either side, or a supply check, is still to be drawn."""
    return bool(some((
        lambda: table.track("german-chits-in-cup") > 0,
        lambda: table.track("allied-chits-in-cup") > 0,
        lambda: _checks_are_left(table),
    )))


def _checks_are_left(table: Table) -> bool:
    checks = _listed(table.turn, "german", SUPPLY_CHECK)
    return checks > 0 and checks > table.track("supply-checks")
