"""Chapter 8, movement (8.0 to 8.14 and 8.5), in the book's order. Terrain costs are in data/tsnp/tables/terrain.csv."""

from functools import partial

from rulebook.actions import Advance, Move, Party, Retreat, Step
from rulebook.facts import every, known, some
from rulebook.games.tsnp.condition import movement_capacity
from rulebook.games.tsnp.forces import is_garrison
from rulebook.games.tsnp.ground import (
    cost_of,
    has_intact_fort,
    has_trench,
    hex_cost,
    is_closed_by_the_meuse,
    is_interdicted,
    paid_terrains,
    wades,
)
from rulebook.games.tsnp.zones import zone_cost_for, zone_cost_for_all
from rulebook.mechanics.paths import least_path_cost, path_cost
from rulebook.mechanics.units import first_unit
from rulebook.rules import (
    Because,
    Part,
    Sum,
    because,
    computes,
    contested,
    costs,
    defines,
    forbids,
    obliges,
    rejects,
    unless,
)
from rulebook.table import Table, Unit

MOVEMENT_PHASE = "movement"
ON_THE_ROAD = 1
STRATEGICALLY_ON_THE_ROAD = 0.5


def side_of(table: Table, move: Move | Party) -> str:
    return table.unit(move.units[0]).side


def is_out_of_its_phase(table: Table, move: Move, phase: str) -> bool:
    """Whether it is another phase, or the other player's."""
    return bool(some((
        lambda: table.phase != phase,
        lambda: first_unit(table.units(move.units), lambda unit: unit.side != table.active),
    )))


# 8.0: who moves, and when


@forbids(Move, "tsnp:8.0")
def moves_out_of_its_phase(table: Table, move: Move) -> Because | bool:
    """A player moves his units in his own movement phase."""
    late = move.mode != "breakthrough" and is_out_of_its_phase(table, move, MOVEMENT_PHASE)
    return because(phase=MOVEMENT_PHASE) if late else False


@forbids(Move, "tsnp:8.0")
def moves_though_off_the_map(table: Table, move: Move) -> Because | bool:
    """Only units on the map move: newcomers are placed first, and move after that."""
    absent = first_unit(table.units(move.units), lambda unit: table.game.is_off_map(unit.facts))
    return because(unit=absent) if absent else False


# 8.1: how far


@defines("tsnp:8.1")
def allowance_of(table: Table, unit: Unit, mode: str | None) -> Sum:
    """A unit spends no more movement points than its capacity."""
    return movement_capacity(table, unit)


@computes(Move, "allowance", "tsnp:8.1")
def slowest_unit_sets_the_pace(table: Table, move: Move) -> Sum:
    """Units that move together have the points of the one that has fewest."""
    found: list[Sum] = [allowance_of(table, unit, move.mode) for unit in table.units(move.units)]
    return min(found, key=lambda allowance: allowance.total)


@forbids(Move, "tsnp:8.1")
def spends_more_than_its_capacity(table: Table, move: Move) -> Because | bool:
    """A move never costs a unit more movement points than it has."""
    if move.path is None:
        return False
    found: Because | None = some(partial(_falls_short, table, move, unit) for unit in table.units(move.units))
    return found or False


def _falls_short(table: Table, move: Move, unit: Unit) -> Because | None:
    """Whether a unit lacks the points, be it by the facts that are known alone."""
    left = allowance_of(table, unit, move.mode).total
    cost = known(partial(_cost_for, table, move, unit)) or known(partial(_most_cost_within, left, table, move, unit))
    if cost is None and (cost := _least_cost(table, move)) <= left:
        cost = _cost_for(table, move, unit)
    return because(at=move.steps[-1].to, unit=unit, cost=cost, allowance=left) if cost > left else None


def _most_cost_within(left: float, table: Table, move: Move, unit: Unit) -> float | None:
    """What a move costs at the very most, with every hex interdicted, if the unit can pay as much."""
    worst = table.given("markers.interdiction", move.path)
    cost = _cost_for(worst, move, worst.unit(unit.id))
    return cost if cost <= left else None


def _cost_for(table: Table, move: Move, unit: Unit) -> float:
    """What a move costs one of its units: in a party, each meets the zones in its own way."""
    whole: float = all_that_it_costs(table, move)
    if len(move.units) == 1:
        return whole
    return whole - sum(zone_cost_for_all(table, step) - zone_cost_for(table, unit, step) for step in move.steps)


@defines("tsnp:8.0")
def all_that_it_costs(table: Table, move: Move) -> float:
    """All that the hexes of a move cost adds up."""
    return path_cost(table, move)


def _least_cost(table: Table, move: Move) -> float:
    """What a move costs at the very least, by what is known; a party may hold units that pay less than the rest."""
    least = STRATEGICALLY_ON_THE_ROAD if move.mode == "strategic" else ON_THE_ROAD
    if len(move.units) > 1:
        return len(move.steps) * least
    return least_path_cost(table, move, least)


@unless(spends_more_than_its_capacity, "tsnp:8.1")
def may_always_move_one_hex(table: Table, move: Move) -> bool:
    """A unit may always go one hex in the phase, whatever it costs, if nothing bars its entry."""
    return len(move.steps) == 1


@forbids(Move, "tsnp:8.1")
def moves_again(table: Table, move: Move) -> Because | bool:
    """A unit has one move in its movement phase."""
    if move.mode != "normal":
        return False
    done = first_unit(table.units(move.units), lambda unit: unit.has_status("moved"))
    return because(unit=done) if done else False


@obliges(Move, "tsnp:8.1")
def corps_artillery_is_turned_over(table: Table, move: Move) -> Because | bool:
    """Corps artillery that moves is turned over."""
    guns = first_unit(table.units(move.units), lambda unit: unit.type == "corps-artillery")
    return because(unit=guns) if guns else False


@obliges(Move, "tsnp:8.1")
def divisional_artillery_is_turned_over(table: Table, move: Move) -> Because | bool:
    """Divisional artillery is turned over after a strategic move, and after no other."""
    if move.mode != "strategic":
        return False
    guns = first_unit(table.units(move.units), lambda unit: unit.type == "divisional-artillery")
    return because(unit=guns) if guns else False


# 8.11: what bars the way


@forbids(Step, "tsnp:8.11")
def enters_an_enemy_hex(table: Table, step: Step) -> Because | bool:
    """No unit enters a hex that holds an enemy unit."""
    by = table.stranger_at(step.to, side_of(table, step.move))
    return because(at=step.to, by=by) if by else False


@forbids(Step, "tsnp:8.11")
def enters_a_standing_fort(table: Table, step: Step) -> Because | bool:
    """No German unit enters the hex of a fort that is not destroyed."""
    stands = every((
        lambda: side_of(table, step.move) == "german", lambda: has_intact_fort(table, step.to)
    ))
    return because(at=step.to) if stands else False


@forbids(Step, "tsnp:8.11")
def crosses_the_meuse_without_a_bridge(table: Table, step: Step) -> Because | bool:
    """The Meuse is crossed by bridges only."""
    return because(at=step.to, start=step.start) if is_closed_by_the_meuse(table, step.start, step.to) else False


@rejects("tsnp:8.11")
def opposing_units_share_a_hex(table: Table) -> Because | None:
    """Units of the two sides never stand in one hex"""
    found: Because | None = some(partial(_shared, table, number) for number in table.crowded())
    return found


def _shared(table: Table, number: str) -> Because | None:
    first, *others = table.units_at(number)
    other = first_unit(others, lambda unit: unit.side != first.side)
    return because(at=number, units=f"{first}, {other}") if other else None


# 8.13 and 8.14: what costs nothing, and what the weather takes


@computes((Retreat, Advance), "movement_points", "tsnp:8.13")
def fights_without_spending_points(table: Table, action: Retreat | Advance) -> Sum:
    """Retreats and advances after combat cost no movement points."""
    return Sum((Part(0, "tsnp:8.13", action.type),))


@forbids(Move, "tsnp:8.14")
def breaks_through_in_bad_weather(table: Table, move: Move) -> Because | bool:
    """Bad weather takes one movement point from every unit, and all breakthrough movement from both sides."""
    cancelled = move.mode == "breakthrough" and table.weather == "bad"
    return because(weather="bad") if cancelled else False


# 8.5, and the chart: what a hex costs


def _column(party: Party) -> str:
    return "strategic" if party.mode == "strategic" else "cost"


@defines("tsnp:8.5")
def goes_by_road(table: Table, step: Step) -> bool:
    """A road serves those who go along it from hex to hex, where nothing cuts it."""
    return every((
        lambda: table.has_road(step.start, step.to),
        lambda: not is_interdicted(table, step.to),
        lambda: not marker_hinders_those_who_leave(table, step),
    ))


@defines("tsnp:7.22")
def marker_hinders_those_who_leave(table: Table, step: Step) -> bool:
    """A marker cuts the road by which units leave its hex, those that it found there too."""
    return is_interdicted(table, step.start)


@contested(marker_hinders_those_who_leave)
def marker_spares_those_it_found(table: Table, step: Step) -> bool:
    """A marker does nothing to units that were in its hex when it was fired at: they leave by road (7.23)."""
    return step.index > 0 and is_interdicted(table, step.start)


@costs(Step, "tsnp:8.5")
def road_cost(table: Table, step: Step) -> int:
    """A hex that a road leads into costs 1, whatever its terrain."""
    return ON_THE_ROAD if step.move.mode != "strategic" and goes_by_road(table, step) else 0


@costs(Step, "tsnp:U4")
def terrain_cost(table: Table, step: Step) -> Because | int:
    """A hex that no road leads into costs what the chart gives for its terrain."""
    if goes_by_road(table, step):
        return 0
    terrain = paid_terrains(table, step.to)[0]
    return because(at=step.to, amount=cost_of(terrain, _column(step.move)), terrain=terrain)


@costs(Step, "tsnp:11.0")
def second_terrain_cost(table: Table, step: Step) -> Because | int:
    """What a hex holds besides its terrain is paid for too."""
    others = () if goes_by_road(table, step) else paid_terrains(table, step.to)[1:]
    amount = sum(cost_of(word, _column(step.move)) for word in others)
    return because(at=step.to, amount=amount, feature=others) if others else 0


@costs(Step, "tsnp:U4")
def trench_cost(table: Table, step: Step) -> int:
    """A trench costs 1 more."""
    pays = every((lambda: not goes_by_road(table, step), lambda: has_trench(table, step.to)))
    return cost_of("trench", _column(step.move)) if pays else 0


@costs(Step, "tsnp:U4")
def stream_cost(table: Table, step: Step) -> int:
    """A stream without a bridge costs 1 more."""
    pays = every((lambda: not goes_by_road(table, step), lambda: wades(table, step.start, step.to)))
    return cost_of("stream", _column(step.move)) if pays else 0


@costs(Step, "tsnp:7.22")
def interdicted_hex_cost(table: Table, step: Step) -> float:
    """An interdicted hex costs double what lies in it, for its roads are cut."""
    return hex_cost(table, step.to, _column(step.move)).total if is_interdicted(table, step.to) else 0


# 14.33 and 15.4: units that never leave their place


@forbids((Move, Retreat), "tsnp:14.33")
def left_bank_guns_move(table: Table, action: Move | Retreat) -> Because | bool:
    """The guns of the left bank stand for many places, and stay at Forges."""
    guns = first_unit(table.units(action.units), lambda unit: unit.type == "left-bank-artillery")
    return because(unit=guns) if guns else False


@forbids((Move, Advance), "tsnp:15.4")
def garrison_leaves_its_fort(table: Table, action: Move | Advance) -> Because | bool:
    """The counter of a garrison stands for the defenders of its fort, and stays there."""
    garrison = first_unit(table.units(action.units), is_garrison)
    return because(unit=garrison) if garrison else False
