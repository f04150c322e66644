"""Chapter 11, who is supplied (11.0, 11.2, 11.7), in the book's order. Lines are in `lines`, effects in `shortage`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Supply
from rulebook.facts import YES_OR_NO, Unknown, every, known, some, those
from rulebook.games.tgwe.lines import (
    Served,
    headquarters_line,
    is_cut_off,
    is_secondary_source,
    nation_of,
    served,
    supply_line,
)
from rulebook.games.tgwe.pieces import is_hq
from rulebook.games.tgwe.sources import (
    ABADAN,
    BASRA,
    BERLIN,
    BUCHAREST,
    BUDAPEST,
    CONSTANTINOPLE,
    CP,
    PRAGUE,
    RUHR,
    SALONIKA,
    SOFIA,
    VIENNA,
    is_held_by,
    is_primary_source,
)
from rulebook.games.tgwe.special_supply import draws_fortress_supply, is_besieged
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

CITIES_OF = {
    "cp": RUHR | {BERLIN, PRAGUE, VIENNA, BUDAPEST, CONSTANTINOPLE, SOFIA, BUCHAREST},
    "allied": frozenset((BUCHAREST, SALONIKA, BASRA, ABADAN)),
}

# The boxes whose units are supplied (11.32, 11.33): the Dead Pile and what waits to enter are none of them.
BOXES_OF_THE_CP, BOXES_OF_RUSSIA = ("arabia-box", "turkish-reserve", "transit-box"), ("transfer-box", "transit-box")
NATIONS = {
    "cp": ("german", "austro-hungarian", "turkish", "bulgarian", "romanian"),
    "allied": ("french", "british", "russian", "italian", "serbian", "greek", "belgian"),
}


# 11.0: who is supplied


@defines("tgwe:11.0")
def would_be_out_of_supply(table: Table, unit: Unit, number: str, company: tuple[Unit, ...] = ()) -> bool:
    """A unit is out of supply where it has neither a line, nor a port or fort, nor a headquarters that comes along."""
    if is_posted_supplied(table, number):
        return False
    traced = known(lambda: _traced(table, served(unit)._replace(moving=_headquarters_of((unit, *company))), number))
    if traced not in (None, "oos"):
        return False
    if some(partial(_brings_supply, table, unit, other, number) for other in company):
        return False
    return traced == "oos" or not is_told_supplied(table, number)


def _headquarters_of(party: tuple[Unit, ...]) -> tuple[str, ...]:
    """The headquarters of those who move: they supply nobody from the hex that they leave."""
    return tuple(dict.fromkeys(unit.id for unit in party if known(partial(is_hq, unit))))


def _brings_supply(table: Table, unit: Unit, hq: Unit, number: str) -> bool:
    """Whether a headquarters that goes to the same hex supplies the unit there (11.21b)."""
    return hq is not unit and every((
        partial(is_hq, hq), lambda: hq.side == unit.side, lambda: nation_of(hq) == nation_of(unit),
        lambda: headquarters_line(table, unit.side, nation_of(unit), number),
    ))


def is_supplied(table: Table, unit: Unit) -> bool:
    """Whether a unit is supplied otherwise than by its fortress: as posted, else as it can trace."""
    return state_of(table, unit) == "supplied"


def is_out_of_supply(table: Table, unit: Unit) -> bool:
    return state_of(table, unit) == "oos"


def state_of(table: Table, unit: Unit) -> str:
    """The supply of a unit: as posted, else as it can trace; where neither tells, it is asked for."""
    if _is_under_scheffer(table, unit):
        return "supplied"
    if _is_told(table, unit):
        return unit.supply
    return known(partial(state_traced, table, unit)) or unit.supply


def _is_under_scheffer(table: Table, unit: Unit) -> bool:
    """Whether the unit is of the stack that counts as supplied for this combat phase (11.86)."""
    return table.may_have_status("scheffer") and bool(known(lambda: unit.has_status("scheffer")))


def _is_told(table: Table, unit: Unit) -> bool:
    if unit.facts.supply is not None:
        return True
    return table.has_given and known(lambda: table.once(Table.as_posted).unit(unit.id).supply) is not None


def state_traced(table: Table, unit: Unit) -> str:
    """The supply of a unit by what it can trace now; one off the map needs none."""
    return "supplied" if table.game.is_off_map(unit.facts) else _traced(table, served(unit), unit.hex)


def _traced(table: Table, whose: Served, number: str) -> str:
    if is_besieged(table, whose.side, number):
        return "fortress"
    return _state(table, whose, number)


def _state(table: Table, whose: Served, number: str) -> str:
    if known(partial(is_cut_off, table, whose, number)) is False:
        return "supplied"
    if every((partial(is_cut_off, table, whose, number), lambda: not draws_fortress_supply(table, whose, number))):
        return "oos"
    return "fortress" if is_cut_off(table, whose, number) else "supplied"


def is_hex_supplied(table: Table, side: str, number: str, nation: str | None = None) -> bool:
    """Whether a hex can trace supply for a side (11.85), or for one of its nations."""
    if is_posted_supplied(table, number) and not _is_known_of_the_enemy(table, side, number):
        return True
    nations = NATIONS[side] if nation is None else (nation,)
    traced = known(lambda: some(partial(_is_fed, table, Served(side, each), number) for each in nations) or False)
    return is_told_supplied(table, number) if traced is None else bool(traced)


def _is_fed(table: Table, whose: Served, number: str) -> bool:
    return not is_cut_off(table, whose, number)


def is_posted_supplied(table: Table, number: str) -> bool:
    """Whether a hex was posted in supply: of the side that controls it, or that comes to by entering it."""
    return bool(known(partial(table.has_feature, number, "in-supply")))


def _is_known_of_the_enemy(table: Table, side: str, number: str) -> bool:
    return bool(known(partial(is_held_by, table, table.game.enemy_of(side), number)))


def is_told_supplied(table: Table, number: str) -> bool:
    """The supply of a hex that cannot be traced: it is asked for."""
    return bool(table.read(f"map.hexes.{number}.features.in-supply", None, YES_OR_NO, True))



# 11.2: the question itself


def named(table: Table, supply: Supply, test: Callable[[Unit], Any]) -> Because | bool:
    """Those of the units asked about that pass a test."""
    found = those(table.units(supply.units), test)
    return because(at=found[0].facts.hex, unit=found) if found else False


@forbids(Supply, "tgwe:11.2")
def has_no_supply(table: Table, supply: Supply) -> Because | bool:
    """A unit with no line, no port and no fort of its own is out of supply."""
    return named(table, supply, lambda unit: state_traced(table, unit) == "oos")


@computes(Supply, "supply", "tgwe:11.2")
def state_of_supply(table: Table, supply: Supply) -> dict[str, Any]:
    """Each unit is supplied, on fortress supply alone, or out of supply, by what it can trace now."""
    return {unit.id: _told_state(table, unit) for unit in table.units(supply.units)}


def _told_state(table: Table, unit: Unit) -> dict[str, Any]:
    try:
        state = state_traced(table, unit)
    except Unknown as missing:
        return {"missing": sorted(missing.facts)}
    line = line_of(table, unit) if state == "supplied" else None
    return {"supply": state, **({"line": line} if line else {})}


def line_of(table: Table, unit: Unit) -> list[str] | None:
    """The line that supplies a unit on the map, where it has one for sure."""
    line: list[str] | None = known(lambda: supply_line(table, served(unit), unit.hex)) if unit.is_placed else None
    return line


# 11.23, 11.7: what a source may serve


@permits(Supply, "tgwe:11.23")
def one_source_serves_all(table: Table, supply: Supply) -> Because | bool:
    """Any number of units and secondary sources may trace to one source."""
    ends = [line[-1] for unit in table.units(supply.units) if (line := line_of(table, unit))]
    shared = next((end for end in ends if ends.count(end) > 1), None)
    return because(at=shared, amount=ends.count(shared)) if shared else False


@permits(Supply, "tgwe:11.71")
def draws_on_a_captured_source(table: Table, supply: Supply) -> Because | bool:
    """A captured city that was a primary source of the enemy is a secondary source for its captors."""
    found = some(partial(_base_of, table, unit, CITIES_OF) for unit in table.units(supply.units))
    return because(at=found[1], unit=found[0]) if found else False


@permits(Supply, "tgwe:11.72")
def draws_on_a_town(table: Table, supply: Supply) -> Because | bool:
    """A secondary source serves whoever controls it, however often it changes hands."""
    found = some(partial(_base_of, table, unit, None) for unit in table.units(supply.units))
    return because(at=found[1], unit=found[0]) if found else False


def _base_of(table: Table, unit: Unit, among: dict[str, frozenset[str]] | None) -> tuple[Unit, str] | None:
    """The first town on a unit's line that serves it as a secondary source, of those that the enemy drew on."""
    line = line_of(table, unit) or ()
    towns = line if among is None else [number for number in line if number in among[table.game.enemy_of(unit.side)]]
    found: str | None = some(partial(_serves_as_secondary, table, unit, number) for number in towns)
    return (unit, found) if found else None


def _serves_as_secondary(table: Table, unit: Unit, number: str) -> str | None:
    army = served(unit).lines.army
    is_base = every((
        lambda: not is_primary_source(table, army, number), partial(is_secondary_source, table, unit.side, number)
    ))
    return number if is_base else None


# 11.32, 11.33, 11.51: supplied without a line, or by a fortress


@permits(Supply, "tgwe:11.32")
def cp_waits_in_a_box(table: Table, supply: Supply) -> Because | bool:
    """Units of the Central Powers in the boxes of Arabia, of the Turkish reserve and of transit are supplied."""
    return named(table, supply, lambda unit: _waits_in(table, unit, BOXES_OF_THE_CP) and unit.side == CP)


def _waits_in(table: Table, unit: Unit, boxes: tuple[str, ...]) -> bool:
    return table.game.is_off_map(unit.facts) and bool(some(partial(unit.has_status, box) for box in boxes))


@permits(Supply, "tgwe:11.33")
def russians_wait_in_a_box(table: Table, supply: Supply) -> Because | bool:
    """Russian units in transit between the Eastern and Caucasus Fronts are supplied."""
    return named(table, supply, lambda unit: _waits_in(table, unit, BOXES_OF_RUSSIA) and unit.army == "russian")


@obliges(Supply, "tgwe:11.51")
def lives_on_its_fortress(table: Table, supply: Supply) -> Because | bool:
    """Units with fortress supply alone defend in full, attack at half, and may have to surrender."""
    return named(table, supply, lambda unit: state_traced(table, unit) == "fortress")
