"""Chapter 5, strategic warfare (5.2): submarines and bombing, in the book's order."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Play, Roll, Sequence
from rulebook.facts import every, known, some
from rulebook.games.tgwe.calendar import STRATEGIC_TURNS, place_of
from rulebook.games.tgwe.ground import is_america_at_war
from rulebook.games.tgwe.pieces import is_air, is_american, is_german, is_hq, is_lost_for_good
from rulebook.games.tgwe.resources import points_of, units_named
from rulebook.games.tgwe.rolls import has_other_dice, rolled
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids, modifies, obliges
from rulebook.table import Table, Unit

PHASE = "strategic-warfare"
SUBMARINES, TRANSPORTS, BOMBING = "u-boat", "u-boat-transport", "allied-bombing"
NEEDED_EVENT = {SUBMARINES: "u-boat", TRANSPORTS: "u-boat", BOMBING: "independent-air-force"}
OUTRAGE = 4
ORDINARY_ENTRY = "O"
SUNK = 1
RAIDS = {"air-raid-london": "british", "air-raid-paris": "french"}
POINTS_OF_A_RAID = 2
BAD_WEATHER = ("wet", "snow")
BAD_WEATHER_PENALTY = -2
OF_OTHER_FRONTS = ("cp-east-air", "ne-air", "new-air-tactics")


def is_at_war_strategically(sequence: Sequence) -> bool:
    return sequence.do == PHASE


def _left(table: Table, nation: str, lost: int) -> dict[str, int]:
    """What a nation loses and has left, never below zero; only the loss where its points are not known."""
    before = known(lambda: points_of(table, nation))
    return {"lost": lost} if before is None else {"lost": min(lost, before), "left": max(0, before - lost)}


# 5.21: what is in the box


@forbids(Roll, "tgwe:5.21")
def makes_strategic_war_out_of_its_phase(table: Table, roll: Roll) -> Because | bool:
    """Submarine warfare and bombing are resolved in the strategic warfare phase."""
    return because(phase=PHASE) if roll.table in NEEDED_EVENT and table.phase != PHASE else False


@forbids(Roll, "tgwe:5.21")
def nothing_is_in_the_box(table: Table, roll: Roll) -> Because | bool:
    """A step whose event is not in the Strategic Warfare Box is skipped."""
    event = NEEDED_EVENT.get(roll.table)
    return because(event=event) if event and not table.has_event(event) else False


# 5.22: submarine warfare


@obliges(Play, "tgwe:5.22")
def submarines_put_to_sea(table: Table, play: Play) -> Because | bool:
    """A U-Boat event goes into the Strategic Warfare Box, if there is none yet."""
    sails = play.event == "u-boat" and every((
        lambda: not table.has_event("u-boat"), lambda: not table.has_event("convoy")
    ))
    return because() if sails else False


@obliges(Play, "tgwe:5.22")
def submarines_wait(table: Table, play: Play) -> Because | bool:
    """If there is one, it waits in the Available Units Box for a Strategic Turn that begins without."""
    return because() if play.event == "u-boat" and table.has_event("u-boat") else False


@obliges(Sequence, "tgwe:5.22")
def waiting_submarines_put_to_sea(table: Table, sequence: Sequence) -> Because | bool:
    """A U-Boat event that waits goes into the box when a Strategic Turn begins without one there."""
    begins = table.phase == "turn-record" and sequence.do in ("victory-check", "resources")
    sails = begins and every((
        lambda: table.has_event("u-boat-waiting"), lambda: not table.has_event("u-boat"),
        lambda: not table.has_event("convoy"),
    ))
    return because() if sails else False


@obliges(Sequence, "tgwe:5.22")
def submarines_must_roll(table: Table, sequence: Sequence) -> Because | bool:
    """With a U-Boat event in the box the Central Powers must roll in every strategic warfare phase."""
    due = is_at_war_strategically(sequence) and every((
        lambda: table.has_event("u-boat"), lambda: not table.has_event("convoy")
    ))
    return because() if due else False


@forbids(Roll, "tgwe:5.22")
def convoys_have_ended_it(table: Table, roll: Roll) -> Because | bool:
    """Submarine warfare ends when Convoy is played."""
    over = roll.table in (SUBMARINES, TRANSPORTS) and table.has_event("convoy")
    return because() if over else False


@forbids(Roll, "tgwe:5.22")
def submarines_take_one_die(table: Table, roll: Roll) -> Because | bool:
    """Submarine warfare takes one die, and so does each American unit."""
    wrong = some(partial(has_other_dice, roll, name) for name in (SUBMARINES, TRANSPORTS))
    return because(dice=1) if wrong else False


@computes(Roll, "u_boat", "tgwe:5.22")
def submarine_warfare(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The die is what Britain loses; on 4 or more the United States enter a Strategic Turn sooner."""
    if roll.table != SUBMARINES:
        return None
    found = rolled(table, roll, int)
    if "total" not in found:
        return found
    return {**_left(table, "british", found["total"]), **_outrage(table, found["total"])}


def _outrage(table: Table, die: int) -> dict[str, Any]:
    """Where the U.S. Entry marker goes, and whether the submarines may be called back."""
    if die < OUTRAGE:
        return {}
    may_be_called_back = known(lambda: not table.has_event("u-boat-has-hit"))
    return {"may_withdraw": may_be_called_back, **_sooner(table)}


def _sooner(table: Table) -> dict[str, Any]:
    entry = known(lambda: table.track("us-entry", ordinary=place_of(ORDINARY_ENTRY)))
    if known(partial(is_america_at_war, table)) or entry is None:
        return {}
    return {"us_entry": STRATEGIC_TURNS[min(max(entry - 1, 1), len(STRATEGIC_TURNS)) - 1]}


@forbids(Play, "tgwe:5.22")
def submarines_are_not_called_back(table: Table, play: Play) -> Because | bool:
    """They may be called back after the first die of 4 or more, and only then."""
    if play.event != "withdraw-u-boat":
        return False
    barred = some((
        lambda: table.phase != PHASE,
        lambda: not table.has_event("u-boat"),
        lambda: table.has_event("u-boat-has-hit"),
        lambda: len(_submarine_die(table, play)) > 1, lambda: _submarine_die(table, play)[0] < OUTRAGE,
    ))
    return because() if barred else False


def _submarine_die(table: Table, play: Play) -> tuple[int, ...]:
    """The one die of submarine warfare; unknown where it is not told."""
    die: tuple[int, ...] = table.read("action.dice", play.dice)
    return die


@defines("tgwe:5.22")
def is_at_sea(table: Table, unit: Unit) -> bool:
    """An American unit in the Available Units Box, other than a headquarters, is at the mercy of submarines."""
    return every((
        lambda: is_american(unit), lambda: not is_hq(unit), lambda: unit.has_status("available"),
        partial(is_america_at_war, table),
    ))


@forbids(Roll, "tgwe:5.22")
def is_out_of_the_submarines_reach(table: Table, roll: Roll) -> Because | bool:
    """A die is rolled for an American unit in the box that is no headquarters, and for no other unit."""
    if roll.table != TRANSPORTS:
        return False
    unit = table.unit(str(table.read("action.unit", roll.unit)))
    return False if is_at_sea(table, unit) else because(unit=unit)


@computes(Roll, "transport", "tgwe:5.22")
def american_crossing(table: Table, roll: Roll) -> dict[str, Any] | None:
    """On a 1 the unit is eliminated."""
    if roll.table != TRANSPORTS:
        return None
    return rolled(table, roll, lambda total: "eliminated" if total == SUNK else "safe")


# 5.23: German bombing


@obliges(Sequence, "tgwe:5.23")
def london_is_bombed(table: Table, sequence: Sequence) -> Because | bool:
    """Air Raid: London costs Britain two points, and leaves the game."""
    return _is_bombed(table, sequence, "air-raid-london")


@obliges(Sequence, "tgwe:5.23")
def paris_is_bombed(table: Table, sequence: Sequence) -> Because | bool:
    """Air Raid: Paris costs France two points, and leaves the game."""
    return _is_bombed(table, sequence, "air-raid-paris")


def _is_bombed(table: Table, sequence: Sequence, event: str) -> Because | bool:
    if not is_at_war_strategically(sequence) or not table.has_event(event):
        return False
    loss = _left(table, RAIDS[event], POINTS_OF_A_RAID)
    return because(amount=-loss["lost"], nation=RAIDS[event])


# 5.24: Allied bombing


def _defending(table: Table, play: Play, test: Callable[[Unit], Any]) -> Unit | None:
    return first_unit(units_named(table, play), test) if play.event == "home-defense" else None


@forbids(Play, "tgwe:5.24")
def defends_the_homeland_at_another_time(table: Table, play: Play) -> Because | bool:
    """Aircraft are assigned to home defence before the bombing roll, with the Independent Air Force in the box."""
    if play.event != "home-defense":
        return False
    in_time = every((lambda: table.phase == PHASE, lambda: table.has_event("independent-air-force")))
    return False if in_time else because(phase=PHASE)


@forbids(Play, "tgwe:5.24")
def cannot_defend_the_homeland(table: Table, play: Play) -> Because | bool:
    """Only German air units of the Western Front, aces included, defend the homeland, and none that is lost."""
    other = _defending(table, play, lambda unit: not _is_western_german_air(unit))
    return because(unit=other) if other else False


def _is_western_german_air(unit: Unit) -> bool:
    return every((
        lambda: is_air(unit), lambda: is_german(unit), lambda: not is_lost_for_good(unit),
        lambda: not some(partial(unit.has_status, word) for word in OF_OTHER_FRONTS),
    ))


@forbids(Roll, "tgwe:5.24")
def bombing_takes_one_die(table: Table, roll: Roll) -> Because | bool:
    """Strategic bombing takes one die."""
    return because(dice=1) if has_other_dice(roll, BOMBING) else False


@modifies(Roll, "tgwe:5.24", of="die")
def weather_hampers_the_bombers(table: Table, roll: Roll) -> Because | bool:
    """Subtract two if the last weather of the Western map was wet or snow."""
    hampered = roll.table == BOMBING and table.weather in BAD_WEATHER
    return because(amount=BAD_WEATHER_PENALTY, weather=table.weather) if hampered else False


@modifies(Roll, "tgwe:5.24", of="die")
def fighters_defend_the_homeland(table: Table, roll: Roll) -> Because | bool:
    """Subtract one for each German air unit assigned to home defence."""
    fighters = _home_defenders(table) if roll.table == BOMBING else []
    return because(amount=-len(fighters), fighters=fighters) if fighters else False


def _home_defenders(table: Table) -> list[Unit]:
    table.others_may_be()
    return [unit for unit in table.units() if unit.has_status("home-defense")]


@computes(Roll, "bombing", "tgwe:5.24")
def strategic_bombing(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The modified die is what Germany loses."""
    if roll.table != BOMBING:
        return None
    found = rolled(table, roll, lambda total: max(0, total))
    return {**found, **_left(table, "german", found["result"])} if "result" in found else found


@obliges(Roll, "tgwe:5.24")
def aces_risk_their_lives(table: Table, roll: Roll) -> Because | bool:
    """After the bombing every ace assigned to home defence takes his mortality roll."""
    aces = [unit for unit in _home_defenders(table) if unit.type == "ace"] if roll.table == BOMBING else []
    return because(unit=aces) if aces else False
