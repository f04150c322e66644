"""Case 14.9, control of hexes."""

from functools import partial

from rulebook.actions import Advance, Control, Retreat, Step
from rulebook.facts import known, those
from rulebook.games.tsnp.dates import FIRST_TURN
from rulebook.games.tsnp.sequence import ORGANIZATION
from rulebook.rules import Because, because, computes, obliges
from rulebook.table import Table

BEFORE_MOVEMENT = (*ORGANIZATION, "bombardment")


@computes(Control, "control", "tsnp:14.9")
def holder_of(table: Table, control: Control) -> str:
    """A hex belongs to whoever last had a unit in it, at the start to the side on whose side of the line it lies."""
    return controller(table, control.hex)


def controller(table: Table, number: str) -> str:
    """Who controls a hex: whoever stands in it, else as posted, else, before anyone has moved, the side it lies on."""
    standing = table.holder(number)
    if standing:
        return standing
    posted: str | None = known(partial(table.control, number))
    return table.home(number) if posted is None and _nobody_has_moved(table) else table.control(number)


def _nobody_has_moved(table: Table) -> bool:
    """Whether the position shows the map before the first German movement phase."""
    posted = table.posted
    if posted.phase in ("setup", "weather"):
        return posted.phase == "setup" or posted.turn == FIRST_TURN
    return (posted.turn, posted.active) == (FIRST_TURN, "german") and posted.phase in BEFORE_MOVEMENT


@obliges((Step, Advance, Retreat), "tsnp:14.9")
def takes_control(table: Table, action: Step | Advance | Retreat) -> Because | bool:
    """A hex changes hands at once when an enemy unit enters it, be it only to pass through."""
    hexes, side = _entered(table, action)
    taken = those(hexes, lambda number: controller(table, number) != side)
    return because(at=taken[0], hexes=taken, side=side) if taken else False


def _entered(table: Table, action: Step | Advance | Retreat) -> tuple[tuple[str, ...], str]:
    if isinstance(action, Step):
        return (action.to,), table.unit(action.move.units[0]).side
    through = action.path[1:] if isinstance(action, Retreat) else (action.target or action.to, action.to)
    return tuple(dict.fromkeys(through)), table.unit(action.units[0]).side
