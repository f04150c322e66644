"""T5: a stack breaks contact."""

from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Disengage, Roll
from rulebook.facts import YES_OR_NO, every
from rulebook.games.marne.mastery import FACES, roll_modifier
from rulebook.games.marne.pieces import (
    absent_unit,
    counts_as_disorganized,
    held_against,
    hex_met_twice,
    stranger_among,
    those_fit_to_lead,
)
from rulebook.games.marne.rulings import rulebook_forbids
from rulebook.mechanics.dice import clamped, distribution, in_full
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, because, computes, defines, forbids, modifies, obliges
from rulebook.table import Table, Unit

RESULTS = {int(row["die"]): row["result"] for row in printed.table("marne", "disengagement")}
LOWEST, HIGHEST = min(RESULTS), max(RESULTS)
DISTANCES = {"*r1": (1, 1), "r2": (1, 2), "r3": (1, 3), "R3": (3, 3)}
MORALE_DRM = {2: -2, 3: -1, 5: 1, 6: 2}
TRENCH_DRM = 3
TOWN_DRM = 1
SURROUNDED_DRM = -3
DISORGANIZED_DRM = -2


# T5: the stack


def _stack(table: Table, disengage: Disengage) -> list[Unit]:
    return table.units(disengage.units)


def _hex(table: Table, disengage: Disengage) -> str:
    return table.unit(disengage.units[0]).hex


@forbids(Disengage, "marne:T5")
def disengages_from_two_hexes(table: Table, disengage: Disengage) -> bool:
    """One stack disengages at a time."""
    return len({unit.hex for unit in _stack(table, disengage)}) > 1


@forbids(Disengage, "marne:T5")
def disengages_off_the_map(table: Table, disengage: Disengage) -> Because | bool:
    """Only units on the map have a contact to break."""
    absent = absent_unit(table, disengage.units)
    return because(unit=absent) if absent else False


@forbids(Disengage, "marne:T5")
def disengages_with_the_enemy(table: Table, disengage: Disengage) -> Because | bool:
    """A stack is of one side."""
    unit = stranger_among(_stack(table, disengage))
    return because(unit=unit) if unit else False


# T5.1: the table


@defines("marne:T5.1")
def result_of_the_die(table: Table, total: int) -> str:
    """Totals below 0 are read as 0, above 7 as 7."""
    return str(RESULTS[clamped(total, LOWEST, HIGHEST)])


def _told(table: Table, modifier: int, dice: tuple[int, ...] | None) -> dict[str, Any]:
    if dice:
        return {"total": dice[0] + modifier, "result": result_of_the_die(table, dice[0] + modifier)}
    return in_full(distribution(1, lambda fall: result_of_the_die(table, fall[0] + modifier)))


@computes(Disengage, "result", "marne:T5.1")
def result_of_the_disengagement(table: Table, disengage: Disengage) -> dict[str, Any]:
    """One die, modified, tells how the stack gets away."""
    return _told(table, _modifier(table, disengage), disengage.dice)


@computes(Roll, "disengagement", "marne:T5.1")
def disengagement_roll(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The same table, with a modifier of the player's own."""
    return _told(table, roll_modifier(table, roll), roll.dice) if roll.table == "disengagement" else None


@forbids((Disengage, Roll), "marne:T5.1")
def rolls_more_dice_to_disengage(table: Table, action: Disengage | Roll) -> Because | bool:
    """Disengaging takes one die."""
    dice = action.dice or () if isinstance(action, Disengage) or action.table == "disengagement" else ()
    return because(dice=list(dice)) if len(dice) > 1 else False


# T5.2: modifiers


def morale_of_the_stack(table: Table, disengage: Disengage) -> int:
    """The morale of the unit chosen for it, which need not be said where all are alike."""
    if disengage.lead is not None:
        return table.unit(disengage.lead).morale
    fit = those_fit_to_lead(_stack(table, disengage))
    morales = {unit.morale for unit in fit}
    if len(morales) == 1:
        return morales.pop()
    return table.unit(str(table.read("action.lead", None, tuple(unit.id for unit in fit) or None))).morale


@modifies(Disengage, "marne:T5.2")
def morale_tells(table: Table, disengage: Disengage) -> Because | bool:
    """Morale 2 gives -2, morale 3 -1, morale 5 +1, morale 6 +2."""
    morale = morale_of_the_stack(table, disengage)
    return because(amount=MORALE_DRM[morale], morale=morale) if morale in MORALE_DRM else False


@forbids(Disengage, "marne:T5.2")
def chosen_unit_is_not_in_the_stack(table: Table, disengage: Disengage) -> Because | bool:
    """The unit chosen for its morale is one of the stack."""
    stranger = disengage.lead not in (None, *disengage.units)
    return because(unit=disengage.lead) if stranger else False


@modifies(Disengage, "marne:T5.2")
def trenches_cover_the_way_out(table: Table, disengage: Disengage) -> Because | bool:
    """Leaving a hex with trenches gives +3."""
    start = _hex(table, disengage)
    return because(at=start, amount=TRENCH_DRM) if table.has_feature(start, "trench") else False


@modifies(Disengage, "marne:T5.2")
def town_covers_the_way_out(table: Table, disengage: Disengage) -> Because | bool:
    """A unit in a town has +1."""
    start = _hex(table, disengage)
    return because(at=start, amount=TOWN_DRM) if table.has_feature(start, "town") else False


@modifies(Disengage, "marne:T5.2")
def enemy_zones_close_in(table: Table, disengage: Disengage) -> Because | bool:
    """A unit surrounded by enemy zones of control has -3."""
    surrounded = table.read("action.surrounded", disengage.surrounded, YES_OR_NO)
    return because(at=_hex(table, disengage), amount=SURROUNDED_DRM) if surrounded else False


@modifies(Disengage, "marne:T5.2")
def disorganized_unit_delays(table: Table, disengage: Disengage) -> Because | bool:
    """A disorganized unit in the stack gives -2."""
    start, side = _hex(table, disengage), table.unit(disengage.units[0]).side
    unit = table.someone_at(start, partial(_delays, table, side))
    return because(at=start, amount=DISORGANIZED_DRM, by=unit) if unit else False


def _delays(table: Table, side: str, unit: Unit) -> bool:
    return every((lambda: unit.side == side, lambda: counts_as_disorganized(table, unit)))


# T5.3: what the results mean


def _result(table: Table, action: Disengage | Roll) -> str | None:
    """The result of a die that is given."""
    if not action.dice or (isinstance(action, Roll) and action.table != "disengagement"):
        return None
    modifier = roll_modifier(table, action) if isinstance(action, Roll) else _modifier(table, action)
    return str(result_of_the_die(table, action.dice[0] + modifier))


def _modifier(table: Table, disengage: Disengage) -> int:
    return int(modifiers(table, disengage, "die").total)


def _result_awaited(table: Table, disengage: Disengage) -> str:
    """The result that a way back goes by: the die is needed."""
    dice = table.read("action.dice", disengage.dice, tuple((face,) for face in FACES))
    return str(result_of_the_die(table, dice[0] + _modifier(table, disengage)))


@forbids(Disengage, "marne:T5.3")
def falls_back_another_distance(table: Table, disengage: Disengage) -> Because | bool:
    """r1 is 1 hex, r2 is 1 or 2, r3 is 1, 2 or 3, and R3 is 3."""
    if disengage.path is None:
        return False
    hexes, result = len(disengage.path) - 1, _result_awaited(table, disengage)
    least, most = DISTANCES[result]
    return False if least <= hexes <= most else because(at=disengage.path[-1], hexes=hexes, result=result)


@forbids(Disengage, "marne:T5.3")
def disengages_in_a_circle(table: Table, disengage: Disengage) -> Because | bool:
    """Each hex of the way back is another one: coming back to a hex is not falling back."""
    twice = hex_met_twice(disengage.path or ())
    return because(at=twice) if twice else False


@forbids(Disengage, "marne:T5.3")
def disengages_into_the_enemy(table: Table, disengage: Disengage) -> Because | bool:
    """The way back does not lead into a hex that the enemy holds."""
    enemy = held_against(table, disengage.units, disengage.path or ())
    return because(at=enemy.hex, by=enemy) if enemy else False


@forbids(Disengage, "marne:T5.3")
def rulebook_bars_the_way_back(table: Table, disengage: Disengage) -> bool:
    """After R3 the enemy picks the way by priorities of retreat that the aid does not give."""
    return every((
        lambda: disengage.path is not None,
        lambda: _result_awaited(table, disengage) == "R3",
        lambda: rulebook_forbids(table, "retreat-priorities"),
    ))


@obliges((Disengage, Roll), "marne:T5.3")
def chosen_unit_takes_a_loss(table: Table, action: Disengage | Roll) -> Because | bool:
    """A star costs the unit chosen for its morale a loss."""
    return because() if (_result(table, action) or "").startswith("*") else False


@obliges((Disengage, Roll), "marne:T5.3")
def stack_is_routed(table: Table, action: Disengage | Roll) -> Because | bool:
    """R3 sends the stack 3 hexes back, disorganized, by a way of the enemy's choice."""
    return because() if _result(table, action) == "R3" else False
