"""Case 12.12, the weather that the Turn Record Tracks give a front: what rules of every chapter ask of a hex."""

from functools import partial

from rulebook.facts import known
from rulebook.games.tgwe.calendar import month, this_month
from rulebook.rules import defines
from rulebook.table import Table

FAIR, WET, ROLLED = "fair", "wet", "rolled"
# The columns of the two Turn Record Tracks: fronts that share a letter go under the first.
TRACKS = {
    "western": "western", "italian": "western", "eastern": "eastern",
    "egyptian": "egyptian", "iraqi": "egyptian", "caucasus": "caucasus",
}
LETTERS = {"F": FAIR, "W": WET, "S": "snow", "H": "hot", "V": ROLLED}
VARIABLE_MONTHS = ("mar", "oct")
END_OF_1914 = {"western": WET, "eastern": "snow", "egyptian": FAIR, "caucasus": "snow"}


@defines("tgwe:12.12")
def weather_due(table: Table, front: str) -> str | None:
    """The weather of a front this turn as its letter on the track gives it, if the book or the player's copy tells."""
    now, column = this_month(table), TRACKS[front]
    if column == "western" and now.name in VARIABLE_MONTHS:
        return ROLLED
    if now == month(1914, "nov-dec"):
        return END_OF_1914[column]
    return LETTERS.get(table.game_table("weather").get(column, {}).get(str(table.turn), ""))


def weather_at(table: Table, number: str) -> str:
    """The weather in a hex: as posted, else as the track of its front gives it."""
    due = None if table.posted.weather else known(partial(_due_at, table, number))
    return due if due not in (None, ROLLED) else table.weather


def _due_at(table: Table, number: str) -> str | None:
    due: str | None = weather_due(table, table.front(number))
    return due
