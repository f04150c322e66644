"""Chapter 5, weather. What it takes from a unit's movement is in condition.py, its column of a barrage with 7.12."""

from typing import Any

from rulebook.actions import Bombard, Move, Roll, Sequence
from rulebook.facts import every
from rulebook.games.tsnp.dates import is_first_turn
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits
from rulebook.table import Table

FAIR, BAD, ROLLED = "fair", "bad", "rolled"
WORST_ROLL_OF_BAD_WEATHER = 2
COLUMNS_FOR_AIR_OBSERVATION = 1


# 5.0: when it is rolled for, and how


@defines("tsnp:5.0")
def weather_due(table: Table) -> str:
    """The weather is rolled for on every turn but the first, which is fair."""
    return FAIR if is_first_turn(table) else ROLLED


def settled_weather(table: Table) -> str | None:
    """The weather of a turn that is not rolled for."""
    due = weather_due(table)
    return None if due == ROLLED else str(due)


@forbids(Roll, "tsnp:5.0")
def rolls_for_the_first_weather(table: Table, roll: Roll) -> Because | bool:
    """Nobody rolls for the weather of the first turn."""
    if roll.table != "weather" or weather_due(table) == ROLLED:
        return False
    return because(turn=table.turn, weather=weather_due(table))


@forbids(Roll, "tsnp:5.0")
def rolls_for_weather_too_late(table: Table, roll: Roll) -> Because | bool:
    """The weather is rolled for as the turn begins, once for the whole of it."""
    return because(phase="weather") if roll.table == "weather" and table.phase != "weather" else False


@forbids(Roll, "tsnp:5.0")
def rolls_more_dice_for_weather(table: Table, roll: Roll) -> Because | bool:
    """The weather takes one die."""
    dice = roll.dice or () if roll.table == "weather" else ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@computes((Roll, Sequence), "weather", "tsnp:5.0")
def weather_of_the_turn(table: Table, action: Roll | Sequence) -> dict[str, Any] | None:
    """The French player's die makes the turn bad on 1 or 2, fair on 3 to 6."""
    if isinstance(action, Roll) and action.table != "weather":
        return None
    due = weather_due(table)
    if due != ROLLED:
        return {"turn": table.turn, "weather": due}
    dice = action.dice if isinstance(action, Roll) else None
    found: dict[str, Any] = {"turn": table.turn, "weather": ROLLED, "rolled_by": "french"}
    if dice:
        return {**found, "die": dice[0], "result": _weather_on(dice[0])}
    return {**found, "chances": as_chances(distribution(1, lambda fall: _weather_on(fall[0])))}


def _weather_on(die: int) -> str:
    return BAD if die <= WORST_ROLL_OF_BAD_WEATHER else FAIR


@obliges((Move, Bombard, Sequence), "tsnp:5.0")
def weather_cannot_be_so(table: Table, action: Any) -> Because | bool:
    """On the first turn the weather is fair, whatever was posted."""
    due = weather_due(table)
    return because(turn=table.turn, weather=due) if due not in (ROLLED, table.weather) else False


# 5.1 and 5.2: what it does


@forbids(Sequence, "tsnp:5.1")
def bad_weather_cancels_the_breakthrough(table: Table, sequence: Sequence) -> Because | bool:
    """In bad weather neither side has a breakthrough phase."""
    cancelled = sequence.do == "breakthrough" and table.weather == BAD
    return because(phase=sequence.do, weather=BAD) if cancelled else False


@permits(Bombard, "tsnp:5.2")
def airmen_observe_the_barrage(table: Table, bombard: Bombard) -> Because | bool:
    """In fair weather German airmen observe: a German barrage gains a column, which 7.12 counts."""
    observed = bombard.mode == "barrage" and every((
        lambda: first_unit(table.units(bombard.units), lambda unit: unit.side == "german"),
        lambda: table.weather == FAIR,
    ))
    return because(amount=COLUMNS_FOR_AIR_OBSERVATION, at=bombard.target) if observed else False
