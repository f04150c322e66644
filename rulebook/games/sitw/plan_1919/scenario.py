"""S3.1 to S3.12: time, set-up, markers and victory in Plan 1919."""

from typing import Any

from rulebook.actions import (
    Advance,
    Attack,
    Place,
    Play,
    Retreat,
    Roll,
    Sequence,
    Setup,
    Support,
    Victory,
)
from rulebook.facts import every
from rulebook.games.sitw import morale, setup
from rulebook.games.sitw.agreed import is_left_out, scenario, told_nation, told_type
from rulebook.games.sitw.deployment import first_deployed, gap, miscounted, stands_elsewhere
from rulebook.games.sitw.pieces import PARTS_IN_PLAY
from rulebook.games.sitw.reinforcements import french_air_unit_has_not_arrived
from rulebook.games.sitw.replacements import agb_must_be_withdrawn
from rulebook.games.sitw.sequence import has_a_player_turn, has_no_infiltration_phase
from rulebook.games.sitw.storm_elsewhere import is_about_big_bertha, units_of
from rulebook.games.sitw.zones import exerts_zoc_into
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, forbids, replaces, unless
from rulebook.table import Table, Unit

IN_1919 = scenario("plan-1919")
LAST_TURN = 9
STOSS_CORPS = 15
OPENING = {
    "german-morale": 18, "german-replacements": 16, "british-replacements": 10, "french-replacements": 10,
    "belgian-replacements": 1, "japanese-replacements": 2, "american-replacements": 18,
}
BELGIAN_HEXES = {"1134": 2, "1235": 2}
TYPES_OF_THE_VARIANT = ("heavy-tank", "fast-tank", "panzer", "anti-tank", "alpenkorps", "marines", "raf")
NATIONS_OF_THE_VARIANT = ("austro-hungarian", "japanese")


# S3.2, S3.3: time


@unless(has_a_player_turn, "sitw:S3.2", when=IN_1919)
def germans_skip_turn_0(table: Table, side: str, turn: int) -> bool:
    """Play starts with the Allied player turn of turn 0; there is no German one before it."""
    return side == "german" and turn <= 0


@unless(morale.turn_9_test_is_held, "sitw:S3.2", when=IN_1919)
def no_turn_9_test_in_1919(table: Table) -> bool:
    """There is no German morale test."""
    return True


@replaces(morale.last_turn, "sitw:S3.2", when=IN_1919)
def last_turn_of_1919(table: Table) -> int:
    """The game ends with September II, turn 9."""
    return LAST_TURN


@unless(has_no_infiltration_phase, "sitw:S3.3", when=IN_1919)
def allies_infiltrate_from_the_start(table: Table, side: str, turn: int) -> bool:
    """The turns of 1919 are all later than turn 9 of 1918: the Allies have their infiltration phase from turn 0."""
    return True


# S3.4, S3.6: units that belong to this scenario, and units left out


@forbids((Place, Setup, *PARTS_IN_PLAY), "sitw:S3.4")
def unit_belongs_to_1919(table: Table, action: Any) -> Because | bool:
    """The counters of the variant serve in Plan 1919 only."""
    stranger = first_unit(units_of(table, action), lambda unit: (
        is_of_the_variant(unit) and is_left_out(table, unit, lambda at: not IN_1919(at))
    ))
    return because(unit=stranger) if stranger else False


def is_of_the_variant(unit: Unit) -> bool:
    """Known by its type or its nation; the rest of the variant's counters look like those of 1918."""
    return told_type(unit) in TYPES_OF_THE_VARIANT or told_nation(unit) in NATIONS_OF_THE_VARIANT


@forbids((Place, Setup, *PARTS_IN_PLAY), "sitw:S3.6")
def unit_is_not_used_in_1919(table: Table, action: Any) -> Because | bool:
    """The Royal Tank Corps, British cavalry, the Portuguese, the Italians and the AGB are not used."""
    unused = first_unit(units_of(table, action), lambda unit: (
        is_not_used(unit) and is_left_out(table, unit, IN_1919)
    ))
    return because(unit=unused) if unused else False


def is_not_used(unit: Unit) -> bool:
    kind, nation = told_type(unit), told_nation(unit)
    is_replaced = kind in ("tank", "cavalry") and nation == "british"
    return kind == "agb" or nation in ("portuguese", "italian") or is_replaced


@unless(exerts_zoc_into, "sitw:S3.4")
def units_of_1919_have_no_zoc_before(table: Table, unit: Unit, there: str) -> bool:
    """Units of the variant, which are in no other scenario, exert no zone of control there."""
    return is_of_the_variant(unit) and is_left_out(table, unit, lambda at: not IN_1919(at))


@unless(exerts_zoc_into, "sitw:S3.6")
def units_not_used_have_no_zoc(table: Table, unit: Unit, there: str) -> bool:
    """Units that are not used exert no zone of control."""
    return is_not_used(unit) and is_left_out(table, unit, IN_1919)


@forbids((Place, Play), "sitw:S3.6", when=IN_1919)
def big_bertha_is_not_used_in_1919(table: Table, action: Place | Play) -> bool:
    """Big Bertha is not used, so the Allies gain nothing when it is not there."""
    return is_about_big_bertha(action)


@forbids(Play, "sitw:S3.6", when=IN_1919)
def agb_was_never_there_in_1919(table: Table, play: Play) -> bool:
    """The AGB is not used, so it is not withdrawn either."""
    return play.event == "agb-withdrawal"


@unless(agb_must_be_withdrawn, "sitw:S3.6", when=IN_1919)
def no_agb_to_withdraw_in_1919(table: Table, action: Play | Sequence) -> bool:
    """There is no AGB to withdraw."""
    return True


# S3.8: how many Stoss corps


@computes(Roll, "stoss_corps", "sitw:S3.8", when=IN_1919)
def stoss_corps_of_1919(table: Table, roll: Roll) -> dict[str, Any] | None:
    """Two dice give the number of Stoss corps; substitutes stand in for the rest of the fifteen."""
    if roll.table != "stosstruppen":
        return None
    if roll.dice is None:
        return {"chances": as_chances(distribution(2, sum))}
    return {"stosstruppen": sum(roll.dice), "substitutes": STOSS_CORPS - sum(roll.dice)}


@forbids(Roll, "sitw:S3.8")
def modifies_the_stoss_corps(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the dice for the Stoss corps."""
    return because(modifier=roll.modifier) if roll.table == "stosstruppen" and roll.modifier else False


@forbids(Roll, "sitw:S3.8")
def stoss_corps_are_not_rolled_for(table: Table, roll: Roll) -> Because | bool:
    """Only in Plan 1919, before set-up, are two dice rolled for the Stoss corps."""
    if roll.table != "stosstruppen":
        return False
    fits = (roll.dice is None or len(roll.dice) == 2) and every((
        lambda: table.scenario == "plan-1919", lambda: table.phase == "setup",
        lambda: not table.has_event("germans-set-up"),
    ))
    return False if fits else because()


# S3.9, S3.10: set-up


@unless(setup.allies_come_first, "sitw:S3.9", when=IN_1919)
def germans_come_first_in_1919(table: Table) -> bool:
    """The German sets up first."""
    return True


@unless(setup.germans_stand_elsewhere, "sitw:S3.9", when=IN_1919)
def germans_deploy_anywhere_behind_their_front(table: Table, action: Place | Setup) -> bool:
    """The Germans are not tied to their main trenches."""
    return True


@forbids((Place, Setup), "sitw:S3.9", when=IN_1919)
def germans_stand_beyond_their_front(table: Table, action: Place | Setup) -> Because | bool:
    """German units set up in or east of their front-line trenches."""
    return stands_elsewhere(table, action, "S3.9", "german")


@forbids((Place, Setup), "sitw:S3.10", when=IN_1919)
def allies_set_up_too_soon_in_1919(table: Table, action: Place | Setup) -> Because | bool:
    """The Allied player waits until the German set-up is done."""
    return first_deployed(table, action, lambda unit, number: every((
        lambda: unit.side == "allied", lambda: not table.has_event("germans-set-up")
    )))


@unless(setup.reinforcements_are_not_set_up, "sitw:S3.10", when=IN_1919)
def all_allies_start_on_the_map(table: Table, action: Place | Setup) -> bool:
    """Every Allied unit of 1919 starts on the map, Americans too."""
    return True


@unless(french_air_unit_has_not_arrived, "sitw:S3.10", when=IN_1919)
def french_air_unit_is_there_from_the_start(table: Table, action: Attack | Support) -> bool:
    """In 1919 the French air unit is ready from turn 0."""
    return True


@unless(setup.allies_stand_elsewhere, "sitw:S3.10", when=IN_1919)
def allies_deploy_as_in_1919(table: Table, action: Place | Setup) -> bool:
    """The Allied sectors of 1919 replace those of 1918."""
    return True


@unless(setup.allied_line_has_a_gap, "sitw:S3.10", when=IN_1919)
def sectors_of_1918_need_not_be_held(table: Table, action: Setup) -> bool:
    """The sectors of 1919 are held instead."""
    return True


@unless(setup.belgian_hexes_lack_their_two_corps, "sitw:S3.10", when=IN_1919)
def belgians_have_other_hexes(table: Table, action: Setup) -> bool:
    """The Belgians stand in 1134 and 1235."""
    return True


@forbids((Place, Setup), "sitw:S3.10", when=IN_1919)
def allies_stand_outside_their_sectors_of_1919(table: Table, action: Place | Setup) -> Because | bool:
    """Each Allied army sets up in its sector of 1919: infantry in the line, cavalry and tanks behind it."""
    return stands_elsewhere(table, action, "S3.10", "allied")


@forbids(Setup, "sitw:S3.10", when=IN_1919)
def belgian_hexes_of_1919_lack_their_two_corps(table: Table, action: Setup) -> Because | bool:
    """Two Belgian corps set up in 1134 and two in 1235."""
    return action.nation == "belgian" and miscounted(table, BELGIAN_HEXES, "belgian")


@forbids(Setup, "sitw:S3.10", when=IN_1919)
def allied_line_of_1919_has_a_gap(table: Table, action: Setup) -> Because | bool:
    """Every front-line hex of the British, French and American sectors holds a unit or zone of control of that army."""
    return gap(table, action, "S3.10")


# S3.11, S3.12: markers and victory


@replaces(setup.opening_markers, "sitw:S3.11", when=IN_1919)
def markers_of_1919(table: Table, sequence: Sequence) -> dict[str, Any]:
    """The markers of Plan 1919; play starts on turn 0."""
    return {"turn": 0, "weather": "dry", "tracks": OPENING}


@replaces(morale.winner, "sitw:S3.12", when=IN_1919)
def winner_in_1919(table: Table, victory: Victory) -> dict[str, Any]:
    """The Allies win when German morale is at zero at the end of a game turn; the Germans if it never is."""
    if table.phase != "victory-test":
        return {"side": None, "why": "victory is tested at the end of the game turn"}
    if morale.is_broken(table, "german"):
        return {"side": "allied", "why": "German morale is at zero"}
    if table.turn == LAST_TURN:
        return {"side": "german", "why": "German morale is above zero at the end of September II"}
    return {"side": None, "why": "German morale is above zero"}


@replaces(morale.morale_once_the_hex_has_fallen, "sitw:S3.12", when=IN_1919)
def german_morale_once_the_hex_has_fallen(table: Table, action: Advance | Retreat) -> dict[str, int]:
    """Only German morale is tracked: it rises or falls by the points of the hex, within zero and 30."""
    changes = morale.morale_changes_hands(table, action)
    gained = changes.words["side"] == "german"
    return {"german": morale.morale_after(table, "german", changes.amount if gained else -changes.amount)}


@forbids(Play, "sitw:S3.12", when=IN_1919)
def yankees_have_no_morale_to_lift(table: Table, play: Play) -> bool:
    """There is no Allied morale for the arrival of the Yankees to raise."""
    return play.event == "yankees-arrive"


@unless(morale.yankees_lift_allied_morale, "sitw:S3.12", when=IN_1919)
def yankees_count_for_nothing(table: Table, play: Play) -> bool:
    """Allied morale is not tracked."""
    return True


@unless(morale.big_bertha_lifts_allied_morale, "sitw:S3.12", when=IN_1919)
def big_bertha_counts_for_nothing(table: Table, play: Play) -> bool:
    """Allied morale is not tracked."""
    return True
