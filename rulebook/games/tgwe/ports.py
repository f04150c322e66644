"""Chapter 11, supply by port (11.4), in the book's order."""

from functools import partial

from rulebook.actions import Supply
from rulebook.facts import every, some, those
from rulebook.games.tgwe.ground import enemy_at, is_on
from rulebook.games.tgwe.lines import HEXES_OF_A_LINE, Served, is_cut_off, served, traced
from rulebook.games.tgwe.sources import CONSTANTINOPLE, is_held_by
from rulebook.games.tgwe.terrain_costs import is_devastated
from rulebook.mechanics.tracing import Test
from rulebook.rules import Because, because, permits, unless
from rulebook.table import Table, Unit

KONIGSBERG = "E5514"
BALTIC_PORTS = frozenset((
    "E5205", "E5412", KONIGSBERG, "E6116", "E6120", "E6921", "E6924", "E7028", "E7030",
))
BLACK_SEA_PORTS = frozenset(("E1725", "E2027", "E2328", "E3031"))
ADRIATIC_PORTS = frozenset(("W2022", "W2230"))
ROUEN, ANTWERP = "W5603", "W6819"
MARKED = {ROUEN: "r-hex", ANTWERP: "a-hex"}
APPROACHES_OF_ANTWERP = ("W6718", "W6719", "W6820", "W6919")


# 11.4: ports


@permits(Supply, "tgwe:11.4")
def lives_on_a_port(table: Table, supply: Supply) -> Because | bool:
    """Units of certain nations are supplied in a port, or near one, without a line to a primary source."""
    found = those(table.units(supply.units), partial(_draws_on_a_port, table))
    return because(at=found[0].hex, unit=found) if found else False


def _draws_on_a_port(table: Table, unit: Unit) -> bool:
    return unit.is_placed and bool(some(partial(way, table, served(unit), unit.hex) for way in (
        german_holds_a_baltic_port, german_is_near_konigsberg, ally_holds_a_black_sea_port,
        ally_holds_an_adriatic_port, ally_holds_a_western_port, is_near_a_channel_port, holds_a_caucasian_coast,
    )))


# 11.41: the Baltic


@unless(is_cut_off, "tgwe:11.41")
def german_holds_a_baltic_port(table: Table, whose: Served, number: str) -> bool:
    """German units in Stettin, Danzig, Konigsberg, Libau, Riga, Tallinn, Narva, Kronstadt or Petrograd are supplied."""
    return whose.nation == "german" and number in BALTIC_PORTS


@unless(is_cut_off, "tgwe:11.41")
def german_is_near_konigsberg(table: Table, whose: Served, number: str) -> list[str] | None:
    """German units that trace up to 4 hexes to a Konigsberg of the Central Powers are supplied."""
    if whose.nation != "german" or not number.startswith("E"):
        return None
    line = _line_to(table, whose, number, KONIGSBERG.__eq__)
    return line if line and is_held_by(table, "cp", KONIGSBERG) else None


def _line_to(table: Table, whose: Served, number: str, is_port: Test) -> list[str] | None:
    return traced(table, whose.lines, number, is_port, within=HEXES_OF_A_LINE)


# 11.42, 11.43: the Black Sea and the Adriatic


@unless(is_cut_off, "tgwe:11.42")
def ally_holds_a_black_sea_port(table: Table, whose: Served, number: str) -> bool:
    """Allied units in Burgas, Varna, Constanta or Odessa are supplied while the Allies control Constantinople."""
    return whose.side == "allied" and number in BLACK_SEA_PORTS and is_held_by(table, "allied", CONSTANTINOPLE)


@unless(is_cut_off, "tgwe:11.43")
def ally_holds_an_adriatic_port(table: Table, whose: Served, number: str) -> bool:
    """Allied units in Venice or Trieste are supplied."""
    return whose.side == "allied" and number in ADRIATIC_PORTS


# 11.44: the Channel


@unless(is_cut_off, "tgwe:11.44")
def ally_holds_a_western_port(table: Table, whose: Served, number: str) -> bool:
    """Allied units in a port of the Western Front are supplied."""
    return whose.side == "allied" and every((
        partial(is_on, table, number, "western"), lambda: table.has_feature(number, "port"),
        lambda: not is_closed_to_ships(table, number), lambda: not is_devastated(table, number),
    ))


@unless(is_cut_off, "tgwe:11.44")
def is_near_a_channel_port(table: Table, whose: Served, number: str) -> list[str] | None:
    """British and Belgian units up to 4 hexes from a port of the Western Front are supplied, without a town between."""
    if whose.nation not in ("british", "belgian") or not number.startswith("W"):
        return None
    return _line_to(table, whose, number, partial(_is_working_port, table))


def _is_working_port(table: Table, number: str) -> bool:
    return every((
        partial(is_on, table, number, "western"), lambda: table.has_feature(number, "port"),
        lambda: is_held_by(table, "allied", number), lambda: not is_closed_to_ships(table, number),
        partial(_has_its_estuary, table, number),
        # 14.63: a port is a town or city, and nobody draws supply from a devastated one.
        lambda: not is_devastated(table, number),
    ))


def is_closed_to_ships(table: Table, number: str) -> bool:
    """Whether a unit of the Central Powers stands in one of the four hexes that close Antwerp."""
    return number == ANTWERP and bool(some(partial(enemy_at, table, "allied", near) for near in APPROACHES_OF_ANTWERP))


def _has_its_estuary(table: Table, number: str) -> bool:
    """Rouen and Antwerp work in full only while the Allies control every hex marked R, or A."""
    if number not in MARKED:
        return True
    marked = table.listed_with(MARKED[number]) or those(
        table.around(number), lambda near: table.has_feature(near, MARKED[number])
    )
    return every(partial(is_held_by, table, "allied", near) for near in marked)


# 11.45: the coasts of the Caucasus


@unless(is_cut_off, "tgwe:11.45")
def holds_a_caucasian_coast(table: Table, whose: Served, number: str) -> bool:
    """On the Caucasus Front Russians and Turks are supplied on the Black Sea, and Russians on the Caspian."""
    if whose.nation not in ("russian", "turkish") or number.startswith(("W", "E")):
        return False
    coasts = ("black-sea-coast", "caspian-coast") if whose.nation == "russian" else ("black-sea-coast",)
    return every((
        lambda: some(partial(table.has_feature, number, coast) for coast in coasts),
        partial(is_on, table, number, "caucasus"),
    ))
