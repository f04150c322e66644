"""Posted facts that the rulebook contradicts: they are believed, and told."""

from collections.abc import Iterator
from typing import Any

from rulebook.position import HexFacts
from rulebook.table import Table

STATED = ("terrain", "country", "home", "front")
Contradicted = tuple[str, Any, Any, str]


def contradictions(table: Table) -> Iterator[Contradicted]:
    """Each such fact: as posted, as printed, and the case that states it."""
    posted = table.layout.map.hexes
    for number, printed in table.game.printed_hexes.items():
        if number in posted:
            yield from _contradicted(table, number, posted[number], printed)


def _contradicted(table: Table, number: str, posted: HexFacts, printed: dict[str, Any]) -> Iterator[Contradicted]:
    case = table.game.cite(printed["case"])
    for name in STATED:
        value = getattr(posted, name)
        if value is not None and printed.get(name, value) != value:
            yield f"map.hexes.{number}.{name}", value, printed[name], case
    for word in printed.get("features", ()) if table.posted.scenario not in printed.get("not_in", ()) else ():
        if posted.features is not None and word not in posted.features:
            yield f"map.hexes.{number}.features.{word}", False, True, case
