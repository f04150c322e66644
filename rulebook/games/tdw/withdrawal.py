"""Case 12.10, the withdrawal of the SS."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Attack, Play, Sequence, Support
from rulebook.facts import every, some
from rulebook.games.tdw.battle import lent
from rulebook.games.tdw.pieces import division_of, is_german, is_gun
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.games.tdw.victory import HEXES_TO_STAY, STEPS_TO_WITHDRAW, WITHDRAWAL_TURN
from rulebook.rules import Because, because, contested, defines, forbids, obliges
from rulebook.table import Table, Unit

SS_DIVISIONS = frozenset(
    row["formation"] for row in printed.table("tdw", "formations") if row["case"] == "12.10" and not row["status"]
)
GUNS_OF = "6th-panzer-army"
WITHDRAW, CANCEL = "ss-withdrawal", "cancel-ss-withdrawal"
GONE = ("eliminated", "withdrawn", "surrendered")


@defines("tdw:12.10")
def is_to_withdraw(table: Table, unit: Unit) -> bool:
    """The 1st, 2nd, 9th and 12th SS Panzer, the FB Brigade, and the guns and rockets of the 6th Panzer Army."""
    if not is_german(unit):
        return False
    if is_gun(unit):
        return unit.belongs_to("army") == GUNS_OF
    return bool(some((lambda: unit.has_status("fb-brigade"), lambda: division_of(unit) in SS_DIVISIONS)))


@defines("tdw:12.10")
def are_enough_to_withdraw(table: Table) -> bool:
    """With 12 steps or more they withdraw, with fewer they stay."""
    return table.track("ss-steps") >= STEPS_TO_WITHDRAW


@contested(are_enough_to_withdraw)
def are_more_than_enough(table: Table) -> bool:
    return table.track("ss-steps") > STEPS_TO_WITHDRAW


@forbids(Play, "tdw:12.10")
def withdraws_at_another_time(table: Table, play: Play) -> Because | bool:
    """The withdrawal, and its cancelling, belong to the assets phase of turn 11."""
    wrong = play.event in (WITHDRAW, CANCEL) and some((
        lambda: table.turn != WITHDRAWAL_TURN, lambda: table.phase != "assets"
    ))
    return because(turn=WITHDRAWAL_TURN, phase="assets") if wrong else False


@forbids(Play, "tdw:12.10")
def too_few_to_withdraw(table: Table, play: Play) -> Because | bool:
    """With fewer than 12 steps among them the units stay."""
    few = play.event in (WITHDRAW, CANCEL) and not are_enough_to_withdraw(table)
    return because(steps=STEPS_TO_WITHDRAW) if few else False


def _withdrawing(table: Table, play: Play, test: Callable[[Unit], Any]) -> Because | bool:
    """The first unit of a withdrawal that passes a test."""
    units = table.units(play.units) if play.event == WITHDRAW else []
    found = some(partial(_passing, unit, test) for unit in units)
    return because(unit=found) if found else False


def _passing(unit: Unit, test: Callable[[Unit], Any]) -> Unit | None:
    return unit if test(unit) else None


@forbids(Play, "tdw:12.10")
def another_unit_withdraws(table: Table, play: Play) -> Because | bool:
    """Only the units named withdraw."""
    return _withdrawing(table, play, lambda unit: not is_to_withdraw(table, unit))


@forbids(Play, "tdw:12.10")
def withdraws_what_is_gone(table: Table, play: Play) -> Because | bool:
    """Only units that are left withdraw, not those that are lost or withdrawn already."""
    return _withdrawing(table, play, lambda unit: not unit.is_placed and some(
        partial(unit.has_status, word) for word in GONE
    ))


@forbids(Play, "tdw:12.10")
def unsupplied_ss_stay(table: Table, play: Play) -> Because | bool:
    """Those that are not supplied stay; guns need no supply."""
    return _withdrawing(table, play, lambda unit: every((
        lambda: not is_gun(unit), lambda: is_unsupplied(table, unit)
    )))


@forbids(Play, "tdw:12.10")
def withdrawal_was_cancelled(table: Table, play: Play) -> Because | bool:
    """Nobody withdraws once the German has cancelled the withdrawal."""
    return because() if play.event == WITHDRAW and table.has_event("ss-withdrawal-cancelled") else False


@forbids(Play, "tdw:12.10")
def cancels_with_too_few_points(table: Table, play: Play) -> Because | bool:
    """The German may cancel the withdrawal only if he controls 3 VP or more."""
    poor = play.event == CANCEL and table.track("german-vp") < HEXES_TO_STAY
    return because(hexes=HEXES_TO_STAY) if poor else False


@forbids((Attack, Support), "tdw:12.10")
def withdrawn_guns_fire(table: Table, action: Attack | Support) -> Because | bool:
    """From turn 11 on the guns and rockets of the 6th Panzer Army are gone, unless the SS stayed."""
    gun = some(partial(_withdrawn, table, unit) for unit, _ in lent(table, action))
    return because(at=action.target, unit=gun) if gun else False


def _withdrawn(table: Table, gun: Unit) -> Unit | None:
    gone = every((
        lambda: table.turn >= WITHDRAWAL_TURN,
        lambda: is_gun(gun), lambda: is_to_withdraw(table, gun),
        lambda: not table.has_event("ss-withdrawal-cancelled"), lambda: not table.has_event("ss-too-weak"),
    ))
    return gun if gone else None


@obliges(Sequence, "tdw:12.10")
def ss_withdraw_now(table: Table, sequence: Sequence) -> Because | bool:
    """In the assets phase of turn 11 the supplied units leave, if they are enough and the German does not cancel it."""
    owed = every((
        lambda: table.turn == WITHDRAWAL_TURN, lambda: table.phase == "assets",
        lambda: are_enough_to_withdraw(table), lambda: not table.has_event("ss-withdrawal-cancelled"),
    ))
    return because(turn=WITHDRAWAL_TURN) if owed else False


@obliges(Play, "tdw:12.10")
def must_hold_three_at_the_end(table: Table, play: Play) -> Because | bool:
    """Having cancelled it, the German needs 3 VP at the end of turn 12."""
    return because(hexes=HEXES_TO_STAY) if play.event == CANCEL else False
