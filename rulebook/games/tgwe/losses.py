"""Chapter 10, how losses are taken (10.6), in the book's order."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from rulebook.actions import Losses
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import engaged, fought_at, has_enemy_fort, side_of
from rulebook.games.tgwe.components import has_two_steps
from rulebook.games.tgwe.ground import is_in_near_east
from rulebook.games.tgwe.pieces import (
    ANZAC,
    is_anti_tank,
    is_combat_unit,
    is_german,
    is_known_off_the_map,
    is_on_the_map,
    is_tank,
)
from rulebook.games.tgwe.shock_troops import is_assault
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, contested, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

REDUCED, ELIMINATED = "reduced", "eliminated"
Kind = Callable[[Unit], bool]


def steps_taken(losses: Losses) -> Counter[str]:
    """The steps that each unit gives up."""
    taken: Counter[str] = Counter()
    for loss in losses.taken:
        taken[loss.unit] += loss.steps
    return taken


# 10.61: what has to be lost


@computes(Losses, "due", "tgwe:10.61")
def steps_due(table: Table, losses: Losses) -> Sum:
    """The number of the result is lost in steps, so far as there are any."""
    owed = Part(losses.points, "tgwe:10.61", "result")
    spared = losses.points - min(losses.points, _steps_at_hand(table, losses))
    return Sum((owed, Part(-spared, "tgwe:10.62", "excess")) if spared else (owed,))


def _steps_at_hand(table: Table, losses: Losses) -> int:
    """The steps that a side has in the battle, so far as they are asked for; a fort has one, after its units."""
    steps = sum(steps_of(table, unit) for unit in _fighters(table, losses))
    return steps if steps >= losses.points else steps + int(_holds_a_fort(table, losses))


def _holds_a_fort(table: Table, losses: Losses) -> bool:
    """Whether the defenders are in an intact fort of their own."""
    if losses.role != "defender":
        return False
    return has_enemy_fort(table, table.game.enemy_of(side_of(table, losses)), fought_at(table, losses))


def _fighters(table: Table, losses: Losses) -> list[Unit]:
    """The combat units of a side in the battle; one that is off the map has no step left in it."""
    return [unit for unit in engaged(table, losses) if is_combat_unit(unit) and not is_known_off_the_map(unit)]


@forbids(Losses, "tgwe:10.61")
def leaves_losses_unmet(table: Table, losses: Losses) -> Because | bool:
    """All the steps of a result have to be lost."""
    taken = steps_taken(losses).total() + int(losses.garrison)
    if taken >= losses.points:
        return False
    due = int(steps_due(table, losses).total)
    return because(taken=taken, due=due) if taken < due else False


@forbids(Losses, "tgwe:10.61")
def loses_more_than_the_result(table: Table, losses: Losses) -> Because | bool:
    """No more steps are lost than the result says."""
    taken = steps_taken(losses).total() + int(losses.garrison)
    return because(taken=taken, due=losses.points) if taken > losses.points else False


# 10.62: who loses first


@forbids(Losses, "tgwe:10.62")
def defender_suffers_too_soon(table: Table, losses: Losses) -> Because | bool:
    """The attacker takes all his losses before the defender takes any."""
    return because(pending=losses.pending) if losses.role == "defender" and losses.pending > 0 else False


@obliges(Losses, "tgwe:10.62")
def excess_is_ignored(table: Table, losses: Losses) -> Because | bool:
    """Losses beyond the steps of the units engaged are forgotten: they touch no other battle."""
    spared = losses.points - int(steps_due(table, losses).total)
    return because(amount=spared) if spared > 0 else False


# 10.63: steps


def steps_of(table: Table, unit: Unit) -> int:
    """The steps that a unit has now: one, or two for a unit of two that is not reduced; none off the map."""
    if is_known_off_the_map(unit):
        return 0
    if unit.facts.steps is not None:
        return unit.steps
    return 2 if every((partial(has_two_steps, table, unit), lambda: not unit.is_reduced)) else 1


@computes(Losses, "left", "tgwe:10.63")
def what_is_left(table: Table, losses: Losses) -> dict[str, str]:
    """A unit of two steps is turned to its reduced side; one of one step, or reduced, leaves the map."""
    return {unit_id: _left(table, table.unit(unit_id), steps) for unit_id, steps in steps_taken(losses).items()}


def _left(table: Table, unit: Unit, steps: int) -> str:
    return ELIMINATED if steps_of(table, unit) <= steps else REDUCED


@forbids(Losses, "tgwe:10.63")
def loses_steps_it_has_not(table: Table, losses: Losses) -> Because | bool:
    """A unit loses no more steps than it has: off the map it has none."""
    taken = {table.unit(unit_id): steps for unit_id, steps in steps_taken(losses).items()}
    short = first_unit(taken, lambda unit: not is_on_the_map(unit) or steps_of(table, unit) < taken[unit])
    return because(unit=short, steps=taken[short]) if short else False


@obliges(Losses, "tgwe:10.63")
def lost_units_go_to_the_dead_pile(table: Table, losses: Losses) -> Because | bool:
    """Most units that are destroyed go to the Dead Pile, from where they can be replaced."""
    lost = [unit_id for unit_id, left in what_is_left(table, losses).items() if left == ELIMINATED]
    return because(units=lost) if lost else False


# 10.64: who loses first within a side


def is_two_step(unit: Unit) -> bool:
    """Whether a unit has two steps printed, be it reduced now."""
    if unit.facts.steps is not None and unit.steps > 1:
        return True
    return bool(some((lambda: unit.has_status("two-step"), lambda: unit.is_reduced)))


def _two_step_of(nations: tuple[str, ...]) -> Kind:
    return lambda unit: every((lambda: unit.nation in nations, lambda: is_two_step(unit)))


def _first_kinds(table: Table, losses: Losses) -> tuple[Kind, ...]:
    return is_tank, partial(_fights_as_assault, table, losses)


def _fights_as_assault(table: Table, losses: Losses, unit: Unit) -> bool:
    """Whether a unit fought as assault troops; where it was matters to the Alpenkorps alone (15.46)."""
    return bool(some((
        lambda: unit.type == "assault" and not unit.has_status("alpenkorps"),
        lambda: every((
            lambda: is_german(unit), lambda: unit.has_status("alpenkorps"),
            lambda: is_assault(table, unit, fought_at(table, losses)),
        )),
    )))


@defines("tgwe:10.64")
def first_to_lose(table: Table, losses: Losses) -> tuple[Unit, ...]:
    """First to lose are tanks, else assault troops, else British, then Anzac, then Canadian units of two steps."""
    kinds = (_two_step_of(("british",)), _two_step_of(ANZAC), _two_step_of(("canadian",)))
    return _highest(table, losses, (*_first_kinds(table, losses), *kinds))


@contested(first_to_lose)
def empire_shares_the_first_loss(table: Table, losses: Losses) -> tuple[Unit, ...]:
    """British, Anzac and Canadian units of two steps share one rank."""
    return _highest(table, losses, (*_first_kinds(table, losses), _two_step_of(("british", *ANZAC, "canadian"))))


def _highest(table: Table, losses: Losses, kinds: tuple[Kind, ...]) -> tuple[Unit, ...]:
    """The units of the first of these kinds that fights in the battle."""
    units = _fighters(table, losses)
    for kind in kinds:
        found = tuple(unit for unit in units if kind(unit))
        if found:
            return found
    return ()


@forbids(Losses, "tgwe:10.64")
def spares_the_first_to_lose(table: Table, losses: Losses) -> Because | bool:
    """The attacker's first step comes from the units that the order of 10.64 names."""
    taken = steps_taken(losses)
    if losses.role != "attacker" or not taken or all(taken[unit.id] for unit in _fighters(table, losses)):
        return False
    first = first_to_lose(table, losses)
    return because(units=first) if first and not any(taken[unit.id] for unit in first) else False


@unless(spares_the_first_to_lose, "tgwe:10.64")
def allies_choose_in_the_near_east(table: Table, losses: Losses) -> bool:
    """On the Near East map the Allied player spreads his losses as he likes."""
    return every((
        lambda: side_of(table, losses) == "allied", lambda: is_in_near_east(table, fought_at(table, losses))
    ))


@forbids(Losses, "tgwe:10.64")
def spares_the_anti_tank_unit(table: Table, losses: Losses) -> Because | bool:
    """The defender's first step comes from an anti-tank unit, if there is one in the hex."""
    taken = steps_taken(losses)
    if losses.role != "defender" or not (taken or losses.garrison):
        return False
    guns = [unit for unit in _fighters(table, losses) if is_anti_tank(unit)]
    return because(unit=guns[0]) if guns and not any(taken[unit.id] for unit in guns) else False


@forbids(Losses, "tgwe:10.64")
def fort_falls_before_its_defenders(table: Table, losses: Losses) -> Because | bool:
    """A fortification is lost only after all the combat units in its hex."""
    if not losses.garrison:
        return False
    taken = steps_taken(losses)
    alive = first_unit(_fighters(table, losses), lambda unit: steps_of(table, unit) > taken[unit.id])
    return because(unit=alive) if alive else False


@forbids(Losses, "tgwe:10.64")
def loses_a_fort_that_is_not_there(table: Table, losses: Losses) -> Because | bool:
    """Only an intact fort that the defenders hold can be lost."""
    if not losses.garrison or _holds_a_fort(table, losses):
        return False
    return because(unit=losses.units[0])


@permits(Losses, "tgwe:10.64")
def owner_chooses_who_loses(table: Table, losses: Losses) -> Because | bool:
    """Beyond these limits each player spreads his losses as he likes."""
    return because(points=losses.points) if losses.points > 1 and len(losses.units) > 1 else False
