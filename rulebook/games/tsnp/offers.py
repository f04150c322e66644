"""What is worth trying for a unit when all its options are asked for."""

from collections.abc import Callable, Iterator
from functools import partial

from rulebook.actions import ActionModel, Bombard, Dig, Move, Party, Rally, Replace, Supply
from rulebook.facts import Unknown
from rulebook.games.tsnp.bombardment import can_bombard
from rulebook.games.tsnp.breakthrough import BREAKTHROUGH_PHASE, UNITS_THAT_MAY_STAY, began_the_phase_in_the_stack
from rulebook.games.tsnp.forces import is_demoralized, is_headquarters
from rulebook.games.tsnp.movement import allowance_of
from rulebook.games.tsnp.stacking import can_still_leave
from rulebook.mechanics.paths import reach
from rulebook.table import Table, Unit


def pace(table: Table, party: Party) -> float | None:
    """The movement points that a party may spend: those of its unit that has fewest."""
    return float(min(allowance_of(table, unit, party.mode).total for unit in table.units(party.units)))


def offers(table: Table, unit: Unit) -> Iterator[ActionModel]:
    """Shelling enemies, breaking through with its stack, digging in, being supplied, rallying, being replenished."""
    for number in _targets(table, unit):
        yield Bombard(type="bombard", units=(unit.id,), target=number, mode="barrage")
    if unit.is_placed:
        yield from _breakthroughs_of_its_stack(table, unit)
        yield Dig(type="dig", units=(unit.id,))
        if table.posted.phase == "supply-check":
            yield Supply(type="supply", units=(unit.id,))
        if _may_be(partial(_is_shaken, unit)):
            yield Rally(type="rally", units=(unit.id,))
    for points in range(1, _steps_lacking(unit) + 1):
        yield Replace(type="replace", unit=unit.id, points=points)


def _targets(table: Table, unit: Unit) -> list[str]:
    """The hexes of posted enemies, for a gun in a bombardment phase."""
    if not (_may_be(lambda: table.phase == "bombardment") and _may_be(partial(can_bombard, unit))):
        return []
    enemies = (other for other in table.units() if other.is_placed and _may_be(partial(_is_enemy, unit, other)))
    return list(dict.fromkeys(enemy.hex for enemy in enemies))


def _breakthroughs_of_its_stack(table: Table, unit: Unit) -> Iterator[Move]:
    """Where a stack can break through as one body, when it is too large for the unit to go without the others."""
    stack = [other for other in table.units_at(unit.hex) if _may_be(partial(began_the_phase_in_the_stack, other))]
    if table.posted.phase != BREAKTHROUGH_PHASE or len(stack) <= UNITS_THAT_MAY_STAY + 1:
        return
    whole = Move(type="move", units=tuple(other.id for other in stack), mode="breakthrough")
    going = tuple(other.id for other in stack if _may_be(partial(can_still_leave, table, whole, other)))
    if unit.id in going:
        yield from _moves_within_reach(table, Party(going, whole.mode), unit.hex)


def _moves_within_reach(table: Table, party: Party, start: str) -> Iterator[Move]:
    """A move to every hex that the party can get to; one without a path where too little is known to tell."""
    try:
        around = reach(table, party, start, pace(table, party))
    except Unknown:
        yield Move(type="move", units=party.units, mode=party.mode)
        return
    for number in sorted(around.costs):
        if number != start:
            yield Move(type="move", units=party.units, mode=party.mode, path=tuple(around.path(number)))


def _is_enemy(unit: Unit, other: Unit) -> bool:
    return other.side != unit.side


def _is_shaken(unit: Unit) -> bool:
    return unit.has_status("out-of-support") if is_headquarters(unit) else is_demoralized(unit)


def _steps_lacking(unit: Unit) -> int:
    """How many replacements could be spent on a unit."""
    if not unit.is_placed:
        return 2 if _may_be(partial(unit.has_status, "eliminated")) else 0
    return int(_may_be(lambda: unit.is_reduced))


def _may_be(test: Callable[[], bool]) -> bool:
    try:
        return bool(test())
    except Unknown:
        return True
