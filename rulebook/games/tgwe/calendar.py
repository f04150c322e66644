"""The calendar: Operational Turns and their months (3.6, 4.1, 18.24), Strategic Turns A to U (5.0).

Ten turns make a year from 1915 on, with January and February in one, November and December in another: turn 28 is March
1917 (18.24). In 1914 August and September have two turns each, October one, November and December one.
"""

from typing import NamedTuple

from rulebook.table import Table

STRATEGIC_TURNS = "ABCDEFGHIJKLMNOPQRSTU"
MONTHS = ("jan-feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov-dec")
MONTHS_OF_1914 = ("aug", "aug", "sep", "sep", "oct", "nov-dec")


class Month(NamedTuple):
    """The month, or two months, of an Operational Turn; a later one compares greater."""

    year: int
    place: int

    @property
    def name(self) -> str:
        return MONTHS[self.place]


def month(year: int, name: str) -> Month:
    return Month(year, MONTHS.index(name))


def month_of(turn: int) -> Month:
    """The month of an Operational Turn."""
    if turn <= len(MONTHS_OF_1914):
        return month(1914, MONTHS_OF_1914[turn - 1])
    years, place = divmod(turn - len(MONTHS_OF_1914) - 1, len(MONTHS))
    return Month(1915 + years, place)


def this_month(table: Table) -> Month:
    return month_of(table.turn)


def strategic_turn(table: Table) -> int:
    """The place of the Strategic Turn last begun: 0 before A, 1 for A, 21 for U."""
    posted = table.posted.tracks.get("strategic-turn")
    return int(table.read("tracks.strategic-turn", posted, tuple(range(len(STRATEGIC_TURNS) + 1))))


def is_from(table: Table, letter: str) -> bool:
    """Whether this Strategic Turn has begun, now or before."""
    return strategic_turn(table) >= place_of(letter)


def place_of(letter: str) -> int:
    """The place of a Strategic Turn: 1 for A."""
    return STRATEGIC_TURNS.index(letter) + 1
