"""How a set-up is told right from wrong: where each unit may stand, and which lines must be held."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Place, Setup
from rulebook.facts import every, known, some
from rulebook.games.sitw.pieces import is_agb, is_infantry, is_tank
from rulebook.games.sitw.zones import exerts_zoc_into
from rulebook.rules import Because, because
from rulebook.table import Table, Unit

PLACES = printed.table("sitw", "deployment")
LINES = printed.table("sitw", "lines")
JULY_FRONT = frozenset(row["hex"] for row in printed.table("sitw", "july-front"))
FRONT_FORTRESSES = ("3029", "3120")
NEAR = 3
AMERICAN_ROWS = range(32, 37)
ENDS_OF_1919 = frozenset({"1333", "2633", "2732", "3120", "3220", "3615", "3714", "4112"})


def deployed(table: Table, action: Place | Setup) -> Iterator[tuple[Unit, str]]:
    """The units that an action sets up, each with its hex."""
    if isinstance(action, Place):
        if action.entry == "setup" and action.unit is not None:
            yield table.unit(action.unit), action.hex
    else:
        for unit in table.units():
            if unit.is_placed and unit.army == action.nation:
                yield unit, unit.hex


def first_deployed(table: Table, action: Place | Setup, test: Callable[[Unit, str], Any]) -> Because | bool:
    """The first unit set up of which the test is true."""
    found = some(partial(_found, unit, number, test) for unit, number in deployed(table, action))
    return because(at=found[1], unit=found[0]) if found else False


def _found(unit: Unit, number: str, test: Callable[[Unit, str], Any]) -> tuple[Unit, str] | None:
    return (unit, number) if test(unit, number) else None


def stands_elsewhere(table: Table, action: Place | Setup, case: str, side: str) -> Because | bool:
    """The first unit of a side that stands where this case lets no unit of its kind be set up."""
    rows = [row for row in PLACES if row["case"] == case]
    return first_deployed(
        table, action, lambda unit, number: unit.side == side and not _may_stand(table, unit, number, rows)
    )


def _may_stand(table: Table, unit: Unit, number: str, rows: list[dict[str, str]]) -> bool:
    return bool(some(partial(_fits, table, unit, number, row) for row in rows))


def _fits(table: Table, unit: Unit, number: str, row: dict[str, str]) -> bool:
    if not _is_in_rows(number, row):
        return False
    return every((
        lambda: unit.army == row["army"],
        lambda: KINDS[row["kind"]](unit),
        lambda: GROUNDS[row["ground"]](table, number, row),
    ))


def _is_in_rows(number: str, row: dict[str, str]) -> bool:
    """Rows are numbered from north to south."""
    return int(row["first_row"] or 0) <= int(number[:2]) <= int(row["last_row"] or 99)


def is_mobile(unit: Unit) -> bool:
    """Cavalry and tanks."""
    return unit.type == "cavalry" or is_tank(unit)


KINDS: dict[str, Callable[[Unit], bool]] = {
    "any": lambda unit: True, "infantry": is_infantry, "mobile": is_mobile, "agb": is_agb,
}


def control_at_the_start(table: Table, number: str) -> str:
    """Who controls a hex before play: as posted, else the side behind whose line it lies; that of July has moved."""
    if known(partial(table.control, number)) is None and table.scenario != "allied-offensive":
        return table.home(number)
    if known(partial(table.control, number)) is None and number in JULY_FRONT:
        return "german"
    return table.control(number)


def _behind(table: Table, number: str, side: str, line: str) -> bool:
    """In a hex that the side controls and that is not part of its line."""
    return every((lambda: control_at_the_start(table, number) == side, lambda: not _is_of(table, line, number)))


def _is_of(table: Table, line: str, number: str) -> bool:
    """Whether a hex is part of a line."""
    return LINE_TESTS[line](table, number) if line in LINE_TESTS else table.has_feature(number, line)


def _near_infantry(table: Table, number: str, army: str) -> bool:
    """Behind the front, within three hexes of infantry of that army."""
    near = (partial(_is_near, table, number, army, unit) for unit in table.units() if unit.is_placed)
    return every((
        lambda: _behind(table, number, "allied", "front of 1919"), lambda: some((*near, table.others_may_be))
    ))


def _is_near(table: Table, number: str, army: str, unit: Unit) -> bool:
    return table.distance(number, unit.hex) <= NEAR and unit.army == army and is_infantry(unit)


def _by_american_trenches(table: Table, number: str) -> bool:
    """In a trench hex of the American sector, or on the Allied side next to one."""
    beside = [near for near in table.around(number) if _is_in_american_rows(near)]
    return bool(some((
        lambda: _is_in_american_rows(number) and is_front_of_1919(table, number),
        lambda: every((
            lambda: some(partial(is_front_of_1919, table, near) for near in beside),
            lambda: control_at_the_start(table, number) == "allied",
        )),
    )))


def _is_in_american_rows(number: str) -> bool:
    return int(number[:2]) in AMERICAN_ROWS


def is_july_front(table: Table, number: str) -> bool:
    """The German front of July II: the hexes that the book lists, or what the position says."""
    return number in JULY_FRONT or table.has_feature(number, "german-front")


def is_allied_july_front(table: Table, number: str) -> bool:
    """The Allied front of July II: Allied hexes next to the German front, or what the position says."""
    return bool(some((
        lambda: table.has_feature(number, "allied-front"),
        lambda: not JULY_FRONT.isdisjoint(table.around(number)) and control_at_the_start(table, number) == "allied",
    )))


def is_front_of_1919(table: Table, number: str) -> bool:
    """The Allied front of 1919: the ends of its sectors, its trenches, and what the position says."""
    return number in ENDS_OF_1919 or bool(some(
        partial(table.has_feature, number, word) for word in ("allied-trench", "allied-front")
    ))


LINE_TESTS: dict[str, Callable[[Table, str], bool]] = {
    "german-front": is_july_front, "allied-front": is_allied_july_front, "front of 1919": is_front_of_1919,
}


def _in_german_lines(table: Table, number: str) -> bool:
    features = ("german-main-trench", "german-secondary-trench", "german-fortress")
    return bool(some((
        partial(is_july_front, table, number), *(partial(table.has_feature, number, word) for word in features)
    )))


Ground = Callable[[Table, str, dict[str, str]], bool]
GROUNDS: dict[str, Ground] = {
    "listed": lambda table, number, row: number in row["hexes"].split(),
    "allied trench": lambda table, number, row: table.has_feature(number, "allied-trench"),
    "German main trench": lambda table, number, row: table.has_feature(number, "german-main-trench"),
    "behind the Allied trenches": lambda table, number, row: _behind(table, number, "allied", "allied-trench"),
    "behind the Allied trenches but not in Reims or Verdun": lambda table, number, row: (
        number not in FRONT_FORTRESSES and _behind(table, number, "allied", "allied-trench")
    ),
    "behind the German main trenches": (
        lambda table, number, row: _behind(table, number, "german", "german-main-trench")
    ),
    "German front trench or fortress": lambda table, number, row: _in_german_lines(table, number),
    "Allied front": lambda table, number, row: is_allied_july_front(table, number),
    "front of 1919": lambda table, number, row: is_front_of_1919(table, number),
    "behind the front of 1919": lambda table, number, row: _behind(table, number, "allied", "front of 1919"),
    "behind the Allied front": lambda table, number, row: _behind(table, number, "allied", "allied-front"),
    "German side of the front": lambda table, number, row: table.home(number) == "german",
    "within three hexes of French infantry and behind the front of 1919": (
        lambda table, number, row: _near_infantry(table, number, "french")
    ),
    "within three hexes of American infantry and behind the front of 1919": (
        lambda table, number, row: _near_infantry(table, number, "american")
    ),
    "in or next to an American trench": lambda table, number, row: _by_american_trenches(table, number),
}


# Lines


def gap(table: Table, setup: Setup, case: str) -> Because | bool:
    """The first hex of a line of this case that its army neither occupies nor covers."""
    rows = [row for row in LINES if row["case"] == case and row["army"] == setup.nation]
    hexes = (number for row in rows for number in table.grid.numbers() if _is_in_rows(number, row))
    found = some(partial(_is_bare, table, setup.nation, rows[0]["feature"], number) for number in hexes)
    return because(at=found, nation=setup.nation) if found else False


def _is_bare(table: Table, army: str, feature: str, number: str) -> str | None:
    holders = (army, "belgian") if feature == "allied-front" else (army,)
    bare = every((
        lambda: _is_of(table, feature, number),
        lambda: not table.someone_at(number, lambda unit: unit.army in holders),
        lambda: not some(partial(_covers, table, army, number, near) for near in table.around(number)),
    ))
    return number if bare else None


def _covers(table: Table, army: str, number: str, near: str) -> Any:
    return table.someone_at(near, lambda unit: unit.army == army and bool(exerts_zoc_into(table, unit, number)))


def miscounted(table: Table, wanted: dict[str, int], army: str) -> Because | bool:
    """The first hex that does not hold its number of units of an army."""
    for number, count in wanted.items():
        held = sum(unit.army == army for unit in table.everyone_at(number))
        if held != count:
            return because(at=number, held=held, wanted=count)
    return False
