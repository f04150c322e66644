"""Chapter 6, the lines that supply is traced along (6.11 to 6.14), in the book's order."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.facts import every, known, some
from rulebook.games.tsnp.control import controller
from rulebook.games.tsnp.dates import is_under_petain
from rulebook.games.tsnp.forces import is_headquarters
from rulebook.games.tsnp.ground import (
    has_intact_fort,
    hex_cost,
    is_closed_by_the_meuse,
    is_interdicted,
    off_road_cost,
    road_joins,
)
from rulebook.games.tsnp.zones import is_friend_in, zone_by
from rulebook.mechanics.lines import Line, Parts, cheapest_line
from rulebook.rules import Part, contested, defines, unless
from rulebook.table import Table, Unit

LIMIT, LIMIT_OUT_OF_SUPPORT = 10, 5
LEAST_OFF_ROAD = 1
SOURCE_OF = {"german": "german-source", "french": "french-source"}


# 6.11 and 14.2: where lines end


@defines("tsnp:6.11")
def is_source(table: Table, side: str, number: str) -> bool:
    """Headquarters draw on the road hexes of the map edge that are their side's own."""
    return table.has_feature(number, SOURCE_OF[side])


@unless(is_source, "tsnp:6.11")
def source_is_lost(table: Table, side: str, number: str) -> bool:
    """A source that the enemy controls gives nothing, to either side, until it is won back."""
    return controller(table, number) != side


@defines("tsnp:14.2")
def is_verdun(table: Table, number: str) -> bool:
    """Any hex of Verdun that is French is a source for the 16th Division."""
    return every((lambda: table.has_feature(number, "verdun"), lambda: controller(table, number) == "french"))


# 6.12: lines and their cost


@defines("tsnp:6.12")
def limit_of_lines(table: Table, headquarters: Unit | None) -> int:
    """A line may cost 10 movement points off the roads, but 5 where the headquarters was turned over by a barrage."""
    shaken = headquarters is not None and headquarters.has_status("out-of-support")
    return LIMIT_OUT_OF_SUPPORT if shaken else LIMIT


@defines("tsnp:6.12")
def line_to_a_source(table: Table, headquarters: Unit) -> Line | None:
    """A headquarters traces a line to a source of its side."""
    limit = limit_of_lines(table, headquarters)
    return _line(table, headquarters, partial(is_source, table, headquarters.side), limit)


@defines("tsnp:6.12")
def line_to_headquarters(table: Table, unit: Unit, headquarters: Unit) -> Line | None:
    """Any other unit traces a line to its headquarters."""
    end = headquarters.hex
    return _line(table, unit, lambda number: number == end, limit_of_lines(table, headquarters))


@defines("tsnp:14.2")
def line_to_verdun(table: Table, unit: Unit) -> Line | None:
    """A unit of the 16th Division traces a line to a hex of Verdun."""
    return _line(table, unit, partial(is_verdun, table), limit_of_lines(table, None))


def _line(table: Table, unit: Unit, is_end: Callable[[str], Any], limit: int) -> Line | None:
    side, staff = unit.side, is_headquarters(unit)
    entry, least = partial(entry_into, table, side, staff), partial(_least, table, side, staff)
    return cheapest_line(table, unit.hex, is_end, entry, least, limit)


@defines("tsnp:6.12")
def entry_into(table: Table, side: str, staff: bool, here: str, there: str) -> Parts | None:
    """A line pays for a hex that neither road nor rail leads it into; None where it cannot go at all."""
    if some((partial(_is_barred, table, side, here, there), partial(is_closed_to_lines, table, side, there))):
        return None
    return () if _is_free(table, side, staff, here, there) else cost_of_a_hex(table, here, there)


def _least(table: Table, side: str, staff: bool, here: str, there: str) -> float:
    """The least that a hex can cost while it is not known what it costs."""
    if known(partial(_is_free, table, side, staff, here, there)) is not False:
        return 0
    parts: Parts | None = known(partial(cost_of_a_hex, table, here, there))
    return LEAST_OFF_ROAD if parts is None else sum(part.amount for part in parts)


def _is_free(table: Table, side: str, staff: bool, here: str, there: str) -> bool:
    return bool(some((partial(road_joins, table, here, there), partial(rail_joins, table, side, staff, here, there))))


def _is_barred(table: Table, side: str, here: str, there: str) -> bool:
    """Whether the ground bars a line: the Meuse, which roads cross by their bridges, or a fort to a German one."""
    return bool(some((
        lambda: every((
            lambda: is_closed_by_the_meuse(table, here, there), lambda: not table.has_road(here, there)
        )),
        lambda: side == "german" and has_intact_fort(table, there),
    )))


@defines("tsnp:6.12")
def rail_joins(table: Table, side: str, staff: bool, here: str, there: str) -> bool:
    """From 26 February a French line may run along any number of railway hexes."""
    return every((
        lambda: side == "french", lambda: is_under_petain(table), partial(table.has_feature, here, "railway"),
        partial(table.has_feature, there, "railway"), lambda: not is_interdicted(table, there),
    ))


@contested(rail_joins)
def rail_joins_for_headquarters(table: Table, side: str, staff: bool, here: str, there: str) -> bool:
    """From 26 February the line of a French headquarters may, as 14.7 has it."""
    return staff and bool(rail_joins.function(table, side, staff, here, there))


# 6.13 and 6.14: interdiction, the enemy


@defines("tsnp:6.13")
def doubles_the_cost(table: Table, number: str) -> bool:
    """A hex under an interdiction marker costs a line twice its terrain, whether it has a road or not."""
    return is_interdicted(table, number)


def cost_of_a_hex(table: Table, here: str, there: str) -> Parts:
    """What a line pays for a hex that neither road nor rail leads it into; a stream on the way is not in the hex."""
    parts = off_road_cost(table, here, there).parts
    if not doubles_the_cost(table, there):
        return parts
    return *parts, Part(hex_cost(table, there).total, "tsnp:6.13", "interdiction")


@defines("tsnp:6.14")
def is_closed_to_lines(table: Table, side: str, number: str) -> bool:
    """No line passes through a hex that holds an enemy unit or lies in an enemy zone of control."""
    return bool(some((
        lambda: table.someone_at(number, lambda unit: unit.side != side),
        lambda: zone_by(table, table.game.enemy_of(side), number),
    )))


@unless(is_closed_to_lines, "tsnp:6.14")
def friends_keep_it_open(table: Table, side: str, number: str) -> bool:
    """A friendly unit in the hex cancels the enemy zones there."""
    return is_friend_in(table, side, number)
