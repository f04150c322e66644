"""Case 3.2, setting up, with what 2.6 and 12.4.1 say of it, in the book's order."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Place, Sequence, Setup
from rulebook.facts import every, some
from rulebook.games.tdw.pieces import corps_of, is_delay, is_engineer, is_vdh
from rulebook.hexes import side_key
from rulebook.rules import Because, because, computes, forbids
from rulebook.table import Table, Unit

START_HEXES = {("german", 11): "3317"}
BLOWN_AT_START = tuple(
    (row["one"], row["other"]) for row in printed.table("tdw", "bridges") if row["at_start"] == "blown"
)
FUEL_DUMP = "3508"
CORPS_AT_ELSENBORN = "5"
OPENING = {
    "turn": 1, "initiative": "german", "german-vp": 0, "peiper-fuel": FUEL_DUMP,
    "blown-bridges": [list(pair) for pair in BLOWN_AT_START],
}
WAITING = ("reinforcement", "special-reinforcement")

Test = Callable[[Unit, str], Any]


def _deployed(table: Table, action: Place | Setup) -> Iterator[tuple[Unit, str]]:
    """The units that an action sets up, each with its hex."""
    if isinstance(action, Place):
        if action.entry == "setup" and action.unit is not None:
            yield table.unit(action.unit), action.hex
    else:
        yield from ((unit, unit.hex) for unit in table.units() if unit.is_placed and unit.side == _side(action))


def _side(setup: Setup) -> str:
    return "german" if setup.nation == "german" else "allied"


def _first_deployed(table: Table, action: Place | Setup, test: Test) -> Because | bool:
    """The first unit set up of which the test is true."""
    found = some(partial(_found, unit, number, test) for unit, number in _deployed(table, action))
    return because(at=found[1], unit=found[0]) if found else False


def _found(unit: Unit, number: str, test: Test) -> tuple[Unit, str] | None:
    return (unit, number) if test(unit, number) else None


@forbids((Place, Setup, Sequence), "tdw:3.2")
def sets_up_during_play(table: Table, action: Place | Setup | Sequence) -> Because | bool:
    """Units are set up before the game begins."""
    word = {Place: "entry", Sequence: "do"}.get(type(action))
    asked = word is None or getattr(action, word) == "setup"
    return because(phase="setup") if asked and table.phase != "setup" else False


@forbids((Place, Setup), "tdw:3.2")
def is_set_up_elsewhere(table: Table, action: Place | Setup) -> Because | bool:
    """A unit starts in the hex that the set-up card gives for its number: number 11 of the Germans in 3317."""
    return _first_deployed(table, action, partial(_stands_elsewhere, table))


def _stands_elsewhere(table: Table, unit: Unit, number: str) -> bool:
    """The set-up card alone knows where the other numbers are; for engineers see 12.4.1."""
    if is_engineer(unit) or comes_later(unit):
        return False
    stated = START_HEXES.get((unit.side, unit.entry)) or table.read(f"set-up-card.{unit.entry}", None, None, number)
    return bool(number != stated)


@forbids((Place, Setup), "tdw:3.2")
def sets_up_what_comes_later(table: Table, action: Place | Setup) -> Because | bool:
    """Reinforcements, special ones too, wait on the turn track, and assets in their boxes: only the rest is set up."""
    return _first_deployed(table, action, lambda unit, number: comes_later(unit))


def comes_later(unit: Unit) -> bool:
    return bool(some((
        lambda: is_delay(unit), lambda: is_vdh(unit), *(partial(unit.has_status, word) for word in WAITING)
    )))


@forbids((Place, Setup), "tdw:12.4.1")
def engineers_start_elsewhere(table: Table, action: Place | Setup) -> Because | bool:
    """The engineers of the V Corps start at Elsenborn, all others in the assets box."""
    return _first_deployed(table, action, lambda unit, number: every((
        lambda: is_engineer(unit), lambda: not _start_at_elsenborn(table, unit, number)
    )))


def _start_at_elsenborn(table: Table, unit: Unit, number: str) -> bool:
    return every((
        lambda: corps_of(unit) == CORPS_AT_ELSENBORN, lambda: table.has_feature(number, "elsenborn")
    ))


@forbids(Setup, "tdw:3.2")
def bridge_stands_at_the_start(table: Table, setup: Setup) -> Because | bool:
    """Four bridges start the game blown."""
    found = some(partial(_standing, table, pair) for pair in BLOWN_AT_START)
    return because(bridge=found) if found else False


def _standing(table: Table, pair: tuple[str, str]) -> str | None:
    return None if table.side_has(*pair, "blown-bridge") else "/".join(pair)


@forbids(Setup, "tdw:3.2")
def another_bridge_is_blown(table: Table, setup: Setup) -> Because | bool:
    """No other bridge starts the game blown."""
    blown = {side_key(*pair) for pair in BLOWN_AT_START}
    others = (key for key, words in table.layout.sheet.sides.items() if "blown-bridge" in words and key not in blown)
    found = next(others, None)
    return because(bridge=found) if found else False


@forbids(Setup, "tdw:3.2")
def fuel_dump_starts_elsewhere(table: Table, setup: Setup) -> Because | bool:
    """The fuel dump starts in 3508."""
    return because(at=FUEL_DUMP) if table.marker_hexes("peiper-fuel") != [FUEL_DUMP] else False


@forbids(Setup, "tdw:3.2")
def markers_start_elsewhere(table: Table, setup: Setup) -> Because | bool:
    """The turn marker starts on turn 1, the German VP marker on 0."""
    moved = some((lambda: table.turn != OPENING["turn"], lambda: table.track("german-vp") != OPENING["german-vp"]))
    return because(turn=OPENING["turn"], vp=OPENING["german-vp"]) if moved else False


@computes((Sequence, Setup), "opening", "tdw:3.2")
def opening_of_the_game(table: Table, action: Sequence | Setup) -> dict[str, Any] | None:
    """Turn 1, German initiative, no VP, four bridges blown, the fuel dump in 3508."""
    return OPENING if isinstance(action, Setup) or action.do == "setup" else None
