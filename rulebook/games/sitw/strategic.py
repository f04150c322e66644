"""Chapter 11, strategic movement, in the book's order. The zones of control on its way are in zones.py (10.3)."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from rulebook.actions import Advance, Attack, Move, Party, Retreat, Step
from rulebook.facts import every, known, some
from rulebook.games.sitw.movement import ON_FOOT, natural_terrain, side_of
from rulebook.games.sitw.pieces import is_agb
from rulebook.games.sitw.zones import enemy_zoc_by
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids, permits, unless
from rulebook.table import Table, Unit

PHASE = "strategic-movement"
CAPACITY = {"german": 4, "allied": 6}
CLOSED_SIDES = ("sea", "dutch")
TRENCHES_OF_THE_FRONT = ("allied-trench", "german-main-trench")
FORTRESSES_OF_THE_FRONT = ("3029", "3120")  # Reims and Verdun, by 3.6
GERMAN_TRENCHES = ("german-main-trench", "german-secondary-trench")
TERMINALS = ("town", "city")
NOT_YET_ENTERED = ("reinforcement", "dead-pile", "evacuated")
EDGES = ("east-edge", "west-south-edge", "map-edge")
WAYS_IN = (*EDGES, "channel-port")
AREA_CUT = {"german": "german-area-cut", "allied": "allied-area-cut"}
CLOSED_TO_AGB = ("marsh", "mountain")


def is_by_rail(move: Move | Party) -> bool:
    return move.mode == "strategic"


def has_any(table: Table, number: str, features: tuple[str, ...]) -> bool:
    return bool(some(partial(table.has_feature, number, word) for word in features))


def first_where(test: Callable[[str], Any], numbers: Iterable[str]) -> str | None:
    """The first hex that passes a test; unknown if none does and one could."""
    found: str | None = some(partial(_passing, test, number) for number in numbers)
    return found


def _passing(test: Callable[[str], Any], number: str) -> str | None:
    return number if test(number) else None


def is_entering(unit: Unit) -> bool:
    """Whether a unit comes onto the map by this move: a reinforcement, or one back from the dead pile."""
    return not unit.is_placed and bool(some(partial(unit.has_status, word) for word in NOT_YET_ENTERED))


def rail_start(table: Table, move: Move) -> str | None:
    """The hex in which a strategic move starts, or enters the map, where it is known."""
    if not is_by_rail(move):
        return None
    return move.path[0] if move.path else table.unit(move.units[0]).facts.hex


def entered_hexes(table: Table, step: Step) -> tuple[str, ...]:
    """The hexes that a step enters: for units that come from off the map, the first of the path is one."""
    if step.index == 0 and first_unit(table.units(step.move.units), is_entering):
        return (step.start, step.to)
    return (step.to,)


# 11.2: when, and how many


@forbids(Move, "sitw:11.2")
def rails_out_of_its_phase(table: Table, move: Move) -> Because | bool:
    """Units move strategically only in the strategic movement phase of their own player turn."""
    if not is_by_rail(move):
        return False
    in_time = every((lambda: table.phase == PHASE, lambda: table.active == side_of(table, move)))
    return False if in_time else because(phase=PHASE)


@defines("sitw:11.2")
def strategic_capacity(table: Table, side: str) -> int:
    """In each of his player turns the German moves up to 4 units by rail, the Allied player up to 6."""
    return CAPACITY[side]


@computes(Move, "capacity", "sitw:11.2")
def rail_capacity_used(table: Table, move: Move) -> dict[str, int] | None:
    """Each unit that moves by rail uses up one of its side's capacity."""
    if not is_by_rail(move):
        return None
    before = table.track("strategic-moves", ordinary=0)
    return {"before": before, "moving": len(move.units), "allowed": strategic_capacity(table, side_of(table, move))}


@forbids(Move, "sitw:11.2")
def rails_too_many_units(table: Table, move: Move) -> Because | bool:
    """A side never moves more units by rail in one player turn than its capacity."""
    if not is_by_rail(move):
        return False
    allowed, moving = strategic_capacity(table, side_of(table, move)), len(move.units)
    over = some((
        lambda: moving + _seen_to_have_railed(table, move) > allowed,
        lambda: moving + table.track("strategic-moves", ordinary=0) > allowed,
    ))
    return because(allowed=allowed, moving=moving) if over else False


def _seen_to_have_railed(table: Table, move: Move) -> int:
    """The other units of the side that are posted as moved by rail this player turn: there may be more."""
    posted = table.units() if table.may_have_status("railed") else ()
    others = [unit for unit in posted if unit.facts.status and unit.id not in move.units]
    return sum(known(partial(_has_railed, unit, side_of(table, move))) or 0 for unit in others)


def _has_railed(unit: Unit, side: str) -> bool:
    return unit.has_status("railed") and unit.side == side


# 12.2: a move that is over


@forbids(Move, "sitw:12.2")
def takes_a_second_train(table: Table, move: Move) -> Because | bool:
    """A unit already moved by rail in the player turn takes no second train."""
    railed = first_unit(table.units(move.units), lambda unit: unit.has_status("railed")) if is_by_rail(move) else None
    return because(unit=railed) if railed else False


@contested(takes_a_second_train)
def trains_are_no_matter_of_regular_movement(table: Table, move: Move) -> Because | bool:
    """The case stands among those of regular movement, and may bind that alone."""
    return False


@unless(takes_a_second_train, "sitw:12.2")
def opponent_lets_it_rail_again(table: Table, move: Move) -> bool:
    """The opponent may agree to a second train for units already moved."""
    return not first_unit(table.units(move.units), lambda unit: every((
        lambda: not unit.has_status("released"), lambda: unit.has_status("railed"),
    )))


# 11.3 to 11.5: what bars the way


def controller(table: Table, number: str) -> str:
    """The side that controls a hex: that of the units in it, else the one posted (3.5)."""
    there = table.units_at(number)
    return there[0].side if there else table.control(number)


def is_sea_or_dutch(table: Table, number: str) -> bool:
    """Whether a hex is sea or Dutch; one that a side controls is playable land (3.5)."""
    stated: bool | None = known(partial(_is_sea_or_dutch, table, number))
    if stated is None and known(partial(controller, table, number)):
        return False
    return _is_sea_or_dutch(table, number)


def _is_sea_or_dutch(table: Table, number: str) -> bool:
    return bool(some((lambda: table.terrain(number) == "sea", lambda: table.country(number) == "holland")))


def crosses_sea_or_dutch_side(table: Table, start: str, to: str) -> bool:
    """Whether the side between two hexes is sea or Dutch; hexes that do not touch share none."""
    sides = (partial(table.side_has, start, to, word, ordinary=False) for word in CLOSED_SIDES)
    return table.are_adjacent(start, to) and bool(some(sides))


@forbids(Step, "sitw:11.3")
def rails_over_sea_or_holland(table: Table, step: Step) -> Because | bool:
    """Strategic movement never enters or crosses sea or Dutch hexes, nor sea or Dutch hexsides."""
    if not is_by_rail(step.move):
        return False
    closed = some((
        lambda: first_where(partial(is_sea_or_dutch, table), entered_hexes(table, step)),
        lambda: crosses_sea_or_dutch_side(table, step.start, step.to) and step.to,
    ))
    return because(at=closed) if closed else False


@forbids(Step, "sitw:11.4")
def rails_into_enemy_controlled_hex(table: Table, step: Step) -> Because | bool:
    """Strategic movement never enters or crosses a hex that the enemy controls."""
    if not is_by_rail(step.move):
        return False
    side = side_of(table, step.move)
    lost = first_where(lambda number: controller(table, number) != side, entered_hexes(table, step))
    return because(at=lost) if lost else False


@defines("sitw:11.5")
def is_within_the_front(table: Table, side: str, number: str) -> bool:
    """Strategic movement keeps to its own side of the original front, and to the front trenches of both sides."""
    return number in FORTRESSES_OF_THE_FRONT or bool(some((
        lambda: has_any(table, number, TRENCHES_OF_THE_FRONT), lambda: _home(table, number) == side
    )))


def _home(table: Table, number: str) -> str:
    """The side behind whose front a hex lies; secondary trenches are German, behind the main ones (12.10.4)."""
    is_secondary = known(partial(table.has_feature, number, "german-secondary-trench"))
    return "german" if is_secondary else table.home(number)


@forbids(Move, "sitw:11.5")
def rails_from_beyond_the_front(table: Table, move: Move) -> Because | bool:
    """A strategic move never starts in a hex beyond the trenches of the original front."""
    start = rail_start(table, move)
    if start is None or is_within_the_front(table, side_of(table, move), start):
        return False
    return because(at=start)


@forbids(Step, "sitw:11.5")
def rails_beyond_the_front(table: Table, step: Step) -> Because | bool:
    """Strategic movement never enters or crosses a hex beyond the trenches of the original front."""
    if not is_by_rail(step.move) or is_within_the_front(table, side_of(table, step.move), step.to):
        return False
    return because(at=step.to)


# 11.6: no mixing


@forbids(Move, "sitw:11.6")
def moves_on_after_rail(table: Table, move: Move) -> Because | bool:
    """A unit that moved strategically makes no regular or infiltration move in the same player turn."""
    if move.mode not in ON_FOOT:
        return False
    railed = first_unit(table.units(move.units), lambda unit: unit.has_status("railed"))
    return because(unit=railed) if railed else False


@permits((Attack, Retreat, Advance), "sitw:11.6")
def fights_after_rail(table: Table, action: Attack | Retreat | Advance) -> Because | bool:
    """A unit that moved strategically attacks, defends, advances and retreats as usual."""
    railed = first_unit(table.units(action.units), lambda unit: unit.has_status("railed"))
    return because(unit=railed) if railed else False


# 11.7 and 11.8: from where, to where, how far


@forbids(Move, "sitw:11.7")
def rails_from_no_town(table: Table, move: Move) -> Because | bool:
    """A strategic move starts in a town or city hex."""
    start = rail_start(table, move)
    return because(at=start) if start and not has_any(table, start, TERMINALS) else False


@unless(rails_from_no_town, "sitw:11.7")
def enters_from_a_town_off_the_map(table: Table, move: Move) -> bool:
    """Reinforcements and replacements that enter by rail count as having started in towns off the map."""
    return every(partial(is_entering, unit) for unit in table.units(move.units))


@forbids(Move, "sitw:11.7")
def rails_to_no_town(table: Table, move: Move) -> Because | bool:
    """A strategic move ends in a town or city hex."""
    if not is_by_rail(move) or move.path is None or has_any(table, move.path[-1], TERMINALS):
        return False
    return because(at=move.path[-1])


@permits(Move, "sitw:11.8")
def rails_any_distance(table: Table, move: Move) -> Because | bool:
    """Within the other limits, a strategic move is as long as its owner likes."""
    return because(at=move.path[-1], hexes=len(move.steps)) if is_by_rail(move) and move.path else False


# 11.9: off the map


def goes_off_the_map(table: Table, step: Step) -> bool:
    """Whether a step of a strategic move leaves the map and comes back somewhere else."""
    return is_by_rail(step.move) and not table.are_adjacent(step.start, step.to)


@forbids(Step, "sitw:11.9")
def leaves_the_map(table: Table, step: Step) -> Because | bool:
    """A land unit in play is never moved off the map."""
    return because(at=step.start, to=step.to) if goes_off_the_map(table, step) else False


@unless(leaves_the_map, "sitw:11.9")
def goes_round_off_the_map(table: Table, step: Step) -> bool:
    """A side whose area the front cuts into pieces may trace a strategic move off the map and back on."""
    return table.has_event(AREA_CUT[side_of(table, step.move)])


@forbids(Step, "sitw:11.9")
def leaves_or_returns_inland(table: Table, step: Step) -> Because | bool:
    """Units leave the map and come back only at its edge, and not by sea or through Holland."""
    if not goes_off_the_map(table, step):
        return False
    inland = first_where(lambda number: not has_any(table, number, EDGES), (step.start, step.to))
    return because(at=inland) if inland else False


@forbids(Step, "sitw:11.9")
def leaves_or_returns_in_enemy_zoc(table: Table, step: Step) -> Because | bool:
    """Units leave the map and come back only through hexes free of enemy zones of control."""
    if not goes_off_the_map(table, step):
        return False
    side = side_of(table, step.move)
    covered = first_where(lambda number: enemy_zoc_by(table, side, number), (step.start, step.to))
    return because(at=covered, by=enemy_zoc_by(table, side, covered)) if covered else False


@forbids(Move, "sitw:11.9")
def comes_onto_the_map_inland(table: Table, move: Move) -> Because | bool:
    """A unit that moves onto the map enters it at an edge, or in a Channel port."""
    if move.path is None:
        return False
    entry = move.path[0]
    inland = every((
        lambda: first_unit(table.units(move.units), is_entering), lambda: not has_any(table, entry, WAYS_IN)
    ))
    return because(at=entry) if inland else False


# 11.10: the AGB


@permits(Move, "sitw:11.10")
def agb_rails_like_other_germans(table: Table, move: Move) -> Because | bool:
    """The AGB uses strategic movement as other German units do."""
    agb = first_unit(table.units(move.units), is_agb) if is_by_rail(move) else None
    return because(unit=agb) if agb else False


def _is_agb_in_trench(table: Table, move: Move, number: str) -> bool:
    return every((
        lambda: every(partial(is_agb, unit) for unit in table.units(move.units)),
        lambda: has_any(table, number, GERMAN_TRENCHES),
    ))


@unless(rails_from_no_town, "sitw:11.10")
def agb_starts_in_a_trench(table: Table, move: Move) -> bool:
    """The AGB may start a strategic move in any German trench hex, main or secondary."""
    start = rail_start(table, move)
    return start is not None and _is_agb_in_trench(table, move, start)


@unless(rails_to_no_town, "sitw:11.10")
def agb_ends_in_a_trench(table: Table, move: Move) -> bool:
    """The AGB may end a strategic move in any German trench hex, main or secondary."""
    return move.path is not None and _is_agb_in_trench(table, move, move.path[-1])


@forbids(Move, "sitw:14.2")
def agb_ends_rail_in_marsh_or_mountain(table: Table, move: Move) -> Because | bool:
    """The AGB never ends a strategic move in a marsh or mountain hex."""
    if not is_by_rail(move) or move.path is None:
        return False
    end = move.path[-1]
    barred = every((
        lambda: first_unit(table.units(move.units), is_agb),
        lambda: natural_terrain(table, end) in CLOSED_TO_AGB,
    ))
    return because(at=end, terrain=natural_terrain(table, end)) if barred else False
