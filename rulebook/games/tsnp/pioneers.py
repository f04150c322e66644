"""Chapter 14, German pioneers (14.5); what they do to columns, losses and advances is with chapter 9."""

from rulebook.actions import Attack
from rulebook.games.tsnp.battle import attackers
from rulebook.games.tsnp.forces import is_pioneers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, obliges
from rulebook.table import Table


@obliges(Attack, "tsnp:14.5")
def pioneers_will_pay_first(table: Table, attack: Attack) -> Because | bool:
    """Pioneers that take part in an assault are the first to lose a step if the Germans lose any."""
    leader = first_unit(attackers(table, attack), is_pioneers)
    return because(at=attack.target, unit=leader) if leader else False
