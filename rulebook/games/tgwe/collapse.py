"""Chapter 16, national collapse, in the book's order."""

from collections.abc import Callable, Iterator
from functools import partial

from rulebook.actions import Attack, Losses, Play, Replace, Supply, arriving_ids
from rulebook.facts import every, known, more_than, some
from rulebook.games.tgwe.acting import ACTS, Acts, acting
from rulebook.games.tgwe.attack import whole_factor
from rulebook.games.tgwe.event_draw import DRAWS
from rulebook.games.tgwe.ground import PARIS, has_american_divisions_in_france, is_on
from rulebook.games.tgwe.lines import serves_its_nation
from rulebook.games.tgwe.pieces import is_hq, is_on_the_map, is_russian
from rulebook.games.tgwe.replacements import payer_of
from rulebook.games.tgwe.resources import EMERGENCY, TRANSFERS, nation_named
from rulebook.games.tgwe.stacking import ARRIVALS, Arrival, end_of
from rulebook.games.tgwe.supply import is_supplied
from rulebook.mechanics.stacking import known_together
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, obliges, replaces, unless
from rulebook.table import Table, Unit

COLLAPSES = {
    "austro-hungarian": "austria-hungary-collapsed", "belgian": "belgium-collapsed", "bulgarian": "bulgaria-collapsed",
    "french": "france-collapsed", "romanian": "romania-collapsed", "russian": "russia-collapsed",
    "turkish": "turkey-collapsed",
}
VIENNA, BUDAPEST, TRENT, TRIESTE = "E3606", "E3310", "W2615", "W2230"
STRENGTH_AFTER_COLLAPSE = 1
UNITS_ON_THE_AUSTRIAN_EDGE = 3
DEALS_IN_POINTS = (*TRANSFERS, EMERGENCY, *DRAWS, "near-east-rp")
TURKISH_COLLAPSE_HEX = "E1124"
SOFIA, BUCHAREST = "E1819", "E2423"


def _is_collapse(play: Play, nation: str) -> bool:
    return play.event == "collapse" and play.nation == nation


def _is_allied_held(table: Table, number: str) -> bool:
    return table.control(number) == "allied"


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


# 16.2: France


@defines("tgwe:16.2")
def france_collapses(table: Table) -> bool:
    """All Paris in enemy hands, fewer than six full American divisions in France, no Russian hold in Germany."""
    return every((
        lambda: every(partial(_is_cp_held, table, number) for number in PARIS),
        lambda: not table.has_event("paris-fell-with-six-us-divisions"),
        lambda: not has_american_divisions_in_france(table),
        lambda: not table.has_event("russians-hold-germany"), lambda: not _russians_stand_in_germany(table),
    ))


def _russians_stand_in_germany(table: Table) -> bool:
    """Whether a Russian unit that was posted stands in a German city or fort: they hold it then."""
    return bool(some(partial(_is_russian_hold, table, unit) for unit in table.units()))


def _is_russian_hold(table: Table, unit: Unit) -> bool:
    return every((
        partial(is_on_the_map, unit), partial(is_russian, unit), lambda: table.country(unit.hex) == "germany",
        lambda: some(partial(table.has_feature, unit.hex, word) for word in ("city", "fort", "heavy-fort")),
    ))


def _is_cp_held(table: Table, number: str) -> bool:
    return table.control(number) == "cp"


@forbids(Play, "tgwe:16.2")
def france_stands(table: Table, play: Play) -> Because | bool:
    """France stands while any of its conditions is not met."""
    return because() if _is_collapse(play, "french") and not france_collapses(table) else False


# 16.3: Russia


@forbids(Play, "tgwe:16.3")
def russia_stands(table: Table, play: Play) -> Because | bool:
    """Russia stands until the Bolshevik Revolution."""
    return because() if _is_collapse(play, "russian") and not table.has_event("bolshevik-revolution") else False


@forbids((*ACTS, Supply, Losses), "tgwe:16.3")
def russian_brigade_is_gone(table: Table, action: Acts | Supply | Losses) -> Because | bool:
    """The Russian brigades leave the game when Russia collapses, where the Near East is played."""
    gone = first_unit(acting(table, action), partial(_is_lost_brigade, table))
    return because(unit=gone) if gone else False


def _is_lost_brigade(table: Table, unit: Unit) -> bool:
    return every((
        lambda: is_russian(unit), lambda: unit.has_status("brigade"), lambda: table.has_event("russia-collapsed"),
        lambda: table.scenario in ("combined", "gwine"),
    ))


# 16.4: Belgium


@defines("tgwe:16.4")
def belgium_collapses(table: Table) -> bool:
    """The Central Powers control every hex with some Belgian ground."""
    with table.aside():
        lost = [number for number in _belgian_hexes(table) if known(partial(_is_cp_held, table, number)) is False]
    return not lost and table.has_event("all-belgium-held-by-cp")


def _belgian_hexes(table: Table) -> list[str]:
    """The hexes that the position or the rulebook says are Belgian; there are others."""
    posted = [number for number, facts in table.layout.map.hexes.items() if facts.country == "belgium"]
    return posted + [number for number, facts in table.game.printed_hexes.items() if facts.get("country") == "belgium"]


@forbids(Play, "tgwe:16.4")
def belgium_stands(table: Table, play: Play) -> Because | bool:
    """Belgium stands while the Allies hold any of it."""
    return because() if _is_collapse(play, "belgian") and not belgium_collapses(table) else False


# 16.5: Austria-Hungary


@defines("tgwe:16.5")
def austria_hungary_collapses(table: Table) -> bool:
    """Vienna or Budapest, Trent and Trieste, three supplied Allies on its Italian edge, or both its allies gone."""
    return bool(some((
        partial(_is_allied_held, table, VIENNA),
        partial(_is_allied_held, table, BUDAPEST),
        lambda: every(partial(_is_allied_held, table, number) for number in (TRENT, TRIESTE)),
        partial(is_austrian_edge_taken, table),
        partial(_has_lost_its_allies, table),
    )))


@defines("tgwe:16.5")
def is_austrian_edge_taken(table: Table) -> bool:
    """Three supplied Allied units in one hex of the Austrian edge of the Italian Front that is not alpine."""
    return bool(some(_edges_that_may_be_taken(table)))


def _edges_that_may_be_taken(table: Table) -> Iterator[Callable[[], bool]]:
    """Every hex that three posted units hold, then the doubt whether units that nobody posted do."""
    for number in table.crowded(UNITS_ON_THE_AUSTRIAN_EDGE - 1):
        yield partial(_is_taken_edge, table, number)
    yield partial(_no_others, table)


def _no_others(table: Table) -> bool:
    table.others_may_be()
    return False


def _is_taken_edge(table: Table, number: str) -> bool:
    return every((
        lambda: is_on(table, number, "italian"), lambda: table.country(number) == "austria-hungary",
        lambda: table.has_feature(number, "map-edge"), lambda: table.terrain(number) != "alpine",
        lambda: more_than(
            UNITS_ON_THE_AUSTRIAN_EDGE - 1, (partial(_is_supplied_ally, table, unit) for unit in table.units_at(number))
        ),
    ))


def _is_supplied_ally(table: Table, unit: Unit) -> bool:
    return every((lambda: unit.side == "allied", partial(is_supplied, table, unit)))


def _has_lost_its_allies(table: Table) -> bool:
    """Bulgaria has collapsed, and Turkey has collapsed or surrendered."""
    return every((
        lambda: table.has_event("bulgaria-collapsed"),
        lambda: some((
            lambda: table.has_event("turkey-collapsed"), lambda: table.has_event("turkey-surrendered"),
        )),
    ))


@forbids(Play, "tgwe:16.5")
def austria_hungary_stands(table: Table, play: Play) -> Because | bool:
    """Austria-Hungary stands while none of its four conditions is met."""
    return because() if _is_collapse(play, "austro-hungarian") and not austria_hungary_collapses(table) else False


# 16.6: Turkey


@defines("tgwe:16.6")
def is_game_in_which_turkey_collapses(table: Table) -> bool:
    """Turkey can collapse where the Eastern map is played."""
    return table.scenario in ("combined", "gwie")


@contested(is_game_in_which_turkey_collapses)
def collapses_as_printed(table: Table) -> bool:
    """The tag of the case as it is printed: GWIE/NE or GWINE."""
    return table.scenario in ("combined", "gwine")


@defines("tgwe:16.6")
def turkey_collapses(table: Table) -> bool:
    """Allied units occupy E1124."""
    return every((
        partial(is_game_in_which_turkey_collapses, table),
        lambda: table.someone_at(TURKISH_COLLAPSE_HEX, lambda unit: unit.side == "allied"),
    ))


@forbids(Play, "tgwe:16.6")
def turkey_stands(table: Table, play: Play) -> Because | bool:
    """Turkey stands while no Allied unit occupies E1124."""
    return because() if _is_collapse(play, "turkish") and not turkey_collapses(table) else False


# 16.7: Bulgaria


@forbids(Play, "tgwe:16.7")
def bulgaria_stands(table: Table, play: Play) -> Because | bool:
    """Bulgaria stands while Sofia is not Allied and its collapse was not played."""
    return because() if _is_collapse(play, "bulgarian") and not brings_bulgaria_down(table) else False


@defines("tgwe:16.7")
def brings_bulgaria_down(table: Table) -> bool:
    """Sofia under Allied control, or the event Bulgaria Collapse."""
    return bool(some((
        partial(_is_allied_held, table, SOFIA), lambda: table.has_event("bulgaria-collapse-played"),
    )))


# 16.8: Romania


@defines("tgwe:16.8")
def romania_collapses(table: Table) -> bool:
    """On the Allied side by Bucharest after the Tsar's fall; on the other by Bucharest, Austria-Hungary or Bulgaria."""
    return bool(some((
        lambda: every((
            lambda: table.has_event("romania-entry-allied"), partial(bucharest_is_lost_after_the_tsar, table),
        )),
        lambda: every((
            lambda: table.has_event("romania-entry-cp"), partial(_is_left_alone, table),
        )),
    )))


@defines("tgwe:16.8")
def bucharest_is_lost_after_the_tsar(table: Table) -> bool:
    """The Central Powers control Bucharest on a turn after the Tsar's fall."""
    return every((lambda: table.has_event("tsar-fallen"), partial(_is_cp_held, table, BUCHAREST)))


@contested(bucharest_is_lost_after_the_tsar)
def bucharest_falls_after_the_tsar(table: Table) -> bool:
    """They must take it on such a turn: one that fell before brings nobody down."""
    return every((
        partial(bucharest_is_lost_after_the_tsar.function, table),
        lambda: not table.has_event("bucharest-fell-before-the-tsar"),
    ))


def _is_left_alone(table: Table) -> bool:
    return bool(some((
        partial(_is_allied_held, table, BUCHAREST),
        lambda: table.has_event("austria-hungary-collapsed"), lambda: table.has_event("bulgaria-collapsed"),
    )))


@forbids(Play, "tgwe:16.8")
def romania_stands(table: Table, play: Play) -> Because | bool:
    """Romania stands while none of the conditions of its side is met."""
    return because() if _is_collapse(play, "romanian") and not romania_collapses(table) else False
