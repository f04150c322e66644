"""T3: combat: strengths and terrain, odds and column, every shift, the results table."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil, floor
from typing import Any

from rulebook import printed
from rulebook.actions import Advance, Attack, Losses, Play, Retreat, Roll
from rulebook.facts import every, known, some
from rulebook.games.marne.pieces import (
    absent_unit,
    attackers,
    defender_who,
    defenders,
    fighters,
    is_gun,
    stranger_among,
)
from rulebook.games.marne.rulings import rulebook_forbids
from rulebook.mechanics.dice import clamped, distribution, in_full
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.sums import modifiers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, contested, defines, forbids, modifies
from rulebook.table import Table, Unit

COLUMNS = ("1/2", "1/1", "2/1", "3/1", "4/1", "5/1", "6/1")
LAST = len(COLUMNS) - 1
DICE = 2
TOWN_MULTIPLIER = 2
TRENCH_MULTIPLIER = 3
WOOD_SHIFT = VILLAGE_SHIFT = RIVER_SHIFT = -1
FORTIFICATIONS_SHIFT = -2
PartOfACombat = Attack | Losses | Retreat | Advance | Play
CELL = re.compile(r"(\*?)A(\d+)D(\d+)")


@dataclass(frozen=True)
class Cell:
    """A result as printed: damage points of each side, and whether a star costs the attacker a Stosstruppen."""

    printed: str
    attacker: int
    defender: int
    starred: bool


def _cell(text: str) -> Cell:
    star, attacker, defender = re.fullmatch(CELL, text).groups()  # type: ignore[union-attr]
    return Cell(text, int(attacker), int(defender), bool(star))


RESULTS = {
    (column, int(row["roll"])): _cell(row[column])
    for row in printed.table("marne", "combat") for column in COLUMNS
}


# T3: who fights


@forbids((Attack, Losses, Retreat, Advance, Play), "marne:T3")
def has_a_part_from_off_the_map(table: Table, action: PartOfACombat) -> Because | bool:
    """Units that are not on the map have no part in a combat, nor in what it brings."""
    absent = absent_unit(table, action.units)
    return because(unit=absent) if absent else False


@forbids((Attack, Advance, Play), "marne:T3")
def rulebook_bars_combat_at_that_time(table: Table, action: Attack | Advance | Play) -> Because | bool:
    """The aid has no order of play: whether there is combat in a movement or exploitation sequence is not in it."""
    phase = known(lambda: table.phase)
    elsewhere = phase is not None and phase != "combat"
    return because(phase=phase) if elsewhere and rulebook_forbids(table, "turn-sequence") else False


@forbids(Attack, "marne:T3")
def attacks_from_afar(table: Table, attack: Attack) -> Because | bool:
    """Units attack a hex next to theirs."""
    unit = first_unit(attackers(table, attack), partial(_is_afar, table, attack.target))
    return because(at=attack.target, unit=unit) if unit else False


def _is_afar(table: Table, target: str, unit: Unit) -> bool:
    return every((lambda: not table.are_adjacent(unit.hex, target), lambda: not is_gun(unit)))


@forbids(Attack, "marne:T3")
def rulebook_bars_guns_in_the_attack(table: Table, attack: Attack) -> Because | bool:
    """The aid gives artillery its own table: whether it also attacks is for the rulebook to say."""
    gun = first_unit(attackers(table, attack), is_gun)
    return because(unit=gun) if gun and rulebook_forbids(table, "artillery-in-attack") else False


@forbids(Attack, "marne:T3")
def attacks_nobody(table: Table, attack: Attack) -> Because | bool:
    """There is no combat where no enemy defends."""
    return because(at=attack.target) if defender_who(table, attack, lambda unit: True) is None else False


@forbids(Attack, "marne:T3")
def attacks_with_the_enemy(table: Table, attack: Attack) -> Because | bool:
    """All the attackers are of one side."""
    unit = stranger_among(table.units(attack.units))
    return because(unit=unit) if unit else False


@forbids(Attack, "marne:T3")
def attacks_without_a_factor(table: Table, attack: Attack) -> bool:
    """Stosstruppen and aircraft have no factor to attack with on their own."""
    return not fighters(attackers(table, attack))


# T3.3: what terrain does to strengths


@defines("marne:T3.3")
def halvings(table: Table, unit: Unit, target: str) -> int:
    """A unit at the foot of a ridge has half its attack factor, and half again behind a major river."""
    return int(bool(_climbs(table, unit.hex, target))) + int(bool(crosses_major_river(table, unit.hex, target)))


@contested(halvings)
def halved_once(table: Table, unit: Unit, target: str) -> int:
    """A factor is halved once, whatever stands in its way."""
    obstacles = (partial(_climbs, table, unit.hex, target), partial(crosses_major_river, table, unit.hex, target))
    return int(bool(some(obstacles)))


def _climbs(table: Table, start: str, target: str) -> bool:
    return table.side_has(start, target, "ridge-ascending" if start < target else "ridge-descending")


def crosses_major_river(table: Table, start: str, target: str) -> Any:
    """Whether a major river, the Marne among them, runs between two hexes."""
    return some(partial(table.side_has, start, target, word) for word in ("marne", "major-river"))


def _strength(table: Table, attack: Attack, unit: Unit) -> Fraction:
    return Fraction(unit.attack, 2 ** halvings(table, unit, attack.target))


def _plain(amount: Fraction) -> float:
    return int(amount) if amount.denominator == 1 else float(amount)


def _attack_parts(table: Table, attack: Attack, rounded: bool) -> tuple[Part, ...]:
    parts = []
    for unit in fighters(attackers(table, attack)):
        strength = _strength(table, attack, unit)
        case = "marne:T3.3" if strength != unit.attack else "marne:T3"
        parts.append(Part(ceil(strength) if rounded else _plain(strength), case, unit.id))
    return tuple(parts)


@computes(Attack, "attack", "marne:T3")
def attack_strength(table: Table, attack: Attack) -> Sum:
    """The attack factors are added up, each halved by a ridge or a major river, fractions kept."""
    return Sum(_attack_parts(table, attack, rounded=False))


@contested(attack_strength)
def attack_strength_rounded_up(table: Table, attack: Attack) -> Sum:
    """Halves are rounded up, as the aid rounds half a movement."""
    return Sum(_attack_parts(table, attack, rounded=True))


@defines("marne:T3.3")
def defense_multiplier(table: Table, number: str) -> int:
    """A town doubles the defence factor, a trench triples it; both together do both."""
    town = TOWN_MULTIPLIER if table.has_feature(number, "town") else 1
    return town * (TRENCH_MULTIPLIER if table.has_feature(number, "trench") else 1)


@contested(defense_multiplier)
def better_defense_multiplier(table: Table, number: str) -> int:
    """Of a town and a trench in one hex only the trench counts."""
    if table.has_feature(number, "trench"):
        return TRENCH_MULTIPLIER
    return TOWN_MULTIPLIER if table.has_feature(number, "town") else 1


@computes(Attack, "defense", "marne:T3")
def defense_strength(table: Table, attack: Attack) -> Sum:
    """The defence factors are added up, and multiplied in a town or a trench."""
    parts = tuple(Part(unit.defense, "marne:T3", unit.id) for unit in fighters(defenders(table, attack)))
    more = (defense_multiplier(table, attack.target) - 1) * Sum(parts).total
    return Sum((*parts, Part(more, "marne:T3.3", attack.target)) if more else parts)


# T3.1: odds and column


@defines("marne:T3.1")
def step_of_odds(table: Table, ratio: Fraction) -> int:
    """Odds are rounded in the defender's favour: 6 is 6/1, 1 is 1/1, 0 is 1/2, and so on beyond both ends."""
    return floor(ratio) if ratio >= 1 else _step_below_one(ceil(1 / ratio))


@contested(step_of_odds)
def nearest_step_of_odds(table: Table, ratio: Fraction) -> int:
    """Odds are rounded to the nearest column."""
    half = Fraction(1, 2)
    return floor(ratio + half) if ratio >= 1 else _step_below_one(ceil(1 / ratio - half))


def _step_below_one(times: int) -> int:
    """The step of odds of 1 to so many: 1/1 is step 1, 1/2 step 0, 1/3 step -1."""
    return 2 - times


@defines("marne:T3.1")
def column_after_shifts(table: Table, step: int, shift: int) -> int:
    """Odds beyond the table are read on its end column, from which the shifts are counted."""
    return clamped(clamped(step, 0, LAST) + shift, 0, LAST)


@contested(column_after_shifts)
def column_from_true_odds(table: Table, step: int, shift: int) -> int:
    """Shifts are counted from the true odds, and only what comes of them is brought back to the table."""
    return clamped(step + shift, 0, LAST)


def ratio_of(table: Table, attack: Attack) -> Fraction | None:
    """Attack against defense; None where one of them is nothing."""
    strength, defense = attack_strength(table, attack).total, defense_strength(table, attack).total
    return Fraction(strength) / Fraction(defense) if strength > 0 and defense > 0 else None


@computes(Attack, "odds", "marne:T3.1")
def odds_of_the_battle(table: Table, attack: Attack) -> dict[str, Any] | None:
    """Attack against defense, and the column before any shift."""
    ratio = ratio_of(table, attack)
    if ratio is None:
        return None
    step = step_of_odds(table, ratio)
    return {"ratio": str(ratio), "column": COLUMNS[clamped(step, 0, LAST)], "in_table": 0 <= step <= LAST}


def column_of(table: Table, attack: Attack) -> str | None:
    ratio = ratio_of(table, attack)
    if ratio is None:
        return None
    shift = int(modifiers(table, attack, "shift").total)
    return COLUMNS[column_after_shifts(table, step_of_odds(table, ratio), shift)]


@computes(Attack, "column", "marne:T3.1")
def column_of_the_battle(table: Table, attack: Attack) -> str | None:
    """The column of the odds, moved by every shift, within 1/2 and 6/1."""
    return column_of(table, attack)


# T3.1: the table


@forbids((Attack, Roll), "marne:T3.1")
def rolls_other_than_two_dice(table: Table, action: Attack | Roll) -> Because | bool:
    """A combat takes two dice."""
    dice = () if isinstance(action, Roll) and action.table != "combat" else action.dice or ()
    return because(dice=list(dice)) if dice and len(dice) != DICE else False


@forbids(Roll, "marne:T3.1")
def modifies_the_combat_dice(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the dice of a combat: all that counts moves the column."""
    return because(modifier=roll.modifier) if roll.table == "combat" and roll.modifier else False


@forbids(Roll, "marne:T3.1")
def names_no_column(table: Table, roll: Roll) -> Because | bool:
    """The columns run from 1/2 to 6/1."""
    unknown = roll.table == "combat" and roll.column is not None and roll.column not in COLUMNS
    return because(column=roll.column) if unknown else False


@computes(Roll, "combat", "marne:T3.1")
def combat_roll(table: Table, roll: Roll) -> dict[str, Any] | None:
    """Two dice, crossed with the column, give both sides' damage points."""
    if roll.table != "combat":
        return None
    column = str(table.read("action.column", roll.column, COLUMNS))
    if column not in COLUMNS:
        return None
    if roll.dice and len(roll.dice) == DICE:
        cell = RESULTS[column, sum(roll.dice)]
        return {"column": column, "roll": sum(roll.dice), "result": cell.printed, "attacker": cell.attacker,
                "defender": cell.defender, "starred": cell.starred}
    return {"column": column, **in_full(distribution(DICE, lambda fall: RESULTS[column, sum(fall)].printed))}


# T3.3: shifts of terrain


def shifted(attack: Attack, columns: int, **words: Any) -> Because:
    return because(at=attack.target, amount=columns, **words)


@modifies(Attack, "marne:T3.3", of="shift")
def wood_shelters(table: Table, attack: Attack) -> Because | bool:
    """A defender in a wood hex: one column to the left."""
    return shifted(attack, WOOD_SHIFT) if table.terrain(attack.target) == "wood" else False


@modifies(Attack, "marne:T3.3", of="shift")
def village_shelters(table: Table, attack: Attack) -> Because | bool:
    """A defender in a village: one column to the left."""
    return shifted(attack, VILLAGE_SHIFT) if table.has_feature(attack.target, "village") else False


@modifies(Attack, "marne:T3.3", of="shift")
def river_shelters(table: Table, attack: Attack) -> Because | bool:
    """All the attackers behind a river: one column to the left."""
    hexes = attacking_hexes(fighters(attackers(table, attack)))
    behind = every(partial(table.side_has, number, attack.target, "river") for number in hexes)
    return shifted(attack, RIVER_SHIFT) if behind else False


@modifies(Attack, "marne:T3.3", of="shift")
def fortifications_shelter(table: Table, attack: Attack) -> Because | bool:
    """Fortifications: two columns to the left."""
    return shifted(attack, FORTIFICATIONS_SHIFT) if table.has_feature(attack.target, "fortifications") else False
