"""Case 14.2, the independent 16th Division: the support it cannot have. Its supply and its losses are in chapter 6."""

from functools import partial

from rulebook.actions import Attack, Support
from rulebook.facts import every, some
from rulebook.games.tsnp.agreed import option
from rulebook.games.tsnp.battle import lent_in_roles
from rulebook.games.tsnp.forces import is_of_the_16th
from rulebook.rules import Because, because, forbids, unless
from rulebook.table import Table, Unit


@forbids((Attack, Support), "tsnp:14.2")
def corps_guns_fire_for_the_16th(table: Table, action: Attack | Support) -> Because | bool:
    """No corps artillery supports the units of the 16th Division."""
    found: Unit | None = some(
        partial(_fires_for_the_16th_alone, table, action, gun, role) for gun, role in lent_in_roles(table, action)
    )
    return because(at=action.target, unit=found) if found else False


def _fires_for_the_16th_alone(table: Table, action: Attack | Support, gun: Unit, role: str) -> Unit | None:
    alone = every((lambda: gun.type == "corps-artillery", lambda: _are_all_of_the_16th(table, action, role)))
    return gun if alone else None


def _are_all_of_the_16th(table: Table, action: Attack | Support, role: str) -> bool:
    """Whether nobody else is engaged; who will attack is not told by a question about support alone."""
    if role == "attack":
        return isinstance(action, Attack) and every(partial(is_of_the_16th, unit) for unit in table.units(action.units))
    posted = table.units_at(action.target)
    if not posted or not every(partial(is_of_the_16th, unit) for unit in posted):
        return False
    table.others_may_be()
    return True


@unless(corps_guns_fire_for_the_16th, "tsnp:15.3", when=option("15.3"))
def sixteenth_is_supported_like_others(table: Table, action: Attack | Support) -> bool:
    """Attached to a corps, the 16th Division is supported like any other."""
    return True
