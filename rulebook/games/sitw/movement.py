"""Chapter 12, regular movement, in the book's order. Terrain costs are in data/sitw/tables/terrain.csv."""

from functools import partial

from rulebook import printed
from rulebook.actions import Move, Step
from rulebook.facts import every, some
from rulebook.games.sitw.pieces import is_agb
from rulebook.mechanics.paths import path_cost, step_cost
from rulebook.rules import Because, Part, Sum, because, computes, costs, defines, forbids, permits, unless
from rulebook.table import Table, Unit

TERRAIN = {row["terrain"]: row for row in printed.table("sitw", "terrain")}


def is_regular(step: Step) -> bool:
    return step.move.mode == "regular"


def side_of(table: Table, move: Move) -> str:
    return table.unit(move.units[0]).side


# 12.1 to 12.7: how units move


@forbids(Move, "sitw:12.1")
def moves_out_of_its_phase(table: Table, move: Move) -> Because | bool:
    """Units move regularly only in the regular movement phase of their own player turn."""
    if move.mode != "regular":
        return False
    in_time = every((lambda: table.phase == "regular-movement", lambda: table.active == side_of(table, move)))
    return False if in_time else because(phase="regular-movement")


@defines("sitw:12.1")
def movement_allowance(table: Table, unit: Unit) -> Sum:
    """A unit spends at most its movement factor in one regular movement phase."""
    return Sum((Part(unit.movement, "sitw:2.46", unit.id), *halved_movement(table, unit)))


def halved_movement(table: Table, unit: Unit) -> tuple[Part, ...]:
    """What being short of supply takes off the movement factor; half of it, rounded up, is left."""
    case = {"unsupplied": "sitw:7.2", "cross-tracing": "sitw:7.11"}.get(unit.supply)
    if unit.supply == "fortress":
        case = "sitw:7.12" if unit.army == "german" else "sitw:7.13"
    return (Part(-(unit.movement // 2), case, unit.id),) if case else ()


@computes(Move, "allowance", "sitw:12.7")
def slowest_unit_sets_the_pace(table: Table, move: Move) -> Sum | None:
    """A stack moves at the pace of its slowest unit."""
    if move.mode != "regular":
        return None
    sums: list[Sum] = [movement_allowance(table, unit) for unit in table.units(move.units)]
    return min(sums, key=lambda allowance: allowance.total)


@forbids(Move, "sitw:12.1")
def spends_more_than_its_allowance(table: Table, move: Move) -> Because | bool:
    """A move may not cost more movement points than its units have."""
    if move.mode != "regular" or move.path is None:
        return False
    cost, allowance = path_cost(table, move), slowest_unit_sets_the_pace(table, move).total
    return because(at=move.path[-1], cost=cost, allowance=allowance) if cost > allowance else False


@forbids(Move, "sitw:12.2")
def moves_again(table: Table, move: Move) -> Because | bool:
    """A unit whose regular move is finished may not move again in that phase."""
    if move.mode != "regular":
        return False
    moved = some(partial(_which, unit, "moved") for unit in table.units(move.units))
    return because(unit=moved) if moved else False


def _which(unit: Unit, status: str) -> Unit | None:
    return unit if unit.has_status(status) else None


@unless(spends_more_than_its_allowance, "sitw:12.3")
def may_always_move_one_hex(table: Table, move: Move) -> bool:
    """Any unit may go one hex by spending all its movement points."""
    return move.path is not None and len(move.path) == 2


@forbids(Step, "sitw:12.4")
def enters_enemy_hex(table: Table, step: Step) -> Because | bool:
    """A unit never enters a hex that holds enemy units."""
    side = table.unit(step.move.units[0]).side
    by = table.someone_at(step.to, lambda unit: unit.side != side)
    return because(at=step.to, by=by) if by else False


# 12.8 to 12.11: what terrain costs


def natural_terrain(table: Table, number: str) -> str:
    """The terrain that counts today: a flood plain is clear when dry, marsh when wet (6.3, 12.9.6)."""
    terrain = table.terrain(number)
    if terrain == "flood-plain":
        return "marsh" if table.weather == "wet" else "clear"
    return terrain


def _costs_of(table: Table, step: Step, *terrains: str) -> int:
    if not is_regular(step) or table.terrain(step.to) not in terrains:
        return 0
    return int(TERRAIN[natural_terrain(table, step.to)]["dry"])


@costs(Step, "sitw:12.9.1")
def clear_cost(table: Table, step: Step) -> int:
    """Clear terrain costs 1."""
    return _costs_of(table, step, "clear")


@costs(Step, "sitw:12.9.2")
def forest_cost(table: Table, step: Step) -> int:
    """Forest costs 1 when dry, 2 when wet."""
    if not is_regular(step) or table.terrain(step.to) != "forest":
        return 0
    return int(TERRAIN["forest"][table.weather])


@costs(Step, "sitw:12.9.9")
def major_river_cost(table: Table, step: Step) -> int:
    """Crossing a major river costs 1 more."""
    return 1 if is_regular(step) and table.side_has(step.start, step.to, "major-river") else 0


@costs(Step, "sitw:12.10.2")
def allied_trench_cost(table: Table, step: Step) -> int:
    """Allied trenches cost German units 1 more."""
    entered = is_regular(step) and every((
        lambda: table.unit(step.move.units[0]).side == "german", lambda: table.has_feature(step.to, "allied-trench")
    ))
    return 1 if entered else 0
