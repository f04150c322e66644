"""Chapter 11, strengths, odds, column shifts and die modifiers (11.2.1, 11.3.2, 12.4.2, 16.1), in the book's order."""

from functools import partial

from rulebook import printed
from rulebook.actions import Attack
from rulebook.facts import every, some, those
from rulebook.games.tdw.artillery import gun_parts
from rulebook.games.tdw.battle import attackers, attacking_side, defender_who, defenders
from rulebook.games.tdw.components import is_combat_unit, is_infantry, is_river
from rulebook.games.tdw.engineers import help_the_defense
from rulebook.games.tdw.pieces import (
    defense_of,
    division_of,
    is_armor,
    is_delay,
    is_engineer,
    is_german,
    is_gun,
    is_vdh,
)
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.games.tdw.supporters import supporters
from rulebook.mechanics.odds import Odds, odds_rounded_for_the_defender
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.sums import modifiers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, contested, defines, forbids, modifies, permits, unless
from rulebook.table import Table, Unit

SHIFTS = {row["what"]: int(row["columns"]) for row in printed.table("tdw", "shifts")}
INTEGRITY_REACH = 3
BRIGADES = frozenset({"150-brigade", "fb-brigade", "29-brigade", "33-brigade"})
VILLAGE_FACTOR = 1
PEIPER_BONUS = 1
PLUS_TWO = 2
LAST_TURN_OF_THE_ASSET = 2
AUTOMATIC_RESULT = "AL1"
HOPELESS = Odds(0, 1)


def rank_of(odds: Odds) -> int:
    """The place of a column: 0 for 1-1, 1 for 2-1, -1 for 1-2."""
    return odds.attack - 1 if odds.attack >= odds.defense else 1 - odds.defense


def named(odds: Odds) -> str:
    """Odds as the book writes them."""
    return f"{odds.attack}-{odds.defense}"


def column_at(rank: int) -> str:
    return named(Odds(rank + 1, 1) if rank >= 0 else Odds(1, 1 - rank))


BOTTOM, TOP = rank_of(Odds(1, 3)), rank_of(Odds(6, 1))
COLUMNS = tuple(column_at(rank) for rank in range(BOTTOM, TOP + 1))


def _shift(attack: Attack, what: str, **words: object) -> Because:
    return because(at=attack.target, amount=SHIFTS[what], **words)


# 11.2.1: divisional integrity


@defines("tdw:11.2.1")
def is_of_no_division(table: Table, unit: Unit) -> bool:
    """US Delay, von der Heydte, the brigades and other units posted as such are part of no division."""
    return bool(some((
        lambda: is_delay(unit),
        lambda: is_vdh(unit),
        lambda: not BRIGADES.isdisjoint(unit.facts.status or ()),
        lambda: division_of(unit) is None,
    )))


@defines("tdw:11.2.1")
def is_scattered(table: Table, unit: Unit) -> bool:
    """A unit is away from its division where no other unit of it is within 3 hexes."""
    return every((lambda: not is_of_no_division(table, unit), lambda: not _fellow_near(table, unit)))


def _fellow_near(table: Table, unit: Unit) -> Unit | None:
    others = [other for other in table.units() if other is not unit and other.is_placed]
    near = [other for other in others if table.distance(other.hex, unit.hex) <= INTEGRITY_REACH]
    found: Unit | None = some((lambda: first_unit(near, partial(_is_fellow, table, unit)), table.others_may_be))
    return found


def _is_fellow(table: Table, unit: Unit, other: Unit) -> bool:
    return every((
        lambda: other.side == unit.side,
        lambda: is_combat_unit(table, other),
        lambda: not is_of_no_division(table, other),
        lambda: division_of(other) == division_of(unit),
    ))


@modifies(Attack, "tdw:11.2.1", of="shift")
def scattered_defenders_give_a_column(table: Table, attack: Attack) -> Because | bool:
    """An Allied defender away from its division gives the attacker one column, and one only."""
    if attacking_side(table, attack) != "german":
        return False
    alone = defender_who(table, attack, partial(is_scattered, table))
    return _shift(attack, "division scattered in defense", unit=alone) if alone else False


@modifies(Attack, "tdw:11.2.1", of="shift")
def scattered_attackers_lose_a_column(table: Table, attack: Attack) -> Because | bool:
    """An attacker of either side away from its division costs the attack one column, and one only."""
    alone = first_unit(attackers(table, attack), partial(is_scattered, table))
    return _shift(attack, "division scattered in attack", unit=alone) if alone else False


@permits(Attack, "tdw:11.2.1")
def germans_defend_apart(table: Table, attack: Attack) -> Because | bool:
    """German defenders need not be near others of their division."""
    if attacking_side(table, attack) == "german":
        return False
    alone = defender_who(table, attack, partial(is_scattered, table))
    return because(at=attack.target, unit=alone) if alone else False


# 11.3.2: strengths


@computes(Attack, "attack", "tdw:11.3.2")
def attack_strength(table: Table, attack: Attack) -> Sum:
    """The attack strengths of the attackers are added up, then those of the guns that support them."""
    units = tuple(Part(unit.attack, "tdw:11.3.2", unit.id) for unit in attackers(table, attack))
    return Sum((*units, *gun_parts(table, supporters(table, attack, "attack", is_gun), attack.target)))


@computes(Attack, "defense", "tdw:11.3.2")
def defense_strength(table: Table, attack: Attack) -> Sum | None:
    """The defence strengths of all defenders are added up, with the ground that helps them and their guns."""
    held = defenders(table, attack)
    if not held:
        return None
    units = tuple(part for unit in held for part in _defense_parts(table, attack, unit))
    return Sum((*units, *_village_parts(table, attack), *gun_parts(
        table, supporters(table, attack, "defense", is_gun), attack.target
    )))


def _defense_parts(table: Table, attack: Attack, unit: Unit) -> list[Part]:
    parts = [Part(defense_of(unit), "tdw:11.3.2", unit.id)]
    if is_doubled_by_the_westwall(table, attack, unit):
        parts.append(Part(defense_of(unit), "tdw:11.3.2", f"{unit.id}: westwall"))
    return parts


@defines("tdw:11.3.2")
def is_doubled_by_the_westwall(table: Table, attack: Attack, unit: Unit) -> bool:
    """The Westwall doubles the own defence strength of German infantry in it."""
    return every((
        lambda: is_german(unit), lambda: is_infantry(table, unit),
        lambda: table.has_feature(attack.target, "westwall"),
    ))


def _village_parts(table: Table, attack: Attack) -> tuple[Part, ...]:
    """A village adds one factor to the whole stack."""
    there = table.has_feature(attack.target, "village")
    return (Part(VILLAGE_FACTOR, "tdw:11.3.2", "village"),) if there else ()


# 11.3.2: odds and columns


def battle_odds(table: Table, attack: Attack) -> Odds | None:
    """The ratio, never rounded to the attacker's gain; None where nobody defends."""
    defense = defense_strength(table, attack)
    if defense is None or defense.total <= 0:
        return None
    strength = attack_strength(table, attack).total
    return odds_rounded_for_the_defender(int(strength), int(defense.total)) if strength > 0 else HOPELESS


@computes(Attack, "odds", "tdw:11.3.2")
def odds_of_the_battle(table: Table, attack: Attack) -> str | None:
    """Attack to defence, rounded in the defender's favour: 33 to 10 is 3-1."""
    odds = battle_odds(table, attack)
    return named(odds) if odds else None


@defines("tdw:11.3.2")
def is_below_the_table(table: Table, odds: Odds) -> bool:
    """An attack that does not reach 1-3 is below the table, whatever shifts it has."""
    return odds is HOPELESS or rank_of(odds) < BOTTOM


def rank_used(table: Table, attack: Attack) -> int | None:
    """The place of the final column; None where there is no combat, below the bottom where it is an AL1."""
    odds = battle_odds(table, attack)
    if odds is None:
        return None
    if is_below_the_table(table, odds):
        return BOTTOM - 1
    return min(TOP, min(TOP, rank_of(odds)) + int(total_shift(table, attack).total))


@defines("tdw:11.3.2")
def total_shift(table: Table, attack: Attack) -> Sum:
    """All column shifts are added into one before it is applied."""
    return modifiers(table, attack, "shift")


@computes(Attack, "column", "tdw:11.3.2")
def final_column(table: Table, attack: Attack) -> str | None:
    """The column of the odds, at most 6-1, moved by the total shift, to 6-1 at most."""
    rank = rank_used(table, attack)
    return column_at(rank) if rank is not None and rank >= BOTTOM else None


@computes(Attack, "automatic", "tdw:11.3.2")
def automatic_result(table: Table, attack: Attack) -> str | None:
    """Below 1-3, before the shifts or after them, the result is AL1."""
    rank = rank_used(table, attack)
    return AUTOMATIC_RESULT if rank is not None and rank < BOTTOM else None


# 11.3.2: shifts of the ground


def _infantry_shelters(table: Table, attack: Attack, what: str) -> Because | bool:
    shelter = defender_who(table, attack, partial(is_infantry, table))
    return _shift(attack, what, unit=shelter) if shelter else False


@modifies(Attack, "tdw:11.3.2", of="shift")
def town_shelters_infantry(table: Table, attack: Attack) -> Because | bool:
    """Infantry that defends in a town has one column."""
    return table.has_feature(attack.target, "town") and _infantry_shelters(table, attack, "town")


@modifies(Attack, "tdw:11.3.2", of="shift")
def trees_shelter_infantry(table: Table, attack: Attack) -> Because | bool:
    """Infantry that defends in woods or forest has one column."""
    terrain = table.terrain(attack.target)
    return terrain in ("woods", "forest") and _infantry_shelters(table, attack, terrain)


@modifies(Attack, "tdw:11.3.2", of="shift")
def rough_shelters(table: Table, attack: Attack) -> Because | bool:
    """Any unit that defends in rough has one column."""
    return _shift(attack, "rough") if table.terrain(attack.target) == "rough" else False


@modifies(Attack, "tdw:11.3.2", of="shift")
def rivers_shelter(table: Table, attack: Attack) -> Because | bool:
    """Defenders have one column when all attackers come across rivers, bridged or not."""
    hexes = attacking_hexes(attackers(table, attack))
    crossing = every(partial(is_river, table, number, attack.target) for number in hexes)
    return _shift(attack, "river") if crossing else False


# 11.3.2: armor, and lack of supply


def _is_open_ground(table: Table, number: str) -> bool:
    """Clear ground, with a village in it or not, but no town."""
    return every((lambda: table.terrain(number) == "clear", lambda: not table.has_feature(number, "town")))


@defines("tdw:11.3.2")
def steadies_the_defense(table: Table, unit: Unit) -> bool:
    """Armor is worth more in the open."""
    return is_armor(unit)


@unless(steadies_the_defense, "tdw:8.3")
def armor_without_supply_does_not(table: Table, unit: Unit) -> bool:
    """Unsupplied armor loses its bonus in defence."""
    return bool(is_unsupplied(table, unit))


@modifies(Attack, "tdw:11.3.2", of="shift")
def armor_holds_the_open(table: Table, attack: Attack) -> Because | bool:
    """Armor that defends in clear against an attack without armor has one column."""
    held = every((
        lambda: _is_open_ground(table, attack.target),
        lambda: not first_unit(attackers(table, attack), is_armor),
        lambda: defender_who(table, attack, partial(steadies_the_defense, table)),
    ))
    return _shift(attack, "armor defends in clear") if held else False


@modifies(Attack, "tdw:11.3.2", of="shift")
def armor_strikes_in_the_open(table: Table, attack: Attack) -> Because | bool:
    """Armor that attacks clear ground without armor in it, and across no river, gains one column."""
    armor = [unit for unit in attackers(table, attack) if is_armor(unit)]
    strikes = armor and every((
        lambda: _is_open_ground(table, attack.target),
        lambda: not some(partial(is_river, table, unit.hex, attack.target) for unit in armor),
        lambda: not defender_who(table, attack, is_armor),
    ))
    return _shift(attack, "armor attacks clear", unit=armor[0]) if strikes else False


@modifies(Attack, "tdw:11.3.2", of="shift")
def unsupplied_defenders_give_way(table: Table, attack: Attack) -> Because | bool:
    """An attack on unsupplied defenders gains one column."""
    starved = defender_who(table, attack, partial(is_unsupplied, table))
    return _shift(attack, "unsupplied defenders", unit=starved) if starved else False


# 12.4.2: engineers


@modifies(Attack, "tdw:12.4.2", of="shift")
def engineers_shelter(table: Table, attack: Attack) -> Because | bool:
    """Engineers that support the defence are worth one column, however many they are."""
    helping = _engineers_helping(table, attack)
    return _shift(attack, "engineers", unit=helping[0]) if helping else False


@contested(engineers_shelter)
def each_engineer_asset_shelters(table: Table, attack: Attack) -> Because | bool:
    """Shifts are cumulative, so each engineer asset is worth a column; US Delay has the help of one at most."""
    helping = _engineers_helping(table, attack)
    counted = helping[:1] if defender_who(table, attack, is_delay) else helping
    return because(at=attack.target, amount=SHIFTS["engineers"] * len(counted), unit=counted) if counted else False


def _engineers_helping(table: Table, attack: Attack) -> list[Unit]:
    """The engineers named for the defence that have someone there to work for; Germans have none."""
    if attacking_side(table, attack) != "german":
        return []
    return those(supporters(table, attack, "defense", is_engineer), partial(help_the_defense, table, attack))


# 11.3.2 and 16.1: the die


@modifies(Attack, "tdw:11.3.2")
def peiper_leads(table: Table, attack: Attack) -> Because | bool:
    """On turn 1 an attack in which KG Peiper takes part adds 1 to the die."""
    if attacking_side(table, attack) != "german" or table.turn != 1:
        return False
    leader = first_unit(attackers(table, attack), lambda unit: unit.has_status("peiper"))
    return because(at=attack.target, amount=PEIPER_BONUS, unit=leader) if leader else False


def _with_the_asset(table: Table) -> bool:
    return table.has_option("16.1")


@unless(peiper_leads, "tdw:16.1", when=_with_the_asset)
def asset_stands_in_for_peiper(table: Table, attack: Attack) -> bool:
    """With the +2 asset Peiper has no bonus of his own."""
    return True


@modifies(Attack, "tdw:16.1", when=_with_the_asset)
def asset_adds_two(table: Table, attack: Attack) -> Because | bool:
    """The German +2 asset adds 2 to the die of one combat on each of turns 1-2."""
    used = every((
        lambda: attacking_side(table, attack) == "german",
        lambda: table.turn <= LAST_TURN_OF_THE_ASSET,
        lambda: table.has_event("plus-two-here"),
    ))
    return because(at=attack.target, amount=PLUS_TWO) if used else False


@forbids(Attack, "tdw:16.1")
def asset_is_misused(table: Table, attack: Attack) -> Because | bool:
    """The +2 asset is for Germans who agreed on it, on turns 1-2, in one combat a turn."""
    if "plus-two-here" not in (table.posted.events or ()):
        return False
    misused = some((
        lambda: attacking_side(table, attack) != "german",
        lambda: table.turn > LAST_TURN_OF_THE_ASSET,
        lambda: table.has_event("plus-two-used"),
        lambda: not table.has_option("16.1"),
    ))
    return because(at=attack.target) if misused else False
