"""Chapter 6, weather, and what the scenarios make of it (S1.6 is with historical weather, S3.13 is here)."""

import re
from typing import Any

from rulebook.actions import Attack, Bombard, Move, Roll, Sequence, Support
from rulebook.facts import every, some
from rulebook.games.sitw.agreed import scenario
from rulebook.games.sitw.pieces import is_aircraft
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids, obliges, replaces
from rulebook.table import Table

VARIABLE_TURNS = frozenset((2, 3, 4, 5, 12, 13, 14, 15, 16))
LAST_DRY_TURN_OF_1919 = 7
DRY, WET, ROLLED = "dry", "wet", "rolled"
WET_NUMBERS = re.compile(r"([1-6])(?:\s*[-–]\s*([1-6]))?")


# 6.1: when it is rolled for


def usual_weather(turn: int) -> str:
    return ROLLED if turn in VARIABLE_TURNS else DRY


@defines("sitw:6.1")
def weather_due(table: Table) -> str:
    """The weather is rolled for on turns 2 to 5 and 12 to 16, and is dry on every other turn."""
    return usual_weather(table.turn)


@replaces(weather_due, "sitw:S3.13", when=scenario("plan-1919"))
def weather_due_in_1919(table: Table) -> str | None:
    """In Plan 1919 turns 0 to 7 are always dry, and turns 8 and 9 are rolled for."""
    due = DRY if table.turn <= LAST_DRY_TURN_OF_1919 else ROLLED
    return due if due != usual_weather(table.turn) else None


def settled_weather(table: Table) -> str | None:
    """The weather of a turn that is not rolled for."""
    due = weather_due(table)
    return None if due == ROLLED else str(due)


@forbids(Roll, "sitw:6.1")
def rolls_for_settled_weather(table: Table, roll: Roll) -> Because | bool:
    """The weather is rolled for on no turn that has its weather settled."""
    if roll.table != "weather" or weather_due(table) == ROLLED:
        return False
    return because(turn=table.turn, weather=weather_due(table))


@forbids(Roll, "sitw:6.1")
def rolls_for_weather_too_late(table: Table, roll: Roll) -> Because | bool:
    """The German rolls for the weather at the start of his initial supply phase, before supply is checked."""
    late = roll.table == "weather" and some((
        lambda: table.phase != "initial-supply", lambda: table.active != "german",
        lambda: table.has_event("supply-checked"),
    ))
    return because(phase="initial-supply") if late else False


@forbids(Roll, "sitw:6.1")
def rolls_twice_for_weather(table: Table, roll: Roll) -> Because | bool:
    """The weather is rolled for once in a game turn."""
    return because(turn=table.turn) if roll.table == "weather" and table.has_event("weather-rolled") else False


@forbids(Roll, "sitw:6.1")
def rolls_more_dice_for_weather(table: Table, roll: Roll) -> Because | bool:
    """The weather takes one die."""
    dice = roll.dice or () if roll.table == "weather" else ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@obliges((Move, Attack, Support, Bombard, Sequence), "sitw:6.1")
def weather_cannot_be_so(table: Table, action: Any) -> Because | bool:
    """On a turn that is not rolled for, the weather is the one the rules give it."""
    due = weather_due(table)
    return because(turn=table.turn, weather=due) if due not in (ROLLED, table.weather) else False


# 6.2: how it is rolled for


@forbids(Roll, "sitw:6.2")
def modifies_the_weather(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the die of the weather."""
    return because(modifier=roll.modifier) if roll.table == "weather" and roll.modifier else False


@computes((Roll, Sequence), "weather", "sitw:6.2")
def weather_of_the_turn(table: Table, action: Roll | Sequence) -> dict[str, Any] | None:
    """A roll of the turn's wet number, or within its two wet numbers, makes the turn wet; any other leaves it dry."""
    if isinstance(action, Roll) and action.table != "weather":
        return None
    due = weather_due(table)
    if due != ROLLED:
        return {"turn": table.turn, "weather": due}
    dice = action.dice if isinstance(action, Roll) else None
    return {"turn": table.turn, "weather": ROLLED, **_rolled(table, dice)}


def _rolled(table: Table, dice: tuple[int, ...] | None) -> dict[str, Any]:
    """What the die gives, where the player has loaded the wet numbers of the turn track."""
    track = "1918" if table.turn in VARIABLE_TURNS else "1919"
    numbers = WET_NUMBERS.fullmatch(table.game_table("weather").get(track, {}).get(str(table.turn), ""))
    if numbers is None:
        return {"missing": [f"tables.weather.{track}.{table.turn}"], "printed_on": "turn record track"}
    first, last = int(numbers[1]), int(numbers[2] or numbers[1])
    found: dict[str, Any] = {"wet_on": [first, last]}
    if dice:
        return {**found, "die": dice[0], "result": WET if first <= dice[0] <= last else DRY}
    return {**found, "chances": as_chances(distribution(1, lambda fall: WET if first <= fall[0] <= last else DRY))}


# 6.3: what wet weather does


@defines("sitw:6.3")
def is_flooded(table: Table, number: str) -> bool:
    """In wet weather every flood plain is treated as marsh."""
    return table.terrain(number) == "flood-plain" and table.weather == WET


@defines("sitw:6.3")
def is_swollen(table: Table, start: str, to: str) -> bool:
    """In wet weather every river is treated as a major river."""
    return every((lambda: table.side_has(start, to, "river"), lambda: table.weather == WET))


@forbids((Attack, Support), "sitw:6.3")
def flies_in_wet_second_combat(table: Table, action: Attack | Support) -> Because | bool:
    """In wet weather air support is used only in the first combat phases."""
    ids = action.units if isinstance(action, Support) else (*(action.support or ()), *(action.against or ()))
    grounded = every((
        lambda: first_unit(table.units(ids), is_aircraft),
        lambda: table.phase == "second-combat",
        lambda: table.weather == WET,
    ))
    return because(unit=first_unit(table.units(ids), is_aircraft)) if grounded else False
