"""Optional rule 16.3: weak trenches."""

from rulebook.actions import Attack
from rulebook.facts import every
from rulebook.games.sitw.agreed import option
from rulebook.games.sitw.battle import is_trench_of, modified
from rulebook.games.sitw.modifiers import allied_trench_shelters, is_stoss_led
from rulebook.rules import Because, modifies, unless
from rulebook.table import Table

WEAK_TRENCHES = ("2532", "2633", "2732")
WEAK_TRENCH_DRM = -1


@unless(allied_trench_shelters, "sitw:16.3", when=option("16.3"))
def weak_trench_is_no_full_trench(table: Table, attack: Attack) -> bool:
    """The southernmost British trenches do not shelter as other Allied trenches do."""
    return attack.target in WEAK_TRENCHES


@modifies(Attack, "sitw:16.3", when=option("16.3"))
def weak_trench_shelters(table: Table, attack: Attack) -> Because | bool:
    """A weak trench gives -1, and nothing against an attack led by Stosstruppen."""
    sheltered = attack.target in WEAK_TRENCHES and every((
        lambda: is_trench_of(table, attack, "allied", "allied-trench"), lambda: not is_stoss_led(table, attack)
    ))
    return modified(attack, WEAK_TRENCH_DRM) if sheltered else False
