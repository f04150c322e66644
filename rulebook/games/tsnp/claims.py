"""What players take to be so beside the numbers: results, what must be done, where units stop, who scores."""

from functools import partial

from rulebook.actions import Count, Roll, Victory
from rulebook.facts import some
from rulebook.games.tsnp.barrage import FACES, can_be_hit
from rulebook.games.tsnp.forces import is_artillery, is_headquarters
from rulebook.games.tsnp.interdiction import interdiction_chance
from rulebook.games.tsnp.morale import failure_costs
from rulebook.games.tsnp.rally import surrenders_if_it_fails
from rulebook.games.tsnp.victory import winner
from rulebook.games.tsnp.weather import weather_of_the_turn
from rulebook.games.tsnp.zones import is_barred_by_zones, meets_strong_zone, meets_zone_on_the_march, zone_strength
from rulebook.mechanics.counts import counted_target, counted_unit, counted_units, reads_otherwise
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids
from rulebook.table import Table

ONE_DIE = tuple((face,) for face in FACES)
NOTHING = "nothing"


def _dice(table: Table, count: Count) -> tuple[int, ...]:
    found: tuple[int, ...] = table.read("action.dice", count.dice, ONE_DIE)
    return found


# Chapter 5: weather


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


# Chapters 6 and 7: rallies, bombardment


def _failed_rally(table: Table, count: Count) -> str:
    unit = counted_unit(table, count)
    if is_headquarters(unit):
        return "out-of-support"
    return "surrendered" if surrenders_if_it_fails(table, unit, ()) else "demoralized"


@forbids(Count, "tsnp:6.2")
def takes_a_failed_rally_for_another_fate(table: Table, count: Count) -> Because | bool:
    """A unit that fails to rally stays as it was, or gives itself up if it is weak, alone and next to an enemy."""
    return reads_otherwise(table, count, "failed-rally", _failed_rally)


def _struck(table: Table, count: Count) -> str:
    unit = counted_unit(table, count)
    if not can_be_hit(table, unit):
        return NOTHING
    return "eliminated" if is_artillery(unit) else "reduced"


@forbids(Count, "tsnp:7.11")
def takes_an_x_for_another_loss(table: Table, count: Count) -> Because | bool:
    """An X eliminates artillery or reduces full infantry, and costs headquarters and reduced infantry nothing."""
    return reads_otherwise(table, count, "barrage-loss", _struck)


def _interdiction(table: Table, count: Count) -> str:
    unit = counted_units(table, count)[0]
    roll = Roll(type="roll", table="interdiction", unit=unit, dice=_dice(table, count))
    return "placed" if interdiction_chance(table, roll)["placed"] else "fails"


@forbids(Count, "tsnp:7.21")
def takes_it_for_another_interdiction(table: Table, count: Count) -> Because | bool:
    """A die below the attack strength of the gun places the marker; a 6 never does."""
    return reads_otherwise(table, count, "interdiction", _interdiction)


# Chapter 8: zones of control


def _zone(table: Table, count: Count) -> str:
    return zone_strength(table, counted_unit(table, count), counted_target(table, count)) or NOTHING


@forbids(Count, "tsnp:8.41")
def takes_it_for_another_zone(table: Table, count: Count) -> Because | bool:
    """Regiments and forts exert strong zones, battalions, remnants and artillery weak ones, headquarters none."""
    return reads_otherwise(table, count, "zone", _zone)


def _stop(table: Table, count: Count) -> str:
    party, there = counted_units(table, count), counted_target(table, count)
    units = table.units(party)
    if first_unit(units, is_barred_by_zones):
        return "barred" if meets_zone_on_the_march(table, units[0], there, party) else "goes-on"
    strong = some(partial(meets_strong_zone, table, unit, there, party) for unit in units)
    return "stops" if strong else "goes-on"


@forbids(Count, "tsnp:8.42")
def takes_a_zone_for_another_stop(table: Table, count: Count) -> Because | bool:
    """Infantry stops in a strong zone that it enters and goes on in a weak one; artillery and staffs enter neither."""
    return reads_otherwise(table, count, "zone-stop", _stop)


# Chapter 12: morale


def _failed_test(table: Table, count: Count) -> str:
    return str(failure_costs(table, counted_unit(table, count)))


@forbids(Count, "tsnp:12.1")
def takes_a_failed_test_for_another_fate(table: Table, count: Count) -> Because | bool:
    """A unit that fails is demoralized, a headquarters turned over; one that already was loses a step."""
    return reads_otherwise(table, count, "failed-test", _failed_test)


# Chapter 16: victory


def _outcome(table: Table, count: Count) -> str:
    told = winner(table, Victory(type="victory"))
    return f"{told['side']}-{told['level']}" if told["side"] else str(told["level"] or NOTHING)


@forbids(Count, "tsnp:16.0")
def takes_it_for_another_victory(table: Table, count: Count) -> Because | bool:
    """The points after the ninth turn tell who has won, and how clearly."""
    return reads_otherwise(table, count, "victory", _outcome)


def _scorer(table: Table, count: Count) -> str:
    return "german"


@forbids(Count, "tsnp:16.0")
def gives_points_to_another(table: Table, count: Count) -> Because | bool:
    """Only the German player scores."""
    return reads_otherwise(table, count, "scorer", _scorer)


# What nobody has to do


def _is_no_duty(table: Table, count: Count, named: str) -> Because | bool:
    if count.what != "duty":
        return False
    return because(said=named) if table.read("action.result", count.result) == named else False


@forbids(Count, "tsnp:8.0")
def takes_moving_for_a_duty(table: Table, count: Count) -> Because | bool:
    """No unit has to move."""
    return _is_no_duty(table, count, "move")


@forbids(Count, "tsnp:9.0")
def takes_assaulting_for_a_duty(table: Table, count: Count) -> Because | bool:
    """No unit has to assault."""
    return _is_no_duty(table, count, "assault")


@forbids(Count, "tsnp:9.42")
def takes_retreating_for_a_duty(table: Table, count: Count) -> Because | bool:
    """Nobody has to retreat who takes all his damage in steps."""
    return _is_no_duty(table, count, "retreat")


@forbids(Count, "tsnp:9.6")
def takes_advancing_for_a_duty(table: Table, count: Count) -> Because | bool:
    """No unit has to advance after combat."""
    return _is_no_duty(table, count, "advance")
