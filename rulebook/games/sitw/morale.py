"""Chapter 4, morale and victory, in the book's order."""

from functools import partial
from typing import Any

from rulebook.actions import Advance, Control, Play, Retreat, Step, Victory
from rulebook.facts import every, known, more_than
from rulebook.games.sitw.pieces import is_american_infantry
from rulebook.games.sitw.setup import entered
from rulebook.rules import Because, because, computes, defines, forbids, obliges, rejects
from rulebook.table import Table, Unit

HIGHEST_MORALE = 30
LAST_TURN = 16
TEST_TURN = 9
GERMAN_PASS_MARK = 18
ALLIED_PASS_MARK = 13
YANKEE_DIVISIONS = 6


# 4.1 to 4.3


@defines("sitw:4.1")
def is_broken(table: Table, side: str) -> bool:
    """A side is broken when its morale is at zero."""
    return table.track(f"{side}-morale") == 0


@obliges((Step, Advance, Retreat), "sitw:4.2")
def morale_changes_hands(table: Table, action: Step | Advance | Retreat) -> Because | bool:
    """When a morale hex changes hands the loser is debited, and the taker credited, its points."""
    there, side = entered(table, action)
    if table.control(there) == side or not table.value(there):
        return False
    return because(at=there, amount=table.value(there), side=side)


@computes(Control, "morale", "sitw:4.2")
def morale_value(table: Table, control: Control) -> int:
    """The points of a morale hex are printed on it."""
    return table.value(control.hex)


@defines("sitw:4.3")
def morale_after(table: Table, side: str, change: int) -> int:
    """Morale never falls below zero nor rises above 30; nothing beyond is recorded."""
    return max(0, min(HIGHEST_MORALE, table.track(f"{side}-morale") + change))


@computes((Advance, Retreat), "morale", "sitw:4.3")
def morale_once_the_hex_has_fallen(table: Table, action: Advance | Retreat) -> dict[str, int] | None:
    """What both sides' morale becomes, within zero and 30, when a morale hex changes hands."""
    changes = morale_changes_hands(table, action)
    if not changes:
        return None
    side = str(changes.words["side"])
    loser = table.game.enemy_of(side)
    return {side: morale_after(table, side, changes.amount), loser: morale_after(table, loser, -changes.amount)}


@rejects("sitw:4.3")
def morale_is_off_the_track(table: Table) -> Because | bool:
    """Morale stands between 0 and 30."""
    for side in table.game.sides:
        level = table.posted.tracks.get(f"{side}-morale")
        if level is not None and not 0 <= level <= HIGHEST_MORALE:
            return because(side=side, morale=level)
    return False


# 4.4, 4.5: victory


@computes(Victory, "winner", "sitw:4.4")
def winner(table: Table, victory: Victory) -> dict[str, Any]:
    """At the end of a game turn a side at zero loses; after turn 16 the German wins if his morale is above zero."""
    if table.phase != "victory-test":
        return _fails_turn_9(table, victory) or {"side": None, "why": "victory is tested at the end of the game turn"}
    german = is_broken(table, "german")
    if not german and table.turn == LAST_TURN:
        return {"side": "german", "why": "German morale is above zero at the end of turn 16"}
    allied = is_broken(table, "allied")
    if german and allied:
        return {"side": None, "why": "both sides are at zero: the book does not say who wins"}
    if german or allied:
        return {"side": "allied" if german else "german", "why": "the other side's morale is at zero"}
    return {"side": None, "why": "neither side's morale is at zero"}


def _fails_turn_9(table: Table, victory: Victory) -> dict[str, Any] | None:
    """The Allies win at once where the German fails his test of turn 9 (4.5)."""
    test = turn_9_test(table, victory)
    return {"side": "allied", "why": "the German fails his turn 9 morale test"} if test and test["winner"] else None


@defines("sitw:4.4")
def last_turn(table: Table) -> int:
    """The game lasts to the end of turn 16."""
    return LAST_TURN


@defines("sitw:4.5")
def turn_9_test_is_held(table: Table) -> bool:
    """At the end of his player turn of turn 9 the German takes a morale test."""
    return every((
        lambda: table.turn == TEST_TURN, lambda: table.active == "german", lambda: table.phase == "terminal-supply"
    ))


@computes(Victory, "turn_9_test", "sitw:4.5")
def turn_9_test(table: Table, victory: Victory) -> dict[str, Any] | None:
    """The German loses at once unless his morale is 18 or more and that of the Allies 13 or less."""
    if not turn_9_test_is_held(table):
        return None
    passed = bool(known(lambda: table.has_event("turn-9-test-passed"))) or every((
        lambda: table.track("german-morale") >= GERMAN_PASS_MARK,
        lambda: table.track("allied-morale") <= ALLIED_PASS_MARK,
    ))
    return {"passed": passed, "winner": None if passed else "allied"}


# 4.6, 4.7: two points for the Allies


@forbids(Play, "sitw:4.6")
def yankees_have_not_arrived(table: Table, play: Play) -> Because | bool:
    """The Yankees arrive when an Allied player turn starts with six full American infantry divisions in supply."""
    if play.event != "yankees-arrive":
        return False
    arrived = every((
        lambda: not table.has_event("yankees-arrived"),
        lambda: starts_an_allied_turn(table),
        lambda: enough_americans_are_fresh(table),
    ))
    return False if arrived else because(wanted=YANKEE_DIVISIONS)


def starts_an_allied_turn(table: Table) -> bool:
    return every((lambda: table.active == "allied", lambda: table.phase == "initial-supply"))


def enough_americans_are_fresh(table: Table) -> bool:
    """Six American infantry divisions are on the map, at full strength and in supply; others may be there too."""
    fresh = more_than(YANKEE_DIVISIONS - 1, (
        partial(_is_fresh_american, unit) for unit in table.units() if unit.is_placed
    ))
    if not fresh:
        table.others_may_be()
    return fresh


def _is_fresh_american(unit: Unit) -> bool:
    return every((
        lambda: is_american_infantry(unit), lambda: not unit.is_reduced, lambda: unit.supply == "supplied"
    ))


@obliges(Play, "sitw:4.6")
def yankees_lift_allied_morale(table: Table, play: Play) -> Because | bool:
    """Allied morale rises by one, once; the Germans are not debited."""
    if play.event != "yankees-arrive" or yankees_have_not_arrived(table, play):
        return False
    return because(amount=1)


@forbids(Play, "sitw:4.7")
def big_bertha_is_still_there(table: Table, play: Play) -> Because | bool:
    """The Allies gain from Big Bertha once, when a player turn of theirs starts and it is no longer on the map."""
    if play.event != "big-bertha-credit":
        return False
    gone = every((
        lambda: not table.has_event("bertha-credited"),
        lambda: starts_an_allied_turn(table),
        lambda: not table.marker_hexes("big-bertha"),
    ))
    return False if gone else because()


@obliges(Play, "sitw:4.7")
def big_bertha_lifts_allied_morale(table: Table, play: Play) -> Because | bool:
    """Allied morale rises by one; the Germans are not debited."""
    if play.event != "big-bertha-credit" or big_bertha_is_still_there(table, play):
        return False
    return because(amount=1)
