"""Chapter 10, column shifts and the final ratio (10.35, 10.41 to 10.45, 10.47), in the book's order."""

from functools import partial

from rulebook.actions import Attack
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import attackers, attacking_side, defenders, fort_army, has_enemy_fort
from rulebook.games.tgwe.cooperation import two_at_odds
from rulebook.games.tgwe.ground import has_hindenburg_line, is_intact
from rulebook.games.tgwe.odds import HOPELESS, battle_odds, named
from rulebook.games.tgwe.terrain_costs import is_devastated, is_weather
from rulebook.mechanics.odds import Odds
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, Sum, because, computes, contested, defines, modifies, replaces
from rulebook.table import Table, Unit

ONE_COLUMN, TWO_COLUMNS = -1, -2
ROUGH_GROUND = ("difficult", "rough", "marsh", "alpine", "mountain", "pass")
MOUNTAINS = ("mountain", "pass")
SOFT_IN_THE_WET = ("forest", "flood-plain")
FOUL = ("wet", "snow")


def rank_of(odds: Odds) -> int:
    """The place of a column: 0 for 1-1, 1 for 2-1, -1 for 1-2."""
    return odds.attack - 1 if odds.attack >= odds.defense else 1 - odds.defense


def ratio_at(rank: int) -> str:
    return named(Odds(rank + 1, 1) if rank >= 0 else Odds(1, 1 - rank))


BOTTOM, TOP = rank_of(Odds(1, 2)), rank_of(Odds(5, 1))


# 10.35 and 10.47: the final ratio


def final_rank(table: Table, attack: Attack) -> int | None:
    """The place of the final ratio, beyond the ends of the table if need be; None where nothing defends."""
    odds = battle_odds(table, attack)
    if odds is None:
        return None
    if odds is HOPELESS:
        return BOTTOM - 1
    return int(unrounded_rank(table, rank_of(odds), int(total_shift(table, attack).total)))


@defines("tgwe:10.47")
def unrounded_rank(table: Table, rank: int, shift: int) -> int:
    """A ratio beyond the printed columns is not rounded to them, before the shifts or after."""
    return rank + shift


@computes(Attack, "ratio", "tgwe:10.35")
def final_ratio(table: Table, attack: Attack) -> str | None:
    """The shifts of both sides are added into one: left is for the defender, right for the attacker."""
    rank = final_rank(table, attack)
    return ratio_at(rank) if rank is not None and battle_odds(table, attack) is not HOPELESS else None


@defines("tgwe:10.41")
def total_shift(table: Table, attack: Attack) -> Sum:
    """All column shifts of a battle, those of ground and of fortifications too, are added up."""
    return modifiers(table, attack, "shift")


# 10.42 and 10.43: the ground


@modifies(Attack, "tgwe:10.42", of="shift")
def ground_shelters(table: Table, attack: Attack) -> Because | bool:
    """Difficult, rough, marsh, alpine, mountain and mountain pass hexes are worth one column to their defenders."""
    terrain = table.terrain(attack.target)
    return because(at=attack.target, amount=ONE_COLUMN, terrain=terrain) if terrain in ROUGH_GROUND else False


@replaces(ground_shelters, "tgwe:10.43")
def mountains_shelter_more_in_foul_weather(table: Table, attack: Attack) -> Because | bool:
    """Mountains and mountain passes are worth two columns in wet weather or snow."""
    terrain = table.terrain(attack.target)
    sheltered = terrain in MOUNTAINS and some(partial(is_weather, table, attack.target, word) for word in FOUL)
    return because(at=attack.target, amount=TWO_COLUMNS, terrain=terrain) if sheltered else False


@modifies(Attack, "tgwe:10.42", of="shift")
def city_shelters(table: Table, attack: Attack) -> Because | bool:
    """A city is worth one column."""
    return because(at=attack.target, amount=ONE_COLUMN) if table.has_feature(attack.target, "city") else False


@modifies(Attack, "tgwe:10.42", of="shift")
def fort_shelters(table: Table, attack: Attack) -> Because | bool:
    """An intact fort is worth one column."""
    return because(at=attack.target, amount=ONE_COLUMN) if is_intact(table, attack.target, "fort") else False


@modifies(Attack, "tgwe:10.42", of="shift")
def wet_ground_shelters(table: Table, attack: Attack) -> Because | bool:
    """Forest and flood plain are worth one column in wet weather."""
    terrain = table.terrain(attack.target)
    sheltered = terrain in SOFT_IN_THE_WET and is_weather(table, attack.target, "wet")
    return because(at=attack.target, amount=ONE_COLUMN, terrain=terrain) if sheltered else False


@modifies(Attack, "tgwe:10.42", of="shift")
def devastation_slows_the_attack(table: Table, attack: Attack) -> Because | bool:
    """An attack out of a devastated hex loses one column, however many attackers come from one."""
    hexes = attacking_hexes(attackers(table, attack))
    start: str | None = some(partial(_if_devastated, table, number) for number in hexes)
    return because(at=start, amount=ONE_COLUMN) if start else False


def _if_devastated(table: Table, number: str) -> str | None:
    return number if is_devastated(table, number) else None


@modifies(Attack, "tgwe:10.43", of="shift")
def heavy_fort_shelters(table: Table, attack: Attack) -> Because | bool:
    """An intact heavy fort is worth two columns."""
    return because(at=attack.target, amount=TWO_COLUMNS) if is_intact(table, attack.target, "heavy-fort") else False


@modifies(Attack, "tgwe:10.43", of="shift")
def hindenburg_line_shelters(table: Table, attack: Attack) -> Because | bool:
    """The Hindenburg Line is worth two columns to the Central Powers."""
    held = every((
        partial(has_hindenburg_line, table, attack.target),
        lambda: attacking_side(table, attack) == "allied",
    ))
    return because(at=attack.target, amount=TWO_COLUMNS) if held else False


# 10.44: rivers


@modifies(Attack, "tgwe:10.44", of="shift")
def rivers_shelter(table: Table, attack: Attack) -> Because | bool:
    """An attack in which every unit comes across a river loses one column."""
    hexes = attacking_hexes(attackers(table, attack))
    crossing = every(partial(table.side_has, number, attack.target, "river") for number in hexes)
    return because(at=attack.target, amount=ONE_COLUMN) if crossing else False


# 10.45: nations


@modifies(Attack, "tgwe:10.45", of="shift")
def attackers_do_not_cooperate(table: Table, attack: Attack) -> Because | bool:
    """Attackers of nations that do not co-operate lose one column."""
    pair = two_at_odds(table, attackers(table, attack))
    return because(at=attack.target, amount=-1, unit=pair[0], other=pair[1]) if pair else False


@modifies(Attack, "tgwe:10.45", of="shift")
def defenders_do_not_cooperate(table: Table, attack: Attack) -> Because | bool:
    """Defenders of nations that do not co-operate give the attacker one column."""
    pair = two_at_odds(table, defenders(table, attack))
    return because(at=attack.target, amount=1, unit=pair[0], other=pair[1]) if pair else False


@contested(defenders_do_not_cooperate)
def fort_counts_among_the_nations(table: Table, attack: Attack) -> Because | bool:
    """The unit inside a fort, of its builders' nation (14.11), is one of the defenders that have to co-operate."""
    found: Because | bool = defenders_do_not_cooperate.function(table, attack)
    stranger = None if found else _stranger_in_a_fort(table, attack)
    return because(at=attack.target, amount=1, unit=stranger, other=attack.target) if stranger else found


def _stranger_in_a_fort(table: Table, attack: Attack) -> Unit | None:
    """A defender of another nation than the fort that it holds."""
    held = defenders(table, attack)
    if not held or not has_enemy_fort(table, attacking_side(table, attack), attack.target):
        return None
    army = fort_army(table, attack.target)
    return next((unit for unit in held if army is not None and unit.army != army), None)
