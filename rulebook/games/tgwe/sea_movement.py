"""Chapter 9, Allied sea movement (9.5), in the book's order. A move by sea has a path of two ports."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Move, Play, Step
from rulebook.facts import every, some
from rulebook.games.tgwe.control import controller
from rulebook.games.tgwe.ground import is_in_europe, is_in_near_east, is_on
from rulebook.games.tgwe.pieces import is_hq, is_known_off_the_map
from rulebook.games.tgwe.ports import BALTIC_PORTS, BLACK_SEA_PORTS
from rulebook.games.tgwe.sources import CONSTANTINOPLE, LANDINGS, VALONA
from rulebook.games.tgwe.strategic_movement import PHASE, is_by_rail
from rulebook.games.tgwe.supply import is_hex_supplied, is_supplied
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids, unless
from rulebook.table import Table

SHIPS = {"sea-europe-moves": 6, "sea-near-east-moves": 3}
PORTS_OF_A_MOVE = 2
LANDING_TURNS = ("gallipoli-this-turn", "salonika-this-turn")


def is_by_sea(move: Move) -> bool:
    return move.mode == "sea"


def ports_of_call(table: Table, move: Move) -> tuple[str, ...]:
    """The ports where a move by sea starts and ends, as far as they are told."""
    return (move.path[0], move.path[-1]) if move.path else (table.unit(move.units[0]).hex,)


# 9.51: from port to port


@forbids(Move, "tgwe:9.51")
def sails_out_of_its_phase(table: Table, move: Move) -> Because | bool:
    """The Allies move by sea in their half of the Strategic Movement Phase."""
    late = is_by_sea(move) and some((lambda: table.phase != PHASE, lambda: table.active != "allied"))
    return because(phase=PHASE) if late else False


@forbids(Move, "tgwe:9.51")
def central_powers_sail(table: Table, move: Move) -> Because | bool:
    """Only Allied units move by sea."""
    enemy = first_unit(table.units(move.units), lambda unit: unit.side != "allied") if is_by_sea(move) else None
    return because(unit=enemy) if enemy else False


@forbids(Move, "tgwe:9.51")
def sails_from_no_port(table: Table, move: Move) -> Because | bool:
    """A move by sea starts in a supplied port that the Allies control."""
    start = ports_of_call(table, move)[0] if is_by_sea(move) else None
    return because(at=start) if start and not _is_open_port(table, move.units, start) else False


@forbids(Step, "tgwe:9.51")
def sails_to_no_port(table: Table, step: Step) -> Because | bool:
    """It ends in another such port."""
    if step.move.mode != "sea" or _is_open_port(table, step.move.units, step.to):
        return False
    return because(at=step.to)


@forbids(Move, "tgwe:9.51")
def sails_on_from_its_port(table: Table, move: Move) -> Because | bool:
    """A move by sea goes straight to one other port: what follows is for a later phase."""
    path = move.path if is_by_sea(move) else None
    astray = path and (len(path) > PORTS_OF_A_MOVE or path[0] == path[-1])
    return because(at=path[1]) if path and astray else False


def _is_open_port(table: Table, units: tuple[str, ...], number: str) -> bool:
    """Whether a hex is a supplied Allied port for all these units."""
    return every((
        lambda: every(partial(is_port, table, unit.army, number) for unit in table.units(units)),
        lambda: controller(table, number) == "allied",
        lambda: is_hex_supplied(table, "allied", number),
    ))


@forbids(Move, "tgwe:9.51")
def sails_out_of_supply(table: Table, move: Move) -> Because | bool:
    """A unit that moves by sea starts supplied (11.81)."""
    if not is_by_sea(move):
        return False
    starved = first_unit(table.units(move.units), lambda unit: not is_supplied(table, unit))
    return because(unit=starved) if starved else False


@forbids(Move, "tgwe:9.51")
def sails_though_off_the_map(table: Table, move: Move) -> Because | bool:
    """A unit that starts the phase off the map, lost or in a box, starts in no port."""
    absent = first_unit(table.units(move.units), is_known_off_the_map) if is_by_sea(move) else None
    return because(unit=absent) if absent else False


@forbids(Move, "tgwe:9.51")
def sails_again(table: Table, move: Move) -> Because | bool:
    """A unit starts the phase in the port from which it sails: it sails once."""
    done = first_unit(table.units(move.units), lambda unit: unit.has_status("shipped")) if is_by_sea(move) else None
    return because(unit=done) if done else False


# 9.52: how many


def fleets_of(table: Table, move: Move) -> tuple[str, ...]:
    """The capacities that a move by sea draws on: between Europe and the Near East, both."""
    ends = ports_of_call(table, move)
    in_europe = some(partial(is_in_europe, table, number) for number in ends)
    in_near_east = some(partial(is_in_near_east, table, number) for number in ends)
    return (*(("sea-europe-moves",) if in_europe else ()), *(("sea-near-east-moves",) if in_near_east else ()))


@computes(Move, "ships", "tgwe:9.52")
def ships_used(table: Table, move: Move) -> dict[str, Any] | None:
    """What a move by sea takes of each capacity, what was taken before, and what there is."""
    if not is_by_sea(move):
        return None
    return {
        fleet: {"before": table.track(fleet, ordinary=0), "moving": len(move.units), "allowed": SHIPS[fleet]}
        for fleet in fleets_of(table, move)
    }


@forbids(Move, "tgwe:9.52")
def sails_too_many_units(table: Table, move: Move) -> Because | bool:
    """In a phase the Allies move 6 units by sea in Europe, and 3 in the Near East."""
    fleets = fleets_of(table, move) if is_by_sea(move) else ()
    found: Because | None = some(partial(_overloaded, table, move, fleet) for fleet in fleets)
    return found or False


def _overloaded(table: Table, move: Move, fleet: str) -> Because | None:
    moving, allowed = len(move.units), SHIPS[fleet]
    before = 0 if moving > allowed else table.track(fleet, ordinary=0)
    return because(amount=moving, before=before, allowed=allowed) if before + moving > allowed else None


# 9.53: what a port is


@defines("tgwe:9.53")
def is_port(table: Table, army: str, number: str) -> bool:
    """A port is a town or city with an anchor, a coast west of Suez, or a Gallipoli landing hex after the event."""
    return bool(some((
        lambda: table.has_feature(number, "port"),
        partial(_is_coast_of_egypt, table, number),
        lambda: number in LANDINGS and table.has_event("gallipoli"),
        partial(_is_italian_valona, table, army, number),
    )))


def _is_coast_of_egypt(table: Table, number: str) -> bool:
    return every((
        partial(is_on, table, number, "egyptian"),
        lambda: table.has_feature(number, "coast"),
        lambda: table.has_feature(number, "west-of-suez"),
    ))


def _is_italian_valona(table: Table, army: str, number: str) -> bool:
    """Italians use Valona as a port once Albania is open (6.53, 17.4)."""
    return number == VALONA and army == "italian" and bool(
        some(partial(table.has_event, word) for word in ("salonika", "greece-entry"))
    )


# 9.54: closed seas


def _port_where(table: Table, move: Move, test: Callable[[str], bool]) -> str | None:
    """The port of a move by sea of which this is true."""
    ports = ports_of_call(table, move) if is_by_sea(move) else ()
    found: str | None = some(partial(_passing, test, number) for number in ports)
    return found


def _passing(test: Callable[[str], bool], number: str) -> str | None:
    return number if test(number) else None


@forbids(Move, "tgwe:9.54")
def sails_the_baltic(table: Table, move: Move) -> Because | bool:
    """Nobody moves by sea in the Baltic."""
    port = _port_where(table, move, lambda number: number in BALTIC_PORTS)
    return because(at=port) if port else False


@unless(sails_the_baltic, "tgwe:9.54")
def pre_war_event_opens_the_baltic(table: Table, move: Move) -> bool:
    """Allied pre-war event 7 is an exception."""
    return table.has_event("allied-pre-war-event-7")


@forbids(Move, "tgwe:9.54")
def sails_to_the_caucasus(table: Table, move: Move) -> Because | bool:
    """There is no ordinary sea movement on the Caucasus Front."""
    port = _port_where(table, move, lambda number: is_on(table, number, "caucasus"))
    return because(at=port) if port else False


@forbids(Move, "tgwe:9.54")
def sails_the_black_sea(table: Table, move: Move) -> Because | bool:
    """The Black Sea is open only while the Allies control Constantinople."""
    port = _port_where(table, move, lambda number: number in BLACK_SEA_PORTS)
    return because(at=port) if port and controller(table, CONSTANTINOPLE) != "allied" else False


# 9.55: by way of Egypt


@forbids(Step, "tgwe:9.55")
def sails_past_egypt(table: Table, step: Step) -> Because | bool:
    """Between Europe and the Near East units go to a port of the Egyptian Front first, and on in a later phase."""
    if step.move.mode != "sea":
        return False
    ends = (step.start, step.to)
    crosses = {is_in_europe(table, number) for number in ends} == {True, False}
    direct = crosses and not some(partial(is_on, table, number, "egyptian") for number in ends)
    return because(at=step.to, start=step.start) if direct else False


# 9.56: not with other moves, nor on the turn of a landing


@forbids((Move, Play), "tgwe:9.56")
def sails_and_rails(table: Table, action: Move | Play) -> Because | bool:
    """A unit does not move by sea and strategically in one phase."""
    is_sailing = isinstance(action, Move) and is_by_sea(action)
    if not is_sailing and not is_by_rail(table, action):
        return False
    other = "railed" if is_sailing else "shipped"
    done = first_unit(table.units(action.units), lambda unit: unit.has_status(other))
    return because(unit=done) if done else False


@forbids(Move, "tgwe:9.56")
def sails_on_the_turn_of_a_landing(table: Table, move: Move) -> Because | bool:
    """On the turn in which Gallipoli or Salonika is played, nobody moves by sea on the European fronts."""
    if not is_by_sea(move):
        return False
    busy = every((
        lambda: some(partial(is_in_europe, table, number) for number in ports_of_call(table, move)),
        lambda: some(partial(table.has_event, word) for word in LANDING_TURNS),
    ))
    return because() if busy else False


@forbids(Move, "tgwe:9.56", when=lambda table: table.scenario == "gwine")
def headquarters_sails(table: Table, move: Move) -> Because | bool:
    """When the Near East is played alone, Allied headquarters never move by sea."""
    hq = first_unit(table.units(move.units), is_hq) if is_by_sea(move) else None
    return because(unit=hq) if hq else False
