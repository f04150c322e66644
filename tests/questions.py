"""Made-up requests for every game, from its words and the fields of its actions: right, partial, absurd, hostile."""

import json
from typing import Any

from hypothesis import strategies as st

from rulebook.actions import ACTION_TYPES
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.position import UnitFacts

Strategy = st.SearchStrategy[Any]
HOSTILE = (
    "", " ", "?", "?wood", "nowhere", "9999", "0000", "../../etc", "'; drop table maps; --", "\u0000", "é" * 70,
    "x" * 90, None, -1, 0, 10**12, 1.5, True, [], {}, [[]], {"a": None},
)  # fmt: skip
UNITS = [f"u{place}" for place in range(6)]
SMALL = st.integers(0, 9)
TRACK = st.integers(0, 3) | st.sampled_from([-999, -3, 21, 99, 9999])
UNIT_NUMBERS = ("attack", "defense", "movement", "range", "morale", "coordination", "protection", "potential")


def words(game: Game, kind: str) -> Strategy:
    known = game.words(kind)
    return st.sampled_from(known) if known else st.nothing()


def few(game: Game, kind: str) -> Strategy:
    known = game.words(kind)
    return st.lists(st.sampled_from(known), max_size=3, unique=True) if known else st.just([])


@st.composite
def places(draw: Any, game: Game) -> list[str]:
    """A hex and those around it, sometimes one that the book names, sometimes one that is not placed."""
    numbers = list(game.printed_hexes) if game.printed_hexes and draw(st.integers(0, 3)) == 1 else None
    middle = draw(st.sampled_from(numbers or _numbers(game)))
    around = game.grid.within(middle, 2)
    return [*around, "?wood"] if draw(st.integers(0, 9)) == 6 else around


_KNOWN: dict[str, list[str]] = {}


def _numbers(game: Game) -> list[str]:
    if game.key not in _KNOWN:
        _KNOWN[game.key] = list(game.grid.numbers())
    return _KNOWN[game.key]


def hexes_like(game: Game) -> Strategy:
    told = {
        "terrain": words(game, "terrain"), "features": few(game, "features"), "control": st.sampled_from(game.sides),
        "home": st.sampled_from(game.sides), "country": words(game, "countries"),
    }  # fmt: skip
    return st.fixed_dictionaries({}, optional=_open(told))


def _open(told: dict[str, Strategy]) -> dict[str, Strategy]:
    return {name: each for name, each in told.items() if not each.is_empty}


@st.composite
def maps(draw: Any, game: Game, near: list[str]) -> dict[str, Any]:
    listed = draw(st.lists(st.sampled_from(near), max_size=6, unique=True))
    posted: dict[str, Any] = {"hexes": {number: draw(hexes_like(game)) for number in listed}}
    if draw(st.booleans()):
        posted["elsewhere"] = draw(hexes_like(game)) | ({"sides": []} if draw(st.booleans()) else {})
    pairs = [(one, two) for one in near[:6] for two in near[:6] if one < two and game.grid.contains(one)
             and game.grid.contains(two) and game.grid.are_adjacent(one, two)]  # fmt: skip
    if pairs and game.words("sides"):
        chosen = draw(st.lists(st.sampled_from(pairs), max_size=2))
        posted["sides"] = {"/".join(pair): draw(few(game, "sides")) for pair in chosen}
    if pairs and draw(st.booleans()):
        posted["roads"] = [list(pair) for pair in draw(st.lists(st.sampled_from(pairs), max_size=3))]
    return posted


@st.composite
def units(draw: Any, game: Game, unit_id: str, near: list[str]) -> dict[str, Any]:
    """A unit whose nation fits its side, and each side mostly in hexes of its own."""
    side = draw(st.sampled_from(game.sides))
    nation = draw(st.sampled_from(game.nations_of(side)))
    half = near[game.sides.index(side) :: 2] or near
    told = {
        "type": st.sampled_from(game.types_of(UnitFacts(id=unit_id, nation=nation, hex=near[0]))),
        "side": st.just(side), "nation": st.just(nation), "hex": st.sampled_from(half), "reduced": st.booleans(),
        "supply": words(game, "supply"),
        "status": few(game, "statuses"), "entry": SMALL,
        "formation": st.fixed_dictionaries({}, optional=dict.fromkeys(("division", "corps"), st.sampled_from("abc"))),
        **dict.fromkeys(UNIT_NUMBERS, SMALL), "steps": st.integers(1, 2),
    }  # fmt: skip
    return {"id": unit_id} | draw(st.fixed_dictionaries({}, optional=_open(told)))


@st.composite
def positions(draw: Any, game: Game, near: list[str]) -> dict[str, Any]:
    told = {
        "scenario": words(game, "scenarios"), "turn": st.sampled_from(game.turns), "phase": words(game, "phases"),
        "active": st.sampled_from(game.sides), "weather": words(game, "weather"), "options": few(game, "options"),
        "events": few(game, "events"), "units_complete": st.booleans(), "map": maps(game, near),
        "tracks": st.dictionaries(words(game, "tracks"), TRACK, max_size=3) if game.words("tracks") else st.nothing(),
        "markers": _markers(game, near) if game.words("markers") else st.nothing(),
    }  # fmt: skip
    count = draw(st.integers(1, len(UNITS)))
    posted = {"game": game.key, "units": [draw(units(game, unit_id, near)) for unit_id in UNITS[:count]]}
    return posted | draw(st.fixed_dictionaries({}, optional=_open(told)))


def _markers(game: Game, near: list[str]) -> Strategy:
    marker = st.fixed_dictionaries({"type": words(game, "markers")}, optional={"hex": st.sampled_from(near)})
    return st.lists(marker, max_size=2)


@st.composite
def actions(draw: Any, game: Game, near: list[str], count: int) -> dict[str, Any]:
    kind = draw(words(game, "actions"))
    fields = ACTION_TYPES[kind].model_fields
    action: dict[str, Any] = {"type": kind}
    for name in fields:
        if name != "type" and (fields[name].is_required() or name == "mode" or draw(st.integers(0, 2)) == 1):
            action[name] = draw(_field(game, kind, name, near, UNITS[:count]))
    return action


def _field(game: Game, kind: str, name: str, near: list[str], ids: list[str]) -> Strategy:
    stated = (game.vocabulary["actions"][kind].get("fields") or {}).get(name)
    if stated is not None:
        known = game.words(stated) if isinstance(stated, str) else stated
        return st.lists(st.sampled_from(known), max_size=2) if name == "events" else st.sampled_from(known)
    if name in ("units", "support", "against", "attackers", "enemies", "disorganized", "pioneers"):
        return st.lists(st.sampled_from(ids), min_size=int(name == "units"), max_size=3, unique=True)
    if name in ("path", "trail"):
        return _walks(game, near)
    return {
        "sides": st.sampled_from(near).map(lambda number: [number, (game.grid.neighbours(number) or (number,))[0]]
                                           if game.grid.contains(number) else [number, number]),
        "dice": st.lists(st.integers(1, 6), max_size=3), "role": _roles(kind), "points": st.integers(1, 12),
        "pending": SMALL, "distance": SMALL, "potential": st.integers(1, 30), "modifier": st.integers(-4, 4),
        "taken": st.lists(st.fixed_dictionaries({"unit": st.sampled_from(ids), "steps": st.just(1)}), max_size=2),
        "stays": st.sampled_from(["blocked", "cancelled"]), "column": st.sampled_from(["3/1", "1/2", "5", "+1"]),
        "nation": words(game, "nations"), "mastery": st.sampled_from(["total", "partial", "none", "erroneous"]),
        **dict.fromkeys(("hex", "target", "to"), st.sampled_from(near)),
        **dict.fromkeys(("unit", "lead", "lead_defender"), st.sampled_from(ids)),
        **dict.fromkeys(("concentric", "surrounded", "retreats", "garrison"), st.booleans()),
        **dict.fromkeys(("mastery_die", "mastery_die_defender"), st.integers(1, 6)),
        **dict.fromkeys(("orders_die", "orders_die_defender"), st.integers(1, 6)),
    }.get(name, st.sampled_from(["x", "1", "infantry"]))  # fmt: skip


def _roles(kind: str) -> Strategy:
    return st.sampled_from(["attack", "defense"] if kind == "support" else ["attacker", "defender"])


@st.composite
def _walks(draw: Any, game: Game, near: list[str]) -> list[str]:
    path = [draw(st.sampled_from([number for number in near if game.grid.contains(number)] or near))]
    for _ in range(draw(st.integers(1, 4))):
        path.append(draw(st.sampled_from(game.grid.neighbours(path[-1]) or (path[-1],))))
    return path


@st.composite
def requests(draw: Any, key: str) -> dict[str, Any]:
    """A position of a game and an action in it; one in ten is spoiled somewhere."""
    game = GAMES[key]
    near = draw(places(game))
    position = draw(positions(game, near))
    request = {"position": position, "action": draw(actions(game, near, len(position["units"])))}
    path = request["action"].get("path")
    if path and request["action"]["units"] and draw(st.booleans()):
        position["units"][UNITS.index(request["action"]["units"][0])]["hex"] = path[0]
    if draw(st.integers(0, 3)) == 2:
        request["assume"] = "ordinary"
    if draw(st.integers(0, 9)) == 7:
        spoil(request, draw(st.sampled_from(range(997))), draw(st.sampled_from(HOSTILE)))
    return request


def spoil(request: dict[str, Any], place: int, value: Any) -> None:
    """Put something that does not belong there in the place of some part of a request."""
    spots = list(_spots(request))
    holder, key = spots[place % len(spots)]
    holder[key] = json.loads(json.dumps(value))


def _spots(inside: Any) -> Any:
    for key, value in inside.items() if isinstance(inside, dict) else enumerate(inside):
        yield inside, key
        if isinstance(value, (dict, list)):
            yield from _spots(value)
