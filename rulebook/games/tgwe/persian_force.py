"""Chapter 17, the Russian Persian Expeditionary Force (17.21), in the book's order."""

from functools import partial
from itertools import chain

from rulebook.actions import Play, Step
from rulebook.facts import every, some
from rulebook.games.tgwe.calendar import month, this_month
from rulebook.games.tgwe.control import controller
from rulebook.games.tgwe.ground import is_on
from rulebook.games.tgwe.national_limits import HAMADAN
from rulebook.games.tgwe.pieces import is_russian
from rulebook.games.tgwe.supply import is_supplied
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, obliges
from rulebook.table import Table, Unit

FROM = month(1916, "jan-feb")
MOST_UNITS = 3
TABRIZ = "N3045"
SENT, WITHDRAWN = "persian-expedition", "withdraw-persian-expedition"


@forbids(Play, "tgwe:17.21")
def expedition_is_out_of_season(table: Table, play: Play) -> Because | bool:
    """The expedition goes once a game, from January 1916 to the fall of the Tsar."""
    if play.event != SENT:
        return False
    barred = some((
        lambda: this_month(table) < FROM, lambda: table.has_event("tsar-fallen"), lambda: table.has_event("pef-sent"),
    ))
    return because() if barred else False


@forbids(Play, "tgwe:17.21")
def expedition_needs_tabriz(table: Table, play: Play) -> Because | bool:
    """Tabriz must be Allied when it goes."""
    return because(at=TABRIZ) if play.event == SENT and controller(table, TABRIZ) != "allied" else False


@forbids(Play, "tgwe:17.21")
def expedition_is_too_large(table: Table, play: Play) -> Because | bool:
    """It has three units at the most."""
    return because(limit=MOST_UNITS) if play.event == SENT and len(play.units) > MOST_UNITS else False


@forbids(Play, "tgwe:17.21")
def expedition_takes_others(table: Table, play: Play) -> Because | bool:
    """Its units are told: Russians of the Caucasus Front, but none of those that may never leave it."""
    if play.event != SENT:
        return False
    sent = table.read("action.units", play.units or None)
    unfit = first_unit(table.units(sent), lambda unit: not _can_go(table, unit))
    return because(unit=unfit) if unfit else False


def _can_go(table: Table, unit: Unit) -> bool:
    return every((
        lambda: is_russian(unit), lambda: not table.game.is_off_map(unit.facts),
        lambda: is_on(table, unit.hex, "caucasus"),
        lambda: unit.nation != "armenian", lambda: not unit.has_status("code-c"),
    ))


@forbids(Play, "tgwe:17.21")
def expedition_lands_elsewhere(table: Table, play: Play) -> Because | bool:
    """It is put in Hamadan, and nowhere else."""
    astray = play.event == SENT and play.hex not in (None, HAMADAN)
    return because(at=play.hex) if astray else False


@obliges(Play, "tgwe:17.21")
def expedition_lands_in_hamadan(table: Table, play: Play) -> Because | bool:
    """Its units are put in Hamadan, whatever enemies are near; it becomes their primary supply source."""
    return because(at=HAMADAN) if play.event == SENT else False


# Going home


@forbids(Play, "tgwe:17.21")
def expedition_goes_home_whole(table: Table, play: Play) -> Because | bool:
    """All that is left of the expedition goes home, or none of it."""
    if play.event != WITHDRAWN:
        return False
    others = [unit for unit in table.units() if unit.id not in play.units]
    left = some(chain((partial(_left_behind, unit) for unit in others), (table.others_may_be,)))
    return because(unit=left) if left else False


def _left_behind(unit: Unit) -> Unit | None:
    return unit if _is_out_there(unit) else None


def _is_out_there(unit: Unit) -> bool:
    return every((lambda: unit.is_placed, lambda: unit.has_status("pef")))


@forbids(Play, "tgwe:17.21")
def expedition_cannot_go_home(table: Table, play: Play) -> Because | bool:
    """Only supplied units of the expedition go home, and only at the end of a turn."""
    if play.event != WITHDRAWN:
        return False
    if table.phase != "turn-record":
        return because(unit=list(play.units))
    unfit = first_unit(table.units(play.units), lambda unit: not _can_leave(table, unit))
    return because(unit=unfit) if unfit else False


def _can_leave(table: Table, unit: Unit) -> bool:
    return every((partial(_is_out_there, unit), partial(is_supplied, table, unit)))


@forbids(Step, "tgwe:17.21")
def expedition_does_not_come_back(table: Table, step: Step) -> Because | bool:
    """Once it has gone home no Russian unit enters the Iraqi Front."""
    back = every((
        lambda: table.has_event("pef-withdrawn"), lambda: is_on(table, step.to, "iraqi"),
        lambda: not is_on(table, step.start, "iraqi"),
    ))
    unit = first_unit(table.units(step.move.units), is_russian) if back else None
    return because(at=step.to, unit=unit) if unit else False
