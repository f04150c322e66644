"""Chapter 10, blowing and rebuilding bridges (10.6.1, 10.6.2, 12.4.3), and the one at Ouren (10.6.3)."""

from functools import partial
from itertools import pairwise
from typing import Any

from rulebook import printed
from rulebook.actions import Advance, Bridge, Move, Party, Retreat, Roll, Step
from rulebook.facts import Unknown, every, some
from rulebook.games.tdw.boundaries import crosses_an_army_boundary, leaves_the_british_zone, the_14th_strays
from rulebook.games.tdw.costs import PRICES, enters_forest_without_the_road
from rulebook.games.tdw.emergency import leaves_the_door
from rulebook.games.tdw.ground import army_zone, friend_at, is_blown, is_bridged
from rulebook.games.tdw.held import crosses_the_meuse_too_soon, goes_too_far_from_j
from rulebook.games.tdw.movement import (
    LEAST_A_HEX_COSTS,
    crosses_a_prohibited_side,
    enters_an_enemy_hex,
    movement_allowance,
    moves_again,
    moves_out_of_turn,
    moves_though_off_the_map,
    moves_with_no_allowance,
    moves_without_a_chit,
)
from rulebook.games.tdw.pieces import is_armor, is_engineer, is_motorized
from rulebook.games.tdw.roads import mover
from rulebook.games.tdw.rounds import (
    a_fourth_unit_reacts,
    moves_after_attacking,
    moves_after_attacking_on_arrival,
    moves_after_patton_attacked,
    moves_after_reacting_by_attack,
    moves_after_the_formations_attacked,
    moves_after_the_panzers_attacked,
    moves_after_those_called_up_attacked,
    reacts_too_soon,
)
from rulebook.games.tdw.shortage import moves_tanks_without_supply
from rulebook.games.tdw.zones import goes_on_in_enemy_zoc, moves_from_zone_to_zone
from rulebook.hexes import side_key
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

ENGINEERS, AFTER_RETREAT, AFTER_DEFENSE, REBUILD = "engineers", "after-retreat", "after-defense", "rebuild"
REACH = 3
DESTROYED_ON = (1, 2, 3)
OUREN = next(side_key(row["one"], row["other"]) for row in printed.table("tdw", "bridges") if row["name"] == "Ouren")
TURN_OF_OUREN = 1
REBUILT = {
    "6th-panzer-army": "bridge-rebuilt-6th-panzer", "5th-panzer-army": "bridge-rebuilt-5th-panzer",
    "7th-army": "bridge-rebuilt-7th",
}
ROUNDS_OF_MOVEMENT = (
    "movement-round", "first-reaction", "second-reaction", "5th-panzer-round", "6th-panzer-round", "all-german-round",
    "one-army-round", "three-formations-round", "reinforcement-round", "patton-round", "monty-movement-round",
)

BARS_TO_MOVING = (
    moves_out_of_turn, moves_without_a_chit, moves_with_no_allowance, moves_though_off_the_map, leaves_the_door,
    moves_again, a_fourth_unit_reacts, reacts_too_soon, moves_after_reacting_by_attack, moves_after_attacking,
    moves_after_the_panzers_attacked, moves_after_those_called_up_attacked, moves_after_the_formations_attacked,
    moves_after_attacking_on_arrival, moves_after_patton_attacked, moves_tanks_without_supply,
)
BARS_TO_CROSSING = (
    enters_an_enemy_hex, crosses_a_prohibited_side, crosses_an_army_boundary, leaves_the_british_zone, the_14th_strays,
    crosses_the_meuse_too_soon, goes_too_far_from_j, enters_forest_without_the_road,
)
BARS_OF_ZONES = (goes_on_in_enemy_zoc, moves_from_zone_to_zone)


def spoken(bridge: Bridge) -> str:
    return "/".join(bridge.sides)


# 10.6.1: what can be blown, and when


@forbids(Bridge, "tdw:10.6.1")
def blows_no_bridge(table: Table, bridge: Bridge) -> Because | bool:
    """Only a bridge that stands can be destroyed."""
    stands = bridge.mode == REBUILD or is_bridged(table, *bridge.sides)
    return False if stands else because(bridge=spoken(bridge))


@forbids(Bridge, "tdw:10.6.1")
def blows_in_the_wrong_round(table: Table, bridge: Bridge) -> Because | bool:
    """Engineers blow bridges in an Allied movement round, and in no other kind of round."""
    if bridge.mode != ENGINEERS:
        return False
    timely = every((lambda: table.phase == "movement-round", lambda: table.active == "allied"))
    return False if timely else because(bridge=spoken(bridge), phase="movement-round")


@forbids(Bridge, "tdw:10.6.1")
def nobody_retreated_across(table: Table, bridge: Bridge) -> Because | bool:
    """A side may try to blow a bridge by which one of its units has just retreated on DR or DR*."""
    idle = bridge.mode == AFTER_RETREAT and not table.has_event("retreated-across")
    return because(bridge=spoken(bridge)) if idle else False


@permits(Retreat, "tdw:10.6.1")
def may_blow_the_bridge_behind_it(table: Table, retreat: Retreat) -> Because | bool:
    """Once a retreat across a bridge is over, its player may roll to destroy the bridge."""
    crossed = some(partial(_bridge_between, table, here, there) for here, there in pairwise(retreat.path))
    return because(bridge=crossed) if crossed else False


def _bridge_between(table: Table, here: str, there: str) -> str | None:
    return f"{here}/{there}" if is_bridged(table, here, there) else None


@forbids(Bridge, "tdw:10.6.1")
def nobody_attacked_across(table: Table, bridge: Bridge) -> Because | bool:
    """A defender blows only a bridge across which he was attacked."""
    idle = bridge.mode == AFTER_DEFENSE and not table.has_event("attacked-across")
    return because(bridge=spoken(bridge)) if idle else False


@forbids(Bridge, "tdw:10.6.1")
def defender_lost_the_hex(table: Table, bridge: Bridge) -> Because | bool:
    """A defender blows the bridge only if he still holds his hex when the combat is over."""
    if bridge.mode != AFTER_DEFENSE:
        return False
    return False if _holds_an_end(table, table.game.enemy_of(table.active), bridge) else because(bridge=spoken(bridge))


@forbids(Bridge, "tdw:10.6.1")
def attacker_blows_the_bridge(table: Table, bridge: Bridge) -> Because | bool:
    """Who blows a bridge after a retreat or a defence is the player attacked: only defenders retreat."""
    if bridge.mode not in (AFTER_RETREAT, AFTER_DEFENSE):
        return False
    other = first_unit(table.units(bridge.units), lambda unit: unit.side == table.active)
    return because(bridge=spoken(bridge), unit=other) if other else False


def _holds_an_end(table: Table, side: str, bridge: Bridge) -> Unit | None:
    found: Unit | None = some(partial(friend_at, table, side, number) for number in bridge.sides)
    return found


@permits(Bridge, "tdw:10.6.1")
def defender_may_spare_the_bridge(table: Table, bridge: Bridge) -> Because | bool:
    """A bridge attacked across in vain counts as destroyed, unless the defender chooses otherwise."""
    held = bridge.mode == AFTER_DEFENSE and _holds_an_end(table, table.game.enemy_of(table.active), bridge)
    return because(bridge=spoken(bridge)) if held else False


@forbids((Bridge, Roll), "tdw:10.6.1")
def rolls_more_than_one_die_for_a_bridge(table: Table, action: Bridge | Roll) -> Because | bool:
    """One die is rolled for a bridge, and only after a retreat."""
    allowed = _dice_of(action)
    wrong = allowed is not None and action.dice is not None and len(action.dice) != allowed
    return because(number=allowed) if wrong else False


def _dice_of(action: Bridge | Roll) -> int | None:
    if isinstance(action, Roll):
        return 1 if action.table == "bridge" else None
    return int(action.mode == AFTER_RETREAT)


@forbids(Roll, "tdw:10.6.1")
def modifies_the_die_of_a_bridge(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the die of a bridge."""
    return because(modifier=roll.modifier) if roll.table == "bridge" and roll.modifier else False


@computes((Bridge, Roll), "bridge", "tdw:10.6.1")
def fate_of_the_bridge(table: Table, action: Bridge | Roll) -> dict[str, Any] | None:
    """After a retreat the bridge is destroyed on 1 to 3; every other way needs no roll."""
    if isinstance(action, Bridge) and action.mode == REBUILD:
        return {"result": "stands"}
    if not _dice_of(action):
        return {"result": "destroyed"} if isinstance(action, Bridge) else None
    if action.dice:
        return {"die": action.dice[0], "result": _fate(action.dice)}
    return {"chances": as_chances(distribution(1, _fate))}


def _fate(dice: tuple[int, ...]) -> str:
    return "destroyed" if dice[0] in DESTROYED_ON else "stands"


# 12.4.3: engineers


def _engineers(table: Table, bridge: Bridge) -> list[Unit]:
    if bridge.mode != ENGINEERS:
        return []
    if not bridge.units:
        raise Unknown({"action.units": None})
    return table.units(bridge.units)


@forbids(Bridge, "tdw:12.4.3")
def others_than_engineers_blow_it(table: Table, bridge: Bridge) -> Because | bool:
    """Engineers on the map do it, not other units."""
    wrong = first_unit(_engineers(table, bridge), lambda unit: not is_engineer(unit))
    return because(bridge=spoken(bridge), unit=wrong) if wrong else False


@forbids(Bridge, "tdw:12.4.3")
def bridge_is_too_far(table: Table, bridge: Bridge) -> Because | bool:
    """Engineers reach a bridge within 3 hexes."""
    far = first_unit(_engineers(table, bridge), lambda unit: not _reaches(table, unit, bridge))
    return because(bridge=spoken(bridge), unit=far) if far else False


def _reaches(table: Table, unit: Unit, bridge: Bridge) -> bool:
    return not table.game.is_off_map(unit.facts) and bool(some(
        partial(_is_near, table, unit, number) for number in bridge.sides
    ))


def _is_near(table: Table, unit: Unit, number: str) -> bool:
    return table.distance(unit.hex, number) <= REACH


@forbids(Bridge, "tdw:12.4.3")
def engineers_blow_a_second_bridge(table: Table, bridge: Bridge) -> Because | bool:
    """Each engineer unit destroys one bridge in a round."""
    spent = first_unit(_engineers(table, bridge), lambda unit: unit.has_status("used"))
    return because(bridge=spoken(bridge), unit=spent) if spent else False


@forbids(Bridge, "tdw:12.4.3")
def nobody_covers_the_engineers(table: Table, bridge: Bridge) -> Because | bool:
    """The Allies need a combat unit, US Delay included, in one of the two hexes that the bridge joins."""
    if bridge.mode != ENGINEERS or _holds_an_end(table, "allied", bridge):
        return False
    return because(bridge=spoken(bridge))


# 10.6.2: rebuilding


@forbids(Bridge, "tdw:10.6.2")
def rebuilds_what_stands(table: Table, bridge: Bridge) -> Because | bool:
    """Only a destroyed bridge is rebuilt."""
    idle = bridge.mode == REBUILD and not is_blown(table, *bridge.sides)
    return because(bridge=spoken(bridge)) if idle else False


@forbids(Bridge, "tdw:10.6.2")
def rebuilds_without_moving(table: Table, bridge: Bridge) -> Because | bool:
    """A bridge is rebuilt by a unit that moves across it, not by an advance or the one hex of a combat round."""
    idle = bridge.mode == REBUILD and not is_a_round_of_movement(table)
    return because(bridge=spoken(bridge), phase=table.phase) if idle else False


@forbids(Bridge, "tdw:10.6.2")
def rebuilds_with_those_who_stand(table: Table, bridge: Bridge) -> Because | bool:
    """A bridge is rebuilt by crossing it: not by a unit that cannot move in this round."""
    if bridge.mode != REBUILD:
        return False
    idle = first_unit(table.units(bridge.units), partial(_cannot_move, table))
    return because(bridge=spoken(bridge), unit=idle) if idle else False


def _cannot_move(table: Table, unit: Unit) -> bool:
    move = Move(type="move", units=(unit.id,))
    return bool(some(partial(rule, table, move) for rule in BARS_TO_MOVING))


@forbids(Bridge, "tdw:10.6.2")
def rebuilds_beyond_its_points(table: Table, bridge: Bridge) -> Because | bool:
    """A bridge is rebuilt by crossing it: not by a unit whose points do not take it to the bridge and over."""
    if bridge.mode != REBUILD:
        return False
    short = first_unit(table.units(bridge.units), lambda unit: _falls_short(table, unit, bridge))
    return because(bridge=spoken(bridge), unit=short) if short else False


def _falls_short(table: Table, unit: Unit, bridge: Bridge) -> bool:
    """Whether the least that the way there, the destroyed bridge and the hex beyond can cost is more than it has."""
    entered = 1 + min(table.distance(unit.hex, number) for number in bridge.sides)
    price = float(PRICES["blown bridge"]["motorized" if is_motorized(unit) else "infantry"])
    return bool(price + entered * LEAST_A_HEX_COSTS > movement_allowance(table, unit, "regular").total)


@forbids(Bridge, "tdw:10.6.2")
def rebuilds_where_it_may_not_cross(table: Table, bridge: Bridge) -> Because | bool:
    """A bridge is rebuilt by crossing it: not by a unit that is kept from the hex beyond."""
    if bridge.mode != REBUILD:
        return False
    kept = first_unit(table.units(bridge.units), lambda unit: every(
        partial(_is_kept_from, table, unit, *way) for way in _ways_across(unit, bridge)
    ))
    return because(bridge=spoken(bridge), unit=kept) if kept else False


def _ways_across(unit: Unit, bridge: Bridge) -> list[tuple[str, str]]:
    """From the end at which a unit stands to the other; both ways, where it stands at neither."""
    one, other = bridge.sides
    ways = [(one, other), (other, one)]
    return [way for way in ways if way[0] == unit.facts.hex] or ways


def _is_kept_from(table: Table, unit: Unit, here: str, there: str) -> bool:
    """Whether a unit may not go over; enemy zones do not stop one for which a friend holds the door (10.3)."""
    step = Step(Party((unit.id,), "regular"), int(unit.facts.hex not in (None, here)), here, there)
    return bool(some((
        *(partial(rule, table, step) for rule in (*BARS_TO_CROSSING, armor_crosses_at_ouren)),
        lambda: every((
            lambda: not friend_at(table, unit.side, there, (unit.id,)),
            lambda: some(partial(rule, table, step) for rule in BARS_OF_ZONES),
        )),
    )))


@defines("tdw:10.6.2")
def is_a_round_of_movement(table: Table) -> bool:
    """Moves that rebuild bridges are made in every round that grants movement, and not in a combat round."""
    return table.phase in ROUNDS_OF_MOVEMENT


@forbids(Bridge, "tdw:10.6.2")
def rebuilds_a_second_bridge_in_the_zone(table: Table, bridge: Bridge) -> Because | bool:
    """The German rebuilds one bridge a turn in each army's zone."""
    if bridge.mode != REBUILD or table.active != "german":
        return False
    start = _approach(table, bridge)
    spent = has_rebuilt_already(table, "german", start)
    return because(bridge=spoken(bridge), country=army_zone(table, start)) if spent else False


def _approach(table: Table, bridge: Bridge) -> str:
    """The hex from which the unit crosses: its own where it stands at the bridge, else the first one named."""
    one, other = bridge.sides
    if not bridge.units or army_zone(table, one) == army_zone(table, other):
        return one
    start = table.unit(bridge.units[0]).hex
    return start if start in bridge.sides else one


@defines("tdw:10.6.2")
def has_rebuilt_already(table: Table, side: str, start: str) -> bool:
    """A German unit rebuilds none where its army's marker for the turn is used; the Allies have no limit."""
    return side == "german" and table.has_event(REBUILT[army_zone(table, start)])


@obliges(Move, "tdw:10.6.2")
def rebuilds_the_bridges_it_crosses(table: Table, move: Move) -> Because | bool:
    """A destroyed bridge that a unit moves across is rebuilt at once, within the limit of the German armies."""
    if not move.path:
        return False
    side = mover(table, move).side
    rebuilt: dict[str, str] = {}
    for here, there in pairwise(move.path):
        if _is_rebuilt(table, side, here, there):
            rebuilt.setdefault(army_zone(table, here) if side == "german" else f"{here}/{there}", f"{here}/{there}")
    return because(bridge=list(rebuilt.values())) if rebuilt else False


def _is_rebuilt(table: Table, side: str, here: str, there: str) -> bool:
    return every((
        partial(is_blown, table, here, there),
        partial(is_a_round_of_movement, table),
        lambda: not has_rebuilt_already(table, side, here),
    ))


# 10.6.3: Ouren


@forbids(Step, "tdw:10.6.3")
def armor_crosses_at_ouren(table: Table, step: Step) -> Because | bool:
    """On turn 1 no armor crosses the Ouren bridge."""
    barred = side_key(step.start, step.to) == OUREN and every((
        lambda: table.turn == TURN_OF_OUREN, lambda: is_armor(mover(table, step.move))
    ))
    return because(at=step.to) if barred else False


@forbids((Retreat, Advance), "tdw:10.6.3")
def armor_fights_its_way_over_at_ouren(table: Table, action: Retreat | Advance) -> Because | bool:
    """On turn 1 no armor crosses the Ouren bridge in a retreat or an advance either."""
    barred = first_unit(table.units(action.units), lambda unit: every((
        lambda: table.turn == TURN_OF_OUREN, partial(is_armor, unit), lambda: _crosses_ouren(unit, action)
    )))
    return because(unit=barred) if barred else False


def _crosses_ouren(unit: Unit, action: Retreat | Advance) -> bool:
    path = action.path if isinstance(action, Retreat) else (unit.hex, action.to)
    return any(side_key(*pair) == OUREN for pair in pairwise(path))
