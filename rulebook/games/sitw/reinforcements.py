"""Chapter 8, reinforcements (8.1 to 8.1.4), in the book's order: when and where units come onto the map."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulebook.actions import Attack, Move, Place, Support
from rulebook.facts import every, some
from rulebook.games.sitw.ground import controller
from rulebook.games.sitw.pieces import is_aircraft
from rulebook.rules import Because, because, forbids, permits
from rulebook.table import Table, Unit

FRENCH_AIR_ARRIVES = 8
ITALIANS_ARRIVE = 4
STATUS_OF = {"reinforcement": "reinforcement", "replacement": "dead-pile", "evacuated": "evacuated"}
ENTRY_PHASES = ("replacement", "strategic-movement", "regular-movement")

Test = Callable[[Unit, str], Any]


def entrants(table: Table, action: Place | Move, way: str) -> Iterator[tuple[Unit, str]]:
    """The units that come onto the map in this way, each with the hex it enters: placed, or marching or railing on."""
    if isinstance(action, Place):
        if action.entry == way and action.unit is not None:
            yield table.unit(action.unit), action.hex
        return
    from_off_the_map = [unit for unit in table.units(action.units) if not unit.is_placed]
    if from_off_the_map and action.path is not None:
        yield from ((unit, action.path[0]) for unit in from_off_the_map if unit.has_status(STATUS_OF[way]))


def first_entrant(table: Table, action: Place | Move, way: str, test: Test) -> tuple[Unit, str] | None:
    """The first unit that enters in this way and passes a test, with its hex."""
    found: tuple[Unit, str] | None = some(
        partial(_entrant, unit, number, test) for unit, number in entrants(table, action, way)
    )
    return found


def enters(table: Table, action: Place | Move, way: str, test: Test, **words: Any) -> Because | bool:
    """Because of the first unit that enters in this way and passes a test."""
    found = first_entrant(table, action, way, test)
    return because(at=found[1], unit=found[0], **words) if found else False


def _entrant(unit: Unit, number: str, test: Test) -> tuple[Unit, str] | None:
    return (unit, number) if test(unit, number) else None


def is_open_port(table: Table, number: str) -> bool:
    """A Channel port under Allied control."""
    return every((lambda: table.has_feature(number, "channel-port"), lambda: controller(table, number) == "allied"))


def is_open_edge(table: Table, number: str, edge: str, side: str) -> bool:
    """A source on the map edge, not under enemy control (7.8)."""
    return every((lambda: table.has_feature(number, edge), lambda: controller(table, number) == side))


def is_time_to_enter(table: Table, side: str) -> bool:
    """From a side's replacement phase, in which its units become available, to the end of its regular movement."""
    return every((lambda: table.phase in ENTRY_PHASES, lambda: table.active == side))


# 8.1


@forbids((Place, Move), "sitw:8.1")
def germans_get_no_reinforcements(table: Table, action: Place | Move) -> Because | bool:
    """The Germans receive no reinforcements."""
    return enters(table, action, "reinforcement", lambda unit, number: unit.side == "german")


@forbids(Place, "sitw:8.1")
def reinforcement_is_already_in_play(table: Table, place: Place) -> Because | bool:
    """A reinforcement comes into play for the first time: a unit on the map or in the dead pile is none."""
    return enters(table, place, "reinforcement", lambda unit, number: (
        unit.is_placed or not unit.has_status("reinforcement")
    ))


# 8.1.1: the British


@forbids((Place, Move), "sitw:8.1.1")
def british_enter_by_a_channel_port(table: Table, action: Place | Move) -> Because | bool:
    """British reinforcements are placed in an Allied-controlled Channel port."""
    return enters(table, action, "reinforcement", lambda unit, number: (
        unit.army == "british" and not is_open_port(table, number)
    ))


@forbids(Place, "sitw:8.1.1")
def british_arrive_in_the_replacement_phase(table: Table, place: Place) -> Because | bool:
    """British reinforcements arrive in the Allied replacement phase."""
    return enters(table, place, "reinforcement", lambda unit, number: (
        unit.army == "british" and not is_replacement_phase(table)
    ), phase="replacement")


def is_replacement_phase(table: Table) -> bool:
    return every((lambda: table.phase == "replacement", lambda: table.active == "allied"))


@forbids((Place, Move), "sitw:8.1.1")
def british_arrive_too_early(table: Table, action: Place | Move) -> Because | bool:
    """A British reinforcement arrives no sooner than the turn printed on it."""
    return _arrives_early(table, action, "british")


def _arrives_early(table: Table, action: Place | Move, army: str) -> Because | bool:
    early = first_entrant(table, action, "reinforcement", lambda unit, number: (
        unit.army == army and table.turn < _entry_of(unit)
    ))
    return because(at=early[1], unit=early[0], turn=_entry_of(early[0])) if early else False


def _entry_of(unit: Unit) -> int:
    """The turn printed on a reinforcement; the book tells that of the Italian corps."""
    return ITALIANS_ARRIVE if unit.facts.entry is None and unit.facts.nation == "italian" else unit.entry


# 8.1.2: the French


@forbids((Place, Move), "sitw:8.1.2")
def french_enter_by_their_map_edge(table: Table, action: Place | Move) -> Because | bool:
    """French reinforcements, the Italians, march or rail on through a French supply source hex."""
    return _enters_elsewhere(table, action, "french")


def _enters_elsewhere(table: Table, action: Place | Move, army: str) -> Because | bool:
    return enters(table, action, "reinforcement", lambda unit, number: (
        unit.army == army and not is_open_edge(table, number, "west-south-edge", "allied")
    ))


@forbids(Place, "sitw:8.1.2")
def french_enter_out_of_time(table: Table, place: Place) -> Because | bool:
    """French reinforcements enter in the Allied replacement or movement phases, never in battle or the enemy's turn."""
    return _enters_out_of_time(table, place, "french")


def _enters_out_of_time(table: Table, place: Place, army: str) -> Because | bool:
    return enters(table, place, "reinforcement", lambda unit, number: (
        unit.army == army and not is_time_to_enter(table, "allied")
    ), phase="replacement")


@forbids((Place, Move), "sitw:8.1.2")
def french_arrive_too_early(table: Table, action: Place | Move) -> Because | bool:
    """A French reinforcement arrives no sooner than the turn printed on it: 4 for the Italian corps."""
    return _arrives_early(table, action, "french")


@forbids((Attack, Support), "sitw:8.1.2")
def french_air_unit_has_not_arrived(table: Table, action: Attack | Support) -> Because | bool:
    """The French air unit is available from turn 8."""
    ids = action.units if isinstance(action, Support) else (*(action.support or ()), *(action.against or ()))
    early = some(partial(_is_early_french_air, table, unit) for unit in table.units(ids))
    return because(unit=early, turn=FRENCH_AIR_ARRIVES) if early else False


def _is_early_french_air(table: Table, unit: Unit) -> Unit | None:
    early = every((
        lambda: is_aircraft(unit), lambda: unit.nation == "french", lambda: table.turn < FRENCH_AIR_ARRIVES
    ))
    return unit if early else None


# 8.1.3: the Americans


@forbids((Place, Move), "sitw:8.1.3")
def americans_enter_by_the_french_map_edge(table: Table, action: Place | Move) -> Because | bool:
    """American reinforcements enter as the Italians do, through a French supply source hex."""
    return _enters_elsewhere(table, action, "american")


@forbids(Place, "sitw:8.1.3")
def americans_enter_out_of_time(table: Table, place: Place) -> Because | bool:
    """American reinforcements enter in the Allied replacement or movement phases, as the Italians do."""
    return _enters_out_of_time(table, place, "american")


@forbids((Place, Move), "sitw:8.1.3")
def americans_arrive_too_early(table: Table, action: Place | Move) -> Because | bool:
    """An American reinforcement arrives no sooner than the turn printed on it."""
    return _arrives_early(table, action, "american")


# 8.1.4


@forbids((Place, Move), "sitw:8.1.4")
def reinforcement_is_not_at_full_strength(table: Table, action: Place | Move) -> Because | bool:
    """Reinforcements enter at full strength."""
    return enters(table, action, "reinforcement", lambda unit, number: unit.is_reduced)


@permits((Place, Move), "sitw:8.1.4")
def reinforcement_may_be_held_back(table: Table, action: Place | Move) -> Because | bool:
    """A reinforcement may enter on any turn after that printed on it."""
    held = first_entrant(table, action, "reinforcement", lambda unit, number: table.turn > _entry_of(unit))
    return because(at=held[1], unit=held[0], turn=_entry_of(held[0])) if held else False
