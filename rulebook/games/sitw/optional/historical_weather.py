"""Optional rule 16.9: the weather of 1918 as it was; and S1.6, which wants the die instead."""

from rulebook.games.sitw.agreed import option, scenario
from rulebook.games.sitw.weather import DRY, WET, usual_weather, weather_due
from rulebook.rules import replaces, unless
from rulebook.table import Table

WET_TURNS = (14, 15, 16)


@replaces(weather_due, "sitw:16.9", when=option("16.9"))
def weather_as_it_was(table: Table) -> str | None:
    """With the weather of 1918, turns 14, 15 and 16 are wet and all others dry, without a roll."""
    due = WET if table.turn in WET_TURNS else DRY
    return due if due != usual_weather(table.turn) else None


@unless(weather_as_it_was, "sitw:S1.6", when=scenario("storm-elsewhere"))
def weather_is_rolled_for_elsewhere(table: Table) -> bool:
    """The storm elsewhere is played with weather rolls."""
    return True
