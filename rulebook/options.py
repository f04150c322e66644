"""Everything a unit may do: where it can go by each way of moving, what bars the rest, whom it can attack."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulebook.actions import ActionModel, Attack, Move, Party
from rulebook.facts import Unknown
from rulebook.mechanics.destinations import Destinations
from rulebook.mechanics.paths import reach
from rulebook.table import Table, Unit
from rulebook.umpire import ORDINARY_PATH, forbidden, judge


class Destination(NamedTuple):
    to: str
    cost: float
    path: tuple[str, ...]
    mode: str


@dataclass
class Options:
    """What is open to one unit, what is barred and by which cases, and the facts that keep the rest unsettled."""

    unit: str
    moves: list[Destination] = field(default_factory=list)
    barred: dict[str, dict[str, None]] = field(default_factory=dict)
    attacks: list[dict[str, Any]] = field(default_factory=list)
    others: list[dict[str, Any]] = field(default_factory=list)
    missing: dict[str, None] = field(default_factory=dict)


def options(table: Table, unit_id: str) -> Options:
    """All that the named unit may legally do on this table."""
    table = table.quiet()
    unit = table.unit(unit_id)
    found = Options(unit_id)
    if unit.is_placed:
        for mode in table.game.words("modes"):
            _find_moves(table, unit, mode, found)
        _find_attacks(table, unit, found)
    for action in table.game.offers(table, unit):
        _find_other(table, action, found)
    for destination in found.moves:
        found.barred.pop(destination.to, None)
    return found


def _find_moves(table: Table, unit: Unit, mode: str, found: Options) -> None:
    party = Party((unit.id,), mode)
    if not _is_open(table, Move(type="move", units=party.units, mode=mode), found):
        return
    try:
        allowance = table.game.pace(table, party)
        around = reach(table, party, unit.hex, allowance)
    except Unknown as missing:
        found.missing.update(dict.fromkeys(missing.facts))
        return
    found.missing.update(dict.fromkeys(around.missing))
    for number, cases in around.barred.items():
        found.barred.setdefault(number, {}).update(cases)
    destinations = Destinations(table, party, unit.hex)
    for path, cost in around.ways():
        _try_destination(table, destinations, mode, path, cost, found)


def _is_open(table: Table, move: Move, found: Options) -> bool:
    """Whether this way of moving is open at all: the phase, the unit, what it did before."""
    judgement = forbidden(table, move)
    if judgement.verdict == "illegal":
        return False
    unsettled = [fact for fact in judgement.unknown if fact != ORDINARY_PATH]
    found.missing.update(dict.fromkeys(unsettled))
    return not unsettled


def _try_destination(
    table: Table, destinations: Destinations, mode: str, path: tuple[str, ...], cost: float, found: Options
) -> None:
    """The rules on the whole move; those on its steps were met on the way."""
    seen = destinations.sight(table, path, cost)
    if seen.bars:
        found.barred.setdefault(path[-1], {}).update(seen.bars)
    elif seen.missing:
        found.missing.update(dict.fromkeys(seen.missing))
    else:
        found.moves.append(Destination(path[-1], cost, path, mode))


def _find_attacks(table: Table, unit: Unit, found: Options) -> None:
    try:
        near = table.around(unit.hex)
    except Unknown as missing:
        found.missing.update(dict.fromkeys(missing.facts))
        return
    for number in near:
        enemies = [other for other in table.units_at(number) if _is_enemy(unit, other)]
        if enemies:
            attack = Attack(type="attack", units=(unit.id,), target=number, support=(), against=())
            judgement = judge(table, attack)
            if judgement.verdict != "illegal":
                found.attacks.append({"target": number, "verdict": judgement.verdict, "values": judgement.values})
            found.missing.update(dict.fromkeys(judgement.unknown))


def _is_enemy(unit: Unit, other: Unit) -> bool:
    try:
        return unit.side != other.side
    except Unknown:
        return True


def _find_other(table: Table, action: ActionModel, found: Options) -> None:
    judgement = forbidden(table, action)
    if judgement.verdict != "illegal":
        asked = action.model_dump(mode="json", exclude_none=True)
        found.others.append({"action": asked, "verdict": judgement.verdict, "missing": list(judgement.unknown)})
