"""Optional rule 16.4, compulsory in Plan 1919: Belgian demoralization."""

from rulebook.actions import Attack
from rulebook.facts import every
from rulebook.games.sitw.agreed import option
from rulebook.games.sitw.battle import attacker_who, defender_who, modified
from rulebook.games.sitw.combat import attacking_side
from rulebook.rules import Because, modifies
from rulebook.table import Table, Unit

BELGIANS_DEFEND_ABROAD = 1
BELGIANS_ATTACK_ABROAD = -1


def is_belgian(unit: Unit) -> bool:
    return unit.army == "belgian"


@modifies(Attack, "sitw:16.4", when=option("16.4"))
def belgians_defend_abroad(table: Table, attack: Attack) -> Because | bool:
    """A German attack on Belgian units outside Belgium has +1."""
    demoralized = attacking_side(table, attack) == "german" and every((
        lambda: table.country(attack.target) != "belgium", lambda: defender_who(table, attack, is_belgian)
    ))
    return modified(attack, BELGIANS_DEFEND_ABROAD) if demoralized else False


@modifies(Attack, "sitw:16.4", when=option("16.4"))
def belgians_attack_abroad(table: Table, attack: Attack) -> Because | bool:
    """An attack by Belgian units into a hex outside Belgium has -1."""
    demoralized = every((
        lambda: table.country(attack.target) != "belgium", lambda: attacker_who(table, attack, is_belgian)
    ))
    return modified(attack, BELGIANS_ATTACK_ABROAD) if demoralized else False
