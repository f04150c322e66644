"""Chapter 5, the initiative: who chooses it, who has it in which Theatre (5.8), in the book's order."""

from functools import partial

from rulebook.actions import Control, Play, Sequence
from rulebook.facts import every, some
from rulebook.games.tgwe.ground import has_american_divisions_in_france, is_on, theatre_of
from rulebook.mechanics.tracing import trace
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

THEATRES = ("west", "east")
CHOICES = {"choose-west": "west", "choose-east": "east"}
MARKER_SIDES = ("choose-ohl", "choose-oberost")
INITIATIVE_EVENTS = {"initiative-cp": "cp", "initiative-allied": "allied"}
PHASE = "initiative"
NORTHERN_ROW, SOUTHERN_ROW = 70, 36


def is_near_east_alone(table: Table) -> bool:
    return table.scenario == "gwine"


# 5.81, 5.82: when, and by whom


@forbids(Play, "tgwe:5.81")
def chooses_initiative_out_of_its_phase(table: Table, play: Play) -> Because | bool:
    """The initiative is chosen in the initiative phase of a Strategic Turn, and holds until the next."""
    return because(phase=PHASE) if play.event in CHOICES and table.phase != PHASE else False


@defines("tgwe:5.82")
def who_chooses(table: Table) -> str:
    """The Central Powers choose, until the Allies have begun a Strategic Turn with six full US divisions in France."""
    return "allied" if table.has_event("allies-choose-initiative") else "cp"


@forbids(Play, "tgwe:5.82")
def is_not_his_to_choose(table: Table, play: Play) -> Because | bool:
    """Only one side chooses the initiative."""
    wrong = play.event in CHOICES and table.active != who_chooses(table)
    return because(side=who_chooses(table)) if wrong else False


@obliges(Sequence, "tgwe:5.82")
def allies_take_over_the_choice(table: Table, sequence: Sequence) -> Because | bool:
    """From a Strategic Turn that begins with six full US divisions in France, the Allies choose for good."""
    begins = sequence.do == "victory-check" and table.phase == "turn-record"
    return because() if begins and every((
        lambda: who_chooses(table) == "cp", lambda: has_american_divisions_in_france(table)
    )) else False


# 5.83, 5.84: what may be chosen


@defines("tgwe:5.83")
def initiative_in(table: Table, theatre: str) -> str:
    """The side that has the initiative in a Theatre: the other side has it in the other Theatre."""
    has_west = table.has_event("cp-initiative-west")
    return "cp" if has_west == (theatre == "west") else "allied"


def _is_switch(table: Table, play: Play) -> bool:
    return bool(initiative_in(table, CHOICES[play.event]) != table.active)


@computes(Play, "initiative", "tgwe:5.83")
def initiative_chosen(table: Table, play: Play) -> dict[str, str] | None:
    """Whoever chooses has the initiative in the Theatre of his choice, his enemy in the other."""
    chosen = CHOICES.get(play.event)
    if chosen is None:
        return None
    return {
        theatre: table.active if theatre == chosen else table.game.enemy_of(table.active) for theatre in THEATRES
    }


@forbids(Play, "tgwe:5.83")
def switches_twice_running(table: Table, play: Play) -> Because | bool:
    """The initiative is never switched in two Strategic Turns running, whoever chose."""
    again = play.event in CHOICES and every((
        lambda: _is_switch(table, play), lambda: table.has_event("initiative-switched")
    ))
    return because(theatre=CHOICES[play.event]) if again else False


@forbids(Play, "tgwe:5.84")
def takes_the_west_without_a_line(table: Table, play: Play) -> Because | bool:
    """Who had the East takes the West only with an unbroken line of his units across the Western Front."""
    open_ = play.event == "choose-west" and every((
        lambda: _is_switch(table, play), lambda: not has_western_line(table, table.active)
    ))
    return because() if open_ else False


@permits(Play, "tgwe:5.84")
def takes_the_east_without_a_line(table: Table, play: Play) -> Because | bool:
    """No line is asked for of one who had the West and takes the East."""
    return because() if play.event == "choose-east" and _is_switch(table, play) else False


@defines("tgwe:5.84")
def has_western_line(table: Table, side: str) -> bool:
    """Units stand hex by hex from the Channel, Holland or the northern edge to Switzerland or the southern edge."""
    stood_in = sorted({unit.hex for unit in table.units() if unit.is_placed})
    found = some(partial(_line_from, table, side, number) for number in stood_in)
    if not found:
        table.others_may_be()
    return bool(found)


def _line_from(table: Table, side: str, number: str) -> bool:
    return every((
        lambda: _is_held(table, side, number),
        lambda: is_northern_end(table, number),
        lambda: trace(table, number, partial(is_southern_end, table), lambda _, there: _is_held(table, side, there)),
    ))


def _is_held(table: Table, side: str, number: str) -> Unit | None:
    """A unit of the side, headquarters or other, that holds a hex of the Western Front."""
    if not is_on(table, number, "western"):
        return None
    held: Unit | None = table.someone_at(number, lambda unit: unit.side == side)
    return held


def is_northern_end(table: Table, number: str) -> bool:
    """On the Channel, on the Dutch border, or on the northern edge of the map."""
    return int(number[-4:-2]) == NORTHERN_ROW or bool(some((
        lambda: table.has_feature(number, "coast"), lambda: _borders(table, number, "holland")
    )))


def is_southern_end(table: Table, number: str) -> bool:
    """On the Swiss border, or on the southern edge of the map of the Western Front."""
    return int(number[-4:-2]) == SOUTHERN_ROW or _borders(table, number, "switzerland")


def _borders(table: Table, number: str, country: str) -> bool:
    return bool(some(
        partial(lambda there: table.country(there) == country, there) for there in table.around(number)
    ))


# 5.85, 5.86: what it means


@computes(Sequence, "initiative", "tgwe:5.85")
def who_has_the_initiative(table: Table, sequence: Sequence) -> dict[str, str]:
    """Each side moves and fights first in one Theatre, never in both."""
    return {theatre: initiative_in(table, theatre) for theatre in THEATRES}


@computes(Control, "theatre", "tgwe:5.86")
def theatre_of_the_hex(table: Table, control: Control) -> str:
    """The Western, Italian and Egyptian Fronts are the Western Theatre, the others the Eastern."""
    return theatre_of(table, control.hex)


# 5.87: the Near East alone


@forbids(Play, "tgwe:5.87", when=is_near_east_alone)
def initiative_waits_for_an_event(table: Table, play: Play) -> Because | bool:
    """In GWINE the initiative changes only by an Initiative event."""
    return because() if play.event in CHOICES else False


@forbids(Play, "tgwe:5.87")
def allies_keep_the_initiative_for_good(table: Table, play: Play) -> Because | bool:
    """Once an Allied Initiative event has cancelled one of the Central Powers, these play no other."""
    late = play.event == "initiative-cp" and table.has_event("allied-initiative-for-good")
    return because() if late else False


@permits(Play, "tgwe:5.87", when=is_near_east_alone)
def initiative_event_decides(table: Table, play: Play) -> Because | bool:
    """Whoever plays an Initiative event says who has the initiative in a Theatre, until the next such event."""
    side = INITIATIVE_EVENTS.get(play.event)
    return because(side=side) if side else False


# 5.88: OHL or OberOst


@forbids(Play, "tgwe:5.88")
def lays_the_marker_out_of_turn(table: Table, play: Play) -> Because | bool:
    """The Central Powers lay their marker right after the initiative is settled."""
    if play.event not in MARKER_SIDES:
        return False
    in_turn = every((lambda: table.phase == PHASE, lambda: table.active == "cp"))
    return False if in_turn else because(phase=PHASE, side="cp")


@forbids(Play, "tgwe:5.88")
def ohl_needs_the_western_initiative(table: Table, play: Play) -> Because | bool:
    """The OHL side is for a series in which the Central Powers have the initiative in the West."""
    barred = play.event == "choose-ohl" and initiative_in(table, "west") != "cp"
    return because() if barred else False


@permits(Play, "tgwe:5.88")
def oberost_needs_no_initiative(table: Table, play: Play) -> Because | bool:
    """The OberOst side serves in the East whoever has the initiative there."""
    return because() if play.event == "choose-oberost" else False
