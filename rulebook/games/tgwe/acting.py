"""Who acts: the units that an action has do something, for rules on those that are gone or not at war."""

from rulebook.actions import (
    Advance,
    Attack,
    Losses,
    Move,
    Place,
    Play,
    Replace,
    Retreat,
    Stack,
    Supply,
    Support,
    arriving_ids,
    unit_ids,
)
from rulebook.table import Table, Unit

ACTS = (Move, Attack, Support, Advance, Retreat, Stack, Place, Play, Replace)
Acts = Move | Attack | Support | Advance | Retreat | Stack | Place | Play | Replace


def acting(table: Table, action: Acts | Supply | Losses) -> list[Unit]:
    """The units that act, those that support either side of a battle included.

    Those that fought before an advance, a withdrawal or losses may have been lost since.
    """
    is_after = isinstance(action, Advance | Retreat | Losses)
    return table.units(arriving_ids(action) if is_after else unit_ids(action))
