"""Reinforcements (6.4 to 6.42, and the calendar), in the book's order."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Place, Sequence
from rulebook.facts import every, known, some
from rulebook.games.tsnp.agreed import option
from rulebook.games.tsnp.components import CORPS, corps_of, division_of
from rulebook.games.tsnp.forces import CORPS_TROOPS, NOT_OF_A_DIVISION
from rulebook.games.tsnp.zones import is_friend_in
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

CALENDAR = printed.table("tsnp", "reinforcements")
FRENCH_ENTRIES = frozenset(row["entry"] for row in CALENDAR if row["side"] == "french")
ONLY_GERMAN_DAY = next(int(row["turn"]) for row in CALENDAR if row["side"] == "german")
PENALTY = -1

Test = Callable[[Unit], Any]


def entering(table: Table, place: Place, way: str, test: Test, **words: Any) -> Because | bool:
    """Because of the unit that comes into play in this way, if it passes a test."""
    if place.entry != way or place.unit is None:
        return False
    unit = table.unit(place.unit)
    return because(at=place.hex, unit=unit, **words) if test(unit) else False


# U1: the calendar


@defines("tsnp:U1")
def arrival_of(table: Table, unit: Unit) -> dict[str, str] | None:
    """The line of the calendar that brings a unit: by its corps for headquarters and corps guns, else its division."""
    if unit.type in CORPS_TROOPS:
        return _line_of("corps", unit.side, corps_of(table, unit))
    if unit.type in NOT_OF_A_DIVISION:
        return None
    return _line_of("division", unit.side, division_of(unit))


def _line_of(level: str, side: str, name: str) -> dict[str, str] | None:
    lines = (row for row in CALENDAR if (row["level"], row["side"], row["formation"]) == (level, side, name))
    return next(lines, None)


def is_on_the_calendar(table: Table, unit: Unit) -> bool:
    """Whether the calendar brings a unit; its corps tells where all its divisions come later, or none of them."""
    if unit.type not in NOT_OF_A_DIVISION and known(partial(division_of, unit)) is None:
        due = {_line_of("division", unit.side, division) is not None for division in _divisions_of(table, unit)}
        if len(due) == 1:
            return due.pop()
    return arrival_of(table, unit) is not None


def _divisions_of(table: Table, unit: Unit) -> list[str]:
    """The divisions of a unit's corps; none where that is not known."""
    corps = known(partial(corps_of, table, unit))
    return [division for (side, division), above in CORPS.items() if (side, above) == (unit.side, corps)]


@computes(Sequence, "reinforcements", "tsnp:U1")
def due_this_turn(table: Table, sequence: Sequence) -> dict[str, list[str]] | None:
    """What the calendar brings on this turn."""
    if sequence.do != "reinforcement":
        return None
    due = [row for row in CALENDAR if int(row["turn"]) == table.turn]
    return {
        side: [f"{row['level']} {row['formation']}" for row in due if row["side"] == side] for side in table.game.sides
    }


@forbids(Place, "tsnp:U1")
def arrives_before_its_day(table: Table, place: Place) -> Because | bool:
    """No reinforcement arrives before its day of the calendar."""
    early = entering(table, place, "reinforcement", lambda unit: _is_early(table, unit))
    if not isinstance(early, Because):
        return False
    return because(at=place.hex, unit=early.words["unit"], turn=_due(table, table.unit(str(place.unit))))


def _is_early(table: Table, unit: Unit) -> bool:
    return arrival_of(table, unit) is not None and table.turn < _due(table, unit)


def _due(table: Table, unit: Unit) -> int:
    return int(arrival_of(table, unit)["turn"])


@forbids(Place, "tsnp:U1")
def is_not_on_the_calendar(table: Table, place: Place) -> Because | bool:
    """A unit that the calendar does not name is no reinforcement."""
    return entering(table, place, "reinforcement", lambda unit: every((
        lambda: unit.side == "french", lambda: arrival_of(table, unit) is None
    )))


# 6.4: how reinforcements come


@forbids(Place, "tsnp:6.4")
def enters_out_of_the_reinforcement_step(table: Table, place: Place) -> Because | bool:
    """Reinforcements are placed in the reinforcement step of their player's organization phase."""
    return entering(table, place, "reinforcement", lambda unit: some((
        lambda: table.phase != "reinforcement", lambda: table.active != unit.side
    )), phase="reinforcement")


@forbids(Place, "tsnp:6.4")
def is_in_play_already(table: Table, place: Place) -> Because | bool:
    """A reinforcement comes onto the map for the first time."""
    return entering(table, place, "reinforcement", lambda unit: unit.is_placed or not unit.has_status("reinforcement"))


@forbids(Place, "tsnp:6.4")
def enemy_stands_in_the_entry_hex(table: Table, place: Place) -> Because | bool:
    """No unit comes into a hex that holds an enemy unit."""
    return entering(table, place, "reinforcement", lambda unit: (
        is_friend_in(table, table.game.enemy_of(unit.side), place.hex)
    ))


@permits(Place, "tsnp:6.4")
def enters_free_of_limits(table: Table, place: Place) -> Because | bool:
    """A reinforcement is placed at no cost and without heed to stacking, until its first movement phase ends."""
    return entering(table, place, "reinforcement", lambda unit: True)


# 6.41: the French


@defines("tsnp:6.41")
def entry_hexes(table: Table, unit: Unit) -> list[str]:
    """The hexes by which a reinforcement enters: 1622 for the 16th Division, 1323 for the other French."""
    row = arrival_of(table, unit)
    return row["entry"].split() if row else []


@forbids(Place, "tsnp:6.41")
def french_enter_elsewhere(table: Table, place: Place) -> Because | bool:
    """French reinforcements enter in 1323, those of the 16th Division in 1622."""
    return entering(table, place, "reinforcement", lambda unit: unit.side == "french" and some((
        lambda: place.hex not in FRENCH_ENTRIES,
        lambda: arrival_of(table, unit) is not None and place.hex not in entry_hexes(table, unit),
    )))


# 6.42: the Germans


@forbids(Place, "tsnp:6.42")
def germans_have_no_other_reinforcement(table: Table, place: Place) -> Because | bool:
    """The 121st Division is the only German reinforcement."""
    return entering(table, place, "reinforcement", lambda unit: every((
        lambda: unit.side == "german", lambda: arrival_of(table, unit) is None
    )))


@forbids(Place, "tsnp:6.42")
def comes_after_its_only_day(table: Table, place: Place) -> Because | bool:
    """The 121st Division may enter on 25 February and on no later day."""
    return entering(table, place, "reinforcement", lambda unit: every((
        lambda: unit.side == "german", lambda: table.turn > ONLY_GERMAN_DAY
    )))


@forbids(Place, "tsnp:6.42")
def germans_enter_elsewhere(table: Table, place: Place) -> Because | bool:
    """The 121st Division enters by the north edge, from 1101 to 1701."""
    return entering(table, place, "reinforcement", lambda unit: every((
        lambda: unit.side == "german", lambda: arrival_of(table, unit) is not None,
        lambda: place.hex not in entry_hexes(table, unit),
    )))


@obliges(Place, "tsnp:6.42")
def costs_a_victory_point(table: Table, place: Place) -> Because | bool:
    """Calling in the 121st Division costs the German player one victory point at the end."""
    called = entering(table, place, "reinforcement", lambda unit: every((
        lambda: unit.side == "german", lambda: arrival_of(table, unit) is not None
    )))
    return because(at=place.hex, amount=PENALTY, unit=place.unit) if called else False


@unless(costs_a_victory_point, "tsnp:15.2", when=option("15.2"))
def all_out_effort_costs_nothing(table: Table, place: Place) -> bool:
    """In an all-out effort the 121st Division arrives without a penalty."""
    return True
