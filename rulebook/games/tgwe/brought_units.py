"""Chapter 6, which units an event brings or strikes, and by which box (6.3 to 6.9, 6.44, 6.62), in the book's order."""

from collections.abc import Callable
from typing import Any

from rulebook.actions import Play
from rulebook.facts import every
from rulebook.games.tgwe.air import is_italian_aircraft
from rulebook.games.tgwe.pieces import is_air, is_anti_tank, is_british, is_german, is_hq, is_mountain, is_tank
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids
from rulebook.table import Table, Unit

AIRCRAFT = ("aircraft-formation", "new-air-tactics")
SHOCK_TROOPS = ("shock-troops-1", "shock-troops-2")


def _names_others(table: Table, play: Play, words: tuple[str, ...], test: Callable[[Unit], Any]) -> Because | bool:
    """Because of a unit that is named with one of these events and is none of those that it is about."""
    stranger = first_unit(table.units(play.units), lambda unit: not test(unit)) if play.event in words else None
    return because(unit=stranger) if stranger else False


def _is_put_on_the_map(play: Play, *words: str) -> Because | bool:
    return because(at=play.hex) if play.event in words and play.hex is not None else False


@forbids(Play, "tgwe:6.3")
def brings_no_aircraft(table: Table, play: Play) -> Because | bool:
    """An event of aircraft brings an air unit, or an ace; that of Italy the Italian one."""
    return _names_others(table, play, AIRCRAFT, lambda unit: is_air(unit) or _is_helped(play, unit)) or _names_others(
        table, play, ("italian-aircraft",),
        lambda unit: _is_helped(play, unit) or (is_air(unit) and is_italian_aircraft(unit)),
    )


def _is_helped(play: Play, unit: Unit) -> bool:
    """Whether a unit may be named as one that aircraft help, where they serve in a battle."""
    return play.hex is not None and not is_air(unit)


@forbids(Play, "tgwe:6.4")
def brings_no_tanks(table: Table, play: Play) -> Because | bool:
    """A tank event brings a tank unit, German A-T Guns the anti-tank units."""
    return _names_others(table, play, ("tank-unit",), is_tank) or _names_others(
        table, play, ("german-at-guns",), is_anti_tank
    )


@forbids(Play, "tgwe:6.4")
def tanks_pass_by_their_box(table: Table, play: Play) -> Because | bool:
    """They go into the European box, and from there on the map in a new units phase that follows."""
    return _is_put_on_the_map(play, "tank-unit", "german-at-guns")


@forbids(Play, "tgwe:6.5")
def trains_other_troops(table: Table, play: Play) -> Because | bool:
    """A Shock-Troop Conversion is for German infantry and mountain units."""
    return _names_others(table, play, SHOCK_TROOPS, lambda unit: is_german(unit) and _can_be_assault(unit))


def _can_be_assault(unit: Unit) -> bool:
    """Infantry and mountain troops, and the Alpenkorps even where it is posted as the assault troops it becomes."""
    return unit.type == "infantry" or is_mountain(unit)


@forbids(Play, "tgwe:6.6")
def brings_no_poles(table: Table, play: Play) -> Because | bool:
    """Its event brings the Austrian Polish Division."""
    return _names_others(table, play, ("austrian-polish-division",), lambda unit: every((
        lambda: unit.army == "austro-hungarian", lambda: unit.has_status("austrian-polish")
    )))


@forbids(Play, "tgwe:6.7")
def brings_no_arabs(table: Table, play: Play) -> Because | bool:
    """Its event brings an Arab unit."""
    return _names_others(table, play, ("ana",), lambda unit: unit.army == "arab")


@forbids(Play, "tgwe:6.8")
def massacres_raise_others(table: Table, play: Play) -> Because | bool:
    """The Massacres bring an Armenian unit."""
    return _names_others(table, play, ("armenian-massacres",), _is_armenian)


@forbids(Play, "tgwe:6.9")
def republic_raises_others(table: Table, play: Play) -> Because | bool:
    """The Republic brings an Armenian unit."""
    return _names_others(table, play, ("armenian-republic",), _is_armenian)


def _is_armenian(unit: Unit) -> bool:
    return unit.nation == "armenian"


@forbids(Play, "tgwe:6.44")
def bombs_another_unit(table: Table, play: Play) -> Because | bool:
    """The bombs are for the Yilderim headquarters."""
    return _names_others(table, play, ("turkish-hq-bombed",), lambda unit: is_hq(unit) and unit.has_status("yilderim"))


@forbids(Play, "tgwe:6.62")
def brings_another_division(table: Table, play: Play) -> Because | bool:
    """The event brings the British 10NA."""
    return _names_others(table, play, ("tenth-na-division",), lambda unit: is_british(unit) and unit.has_status("10na"))


@forbids(Play, "tgwe:6.62")
def tenth_division_passes_by_its_box(table: Table, play: Play) -> Because | bool:
    """It goes into the Near East box, and from there on the map."""
    return _is_put_on_the_map(play, "tenth-na-division")
