"""Case 3.5, control of hexes."""

from functools import partial

from rulebook.actions import Control
from rulebook.facts import known, some
from rulebook.games.tdw.boundaries import PASSAGES, Passage, goings
from rulebook.games.tdw.components import is_combat_unit
from rulebook.rules import Because, because, computes, defines, obliges
from rulebook.table import Table, Unit


@defines("tdw:3.5")
def controller(table: Table, number: str) -> str:
    """A hex is held by whose unit stands there, else as posted; at the start by the side of the Westwall it is on."""
    standing: str | None = some(partial(_side_holding, table, unit) for unit in table.units_at(number))
    if standing:
        return standing
    at_the_start = table.posted.phase == "setup" and known(partial(table.control, number)) is None
    return table.home(number) if at_the_start else table.control(number)


def _side_holding(table: Table, unit: Unit) -> str | None:
    return unit.side if is_combat_unit(table, unit) else None


@computes(Control, "control", "tdw:3.5")
def who_controls_it(table: Table, control: Control) -> str:
    """The Allies start with all VP hexes, towns and villages west of the Westwall; entering a hex takes it."""
    return str(controller(table, control.hex))


@obliges(PASSAGES, "tdw:3.5")
def takes_the_hex(table: Table, action: Passage) -> Because | bool:
    """Control passes at the moment an enemy unit enters the hex, be it to go on."""
    taken = some(partial(_taken, table, *going) for going in goings(table, action))
    return because(at=taken[1], side=taken[0].side) if taken else False


def _taken(table: Table, unit: Unit, number: str) -> tuple[Unit, str] | None:
    return (unit, number) if controller(table, number) != unit.side else None
