"""Chapter 2, the map and the counters: what they settle by themselves."""

import re
from functools import partial

from rulebook.actions import Attack, Losses, Place, Stack
from rulebook.facts import some
from rulebook.games.tdw.pieces import COMBAT, INFANTRY
from rulebook.mechanics.units import first_unit
from rulebook.position import UnitFacts
from rulebook.rules import Because, because, defines, forbids, obliges, permits, rejects
from rulebook.table import Table, Unit

DIVISION = re.compile(r"none|\d+(-[a-z]+)?")
CORPS = re.compile(r"none|\d+")
MOST_STEPS, TWO_STEPS = 3, 2
THREE_STEPS = ("armor", "mechanized")
ONE_SIDED = ("delay", "vdh")
PLAIN_INFANTRY = ("infantry", "airborne")
RIVERS = ("minor-river", "major-river")
ENTRIES = {
    "allied": (*(f"entry-{letter}" for letter in "abcdefghij"), "alternate-entry"),
    "german": tuple(f"entry-{letter}" for letter in "klm"),
}


# 2.2: the map


@defines("tdw:2.2")
def is_river(table: Table, one: str, other: str) -> bool:
    """A river, where a rule says no more, is a minor or a major one."""
    return bool(some(partial(table.side_has, one, other, word) for word in RIVERS))


@defines("tdw:2.2.1")
def is_entry_hex_of(table: Table, side: str, number: str) -> bool:
    """Areas A to J are the entries and supply sources of the Allies, K to M those of the Germans."""
    return bool(some(partial(table.has_feature, number, word) for word in ENTRIES[side]))


@forbids(Place, "tdw:2.2.1")
def enters_away_from_the_entries(table: Table, place: Place) -> Because | bool:
    """Reinforcements are put in the entry areas of their side."""
    if place.entry != "reinforcement" or place.unit is None:
        return False
    unit = table.unit(place.unit)
    return False if is_entry_hex_of(table, unit.side, place.hex) else because(at=place.hex, unit=unit)


# 2.3.1: combat units


@defines("tdw:2.3.1")
def is_combat_unit(table: Table, unit: Unit) -> bool:
    """Infantry, mechanized units, mechanized cavalry and armor are combat units; US Delay and von der Heydte too."""
    return unit.type in COMBAT


@defines("tdw:2.3.1")
def is_infantry(table: Table, unit: Unit) -> bool:
    """Parachute and glider troops, US Delay and von der Heydte's men are infantry."""
    return unit.type in INFANTRY


@permits((Attack, Stack), "tdw:2.3.1")
def counts_as_infantry(table: Table, action: Attack | Stack) -> Because | bool:
    """US Delay and von der Heydte's men act as infantry combat units."""
    units = table.units(action.units) + (table.units_at(action.target) if isinstance(action, Attack) else [])
    unit = first_unit(units, lambda unit: is_infantry(table, unit) and unit.type not in PLAIN_INFANTRY)
    return because(unit=unit) if unit else False


# 2.3.1.1: steps


def _left(losses: Losses, unit: Unit) -> int:
    """The steps that a unit keeps."""
    return unit.steps - sum(taken.steps for taken in losses.taken if taken.unit == unit.id)


def _goes_to_its_third_step(losses: Losses, unit: Unit) -> bool:
    """Whether these losses bring a unit of three steps down to the last."""
    return _left(losses, unit) == 1 and (unit.steps == MOST_STEPS or unit.is_reduced)


def _losing(table: Table, losses: Losses) -> list[Unit]:
    return table.units(dict.fromkeys(taken.unit for taken in losses.taken))


@obliges(Losses, "tdw:2.3.1.1")
def is_turned_over(table: Table, losses: Losses) -> Because | bool:
    """A unit that keeps its second step is turned to its back."""
    unit = first_unit(_losing(table, losses), lambda unit: (
        _left(losses, unit) > 0 and not _goes_to_its_third_step(losses, unit)
    ))
    return because(unit=unit) if unit else False


@obliges(Losses, "tdw:2.3.1.1")
def becomes_another_counter(table: Table, losses: Losses) -> Because | bool:
    """The third step of a German unit is a separate one-sided counter without zone of control."""
    unit = first_unit(_losing(table, losses), partial(_goes_to_its_third_step, losses))
    return because(unit=unit) if unit else False


@rejects("tdw:2.3.1.1")
def has_too_many_steps(table: Table) -> Because | None:
    """German armor and mechanized units have at most three steps, all others two, one-sided counters one"""
    found = next((facts for facts in table.posted.units if (facts.steps or 0) > most_steps(table, facts)), None)
    return because(unit=found.id, steps=found.steps, most=most_steps(table, found)) if found else None


def most_steps(table: Table, facts: UnitFacts) -> int:
    """The most steps that such a unit can have."""
    if facts.type in ONE_SIDED or "third-step" in (facts.status or ()):
        return 1
    return MOST_STEPS if facts.type in THREE_STEPS and table.game.side_of(facts) != "allied" else TWO_STEPS


# How formations are written


@rejects("tdw:11.2.1")
def division_is_misspelt(table: Table) -> Because | None:
    """A division is written with its number, then its kind unless it is plain infantry: 106, 12-ss; or none"""
    return _misspelt(table, "division", DIVISION)


@rejects("tdw:6.1")
def corps_is_misspelt(table: Table) -> Because | None:
    """A corps is written with its bare number, or none"""
    return _misspelt(table, "corps", CORPS)


def _misspelt(table: Table, level: str, spelling: re.Pattern[str], side: str | None = None) -> Because | None:
    """The first unit, of a side or of any, whose formation at this level is written otherwise."""
    for facts in table.posted.units:
        written = getattr(facts.formation, level, None) if side in (None, table.game.side_of(facts)) else None
        if written is not None and not spelling.fullmatch(written):
            return because(unit=facts.id, written=written)
    return None


@rejects("tdw:9.2.2")
def army_is_unknown(table: Table) -> Because | None:
    """The army of German artillery is 6th-panzer-army, 5th-panzer-army or 7th-army"""
    armies = re.compile("|".join(table.game.words("countries")))
    return _misspelt(table, "army", armies, "german")
