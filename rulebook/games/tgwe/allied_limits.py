"""Chapter 17, national restrictions of the Allies (17.21), in the book's order."""

from functools import partial

from rulebook.actions import Place, Replace
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import attackers_or_leaders
from rulebook.games.tgwe.calendar import is_from, this_month
from rulebook.games.tgwe.fallen import returns
from rulebook.games.tgwe.ground import is_in_balkans, is_in_europe, is_in_near_east, is_on
from rulebook.games.tgwe.national_limits import (
    FIGHTING,
    OPERATING,
    STANDING,
    Fighting,
    Operating,
    Standing,
    astray,
    comers,
    one_too_many,
)
from rulebook.games.tgwe.pieces import is_american, is_british, is_canal_company, is_french, is_russian
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, unless
from rulebook.table import Table, Unit

OTHERS_ON_THE_ITALIAN_FRONT_FROM = 1917
AMERICANS_ELSEWHERE = 1
ITALIANS_ABROAD = 6
TENTH_NEW_ARMY_TURN = "D"
RUSSIAN_FRONTS = ("eastern", "caucasus")


def _is_dfps(unit: Unit) -> bool:
    return unit.has_status("dfps")


# British


@forbids(OPERATING, "tgwe:17.21")
def british_keep_out_of_the_caucasus(table: Table, action: Operating) -> Because | bool:
    """British units do not operate on the Caucasus Front."""
    return astray(table, action, is_british, lambda number: is_on(table, number, "caucasus"))


@forbids(OPERATING, "tgwe:17.21")
def canal_companies_stay_west_of_suez(table: Table, action: Operating) -> Because | bool:
    """The four Canal Defense companies operate west of the Suez Canal alone."""
    return astray(table, action, is_canal_company, lambda number: not table.has_feature(number, "west-of-suez"))


@forbids(OPERATING, "tgwe:17.21")
def tenth_new_army_division_comes_later(table: Table, action: Operating) -> Because | bool:
    """The 10NA comes in Strategic Turn D; in the Near East alone it is an event, to be drawn first."""
    return astray(table, action, lambda unit: every((
        partial(is_british, unit), lambda: unit.has_status("10na"), lambda: not _has_come(table),
    )), lambda number: True)


def _has_come(table: Table) -> bool:
    return table.has_event("tenth-na-division") if table.scenario == "gwine" else is_from(table, TENTH_NEW_ARMY_TURN)


# French


@forbids(OPERATING, "tgwe:17.21")
def french_stay_in_europe(table: Table, action: Operating) -> Because | bool:
    """French units do not leave Europe."""
    return astray(table, action, is_french, lambda number: not is_in_europe(table, number))


@unless(french_stay_in_europe, "tgwe:17.21")
def dfps_fights_in_egypt(table: Table, action: Operating) -> bool:
    """The DFPS division operates on the Egyptian Front, and is the only one."""
    return not astray(table, action, lambda unit: every((lambda: is_french(unit), lambda: not _may_be_in_egypt(
        table, action, unit
    ))), lambda number: True)


def _may_be_in_egypt(table: Table, action: Operating, unit: Unit) -> bool:
    _, number = comers(table, action)
    return every((lambda: _is_dfps(unit), lambda: is_on(table, number, "egyptian")))


@forbids(Replace, "tgwe:17.21")
def dfps_is_not_replaced(table: Table, replace: Replace) -> Because | bool:
    """The DFPS is not rebuilt once destroyed."""
    unit = table.unit(replace.unit)
    return because(unit=unit) if _is_dfps(unit) else False


@forbids(Place, "tgwe:17.21")
def lost_dfps_returns(table: Table, place: Place) -> Because | bool:
    """Nor does it come back on the map, be it called rebuilt or, once lost, new."""
    unit = table.unit(place.unit) if place.unit else None
    back = unit is not None and every((
        partial(is_french, unit), partial(_is_dfps, unit), partial(returns, table, place, unit),
    ))
    return because(unit=unit) if back else False


# Russian, but for the expedition to Persia


@forbids(OPERATING, "tgwe:17.21")
def russians_keep_to_two_fronts(table: Table, action: Operating) -> Because | bool:
    """Russian units operate on the Eastern and Caucasus Fronts alone; no box sends any to the expedition in Persia."""
    _, number = comers(table, action)
    return astray(table, action, lambda unit: every((
        partial(is_russian, unit), lambda: not _is_in_persia(table, action, unit, number)
    )), lambda number: not is_on(table, number, *RUSSIAN_FRONTS))


def _is_in_persia(table: Table, action: Operating, unit: Unit, number: str) -> bool:
    """Whether a unit of the expedition is on the Iraqi Front: nothing else is open to it than to other Russians."""
    return not isinstance(action, Place) and every((
        partial(is_on, table, number, "iraqi"), lambda: unit.has_status("pef")
    ))


# American


@forbids(OPERATING, "tgwe:17.21")
def americans_stay_out_of_the_near_east(table: Table, action: Operating) -> Because | bool:
    """No American unit operates in the Near East."""
    return astray(table, action, is_american, lambda number: is_in_near_east(table, number))


@forbids(OPERATING, "tgwe:17.21")
def one_american_unit_goes_elsewhere(table: Table, action: Operating) -> Because | bool:
    """Only one American unit operates away from the Western Front."""
    return one_too_many(
        table, action, AMERICANS_ELSEWHERE, is_american, lambda number: not is_on(table, number, "western")
    )


# Italian


def _is_italian(unit: Unit) -> bool:
    return unit.army == "italian"


@forbids(OPERATING, "tgwe:17.21")
def italians_hold_their_front_alone(table: Table, action: Operating) -> Because | bool:
    """Before 1917 no other Allied unit operates on the Italian Front."""
    return astray(
        table, action, lambda unit: every((lambda: unit.side == "allied", lambda: not _is_italian(unit))),
        lambda number: every((
            lambda: is_on(table, number, "italian"),
            lambda: this_month(table).year < OTHERS_ON_THE_ITALIAN_FRONT_FROM,
        )),
    )


@forbids(OPERATING, "tgwe:17.21")
def six_italian_units_go_abroad(table: Table, action: Operating) -> Because | bool:
    """No more than six Italian units operate away from the Italian Front, those that go free in the East left aside."""
    return one_too_many(table, action, ITALIANS_ABROAD, _is_italian, lambda number: every((
        lambda: not is_on(table, number, "italian"), lambda: not italians_are_free_in(table, number),
    )))


@defines("tgwe:17.21")
def italians_are_free_in(table: Table, number: str) -> bool:
    """Once Austria-Hungary has collapsed those above six operate on the Eastern Front, as many as there are."""
    return every((lambda: is_on(table, number, "eastern"), lambda: table.has_event("austria-hungary-collapsed")))


@forbids(OPERATING, "tgwe:17.21")
def italians_stay_out_of_the_near_east(table: Table, action: Operating) -> Because | bool:
    """Italian units never operate in the Near East."""
    return astray(table, action, _is_italian, lambda number: is_in_near_east(table, number))


# Belgian, Serbian, Greek, Montenegrin, Arab, Armenian


@forbids(OPERATING, "tgwe:17.21")
def belgians_stay_in_the_west(table: Table, action: Operating) -> Because | bool:
    """Belgian units operate on the Western Front alone."""
    return astray(
        table, action, lambda unit: unit.army == "belgian", lambda number: not is_on(table, number, "western")
    )


@forbids(OPERATING, "tgwe:17.21")
def serbians_stay_in_the_east(table: Table, action: Operating) -> Because | bool:
    """Serbian units operate on the Eastern Front alone."""
    return astray(
        table, action, lambda unit: unit.army == "serbian", lambda number: not is_on(table, number, "eastern")
    )


def _is_greek(unit: Unit) -> bool:
    return unit.army == "greek"


@forbids(STANDING, "tgwe:17.21")
def greeks_stay_in_the_balkans(table: Table, action: Standing) -> Because | bool:
    """Greek units do not move out of the Balkans."""
    return astray(table, action, _is_greek, lambda number: not is_in_balkans(table, number))


@forbids(FIGHTING, "tgwe:17.21")
def greeks_attack_in_the_balkans(table: Table, action: Fighting) -> Because | bool:
    """Greek units do not attack outside the Balkans, so no Greek headquarters supports an attack there."""
    greek = first_unit(attackers_or_leaders(table, action), _is_greek)
    return because(at=action.target, unit=greek) if greek and not is_in_balkans(table, action.target) else False


@forbids(STANDING, "tgwe:17.21")
def montenegrins_stay_at_home(table: Table, action: Standing) -> Because | bool:
    """Montenegrin units do not move out of Montenegro, though they may attack out of it."""
    return astray(
        table, action, lambda unit: unit.army == "montenegrin", lambda number: table.country(number) != "montenegro"
    )


@forbids(OPERATING, "tgwe:17.21")
def arabs_stay_on_ottoman_ground(table: Table, action: Operating) -> Because | bool:
    """The Arab Northern Army operates in the Ottoman Empire on the Egyptian Front alone."""
    return astray(table, action, lambda unit: unit.army == "arab", lambda number: not every((
        lambda: is_on(table, number, "egyptian"), lambda: table.country(number) == "ottoman-empire",
    )))


@forbids(OPERATING, "tgwe:17.21")
def armenians_stay_out_of_persia(table: Table, action: Operating) -> Because | bool:
    """Armenian units operate on the Caucasus Front alone, outside Persia."""
    return astray(table, action, lambda unit: unit.nation == "armenian", lambda number: some((
        lambda: not is_on(table, number, "caucasus"), lambda: table.country(number) == "persia",
    )))
