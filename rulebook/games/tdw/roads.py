"""Chapter 10, road movement (10.4, 10.4.1): which steps are made at the rate of the road."""

from functools import partial

from rulebook.actions import Move, Party, Step
from rulebook.facts import every
from rulebook.games.tdw.ground import friend_at, is_blown
from rulebook.games.tdw.pieces import is_motorized
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.rules import defines, unless
from rulebook.table import Table, Unit

ROAD, OFF = "road", "off"


def mover(table: Table, party: Move | Party) -> Unit:
    """The unit that moves: each does so by itself (10.2)."""
    return table.unit(party.units[0])


def moves_by_motor(table: Table, party: Party) -> bool:
    """Whether a unit moves as a motorized one: it is, or it is infantry treated so (10.5)."""
    return party.mode == "motorized" or is_motorized(mover(table, party))


# 10.4: along the road


@defines("tdw:10.4")
def takes_the_road(table: Table, step: Step) -> bool:
    """A unit that goes from one road hex to the next, joined to it, moves by the road."""
    return table.has_road(step.start, step.to)


@unless(takes_the_road, "tdw:10.6.1")
def blown_bridge_cuts_the_road(table: Table, step: Step) -> bool:
    """A destroyed bridge is never crossed by road movement."""
    return is_blown(table, step.start, step.to)


# 10.4.1: when motorized units have no use of it


@unless(takes_the_road, "tdw:10.4.1")
def began_the_round_stacked(table: Table, step: Step) -> bool:
    """A motorized unit that began the round stacked may not use the road, even if the other unit has left."""
    return step.index == 0 and every((
        partial(moves_by_motor, table, step.move), lambda: mover(table, step.move).has_status("began-stacked")
    ))


@unless(takes_the_road, "tdw:10.4.1")
def is_stacked_as_it_starts(table: Table, step: Step) -> bool:
    """A motorized unit that is stacked with another when it starts to move may not use the road."""
    return step.index == 0 and every((
        partial(moves_by_motor, table, step.move), partial(_friend_in, table, step, step.start)
    ))


@unless(takes_the_road, "tdw:10.4.1")
def has_left_the_road(table: Table, step: Step) -> bool:
    """A motorized unit uses the road from the hex where it starts, and no more once it has left it."""
    return step.index > 0 and every((
        partial(moves_by_motor, table, step.move), lambda: ROAD not in step.carried.split()
    ))


@unless(takes_the_road, "tdw:10.4.1")
def meets_a_friend_on_the_road(table: Table, step: Step) -> bool:
    """A motorized unit that stacks with another on its way loses the road from that hex on."""
    return every((partial(moves_by_motor, table, step.move), partial(_friend_in, table, step, step.to)))


def _friend_in(table: Table, step: Step, number: str) -> Unit | None:
    return friend_at(table, mover(table, step.move).side, number, step.move.units)


@unless(began_the_round_stacked, "tdw:14.8")
def began_the_round_by_entering(table: Table, step: Step) -> bool:
    """Reinforcements use the road from their entry hex whatever they began stacked with."""
    return _has_just_entered(table, step)


@unless(is_stacked_as_it_starts, "tdw:14.8")
def is_stacked_where_it_entered(table: Table, step: Step) -> bool:
    """Reinforcements use the road from their entry hex whatever they are stacked with there."""
    return _has_just_entered(table, step)


def _has_just_entered(table: Table, step: Step) -> bool:
    return mover(table, step.move).has_status("entered-this-round")


@unless(takes_the_road, "tdw:8.3")
def lacks_fuel_for_the_road(table: Table, step: Step) -> bool:
    """Motorized units out of supply may not use the motorized road rate."""
    unit = mover(table, step.move)
    return every((partial(is_motorized, unit), partial(is_unsupplied, table, unit)))


def road_word(table: Table, step: Step) -> str:
    """What a path carries of the road: whether a unit that moves by motor has kept to it so far."""
    if not moves_by_motor(table, step.move):
        return ""
    return ROAD if takes_the_road(table, step) else OFF
