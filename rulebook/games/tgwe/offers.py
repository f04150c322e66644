"""How far a party may go, and what is worth trying for a unit when its options are asked for."""

from collections.abc import Iterable, Iterator
from functools import partial

from rulebook.actions import ActionModel, Move, Party, Place, Play
from rulebook.facts import Unknown, known
from rulebook.games.tgwe.movement import allowance_of, comes_into_contact, enemy_next_to, points_spent
from rulebook.games.tgwe.pieces import is_american, is_cavalry, is_hq
from rulebook.games.tgwe.sequence import MOVEMENT
from rulebook.games.tgwe.sources import FRENCH_EDGE, LANDINGS
from rulebook.games.tgwe.strategic_movement import BOXES, PHASE
from rulebook.mechanics.paths import Reach, reach
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
    """Riding around the enemy; going by sea from port to port, and into a box or out of it; coming into play."""
    if table.posted.phase in MOVEMENT and unit.is_placed and known(partial(is_cavalry, unit)):
        yield from _rides_out_of_contact(table, unit)
    if table.posted.phase == PHASE:
        yield from _voyages(table, unit) if unit.is_placed else _ways_out_of_a_box(table, unit)
    if table.posted.phase == "new-units" and AVAILABLE.intersection(unit.facts.status or ()):
        yield from _ways_into_play(table, unit)


def _rides_out_of_contact(table: Table, unit: Unit) -> Iterator[ActionModel]:
    """Where cavalry gets only by keeping its distance from the enemy, when the shortest way would slow it (8.14)."""
    party = Party((unit.id,), "operational")
    try:
        allowance = pace(table, party)
        usual = reach(table, party, unit.hex, allowance)
        around = reach(_shut_next_to_the_enemy(table, unit, usual), party, unit.hex, allowance)
        for number, cost in around.costs.items():
            if cost > unit.movement and comes_into_contact(table, unit, tuple(usual.path(number))):
                yield Move(type="move", units=party.units, path=tuple(around.path(number)), mode=party.mode)
    except Unknown:
        return


def _shut_next_to_the_enemy(table: Table, unit: Unit, found: Reach) -> Table:
    """The same table, with the hexes next to enemy combat units closed."""
    near = (number for number in found.costs if number != unit.hex and enemy_next_to(table, unit.side, number))
    return table.given_all({f"map.hexes.{number}.terrain": "sea" for number in near})


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
