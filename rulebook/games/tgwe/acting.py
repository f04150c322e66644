"""Who acts: the units that an action has do something, for rules on those that are gone or not at war."""

from rulebook.actions import (
    Advance,
    Attack,
    Move,
    Place,
    Play,
    Replace,
    Retreat,
    Stack,
    Support,
    arriving_ids,
    unit_ids,
)
from rulebook.table import Table, Unit

ACTS = (Move, Attack, Support, Advance, Retreat, Stack, Place, Play, Replace)
Acts = Move | Attack | Support | Advance | Retreat | Stack | Place | Play | Replace


def acting(table: Table, action: Acts) -> list[Unit]:
    """The units that act, those that support either side of a battle included.

    Those that fought before an advance or a withdrawal may have been lost since.
    """
    return table.units(arriving_ids(action) if isinstance(action, Advance | Retreat) else unit_ids(action))
