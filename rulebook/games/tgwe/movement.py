"""Chapter 8, who moves, when and how far (8.0 to 8.26), in the book's order. The ground is in terrain_costs.py."""

from functools import partial
from itertools import chain

from rulebook.actions import Attack, Move, Place, Stack, Step, arriving_ids
from rulebook.facts import every, known, some
from rulebook.games.tgwe.battle import has_enemy_fort
from rulebook.games.tgwe.calendar import month, this_month
from rulebook.games.tgwe.ground import enemy_combat_unit_at, is_on, neighbours, theatre_of
from rulebook.games.tgwe.pieces import is_american, is_cavalry, is_combat_unit, is_hq, is_known_off_the_map, is_tank
from rulebook.games.tgwe.sequence import MOVEMENT, moving_side
from rulebook.games.tgwe.shock_troops import is_assault
from rulebook.games.tgwe.shortage import ends_in_want
from rulebook.games.tgwe.stacking import LIMITS, stack_in
from rulebook.games.tgwe.terrain_costs import CLEAR_COST, is_on_foot
from rulebook.mechanics.paths import least_step_cost, path_cost
from rulebook.mechanics.stacking import two_that_differ
from rulebook.mechanics.units import first_unit
from rulebook.rules import (
    Because,
    Part,
    Sum,
    because,
    computes,
    contested,
    defines,
    forbids,
    obliges,
    permits,
    replaces,
    unless,
)
from rulebook.table import Table, Unit

LAST_OF_FREE_MOVEMENT = month(1914, "oct")
HEADQUARTERS_SLOW_FROM = month(1915, "jan-feb")
SLOW_FRONTS = ("western", "italian")
Way = tuple[str, ...]


def side_of(table: Table, move: Move | Step) -> str:
    return table.unit((move.move if isinstance(move, Step) else move).units[0]).side


def way_of(table: Table, move: Move) -> Way:
    """The hexes of a move: where no path is told, the one that it starts in."""
    return move.path or (table.unit(move.units[0]).hex,)


# 8.0 and 8.11: who moves, and when


@forbids(Move, "tgwe:8.0")
def moves_though_off_the_map(table: Table, move: Move) -> Because | bool:
    """Only units on the map make an operational move."""
    absent = first_unit(table.units(move.units), is_known_off_the_map) if is_on_foot(move) else None
    return because(unit=absent) if absent else False


@forbids(Move, "tgwe:8.0")
def moves_again(table: Table, move: Move) -> Because | bool:
    """A unit that was moved does not move again in the phase."""
    done = first_unit(table.units(move.units), lambda unit: unit.has_status("moved")) if is_on_foot(move) else None
    return because(unit=done) if done else False


@unless(moves_again, "tgwe:8.0")
def opponent_lets_it_move_again(table: Table, move: Move) -> bool:
    """A player may move a unit again if his opponent agrees."""
    return not first_unit(table.units(move.units), lambda unit: every((
        partial(unit.has_status, "moved"), lambda: not unit.has_status("released")
    )))


@forbids(Move, "tgwe:8.11")
def moves_out_of_its_turn(table: Table, move: Move) -> Because | bool:
    """In a Mutual Movement Phase a side moves only in the Theatre that the initiative gives it."""
    if not is_on_foot(move):
        return False
    idle = some((
        lambda: table.phase not in MOVEMENT,
        lambda: moving_side(table, theatre_of(table, way_of(table, move)[0])) != side_of(table, move),
    ))
    return because(side=side_of(table, move), phase=table.phase) if idle else False


@forbids(Attack, "tgwe:8.11")
def fights_in_a_movement_phase(table: Table, attack: Attack) -> Because | bool:
    """There is no combat in the Mutual Movement Phases."""
    return because(phase=table.phase) if table.phase in MOVEMENT else False


# 8.13: one hex at least


@forbids(Move, "tgwe:8.13")
def has_no_points_at_all(table: Table, move: Move) -> Because | bool:
    """A unit with a movement capacity of zero never moves."""
    still = first_unit(table.units(move.units), lambda unit: unit.movement <= 0) if is_on_foot(move) else None
    return because(unit=still) if still else False


# 8.14: twice the points in the West


@defines("tgwe:8.0")
def allowance_of(table: Table, unit: Unit, way: Way) -> Sum:
    """A unit has the movement points printed on its counter."""
    return Sum((Part(unit.movement, "tgwe:8.0", unit.id),))


@replaces(allowance_of, "tgwe:8.14")
def has_twice_its_points(table: Table, unit: Unit, way: Way) -> Sum | None:
    """Units of the Western Theatre have twice the points printed."""
    if not moves_at_double(table, unit, way):
        return None
    return Sum((Part(unit.movement, "tgwe:8.0", unit.id), Part(unit.movement, "tgwe:8.14", unit.id)))


@defines("tgwe:8.14")
def moves_at_double(table: Table, unit: Unit, way: Way) -> bool:
    """On the Western, Italian and Egyptian Fronts the movement capacity of all units is doubled."""
    return theatre_of(table, way[0]) == "west"


@unless(moves_at_double, "tgwe:8.14")
def is_slowed_by_the_trenches(table: Table, unit: Unit, way: Way) -> bool:
    """After October 1914 that of combat units on the Western and Italian Fronts is not."""
    return every((
        lambda: is_on(table, way[0], *SLOW_FRONTS),
        partial(is_combat_unit, unit),
        lambda: this_month(table) > LAST_OF_FREE_MOVEMENT,
    ))


@unless(is_slowed_by_the_trenches, "tgwe:8.14")
def some_keep_their_pace(table: Table, unit: Unit, way: Way) -> bool:
    """Shock troops, US units and Allied tanks keep it."""
    return bool(some((
        partial(is_american, unit), partial(is_allied_tank, unit), lambda: is_assault(table, unit, way[0])
    )))


def is_allied_tank(unit: Unit) -> bool:
    return every((partial(is_tank, unit), lambda: unit.side == "allied"))


@unless(is_slowed_by_the_trenches, "tgwe:8.14")
def tanks_lead_the_way(table: Table, unit: Unit, way: Way) -> bool:
    """Combat units stacked with Allied tanks keep it."""
    return unit.side == "allied" and table.someone_at(way[0], is_allied_tank) is not None


@unless(is_slowed_by_the_trenches, "tgwe:8.14")
def starts_out_of_contact(table: Table, unit: Unit, way: Way) -> bool:
    """Combat units other than cavalry keep it if they do not start next to an enemy combat unit."""
    return every((lambda: not is_cavalry(unit), lambda: not _began_in_contact(table, unit, way)))


def _began_in_contact(table: Table, unit: Unit, way: Way) -> bool:
    """Whether a unit began its move next to an enemy combat unit; of one that halted on its way, its status tells."""
    return unit.has_status("was-in-contact") if _has_halted(unit) else bool(enemy_next_to(table, unit.side, way[0]))


def _has_halted(unit: Unit) -> bool:
    """Whether a unit is told to have halted on its way: one of which nothing is told begins its move (8.18)."""
    return bool(known(partial(is_paused, unit)))


@unless(is_slowed_by_the_trenches, "tgwe:8.14")
def cavalry_keeps_its_distance(table: Table, unit: Unit, way: Way) -> bool:
    """Cavalry keeps it if it comes next to no enemy combat unit as it moves."""
    return every((partial(is_cavalry, unit), lambda: not comes_into_contact(table, unit, way)))


@defines("tgwe:8.14")
def comes_into_contact(table: Table, unit: Unit, way: Way) -> bool:
    """Cavalry comes into contact where it enters a hex next to an enemy combat unit; where it starts does not count."""
    return _meets_enemies(table, unit, way if _has_halted(unit) else way[1:])


@contested(comes_into_contact)
def is_ever_in_contact(table: Table, unit: Unit, way: Way) -> bool:
    """Cavalry that starts next to an enemy combat unit is in contact as well."""
    return _meets_enemies(table, unit, way)


def _meets_enemies(table: Table, unit: Unit, hexes: Way) -> bool:
    """Whether an enemy combat unit is next to one of these hexes, or was next to the way behind one that halted."""
    return bool(some((
        lambda: _has_halted(unit) and unit.has_status("was-in-contact"),
        *(partial(enemy_next_to, table, unit.side, number) for number in hexes),
    )))


def enemy_next_to(table: Table, side: str, number: str) -> Unit | None:
    """An enemy combat unit next to a hex."""
    return table.once(_enemy_next_to, side, number)


def _enemy_next_to(table: Table, side: str, number: str) -> Unit | None:
    found: Unit | None = some(partial(enemy_combat_unit_at, table, side, near) for near in neighbours(table, number))
    return found


@computes(Move, "allowance", "tgwe:8.17")
def slowest_unit_sets_the_pace(table: Table, move: Move) -> Sum | None:
    """A stack has the points of its slowest unit."""
    if not is_on_foot(move):
        return None
    found: list[Sum] = [allowance_of(table, unit, way_of(table, move)) for unit in table.units(move.units)]
    return min(found, key=lambda allowance: allowance.total)


# 8.15: headquarters that hurry


@obliges(Move, "tgwe:8.15")
def hurried_headquarters_is_depleted(table: Table, move: Move) -> Because | bool:
    """From January 1915 a headquarters of the Western Front that moves farther than printed is turned to Depleted."""
    if not is_on_foot(move) or not move.path:
        return False
    found: Because | None = some(partial(_hurries, table, move, unit) for unit in table.units(move.units))
    return found or False


def _hurries(table: Table, move: Move, unit: Unit) -> Because | None:
    hurries = every((
        partial(is_hq, unit),
        lambda: is_on(table, way_of(table, move)[0], "western"),
        lambda: this_month(table) >= HEADQUARTERS_SLOW_FROM,
        lambda: not unit.has_status("depleted"),
        lambda: points_spent(table, unit) + cost_of_way(table, move) > unit.movement,
    ))
    return because(unit=unit) if hurries else None


# 8.16 to 8.18: friends, and stacks


@permits(Step, "tgwe:8.16")
def passes_friends(table: Table, step: Step) -> Because | bool:
    """Units enter and pass hexes with friendly units freely, whatever the stacking there."""
    if not is_on_foot(step.move):
        return False
    side = side_of(table, step)
    friend = table.someone_at(step.to, lambda unit: unit.side == side and unit.id not in step.move.units)
    return because(at=step.to, unit=friend) if friend else False


@forbids(Move, "tgwe:8.17")
def moves_with_others_than_its_stack(table: Table, move: Move) -> Because | bool:
    """Units move together only if they began the phase stacked together."""
    if not is_on_foot(move):
        return False
    pair = some((
        lambda: two_that_differ(table.units(move.units), lambda unit: unit.hex),
        lambda: two_that_differ(table.units(move.units), is_paused),
    ))
    return because(unit=pair[0], other=pair[1]) if pair else False


def is_paused(unit: Unit) -> bool:
    """Whether a unit halted on its way for others to leave its stack, and may go on."""
    return unit.has_status("paused")


def points_spent(table: Table, unit: Unit) -> int:
    """The movement points that a unit spent before its stack halted."""
    return table.track("points-spent") if is_paused(unit) else 0


@permits(Move, "tgwe:8.18")
def goes_on_after_a_halt(table: Table, move: Move) -> Because | bool:
    """A stack may halt for some of its units to leave it, and each part may then go on."""
    going = first_unit(table.units(move.units), is_paused) if is_on_foot(move) else None
    return because(unit=going) if going else False


# 8.21 and 8.25: the points


@defines("tgwe:8.25")
def cost_of_way(table: Table, move: Move) -> float:
    """All that the ground and the weather cost adds up."""
    return path_cost(table, move)


@forbids(Move, "tgwe:8.21")
def spends_more_than_it_has(table: Table, move: Move) -> Because | bool:
    """No unit enters a hex for which it has not the points."""
    if not is_on_foot(move) or move.path is None:
        return False
    found: Because | None = some(partial(_falls_short, table, move, unit) for unit in table.units(move.units))
    return found or False


def _falls_short(table: Table, move: Move, unit: Unit) -> Because | None:
    """Whether a unit lacks the points, be it by the facts that are known alone: each pays for itself."""
    alone, spent = _alone(move, unit), points_spent(table, unit)
    cost = known(partial(cost_of_way, table, alone))
    if cost is not None and spent + cost <= unit.movement:
        return None
    left = allowance_of(table, unit, way_of(table, move)).total - spent
    if cost is None and (cost := _least_cost(table, alone)) <= left:
        cost = cost_of_way(table, alone)
    return because(at=way_of(table, move)[-1], unit=unit, cost=int(cost), allowance=int(left)) if cost > left else None


def _alone(move: Move, unit: Unit) -> Move:
    """The same move by one of its units."""
    return move if len(move.units) == 1 else move.model_copy(update={"units": (unit.id,)})


def _least_cost(table: Table, move: Move) -> float:
    """What a move costs at the very least, by what is known."""
    return sum(max(CLEAR_COST, least_step_cost(table, step)) for step in move.steps)


@unless(spends_more_than_it_has, "tgwe:8.13")
def may_always_move_one_hex(table: Table, move: Move) -> bool:
    """A unit may always go one hex in a turn, whatever it costs, if nothing closes it."""
    return len(move.steps) == 1 and not first_unit(table.units(move.units), is_paused)


# 8.22: the enemy


@forbids(Step, "tgwe:8.22")
def enters_an_enemy_hex(table: Table, step: Step) -> Because | bool:
    """No unit enters a hex that an enemy combat unit holds."""
    by = enemy_combat_unit_at(table, side_of(table, step), step.to) if is_on_foot(step.move) else None
    return because(at=step.to, by=by) if by else False


@forbids(Step, "tgwe:8.22")
def enters_an_enemy_fort(table: Table, step: Step) -> Because | bool:
    """No unit enters the hex of an intact enemy fort or heavy fort."""
    shut = is_on_foot(step.move) and has_enemy_fort(table, side_of(table, step), step.to)
    return because(at=step.to) if shut else False


@forbids((Place, Stack), "tgwe:8.22")
def stands_in_an_enemy_fort(table: Table, action: Place | Stack) -> Because | bool:
    """Nor does any unit stand there, be it placed or stacked."""
    units = table.units(arriving_ids(action))
    shut = units and has_enemy_fort(table, units[0].side, action.hex)
    return because(at=action.hex, unit=units[0]) if shut else False


@obliges(Move, "tgwe:8.22")
def overruns_a_headquarters(table: Table, move: Move) -> Because | bool:
    """A headquarters alone in a hex that an enemy combat unit enters is eliminated at once."""
    if not is_on_foot(move) or not first_unit(table.units(move.units), is_combat_unit):
        return False
    side = side_of(table, move)
    met = some(partial(_enemy_hq_at, table, side, number) for number in way_of(table, move)[1:])
    return because(at=met.hex, unit=met) if met else False


def _enemy_hq_at(table: Table, side: str, number: str) -> Unit | None:
    found: Unit | None = table.someone_at(number, lambda unit: unit.side != side and is_hq(unit))
    return found


# 8.23 and 8.26: where a move ends


@forbids(Move, "tgwe:8.23")
def leaves_a_hex_overstacked(table: Table, move: Move) -> Because | bool:
    """No unit ends a movement phase over the stacking limits: those that have moved already cannot make room."""
    if not is_on_foot(move) or not move.path:
        return False
    arriving = tuple(table.units(move.units))
    stack = stack_in(table, move.path[-1], arriving)
    if not _is_over_a_limit(table, stack, arriving):
        return False
    settled = tuple(unit for unit in stack if unit in arriving or unit.has_status("moved"))
    return because(at=move.path[-1]) if some(partial(limit, table, settled) for limit in LIMITS) else False


def _is_over_a_limit(table: Table, stack: tuple[Unit, ...], arriving: tuple[Unit, ...]) -> bool:
    return bool(some(chain(
        (partial(limit, table, stack) for limit in LIMITS), (partial(table.others_may_be, arriving),)
    )))


@forbids(Move, "tgwe:8.26")
def ends_out_of_supply(table: Table, move: Move) -> Because | bool:
    """No unit ends its move of its own will in a hex where it is out of supply."""
    if not is_on_foot(move) or not move.path:
        return False
    end, party = move.path[-1], tuple(table.units(move.units))
    lost = first_unit(party, lambda unit: ends_in_want(table, unit, end, party))
    return because(at=end, unit=lost) if lost else False
