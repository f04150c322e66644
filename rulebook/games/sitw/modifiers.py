"""Chapter 13, die-roll modifiers (13.9, 13.13 to 13.27, 13.35), in the book's order."""

from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Attack, Support
from rulebook.facts import every, known, more_than, some
from rulebook.games.sitw.battle import (
    allied_tank_in,
    attacker_who,
    defender_who,
    is_trench_of,
    modified,
    opposing_aircraft,
    supporting_aircraft,
)
from rulebook.games.sitw.combat import attackers, attacking_side, supporting_guns
from rulebook.games.sitw.movement import natural_terrain
from rulebook.games.sitw.pieces import is_aircraft, is_stoss
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, Sum, because, contested, defines, forbids, modifies, unless
from rulebook.table import Table, Unit

TERRAIN_DRM = {row["terrain"]: int(row["drm"]) for row in printed.table("sitw", "terrain")}
MIXED_ATTACK_DRM = -1
AIRCRAFT_IN_ATTACK = {"allied": 3, "german": 1}
AIRCRAFT_IN_DEFENSE = 1
TANK_DRM = 1
AGB_DRM = 1
CONCENTRIC_DRM = 1
RIVER_DRM = -1
TOWN_DRM = -1
CITY_DRM = -2
MAIN_TRENCH_DRM = -2
SECONDARY_TRENCH_DRM = -1
ALLIED_TRENCH_DRM = -2
ALLIED_TRENCH_DRM_AGAINST_STOSS = -1
STOSS_DRM = 1
SURPRISE_DRM = 2
SURPRISE_TURN = 1


# 13.9 and 13.13: British and French together, the total of all modifiers


@modifies(Attack, "sitw:13.9")
def mixed_attack_after_the_first(table: Table, attack: Attack) -> Because | bool:
    """An attack by British and French units, after the first such attack of the phase, suffers -1."""
    mixed = every((
        lambda: attacker_who(table, attack, lambda unit: unit.army == "british"),
        lambda: attacker_who(table, attack, lambda unit: unit.army == "french"),
        lambda: table.track("mixed-attacks", ordinary=0) > 0,
    ))
    return modified(attack, MIXED_ATTACK_DRM) if mixed else False


@defines("sitw:13.13")
def final_modifier(table: Table, attack: Attack) -> Sum:
    """All die-roll modifiers are cumulative: together they make one final modifier."""
    return modifiers(table, attack, "die")


# 13.14: aircraft


@modifies(Attack, "sitw:13.14")
def air_power_in_attack(table: Table, attack: Attack) -> Because | bool:
    """Air power gives an attack +1; two or three air units give an Allied attack +2 or +3."""
    counted = supporting_aircraft(table, attack)[:AIRCRAFT_IN_ATTACK[attacking_side(table, attack)]]
    return modified(attack, len(counted), by=counted) if counted else False


@modifies(Attack, "sitw:13.14")
def air_power_in_defense(table: Table, attack: Attack) -> Because | bool:
    """An air unit committed to a defense gives -1."""
    counted = opposing_aircraft(table, attack)[:AIRCRAFT_IN_DEFENSE]
    return modified(attack, -len(counted), by=counted) if counted else False


@forbids(Attack, "sitw:13.14")
def too_many_aircraft_in_attack(table: Table, attack: Attack) -> Because | bool:
    """The Allied player commits at most three air units to an attack, the German one."""
    return _exceeds(table, attack.support, AIRCRAFT_IN_ATTACK[attacking_side(table, attack)], attack.target)


@forbids(Attack, "sitw:13.14")
def too_many_aircraft_in_defense(table: Table, attack: Attack) -> Because | bool:
    """No more than one air unit may be committed to a defense."""
    return _exceeds(table, attack.against, AIRCRAFT_IN_DEFENSE, attack.target)


@forbids(Support, "sitw:13.14")
def too_many_aircraft_in_support(table: Table, support: Support) -> Because | bool:
    """One air unit may support a battle, but up to three an Allied attack."""
    over = _exceeds(table, support.units, AIRCRAFT_IN_ATTACK[table.unit(support.units[0]).side], support.target)
    crowded = _exceeds(table, support.units, AIRCRAFT_IN_DEFENSE, support.target)
    if over or not crowded:
        return over
    return crowded if table.read("action.role", support.role, ("attack", "defense")) == "defense" else False


def _exceeds(table: Table, ids: tuple[str, ...] | None, limit: int, target: str) -> Because | bool:
    flying = (partial(is_aircraft, unit) for unit in table.units(ids or ()))
    return because(at=target, limit=limit) if more_than(limit, flying) else False


# 13.15 to 13.17: tanks, the AGB, concentric assault


@modifies(Attack, "sitw:13.15")
def tanks_in_the_open(table: Table, attack: Attack) -> Because | bool:
    """Tanks give an Allied attack +1, however many they are, in a hex without German trenches."""
    used = every((
        lambda: allied_tank_in(table, attack),
        lambda: not table.has_feature(attack.target, "german-main-trench"),
        lambda: not table.has_feature(attack.target, "german-secondary-trench"),
    ))
    return modified(attack, TANK_DRM, by=allied_tank_in(table, attack)) if used else False


@contested(tanks_in_the_open)
def tanks_outside_any_trench(table: Table, attack: Attack) -> Because | bool:
    """To the letter, even an Allied trench held by Germans takes the +1 from tanks."""
    trench = known(lambda: table.has_feature(attack.target, "allied-trench"))
    return False if trench else tanks_in_the_open.function(table, attack)


@modifies(Attack, "sitw:13.16")
def agb_takes_part(table: Table, attack: Attack) -> Because | bool:
    """A German attack in which the AGB takes part gains +1."""
    guns = supporting_guns(table, attack)
    return modified(attack, AGB_DRM, by=guns) if guns else False


@modifies(Attack, "sitw:13.17")
def concentric_assault(table: Table, attack: Attack) -> Because | bool:
    """An attack from opposite hexes, from three alternate hexes or from more than three gains +1."""
    hexes = attacking_hexes(attackers(table, attack))
    closed_in = len(hexes) > 3 or (len(hexes) > 1 and _is_pincer(_sides_attacked(table, attack.target, hexes)))
    return modified(attack, CONCENTRIC_DRM, hexes=hexes) if closed_in else False


def _is_pincer(sides: set[int]) -> bool:
    """Whether two of the six sides are opposite, or three alternate."""
    return any(side + 3 in sides or {side + 2, side + 4} <= sides for side in sides)


def _sides_attacked(table: Table, target: str, hexes: list[str]) -> set[int]:
    for number in (target, *hexes):
        if number.startswith("?"):
            table.read(f"map.hexes.{number}.place", None)
    return {index for index, near in enumerate(table.grid.sides(target)) if near in hexes}


@unless(concentric_assault, "sitw:13.17")
def fortress_foils_concentric_assault(table: Table, attack: Attack) -> bool:
    """The bonus is never had against Germans or French in a fortress hex of their own country."""
    if attacking_side(table, attack) == "allied":
        return table.has_feature(attack.target, "german-fortress")
    return every((
        lambda: table.has_feature(attack.target, "french-fortress"),
        lambda: defender_who(table, attack, lambda unit: unit.army == "french"),
    ))


# 13.18 to 13.24: terrain of the defender's hex and its sides


def _shelter(table: Table, attack: Attack, *terrains: str) -> Because | bool:
    terrain = table.terrain(attack.target)
    return modified(attack, TERRAIN_DRM[terrain], terrain=terrain) if terrain in terrains else False


@modifies(Attack, "sitw:13.18")
def forest_shelters(table: Table, attack: Attack) -> Because | bool:
    """Units that defend in a forest hex have -1."""
    return _shelter(table, attack, "forest")


@modifies(Attack, "sitw:13.19")
def rough_or_devastated_shelters(table: Table, attack: Attack) -> Because | bool:
    """Units that defend in a rough or devastated hex have -1."""
    return _shelter(table, attack, "rough", "devastated")


@modifies(Attack, "sitw:13.20")
def marsh_shelters(table: Table, attack: Attack) -> Because | bool:
    """Units that defend in marsh, or in a flood plain in wet weather, have -1."""
    return modified(attack, TERRAIN_DRM["marsh"]) if natural_terrain(table, attack.target) == "marsh" else False


@modifies(Attack, "sitw:13.21")
def mountain_shelters(table: Table, attack: Attack) -> Because | bool:
    """Units that defend in a mountain hex have -2."""
    return _shelter(table, attack, "mountain")


@modifies(Attack, "sitw:13.22")
def rivers_shelter(table: Table, attack: Attack) -> Because | bool:
    """The defense has -1 when all the attackers attack across river or major river sides."""
    hexes = attacking_hexes(attackers(table, attack))
    crossing = every(partial(_is_river, table, number, attack.target) for number in hexes)
    return modified(attack, RIVER_DRM) if crossing else False


def _is_river(table: Table, start: str, to: str) -> Any:
    return some(partial(table.side_has, start, to, river) for river in ("river", "major-river"))


@modifies(Attack, "sitw:13.23")
def towns_shelter(table: Table, attack: Attack) -> Because | bool:
    """Units that defend in a town hex have -1."""
    return modified(attack, TOWN_DRM) if table.has_feature(attack.target, "town") else False


@modifies(Attack, "sitw:13.24")
def cities_shelter(table: Table, attack: Attack) -> Because | bool:
    """Units that defend in a city hex have -2."""
    return modified(attack, CITY_DRM) if table.has_feature(attack.target, "city") else False


# 13.25 to 13.27, 13.35: trenches, Stosstruppen


@modifies(Attack, "sitw:13.25")
def main_trench_shelters(table: Table, attack: Attack) -> Because | bool:
    """Germans who defend in a German main trench hex have -2."""
    return modified(attack, MAIN_TRENCH_DRM) if is_trench_of(table, attack, "german", "german-main-trench") else False


@unless(main_trench_shelters, "sitw:13.15")
def tanks_cancel_main_trench(table: Table, attack: Attack) -> bool:
    """Allied tanks cancel the modifier of the main trench that they attack."""
    return bool(allied_tank_in(table, attack))


@modifies(Attack, "sitw:13.26")
def secondary_trench_shelters(table: Table, attack: Attack) -> Because | bool:
    """Germans who defend in a German secondary trench hex have -1."""
    sheltered = is_trench_of(table, attack, "german", "german-secondary-trench")
    return modified(attack, SECONDARY_TRENCH_DRM) if sheltered else False


@unless(secondary_trench_shelters, "sitw:13.15")
def tanks_cancel_secondary_trench(table: Table, attack: Attack) -> bool:
    """Allied tanks cancel the modifier of the secondary trench that they attack."""
    return bool(allied_tank_in(table, attack))


@modifies(Attack, "sitw:13.27")
def allied_trench_shelters(table: Table, attack: Attack) -> Because | bool:
    """Allies who defend in an Allied trench hex have -2, but -1 against Stosstruppen."""
    if not is_trench_of(table, attack, "allied", "allied-trench"):
        return False
    return modified(attack, ALLIED_TRENCH_DRM_AGAINST_STOSS if is_stoss_led(table, attack) else ALLIED_TRENCH_DRM)


@defines("sitw:13.35")
def is_stoss_led(table: Table, attack: Attack) -> Unit | None:
    """An attack is led by Stosstruppen when at least one such unit takes part in it."""
    return attacker_who(table, attack, is_stoss) if attacking_side(table, attack) == "german" else None


def is_surprise(table: Table) -> bool:
    return every((lambda: table.turn == SURPRISE_TURN, lambda: table.phase == "first-combat"))


@modifies(Attack, "sitw:13.35")
def stoss_led_attack(table: Table, attack: Attack) -> Because | bool:
    """An attack led by Stosstruppen has +1, and +2 in the first combat phase of turn 1."""
    leader = is_stoss_led(table, attack)
    return modified(attack, SURPRISE_DRM if is_surprise(table) else STOSS_DRM, by=leader) if leader else False


@contested(stoss_led_attack)
def stoss_surprise_only_in_1918(table: Table, attack: Attack) -> Because | bool:
    """The surprise was that of March 1918: Plan 1919 knows none."""
    leader = is_stoss_led(table, attack)
    dulled = leader and known(lambda: table.scenario) == "plan-1919"
    return modified(attack, STOSS_DRM, by=leader) if dulled else stoss_led_attack.function(table, attack)
