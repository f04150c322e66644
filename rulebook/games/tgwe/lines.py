"""Chapter 11, the lines by which supply is traced (11.2, 11.6): what bars them, how long they are, where they end."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from rulebook.facts import Unknown, every, known, some
from rulebook.games.tgwe.battle import owner_of_a_fort
from rulebook.games.tgwe.forecast import weather_at
from rulebook.games.tgwe.ground import (
    NEAR_EAST,
    enemy_at,
    has_fort,
    has_hindenburg_line,
    is_off_the_map,
    is_on,
    is_town_or_city,
    neighbours,
)
from rulebook.games.tgwe.pieces import is_hq, is_mountain
from rulebook.games.tgwe.sources import CP, could_be_source, is_held_by, is_primary_source, likely_sources
from rulebook.games.tgwe.terrain_costs import is_devastated
from rulebook.mechanics.passages import passage
from rulebook.mechanics.tracing import Barren, Test, trace
from rulebook.rules import contested, defines, unless
from rulebook.table import Table, Unit

HEXES_OF_A_LINE, HEXES_OF_AN_HQ = 4, 6
ANY_LENGTH = 9_999
GAZA, BEERSHEBA, LAST_SUPPLIED_PLACE = "N2913", "N2711", 13
FIRST_WESTERN_ROW = "36"
HEXES_OF_A_WHOLE_MAP = 800
PLAIN, MOUNTAIN, ITALIAN_MOUNTAIN = "plain", "mountain", "italian-mountain"


class Lines(NamedTuple):
    """Whose lines these are: the side, the nation whose sources they may use, and how they take Alpine ground."""

    side: str
    army: str
    kind: str


class Served(NamedTuple):
    """As what a unit draws supply: its side and nation, whether it is a mountain unit, whether it is a headquarters.

    Those headquarters that move with it have left their hexes.
    """

    side: str
    nation: str
    kind: str = PLAIN
    is_hq: bool = False
    moving: tuple[str, ...] = ()

    @property
    def lines(self) -> Lines:
        return Lines(self.side, CP if self.side == CP else self.nation, self.kind)


def served(unit: Unit) -> Served:
    """As what a unit draws supply."""
    kind = PLAIN
    if is_mountain(unit):
        kind = ITALIAN_MOUNTAIN if unit.army == "italian" else MOUNTAIN
    return Served(unit.side, nation_of(unit), kind, is_hq(unit))


def nation_of(unit: Unit) -> str:
    """The nation that a unit counts as: the Persian Cossacks are Russian (11.33)."""
    is_cossack = unit.nation == "persian" and unit.side == "allied" and unit.has_status("persian-cossack")
    return "russian" if is_cossack else unit.army


# 11.2: tracing


@defines("tgwe:11.2")
def is_cut_off(table: Table, whose: Served, number: str) -> bool:
    """A unit that can trace neither to a primary source nor to a secondary one that reaches it has no supply."""
    return not supply_line(table, whose, number)


def supply_line(table: Table, whose: Served, number: str) -> list[str] | None:
    """The line by which a unit would draw supply in a hex."""
    reach = reach_of_a_line(table, whose.is_hq, number)
    if reach == ANY_LENGTH:
        return headquarters_line(table, whose.side, whose.nation, number)
    line: list[str] | None = some((
        partial(short_line, table, whose.lines, number, reach),
        partial(uses_its_own_town, table, whose.lines, number),
        partial(line_by_headquarters, table, whose.side, whose.nation, number, whose.moving),
    ))
    return line


# 11.21: directly to a primary source


@defines("tgwe:11.21")
def reach_of_a_line(table: Table, is_of_an_hq: bool, number: str) -> int:
    """A line has up to 4 hexes; a headquarters' any number in Europe, and 6 in the Near East."""
    if not is_of_an_hq:
        return HEXES_OF_A_LINE
    return HEXES_OF_AN_HQ if _is_near_east(table, number) else ANY_LENGTH


@contested(reach_of_a_line)
def _reach_as_printed(table: Table, is_of_an_hq: bool, number: str) -> int:
    """The book prints the Eastern Front where 11.21b has the Near East."""
    if not is_of_an_hq:
        return HEXES_OF_A_LINE
    return ANY_LENGTH if number.startswith("W") else HEXES_OF_AN_HQ


def _is_near_east(table: Table, number: str) -> bool:
    fronts = table.fronts_of(number)
    return set(fronts) <= set(NEAR_EAST) or is_on(table, number, *NEAR_EAST)


def short_line(table: Table, whose: Lines, number: str, reach: int) -> list[str] | None:
    """A line of so many hexes to a primary source, or to a town from which one of any length goes on."""
    return table.once(_short_line, whose, number, reach)


def _short_line(table: Table, whose: Lines, number: str, reach: int) -> list[str] | None:
    line = traced(table, whose, number, partial(table.once, _is_base, whose), within=reach)
    return [*line, *(long_line(table, whose, line[-1]) or ())[1:]] if line else None


def _is_base(table: Table, whose: Lines, number: str) -> bool:
    return bool(some((
        partial(_is_source, table, whose.army, number),
        lambda: every((
            partial(is_secondary_source, table, whose.side, number), partial(long_line, table, whose, number)
        )),
    )))


def _is_source(table: Table, army: str, number: str) -> bool:
    return could_be_source(army, number) and bool(is_primary_source(table, army, number))


@dataclass
class _Ways:
    """What the search for one line tells of the next: hexes with the one that follows, and hexes that lead nowhere.

    From the doubtful ones nothing is sure to lead on; with each stand the facts on which that hangs.
    """

    onward: dict[str, str] = field(default_factory=dict)
    barren: Barren = field(default_factory=Barren)
    doubtful: dict[str, dict[str, None]] = field(default_factory=dict)


def long_line(table: Table, whose: Lines, number: str) -> list[str] | None:
    """A line of any length to a primary source."""
    return table.once(_long_line, whose, number)


def _long_line(table: Table, whose: Lines, number: str) -> list[str] | None:
    ways = table.once(_ways_of, whose)
    line = traced(
        table, whose, number, lambda here: here in ways.onward or _is_source(table, whose.army, here),
        likely_sources(table, whose.army, number), ways,
    )
    if line is None:
        return None
    while line[-1] in ways.onward and ways.onward[line[-1]] != line[-1]:
        line.append(ways.onward[line[-1]])
    ways.onward.update(zip(line, [*line[1:], line[-1]], strict=True))
    return line


def traced(
    table: Table, whose: Lines, number: str, is_end: Test, towards: Iterable[str] = (), ways: _Ways | None = None,
    within: int | None = None,
) -> list[str] | None:
    """A line over the ground of a side. On a map that is hardly described only what is sure is searched."""
    is_open = passage(table, lets_lines_pass, whose.side, whose.kind)
    if table.once(_is_described):
        return trace(table, number, is_end, is_open, towards, ways.barren if ways else None, within)
    if ways is not None and number in ways.doubtful:
        raise Unknown(dict(ways.doubtful[number]))
    doubts: dict[str, None] = {}
    seen = Barren()
    line = trace(table, number, partial(_sure, doubts, is_end), partial(_sure, doubts, is_open), towards, seen, within)
    if line is None and doubts:
        if ways is not None:
            ways.doubtful.update(dict.fromkeys(seen.hexes, doubts))
        raise Unknown(dict(doubts))
    return line


def _sure(doubts: dict[str, None], test: Callable[..., Any], *hexes: str) -> bool:
    """Whether a test is met for sure; what would have to be known is noted."""
    try:
        return bool(test(*hexes))
    except Unknown as missing:
        doubts.update(dict.fromkeys(missing.facts))
        return False


def _is_described(table: Table) -> bool:
    """Whether all units were posted, and the map: every hex of it, or what those that are not listed are like."""
    laid = table.layout.map
    if not table.posted.units_complete or table.layout.astray or laid.elsewhere is None or laid.elsewhere.sides is None:
        return False
    unlisted = (laid.elsewhere.terrain, laid.elsewhere.features, laid.elsewhere.control)
    return None not in unlisted or len(laid.hexes) >= HEXES_OF_A_WHOLE_MAP


def _ways_of(table: Table, whose: Lines) -> _Ways:
    return _Ways()


def reaches(
    table: Table, side: str, start: str, ends: frozenset[str], within: int | None = None, kind: str = PLAIN
) -> bool:
    """Whether a line of a side leads from a hex to one of these, by the rules of supply lines (5.16, 10.83, 15.42)."""
    whose = Lines(side, "", kind)
    return bool(traced(table, whose, start, ends.__contains__, () if within else ends, within=within))


# 11.21b: by way of a secondary source


@defines("tgwe:11.21b")
def is_secondary_source(table: Table, side: str, number: str) -> bool:
    """A town or city that the side controls lengthens its lines; so does any port (11.4)."""
    return every((
        lambda: some((partial(is_town_or_city, table, number), lambda: table.has_feature(number, "port"))),
        lambda: is_held_by(table, side, number),
        # 14.63: nobody draws supply from a devastated town.
        lambda: not is_devastated(table, number),
    ))


@unless(is_secondary_source, "tgwe:11.21b")
def lies_beyond_gaza(table: Table, side: str, number: str) -> bool:
    """No town of the Egyptian Front north of row XX13 serves the Allies before they control Gaza or Beersheba."""
    if side == CP or not number.startswith("N") or int(number[-2:]) <= LAST_SUPPLIED_PLACE:
        return False
    return every((
        partial(is_on, table, number, "egyptian"),
        lambda: not some(partial(is_held_by, table, side, gate) for gate in (GAZA, BEERSHEBA)),
    ))


@defines("tgwe:11.21b")
def line_by_headquarters(
    table: Table, side: str, nation: str, number: str, moving: tuple[str, ...] = ()
) -> list[str] | None:
    """A unit stacked with or next to a headquarters of its nation is supplied if that can trace a line of its own."""
    near = chain((number,), neighbours(table, number))
    hqs = [hq for there in near for hq in table.units_at(there) if hq.id not in moving]
    line: list[str] | None = some(chain(
        (partial(_line_by, table, side, nation, hq, number, moving) for hq in hqs), (table.others_may_be,)
    ))
    return line


def _line_by(
    table: Table, side: str, nation: str, hq: Unit, number: str, passed: tuple[str, ...]
) -> list[str] | None:
    serves = every((
        partial(serves_its_nation, table, side, nation, hq), lambda: hq.facts.supply in (None, "supplied"),
        lambda: hq.hex == number or lets_lines_pass(table, side, PLAIN, number, hq.hex),
    ))
    if not serves:
        return None
    line = _posted_line(table, hq) or headquarters_line(table, side, nation, hq.hex, (*passed, hq.id))
    return [number, *line] if line and number != line[0] else line


@defines("tgwe:11.21b")
def serves_its_nation(table: Table, side: str, nation: str, hq: Unit) -> bool:
    """A headquarters is a secondary source for the units of its own nation, and for no others."""
    return every((partial(is_hq, hq), lambda: hq.side == side, lambda: nation_of(hq) == nation))


def _posted_line(table: Table, hq: Unit) -> list[str] | None:
    """The end of a line at a headquarters that was posted as supplied; how it is need not be told, save in a port.

    What a port gives goes to those in it, or near it, and not by way of a headquarters (11.4).
    """
    told = hq.facts.supply == "supplied" and not known(partial(table.has_feature, hq.hex, "port"))
    return [hq.hex] if told else None


def headquarters_line(
    table: Table, side: str, nation: str, number: str, passed: tuple[str, ...] = ()
) -> list[str] | None:
    """The line of a headquarters in a hex: of any length in Europe, of 6 hexes in the Near East, or to another one."""
    lines, reach = Served(side, nation).lines, reach_of_a_line(table, True, number)
    line: list[str] | None = some((
        partial(short_line, table, lines, number, HEXES_OF_AN_HQ), partial(uses_its_own_town, table, lines, number),
        lambda: long_line(table, lines, number) if reach == ANY_LENGTH else (
            line_by_headquarters(table, side, nation, number, passed)
        ),
    ))
    return line


@defines("tgwe:11.53")
def uses_its_own_town(table: Table, whose: Lines, number: str) -> list[str] | None:
    """A unit that stands in a coastal town of the Sinai may use it before the pipeline comes there."""
    return long_line(table, whose, number) if number in SINAI_TOWNS and whose.side != CP else None


SINAI_TOWNS = ("N4011", "N3611", "N3311", "N3112")


# 11.6: what bars lines


@defines("tgwe:11.6")
def lets_lines_pass(table: Table, side: str, kind: str, here: str, there: str) -> bool:
    """No line enters an enemy unit's hex, an intact enemy fort, the sea or Alpine ground, or crosses a closed side."""
    return not some((
        partial(table.once, _is_closed, side, kind, there), partial(_is_closed_side, table, here, there),
        partial(_is_in_the_heat, table, here, there),
    ))


def _is_closed(table: Table, side: str, kind: str, there: str) -> bool:
    if is_off_the_map(table, there):
        return True
    return bool(some((
        lambda: table.terrain(there) == "sea", partial(enemy_at, table, side, there),
        partial(_is_enemy_fort, table, side, there), partial(_is_too_high, table, kind, there),
    )))


def _is_enemy_fort(table: Table, side: str, there: str) -> bool:
    """Whether an intact enemy fort stands there; one that a unit of the side entered was destroyed (14.14)."""
    if any(known(partial(_is_of, unit, side)) for unit in table.units_at(there)):
        return False
    return bool(some((
        lambda: side != CP and has_hindenburg_line(table, there),
        lambda: every((partial(has_fort, table, there), lambda: owner_of_a_fort(table, there) != side)),
    )))


def _is_of(unit: Unit, side: str) -> bool:
    return unit.side == side


def _is_too_high(table: Table, kind: str, there: str) -> bool:
    """Only mountain units trace through Alpine hexes, and Italian ones not through those of Austria-Hungary."""
    return kind != MOUNTAIN and every((
        lambda: table.terrain(there) == "alpine",
        lambda: kind == PLAIN or table.country(there) == "austria-hungary",
    ))


def _is_closed_side(table: Table, here: str, there: str) -> bool:
    """Whether the side is all sea or impassable, or the maps of two fronts end there."""
    if _are_on_two_fronts(table, here, there):
        return True
    return bool(some(partial(table.side_has, here, there, word) for word in ("sea", "impassable")))


def _are_on_two_fronts(table: Table, here: str, there: str) -> bool:
    """The maps of the fronts do not touch: a hex next to one of a front is of it, unless it is known not to be."""
    if here.startswith("N"):
        return len({known(partial(table.front, number)) for number in (here, there)} - {None}) > 1
    return here.startswith("W") and (here[1:3] < FIRST_WESTERN_ROW) != (there[1:3] < FIRST_WESTERN_ROW)


def _is_in_the_heat(table: Table, here: str, there: str) -> bool:
    if here.startswith(("W", "E")):
        return False
    return every((
        lambda: some(partial(_is_desert, table, number) for number in (here, there)),
        partial(heat_stops_lines, table, here),
    ))


def _is_desert(table: Table, number: str) -> bool:
    return table.terrain(number) == "desert"


# 12.2: lines in the heat


@defines("tgwe:12.2")
def heat_stops_lines(table: Table, number: str) -> bool:
    """In hot weather no line is traced into, through or out of a desert hex of the Near East."""
    return weather_at(table, number) == "hot"


@contested(heat_stops_lines)
def _heat_lets_lines_pass(table: Table, number: str) -> bool:
    """As printed, without a negation, the sentence allows what is allowed anyway."""
    return False
