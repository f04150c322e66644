"""Optional rule 16.8: attacks at very high odds."""

from rulebook.actions import Attack
from rulebook.games.sitw.agreed import option
from rulebook.games.sitw.battle import modified
from rulebook.games.sitw.combat import HIGHEST, battle_odds
from rulebook.rules import Because, modifies
from rulebook.table import Table


@modifies(Attack, "sitw:16.8", when=option("16.8"))
def odds_beyond_the_table(table: Table, attack: Attack) -> Because | bool:
    """Each step of odds above 7:1 gives the attack one more +1."""
    odds = battle_odds(table, attack)
    if odds is None or odds.ratio <= HIGHEST.ratio:
        return False
    return modified(attack, odds.attack - HIGHEST.attack, odds=str(odds))
