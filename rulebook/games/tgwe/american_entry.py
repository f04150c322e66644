"""Chapter 5, the entry of the United States (5.7), in the book's order."""

from rulebook.actions import Place, Sequence
from rulebook.facts import every
from rulebook.games.tgwe.calendar import STRATEGIC_TURNS, place_of, strategic_turn
from rulebook.games.tgwe.pieces import is_american, is_hq
from rulebook.games.tgwe.resources import PHASE
from rulebook.games.tgwe.sequence import coming_strategic_turn
from rulebook.rules import Because, because, computes, defines, forbids, obliges
from rulebook.table import Table, Unit

ENTRY = "O"


# 5.71: when


@defines("tgwe:5.71")
def entry_of_the_united_states(table: Table) -> int:
    """The United States enter in Strategic Turn O, or sooner if an event has moved their marker."""
    return min(table.track("us-entry", ordinary=place_of(ENTRY)), place_of(ENTRY))


@obliges(Sequence, "tgwe:5.71")
def united_states_enter(table: Table, sequence: Sequence) -> Because | bool:
    """In the Strategic Turn of their marker the United States join the Allies."""
    due = sequence.do == PHASE and every((
        lambda: not table.has_event("us-at-war"),
        lambda: coming_strategic_turn(table) >= entry_of_the_united_states(table),
    ))
    return because() if due else False


# 5.72: their units


@defines("tgwe:5.72")
def american_arrival(table: Table, unit: Unit) -> int:
    """An American unit marked +n becomes available n Strategic Turns after the entry of the United States."""
    return int(entry_of_the_united_states(table) + unit.entry)


@forbids(Place, "tgwe:5.72")
def american_unit_is_not_available_yet(table: Table, place: Place) -> Because | bool:
    """No American unit comes before its Strategic Turn."""
    unit = table.unit(place.unit) if place.unit else None
    early = unit is not None and every((
        lambda: is_american(unit),
        lambda: not unit.has_status("available"),
        lambda: american_arrival(table, unit) > strategic_turn(table),
    ))
    return because(unit=unit) if early else False


@computes(Place, "arrives", "tgwe:5.72")
def strategic_turn_of_an_american(table: Table, place: Place) -> str | None:
    """The letter of the Strategic Turn in which an American unit becomes available."""
    unit = table.unit(place.unit) if place.unit else None
    if unit is None or not is_american(unit) or unit.facts.entry is None:
        return None
    arrival = american_arrival(table, unit)
    return STRATEGIC_TURNS[arrival - 1] if arrival <= len(STRATEGIC_TURNS) else None


@obliges(Place, "tgwe:5.72")
def crossing_is_rolled_for(table: Table, place: Place) -> Because | bool:
    """While a U-Boat event is at work, American units in the box are rolled for in every Strategic Turn."""
    unit = table.unit(place.unit) if place.unit else None
    risky = unit is not None and every((
        lambda: is_american(unit), lambda: not is_hq(unit), lambda: table.has_event("u-boat"),
        lambda: not table.has_event("convoy"),
    ))
    return because(unit=unit) if risky else False
