"""How far a party may go, and what is worth trying for a unit when its options are asked for."""

from collections.abc import Iterable, Iterator
from functools import partial

from rulebook.actions import ActionModel, Move, Party, Place, Play
from rulebook.facts import known
from rulebook.games.tgwe.movement import allowance_of, points_spent
from rulebook.games.tgwe.pieces import is_american, is_hq
from rulebook.games.tgwe.sources import FRENCH_EDGE, LANDINGS
from rulebook.games.tgwe.strategic_movement import BOXES, PHASE
from rulebook.table import Table, Unit

PORTS = ("port", "west-of-suez")
TOWNS = ("town", "city")
GATES = (*TOWNS, *PORTS, "cp-source")
AVAILABLE = frozenset(("available", "available-near-east"))
WAYS_INTO_BOXES = {"cp": "to-transit-box", "allied": "to-transfer-box"}


def pace(table: Table, party: Party) -> float | None:
    """The points that a party may spend on one move; None for any distance."""
    if party.mode != "operational":
        return None
    return min(_points_left(table, unit) for unit in table.units(party.units))


def _points_left(table: Table, unit: Unit) -> float:
    """What a unit can spend if it keeps its distance; cavalry that comes near the enemy has less (8.14)."""
    allowance: float = allowance_of(table, unit, (unit.hex,)).total
    return allowance - points_spent(table, unit)


def offers(table: Table, unit: Unit) -> Iterable[ActionModel]:
    """Going by sea from port to port, and into a box or out of it; coming into play."""
    if table.posted.phase == PHASE:
        yield from _voyages(table, unit) if unit.is_placed else _ways_out_of_a_box(table, unit)
    if table.posted.phase == "new-units" and AVAILABLE.intersection(unit.facts.status or ()):
        yield from _ways_into_play(table, unit)


def _voyages(table: Table, unit: Unit) -> Iterator[ActionModel]:
    """From a placed unit's hex to each port that the position or the rulebook names, and into its side's box."""
    side = known(lambda: unit.side)
    if side == "allied":
        for number in _listed_with(table, PORTS, LANDINGS):
            if number != unit.hex:
                yield Move(type="move", units=(unit.id,), path=(unit.hex, number), mode="sea")
    if side in WAYS_INTO_BOXES:
        yield Play(type="play", event=WAYS_INTO_BOXES[side], units=(unit.id,))


def _ways_out_of_a_box(table: Table, unit: Unit) -> Iterator[ActionModel]:
    for box in set(BOXES).intersection(unit.facts.status or ()):
        for number in _listed_with(table, TOWNS):
            yield Place(type="place", unit=unit.id, hex=number, entry=box)


def _ways_into_play(table: Table, unit: Unit) -> Iterator[ActionModel]:
    """Into each place where new units may enter, and by way of the headquarters of its nation."""
    was_lost = any(word.startswith("lost-") for word in unit.facts.status or ())
    for number in _listed_with(table, GATES, tuple(sorted(FRENCH_EDGE)) if known(lambda: is_american(unit)) else ()):
        yield Place(type="place", unit=unit.id, hex=number, entry="rebuilt" if was_lost else "new")
    hqs = (hq for hq in table.units() if hq.is_placed and known(partial(_is_hq_of, unit, hq)))
    for number in sorted({there for hq in hqs for there in (hq.hex, *table.around(hq.hex))}):
        yield Place(type="place", unit=unit.id, hex=number, entry="hq")


def _is_hq_of(unit: Unit, hq: Unit) -> bool:
    return is_hq(hq) and hq.army == unit.army


def _listed_with(table: Table, words: tuple[str, ...], others: tuple[str, ...] = ()) -> list[str]:
    return sorted({*others, *(number for word in words for number in table.listed_with(word))})
