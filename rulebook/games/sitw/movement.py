"""Chapter 12, regular movement, in the book's order. Terrain costs are in data/sitw/tables/terrain.csv."""

from functools import partial

from rulebook import printed
from rulebook.actions import Advance, Move, Party, Retreat, Step
from rulebook.facts import every, known, some
from rulebook.games.sitw.components import movement_factor
from rulebook.games.sitw.pieces import is_agb
from rulebook.games.sitw.supply import halves_movement
from rulebook.games.sitw.weather import is_flooded, is_swollen
from rulebook.mechanics.paths import least_path_cost, path_cost
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, costs, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

TERRAIN = {row["terrain"]: row for row in printed.table("sitw", "terrain")}
MAJOR_RIVER_COST = 1
TRENCH_COST = 1
LEAST_A_HEX_COSTS = min(int(row["dry"]) for row in TERRAIN.values())
MOST_A_HEX_COSTS = max(int(row["wet"]) for row in TERRAIN.values()) + MAJOR_RIVER_COST + TRENCH_COST
ON_FOOT = ("regular", "infiltration")
NOT_IN_PLAY = ("unplaced", "withdrawn", "just-evacuated")


def is_regular(move: Move | Step) -> bool:
    return (move.move if isinstance(move, Step) else move).mode == "regular"


def side_of(table: Table, move: Move | Party) -> str:
    return table.unit(move.units[0]).side


def has_moved(unit: Unit) -> bool:
    """Whether a unit was moved in this phase: its move is finished, or its stack has paused on the way."""
    return bool(some((partial(unit.has_status, "moved"), partial(unit.has_status, "paused"))))


def is_paused(unit: Unit) -> bool:
    return unit.has_status("paused")


def is_off_map(unit: Unit) -> bool:
    """Whether a unit is known to be off the map: waiting to enter, dead, or out of the game."""
    return unit.game.is_off_map(unit.facts)


# 12.1: when, and how far


@forbids((Move, Retreat, Advance), "sitw:12.1")
def moves_out_of_its_phase(table: Table, action: Move | Retreat | Advance) -> Because | bool:
    """Units move only in the movement phases of their own player turn."""
    if isinstance(action, Move) and not is_regular(action):
        return False
    late = some((lambda: table.phase != "regular-movement", lambda: first_unit(
        table.units(action.units), lambda unit: unit.side != table.active
    )))
    return because(phase="regular-movement") if late else False


@unless(moves_out_of_its_phase, "sitw:13.30")
def retreats_after_combat(table: Table, action: Move | Retreat | Advance) -> bool:
    """Retreat after combat is no movement, and takes place in the enemy's player turn."""
    return isinstance(action, Retreat)


@unless(moves_out_of_its_phase, "sitw:13.33")
def advances_after_combat(table: Table, action: Move | Retreat | Advance) -> bool:
    """Advance after combat is no movement, and takes place in the combat phases."""
    return isinstance(action, Advance)


@forbids(Move, "sitw:12.1")
def moves_though_not_in_play(table: Table, move: Move) -> Because | bool:
    """Only units on the map, or that come onto it, move: not those withdrawn, just evacuated or not set up yet."""
    absent = first_unit(table.units(move.units), _is_not_in_play)
    return because(unit=absent) if absent else False


def _is_not_in_play(unit: Unit) -> bool:
    return not unit.is_placed and bool(some(partial(unit.has_status, word) for word in NOT_IN_PLAY))


@defines("sitw:12.1")
def movement_allowance(table: Table, unit: Unit) -> Sum:
    """A unit has as many movement points as its factor; half of them, rounded up, where it is short of supply."""
    full: Sum = movement_factor(table, unit)
    case = halves_movement(table, unit)
    return Sum((*full.parts, Part(-(full.total // 2), case, unit.id))) if case else full


@forbids(Move, "sitw:12.1")
def spends_more_than_its_allowance(table: Table, move: Move) -> Because | bool:
    """A move never costs more movement points than its units have."""
    if not is_regular(move) or move.path is None:
        return False
    return some(partial(_falls_short, table, move, unit) for unit in table.units(move.units)) or False


def _falls_short(table: Table, move: Move, unit: Unit) -> Because | None:
    """Whether a unit lacks the points, be it by the facts that are known alone."""
    left, steps = movement_allowance(table, unit).total, move.steps
    least = least_path_cost(table, move, LEAST_A_HEX_COSTS)
    if least <= left:
        left -= points_spent(table, unit)
    if len(steps) * MOST_A_HEX_COSTS <= left:
        return None
    cost = least if least > left else path_cost(table, move)
    return because(at=steps[-1].to, unit=unit, cost=cost, allowance=left) if cost > left else None


def points_spent(table: Table, unit: Unit) -> int:
    """The movement points that a unit's stack spent before it paused."""
    return table.track("points-spent", ordinary=0) if is_paused(unit) else 0


# 12.2 to 12.4: limits


@forbids(Move, "sitw:12.2")
def moves_again(table: Table, move: Move) -> Because | bool:
    """A unit that was moved may not move again in that phase."""
    moved = first_unit(table.units(move.units), has_moved) if is_regular(move) else None
    return because(unit=moved) if moved else False


@unless(moves_again, "sitw:12.2")
def opponent_lets_it_move_again(table: Table, move: Move) -> bool:
    """A player may change the place of a unit already moved if his opponent agrees."""
    held = first_unit(table.units(move.units), lambda unit: not unit.has_status("released") and has_moved(unit))
    return held is None


@unless(spends_more_than_its_allowance, "sitw:12.3")
def may_always_move_one_hex(table: Table, move: Move) -> bool:
    """Any unit may go one hex in the phase by spending all its movement points."""
    return len(move.steps) == 1 and not first_unit(table.units(move.units), is_paused)


@forbids(Step, "sitw:12.3")
def enters_impassable_ground(table: Table, step: Step) -> Because | bool:
    """No unit enters a sea hex or crosses an all-sea or Dutch side, were it for one hex only."""
    closed = is_regular(step) and some((
        lambda: table.once(is_sea, step.to),
        lambda: table.side_has(step.start, step.to, "sea", ordinary=False),
        lambda: table.side_has(step.start, step.to, "dutch", ordinary=False),
    ))
    return because(at=step.to, start=step.start) if closed else False


def is_sea(table: Table, number: str) -> bool:
    """Whether a hex is sea; one that a side controls, or that holds units, is land (3.5)."""
    is_held = table.units_at(number) or known(partial(table.control, number))
    return table.terrain(number) == "sea" if known(partial(table.terrain, number)) or not is_held else False


@forbids(Step, "sitw:12.4")
def enters_enemy_hex(table: Table, step: Step) -> Because | bool:
    """A unit never enters a hex that holds enemy units."""
    by = _enemy_in(table, step.move, step.to)
    return because(at=step.to, by=by) if by else False


@forbids((Retreat, Advance), "sitw:12.4")
def enters_enemy_hex_after_combat(table: Table, action: Retreat | Advance) -> Because | bool:
    """A unit that retreats or advances after combat never enters a hex that holds enemy units."""
    hexes = action.path[1:] if isinstance(action, Retreat) else (action.to,)
    by = some(partial(_enemy_in, table, Party(action.units, None), number) for number in hexes)
    return because(at=by.hex, by=by) if by else False


def _enemy_in(table: Table, party: Party, there: str) -> Unit | None:
    side = side_of(table, party)
    found: Unit | None = table.someone_at(there, lambda unit: unit.side != side)
    return found


# 12.5 to 12.7: stacks


@forbids(Move, "sitw:12.5")
def moves_with_units_it_did_not_start_with(table: Table, move: Move) -> Because | bool:
    """Only units that begin the phase stacked together move together."""
    first, *others = table.units(move.units)
    stranger = first_unit(others, partial(_starts_apart, move, first)) if move.mode in ON_FOOT else None
    return because(unit=stranger, by=first) if stranger else False


def _starts_apart(move: Move, one: Unit, other: Unit) -> bool:
    """Whether two units stand apart, or met when one of them had already set out."""
    return bool(some((
        lambda: is_off_map(one) != is_off_map(other),
        lambda: move.path is None and one.hex != other.hex,
        lambda: is_regular(move) and is_paused(one) != is_paused(other),
    )))


@permits(Move, "sitw:12.5")
def may_leave_its_stack(table: Table, move: Move) -> Because | bool:
    """Units that begin the phase in one hex may move together, one by one, or in smaller stacks."""
    if move.mode not in ON_FOOT:
        return False
    start, side = table.unit(move.units[0]).hex, side_of(table, move)
    left = first_unit(table.units_at(start), lambda unit: unit.id not in move.units and unit.side == side)
    return because(at=start, unit=left) if left else False


@unless(moves_again, "sitw:12.6")
def paused_stack_goes_on(table: Table, move: Move) -> bool:
    """A moving stack may pause while some of its units go their own way, and then go on."""
    return not first_unit(table.units(move.units), lambda unit: unit.has_status("moved"))


@obliges(Move, "sitw:12.6")
def ends_the_move_of_a_paused_stack(table: Table, move: Move) -> Because | bool:
    """Once another stack, or a unit from another hex, has begun to move, a paused stack may not go on."""
    if not is_regular(move) or first_unit(table.units(move.units), is_paused):
        return False
    waiting = first_unit(table.units(), is_paused) if table.may_have_status("paused") else None
    return because(unit=waiting) if waiting else False


@computes(Move, "allowance", "sitw:12.7")
def slowest_unit_sets_the_pace(table: Table, move: Move) -> Sum | None:
    """A stack moves at the pace of its slowest unit."""
    if not is_regular(move):
        return None
    return min((_points_left(table, unit) for unit in table.units(move.units)), key=lambda left: left.total)


def _points_left(table: Table, unit: Unit) -> Sum:
    """A unit's movement points, less those that its stack is known to have spent before it paused."""
    full: Sum = movement_allowance(table, unit)
    spent = points_spent(table, unit) if known(partial(is_paused, unit)) else 0
    return Sum((*full.parts, Part(-spent, "sitw:12.6", unit.id))) if spent else full


# 12.8 and 12.9: natural terrain


@defines("sitw:12.8")
def natural_terrain(table: Table, number: str) -> str:
    """A hex has one type of natural terrain; a flood plain has the one that the weather makes of it."""
    terrain = table.terrain(number)
    if terrain != "flood-plain":
        return terrain
    return "marsh" if is_flooded(table, number) else "clear"


def _cost_of(table: Table, step: Step, terrain: str) -> int:
    if not pays_for_terrain(table, step.move) or table.terrain(step.to) != terrain:
        return 0
    row = TERRAIN[natural_terrain(table, step.to)]
    return int(row["dry"] if row["dry"] == row["wet"] else row[table.weather])


@costs(Step, "sitw:12.9.1")
def clear_cost(table: Table, step: Step) -> int:
    """Clear terrain costs 1."""
    return _cost_of(table, step, "clear")


@costs(Step, "sitw:12.9.2")
def forest_cost(table: Table, step: Step) -> int:
    """Forest costs 1 when dry, 2 when wet."""
    return _cost_of(table, step, "forest")


@costs(Step, "sitw:12.9.3")
def rough_cost(table: Table, step: Step) -> int:
    """Rough terrain costs 1."""
    return _cost_of(table, step, "rough")


@costs(Step, "sitw:12.9.4")
def devastated_cost(table: Table, step: Step) -> int:
    """Devastated terrain costs 2."""
    return _cost_of(table, step, "devastated")


@costs(Step, "sitw:12.9.5")
def marsh_cost(table: Table, step: Step) -> int:
    """Marsh costs 2."""
    return _cost_of(table, step, "marsh")


@forbids(Step, "sitw:12.9.5")
def agb_enters_marsh(table: Table, step: Step) -> Because | bool:
    """The AGB never enters a marsh hex, nor a flood plain in wet weather."""
    return _agb_enters(table, step, "marsh")


@costs(Step, "sitw:12.9.6")
def flood_plain_cost(table: Table, step: Step) -> int:
    """A flood plain costs as clear terrain when dry, as marsh when wet."""
    return _cost_of(table, step, "flood-plain")


@costs(Step, "sitw:12.9.7")
def mountain_cost(table: Table, step: Step) -> int:
    """Mountain costs 2."""
    return _cost_of(table, step, "mountain")


@forbids(Step, "sitw:12.9.7")
def agb_enters_mountain(table: Table, step: Step) -> Because | bool:
    """The AGB never enters a mountain hex."""
    return _agb_enters(table, step, "mountain")


def _agb_enters(table: Table, step: Step, terrain: str) -> Because | bool:
    entered = is_regular(step) and every((
        lambda: first_unit(table.units(step.move.units), is_agb),
        lambda: natural_terrain(table, step.to) == terrain,
    ))
    return because(at=step.to, terrain=terrain) if entered else False


@costs(Step, "sitw:12.9.8")
def wet_river_cost(table: Table, step: Step) -> int:
    """Crossing a river is free when dry, and costs as a major river when wet."""
    crossed = pays_for_terrain(table, step.move) and every((
        lambda: is_swollen(table, step.start, step.to),
        lambda: not table.side_has(step.start, step.to, "major-river"),
    ))
    return MAJOR_RIVER_COST if crossed else 0


@costs(Step, "sitw:12.9.9")
def major_river_cost(table: Table, step: Step) -> int:
    """Crossing a major river costs 1 more."""
    crossed = pays_for_terrain(table, step.move) and table.side_has(step.start, step.to, "major-river")
    return MAJOR_RIVER_COST if crossed else 0


# 12.10 and 12.11: artificial terrain, and the whole cost


@permits(Step, "sitw:12.10.1")
def towns_cost_nothing(table: Table, step: Step) -> Because | bool:
    """Towns and cities have no effect on regular or infiltration movement."""
    return step.move.mode in ON_FOOT and _costs_nothing(table, step, "town", "city")


def _costs_nothing(table: Table, step: Step, *features: str) -> Because | bool:
    there = (partial(_named, table, step.to, feature) for feature in features)
    feature = some(there)
    return because(at=step.to, feature=feature) if feature else False


def _named(table: Table, number: str, feature: str) -> str | None:
    return feature if table.has_feature(number, feature) else None


@costs(Step, "sitw:12.10.2")
def allied_trench_cost(table: Table, step: Step) -> int:
    """Allied trenches cost German units 1 more."""
    return _trench_cost(table, step, "allied-trench", "german")


@costs(Step, "sitw:12.10.3")
def german_main_trench_cost(table: Table, step: Step) -> int:
    """German main trenches cost Allied units 1 more."""
    return _trench_cost(table, step, "german-main-trench", "allied")


def _trench_cost(table: Table, step: Step, feature: str, payer: str) -> int:
    entered = pays_for_terrain(table, step.move) and every((
        lambda: side_of(table, step.move) == payer, lambda: table.has_feature(step.to, feature)
    ))
    return TRENCH_COST if entered else 0


@permits(Step, "sitw:12.10.4")
def secondary_trenches_cost_nothing(table: Table, step: Step) -> Because | bool:
    """German secondary trenches have no effect on movement."""
    return is_regular(step) and _costs_nothing(table, step, "german-secondary-trench")


@permits(Step, "sitw:12.10.5")
def fortresses_cost_nothing(table: Table, step: Step) -> Because | bool:
    """Fortresses have no effect on movement."""
    return is_regular(step) and _costs_nothing(table, step, "french-fortress", "german-fortress")


@defines("sitw:12.11")
def pays_for_terrain(table: Table, party: Party) -> bool:
    """Entering a hex costs the sum of all the terrain that is entered and crossed."""
    return party.mode in ON_FOOT


@unless(pays_for_terrain, "sitw:15.4")
def infiltrators_pay_nothing(table: Table, party: Party) -> bool:
    """Infiltrating units pay no terrain costs."""
    return party.mode == "infiltration"
