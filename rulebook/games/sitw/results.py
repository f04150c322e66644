"""Chapter 13, the result of a battle and its losses (13.28 to 13.32); retreat and advance are in `after_combat`."""

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Attack, Losses, Roll
from rulebook.facts import Unknown, every, known, outcome_of, some
from rulebook.games.sitw.battle import defender_who
from rulebook.games.sitw.combat import AUTOMATIC_RESULT, COMBAT_PHASES, HIGHEST, LOWEST, attacking_side, battle_odds
from rulebook.games.sitw.components import steps_of
from rulebook.games.sitw.modifiers import final_modifier
from rulebook.games.sitw.pieces import is_absent, is_aircraft
from rulebook.games.sitw.zones import enemy_zoc_by, is_friend_in
from rulebook.mechanics.dice import as_chances, clamped, distribution
from rulebook.mechanics.odds import Odds, column_of, odds_rounded_for_the_defender
from rulebook.mechanics.units import first_unit, is_off_the_map
from rulebook.rules import Because, Part, Sum, because, computes, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

QUOTED = {(row["column"], int(row["roll"])): row["result"] for row in printed.table("sitw", "crt")}
ODDS = re.compile(r"([1-9]\d{0,2}):([1-9]\d{0,2})")
RESULT = re.compile(r"(\d+)/(\d+)")
FACES = (1, 2, 3, 4, 5, 6)
LOWEST_ROLL, HIGHEST_ROLL = 1, 9
MOST_STEPS = 2
NO_MODIFIER = Sum(())
FORTRESS_TOLLS = {"german": ("french", 2), "allied": ("german", 3)}

Found = dict[str, Any]


# 13.28: the roll and the table


@defines("sitw:13.28")
def is_rolled_for(table: Table, odds: Odds) -> bool:
    """A battle is resolved by one die, modified, on the column of its odds."""
    return True


@unless(is_rolled_for, "sitw:13.12")
def low_odds_need_no_roll(table: Table, odds: Odds) -> bool:
    """Odds below 1:2 always give 2/0, without a die roll."""
    return column_of(odds, LOWEST, HIGHEST) is None


@forbids((Roll, Attack), "sitw:13.28")
def rolls_more_than_one_die(table: Table, action: Roll | Attack) -> Because | bool:
    """The attacker rolls one die."""
    dice = () if isinstance(action, Roll) and action.table != "combat" else action.dice or ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@forbids(Roll, "sitw:13.28")
def names_no_odds(table: Table, roll: Roll) -> Because | bool:
    """A combat roll is read on a column of odds, such as 3:1."""
    asked = roll.column if roll.table == "combat" else None
    return because(column=asked) if asked is not None and not ODDS.fullmatch(asked) else False


@forbids(Roll, "sitw:13.28")
def rolls_without_a_battle(table: Table, roll: Roll) -> Because | bool:
    """The combat die is rolled for a battle, in a combat phase; where none is told, the roll speaks for one."""
    phase = known(lambda: table.phase) if roll.table == "combat" else None
    return because(phase=phase) if phase is not None and phase not in COMBAT_PHASES else False


@computes(Roll, "combat", "sitw:13.28")
def combat_roll(table: Table, roll: Roll) -> Found | None:
    """The modified roll, from 1 to 9, crossed with the column of the odds gives the result."""
    if roll.table != "combat":
        return None
    named = ODDS.fullmatch(str(table.read("action.column", roll.column)))
    if named is None:
        return None
    odds = odds_rounded_for_the_defender(int(named[1]), int(named[2]))
    added = outcome_of(modifier_of_the_roll, table, roll, odds) if is_rolled_for(table, odds) else NO_MODIFIER
    if isinstance(added, Unknown):
        return {"column": str(column_of(odds, LOWEST, HIGHEST)), "missing": sorted(added.facts)}
    return results_at(table, odds, lambda: int(added.total), roll.dice)


@defines("sitw:13.28")
def modifier_of_the_roll(table: Table, roll: Roll, odds: Odds) -> Sum:
    """A combat roll has the modifier that is told with it."""
    told = int(table.read("action.modifier", roll.modifier, None, 0))
    return Sum((Part(told, "sitw:13.28", "told"),))


@computes(Attack, "result", "sitw:13.28")
def result_of_the_battle(table: Table, attack: Attack) -> Found | None:
    """The die, with the final modifier, is read on the column of the battle's odds."""
    odds = battle_odds(table, attack)
    if odds is None:
        return None
    toll = fortress_toll(table, attack)
    return results_at(table, odds, lambda: final_modifier(table, attack).total, attack.dice, toll)


def results_at(
    table: Table, odds: Odds, modifier: Callable[[], int], dice: tuple[int, ...] | None, toll: int = 0
) -> Found:
    """What each face of the die gives, and the chances where every cell is known."""
    if not is_rolled_for(table, odds):
        return {"column": None, **_result(AUTOMATIC_RESULT, toll)}
    column, added = str(column_of(odds, LOWEST, HIGHEST)), modifier()
    rolls = [_face(table, column, die, added, toll) for die in dice or FACES]
    unread = [f"tables.crt.{column}.{face['roll']}" for face in rolls if face["result"] is None]
    found: Found = {"column": column, "modifier": added, "rolls": rolls}
    if unread:
        found["missing"] = list(dict.fromkeys(unread))
    elif not dice:
        found["chances"] = as_chances(distribution(1, lambda fall: rolls[fall[0] - 1]["result"]))
    return found


def _face(table: Table, column: str, die: int, modifier: int, toll: int) -> Found:
    roll = clamped(die + modifier, LOWEST_ROLL, HIGHEST_ROLL)
    cell = table.game_table("crt").get(column, {}).get(str(roll)) or QUOTED.get((column, roll))
    return {"die": die, "roll": roll, "cell": cell, **_result(cell, toll)}


def _result(cell: str | None, toll: int) -> Found:
    """A cell of the table as each side's loss points, with what a fortress adds for the attackers (13.29, 13.32)."""
    numbers = RESULT.fullmatch(cell or "")
    if numbers is None:
        return {"result": None}
    attacker, defender = int(numbers[1]) + toll, int(numbers[2])
    return {"result": f"{attacker}/{defender}", "attacker": attacker, "defender": defender}


# 13.29: who absorbs first


@forbids(Losses, "sitw:13.29")
def absorbs_without_a_battle(table: Table, losses: Losses) -> Because | bool:
    """Results are absorbed in combat phases; in Plan 1919 bombs, too, cost a step, as the Allied player turn opens."""
    phase = table.phase
    return because(phase=phase) if not (phase in COMBAT_PHASES or _may_be_bombed(table, losses, phase)) else False


def _may_be_bombed(table: Table, losses: Losses, phase: str) -> bool:
    """Only Germans are bombed, and those who bomb lose nothing."""
    return phase == "initial-supply" and losses.role == "defender" and every((
        lambda: table.scenario == "plan-1919", lambda: table.unit(losses.units[0]).side == "german"
    ))


@forbids(Losses, "sitw:13.29")
def absorbs_in_the_part_of_the_other(table: Table, losses: Losses) -> Because | bool:
    """The player whose turn it is attacks, the other defends."""
    wrong = first_unit(
        table.units(losses.units), lambda unit: (unit.side == table.active) != (losses.role == "attacker")
    )
    return because(unit=wrong) if wrong else False


@forbids(Losses, "sitw:13.29")
def attacker_absorbs_too_soon(table: Table, losses: Losses) -> Because | bool:
    """The defender absorbs his whole result before the attacker absorbs any of his own."""
    return because(pending=losses.pending) if losses.role == "attacker" and losses.pending > 0 else False


# 13.30: what a retreat does to losses


@forbids(Losses, "sitw:13.30")
def retreats_for_nothing(table: Table, losses: Losses) -> Because | bool:
    """A retreat satisfies a loss point: without one there is no retreat."""
    return because(at=losses.to) if losses.role == "defender" and losses.retreats and losses.points == 0 else False


@forbids(Losses, "sitw:13.30")
def newcomers_pay_for_the_garrison(table: Table, losses: Losses) -> Because | bool:
    """Units that retreated into the hex before this battle take no part in it, so their steps pay for nothing."""
    if all(is_newcomer(unit) for unit in table.units(losses.units)):
        return False
    newcomer = first_unit(_payers(table, losses), is_newcomer)
    return because(at=newcomer.facts.hex, unit=newcomer) if newcomer else False


def is_newcomer(unit: Unit) -> bool:
    """Units named as taking part did not retreat here before, unless their status says so."""
    return bool(known(lambda: unit.has_status("retreated")))


@obliges(Losses, "sitw:13.30")
def newcomers_are_eliminated(table: Table, losses: Losses) -> Because | bool:
    """Where a hex's defenders receive loss points, all units that retreated into it in that phase are eliminated."""
    defended = [unit for unit in table.units(losses.units) if not is_newcomer(unit)]
    if losses.role == "attacker" or losses.points == 0 or not defended:
        return False
    there = defended[0].hex
    lost = [unit for unit in table.units_at(there) if is_newcomer(unit)]
    return because(at=there, lost=lost) if lost else False


# 13.31: step losses


def steps_taken(losses: Losses) -> Counter[str]:
    """The steps that each unit gives up."""
    taken: Counter[str] = Counter()
    for loss in losses.taken:
        taken[loss.unit] += loss.steps
    return taken


def _payers(table: Table, losses: Losses) -> dict[Unit, int]:
    return {table.unit(unit_id): steps for unit_id, steps in steps_taken(losses).items()}


def steps_left(losses: Losses, unit: Unit) -> int:
    """The steps that a unit keeps."""
    return max(0, steps_of(unit) - steps_taken(losses)[unit.id])


def keeps_a_step(losses: Losses, unit: Unit) -> bool:
    """Whether a unit in the battle, which had a step at least and two at most, still has one; a dead one has none."""
    taken = steps_taken(losses)[unit.id]
    lives = taken == 0 or (taken < MOST_STEPS and steps_left(losses, unit) > 0)
    return lives and not known(partial(is_absent, unit))


@defines("sitw:13.31")
def can_give_up_steps(table: Table, losses: Losses, unit: Unit) -> bool:
    """Every land unit in the battle can pay for its side's losses."""
    return unit.is_placed or not (is_off_the_map(unit) or is_aircraft(unit))


@unless(can_give_up_steps, "sitw:13.30")
def newcomers_have_no_part(table: Table, losses: Losses, unit: Unit) -> bool:
    """The steps of units that retreated into the hex before this battle do not count among its defenders'."""
    return is_newcomer(unit) and not all(is_newcomer(other) for other in table.units(losses.units))


def _able_to_pay(table: Table, losses: Losses) -> list[Unit]:
    fought = [*table.units(losses.units), *comrades_unnamed(table, losses)]
    return [unit for unit in fought if can_give_up_steps(table, losses, unit)]


def comrades_unnamed(table: Table, losses: Losses) -> list[Unit]:
    """The posted units that the losses do not name, though they shared in the defence of the hex (13.3)."""
    first = table.unit(losses.units[0])
    there = first.facts.hex
    if losses.role == "attacker" or there is None or (losses.retreats and there == losses.to):
        return []
    others = [unit for unit in table.units_at(there) if unit.id not in losses.units]
    return [unit for unit in others if unit.side == first.side and not unit.has_status("retreated")]


def steps_asked(table: Table, losses: Losses) -> Sum:
    """The loss points, less one for a retreat, plus the step lost on entering an enemy zone of control."""
    parts = [Part(losses.points, "sitw:13.29", "points")]
    if _is_spared_one(losses):
        parts.append(Part(-1, "sitw:13.30", "retreat"))
        by = _caught_by(table, losses)
        parts += [Part(1, "sitw:10.6", by.id)] if by else []
    return Sum(tuple(parts))


def _is_spared_one(losses: Losses) -> bool:
    return losses.role == "defender" and losses.retreats and losses.points > 0


def _caught_by(table: Table, losses: Losses) -> Unit | None:
    """The enemy whose zone of control, not negated by a friend, covers the hex retreated into."""
    to, side = losses.to, table.unit(losses.units[0]).side
    if to is None:
        return None
    caught = every((lambda: enemy_zoc_by(table, side, to), lambda: not is_friend_in(table, side, to, losses.units)))
    return enemy_zoc_by(table, side, to) if caught else None


@computes(Losses, "due", "sitw:13.31")
def steps_due(table: Table, losses: Losses) -> Sum:
    """Each loss point costs a step; what goes beyond the steps in the battle is ignored."""
    asked, payers = steps_asked(table, losses), _able_to_pay(table, losses)
    if asked.total <= len(payers):
        return asked
    surplus = asked.total - sum(steps_of(unit) for unit in payers)
    return Sum((*asked.parts, Part(-surplus, "sitw:13.31", "surplus"))) if surplus > 0 else asked


@computes(Losses, "steps", "sitw:13.31")
def what_is_left(table: Table, losses: Losses) -> dict[str, int]:
    """A two-step unit that gives up one step is flipped; one that gives up its last is eliminated."""
    return {unit.id: steps_left(losses, unit) for unit in _payers(table, losses)}


@permits(Losses, "sitw:13.31")
def spreads_losses_as_he_likes(table: Table, losses: Losses) -> Because | bool:
    """Each player spreads his losses among his own units in the battle as he likes."""
    return because(points=losses.points) if losses.points > 0 and len(losses.units) > 1 else False


@forbids(Losses, "sitw:13.31")
def attackers_save_no_step_by_retreating(table: Table, losses: Losses) -> bool:
    """Attackers may never retreat to save a step."""
    return losses.role == "attacker" and losses.retreats


@forbids(Losses, "sitw:13.31")
def outsiders_pay(table: Table, losses: Losses) -> Because | bool:
    """Only units that took part in the battle give up steps for it."""
    outsider = next((unit_id for unit_id in steps_taken(losses) if unit_id not in losses.units), None)
    return because(unit=outsider) if outsider else False


@forbids(Losses, "sitw:13.31")
def gives_up_steps_it_has_not(table: Table, losses: Losses) -> Because | bool:
    """A unit gives up no more steps than it has, two at the most, and one that is off the map gives up none."""
    taken = _payers(table, losses)
    short = first_unit(taken, lambda unit: _has_fewer_than(unit, taken[unit]))
    return because(unit=short, steps=taken[short]) if short else False


def _has_fewer_than(unit: Unit, steps: int) -> bool:
    """A unit in a battle has a step at least, and two at most."""
    return is_absent(unit) or (steps > 1 and (steps > MOST_STEPS or steps_of(unit) < steps))


@forbids(Losses, "sitw:13.31")
def gives_up_too_few(table: Table, losses: Losses) -> Because | bool:
    """The losses that the result asks for are met in full, as far as there are steps."""
    taken, asked = steps_taken(losses).total(), steps_asked(table, losses).total
    if taken >= asked:
        return False
    due = min(asked, len(_able_to_pay(table, losses)))
    due = due if taken < due else steps_due(table, losses).total
    return because(taken=taken, due=due) if taken < due else False


@forbids(Losses, "sitw:13.31")
def gives_up_too_many(table: Table, losses: Losses) -> Because | bool:
    """No more steps are given up than the result asks for."""
    taken, asked = steps_taken(losses).total(), steps_asked(table, losses).total
    if _is_spared_one(losses) and taken == asked + 1:
        table.read("action.to", losses.to)
    return because(taken=taken, due=asked) if taken > asked else False


# 13.32: fortresses


@obliges(Attack, "sitw:13.32")
def french_fortress_raises_losses(table: Table, attack: Attack) -> Because | bool:
    """Germans who attack French units in a French fortress add 2 to their own result."""
    return _raised(table, attack, "german")


@obliges(Attack, "sitw:13.32")
def german_fortress_raises_losses(table: Table, attack: Attack) -> Because | bool:
    """Allies who attack German units in a German fortress add 3 to their own result."""
    return _raised(table, attack, "allied")


def _raised(table: Table, attack: Attack, side: str) -> Because | bool:
    army, toll = FORTRESS_TOLLS[side]
    raised = every((
        lambda: attacking_side(table, attack) == side,
        lambda: table.has_feature(attack.target, f"{army}-fortress"),
        lambda: defender_who(table, attack, lambda unit: unit.army == army),
    ))
    return because(at=attack.target, amount=toll) if raised else False


@defines("sitw:13.32")
def fortress_toll(table: Table, attack: Attack) -> int:
    """No other pairing of attackers and defenders makes a fortress count."""
    rules = (french_fortress_raises_losses, german_fortress_raises_losses)
    found: Because | None = some(partial(rule, table, attack) for rule in rules)
    return int(found.amount or 0) if found else 0


@forbids(Losses, "sitw:13.32")
def forgets_the_fortress(table: Table, losses: Losses) -> Because | bool:
    """Whoever attacks a fortress that its own nation holds has no less to absorb than the fortress adds."""
    if losses.role != "attacker" or not losses.enemies:
        return False
    army, toll = FORTRESS_TOLLS[table.unit(losses.units[0]).side]
    if losses.points >= toll:
        return False
    holder = first_unit(table.units(losses.enemies), partial(_holds_its_fortress, table, army))
    return because(at=holder.hex, toll=toll) if holder else False


def _holds_its_fortress(table: Table, army: str, unit: Unit) -> bool:
    return every((
        lambda: unit.army == army, lambda: not is_newcomer(unit), lambda: not is_off_the_map(unit),
        lambda: table.has_feature(unit.hex, f"{army}-fortress"),
    ))
