"""Chapter 11, the result of a combat and how its losses are taken (11.3.3), in the book's order."""

import re
from typing import Any

from rulebook.actions import Attack, Play, Roll
from rulebook.facts import every
from rulebook.games.tdw.battle import attacking_side
from rulebook.games.tdw.modifiers import (
    AUTOMATIC_RESULT,
    BOTTOM,
    COLUMNS,
    LAST_TURN_OF_THE_ASSET,
    PEIPER_BONUS,
    PLUS_TWO,
    column_at,
    rank_used,
)
from rulebook.mechanics.dice import as_chances, clamped, distribution
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, because, computes, forbids, permits
from rulebook.table import Table

FACES = (1, 2, 3, 4, 5, 6)
LOSS = re.compile(r"([AB])L(\d)")
RETREATS = {"DR": 0, "DR*": 1}
IN_EXCHANGE = "BL1"
LAST_TURN_OF = {PEIPER_BONUS: 1, PLUS_TWO: LAST_TURN_OF_THE_ASSET}

Found = dict[str, Any]


# 11.3.3: the die


@forbids((Attack, Roll), "tdw:11.3.3")
def rolls_more_than_one_die(table: Table, action: Attack | Roll) -> Because | bool:
    """A combat is resolved with one die."""
    dice = () if isinstance(action, Roll) and action.table != "combat" else action.dice or ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@forbids(Roll, "tdw:11.3.3")
def names_no_column(table: Table, roll: Roll) -> Because | bool:
    """A combat is read on a column of the table, from 1-3 to 6-1."""
    asked = roll.column if roll.table == "combat" else None
    return because(column=asked) if asked is not None and asked not in COLUMNS else False


@forbids(Roll, "tdw:11.3.2")
def modifies_the_die_otherwise(table: Table, roll: Roll) -> Because | bool:
    """The die of a combat can have +1 with Peiper, or +2 by the optional asset in his stead, and nothing else."""
    told = roll.modifier if roll.table == "combat" else None
    return because(modifier=told) if told and not _can_be_added(table, told) else False


def _can_be_added(table: Table, modifier: int) -> bool:
    """Whether a German attack could have this modifier: Peiper's on turn 1 (11.3.2), or the asset's on 1-2 (16.1)."""
    if modifier not in LAST_TURN_OF:
        return False
    return every((
        lambda: table.active == "german",
        lambda: table.turn <= LAST_TURN_OF[modifier],
        lambda: table.has_option("16.1") == (modifier == PLUS_TWO),
    ))


@computes(Roll, "combat", "tdw:11.3.3")
def combat_roll(table: Table, roll: Roll) -> Found | None:
    """The die, with its modifiers, is read on the column named."""
    column = str(table.read("action.column", roll.column)) if roll.table == "combat" else None
    if column not in COLUMNS:
        return None
    return results_at(table, column, int(table.read("action.modifier", roll.modifier, None, 0)), roll.dice)


@computes(Attack, "result", "tdw:11.3.3")
def result_of_the_combat(table: Table, attack: Attack) -> Found | None:
    """The die, with its modifiers, is read on the final column; below 1-3 no die is needed."""
    rank = rank_used(table, attack)
    if rank is None:
        return None
    if rank < BOTTOM:
        return {"column": None, **_told(AUTOMATIC_RESULT)}
    found = results_at(table, column_at(rank), int(modifiers(table, attack, "die").total), attack.dice)
    return _with_exchanges(found) if may_exchange_retreats(table, attack) else found


def results_at(table: Table, column: str, modifier: int, dice: tuple[int, ...] | None) -> Found:
    """What each face of the die gives, and the chances where the player's table has every cell."""
    rolls = [_face(table, column, die, modifier) for die in dice or FACES]
    unread = [f"tables.crt.{column}.{face['roll']}" for face in rolls if face["result"] is None]
    found: Found = {"column": column, "modifier": modifier, "rolls": rolls}
    if unread:
        found["missing"] = list(dict.fromkeys(unread))
    elif not dice:
        found["chances"] = as_chances(distribution(1, lambda fall: rolls[fall[0] - 1]["result"]))
    return found


def _face(table: Table, column: str, die: int, modifier: int) -> Found:
    """A roll beyond the last row is read on the last."""
    roll = clamped(die + modifier, FACES[0], FACES[-1])
    return {"die": die, "roll": roll, **_told(table.game_table("crt").get(column, {}).get(str(roll)))}


def _told(cell: str | None) -> Found:
    """A cell, with the steps of each side and the retreat where the rulebook says what it means."""
    loss = LOSS.fullmatch(cell or "")
    if loss:
        steps = int(loss[2])
        return {"result": cell, "attacker": steps, "defender": steps if loss[1] == "B" else 0, "retreat": False}
    if cell in RETREATS:
        return {"result": cell, "attacker": 0, "defender": RETREATS[cell], "retreat": True}
    return {"result": cell}


def _with_exchanges(found: Found) -> Found:
    told = [face | {"or": IN_EXCHANGE} if face["result"] in RETREATS else face for face in found["rolls"]]
    return found | {"rolls": told}


# 11.3.3: the first combat round of turn 1


def _is_the_opening(table: Table) -> bool:
    return every((
        lambda: table.turn == 1, lambda: table.phase == "combat-round", lambda: table.active == "german",
    ))


@permits(Attack, "tdw:11.3.3")
def may_exchange_retreats(table: Table, attack: Attack) -> Because | bool:
    """In the first combat round of turn 1 the German may turn a DR or DR* into BL1."""
    opening = every((lambda: attacking_side(table, attack) == "german", lambda: _is_the_opening(table)))
    return because(at=attack.target) if opening else False


@permits(Play, "tdw:11.3.3")
def german_exchanges_a_retreat(table: Table, play: Play) -> Because | bool:
    """In the first combat round of turn 1 the German may take a BL1 in place of a DR or DR*."""
    exchanged = play.event == "convert-retreat" and _is_the_opening(table)
    return because(at=play.hex) if exchanged else False


@forbids(Play, "tdw:11.3.3")
def exchanges_a_retreat_later(table: Table, play: Play) -> Because | bool:
    """After the first combat round of turn 1 no retreat is turned into losses."""
    late = play.event == "convert-retreat" and not _is_the_opening(table)
    return because(at=play.hex, phase=table.phase) if late else False
