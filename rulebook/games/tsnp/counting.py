"""What players count: columns, costs, strengths, morale, points and results, held against what the rules give."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Attack, Bombard, Count, Party, Retreat, Roll, Step, Victory
from rulebook.games.tsnp.army_artillery import HEAVY_RANGE, SHOTS_A_TURN
from rulebook.games.tsnp.assault import attack_strength, defense_strength
from rulebook.games.tsnp.barrage import OBSERVED_WITHIN, added_to_the_test, can_be_hit, column_shift
from rulebook.games.tsnp.columns import total_shift
from rulebook.games.tsnp.condition import combat_strength
from rulebook.games.tsnp.damage import steps_of
from rulebook.games.tsnp.dates import LAST_TURN
from rulebook.games.tsnp.forces import is_artillery, is_headquarters
from rulebook.games.tsnp.interdiction import first_day_bonus, interdiction_chance
from rulebook.games.tsnp.morale import failure_costs, modified_morale
from rulebook.games.tsnp.movement import allowance_of, fights_without_spending_points
from rulebook.games.tsnp.rally import surrenders_if_it_fails
from rulebook.games.tsnp.remnants import COUNTERS
from rulebook.games.tsnp.replacements import replacements_received
from rulebook.games.tsnp.stacking import REGIMENT, halves_of
from rulebook.games.tsnp.supply_lines import cost_of_a_hex, entry_into, limit_of_lines
from rulebook.games.tsnp.support import support_strength
from rulebook.games.tsnp.victory import german_points, losses_counted, winner
from rulebook.games.tsnp.weather import weather_of_the_turn
from rulebook.games.tsnp.zones import zone_strength
from rulebook.mechanics.counts import counted_target, counted_units, counts_otherwise, reads_otherwise
from rulebook.mechanics.paths import step_cost
from rulebook.rules import Because, forbids
from rulebook.table import Table, Unit

DIE_FACES = tuple((face,) for face in range(1, 7))
ROLES = {"attacker": "attack", "defender": "defense"}
NOTHING = "nothing"


# The actions in which they are counted, and what these name


def _attack(table: Table, count: Count) -> Attack:
    units, target = counted_units(table, count), counted_target(table, count)
    return Attack(type="attack", units=units, target=target, support=(), against=())


def _barrage(table: Table, count: Count) -> Bombard:
    units, target = counted_units(table, count), counted_target(table, count)
    return Bombard(type="bombard", units=units, target=target, mode="barrage")


def _unit(table: Table, count: Count) -> Unit:
    return table.unit(counted_units(table, count)[0])


def _dice(table: Table, count: Count) -> tuple[int, ...]:
    found: tuple[int, ...] = table.read("action.dice", count.dice or None, DIE_FACES)
    return found


def _path(table: Table, count: Count) -> tuple[str, str]:
    here, there = table.read("action.sides", count.sides)
    return here, there


def _of_the_unit(rule: Callable[[Table, Unit], Any], table: Table, count: Count) -> float:
    """A number of the unit, be it a sum of parts."""
    found = rule(table, _unit(table, count))
    return float(getattr(found, "total", found))


def _always(amount: float, table: Table, count: Count) -> float:
    return amount


# Chapters 4 and 5: turns and weather


@forbids(Count, "tsnp:4.0")
def counts_other_turns(table: Table, count: Count) -> Because | bool:
    """The game has nine turns, from 21 to 29 February."""
    return counts_otherwise(table, count, "turns", partial(_always, LAST_TURN))


def _weather(table: Table, count: Count) -> str:
    told = weather_of_the_turn(table, Roll(type="roll", table="weather", dice=_dice(table, count)))
    return str(told.get("result", told["weather"]))


@forbids(Count, "tsnp:5.0")
def takes_the_die_for_other_weather(table: Table, count: Count) -> Because | bool:
    """A die of 1 or 2 makes the weather of the turn bad, any other fair."""
    return reads_otherwise(table, count, "weather", _weather)


def _roller(table: Table, count: Count) -> str:
    return str(weather_of_the_turn(table, Roll(type="roll", table="weather")).get("rolled_by", NOTHING))


@forbids(Count, "tsnp:5.0")
def gives_the_weather_die_to_another(table: Table, count: Count) -> Because | bool:
    """The French player rolls for the weather."""
    return reads_otherwise(table, count, "weather-roller", _roller)


# Chapter 6: supply, rally, replacements


def _line_cost(table: Table, count: Count) -> float:
    unit, (here, there) = _unit(table, count), _path(table, count)
    parts = entry_into(table, unit.side, is_headquarters(unit), here, there)
    return float(sum(part.amount for part in (cost_of_a_hex(table, here, there) if parts is None else parts)))


@forbids(Count, "tsnp:6.12")
def counts_another_line(table: Table, count: Count) -> Because | bool:
    """A supply line pays nothing along roads, elsewhere what terrain and interdiction make of a hex."""
    return counts_otherwise(table, count, "line-cost", _line_cost)


@forbids(Count, "tsnp:6.12")
def counts_another_limit_of_lines(table: Table, count: Count) -> Because | bool:
    """A supply line costs 10 movement points at most, 5 where its headquarters is out of support."""
    return counts_otherwise(table, count, "line-limit", partial(_of_the_unit, limit_of_lines))


def _failed_rally(table: Table, count: Count) -> str:
    return "surrendered" if surrenders_if_it_fails(table, _unit(table, count), ()) else "demoralized"


@forbids(Count, "tsnp:6.2")
def takes_a_failed_rally_for_another_fate(table: Table, count: Count) -> Because | bool:
    """A unit that fails to rally stays demoralized, or gives itself up if it is weak, alone and next to an enemy."""
    return reads_otherwise(table, count, "failed-rally", _failed_rally)


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


def _struck(table: Table, count: Count) -> str:
    unit = _unit(table, count)
    if not can_be_hit(table, unit):
        return NOTHING
    return "eliminated" if is_artillery(unit) else "reduced"


@forbids(Count, "tsnp:7.11")
def takes_an_x_for_another_loss(table: Table, count: Count) -> Because | bool:
    """An X eliminates artillery or reduces full infantry, and costs headquarters and reduced infantry nothing."""
    return reads_otherwise(table, count, "barrage-loss", _struck)


def _added(table: Table, count: Count) -> float:
    return float(added_to_the_test(table, str(table.read("action.result", count.result))))


@forbids(Count, "tsnp:U5")
def adds_otherwise_to_the_test(table: Table, count: Count) -> Because | bool:
    """M adds nothing to the dice of a morale test, M1 adds 1, M2 and X add 2."""
    return counts_otherwise(table, count, "test-added", _added)


@forbids(Count, "tsnp:7.14")
def counts_another_observation(table: Table, count: Count) -> Because | bool:
    """In bad weather artillery is observed from three hexes at most."""
    return counts_otherwise(table, count, "observation", partial(_always, OBSERVED_WITHIN))


def _interdiction(table: Table, count: Count) -> str:
    unit = counted_units(table, count)[0]
    roll = Roll(type="roll", table="interdiction", unit=unit, dice=_dice(table, count))
    return "placed" if interdiction_chance(table, roll)["placed"] else "fails"


@forbids(Count, "tsnp:7.21")
def takes_it_for_another_interdiction(table: Table, count: Count) -> Because | bool:
    """A die below the attack strength of the gun places the marker; a 6 never does."""
    return reads_otherwise(table, count, "interdiction", _interdiction)


@forbids(Count, "tsnp:7.3")
def counts_the_first_day_otherwise(table: Table, count: Count) -> Because | bool:
    """On the first turn the die of German interdiction is lowered by 1, and no other."""
    return counts_otherwise(table, count, "interdiction-die", partial(_of_the_unit, first_day_bonus))


# Chapter 8: movement, stacking, zones of control


def _capacity(table: Table, count: Count) -> float:
    return float(allowance_of(table, _unit(table, count), table.read("action.mode", count.mode)).total)


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
    return float(halves_of(table, _unit(table, count))) / REGIMENT


@forbids(Count, "tsnp:8.32")
def counts_otherwise_in_a_stack(table: Table, count: Count) -> Because | bool:
    """In a stack corps artillery is a regiment, battalions, headquarters and divisional artillery half of one."""
    return counts_otherwise(table, count, "stacking", _in_regiments)


def _zone(table: Table, count: Count) -> str:
    return zone_strength(table, _unit(table, count), counted_target(table, count)) or NOTHING


@forbids(Count, "tsnp:8.41")
def takes_it_for_another_zone(table: Table, count: Count) -> Because | bool:
    """Regiments and forts exert strong zones, battalions, remnants and artillery weak ones, headquarters none."""
    return reads_otherwise(table, count, "zone", _zone)


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
    role = ROLES[str(table.read("action.role", count.role, tuple(ROLES)))]
    return float(support_strength(table, _unit(table, count), role))


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
    _, *changes = modified_morale(table, _unit(table, count)).parts
    return float(sum(part.amount for part in changes))


@forbids(Count, "tsnp:12.2")
def counts_another_morale(table: Table, count: Count) -> Because | bool:
    """A unit tests against its printed morale with all that changes it."""
    return counts_otherwise(table, count, "morale", partial(_of_the_unit, modified_morale))


@forbids(Count, "tsnp:12.2")
def changes_morale_otherwise(table: Table, count: Count) -> Because | bool:
    """Losses, demoralization, shelter and Pétain change the morale of a unit."""
    return counts_otherwise(table, count, "morale-modifier", _morale_changes)


def _failed_test(table: Table, count: Count) -> str:
    return str(failure_costs(table, _unit(table, count)))


@forbids(Count, "tsnp:12.1")
def takes_a_failed_test_for_another_fate(table: Table, count: Count) -> Because | bool:
    """A unit that fails is demoralized, a headquarters turned over; one that already was loses a step."""
    return reads_otherwise(table, count, "failed-test", _failed_test)


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


def _outcome(table: Table, count: Count) -> str:
    told = winner(table, Victory(type="victory"))
    return f"{told['side']}-{told['level']}" if told["side"] else str(told["level"] or NOTHING)


@forbids(Count, "tsnp:16.0")
def takes_it_for_another_victory(table: Table, count: Count) -> Because | bool:
    """The points after the ninth turn tell who has won, and how clearly."""
    return reads_otherwise(table, count, "victory", _outcome)
