"""Scenario S2, the Allied offensive: what it changes."""

from functools import partial
from typing import Any

from rulebook.actions import Attack, Place, Sequence, Setup, Support, Victory, unit_ids
from rulebook.facts import every, some
from rulebook.games.sitw import setup
from rulebook.games.sitw.agreed import is_left_out, scenario, told_nation
from rulebook.games.sitw.components import is_trench_corps
from rulebook.games.sitw.deployment import deployed, first_deployed, gap, stands_elsewhere
from rulebook.games.sitw.morale import turn_9_test_is_held
from rulebook.games.sitw.pieces import PARTS_IN_PLAY, is_aircraft, is_infantry
from rulebook.games.sitw.sequence import has_a_player_turn
from rulebook.games.sitw.zones import exerts_zoc_into
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, permits, replaces, unless
from rulebook.table import Table, Unit

IN_JULY = scenario("allied-offensive")
FIRST_TURN = 9
OPENING = {
    "allied-morale": 13, "german-morale": 18, "german-replacements": 4, "british-replacements": 2,
    "french-replacements": 3, "belgian-replacements": 1, "american-replacements": 5,
}
SPEARHEADS = ("3028", "3231")
SPEARHEAD_CORPS = 2
AMERICAN_HEXES = ("3128", "3331", "3132", "2934")
LAST_ENTRY_TURN = 8


# S2.2, S2.3


@unless(has_a_player_turn, "sitw:S2.2", when=IN_JULY)
def germans_skip_turn_9(table: Table, side: str, turn: int) -> bool:
    """Play starts with the Allied player turn of turn 9; there is no German one before it."""
    return side == "german" and turn <= FIRST_TURN


@unless(turn_9_test_is_held, "sitw:S2.2", when=IN_JULY)
def turn_9_test_counts_as_passed(table: Table) -> bool:
    """The Germans are held to have passed their turn 9 test."""
    return True


@replaces(setup.opening_markers, "sitw:S2.3", when=IN_JULY)
def july_markers(table: Table, sequence: Sequence) -> dict[str, Any]:
    """The markers of the Allied offensive."""
    return {"turn": FIRST_TURN, "weather": "dry", "tracks": OPENING}


# S2.4: the Germans


@unless(setup.allies_come_first, "sitw:S2.4", when=IN_JULY)
def germans_come_first_in_july(table: Table) -> bool:
    """The German sets up first."""
    return True


@unless(setup.germans_stand_elsewhere, "sitw:S2.4", when=IN_JULY)
def germans_deploy_on_the_july_front(table: Table, action: Place | Setup) -> bool:
    """The Germans set up on the front line of July II instead."""
    return True


@unless(setup.german_line_has_a_gap, "sitw:S2.4", when=IN_JULY)
def main_trenches_need_not_be_held(table: Table, action: Setup) -> bool:
    """The front line of July II is held instead of the main trenches."""
    return True


@forbids((Place, Setup), "sitw:S2.4", when=IN_JULY)
def germans_stand_off_the_july_front(table: Table, action: Place | Setup) -> Because | bool:
    """German units set up in front-line, German trench or German fortress hexes."""
    return stands_elsewhere(table, action, "S2.4", "german")


@forbids((Place, Setup), "sitw:S2.4", when=IN_JULY)
def agb_and_stosstruppen_are_gone(table: Table, action: Place | Setup) -> Because | bool:
    """Neither the AGB nor the Stosstruppen are set up."""
    return first_deployed(table, action, lambda unit, number: unit.type in ("agb", "stosstruppen"))


@forbids(Setup, "sitw:S2.4", when=IN_JULY)
def july_front_has_a_gap(table: Table, action: Setup) -> Because | bool:
    """Every hex of the German front line holds a German unit or zone of control."""
    return gap(table, action, "S2.4")


@forbids(Setup, "sitw:S2.4", when=IN_JULY)
def spearheads_are_not_in_place(table: Table, action: Setup) -> Because | bool:
    """Two reduced infantry corps stand alone in 3028, and two in 3231."""
    if action.nation != "german":
        return False
    wrong = next((number for number in SPEARHEADS if not _is_spearhead(table.everyone_at(number))), None)
    return because(at=wrong) if wrong else False


def _is_spearhead(units: list[Unit]) -> bool:
    return len(units) == SPEARHEAD_CORPS and every(partial(_is_reduced_infantry, unit) for unit in units)


def _is_reduced_infantry(unit: Unit) -> bool:
    return every((lambda: is_infantry(unit), lambda: unit.is_reduced))


@forbids((Place, Setup), "sitw:S2.4", when=IN_JULY)
def stands_with_the_spearheads(table: Table, action: Place | Setup) -> Because | bool:
    """Only two reduced 5-6-4 infantry corps stand in 3028, and two in 3231; every other German unit goes elsewhere."""
    return first_deployed(table, action, lambda unit, number: number in SPEARHEADS and unit.side == "german" and some((
        lambda: not _is_reduced_infantry(unit), partial(is_trench_corps, unit),
        lambda: len([other for other in table.units_at(number) if other.id != unit.id]) >= SPEARHEAD_CORPS,
    )))


@unless(setup.set_up_reduced, "sitw:S2.4", when=IN_JULY)
def spearheads_start_reduced(table: Table, action: Place | Setup) -> bool:
    """The German infantry of 3028 and 3231, and it alone, starts reduced."""
    return not first_deployed(table, action, lambda unit, number: number not in SPEARHEADS and unit.is_reduced)


# S2.5: the Allies


@forbids((Place, Setup), "sitw:S2.5", when=IN_JULY)
def allies_set_up_too_soon_in_july(table: Table, action: Place | Setup) -> Because | bool:
    """The Allied player sets up second."""
    return first_deployed(table, action, lambda unit, number: every((
        lambda: unit.side == "allied", lambda: not table.has_event("germans-set-up")
    )))


@unless(setup.allies_stand_elsewhere, "sitw:S2.5", when=IN_JULY)
def allies_deploy_on_the_july_front(table: Table, action: Place | Setup) -> bool:
    """The Allies set up along the front line of July II instead, the Belgians as in the campaign."""
    return True


@unless(setup.allied_line_has_a_gap, "sitw:S2.5", when=IN_JULY)
def allied_trenches_need_not_be_held(table: Table, action: Setup) -> bool:
    """The Allied front line of July II is held instead of the trenches."""
    return True


@unless(setup.reinforcements_are_not_set_up, "sitw:S2.5", when=IN_JULY)
def units_of_turn_8_are_set_up(table: Table, action: Place | Setup) -> bool:
    """Every Allied unit that could have entered by turn 8 starts on the map."""
    units = [unit for unit, _ in deployed(table, action)]
    return every(partial(_had_entered, unit) for unit in units)


def _had_entered(unit: Unit) -> bool:
    return not setup.is_reinforcement(unit) or unit.nation == "italian" or unit.entry <= LAST_ENTRY_TURN


@forbids((Place, Setup), "sitw:S2.5", when=IN_JULY)
def allies_stand_off_the_july_front(table: Table, action: Place | Setup) -> Because | bool:
    """Infantry sets up in the Allied front line, British to row 24, French from row 25; the rest behind it."""
    return stands_elsewhere(table, action, "S2.5", "allied")


@forbids((Place, Setup), "sitw:S2.5", when=IN_JULY)
def portuguese_are_gone(table: Table, action: Place | Setup) -> Because | bool:
    """The Portuguese corps has been eliminated."""
    return first_deployed(table, action, lambda unit, number: unit.side == "allied" and unit.nation == "portuguese")


@forbids(PARTS_IN_PLAY, "sitw:S2.5")
def portuguese_take_no_part(table: Table, action: Any) -> Because | bool:
    """The Portuguese corps, eliminated before, takes no part in the scenario."""
    lost = first_unit(table.units(unit_ids(action)), lambda unit: (
        told_nation(unit) == "portuguese" and is_left_out(table, unit, IN_JULY)
    ))
    return because(unit=lost) if lost else False


@unless(exerts_zoc_into, "sitw:S2.5")
def lost_portuguese_have_no_zoc(table: Table, unit: Unit, there: str) -> bool:
    """The Portuguese corps, which is not there, exerts no zone of control."""
    return told_nation(unit) == "portuguese" and is_left_out(table, unit, IN_JULY)


@forbids(Setup, "sitw:S2.5", when=IN_JULY)
def allied_front_has_a_gap(table: Table, action: Setup) -> Because | bool:
    """Every front-line hex of the British and of the French holds a unit or a zone of control of that army."""
    return gap(table, action, "S2.5")


@forbids(Setup, "sitw:S2.5", when=IN_JULY)
def americans_lack_a_division(table: Table, action: Setup) -> Because | bool:
    """One American division sets up in each of 3128, 3331, 3132 and 2934."""
    if action.nation != "american":
        return False
    bare = next((number for number in AMERICAN_HEXES if not table.someone_at(number, _is_american)), None)
    return because(at=bare) if bare else False


@forbids((Place, Setup), "sitw:S2.5", when=IN_JULY)
def americans_crowd_a_front_hex(table: Table, action: Place | Setup) -> Because | bool:
    """Only one American division sets up in each of these four hexes; the others go behind the front."""
    return first_deployed(table, action, lambda unit, number: number in AMERICAN_HEXES and every((
        lambda: _is_american(unit),
        lambda: some(partial(_is_american, other) for other in table.units_at(number) if other.id != unit.id),
    )))


def _is_american(unit: Unit) -> bool:
    return unit.army == "american"


# S2.6, S2.7


@forbids((Attack, Support), "sitw:S2.6", when=IN_JULY)
def air_unit_is_grounded_on_turn_9(table: Table, action: Attack | Support) -> Because | bool:
    """On turn 9 only the French air unit flies; the German and the British ones are not available."""
    ids = action.units if isinstance(action, Support) else (*(action.support or ()), *(action.against or ()))
    if not ids or table.turn != FIRST_TURN:
        return False
    grounded = first_unit(table.units(ids), lambda unit: is_aircraft(unit) and unit.army != "french")
    return because(unit=grounded) if grounded else False


@permits(Victory, "sitw:S2.7", when=IN_JULY)
def victory_is_as_in_the_campaign(table: Table, victory: Victory) -> bool:
    """Victory is tested as in the campaign."""
    return True
