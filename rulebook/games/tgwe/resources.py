"""Chapter 5, the resource phase (5.1): what comes in, resource hexes, transfers, emergency replacements."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Play, Roll, Sequence
from rulebook.facts import every, known, some
from rulebook.games.tgwe.calendar import place_of, strategic_turn, this_month
from rulebook.games.tgwe.ground import is_america_at_war
from rulebook.games.tgwe.pieces import is_hq
from rulebook.games.tgwe.supply import is_supplied
from rulebook.mechanics.dice import distribution, in_full
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, contested, defines, forbids, obliges
from rulebook.table import Table, Unit

PHASE = "resources"
MOST_KEPT = 10
SINGLE_FIGURES = 19
SHELL_SHORTAGE = ("B", "C")
ENTRY_OF_NEUTRALS = {"italian": "italy-entry", "bulgarian": "bulgaria-entry", "greek": "greece-entry"}
ROMANIAN_ENTRIES = ("romania-entry-allied", "romania-entry-cp")
TURKEY_ENTERS = (1914, 8)  # October 1914, by 17.1
WITH_NEAR_EAST_POINTS = ("british", "russian", "turkish")
RESOURCE_HEXES = {
    "W6316": ("mons", 1), "W6312": ("lens", 1), "W6310": ("bethune", 1), "W5425": ("longwy", 1),
    "E2623": ("ploesti", 1), "E4129": ("kiev", 2),
}
PLOESTI = "E2623"
TURNS_OF_WAIT = 4
EMERGENCY = "emergency-replacements"
EMERGENCY_YEARS = range(1915, 1918)
EMERGENCY_VP = {"french": 1, "german": -1}
EMERGENCY_DICE = 2
MOST_EMERGENCY_POINTS = 7


def points_of(table: Table, nation: str) -> int:
    """The resource points that a nation has."""
    return table.track(f"{nation}-rp")


def nation_named(table: Table, play: Play) -> str:
    """The nation that a play concerns; unknown where none is named."""
    return str(table.read("action.nation", play.nation))


def units_named(table: Table, play: Play) -> list[Unit]:
    """The units that a play concerns; unknown where none is named."""
    return table.units(table.read("action.units", play.units or None, None, ()))


def begins(sequence: Sequence) -> bool:
    return sequence.do == PHASE


# 5.11 to 5.13: what comes in, and what is kept


@obliges(Sequence, "tgwe:5.11")
def new_units_become_available(table: Table, sequence: Sequence) -> Because | bool:
    """New units of this Strategic Turn go to the Available Units Boxes, those of Europe and of the Near East apart."""
    return because() if begins(sequence) else False


@obliges(Sequence, "tgwe:5.12")
def events_and_points_come_in(table: Table, sequence: Sequence) -> Because | bool:
    """The events of this Strategic Turn go into the cups, and every country at war adds its points."""
    return because() if begins(sequence) else False


@defines("tgwe:5.12")
def is_at_war(table: Table, nation: str) -> bool:
    """Whether a country is at war: a neutral one receives no resource points."""
    if nation == "romanian":
        return every((
            lambda: some(partial(table.has_event, word) for word in ROMANIAN_ENTRIES),
            lambda: not table.has_event("romania-stays-neutral"),
        ))
    if nation == "turkish":
        return this_month(table) >= TURKEY_ENTERS
    if nation == "american":
        return is_america_at_war(table)
    word = ENTRY_OF_NEUTRALS.get(nation)
    return word is None or table.has_event(word)


@forbids(Play, "tgwe:5.12")
def neutral_receives_points(table: Table, play: Play) -> Because | bool:
    """A country receives no points while it is neutral."""
    if play.event not in TRANSFERS:
        return False
    nation = nation_named(table, play)
    return False if is_at_war(table, nation) else because(nation=nation)


@obliges(Sequence, "tgwe:5.13")
def excess_is_lost(table: Table, sequence: Sequence) -> Because | bool:
    """No country ends a Strategic Turn with more than 10 points: what is left over is lost."""
    if sequence.do != "turn-change":
        return False
    rich = [nation for nation in _nations_with_points(table) if points_of(table, nation) > MOST_KEPT]
    return because(nation=rich, kept=MOST_KEPT) if rich else False


def _nations_with_points(table: Table) -> list[str]:
    return [nation for nation in table.game.words("nations") if f"{nation}-rp" in table.posted.tracks]


@obliges(Sequence, "tgwe:5.13")
def marker_shows_twenty(table: Table, sequence: Sequence) -> Because | bool:
    """A country with more than 19 points turns its marker to the +20 side."""
    if sequence.do not in (PHASE, "strategic-warfare"):
        return False
    rich = [nation for nation in _nations_with_points(table) if points_of(table, nation) > SINGLE_FIGURES]
    return because(nation=rich) if rich else False


# 5.14: headquarters get their shells again


def _refreshed(table: Table, play: Play, test: Callable[[Unit], Any]) -> Unit | None:
    """A headquarters to be turned to its Support side that passes a test."""
    return first_unit(units_named(table, play), test) if play.event == "refresh-hq" else None


@forbids(Play, "tgwe:5.14")
def refreshes_out_of_the_resource_phase(table: Table, play: Play) -> Because | bool:
    """Depleted headquarters are turned over at the end of the resource phase."""
    return because(phase=PHASE) if play.event == "refresh-hq" and table.phase != PHASE else False


@forbids(Play, "tgwe:5.14")
def refreshes_what_is_not_depleted(table: Table, play: Play) -> Because | bool:
    """Only a Depleted headquarters is turned over."""
    other = _refreshed(table, play, lambda unit: some((
        lambda: not is_hq(unit), lambda: not unit.has_status("depleted")
    )))
    return because(unit=other) if other else False


@forbids(Play, "tgwe:5.14")
def refreshes_an_hq_off_the_maps(table: Table, play: Play) -> Because | bool:
    """Only headquarters on the maps are turned over, none that waits in a box."""
    away = _refreshed(table, play, lambda unit: not unit.is_placed and table.game.is_off_map(unit.facts))
    return because(unit=away) if away else False


@forbids(Play, "tgwe:5.14")
def refreshes_an_unsupplied_hq(table: Table, play: Play) -> Because | bool:
    """A headquarters that is not supplied stays Depleted."""
    cut_off = _refreshed(table, play, lambda unit: not is_supplied(table, unit))
    return because(unit=cut_off) if cut_off else False


@contested(refreshes_an_unsupplied_hq)
def all_headquarters_are_refreshed(table: Table, play: Play) -> bool:
    """As 4.3 has it: every Depleted headquarters is turned over."""
    return False


@forbids(Play, "tgwe:5.14")
def shells_are_short(table: Table, play: Play) -> Because | bool:
    """In Strategic Turns B and C no headquarters is turned to its Support side."""
    short = play.event == "refresh-hq" and is_shell_shortage(table)
    return because() if short else False


@defines("tgwe:5.14")
def is_shell_shortage(table: Table) -> bool:
    """Shells ran short at the end of 1914: Strategic Turns B and C."""
    return strategic_turn(table) in map(place_of, SHELL_SHORTAGE)


# 5.15: the Near East


@obliges(Sequence, "tgwe:5.15")
def near_east_points_are_added(table: Table, sequence: Sequence) -> Because | bool:
    """Britain, Russia and Turkey add the points of the Near East chart to their own."""
    added = begins(sequence) and table.scenario == "combined"
    return because(nation=list(WITH_NEAR_EAST_POINTS)) if added else False


@obliges(Sequence, "tgwe:5.15")
def near_east_track_is_used(table: Table, sequence: Sequence) -> Because | bool:
    """In GWINE the points are kept on the track of the Near East map."""
    return because() if begins(sequence) and table.scenario == "gwine" else False


# 5.16: resource hexes


@defines("tgwe:5.16")
def gives_resources(table: Table, number: str) -> bool:
    """A resource hex gives its points while it is held, four turns after its capture, with its line open throughout."""
    return every((
        lambda: table.control(number) == "cp",
        lambda: table.has_feature(number, "resource-line"),
        lambda: has_waited(table, number),
    ))


@defines("tgwe:5.16")
def has_waited(table: Table, number: str) -> bool:
    """Whether four turns have passed since its capture, or since its line was opened again."""
    return bool(some((
        lambda: romania_brings_ploesti(table, number),
        lambda: table.turn - table.track(f"{RESOURCE_HEXES[number][0]}-since") >= TURNS_OF_WAIT,
    )))


@defines("tgwe:5.16")
def romania_brings_ploesti(table: Table, number: str) -> bool:
    """If Romania joins the Central Powers, Ploesti gives its point from the next Strategic Turn, till it is lost."""
    return number == PLOESTI and every((
        lambda: table.has_event("romania-entry-cp"), lambda: not table.has_event("ploesti-lost-since-entry")
    ))


@computes(Sequence, "resource_hexes", "tgwe:5.16")
def german_resource_hexes(table: Table, sequence: Sequence) -> Sum | None:
    """Mons, Lens, Bethune, Longwy and Ploesti give Germany one point each in a Strategic Turn, Kiev two."""
    if not begins(sequence) or table.scenario == "gwine":
        return None
    giving = [each for number, each in RESOURCE_HEXES.items() if gives_resources(table, number)]
    return Sum(tuple(Part(points, "tgwe:5.16", name) for name, points in giving))


# 5.17: transfers, whose rules are in transfers.py


TRANSFERS = {"transfer-british-rp": "british", "transfer-french-rp": "french", "transfer-german-rp": "german"}


# 5.18: emergency replacements


def _calls_up(table: Table, play: Play) -> str | None:
    return nation_named(table, play) if play.event == EMERGENCY else None


def _is_emergency(action: Play | Roll) -> bool:
    """Whether emergency replacements are called on, or rolled for."""
    return (action.event if isinstance(action, Play) else action.table) == EMERGENCY


@forbids((Play, Roll), "tgwe:5.18")
def calls_up_out_of_the_resource_phase(table: Table, action: Play | Roll) -> Because | bool:
    """Emergency replacements are called on, and rolled for, in the resource phase."""
    return because(phase=PHASE) if _is_emergency(action) and table.phase != PHASE else False


@forbids(Play, "tgwe:5.18")
def has_no_emergency_replacements(table: Table, play: Play) -> Because | bool:
    """Only France and Germany have emergency replacements."""
    nation = _calls_up(table, play)
    return because(nation=nation) if nation and nation not in EMERGENCY_VP else False


@forbids(Play, "tgwe:5.18")
def france_has_mutinied(table: Table, play: Play) -> Because | bool:
    """France calls on none once the French Army Mutiny has been played."""
    late = _calls_up(table, play) == "french" and table.has_event("french-mutiny-played")
    return because() if late else False


@forbids(Play, "tgwe:5.18")
def germany_calls_up_in_another_year(table: Table, play: Play) -> Because | bool:
    """Germany calls on them from 1915 to 1917."""
    barred = _calls_up(table, play) == "german" and this_month(table).year not in EMERGENCY_YEARS
    return because(year=this_month(table).year) if barred else False


@forbids(Play, "tgwe:5.18")
def calls_up_twice(table: Table, play: Play) -> Because | bool:
    """Each may do so once in a resource phase."""
    nation = _calls_up(table, play)
    again = nation in EMERGENCY_VP and table.has_event(f"{nation}-emergency-called")
    return because(nation=nation) if again else False


@forbids(Play, "tgwe:5.18")
def france_calls_up_after_germany(table: Table, play: Play) -> Because | bool:
    """The Allied player has had his say before the Central Powers have theirs."""
    late = _calls_up(table, play) == "french" and table.has_event("german-emergency-called")
    return because() if late else False


@obliges(Play, "tgwe:5.18")
def allies_decide_first(table: Table, play: Play) -> Because | bool:
    """The Allied player says first whether he calls on them."""
    return because() if _calls_up(table, play) == "german" else False


@computes(Play, "victory_points", "tgwe:5.18")
def price_in_victory_points(table: Table, play: Play) -> dict[str, int] | None:
    """Each call by France gives the Central Powers a victory point, each call by Germany takes one from them."""
    price = EMERGENCY_VP.get(play.nation or "") if play.event == EMERGENCY else None
    if price is None:
        return None
    before = known(lambda: table.track("cp-vp"))
    return {"change": price} if before is None else {"change": price, "after": before + price}


@computes((Play, Roll), "emergency", "tgwe:5.18")
def emergency_points(table: Table, action: Play | Roll) -> dict[str, Any] | None:
    """Two dice are added and received as points, 7 at the most."""
    if not _is_emergency(action):
        return None
    if action.dice and len(action.dice) == EMERGENCY_DICE:
        return {"points": _emergency_points_on(action.dice)}
    return in_full(dict(sorted(distribution(EMERGENCY_DICE, _emergency_points_on).items())))


def _emergency_points_on(fall: tuple[int, ...]) -> int:
    return min(MOST_EMERGENCY_POINTS, sum(fall))


@forbids((Play, Roll), "tgwe:5.18")
def rolls_other_than_two_dice(table: Table, action: Play | Roll) -> Because | bool:
    """Emergency replacements take two dice."""
    wrong = _is_emergency(action) and action.dice is not None and len(action.dice) != EMERGENCY_DICE
    return because(dice=EMERGENCY_DICE) if wrong else False
