"""The boards that everything is measured on: fronts of two armies, small and full, in three of the games."""

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from rulebook.games import GAMES

BOARDS = {"small": (60, 400), "full": (1_400, 2_000)}
"""Units and hexes. The map of Storm in the West has 1,650 numbered hexes: the others are described without a place."""
STEPS = 4
Posted = dict[str, Any]


def board(units: int, hexes: int) -> Posted:
    """A front: Germans in the east, Allies in the west, two units to a hex, and one unit alone before the line."""
    numbers = [f"{row:02}{place:02}" for row in range(10, 50) for place in range(1, 51)]
    numbers = [number for number in numbers if GAMES["sitw"].grid.contains(number)]
    listed = numbers[:hexes] if hexes < len(numbers) else numbers
    ground = {number: hexagon(number) for number in listed}
    ground |= {f"?{place}": hexagon("2525") for place in range(hexes - len(listed))}
    places = [number for number in listed if number[2:] not in ("24", "25", "26", "27", "28", "29")]
    placed = [unit(place, places[place // 2 % len(places)]) for place in range(units - 1)]
    return {
        "game": "sitw", "scenario": "campaign", "turn": 3, "phase": "regular-movement", "active": "german",
        "weather": "dry", "options": [], "events": [], "units_complete": True,
        "map": {"hexes": ground, "elsewhere": {"terrain": "clear", "features": [], "sides": []}},
        "units": [unit(units, "1325"), *placed],
    }  # fmt: skip


def hexagon(number: str) -> Posted:
    side = "german" if int(number[2:]) <= 25 else "allied"
    edges = {"01": ["east-edge"], "50": ["west-south-edge"]}
    facts = {"terrain": "clear", "features": edges.get(number[2:], [])}
    return facts | {"control": side, "home": side, "country": "france"}


def unit(place: int, number: str) -> Posted:
    german = int(number[2:]) <= 25
    nation, side = ("german", "german") if german else ("french", "allied")
    return {
        "id": f"u{place}", "type": "infantry", "side": side, "nation": nation, "hex": number, "attack": 4, "defense": 5,
        "movement": STEPS, "steps": 2, "reduced": False, "supply": "supplied", "status": [],
    }  # fmt: skip


def verdun() -> Posted:
    """All the counters of They Shall Not Pass: two fronts face to face, roads and forts behind, a German ahead."""
    grid = GAMES["tsnp"].grid
    ground = {number: verdun_hexagon(number) for number in grid.numbers()}
    roads = [[f"{column:02}{row:02}", f"{column:02}{row + 1:02}"] for column in range(2, 34, 4) for row in range(1, 22)]
    fronts = {"german": (4, 5), "french": (8, 9)}
    lines = [(side, row) for side, rows in fronts.items() for row in rows]
    places = [(side, f"{column:02}{row:02}") for side, row in lines for column in range(1, 34)]
    units = [verdun_unit(place, side, number) for place, (side, number) in enumerate(places + places[:7])]
    return {
        "game": "tsnp", "turn": 3, "phase": "movement", "active": "german", "weather": "fair", "options": [],
        "events": [], "markers": [], "units_complete": True, "map": {"hexes": ground, "roads": roads, "sides": {},
        "elsewhere": {"terrain": "basic", "features": [], "sides": []}},
        "units": [verdun_unit("ahead", "german", "1506"), *units],
    }  # fmt: skip


def verdun_hexagon(number: str) -> Posted:
    side = "german" if int(number[2:]) < 7 else "french"
    terrain = ("basic", "wood", "slope")[int(number) % 3]
    features = ["fort"] if number[2:] == "12" and int(number[:2]) % 6 == 0 else []
    return {"terrain": terrain, "features": features, "control": side, "home": side}


def verdun_unit(place: object, side: str, number: str) -> Posted:
    return {
        "id": f"u{place}", "type": "regiment", "side": side, "hex": number, "attack": 5, "movement": 6,
        "reduced": False, "supply": "supplied", "status": [], "formation": {"division": "5", "corps": "III"},
    }  # fmt: skip


def great_war() -> Posted:
    """1,400 counters of The Great War in Europe on its Eastern Front, and a German between the lines."""
    numbers = [f"E{row:02}{place:02}" for row in range(10, 71) for place in range(1, 35)]
    sides = {number: "cp" if int(number[3:]) < 17 else "allied" for number in numbers}
    places = [number for number in numbers if not 16 <= int(number[3:]) <= 18]
    units = [great_war_unit(place, sides[number], number) for place, number in enumerate((places * 2)[:1_399])]
    hexes = {number: great_war_hexagon(number, side) for number, side in sides.items()}
    return {
        "game": "tgwe", "scenario": "combined", "turn": 20, "phase": "first-movement", "active": "cp",
        "weather": "fair", "options": [], "events": [], "markers": [], "tracks": {"strategic-turn": 8},
        "units_complete": True, "map": {"hexes": hexes, "sides": {}, "elsewhere": {"terrain": "clear", "features": [],
        "sides": []}}, "units": [great_war_unit("ahead", "cp", "E4017"), *units],
    }  # fmt: skip


def great_war_hexagon(number: str, side: str) -> Posted:
    row, place = int(number[1:3]), int(number[3:])
    terrain = ("clear", "forest", "clear", "marsh", "mountain")[(7 * row + 3 * place) % 5]
    features = (["city"] if (row + place) % 7 == 0 else []) + (["map-edge"] if place in (1, 34) else [])
    country = {"cp": "germany", "allied": "russia"}[side]
    return {"terrain": terrain, "features": features, "control": side, "home": side, "country": country}


def great_war_unit(place: object, side: str, number: str) -> Posted:
    return {
        "id": f"u{place}", "type": "infantry", "nation": {"cp": "german", "allied": "russian"}[side], "side": side,
        "hex": number, "attack": 3, "defense": 4, "movement": 4, "steps": 1, "reduced": False, "supply": "supplied",
        "status": [],
    }  # fmt: skip


STRIDE = 37
"""Counters from one that moves to the next: those that move stand all over the board."""


def moved(posted: Posted) -> Iterator[Posted]:
    """Board after board, on each of which a counter other than the first has gone to an empty hex next to it."""
    grid, hexes, units = GAMES[posted["game"]].grid, posted["map"]["hexes"], [dict(each) for each in posted["units"]]
    for turn in count():
        mover = units[1 + STRIDE * turn % (len(units) - 1)]
        held = {each["hex"] for each in units}
        free = [near for near in grid.neighbours(mover["hex"]) if near in hexes and near not in held]
        if free:
            mover["hex"] = free[0]
            yield posted | {"units": [dict(each) for each in units]}
