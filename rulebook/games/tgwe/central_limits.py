"""Chapter 17, national restrictions of the Central Powers (17.3, 17.31), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Move, Place, Play, Retreat, Sequence, Support
from rulebook.facts import every, more_than, some
from rulebook.games.tgwe.acting import acting
from rulebook.games.tgwe.battle import attackers_or_leaders
from rulebook.games.tgwe.calendar import is_from, month, place_of, strategic_turn, this_month
from rulebook.games.tgwe.control import controller
from rulebook.games.tgwe.ground import is_in_balkans, is_in_europe, is_in_near_east, is_on
from rulebook.games.tgwe.national_limits import (
    FIGHTING,
    OPERATING,
    STANDING,
    Fighting,
    Operating,
    Standing,
    astray,
    one_too_many,
)
from rulebook.games.tgwe.near_east_placement import enters_a_box_that_is_not_its_own
from rulebook.games.tgwe.neutrals import is_european_turkey, is_european_turkey_deployed
from rulebook.games.tgwe.pieces import is_german, is_german_division, is_hq, is_turkish
from rulebook.games.tgwe.strategic_movement import is_by_rail
from rulebook.games.tgwe.turkish_reserve import FILL
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, obliges, unless
from rulebook.table import Table, Unit

TURKEY_AT_WAR_FROM = month(1914, "oct")
OTHERS_ON_THE_ITALIAN_FRONT_FROM = AUSTRIANS_IN_THE_WEST_FROM = 1917
AUSTRIANS_IN_THE_WEST = AUSTRIANS_IN_THE_NORTH = TURKS_IN_EUROPE = 4
TURKS_IN_EGYPT = 3
LAST_ROW_OF_THE_SOUTH = 48
KIEV, ODESSA = "E4129", "E3031"
WARLIKE = (Move, Attack, Support, Advance, Retreat, Play, Place)
Warlike = Move | Attack | Support | Advance | Retreat | Play | Place
THIRD_DIVISION_TURN, NINETEENTH_DIVISION_TURN = "E", "N"


# 17.3: who they are


@forbids(WARLIKE, "tgwe:17.3")
def turkey_is_not_at_war_yet(table: Table, action: Warlike) -> Because | bool:
    """Turkey joins the Central Powers in October 1914: until then its units neither move nor fight."""
    if isinstance(action, Play | Place) and not is_by_rail(table, action):
        return False
    turk = first_unit(acting(table, action), is_turkish)
    return because(unit=turk) if turk and this_month(table) < TURKEY_AT_WAR_FROM else False


# 17.31: Germany


@forbids(OPERATING, "tgwe:17.31")
def german_headquarters_stay_in_europe(table: Table, action: Operating) -> Because | bool:
    """German headquarters do not operate in the Near East."""
    return astray(
        table, action, lambda unit: every((lambda: is_hq(unit), lambda: is_german(unit))),
        lambda number: is_in_near_east(table, number),
    )


def _waits_for_the_turks_of_europe(table: Table) -> bool:
    """Whether they are still to deploy; the Near East alone has none, and Germans come there all the same (13.29)."""
    return every((lambda: table.scenario != "gwine", lambda: not is_european_turkey_deployed(table)))


@forbids(Move, "tgwe:17.31")
def german_divisions_wait_for_turkey(table: Table, move: Move) -> Because | bool:
    """German divisions make no strategic move in the Near East before the Turks of Europe are deployed."""
    if move.mode != "strategic" or not move.path:
        return False
    ends = (move.path[0], move.path[-1])
    division = partial(first_unit, table.units(move.units), is_german_division)
    early = every((
        lambda: some(partial(is_in_near_east, table, number) for number in ends), division,
        partial(_waits_for_the_turks_of_europe, table),
    ))
    return because(at=move.path[-1], unit=division()) if early else False


# 17.31: Austria-Hungary


def _is_austrian(unit: Unit) -> bool:
    return unit.army == "austro-hungarian"


@forbids(OPERATING, "tgwe:17.31")
def austrians_hold_the_italian_front_alone(table: Table, action: Operating) -> Because | bool:
    """Before 1917 no other unit of the Central Powers operates on the Italian Front."""
    return astray(
        table, action, lambda unit: every((lambda: unit.side == "cp", lambda: not _is_austrian(unit))),
        lambda number: every((
            lambda: is_on(table, number, "italian"),
            lambda: this_month(table).year < OTHERS_ON_THE_ITALIAN_FRONT_FROM,
        )),
    )


@forbids(OPERATING, "tgwe:17.31")
def austrians_go_west_late(table: Table, action: Operating) -> Because | bool:
    """No Austro-Hungarian unit operates on the Western Front before 1917."""
    return astray(table, action, _is_austrian, lambda number: every((
        lambda: is_on(table, number, "western"), lambda: this_month(table).year < AUSTRIANS_IN_THE_WEST_FROM,
    )))


@forbids(OPERATING, "tgwe:17.31")
def four_austrians_go_west(table: Table, action: Operating) -> Because | bool:
    """No more than four Austro-Hungarian units operate on the Western Front."""
    return one_too_many(
        table, action, AUSTRIANS_IN_THE_WEST, _is_austrian, lambda number: is_on(table, number, "western")
    )


def _is_north(number: str) -> bool:
    """Whether a hex of the Eastern map lies north of row E48xx."""
    return number.startswith("E") and int(number[1:3]) > LAST_ROW_OF_THE_SOUTH


@forbids(STANDING, "tgwe:17.31")
def four_austrians_go_north(table: Table, action: Standing) -> Because | bool:
    """No more than four Austro-Hungarian units operate north of row E48xx on the Eastern Front."""
    return one_too_many(table, action, AUSTRIANS_IN_THE_NORTH, _is_austrian, _is_north)


@unless(four_austrians_go_north, "tgwe:17.31")
def ukraine_opens_the_north(table: Table, action: Standing) -> bool:
    """With Kiev and Odessa in hand before the Bolshevik Revolution they go there freely, outside Germany."""
    return bool(holds_ukraine(table))


@forbids(OPERATING, "tgwe:17.31")
def four_austrians_go_to_northern_germany(table: Table, action: Operating) -> Because | bool:
    """Never more than four operate in Germany north of that row."""
    return one_too_many(table, action, AUSTRIANS_IN_THE_NORTH, _is_austrian, lambda number: every((
        partial(_is_north, number), lambda: table.country(number) == "germany",
    )))


@defines("tgwe:17.31")
def holds_ukraine(table: Table) -> bool:
    """The Central Powers control both Kiev and Odessa before the Bolshevik Revolution."""
    return every((
        lambda: controller(table, KIEV) == "cp", lambda: controller(table, ODESSA) == "cp",
        lambda: not table.has_event("bolshevik-revolution"),
    ))


@forbids(Attack, "tgwe:17.31")
def four_austrians_attack_in_the_north(table: Table, attack: Attack) -> Because | bool:
    """If Kiev or Odessa is lost again only four of those in the north may attack."""
    units = [unit for unit in table.units(attack.units) if _is_austrian(unit) and _is_north(unit.hex)]
    if not units:
        return False
    before = (partial(_has_attacked_in_the_north, unit) for unit in table.units() if unit not in units)
    many = more_than(AUSTRIANS_IN_THE_NORTH - len(units), before)
    return because(unit=units[0], limit=AUSTRIANS_IN_THE_NORTH) if many and not holds_ukraine(table) else False


def _has_attacked_in_the_north(unit: Unit) -> bool:
    return every((
        lambda: unit.is_placed, lambda: _is_austrian(unit), lambda: _is_north(unit.hex),
        lambda: unit.has_status("attacked"),
    ))


@obliges(Sequence, "tgwe:17.31")
def austrians_come_back_south(table: Table, sequence: Sequence) -> Because | bool:
    """After the Bolshevik Revolution those above four in the north go south as soon as they can."""
    north = (partial(_stands_in_the_north, unit) for unit in table.units())
    many = more_than(AUSTRIANS_IN_THE_NORTH, north) and table.has_event("bolshevik-revolution")
    return because(limit=AUSTRIANS_IN_THE_NORTH) if many else False


def _stands_in_the_north(unit: Unit) -> bool:
    return every((lambda: unit.is_placed, lambda: _is_austrian(unit), lambda: _is_north(unit.hex)))


# 17.31: Turkey


@forbids(OPERATING, "tgwe:17.31")
def turks_stay_in_the_east(table: Table, action: Operating) -> Because | bool:
    """In Europe Turkish units operate on the Eastern Front alone."""
    return astray(table, action, is_turkish, lambda number: is_on(table, number, "western", "italian"))


@forbids(OPERATING, "tgwe:17.31")
def four_turks_leave_the_balkans(table: Table, action: Operating) -> Because | bool:
    """No more than four Turkish units operate outside the Balkans on the European maps."""
    return one_too_many(table, action, TURKS_IN_EUROPE, is_turkish, lambda number: every((
        lambda: is_in_europe(table, number), lambda: not is_in_balkans(table, number),
    )))


@forbids(OPERATING, "tgwe:17.31")
def three_turks_enter_egypt(table: Table, action: Operating) -> Because | bool:
    """No more than three Turkish units are in Egypt, the Sinai included, at one time."""
    return one_too_many(table, action, TURKS_IN_EGYPT, is_turkish, lambda number: every((
        lambda: number.startswith(("N", "?")), lambda: table.country(number) == "egypt",
    )))


@forbids(STANDING, "tgwe:17.31")
def turks_of_asia_wait(table: Table, action: Standing) -> Because | bool:
    """Turkish units that began in the Near East do not enter European Turkey before its own are deployed."""
    return astray(
        table, action, lambda unit: every((lambda: is_turkish(unit), lambda: not unit.has_status("european-turk"))),
        lambda number: every((
            partial(is_european_turkey, table, number), lambda: not is_european_turkey_deployed(table),
        )),
    )


@forbids(Place, "tgwe:17.31")
def third_division_has_its_box(table: Table, place: Place) -> Because | bool:
    """While the Turks of Europe wait, their 3rd Division comes through the reserve box from Strategic Turn E on."""
    unit = table.unit(place.unit) if place.unit else None
    early = unit is not None and every((
        lambda: unit.has_status("turkish-3rd"), lambda: unit.has_status("turkish-reserve"),
        lambda: not some((
            partial(is_from, table, THIRD_DIVISION_TURN), partial(is_european_turkey_deployed, table),
        )),
    ))
    return because(at=place.hex, unit=unit) if early else False


@unless(enters_a_box_that_is_not_its_own, "tgwe:17.31")
def third_division_enters_by_the_reserve(table: Table, play: Play) -> bool:
    """From Strategic Turn E on the 3rd Division enters play by that box, if the Turks of Europe still wait."""
    return play.event == FILL and every((
        lambda: every(partial(_is_third_division, unit) for unit in table.units(play.units)),
        partial(is_from, table, THIRD_DIVISION_TURN), lambda: not is_european_turkey_deployed(table),
    ))


def _is_third_division(unit: Unit) -> bool:
    return every((partial(is_turkish, unit), lambda: unit.has_status("turkish-3rd")))


@forbids(STANDING, "tgwe:17.31")
def turkey_is_closed_to_its_friends(table: Table, action: Standing) -> Because | bool:
    """No other Central Powers unit but small German ones enters Turkey before the Turks of Europe are deployed."""
    return astray(
        table, action,
        lambda unit: every((
            lambda: unit.side == "cp", lambda: not is_turkish(unit), lambda: unit.army != "persian",
            lambda: not _is_small_german(unit),
        )),
        lambda number: not number.startswith("W") and every((
            lambda: table.country(number) == "ottoman-empire", partial(_waits_for_the_turks_of_europe, table),
        )),
    )


def _is_small_german(unit: Unit) -> bool:
    """A German brigade or battalion, which may."""
    return every((
        lambda: is_german(unit),
        lambda: some((lambda: unit.has_status("brigade"), lambda: unit.has_status("battalion"))),
    ))


@obliges(Sequence, "tgwe:17.31")
def nineteenth_division_is_exchanged(table: Table, sequence: Sequence) -> Because | bool:
    """In Strategic Turn N the Turkish 19th Division, 3-4-4, gives way to the 2-4 for good."""
    due = sequence.do == "resources" and strategic_turn(table) == place_of(NINETEENTH_DIVISION_TURN)
    return because() if due else False


# 17.31: Bulgaria


def _is_bulgarian(unit: Unit) -> bool:
    return unit.army == "bulgarian"


@forbids(STANDING, "tgwe:17.31")
def bulgarians_stay_in_the_balkans(table: Table, action: Standing) -> Because | bool:
    """Bulgarian units do not move out of the Balkans."""
    return astray(table, action, _is_bulgarian, lambda number: not is_in_balkans(table, number))


@forbids(FIGHTING, "tgwe:17.31")
def bulgarians_attack_in_the_balkans(table: Table, action: Fighting) -> Because | bool:
    """Bulgarian units do not attack outside the Balkans, so no Bulgarian headquarters supports an attack there."""
    bulgarian = first_unit(attackers_or_leaders(table, action), _is_bulgarian)
    outside = bulgarian and not is_in_balkans(table, action.target)
    return because(at=action.target, unit=bulgarian) if outside else False
