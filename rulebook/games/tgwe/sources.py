"""Chapter 11, primary supply sources (11.3, 11.7), in the book's order."""

from functools import partial

from rulebook.facts import every, known, some
from rulebook.games.tgwe.control import controller
from rulebook.games.tgwe.ground import is_on, is_town_or_city, last_place
from rulebook.games.tgwe.pieces import is_combat_unit, is_division
from rulebook.games.tgwe.terrain_costs import is_devastated
from rulebook.rules import contested, defines, unless
from rulebook.table import Table, Unit

# All the Central Powers draw on the same sources; the Allies each on their own.
CP = "cp"


def _column(letter: str, rows: range) -> frozenset[str]:
    """The easternmost hexes of these rows: odd rows of the Western and Eastern maps end one place sooner."""
    return frozenset(f"{letter}{row}{last_place(row)}" for row in rows)


GERMAN_EDGE = _column("W", range(39, 71))
RUHR = frozenset(("W6830", "W6831", "W6729", "W6730"))
CP_EASTERN_EDGE = frozenset(f"E{row}01" for row in range(35, 58))
BERLIN, PRAGUE, VIENNA, BUDAPEST = "E5102", "E4304", "E3606", "E3310"
CONSTANTINOPLE, SOFIA, BUCHAREST = "E1328", "E1819", "E2423"
CP_HEXES = GERMAN_EDGE | RUHR | CP_EASTERN_EDGE | {BERLIN, PRAGUE, VIENNA, BUDAPEST}
CP_EASTERN_HEXES = CP_HEXES | {CONSTANTINOPLE, SOFIA, BUCHAREST}
TURKEY_JOINS = 5

FRENCH_EDGE = frozenset((*(f"W{row}01" for row in range(36, 59)), *(f"W36{place:02}" for place in range(1, 30))))
RUSSIAN_EDGE = _column("E", range(30, 71))
GREEK_EDGE = frozenset(f"E10{place}" for place in range(12, 17))
CAUCASUS_EDGE = frozenset(f"N48{place}" for place in range(36, 50))
SALONIKA, VALONA = "E1116", "E1210"
LANDINGS = ("E1022", "E1122")
BRITISH_PORTS = ("W6707", "W6709")
BASRA, ABADAN, HAMADAN = "N2252", "N2552", "N2436"
EDGES = GERMAN_EDGE | CP_EASTERN_EDGE | FRENCH_EDGE | RUSSIAN_EDGE | GREEK_EDGE | CAUCASUS_EDGE
ALLIED_HEXES = FRENCH_EDGE | RUSSIAN_EDGE | GREEK_EDGE | {BUCHAREST, SALONIKA, VALONA, *LANDINGS, *BRITISH_PORTS}
FIRST_WESTERN_ROW = 36
# Nations whose sources on the Eastern Front are named; all other Allies share Salonika and Gallipoli.
NAMED_IN_THE_EAST = ("russian", "romanian", "greek", "serbian", "montenegrin", "italian")


# 11.31: what a primary source is


@defines("tgwe:11.31")
def is_primary_source(table: Table, army: str, number: str) -> bool:
    """A primary source is a marked town or city, or an edge hex of certain countries, that serves the unit's side."""
    if army == CP:
        return bool(is_cp_source(table, number))
    return bool(some((
        partial(is_allied_source, table, army, number), partial(is_port_of_the_british, table, army, number)
    )))


def could_be_source(army: str, number: str) -> bool:
    """Whether a hex of this number can be a source at all: most of the Western and Eastern Fronts are none."""
    if number.startswith("E"):
        return number in (CP_EASTERN_HEXES if army == CP else ALLIED_HEXES) or army == "serbian"
    if number.startswith("W") and int(number[1:3]) >= FIRST_WESTERN_ROW:
        return number in (CP_HEXES if army == CP else ALLIED_HEXES)
    return True


def likely_sources(table: Table, army: str, number: str) -> tuple[str, ...]:
    """The hexes of the same map that the book names as sources, or the position lists with a mark of one."""
    return table.once(_likely_sources, army, number[:1])


def _likely_sources(table: Table, army: str, letter: str) -> tuple[str, ...]:
    named = CP_HEXES if army == CP else FRENCH_EDGE | CAUCASUS_EDGE | _own_sources(army) | {BASRA, HAMADAN}
    marked = [number for word in ("map-edge", "cp-source", "west-of-suez") for number in table.listed_with(word)]
    return tuple(sorted({number for number in (*named, *marked) if number.startswith(letter)}))


def _own_sources(army: str) -> frozenset[str]:
    if army in ("russian", "romanian"):
        return RUSSIAN_EDGE
    if army == "british":
        return frozenset((SALONIKA, *LANDINGS, *BRITISH_PORTS))
    return GREEK_EDGE if army == "greek" else frozenset((SALONIKA, *LANDINGS))


# 11.32: those of the Central Powers


@defines("tgwe:11.32")
def is_cp_source(table: Table, number: str) -> bool:
    """German, Austrian and Ottoman edges, the Ruhr, and the named cities of the East supply the Central Powers."""
    if number in CP_HEXES:
        return True
    if number in JOINERS:
        return bool(some(partial(test, table) for test in JOINERS[number]))
    if number.startswith("W"):
        return _is_open_edge_of(table, number, "austria-hungary")
    return not number.startswith("E") and table.has_feature(number, "cp-source")


def _turkey_is_in(table: Table) -> bool:
    return table.turn >= TURKEY_JOINS


def _bulgaria_is_in(table: Table) -> bool:
    return table.has_event("bulgaria-entry")


def _romania_is_in(table: Table) -> bool:
    return table.has_event("romania-entry-cp")


JOINERS = {CONSTANTINOPLE: (_turkey_is_in,), SOFIA: (_bulgaria_is_in,), BUCHAREST: (_romania_is_in,)}


def _is_open_edge_of(table: Table, number: str, country: str) -> bool:
    """Whether this is an edge hex of the Italian Front in a country, and not Alpine."""
    return every((
        partial(is_on, table, number, "italian"), lambda: table.has_feature(number, "map-edge"),
        lambda: table.country(number) == country, lambda: table.terrain(number) != "alpine",
    ))


# 11.33: those of the Allies


@defines("tgwe:11.33")
def is_allied_source(table: Table, army: str, number: str) -> bool:
    """French, Italian, Russian and Greek edges, Egypt, and the places named for one nation supply the Allies."""
    if number.startswith("W"):
        return number in FRENCH_EDGE or _is_open_edge_of(table, number, "italy")
    if number.startswith("E"):
        return _is_eastern_source(table, army, number)
    return _is_near_eastern_source(table, army, number)


def _is_eastern_source(table: Table, army: str, number: str) -> bool:
    if army in ("russian", "romanian") and _is_russian_source(table, number):
        return True
    if army == "greek" and number in GREEK_EDGE:
        return True
    if army == "serbian" and _is_serbian_town(table, number):
        return True
    if army == "italian" and number == VALONA:
        return bool(some((lambda: table.has_event("salonika"), lambda: table.has_event("greece-entry"))))
    return bool(is_source_by_landing(table, army, number))


def _is_russian_source(table: Table, number: str) -> bool:
    return number in RUSSIAN_EDGE or (number == BUCHAREST and table.has_event("romania-entry-allied"))


def _is_serbian_town(table: Table, number: str) -> bool:
    return every((lambda: table.country(number) == "serbia", partial(is_town_or_city, table, number)))


@defines("tgwe:11.33")
def is_source_by_landing(table: Table, army: str, number: str) -> bool:
    """Salonika and Gallipoli, once their event was played, supply the Allies who have no source of their own."""
    if number not in (SALONIKA, *LANDINGS) or army in NAMED_IN_THE_EAST:
        return army == "serbian" and number == SALONIKA and _is_held_base(table, number)
    return _is_held_base(table, number)


@contested(is_source_by_landing)
def _is_source_for_any_ally(table: Table, army: str, number: str) -> bool:
    """6.53 makes Salonika a source without saying for whom."""
    return number in (SALONIKA, *LANDINGS) and _is_held_base(table, number)


def is_landed_at(table: Table, unit: Unit, number: str) -> bool:
    """Whether a unit lands there this turn: French and British divisions at Salonika or Gallipoli (6.52, 6.53)."""
    if number not in (SALONIKA, *LANDINGS) or unit.army not in ("british", "french"):
        return False
    event = "salonika-this-turn" if number == SALONIKA else "gallipoli-this-turn"
    return every((partial(is_division, unit), lambda: table.has_event(event)))


def _is_held_base(table: Table, number: str) -> bool:
    """Whether the event was played, and the Allies never left the place since; Greece at war keeps Salonika (6.53)."""
    event = "salonika" if number == SALONIKA else "gallipoli"
    return every((
        lambda: table.has_event(event), lambda: not table.has_feature(number, "source-lost"),
        lambda: some((
            lambda: table.someone_at(number, partial(_keeps_the_base, number)),
            lambda: number == SALONIKA and table.has_event("greece-entry"),
        )),
    ))


def _keeps_the_base(number: str, unit: Unit) -> bool:
    """Whether a unit keeps the place: at Salonika a combat unit (6.53), at Gallipoli any (11.33)."""
    return every((lambda: unit.side == "allied", lambda: number != SALONIKA or is_combat_unit(unit)))


def _is_near_eastern_source(table: Table, army: str, number: str) -> bool:
    if number in CAUCASUS_EDGE and known(partial(table.front, number)) in (None, "caucasus"):
        return table.terrain(number) != "alpine"
    if number in (BASRA, ABADAN):
        return army == "british"
    if number == HAMADAN:
        return army == "russian" and table.has_event("pef-sent")
    return every((partial(is_on, table, number, "egyptian"), lambda: table.has_feature(number, "west-of-suez")))


# 11.44: the two ports that the British reach from any distance


@defines("tgwe:11.44")
def is_port_of_the_british(table: Table, army: str, number: str) -> bool:
    """British units, and no others, may trace to Calais and Dunkirk by way of secondary sources, however far."""
    return army == "british" and number in BRITISH_PORTS and every((
        partial(is_held_by, table, "allied", number), lambda: not is_devastated(table, number),
    ))


# 11.71: sources that were taken


@unless(is_cp_source, "tgwe:11.71")
def allies_have_taken_it(table: Table, number: str) -> bool:
    """A source serves its own side alone: not while the enemy holds it, nor ever again if it was a city inland."""
    return _is_taken(table, "cp", number)


@unless(is_allied_source, "tgwe:11.71")
def cp_has_taken_it(table: Table, army: str, number: str) -> bool:
    """A source serves its own side alone: not while the enemy holds it, nor ever again if it was a city inland."""
    return _is_taken(table, "allied", number)


def _is_taken(table: Table, side: str, number: str) -> bool:
    return bool(some((lambda: not is_held_by(table, side, number), partial(_is_lost_for_good, table, number))))


def _is_lost_for_good(table: Table, number: str) -> bool:
    """Edge hexes and ports are sources again once retaken; other places are not."""
    return number not in EDGES and every((
        lambda: table.has_feature(number, "source-lost"), lambda: not table.has_feature(number, "map-edge"),
        lambda: not table.has_feature(number, "port"),
    ))


def is_held_by(table: Table, side: str, number: str) -> bool:
    return bool(controller(table, number) == side)
