"""Optional rule 16.8: attacks at very high odds."""

from rulebook.actions import Attack, Roll
from rulebook.games.sitw.agreed import option
from rulebook.games.sitw.battle import modified
from rulebook.games.sitw.combat import HIGHEST, battle_odds
from rulebook.games.sitw.results import modifier_of_the_roll
from rulebook.mechanics.odds import Odds
from rulebook.rules import Because, Part, Sum, modifies, replaces
from rulebook.table import Table


def steps_beyond_the_table(odds: Odds) -> int:
    """How many columns there would have to be beyond the last for these odds."""
    return odds.attack - HIGHEST.attack if odds.ratio > HIGHEST.ratio else 0


@modifies(Attack, "sitw:16.8", when=option("16.8"))
def odds_beyond_the_table(table: Table, attack: Attack) -> Because | bool:
    """Each step of odds above 7:1 gives the attack one more +1."""
    odds = battle_odds(table, attack)
    steps = steps_beyond_the_table(odds) if odds else 0
    return modified(attack, steps, odds=str(odds)) if steps else False


@replaces(modifier_of_the_roll, "sitw:16.8", when=option("16.8"))
def odds_named_beyond_the_table(table: Table, roll: Roll, odds: Odds) -> Sum | None:
    """A roll for which odds above 7:1 are named has one more +1 for each step, beside the modifier told."""
    steps = steps_beyond_the_table(odds)
    if not steps:
        return None
    told: Sum = modifier_of_the_roll.function(table, roll, odds)
    return Sum((*told.parts, Part(steps, "sitw:16.8", "odds")))
