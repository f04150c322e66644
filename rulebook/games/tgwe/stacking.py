"""Chapter 7, stacking (7.21 to 7.23), in the book's order.

Each limit is a notion of a stack: the units that would share a hex. Whatever brings units into a hex is held to all.
"""

from collections.abc import Iterable
from functools import partial
from itertools import chain

from rulebook.actions import Advance, Attack, Move, Place, Retreat, Stack, arriving_ids
from rulebook.facts import every, known, more_than, some
from rulebook.games.tgwe.ground import is_american_edge
from rulebook.games.tgwe.pieces import is_american, is_canal_company, is_division, is_german
from rulebook.mechanics.stacking import two_that_differ
from rulebook.rules import Because, Rule, because, computes, defines, forbids, obliges, permits, rejects, unless
from rulebook.table import Table, Unit

UNITS_IN_A_HEX = 6
DIVISIONS_OF_TWO_STEPS = 4
ONE_OF_EACH = ("hq", "tank", "anti-tank")

Units = tuple[Unit, ...]
Arrival = Move | Retreat | Advance | Stack | Place
ARRIVALS = (Move, Retreat, Advance, Stack, Place)
LIMITS: list[Rule] = []


def limits_stacks(rule: Rule) -> Rule:
    """Every stack is held to this rule."""
    LIMITS.append(rule)
    return rule


def end_of(action: Arrival) -> str | None:
    """The hex in which an action leaves its units."""
    if isinstance(action, (Move, Retreat)):
        return action.path[-1] if action.path else None
    return action.to if isinstance(action, Advance) else action.hex


def stack_in(table: Table, number: str, arriving: Units) -> Units:
    """The posted units of their side that would share a hex with these."""
    there = [unit for unit in table.units_at(number) if unit not in arriving]
    if is_american_edge(number):
        there = [unit for unit in there if not is_beside_the_map(unit)]
    return (*(unit for unit in there if not known(partial(are_enemies, unit, arriving[0]))), *arriving)


def is_beside_the_map(unit: Unit) -> bool:
    """Whether an American unit still waits beside the edge of the map, and is in no stack (13.25)."""
    return every((partial(is_american, unit), partial(unit.has_status, "beside-the-map")))


def are_enemies(one: Unit, other: Unit) -> bool:
    return one.side != other.side


def _broken(table: Table, limit: Rule, action: Arrival) -> Because | bool:
    """Whether an action breaks a limit where it ends; unknown if units that nobody posted could make it do so."""
    end, arriving = end_of(action), tuple(table.units(arriving_ids(action)))
    if end is None or not arriving or not limits_hold_at_once(table, action):
        return False
    found: Because | None = some(chain(
        (partial(limit, table, stack_in(table, end, arriving)),), (partial(table.others_may_be, arriving),)
    ))
    return found._replace(at=end) if found else False


# 7.21: what counts


@computes(Stack, "stacking", "tgwe:7.21")
def units_that_count(table: Table, stack: Stack) -> dict[str, int]:
    """Only so many units may stand in a hex; some do not count."""
    table.others_may_be(table.units(stack.units))
    together = stack_in(table, stack.hex, tuple(table.units(stack.units)))
    return {"counted": sum(bool(counts_toward_the_limit(table, unit)) for unit in together), "allowed": UNITS_IN_A_HEX}


# 7.22: when the limits hold


@defines("tgwe:7.22")
def limits_hold_at_once(table: Table, action: Arrival) -> bool:
    """The limits hold when units are placed, fight, advance or move strategically; in a movement phase, at its end."""
    return not isinstance(action, Move) or action.mode != "operational"


@obliges((Move, Stack), "tgwe:7.22")
def owner_eliminates_the_excess(table: Table, action: Move | Stack) -> Because | bool:
    """Units over the limits when these hold are eliminated by their owner."""
    end, arriving = end_of(action), tuple(table.units(action.units))
    if end is None:
        return False
    table.others_may_be(arriving)
    excess = excess_of(table, stack_in(table, end, arriving))
    return because(at=end, amount=excess) if excess else False


def excess_of(table: Table, stack: Units) -> int:
    """The fewest units that have to go."""
    counted = sum(bool(counts_toward_the_limit(table, unit)) for unit in stack)
    americans = sum(is_american_infantry_division(unit) for unit in stack)
    bulgarians = sum(is_bulgarian_infantry_division(unit) for unit in stack)
    too_large = sum(max(0, number - DIVISIONS_OF_TWO_STEPS) for number in (americans, bulgarians))
    alike = sum(max(0, sum(unit.type == kind for unit in stack) - 1) for kind in ONE_OF_EACH)
    return max(too_large, counted - UNITS_IN_A_HEX, 0) + alike


# 7.23: the limits


@defines("tgwe:7.23")
def counts_toward_the_limit(table: Table, unit: Unit) -> bool:
    """Each unit of a stack counts."""
    return True


@unless(counts_toward_the_limit, "tgwe:7.23")
def small_units_do_not_count(table: Table, unit: Unit) -> bool:
    """German battalions and British Canal Defense companies do not count."""
    return bool(some((
        lambda: every((partial(is_german, unit), partial(unit.has_status, "battalion"))),
        partial(is_canal_company, unit),
    )))


@unless(counts_toward_the_limit, "tgwe:7.23")
def one_of_each_does_not_count(table: Table, unit: Unit) -> bool:
    """Headquarters, tanks and anti-tank units do not count."""
    return unit.type in ONE_OF_EACH


@limits_stacks
@defines("tgwe:7.23")
def is_over_six(table: Table, stack: Units) -> Because | None:
    """A hex holds at most 6 units that count."""
    if len(stack) <= UNITS_IN_A_HEX:
        return None
    over = more_than(UNITS_IN_A_HEX, (partial(counts_toward_the_limit, table, unit) for unit in stack))
    return because(amount=UNITS_IN_A_HEX) if over else None


@forbids(ARRIVALS, "tgwe:7.23")
def overstacks_a_hex(table: Table, action: Arrival) -> Because | bool:
    """A hex never holds more than 6 units that count."""
    return _broken(table, is_over_six, action)


@limits_stacks
@defines("tgwe:7.23")
def has_two_of_a_kind(table: Table, stack: Units) -> Because | None:
    """A hex holds at most one headquarters, one tank unit and one anti-tank unit."""
    found: Because | None = some(partial(_more_than_one, stack, kind) for kind in ONE_OF_EACH)
    return found


def _more_than_one(stack: Units, kind: str) -> Because | None:
    over = len(stack) > 1 and more_than(1, (partial(_is_of_type, unit, kind) for unit in stack))
    return because(type=kind) if over else None


def _is_of_type(unit: Unit, kind: str) -> bool:
    return unit.type == kind


@forbids(ARRIVALS, "tgwe:7.23")
def stacks_two_of_a_kind(table: Table, action: Arrival) -> Because | bool:
    """No two headquarters, tank units or anti-tank units share a hex."""
    return _broken(table, has_two_of_a_kind, action)


def is_american_infantry_division(unit: Unit) -> bool:
    return _is_infantry_division(unit) and is_american(unit)


def is_bulgarian_infantry_division(unit: Unit) -> bool:
    return _is_infantry_division(unit) and unit.army == "bulgarian"


def _is_infantry_division(unit: Unit) -> bool:
    return every((lambda: unit.type == "infantry", partial(is_division, unit)))


@limits_stacks
@defines("tgwe:7.23")
def has_five_american_divisions(table: Table, stack: Units) -> Because | None:
    """A hex holds at most 4 US infantry divisions, whatever else is there."""
    return _more_than_four(partial(is_american_infantry_division, unit) for unit in stack)


@limits_stacks
@defines("tgwe:7.23")
def has_five_bulgarian_divisions(table: Table, stack: Units) -> Because | None:
    """A hex holds at most 4 Bulgarian infantry divisions, whatever else is there."""
    return _more_than_four(partial(is_bulgarian_infantry_division, unit) for unit in stack)


def _more_than_four(divisions: "Iterable[partial[bool]]") -> Because | None:
    return because(amount=DIVISIONS_OF_TWO_STEPS) if more_than(DIVISIONS_OF_TWO_STEPS, divisions) else None


@forbids(ARRIVALS, "tgwe:7.23")
def stacks_five_american_divisions(table: Table, action: Arrival) -> Because | bool:
    """No more than 4 US infantry divisions share a hex."""
    return _broken(table, has_five_american_divisions, action)


@forbids(ARRIVALS, "tgwe:7.23")
def stacks_five_bulgarian_divisions(table: Table, action: Arrival) -> Because | bool:
    """No more than 4 Bulgarian infantry divisions share a hex."""
    return _broken(table, has_five_bulgarian_divisions, action)


@forbids(Attack, "tgwe:7.22")
def attacks_from_an_overfull_hex(table: Table, attack: Attack) -> Because | bool:
    """The limits hold in the combat phases: no more units attack out of one hex than may stand in it."""
    placed = [unit for unit in table.units(attack.units) if unit.is_placed]
    found: Because | None = some(
        partial(_over_in, table, number, tuple(unit for unit in placed if unit.hex == number), limit)
        for number in dict.fromkeys(unit.hex for unit in placed) for limit in LIMITS
    )
    return found or False


def _over_in(table: Table, number: str, stack: Units, limit: Rule) -> Because | None:
    over: Because | None = limit(table, stack)
    return over._replace(at=number) if over else None


@forbids((Stack, Place), "tgwe:7.23")
def stacks_with_the_enemy(table: Table, action: Stack | Place) -> Because | bool:
    """The units of a hex are of one side."""
    arriving = tuple(table.units(arriving_ids(action)))
    if not arriving:
        return False
    pair = some(chain(
        (partial(two_that_differ, dict.fromkeys((*table.units_at(action.hex), *arriving)), lambda unit: unit.side),),
        (partial(table.others_may_be, arriving),),
    ))
    return because(at=action.hex, unit=pair[0], other=pair[1]) if pair else False


@rejects("tgwe:7.23")
def opposing_units_share_a_hex(table: Table) -> Because | None:
    """Units of the two sides never stand in one hex"""
    found: Because | None = some(partial(_shared, table, number) for number in table.layout.shared)
    return found


def _shared(table: Table, number: str) -> Because | None:
    pair = two_that_differ(table.units_at(number), lambda unit: unit.side)
    return because(at=number, units=f"{pair[0]}, {pair[1]}") if pair else None


@permits(Place, "tgwe:7.23")
def markers_do_not_count(table: Table, place: Place) -> Because | bool:
    """Forts and markers do not count for stacking."""
    return because(at=place.hex) if place.marker else False
