"""Chapter 10, the table, the factors and the odds of a battle (10.31 to 10.34), in the book's order."""

from collections.abc import Iterable
from math import ceil

from rulebook.actions import Attack, Sequence
from rulebook.games.tgwe.attack import whole_factor
from rulebook.games.tgwe.battle import attackers, attacking_side, defenders, has_enemy_fort
from rulebook.games.tgwe.pieces import is_combat_unit, is_tank
from rulebook.games.tgwe.sequence import COMBAT
from rulebook.games.tgwe.sequence import attacking_side as side_that_attacks
from rulebook.games.tgwe.supply import is_out_of_supply, is_supplied
from rulebook.mechanics.odds import Odds, odds_rounded_for_the_defender
from rulebook.rules import Because, Part, Sum, because, computes, contested, defines, permits
from rulebook.table import Table, Unit

MOST_ON_TABLE_A = 3
GARRISON_DEFENSE = 1
HOPELESS = Odds(0, 1)


# 10.31: the attacker chooses


@permits(Sequence, "tgwe:10.31")
def attackers_choose_their_targets(table: Table, sequence: Sequence) -> Because | bool:
    """The attacking player of each Theatre chooses the hexes that he attacks."""
    if sequence.do is not None or table.phase not in COMBAT:
        return False
    return because(side=side_that_attacks(table, "west"), active=side_that_attacks(table, "east"))


# 10.32: which table


@computes(Attack, "table", "tgwe:10.32")
def results_table(table: Table, attack: Attack) -> str | None:
    """Three defending combat units or fewer: table A; more: table B; headquarters do not count."""
    units = len(defenders(table, attack))
    if not units and not _has_garrison(table, attack):
        return None
    if units == MOST_ON_TABLE_A:
        units += int(fort_counts_as_a_unit(table, attack))
    return "A" if units <= MOST_ON_TABLE_A else "B"


@defines("tgwe:10.32")
def fort_counts_as_a_unit(table: Table, attack: Attack) -> bool:
    """A fort or heavy fort counts as a unit for the choice of the table."""
    return _has_garrison(table, attack)


@contested(fort_counts_as_a_unit)
def garrison_does_not_count(table: Table, attack: Attack) -> bool:
    """The unit inside a fort does not count for the choice of the table (14.11)."""
    return False


def _has_garrison(table: Table, attack: Attack) -> bool:
    return has_enemy_fort(table, attacking_side(table, attack), attack.target)


# 10.33: factors


@computes(Attack, "attack", "tgwe:10.33")
def attack_strength(table: Table, attack: Attack) -> Sum:
    """The attack factors of all attackers, those not in full supply halved together, are added up."""
    units = [unit for unit in attackers(table, attack) if is_combat_unit(unit)]
    return Sum(_parts(table, units, "attack"))


@computes(Attack, "defense", "tgwe:10.33")
def defense_strength(table: Table, attack: Attack) -> Sum | None:
    """The defence factors of all defenders, those out of supply halved together, and that of a fort are added up."""
    held = defenders(table, attack)
    garrison = (Part(GARRISON_DEFENSE, "tgwe:14.11", "fort"),) if _has_garrison(table, attack) else ()
    return Sum((*_parts(table, held, "defense"), *garrison)) if held or garrison else None


def _parts(table: Table, units: Iterable[Unit], role: str) -> tuple[Part, ...]:
    """The factor of each unit, then what halving takes from those that lack supply."""
    units = list(units)
    starved = [unit for unit in units if is_halved(table, unit, role)]
    lost = lost_by_halving(table, tuple(whole_factor(table, unit, role) for unit in starved))
    parts = [Part(whole_factor(table, unit, role), "tgwe:10.33", unit.id) for unit in units]
    if starved:
        parts.append(Part(-lost, "tgwe:10.33", f"halved: {', '.join(unit.id for unit in starved)}"))
    return tuple(parts)


@defines("tgwe:10.33")
def is_halved(table: Table, unit: Unit, role: str) -> bool:
    """Units out of supply are halved; fortress supply is enough to defend, not to attack."""
    return is_out_of_supply(table, unit) if role == "defense" else not is_supplied(table, unit)


@contested(is_halved)
def tanks_defend_whole(table: Table, unit: Unit, role: str) -> bool:
    """Tanks without supply defend with their whole factor (15.24)."""
    if role == "defense" and is_tank(unit):
        return False
    return bool(is_halved.function(table, unit, role))


@defines("tgwe:10.33")
def lost_by_halving(table: Table, factors: tuple[int, ...]) -> int:
    """The factors of all units without supply are added up and halved once, rounded up."""
    total = sum(factors)
    return total - ceil(total / 2)


@contested(lost_by_halving)
def each_unit_keeps_one_factor(table: Table, factors: tuple[int, ...]) -> int:
    """Halving leaves no unit with less than 1 (11.12)."""
    total = sum(factors)
    return total - max(ceil(total / 2), sum(factor > 0 for factor in factors))


# 10.34: odds


def battle_odds(table: Table, attack: Attack) -> Odds | None:
    """The ratio, never rounded to the attacker's gain; None where nothing defends."""
    defense = defense_strength(table, attack)
    if defense is None or defense.total <= 0:
        return None
    strength = attack_strength(table, attack).total
    return odds_rounded_for_the_defender(int(strength), int(defense.total)) if strength > 0 else HOPELESS


def named(odds: Odds) -> str:
    """Odds as the book writes them."""
    return f"{odds.attack}-{odds.defense}"


@computes(Attack, "odds", "tgwe:10.34")
def odds_of_the_battle(table: Table, attack: Attack) -> str | None:
    """Attack to defence, rounded in the defender's favour: 21 to 6 is 3-1, 4 to 5 is 1-2."""
    odds = battle_odds(table, attack)
    return named(odds) if odds else None
