"""Chapter 11, supply and its effects (11.0, 11.1, 11.23, 11.7, 11.8), in the book's order. Its lines are in `lines`."""

from functools import partial

from rulebook.facts import YES_OR_NO, every, known, some
from rulebook.games.tgwe.lines import Served, is_cut_off, served
from rulebook.games.tgwe.special_supply import draws_fortress_supply, is_besieged
from rulebook.rules import defines
from rulebook.table import Table, Unit

NATIONS = {
    "cp": ("german", "austro-hungarian", "turkish", "bulgarian", "romanian"),
    "allied": ("french", "british", "russian", "italian", "serbian", "greek", "belgian"),
}


# 11.0: who is supplied


@defines("tgwe:11.0")
def would_be_out_of_supply(table: Table, unit: Unit, number: str) -> bool:
    """A unit is out of supply in a hex where it has neither a line, nor a port, nor a fort of its own."""
    traced = known(partial(_traced, table, unit, number))
    return not is_told_supplied(table, number) if traced is None else traced == "oos"


def is_supplied(table: Table, unit: Unit) -> bool:
    """Whether a unit is supplied otherwise than by its fortress: as posted, else as it can trace."""
    return state_of(table, unit) == "supplied"


def is_out_of_supply(table: Table, unit: Unit) -> bool:
    return state_of(table, unit) == "oos"


def state_of(table: Table, unit: Unit) -> str:
    """The supply of a unit: as posted, else as it can trace; where neither tells, it is asked for."""
    if _is_told(table, unit):
        return unit.supply
    return known(partial(state_traced, table, unit)) or unit.supply


def _is_told(table: Table, unit: Unit) -> bool:
    if unit.facts.supply is not None:
        return True
    return table.has_given and known(lambda: table.once(Table.as_posted).unit(unit.id).supply) is not None


def state_traced(table: Table, unit: Unit) -> str:
    """The supply of a unit by what it can trace now; one off the map needs none."""
    return "supplied" if table.game.is_off_map(unit.facts) else _traced(table, unit, unit.hex)


def _traced(table: Table, unit: Unit, number: str) -> str:
    whose = served(unit)
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
    nations = NATIONS[side] if nation is None else (nation,)
    traced = known(lambda: some(partial(_is_fed, table, Served(side, each), number) for each in nations) or False)
    return is_told_supplied(table, number) if traced is None else bool(traced)


def _is_fed(table: Table, whose: Served, number: str) -> bool:
    return not is_cut_off(table, whose, number)


def is_told_supplied(table: Table, number: str) -> bool:
    """What was posted of the supply of a hex that cannot be traced; it is asked for where nothing was."""
    fact = f"map.hexes.{number}.features.in-supply"
    told = True if known(partial(table.has_feature, number, "in-supply")) else None
    return bool(table.read(fact, told, YES_OR_NO, True))
