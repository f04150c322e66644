"""The umpire's desk: a request comes in as JSON, a ruling goes out in words."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from knowledge import store
from knowledge.library import Library
from knowledge.numbers import NotFound
from knowledge.repeats import keys_of_map, keys_of_position, repeated_keys
from knowledge.requests import CheckRequest, MapRequest, OptionsRequest, PositionRequest, nearest_of, read
from knowledge.speech import told
from rulebook.faults import MOST_FAULTS, BadRequest, Fault, faults_of, map_faults
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.options import Options, options
from rulebook.position import Assume, MapFacts, Position
from rulebook.repairs import repairs
from rulebook.table import Table
from rulebook.umpire import check


@cache
def library() -> Library:
    """The records, read once."""
    return store.library()


def adjudicate(body: bytes | str) -> dict[str, Any]:
    """The ruling on one posted request. Raises BadRequest with every fault of it."""
    request = read(CheckRequest, body)
    asked = request.action
    taken = sum(len(each.model_fields_set) for each in getattr(asked, "taken", ()))
    _refuse_repeats(body, request, len(asked.model_fields_set) + taken)
    game, position = _game_and_position(request.position)
    action = game.completed(position, asked)
    table = _table(game, position, request.assume)
    _refuse(faults_of(table, action))
    ruling = check(table, action)
    if ruling.verdict == "illegal":
        ruling = replace(ruling, instead=repairs(table, action))
    return told(game, library(), ruling, action.model_dump(mode="json"))


def list_options(body: bytes | str) -> dict[str, Any]:
    """Everything the named unit may legally do."""
    request = read(OptionsRequest, body)
    _refuse_repeats(body, request)
    game, position = _game_and_position(request.position)
    table = _table(game, position, request.assume)
    faults = faults_of(table)
    ids = [unit.id for unit in position.units]
    if request.unit not in ids:
        says = f"no unit of the position is named {request.unit!r}"
        faults.append(Fault("unit", says, nearest_of(request.unit, ids)))
    _refuse(faults)
    return _options_as_json(options(table, request.unit))


def look_at(body: bytes | str) -> Position:
    """A posted position once it is found right, with its stored map in place. Raises BadRequest with every fault."""
    game, position = _game_and_position(read(PositionRequest, body).position)
    _refuse(faults_of(_table(game, position, None)))
    return position


def keep_map(name: str, body: bytes | str, game: str | None = None) -> tuple[bool, str]:
    """Store a map under a name once it is found right; whether the name is new, and the map's game.

    Where the game is given apart, the body is the map alone.
    """
    if game is None:
        request = read(MapRequest, body)
        _refuse(repeated_keys(body, len(request.model_fields_set) + keys_of_map(request.map)))
    else:
        facts = read(MapFacts, body)
        _refuse(repeated_keys(body, keys_of_map(facts)))
        request = MapRequest(game=game, map=facts)
    _refuse(list(islice(map_faults(_game(request.game, "game"), request.map, "map"), MOST_FAULTS)))
    return store.put_map(name, request.model_dump(mode="json", exclude_unset=True)), request.game


def _refuse(faults: list[Fault]) -> None:
    if faults:
        raise BadRequest(faults)


def _refuse_repeats(body: bytes | str, request: CheckRequest | OptionsRequest, within: int = 0) -> None:
    keys = len(request.model_fields_set) + keys_of_position(request.position) + within
    _refuse(repeated_keys(body, keys))


def _table(game: Game, position: Position, assume: Assume | None) -> Table:
    return Table(game, position, ordinary=assume == "ordinary", tables=_OwnTables(game.key))


class _OwnTables(Mapping[str, Any]):
    """The user's tables of a game, not read before a rule asks for one."""

    def __init__(self, game: str) -> None:
        self.game = game

    @cached_property
    def _read(self) -> dict[str, Any]:
        return _own_tables(store.user_path(), store.user_version(), self.game)

    def __getitem__(self, name: str) -> Any:
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


@lru_cache(maxsize=16)
def _own_tables(path: Path, version: int, game: str) -> dict[str, Any]:
    """The tables that the user loaded for a game, read again when what is stored has changed."""
    return {name: store.get_table(game, name) for name in store.table_names(game)} if version else {}


def _options_as_json(found: Options) -> dict[str, Any]:
    return {
        "unit": found.unit,
        "moves": [
            {"to": move.to, "cost": move.cost, "path": list(move.path), "mode": move.mode} for move in found.moves
        ],
        "barred": [{"hex": number, "cases": list(cases)} for number, cases in sorted(found.barred.items())],
        "attacks": found.attacks,
        "others": found.others,
        "missing": [{"fact": fact} for fact in found.missing],
    }


def _game_and_position(position: Position) -> tuple[Game, Position]:
    game = _game(position.game, "position.game")
    if isinstance(position.map, str):
        return game, position.model_copy(update={"map": _stored_map(game, position.map)})
    return game, position


def _game(key: str, at: str) -> Game:
    game = GAMES.get(key)
    if game is None:
        says = f"unknown game {key!r}; there are: {', '.join(GAMES)}"
        raise BadRequest([Fault(at, says, nearest_of(key, GAMES))])
    return game


def _stored_map(game: Game, name: str) -> MapFacts:
    try:
        stored = _read_map(store.user_path(), store.user_version(), name)
    except NotFound as missing:
        nearest = missing.nearest[0] if missing.nearest else None
        raise BadRequest([Fault("position.map", str(missing), nearest)]) from None
    if stored.game != game.key:
        raise BadRequest([Fault("position.map", f"the stored map {name!r} is of {stored.game}, not of {game.key}")])
    return stored.map


@lru_cache(maxsize=32)
def _read_map(path: Path, version: int, name: str) -> MapRequest:
    return MapRequest.model_validate_json(json.dumps(store.get_map(name)))
