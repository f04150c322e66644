"""What players count: columns, costs, strengths, morale and points, held against what the rules give."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Attack, Bombard, Count, Party, Retreat, Step, Victory
from rulebook.facts import some
from rulebook.games.tsnp.army_artillery import HEAVY_RANGE, SHOTS_A_TURN
from rulebook.games.tsnp.assault import attack_strength, defense_strength
from rulebook.games.tsnp.barrage import (
    OBSERVED_WITHIN,
    RESULTS,
    TEST_IF_NOTHING_CAN_BE_HIT,
    added_to_the_test,
    can_be_hit,
    column_shift,
)
from rulebook.games.tsnp.columns import total_shift
from rulebook.games.tsnp.condition import combat_strength, lacks_supply
from rulebook.games.tsnp.damage import steps_of
from rulebook.games.tsnp.dates import LAST_TURN
from rulebook.games.tsnp.forces import is_army_artillery, is_artillery, is_demoralized, is_headquarters
from rulebook.games.tsnp.interdiction import first_day_bonus
from rulebook.games.tsnp.morale import modified_morale
from rulebook.games.tsnp.movement import allowance_of, fights_without_spending_points
from rulebook.games.tsnp.remnants import COUNTERS
from rulebook.games.tsnp.replacements import replacements_received
from rulebook.games.tsnp.stacking import REGIMENT, halves_of
from rulebook.games.tsnp.supply import headquarters_of
from rulebook.games.tsnp.supply_lines import entry_into, limit_of_lines
from rulebook.games.tsnp.support import support_strength
from rulebook.games.tsnp.victory import german_points, losses_counted
from rulebook.mechanics.counts import counted_target, counted_unit, counted_units, counts_otherwise
from rulebook.mechanics.lines import Parts
from rulebook.mechanics.paths import step_cost
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids
from rulebook.table import Table, Unit

ROLES = {"attacker": "attack", "defender": "defense"}


# The actions in which they are counted, and what these name


def _attack(table: Table, count: Count) -> Attack:
    units, target = counted_units(table, count), counted_target(table, count)
    return Attack(type="attack", units=units, target=target, support=(), against=())


def _barrage(table: Table, count: Count) -> Bombard:
    units, target = counted_units(table, count), counted_target(table, count)
    return Bombard(type="bombard", units=units, target=target, mode="barrage")


def _path(table: Table, count: Count) -> tuple[str, str]:
    here, there = table.read("action.sides", count.sides)
    return here, there


def _of_the_unit(rule: Callable[[Table, Unit], Any], table: Table, count: Count) -> float:
    """A number of the unit, be it a sum of parts."""
    found = rule(table, counted_unit(table, count))
    return float(getattr(found, "total", found))


def _always(amount: float, table: Table, count: Count) -> float:
    return amount


# Chapter 4: turns


@forbids(Count, "tsnp:4.0")
def counts_other_turns(table: Table, count: Count) -> Because | bool:
    """The game has nine turns, from 21 to 29 February."""
    return counts_otherwise(table, count, "turns", partial(_always, LAST_TURN))


# Chapter 6: supply, replacements


def _line_entry(table: Table, count: Count) -> Parts | None:
    unit = counted_unit(table, count)
    found: Parts | None = entry_into(table, unit.side, is_headquarters(unit), *_path(table, count))
    return found


def _line_cost(table: Table, count: Count) -> float:
    return float(sum(part.amount for part in _line_entry(table, count) or ()))


@forbids(Count, "tsnp:6.12")
def counts_another_line(table: Table, count: Count) -> Because | bool:
    """A supply line pays nothing along roads, elsewhere what terrain and interdiction make of a hex."""
    return counts_otherwise(table, count, "line-cost", _line_cost)


def _line_limit(table: Table, count: Count) -> float:
    unit = counted_unit(table, count)
    return float(limit_of_lines(table, unit if is_headquarters(unit) else headquarters_of(table, unit)))


@forbids(Count, "tsnp:6.12")
def counts_another_limit_of_lines(table: Table, count: Count) -> Because | bool:
    """A supply line costs 10 movement points at most, 5 where its headquarters is out of support."""
    return counts_otherwise(table, count, "line-limit", _line_limit)


@forbids(Count, "tsnp:6.14")
def counts_a_line_where_none_goes(table: Table, count: Count) -> Because | bool:
    """A hex that enemies hold or control, or that the ground closes, has no price for a supply line."""
    closed = count.what == "line-cost" and _line_entry(table, count) is None
    return because(at=_path(table, count)[1]) if closed else False


def _received(table: Table, count: Count) -> float:
    return float(replacements_received(table, table.active))


@forbids(Count, "tsnp:6.31")
def counts_other_replacements(table: Table, count: Count) -> Because | bool:
    """The player whose phase it is receives what his side and the day give him."""
    return counts_otherwise(table, count, "replacements", _received)


# Chapter 7: bombardment


def _barrage_columns(table: Table, count: Count) -> float:
    return float(column_shift(table, _barrage(table, count)).total)


@forbids(Count, "tsnp:7.12")
def shifts_the_barrage_otherwise(table: Table, count: Count) -> Because | bool:
    """The weather, the first day and the target move the column of a barrage."""
    return counts_otherwise(table, count, "barrage-columns", _barrage_columns)


def _added(table: Table, count: Count) -> float:
    result = str(table.read("action.result", count.result, RESULTS))
    spares_all = result == "X" and not first_unit(
        table.units(counted_units(table, count)), partial(can_be_hit, table)
    )
    return float(TEST_IF_NOTHING_CAN_BE_HIT if spares_all else added_to_the_test(table, result))


@forbids(Count, "tsnp:U5")
def adds_otherwise_to_the_test(table: Table, count: Count) -> Because | bool:
    """M adds nothing to the dice of a morale test, M1 adds 1, M2 and X add 2; an X that nobody can suffer adds 3."""
    return counts_otherwise(table, count, "test-added", _added)


@forbids(Count, "tsnp:7.14")
def counts_another_observation(table: Table, count: Count) -> Because | bool:
    """In bad weather artillery is observed from three hexes at most."""
    return counts_otherwise(table, count, "observation", partial(_always, OBSERVED_WITHIN))


@forbids(Count, "tsnp:7.3")
def counts_the_first_day_otherwise(table: Table, count: Count) -> Because | bool:
    """On the first turn the die of German interdiction is lowered by 1, and no other."""
    return counts_otherwise(table, count, "interdiction-die", partial(_of_the_unit, first_day_bonus))


# Chapter 8: movement, stacking, zones of control


def _capacity(table: Table, count: Count) -> float:
    return float(allowance_of(table, counted_unit(table, count), table.read("action.mode", count.mode)).total)


@forbids(Count, "tsnp:8.1")
def counts_another_capacity(table: Table, count: Count) -> Because | bool:
    """Weather, supply and the way of moving make a unit's movement points of those printed."""
    return counts_otherwise(table, count, "capacity", _capacity)


def _cost(table: Table, count: Count) -> float:
    mode = str(table.read("action.mode", count.mode))
    return float(step_cost(table, Step(Party(counted_units(table, count), mode), 0, *_path(table, count))))


@forbids(Count, "tsnp:U4")
def counts_another_cost(table: Table, count: Count) -> Because | bool:
    """A hex costs what its ground, roads, streams, interdiction and enemy zones make of it."""
    return counts_otherwise(table, count, "entry-cost", _cost)


def _no_points(table: Table, count: Count) -> float:
    retreat = Retreat(type="retreat", units=counted_units(table, count), path=_path(table, count))
    return float(fights_without_spending_points(table, retreat).total)


@forbids(Count, "tsnp:8.13")
def pays_for_a_retreat(table: Table, count: Count) -> Because | bool:
    """Retreats and advances after combat cost no movement points."""
    return counts_otherwise(table, count, "retreat-cost", _no_points)


def _in_regiments(table: Table, count: Count) -> float:
    return float(halves_of(table, counted_unit(table, count))) / REGIMENT


@forbids(Count, "tsnp:8.32")
def counts_otherwise_in_a_stack(table: Table, count: Count) -> Because | bool:
    """In a stack corps artillery is a regiment, battalions, headquarters and divisional artillery half of one."""
    return counts_otherwise(table, count, "stacking", _in_regiments)


# Chapter 9: assault


def _assault_columns(table: Table, count: Count) -> float:
    return float(total_shift(table, _attack(table, count)).total)


@forbids(Count, "tsnp:9.2")
def shifts_the_assault_otherwise(table: Table, count: Count) -> Because | bool:
    """Pioneers, ground and water move the column of an assault."""
    return counts_otherwise(table, count, "assault-columns", _assault_columns)


def _attack_total(table: Table, count: Count) -> float:
    return float(attack_strength(table, _attack(table, count)).total)


def _defense_total(table: Table, count: Count) -> float:
    found = defense_strength(table, _attack(table, count))
    return float(found.total) if found else 0


@forbids(Count, "tsnp:9.1")
def counts_another_attack(table: Table, count: Count) -> Because | bool:
    """The strengths of the assaulting infantry add up, each with what supply leaves of it."""
    return counts_otherwise(table, count, "attack-strength", _attack_total)


@forbids(Count, "tsnp:9.1")
def counts_another_defense(table: Table, count: Count) -> Because | bool:
    """The strengths of all assaulted units add up, with their digging and their fort."""
    return counts_otherwise(table, count, "defense-strength", _defense_total)


@forbids(Count, "tsnp:6.16")
def counts_another_strength(table: Table, count: Count) -> Because | bool:
    """Lack of supply and demoralization each halve the strength of infantry, and leave other units theirs."""
    return counts_otherwise(table, count, "combat-strength", partial(_of_the_unit, combat_strength))


def _support(table: Table, count: Count) -> float:
    gun, role = counted_unit(table, count), ROLES[str(table.read("action.role", count.role, tuple(ROLES)))]
    return 0.0 if _is_silent(table, gun, role) else float(support_strength(table, gun, role))


def _is_silent(table: Table, gun: Unit, role: str) -> bool:
    """Whether a unit lends no support: no gun, one of the army, demoralized, or out of supply in an attack."""
    return bool(some((
        lambda: not is_artillery(gun) or is_army_artillery(gun),
        lambda: is_demoralized(gun),
        lambda: role == "attack" and lacks_supply(table, gun),
    )))


@forbids(Count, "tsnp:9.31")
def counts_another_support(table: Table, count: Count) -> Because | bool:
    """A supporting gun adds its attack strength; German divisional guns add 4 to an attack on the first turn."""
    return counts_otherwise(table, count, "support-strength", _support)


@forbids(Count, "tsnp:9.41")
def counts_other_steps(table: Table, count: Count) -> Because | bool:
    """Full infantry has two steps, any other unit one."""
    return counts_otherwise(table, count, "steps", partial(_of_the_unit, steps_of))


# Chapter 12: morale


def _morale_changes(table: Table, count: Count) -> float:
    _, *changes = modified_morale(table, counted_unit(table, count)).parts
    return float(sum(part.amount for part in changes))


@forbids(Count, "tsnp:12.2")
def counts_another_morale(table: Table, count: Count) -> Because | bool:
    """A unit tests against its printed morale with all that changes it."""
    return counts_otherwise(table, count, "morale", partial(_of_the_unit, modified_morale))


@forbids(Count, "tsnp:12.2")
def changes_morale_otherwise(table: Table, count: Count) -> Because | bool:
    """Losses, demoralization, shelter and Pétain change the morale of a unit."""
    return counts_otherwise(table, count, "morale-modifier", _morale_changes)


# Chapter 14: heavy artillery, remnants


@forbids(Count, "tsnp:14.32")
def counts_another_heavy_range(table: Table, count: Count) -> Because | bool:
    """The German heavy artillery reaches ten hexes from the north edge."""
    return counts_otherwise(table, count, "heavy-range", partial(_always, HEAVY_RANGE))


@forbids(Count, "tsnp:14.32")
def counts_other_heavy_shots(table: Table, count: Count) -> Because | bool:
    """The German heavy artillery has three shots a turn."""
    return counts_otherwise(table, count, "heavy-shots", partial(_always, SHOTS_A_TURN))


def _remnants(table: Table, count: Count) -> float:
    return COUNTERS[table.active]


@forbids(Count, "tsnp:14.4")
def counts_other_remnants(table: Table, count: Count) -> Because | bool:
    """The French have three remnants, the Germans two."""
    return counts_otherwise(table, count, "remnants", _remnants)


# Chapter 16: victory


def _points(table: Table, count: Count) -> float:
    return float(german_points(table, Victory(type="victory")).total)


@forbids(Count, "tsnp:16.0")
def counts_other_points(table: Table, count: Count) -> Because | bool:
    """Towns, forts, Verdun and losses make the German points."""
    return counts_otherwise(table, count, "victory-points", _points)


@forbids(Count, "tsnp:16.0")
def counts_other_losses(table: Table, count: Count) -> Because | bool:
    """An eliminated unit is two losses, a reduced one on the map one, a remnant none."""
    return counts_otherwise(table, count, "losses", partial(_of_the_unit, losses_counted))
