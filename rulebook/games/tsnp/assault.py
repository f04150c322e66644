"""Chapter 9, who assaults whom, the odds and the result (9.0 to 9.2), in the book's order."""

import re
from typing import Any

from rulebook.actions import Attack, Roll, Sequence
from rulebook.games.tsnp.battle import attackers, attacking_side, defenders, is_held_against, posted_defenders
from rulebook.games.tsnp.columns import HIGHEST, LOWEST, column_at, rank_of, total_shift
from rulebook.games.tsnp.condition import combat_strength
from rulebook.games.tsnp.digging import dug_in_bonus
from rulebook.games.tsnp.forces import is_infantry
from rulebook.games.tsnp.forts import fort_parts
from rulebook.games.tsnp.ground import is_closed_by_the_meuse
from rulebook.games.tsnp.support import guns_in_attack, guns_in_defense, support_parts
from rulebook.mechanics.dice import as_chances, clamped, distribution
from rulebook.mechanics.odds import Odds, odds_rounded_for_the_defender
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, contested, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

ODDS = re.compile(r"([1-9]\d{0,2}):([1-9]\d{0,2})")
FACES = (1, 2, 3, 4, 5, 6)
BOTTOM, TOP = rank_of(LOWEST), rank_of(HIGHEST)
HOPELESS = Odds(0, 1)

Found = dict[str, Any]


# 9.0: when, who, and whom


@forbids(Attack, "tsnp:9.0")
def assaults_out_of_phase(table: Table, attack: Attack) -> Because | bool:
    """Assaults are made in an assault phase only."""
    return because(at=attack.target, phase=table.phase) if table.phase != "assault" else False


@forbids(Attack, "tsnp:9.0")
def assaults_out_of_turn(table: Table, attack: Attack) -> Because | bool:
    """Only the player whose assault phase it is assaults."""
    idle = first_unit(attackers(table, attack), lambda unit: unit.side != table.active)
    return because(at=attack.target, unit=idle) if idle else False


@permits(Sequence, "tsnp:9.0")
def nobody_has_to_assault(table: Table, sequence: Sequence) -> bool:
    """No assault is ever compulsory."""
    return table.phase == "assault"


@forbids(Attack, "tsnp:9.0")
def others_than_infantry_assault(table: Table, attack: Attack) -> Because | bool:
    """Only infantry goes to the assault."""
    idle = first_unit(attackers(table, attack), lambda unit: not is_infantry(unit))
    return because(at=attack.target, unit=idle) if idle else False


@forbids(Attack, "tsnp:9.0")
def assaults_from_afar(table: Table, attack: Attack) -> Because | bool:
    """A unit assaults only enemies next to it."""
    far = first_unit(attackers(table, attack), lambda unit: not _is_next_to(table, unit, attack.target))
    return because(at=attack.target, unit=far) if far else False


def _is_next_to(table: Table, unit: Unit, there: str) -> bool:
    return not table.game.is_off_map(unit.facts) and table.are_adjacent(unit.hex, there)


@forbids(Attack, "tsnp:9.0")
def assaults_a_hex_without_enemies(table: Table, attack: Attack) -> Because | bool:
    """Only a hex that the enemy holds can be assaulted; the garrison of a fort is enough."""
    held = is_held_against(table, attacking_side(table, attack), attack.target)
    return False if held else because(at=attack.target)


@obliges(Attack, "tsnp:9.0")
def whole_stack_is_assaulted(table: Table, attack: Attack) -> Because | bool:
    """All the enemy units in the hex are assaulted together."""
    held = posted_defenders(table, attack)
    return because(at=attack.target, enemies=held) if len(held) > 1 else False


@permits(Attack, "tsnp:9.0")
def others_may_stay_out(table: Table, attack: Attack) -> Because | bool:
    """The attacker chooses his units: those stacked with them may stay out of the battle."""
    named = {*attack.units, *(attack.support or ())}
    hexes = attacking_hexes([unit for unit in attackers(table, attack) if unit.is_placed])
    apart = next((unit for number in hexes for unit in table.units_at(number) if unit.id not in named), None)
    return because(at=attack.target, unit=apart) if apart else False


@permits(Attack, "tsnp:9.0")
def assault_joins_several_hexes(table: Table, attack: Attack) -> Because | bool:
    """Units in any of the hexes around the target may join in one assault on it."""
    hexes = attacking_hexes(attackers(table, attack))
    return because(at=attack.target, hexes=hexes) if len(hexes) > 1 else False


@forbids(Attack, "tsnp:9.0")
def assaults_twice(table: Table, attack: Attack) -> Because | bool:
    """A unit attacks once in a turn."""
    again = first_unit(attackers(table, attack), lambda unit: unit.has_status("has-attacked"))
    return because(at=attack.target, unit=again) if again else False


@forbids(Attack, "tsnp:9.0")
def is_assaulted_twice(table: Table, attack: Attack) -> Because | bool:
    """A unit is assaulted once in an assault phase."""
    again = first_unit(posted_defenders(table, attack), lambda unit: unit.has_status("was-attacked"))
    return because(at=attack.target, unit=again) if again else False


@forbids(Attack, "tsnp:U4")
def assaults_across_the_meuse(table: Table, attack: Attack) -> Because | bool:
    """Nobody assaults across the Meuse where there is no bridge."""
    cut = first_unit(attackers(table, attack), lambda unit: is_closed_by_the_meuse(table, unit.hex, attack.target))
    return because(at=attack.target, unit=cut) if cut else False


# 9.1: strengths, odds, the roll


@computes(Attack, "attack", "tsnp:9.1")
def attack_strength(table: Table, attack: Attack) -> Sum:
    """The strengths of the assaulting infantry are added up, then those of the guns that support it."""
    guns = support_parts(table, guns_in_attack(table, attack), "attack")
    return Sum((*_infantry_parts(table, attack), *guns))


def _infantry_parts(table: Table, attack: Attack) -> tuple[Part, ...]:
    return tuple(part for unit in attackers(table, attack) for part in _parts_of(table, unit))


def _parts_of(table: Table, unit: Unit) -> list[Part]:
    """A unit's own strength and what changes it, on its account."""
    first, *others = combat_strength(table, unit).parts
    return [
        Part(first.amount, first.case, unit.id),
        *(Part(part.amount, part.case, f"{unit.id}: {part.why}") for part in others),
    ]


@computes(Attack, "defense", "tsnp:9.1")
def defense_strength(table: Table, attack: Attack) -> Sum | None:
    """The strengths of all assaulted units are added up, then those of the guns that support them."""
    held = _holding_parts(table, attack)
    if held is None:
        return None
    return Sum((*held, *support_parts(table, guns_in_defense(table, attack), "defense")))


def _holding_parts(table: Table, attack: Attack) -> tuple[Part, ...] | None:
    """What defends the hex by itself; None where nobody does."""
    held = defenders(table, attack)
    parts = [part for unit in held for part in _parts_of(table, unit)]
    parts += [Part(1, "tsnp:14.12", f"{unit.id}: dug-in") for unit in held if dug_in_bonus(table, unit)]
    parts += fort_parts(table, attack)
    return tuple(parts) or None


def _odds(strength: Sum, defense: Sum) -> Odds | None:
    """The ratio, never rounded to the attacker's gain; None where nothing defends."""
    if defense.total <= 0:
        return None
    if strength.total <= 0:
        return HOPELESS
    return odds_rounded_for_the_defender(int(strength.total), int(defense.total))


def battle_odds(table: Table, attack: Attack) -> Odds | None:
    defense = defense_strength(table, attack)
    return None if defense is None else _odds(attack_strength(table, attack), defense)


@computes(Attack, "odds", "tsnp:9.1")
def odds_of_the_assault(table: Table, attack: Attack) -> str | None:
    """The attackers' total to the defenders', rounded down: 24 to 11 is 2:1."""
    odds = battle_odds(table, attack)
    return str(odds) if odds else None


@forbids((Attack, Roll), "tsnp:9.1")
def rolls_more_than_one_die(table: Table, action: Attack | Roll) -> Because | bool:
    """An assault is resolved with one die."""
    dice = () if isinstance(action, Roll) and action.table != "assault" else action.dice or ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@computes(Attack, "result", "tsnp:9.1")
def result_of_the_assault(table: Table, attack: Attack) -> Found | None:
    """The die crossed with the column, as shifted, gives the damage of both sides."""
    column = final_column(table, attack)
    return results_at(table, column, attack.dice) if column else None


@computes(Roll, "assault", "tsnp:9.1")
def assault_roll(table: Table, roll: Roll) -> Found | None:
    """A die is read on the column named, or on the one that a modifier shifts it to."""
    named = ODDS.fullmatch(str(table.read("action.column", roll.column))) if roll.table == "assault" else None
    if named is None:
        return None
    rank = _rank_named(named) + (roll.modifier or 0)
    return results_at(table, str(column_at(min(rank, TOP))), roll.dice) if rank >= BOTTOM else None


def _rank_named(named: re.Match[str]) -> int:
    return rank_of(odds_rounded_for_the_defender(int(named[1]), int(named[2])))


@forbids(Roll, "tsnp:9.1")
def rolls_without_an_assault(table: Table, roll: Roll) -> Because | bool:
    """The die of an assault is rolled in an assault phase."""
    phase = table.phase if roll.table == "assault" else None
    return because(phase=phase) if phase not in (None, "assault") else False


@forbids(Roll, "tsnp:9.1")
def names_no_ratio(table: Table, roll: Roll) -> Because | bool:
    """An assault is read on a column of odds, such as 3:1."""
    asked = roll.column if roll.table == "assault" else None
    return because(column=asked) if asked is not None and not ODDS.fullmatch(asked) else False


def results_at(table: Table, column: str, dice: tuple[int, ...] | None) -> Found:
    """What each face of the die gives, and the chances where the player's table has them all."""
    rolls = [_face(table, column, die) for die in dice or FACES]
    unread = [f"tables.assault.{column}.{face['die']}" for face in rolls if face["result"] is None]
    found: Found = {"column": column, "rolls": rolls}
    if unread:
        found["missing"] = unread
    elif not dice:
        found["chances"] = as_chances(distribution(1, lambda fall: rolls[fall[0] - 1]["result"]))
    return found


def _face(table: Table, column: str, die: int) -> Found:
    """A cell as the damage of each side: the attacker's first, the defender's second (9.4)."""
    cell = table.game_table("assault").get(column, {}).get(str(die))
    if cell is None:
        return {"die": die, "result": None}
    attacker, defender = cell.split("/")
    return {"die": die, "result": cell, "attacker": int(attacker), "defender": int(defender)}


# 9.11: below 1:3, above 7:1, and no way back


def _rank_declared(table: Table, attack: Attack, strength: Sum) -> int | None:
    """The place of the column before the defender names his guns."""
    held = _holding_parts(table, attack)
    odds = None if held is None else _odds(strength, Sum(held))
    return _shifted_rank(table, attack, odds) if odds else None


def _shifted_rank(table: Table, attack: Attack, odds: Odds) -> int:
    if odds is HOPELESS:
        return BOTTOM - 1
    return rank_of(odds) + int(total_shift(table, attack).total)


@forbids(Attack, "tsnp:9.11")
def assaults_below_1_to_3(table: Table, attack: Attack) -> Because | bool:
    """An assault below 1:3, all shifts counted, may not be declared; guns that the defender adds later stop nothing."""
    alone = _rank_declared(table, attack, Sum(_infantry_parts(table, attack)))
    if alone is None or alone >= BOTTOM:
        return False
    rank = _rank_declared(table, attack, attack_strength(table, attack))
    return because(at=attack.target) if rank is not None and rank < BOTTOM else False


@contested(assaults_below_1_to_3)
def no_assault_below_1_to_3_at_all(table: Table, attack: Attack) -> Because | bool:
    """Even the defender's guns make an assault impossible when they bring it below 1:3."""
    odds = battle_odds(table, attack) if attack.against else None
    if odds is None:
        return bool(assaults_below_1_to_3.function(table, attack)) and because(at=attack.target)
    return because(at=attack.target) if _shifted_rank(table, attack, odds) < BOTTOM else False


@forbids(Roll, "tsnp:9.11")
def rolls_below_1_to_3(table: Table, roll: Roll) -> Because | bool:
    """No assault is resolved below 1:3."""
    named = ODDS.fullmatch(roll.column or "") if roll.table == "assault" else None
    low = named is not None and _rank_named(named) + (roll.modifier or 0) < BOTTOM
    return because(column=roll.column) if low else False


@defines("tsnp:9.11")
def column_used(table: Table, rank: int) -> Odds:
    """Above 7:1 the 7:1 column is used; a declared assault that sinks below 1:3 is fought at 1:3."""
    return column_at(clamped(rank, BOTTOM, TOP))


@obliges(Attack, "tsnp:9.11")
def declared_assault_is_fought(table: Table, attack: Attack) -> Because | bool:
    """An assault once declared cannot be called off, whatever guns the defender brings."""
    return because(at=attack.target) if table.phase == "assault" else False


# 9.2: the column


@computes(Attack, "column", "tsnp:9.2")
def final_column(table: Table, attack: Attack) -> str | None:
    """All shifts are added to the column of the odds, beyond the ends of the table if need be."""
    odds = battle_odds(table, attack)
    if odds is None or assaults_below_1_to_3(table, attack):
        return None
    return str(column_used(table, _shifted_rank(table, attack, odds)))
