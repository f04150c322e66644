"""Chapter 9, the columns of the assault table and what shifts them (9.2 to 9.26, U3), in the book's order."""

from functools import partial

from rulebook.actions import Attack
from rulebook.facts import every, known, some
from rulebook.games.tsnp.battle import attackers, attacking_side
from rulebook.games.tsnp.forces import is_pioneers
from rulebook.games.tsnp.ground import TERRAIN, has_intact_fort, has_terrain, has_trench
from rulebook.mechanics.odds import Odds
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.sums import modifiers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Sum, because, contested, defines, modifies
from rulebook.table import Table

LOWEST, HIGHEST = Odds(1, 3), Odds(7, 1)
PIONEERS_SHIFT = 1


# 9.2: columns stand side by side, 1:2 below 1:1 below 2:1, and so on beyond both ends of the printed table


def rank_of(odds: Odds) -> int:
    """The place of a column: 0 for 1:1, 1 for 2:1, -1 for 1:2."""
    return odds.attack - 1 if odds.attack >= odds.defense else 1 - odds.defense


def column_at(rank: int) -> Odds:
    """The column of a place."""
    return Odds(rank + 1, 1) if rank >= 0 else Odds(1, 1 - rank)


def _shifted(attack: Attack, word: str) -> Because:
    return because(at=attack.target, amount=int(TERRAIN[word]["assault"]))


# 9.21 to 9.26: what shifts the column


@modifies(Attack, "tsnp:9.21", of="shift")
def pioneers_lead_the_assault(table: Table, attack: Attack) -> Because | bool:
    """A German assault that pioneers take part in gains one column, however many they are."""
    if attacking_side(table, attack) != "german":
        return False
    leader = first_unit(attackers(table, attack), is_pioneers)
    return because(at=attack.target, amount=PIONEERS_SHIFT, by=leader) if leader else False


@modifies(Attack, "tsnp:9.22", of="shift")
def slopes_shelter(table: Table, attack: Attack) -> Because | bool:
    """An assault on a slope or a hill loses one column."""
    return _shifted(attack, "slope") if has_terrain(table, attack.target, "slope") else False


@modifies(Attack, "tsnp:9.23", of="shift")
def towns_shelter(table: Table, attack: Attack) -> Because | bool:
    """An assault on a town loses one column."""
    return _shifted(attack, "town") if has_terrain(table, attack.target, "town") else False


@modifies(Attack, "tsnp:9.23", of="shift")
def woods_shelter(table: Table, attack: Attack) -> Because | bool:
    """An assault on a wood loses one column."""
    return _shifted(attack, "wood") if has_terrain(table, attack.target, "wood") else False


@modifies(Attack, "tsnp:9.24", of="shift")
def forts_shelter(table: Table, attack: Attack) -> Because | bool:
    """An assault on a fort that is not destroyed loses two columns."""
    return _shifted(attack, "fort") if has_intact_fort(table, attack.target) else False


@modifies(Attack, "tsnp:9.24", of="shift")
def trenches_shelter(table: Table, attack: Attack) -> Because | bool:
    """An assault on a trench loses two columns."""
    return _shifted(attack, "trench") if has_trench(table, attack.target) else False


@modifies(Attack, "tsnp:9.25", of="shift")
def cities_shelter(table: Table, attack: Attack) -> Because | bool:
    """An assault on a city loses three columns."""
    return _shifted(attack, "city") if has_terrain(table, attack.target, "city") else False


@modifies(Attack, "tsnp:9.26", of="shift")
def water_shelters(table: Table, attack: Attack) -> Because | bool:
    """An assault loses one column when all its infantry crosses a bridge or a stream."""
    hexes = attacking_hexes(attackers(table, attack))
    crossing = every(partial(_crosses_water, table, number, attack.target) for number in hexes)
    return _shifted(attack, "stream") if crossing else False


def _crosses_water(table: Table, here: str, there: str) -> bool:
    return bool(some(partial(table.side_has, here, there, word, ordinary=False) for word in ("stream", "bridge")))


@contested(water_shelters)
def bridges_and_streams_apart(table: Table, attack: Attack) -> Because | bool:
    """To the letter of the summary, all must cross bridges, or all streams: some of each lose nothing."""
    hexes = attacking_hexes(attackers(table, attack))
    over = [known(partial(table.side_has, number, attack.target, "bridge")) for number in hexes]
    return False if True in over and False in over else water_shelters.function(table, attack)


# U3: all of them together


@defines("tsnp:U3")
def total_shift(table: Table, attack: Attack) -> Sum:
    """Column shifts are cumulative: each that holds is added to the others."""
    return modifiers(table, attack, "shift")
