"""Chapter 13, where tanks may not attack (13.18 to 13.32), in the book's order."""

from functools import partial

from rulebook.actions import Attack
from rulebook.facts import every, some
from rulebook.games.sitw.combat import attackers
from rulebook.games.sitw.movement import natural_terrain
from rulebook.games.sitw.pieces import is_tank
from rulebook.mechanics.units import Test, first_unit
from rulebook.rules import Because, because, forbids
from rulebook.table import Table


def _tanks_attack(table: Table, attack: Attack, is_barred: Test) -> Because | bool:
    tank = first_unit(attackers(table, attack), lambda unit: every((lambda: is_tank(unit), lambda: is_barred(unit))))
    return because(at=attack.target, unit=tank) if tank else False


def _tanks_attack_into(table: Table, attack: Attack, terrain: str) -> Because | bool:
    return _tanks_attack(table, attack, lambda tank: natural_terrain(table, attack.target) == terrain)


@forbids(Attack, "sitw:13.18")
def tanks_attack_forest(table: Table, attack: Attack) -> Because | bool:
    """Tanks may not attack into forest."""
    return _tanks_attack_into(table, attack, "forest")


@forbids(Attack, "sitw:13.20")
def tanks_attack_marsh(table: Table, attack: Attack) -> Because | bool:
    """Tanks may not attack into marsh, nor into a flood plain in wet weather."""
    return _tanks_attack_into(table, attack, "marsh")


@forbids(Attack, "sitw:13.21")
def tanks_attack_mountain(table: Table, attack: Attack) -> Because | bool:
    """Tanks may not attack into mountains."""
    return _tanks_attack_into(table, attack, "mountain")


@forbids(Attack, "sitw:13.22")
def tanks_attack_across_a_major_river(table: Table, attack: Attack) -> Because | bool:
    """Tanks may not attack across a major river, nor across any river in wet weather."""
    return _tanks_attack(table, attack, lambda tank: is_behind_a_major_river(table, tank.hex, attack.target))


def is_behind_a_major_river(table: Table, start: str, to: str) -> bool:
    """Whether the side between two hexes is a major river today."""
    return bool(some((
        lambda: table.side_has(start, to, "major-river"),
        lambda: every((lambda: table.side_has(start, to, "river"), lambda: table.weather == "wet")),
    )))


@forbids(Attack, "sitw:13.24")
def tanks_attack_a_city(table: Table, attack: Attack) -> Because | bool:
    """Tanks may not attack into a city."""
    return _tanks_attack(table, attack, lambda tank: table.has_feature(attack.target, "city"))


@forbids(Attack, "sitw:13.32")
def tanks_attack_a_fortress(table: Table, attack: Attack) -> Because | bool:
    """Tanks may not attack into a fortress."""
    return _tanks_attack(table, attack, lambda tank: some(
        partial(table.has_feature, attack.target, word) for word in ("french-fortress", "german-fortress")
    ))


BANS_ON_TANKS = (
    tanks_attack_forest, tanks_attack_marsh, tanks_attack_mountain, tanks_attack_across_a_major_river,
    tanks_attack_a_city, tanks_attack_a_fortress,
)
