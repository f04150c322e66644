"""Chapter 6, drawing events (6.0 to 6.17, but for 6.15), in the book's order."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Advance, Attack, Play
from rulebook.facts import every, known, some
from rulebook.games.tgwe.calendar import is_from
from rulebook.games.tgwe.event_words import IN_A_CUP, MANDATORY, ONE_OF_A_KIND, PAYERS, TOLD_BY
from rulebook.rules import Because, because, computes, contested, forbids, obliges, permits
from rulebook.table import Table

FIRST_STRATEGIC_TURN = "C"
LAST_TURN_BEFORE_EVENTS = 9  # three series of three turns at most (4.1)
OWN, OTHER = "draw-events", "draw-other-cup"
DRAWS = (OWN, OTHER)
PRICE = 1
FREE = ("gwine",)
EVENTS_A_DRAW = {"combined": 2, "gwie": 1, "gwine": 1}
MOST_EVENTS_A_TURN = 2


def _drawing(play: Play, test: Callable[[], object], draws: tuple[str, ...] = DRAWS) -> Because | bool:
    return because() if play.event in draws and test() else False


def _drawer(table: Table, play: Play) -> str:
    """The side that draws: that of the nation that pays; where nobody has to, the one whose turn it is to draw."""
    nation = play.nation if table.scenario in FREE else table.read("action.nation", play.nation)
    return PAYERS.get(nation or "") or table.active


def _drawn_by(table: Table, side: str) -> int:
    return table.track(f"{side}-events-drawn")


# 6.0, 6.1: when and how events are drawn


@forbids(Play, "tgwe:6.0")
def draws_before_events_come(table: Table, play: Play) -> Because | bool:
    """Events enter play from Strategic Turn C on."""
    return _drawing(play, lambda: not is_from(table, FIRST_STRATEGIC_TURN))


@forbids((Play, Attack, Advance), "tgwe:6.0")
def uses_an_event_before_events_come(table: Table, action: Play | Attack | Advance) -> Because | bool:
    """So none serves before; where the Strategic Turn is not told, whoever has an event has drawn it since."""
    words = (action.event,) if isinstance(action, Play) else action.events or ()
    early = not set(words).isdisjoint(IN_A_CUP) and known(partial(is_from, table, FIRST_STRATEGIC_TURN)) is False
    return because() if early and (known(lambda: table.turn) or 0) <= LAST_TURN_BEFORE_EVENTS else False


@forbids(Play, "tgwe:6.11")
def draws_outside_the_event_phase(table: Table, play: Play) -> Because | bool:
    """Events are drawn in the event phase of an Operational Turn."""
    return _drawing(play, lambda: table.phase != "events")


@forbids(Play, "tgwe:6.11")
def pays_another_price(table: Table, play: Play) -> Because | bool:
    """A draw costs one resource point, and nothing where the Near East game is played alone."""
    return _drawing(play, lambda: (play.points or 0) > 0 if table.scenario in FREE else _is_wrong_price(table, play))


def _is_wrong_price(table: Table, play: Play) -> bool:
    return int(table.read("action.points", play.points)) != PRICE


@forbids(Play, "tgwe:6.11")
def draws_without_a_point(table: Table, play: Play) -> Because | bool:
    """A nation that has no point left buys no event."""
    if play.event not in DRAWS or play.nation is None or table.scenario in FREE:
        return False
    left = table.track(f"{play.nation}-rp", ordinary=PRICE)
    return because(nation=play.nation) if left < PRICE else False


@computes(Play, "events_drawn", "tgwe:6.11")
def events_of_a_draw(table: Table, play: Play) -> int | None:
    """A draw brings two events in the combined game, one in either game alone."""
    return EVENTS_A_DRAW[table.scenario] if play.event == OWN else None


@forbids(Play, "tgwe:6.11")
def draws_too_many_events(table: Table, play: Play) -> Because | bool:
    """A side draws once in a turn, two events at most; in either game alone one."""
    return _drawing(play, lambda: _drawn_by(table, _drawer(table, play)) > 0, (OWN,))


@contested(draws_too_many_events)
def draws_more_than_two_events(table: Table, play: Play) -> Because | bool:
    """The limit of two events a turn holds in the games alone too, whose draws bring one each."""
    return _drawing(play, lambda: (
        _drawn_by(table, _drawer(table, play)) + EVENTS_A_DRAW[table.scenario] > MOST_EVENTS_A_TURN
    ), (OWN,))


@forbids(Play, "tgwe:6.12")
def delays_a_mandatory_event(table: Table, play: Play) -> Because | bool:
    """An event with a yellow band is played at once, in the event phase in which it is drawn."""
    return because(phase=table.phase) if play.event in MANDATORY and table.phase != "events" else False


@obliges(Play, "tgwe:6.12")
def plays_what_cannot_wait(table: Table, play: Play) -> Because | bool:
    """Mandatory events are played as they are drawn, and No Events go back."""
    return _drawing(play, lambda: True)


@obliges(Play, "tgwe:6.13")
def draws_one_by_one(table: Table, play: Play) -> Because | bool:
    """Each event is played, kept or put back before the next is drawn."""
    return _drawing(play, lambda: EVENTS_A_DRAW[table.scenario] > 1)


# 6.14: the other side's cup


@permits(Play, "tgwe:6.14")
def draws_from_the_other_cup(table: Table, play: Play) -> Because | bool:
    """A side that draws while the other does not may pay again and draw from the other's cup."""
    return _drawing(play, lambda: not robs_a_cup_wrongly(table, play), (OTHER,))


@forbids(Play, "tgwe:6.14")
def robs_a_cup_wrongly(table: Table, play: Play) -> Because | bool:
    """The other cup is open once, to a side that drew from its own while the other side did not; never in GWINE."""
    return _drawing(play, lambda: some((
        lambda: table.scenario in FREE, lambda: _drawn_by(table, _drawer(table, play)) == 0,
        lambda: _drawn_by(table, table.game.enemy_of(_drawer(table, play))) > 0,
        lambda: table.has_event("other-cup-drawn"),
    )), (OTHER,))


@forbids(Play, "tgwe:6.14")
def draws_from_an_opened_cup(table: Table, play: Play) -> Because | bool:
    """A side that let the other open its cup has chosen to acquire nothing: it does not draw after that."""
    return _drawing(play, lambda: table.scenario not in FREE and every((
        lambda: table.has_event("other-cup-drawn"), lambda: _drawn_by(table, _drawer(table, play)) == 0,
    )), (OWN,))


@computes(Play, "events_drawn_from_the_other_cup", "tgwe:6.14")
def events_of_the_other_cup(table: Table, play: Play) -> int | None:
    """Two events of the other cup, or one in GWIE alone."""
    return EVENTS_A_DRAW[table.scenario] if play.event == OTHER and table.scenario not in FREE else None


@obliges(Play, "tgwe:6.14")
def removes_what_it_robs(table: Table, play: Play) -> Because | bool:
    """Events of the other cup that are not mandatory are shown to both players and leave the game."""
    return _drawing(play, lambda: True, (OTHER,))


# 6.16, 6.17: who pays, and what may be hidden


@forbids(Play, "tgwe:6.16")
def draws_with_the_wrong_points(table: Table, play: Play) -> Because | bool:
    """The Central Powers draw with German points, the Allies with British, French or American points."""
    if play.event not in DRAWS or table.scenario in FREE:
        return False
    nation = str(table.read("action.nation", play.nation, table.game.words("nations")))
    return because(nation=nation) if nation not in PAYERS else False


@permits(Play, "tgwe:6.17")
def keeps_an_event_hidden(table: Table, play: Play) -> Because | bool:
    """Where the players agree, events that may wait are hidden until they are played."""
    return because() if play.event == "hide-event" and table.has_option("6.17") else False


@forbids(Play, "tgwe:6.17")
def hides_an_event_without_leave(table: Table, play: Play) -> Because | bool:
    """Without that agreement an event is shown when it is drawn."""
    return because() if play.event == "hide-event" and not table.has_option("6.17") else False


@forbids(Play, "tgwe:6.17")
def plays_an_event_again(table: Table, play: Play) -> Because | bool:
    """An event that was played lies open for good: it is neither drawn nor played again."""
    if play.event == "paris-gun":
        return because() if table.marker_hexes("paris-gun", []) else False
    again = play.event in ONE_OF_A_KIND and table.has_event(TOLD_BY.get(play.event, play.event))
    return because() if again else False
