"""Chapter 10, who moves and how far (10.1, 10.2, 10.2.1, 10.5), with 8.3 and 14.8.4. What hexes cost is in costs.py."""

from functools import partial

from rulebook.actions import Move, Step
from rulebook.facts import every, known, some
from rulebook.games.tdw.components import is_infantry
from rulebook.games.tdw.ground import enemy_at, enemy_next_to, is_road_hex
from rulebook.games.tdw.pieces import division_of, is_airborne, is_allied, is_motorized, movement_of
from rulebook.games.tdw.roads import mover, takes_the_road
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.mechanics.paths import least_path_cost, path_cost
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, defines, forbids, replaces
from rulebook.table import Table, Unit

STANDING = frozenset({"engineer", "delay", "vdh", "artillery", "nebelwerfer"})
LEAST_A_HEX_COSTS = 0.5
UNSUPPLIED_ALLOWANCE = 3
ALLOWANCE_BY_MOTOR = 6
ALLOWANCE_OF_THE_AIRBORNE = 12
AIRBORNE_ON_THE_ROAD = ("101-airborne", "82-airborne")
TURN_OF_THE_AIRBORNE = 2


# 10.1: who moves


@forbids(Move, "tdw:10.1")
def moves_without_a_chit(table: Table, move: Move) -> Because:
    """A unit moves only when the chit of the round lets it."""
    return because(phase=table.phase)


@forbids(Move, "tdw:10.1")
def moves_out_of_turn(table: Table, move: Move) -> Because | bool:
    """Only the units of the player whose round it is move."""
    idle = first_unit(table.units(move.units), lambda unit: unit.side != table.active)
    return because(unit=idle) if idle else False


@forbids(Move, "tdw:10.1")
def moves_with_no_allowance(table: Table, move: Move) -> Because | bool:
    """Only units with a movement allowance above 0 move: assets have none."""
    still = first_unit(table.units(move.units), lambda unit: some((
        lambda: unit.type in STANDING, lambda: unit.movement <= 0
    )))
    return because(unit=still) if still else False


@forbids(Move, "tdw:10.1")
def moves_though_off_the_map(table: Table, move: Move) -> Because | bool:
    """Only units on the map move: those that come are placed first."""
    absent = first_unit(table.units(move.units), lambda unit: table.game.is_off_map(unit.facts))
    return because(unit=absent) if absent else False


@defines("tdw:10.1")
def movement_allowance(table: Table, unit: Unit, mode: str | None) -> Sum:
    """A unit has as many movement points as its allowance."""
    return _points(movement_of(unit), "tdw:10.1", unit)


def _points(amount: int, case: str, unit: Unit) -> Sum:
    return Sum((Part(amount, case, unit.id),))


@replaces(movement_allowance, "tdw:8.3")
def has_three_points_without_supply(table: Table, unit: Unit, mode: str | None) -> Sum | None:
    """Motorized units out of supply have 3 points at most; German armor goes as its third step."""
    if not every((partial(is_motorized, unit), partial(is_unsupplied, table, unit))):
        return None
    printed = UNSUPPLIED_ALLOWANCE if mode == "abandoning" else unit.movement
    return _points(min(printed, UNSUPPLIED_ALLOWANCE), "tdw:8.3", unit)


@replaces(movement_allowance, "tdw:10.5")
def has_six_points_by_motor(table: Table, unit: Unit, mode: str | None) -> Sum | None:
    """Infantry treated as motorized doubles its allowance to 6."""
    return _points(ALLOWANCE_BY_MOTOR, "tdw:10.5", unit) if mode == "motorized" else None


@replaces(has_six_points_by_motor, "tdw:14.8.4")
def airborne_have_twelve_points(table: Table, unit: Unit, mode: str | None) -> Sum | None:
    """The 101st and 82nd have 12 points by road when they enter with the first Allied chit of turn 2."""
    enters = every((
        partial(is_airborne, unit),
        lambda: division_of(unit) in AIRBORNE_ON_THE_ROAD,
        lambda: table.turn == TURN_OF_THE_AIRBORNE,
        lambda: table.phase == "reinforcement-round",
        lambda: unit.has_status("entered-this-round"),
        partial(_is_the_first_allied_chit, table),
    ))
    return _points(ALLOWANCE_OF_THE_AIRBORNE, "tdw:14.8.4", unit) if enters else None


def _is_the_first_allied_chit(table: Table) -> bool:
    """Whether the Allied Reinforcement chit in play is the first of the turn: there are two."""
    name = "allied-reinforcement-rounds"
    return bool(table.read(f"tracks.{name}", table.posted.tracks.get(name), (1, 2)) == 1)


# 10.2: how they move


@forbids(Move, "tdw:10.2")
def moves_with_others(table: Table, move: Move) -> Because | bool:
    """Units move one at a time."""
    return because(number=len(move.units)) if len(move.units) > 1 else False


@forbids(Step, "tdw:10.2")
def enters_an_enemy_hex(table: Table, step: Step) -> Because | bool:
    """No unit moves into a hex that holds an enemy combat unit."""
    by = enemy_at(table, mover(table, step.move).side, step.to)
    return because(at=step.to, by=by) if by else False


@forbids(Step, "tdw:10.2")
def crosses_a_prohibited_side(table: Table, step: Step) -> Because | bool:
    """No unit crosses a prohibited side."""
    barred = table.side_has(step.start, step.to, "prohibited", ordinary=False)
    return because(at=step.to, start=step.start) if barred else False


# 10.2.1: limits


@computes(Move, "allowance", "tdw:10.1")
def points_to_spend(table: Table, move: Move) -> Sum | None:
    """A unit spends points up to its allowance; an emergency retreat takes none."""
    if move.mode == "emergency":
        return None
    found: Sum = movement_allowance(table, mover(table, move), move.mode)
    return found


@forbids(Move, "tdw:10.2.1")
def spends_more_than_it_has(table: Table, move: Move) -> Because | bool:
    """A unit has the points of this round alone, and none that others lend it."""
    if move.path is None:
        return False
    left = movement_allowance(table, mover(table, move), move.mode).total
    cost = known(partial(path_cost, table, move))
    if cost is None and (cost := _least_cost(table, move)) <= left:
        cost = path_cost(table, move)
    return because(at=move.path[-1], cost=in_halves(cost), allowance=in_halves(left)) if cost > left else False


def in_halves(points: float) -> float:
    """Points as they are spoken: 2, not 2.0, and 2.5."""
    return int(points) if points == int(points) else points


def _least_cost(table: Table, move: Move) -> float:
    """What a move costs at the very least, by what is known."""
    return least_path_cost(table, move, LEAST_A_HEX_COSTS)


@forbids(Move, "tdw:10.2.1")
def moves_again(table: Table, move: Move) -> Because | bool:
    """A unit moves once in a round."""
    done = first_unit(table.units(move.units), lambda unit: unit.has_status("moved"))
    return because(unit=done) if done else False


# 10.5: infantry by motor


@forbids(Move, "tdw:10.5")
def has_no_motors(table: Table, move: Move) -> Because | bool:
    """Only Allied infantry, and German infantry that enters or has the Motorized marker, moves as motorized."""
    if move.mode != "motorized":
        return False
    without = first_unit(table.units(move.units), lambda unit: not may_be_motorized(table, unit))
    return because(unit=without) if without else False


@defines("tdw:10.5")
def may_be_motorized(table: Table, unit: Unit) -> bool:
    """All Allied infantry may; German infantry in the turn in which it enters, or with the marker."""
    return every((
        partial(is_infantry, table, unit),
        lambda: some((
            partial(is_allied, unit),
            partial(carries_the_marker, table, unit),
            lambda: unit.has_status("entered-this-turn"),
            lambda: unit.has_status("entered-this-round"),
        )),
    ))


@defines("tdw:12.6")
def carries_the_marker(table: Table, unit: Unit) -> bool:
    """The Motorized marker has come off a unit that is adjacent to an Allied one."""
    return every((lambda: unit.has_status("motorized"), lambda: not enemy_next_to(table, unit.side, unit.hex)))


@forbids(Move, "tdw:10.5")
def starts_by_motor_off_the_road(table: Table, move: Move) -> Because | bool:
    """Infantry is treated as motorized only if it starts on a road."""
    if move.mode != "motorized":
        return False
    start = mover(table, move).hex
    return False if is_road_hex(table, start) else because(at=start)


@forbids(Step, "tdw:10.5")
def leaves_the_road_by_motor(table: Table, step: Step) -> Because | bool:
    """Infantry treated as motorized moves along roads, at their rate, for the whole of its move."""
    off = step.move.mode == "motorized" and not takes_the_road(table, step)
    return because(at=step.to, start=step.start) if off else False
