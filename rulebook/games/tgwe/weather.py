"""Chapter 12, weather: where it is found, when it is rolled for, and what it alone does to battles."""

from functools import partial
from typing import Any

from rulebook.actions import Attack, Move, Roll, Sequence
from rulebook.facts import every, known
from rulebook.games.tgwe.battle import attackers
from rulebook.games.tgwe.calendar import this_month
from rulebook.games.tgwe.forecast import FAIR, ROLLED, TRACKS, VARIABLE_MONTHS, WET, weather_at, weather_due
from rulebook.games.tgwe.ground import EUROPE, NEAR_EAST, is_on
from rulebook.games.tgwe.pieces import is_russian
from rulebook.games.tgwe.terrain_costs import is_weather
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids, modifies, obliges, unless
from rulebook.table import Table

PLAYED_ALONE = {"gwie": EUROPE, "gwine": NEAR_EAST}
ONE_COLUMN = -1
HARSH = -2


# 12.0: what weather there is


@defines("tgwe:12.0")
def is_without_effect(table: Table, front: str, weather: str) -> bool:
    """Fair weather changes nothing; heat nothing in Europe; rain and snow nothing in Egypt and Iraq."""
    if weather == "hot":
        return front in ("western", "italian", "eastern")
    return weather == FAIR or front in ("egyptian", "iraqi")


# 12.11, 12.12: the Turn Record Tracks


@computes((Roll, Sequence), "weather", "tgwe:12.11")
def weather_of_the_fronts(table: Table, action: Roll | Sequence) -> dict[str, Any] | None:
    """Each front that is played has its weather on the European or the Near Eastern Turn Record Track."""
    if (action.table if isinstance(action, Roll) else action.do or table.phase) != "weather":
        return None
    dice = action.dice if isinstance(action, Roll) else None
    return {front: _told(table, front, dice) for front in _fronts_in_play(table)}


def _fronts_in_play(table: Table) -> tuple[str, ...]:
    """The fronts of the game that is played: Europe or the Near East alone, else all."""
    return PLAYED_ALONE.get(known(lambda: table.scenario), tuple(TRACKS))


def _told(table: Table, front: str, dice: tuple[int, ...] | None) -> dict[str, Any]:
    due = weather_due(table, front)
    if due is None:
        return {"missing": [f"tables.weather.{TRACKS[front]}.{table.turn}"], "printed_on": "turn record track"}
    found = {"weather": due, "without_effect": bool(due != ROLLED and is_without_effect(table, front, due))}
    return {**found, **rolled_weather(table, dice)} if due == ROLLED else found


def settled_weather(table: Table) -> str | None:
    """The weather of a turn that leaves no choice, where all units posted stand on fronts that share it."""
    return table.once(_settled)


def _settled(table: Table) -> str | None:
    fronts = {table.front(unit.hex) for unit in table.units() if unit.is_placed}
    due = {weather_due(table, front) for front in fronts}
    found = due.pop() if len(due) == 1 else None
    return None if found == ROLLED else found


@obliges((Move, Attack), "tgwe:12.12")
def weather_cannot_be_so(table: Table, action: Move | Attack) -> Because | bool:
    """The weather of a front is the one that its track gives this turn."""
    at = action.target if isinstance(action, Attack) else action.path[-1] if action.path else None
    if at is None:
        return False
    due = weather_due(table, table.front(at))
    return because(at=at, weather=due) if due not in (None, ROLLED, weather_at(table, at)) else False


@forbids(Roll, "tgwe:12.12")
def rolls_for_settled_weather(table: Table, roll: Roll) -> Because | bool:
    """The weather is rolled for in March and October alone, for the Western and Italian Fronts."""
    if roll.table != "weather" or this_month(table).name in VARIABLE_MONTHS:
        return False
    return because(turn=table.turn)


@forbids(Roll, "tgwe:12.12")
def rolls_for_weather_out_of_its_phase(table: Table, roll: Roll) -> Because | bool:
    """It is settled in the weather phase of the turn."""
    return because(phase="weather") if roll.table == "weather" and table.phase != "weather" else False


@forbids(Roll, "tgwe:12.12", when=lambda table: table.scenario == "gwine")
def rolls_for_fronts_that_are_not_played(table: Table, roll: Roll) -> Because | bool:
    """The Near East alone has no variable weather: its letters stand on its own track."""
    return because() if roll.table == "weather" else False


@forbids(Roll, "tgwe:12.12")
def rolls_for_a_front_of_settled_weather(table: Table, roll: Roll) -> Because | bool:
    """No roll is made for the Eastern Front nor for those of the Near East, whose weather is never variable."""
    if roll.table != "weather" or roll.target is None or is_on(table, roll.target, "western", "italian"):
        return False
    return because(at=roll.target)


# 12.13: variable weather


@forbids(Roll, "tgwe:12.13")
def rolls_more_dice_for_weather(table: Table, roll: Roll) -> Because | bool:
    """Variable weather takes one die."""
    dice = roll.dice or () if roll.table == "weather" else ()
    return because(amount=len(dice)) if len(dice) > 1 else False


@defines("tgwe:12.13")
def rolled_weather(table: Table, dice: tuple[int, ...] | None) -> dict[str, Any]:
    """An even die makes the weather fair, an odd one wet."""
    if dice:
        return {"die": dice[0], "result": _by_die(dice)}
    return {"chances": as_chances(distribution(1, _by_die))}


def _by_die(dice: tuple[int, ...]) -> str:
    return WET if dice[0] % 2 else FAIR


# 12.2: what only this case does. What weather does to movement, to mountains and to supply stands with those.


@modifies(Attack, "tgwe:12.2", of="shift")
def forest_shelters_in_snow(table: Table, attack: Attack) -> Because | bool:
    """In snow a forest is worth one column to its defenders, as in wet weather."""
    sheltered = every((
        lambda: table.terrain(attack.target) == "forest", partial(is_weather, table, attack.target, "snow")
    ))
    return because(at=attack.target, amount=ONE_COLUMN) if sheltered else False


@contested(forest_shelters_in_snow)
def forest_shelters_in_the_wet_alone(table: Table, attack: Attack) -> bool:
    """10.42 gives the column in wet weather only."""
    return False


@modifies(Attack, "tgwe:12.2")
def snow_hampers_attacks_in_the_caucasus(table: Table, attack: Attack) -> Because | bool:
    """In snow an attack on the Caucasus Front has its die lowered by 2."""
    hampered = every((
        lambda: weather_at(table, attack.target) == "snow", partial(is_on, table, attack.target, "caucasus")
    ))
    return because(at=attack.target, amount=HARSH) if hampered else False


@unless(snow_hampers_attacks_in_the_caucasus, "tgwe:12.2")
def russians_attack_in_winter(table: Table, attack: Attack) -> bool:
    """Russian attackers ignore it in the turn in which Russian Winter Offensive is played."""
    return every((
        lambda: table.has_event("russian-winter-offensive"),
        lambda: not first_unit(attackers(table, attack), lambda unit: not is_russian(unit)),
    ))


@modifies(Attack, "tgwe:12.2")
def heat_hampers_attacks(table: Table, attack: Attack) -> Because | bool:
    """In hot weather every attack on the Egyptian and Iraqi Fronts has its die lowered by 2."""
    hampered = every((
        lambda: weather_at(table, attack.target) == "hot", partial(is_on, table, attack.target, "egyptian", "iraqi")
    ))
    return because(at=attack.target, amount=HARSH) if hampered else False


@obliges((Move, Attack), "tgwe:12.2")
def weather_does_nothing_there(table: Table, action: Move | Attack) -> Because | bool:
    """Rain and snow change nothing in Egypt and Iraq, and heat nothing in Europe."""
    at = action.target if isinstance(action, Attack) else action.path[-1] if action.path else None
    weather = None if at is None else known(partial(weather_at, table, at))
    if at is None or weather in (None, FAIR):
        return False
    return because(at=at, weather=weather) if is_without_effect(table, table.front(at), weather) else False
