"""A whole board at a glance: the zones of both sides, and the supply of every unit on the map."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulebook.actions import Supply, Zoc
from rulebook.facts import Unknown
from rulebook.table import Table, Unit
from rulebook.umpire import forbidden


@dataclass(frozen=True)
class Survey:
    """The hexes under the zones of each side, the supply of each unit, and the facts that would settle the rest.

    The supply of a unit is None where it is not settled, and a hex is under a zone where that is sure.
    """

    zones: dict[str, frozenset[str]]
    supply: dict[str, str | None]
    missing: tuple[str, ...] = ()


def survey(table: Table) -> Survey:
    """The zones and the supply on this table: by the game's own way of seeing all at once, or else rule by rule."""
    table = table.quiet()
    found = table.game.front(table) if table.game.front else None
    return found or survey_by_rules(table)


def survey_by_rules(table: Table) -> Survey:
    """The same, each rule asked of each unit: what is seen at once must agree with it."""
    table = table.quiet()
    missing: dict[str, None] = {}
    placed = [unit for unit in table.units() if unit.is_placed]
    zones: dict[str, set[str]] = {side: set() for side in table.game.sides}
    for unit in placed if table.game.rules_on(Zoc, "forbids") else ():
        for side, there in _zone(table, unit, missing):
            zones[side].add(there)
    supply = dict(supply_by_rules(table, placed, missing))
    return Survey({side: frozenset(found) for side, found in zones.items()}, supply, tuple(missing))


def _zone(table: Table, unit: Unit, missing: dict[str, None]) -> Iterator[tuple[str, str]]:
    """The hexes around a unit that its zone covers for sure, with its side."""
    try:
        around, side = table.around(unit.hex), unit.side
    except Unknown as unknown:
        missing.update(dict.fromkeys(unknown.facts))
        return
    for there in around:
        asked = forbidden(table, Zoc(type="zoc", units=(unit.id,), hex=there))
        missing.update(dict.fromkeys(asked.unknown if asked.verdict == "undetermined" else ()))
        if asked.verdict == "legal":
            yield side, there


def supply_by_rules(table: Table, units: Iterable[Unit], missing: dict[str, None]) -> Iterator[tuple[str, str | None]]:
    """The state of each unit's supply, where the game works one out; what is missing is noted."""
    rule = next((rule for rule in table.game.rules_on(Supply, "computes") if rule.of == "supply"), None)
    for unit in units if rule else ():
        found = rule(table, Supply(type="supply", units=(unit.id,)))[unit.id]  # type: ignore[misc]
        missing.update(dict.fromkeys(found.get("missing", ())))
        yield unit.id, found.get("supply")
