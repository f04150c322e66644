"""Chapter 6, the supply check (6.0 to 6.15, and 14.2, 14.7 and 14.83 where they change it), in the book's order."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from rulebook.actions import Sequence, Supply
from rulebook.facts import Unknown, every, known, some, those
from rulebook.games.tsnp.agreed import option
from rulebook.games.tsnp.components import corps_of
from rulebook.games.tsnp.forces import is_army_artillery, is_garrison, is_headquarters, is_of_the_16th, is_remnant
from rulebook.games.tsnp.supply_lines import (
    limit_of_lines,
    line_to_a_source,
    line_to_headquarters,
    line_to_verdun,
    rail_joins,
)
from rulebook.mechanics.lines import Line
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

STEPS = ("supply-check", "rally", "replacement", "reinforcement")


def named(table: Table, supply: Supply, test: Callable[[Unit], Any]) -> Because | bool:
    """Those of the units asked about that pass a test."""
    found = those(table.units(supply.units), test)
    return because(at=found[0].facts.hex, unit=found) if found else False


# 6.0 and 6.1: when supply is checked


@obliges(Sequence, "tsnp:6.0")
def organizes_in_order(table: Table, sequence: Sequence) -> Because | bool:
    """Supply comes first, then rallies, then replacements, then reinforcements."""
    return because() if sequence.do in STEPS else False


@obliges(Supply, "tsnp:6.1")
def waits_for_its_check(table: Table, supply: Supply) -> Because | bool:
    """What a player found at his last check stands for the whole turn, whatever happens to the lines since."""
    return named(table, supply, lambda unit: some((
        lambda: table.phase != "supply-check", lambda: table.active != unit.side
    )))


# 6.11: units and their headquarters


@defines("tsnp:6.11")
def traces_through_headquarters(table: Table, unit: Unit) -> bool:
    """A unit that belongs to a corps is supplied through its headquarters, and never without it."""
    return not is_headquarters(unit) and not _is_of_no_corps(unit)


def _is_of_no_corps(unit: Unit) -> bool:
    """Army artillery belongs to none, nor do remnants unless one is posted for them."""
    return is_army_artillery(unit) or _traces_to_any_headquarters(unit)


def _traces_to_any_headquarters(unit: Unit) -> bool:
    return is_remnant(unit) and known(partial(unit.belongs_to, "corps")) is None


@unless(traces_through_headquarters, "tsnp:14.2")
def independent_division_traces_to_verdun(table: Table, unit: Unit) -> bool:
    """The 16th Division is under no corps: it draws on Verdun itself."""
    return is_of_the_16th(unit)


@unless(independent_division_traces_to_verdun, "tsnp:15.3", when=option("15.3"))
def sixteenth_traces_to_its_corps(table: Table, unit: Unit) -> bool:
    """Once the 16th Division is attached to a corps it is supplied through that headquarters, not from Verdun."""
    return True


@unless(traces_through_headquarters, "tsnp:14.83")
def garrison_traces_nothing(table: Table, unit: Unit) -> bool:
    """The garrison of a fort is always supplied."""
    return is_garrison(unit)


@defines("tsnp:6.11")
def headquarters_of(table: Table, unit: Unit) -> Unit | None:
    """The headquarters on the map that commands a unit's corps."""
    posted = (other for other in table.units() if _may_be_headquarters(unit, other))
    found = first_unit(posted, partial(_commands, table, unit))
    if found is None and not known(partial(has_lost_headquarters, table, unit)):
        table.others_may_be()
    return found


def has_lost_headquarters(table: Table, unit: Unit) -> bool:
    """Whether the headquarters of a unit's corps, of which there is one, is posted off the map."""
    away = (other for other in table.units() if table.game.is_off_map(other.facts))
    return first_unit(away, partial(_commands, table, unit)) is not None


def _may_be_headquarters(unit: Unit, other: Unit) -> bool:
    """Whether a posted unit stands on the map, and nothing says that it is an enemy or no headquarters."""
    side = unit.game.side_of(other.facts)
    return other.is_placed and other.facts.type in (None, "hq") and side in (None, unit.side)


def _commands(table: Table, unit: Unit, headquarters: Unit) -> bool:
    return every((
        lambda: is_headquarters(headquarters), lambda: headquarters.side == unit.side,
        lambda: corps_of(table, headquarters) == corps_of(table, unit),
    ))


def _own_headquarters(table: Table, unit: Unit) -> Unit | None:
    """The headquarters that a unit has to trace to, where it has one."""
    found: Unit | None = headquarters_of(table, unit) if traces_through_headquarters(table, unit) else None
    return found


@forbids(Supply, "tsnp:6.11")
def has_no_headquarters(table: Table, supply: Supply) -> Because | bool:
    """The units of a headquarters that is off the map are out of supply until it comes back."""
    return named(table, supply, partial(_lacks_headquarters, table))


def _lacks_headquarters(table: Table, unit: Unit) -> bool:
    return every((lambda: traces_through_headquarters(table, unit), lambda: not headquarters_of(table, unit)))


# 6.12 and 14.2: the line


@forbids(Supply, "tsnp:6.12")
def no_line_is_short_enough(table: Table, supply: Supply) -> Because | bool:
    """A headquarters with no line to a source, or a unit with none to its headquarters, is out of supply."""
    found = those(table.units(supply.units), partial(_finds_no_line, table))
    return because(at=found[0].facts.hex, unit=found, limit=_limit_of(table, found[0])) if found else False


def _finds_no_line(table: Table, unit: Unit) -> bool:
    if is_headquarters(unit):
        return not line_to_a_source(table, unit)
    if _traces_to_any_headquarters(unit):
        return not way_of_a_remnant(table, unit)
    headquarters = _own_headquarters(table, unit)
    return headquarters is not None and not line_to_headquarters(table, unit, headquarters)


def _limit_of(table: Table, unit: Unit) -> int:
    return int(limit_of_lines(table, unit if is_headquarters(unit) else _own_headquarters(table, unit)))


@forbids(Supply, "tsnp:14.2")
def no_line_reaches_verdun(table: Table, supply: Supply) -> Because | bool:
    """A unit of the 16th Division with no line to Verdun is out of supply."""
    return named(table, supply, partial(_cannot_reach_verdun, table))


def _cannot_reach_verdun(table: Table, unit: Unit) -> bool:
    return every((
        lambda: independent_division_traces_to_verdun(table, unit), lambda: not line_to_verdun(table, unit)
    ))


@permits(Supply, "tsnp:14.7")
def headquarters_use_the_railways(table: Table, supply: Supply) -> Because | bool:
    """From 26 February French headquarters may use the railways as well as the roads."""
    return named(table, supply, lambda unit: every((
        lambda: is_headquarters(unit), lambda: unit.side == "french",
        lambda: _rides(table, unit, line_to_a_source(table, unit)),
    )))


def _rides(table: Table, unit: Unit, line: Line | None) -> bool:
    steps = pairwise(line.hexes) if line else ()
    return bool(some(partial(rail_joins, table, unit.side, True, *step) for step in steps))


# 6.15: headquarters first, then their units


@dataclass(frozen=True)
class Way:
    """How a unit is supplied: by which line, through which headquarters, within which limit."""

    line: Line
    limit: int
    headquarters: Unit | None = None

    def told(self) -> dict[str, Any]:
        told = {"line": list(self.line.hexes), "cost": self.line.cost, "parts": self.line.told(), "limit": self.limit}
        return told | ({"through": self.headquarters.id} if self.headquarters else {})


@defines("tsnp:6.15")
def way_of_a_headquarters(table: Table, headquarters: Unit) -> Way | None:
    """A headquarters is supplied by its line to a source."""
    line = line_to_a_source(table, headquarters)
    return Way(line, _limit_of(table, headquarters)) if line else None


@defines("tsnp:6.15")
def way_of_a_unit(table: Table, unit: Unit, headquarters: Unit) -> Way | None:
    """A unit is supplied by its line to a headquarters that is itself supplied."""
    line = line_to_headquarters(table, unit, headquarters)
    if not (line and way_of_a_headquarters(table, headquarters)):
        return None
    return Way(line, int(limit_of_lines(table, headquarters)), headquarters)


@defines("tsnp:6.15")
def way_of_a_remnant(table: Table, unit: Unit) -> Way | None:
    """A remnant, which is of no corps, may be supplied through any headquarters of its side."""
    posted = (other for other in table.units() if _may_be_headquarters(unit, other))
    found: Way | None = some(partial(_way_through, table, unit, other) for other in posted)
    if found is None:
        table.others_may_be()
    return found


def _way_through(table: Table, unit: Unit, other: Unit) -> Way | None:
    ours = every((lambda: is_headquarters(other), lambda: other.side == unit.side))
    found: Way | None = way_of_a_unit(table, unit, other) if ours else None
    return found


@forbids(Supply, "tsnp:6.15")
def headquarters_is_cut_off(table: Table, supply: Supply) -> Because | bool:
    """A headquarters out of supply leaves all its units out of supply."""
    found = those(table.units(supply.units), partial(_depends_on_one_cut_off, table))
    return because(at=found[0].facts.hex, unit=found, hq=_own_headquarters(table, found[0])) if found else False


def _depends_on_one_cut_off(table: Table, unit: Unit) -> bool:
    headquarters = _own_headquarters(table, unit)
    return headquarters is not None and not line_to_a_source(table, headquarters)


@obliges(Supply, "tsnp:6.15")
def marks_it_out_of_supply(table: Table, supply: Supply) -> Because | bool:
    """A headquarters or a unit found out of supply gets a marker."""
    return named(table, supply, lambda unit: every((
        lambda: table.phase == "supply-check", lambda: table.active == unit.side, lambda: is_cut_off(table, unit)
    )))


def is_cut_off(table: Table, unit: Unit) -> bool:
    """Whether a check would find a unit out of supply now."""
    reasons = (_lacks_headquarters, _finds_no_line, _cannot_reach_verdun, _depends_on_one_cut_off)
    return bool(some(partial(reason, table, unit) for reason in reasons))


@computes(Supply, "supply", "tsnp:6.15")
def state_of_supply(table: Table, supply: Supply) -> dict[str, Any]:
    """Each unit is supplied or not, with the line found, what it costs, and through which headquarters."""
    return {unit.id: dict(_state(table, unit)) for unit in table.units(supply.units)}


def _state(table: Table, unit: Unit) -> Iterator[tuple[str, Any]]:
    try:
        cut_off = is_cut_off(table, unit)
        way = None if cut_off else _way_of(table, unit)
    except Unknown as missing:
        yield "missing", sorted(missing.facts)
        return
    yield "supply", "unsupplied" if cut_off else "supplied"
    yield from way.told().items() if way else ()


def _way_of(table: Table, unit: Unit) -> Way | None:
    """The way that a supplied unit is supplied; None for one that needs none."""
    found: Way | None = None
    if is_headquarters(unit):
        found = way_of_a_headquarters(table, unit)
    elif _traces_to_any_headquarters(unit):
        found = way_of_a_remnant(table, unit)
    elif independent_division_traces_to_verdun(table, unit):
        found = Way(line_to_verdun(table, unit), int(limit_of_lines(table, None)))
    elif headquarters := _own_headquarters(table, unit):
        found = way_of_a_unit(table, unit, headquarters)
    return found


@permits(Supply, "tsnp:14.83")
def fort_feeds_its_garrison(table: Table, supply: Supply) -> Because | bool:
    """The garrison of a fort is always supplied; other units in the fort trace their lines like everyone."""
    return named(table, supply, is_garrison)
