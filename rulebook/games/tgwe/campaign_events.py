"""Chapter 6, commanders, trenches and landings of the Near East, advances cut short (6.31 to 6.41), in order."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Advance, Attack, Move, Play
from rulebook.facts import every, known, some
from rulebook.games.tgwe.battle import attacking_side, is_used
from rulebook.games.tgwe.columns import rivers_shelter
from rulebook.games.tgwe.control import controller
from rulebook.games.tgwe.event_words import (
    are_told,
    declares,
    every_unit,
    is_allied,
    is_cp,
    is_played_off,
    out_of_phase,
    playing,
    some_unit,
)
from rulebook.games.tgwe.ground import NEAR_EAST, is_on, place_in_row
from rulebook.games.tgwe.national_limits import ENTERING, Entering, comers
from rulebook.games.tgwe.pieces import is_american, is_british, is_french, is_russian, is_tank, is_turkish
from rulebook.games.tgwe.sequence import COMBAT, moving_side
from rulebook.games.tgwe.sequence import attacking_side as side_that_attacks
from rulebook.games.tgwe.shock_troops import is_assault
from rulebook.games.tgwe.supply import is_supplied
from rulebook.games.tgwe.terrain_costs import is_flooded
from rulebook.rules import Because, because, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

GAZA_LINE = ("N2712", "N2813")
NO_TRENCH_IN = ("mountain", "pass", "marsh", "alpine")
LAST_ROW_TOO_FAR_NORTH = 44
TREBIZOND = "N4332"
THEATRE_OF_THE_CAUCASUS = "east"

Test = Callable[[], object]


# 6.31 to 6.34: commanders


@permits(Play, "tgwe:6.31")
def foch_takes_command(table: Table, play: Play) -> Because | bool:
    """From now on the Allies may add a combat phase on the Western Front to each turn, whoever has the initiative."""
    return playing(play, "foch", lambda: True)


@forbids(Play, "tgwe:6.31")
def foch_goes_elsewhere(table: Table, play: Play) -> Because | bool:
    """He serves on no other front."""
    return is_played_off(table, play, "foch", "western")


@permits(Play, "tgwe:6.32")
def allenby_takes_command(table: Table, play: Play) -> Because | bool:
    """Once, the Allies may add a combat phase on the Egyptian Front, whoever has the initiative."""
    return playing(play, "allenby", lambda: True)


@forbids(Play, "tgwe:6.32")
def allenby_goes_elsewhere(table: Table, play: Play) -> Because | bool:
    """He serves on no other front."""
    return is_played_off(table, play, "allenby", "egyptian")


@permits(Move, "tgwe:6.33")
def maude_opens_the_railways(table: Table, move: Move) -> Because | bool:
    """Once Maude is in play British units move strategically on the Iraqi Front."""
    if move.mode != "strategic" or not move.path:
        return False
    start = move.path[0]
    opened = every((
        lambda: table.has_event("maude"), lambda: every_unit(table.units(move.units), is_british),
        lambda: is_on(table, start, "iraqi"),
    ))
    return because(at=start) if opened else False


@forbids(Play, "tgwe:6.33")
def maude_goes_elsewhere(table: Table, play: Play) -> Because | bool:
    """He opens the railways of no other front."""
    return is_played_off(table, play, "maude", "iraqi")


@obliges(Play, "tgwe:6.34")
def tiger_stiffens_france(table: Table, play: Play) -> Because | bool:
    """One is taken from every later roll for an automatic victory of the Central Powers."""
    return playing(play, "the-tiger", lambda: True)


# 6.35, 6.36: trenches of the Near East


@forbids(Play, "tgwe:6.35")
def gaza_line_is_lost(table: Table, play: Play) -> Because | bool:
    """The Gaza line cannot be manned once an Allied unit has entered one of its hexes."""
    return playing(play, "kress", lambda: some((
        lambda: table.has_event("gaza-line-entered"),
        *(partial(_is_in_allied_hands, table, number) for number in GAZA_LINE),
    )))


def _is_in_allied_hands(table: Table, number: str) -> bool:
    """Whether the Allies hold a hex: one of their units has entered it then."""
    return bool(controller(table, number) == "allied")


@forbids(Play, "tgwe:6.35")
def kress_mans_another_line(table: Table, play: Play) -> Because | bool:
    """The Gaza line is N2712 and N2813, and no other hex."""
    return playing(play, "kress", lambda: play.hex is not None and play.hex not in GAZA_LINE)


@obliges(Play, "tgwe:6.35")
def kress_mans_the_gaza_line(table: Table, play: Play) -> Because | bool:
    """The trench hexes N2712 and N2813 give their defenders -1 from now on."""
    return playing(play, "kress", lambda: not gaza_line_is_lost(table, play))


@obliges(ENTERING, "tgwe:6.35")
def gaza_line_is_breached(table: Table, action: Entering) -> Because | bool:
    """A trench of the Gaza line is gone as soon as an Allied unit enters it; before Kress, the whole line is."""
    units, number = comers(table, action)
    breached = number in GAZA_LINE and some_unit(units, is_allied)
    return because(at=number) if breached else False


@forbids(Play, "tgwe:6.36")
def digs_elsewhere(table: Table, play: Play) -> Because | bool:
    """A trench goes in a Near East hex with supplied Turks, but for cities, mountains, marsh and alpine hexes."""
    return playing(play, "near-east-trench", lambda: some((
        lambda: not is_on(table, _dug(table, play), *NEAR_EAST),
        lambda: table.terrain(_dug(table, play)) in NO_TRENCH_IN, lambda: table.has_feature(_dug(table, play), "city"),
        # 12.2: a flood plain is a marsh in every respect when it is wet.
        lambda: is_flooded(table, _dug(table, play)),
        lambda: not table.someone_at(_dug(table, play), partial(_is_supplied_turk, table)),
    )))


def _dug(table: Table, play: Play) -> str:
    return str(table.read("action.hex", play.hex))


def _is_supplied_turk(table: Table, unit: Unit) -> bool:
    return every((partial(is_turkish, unit), partial(is_supplied, table, unit)))


@obliges(ENTERING, "tgwe:6.36")
def trench_is_overrun(table: Table, action: Entering) -> Because | bool:
    """A trench of the Near East is gone for good as soon as an Allied unit enters its hex."""
    units, number = comers(table, action)
    overrun = number not in GAZA_LINE and some_unit(units, is_allied) and every((
        lambda: is_on(table, number, *NEAR_EAST), lambda: table.has_feature(number, "near-east-trench")
    ))
    return because(at=number) if overrun else False


# 6.37, 6.38: the flotilla of Iraq, the Russian landings


@unless(rivers_shelter, "tgwe:6.37")
def flotilla_crosses_the_river(table: Table, attack: Attack) -> bool:
    """The Iraq Naval Flotilla takes the shelter of rivers from the defender."""
    return every((lambda: is_in_reach_of_the_flotilla(table, attack), lambda: is_used(table, attack, "iraq-flotilla")))


@defines("tgwe:6.37")
def is_in_reach_of_the_flotilla(table: Table, attack: Attack) -> bool:
    """It serves one Allied attack on the Iraqi Front, south of row xx44."""
    return every((
        partial(_is_downstream, table, attack.target), lambda: attacking_side(table, attack) == "allied",
    ))


def _is_downstream(table: Table, number: str) -> bool:
    return every((
        lambda: is_on(table, number, "iraqi"), lambda: place_in_row(table, number) > LAST_ROW_TOO_FAR_NORTH,
    ))


@forbids((Attack, Play), "tgwe:6.37")
def flotilla_is_elsewhere(table: Table, action: Attack | Play) -> Because | bool:
    """It serves nowhere else."""
    if isinstance(action, Play):
        astray = action.event == "iraq-flotilla" and action.hex and not _is_downstream(table, action.hex)
        return because(at=action.hex) if astray else False
    wrong = declares(action, "iraq-flotilla") and not is_in_reach_of_the_flotilla(table, action)
    return because(at=action.target) if wrong else False


@obliges(Attack, "tgwe:6.37")
def flotilla_leaves_the_game(table: Table, attack: Attack) -> Because | bool:
    """It serves once."""
    return because(at=attack.target) if flotilla_crosses_the_river(table, attack) else False


def _landing_hex(table: Table, play: Play) -> str:
    return str(table.read("action.hex", play.hex))


@forbids(Play, "tgwe:6.38")
def russians_cannot_land(table: Table, play: Play) -> Because | bool:
    """One Russian unit a turn lands, in an Allied movement phase, once the event is in play, until the Tsar falls."""
    return playing(play, "russian-landing", lambda: some((
        lambda: not table.has_event("russian-amphibious-campaign"), lambda: table.has_event("tsar-fallen"),
        lambda: table.has_event("russian-landing-this-turn"), lambda: len(play.units) > 1,
        lambda: moving_side(table, THEATRE_OF_THE_CAUCASUS) != "allied",
    )))


@forbids(Play, "tgwe:6.38")
def lands_no_waiting_russian(table: Table, play: Play) -> Because | bool:
    """It is a Russian unit from the Near East box."""
    return playing(play, "russian-landing", lambda: not are_told(table, play, _is_waiting) or some_unit(
        table.units(play.units), lambda unit: not _is_waiting(unit)
    ))


def _is_waiting(unit: Unit) -> bool:
    return every((partial(is_russian, unit), partial(unit.has_status, "available-near-east")))


@forbids(Play, "tgwe:6.38")
def russians_land_elsewhere(table: Table, play: Play) -> Because | bool:
    """They land in an empty hex of the Black Sea coast, east of Trebizond on the Caucasus map."""
    if play.event == "russian-amphibious-campaign":
        return because(at=play.hex) if play.hex is not None and _is_no_beach(table, play.hex) else False
    return playing(play, "russian-landing", lambda: some((
        lambda: _is_no_beach(table, _landing_hex(table, play)),
        lambda: table.someone_at(_landing_hex(table, play), lambda unit: True),
    )))


def _is_no_beach(table: Table, number: str) -> bool:
    """Whether a hex is not of the coast where Russians land."""
    return bool(some((
        lambda: not is_on(table, number, "caucasus"), lambda: not table.has_feature(number, "black-sea-coast"),
        lambda: place_in_row(table, number) <= place_in_row(table, TREBIZOND),
    )))


# 6.39 to 6.41: advances cut short


def _stopped(table: Table, advance: Advance, word: str, test: Test) -> Because | bool:
    """Because of an event played against the attackers of a Western Front battle."""
    fought_over = advance.target or advance.to
    stops = every((lambda: is_used(table, advance, word), lambda: is_on(table, fought_over, "western"), test))
    return because(at=advance.to) if stops else False


def _who_attacked(table: Table, advance: Advance) -> list[Unit]:
    ids = advance.attackers if advance.attackers is not None else table.read("action.attackers", None)
    return table.units(ids)


def _had_assault_units(table: Table, advance: Advance) -> bool:
    fought_over = advance.target or advance.to
    return some_unit(_who_attacked(table, advance), lambda unit: is_assault(table, unit, fought_over))


@forbids(Advance, "tgwe:6.39")
def planning_is_too_rigid(table: Table, advance: Advance) -> Because | bool:
    """After a British attack on the Western Front without tanks or Americans, the Allies may not advance."""
    return _stopped(table, advance, "british-rigid-planning", lambda: every((
        lambda: some_unit(_who_attacked(table, advance), is_british),
        lambda: not some_unit(_who_attacked(table, advance), lambda unit: is_tank(unit) or is_american(unit)),
    )))


@forbids(Play, "tgwe:6.39")
def planning_shows_in_another_phase(table: Table, play: Play) -> Because | bool:
    """British Rigid Planning is played after an attack, in a combat phase."""
    return out_of_phase(table, play, "british-rigid-planning", *COMBAT)


@forbids(Play, "tgwe:6.39")
def planning_is_shown_for_another_attack(table: Table, play: Play) -> Because | bool:
    """That attack is one of British units on the Western Front, without tanks or Americans."""
    return playing(play, "british-rigid-planning", lambda: some((
        lambda: _is_no_such_attack(table, play, "allied", lambda unit: is_tank(unit) or is_american(unit)),
        lambda: not some_unit(_told_attackers(table, play), is_british),
    )))


def _told_attackers(table: Table, play: Play) -> list[Unit]:
    """Those who made the attack that an event answers."""
    return table.units(table.read("action.units", play.units or None))


def _is_no_such_attack(table: Table, play: Play, side: str, is_stranger: Callable[[Unit], bool]) -> bool:
    """Whether this side attacks nobody there in this phase, or with units that it must not have."""
    return bool(some((
        lambda: play.hex is not None and not is_on(table, play.hex, "western"),
        lambda: table.phase in COMBAT and side_that_attacks(table, "west") != side,
        lambda: some_unit(table.units(play.units), is_stranger),
    )))


@obliges(Advance, "tgwe:6.39")
def rigid_planning_is_spent(table: Table, advance: Advance) -> Because | bool:
    """The event leaves the game once used; where it cannot be played it is not."""
    return because(at=advance.to) if planning_is_too_rigid(table, advance) else False


@forbids(Advance, "tgwe:6.40")
def they_do_not_pass(table: Table, advance: Advance) -> Because | bool:
    """After an attack of the Central Powers without assault units on the French alone, they may not advance."""
    return _stopped(table, advance, "they-shall-not-pass", lambda: every((
        lambda: some_unit(_who_attacked(table, advance), lambda unit: unit.side == "cp"),
        lambda: not _had_assault_units(table, advance),
        lambda: every_unit(table.units(table.read("action.enemies", advance.enemies, None, ())), is_french),
    )))


@forbids(Play, "tgwe:6.40")
def others_hold_with_the_french(table: Table, play: Play) -> Because | bool:
    """It serves a Western Front hex that French units alone have defended."""
    return playing(play, "they-shall-not-pass", lambda: some((
        lambda: not is_on(table, _dug(table, play), "western"),
        lambda: table.someone_at(_dug(table, play), lambda unit: not is_french(unit)),
        # Where all the defenders were lost, the hex is theirs still.
        lambda: known(partial(controller, table, _dug(table, play))) == "cp",
    )))


@forbids(Play, "tgwe:6.40")
def they_hold_against_another_attack(table: Table, play: Play) -> Because | bool:
    """The Central Powers attack it, without assault units."""
    return playing(play, "they-shall-not-pass", lambda: some((
        lambda: _is_no_such_attack(table, play, "cp", partial(_fights_as_assault, table, play)),
        lambda: not every_unit(_told_attackers(table, play), is_cp),
    )))


@forbids(Play, "tgwe:6.40")
def they_hold_in_another_phase(table: Table, play: Play) -> Because | bool:
    """They Shall Not Pass! is played against an attack, in a combat phase."""
    return out_of_phase(table, play, "they-shall-not-pass", *COMBAT)


@obliges(Advance, "tgwe:6.40")
def they_shall_not_pass_again(table: Table, advance: Advance) -> Because | bool:
    """The event leaves the game once used; where it cannot be played it is not."""
    return because(at=advance.to) if they_do_not_pass(table, advance) else False


@forbids(Advance, "tgwe:6.41")
def assault_units_loot(table: Table, advance: Advance) -> Because | bool:
    """Assault units that fought on the Western Front may not advance beyond the hex that they took."""
    return _stopped(table, advance, "german-looting", lambda: every((
        lambda: advance.to != str(table.read("action.target", advance.target)),
        lambda: _had_assault_units(table, advance),
    )))


@forbids(Play, "tgwe:6.41")
def loots_in_another_phase(table: Table, play: Play) -> Because | bool:
    """German Looting is played against an attack, in a combat phase."""
    return out_of_phase(table, play, "german-looting", *COMBAT)


@forbids(Play, "tgwe:6.41")
def nobody_is_there_to_loot(table: Table, play: Play) -> Because | bool:
    """That attack is one of the Central Powers on the Western Front, with assault units: who attacks has to be told."""
    return playing(play, "german-looting", lambda: some((
        lambda: _is_no_such_attack(table, play, "cp", lambda unit: unit.side != "cp"),
        lambda: not some_unit(_told_attackers(table, play), partial(_fights_as_assault, table, play)),
    )))


def _fights_as_assault(table: Table, play: Play, unit: Unit) -> bool:
    return bool(some((
        lambda: unit.type == "assault",
        lambda: unit.has_status("alpenkorps") and is_assault(table, unit, _dug(table, play)),
    )))


@obliges(Advance, "tgwe:6.41")
def looting_is_over(table: Table, advance: Advance) -> Because | bool:
    """The event leaves the game once used; where it cannot be played it is not."""
    return _stopped(table, advance, "german-looting", lambda: _had_assault_units(table, advance))
