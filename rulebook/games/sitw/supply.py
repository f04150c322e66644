"""Chapter 7, supply, in the book's order. What the ground allows is in `ground`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Move, Supply
from rulebook.facts import Unknown, every, known, some, those
from rulebook.games.sitw import ground
from rulebook.games.sitw.agreed import scenario
from rulebook.games.sitw.ground import EAST, PORT, WEST_AND_SOUTH, Ground, controller, has_fallen
from rulebook.games.sitw.pieces import is_aircraft, is_american_infantry
from rulebook.games.sitw.zones import is_closed_by_enemy_zoc
from rulebook.mechanics.tracing import trace
from rulebook.rules import Because, Rule, because, computes, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

SOURCE_OF = {"german": EAST, "british": PORT, "belgian": PORT, "french": WEST_AND_SOUTH, "american": WEST_AND_SOUTH}
OTHER_ALLYS = {PORT: WEST_AND_SOUTH, WEST_AND_SOUTH: PORT}
PENALTIES = {"supplied": None, "unsupplied": "sitw:7.2", "cross-tracing": "sitw:7.11"}


def named(table: Table, supply: Supply, test: Callable[[Unit], Any]) -> Because | bool:
    """Those of the units asked about that pass a test."""
    found = those(table.units(supply.units), test)
    return because(at=found[0].facts.hex, unit=found) if found else False


# 7.1 to 7.3: when units are supplied, and what the lack of it does


@defines("sitw:7.1")
def needs_supply(table: Table, unit: Unit) -> bool:
    """A unit needs supply to use its full movement and combat factors."""
    return True


@unless(needs_supply, "sitw:14.4")
def aircraft_need_no_supply(table: Table, unit: Unit) -> bool:
    """Air units, which are never on the map, need none."""
    return not unit.is_placed and is_aircraft(unit)


@defines("sitw:7.2")
def is_unsupplied(table: Table, unit: Unit, number: str) -> bool:
    """A unit that cannot trace to a source of its own from where it stands is unsupplied."""
    return not supply_line(table, unit, number)


def _is_unsupplied_where_it_stands(table: Table, unit: Unit) -> bool:
    return bool(needs_supply(table, unit) and is_unsupplied(table, unit, unit.hex))


@defines("sitw:7.2")
def is_checked_now(table: Table, unit: Unit) -> bool:
    """A player checks all his units in the initial supply phase, and in the terminal one those marked unsupplied."""
    return every((
        lambda: table.active == unit.side, lambda: table.phase in ("initial-supply", "terminal-supply"),
        lambda: table.phase == "initial-supply" or unit.supply == "unsupplied",
    ))


def _penalty(unit: Unit) -> str | None:
    """The case that leaves a unit in this state of supply only half its factors."""
    supply = unit.supply
    if supply == "fortress":
        return "sitw:7.12" if unit.side == "german" else "sitw:7.13"
    return PENALTIES[supply]


@defines("sitw:7.2")
def halves_movement(table: Table, unit: Unit) -> str | None:
    """A unit that was not fully supplied at the start of its player turn has half its movement factor."""
    return _penalty(unit)


@defines("sitw:7.2")
def halves_attack(table: Table, unit: Unit) -> str | None:
    """A unit that was not fully supplied at the start of its player turn attacks with half its factor."""
    return _penalty(unit)


@obliges(Supply, "sitw:7.2")
def marks_it_unsupplied(table: Table, supply: Supply) -> Because | bool:
    """A unit found unsupplied in the initial supply phase is marked, and halved for this player turn."""
    return named(table, supply, partial(_falls_in, table, "initial-supply"))


@obliges(Supply, "sitw:7.2")
def removes_it_unsupplied(table: Table, supply: Supply) -> Because | bool:
    """A marked unit that is still unsupplied in the terminal supply phase goes to its dead pile."""
    return named(table, supply, partial(_falls_in, table, "terminal-supply"))


def _falls_in(table: Table, phase: str, unit: Unit) -> bool:
    return every((
        lambda: table.phase == phase, partial(is_checked_now, table, unit),
        partial(_is_unsupplied_where_it_stands, table, unit),
    ))


@obliges(Supply, "sitw:7.2")
def waits_for_its_check(table: Table, supply: Supply) -> Because | bool:
    """Supply is checked at no other moment, and no enemy unit is checked."""
    return named(table, supply, lambda unit: needs_supply(table, unit) and not is_checked_now(table, unit))


@forbids(Supply, "sitw:7.3")
def has_no_supply(table: Table, supply: Supply) -> Because | bool:
    """A unit with no supply line to a source that serves its nationality is not supplied."""
    return named(table, supply, partial(_is_unsupplied_where_it_stands, table))


@defines("sitw:7.3")
def supply_line(table: Table, unit: Unit, number: str) -> list[str] | None:
    """A supply line leads to a source that serves the unit's own nationality."""
    line: list[str] | None = line_to_source(table, unit.side, SOURCE_OF[unit.army], number)
    return line


@computes(Supply, "supply", "sitw:7.3")
def state_of_supply(table: Table, supply: Supply) -> dict[str, Any]:
    """Each unit is supplied, cross-tracing, on fortress supply, or unsupplied, by the line it can trace."""
    return {unit.id: _state(table, unit) for unit in table.units(supply.units)}


def _state(table: Table, unit: Unit) -> dict[str, Any]:
    try:
        return _known_state(table, unit)
    except Unknown as missing:
        return {"missing": sorted(missing.facts)}


def _known_state(table: Table, unit: Unit) -> dict[str, Any]:
    if not needs_supply(table, unit):
        return {"supply": "supplied"}
    for word, traced in (("supplied", supply_line), ("cross-tracing", cross_traces)):
        if line := traced(table, unit, unit.hex):
            return {"supply": word, "line": line}
    return {"supply": "unsupplied" if is_unsupplied(table, unit, unit.hex) else "fortress"}


# 7.4 to 7.6: the sources


@defines("sitw:7.4")
def is_german_source(table: Table, number: str) -> bool:
    """The Germans draw supply from the non-Dutch hexes of the east edge, 1618 to 4107."""
    return table.has_feature(number, EAST)


@permits(Supply, "sitw:7.4")
def reaches_the_east_edge(table: Table, supply: Supply) -> Because | bool:
    """German units may trace to the east edge."""
    return _reaching(table, supply, EAST)


@defines("sitw:7.5")
def is_british_source(table: Table, number: str) -> bool:
    """The British and Belgians draw supply from Boulogne, Calais and Dunkirk."""
    return table.has_feature(number, PORT)


@permits(Supply, "sitw:7.5")
def reaches_a_channel_port(table: Table, supply: Supply) -> Because | bool:
    """British and Belgian units may trace to a Channel port."""
    return _reaching(table, supply, PORT)


@defines("sitw:7.6")
def is_french_source(table: Table, number: str) -> bool:
    """The French and Americans draw supply from the French hexes of the west and south edges, 2244 to 4112."""
    return table.has_feature(number, WEST_AND_SOUTH)


@permits(Supply, "sitw:7.6")
def reaches_the_french_edge(table: Table, supply: Supply) -> Because | bool:
    """French and American units may trace to the west and south edges."""
    return _reaching(table, supply, WEST_AND_SOUTH)


IS_SOURCE: dict[str, Rule] = {EAST: is_german_source, PORT: is_british_source, WEST_AND_SOUTH: is_french_source}


def _reaching(table: Table, supply: Supply, sources: str) -> Because | bool:
    """The units whose own source is of this kind, and the source hexes they reach."""
    def reaches(unit: Unit) -> Any:
        return unit.is_placed and SOURCE_OF[unit.army] == sources and supply_line(table, unit, unit.hex)

    found = those(table.units(supply.units), reaches)
    ends = sorted({supply_line(table, unit, unit.hex)[-1] for unit in found})
    return because(at=ends[0], unit=found, source=ends) if found else False


# 7.7 to 7.10: the lines


@defines("sitw:7.7")
def line_to_source(table: Table, side: str, sources: str, number: str) -> list[str] | None:
    """A supply line of any length runs through hexes free of enemy units and of their un-negated zones of control."""
    over = ground_of_lines(table, side)
    is_end, is_open = partial(_is_source, table, sources), partial(_is_open, table, side, over)
    return trace(table, number, is_end, is_open, over.listed[sources], over.barren[sources])


def _is_source(table: Table, sources: str, number: str) -> Any:
    return known(partial(table.has_feature, number, sources)) is not False and IS_SOURCE[sources](table, number)


@defines("sitw:7.7")
def ground_of_lines(table: Table, side: str) -> Ground:
    """What can bar a side's supply lines is the same for all of its units."""
    return ground.ground_of(table, side)


def _is_open(table: Table, side: str, over: Ground, here: str, there: str) -> bool:
    if over.is_off_the_map(table, there):
        return False
    bars = [partial(ground.is_sea_or_dutch, table, here, there)]
    if not ground.friend_at(table, side, there):
        bars.append(partial(_is_barred_by_enemies, table, side, over, there))
        if over.is_fortress(there):
            bars.append(partial(is_enemy_fortress, table, side, there))
    return not some(bars)


def _is_barred_by_enemies(table: Table, side: str, over: Ground, there: str) -> Any:
    return over.has_enemies_near(table, there) and some((
        partial(holds_enemies, table, side, there), partial(is_closed_by_enemy_zoc, table, side, there)
    ))


@defines("sitw:7.7")
def holds_enemies(table: Table, side: str, there: str) -> bool:
    """No supply line enters a hex that holds an enemy unit."""
    return bool(table.someone_at(there, lambda unit: unit.side != side))


@defines("sitw:7.8")
def is_enemy_fortress(table: Table, side: str, there: str) -> bool:
    """No supply line enters a fortress hex under enemy control, even an empty one."""
    return controller(table, there) != side


@unless(is_german_source, "sitw:7.8")
def allies_hold_the_east_edge(table: Table, number: str) -> bool:
    """An edge hex gives no supply while the enemy controls it."""
    return controller(table, number) == "allied"


@unless(is_french_source, "sitw:7.8")
def germans_hold_the_french_edge(table: Table, number: str) -> bool:
    """An edge hex gives no supply while the enemy controls it."""
    return controller(table, number) == "german"


@unless(is_british_source, "sitw:7.8")
def port_has_fallen(table: Table, number: str) -> bool:
    """A Channel port is a source no more from the moment it comes under German control."""
    return has_fallen(table, "german", number)


@permits(Supply, "sitw:7.9")
def runs_through_enemy_land(table: Table, supply: Supply) -> Because | bool:
    """A supply line may pass through enemy-controlled hexes, fortresses apart, that hold no enemy."""
    found = some(partial(_enemy_hex_of, table, unit) for unit in table.units(supply.units) if unit.is_placed)
    return because(at=found[1], unit=found[0]) if found else False


def _enemy_hex_of(table: Table, unit: Unit) -> tuple[Unit, str] | None:
    line = supply_line(table, unit, unit.hex) or ()
    crossed = those(line[1:], lambda number: controller(table, number) != unit.side)
    return (unit, crossed[0]) if crossed else None


@permits(Supply, "sitw:7.10")
def one_source_serves_all(table: Table, supply: Supply) -> Because | bool:
    """One source hex may supply any number of the units that it serves."""
    lines = [supply_line(table, unit, unit.hex) for unit in table.units(supply.units) if unit.is_placed]
    ends = [line[-1] for line in lines if line]
    shared = next((end for end in ends if ends.count(end) > 1), None)
    return because(at=shared, amount=ends.count(shared)) if shared else False


# 7.11: cross-tracing


@unless(is_unsupplied, "sitw:7.11")
def cross_traces(table: Table, unit: Unit, number: str) -> list[str] | None:
    """An Allied unit cut off from its own sources may trace to those of the other Allies."""
    sources = OTHER_ALLYS.get(SOURCE_OF[unit.army])
    line: list[str] | None = line_to_source(table, unit.side, sources, number) if sources else None
    return line


@obliges(Supply, "sitw:7.11")
def is_halved_for_cross_tracing(table: Table, supply: Supply) -> Because | bool:
    """A unit that traces to the other Allies' sources has its factors halved, but is not removed."""
    return named(table, supply, partial(_is_cross_tracing, table))


def _is_cross_tracing(table: Table, unit: Unit) -> bool:
    return unit.is_placed and every((
        lambda: not supply_line(table, unit, unit.hex), partial(cross_traces, table, unit, unit.hex)
    ))


# 7.12 to 7.16: fortress supply, and going without


@unless(is_unsupplied, "sitw:7.12")
def draws_german_fortress_supply(table: Table, unit: Unit, number: str) -> bool:
    """German units may live on fortress supply in Metz and Strasbourg."""
    return every((lambda: unit.army == "german", lambda: table.has_feature(number, "german-fortress")))


@unless(is_unsupplied, "sitw:7.13")
def draws_french_fortress_supply(table: Table, unit: Unit, number: str) -> bool:
    """French units may live on fortress supply in the seven French fortress hexes; British and Belgians never."""
    return every((lambda: unit.army == "french", lambda: table.has_feature(number, "french-fortress")))


@unless(is_unsupplied, "sitw:7.13")
def shares_french_fortress_supply(table: Table, unit: Unit, number: str) -> bool:
    """American infantry may share the fortress supply of a French unit that it is stacked with."""
    return every((
        lambda: is_american_infantry(unit), lambda: table.has_feature(number, "french-fortress"),
        lambda: table.someone_at(number, lambda host: draws_french_fortress_supply(table, host, number)),
    ))


@unless(shares_french_fortress_supply, "sitw:S3.14", when=scenario("plan-1919"))
def americans_stand_alone_in_1919(table: Table, unit: Unit, number: str) -> bool:
    """In 1919 the Americans stack with nobody, and share no fortress supply."""
    return True


@unless(draws_german_fortress_supply, "sitw:7.14")
def german_fortress_has_fallen(table: Table, unit: Unit, number: str) -> bool:
    """A fortress that has once come under enemy control gives no fortress supply again."""
    return has_fallen(table, "allied", number)


@unless(draws_french_fortress_supply, "sitw:7.14")
def french_fortress_has_fallen(table: Table, unit: Unit, number: str) -> bool:
    """A fortress that has once come under enemy control gives no fortress supply again."""
    return has_fallen(table, "german", number)


@obliges(Supply, "sitw:7.12")
def is_halved_in_a_german_fortress(table: Table, supply: Supply) -> Because | bool:
    """German units on fortress supply attack and move at half, defend in full, and are not removed."""
    return _living_on(table, supply, draws_german_fortress_supply)


@obliges(Supply, "sitw:7.13")
def is_halved_in_a_french_fortress(table: Table, supply: Supply) -> Because | bool:
    """French units on fortress supply, and Americans who share it, are under the same limits."""
    return _living_on(table, supply, draws_french_fortress_supply, shares_french_fortress_supply)


def _living_on(table: Table, supply: Supply, *ways: Rule) -> Because | bool:
    """The units that have no line of any kind, and draw this fortress supply instead."""
    return named(table, supply, lambda unit: unit.is_placed and every((
        lambda: some(partial(draws, table, unit, unit.hex) for draws in ways),
        lambda: not supply_line(table, unit, unit.hex), lambda: not cross_traces(table, unit, unit.hex),
    )))


@permits(Supply, "sitw:7.15")
def returns_to_normal_supply(table: Table, supply: Supply) -> Because | bool:
    """A unit on fortress supply may return to normal supply in an initial supply phase in which it has a line."""
    return named(table, supply, lambda unit: unit.is_placed and every((
        lambda: unit.supply == "fortress", partial(is_checked_now, table, unit),
        partial(supply_line, table, unit, unit.hex),
    )))


@permits(Move, "sitw:7.16")
def moves_out_of_supply(table: Table, move: Move) -> Because | bool:
    """A player may choose to move units where they will be unsupplied."""
    if move.path is None or not _is_hemmed_in(table, table.unit(move.units[0]).side, *move.path[-2:]):
        return False
    end = move.path[-1]
    found = those(table.units(move.units), lambda unit: is_unsupplied(table, unit, end))
    return because(at=end, unit=found) if found else False


def _is_hemmed_in(table: Table, side: str, start: str, number: str) -> bool:
    """Whether no line is sure to lead on from a hex: elsewhere a move is not held up by a search for one."""
    ahead = (there for there in table.around(number) if there != start)
    return not any(known(partial(_is_way_out, table, side, number, there)) for there in ahead)


def _is_way_out(table: Table, side: str, here: str, there: str) -> bool:
    return not some((
        partial(ground.is_sea_or_dutch, table, here, there), partial(holds_enemies, table, side, there),
        partial(is_closed_by_enemy_zoc, table, side, there),
    ))
