"""Chapter 7, control of hexes (7.1 to 7.14), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Control, Losses, Move, Place, Play, Retreat, Support
from rulebook.facts import every, known, some
from rulebook.games.tgwe.battle import fought_at
from rulebook.games.tgwe.calendar import month, this_month
from rulebook.games.tgwe.ground import is_in_near_east, is_town_or_city
from rulebook.games.tgwe.pieces import is_german
from rulebook.games.tgwe.terrain_costs import is_on_foot
from rulebook.rules import Because, because, computes, defines, forbids, obliges, replaces, unless
from rulebook.table import Table, Unit

NOBODY = "none"
HELD_BY = {
    "germany": "cp", "austria-hungary": "cp", "luxembourg": "cp", "ottoman-empire": "cp",
    "france": "allied", "belgium": "allied", "russia": "allied", "russian-poland": "allied", "serbia": "allied",
    "montenegro": "allied",
}  # fmt: skip
# What opens a country to the war: both sides operate in Greece and Albania after Salonika (6.53, 17.4); only a pre-war
# event opens those that never join it (17.4).
OPENED_BY = {
    "italy": ("italy-entry",), "bulgaria": ("bulgaria-entry",), "romania": ("romania-entry-allied", "romania-entry-cp"),
    "greece": ("greece-entry", "salonika"), "albania": ("greece-entry", "salonika"),
    "holland": ("cp-pre-war-event-5",), "switzerland": ("cp-pre-war-event-5",),
}  # fmt: skip
JOINS = {
    "italy-entry": ("italy", "allied"), "bulgaria-entry": ("bulgaria", "cp"), "greece-entry": ("greece", "allied"),
    "romania-entry-allied": ("romania", "allied"), "romania-entry-cp": ("romania", "cp"),
}  # fmt: skip
TURKEY_AT_WAR_FROM = month(1914, "oct")
NEAR_EAST_OPENS = month(1914, "nov-dec")
BASRA, ABADAN = "N2252", "N2552"
BEFORE_ANY_MOVE = ("events", "new-units", "weather")
FIRST_TURN, TURN_OF_THE_NEAR_EAST = 1, 6
Coming = Move | Place | Advance | Retreat | Attack | Support


# 7.1: every hex but those of neutrals


@defines("tgwe:7.1")
def is_neutral(table: Table, number: str) -> bool:
    """A hex is neutral while its country has joined neither side; Greece, until both sides operate there."""
    country = table.country(number)
    if country == "ottoman-empire":
        return this_month(table) < TURKEY_AT_WAR_FROM
    return country in OPENED_BY and not _is_opened(table, country)


def _is_opened(table: Table, country: str) -> bool:
    """Whether something has opened a country to the war; Romania, torn between both sides, stays out (6.54)."""
    return every((
        lambda: some(partial(table.has_event, word) for word in OPENED_BY[country]),
        lambda: country != "romania" or not table.has_event("romania-stays-neutral"),
    ))


@defines("tgwe:7.1")
def controller(table: Table, number: str) -> str:
    """A side controls each hex of playable ground: that of the units in it, else as posted; none a neutral one."""
    standing = known(lambda: some(partial(_side_of, unit) for unit in table.units_at(number)))
    if standing:
        return str(standing)
    posted = known(partial(table.control, number))
    if posted is None and (known(partial(is_neutral, table, number)) or _is_as_at_the_start(table, number)):
        return str(starting_controller(table, number))
    return table.control(number)


def _side_of(unit: Unit) -> str:
    return unit.side


def _is_as_at_the_start(table: Table, number: str) -> bool:
    """Whether no unit can have moved yet on the map of a hex: the Near East is closed until its turn comes."""
    opening = TURN_OF_THE_NEAR_EAST if known(partial(is_in_near_east, table, number)) else FIRST_TURN
    turn = table.posted.turn
    return turn is not None and (turn < opening or (turn == opening and table.posted.phase in BEFORE_ANY_MOVE))


@computes(Control, "control", "tgwe:7.1")
def who_controls_it(table: Table, control: Control) -> str:
    """The side that controls a hex, or none."""
    return str(controller(table, control.hex))


# 7.11 and 7.12: at the start


@defines("tgwe:7.11")
def starting_controller(table: Table, number: str) -> str:
    """In August 1914 each side controls its own countries, the Allies Belgium too where no German stands."""
    if is_neutral(table, number):
        return NOBODY
    country = table.country(number)
    return "cp" if country == "belgium" and table.someone_at(number, is_german) else HELD_BY.get(country, NOBODY)


@replaces(starting_controller, "tgwe:7.12")
def starting_controller_in_the_near_east(table: Table, number: str) -> str | None:
    """In November 1914 the Ottoman Empire is the Central Powers', save around Basra; Egypt and Russia the Allies'."""
    if not is_in_near_east(table, number) or is_neutral(table, number) or this_month(table) < NEAR_EAST_OPENS:
        return None
    if number in _around_basra(table):
        return "allied"
    country = table.country(number)
    return _holder_in_persia(table, number) if country == "persia" else {
        "ottoman-empire": "cp", "egypt": "allied", "russia": "allied"
    }.get(country, NOBODY)


def _around_basra(table: Table) -> set[str]:
    """Basra, Abadan, and the hexes around them."""
    return {BASRA, ABADAN, *table.around(BASRA), *table.around(ABADAN)}


def _holder_in_persia(table: Table, number: str) -> str:
    if table.has_feature(number, "cp-persian-town"):
        return "cp"
    return "allied" if is_town_or_city(table, number) else NOBODY


@forbids((Move, Place, Advance, Retreat, Attack, Support, Losses), "tgwe:7.12")
def enters_the_near_east_too_soon(table: Table, action: Coming | Losses) -> Because | bool:
    """No unit of either side enters the Near East map, or fights there, before the November/December 1914 turn."""
    if known(lambda: this_month(table) >= NEAR_EAST_OPENS):
        return False
    early = some(partial(_is_closed_yet, table, number) for number in _places_of(table, action))
    return because(at=early) if early else False


def _places_of(table: Table, action: Coming | Losses) -> tuple[str, ...]:
    """The hexes that units come into, or that was fought over."""
    return (fought_at(table, action),) if isinstance(action, Losses) else _hexes_entered(action)


def _hexes_entered(action: Coming) -> tuple[str, ...]:
    if isinstance(action, Move | Retreat):
        return (action.path or ())[1:]
    if isinstance(action, Advance):
        return (action.to,)
    if isinstance(action, Attack | Support):
        return (action.target,)
    return (action.hex,) if action.unit else ()


def _is_closed_yet(table: Table, number: str) -> str | None:
    closed = every((partial(is_in_near_east, table, number), lambda: this_month(table) < NEAR_EAST_OPENS))
    return number if closed else None


# 7.13: how control changes


@obliges((Move, Advance), "tgwe:7.13")
def takes_the_hex(table: Table, action: Move | Advance) -> Because | bool:
    """Control of a hex passes at the moment an enemy unit enters it by operational movement or advance."""
    if isinstance(action, Move) and not is_on_foot(action):
        return False
    side = table.unit(action.units[0]).side
    taken = some(partial(_taken, table, side, number) for number in _hexes_entered(action))
    return because(at=taken, side=side) if taken else False


def _taken(table: Table, side: str, number: str) -> str | None:
    return number if controller(table, number) != side else None


@unless(takes_the_hex, "tgwe:7.13")
def arabs_hold_only_where_they_stand(table: Table, action: Move | Advance) -> bool:
    """The Arab Northern Army controls only the hex it stands in: once it leaves, that goes back to its last holder."""
    return every(partial(_is_arab, unit) for unit in table.units(action.units))


def _is_arab(unit: Unit) -> bool:
    return unit.army == "arab"


# 7.14: neutrals that join


@obliges(Play, "tgwe:7.14")
def its_land_goes_to_the_side_it_joins(table: Table, play: Play) -> Because | bool:
    """When a neutral joins a side, all its hexes are that side's at once."""
    country, side = JOINS.get(play.event, (None, None))
    return because(country=country, side=side) if country else False


@unless(its_land_goes_to_the_side_it_joins, "tgwe:7.14")
def greece_was_fought_over(table: Table, play: Play) -> bool:
    """Greece is an exception once both sides operate there after Salonika (6.53, 17.21)."""
    return play.event == "greece-entry" and table.has_event("salonika")
