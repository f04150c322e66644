"""Chapter 6, events of the Near East game alone (6.60 to 6.64), in the book's order."""

from collections.abc import Callable, Iterable
from functools import partial

from rulebook.actions import Attack, Play
from rulebook.facts import every, some
from rulebook.games.tgwe.acting import ACTS, Acts
from rulebook.games.tgwe.battle import attackers
from rulebook.games.tgwe.calendar import month, this_month
from rulebook.games.tgwe.event_words import are_told, out_of_phase, out_of_scenario, playing, some_unit
from rulebook.games.tgwe.pieces import is_british, is_cavalry, is_combat_unit, is_on_the_map
from rulebook.games.tgwe.removals import is_back, leaves_in_their_place
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, modifies, obliges, permits
from rulebook.table import Table, Unit

INITIATIVES = ("initiative-cp", "initiative-allied")
WITH_POINTS_OF_THEIR_OWN = ("turkish", "russian", "british")
FIRST_MONTH_OF_KAISERSCHLACHT, LAST_MONTH_OF_KAISERSCHLACHT = month(1918, "jan-feb"), month(1918, "jul")
FACTORS_FOR_FRANCE, CAVALRY_FACTORS_FOR_FRANCE = 9, 3
STAY_BEHIND = ("south-persian-rifles", "dfps")
COST_OF_KAISERSCHLACHT = -2
EGYPT, IRAQ, BOX, DEAD_PILE, ELSEWHERE = range(5)


# 6.60: Initiative


@forbids(Play, "tgwe:6.60")
def initiative_is_of_the_near_east(table: Table, play: Play) -> Because | bool:
    """The event is in GWINE alone."""
    return out_of_scenario(table, play, play.event, "gwine") if play.event in INITIATIVES else False


@forbids(Play, "tgwe:6.60")
def initiative_is_no_event(table: Table, play: Play) -> Because | bool:
    """Once the Allies have the last word, an Initiative of the Central Powers is a No Event, and leaves the game."""
    return playing(play, "initiative-cp", lambda: table.has_event("allied-initiative-for-good"))


@permits(Play, "tgwe:6.60")
def initiative_changes_hands(table: Table, play: Play) -> Because | bool:
    """The player changes the initiative on the Near East maps; the event then leaves the game."""
    changes = play.event in INITIATIVES and not initiative_is_no_event(table, play)
    return because() if changes and table.scenario == "gwine" else False


# 6.61 to 6.63: points, a division that comes, one that goes


@forbids(Play, "tgwe:6.61")
def points_are_of_the_near_east(table: Table, play: Play) -> Because | bool:
    """The event is in GWINE alone."""
    return out_of_scenario(table, play, "near-east-rp", "gwine")


@forbids(Play, "tgwe:6.61")
def others_get_points(table: Table, play: Play) -> Because | bool:
    """The points are Turkish, Russian or British."""
    if play.event != "near-east-rp":
        return False
    nation = str(table.read("action.nation", play.nation, table.game.words("nations")))
    return because(nation=nation) if nation not in WITH_POINTS_OF_THEIR_OWN else False


@obliges(Play, "tgwe:6.61")
def points_are_added(table: Table, play: Play) -> Because | bool:
    """That power adds the points printed on the counter; the event then leaves the game."""
    return playing(play, "near-east-rp", lambda: table.scenario == "gwine")


@forbids(Play, "tgwe:6.62")
def tenth_division_is_of_the_near_east(table: Table, play: Play) -> Because | bool:
    """The event is in GWINE alone."""
    return out_of_scenario(table, play, "tenth-na-division", "gwine")


@permits(Play, "tgwe:6.62")
def tenth_division_is_at_hand(table: Table, play: Play) -> Because | bool:
    """The division goes to the Allied Near East box, and may enter the map on the same turn."""
    return playing(play, "tenth-na-division", lambda: table.scenario == "gwine")


@forbids(Play, "tgwe:6.63")
def removal_is_of_the_near_east(table: Table, play: Play) -> Because | bool:
    """The event is in GWINE alone."""
    return out_of_scenario(table, play, "remove-42t", "gwine")


@obliges(Play, "tgwe:6.63")
def forty_second_leaves(table: Table, play: Play) -> Because | bool:
    """The 42T division leaves the game, wherever it is."""
    return playing(play, "remove-42t", lambda: table.scenario == "gwine")


@forbids(Play, "tgwe:6.63")
def another_leaves_for_the_forty_second(table: Table, play: Play) -> Because | bool:
    """No other unit leaves in its place."""
    return leaves_in_their_place(table, play, "remove-42t", "42t")


@forbids(ACTS, "tgwe:6.63")
def forty_second_comes_back(table: Table, action: Acts) -> Because | bool:
    """Once removed, in GWINE alone, it never returns, nor does anything else."""
    back = partial(is_back, table, action, "remove-42t", "42t")
    return back() if every((lambda: table.scenario == "gwine", back)) else False


# 6.64: Kaiserschlacht


@forbids(Play, "tgwe:6.64")
def kaiserschlacht_is_of_the_near_east(table: Table, play: Play) -> Because | bool:
    """The event is in GWINE alone."""
    return out_of_scenario(table, play, "kaiserschlacht", "gwine")


@forbids(Play, "tgwe:6.64")
def kaiserschlacht_is_no_event(table: Table, play: Play) -> Because | bool:
    """After July 1918 it is a No Event, and leaves the game."""
    return playing(play, "kaiserschlacht", lambda: this_month(table) > LAST_MONTH_OF_KAISERSCHLACHT)


@forbids(Play, "tgwe:6.64")
def kaiserschlacht_comes_too_early(table: Table, play: Play) -> Because | bool:
    """Drawn before 1918 it waits for January/February 1918."""
    return playing(play, "kaiserschlacht", lambda: this_month(table) < FIRST_MONTH_OF_KAISERSCHLACHT)


@forbids(Play, "tgwe:6.64")
def kaiserschlacht_in_another_phase(table: Table, play: Play) -> Because | bool:
    """It is played in the event phase, as soon as it can be."""
    return out_of_phase(table, play, "kaiserschlacht", "events")


@forbids(Play, "tgwe:6.64")
def sends_the_wrong_units_to_france(table: Table, play: Play) -> Because | bool:
    """British units of the Near East go, and neither the South Persian Rifles nor the French DFPS."""
    if play.event != "kaiserschlacht":
        return False
    wrong = first_unit(table.units(play.units), lambda unit: some((
        lambda: not _may_go_to_france(unit), lambda: _order(table, unit) == ELSEWHERE
    )))
    return because(unit=wrong) if wrong else False


def _may_go_to_france(unit: Unit) -> bool:
    return every((
        lambda: is_british(unit), lambda: is_combat_unit(unit),
        lambda: not some(partial(unit.has_status, word) for word in STAY_BEHIND),
    ))


@forbids(Play, "tgwe:6.64")
def sends_too_few_to_france(table: Table, play: Play) -> Because | bool:
    """Nine combat factors go, three of them of cavalry, as long as anybody is left who can go."""
    return playing(play, "kaiserschlacht", lambda: every((
        lambda: are_told(table, play, partial(_could_go_to_france, table)),
        lambda: some((
            lambda: _factors(table.units(play.units)) < FACTORS_FOR_FRANCE and _somebody_is_left(table, play),
            lambda: _factors(_riders(table.units(play.units))) < CAVALRY_FACTORS_FOR_FRANCE and (
                _somebody_is_left(table, play, is_cavalry)
            ),
        )),
    )))


def _somebody_is_left(table: Table, play: Play, test: Callable[[Unit], bool] = is_combat_unit) -> bool:
    """Whether a unit that is not named could go too."""
    return bool(some((
        lambda: some_unit(_left_behind(table, play), lambda unit: test(unit) and _could_go_to_france(table, unit)),
        table.others_may_be,
    )))


def _could_go_to_france(table: Table, unit: Unit) -> bool:
    return every((
        lambda: _may_go_to_france(unit), lambda: _order(table, unit) != ELSEWHERE, lambda: unit.attack > 0
    ))


@forbids(Play, "tgwe:6.64")
def sends_too_many_to_france(table: Table, play: Play) -> Because | bool:
    """No unit goes without which the others would do."""
    if play.event != "kaiserschlacht":
        return False
    units = table.units(play.units)
    spare = first_unit(units, lambda unit: not _are_too_few([other for other in units if other is not unit]))
    return because(unit=spare) if spare else False


def _are_too_few(units: list[Unit]) -> bool:
    """Whether units have fewer than nine factors, or fewer than three of cavalry."""
    return _factors(units) < FACTORS_FOR_FRANCE or _factors(_riders(units)) < CAVALRY_FACTORS_FOR_FRANCE


def _riders(units: Iterable[Unit]) -> list[Unit]:
    return [unit for unit in units if is_cavalry(unit)]


def _factors(units: Iterable[Unit]) -> int:
    return sum(unit.attack for unit in units)


@forbids(Play, "tgwe:6.64")
def spares_egypt_for_france(table: Table, play: Play) -> Because | bool:
    """They come from Egypt and Palestine if possible, else from Iraq, then from the Near East box, then the dead."""
    if play.event != "kaiserschlacht" or not play.units:
        return False
    taken = table.units(play.units)
    spared = some_unit(taken, lambda unit: _order(table, unit) > EGYPT) and some((
        lambda: first_unit(_left_behind(table, play), partial(_should_go_to_france, table, taken)), table.others_may_be
    ))
    return because(unit=spared) if spared else False


def _should_go_to_france(table: Table, taken: list[Unit], unit: Unit) -> bool:
    """Whether a unit could have given factors in place of one that goes from further."""
    return every((
        lambda: _may_go_to_france(unit), lambda: some_unit(taken, partial(_goes_before, table, unit)),
        lambda: unit.attack > 0,
    ))


def _goes_before(table: Table, unit: Unit, other: Unit) -> bool:
    """Whether a unit should have gone in place of another: cavalry in place of any, others not of cavalry."""
    return _order(table, unit) < _order(table, other) and (is_cavalry(unit) or not is_cavalry(other))


def _left_behind(table: Table, play: Play) -> Iterable[Unit]:
    return (unit for unit in table.units() if unit.id not in play.units)


def _order(table: Table, unit: Unit) -> int:
    """Where a unit stands in the order of 6.64."""
    if is_on_the_map(unit):
        return {"egyptian": EGYPT, "iraqi": IRAQ}.get(table.front(unit.hex), ELSEWHERE)
    if unit.has_status("available-near-east"):
        return BOX
    return DEAD_PILE if unit.has_status("dead-pile") else ELSEWHERE


@obliges(Play, "tgwe:6.64")
def british_are_called_to_france(table: Table, play: Play) -> Because | bool:
    """Nine British combat factors leave the game, and British attacks suffer -2 for three turns from this one on."""
    return playing(play, "kaiserschlacht", lambda: not some((
        partial(kaiserschlacht_is_of_the_near_east, table, play), partial(kaiserschlacht_is_no_event, table, play),
        partial(kaiserschlacht_comes_too_early, table, play),
    )))


@modifies(Attack, "tgwe:6.64", of="die")
def british_are_drained(table: Table, attack: Attack) -> Because | bool:
    """While it runs two is taken from the die of British attacks on every front."""
    drained = some_unit(attackers(table, attack), is_british) and table.has_event("kaiserschlacht")
    return because(at=attack.target, amount=COST_OF_KAISERSCHLACHT) if drained else False
