"""Optional rule 16.7: losses of attacking Stosstruppen."""

from functools import partial

from rulebook.actions import Losses
from rulebook.facts import every, known
from rulebook.games.sitw.agreed import option
from rulebook.games.sitw.pieces import is_absent, is_stoss
from rulebook.games.sitw.results import steps_taken
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids
from rulebook.table import Table


@forbids(Losses, "sitw:16.7", when=option("16.7"))
def spares_the_stosstruppen(table: Table, losses: Losses) -> Because | bool:
    """Germans who attack with Stosstruppen take at least one loss point from them, one step in all."""
    if losses.role != "attacker" or losses.points == 0:
        return False
    paying = table.units(tuple(steps_taken(losses)))
    there = [unit for unit in table.units(losses.units) if not known(partial(is_absent, unit))]
    spared = every((lambda: first_unit(there, is_stoss), lambda: not first_unit(paying, is_stoss)))
    return because(unit=first_unit(there, is_stoss)) if spared else False
