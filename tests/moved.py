"""The same situation some hexes further on: rules that name no place say the same of it."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from positions import Situation

from rulebook import printed
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.games.tgwe.ground import is_off_the_map
from rulebook.hexes import Hex
from rulebook.position import HexFacts, Position
from rulebook.table import Table

TRIES = 40
MARGIN = 3
"""How far from an edge of the map a situation is set: nothing that it is about then ends there."""
PLACED = {"left-bank-artillery"}
"""Types of units that stand in the one hex that the book gives them."""
PLACES = {
    "sitw:3.7": "Big Bertha is set up in a hex of its own",
    "sitw:11.5": "Reims and Verdun are fortresses of the front",
    "tdw:3.2": "counters start where their numbers say",
    "tdw:8.5": "the fuel is set up in Bullingen",
    "tdw:10.6.2": "one bridge is that of Ouren",
    "tsnp:3.2": "each formation has its hexes to start in",
    "tsnp:3.4": "the XVIII Corps starts in hexes of its own",
    "tsnp:6.12": "lines lead to the sources of each side, on the edges",
    "tsnp:6.41": "each reinforcement has its hex to enter by",
    "tsnp:6.42": "the 121st Division has its hexes to enter by",
    "tgwe:5.17": "a capital has to be in supply, from sources that are named",
    "tgwe:5.61": "Constantinople cuts off the Germans",
    "tgwe:6.8": "the rising is at Van",
    "tgwe:6.9": "Armenians come in towns of Russia that are named",
    "tgwe:6.10": "the gun stands within eight hexes of Paris",
    "tgwe:18.11": "the Paris Gun counts within eight hexes of Paris, and map edges that are named count",
    "tgwe:6.38": "the landing is at Trebizond",
    "tgwe:6.52": "the landing hexes are named",
    "tgwe:7.23": "Americans beside an edge of the map are in no stack",
    "tgwe:8.24": "each row of the map ends somewhere",
    "tgwe:8.26": "a move does not end out of supply, from sources that are named",
    "tgwe:9.17": "the rails to Turkey hang on towns that are named",
    "tgwe:9.0": "a strategic move ends in supply, from sources that are named",
    "tgwe:10.0": "the battle of Van is fought out of its phase",
    "tgwe:10.73": "nobody advances out of supply, from sources that are named",
    "tgwe:11.2": "lines lead to sources that are named",
    "tgwe:11.53": "the pipeline goes from town to town",
    "tgwe:11.81": "supply comes from sources that are named",
    "tgwe:11.82": "supply comes from sources that are named",
    "tgwe:11.83": "supply comes from sources that are named",
    "tgwe:11.85": "supply comes from sources that are named",
    "tgwe:12.2": "Kut is a fort of its own kind",
    "tgwe:13.11": "new units enter in towns and edges that are named",
    "tgwe:13.21": "Americans beside an edge of the map are in no stack",
    "tgwe:13.29": "new units enter in towns that are named",
    "tgwe:14.15": "Kut surrenders without a unit of its own",
    "tgwe:14.23": "the siege is that of Kut",
    "tgwe:15.52": "cavalry withdraws nearer to sources, some of which are named",
    "tgwe:16.2": "a collapse turns on cities that are named",
    "tgwe:16.4": "Belgium is where it is",
    "tgwe:16.5": "a collapse turns on cities that are named",
    "tgwe:16.6": "Turkey falls with one hex of the Eastern map",
    "tgwe:16.7": "a collapse turns on cities that are named",
    "tgwe:16.8": "a collapse turns on cities that are named",
    "tgwe:16.61": "Turkey surrenders with Constantinople",
    "tgwe:17.31": "the north is told by rows of the map",
    "tgwe:18.21": "hexes of the edge of France count by their numbers",
}
"""Cases that are about places that the book names, or reach them from anywhere."""


def moved(situation: Situation, random: Random) -> Situation | None:
    """The same with everything so many hexes further on, and what the book prints in a hex with it.

    None where the book prints something near it that cannot be told in words of the position, and where there is no
    room for it elsewhere that lies on the same front, away from the edges and from all that the book names.
    """
    return _set_elsewhere(situation, random, 1)


def turned(situation: Situation, random: Random) -> Situation | None:
    """The same moved, and turned round: what was in the north is in the south, what was in the east in the west."""
    return _set_elsewhere(situation, random, -1)


def _set_elsewhere(situation: Situation, random: Random, sense: int) -> Situation | None:
    carried = _with_what_is_printed(situation)
    here = sorted(set(_told(carried)))
    is_bound = any(unit.get("type") in PLACED for unit in carried.position.get("units", ()))
    if not here or is_bound or not _beside_named(carried).isdisjoint(here):
        return None
    for _ in range(TRIES):
        there = _carried(GAMES[situation.game], here, random.choice(_free(situation.game)), sense)
        if there and _taken(situation.game).isdisjoint(there.values()):
            return carried.told_as(_renamed(carried.request, there))
    return None


def _with_what_is_printed(situation: Situation) -> Situation:
    """The same, with what the book prints in the hexes that are told spelled out."""
    posted, game = situation.position.get("map"), GAMES[situation.game]
    if isinstance(posted, str):
        return situation
    named = sorted({number for number in _told(situation) if number in game.printed_hexes})
    hexes = {number: _facts(game, posted or {}, number) for number in named}
    request = deepcopy(situation.request)
    request["position"]["map"] = (posted or {}) | {"hexes": (posted or {}).get("hexes", {}) | hexes}
    return situation.told_as(request)


def _facts(game: Game, posted: dict[str, Any], number: str) -> dict[str, Any]:
    """What is known of a hex that the book names: as posted, else as printed, else as those that are not listed."""
    listed, stated = posted.get("hexes", {}).get(number), game.printed_hexes[number]
    rest = posted.get("elsewhere", {}) if listed is None else {}
    known = {name: value for name, value in (rest | stated | (listed or {})).items() if name in HexFacts.model_fields}
    if "features" not in (listed or {}):
        known.pop("features", None)
        if "features" in rest:
            lacks = stated.get("without", ())
            known["features"] = [*stated.get("features", ()), *(word for word in rest["features"] if word not in lacks)]
    return known


def _beside_named(situation: Situation) -> set[str]:
    """The hexes of a side that the book describes, and those in or next to a hex that it names and that is not told."""
    game, listed = GAMES[situation.game], (situation.position.get("map") or {}).get("hexes", {})
    named = filter(game.grid.contains, game.printed_hexes)
    untold = {number for number in named if "features" not in listed.get(number, {})}
    near = {near for number in untold for near in (number, *game.grid.neighbours(number))}
    return near.union(*(side.split("/") for side in game.printed_sides))


def _told(situation: Situation) -> Iterator[str]:
    """Every hex that the situation names."""
    grid, request = GAMES[situation.game].grid, situation.request
    places = [request["action"], request["position"].get("map"), request["position"].get("markers")]
    places.append([unit.get("hex") for unit in request["position"].get("units", ())])
    yield from (number for word in words_of(places) for number in word.split("/") if grid.contains(number))


def words_of(inside: Any) -> Iterator[str]:
    """Every word of a request, keys included."""
    if isinstance(inside, str):
        yield inside
    elif isinstance(inside, dict):
        yield from inside
        for value in inside.values():
            yield from words_of(value)
    elif isinstance(inside, list | tuple):
        for value in inside:
            yield from words_of(value)


@cache
def _named(key: str) -> frozenset[str]:
    """The hexes that the book names, by themselves or by a side."""
    game = GAMES[key]
    beside = (number for side in game.printed_sides for number in side.split("/"))
    return frozenset(filter(game.grid.contains, (*game.printed_hexes, *beside)))


def _is_beyond(key: str, number: str) -> bool:
    """Whether a number has a place on the grid and none on the map: the maps of one game are not of one size."""
    return key == "tgwe" and is_off_the_map(Table(GAMES[key], Position(game=key)), number)


@cache
def _taken(key: str) -> frozenset[str]:
    """The hexes that the book names, those around them, and those near the edge of the map."""
    grid = GAMES[key].grid
    near = {other for number in _named(key) for other in (number, *grid.neighbours(number))}
    edge = {number for number in grid.numbers() if None in grid.sides(number) or _is_beyond(key, number)}
    for _ in range(MARGIN):
        edge |= {other for number in edge for other in grid.neighbours(number)}
    return frozenset(near | edge)


@cache
def _free(key: str) -> tuple[str, ...]:
    return tuple(number for number in GAMES[key].grid.numbers() if number not in _taken(key))


def _carried(game: Game, numbers: list[str], to: str, sense: int) -> dict[str, str] | None:
    """Where each hex comes to lie when the first is carried there; None where one leaves its part of the map."""
    first, end = game.grid.hex(numbers[0]), game.grid.hex(to)
    there = {}
    for number in numbers:
        place = game.grid.hex(number)
        place = Hex(end.q + sense * (place.q - first.q), end.r + sense * (place.r - first.r))
        there[number] = game.grid.number(place, number[:-4])
    stays = all(game.grid.contains(to) and _part(game, number) == _part(game, to) for number, to in there.items())
    return there if stays else None


def _part(game: Game, number: str) -> tuple[Any, ...]:
    """The part of the map that a hex belongs to by its row: its front, and what no side of it can be."""
    absent = printed.named_hexes(game.key).get("no_side", {}).values()
    return game.fronts_of(number), *(int(number[-4:-2]) >= each["from_row"] for each in absent)


def _renamed(inside: Any, there: dict[str, str]) -> Any:
    if isinstance(inside, str):
        return "/".join(there.get(part, part) for part in inside.split("/"))
    if isinstance(inside, dict):
        return {_renamed(key, there): _renamed(value, there) for key, value in inside.items()}
    if isinstance(inside, list | tuple):
        return [_renamed(value, there) for value in inside]
    return deepcopy(inside)
