"""The ground that units move over and supply lines are traced over: what is in a hex, what a step into it costs."""

from functools import partial

from rulebook import printed
from rulebook.facts import every, some
from rulebook.rules import Part, Sum
from rulebook.table import Table

TERRAIN = {row["terrain"]: row for row in printed.table("tsnp", "terrain")}
SECOND_TERRAINS = ("wood", "slope", "town")
CHART = "tsnp:U4"


def has_terrain(table: Table, number: str, word: str) -> bool:
    """Whether a hex is of this terrain, be it its second one."""
    return bool(some((
        lambda: table.terrain(number) == word,
        lambda: word in SECOND_TERRAINS and table.has_feature(number, word),
    )))


def terrains_of(table: Table, number: str) -> tuple[str, ...]:
    """The terrains of a hex: its own, then the one it has besides."""
    first = table.terrain(number)
    return first, *(word for word in SECOND_TERRAINS if word != first and table.has_feature(number, word))


def has_trench(table: Table, number: str) -> bool:
    return bool(some(partial(table.has_feature, number, word) for word in ("trench", "front-trench")))


def has_intact_fort(table: Table, number: str) -> bool:
    """Whether a fort stands in the hex that was not destroyed."""
    return every((
        lambda: table.has_feature(number, "fort"), lambda: not table.has_feature(number, "fort-destroyed")
    ))


def is_interdicted(table: Table, number: str) -> bool:
    """Whether an interdiction marker, of either side, lies in the hex; ordinarily there is none on the map."""
    return number in table.marker_hexes("interdiction", ordinary=[])


def road_joins(table: Table, here: str, there: str) -> bool:
    """Whether a road leads from hex to hex, and no interdiction at either end cuts it."""
    return every((
        lambda: table.has_road(here, there),
        lambda: not is_interdicted(table, here),
        lambda: not is_interdicted(table, there),
    ))


def is_closed_by_the_meuse(table: Table, here: str, there: str) -> bool:
    """Whether the Meuse lies between two hexes, with no bridge over it."""
    return every((
        lambda: table.side_has(here, there, "meuse", ordinary=False), lambda: not table.side_has(here, there, "bridge")
    ))


def off_road_cost(table: Table, here: str, there: str, column: str = "cost") -> Sum:
    """What the chart asks for a hex that no road leads into: its terrains, its trench, the stream before it."""
    parts = hex_cost(table, there, column).parts
    return Sum((*parts, _charted("stream", column))) if wades(table, here, there) else Sum(parts)


def hex_cost(table: Table, there: str, column: str = "cost") -> Sum:
    """What the chart asks for what lies in a hex: its terrains and its trench."""
    parts = [_charted(word, column) for word in paid_terrains(table, there)]
    return Sum((*parts, _charted("trench", column))) if has_trench(table, there) else Sum(tuple(parts))


def paid_terrains(table: Table, number: str) -> tuple[str, ...]:
    """The terrains that a hex is paid for: beside another one, basic ground is none."""
    words = terrains_of(table, number)
    return words if len(words) == 1 else tuple(word for word in words if word != "basic")


def cost_of(word: str, column: str = "cost") -> int:
    """The movement points that the chart gives for one terrain."""
    return int(TERRAIN[word][column])


def wades(table: Table, here: str, there: str) -> bool:
    """Whether a stream lies between two hexes, with no bridge over it."""
    return every((
        lambda: table.side_has(here, there, "stream", ordinary=False), lambda: not table.side_has(here, there, "bridge")
    ))


def _charted(word: str, column: str) -> Part:
    return Part(cost_of(word, column), CHART, word)
