"""Marne 1918: Friedensturm, base play aid: one module per table, in its order."""

from collections.abc import Iterator

from rulebook.actions import ActionModel, Disengage, Party
from rulebook.facts import Unknown
from rulebook.game import Game
from rulebook.games.marne import (
    after_combat,
    artillery,
    claims,
    combat,
    counting,
    disengagement,
    disorganized,
    footbridges,
    losses,
    mastery,
    orders,
    outcome,
    pieces,
    reserves,
    rulings,
    shifts,
    weather,
)
from rulebook.table import Table, Unit


def pace(table: Table, party: Party) -> float | None:
    """The aid has no movement costs: how far a party gets is not known."""
    raise Unknown({"rulebook.movement": None})


def offers(table: Table, unit: Unit) -> Iterator[ActionModel]:
    """Breaking contact, for a unit on the map."""
    if unit.is_placed:
        yield Disengage(type="disengage", units=(unit.id,))


GAME = Game("marne", (
    rulings, pieces, mastery, orders, after_combat, reserves, artillery, combat, shifts, outcome, losses,
    disengagement, weather, footbridges, disorganized, counting, claims,
), pace=pace, offers=offers)
