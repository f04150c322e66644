"""Chapter 16, when each nation collapses (16.2 to 16.8), in the book's order."""

from collections.abc import Callable, Iterator
from functools import partial

from rulebook.actions import Losses, Play, Supply
from rulebook.facts import every, known, more_than, some
from rulebook.games.tgwe.acting import ACTS, Acts, acting
from rulebook.games.tgwe.ground import PARIS, has_american_divisions_in_france, is_on
from rulebook.games.tgwe.pieces import is_on_the_map, is_russian
from rulebook.games.tgwe.supply import is_supplied
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids
from rulebook.table import Table, Unit

VIENNA, BUDAPEST, TRENT, TRIESTE = "E3606", "E3310", "W2615", "W2230"
UNITS_ON_THE_AUSTRIAN_EDGE = 3
TURKISH_COLLAPSE_HEX = "E1124"
SOFIA, BUCHAREST = "E1819", "E2423"


def _is_collapse(play: Play, nation: str) -> bool:
    return play.event == "collapse" and play.nation == nation


def _is_allied_held(table: Table, number: str) -> bool:
    return table.control(number) == "allied"


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
