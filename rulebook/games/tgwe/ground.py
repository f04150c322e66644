"""The map as the rules speak of it: fronts, maps, Theatres, towns and cities, forts."""

from rulebook.facts import some
from rulebook.table import Table, Unit

EUROPE = ("western", "italian", "eastern")
NEAR_EAST = ("caucasus", "egyptian", "iraqi")
NOT_BALKAN = ("austria-hungary", "germany", "russia", "russian-poland")


def is_on(table: Table, number: str, *fronts: str) -> bool:
    """Whether a hex lies on one of these fronts."""
    return table.front(number) in fronts


def is_in_europe(table: Table, number: str) -> bool:
    return table.front(number) in EUROPE


def is_in_near_east(table: Table, number: str) -> bool:
    return table.front(number) in NEAR_EAST


def theatre_of(table: Table, number: str) -> str:
    """The Theatre of a hex (3.13): west for the Western, Italian and Egyptian Fronts, east for the others."""
    return str(table.game.vocabulary["fronts"][table.front(number)]["theatre"])


def is_in_balkans(table: Table, number: str) -> bool:
    """Land of the Eastern map outside Austria-Hungary, Germany, Russia and Russian Poland (3.13)."""
    return is_on(table, number, "eastern") and table.country(number) not in NOT_BALKAN


def is_town_or_city(table: Table, number: str) -> bool:
    return bool(some((lambda: table.has_feature(number, "city"), lambda: table.has_feature(number, "town"))))


def has_fort(table: Table, number: str) -> bool:
    """Whether an intact fort or heavy fort stands there."""
    return bool(some((lambda: table.has_feature(number, "fort"), lambda: table.has_feature(number, "heavy-fort"))))


def enemy_combat_unit_at(table: Table, side: str, number: str) -> Unit | None:
    """An enemy unit, other than a headquarters, in a hex."""
    found: Unit | None = table.someone_at(number, lambda unit: unit.side != side and unit.type != "hq")
    return found


def enemy_at(table: Table, side: str, number: str) -> Unit | None:
    """An enemy unit of any kind in a hex."""
    found: Unit | None = table.someone_at(number, lambda unit: unit.side != side)
    return found
