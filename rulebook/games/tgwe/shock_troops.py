"""Chapter 15, assault units (15.4), in the book's order."""

from functools import partial

from rulebook.actions import Attack, Place, Play, Replace
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import attackers, attacking_side, is_used
from rulebook.games.tgwe.ground import EUROPE, is_in_europe, is_on, neighbours
from rulebook.games.tgwe.lines import HEXES_OF_A_LINE, is_secondary_source, lets_lines_pass, reaches, served
from rulebook.games.tgwe.pieces import is_division, is_german, is_hq
from rulebook.games.tgwe.replacements import assault_division_returns_as_infantry, returns_as_assault_troops
from rulebook.games.tgwe.sources import is_held_by
from rulebook.mechanics.tracing import trace
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, modifies, obliges, permits, replaces, unless
from rulebook.table import Table, Unit

CONVERSION = "convert-to-assault"
DIVISIONS_AT_FIRST = 6
COST_AT_FIRST, COST_OF_ALL = 1, 7
FEW_BONUS, MANY_BONUS, KAISERSCHLACHT_BONUS = 1, 2, 3
MANY = 4
KAISERSCHLACHT_ATTACKS = 4
ARSENALS = ("E5102", "W6830", "W6831", "W6729", "W6730")
CONVERTIBLE = ("infantry", "mountain")
# A unit that was posted so has no supply line at all.
WITHOUT_A_LINE = ("oos", "fortress")


@defines("tgwe:15.46")
def alpenkorps_is_assault(table: Table, unit: Unit, there: str) -> bool:
    """The Alpenkorps is an assault unit on the Eastern Front, and everywhere after the first Shock-Troop event."""
    return every((
        lambda: unit.has_status("alpenkorps"),
        lambda: some((lambda: is_on(table, there, "eastern"), lambda: table.has_event("shock-troops-1"))),
    ))


def is_assault(table: Table, unit: Unit, there: str) -> bool:
    """Whether a unit fights as assault troops in a battle for a hex."""
    return bool(some((
        lambda: every((lambda: unit.type == "assault", partial(_fights_as_it_is_posted, table, unit, there))),
        partial(_may_be_alpenkorps, table, unit, there),
    )))


def _fights_as_it_is_posted(table: Table, unit: Unit, there: str) -> bool:
    """Whether assault troops are so in a battle for a hex: the Alpenkorps is not everywhere from the start."""
    return bool(some((
        lambda: not unit.has_status("alpenkorps"), partial(alpenkorps_is_assault, table, unit, there)
    )))


def _may_be_alpenkorps(table: Table, unit: Unit, there: str) -> bool:
    return every((lambda: unit.type in CONVERTIBLE, lambda: is_german(unit),
                  lambda: alpenkorps_is_assault(table, unit, there)))


# 15.41: conversion


def _converted(table: Table, play: Play) -> list[Unit]:
    return table.units(play.units) if play.event == CONVERSION else []


@permits(Play, "tgwe:15.41")
def divisions_become_assault_troops(table: Table, play: Play) -> Because | bool:
    """After a Shock-Troop Conversion event German divisions with a grey band become assault divisions."""
    if play.event != CONVERSION:
        return False
    return because(units=_converted(table, play)) if table.has_event("shock-troops-1") else False


@forbids(Play, "tgwe:15.41")
def converts_without_the_event(table: Table, play: Play) -> Because | bool:
    """No division is converted before the first Shock-Troop Conversion event is played."""
    if play.event != CONVERSION:
        return False
    return False if table.has_event("shock-troops-1") else because(units=_converted(table, play))


@forbids(Play, "tgwe:15.41")
def converts_the_wrong_unit(table: Table, play: Play) -> Because | bool:
    """Only German infantry and mountain divisions with a grey band are converted."""
    wrong = first_unit(_converted(table, play), lambda unit: not _is_convertible(unit))
    return because(unit=wrong) if wrong else False


def _is_convertible(unit: Unit) -> bool:
    return every((
        lambda: is_german(unit), lambda: unit.type in CONVERTIBLE, lambda: is_division(unit),
        # The Alpenkorps needs no band: the event makes it an assault unit by name (15.46).
        lambda: some((lambda: unit.has_status("grey-band"), lambda: unit.has_status("alpenkorps"))),
    ))


def _counted(table: Table, play: Play) -> list[Unit]:
    """Those converted that count: the Alpenkorps does not (15.46)."""
    return [unit for unit in _converted(table, play) if not unit.has_status("alpenkorps")]


@forbids(Play, "tgwe:15.41")
def converts_more_than_six(table: Table, play: Play) -> Because | bool:
    """The first event converts six divisions at most."""
    if play.event != CONVERSION or table.has_event("shock-troops-2"):
        return False
    counted = _counted(table, play)
    if len(counted) > DIVISIONS_AT_FIRST:
        return because(units=counted)
    total = len(counted) + table.track("assault-conversions", 0) if counted else 0
    return because(units=counted) if total > DIVISIONS_AT_FIRST else False


@forbids(Play, "tgwe:15.41")
def pays_the_wrong_price_of_conversion(table: Table, play: Play) -> Because | bool:
    """The first event costs 1 resource point in all, the second 7; what was paid already is not paid again."""
    if play.event != CONVERSION or play.points is None:
        return False
    price = _price(table, play)
    return because(amount=price) if play.points != price else False


def _price(table: Table, play: Play) -> int:
    """What the divisions cost: nothing more after the first of an event were paid for, and nothing the Alpenkorps."""
    if not _counted(table, play):
        return 0
    if table.has_event("shock-troops-2"):
        return COST_OF_ALL
    return 0 if table.track("assault-conversions", 0) else COST_AT_FIRST


@forbids(Play, "tgwe:15.41")
def converts_without_the_points(table: Table, play: Play) -> Because | bool:
    """Germany converts no division with points that it does not have."""
    if play.event != CONVERSION:
        return False
    due = _price(table, play) if play.points is None else play.points
    if not due or table.track("german-rp", ordinary=due) >= due:
        return False
    # Those that the second event converts later were paid for with the first: what is paid now has to be told.
    return because(amount=due if due < COST_OF_ALL else table.read("action.points", play.points))


# 15.42: how they are converted


@forbids(Play, "tgwe:15.42")
def converts_out_of_phase(table: Table, play: Play) -> Because | bool:
    """Divisions are converted in a new units phase."""
    wrong = play.event == CONVERSION and table.phase != "new-units"
    return because(phase=table.phase) if wrong else False


@forbids(Play, "tgwe:15.42")
def converts_away_from_home(table: Table, play: Play) -> Because | bool:
    """A division is converted only with a supply line to Berlin or to a hex of the Ruhr."""
    cut = first_unit(_converted(table, play), lambda unit: not reaches_the_arsenals(table, unit))
    return because(unit=cut) if cut else False


def reaches_the_arsenals(table: Table, unit: Unit) -> bool:
    """Whether a unit traces to Berlin or the Ruhr, directly or by a town or headquarters."""
    if table.game.is_off_map(unit.facts) or unit.facts.supply in WITHOUT_A_LINE:
        return False
    near = (number for number in ARSENALS if number[0] == unit.hex[0])
    return bool(some(partial(_reaches_arsenal, table, unit, number) for number in near))


def _reaches_arsenal(table: Table, unit: Unit, arsenal: str) -> bool:
    """Whether a unit traces to one of these hexes: it serves no more while the enemy holds it (11.71)."""
    here, kind, goals = unit.hex, served(unit).kind, frozenset((arsenal,))
    return every((
        partial(is_held_by, table, "cp", arsenal),
        lambda: some((
            lambda: reaches(table, "cp", here, goals, within=HEXES_OF_A_LINE, kind=kind),
            lambda: _reaches_by_a_town(table, here, goals, kind),
            lambda: _reaches_by_headquarters(table, unit, goals),
        )),
    ))


def _reaches_by_a_town(table: Table, here: str, goals: frozenset[str], kind: str) -> bool:
    return bool(trace(
        table, here, lambda number: every((
            lambda: is_secondary_source(table, "cp", number), lambda: reaches(table, "cp", number, goals, kind=kind)
        )), partial(lets_lines_pass, table, "cp", kind), within=HEXES_OF_A_LINE,
    ))


def _reaches_by_headquarters(table: Table, unit: Unit, goals: frozenset[str]) -> bool:
    near = (unit.hex, *neighbours(table, unit.hex))
    hq = some(partial(table.someone_at, number, lambda other: is_hq(other) and is_german(other)) for number in near)
    return hq is not None and reaches(table, "cp", hq.hex, goals)


# 15.43: losses and return


@forbids(Play, "tgwe:15.43")
def converts_a_lost_division_again(table: Table, play: Play) -> Because | bool:
    """An assault division lost after the second event is never converted again."""
    lost = first_unit(_converted(table, play), lambda unit: unit.has_status("assault-lost"))
    return because(unit=lost) if lost else False


@obliges(Replace, "tgwe:15.43")
def returns_as_an_ordinary_division(table: Table, replace: Replace) -> Because | bool:
    """A lost assault division is replaced as an ordinary one."""
    unit = table.unit(replace.unit)
    return because(unit=unit) if unit.type == "assault" else False


@unless(returns_as_an_ordinary_division, "tgwe:15.46")
def alpenkorps_returns_as_it_was(table: Table, replace: Replace) -> bool:
    """The Alpenkorps is always replaced as an assault unit."""
    return table.unit(replace.unit).has_status("alpenkorps")


@unless(assault_division_returns_as_infantry, "tgwe:15.46")
def alpenkorps_is_no_plain_infantry(table: Table, replace: Replace) -> bool:
    """The Alpenkorps does not come back as plain infantry."""
    return table.unit(replace.unit).has_status("alpenkorps")


@unless(returns_as_assault_troops, "tgwe:15.46")
def alpenkorps_is_placed_as_it_was(table: Table, place: Place) -> bool:
    """The rebuilt Alpenkorps is put back on the map as an assault unit."""
    return place.unit is not None and table.unit(place.unit).has_status("alpenkorps")


# 15.44: the die


def assault_units(table: Table, attack: Attack) -> list[Unit]:
    """The attackers that fight as assault troops."""
    if attacking_side(table, attack) != "cp":
        return []
    return [unit for unit in attackers(table, attack) if is_assault(table, unit, attack.target)]


@modifies(Attack, "tgwe:15.44")
def assault_troops_lead(table: Table, attack: Attack) -> Because | bool:
    """One to three assault units in an attack add 1, four or more add 2."""
    count = len(assault_units(table, attack))
    if not count:
        return False
    return because(at=attack.target, amount=MANY_BONUS if count >= MANY else FEW_BONUS, count=count)


# 15.45: the first four attacks


@replaces(assault_troops_lead, "tgwe:15.45")
def kaiserschlacht_leads(table: Table, attack: Attack) -> Because | bool:
    """A Kaiserschlacht attack adds 3 instead of 2."""
    count = len(assault_units(table, attack))
    declared = count >= MANY and every((
        lambda: is_used(table, attack, "kaiserschlacht-attack"),
        lambda: not is_no_kaiserschlacht(table, attack),
    ))
    return because(at=attack.target, amount=KAISERSCHLACHT_BONUS, count=count) if declared else False


@forbids(Attack, "tgwe:15.45")
def is_no_kaiserschlacht(table: Table, attack: Attack) -> Because | bool:
    """Only the first four attacks on one European front, with four assault units, in the turn of the second event."""
    if "kaiserschlacht-attack" not in (attack.events or ()):
        return False
    fits = every((
        lambda: len(assault_units(table, attack)) >= MANY,
        lambda: is_in_europe(table, attack.target),
        lambda: table.has_event("shock-troops-2-this-turn"),
        lambda: not _is_made_elsewhere(table, attack.target),
        lambda: table.track("cp-attacks-on-the-front") < KAISERSCHLACHT_ATTACKS,
    ))
    return False if fits else because(at=attack.target)


def _is_made_elsewhere(table: Table, number: str) -> bool:
    """Whether another front than that of a hex was chosen for these attacks."""
    return bool(some(
        partial(table.has_event, f"kaiserschlacht-{front}") for front in EUROPE if not is_on(table, number, front)
    ))


# 15.46: the Alpenkorps


@permits(Play, "tgwe:15.46")
def alpenkorps_is_not_counted(table: Table, play: Play) -> Because | bool:
    """The Alpenkorps becomes an assault unit with the first event, and counts towards no limit of conversions."""
    found = first_unit(_converted(table, play), lambda unit: unit.has_status("alpenkorps"))
    return because(unit=found) if found else False
