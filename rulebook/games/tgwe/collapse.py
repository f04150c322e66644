"""Chapter 16, what a national collapse does (16.0, 16.11), in the book's order."""

from functools import partial

from rulebook.actions import Attack, Losses, Play, Replace, Supply, arriving_ids
from rulebook.facts import every, known, some
from rulebook.games.tgwe.acting import ACTS, Acts, acting
from rulebook.games.tgwe.attack import whole_factor
from rulebook.games.tgwe.event_draw import DRAWS
from rulebook.games.tgwe.lines import serves_its_nation
from rulebook.games.tgwe.pieces import is_hq
from rulebook.games.tgwe.replacements import payer_of
from rulebook.games.tgwe.resources import EMERGENCY, TRANSFERS, nation_named
from rulebook.games.tgwe.stacking import ARRIVALS, Arrival, end_of
from rulebook.mechanics.stacking import known_together
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, obliges, replaces, unless
from rulebook.table import Table, Unit

COLLAPSES = {
    "austro-hungarian": "austria-hungary-collapsed", "belgian": "belgium-collapsed", "bulgarian": "bulgaria-collapsed",
    "french": "france-collapsed", "romanian": "romania-collapsed", "russian": "russia-collapsed",
    "turkish": "turkey-collapsed",
}
STRENGTH_AFTER_COLLAPSE = 1
DEALS_IN_POINTS = (*TRANSFERS, EMERGENCY, *DRAWS, "near-east-rp")


# 16.0: the nations that can collapse


@forbids(Play, "tgwe:16.0")
def nation_cannot_collapse(table: Table, play: Play) -> Because | bool:
    """Only seven nations can collapse."""
    stands = play.event == "collapse" and play.nation is not None and play.nation not in COLLAPSES
    return because(nation=play.nation) if stands else False


@forbids(Play, "tgwe:16.0")
def has_collapsed_already(table: Table, play: Play) -> Because | bool:
    """A nation collapses once."""
    word = COLLAPSES.get(play.nation or "") if play.event == "collapse" else None
    return because(nation=play.nation) if word and table.has_event(word) else False


# 16.11: what it does


@defines("tgwe:16.11")
def has_collapsed(table: Table, unit: Unit) -> bool:
    """Whether the nation of a unit has collapsed."""
    word = COLLAPSES.get(unit.army)
    return word is not None and table.has_event(word)


@obliges(Play, "tgwe:16.11")
def collapse_takes_hold(table: Table, play: Play) -> Because | bool:
    """A nation that collapses loses its points and its headquarters, and its other units count 1."""
    return because(nation=play.nation) if play.event == "collapse" and play.nation in COLLAPSES else False


@obliges(Play, "tgwe:16.11")
def mixed_stacks_must_part(table: Table, play: Play) -> Because | bool:
    """Stacks of its units with those of other nations must part as soon as they can."""
    return because(nation=play.nation) if play.event == "collapse" and play.nation in COLLAPSES else False


@replaces(whole_factor, "tgwe:16.11")
def collapsed_unit_counts_one(table: Table, unit: Unit, role: str) -> int | None:
    """A combat unit of a collapsed nation attacks and defends with 1."""
    return STRENGTH_AFTER_COLLAPSE if has_collapsed(table, unit) else None


@forbids(Replace, "tgwe:16.11")
def collapsed_nation_has_no_points(table: Table, replace: Replace) -> Because | bool:
    """A collapsed nation has no resource points to spend, be it on the Persians whom it pays for."""
    unit = table.unit(replace.unit)
    payer = payer_of(table, unit) if _may_have_collapsed(table) else None
    return because(unit=unit, nation=payer) if payer in COLLAPSES and _if_collapsed(table, payer) else False


@forbids(Play, "tgwe:16.11")
def collapsed_nation_gets_no_points(table: Table, play: Play) -> Because | bool:
    """It gets none in any form: from an ally, an event or emergency replacements; and has none to give or to spend."""
    if play.event not in DEALS_IN_POINTS or not _may_have_collapsed(table):
        return False
    nations = (TRANSFERS.get(play.event), nation_named(table, play))
    fallen = some(partial(_if_collapsed, table, nation) for nation in nations if nation in COLLAPSES)
    return because(nation=fallen) if fallen else False


def _if_collapsed(table: Table, nation: str) -> str | None:
    return nation if table.has_event(COLLAPSES[nation]) else None


@forbids((*ACTS, Supply, Losses), "tgwe:16.11")
def headquarters_of_a_collapsed_nation_is_gone(table: Table, action: Acts | Supply | Losses) -> Because | bool:
    """The headquarters of a collapsed nation leave the game for good."""
    gone = first_unit(acting(table, action), partial(is_lost_headquarters, table))
    return because(unit=gone) if gone else False


@defines("tgwe:16.11")
def is_lost_headquarters(table: Table, unit: Unit) -> bool:
    """Whether a unit is a headquarters of a collapsed nation."""
    return every((lambda: is_hq(unit), partial(has_collapsed, table, unit)))


@unless(serves_its_nation, "tgwe:16.11")
def lost_headquarters_serves_nobody(table: Table, side: str, nation: str, hq: Unit) -> bool:
    """It feeds nobody either; where no collapse is told of, one that stands on the map is not lost."""
    return bool(known(partial(is_lost_headquarters, table, hq)))


@forbids(ARRIVALS, "tgwe:16.11")
def collapsed_nation_stacks_with_no_other(table: Table, action: Arrival) -> Because | bool:
    """Units of a collapsed nation never stack with those of another."""
    number = end_of(action)
    arriving = table.units(arriving_ids(action))
    if number is None or not arriving or not _may_have_collapsed(table):
        return False
    together = known_together(table, number, arriving)
    pair = some((partial(_mixed_pair, table, together), partial(table.others_may_be, arriving)))
    return because(at=number, unit=pair[0], other=pair[1]) if pair else False


def _may_have_collapsed(table: Table) -> bool:
    """Whether any nation has, or might have: most of the time none has, and no unit need be asked."""
    posted = table.posted.events
    return posted is None or not set(COLLAPSES.values()).isdisjoint(posted)


def _mixed_pair(table: Table, units: list[Unit]) -> tuple[Unit, Unit] | None:
    """A unit of a collapsed nation and one of another, among these."""
    pairs = (
        partial(_are_mixed, table, unit, other) for unit in units for other in units if unit is not other
    )
    found: tuple[Unit, Unit] | None = some(pairs)
    return found


def _are_mixed(table: Table, unit: Unit, other: Unit) -> tuple[Unit, Unit] | None:
    mixed = every((
        lambda: unit.side == other.side, lambda: unit.army != other.army, partial(has_collapsed, table, unit),
    ))
    return (unit, other) if mixed else None


@forbids(Attack, "tgwe:16.11")
def collapsed_nation_attacks_with_no_other(table: Table, attack: Attack) -> Because | bool:
    """Units of a collapsed nation never attack with those of another."""
    pair = _mixed_pair(table, table.units(attack.units)) if _may_have_collapsed(table) else None
    return because(at=attack.target, unit=pair[0], other=pair[1]) if pair else False
