"""What is worth trying for a unit when all its options are asked for."""

from collections.abc import Iterator
from functools import partial

from rulebook.actions import ActionModel, Bridge, Party, Place, Play, Replace
from rulebook.facts import known
from rulebook.games.tdw.assets import RECALLS
from rulebook.games.tdw.bridges import ENGINEERS, REACH
from rulebook.games.tdw.components import ENTRIES
from rulebook.games.tdw.emergency import EMERGENCY
from rulebook.games.tdw.movement import movement_allowance
from rulebook.games.tdw.pieces import is_engineer
from rulebook.games.tdw.replacements import steps_lacking
from rulebook.games.tdw.roads import mover
from rulebook.table import Table, Unit


def pace(table: Table, party: Party) -> float | None:
    """The points that a unit may spend on one move; an emergency retreat takes none."""
    if party.mode == EMERGENCY:
        return None
    return float(movement_allowance(table, mover(table, party), party.mode).total)


def offers(table: Table, unit: Unit) -> Iterator[ActionModel]:
    """Blowing bridges and being recalled, for engineers; regaining steps; coming onto the map."""
    if unit.is_placed and known(lambda: is_engineer(unit)):
        yield from _bridges_to_blow(table, unit)
    if table.posted.phase == "assets" and unit.is_placed:
        yield from _recalls(unit)
    for points in range(1, (known(partial(steps_lacking, table, unit)) or 0) + 1):
        yield Replace(type="replace", unit=unit.id, points=points)
    for entry, features in _ways_onto_the_map(unit).items():
        for number in sorted({number for word in features for number in table.listed_with(word)}):
            yield Place(type="place", unit=unit.id, hex=number, entry=entry)


def _recalls(unit: Unit) -> Iterator[ActionModel]:
    for event, asset in RECALLS.items():
        if unit.facts.type == asset:
            yield Play(type="play", event=event, units=(unit.id,))


def _ways_onto_the_map(unit: Unit) -> dict[str, tuple[str, ...]]:
    """How a unit off the map could come onto it, with what the hexes for that have printed on them."""
    statuses = unit.facts.status or ()
    if "reinforcement" in statuses:
        return {"reinforcement": ENTRIES.get(known(lambda: unit.side), ())}
    if "eliminated" in statuses:
        return {"replacement": ("town",)}
    at_hand = not {"asset-box", "special-reinforcement"}.isdisjoint(statuses)
    return {"asset": ("town", "village")} if at_hand and unit.facts.type in RECALLS.values() else {}


def _bridges_to_blow(table: Table, unit: Unit) -> Iterator[ActionModel]:
    for key, words in table.layout.sheet.sides.items():
        one, _, other = key.partition("/")
        near = min(table.distance(unit.hex, number) for number in (one, other)) <= REACH
        if "bridge" in words and near:
            yield Bridge(type="bridge", mode=ENGINEERS, units=(unit.id,), sides=(one, other))
