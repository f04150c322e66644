"""Chapter 8, supply, in the book's order. The lines themselves are in `lines`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Advance, Attack, Move, Place, Sequence, Supply, Support
from rulebook.facts import Unknown, every, known, some, those
from rulebook.games.tdw.control import controller
from rulebook.games.tdw.ground import is_settled
from rulebook.games.tdw.lines import air_line, supply_line
from rulebook.games.tdw.pieces import is_american, is_delay, is_engineer, is_german
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits, rejects, unless
from rulebook.table import Table, Unit

FIRST_TURN_OF_CHECKS = 2
BULLINGEN, FUEL_TAKEN, FUEL_BURNT = "3508", 1, 2
AIR_SUPPLY_TURN, AIR_SUPPLY_CHIT = 5, 2


def named(table: Table, supply: Supply, test: Callable[[Unit], Any]) -> Because | bool:
    """Those of the units asked about that pass a test."""
    found = those(table.units(supply.units), test)
    return because(at=found[0].facts.hex, unit=found) if found else False


# 8.1: when supply is checked


@defines("tdw:8.1")
def keeps_its_last_check(table: Table, unit: Unit) -> bool:
    """A German unit keeps the state of its last check until a check chit is drawn or it receives replacements."""
    return every((partial(is_german, unit), lambda: table.phase not in ("supply-check", "replacements")))


@obliges(Supply, "tdw:8.1")
def waits_for_its_check(table: Table, supply: Supply) -> Because | bool:
    """What a German unit can trace between two checks changes nothing yet."""
    return named(table, supply, partial(keeps_its_last_check, table))


@permits(Supply, "tdw:8.1")
def is_checked_on_the_spot(table: Table, supply: Supply) -> Because | bool:
    """An Allied unit checks whenever it moves, fights or is replaced: what it can trace then is what counts."""
    return named(table, supply, lambda unit: unit.side == "allied")


@forbids(Sequence, "tdw:8.1")
def checks_supply_on_the_first_turn(table: Table, sequence: Sequence) -> Because | bool:
    """German supply checks begin with turn 2."""
    too_soon = sequence.do == "supply-check" and table.turn < FIRST_TURN_OF_CHECKS
    return because(turn=table.turn, first=FIRST_TURN_OF_CHECKS) if too_soon else False


@permits((Move, Advance), "tdw:8.1")
def may_go_out_of_supply(table: Table, action: Move | Advance) -> Because | bool:
    """Units may go on purpose where they would be out of supply."""
    end = action.to if isinstance(action, Advance) else action.path[-1] if action.path else None
    unit = table.unit(action.units[0])
    return because(at=end, unit=unit) if end and traces_no_supply(table, unit, end) else False


# 8.2: tracing


@defines("tdw:8.2")
def traces_no_supply(table: Table, unit: Unit, number: str) -> bool:
    """A unit with no line to a road and along it to an entry hex of its side is out of supply."""
    return not supply_line(table, unit.side, number)


def traces_none_where_it_stands(table: Table, unit: Unit) -> bool:
    return not table.game.is_off_map(unit.facts) and bool(traces_no_supply(table, unit, unit.hex))


@forbids(Supply, "tdw:8.2")
def has_no_supply(table: Table, supply: Supply) -> Because | bool:
    """A unit that can trace no line is not supplied."""
    return named(table, supply, partial(traces_none_where_it_stands, table))


@computes(Supply, "supply", "tdw:8.2")
def state_of_supply(table: Table, supply: Supply) -> dict[str, Any]:
    """Each unit's supply by what it can trace now, with its line where it has one."""
    return {unit.id: _state(table, unit) for unit in table.units(supply.units)}


def _state(table: Table, unit: Unit) -> dict[str, Any]:
    try:
        return _known_state(table, unit)
    except Unknown as missing:
        return {"missing": sorted(missing.facts)}


def _known_state(table: Table, unit: Unit) -> dict[str, Any]:
    if traces_none_where_it_stands(table, unit):
        return {"supply": "unsupplied"}
    if _is_sure_of_supply(table, unit):
        return {"supply": "supplied"}
    if line := supply_line(table, unit.side, unit.hex):
        return {"supply": "supplied", "line": line}
    line = lives_on_air_supply(table, unit, unit.hex)
    return {"supply": "air-supplied", "line": line} if line else {"supply": "fuel-supplied"}


def _is_sure_of_supply(table: Table, unit: Unit) -> bool:
    """Whether a unit is supplied without a line: off the map, in need of none, or before the first check."""
    return table.game.is_off_map(unit.facts) or bool(
        not known(partial(supply_line, table, unit.side, unit.hex))
        and some((partial(needs_no_supply, table, unit, ""), partial(is_before_the_first_check, table, unit, "")))
    )


@permits(Supply, "tdw:8.2")
def one_entry_serves_all(table: Table, supply: Supply) -> Because | bool:
    """Any number of units may trace to one entry hex."""
    units = [unit for unit in table.units(supply.units) if unit.is_placed]
    ends = [line[-1] for unit in units if (line := supply_line(table, unit.side, unit.hex))]
    shared = next((end for end in ends if ends.count(end) > 1), None)
    return because(at=shared, amount=ends.count(shared)) if shared else False


# 8.3: who is out of supply; what that does is in `shortage`


@defines("tdw:8.3")
def is_unsupplied(table: Table, unit: Unit) -> bool:
    """A German unit is as its last check left it; an Allied one as it was posted, unless it can trace by now."""
    return every((
        lambda: not lives_on_captured_fuel(table, unit, ""),
        lambda: _is_still_without(table, unit) if unit.facts.supply else _is_cut_off(table, unit),
    ))


def _is_still_without(table: Table, unit: Unit) -> bool:
    """Whether a unit posted as unsupplied is so: an Allied one that can trace now is supplied when it checks (8.1)."""
    return unit.supply == "unsupplied" and (
        is_german(unit) or known(partial(traces_none_where_it_stands, table, unit)) is not False
    )


@permits((Move, Attack), "tdw:8.1")
def is_supplied_by_now(table: Table, action: Move | Attack) -> Because | bool:
    """A unit that was out of supply and can trace when it checks is supplied from then on."""
    units = [unit for unit in table.units(action.units) if unit.facts.supply == "unsupplied"]
    found = first_unit(units, lambda unit: unit.side == "allied" and not is_unsupplied(table, unit))
    return because(unit=found) if found else False


def _is_cut_off(table: Table, unit: Unit) -> bool:
    """Whether a unit whose supply was not posted has none: Germans by the turn, Allies by their line."""
    if is_german(unit):
        return not is_before_the_first_check(table, unit, "") and unit.supply == "unsupplied"
    traced = known(partial(traces_none_where_it_stands, table, unit))
    return unit.supply == "unsupplied" if traced is None else bool(traced)


def is_unsupplied_for_guns(table: Table, unit: Unit) -> bool:
    """Air supply is no help to artillery support (8.6)."""
    return bool(some((partial(is_unsupplied, table, unit), partial(_lives_by_air_alone, table, unit))))


def _lives_by_air_alone(table: Table, unit: Unit) -> bool:
    """Whether air supply is all that a unit has: as posted, or as it can trace; one that had none shows a line."""
    if unit.facts.supply == "unsupplied":
        return bool(_line_by_air(table, unit)) and not known(partial(supply_line, table, unit.side, unit.hex))
    traced = None if unit.facts.supply else known(partial(_traces_by_air_alone, table, unit))
    return unit.supply == "air-supplied" if traced is None else bool(traced)


def _line_by_air(table: Table, unit: Unit) -> list[str] | None:
    found: list[str] | None = known(lambda: unit.is_placed and lives_on_air_supply(table, unit, unit.hex))
    return found


def _traces_by_air_alone(table: Table, unit: Unit) -> bool:
    return unit.is_placed and every((
        lambda: not supply_line(table, unit.side, unit.hex), lambda: lives_on_air_supply(table, unit, unit.hex)
    ))


# 8.4 to 8.6: units always supplied, Peiper's fuel, supply by air


@unless(traces_no_supply, "tdw:8.1")
def is_before_the_first_check(table: Table, unit: Unit, number: str) -> bool:
    """On turn 1 there is no check yet, and every German unit counts as supplied."""
    return every((partial(is_german, unit), lambda: table.turn < FIRST_TURN_OF_CHECKS))


@unless(traces_no_supply, "tdw:8.4")
def needs_no_supply(table: Table, unit: Unit, number: str) -> bool:
    """US Delay and Allied engineers never need supply."""
    return is_delay(unit) or is_engineer(unit)


@permits(Support, "tdw:8.4")
def engineers_help_the_unsupplied(table: Table, support: Support) -> Because | bool:
    """Engineers may give their shift to units that are out of supply."""
    helped = every((
        lambda: support.role == "defense",
        lambda: first_unit(table.units(support.units), is_engineer),
        lambda: table.someone_at(support.target, partial(is_unsupplied, table)),
    ))
    return because(at=support.target) if helped else False


@unless(traces_no_supply, "tdw:8.5")
def lives_on_captured_fuel(table: Table, unit: Unit, number: str) -> bool:
    """Peiper, if he took Bullingen, counts as supplied all through turn 2."""
    return every((
        partial(is_german, unit),
        lambda: table.turn == FUEL_BURNT,
        lambda: unit.has_status("peiper"),
        lambda: table.has_event("fuel-captured"),
    ))


@rejects("tdw:8.5")
def lives_on_fuel_it_cannot_have(table: Table) -> Because | None:
    """Nobody but KG Peiper, and on turn 2 alone, is supplied by the captured fuel"""
    burnt = table.posted.turn not in (None, FUEL_BURNT)
    found = next((facts for facts in table.posted.units if facts.supply == "fuel-supplied" and (
        burnt or (facts.status is not None and "peiper" not in facts.status)
    )), None)
    return because(unit=found.id) if found else None


def _is_peipers_ride(table: Table, move: Move) -> bool:
    """Whether Peiper moves in the first German movement round of the game."""
    return every((
        lambda: table.turn == FUEL_TAKEN,
        lambda: table.phase == "movement-round",
        lambda: first_unit(table.units(move.units), lambda unit: is_german(unit) and unit.has_status("peiper")),
    ))


@obliges(Move, "tdw:8.5")
def captures_the_fuel(table: Table, move: Move) -> Because | bool:
    """If Peiper enters Bullingen in that round, the fuel marker goes on him."""
    took = move.path and BULLINGEN in move.path and _is_peipers_ride(table, move)
    return because(at=BULLINGEN) if took else False


@obliges(Move, "tdw:8.5")
def leaves_the_fuel(table: Table, move: Move) -> Because | bool:
    """If he does not, the marker leaves the game."""
    missed = move.path and BULLINGEN not in move.path and _is_peipers_ride(table, move)
    return because(at=BULLINGEN) if missed else False


@forbids(Place, "tdw:8.5")
def puts_the_fuel_elsewhere(table: Table, place: Place) -> Because | bool:
    """The fuel marker starts in Bullingen; in play it goes nowhere but on Peiper, once he has captured it."""
    if place.marker != "peiper-fuel":
        return False
    fit = some((
        lambda: table.phase == "setup" and place.hex == BULLINGEN,
        lambda: every((
            lambda: table.turn <= FUEL_BURNT,
            lambda: table.has_event("fuel-captured"),
            lambda: table.someone_at(place.hex, lambda unit: is_german(unit) and unit.has_status("peiper")),
        )),
    ))
    return False if fit else because(at=place.hex)


@unless(traces_no_supply, "tdw:8.6")
def lives_on_air_supply(table: Table, unit: Unit, number: str) -> list[str] | None:
    """A US unit may trace up to five hexes to the air supply marker."""
    may = every((partial(is_american, unit), lambda: table.turn >= AIR_SUPPLY_TURN))
    line: list[str] | None = air_line(table, number) if may else None
    return line


@rejects("tdw:8.6")
def lives_on_air_supply_of_others(table: Table) -> Because | None:
    """Nobody but US units is supplied by air"""
    found = next((facts for facts in table.posted.units if facts.supply == "air-supplied" and (
        table.game.side_of(facts) == "german" or facts.nation == "british"
    )), None)
    return because(unit=found.id) if found else None


def _is_air_supply(action: Place) -> bool:
    return action.marker == "air-supply"


@forbids(Place, "tdw:8.6")
def drops_air_supply_at_the_wrong_time(table: Table, place: Place) -> Because | bool:
    """The air supply marker comes with the second Allied Reinforcement chit of turn 5, and at no other time."""
    if not _is_air_supply(place):
        return False
    timely = every((
        lambda: table.turn == AIR_SUPPLY_TURN,
        lambda: table.phase == "reinforcement-round",
        lambda: table.active == "allied",
        lambda: table.track("allied-reinforcement-rounds") == AIR_SUPPLY_CHIT,
    ))
    return False if timely else because(at=place.hex)


@forbids(Place, "tdw:8.6")
def drops_air_supply_twice(table: Table, place: Place) -> Because | bool:
    """The air supply marker is placed once a game."""
    return because(at=place.hex) if _is_air_supply(place) and table.has_event("air-supply-used") else False


@forbids(Place, "tdw:8.6")
def drops_air_supply_in_the_wrong_place(table: Table, place: Place) -> Because | bool:
    """It goes into a town or village in clear terrain that the Allies control."""
    if not _is_air_supply(place):
        return False
    fit = every((
        partial(is_settled, table, place.hex),
        lambda: table.terrain(place.hex) == "clear",
        lambda: controller(table, place.hex) == "allied",
    ))
    return False if fit else because(at=place.hex)


@obliges((Move, Advance), "tdw:8.6")
def takes_the_air_supply(table: Table, action: Move | Advance) -> Because | bool:
    """If the Germans take the place of the marker, it leaves the game."""
    entered = (action.to,) if isinstance(action, Advance) else (action.path or ())[1:]
    if not is_german(table.unit(action.units[0])):
        return False
    taken = next((number for number in table.marker_hexes("air-supply") if number in entered), None)
    return because(at=taken) if taken else False
