"""Replacements (6.3 to 6.33, and 14.2 and 14.7 where they change them), in the book's order."""

from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Place, Replace, Sequence
from rulebook.facts import every, some
from rulebook.games.tsnp.agreed import option
from rulebook.games.tsnp.bombardment import FORGES
from rulebook.games.tsnp.condition import lacks_supply
from rulebook.games.tsnp.dates import PETAIN_TAKES_COMMAND, is_first_turn
from rulebook.games.tsnp.forces import (
    is_artillery,
    is_garrison,
    is_headquarters,
    is_infantry,
    is_of_the_16th,
    is_pioneers,
)
from rulebook.games.tsnp.ground import road_joins
from rulebook.games.tsnp.morale import is_weakened
from rulebook.games.tsnp.reinforcements import entering
from rulebook.games.tsnp.sequence import ORGANIZATION
from rulebook.games.tsnp.supply import has_lost_headquarters, headquarters_of
from rulebook.games.tsnp.supply_lines import is_closed_to_lines, is_source
from rulebook.games.tsnp.zones import is_friend_in, zone_by
from rulebook.mechanics.tracing import trace
from rulebook.rules import Because, because, computes, defines, forbids, permits, unless
from rulebook.table import Table, Unit

RECEIVED = printed.table("tsnp", "replacements")
MOST_FOR_ONE_UNIT = 2
MOST_FOR_PIONEERS = 1
RESTORED = ("replacement", "artillery-return")

Rebuilding = Replace | Place
REBUILDINGS = (Replace, Place)


def is_eliminated(unit: Unit) -> bool:
    return unit.has_status("eliminated")


def rebuilt(table: Table, action: Rebuilding) -> Unit | None:
    """The unit that is given replacements, or that comes back onto the map."""
    if isinstance(action, Replace):
        return table.unit(action.unit)
    return table.unit(action.unit) if action.unit is not None and action.entry in RESTORED else None


def _told_of(table: Table, action: Rebuilding, test: Any, **words: Any) -> Because | bool:
    unit = rebuilt(table, action)
    at = action.hex if isinstance(action, Place) else None
    return because(at=at, unit=unit, **words) if unit is not None and test(unit) else False


# 6.3 and 6.31: when, and how many


@forbids(REBUILDINGS, "tsnp:6.3")
def germans_get_none_on_the_first_turn(table: Table, action: Rebuilding) -> Because | bool:
    """The French receive replacements from the first turn, the Germans from the second."""
    return _told_of(table, action, lambda unit: every((
        lambda: unit.side == "german", lambda: is_first_turn(table)
    )))


@forbids(REBUILDINGS, "tsnp:6.3")
def replaces_out_of_its_step(table: Table, action: Rebuilding) -> Because | bool:
    """Replacements are spent, and restored units placed, in the replacement step of an organization phase."""
    return _told_of(table, action, lambda unit: some((
        lambda: table.phase != "replacement", lambda: table.active != unit.side
    )), phase="replacement")


@unless(replaces_out_of_its_step, "tsnp:14.7")
def returned_artillery_has_the_whole_phase(table: Table, action: Rebuilding) -> bool:
    """The artillery unit that Pétain brings back may be placed in any step of the French organization phase."""
    return isinstance(action, Place) and action.entry == "artillery-return"


@defines("tsnp:6.31")
def replacements_received(table: Table, side: str) -> int:
    """The Germans receive 3 a turn from turn 2; the French 1 a turn up to 25 February, then 2."""
    rows = (row for row in RECEIVED if row["side"] == side)
    return int(next(row["points"] for row in rows if int(row["first"]) <= table.turn <= int(row["last"])))


@forbids(Replace, "tsnp:6.31")
def replacements_are_lacking(table: Table, replace: Replace) -> Because | bool:
    """A player spends no more than he received this turn: nothing is kept from earlier turns."""
    side = table.unit(replace.unit).side
    received = replacements_received(table, side)
    short = replace.points > received or replace.points > _left(table, side)
    return because(unit=replace.unit, received=received, points=replace.points) if short else False


def _left(table: Table, side: str) -> int:
    """What is left of this turn's replacements; a track that shows more than was received shows what was lost."""
    received = int(replacements_received(table, side))
    return min(received, table.track(f"{side}-replacements", ordinary=received))


@computes(Replace, "replacements", "tsnp:6.31")
def replacements_left(table: Table, replace: Replace) -> dict[str, int]:
    """What the player received this turn, has left, and will have left."""
    side = table.unit(replace.unit).side
    left = _left(table, side)
    return {"received": replacements_received(table, side), "left": left, "after": left - replace.points}


@computes(Sequence, "replacements", "tsnp:6.31")
def replacements_of_the_turn(table: Table, sequence: Sequence) -> dict[str, int] | None:
    """What each player receives this turn."""
    if sequence.do != "replacement":
        return None
    return {side: replacements_received(table, side) for side in table.game.sides}


# 6.32: what they restore


@forbids(REBUILDINGS, "tsnp:6.32")
def neither_infantry_nor_headquarters(table: Table, action: Rebuilding) -> Because | bool:
    """Only infantry and headquarters take replacements."""
    return _told_of(table, action, lambda unit: is_garrison(unit) or not (
        is_infantry(unit) or is_headquarters(unit)
    ))


@unless(neither_infantry_nor_headquarters, "tsnp:14.7")
def petain_brings_artillery_back(table: Table, action: Rebuilding) -> bool:
    """On 26 February, in his organization phase, the French player may bring one eliminated artillery unit back."""
    return isinstance(action, Place) and _is_petains_gift(table, action)


def _is_petains_gift(table: Table, place: Place) -> bool:
    unit = table.unit(str(place.unit))
    return place.entry == "artillery-return" and every((
        lambda: is_artillery(unit), lambda: unit.side == "french", lambda: table.turn == PETAIN_TAKES_COMMAND,
        lambda: table.active == "french", lambda: table.phase in ORGANIZATION,
        lambda: not table.has_event("artillery-returned"),
    ))


@forbids(Place, "tsnp:14.7")
def petain_brings_back_something_else(table: Table, place: Place) -> Because | bool:
    """What Pétain brings back is an artillery unit."""
    return entering(table, place, "artillery-return", lambda unit: not is_artillery(unit))


@forbids(Place, "tsnp:14.7")
def rail_guns_return_off_the_rails(table: Table, place: Place) -> Because | bool:
    """The rail artillery, which never leaves the railways, comes back on one."""
    return entering(table, place, "artillery-return", lambda unit: (
        unit.type == "rail-artillery" and not table.has_feature(place.hex, "railway")
    ))


@forbids(Place, "tsnp:14.33")
def left_bank_guns_return_elsewhere(table: Table, place: Place) -> Because | bool:
    """The artillery of the left bank, which stays at Forges, comes back there."""
    return entering(table, place, "artillery-return", lambda unit: (
        unit.type == "left-bank-artillery" and place.hex != FORGES
    ))


@forbids(Replace, "tsnp:6.32")
def unit_has_lost_nothing(table: Table, replace: Replace) -> Because | bool:
    """On the map, only reduced infantry can be restored: to full strength, for one replacement."""
    return _told_of(table, replace, lambda unit: every((
        lambda: not is_eliminated(unit), lambda: table.game.is_off_map(unit.facts) or not is_weakened(unit)
    )))


@forbids(Replace, "tsnp:6.32")
def spends_more_than_it_takes(table: Table, replace: Replace) -> Because | bool:
    """One replacement restores reduced infantry, or a headquarters; two are for lost infantry that returns in full."""
    unit = table.unit(replace.unit)
    if replace.points > MOST_FOR_ONE_UNIT:
        return because(unit=unit, most=MOST_FOR_ONE_UNIT)
    over = replace.points > 1 and some((lambda: is_headquarters(unit), lambda: not is_eliminated(unit)))
    return because(unit=unit, most=1) if over else False


@computes(Replace, "restored", "tsnp:6.32")
def restored_to(table: Table, replace: Replace) -> str | None:
    """What the replacements make of the unit: reduced, or at full strength."""
    unit = table.unit(replace.unit)
    if is_headquarters(unit) or not is_eliminated(unit) or replace.points == MOST_FOR_ONE_UNIT:
        return "full"
    return "reduced"


@forbids(Place, "tsnp:6.32")
def restored_unit_was_not_lost(table: Table, place: Place) -> Because | bool:
    """Only a unit that was eliminated comes back onto the map."""
    return _told_of(table, place, lambda unit: unit.is_placed or not is_eliminated(unit))


# 6.33: limits


@forbids(REBUILDINGS, "tsnp:6.33")
def lost_artillery_stays_lost(table: Table, action: Rebuilding) -> Because | bool:
    """A destroyed artillery unit is never restored."""
    return _told_of(table, action, lambda unit: every((
        lambda: is_artillery(unit), lambda: is_eliminated(unit)
    )))


@unless(lost_artillery_stays_lost, "tsnp:14.7")
def petain_restores_lost_artillery(table: Table, action: Rebuilding) -> bool:
    """One of them may come back, once, on 26 February."""
    return isinstance(action, Place) and _is_petains_gift(table, action)


@forbids(REBUILDINGS, "tsnp:6.33")
def surrendered_unit_stays_lost(table: Table, action: Rebuilding) -> Because | bool:
    """A unit that surrendered is never restored."""
    return _told_of(table, action, lambda unit: unit.has_status("surrendered"))


@forbids(Replace, "tsnp:6.16")
def takes_replacements_without_supply(table: Table, replace: Replace) -> Because | bool:
    """A unit on the map that is out of supply takes no replacement."""
    return _told_of(table, replace, lambda unit: every((
        lambda: not is_eliminated(unit), lambda: lacks_supply(table, unit)
    )))


@forbids(Replace, "tsnp:6.33")
def pioneers_take_too_many(table: Table, replace: Replace) -> Because | bool:
    """German pioneers, all together, take one replacement a turn."""
    def over(unit: Unit) -> bool:
        return is_pioneers(unit) and bool(some((
            lambda: replace.points > MOST_FOR_PIONEERS,
            lambda: replace.points + table.track("pioneer-replacements", ordinary=0) > MOST_FOR_PIONEERS,
        )))

    return _told_of(table, replace, over)


@forbids(REBUILDINGS, "tsnp:14.2")
def sixteenth_division_stays_lost(table: Table, action: Rebuilding) -> Because | bool:
    """An eliminated unit of the 16th Division does not come back by replacements."""
    if isinstance(action, Place) and action.entry != "replacement":
        return False
    return _told_of(table, action, lambda unit: every((lambda: is_of_the_16th(unit), lambda: is_eliminated(unit))))


@unless(sixteenth_division_stays_lost, "tsnp:15.3", when=option("15.3"))
def sixteenth_is_replaced_like_others(table: Table, action: Rebuilding) -> bool:
    """Attached to a corps, the 16th Division takes replacements like any other."""
    return True


# 6.33: where restored units are placed


@forbids(Place, "tsnp:6.33")
def infantry_returns_elsewhere(table: Table, place: Place) -> Because | bool:
    """Restored infantry is placed on the headquarters that it depends on."""
    return entering(table, place, "replacement", lambda unit: every((
        lambda: is_infantry(unit), lambda: not _is_where_its_headquarters_is(table, unit, place.hex)
    )))


def _is_where_its_headquarters_is(table: Table, unit: Unit, number: str) -> bool:
    headquarters = headquarters_of(table, unit)
    return headquarters is not None and headquarters.hex == number


@forbids(Place, "tsnp:6.33")
def its_headquarters_lacks_supply(table: Table, place: Place) -> Because | bool:
    """Restored infantry is placed on its headquarters only if that is supplied."""
    return entering(table, place, "replacement", lambda unit: every((
        lambda: is_infantry(unit), lambda: _depends_on_one_without_supply(table, unit)
    )))


def _depends_on_one_without_supply(table: Table, unit: Unit) -> bool:
    headquarters = headquarters_of(table, unit)
    return headquarters is not None and bool(lacks_supply(table, headquarters))


@forbids(Replace, "tsnp:6.33")
def nowhere_to_return_to(table: Table, replace: Replace) -> Because | bool:
    """Lost infantry is restored only if its headquarters is on the map, supplied, and in no enemy zone of control."""
    return _told_of(table, replace, lambda unit: every((
        lambda: is_infantry(unit), lambda: is_eliminated(unit), lambda: not _can_return(table, unit)
    )))


def _can_return(table: Table, unit: Unit) -> bool:
    """Whether the headquarters of a unit can take it back; that it is there is assumed where ordinary play is."""
    headquarters = headquarters_of(table, unit)
    if headquarters is None:
        return table.ordinary and not table.posted.units_complete and not has_lost_headquarters(table, unit)
    return every((
        lambda: not lacks_supply(table, headquarters),
        lambda: not zone_by(table, table.game.enemy_of(unit.side), headquarters.hex),
    ))


@forbids(Place, "tsnp:6.33")
def french_headquarters_returns_elsewhere(table: Table, place: Place) -> Because | bool:
    """A restored French headquarters is placed in any hex of Verdun."""
    return entering(table, place, "replacement", lambda unit: every((
        lambda: is_headquarters(unit), lambda: unit.side == "french",
        lambda: not table.has_feature(place.hex, "verdun"),
    )))


@forbids(Place, "tsnp:6.33")
def german_headquarters_returns_elsewhere(table: Table, place: Place) -> Because | bool:
    """A restored German headquarters is placed north of the northern trench line, on an open road to a source."""
    return entering(table, place, "replacement", lambda unit: every((
        lambda: is_headquarters(unit), lambda: unit.side == "german",
        lambda: some((lambda: table.home(place.hex) != "german", lambda: not road_to_a_source(table, place.hex))),
    )))


@defines("tsnp:6.33")
def road_to_a_source(table: Table, number: str) -> list[str] | None:
    """A road leads from a hex to a German source, free of enemy units, of their zones and of interdiction."""
    if is_closed_to_lines(table, "german", number):
        return None
    return trace(table, number, partial(is_source, table, "german"), partial(_is_open_road, table))


def _is_open_road(table: Table, here: str, there: str) -> bool:
    return every((partial(road_joins, table, here, there), lambda: not is_closed_to_lines(table, "german", there)))


@forbids(Place, "tsnp:6.33")
def returns_next_to_the_enemy(table: Table, place: Place) -> Because | bool:
    """No restored unit is placed in a hex that holds enemy units or lies in an enemy zone of control."""
    return _told_of(table, place, lambda unit: some((
        partial(is_friend_in, table, table.game.enemy_of(unit.side), place.hex),
        partial(zone_by, table, table.game.enemy_of(unit.side), place.hex),
    )))


@permits(Place, "tsnp:6.33")
def returns_free_of_stacking(table: Table, place: Place) -> Because | bool:
    """Restored infantry may be stacked in excess until the movement phase that follows its return has ended."""
    return entering(table, place, "replacement", is_infantry)
