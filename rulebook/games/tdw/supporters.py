"""Which assets support a combat, also where the action does not say: none, if no posted one could."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Attack
from rulebook.facts import every, known, some
from rulebook.games.tdw.artillery import (
    absent_guns_fire,
    allied_guns_fire_again,
    fires_across_the_whole_front,
    fires_outside_its_zone,
    german_guns_fire_again,
    rockets_defend,
    supports_another_corps,
    supports_the_surprised_regiments,
    supports_unsupplied_units,
)
from rulebook.games.tdw.battle import Role
from rulebook.games.tdw.boundaries import british_guns_fire_too_far
from rulebook.games.tdw.combat import supports_the_wrong_side
from rulebook.games.tdw.engineers import engineers_are_too_far, engineers_help_strangers
from rulebook.games.tdw.special_assets import guns_support_the_delay, guns_support_von_der_heydte
from rulebook.games.tdw.withdrawal import withdrawn_guns_fire
from rulebook.table import Table, Unit

# What keeps a single asset from supporting a combat, were it named.
BARS = (
    supports_the_wrong_side,
    absent_guns_fire, german_guns_fire_again, allied_guns_fire_again, rockets_defend,
    fires_outside_its_zone, fires_across_the_whole_front, british_guns_fire_too_far, supports_another_corps,
    supports_unsupplied_units, supports_the_surprised_regiments, guns_support_von_der_heydte, guns_support_the_delay,
    engineers_are_too_far, engineers_help_strangers, withdrawn_guns_fire,
)

FIELDS = {"attack": "support", "defense": "against"}

Kind = Callable[[Unit], bool]


def supporters(table: Table, attack: Attack, role: Role, is_kind: Kind) -> list[Unit]:
    """The assets of a kind that support one side; none where the action names none and no posted one could."""
    ids = getattr(attack, FIELDS[role])
    if ids is None and _nobody_could(table, attack, role, is_kind):
        return []
    return [unit for unit in table.units(table.read(f"action.{FIELDS[role]}", ids, None, ())) if is_kind(unit)]


def _nobody_could(table: Table, attack: Attack, role: Role, is_kind: Kind) -> bool:
    with table.aside():
        return bool(known(lambda: every(
            partial(_is_idle, table, attack, unit, role, is_kind) for unit in table.units()
        )))


def _is_idle(table: Table, attack: Attack, unit: Unit, role: Role, is_kind: Kind) -> bool:
    """Whether a posted unit is of another kind, or could not support this side of the combat."""
    if not is_kind(unit):
        return True
    alone = attack.model_copy(update={"support": (), "against": (), FIELDS[role]: (unit.id,)})
    return bool(some(partial(bar, table, alone) for bar in BARS))
