"""Chapter 8, replacements and the end of the German offensive (8.2 to 8.7), in the book's order."""

from functools import partial
from typing import Any

from rulebook.actions import Attack, Move, Place, Play, Replace, Sequence
from rulebook.facts import every, known, some
from rulebook.games.sitw.agreed import is_left_out, told_type
from rulebook.games.sitw.pieces import ONE_STEP_TYPES, PARTS_IN_PLAY, is_agb
from rulebook.games.sitw.reinforcements import (
    enters,
    first_entrant,
    is_open_edge,
    is_open_port,
    is_replacement_phase,
    is_time_to_enter,
)
from rulebook.games.sitw.zones import enemy_zoc_by
from rulebook.mechanics.units import Test, first_unit
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

LAST_OFFENSIVE_TURN = 9
ON_THE_MAP = tuple(part for part in PARTS_IN_PLAY if part is not Replace)
BRITISH_SOURCES = frozenset({"british", "belgian"})


Rebuilding = Replace | Place | Move
REBUILDINGS = (Replace, Place, Move)


def is_dead(unit: Unit) -> bool:
    return unit.has_status("dead-pile")


def rebuilt(table: Table, action: Rebuilding, test: Test) -> Unit | None:
    """The unit that is given replacement steps, or that they bring back onto the map, if it passes a test."""
    if isinstance(action, Replace):
        unit = table.unit(action.unit)
        return unit if test(unit) else None
    found = first_entrant(table, action, "replacement", lambda unit, number: test(unit))
    return found[0] if found else None


# 8.2: replacements


@computes(Sequence, "replacements", "sitw:8.2")
def steps_received(table: Table, sequence: Sequence) -> dict[str, object] | None:
    """The steps that each nationality receives are on the player aid card, not in the rulebook."""
    if sequence.do != "replacement":
        return None
    return {"received": None, "source": "the replacement table of the player aid card"}


@forbids(Replace, "sitw:8.2")
def steps_are_lacking(table: Table, replace: Replace) -> Because | bool:
    """Each step rebuilt takes one replacement step of the unit's nationality."""
    if replace.source == "mechanized":
        return False
    stock = f"{stock_of(table, table.unit(replace.unit))}-replacements"
    left = table.track(stock)
    return because(unit=replace.unit, left=left, points=replace.points) if replace.points > left else False


def stock_of(table: Table, unit: Unit) -> str:
    """The stock that a unit draws on: its army's, but the Japanese have their own (S3.11)."""
    return "japanese" if unit.facts.nation == "japanese" else unit.army


@forbids(Replace, "sitw:8.2.1")
def steps_are_lent(table: Table, replace: Replace) -> Because | bool:
    """No major nationality may lend replacement steps to another."""
    if replace.source in (None, "national", "mechanized"):
        return False
    unit = table.unit(replace.unit)
    return because(unit=unit, nation=replace.source) if stock_of(table, unit) != replace.source else False


@forbids(REBUILDINGS, "sitw:8.2.1")
def portuguese_and_italians_get_none(table: Table, action: Rebuilding) -> Because | bool:
    """Portuguese and Italian units never receive replacements."""
    unit = rebuilt(table, action, lambda unit: _nation_in(unit, "portuguese", "italian"))
    return because(unit=unit, nation=unit.nation) if unit else False


@forbids(REBUILDINGS, "sitw:8.2.1")
def australians_and_canadians_do_not_come_back(table: Table, action: Rebuilding) -> Because | bool:
    """An Australian or Canadian unit that was eliminated does not come back into play."""
    unit = rebuilt(table, action, lambda unit: every((
        lambda: _nation_in(unit, "australian", "canadian"), lambda: is_dead(unit)
    )))
    return because(unit=unit, nation=unit.nation) if unit else False


def _nation_in(unit: Unit, *nations: str) -> bool:
    """A German unit is of none of these, whatever its nation."""
    return unit.side == "allied" and unit.nation in nations


@permits(Replace, "sitw:8.2.1")
def any_allied_type_takes_the_same_step(table: Table, replace: Replace) -> Because | bool:
    """The same Allied step rebuilds cavalry, infantry or tanks."""
    unit = table.unit(replace.unit)
    plain = every((lambda: unit.side == "allied", lambda: unit.type in ("cavalry", "infantry", "tank")))
    return because(unit=unit, type=unit.type) if plain else False


@forbids(REBUILDINGS, "sitw:8.2.2")
def agb_is_never_rebuilt(table: Table, action: Rebuilding) -> Because | bool:
    """The AGB is never rebuilt."""
    unit = rebuilt(table, action, is_agb)
    return because(unit=unit) if unit else False


@permits(Replace, "sitw:8.2.2")
def stoss_may_be_rebuilt_for_now(table: Table, replace: Replace) -> Because | bool:
    """Stosstruppen may be rebuilt until German offensive spirit is exhausted."""
    unit = table.unit(replace.unit)
    fresh = every((lambda: unit.type == "stosstruppen", lambda: not spirit_is_exhausted(table)))
    return because(unit=unit) if fresh else False


# 8.3: the end of the offensive


@defines("sitw:8.3")
def spirit_is_exhausted(table: Table) -> bool:
    """German offensive spirit is exhausted once the German player turn of turn 9 has ended."""
    return is_after_the_offensive(table)


def is_after_the_offensive(table: Table) -> bool:
    """Whether the German player turn of turn 9 is over, by the turn or because its end is told."""
    return bool(some((
        lambda: known(lambda: table.has_event("spirit-exhausted")),
        lambda: table.turn > LAST_OFFENSIVE_TURN,
        lambda: every((lambda: table.turn == LAST_OFFENSIVE_TURN, lambda: table.active == "allied")),
    )))


@forbids((Replace, Place), "sitw:8.3")
def stoss_are_no_longer_rebuilt(table: Table, action: Replace | Place) -> Because | bool:
    """Once offensive spirit is exhausted there are no Stosstruppen to rebuild."""
    unit = rebuilt(table, action, lambda unit: every((
        lambda: unit.type == "stosstruppen", lambda: spirit_is_exhausted(table)
    )))
    return because(unit=unit) if unit else False


@forbids(ON_THE_MAP, "sitw:8.3")
def stoss_have_become_infantry(table: Table, action: Any) -> Because | bool:
    """Once offensive spirit is exhausted every Stosstruppen unit has become regular infantry."""
    stoss = first_unit(table.units(action.units), lambda unit: (
        told_type(unit) == "stosstruppen" and is_left_out(table, unit, spirit_is_exhausted)
    ))
    return because(unit=stoss) if stoss else False


@forbids(Play, "sitw:8.3")
def spirit_holds_until_turn_9(table: Table, play: Play) -> Because | bool:
    """Stosstruppen are exchanged at the end of the German player turn of turn 9, not before."""
    return play.event == "offensive-spirit" and not is_end_of_the_offensive(table)


def is_end_of_the_offensive(table: Table) -> bool:
    """The end of the German player turn of turn 9."""
    return every((
        lambda: table.turn == LAST_OFFENSIVE_TURN, lambda: table.active == "german",
        lambda: table.phase == "terminal-supply",
    ))


@obliges((Play, Sequence), "sitw:8.3")
def stoss_must_become_infantry(table: Table, action: Play | Sequence) -> Because | bool:
    """At that moment all Stosstruppen, on the map or dead, become regular infantry, step for step and hex for hex."""
    if isinstance(action, Play) and action.event != "offensive-spirit":
        return False
    if not is_end_of_the_offensive(table):
        return False
    stoss = [unit for unit in table.units() if unit.facts.type == "stosstruppen"]
    return because(stoss=stoss) if stoss else because(stoss="all")


# 8.4 to 8.6: using steps


@forbids(Replace, "sitw:8.4")
def steps_are_used_out_of_their_phase(table: Table, replace: Replace) -> Because | bool:
    """Replacement steps are used in the owner's replacement phase."""
    side = table.unit(replace.unit).side
    in_time = every((lambda: table.phase == "replacement", lambda: table.active == side))
    return False if in_time else because(unit=replace.unit, phase="replacement")


@forbids(Replace, "sitw:8.4")
def unit_is_out_of_play(table: Table, replace: Replace) -> Because | bool:
    """Steps go to a unit on the map, or to one in the dead pile: not to one that waits off the map or has left."""
    unit = table.unit(replace.unit)
    return because(unit=unit) if table.game.is_off_map(unit.facts) and not is_dead(unit) else False


@forbids(Replace, "sitw:8.4")
def unit_is_not_in_regular_supply(table: Table, replace: Replace) -> Because | bool:
    """A unit on the map is replenished only in regular supply: neither unsupplied nor on fortress supply."""
    unit = table.unit(replace.unit)
    short = every((lambda: not is_dead(unit), lambda: unit.supply in ("unsupplied", "fortress")))
    return because(unit=unit, supply=unit.supply) if short else False


@forbids(Replace, "sitw:8.4")
def unit_is_already_whole(table: Table, replace: Replace) -> Because | bool:
    """Only a reduced unit is replenished on the map."""
    unit = table.unit(replace.unit)
    whole = every((lambda: not is_dead(unit), lambda: not unit.is_reduced))
    return because(unit=unit) if whole else False


@forbids(Replace, "sitw:8.4")
def more_steps_than_it_lost(table: Table, replace: Replace) -> Because | bool:
    """A reduced unit on the map takes one step, which makes it whole."""
    unit = table.unit(replace.unit)
    return because(unit=unit) if replace.points > 1 and not is_dead(unit) else False


@permits(Replace, "sitw:8.4")
def may_be_replenished_under_enemy_zoc(table: Table, replace: Replace) -> Because | bool:
    """A unit may be replenished in an enemy zone of control."""
    unit = table.unit(replace.unit)
    if not unit.is_placed:
        return False
    by = enemy_zoc_by(table, unit.side, unit.hex)
    return because(unit=unit, by=by) if by else False


@forbids(Replace, "sitw:8.5")
def more_steps_than_the_unit_has(table: Table, replace: Replace) -> Because | bool:
    """One step brings a dead unit back reduced, two bring it back whole; a one-step unit takes one."""
    unit = table.unit(replace.unit)
    if replace.points > 2:
        return because(unit=unit, most=2)
    over = every((lambda: is_dead(unit), lambda: replace.points > 1, lambda: unit.type in ONE_STEP_TYPES))
    return because(unit=unit, most=1) if over else False


@forbids((Place, Move), "sitw:8.5")
def recovered_unit_enters_elsewhere(table: Table, action: Place | Move) -> Because | bool:
    """A recovered unit enters as a reinforcement would; a German one at a German supply source."""
    return enters(table, action, "replacement", lambda unit, number: not _is_entry_hex(table, unit, number))


def _is_entry_hex(table: Table, unit: Unit, number: str) -> bool:
    if unit.army in BRITISH_SOURCES:
        return is_open_port(table, number)
    edge = "east-edge" if unit.army == "german" else "west-south-edge"
    return is_open_edge(table, number, edge, unit.side)


@forbids(Place, "sitw:8.5")
def recovered_unit_was_not_lost(table: Table, place: Place) -> Because | bool:
    """Only a unit from the dead pile is recovered."""
    return enters(table, place, "replacement", lambda unit, number: unit.is_placed or not is_dead(unit))


@forbids(Place, "sitw:8.5")
def recovered_unit_is_placed_too_late(table: Table, place: Place) -> Because | bool:
    """A recovered British or Belgian unit is put in its port in the Allied replacement phase."""
    return enters(table, place, "replacement", lambda unit, number: (
        unit.army in BRITISH_SOURCES and not is_replacement_phase(table)
    ), phase="replacement")


@forbids(Place, "sitw:8.5")
def recovered_unit_enters_out_of_time(table: Table, place: Place) -> Because | bool:
    """A recovered unit enters at a map edge in its own side's replacement or movement phases."""
    return enters(table, place, "replacement", lambda unit, number: (
        unit.army not in BRITISH_SOURCES and not is_time_to_enter(table, unit.side)
    ), phase="replacement")


@permits(Replace, "sitw:8.6")
def any_number_of_steps_may_be_used(table: Table, replace: Replace) -> Because | bool:
    """A side may use any number of its steps, and need use none."""
    if replace.source == "mechanized":
        return False
    stock = stock_of(table, table.unit(replace.unit))
    left = table.track(f"{stock}-replacements")
    return because(unit=replace.unit, left=left - replace.points) if replace.points <= left else False


# 8.7: the AGB goes


@forbids(ON_THE_MAP, "sitw:8.7")
def agb_has_been_withdrawn(table: Table, action: Any) -> Because | bool:
    """The AGB leaves the game for good at the end of the German player turn of turn 9."""
    support = (action.support or ()) if isinstance(action, Attack) else ()
    agb = first_unit(table.units((*action.units, *support)), lambda unit: (
        told_type(unit) == "agb" and is_left_out(table, unit, is_after_the_offensive)
    ))
    return because(unit=agb) if agb else False


@forbids(Play, "sitw:8.7")
def agb_stays_until_turn_9(table: Table, play: Play) -> Because | bool:
    """The AGB is withdrawn at the end of the German player turn of turn 9, not before."""
    return play.event == "agb-withdrawal" and not is_end_of_the_offensive(table)


@forbids(Play, "sitw:8.7")
def withdraws_another_unit(table: Table, play: Play) -> Because | bool:
    """Only the AGB is withdrawn."""
    named = table.units(play.units) if play.event == "agb-withdrawal" else []
    other = some(partial(_of_another_type, unit) for unit in named)
    return because(unit=other) if other else False


def _of_another_type(unit: Unit) -> Unit | None:
    return None if is_agb(unit) else unit


@obliges((Play, Sequence), "sitw:8.7")
def agb_must_be_withdrawn(table: Table, action: Play | Sequence) -> Because | bool:
    """At the end of the German player turn of turn 9 the AGB must be withdrawn."""
    if isinstance(action, Play) and action.event != "agb-withdrawal":
        return False
    return because() if is_end_of_the_offensive(table) else False
