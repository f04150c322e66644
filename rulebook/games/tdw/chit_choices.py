"""Chapter 14, when chits come and what they are played for (14.3.1, 14.4, 14.6, 14.7), in the book's order."""

from functools import partial

from rulebook.actions import Play, Sequence
from rulebook.facts import every, some
from rulebook.games.tdw.chits import BEFORE_ROUNDS
from rulebook.games.tdw.pieces import division_of, is_german
from rulebook.games.tdw.rounds import (
    COMBAT,
    FORMATIONS,
    MOVEMENT,
    PANZER_ARMIES,
    REACTIONS,
    SECOND_REACTION,
    TURN_OF,
    first_word,
)
from rulebook.mechanics.units import first_unit, is_off_the_map
from rulebook.rules import Because, because, contested, forbids
from rulebook.table import Table, Unit

FIRST_TURN = 1
CHITS_OF_EACH = {"german": 1, "allied": 2}
JUST_PLAYED = "panzer-army-just-played"
KINDS = ("armor-formation", "mechanized-formation", "infantry-formation")


# 14.3.1, 14.4 and 14.6: when


@forbids(Sequence, "tdw:14.3.1")
def second_reaction_comes_at_the_wrong_moment(table: Table, sequence: Sequence) -> Because | bool:
    """The second Reaction 3 chit is played right after a Panzer Army chit, or as the last of the turn."""
    return _comes_at_the_wrong_moment(table, sequence, JUST_PLAYED)


@contested(second_reaction_comes_at_the_wrong_moment)
def second_reaction_comes_before_the_panzers(table: Table, sequence: Sequence) -> Because | bool:
    return _comes_at_the_wrong_moment(table, sequence, JUST_PLAYED, "5th-panzer-played", "6th-panzer-played")


def _comes_at_the_wrong_moment(table: Table, sequence: Sequence, *events: str) -> Because | bool:
    """Whether neither a Panzer Army's round, nor one of these events, nor an empty cup lets the chit come now."""
    if sequence.do != SECOND_REACTION:
        return False
    timely = some((
        lambda: table.phase in PANZER_ARMIES, *(partial(table.has_event, event) for event in events),
        partial(_is_the_cup_empty, table),
    ))
    return False if timely else because(phase=SECOND_REACTION)


def _is_the_cup_empty(table: Table) -> bool:
    return every((
        lambda: table.track("german-chits-in-cup") == 0, lambda: table.track("allied-chits-in-cup") == 0
    ))


@forbids(Sequence, "tdw:14.3.1")
def reacts_after_turn_1(table: Table, sequence: Sequence) -> Because | bool:
    """The Reaction 3 chits leave the game at the end of turn 1."""
    gone = sequence.do in REACTIONS and table.turn != FIRST_TURN
    return because(phase=sequence.do) if gone else False


@forbids(Sequence, "tdw:14.4")
def plays_too_many_chits_of_a_kind(table: Table, sequence: Sequence) -> Because | bool:
    """In a turn the German has one movement and one combat round; the Allied player two in all, of either kind."""
    if sequence.do not in (MOVEMENT, COMBAT):
        return False
    side, counted = table.active, (sequence.do,) if table.active == "german" else (MOVEMENT, COMBAT)
    played = 0 if _none_is_counted_yet(table) else sum(table.track(f"{side}-{phase}s") for phase in counted)
    return because(phase=sequence.do, active=side, number=played) if played >= CHITS_OF_EACH[side] else False


def _none_is_counted_yet(table: Table) -> bool:
    """Before the rounds no chit has been played; turn 1 has its own order (14.3) and no Move/Combat chit besides."""
    return bool(some((lambda: table.phase in BEFORE_ROUNDS, lambda: table.turn == FIRST_TURN)))


@forbids(Sequence, "tdw:14.6")
def german_chit_is_out_of_its_turn(table: Table, sequence: Sequence) -> Because | bool:
    """The All German chit is played on turn 2 alone, the One Army chit on turn 3."""
    turn = TURN_OF.get(str(sequence.do))
    return because(phase=sequence.do, turn=turn) if turn is not None and table.turn != turn else False


# 14.7: which formations


def _chooses(play: Play) -> bool:
    return play.event == "choose-formations"


@forbids(Play, "tdw:14.7")
def chooses_out_of_its_round(table: Table, play: Play) -> Because | bool:
    """Formations are chosen when the 3 Formations chit is played."""
    return because(phase=FORMATIONS) if _chooses(play) and table.phase != FORMATIONS else False


@forbids(Play, "tdw:14.7")
def chooses_others_than_germans(table: Table, play: Play) -> Because | bool:
    """The chit activates German formations."""
    stranger = first_unit(table.units(play.units), lambda unit: not is_german(unit)) if _chooses(play) else None
    return because(unit=stranger) if stranger else False


@forbids(Play, "tdw:14.7")
def chooses_units_off_the_map(table: Table, play: Play) -> Because | bool:
    """The chit moves formations on the map: a unit that is lost, or still to come, is not activated."""
    absent = first_unit(table.units(play.units), is_off_the_map) if _chooses(play) else None
    return because(unit=absent) if absent else False


@forbids(Play, "tdw:14.7")
def chooses_two_formations_of_a_kind(table: Table, play: Play) -> Because | bool:
    """The chit activates one armor, one mechanized and one infantry formation at most, with those chosen before."""
    if not _chooses(play):
        return False
    chosen: dict[str, set[str]] = {}
    for unit in table.units(play.units):
        chosen.setdefault(first_word(unit, KINDS), set()).add(_formation_of(unit))
    kind = next((kind for kind, formations in chosen.items() if len(formations) > 1), None)
    if kind:
        return because(status=kind, formations=sorted(chosen[kind]))
    before = _chosen_before(table, play, chosen)
    return because(status=before[0], formations=sorted((*chosen[before[0]], before[1]))) if before else False


def _formation_of(unit: Unit) -> str:
    """The division of a unit; one of no division is a formation by itself."""
    return division_of(unit) or unit.id


def _chosen_before(table: Table, play: Play, chosen: dict[str, set[str]]) -> tuple[str, str] | None:
    """Another formation of a kind now chosen that the chit has activated already."""
    others = (unit for unit in table.units() if unit.id not in play.units)
    found: tuple[str, str] | None = some((
        *(partial(_clashing, chosen, unit) for unit in others), lambda: table.others_may_be(table.units())
    ))
    return found


def _clashing(chosen: dict[str, set[str]], unit: Unit) -> tuple[str, str] | None:
    """A unit activated before, of a kind now chosen and of a formation that is not."""
    clashes = every((
        lambda: is_german(unit), lambda: unit.has_status("activated"),
        lambda: not any(_formation_of(unit) in formations for formations in chosen.values()),
        lambda: first_word(unit, KINDS) in chosen,
    ))
    return (first_word(unit, KINDS), _formation_of(unit)) if clashes else None
