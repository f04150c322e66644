"""Chapter 18, victory, in the book's order."""

from functools import partial
from typing import Any

from rulebook.actions import Control, Play, Roll, Sequence, Victory
from rulebook.facts import every, known, more_than, some
from rulebook.games.tgwe.calendar import month, place_of, strategic_turn, this_month
from rulebook.games.tgwe.ground import has_american_divisions_in_france, is_america_at_war, is_near_paris
from rulebook.games.tgwe.pieces import is_turkish
from rulebook.games.tgwe.rolls import has_other_dice
from rulebook.games.tgwe.sequence import STRATEGIC, is_before_c
from rulebook.games.tgwe.sources import CP_EASTERN_EDGE, FRENCH_EDGE, GERMAN_EDGE
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, Part, Sum, because, computes, contested, defines, forbids, modifies, permits, unless
from rulebook.table import Table

FIRST_CHECK = "C"
LAST_CHECK = "U"
VP_TO_WIN = 20
SCUTARI, BAKU, BERLIN = "E1709", "N3653", "E5102"
RUHR = ("W6830", "W6831", "W6729", "W6730")
RUHR_HEXES_TO_WIN = 2
LANDS_OF_THE_CENTRAL_POWERS = ("germany", "austria-hungary", "bulgaria", "luxembourg", "ottoman-empire")
HEXES_BEFORE_THE_FALL, HEXES_AFTER_THE_FALL = 2, 3
END_OF_1918 = month(1918, "nov-dec")
LAST_YEAR_WITHOUT_HIDDEN_ROLLS = 1916
AFTER_THE_SURRENDER_ROLL = ("initiative", "turn-change")
NOT_OVER = {"over": False, "side": None, "how": None}
Outcome = dict[str, Any]


def _won(side: str | None, how: str) -> Outcome:
    return {"over": True, "side": side, "how": how}


# 18.0: when it is checked


@defines("tgwe:18.0")
def is_victory_checked(table: Table) -> bool:
    """Victory is checked as a Strategic Turn begins, but not in A and B."""
    return every((
        lambda: table.phase == "victory-check", lambda: strategic_turn(table) >= place_of(FIRST_CHECK),
    ))


@forbids(Sequence, "tgwe:18.0")
def victory_is_not_checked_yet(table: Table, sequence: Sequence) -> Because | bool:
    """Strategic Turns A and B have no victory check."""
    early = sequence.do == "victory-check" and is_before_c(table)
    return because(phase=sequence.do) if early else False


# 18.11 to 18.14: the points of the Central Powers


@defines("tgwe:18.11")
def counts_for_the_central_powers(table: Table, number: str) -> bool:
    """A victory hex under their control is worth 1 VP to the Central Powers."""
    return every((partial(is_victory_hex, table, number), lambda: table.control(number) == "cp"))


@unless(counts_for_the_central_powers, "tgwe:18.11")
def scutari_no_longer_counts(table: Table, number: str) -> bool:
    """Scutari counts only until Austria-Hungary collapses."""
    return number == SCUTARI and table.has_event("austria-hungary-collapsed")


@unless(counts_for_the_central_powers, "tgwe:18.11")
def baku_is_for_islam(table: Table, number: str) -> bool:
    """After Army of Islam, Baku counts only while a unit of the Central Powers that is not Turkish occupies it."""
    return number == BAKU and every((
        lambda: table.has_event("army-of-islam"),
        lambda: not table.someone_at(BAKU, lambda unit: unit.side == "cp" and not is_turkish(unit)),
    ))


@defines("tgwe:18.12")
def is_victory_hex(table: Table, number: str) -> bool:
    """Hexes marked as such, the French edges of the map, and all that lies west of the Suez Canal."""
    return bool(some((
        lambda: table.has_feature(number, "victory-hex"),
        lambda: table.has_feature(number, "west-of-suez"),
        lambda: number in FRENCH_EDGE,
        lambda: every((lambda: table.country(number) == "france", lambda: table.has_feature(number, "map-edge"))),
    )))


@defines("tgwe:18.13")
def is_city_lost(table: Table, number: str) -> bool:
    """A city of Germany or its allies under Allied control takes 1 VP away."""
    return every((
        lambda: table.control(number) == "allied",
        lambda: some((
            partial(is_german_edge, table, number),
            lambda: every((
                lambda: table.country(number) in LANDS_OF_THE_CENTRAL_POWERS,
                lambda: table.has_feature(number, "city"),
            )),
        )),
    ))


@defines("tgwe:18.14")
def is_german_edge(table: Table, number: str) -> bool:
    """The map-edge hexes of Germany are cities for this count; on the Western map the rules name them."""
    return bool(some((
        lambda: number in GERMAN_EDGE,
        lambda: every((
            lambda: table.country(number) == "germany",
            lambda: number in CP_EASTERN_EDGE or table.has_feature(number, "map-edge"),
        )),
    )))


@computes(Control, "vp", "tgwe:18.11")
def vp_of_a_hex(table: Table, control: Control) -> Sum:
    """What a hex is worth to the Central Powers now."""
    parts = []
    if counts_for_the_central_powers(table, control.hex):
        parts.append(Part(1, "tgwe:18.11", "counts_for_the_central_powers"))
    elif is_city_lost(table, control.hex):
        parts.append(Part(-1, "tgwe:18.13", "is_city_lost"))
    if holds_the_paris_gun(table, control.hex):
        parts.append(Part(1, "tgwe:6.10", "holds_the_paris_gun"))
    return Sum(tuple(parts))


@defines("tgwe:6.10")
def holds_the_paris_gun(table: Table, number: str) -> bool:
    """On the map the Paris Gun counts as one victory hex more; it stands within eight hexes of Paris."""
    return is_near_paris(table, number) and number in table.marker_hexes("paris-gun", [])


@defines("tgwe:18.14")
def final_vp(table: Table) -> Sum:
    """The points of the Central Powers less the cities that they have lost."""
    points, lost = table.track("cp-vp"), table.track("allied-cities")
    return Sum((Part(points, "tgwe:18.11", "cp-vp"), Part(-lost, "tgwe:18.13", "allied-cities")))


@computes(Victory, "vp", "tgwe:18.14")
def vp_of_the_central_powers(table: Table, victory: Victory) -> Sum:
    """The points of the Central Powers less the cities that they have lost."""
    found: Sum = final_vp(table)
    return found


@defines("tgwe:18.11")
def central_powers_have_enough(table: Table) -> bool:
    """Twenty points win for the Central Powers when victory is checked."""
    return bool(final_vp(table).total >= VP_TO_WIN)


@defines("tgwe:18.14")
def central_powers_are_beaten(table: Table) -> bool:
    """Fewer than no points lose the game for the Central Powers when victory is checked."""
    return bool(final_vp(table).total < 0)


# 18.15: armistice and draw


@permits(Play, "tgwe:18.15")
def may_accept_an_armistice(table: Table, play: Play) -> Because | bool:
    """A player may concede at any time."""
    return because() if play.event == "armistice" else False


@defines("tgwe:18.15")
def is_drawn(table: Table) -> bool:
    """The game is a draw if nobody has won by the check of Strategic Turn U."""
    return strategic_turn(table) >= place_of(LAST_CHECK)


# 18.21 to 18.26: sudden death


def _is_sudden_death(roll: Roll) -> bool:
    return roll.table == "sudden-death"


def _hex_rolled_for(table: Table, roll: Roll) -> str:
    return str(table.read("action.target", roll.target))


@forbids(Roll, "tgwe:18.21")
def sudden_death_is_not_open(table: Table, roll: Roll) -> Because | bool:
    """The Central Powers roll only after the French Mutiny and the collapse of Russia."""
    return because(at=roll.target) if _is_sudden_death(roll) and not french_morale_can_break(table) else False


@forbids(Roll, "tgwe:18.21")
def sudden_death_takes_one_die(table: Table, roll: Roll) -> Because | bool:
    """Sudden death is rolled for with one die."""
    return because(dice=1) if has_other_dice(roll, "sudden-death") else False


@defines("tgwe:18.21")
def french_morale_can_break(table: Table) -> bool:
    """The French Mutiny has been played, be it still running, and Russia has collapsed."""
    return every((
        lambda: table.has_event("french-mutiny-played"), lambda: table.has_event("russia-collapsed"),
    ))


@unless(sudden_death_is_not_open, "tgwe:18.25")
def mutiny_may_be_hidden(table: Table, roll: Roll) -> bool:
    """With a mutiny that the Allies may hide, they roll on any turn after 1916."""
    return every((
        lambda: table.has_option("18.25"), lambda: this_month(table).year > LAST_YEAR_WITHOUT_HIDDEN_ROLLS,
    ))


@forbids(Roll, "tgwe:18.21")
def is_no_victory_hex_in_france(table: Table, roll: Roll) -> Because | bool:
    """They roll for a victory hex in France that they have taken, and for no other."""
    if not _is_sudden_death(roll):
        return False
    number = _hex_rolled_for(table, roll)
    fits = every((
        lambda: number in FRENCH_EDGE or table.country(number) == "france",
        partial(counts_for_the_central_powers, table, number),
    ))
    return False if fits else because(at=number)


@forbids(Roll, "tgwe:18.22")
def hex_has_had_its_roll(table: Table, roll: Roll) -> Because | bool:
    """A hex is rolled for the first time it is taken, never again."""
    if not _is_sudden_death(roll):
        return False
    number = _hex_rolled_for(table, roll)
    return because(at=number) if has_been_rolled_for(table, number) else False


@defines("tgwe:18.22")
def has_been_rolled_for(table: Table, number: str) -> bool:
    """Whether a roll for sudden death was made for a hex."""
    return number in table.marker_hexes("sudden-death-rolled")


@contested(has_been_rolled_for)
def void_rolls_do_not_count(table: Table, number: str) -> bool:
    """The other sentence of 18.25: a roll made before the mutiny does not count for its hex."""
    return every((
        lambda: number in table.marker_hexes("sudden-death-rolled"),
        lambda: number not in table.marker_hexes("sudden-death-rolled-in-vain"),
    ))


@modifies(Roll, "tgwe:18.23")
def several_hexes_fell_this_turn(table: Table, roll: Roll) -> Because | bool:
    """Each roll of a turn after the first has 1 more."""
    made = table.track("sudden-death-rolls") if _is_sudden_death(roll) else 0
    return because(at=roll.target, amount=made) if made else False


@contested(several_hexes_fell_this_turn)
def later_rolls_have_one_more(table: Table, roll: Roll) -> Because | bool:
    """Every roll of a turn but the first has 1 more, the third like the second."""
    made = table.track("sudden-death-rolls") if _is_sudden_death(roll) else 0
    return because(at=roll.target, amount=1) if made else False


@modifies(Roll, "tgwe:18.24")
def americans_are_late(table: Table, roll: Roll) -> Because | bool:
    """The United States at war, with fewer than six full divisions in France: +1."""
    late = _is_sudden_death(roll) and every((
        partial(is_america_at_war, table), lambda: not has_american_divisions_in_france(table),
    ))
    return because(amount=1) if late else False


@modifies(Roll, "tgwe:18.24")
def the_tiger_governs(table: Table, roll: Roll) -> Because | bool:
    """The Tiger in play: -1."""
    return because(amount=-1) if _is_sudden_death(roll) and table.has_event("the-tiger") else False


@modifies(Roll, "tgwe:18.24")
def victory_hexes_were_retaken(table: Table, roll: Roll) -> Because | bool:
    """Each victory hex of France and Belgium that the Allies took back after turn 28: -1."""
    retaken = table.track("vp-retaken") if _is_sudden_death(roll) else 0
    return because(amount=-retaken) if retaken else False


@computes(Roll, "sudden_death", "tgwe:18.21")
def sudden_death(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The die, its modifiers and the points of the Central Powers: 20 or more win at once, unless the roll is void."""
    if not _is_sudden_death(roll):
        return None
    added = modifiers(table, roll, "die").total + final_vp(table).total
    if roll.dice:
        total = roll.dice[0] + added
        return {"total": total, "result": _result(table, total)}
    return {"added": added, "chances": as_chances(distribution(1, lambda fall: _result(table, fall[0] + added)))}


def _result(table: Table, total: float) -> str:
    """What a roll comes to; one that a hidden mutiny let them make too soon wins nothing (18.25)."""
    return "central-powers-win" if total >= VP_TO_WIN and french_morale_can_break(table) else "nothing"


@permits(Control, "tgwe:18.26")
def rolled_hex_still_counts(table: Table, control: Control) -> Because | bool:
    """A hex that has had its roll goes on counting for the regular victory."""
    counts = every((
        lambda: control.hex in table.marker_hexes("sudden-death-rolled"),
        partial(counts_for_the_central_powers, table, control.hex),
    ))
    return because(at=control.hex) if counts else False


# 18.3: automatic victory of the Allies


@defines("tgwe:18.3")
def allies_win_at_once(table: Table) -> bool:
    """Berlin, or two hexes of the Ruhr, under Allied control."""
    return bool(some((
        partial(_is_allied, table, BERLIN, 1),
        lambda: more_than(
            RUHR_HEXES_TO_WIN - 1, (partial(_is_allied, table, number, RUHR_HEXES_TO_WIN) for number in RUHR)
        ),
    )))


def _is_allied(table: Table, number: str, cities: int) -> bool:
    """Whether the Allies control a city of Germany; they do not where fewer cities than that are lost (18.13)."""
    if known(partial(table.control, number)) is None and table.track("allied-cities") < cities:
        return False
    return table.control(number) == "allied"


# 18.4: the Near East alone


@defines("tgwe:18.4")
def near_east_winner(table: Table) -> Outcome:
    """The Allies by the surrender of Turkey, even in the same turn; the Central Powers by time or by victory hexes."""
    if table.has_event("turkey-surrendered"):
        return _won("allied", "turkish-surrender")
    if central_powers_hold_the_near_east(table):
        return _won_if_turkey_stands(table, "victory-hexes")
    return _won_if_turkey_stands(table, "turkey-stands") if turkey_outlasts_1918(table) else NOT_OVER


def _won_if_turkey_stands(table: Table, how: str) -> Outcome:
    """The Central Powers have won once the Allies have had the surrender roll of the same Strategic Turn."""
    settled = table.phase in AFTER_THE_SURRENDER_ROLL or this_month(table) > END_OF_1918
    return {**_won("cp", how), "over": settled}


@defines("tgwe:18.4")
def central_powers_hold_the_near_east(table: Table) -> bool:
    """Two supplied Allied victory hexes before the fall of the Tsar, three after it, in a Strategic Turn."""
    fallen = table.has_event("tsar-fallen")
    least = HEXES_AFTER_THE_FALL if fallen else HEXES_BEFORE_THE_FALL
    held = "allied-victory-hexes" if fallen else "supplied-allied-victory-hexes"
    return every((lambda: table.phase in STRATEGIC, lambda: table.track(held) >= least))


@defines("tgwe:18.4")
def turkey_outlasts_1918(table: Table) -> bool:
    """Turkey still fights at the end of 1918 and, after Army of Islam, the Central Powers control Baku."""
    return every((
        partial(_is_1918_over, table),
        lambda: some((lambda: not table.has_event("army-of-islam"), lambda: table.control(BAKU) == "cp")),
    ))


def _is_1918_over(table: Table) -> bool:
    now = this_month(table)
    return now > END_OF_1918 or (now == END_OF_1918 and table.phase in ("turn-record", *STRATEGIC))


@forbids(Roll, "tgwe:18.4")
def near_east_alone_has_no_sudden_death(table: Table, roll: Roll) -> Because | bool:
    """Where the Near East is played alone nobody wins by sudden death."""
    return because(at=roll.target) if _is_sudden_death(roll) and known(lambda: table.scenario) == "gwine" else False


@computes(Victory, "winner", "tgwe:18.0")
def winner(table: Table, victory: Victory) -> Outcome:
    """Who has won, and how; nobody while the game goes on."""
    if table.scenario == "gwine":
        return dict(near_east_winner(table))
    if allies_win_at_once(table):
        return _won("allied", "berlin-or-the-ruhr")
    if not is_victory_checked(table):
        return NOT_OVER
    if central_powers_have_enough(table):
        return _won("cp", "victory-points")
    if central_powers_are_beaten(table):
        return _won("allied", "victory-points-below-zero")
    return _won(None, "draw") if is_drawn(table) else NOT_OVER
