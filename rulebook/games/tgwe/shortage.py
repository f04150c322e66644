"""Chapter 11, when supply is looked at and what the lack of it does (11.1, 11.8), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Move, Place, Play, Sequence, Supply
from rulebook.facts import every, known, some, those
from rulebook.games.tgwe.battle import attackers, posted_defenders
from rulebook.games.tgwe.fallen import has_been_lost
from rulebook.games.tgwe.ground import is_in_balkans, is_on
from rulebook.games.tgwe.landing_events import lands_there
from rulebook.games.tgwe.lines import nation_of, served
from rulebook.games.tgwe.neutrals import COUNTRIES, is_new_belligerent
from rulebook.games.tgwe.pieces import is_combat_unit, is_division, is_german, is_turkish
from rulebook.games.tgwe.resources import units_named
from rulebook.games.tgwe.special_supply import holds_out_in_antwerp
from rulebook.games.tgwe.supply import (
    is_hex_supplied,
    is_out_of_supply,
    is_supplied,
    named,
    state_of,
    state_traced,
    would_be_out_of_supply,
)
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

COMBAT = ("first-combat", "second-combat")
SCHEFFER = "11.86"
SCHEFFERS_DIVISIONS = 4


# 11.1: when it is looked at


@forbids(Move, "tgwe:11.11")
def leaves_its_fortress_by_rail(table: Table, move: Move) -> Because | bool:
    """Units on fortress supply alone make no strategic move."""
    if move.mode != "strategic":
        return False
    found = first_unit(table.units(move.units), lambda unit: state_of(table, unit) == "fortress")
    return because(unit=found) if found else False


@obliges(Supply, "tgwe:11.11")
def is_barred_from_strategic_movement(table: Table, supply: Supply) -> Because | bool:
    """What a unit can trace as the strategic movement phase begins tells whether it may use that movement."""
    return named(table, supply, lambda unit: every((
        lambda: table.phase == "strategic-movement", lambda: state_traced(table, unit) != "supplied",
    )))


@obliges(Attack, "tgwe:11.12")
def fights_at_half(table: Table, attack: Attack) -> Because | bool:
    """Units that are out of supply when they fight count together for half their factors, rounded up."""
    engaged = [unit for unit in attackers(table, attack) if is_combat_unit(unit)]
    starved = known(lambda: those(engaged, lambda unit: not is_supplied(table, unit))) or []
    starved += known(lambda: those(posted_defenders(table, attack), partial(is_out_of_supply, table))) or []
    if not starved:
        some(partial(is_out_of_supply, table, unit) for unit in (*engaged, *posted_defenders(table, attack)))
    return because(at=attack.target, unit=starved) if starved else False


@obliges(Sequence, "tgwe:11.13")
def both_sides_lose_the_unsupplied(table: Table, sequence: Sequence) -> Because | bool:
    """At the end of each combat phase the units of both sides that are out of supply go at the same time."""
    if sequence.do is None or table.phase not in COMBAT or sequence.do == table.phase:
        return False
    found = those(table.units(), lambda unit: unit.is_placed and dies_for_want_of_supply(table, unit))
    return because(unit=found) if found else False


# 11.81 to 11.85: what the lack of supply does


@forbids(Move, "tgwe:11.81")
def takes_the_train_unsupplied(table: Table, move: Move) -> Because | bool:
    """A unit that is out of supply makes no strategic move and none by sea."""
    if move.mode not in ("strategic", "sea"):
        return False
    found = first_unit(table.units(move.units), partial(is_out_of_supply, table))
    return because(unit=found) if found else False


@forbids(Move, "tgwe:11.82")
def marches_without_regaining_supply(table: Table, move: Move) -> Because | bool:
    """A unit that is out of supply makes an operational move only if it ends it supplied."""
    if move.mode != "operational" or not move.path:
        return False
    end, party = move.path[-1], tuple(table.units(move.units))
    found = first_unit(party, lambda unit: every((
        partial(is_out_of_supply, table, unit), partial(ends_in_want, table, unit, end, party)
    )))
    return because(at=end, unit=found) if found else False


@defines("tgwe:11.82")
def ends_in_want(table: Table, unit: Unit, end: str, party: tuple[Unit, ...]) -> bool:
    """A move ends amiss where the unit would be out of supply, whether it was before or not."""
    return bool(would_be_out_of_supply(table, unit, end, party))


@contested(ends_in_want)
def comes_to_want(table: Table, unit: Unit, end: str, party: tuple[Unit, ...]) -> bool:
    """11.11 lets units out of supply move like any other, and 8.26 is of moves that put a unit out of supply."""
    return every((
        partial(would_be_out_of_supply, table, unit, end, party), lambda: not is_out_of_supply(table, unit)
    ))


@forbids(Advance, "tgwe:11.83")
def advances_out_of_supply(table: Table, advance: Advance) -> Because | bool:
    """No unit advances after combat into a hex where it would be out of supply."""
    found = first_unit(table.units(advance.units), lambda unit: would_be_out_of_supply(table, unit, advance.to))
    return because(at=advance.to, unit=found) if found else False


@defines("tgwe:11.84")
def dies_for_want_of_supply(table: Table, unit: Unit) -> bool:
    """A unit that is out of supply at the end of a combat phase is eliminated, and can be replaced."""
    return is_out_of_supply(table, unit)


@unless(dies_for_want_of_supply, "tgwe:11.52")
def belgians_hold_out(table: Table, unit: Unit) -> bool:
    """Belgian units in Antwerp are spared while it has never fallen."""
    return unit.is_placed and bool(holds_out_in_antwerp(table, served(unit), unit.hex))


@obliges(Supply, "tgwe:11.84")
def is_lost_when_the_phase_ends(table: Table, supply: Supply) -> Because | bool:
    """A unit that cannot trace at the end of a combat phase goes to its dead pile."""
    return named(table, supply, lambda unit: every((
        lambda: table.phase in COMBAT, lambda: state_traced(table, unit) == "oos",
        lambda: not belgians_hold_out(table, unit),
    )))


@forbids(Move, "tgwe:11.85")
def uses_an_unsupplied_hex(table: Table, move: Move) -> Because | bool:
    """No strategic move begins or ends in a hex that is out of supply."""
    if move.mode != "strategic" or not move.path:
        return False
    unit = table.unit(move.units[0])
    ends = (move.path[-1],) if known(partial(is_supplied, table, unit)) else (move.path[0], move.path[-1])
    found = some(partial(_unless_fed, table, unit, number) for number in ends)
    return because(at=found, unit=unit) if found else False


@forbids(Place, "tgwe:11.85")
def enters_in_an_unsupplied_hex(table: Table, place: Place) -> Because | bool:
    """No new unit is placed in a hex that is out of supply."""
    if place.unit is None:
        return False
    unit = table.unit(place.unit)
    if _is_put_there_by_an_event(table, place, unit):
        return False
    return because(at=place.hex, unit=unit) if _unless_fed(table, unit, place.hex) else False


def _is_put_there_by_an_event(table: Table, place: Place, unit: Unit) -> bool:
    """Armenians first come where their event puts them (6.8, 6.9); those who land bring its source with them.

    So do the Turks of Europe, in the hexes printed on them (17.13).
    """
    if place.entry != "rebuilt" and unit.nation == "armenian":
        return True
    first = is_turkish(unit) and unit.has_status("european-turk") and not has_been_lost(place, unit)
    return first or lands_there(table, place, unit)


@contested(enters_in_an_unsupplied_hex)
def new_army_is_placed_anywhere(table: Table, place: Place) -> Because | bool:
    """The army of a new belligerent is placed anywhere within its borders (17.11): it is no new unit of this case."""
    unit = table.unit(place.unit) if place.unit else None
    if unit is None or _is_put_there_by_an_event(table, place, unit):
        return False
    if unit.army in COUNTRIES and is_new_belligerent(table, unit.army):
        return False
    return because(at=place.hex, unit=unit) if _unless_fed(table, unit, place.hex) else False


def _unless_fed(table: Table, unit: Unit, number: str) -> str | None:
    return None if is_hex_supplied(table, unit.side, number, nation_of(unit)) else number


# 11.86: Scheffer-Boyadel (optional)


def _calls_scheffer(play: Play) -> bool:
    return play.event == "scheffer-boyadel"


@permits(Play, "tgwe:11.86")
def scheffer_breaks_out(table: Table, play: Play) -> Because | bool:
    """Once a game one German stack that is out of supply counts as supplied for a combat phase."""
    return because(unit=table.units(play.units)) if _calls_scheffer(play) else False


@forbids(Play, "tgwe:11.86")
def calls_scheffer_against_the_terms(table: Table, play: Play) -> Because | bool:
    """The players must have agreed on the rule; it serves once, in a combat phase."""
    barred = _calls_scheffer(play) and some((
        lambda: not table.has_option(SCHEFFER), lambda: table.has_event("scheffer-boyadel"),
        lambda: table.phase not in COMBAT,
    ))
    return because() if barred else False


@forbids(Play, "tgwe:11.86")
def gives_scheffer_the_wrong_units(table: Table, play: Play) -> Because | bool:
    """The stack is of German units alone, out of supply, in one hex of the Eastern Front outside the Balkans."""
    stack = units_named(table, play) if _calls_scheffer(play) else []
    found = first_unit(stack, lambda unit: not _could_be_scheffers(table, unit, stack[0]))
    return because(unit=found) if found else False


def _could_be_scheffers(table: Table, unit: Unit, first: Unit) -> bool:
    return every((
        partial(is_german, unit), lambda: unit.hex == first.hex, partial(is_out_of_supply, table, unit),
        lambda: is_on(table, unit.hex, "eastern"), lambda: not is_in_balkans(table, unit.hex),
    ))


@forbids(Play, "tgwe:11.86")
def scheffer_shares_his_hex(table: Table, play: Play) -> Because | bool:
    """The stack is German alone: no ally shares its hex."""
    stack = units_named(table, play) if _calls_scheffer(play) else []
    ally = table.someone_at(stack[0].hex, lambda unit: not is_german(unit)) if stack else None
    return because(at=stack[0].hex, unit=ally) if ally else False


@contested(scheffer_shares_his_hex)
def allies_of_scheffer_are_left_out(table: Table, play: Play) -> Because | bool:
    """The Germans of a stack break out, and allies that share their hex stay out of supply like other excess."""
    return False


@forbids(Play, "tgwe:11.86")
def gives_scheffer_five_divisions(table: Table, play: Play) -> Because | bool:
    """At most four divisions; the others of the stack stay out of supply."""
    divisions = [unit for unit in table.units(play.units) if is_division(unit)] if _calls_scheffer(play) else []
    return because(amount=SCHEFFERS_DIVISIONS) if len(divisions) > SCHEFFERS_DIVISIONS else False


@obliges(Sequence, "tgwe:11.86")
def scheffer_must_be_out(table: Table, sequence: Sequence) -> Because | bool:
    """If the stack is still out of supply at the end of the next combat phase, it is eliminated."""
    if not table.may_have_status("scheffer") or sequence.do is None or sequence.do == table.phase:
        return False
    found = those(table.units(), lambda unit: every((
        lambda: unit.has_status("scheffer"), lambda: table.phase in COMBAT,
    )))
    return because(unit=found) if found else False
