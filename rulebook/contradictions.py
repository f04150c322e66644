"""Posted facts that the rulebook contradicts: they are believed, and told."""

from collections.abc import Iterator

from rulebook.game import Game
from rulebook.position import HexFacts
from rulebook.ruling import Contradiction
from rulebook.sheets import Sheet
from rulebook.table import Table

STATED = ("terrain", "country", "home", "front")


def contradictions(table: Table) -> tuple[Contradiction, ...]:
    """Each such fact: as posted, as printed, and the case that states it."""
    return table.layout.sheet.once(_contradictions, table.posted.scenario)


def _contradictions(sheet: Sheet, scenario: str | None) -> tuple[Contradiction, ...]:
    posted, printed = sheet.facts.hexes, sheet.game.printed_hexes
    numbers = [number for number in printed if number in posted]
    return tuple(
        found for number in numbers for found in _contradicted(sheet.game, scenario, number, posted[number])
    )


def _contradicted(game: Game, scenario: str | None, number: str, posted: HexFacts) -> Iterator[Contradiction]:
    printed = game.printed_hexes[number]
    case = game.cite(printed["case"])
    for name in STATED:
        value = getattr(posted, name)
        if value is not None and printed.get(name, value) != value:
            yield Contradiction(f"map.hexes.{number}.{name}", value, printed[name], case)
    for word in printed.get("features", ()) if scenario not in printed.get("not_in", ()) else ():
        if posted.features is not None and word not in posted.features:
            yield Contradiction(f"map.hexes.{number}.features.{word}", False, True, case)
