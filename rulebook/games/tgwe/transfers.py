"""Chapter 5, resource points given to an ally (5.17)."""

from functools import partial

from rulebook.actions import Play
from rulebook.facts import every, some
from rulebook.games.tgwe.ground import enemy_at, is_on, is_town_or_city
from rulebook.games.tgwe.pieces import is_hq
from rulebook.games.tgwe.resources import PHASE, TRANSFERS, nation_named, points_of
from rulebook.mechanics.tracing import trace
from rulebook.rules import Because, because, defines, forbids, replaces
from rulebook.table import Table, Unit

BERLIN, CONSTANTINOPLE, SALONIKA = "E5102", "E1328", "E1116"
ALLIED_RECIPIENTS = ("russian", "serbian")
COUNTRIES = {
    "austro-hungarian": "austria-hungary", "turkish": "ottoman-empire", "bulgarian": "bulgaria", "romanian": "romania",
}
LOST_ALLIES = {"romanian": "romania-entry-allied", "turkish": "turkey-surrendered"}
TO_RUSSIA, TO_RUSSIA_BY_THE_STRAITS = 1, 6
TO_SERBIA = 6
BY_GERMANY = 6
WAY_TO_SERBIA = ("greece", "serbia")


def _giver(play: Play) -> str | None:
    return TRANSFERS.get(play.event)


def _is_given(table: Table, play: Play, nation: str) -> bool:
    """Whether British or French points are given to this nation."""
    return _giver(play) in ("british", "french") and nation_named(table, play) == nation


def points_given(table: Table, play: Play) -> int:
    """The points that are given; unknown where their number is not told."""
    return int(table.read("action.points", play.points))


@forbids(Play, "tgwe:5.17")
def gives_out_of_the_resource_phase(table: Table, play: Play) -> Because | bool:
    """Points change hands in the resource phase."""
    return because(phase=PHASE) if play.event in TRANSFERS and table.phase != PHASE else False


@forbids(Play, "tgwe:5.17")
def gives_to_whom_it_cannot(table: Table, play: Play) -> Because | bool:
    """British and French points go to Russia or Serbia, German points to another country of the Central Powers."""
    giver = _giver(play)
    if giver is None:
        return False
    nation = nation_named(table, play)
    able = _is_german_ally(table, nation) if giver == "german" else nation in ALLIED_RECIPIENTS
    return False if able else because(nation=nation)


def _is_german_ally(table: Table, nation: str) -> bool:
    """Turkey is one until it surrenders, Romania unless it has joined the Allies."""
    lost = LOST_ALLIES.get(nation)
    return nation in COUNTRIES and not (lost and table.has_event(lost))


@forbids(Play, "tgwe:5.17")
def gives_more_than_it_has(table: Table, play: Play) -> Because | bool:
    """A country gives points of its own."""
    giver = _giver(play)
    if giver is None or points_of(table, giver) >= points_given(table, play):
        return False
    return because(nation=giver, points=points_of(table, giver))


# Russia


@defines("tgwe:5.17")
def most_for_russia(table: Table) -> int:
    """Russia gets one British or French point in a resource phase."""
    return TO_RUSSIA


@replaces(most_for_russia, "tgwe:5.17")
def straits_are_open(table: Table) -> int | None:
    """Up to six, of either or both, if the Allies control Constantinople or Turkey has surrendered."""
    opened = some((
        lambda: table.has_event("turkey-surrendered"), lambda: table.control(CONSTANTINOPLE) == "allied"
    ))
    return TO_RUSSIA_BY_THE_STRAITS if opened else None


@forbids(Play, "tgwe:5.17")
def gives_russia_too_much(table: Table, play: Play) -> Because | bool:
    """Russia gets no more than that from both together."""
    if not _is_given(table, play, "russian"):
        return False
    points = points_given(table, play)
    over = some((
        lambda: points > most_for_russia(table),
        lambda: points + table.track("given-to-russia", ordinary=0) > most_for_russia(table),
    ))
    return because(most=most_for_russia(table)) if over else False


# Serbia


@forbids(Play, "tgwe:5.17")
def gives_serbia_too_much(table: Table, play: Play) -> Because | bool:
    """Serbia gets at most six points in a resource phase, all British or all French."""
    if not _is_given(table, play, "serbian"):
        return False
    giver, points = str(_giver(play)), points_given(table, play)
    other = "french" if giver == "british" else "british"
    over = some((
        lambda: points > TO_SERBIA,
        lambda: points + table.track(f"{giver}-given-to-serbia", ordinary=0) > TO_SERBIA,
        lambda: table.track(f"{other}-given-to-serbia", ordinary=0) > 0,
    ))
    return because(most=TO_SERBIA) if over else False


@forbids(Play, "tgwe:5.17")
def salonika_is_closed(table: Table, play: Play) -> Because | bool:
    """Points for Serbia come through Salonika, in Allied hands."""
    closed = _is_given(table, play, "serbian") and table.control(SALONIKA) != "allied"
    return because(at=SALONIKA) if closed else False


@forbids(Play, "tgwe:5.17")
def serbs_are_out_of_reach(table: Table, play: Play) -> Because | bool:
    """A line of hexes without enemies, in Greece and Serbia alone, joins Salonika to the Serbian headquarters."""
    if not _is_given(table, play, "serbian"):
        return False
    line = trace(
        table, SALONIKA, lambda number: table.someone_at(number, _is_serbian_hq),
        lambda _, there: _lies_on_the_way(table, there),
    )
    return because(at=SALONIKA) if line is None else False


def _is_serbian_hq(unit: Unit) -> bool:
    return every((lambda: is_hq(unit), lambda: unit.nation == "serbian"))


def _lies_on_the_way(table: Table, number: str) -> bool:
    return is_on(table, number, "eastern") and every((
        lambda: table.country(number) in WAY_TO_SERBIA, lambda: not enemy_at(table, "allied", number)
    ))


# Germany


@forbids(Play, "tgwe:5.17")
def germany_gives_too_much(table: Table, play: Play) -> Because | bool:
    """Germany gives at most six points in a resource phase, to all its allies together."""
    if _giver(play) != "german":
        return False
    points = points_given(table, play)
    over = some((
        lambda: points > BY_GERMANY, lambda: points + table.track("given-by-germany", ordinary=0) > BY_GERMANY
    ))
    return because(most=BY_GERMANY) if over else False


@forbids(Play, "tgwe:5.17")
def ally_is_out_of_germanys_reach(table: Table, play: Play) -> Because | bool:
    """A line of hexes under the control of the Central Powers joins Berlin to a town or city of the recipient."""
    country = COUNTRIES.get(nation_named(table, play)) if _giver(play) == "german" else None
    if country is None:
        return False
    joined = every((
        partial(_is_held, table, BERLIN),
        lambda: trace(table, BERLIN, partial(_is_town_of, table, country), lambda _, there: _is_held(table, there)),
    ))
    return False if joined else because(at=BERLIN)


def _is_held(table: Table, number: str) -> bool:
    return table.control(number) == "cp"


def _is_town_of(table: Table, country: str, number: str) -> bool:
    return every((
        partial(_is_held, table, number), lambda: table.country(number) == country,
        lambda: is_town_or_city(table, number),
    ))
