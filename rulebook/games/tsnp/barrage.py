"""Chapter 7, the barrage (7.1 to 7.14, and the card's key and modifiers, U5), in the book's order."""

import re
from functools import partial
from itertools import chain
from typing import Any

from rulebook import printed
from rulebook.actions import Bombard, Roll
from rulebook.facts import every, some
from rulebook.games.tsnp.bombardment import FORGES, fire_strength, is_barrage, place_of, target_of
from rulebook.games.tsnp.dates import is_first_turn, is_under_petain
from rulebook.games.tsnp.forces import is_artillery, is_infantry, is_remnant
from rulebook.games.tsnp.ground import has_intact_fort, has_terrain, has_trench
from rulebook.games.tsnp.morale import calls_for_a_test
from rulebook.mechanics.dice import as_chances, clamped, distribution
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, Sum, because, computes, contested, defines, forbids, modifies
from rulebook.table import Table, Unit

FACES = (1, 2, 3, 4, 5, 6)
RESULTS = ("M", "M1", "M2", "X")
QUOTED = {(row["column"], int(row["die"])): row["result"] for row in printed.table("tsnp", "barrage")}
# All that the book tells of the columns: the last is 19+, and 16 falls in the one before it (7.11).
TOP_COLUMN = "19+"
TOP_STRENGTH, NEXT_STRENGTH = 19, 16
AIR_OBSERVATION = FIRST_DAY = 1
TOWN, CITY, TRENCH = -1, -2, -2
TEST_IF_NOTHING_CAN_BE_HIT = 3
OBSERVED_WITHIN = 3

Found = dict[str, Any]


# 7.1: the target, the strength, the table


@forbids(Bombard, "tsnp:7.1")
def shells_no_enemy(table: Table, bombard: Bombard) -> Because | bool:
    """A barrage is fired at a hex that holds enemy units."""
    if not is_barrage(bombard):
        return False
    target, enemy = target_of(table, bombard), table.game.enemy_of(side_firing(table, bombard))
    return False if table.someone_at(target, lambda unit: unit.side == enemy) else because(at=target)


def side_firing(table: Table, bombard: Bombard) -> str:
    """The side whose guns fire."""
    return table.unit(bombard.units[0]).side


@forbids(Bombard, "tsnp:7.1")
def barrage_rolls_one_die(table: Table, bombard: Bombard) -> Because | bool:
    """A barrage is resolved by one die."""
    dice = bombard.dice or ()
    return because(dice=list(dice)) if is_barrage(bombard) and len(dice) > 1 else False


@computes(Bombard, "strength", "tsnp:7.1")
def barrage_strength(table: Table, bombard: Bombard) -> Sum | None:
    """The strengths of all the units that fire at the hex are added up."""
    if not is_barrage(bombard):
        return None
    return Sum(tuple(chain.from_iterable(fire_strength(table, unit).parts for unit in table.units(bombard.units))))


@computes(Bombard, "result", "tsnp:7.1")
def barrage_result(table: Table, bombard: Bombard) -> Found | None:
    """The die is crossed with the column of the strength, once shifted: the result strikes all the units in the hex."""
    if not is_barrage(bombard):
        return None
    strength, shift = barrage_strength(table, bombard), column_shift(table, bombard)
    return results_at(table, int(strength.total), int(shift.total), bombard.dice)


@forbids(Roll, "tsnp:7.1")
def barrage_roll_names_no_strength(table: Table, roll: Roll) -> Because | bool:
    """A barrage roll is read on the column of a total strength."""
    asked = roll.column if roll.table == "barrage" else None
    return because(column=asked) if asked is not None and not asked.isdecimal() else False


@computes(Roll, "barrage", "tsnp:7.1")
def barrage_roll(table: Table, roll: Roll) -> Found | None:
    """The same, for a total strength and a shift that are known already."""
    if roll.table != "barrage":
        return None
    strength = str(table.read("action.column", roll.column))
    shift = int(table.read("action.modifier", roll.modifier, None, 0))
    return results_at(table, int(strength), shift, roll.dice) if strength.isdecimal() else None


def results_at(table: Table, strength: int, shift: int, dice: tuple[int, ...] | None) -> Found:
    """The column that a strength comes to, what each face gives on it, and the chances where every cell is known."""
    column = _column(table, strength, shift)
    found: Found = {"strength": strength, "shift": shift, "column": column}
    rolls = [{"die": die, "result": _cell(table, column, die)} for die in dice or FACES]
    unread = [f"tables.barrage.{column or 'column'}.{roll['die']}" for roll in rolls if roll["result"] is None]
    found["rolls"] = rolls
    if unread:
        found["missing"] = unread
    elif not dice:
        found["chances"] = as_chances(distribution(1, lambda fall: rolls[fall[0] - 1]["result"]))
    return found


def _column(table: Table, strength: int, shift: int) -> str | None:
    """The heading on the player's card, or the last one where the book alone leads there."""
    headings = sorted(table.game_table("barrage"), key=_least)
    if not headings:
        steps_below = 0 if strength >= TOP_STRENGTH else 1
        return TOP_COLUMN if strength >= NEXT_STRENGTH and shift >= steps_below else None
    place = sum(_least(heading) <= strength for heading in headings) - 1
    return headings[clamped(place + shift, 0, len(headings) - 1)] if place >= 0 else None


def _least(heading: str) -> int:
    """The least strength of a column: headings are written 4, 2-3 or 19+."""
    return int(re.findall(r"\d+", heading)[0])


def _cell(table: Table, column: str | None, die: int) -> str | None:
    if column is None:
        return None
    return table.game_table("barrage").get(column, {}).get(str(die)) or QUOTED.get((column, die))


# 7.11: what a result does to the units in the hex


@computes(Bombard, "effects", "tsnp:7.11")
def effects_of_the_barrage(table: Table, bombard: Bombard) -> Found | None:
    """Each unit tests its morale; an X first costs one of them, or, where none can be hit, makes the test harder."""
    if not is_barrage(bombard):
        return None
    there = table.everyone_at(target_of(table, bombard))
    struck = [unit for unit in there if not is_unobserved(table, side_firing(table, bombard), unit)]
    choice = [unit.id for unit in struck if can_be_hit(table, unit)]
    tests = {result: added_to_the_test(table, result) for result in RESULTS if calls_for_a_test(table, result)}
    return {
        "tested": [unit.id for unit in struck], "spared": [unit.id for unit in there if unit not in struck],
        "choice_on_X": choice, "tests": tests if choice else {**tests, "X": TEST_IF_NOTHING_CAN_BE_HIT},
    }


@defines("tsnp:7.11")
def can_be_hit(table: Table, unit: Unit) -> bool:
    """An X eliminates artillery or reduces infantry at full strength, never a headquarters or what is reduced."""
    return is_artillery(unit) or every((
        lambda: is_infantry(unit), lambda: not is_remnant(unit), lambda: not unit.is_reduced
    ))


# 7.12: column modifiers


@defines("tsnp:7.12")
def column_shift(table: Table, bombard: Bombard) -> Sum:
    """All that moves the column adds up."""
    return modifiers(table, bombard, "column")


def _shelled(table: Table, bombard: Bombard, amount: int, *tests: Any) -> Because | bool:
    """So many columns for a barrage of which all this is true."""
    return because(amount=amount) if every((partial(is_barrage, bombard), *tests)) else False


def _is_german(table: Table, bombard: Bombard) -> bool:
    return side_firing(table, bombard) == "german"


@modifies(Bombard, "tsnp:7.12", of="column")
def airmen_observe_for_the_germans(table: Table, bombard: Bombard) -> Because | bool:
    """German artillery that fires in fair weather gains a column."""
    return _shelled(
        table, bombard, AIR_OBSERVATION, partial(_is_german, table, bombard), lambda: table.weather == "fair"
    )


@modifies(Bombard, "tsnp:7.12", of="column")
def german_guns_were_laid_beforehand(table: Table, bombard: Bombard) -> Because | bool:
    """German artillery that fires on 21 February gains a column."""
    return _shelled(table, bombard, FIRST_DAY, partial(_is_german, table, bombard), partial(is_first_turn, table))


@modifies(Bombard, "tsnp:7.12", of="column")
def town_shields(table: Table, bombard: Bombard) -> Because | bool:
    """A barrage on a town loses a column."""
    return _shelled(table, bombard, TOWN, lambda: has_terrain(table, target_of(table, bombard), "town"))


@modifies(Bombard, "tsnp:7.12", of="column")
def city_shields(table: Table, bombard: Bombard) -> Because | bool:
    """A barrage on a city loses two columns."""
    return _shelled(table, bombard, CITY, lambda: has_terrain(table, target_of(table, bombard), "city"))


@modifies(Bombard, "tsnp:7.12", of="column")
def trench_shields(table: Table, bombard: Bombard) -> Because | bool:
    """A barrage on a trench loses two columns."""
    return _shelled(table, bombard, TRENCH, lambda: has_trench(table, target_of(table, bombard)))


# 7.13: who fires together, and at what nobody fires


@forbids(Bombard, "tsnp:7.13")
def french_corps_guns_combine_too_soon(table: Table, bombard: Bombard) -> Because | bool:
    """French corps artillery units fire together from 26 February on; German ones always do, army guns with either."""
    return because() if len(_corps_guns(table, bombard)) > 1 and _fires_before_petain(table, bombard) else False


@contested(french_corps_guns_combine_too_soon)
def french_corps_guns_fire_alone_before_petain(table: Table, bombard: Bombard) -> Because | bool:
    """Until 26 February a French corps artillery unit joins no other gun, of the army's or of a corps."""
    joined = len(bombard.units) > 1 and _corps_guns(table, bombard)
    return because() if joined and _fires_before_petain(table, bombard) else False


def _fires_before_petain(table: Table, bombard: Bombard) -> bool:
    return every((
        partial(is_barrage, bombard),
        lambda: side_firing(table, bombard) == "french",
        lambda: not is_under_petain(table),
    ))


def _corps_guns(table: Table, bombard: Bombard) -> list[Unit]:
    return [unit for unit in table.units(bombard.units) if unit.type == "corps-artillery"]


@forbids(Bombard, "tsnp:7.13")
def fort_shelters_its_units(table: Table, bombard: Bombard) -> Because | bool:
    """Units in a fort that stands are safe from barrages."""
    if not is_barrage(bombard):
        return False
    target = target_of(table, bombard)
    return because(at=target) if has_intact_fort(table, target) else False


@forbids(Bombard, "tsnp:7.13")
def forges_is_no_target(table: Table, bombard: Bombard) -> Because | bool:
    """The counter at Forges stands for guns scattered along the left bank: nobody shells it."""
    return because(at=FORGES) if is_barrage(bombard) and bombard.target == FORGES else False


# 7.14: counterbattery


@defines("tsnp:7.14")
def is_unobserved(table: Table, side: str, unit: Unit) -> bool:
    """In bad weather a barrage does nothing to artillery that no unit of the firing side observes."""
    return every((
        lambda: is_artillery(unit),
        lambda: table.weather == "bad",
        lambda: not is_observed(table, side, unit.hex),
    ))


@defines("tsnp:7.14")
def is_observed(table: Table, side: str, number: str) -> bool:
    """A hex is observed when the guns that fire, or any unit of their side, are within three hexes of it."""
    near = (partial(_is_close, table, side, unit, number) for unit in table.units() if _has_a_place(table, unit))
    return bool(some(chain(near, (table.others_may_be,))))


def _has_a_place(table: Table, unit: Unit) -> bool:
    """Whether it is told where a unit stands; the guns of the left bank, while in play, stand at Forges."""
    in_play = not table.game.is_off_map(unit.facts)
    return unit.is_placed or (in_play and unit.facts.type == "left-bank-artillery")


def _is_close(table: Table, side: str, unit: Unit, number: str) -> bool:
    return table.distance(place_of(table, unit), number) <= OBSERVED_WITHIN and unit.side == side


@forbids(Bombard, "tsnp:7.14")
def shells_guns_that_nobody_observes(table: Table, bombard: Bombard) -> Because | bool:
    """In bad weather artillery alone in its hex is no target unless a unit of the firing side is within three hexes."""
    if not is_barrage(bombard):
        return False
    target, side = target_of(table, bombard), side_firing(table, bombard)
    blind = every((
        lambda: table.weather == "bad",
        lambda: any_gun_at(table, target, side),
        lambda: not is_observed(table, side, target),
        lambda: not table.someone_at(target, lambda unit: unit.side != side and not is_artillery(unit)),
    ))
    return because(at=target) if blind else False


def any_gun_at(table: Table, number: str, side: str) -> bool:
    """Whether enemy artillery of a side stands in a hex."""
    return bool(table.someone_at(number, lambda unit: unit.side != side and is_artillery(unit)))


# U5: the key of the card


@defines("tsnp:U5")
def added_to_the_test(table: Table, result: str) -> int:
    """M1 adds 1 to the test, M2 and X add 2."""
    return {"M": 0, "M1": 1, "M2": 2, "X": 2}[result]
