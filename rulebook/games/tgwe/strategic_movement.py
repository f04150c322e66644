"""Chapter 9, strategic movement: when, from where, to where, by which way (9.0, 9.3), in the book's order.

A unit moves strategically by a move of that mode, or into a box (a play) and out of it (a placement).
"""

from functools import partial
from typing import NamedTuple

from rulebook.actions import ActionModel, Move, Place, Play, Step, unit_ids
from rulebook.facts import every, known, some
from rulebook.games.tgwe.battle import has_enemy_fort, owner_of_a_fort
from rulebook.games.tgwe.control import controller
from rulebook.games.tgwe.ground import enemy_at, has_fort, has_hindenburg_line, is_town_or_city, neighbours
from rulebook.games.tgwe.movement import side_of
from rulebook.games.tgwe.neutrals import COUNTRIES, is_new_belligerent
from rulebook.games.tgwe.pieces import is_known_off_the_map
from rulebook.games.tgwe.sources import EDGES, is_primary_source
from rulebook.games.tgwe.supply import is_hex_supplied, is_supplied
from rulebook.games.tgwe.terrain_costs import CLOSED_SIDES, leads_by, lies_off_the_map
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, permits, unless
from rulebook.table import Table, Unit

PHASE = "strategic-movement"
INTO_BOXES = {"to-transit-box": "transit-box", "to-transfer-box": "transfer-box", "to-arabia-box": "arabia-box"}
BOXES = tuple(INTO_BOXES.values())
AVAILABLE = ("available", "available-near-east")
CLOSED_GROUND = ("sea", "alpine")
WITHOUT_A_TOWN = ("N3611", "N4208")

Transport = Move | Play | Place
TRANSPORTS = (Move, Play, Place)


class Journey(NamedTuple):
    """A strategic move: from which hex to which, None for a box or what is not told, and the box."""

    start: str | None
    end: str | None
    box: str | None = None


def is_by_rail(table: Table, action: ActionModel) -> bool:
    """Whether an action is strategic movement."""
    if isinstance(action, Play):
        return action.event in INTO_BOXES and not is_of_new_units(table, action)
    if isinstance(action, Place):
        return box_left(table, action) is not None
    return isinstance(action, Move) and action.mode == "strategic"


def box_left(table: Table, place: Place) -> str | None:
    """The box that a unit leaves for the map: the one told, else the one that it is posted in."""
    if place.entry is not None or place.unit is None:
        return place.entry if place.entry in BOXES else None
    unit = table.unit(place.unit)
    return next((box for box in BOXES if known(partial(unit.has_status, box))), None)


def is_of_new_units(table: Table, play: Play) -> bool:
    """Whether a play puts new units in a box off the map in their own phase (13.29): nobody takes a train."""
    units = table.units(play.units)
    return bool(units) and every((
        *(partial(_is_available, unit) for unit in units), lambda: table.phase == "new-units"
    ))


def _is_available(unit: Unit) -> bool:
    return not unit.is_placed and bool(some(partial(unit.has_status, box) for box in AVAILABLE))


def journey_of(table: Table, action: Transport) -> Journey:
    """Where a strategic move starts and ends."""
    if isinstance(action, Place):
        return Journey(None, action.hex, box_left(table, action))
    if isinstance(action, Play):
        return Journey(movers(table, action)[0].hex, None, INTO_BOXES[action.event])
    return Journey(action.path[0], action.path[-1]) if action.path else Journey(movers(table, action)[0].hex, None)


def movers(table: Table, action: Transport) -> list[Unit]:
    """The units that move, which must be told."""
    return table.units(table.read("action.units", unit_ids(action) or None))


def parties(table: Table, action: Transport) -> list[Transport]:
    """A strategic move for each hex that its units come from: into a box they may come from several."""
    if not isinstance(action, Play):
        return [action]
    by_hex: dict[str | None, list[str]] = {}
    for unit in movers(table, action):
        by_hex.setdefault(unit.facts.hex, []).append(unit.id)
    return [action.model_copy(update={"units": tuple(ids)}) for ids in by_hex.values()] if len(by_hex) > 1 else [action]


def side_moving(table: Table, action: Transport) -> str:
    return movers(table, action)[0].side


# 9.0: when, and along which path


@forbids(TRANSPORTS, "tgwe:9.0")
def rails_out_of_its_phase(table: Table, action: Transport) -> Because | bool:
    """Units move strategically in the Strategic Movement Phase, the Allies first, then the Central Powers."""
    if not is_by_rail(table, action):
        return False
    late = some((
        lambda: table.phase != PHASE, lambda: first_unit(movers(table, action), lambda unit: unit.side != table.active),
    ))
    return because(phase=PHASE) if late else False


def changes_front(table: Table, step: Step) -> bool:
    """Whether a step of a strategic move leads from front to front; the Eastern map is one."""
    letters = {step.start[0], step.to[0]}
    if letters == {"E"} or (len(letters) > 1 and "?" not in letters):
        return len(letters) > 1
    return table.front(step.start) != table.front(step.to)


@forbids(Step, "tgwe:9.0")
def breaks_its_path(table: Table, step: Step) -> Because | bool:
    """The path of a strategic move runs from hex to adjacent hex, save where it passes to another map."""
    if step.move.mode != "strategic":
        return False
    broken = every((lambda: not changes_front(table, step), lambda: not table.are_adjacent(step.start, step.to)))
    return because(at=step.to, start=step.start) if broken else False


@forbids(Step, "tgwe:9.0")
def changes_front_away_from_the_edge(table: Table, step: Step) -> Because | bool:
    """From front to front a strategic move goes by edge hexes that are supply sources on both maps."""
    if step.move.mode != "strategic" or not changes_front(table, step):
        return False
    lost = some(partial(_no_way_out, table, step, number) for number in (step.start, step.to))
    return because(at=lost) if lost else False


def _no_way_out(table: Table, step: Step, number: str) -> str | None:
    unit = table.unit(step.move.units[0])
    army = "cp" if unit.side == "cp" else unit.army
    is_gate = every((
        lambda: number in EDGES or table.has_feature(number, "map-edge"),
        lambda: is_primary_source(table, army, number),
    ))
    return None if is_gate else number


@forbids(Step, "tgwe:9.0")
def rails_off_its_own_ground(table: Table, step: Step) -> Because | bool:
    """The whole path lies on the map, in hexes that the side controls."""
    if step.move.mode != "strategic":
        return False
    is_lost = lies_off_the_map(table, step.to) or controller(table, step.to) != side_of(table, step)
    return because(at=step.to) if is_lost else False


# 9.31: from town to town


@forbids((Move, Play), "tgwe:9.31")
def starts_away_from_a_town(table: Table, action: Move | Play) -> Because | bool:
    """A strategic move starts in a town or city that the side controls."""
    if not is_by_rail(table, action):
        return False
    found: str | None = some(partial(_start_out_of_town, table, party) for party in parties(table, action))
    return because(at=found) if found else False


def _start_out_of_town(table: Table, party: Transport) -> str | None:
    start = journey_of(table, party).start
    return None if start is None or _is_own_town(table, party, start) else start


@forbids((Move, Play), "tgwe:9.31")
def rails_though_off_the_map(table: Table, action: Move | Play) -> Because | bool:
    """A unit that starts the phase off the map, lost or in a box, makes no strategic move from a hex."""
    absent = first_unit(movers(table, action), is_known_off_the_map) if is_by_rail(table, action) else None
    return because(unit=absent) if absent else False


@forbids((Move, Play), "tgwe:9.31")
def rails_out_of_supply(table: Table, action: Move | Play) -> Because | bool:
    """A unit that moves strategically starts the phase supplied; the supply of its fortress does not do."""
    if not is_by_rail(table, action):
        return False
    starved = first_unit(movers(table, action), lambda unit: not is_supplied(table, unit))
    return because(unit=starved) if starved else False


@forbids((Move, Place), "tgwe:9.31")
def ends_away_from_a_town(table: Table, action: Move | Place) -> Because | bool:
    """A strategic move ends in a town or city that the side controls."""
    end = journey_of(table, action).end if is_by_rail(table, action) else None
    return False if end is None or _is_own_town(table, action, end) else because(at=end)


def _is_own_town(table: Table, action: Transport, number: str) -> bool:
    return every((
        partial(is_town_of_the_rails, table, number), lambda: controller(table, number) == side_moving(table, action)
    ))


@defines("tgwe:9.31")
def is_town_of_the_rails(table: Table, number: str) -> bool:
    """Strategic movement goes from town or city to town or city."""
    return is_town_or_city(table, number)


@unless(is_town_of_the_rails, "tgwe:3.13")
def has_the_name_of_a_town_alone(table: Table, number: str) -> bool:
    """The Pipeline Station and Bitter Lake are towns for supply and new units, and for nothing else."""
    return number in WITHOUT_A_TOWN


@forbids((Move, Place), "tgwe:9.31")
def rails_to_a_hex_out_of_supply(table: Table, action: Move | Place) -> Because | bool:
    """The town where a strategic move ends is supplied."""
    end = journey_of(table, action).end if is_by_rail(table, action) else None
    if end is None:
        return False
    lost = every((
        partial(_is_own_town, table, action, end),
        lambda: not is_hex_supplied(table, side_moving(table, action), end),
    ))
    return because(at=end) if lost else False


@forbids((Move, Play), "tgwe:9.31")
def rails_again(table: Table, action: Move | Play) -> Because | bool:
    """A unit starts the phase where its strategic move starts: it makes one, and no other."""
    if not is_by_rail(table, action):
        return False
    done = first_unit(movers(table, action), lambda unit: unit.has_status("railed"))
    return because(unit=done) if done else False


@forbids(Step, "tgwe:9.31")
def rails_into_the_enemy(table: Table, step: Step) -> Because | bool:
    """Strategic movement enters no hex of enemy units or of an intact enemy fort."""
    if step.move.mode != "strategic":
        return False
    return because(at=step.to) if is_hostile(table, side_of(table, step), step.to) else False


def is_hostile(table: Table, side: str, number: str) -> bool:
    """Whether an enemy unit, or an intact enemy fortification of any type, occupies a hex."""
    return bool(some((
        partial(enemy_at, table, side, number), partial(has_enemy_fort, table, side, number),
        lambda: side == "allied" and has_hindenburg_line(table, number),
    )))


@forbids(Step, "tgwe:9.31")
def rails_over_closed_ground(table: Table, step: Step) -> Because | bool:
    """Strategic movement enters no all-sea or Alpine hex."""
    closed = step.move.mode == "strategic" and table.terrain(step.to) in CLOSED_GROUND
    return because(at=step.to) if closed else False


@forbids(Step, "tgwe:9.31")
def rails_over_a_closed_side(table: Table, step: Step) -> Because | bool:
    """Strategic movement crosses no all-sea or impassable side; the lagoon is open to operational moves alone."""
    if step.move.mode != "strategic" or not table.are_adjacent(step.start, step.to):
        return False
    closed = some((
        *(partial(table.side_has, step.start, step.to, word, ordinary=False) for word in CLOSED_SIDES),
        partial(leads_by, table, step.start, step.to, "lagoon"),
    ))
    return because(at=step.to, start=step.start) if closed else False


# 9.32: near the enemy


def threat_to(table: Table, side: str, number: str) -> str | None:
    """A hex beside this one that holds an enemy unit or an intact enemy fort."""
    return table.once(_threat_to, side, number)


def _threat_to(table: Table, side: str, number: str) -> str | None:
    found: str | None = some(partial(_as_threat, table, side, near) for near in neighbours(table, number))
    return found


def _as_threat(table: Table, side: str, near: str) -> str | None:
    return near if is_hostile(table, side, near) else None


@defines("tgwe:9.32")
def is_guarded(table: Table, side: str, number: str) -> bool:
    """A friendly unit, or an intact friendly fort, occupies the hex."""
    return bool(some((
        lambda: table.someone_at(number, lambda unit: unit.side == side),
        lambda: every((partial(has_fort, table, number), lambda: owner_of_a_fort(table, number) == side)),
        lambda: side == "cp" and has_hindenburg_line(table, number),
    )))


@forbids(Step, "tgwe:9.32")
def rails_past_the_enemy(table: Table, step: Step) -> Because | bool:
    """Strategic movement enters a hex next to enemy units or an intact enemy fort only if a friend occupies it."""
    if step.move.mode != "strategic":
        return False
    side = side_of(table, step)
    exposed = every((lambda: threat_to(table, side, step.to), lambda: not is_guarded(table, side, step.to)))
    return because(at=step.to) if exposed else False


@unless(rails_past_the_enemy, "tgwe:9.32")
def comes_up_to_a_new_belligerent(table: Table, step: Step) -> bool:
    """On the turn in which a neutral enters the war, units may come next to those that it has just deployed."""
    return bool(meets_only_new_belligerents(table, side_of(table, step), step.to))


@forbids(Move, "tgwe:9.32")
def rails_past_a_new_belligerent(table: Table, move: Move) -> Because | bool:
    """They may end their move there, not pass on."""
    if move.mode != "strategic" or not move.path:
        return False
    side = side_moving(table, move)
    passed = some(partial(_passed_unguarded, table, side, number) for number in move.path[1:-1])
    return because(at=passed) if passed else False


def _passed_unguarded(table: Table, side: str, number: str) -> str | None:
    exposed = every((
        lambda: meets_only_new_belligerents(table, side, number), lambda: not is_guarded(table, side, number)
    ))
    return number if exposed else None


@forbids((Move, Place), "tgwe:9.32")
def ends_next_to_the_enemy(table: Table, action: Move | Place) -> Because | bool:
    """No strategic move ends next to enemy units or an intact enemy fort."""
    end = journey_of(table, action).end if is_by_rail(table, action) else None
    near = threat_to(table, side_moving(table, action), end) if end else None
    return because(at=end, near=near) if near else False


@unless(ends_next_to_the_enemy, "tgwe:9.32")
def ends_next_to_a_new_belligerent(table: Table, action: Move | Place) -> bool:
    """On the turn of its entry, a move may end next to the units that a former neutral has just deployed."""
    end = journey_of(table, action).end
    return end is not None and bool(meets_only_new_belligerents(table, side_moving(table, action), end))


@defines("tgwe:9.32")
def meets_only_new_belligerents(table: Table, side: str, number: str) -> bool:
    """All the enemies next to a hex are units of a country that enters the war this turn."""
    near = neighbours(table, number)
    return every((
        lambda: some(
            partial(_is_new_enemy, table, side, enemy) for hexagon in near for enemy in table.units_at(hexagon)
        ),
        lambda: not some(partial(_has_old_enemy, table, side, hexagon) for hexagon in near),
    ))


def _is_new_enemy(table: Table, side: str, unit: Unit) -> bool:
    return every((
        lambda: unit.side != side, lambda: unit.army in COUNTRIES, lambda: is_new_belligerent(table, unit.army),
    ))


def _has_old_enemy(table: Table, side: str, number: str) -> bool:
    return bool(some((
        partial(has_enemy_fort, table, side, number),
        lambda: table.someone_at(number, lambda unit: unit.side != side and not _is_new_enemy(table, side, unit)),
    )))


# 9.33: in the same turn


@permits((Move, Play), "tgwe:9.33")
def has_moved_or_fought_before(table: Table, action: Move | Play) -> Because | bool:
    """A unit may move strategically in the turn in which it moved operationally and fought."""
    if not is_by_rail(table, action):
        return False
    tired = first_unit(movers(table, action), lambda unit: some(
        partial(unit.has_status, word) for word in ("moved", "attacked", "was-attacked")
    ))
    return because(unit=tired) if tired else False
