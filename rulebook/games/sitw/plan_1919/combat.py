"""S3.17 to S3.24: what the units of 1919 do in battle."""

from functools import partial

from rulebook.actions import Advance, Attack
from rulebook.facts import every, known
from rulebook.games.sitw.agreed import scenario
from rulebook.games.sitw.battle import attacker_who, defender_who, modified
from rulebook.games.sitw.combat import attacking_side, defends_with_its_defense_factor
from rulebook.games.sitw.modifiers import (
    allied_trench_shelters,
    tanks_cancel_main_trench,
    tanks_cancel_secondary_trench,
    tanks_in_the_open,
)
from rulebook.games.sitw.pieces import TANKS
from rulebook.games.sitw.zones import exerts_zoc_into
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, forbids, modifies, permits, unless
from rulebook.table import Table, Unit

PANZER_DRM = 1
MARINES_ATTACK = 1
MARINES_DEFEND = -1


def attacker_of_type(table: Table, attack: Attack, side: str, word: str) -> Unit | None:
    """The first attacker of a type that only this side has."""
    if attacking_side(table, attack) != side:
        return None
    return attacker_who(table, attack, lambda unit: unit.type == word)


def is_defended_by(table: Table, attack: Attack, word: str) -> bool:
    """Whether a unit of this type defends; one of Plan 1919 cannot be there unposted in another scenario."""
    find = partial(defender_who, table, attack, lambda unit: unit.type == word)
    return bool(known(find)) or every((find, lambda: table.scenario == "plan-1919"))


# S3.17: Alpenkorps


@unless(defends_with_its_defense_factor, "sitw:S3.17")
def alpenkorps_defends_mountains(table: Table, attack: Attack, unit: Unit) -> bool:
    """The Alpenkorps defends mountains with its attack factor."""
    return every((lambda: unit.type == "alpenkorps", lambda: table.terrain(attack.target) == "mountain"))


# S3.18: the 1st Panzer Regiment


@modifies(Attack, "sitw:S3.18")
def panzers_in_the_open(table: Table, attack: Attack) -> Because | bool:
    """The panzers give a German attack +1 in a hex without Allied trenches."""
    used = every((
        lambda: attacker_of_type(table, attack, "german", "panzer"),
        lambda: not table.has_feature(attack.target, "allied-trench"),
    ))
    return modified(attack, PANZER_DRM) if used else False


@contested(panzers_in_the_open)
def panzers_anywhere(table: Table, attack: Attack) -> Because | bool:
    """The case grants the +1 without a word on trenches."""
    return modified(attack, PANZER_DRM) if attacker_of_type(table, attack, "german", "panzer") else False


@unless(allied_trench_shelters, "sitw:S3.18")
def panzers_cancel_allied_trench(table: Table, attack: Attack) -> bool:
    """The panzers cancel the modifier of the Allied trench that they attack."""
    return bool(attacker_of_type(table, attack, "german", "panzer"))


# S3.19: anti-tank units


@unless(exerts_zoc_into, "sitw:S3.19")
def anti_tank_unit_has_no_zoc(table: Table, unit: Unit, there: str) -> bool:
    """Anti-tank units exert no zone of control."""
    return unit.type == "anti-tank"


@forbids(Attack, "sitw:S3.19")
def anti_tank_unit_attacks(table: Table, attack: Attack) -> Because | bool:
    """Anti-tank units never attack."""
    unit = attacker_of_type(table, attack, "german", "anti-tank")
    return because(at=attack.target, unit=unit) if unit else False


@forbids(Advance, "sitw:S3.19")
def anti_tank_unit_advances(table: Table, advance: Advance) -> Because | bool:
    """Anti-tank units, which never attack, have no attack to advance after."""
    unit = first_unit(table.units(advance.units), lambda unit: unit.type == "anti-tank")
    return because(at=advance.to, unit=unit) if unit else False


@unless(tanks_in_the_open, "sitw:S3.19")
def anti_tank_stops_tanks(table: Table, attack: Attack) -> bool:
    """An anti-tank unit in the defense cancels the modifier of Allied tanks."""
    return is_defended_by(table, attack, "anti-tank")


@unless(tanks_cancel_main_trench, "sitw:S3.19")
def anti_tank_holds_main_trench(table: Table, attack: Attack) -> bool:
    """An anti-tank unit in the defense keeps Allied tanks from cancelling a main trench."""
    return is_defended_by(table, attack, "anti-tank")


@unless(tanks_cancel_secondary_trench, "sitw:S3.19")
def anti_tank_holds_secondary_trench(table: Table, attack: Attack) -> bool:
    """An anti-tank unit in the defense keeps Allied tanks from cancelling a secondary trench."""
    return is_defended_by(table, attack, "anti-tank")


# S3.20 and S3.21: British tanks


@permits(Attack, "sitw:S3.20")
def heavy_tanks_fight_as_tanks(table: Table, attack: Attack) -> Because | bool:
    """Heavy tanks bring to an attack what the Royal Tank Corps brought in 1918."""
    unit = attacker_of_type(table, attack, "allied", "heavy-tank")
    return because(at=attack.target, unit=unit) if unit else False


@unless(tanks_in_the_open, "sitw:S3.21")
def fast_tanks_give_no_modifier(table: Table, attack: Attack) -> bool:
    """Fast tanks never give a modifier: without other tanks the attack has none."""
    return every((
        lambda: attacker_of_type(table, attack, "allied", "fast-tank"),
        lambda: not attacker_who(table, attack, lambda unit: unit.type in TANKS - {"fast-tank"}),
    ))


# S3.22: US Marines


@modifies(Attack, "sitw:S3.22")
def marines_attack(table: Table, attack: Attack) -> Because | bool:
    """The Marines give an attack in which they take part +1."""
    return modified(attack, MARINES_ATTACK) if attacker_of_type(table, attack, "allied", "marines") else False


@modifies(Attack, "sitw:S3.22")
def marines_defend(table: Table, attack: Attack) -> Because | bool:
    """The Marines give a defense in which they take part -1."""
    defended = attacking_side(table, attack) == "german" and is_defended_by(table, attack, "marines")
    return modified(attack, MARINES_DEFEND) if defended else False


# S3.23 and S3.24: American and French tanks


def _tank_of(table: Table, attack: Attack, army: str) -> Because | bool:
    unit = attacker_who(table, attack, lambda unit: unit.army == army and unit.type == "tank")
    return because(at=attack.target, unit=unit) if unit else False


@permits(Attack, "sitw:S3.23", when=scenario("plan-1919"))
def american_tanks_fight_as_in_1918(table: Table, attack: Attack) -> Because | bool:
    """The American Tank Corps brings to an attack what it brought in 1918."""
    return _tank_of(table, attack, "american")


@permits(Attack, "sitw:S3.24", when=scenario("plan-1919"))
def french_tanks_fight_as_in_1918(table: Table, attack: Attack) -> Because | bool:
    """Both AAC bring to an attack what the AAC brought in 1918."""
    return _tank_of(table, attack, "french")
