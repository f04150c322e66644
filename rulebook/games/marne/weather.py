"""T6: the weather, on two dice."""

from typing import Any

from rulebook import printed
from rulebook.actions import Roll
from rulebook.mechanics.dice import distribution, in_full
from rulebook.rules import Because, because, computes, forbids, obliges
from rulebook.table import Table

DICE = 2
LINES = {
    roll: row for row in printed.table("marne", "weather") for roll in range(int(row["first"]), int(row["last"]) + 1)
}


@forbids(Roll, "marne:T6")
def rolls_other_dice_for_weather(table: Table, roll: Roll) -> Because | bool:
    """The weather takes two dice."""
    dice = roll.dice or () if roll.table == "weather" else ()
    return because(dice=list(dice)) if dice and len(dice) != DICE else False


@forbids(Roll, "marne:T6")
def modifies_the_weather(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the dice of the weather."""
    return because(modifier=roll.modifier) if roll.table == "weather" and roll.modifier else False


@computes(Roll, "weather", "marne:T6")
def weather_roll(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The sum of two dice gives the weather."""
    if roll.table != "weather":
        return None
    if roll.dice and len(roll.dice) == DICE:
        return {"roll": sum(roll.dice), "result": LINES[sum(roll.dice)]["weather"]}
    return in_full(distribution(DICE, lambda fall: LINES[sum(fall)]["weather"]))


def _line(roll: Roll, case: str) -> Because | bool:
    if roll.table != "weather" or roll.dice is None or len(roll.dice) != DICE:
        return False
    total = sum(roll.dice)
    return because(roll=total) if LINES[total]["case"] == case else False


@obliges(Roll, "marne:T6.1")
def low_roll_is_fair(table: Table, roll: Roll) -> Because | bool:
    """2 to 6: fair weather."""
    return _line(roll, "T6.1")


@obliges(Roll, "marne:T6.2")
def seven_is_foggy(table: Table, roll: Roll) -> Because | bool:
    """7: morning fog, then fair weather."""
    return _line(roll, "T6.2")


@obliges(Roll, "marne:T6.3")
def high_roll_is_fair(table: Table, roll: Roll) -> Because | bool:
    """8 to 10: fair weather."""
    return _line(roll, "T6.3")


@obliges(Roll, "marne:T6.4")
def highest_roll_is_bad(table: Table, roll: Roll) -> Because | bool:
    """11 and 12: bad weather."""
    return _line(roll, "T6.4")
