"""Chapter 8, stacking (8.12 and 8.3 to 8.34), in the book's order.

Stacks are counted in halves of a regiment. The limit is looked at when a movement or a breakthrough phase ends, so that
a move into a full hex stands as long as other units can still leave it.
"""

from functools import partial

from rulebook.actions import Move, Place, Stack
from rulebook.facts import Unknown, Values, every, some
from rulebook.games.tsnp.bombardment import stays_once_it_has_fired, was_turned_over_by_a_move
from rulebook.games.tsnp.breakthrough import has_broken_through, is_breakthrough, is_led
from rulebook.games.tsnp.components import division_of
from rulebook.games.tsnp.dates import is_first_turn
from rulebook.games.tsnp.forces import BATTALIONS, REGIMENTS, is_garrison, is_pioneers
from rulebook.games.tsnp.morale import is_shaken
from rulebook.mechanics.stacking import two_that_differ
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

REGIMENT = 2
HALF_A_REGIMENT = 1
NOTHING = 0
LIMIT = 2 * REGIMENT
MOST_A_UNIT_COUNTS = REGIMENT
BEFORE_MOVEMENT = ("supply-check", "rally", "replacement", "reinforcement", "marker-removal", "bombardment")

Units = tuple[Unit, ...]
Arrival = Move | Stack | Place


def stack_in(table: Table, number: str, arriving: Units) -> Units:
    """The posted units that would share a hex once these are in it."""
    return (*(unit for unit in table.units_at(number) if unit not in arriving), *arriving)


# 8.12: on the way


@permits(Move, "tsnp:8.12")
def passes_through_a_full_hex(table: Table, move: Move) -> Because | bool:
    """On their way units pass through stacked hexes whatever the limit."""
    arriving = tuple(table.units(move.units))
    for number in (move.path or ())[1:-1]:
        if table.units_at(number) and is_over_the_limit(table, stack_in(table, number, arriving)):
            return because(at=number)
    return False


# 8.3: of one side


@forbids(Stack, "tsnp:8.3")
def stacks_with_the_enemy(table: Table, stacking: Stack) -> Because | bool:
    """Only units of one side share a hex."""
    stack = stack_in(table, stacking.hex, tuple(table.units(stacking.units)))
    pair = two_that_differ(stack, lambda unit: unit.side)
    return because(at=stacking.hex, unit=pair[0], other=pair[1]) if pair else False


# 8.31 and 8.32: how many


@defines("tsnp:8.32")
def halves_of(table: Table, unit: Unit) -> int:
    """Corps artillery counts as a regiment; battalions, headquarters, divisional artillery and remnants as half one."""
    if unit.type in REGIMENTS or unit.type == "corps-artillery":
        return REGIMENT
    counts_half = unit.type in BATTALIONS or unit.type in ("hq", "divisional-artillery", "remnant")
    return HALF_A_REGIMENT if counts_half else NOTHING


@defines("tsnp:8.31")
def is_over_the_limit(table: Table, stack: Units) -> Because | bool:
    """A hex holds two regiments, or what counts as much."""
    if len(stack) * MOST_A_UNIT_COUNTS <= LIMIT:
        return False
    sure, doubtful = 0, 0
    unknown: dict[str, Values] = {}
    for unit in stack:
        try:
            sure += halves_of(table, unit)
        except Unknown as missing:
            doubtful += MOST_A_UNIT_COUNTS
            unknown.update(missing.facts)
    if sure <= LIMIT < sure + doubtful:
        raise Unknown(unknown)
    return because(amount=_in_regiments(sure)) if sure > LIMIT else False


def _in_regiments(halves: int) -> float:
    return halves / REGIMENT if halves % REGIMENT else halves // REGIMENT


@unless(is_over_the_limit, "tsnp:8.31")
def pioneers_find_room(table: Table, stack: Units) -> bool:
    """One battalion of pioneers may be there beyond the limit if another unit of its division is."""
    return bool(some(partial(_fits_but_for, table, stack, unit) for unit in stack))


def _fits_but_for(table: Table, stack: Units, pioneers: Unit) -> bool:
    others = [unit for unit in stack if unit != pioneers]
    return every((
        lambda: is_pioneers(pioneers),
        lambda: sum(halves_of(table, unit) for unit in others) <= LIMIT,
        lambda: first_unit(others, partial(_is_of_its_division, pioneers)),
    ))


def _is_of_its_division(pioneers: Unit, unit: Unit) -> bool:
    """Whether a unit is of the pioneers' division; corps troops, posted without a division, are of none."""
    if unit.type in ("hq", "corps-artillery", "remnant"):
        return False
    return division_of(unit) == division_of(pioneers)


def overstacked(table: Table, number: str, arriving: Units) -> Because | None:
    """Whether a hex would be over the limit with these in it; unknown if units that nobody posted could make it so."""
    found: Because | None = some((
        partial(is_over_the_limit, table, stack_in(table, number, arriving)), partial(table.others_may_be, arriving)
    ))
    return because(at=number, amount=found.amount) if found else None


@forbids((Move, Stack, Place), "tsnp:8.31")
def overstacks_a_hex(table: Table, action: Arrival) -> Because | bool:
    """When a movement or breakthrough phase ends no hex may be over the limit."""
    arriving, number = _arrival(table, action)
    return (overstacked(table, number, arriving) if number else None) or False


def _arrival(table: Table, action: Arrival) -> tuple[Units, str | None]:
    """Who would stand where; units that are placed in the course of play are looked at only later (8.33)."""
    if isinstance(action, Place):
        is_set_up = action.unit is not None and action.entry == "setup"
        return tuple(table.units((action.unit,))) if action.unit else (), action.hex if is_set_up else None
    if isinstance(action, Stack):
        return tuple(table.units(action.units)), action.hex
    return tuple(table.units(action.units)), action.path[-1] if action.path else None


# 8.33: newcomers, and the German set-up


@unless(overstacks_a_hex, "tsnp:8.33")
def newcomers_may_crowd(table: Table, action: Arrival) -> bool:
    """Replacements and reinforcements may be over the limit, but not once their first movement phase ends."""
    if not isinstance(action, Stack):
        return False
    stack = stack_in(table, action.hex, tuple(table.units(action.units)))
    return every((lambda: table.phase in BEFORE_MOVEMENT, lambda: _is_filled_by(table, stack, "arrived")))


def _is_filled_by(table: Table, stack: Units, word: str) -> bool:
    """Whether it is units of this status that bring a stack over the limit, and nobody untold who was there before."""
    settled = tuple(unit for unit in stack if not unit.has_status(word))
    if len(settled) == len(stack) or is_over_the_limit(table, settled):
        return False
    table.others_may_be(stack)
    return True


@unless(overstacks_a_hex, "tsnp:8.33")
def germans_may_crowd_at_the_start(table: Table, action: Arrival) -> bool:
    """The Germans may be over the limit from their set-up until their first movement phase ends."""
    if isinstance(action, Move):
        return False
    arriving, _ = _arrival(table, action)
    return every((lambda: arriving[0].side == "german", lambda: _is_before_the_first_german_move(table)))


def _is_before_the_first_german_move(table: Table) -> bool:
    return bool(some((lambda: table.phase == "setup", lambda: is_first_turn(table) and _has_not_moved_yet(table))))


def _has_not_moved_yet(table: Table) -> bool:
    return table.phase == "weather" or (table.phase in BEFORE_MOVEMENT and table.active == "german")


@permits(Place, "tsnp:8.33")
def comes_into_a_full_hex(table: Table, place: Place) -> Because | bool:
    """A unit that comes into play may be placed over the limit."""
    if place.unit is None or place.entry not in ("reinforcement", "replacement"):
        return False
    full = is_over_the_limit(table, stack_in(table, place.hex, (table.unit(place.unit),)))
    return because(at=place.hex, unit=place.unit) if full else False


# 8.34: until the phase ends


@unless(overstacks_a_hex, "tsnp:8.34")
def others_can_still_leave(table: Table, action: Arrival) -> bool:
    """A move into a full hex stands while enough of the units there can still move on in the phase."""
    if not isinstance(action, Move) or action.path is None:
        return False
    arriving = tuple(table.units(action.units))
    there = (unit for unit in table.units_at(action.path[-1]) if unit not in arriving)
    staying = tuple(unit for unit in there if not can_still_leave(table, action, unit))
    return not is_over_the_limit(table, (*staying, *arriving))


@unless(overstacks_a_hex, "tsnp:8.34")
def retreats_may_crowd(table: Table, action: Arrival) -> bool:
    """Units that retreated may fill a hex beyond the limit, which no assault phase is held to when it ends."""
    if not isinstance(action, Stack):
        return False
    stack = stack_in(table, action.hex, tuple(table.units(action.units)))
    return every((lambda: table.phase == "assault", lambda: _is_filled_by(table, stack, "retreated")))


def can_still_leave(table: Table, move: Move, unit: Unit) -> bool:
    """Whether a unit in the way has its own move of the phase before it."""
    if is_garrison(unit):
        return False
    has_its_move = can_break_through if is_breakthrough(move) else has_not_moved
    return every((lambda: has_its_move(table, unit), lambda: not stays_once_it_has_fired(table, unit)))


def has_not_moved(table: Table, unit: Unit) -> bool:
    return not some(partial(unit.has_status, word) for word in ("moved", "moved-strategically"))


def can_break_through(table: Table, unit: Unit) -> bool:
    return every((
        lambda: is_led(table, unit),
        lambda: not has_broken_through(unit),
        lambda: not is_shaken(table, unit),
        lambda: not was_turned_over_by_a_move(unit),
    ))


@obliges(Move, "tsnp:8.34")
def the_stack_must_thin_out(table: Table, move: Move) -> Because | bool:
    """Units that fill a hex beyond the limit on the way must see it thinned out before the phase ends."""
    if move.path is None:
        return False
    return overstacked(table, move.path[-1], tuple(table.units(move.units))) or False
