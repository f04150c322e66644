"""Chapter 6, neutrals, diplomacy and disease (6.54 to 6.59), in the book's order."""

from functools import partial
from typing import Any

from rulebook.actions import Advance, Attack, Place, Play, Replace, Retreat, Step, Support
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import attackers
from rulebook.games.tgwe.control import its_land_goes_to_the_side_it_joins
from rulebook.games.tgwe.event_draw import delays_a_mandatory_event
from rulebook.games.tgwe.event_words import (
    ENTRIES,
    may_lie_on,
    out_of_scenario,
    playing,
    some_unit,
    throws_other_dice,
)
from rulebook.games.tgwe.ground import is_america_at_war
from rulebook.games.tgwe.landing_events import LANDINGS
from rulebook.games.tgwe.pieces import is_known_off_the_map
from rulebook.games.tgwe.placement import BOX_PLAYS, BOXES
from rulebook.games.tgwe.resources import TRANSFERS, nation_named
from rulebook.games.tgwe.strategic_movement import is_by_rail, movers
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, forbids, obliges, unless
from rulebook.table import Table, Unit

JOINS = {
    "italy-entry": "allied", "greece-entry": "allied", "bulgaria-entry": "cp", "romania-entry-allied": "allied",
    "romania-entry-cp": "cp",
}
OTHER_ROMANIA = {"romania-entry-allied": "romania-entry-cp", "romania-entry-cp": "romania-entry-allied"}
DICE_OF_INFLUENZA = 2


# 6.54: neutrals enter the war


@unless(delays_a_mandatory_event, "tgwe:6.54")
def neutral_enters_with_the_new_units(table: Table, play: Play) -> bool:
    """An Entry is played in the new units phase of the turn on which it is drawn."""
    return play.event in ENTRIES and table.phase == "new-units"


@forbids(Play, "tgwe:6.54")
def neutral_enters_before_the_new_units(table: Table, play: Play) -> Because | bool:
    """It waits for that phase."""
    return because(phase=table.phase) if play.event in ENTRIES and table.phase == "events" else False


@forbids(Play, "tgwe:6.54")
def enters_the_war_twice(table: Table, play: Play) -> Because | bool:
    """A country enters the war once."""
    return because() if play.event in ENTRIES and table.has_event(play.event) else False


@computes(Play, "joins", "tgwe:6.54")
def side_of_the_neutral(table: Table, play: Play) -> str | None:
    """Italy and Greece join the Allies, Bulgaria the Central Powers, Romania the side that plays its Entry first."""
    if play.event not in ENTRIES or _romania_is_torn(table, play):
        return None
    return JOINS[play.event]


def _romania_is_torn(table: Table, play: Play) -> bool:
    other = OTHER_ROMANIA.get(play.event)
    return other is not None and every((
        lambda: table.has_event(other), lambda: table.has_event("romania-entry-this-turn")
    ))


@forbids(Play, "tgwe:6.54")
def romania_has_chosen(table: Table, play: Play) -> Because | bool:
    """Romania does not enter once it joined the other side on an earlier turn, or was torn between both."""
    other = OTHER_ROMANIA.get(play.event)
    settled = other is not None and some((
        lambda: table.has_event("romania-stays-neutral"),
        lambda: table.has_event(str(other)) and not table.has_event("romania-entry-this-turn"),
    ))
    return because() if settled else False


@obliges(Play, "tgwe:6.54")
def romania_stays_out(table: Table, play: Play) -> Because | bool:
    """Where both sides play their Romania Entry on one turn, Romania never enters the war."""
    return because() if _romania_is_torn(table, play) else False


@unless(its_land_goes_to_the_side_it_joins, "tgwe:6.54")
def torn_romania_joins_nobody(table: Table, play: Play) -> bool:
    """Its land then stays neutral."""
    return _romania_is_torn(table, play)


@forbids(Play, "tgwe:6.54")
def bulgaria_collapsed_before_the_war(table: Table, play: Play) -> Because | bool:
    """Where Bulgaria Collapse was played first, Bulgaria never enters the war."""
    return playing(play, "bulgaria-entry", lambda: some((
        lambda: table.has_event("bulgaria-collapse-played"), lambda: table.has_event("bulgaria-collapsed")
    )))


@obliges(Play, "tgwe:6.54")
def greece_rouses_the_turks(table: Table, play: Play) -> Because | bool:
    """Where neither landing was played before Greece enters, the Turks of Europe deploy and Albania is open."""
    return playing(play, "greece-entry", lambda: every((
        lambda: not table.has_event("salonika"), lambda: not table.has_event("gallipoli")
    )))


# 6.55, 6.56: collapse of Bulgaria, the Zimmerman telegram


@forbids(Play, "tgwe:6.55")
def bulgaria_has_collapsed_already(table: Table, play: Play) -> Because | bool:
    """Once Bulgaria has collapsed it is a No Event, and leaves the game."""
    return playing(play, "bulgarian-collapse", lambda: table.has_event("bulgaria-collapsed"))


@obliges(Play, "tgwe:6.55")
def bulgaria_gives_in(table: Table, play: Play) -> Because | bool:
    """Bulgaria collapses at once."""
    return playing(play, "bulgarian-collapse", lambda: not bulgaria_has_collapsed_already(table, play))


@forbids(Play, "tgwe:6.56")
def telegram_is_no_event(table: Table, play: Play) -> Because | bool:
    """Once the United States are at war it is a No Event, and leaves the game."""
    return playing(play, "zimmerman-telegram", partial(is_america_at_war, table))


@obliges(Play, "tgwe:6.56")
def america_joins(table: Table, play: Play) -> Because | bool:
    """The United States join the Allies as the next Strategic Turn begins."""
    return playing(play, "zimmerman-telegram", lambda: not telegram_is_no_event(table, play))


# 6.57: Serb Typhus


def _is_serbia(table: Table, number: str) -> bool:
    return may_lie_on(table, number, "eastern") and table.country(number) == "serbia"


@forbids(Play, "tgwe:6.57")
def typhus_breaks_out_elsewhere(table: Table, play: Play) -> Because | bool:
    """The typhus is in Serbia, and nowhere else."""
    return playing(play, "serb-typhus", lambda: play.hex is not None and table.country(play.hex) != "serbia")


@forbids((Step, Advance, Retreat), "tgwe:6.57")
def crosses_the_border_in_typhus(table: Table, action: Step | Advance | Retreat) -> Because | bool:
    """For three turns nobody moves, advances or withdraws into or out of Serbia; inside it, units move."""
    crosses = table.has_event("serb-typhus") and some(
        partial(_crosses, table, here, there) for here, there in _ways(table, action)
    )
    return because(at=crosses) if crosses else False


def _ways(table: Table, action: Step | Advance | Retreat) -> list[tuple[str, str]]:
    """From where to where units go."""
    if isinstance(action, Advance):
        return [(unit.hex, action.to) for unit in table.units(action.units)]
    return [(action.start, action.to)] if isinstance(action, Step) else [(action.path[-2], action.path[-1])]


def _crosses(table: Table, here: str, there: str) -> str | None:
    return there if _is_serbia(table, here) != _is_serbia(table, there) else None


@forbids(Play, "tgwe:6.57")
def leaves_sick_serbia_by_rail(table: Table, play: Play) -> Because | bool:
    """Nor does anybody leave Serbia for a box by strategic movement."""
    leaves = is_by_rail(table, play) and table.has_event("serb-typhus") and some(
        partial(_start_in_serbia, table, unit) for unit in movers(table, play)
    )
    return because(at=leaves) if leaves else False


def _start_in_serbia(table: Table, unit: Unit) -> str | None:
    return unit.hex if not is_known_off_the_map(unit) and _is_serbia(table, unit.hex) else None


@forbids((Attack, Support), "tgwe:6.57")
def attacks_in_typhus(table: Table, action: Attack | Support) -> Because | bool:
    """Nobody attacks into, out of or inside Serbia, nor supports a battle there."""
    fighting = attackers(table, action) if isinstance(action, Attack) else []
    sick = every((lambda: table.has_event("serb-typhus"), lambda: some((
        partial(_is_serbia, table, action.target),
        lambda: some_unit(fighting, lambda unit: _is_serbia(table, unit.hex)),
    ))))
    return because(at=action.target) if sick else False


@forbids(Place, "tgwe:6.57")
def is_placed_in_typhus(table: Table, place: Place) -> Because | bool:
    """No new unit is placed there."""
    sick = place.unit is not None and every((
        lambda: table.has_event("serb-typhus"),
        lambda: some((partial(_is_serbia, table, place.hex), lambda: _is_serb(table.unit(str(place.unit))))),
    ))
    return because(at=place.hex, unit=place.unit) if sick else False


def _is_serb(unit: Unit) -> bool:
    return unit.army == "serbian"


@forbids(Replace, "tgwe:6.57")
def serbs_are_rebuilt_in_typhus(table: Table, replace: Replace) -> Because | bool:
    """Serbia has no resource points and rebuilds nothing meanwhile; no reduced unit in Serbia is rebuilt either."""
    unit = table.unit(replace.unit)
    sick = every((
        lambda: table.has_event("serb-typhus"),
        lambda: some((lambda: _is_serb(unit), lambda: _is_reduced_in_serbia(table, unit))),
    ))
    return because(unit=replace.unit) if sick else False


def _is_reduced_in_serbia(table: Table, unit: Unit) -> bool:
    return every((lambda: unit.is_placed, lambda: unit.is_reduced, lambda: _is_serbia(table, unit.hex)))


@forbids(Play, "tgwe:6.57")
def gives_to_sick_serbia(table: Table, play: Play) -> Because | bool:
    """Nor does Serbia receive points from its allies."""
    gives = play.event in TRANSFERS and every((
        lambda: table.has_event("serb-typhus"), lambda: nation_named(table, play) == "serbian"
    ))
    return because() if gives else False


@obliges(Play, "tgwe:6.57")
def serbia_loses_its_points(table: Table, play: Play) -> Because | bool:
    """Serbia loses all its resource points at once, and gets none while the typhus lasts."""
    return playing(play, "serb-typhus", lambda: True)


# 6.58: Influenza


@unless(delays_a_mandatory_event, "tgwe:6.58")
def influenza_strikes_the_new_units(table: Table, play: Play) -> bool:
    """Influenza may strike in the new units phase."""
    return play.event == "influenza" and table.phase == "new-units"


@forbids(Place, "tgwe:6.58")
def leaves_the_box_in_influenza(table: Table, place: Place) -> Because | bool:
    """In the new units phase of Influenza neither player takes units from the available boxes."""
    kept = place.unit is not None and every((
        lambda: table.phase == "new-units", lambda: table.has_event("influenza-this-turn"),
        lambda: _is_in_a_box(table.unit(str(place.unit))),
    ))
    return because(at=place.hex, unit=place.unit) if kept else False


def _is_in_a_box(unit: Unit) -> bool:
    """New belligerents and the Turks of Europe are in none, and deploy all the same."""
    return every((lambda: not unit.is_placed, lambda: some(partial(unit.has_status, box) for box in BOXES)))


@forbids(Play, "tgwe:6.58")
def lands_in_influenza(table: Table, play: Play) -> Because | bool:
    """Nor do those that Gallipoli and Salonika would land, or that are due in another box, leave their own then."""
    leaves = play.event in (*LANDINGS, *BOX_PLAYS) and every((
        lambda: table.has_event("influenza-this-turn"), lambda: table.phase == "new-units"
    ))
    if not leaves:
        return False
    kept = first_unit(table.units(play.units), _is_in_a_box)
    return because(unit=kept) if kept else False


@forbids(Replace, "tgwe:6.58")
def rebuilds_the_sick(table: Table, replace: Replace) -> Because | bool:
    """In the next replacement phase no points are spent on reduced units on the map."""
    unit = table.unit(replace.unit)
    kept = unit.is_placed and every((lambda: table.has_event("influenza"), lambda: unit.is_reduced))
    return because(unit=replace.unit) if kept else False


@computes(Play, "assault_units_lost", "tgwe:6.58")
def assault_units_that_influenza_takes(table: Table, play: Play) -> Any:
    """Two dice tell how many assault units become regular for good, if a Shock-troop event was played before."""
    if play.event != "influenza":
        return None
    if not table.has_event("shock-troops-1"):
        return 0
    if play.dice and len(play.dice) == DICE_OF_INFLUENZA:
        return sum(play.dice)
    return as_chances(distribution(DICE_OF_INFLUENZA, sum))


@forbids(Play, "tgwe:6.58")
def influenza_takes_two_dice(table: Table, play: Play) -> Because | bool:
    """Two dice are rolled for the assault units."""
    return throws_other_dice(play, "influenza", DICE_OF_INFLUENZA)


@obliges(Play, "tgwe:6.58")
def influenza_leaves_the_game(table: Table, play: Play) -> Because | bool:
    """No units leave the boxes this turn, none on the map is rebuilt in the next replacement phase."""
    return playing(play, "influenza", lambda: True)


# 6.59: Turkey Surrenders


@forbids(Play, "tgwe:6.59")
def turkey_surrenders_elsewhere(table: Table, play: Play) -> Because | bool:
    """The event is in GWIE alone."""
    return out_of_scenario(table, play, "turkish-surrender", "gwie")


@obliges(Play, "tgwe:6.59")
def turks_leave_the_map(table: Table, play: Play) -> Because | bool:
    """Turkey surrenders, and all Turkish units leave the map."""
    return playing(play, "turkish-surrender", lambda: table.scenario == "gwie")
