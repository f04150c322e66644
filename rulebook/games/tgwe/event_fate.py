"""Chapter 6, what becomes of an event that can have no effect (6.15)."""

from functools import partial

from rulebook.actions import Play
from rulebook.facts import some
from rulebook.games.tgwe.arab_events import atrocity_is_no_event, capture_is_no_event
from rulebook.games.tgwe.battle_events import gas_is_no_event
from rulebook.games.tgwe.diplomatic_events import bulgaria_has_collapsed_already, telegram_is_no_event
from rulebook.games.tgwe.event_words import RETURNED
from rulebook.games.tgwe.landing_events import gallipoli_is_no_event, salonika_is_no_event
from rulebook.games.tgwe.leader_events import townsend_is_no_event
from rulebook.games.tgwe.near_east_events import initiative_is_no_event, kaiserschlacht_is_no_event
from rulebook.games.tgwe.offensive_events import brusilov_is_no_event, conrad_is_no_event
from rulebook.games.tgwe.removals import second_removal_is_no_event
from rulebook.games.tgwe.turmoil_events import civil_war_is_no_event, islam_is_no_event, u_boat_is_no_event
from rulebook.games.tgwe.unit_events import republic_is_no_event
from rulebook.rules import computes
from rulebook.table import Table

NO_EVENTS = (
    republic_is_no_event, second_removal_is_no_event, gas_is_no_event, townsend_is_no_event, atrocity_is_no_event,
    capture_is_no_event, brusilov_is_no_event, conrad_is_no_event, islam_is_no_event, civil_war_is_no_event,
    u_boat_is_no_event, gallipoli_is_no_event, salonika_is_no_event, bulgaria_has_collapsed_already,
    telegram_is_no_event, initiative_is_no_event, kaiserschlacht_is_no_event,
)


@computes(Play, "fate", "tgwe:6.15")
def fate_of_an_idle_event(table: Table, play: Play) -> str | None:
    """Only No Events go back into the cup, and those events that say so when they can have no effect."""
    if not some(partial(rule, table, play) for rule in NO_EVENTS):
        return None
    return "returned" if play.event in RETURNED else "removed"
