"""Chapter 10, the roll and what it gives (10.37, 10.38, 10.48, 10.65), in the book's order."""

from typing import Any

from rulebook.actions import Attack, Roll
from rulebook.games.tgwe.attack import RESULTS_TABLES
from rulebook.games.tgwe.columns import BOTTOM, TOP, final_rank, ratio_at
from rulebook.games.tgwe.dice import HIGHEST, LOWEST, bounded_roll, capped, final_modifier
from rulebook.games.tgwe.odds import results_table
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.rules import Because, because, computes, defines, forbids, obliges
from rulebook.table import Table

FACES = tuple(range(LOWEST, HIGHEST + 1))
COLUMNS = tuple(ratio_at(rank) for rank in range(BOTTOM, TOP + 1))
AUTOMATIC = {"A": "2/0", "B": "4/0"}
ELIMINATED = "E"

Found = dict[str, Any]


# 10.37: the roll


@computes(Attack, "result", "tgwe:10.37")
def result_of_the_battle(table: Table, attack: Attack) -> Found | None:
    """One die, with the final modifier, is crossed with the final column."""
    rank, crt = final_rank(table, attack), results_table(table, attack)
    if rank is None or crt is None:
        return None
    low = automatic_result(table, rank, crt)
    if low is not None:
        return {"table": crt, "automatic": low, **losses_of(table, low)}
    modifier = int(final_modifier(table, attack).total)
    return _results(table, crt, ratio_at(min(rank, TOP)), modifier, attack.dice)


@computes(Roll, "result", "tgwe:10.37")
def combat_roll(table: Table, roll: Roll) -> Found | None:
    """A die of combat is read on the table and the column named, with the modifier given."""
    if roll.table not in RESULTS_TABLES or roll.column not in (None, *COLUMNS):
        return None
    column = str(table.read("action.column", roll.column, COLUMNS))
    modifier = int(capped(table, int(table.read("action.modifier", roll.modifier, None, 0))))
    return _results(table, roll.table[-1].upper(), column, modifier, roll.dice)


def _results(table: Table, crt: str, column: str, modifier: int, dice: tuple[int, ...] | None) -> Found:
    """What each face gives, and the chances where the player's own table has them all."""
    rolls = [_face(table, crt, column, die, modifier) for die in dice or FACES]
    found: Found = {"table": crt, "column": column, "rolls": rolls}
    unread = [f"tables.crt-{crt.lower()}.{column}.{face['roll']}" for face in rolls if face["result"] is None]
    if unread:
        found["missing"] = list(dict.fromkeys(unread))
    elif not dice:
        found["chances"] = as_chances(distribution(1, lambda fall: rolls[fall[0] - 1]["result"]))
    return found


def _face(table: Table, crt: str, column: str, die: int, modifier: int) -> Found:
    row = int(bounded_roll(table, die + modifier))
    cell = table.game_table(f"crt-{crt.lower()}").get(column, {}).get(str(row))
    face: Found = {"die": die, "roll": row, "result": cell}
    return face if cell is None else {**face, **losses_of(table, cell)}


@forbids((Attack, Roll), "tgwe:10.37")
def rolls_more_than_one_die(table: Table, action: Attack | Roll) -> Because | bool:
    """A battle is resolved with one die."""
    dice = () if isinstance(action, Roll) and action.table not in RESULTS_TABLES else action.dice or ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@forbids(Roll, "tgwe:10.37")
def names_no_column(table: Table, roll: Roll) -> Because | bool:
    """A die of combat is read on a column from 1-2 to 5-1."""
    wrong = roll.table in RESULTS_TABLES and roll.column not in (None, *COLUMNS)
    return because(column=roll.column) if wrong else False


# 10.38: what a result says


@defines("tgwe:10.38")
def losses_of(table: Table, cell: str) -> Found:
    """The number before the slash is what the attacker loses in steps, the one after it what the defender loses."""
    attacker, defender = cell.split("/")
    return {"attacker": int(attacker), "defender": defender if defender == ELIMINATED else int(defender)}


# 10.48: off the table


@defines("tgwe:10.48")
def automatic_result(table: Table, rank: int, crt: str) -> str | None:
    """Below 1-2 no die is rolled: the result is 2/0 on table A, 4/0 on table B."""
    return AUTOMATIC[crt] if rank < BOTTOM else None


@computes(Attack, "column", "tgwe:10.48")
def column_used(table: Table, attack: Attack) -> str | None:
    """A final ratio above 5-1 is resolved on the 5-1 column; one below 1-2 on none."""
    rank = final_rank(table, attack)
    return ratio_at(min(rank, TOP)) if rank is not None and rank >= BOTTOM else None


# 10.65: complete elimination


@obliges(Attack, "tgwe:10.65")
def hex_is_wiped_out(table: Table, attack: Attack) -> Because | bool:
    """A result E on table A eliminates all defenders, headquarters and fortifications included."""
    if not attack.dice:
        return False
    found = result_of_the_battle(table, attack) or {}
    wiped = any(face.get("defender") == ELIMINATED for face in found.get("rolls", ()))
    return because(at=attack.target) if wiped else False
