"""Case 7.24, nations that fight side by side without penalty, and 7.25, the fog of war, in the book's order."""

from collections.abc import Iterable
from functools import partial
from itertools import chain, combinations

from rulebook.actions import Move, Play, Stack
from rulebook.facts import every, some
from rulebook.games.tgwe.calendar import is_from
from rulebook.games.tgwe.ground import theatre_of, touch
from rulebook.games.tgwe.pieces import is_american, is_british, is_division, is_german, is_russian, is_tank, is_turkish
from rulebook.games.tgwe.sequence import COMBAT, attacking_side
from rulebook.mechanics.stacking import two_that_differ
from rulebook.mechanics.units import Test
from rulebook.rules import Because, because, defines, forbids, permits, unless
from rulebook.table import Table, Unit

CANADIANS_APART_AFTER = "F"
FRIENDS_OF_THE_BRITISH = ("dfps", "south-persian-rifles")
SMALL_GERMAN_UNITS = ("battalion", "brigade")
SEEN_BY_CENTRAL_POWERS = ("germany", "austria-hungary", "russian-poland")


# 7.24: who fights alongside whom


@permits((Stack, Move), "tgwe:7.24")
def nations_go_together(table: Table, action: Stack | Move) -> Because | bool:
    """Units of different nations of one side may stack and move together."""
    pair = two_that_differ(table.units(action.units), lambda unit: unit.army)
    return because(unit=pair[0], other=pair[1]) if pair else False


@defines("tgwe:7.24")
def are_at_odds(table: Table, one: Unit, other: Unit) -> bool:
    """Two units of different nations of one side that take part in one battle cost their side a column."""
    return bool(some((lambda: one.army != other.army, partial(canadians_stand_apart, table, one, other))))


@defines("tgwe:7.24")
def canadians_stand_apart(table: Table, one: Unit, other: Unit) -> bool:
    """After Strategic Turn F, Canadians no longer fight with others of the British Empire without penalty."""
    return every((
        lambda: is_british(one) and is_british(other),
        lambda: (one.nation == "canadian") != (other.nation == "canadian"),
        lambda: is_from(table, CANADIANS_APART_AFTER),
    ))


@unless(canadians_stand_apart, "tgwe:7.24")
def canadians_follow_the_royal_tank_corps(table: Table, one: Unit, other: Unit) -> bool:
    """With the Royal Tank Corps Canadians always fight without penalty."""
    return _either_way(one, other, lambda unit: every((
        lambda: unit.nation == "british", partial(is_tank, unit)
    )), lambda unit: unit.nation == "canadian")


@unless(are_at_odds, "tgwe:7.24")
def americans_join_any_ally(table: Table, one: Unit, other: Unit) -> bool:
    """US divisions fight with any Allied unit until the headquarters of their 1st Army enters play."""
    return every((
        lambda: some(partial(_is_american_division, unit) for unit in (one, other)),
        lambda: not table.has_event("us-first-army"),
    ))


def _is_american_division(unit: Unit) -> bool:
    return every((partial(is_american, unit), partial(is_division, unit)))


@unless(are_at_odds, "tgwe:7.24")
def south_army_binds_allies(table: Table, one: Unit, other: Unit) -> bool:
    """German units with, or next to, the headquarters of the South Army fight with any other of the Central Powers."""
    return bool(some(partial(_is_near_south_army, table, unit) for unit in (one, other)))


def _is_near_south_army(table: Table, unit: Unit) -> bool:
    return every((partial(is_german, unit), lambda: south_army_near(table, unit)))


def south_army_near(table: Table, unit: Unit) -> Unit | None:
    """The headquarters of the South Army, if it stands with a unit or next to it."""
    posted = table.units() if table.may_have_status("sud-army") else ()
    near = (partial(_as_south_army, table, hq, unit.hex) for hq in posted)
    found: Unit | None = some(chain(near, (table.others_may_be,)))
    return found


def _as_south_army(table: Table, hq: Unit, number: str) -> Unit | None:
    is_near = every((
        lambda: hq.is_placed, lambda: hq.has_status("sud-army"),
        lambda: hq.hex == number or touch(table, hq.hex, number),
    ))
    return hq if is_near else None


@unless(are_at_odds, "tgwe:7.24")
def some_serve_with_the_british(table: Table, one: Unit, other: Unit) -> bool:
    """The French DFPS division and the South Persian Rifles fight with the British without penalty."""
    return _either_way(one, other, partial(_has_any, FRIENDS_OF_THE_BRITISH), is_british)


@unless(are_at_odds, "tgwe:7.24")
def cossacks_serve_with_the_russians(table: Table, one: Unit, other: Unit) -> bool:
    """The Persian Cossack Division fights with the Russians without penalty."""
    return _either_way(one, other, partial(_has_any, ("persian-cossack",)), is_russian)


@unless(are_at_odds, "tgwe:7.24")
def some_serve_with_the_turks(table: Table, one: Unit, other: Unit) -> bool:
    """The Persian Gendarmerie, and German battalions and brigades, fight with the Turks without penalty."""
    return _either_way(one, other, _serves_with_the_turks, is_turkish)


def _serves_with_the_turks(unit: Unit) -> bool:
    return bool(some((
        partial(unit.has_status, "persian-gendarmerie"),
        lambda: every((partial(is_german, unit), partial(_has_any, SMALL_GERMAN_UNITS, unit))),
    )))


def _has_any(words: tuple[str, ...], unit: Unit) -> bool:
    return bool(some(partial(unit.has_status, word) for word in words))


def _either_way(one: Unit, other: Unit, guest: Test, host: Test) -> bool:
    """Whether one of two units is such a guest, and the other such a host."""
    return bool(some((
        lambda: every((partial(guest, one), partial(host, other))),
        lambda: every((partial(guest, other), partial(host, one))),
    )))


def two_at_odds(table: Table, units: Iterable[Unit]) -> tuple[Unit, Unit] | None:
    """Two of these units that do not co-operate; unknown if none are known to be, and some could."""
    found: tuple[Unit, Unit] | None = some(partial(_odd_pair, table, *pair) for pair in combinations(units, 2))
    return found


def _odd_pair(table: Table, one: Unit, other: Unit) -> tuple[Unit, Unit] | None:
    return (one, other) if are_at_odds(table, one, other) else None


# 7.25: the fog of war


@defines("tgwe:7.25")
def owner_of_the_stack(table: Table, number: str) -> str | None:
    """The side of the units in a hex."""
    there = table.units_at(number) or table.everyone_at(number)
    return there[0].side if there else None


@forbids(Play, "tgwe:7.25")
def looks_into_an_enemy_stack(table: Table, play: Play) -> Because | bool:
    """Nobody looks under the top unit of an enemy stack before the moment he resolves his attack on it."""
    if play.event != "examine-stack":
        return False
    number = play_hex(table, play)
    owner = owner_of_the_stack(table, number)
    early = owner and some((
        lambda: table.phase not in COMBAT, lambda: attacking_side(table, theatre_of(table, number)) == owner
    ))
    return because(at=number) if early else False


def play_hex(table: Table, play: Play) -> str:
    return str(table.read("action.hex", play.hex))


@unless(looks_into_an_enemy_stack, "tgwe:7.25")
def central_powers_see_what_is_on_their_ground(table: Table, play: Play) -> bool:
    """The Central Powers may always look at Allied stacks in Germany, Austria-Hungary and Russian Poland."""
    number = play_hex(table, play)
    return every((
        lambda: owner_of_the_stack(table, number) == "allied", lambda: table.country(number) in SEEN_BY_CENTRAL_POWERS
    ))


@forbids(Play, "tgwe:7.25")
def calls_off_an_attack(table: Table, play: Play) -> Because | bool:
    """Once he has looked at the units, the attacker may not give up his attack."""
    if play.event != "call-off-attack":
        return False
    number = play_hex(table, play)
    seen: Unit | None = table.someone_at(number, lambda unit: unit.has_status("examined"))
    return because(at=number) if seen else False
