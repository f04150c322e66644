"""Chapter 3, the maps and the counters, in the book's order."""

from functools import partial

from rulebook.actions import Control, Losses, Play, Roll, Supply, hex_fields, unit_ids
from rulebook.facts import every, known, some
from rulebook.games.tgwe.acting import ACTS, Acts
from rulebook.games.tgwe.event_words import OF_EUROPE, OF_THE_NEAR_EAST
from rulebook.games.tgwe.ground import EUROPE, NEAR_EAST, is_in_balkans, is_in_near_east
from rulebook.games.tgwe.landing_events import LANDED_IN
from rulebook.games.tgwe.national_limits import OPERATING, Operating, comers
from rulebook.games.tgwe.pieces import is_british, is_combat_unit, is_hq, is_russian, is_turkish
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids
from rulebook.table import Table, Unit

MAPS = {"W": "western", "E": "eastern", "N": "near-east"}
FRONTS_OF_A_CODE = {
    "code-eu": EUROPE, "code-ne": NEAR_EAST, "code-ei": ("egyptian", "iraqi"), "code-c": ("caucasus",),
    "code-cp": ("caucasus",), "code-e": ("egyptian",), "code-eo": ("egyptian",), "code-ip": ("iraqi",),
    # The French division of Palestine and Syria bears code E, told or not, and the Yilderim headquarters code NE.
    "dfps": ("egyptian",), "yilderim": NEAR_EAST,
}
CODES_OF = {
    "british": ("code-ei", "code-e"), "russian": ("code-c",), "french": ("code-e", "dfps"),
    "persian": ("code-cp", "code-ip"), "arab": ("code-eo",),
}
CODES_OF_HEADQUARTERS = ("code-eu", "code-ne")
COUNTRY_OF_A_CODE = {"code-cp": "persia", "code-eo": "ottoman-empire", "code-ip": "persia"}
WHERE_VR_ENTERS = (*EUROPE, "egyptian")
ALWAYS_TWO_STEPS = ("american", "bulgarian")
EVERYWHERE = ("british", "german", "russian", "turkish", "arab", "persian")
LET_INTO_THE_NEAR_EAST = tuple(FRONTS_OF_A_CODE)
NOT_ON_THE_TABLE = {"gwie": ("N",), "gwine": ("W", "E")}


# 3.1: the maps


@computes(Control, "map", "tgwe:3.11")
def map_of_the_hex(table: Table, control: Control) -> str | None:
    """The letter before a hex number tells its map: W the Western, E the Eastern, N that of the Near East."""
    return MAPS.get(control.hex[0])


@computes(Control, "front", "tgwe:3.12")
def front_of_the_hex(table: Table, control: Control) -> str:
    """The Western map holds two fronts, that of the Near East three, and the Eastern map is one by itself."""
    return table.front(control.hex)


@computes(Control, "balkans", "tgwe:3.13")
def lies_in_the_balkans(table: Table, control: Control) -> bool:
    """The Balkans are the land of the Eastern map outside Austria-Hungary, Germany, Russia and Russian Poland."""
    return every((lambda: is_in_balkans(table, control.hex), lambda: table.terrain(control.hex) != "sea"))


@computes(Control, "european_turkey", "tgwe:3.13")
def lies_in_european_turkey(table: Table, control: Control) -> bool:
    """European Turkey is the Ottoman Empire on the Eastern map."""
    return every((
        lambda: table.front(control.hex) == "eastern", lambda: table.country(control.hex) == "ottoman-empire"
    ))


# 3.26: steps, and the codes of the counters


@defines("tgwe:3.26")
def has_two_steps(table: Table, unit: Unit) -> bool:
    """All American and Bulgarian units, and some British ones, have two steps; all others have one."""
    if not is_combat_unit(unit):
        return False
    return unit.army in ALWAYS_TWO_STEPS or (is_british(unit) and unit.has_status("two-step"))


@defines("tgwe:3.26")
def may_operate_in(table: Table, code: str, number: str) -> bool:
    """Whether a counter of this code may be in a hex: its fronts and, for some, its country there."""
    country = COUNTRY_OF_A_CODE.get(code)
    return every((
        lambda: table.front(number) in FRONTS_OF_A_CODE[code],
        lambda: country is None or table.country(number) == country,
    ))


@forbids(OPERATING, "tgwe:3.26")
def leaves_the_fronts_of_its_code(table: Table, action: Operating) -> Because | bool:
    """A unit with a code operates only where its code says."""
    units, number = comers(table, action)
    barred = first_unit(units, lambda unit: some(
        partial(_is_barred_by, table, unit, code, number) for code in _codes_it_may_bear(unit)
    ))
    return because(at=number, unit=barred) if barred else False


def _codes_it_may_bear(unit: Unit) -> tuple[str, ...]:
    """The codes that are printed on counters of this army; some of them on headquarters alone."""
    codes = CODES_OF.get(unit.army, ())
    if not is_hq(unit):
        return codes
    return (*codes, *CODES_OF_HEADQUARTERS, "yilderim") if is_turkish(unit) else (*codes, *CODES_OF_HEADQUARTERS)


def _is_barred_by(table: Table, unit: Unit, code: str, number: str) -> bool:
    return every((lambda: unit.has_status(code), lambda: not may_operate_in(table, code, number)))


@forbids(Play, "tgwe:3.26")
def lands_off_the_fronts_of_its_code(table: Table, play: Play) -> Because | bool:
    """Nor does it land at Gallipoli or Salonika where its code keeps it from the Eastern Front."""
    if play.event not in LANDED_IN:
        return False
    there = LANDED_IN[play.event][0]
    barred = first_unit(table.units(play.units), lambda unit: some(
        partial(_is_barred_by, table, unit, code, there) for code in _codes_it_may_bear(unit)
    ))
    return because(at=there, unit=barred) if barred else False


@forbids(Play, "tgwe:3.26")
def leaves_the_caucasus_by_its_box(table: Table, play: Play) -> Because | bool:
    """Armenians and Russian units of code C do not go into the Transfer Box, which leads away from the Caucasus."""
    units = table.units(play.units) if play.event == "to-transfer-box" else []
    bound = first_unit(units, _is_bound_to_the_caucasus)
    return because(unit=bound) if bound else False


def _is_bound_to_the_caucasus(unit: Unit) -> bool:
    return unit.nation == "armenian" or every((partial(is_russian, unit), partial(unit.has_status, "code-c")))


@forbids(OPERATING, "tgwe:3.26")
def has_no_business_in_the_near_east(table: Table, action: Operating) -> Because | bool:
    """Without a code only British, German, Russian and Turkish units operate outside Europe."""
    units, number = comers(table, action)
    stray = every((
        lambda: is_in_near_east(table, number), lambda: first_unit(units, _is_european)
    )) and first_unit(units, _is_european)
    return because(at=number, unit=stray) if stray else False


@forbids(Play, "tgwe:3.26")
def europeans_leave_by_the_transit_box(table: Table, play: Play) -> Because | bool:
    """Nor do they go into the Transit Box, which leads there."""
    stray = first_unit(table.units(play.units), _is_european) if play.event == "to-transit-box" else None
    return because(unit=stray) if stray else False


@contested(europeans_leave_by_the_transit_box)
def box_is_open_to_europeans(table: Table, play: Play) -> Because | bool:
    """The Box is no front: they may go into it, and come back to the Eastern Front (9.13)."""
    return False


def _is_european(unit: Unit) -> bool:
    """A unit of another country that has no code."""
    return every((
        lambda: unit.army not in EVERYWHERE,
        lambda: not some(partial(unit.has_status, word) for word in LET_INTO_THE_NEAR_EAST),
    ))


@forbids(Play, "tgwe:3.26")
def plays_an_event_of_the_other_game(table: Table, play: Play) -> Because | bool:
    """No event of Europe serves where the Near East is played alone, nor one of the Near East in Europe alone."""
    if play.event not in (*OF_EUROPE, *OF_THE_NEAR_EAST):
        return False
    other, maps = ("gwine", ("W", "E")) if play.event in OF_EUROPE else ("gwie", ("N",))
    # A hex of the maps that the event serves on is played on: no other game can be.
    told = play.hex is not None and play.hex.startswith(maps)
    scenario = known(lambda: table.scenario) if told else table.scenario
    return because(scenario=scenario) if scenario == other else False


# 3.4: the maps that each game is played on


@forbids((*ACTS, Losses, Supply, Roll), "tgwe:3.4")
def acts_on_a_map_of_the_other_game(table: Table, action: Acts | Losses | Supply | Roll) -> Because | bool:
    """Nothing happens on the Near East map in Europe alone, nor on the European maps in the Near East alone."""
    # Where the game is not told, the hexes that are played on tell that it uses their maps.
    maps = NOT_ON_THE_TABLE.get(table.scenario) if table.posted.scenario else None
    number = next((each for each in _hexes_acted_on(table, action) if maps and each.startswith(maps)), None)
    return because(at=number, scenario=table.scenario) if number else False


def _hexes_acted_on(table: Table, action: Acts | Losses | Supply | Roll) -> list[str]:
    """The hexes that an action names, and those where the units that it names stand."""
    standing = (unit.facts.hex for unit in table.units(unit_ids(action)))
    return [number for number in (*(told for _, told in hex_fields(action)), *standing) if number]
