"""Chapter 6, stacking, in the book's order.

Each limit is a notion of a stack: the units that would share a hex. Whatever brings units into a hex is held to all.
"""

from collections import Counter
from functools import partial
from itertools import chain

from rulebook.actions import Advance, Move, Place, Retreat, Stack, Step, arriving_ids
from rulebook.facts import Unknown, Values, every, known, more_than, some
from rulebook.games.tdw.components import is_combat_unit
from rulebook.games.tdw.ground import friend_at
from rulebook.games.tdw.pieces import corps_of, division_of, is_allied, is_american, is_delay, is_engineer, is_gun
from rulebook.mechanics.stacking import two_that_differ
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Rule, because, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

UNITS_OF_A_DIVISION = 4
UNITS_OF_OTHERS = 1
ENGINEERS_IN_A_HEX = 1

Units = tuple[Unit, ...]
Arrival = Move | Retreat | Advance | Stack | Place
ARRIVALS = (Move, Retreat, Advance, Stack, Place)
LIMITS: list[Rule] = []


def limits_stacks(rule: Rule) -> Rule:
    """Every stack is held to this rule."""
    LIMITS.append(rule)
    return rule


def stack_in(table: Table, number: str, arriving: Units) -> Units:
    """The posted units that would share a hex with these: US Delay, which never stacks, gives way (6.3.1)."""
    there = (unit for unit in table.units_at(number) if unit not in arriving and not known(partial(is_delay, unit)))
    return (*there, *arriving)


def end_of(action: Arrival) -> str | None:
    """The hex in which an action leaves its units."""
    if isinstance(action, (Move, Retreat)):
        return action.path[-1] if action.path else None
    return action.to if isinstance(action, Advance) else action.hex


def broken(table: Table, limit: Rule, action: Arrival) -> Because | bool:
    """Whether an action would break a limit where it ends; unknown if units that nobody posted could make it do so."""
    end, arriving = end_of(action), tuple(table.units(arriving_ids(action)))
    if end is None or not arriving:
        return False
    return _broken_somewhere(table, limit, arriving, {end: stack_in(table, end, arriving)})


def broken_on_the_way(table: Table, limit: Rule, action: Arrival) -> Because | bool:
    """The same, but a retreat is held to it in every hex it enters; engineers can be passed freely (12.4.1)."""
    if not isinstance(action, Retreat):
        return broken(table, limit, action)
    arriving = tuple(table.units(action.units))
    passed = {number: stack_in(table, number, arriving) for number in action.path[1:-1]}
    end = {action.path[-1]: stack_in(table, action.path[-1], arriving)}
    tries = (partial(_broken_in_passing, table, limit, number, stack) for number, stack in passed.items())
    return some(chain(tries, (partial(_broken_somewhere, table, limit, arriving, end),))) or False


def _broken_in_passing(table: Table, limit: Rule, number: str, stack: Units) -> Because | None:
    return _broken_in(table, limit, number, tuple(unit for unit in stack if not is_engineer(unit)))


def _broken_somewhere(table: Table, limit: Rule, arriving: Units, stacks: dict[str, Units]) -> Because | bool:
    tries = (partial(_broken_in, table, limit, number, stack) for number, stack in stacks.items())
    found: Because | None = some(chain(tries, (partial(table.others_may_be, arriving),)))
    return found or False


def _broken_in(table: Table, limit: Rule, number: str, stack: Units) -> Because | None:
    found: Because | None = limit(table, stack) if len(stack) > 1 else None
    return found._replace(at=number) if found else None


# 6.0: one division and one unit more


@defines("tdw:6.0")
def counts_toward_the_limit(table: Table, unit: Unit) -> bool:
    """A stack is all the combat units of a hex: each counts."""
    return True


@unless(counts_toward_the_limit, "tdw:6.3")
def assets_do_not_count(table: Table, unit: Unit) -> bool:
    """Assets do not count for stacking."""
    return is_engineer(unit) or is_gun(unit)


@limits_stacks
@defines("tdw:6.0")
def is_over_the_limit(table: Table, stack: Units) -> Because | bool:
    """A stack holds at most one division, of up to four units, and one unit that is not of that division."""
    if len(stack) <= 1 + UNITS_OF_OTHERS:
        return False
    counted = tuple(unit for unit in stack if counts_toward_the_limit(table, unit))
    if not counted:
        return False
    divisions, unknown = _divisions_of(counted)
    if len(counted) <= _sure_to_stay(divisions, len(counted)):
        return False
    if len(counted) <= _able_to_stay(divisions, len(unknown), len(counted)):
        raise Unknown({fact: values for facts in unknown for fact, values in facts.items()})
    return because(amount=len(counted))


def _divisions_of(counted: Units) -> tuple[Counter[str], list[dict[str, Values]]]:
    """How many units of each division there are, one of none by itself, and what keeps those of others unknown."""
    divisions: Counter[str] = Counter()
    unknown: list[dict[str, Values]] = []
    for unit in counted:
        try:
            divisions[division_of(unit) or f"none: {unit.id}"] += 1
        except Unknown as missing:
            unknown.append(missing.facts)
    return divisions, unknown


def _stay(of_a_division: int, units: int) -> int:
    """How many of these units may share a hex if so many of them are the division."""
    return min(of_a_division, UNITS_OF_A_DIVISION) + min(units - of_a_division, UNITS_OF_OTHERS)


def _sure_to_stay(divisions: Counter[str], units: int) -> int:
    """How many may share a hex if no two units whose division is not known are of one."""
    return max(_stay(size, units) for size in (1, *divisions.values()))


def _able_to_stay(divisions: Counter[str], others: int, units: int) -> int:
    """How many may share a hex if those whose division is not known are of the one that suits best."""
    return max(
        _stay(size + joining, units) for size in (0, *divisions.values()) for joining in range(others + 1)
    )


@forbids(ARRIVALS, "tdw:6.0")
def overstacks_a_hex(table: Table, action: Arrival) -> Because | bool:
    """No hex holds more than a division and one unit besides."""
    return broken(table, is_over_the_limit, action)


@defines("tdw:6.0")
def is_of_both_sides(table: Table, stack: Units) -> Because | bool:
    """A stack is of one side."""
    pair = two_that_differ(stack, lambda unit: unit.side)
    return because(unit=pair[0], other=pair[1]) if pair else False


@forbids((Stack, Place), "tdw:6.0")
def stacks_with_the_enemy(table: Table, action: Stack | Place) -> Because | bool:
    """Units of the two sides never share a hex."""
    return broken(table, is_of_both_sides, action)


# 6.1: nations and corps that stay apart, and the road


@limits_stacks
@defines("tdw:6.1")
def mixes_british_and_americans(table: Table, stack: Units) -> Because | bool:
    """British and US units never stack together."""
    pair = two_that_differ(stack, lambda unit: unit.nation if is_allied(unit) else None)
    return because(unit=pair[0], other=pair[1]) if pair else False


@forbids(ARRIVALS, "tdw:6.1")
def stacks_british_with_americans(table: Table, action: Arrival) -> Because | bool:
    """British and US units are kept apart, all along a retreat too."""
    return broken_on_the_way(table, mixes_british_and_americans, action)


@limits_stacks
@defines("tdw:6.1")
def mixes_us_corps(table: Table, stack: Units) -> Because | bool:
    """Units of different US corps never stack together, engineers included; one of no corps stacks with any."""
    pair = two_that_differ(stack, _us_corps)
    return because(unit=pair[0], other=pair[1]) if pair else False


def _us_corps(unit: Unit) -> str | None:
    """The US corps of a unit; US Delay, which engineers of any corps may support (12.9.1), has none."""
    return None if known(partial(is_delay, unit)) or not is_american(unit) else corps_of(unit)


@forbids(ARRIVALS, "tdw:6.1")
def stacks_us_corps_together(table: Table, action: Arrival) -> Because | bool:
    """Different US corps are kept apart, all along a retreat too."""
    return broken_on_the_way(table, mixes_us_corps, action)


@forbids(Step, "tdw:6.1")
def joins_a_friend_at_the_road_rate(table: Table, step: Step) -> Because | bool:
    """Infantry that moves as motorized, always at the road rate, may not enter the hex of a friendly unit."""
    if step.move.mode != "motorized":
        return False
    friend = friend_at(table, table.unit(step.move.units[0]).side, step.to, step.move.units)
    return because(at=step.to, friend=friend) if friend else False


# 6.2: one by one, and when the limits hold


@forbids(Move, "tdw:6.2")
def moves_as_a_stack(table: Table, move: Move) -> Because | bool:
    """Units always move one by one."""
    return because(amount=len(move.units)) if len(move.units) > 1 else False


@unless(overstacks_a_hex, "tdw:6.2")
def may_be_crowded_for_now(table: Table, action: Arrival) -> bool:
    """Any number of units may enter a hex: the limits hold once a round of movement, or a retreat, is over."""
    return isinstance(action, (Move, Retreat))


@unless(stacks_british_with_americans, "tdw:6.2")
def may_meet_an_ally_for_now(table: Table, action: Arrival) -> bool:
    """Those who move are held to it when the round ends; those who retreat all along."""
    return isinstance(action, Move)


@unless(stacks_us_corps_together, "tdw:6.2")
def may_meet_another_corps_for_now(table: Table, action: Arrival) -> bool:
    """Those who move are held to it when the round ends; those who retreat all along."""
    return isinstance(action, Move)


@obliges((Move, Retreat, Stack), "tdw:6.2")
def owner_thins_the_stack(table: Table, action: Move | Retreat | Stack) -> Because | bool:
    """If a hex is over the limits when they hold, its owner eliminates enough units at once."""
    end, arriving = end_of(action), tuple(table.units(action.units))
    if end is None:
        return False
    table.others_may_be(arriving)
    excess = _excess(table, stack_in(table, end, arriving))
    return because(at=end, amount=excess) if excess else False


def _excess(table: Table, stack: Units) -> int:
    """The fewest units that have to go; both sides in one hex are no stack."""
    if len(stack) < 2 or is_of_both_sides(table, stack):
        return 0
    return len(stack) - max(len(_as_many_as_may_stay(table, unit, stack)) for unit in stack)


def _as_many_as_may_stay(table: Table, first: Unit, stack: Units) -> Units:
    """A part of a stack that keeps to all limits, with this unit in it."""
    kept: Units = (first,)
    for unit in stack:
        if unit != first and not some(partial(limit, table, (*kept, unit)) for limit in LIMITS):
            kept = (*kept, unit)
    return kept


# 6.3 and 6.3.1: engineers, and US Delay


@limits_stacks
@defines("tdw:6.3")
def holds_several_engineers(table: Table, stack: Units) -> Because | bool:
    """There is never more than one engineer asset in a hex."""
    several = more_than(ENGINEERS_IN_A_HEX, (partial(is_engineer, unit) for unit in stack))
    return because() if several else False


@forbids((Stack, Place), "tdw:6.3")
def stacks_engineers_together(table: Table, action: Stack | Place) -> Because | bool:
    """Two engineer assets never share a hex."""
    return broken(table, holds_several_engineers, action)


@permits(Place, "tdw:6.3")
def markers_do_not_count(table: Table, place: Place) -> Because | bool:
    """Game markers do not count for stacking."""
    return because(at=place.hex) if place.marker else False


@forbids((Stack, Place), "tdw:6.3.1")
def stacks_with_delay(table: Table, action: Stack | Place) -> Because | bool:
    """US Delay never stacks."""
    arriving = tuple(table.units(arriving_ids(action)))
    if not arriving:
        return False
    together = dict.fromkeys((*table.units_at(action.hex), *arriving))
    met = every((
        lambda: first_unit(together, is_delay),
        lambda: some(chain(
            (lambda: more_than(1, (partial(is_combat_unit, table, unit) for unit in together)),),
            (partial(table.others_may_be, arriving),),
        )),
    ))
    return because(at=action.hex) if met else False


@obliges((Move, Retreat), "tdw:6.3.1")
def delay_gives_way(table: Table, action: Move | Retreat) -> Because | bool:
    """If an Allied unit moves or retreats into the hex of US Delay, that goes back to the assets box."""
    if not is_allied(table.unit(action.units[0])):
        return False
    met = some(partial(_delay_in, table, number) for number in (action.path or ())[1:])
    return because(at=met.hex, unit=met) if met else False


def _delay_in(table: Table, number: str) -> Unit | None:
    found: Unit | None = table.someone_at(number, is_delay)
    return found
