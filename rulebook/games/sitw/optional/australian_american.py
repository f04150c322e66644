"""Optional rule 16.1: the Australian-American Corps. How it infiltrates is in 15.6."""

from functools import partial
from itertools import groupby

from rulebook.actions import Attack, Losses, Place, Stack
from rulebook.facts import every, more_than, some
from rulebook.games.sitw.agreed import option
from rulebook.games.sitw.battle import modified
from rulebook.games.sitw.combat import adds_to_the_defense, attackers, attacking_side
from rulebook.games.sitw.components import steps_of
from rulebook.games.sitw.pieces import is_american_infantry
from rulebook.mechanics.stacking import known_together
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, modifies, obliges, permits
from rulebook.table import Table, Unit

MARKER = "australian-american"
FIRST_TURN = 9
DIVISIONS = 2
CORPS_ATTACKS = 1
CORPS_DEFENDS = -1


# Forming it


@defines("sitw:16.1", when=option("16.1"))
def corps_can_exist(table: Table) -> bool:
    """The Corps can be formed once the Allied player turn of turn 9 has begun."""
    return bool(some((
        lambda: table.turn > FIRST_TURN,
        lambda: every((lambda: table.turn == FIRST_TURN, lambda: table.active == "allied")),
    )))


def is_corps(units: list[Unit]) -> bool:
    """Whether the Australian Corps and two American infantry divisions are among units of one hex."""
    return every((
        lambda: first_unit(units, lambda unit: unit.nation == "australian"),
        lambda: more_than(DIVISIONS - 1, (partial(is_american_infantry, unit) for unit in units)),
    ))


@permits(Stack, "sitw:16.1")
def forms_the_corps(table: Table, stack: Stack) -> Because | bool:
    """Two American infantry divisions stacked with the Australian Corps form the Corps."""
    together = known_together(table, stack.hex, table.units(stack.units))
    formed = every((lambda: corps_can_exist(table), lambda: is_corps(together)))
    return because(at=stack.hex) if formed else False


@forbids(Place, "sitw:16.1")
def marks_a_corps_that_is_none(table: Table, place: Place) -> Because | bool:
    """The marker goes only where the Corps stands."""
    if place.marker != MARKER:
        return False
    formed = every((lambda: corps_can_exist(table), lambda: some((
        lambda: is_corps(table.units_at(place.hex)), table.others_may_be,
    ))))
    return False if formed else because(at=place.hex)


# Its fights


@modifies(Attack, "sitw:16.1")
def corps_attacks(table: Table, attack: Attack) -> Because | bool:
    """The Corps gives an attack that all of it joins +1."""
    joined = attacking_side(table, attack) == "allied" and every((
        lambda: corps_can_exist(table),
        lambda: some(partial(is_corps, stack) for stack in _stacks(attackers(table, attack))),
    ))
    return modified(attack, CORPS_ATTACKS) if joined else False


def _stacks(units: list[Unit]) -> list[list[Unit]]:
    """Units hex by hex."""
    by_hex = sorted(units, key=lambda unit: unit.hex)
    return [list(stack) for _, stack in groupby(by_hex, key=lambda unit: unit.hex)]


@modifies(Attack, "sitw:16.1")
def corps_defends(table: Table, attack: Attack) -> Because | bool:
    """The Corps gives a defense -1."""
    defended = attacking_side(table, attack) == "german" and every((
        lambda: corps_can_exist(table),
        lambda: some((lambda: is_corps(_defending(table, attack)), table.others_may_be)),
    ))
    return modified(attack, CORPS_DEFENDS) if defended else False


def _defending(table: Table, attack: Attack) -> list[Unit]:
    return [unit for unit in table.units_at(attack.target) if adds_to_the_defense(table, attack, unit)]


# Its end


@obliges(Losses, "sitw:16.1")
def corps_ends(table: Table, losses: Losses) -> Because | bool:
    """The Corps ceases to exist when one of its three units is completely eliminated."""
    gone = [taken.unit for taken in losses.taken if taken.steps >= steps_of(table.unit(taken.unit))]
    ended = corps_can_exist(table) and first_unit(table.units(tuple(gone)), partial(_ends_the_corps, table, gone))
    return because(at=ended.hex, unit=ended) if ended else False


def _ends_the_corps(table: Table, gone: list[str], unit: Unit) -> bool:
    stack = table.units_at(unit.hex)
    return is_corps(stack) and not is_corps([left for left in stack if left.id not in gone])
