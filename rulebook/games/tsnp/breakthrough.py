"""Chapter 13, breakthrough movement."""

from collections.abc import Callable
from functools import partial
from math import ceil

from rulebook.actions import Move, Party
from rulebook.facts import every, more_than, some
from rulebook.games.tsnp.bombardment import stays_once_it_has_fired, was_turned_over_by_a_move
from rulebook.games.tsnp.condition import movement_capacity
from rulebook.games.tsnp.forces import is_chasseurs, is_garrison, is_pioneers
from rulebook.games.tsnp.morale import is_shaken
from rulebook.games.tsnp.movement import allowance_of, is_out_of_its_phase
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, contested, forbids, replaces
from rulebook.table import Table, Unit

BREAKTHROUGH_PHASE = "breakthrough"
UNITS_THAT_MAY_STAY = 1


def is_breakthrough(move: Move | Party) -> bool:
    return move.mode == "breakthrough"


def leads_a_breakthrough(unit: Unit) -> bool:
    """Pioneers on the German side, chasseurs on the French."""
    return is_pioneers(unit) or is_chasseurs(unit)


@forbids(Move, "tsnp:13.0")
def breaks_through_out_of_its_phase(table: Table, move: Move) -> Because | bool:
    """Units break through in the breakthrough phase of their own player."""
    late = is_breakthrough(move) and is_out_of_its_phase(table, move, BREAKTHROUGH_PHASE)
    return because(phase=BREAKTHROUGH_PHASE) if late else False


@forbids(Move, "tsnp:13.0")
def breaks_through_without_a_lead(table: Table, move: Move) -> Because | bool:
    """Only pioneers, chasseurs, and units stacked with them as the phase begins, break through."""
    if not is_breakthrough(move):
        return False
    unled = first_unit(table.units(move.units), lambda unit: not is_led(table, unit))
    return because(unit=unled) if unled else False


def is_led(table: Table, unit: Unit) -> bool:
    """Whether a unit is one that leads a breakthrough, or began the phase with one."""
    return bool(some((
        lambda: leads_a_breakthrough(unit), lambda: table.someone_at(unit.hex, _began_the_phase_there_and_leads)
    )))


def _began_the_phase_there_and_leads(unit: Unit) -> bool:
    return every((lambda: leads_a_breakthrough(unit), lambda: not has_broken_through(unit)))


def has_broken_through(unit: Unit) -> bool:
    return unit.has_status("broke-through")


@forbids(Move, "tsnp:13.0")
def breaks_through_again(table: Table, move: Move) -> Because | bool:
    """A unit breaks through once in the phase."""
    done = first_unit(table.units(move.units), has_broken_through) if is_breakthrough(move) else None
    return because(unit=done) if done else False


@forbids(Move, "tsnp:2.13")
def turned_guns_break_through(table: Table, move: Move) -> Because | bool:
    """A gun that was turned over for its move has done all that it may this turn."""
    spent = first_unit(table.units(move.units), was_turned_over_by_a_move) if is_breakthrough(move) else None
    return because(unit=spent) if spent else False


@forbids(Move, "tsnp:13.0")
def splits_its_stack(table: Table, move: Move) -> Because | bool:
    """A stack breaks through together; no more than one of its units stays behind."""
    return _leaves_too_many(table, move, began_the_phase_in_the_stack)


@contested(splits_its_stack)
def splits_off_units_that_could_go(table: Table, move: Move) -> Because | bool:
    """Of the units that can break through no more than one stays behind; those that cannot are left there anyway."""
    return _leaves_too_many(table, move, partial(_could_go_along, table))


def _leaves_too_many(table: Table, move: Move, counts: Callable[[Unit], bool]) -> Because | bool:
    if not is_breakthrough(move):
        return False
    start = table.unit(move.units[0]).hex
    others = [unit for unit in table.units_at(start) if unit.id not in move.units]
    split = some((
        lambda: more_than(UNITS_THAT_MAY_STAY, (partial(counts, unit) for unit in others)), table.others_may_be
    ))
    return because(at=start, units_left=others) if split else False


def _could_go_along(table: Table, unit: Unit) -> bool:
    return every((
        lambda: began_the_phase_in_the_stack(unit),
        lambda: not is_shaken(table, unit),
        lambda: not stays_once_it_has_fired(table, unit),
        lambda: not was_turned_over_by_a_move(unit),
    ))


def began_the_phase_in_the_stack(unit: Unit) -> bool:
    """Whether a unit is of the stack: garrisons are of the fort, and newcomers of another stack."""
    return every((lambda: not is_garrison(unit), lambda: not has_broken_through(unit)))


@replaces(allowance_of, "tsnp:13.0")
def breakthrough_halves(table: Table, unit: Unit, mode: str | None) -> Sum | None:
    """A breakthrough goes half the capacity that a unit has left, fractions up."""
    if mode != "breakthrough":
        return None
    whole = movement_capacity(table, unit)
    return Sum((*whole.parts, Part(ceil(whole.total / 2) - whole.total, "tsnp:13.0", mode)))
