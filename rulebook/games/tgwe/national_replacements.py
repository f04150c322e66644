"""Chapter 5, what is particular to British and to German replacements (5.36, 5.37), in the book's order."""

from functools import partial

from rulebook.actions import Place, Replace
from rulebook.facts import every, some
from rulebook.games.tgwe.components import WHERE_VR_ENTERS
from rulebook.games.tgwe.fallen import has_been_lost
from rulebook.games.tgwe.ground import is_in_near_east
from rulebook.games.tgwe.pieces import ANZAC, SIZES, is_british, is_german
from rulebook.games.tgwe.replacements import (
    UNTOLD,
    brought_back,
    rebuilt,
    returning,
    returns_to_the_other_maps,
    was_lost_on,
)
from rulebook.rules import Because, because, contested, forbids, unless
from rulebook.table import Table, Unit

STEPS_OF_THE_DOMINIONS = 1


# 5.36: British replacements


@forbids(Place, "tgwe:5.36")
def british_unit_returns_to_another_front(table: Table, place: Place) -> Because | bool:
    """A British unit returns on the front where it was destroyed."""
    unit = _returning_briton(table, place)
    astray = unit is not None and not was_lost_on(table, unit, table.front(place.hex))
    return because(at=place.hex, unit=unit) if astray else False


def _returning_briton(table: Table, place: Place) -> Unit | None:
    """The British unit that returns, even one that is called new where its counter tells that it was lost."""
    unit = table.unit(place.unit) if place.unit and place.entry in ("new", "rebuilt", *UNTOLD) else None
    back = unit is not None and every((partial(is_british, unit), partial(has_been_lost, place, unit)))
    return unit if back else None


def _is_vr(table: Table, place: Place) -> bool:
    """Whether a unit of code Vr returns where that lets it."""
    unit = _returning_briton(table, place)
    return unit is not None and every((
        lambda: unit.has_status("code-vr"), lambda: table.front(place.hex) in WHERE_VR_ENTERS
    ))


@unless(british_unit_returns_to_another_front, "tgwe:5.36")
def vr_unit_chooses_its_front(table: Table, place: Place) -> bool:
    """A unit of code Vr may return in Europe or on the Egyptian Front."""
    return _is_vr(table, place)


@unless(returns_to_the_other_maps, "tgwe:5.36")
def vr_unit_chooses_its_maps(table: Table, place: Place) -> bool:
    """A unit of code Vr lost in Europe may return in Egypt, and the reverse."""
    return _is_vr(table, place)


@forbids(Replace, "tgwe:5.36")
def canadians_get_one_step(table: Table, replace: Replace) -> Because | bool:
    """No more than one Canadian step is rebuilt in a replacement phase."""
    unit = rebuilt(table, replace)
    over = unit.nation == "canadian" and _is_over(table, replace, "canadian-steps-rebuilt")
    return because(unit=unit) if over else False


@forbids(Replace, "tgwe:5.36")
def anzacs_get_one_step(table: Table, replace: Replace) -> Because | bool:
    """No more than one Australian or New Zealand step is rebuilt in a replacement phase."""
    unit = rebuilt(table, replace)
    over = unit.nation in ANZAC and _is_over(table, replace, "anzac-steps-rebuilt")
    return because(unit=unit) if over else False


def _is_over(table: Table, replace: Replace, track: str) -> bool:
    return bool(some((
        lambda: replace.points > STEPS_OF_THE_DOMINIONS,
        lambda: replace.points + table.track(track, ordinary=0) > STEPS_OF_THE_DOMINIONS,
    )))


@forbids((Replace, Place), "tgwe:5.36", when=lambda table: table.scenario == "gwie")
def is_kept_for_egypt(table: Table, action: Replace | Place) -> Because | bool:
    """In GWIE the first five British units lost on the Eastern Front, Anzacs and Canadians apart, stay lost."""
    unit = brought_back(table, action)
    kept = unit is not None and every((
        lambda: is_british(unit), lambda: unit.nation not in (*ANZAC, "canadian"),
        lambda: unit.has_status("kept-for-egypt"),
    ))
    return because(unit=unit) if kept else False


# 5.37: German replacements


def _is_german_in_europe(table: Table, place: Place) -> bool:
    unit = returning(table, place)
    return unit is not None and every((lambda: is_german(unit), lambda: not is_in_near_east(table, place.hex)))


@unless(returns_to_the_other_maps, "tgwe:5.37")
def germans_return_in_europe(table: Table, place: Place) -> bool:
    """A German unit lost in the Near East returns in Europe."""
    return _is_german_in_europe(table, place)


@forbids(Place, "tgwe:5.37")
def german_unit_returns_in_the_near_east(table: Table, place: Place) -> Because | bool:
    """Every rebuilt German unit returns in Europe, wherever it was lost."""
    unit = returning(table, place)
    astray = unit is not None and every((lambda: is_german(unit), lambda: is_in_near_east(table, place.hex)))
    return because(at=place.hex, unit=unit) if astray else False


@contested(german_unit_returns_in_the_near_east)
def only_german_divisions_return_in_europe(table: Table, place: Place) -> Because | bool:
    """As 13.29 has it: German units smaller than a division may be placed in the Near East again."""
    unit = returning(table, place)
    astray = unit is not None and every((
        lambda: is_german(unit), lambda: is_in_near_east(table, place.hex),
        lambda: not some(partial(unit.has_status, size) for size in SIZES),
    ))
    return because(at=place.hex, unit=unit) if astray else False


@forbids((Replace, Place), "tgwe:5.37", when=lambda table: table.scenario == "gwine")
def germans_are_not_rebuilt_in_gwine(table: Table, action: Replace | Place) -> Because | bool:
    """In GWINE no German unit is rebuilt."""
    unit = brought_back(table, action)
    return because(unit=unit) if unit and is_german(unit) else False
