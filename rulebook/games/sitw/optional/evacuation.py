"""Optional rule 16.5: the Allies evacuate by sea."""

from functools import partial

from rulebook.actions import Evacuate, Move, Place
from rulebook.facts import every, some, those
from rulebook.games.sitw.agreed import is_agreed, option
from rulebook.games.sitw.ground import PORT, has_fallen
from rulebook.games.sitw.reinforcements import enters, is_time_to_enter
from rulebook.games.sitw.supply import is_french_source
from rulebook.rules import Because, because, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

NUMBER = "16.5"


@forbids(Evacuate, "sitw:11.9")
def leaves_the_map_by_sea(table: Table, evacuate: Evacuate) -> Because:
    """No land unit in play is ever moved off the map, strategic movement apart."""
    return because(at=evacuate.hex)


@unless(leaves_the_map_by_sea, "sitw:16.5", when=option(NUMBER))
def allies_may_evacuate(table: Table, evacuate: Evacuate) -> bool:
    """The Allied player may evacuate units by sea."""
    return True


@forbids(Evacuate, "sitw:16.5", when=option(NUMBER))
def evacuates_too_late(table: Table, evacuate: Evacuate) -> Because | bool:
    """Evacuation comes first in the Allied player turn, before supply is checked."""
    first = every((
        lambda: table.active == "allied", lambda: table.phase == "initial-supply",
        lambda: not table.has_event("supply-checked"),
    ))
    return False if first else because(phase="initial-supply")


@forbids(Evacuate, "sitw:16.5", when=option(NUMBER))
def evacuates_germans(table: Table, evacuate: Evacuate) -> Because | bool:
    """Only Allied units are evacuated, of whatever nationality."""
    germans = those(table.units(evacuate.units), lambda unit: unit.side == "german")
    return because(unit=germans) if germans else False


@forbids(Evacuate, "sitw:16.5", when=option(NUMBER))
def evacuates_from_no_port(table: Table, evacuate: Evacuate) -> Because | bool:
    """Units are evacuated only from a Channel port: Boulogne, Calais or Dunkirk."""
    return False if table.has_feature(evacuate.hex, PORT) else because(at=evacuate.hex)


@forbids(Evacuate, "sitw:16.5", when=option(NUMBER))
def evacuates_from_afar(table: Table, evacuate: Evacuate) -> Because | bool:
    """Units are evacuated from the port in which they stand, one full stack at most."""
    away = those(table.units(evacuate.units), lambda unit: (
        unit.hex != evacuate.hex if unit.is_placed else table.game.is_off_map(unit.facts) or bool(unit.hex)
    ))
    return because(at=evacuate.hex, unit=away) if away else False


@forbids(Evacuate, "sitw:16.5", when=option(NUMBER))
def port_is_closed_for_good(table: Table, evacuate: Evacuate) -> Because | bool:
    """A port that has once come under German control is never used for evacuation again."""
    closed = every((
        lambda: table.has_feature(evacuate.hex, PORT), lambda: has_fallen(table, "german", evacuate.hex)
    ))
    return because(at=evacuate.hex) if closed else False


@permits(Evacuate, "sitw:16.5", when=option(NUMBER))
def germans_do_not_hinder_it(table: Table, evacuate: Evacuate) -> Because | bool:
    """German units next to the port, and their zones of control, do not hinder evacuation."""
    by = some(partial(table.someone_at, near, _is_german) for near in table.around(evacuate.hex))
    return because(at=evacuate.hex, by=by) if by else False


def _is_german(unit: Unit) -> bool:
    return unit.side == "german"


@obliges(Evacuate, "sitw:16.5", when=option(NUMBER))
def comes_back_next_turn(table: Table, evacuate: Evacuate) -> Because:
    """Evacuated units are available as map-edge reinforcements in the next game turn."""
    return because(amount=table.turn + 1)


# The evacuated come back


def returning(table: Table, place: Place) -> Unit | None:
    """The evacuated unit that comes back onto the map."""
    return table.unit(place.unit) if place.unit is not None and place.entry == "evacuated" else None


@forbids(Place, "sitw:16.5")
def was_never_evacuated(table: Table, place: Place) -> Because | bool:
    """Only a unit that was evacuated comes back from evacuation."""
    unit = returning(table, place)
    if unit is None:
        return False
    was = every((lambda: is_agreed(table, NUMBER), lambda: unit.has_status("evacuated", ordinary=True)))
    return False if was else because(unit=unit)


@forbids(Move, "sitw:16.5")
def returns_though_nobody_evacuates(table: Table, move: Move) -> Because | bool:
    """No unit comes back from an evacuation that the players did not agree on."""
    return enters(table, move, "evacuated", lambda unit, number: not is_agreed(table, NUMBER))


@forbids(Place, "sitw:16.5")
def returns_too_soon(table: Table, place: Place) -> Because | bool:
    """An evacuated unit comes back in the game turn after that in which it left, or later."""
    unit = returning(table, place)
    return because(unit=unit) if unit and unit.has_status("just-evacuated") else False


@forbids(Place, "sitw:16.5")
def returns_out_of_phase(table: Table, place: Place) -> Because | bool:
    """An evacuated unit is available from the Allied replacement and reinforcement phase."""
    if returning(table, place) is None:
        return False
    return False if is_time_to_enter(table, "allied") else because(phase="replacement")


@forbids((Place, Move), "sitw:16.5")
def returns_elsewhere(table: Table, action: Place | Move) -> Because | bool:
    """An evacuated unit comes back through a French supply source of the west and south edges."""
    return enters(table, action, "evacuated", lambda unit, number: not is_french_source(table, number))
