"""Units that were destroyed before: what an action and a counter tell of it (5.35, 13.29)."""

from functools import partial

from rulebook.actions import Place
from rulebook.facts import some
from rulebook.games.tgwe.ground import EUROPE, NEAR_EAST
from rulebook.table import Table, Unit

LOST = frozenset(f"lost-{front}" for front in (*EUROPE, *NEAR_EAST))


def is_known_lost(unit: Unit) -> bool:
    """Whether the counter of a unit tells where it was destroyed before."""
    return bool(some(partial(unit.has_status, word) for word in sorted(LOST)))


def has_been_lost(place: Place, unit: Unit) -> bool:
    """Whether a unit was destroyed before: it enters anew, or its counter tells where it was lost."""
    return place.entry == "rebuilt" or is_known_lost(unit)


def returns(table: Table, place: Place, unit: Unit) -> bool:
    """Whether a unit comes back from the dead: told of its counter, or of how it enters, which may not be known."""
    return bool(some((
        partial(is_known_lost, unit), lambda: table.read("action.entry", place.entry, None, "new") == "rebuilt",
    )))
