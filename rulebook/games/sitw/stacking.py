"""Chapter 9, stacking, in the book's order.

Each limit is a notion of a stack: the units that would share a hex. Whatever brings units into a hex is held to all.
"""

from functools import partial
from itertools import chain

from rulebook.actions import Advance, Move, Place, Retreat, Stack, Step, arriving_ids
from rulebook.facts import every, known, more_than, some
from rulebook.games.sitw.pieces import is_agb, is_aircraft, is_american_infantry, is_infantry, is_tank
from rulebook.mechanics.stacking import two_that_differ
from rulebook.rules import Because, Rule, because, defines, forbids, obliges, permits, rejects, unless
from rulebook.table import Table, Unit

UNITS_IN_A_HEX = 3
FREE_UNITS_IN_A_HEX = 1
AMERICANS_WITH_ALLIES = 9
SUPPLY_MARKERS = ("out-of-supply", "fortress-supply")

Units = tuple[Unit, ...]
Arrival = Move | Retreat | Advance | Stack | Place
ARRIVALS = (Move, Retreat, Advance, Stack, Place)
LIMITS: list[Rule] = []


def limits_stacks(rule: Rule) -> Rule:
    """Every stack is held to this rule."""
    LIMITS.append(rule)
    return rule


def stack_in(table: Table, number: str, arriving: Units) -> Units:
    """The posted units that would share a hex once these are in it."""
    return (*(unit for unit in table.units_at(number) if unit not in arriving), *arriving)


def broken(table: Table, limit: Rule, action: Arrival) -> Because | bool:
    """Where an action would break a limit; unknown if units that nobody posted could make it do so."""
    arriving, hexes, shared = table.once(_meetings, action)
    if not hexes:
        return False
    if not shared:
        table.others_may_be(arriving)
        return False
    tries = (partial(table.once, _broken_in, limit, number, arriving) for number in shared)
    found: Because | None = some(chain(tries, (partial(table.others_may_be, arriving),)))
    return found or False


def _meetings(table: Table, action: Arrival) -> tuple[Units, tuple[str, ...], tuple[str, ...]]:
    """The units that come, the hexes they come into, and those of them in which they meet others or each other."""
    arriving = tuple(table.units(arriving_ids(action)))
    hexes = _hexes_entered(table, action) if arriving else ()
    return arriving, hexes, tuple(number for number in hexes if len(arriving) > 1 or table.units_at(number))


def _hexes_entered(table: Table, action: Arrival) -> tuple[str, ...]:
    """The hexes that units come into; coming from off the map, they enter the first of their path too."""
    if isinstance(action, Move):
        path = action.path or ()
        return path if all(table.game.is_off_map(unit.facts) for unit in table.units(action.units)) else path[1:]
    if isinstance(action, Retreat):
        return action.path[1:]
    return (action.to,) if isinstance(action, Advance) else (action.hex,)


def _broken_in(table: Table, limit: Rule, number: str, arriving: Units) -> Because | None:
    stack = stack_in(table, number, arriving)
    found: Because | None = limit(table, stack) if len(stack) > 1 else None
    return found._replace(at=number, words={**found.words, "limit": limit.case.partition(":")[2]}) if found else None


def breaks_a_limit(table: Table, number: str, arriving: Units) -> Because | None:
    """The first stacking limit of any kind that these units would break in a hex."""
    limits = LIMITS if len(arriving) > 1 or table.units_at(number) else ()
    tries = (partial(table.once, _broken_in, limit, number, arriving) for limit in limits)
    found: Because | None = some(chain(tries, (partial(table.others_may_be, arriving),)))
    return found


# 9.1: three units of one's own side to a hex


@defines("sitw:9.1")
def counts_toward_the_limit(table: Table, unit: Unit) -> bool:
    """Every unit counts as one toward the stacking limit of its hex."""
    return True


@unless(counts_toward_the_limit, "sitw:14.4")
def aircraft_have_no_stacking_value(table: Table, unit: Unit) -> bool:
    """Air units have no stacking value."""
    return is_aircraft(unit)


@limits_stacks
@defines("sitw:9.1")
def is_over_the_limit(table: Table, stack: Units) -> Because | bool:
    """Up to three units of one side may stack in a hex."""
    tries = [partial(counts_toward_the_limit, table, unit) for unit in stack]
    over = len(stack) > UNITS_IN_A_HEX and more_than(UNITS_IN_A_HEX, tries)
    return because(amount=sum(bool(known(counted)) for counted in tries)) if over else False


@forbids(ARRIVALS, "sitw:9.1")
def overstacks_a_hex(table: Table, action: Arrival) -> Because | bool:
    """No more units may stand in a hex than the stacking limit."""
    return broken(table, is_over_the_limit, action)


@defines("sitw:9.1")
def is_of_both_sides(table: Table, stack: Units) -> Because | bool:
    """A player stacks units of his own side only."""
    pair = two_that_differ(stack, lambda unit: unit.side)
    return because(unit=pair[0], other=pair[1]) if pair else False


@forbids((Retreat, Advance, Stack, Place), "sitw:9.1")
def stacks_with_the_enemy(table: Table, action: Arrival) -> Because | bool:
    """Units of the two sides never share a hex."""
    return broken(table, is_of_both_sides, action)


@rejects("sitw:9.1")
def hex_is_overstacked(table: Table) -> Because | None:
    """No hex may hold more units than the stacking limit"""
    found: Because | None = some(partial(_overstacked, table, number) for number in table.crowded(UNITS_IN_A_HEX))
    return found


def _overstacked(table: Table, number: str) -> Because | None:
    stack = tuple(table.units_at(number))
    return because(at=number, units=", ".join(map(str, stack))) if is_over_the_limit(table, stack) else None


@rejects("sitw:12.4")
def opposing_units_share_a_hex(table: Table) -> Because | None:
    """Units of the two sides never stand in one hex"""
    found: Because | None = some(partial(_shared, table, number) for number in table.layout.shared)
    return found


def _shared(table: Table, number: str) -> Because | None:
    found = is_of_both_sides(table, tuple(table.units_at(number)))
    return because(at=number, units=f"{found.words['unit']}, {found.words['other']}") if found else None


# 9.2 and 9.3: at all times, and what follows if not


@forbids(Step, "sitw:9.2")
def breaks_a_limit_on_its_way(table: Table, step: Step) -> Because | bool:
    """The stacking limits hold at every moment, for units that pass through a hex too."""
    return breaks_a_limit(table, step.to, tuple(table.units(step.move.units))) or False


@obliges(Stack, "sitw:9.3")
def opponent_thins_the_stack(table: Table, stacking: Stack) -> Because | bool:
    """The opponent may at once remove the fewest units, of his choice, that bring the stack within the limits."""
    stack = stack_in(table, stacking.hex, tuple(table.units(stacking.units)))
    table.others_may_be(stack)
    if is_of_both_sides(table, stack):
        return False
    excess = len(stack) - max(len(_as_many_as_may_stay(table, unit, stack)) for unit in stack)
    return because(at=stacking.hex, amount=excess, side=table.game.enemy_of(stack[0].side)) if excess else False


def _as_many_as_may_stay(table: Table, first: Unit, stack: Units) -> Units:
    """The largest part of a stack, with this unit in it, that keeps to all limits."""
    kept: Units = (first,)
    for unit in stack:
        if unit != first and not some(partial(limit, table, (*kept, unit)) for limit in LIMITS):
            kept = (*kept, unit)
    return kept


# 9.4: units with a stacking value of zero


@unless(counts_toward_the_limit, "sitw:9.4")
def stacks_free(table: Table, unit: Unit) -> bool:
    """Units with a printed 0, the tanks and the AGB, do not count toward the limit."""
    if unit.type == "anti-tank":
        return unit.has_status("stacks-free")
    return is_tank(unit) or is_agb(unit)


@limits_stacks
@defines("sitw:9.4")
def holds_free_units(table: Table, stack: Units) -> Because | bool:
    """There may never be more than one zero-value unit in a hex."""
    several = more_than(FREE_UNITS_IN_A_HEX, (partial(stacks_free, table, unit) for unit in stack))
    return because() if several else False


@forbids(ARRIVALS, "sitw:9.4")
def stacks_free_units_together(table: Table, action: Arrival) -> Because | bool:
    """Zero-value units never share a hex with one another."""
    return broken(table, holds_free_units, action)


# 9.5 and 9.6: Allies together


def _allied_army(unit: Unit) -> str | None:
    return unit.army if unit.side == "allied" else None


def _host_army(unit: Unit) -> str | None:
    """The army of an Allied unit that is not American."""
    army = _allied_army(unit)
    return None if army == "american" else army


@limits_stacks
@defines("sitw:9.5")
def mixes_allied_armies(table: Table, stack: Units) -> Because | bool:
    """Units of different Allied major nations do not share a hex; minor ones stack as the army they belong to."""
    pair = two_that_differ(stack, _allied_army)
    return because(unit=pair[0], other=pair[1]) if pair else False


@forbids(ARRIVALS, "sitw:9.5")
def stacks_allied_armies_together(table: Table, action: Arrival) -> Because | bool:
    """Stacking between Allies is, in general, forbidden."""
    return broken(table, mixes_allied_armies, action)


@unless(mixes_allied_armies, "sitw:9.6")
def americans_join_an_ally(table: Table, stack: Units) -> bool:
    """American infantry divisions, but not their tank corps, may stack with units of one other Allied nationality."""
    return every((
        lambda: not two_that_differ(stack, _host_army),
        lambda: every(partial(_may_join, unit) for unit in stack),
    ))


def _may_join(unit: Unit) -> bool:
    return bool(some((lambda: is_infantry(unit), lambda: unit.army != "american")))


@limits_stacks
@defines("sitw:9.6")
def takes_a_tenth_american_division(table: Table, stack: Units) -> Because | bool:
    """In one game turn up to nine American infantry divisions stack with other Allies, not always the same nine."""
    tenth = every((
        lambda: two_that_differ(stack, _allied_army),
        lambda: americans_join_an_ally(table, stack),
        lambda: _is_beyond_nine(table, stack),
    ))
    return because() if tenth else False


def _is_beyond_nine(table: Table, stack: Units) -> bool:
    """Whether those posted with Allies, or else those already counted this turn, leave no room for the newcomers."""
    posted = (partial(_is_or_will_be_with_allies, table, stack, unit) for unit in table.units())
    new = [partial(_joins_now, table, unit) for unit in stack]
    return bool(known(lambda: more_than(AMERICANS_WITH_ALLIES, posted))) or every((
        lambda: more_than(0, new),
        lambda: more_than(AMERICANS_WITH_ALLIES - table.track("americans-stacked", ordinary=0), new),
    ))


def _is_or_will_be_with_allies(table: Table, stack: Units, unit: Unit) -> bool:
    return every((lambda: is_american_infantry(unit), lambda: unit in stack or _was_with_allies(table, unit)))


def _joins_now(table: Table, unit: Unit) -> bool:
    return every((lambda: unit.army == "american", lambda: not _was_with_allies(table, unit)))


def _was_with_allies(table: Table, unit: Unit) -> bool:
    return bool(some((
        lambda: unit.has_status("with-allies"),
        lambda: unit.is_placed and table.someone_at(unit.hex, lambda other: _host_army(other) is not None),
    )))


@forbids(ARRIVALS, "sitw:9.6")
def adds_a_tenth_american_division(table: Table, action: Arrival) -> Because | bool:
    """No tenth American division joins other Allies in one game turn."""
    return broken(table, takes_a_tenth_american_division, action)


# 9.7: markers


@permits((Stack, Place), "sitw:9.7")
def supply_markers_do_not_count(table: Table, action: Stack | Place) -> Because | bool:
    """Out of Supply and Fortress Supply markers have no stacking value."""
    if isinstance(action, Place):
        return because(at=action.hex) if action.marker in SUPPLY_MARKERS else False
    marked = some(partial(_lies_in, table, word, action.hex) for word in SUPPLY_MARKERS)
    return because(at=action.hex) if marked else False


def _lies_in(table: Table, marker: str, number: str) -> bool:
    return number in table.marker_hexes(marker)
