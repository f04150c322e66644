"""The umpire's desk: a request comes in as JSON, a ruling goes out in words."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from itertools import islice
from typing import Any

from pydantic_core import to_json

from knowledge import keeping, store
from knowledge.library import Library
from knowledge.originals import original
from knowledge.postings import AT_LEAST, Body, game_of, lay, letter, posted
from knowledge.predicates import predicates
from knowledge.recent import Recent
from knowledge.repeats import keys_of_map, keys_of_position, repeated_keys
from knowledge.requests import (
    CheckRest,
    MapRequest,
    OptionsRest,
    PositionRequest,
    SurveyRequest,
    nearest_of,
    read,
)
from knowledge.speech import told
from rulebook.faults import MOST_FAULTS, BadRequest, Fault, map_faults
from rulebook.laid import Laid
from rulebook.options import Options, options
from rulebook.position import Assume, MapFacts, Position
from rulebook.repairs import repairs
from rulebook.survey import survey
from rulebook.table import Table
from rulebook.umpire import check


@cache
def library() -> Library:
    """The records, read once."""
    return store.library()


def adjudicate(body: Body) -> dict[str, Any]:
    """The ruling on one posted request. Raises BadRequest with every fault of it."""
    asked = posted(CheckRest, body)
    game, laid = asked.laid.game, asked.laid
    action = game.completed(laid.position, asked.rest.action)
    table = _table(laid, asked.rest.assume)
    _refuse(laid.faults_of(table, action))
    ruling = check(table, action)
    if ruling.verdict == "illegal":
        ruling = ruling._replace(instead=repairs(table, action))
    return told(game, library(), ruling, action)


def list_options(body: Body) -> dict[str, Any]:
    """Everything the named unit may legally do."""
    asked = posted(OptionsRest, body)
    table, unit = _table(asked.laid, asked.rest.assume), asked.rest.unit
    faults = asked.laid.faults_of(table)
    if unit not in table.layout.units:
        says = f"no unit of the position is named {unit!r}"
        faults = [*faults, Fault("unit", says, nearest_of(unit, table.layout.units))]
    _refuse(faults)
    return _options_as_json(options(table, unit))


def survey_board(body: Body) -> dict[str, Any]:
    """The zones of each side and the supply of every unit."""
    raw, stored = letter(body)
    request = read(SurveyRequest, raw)
    _refuse(repeated_keys(raw, len(request.model_fields_set) + keys_of_position(request.position)))
    laid = lay(request.position, stored)
    table = _table(laid, request.assume)
    _refuse(laid.faults_of(table))
    found = survey(table)
    return {
        "zones": {side: sorted(hexes) for side, hexes in found.zones.items()},
        "supply": found.supply,
        "missing": [{"fact": fact} for fact in found.missing],
    }


# As it is sent: the same request is not ruled on again while nothing that it rests on has changed

ROOM = 16_000_000
"""Bytes that all the answers kept may take together, with what they answer."""
_answers: Recent[bytes] = Recent(ROOM)


def ruling_as_sent(body: bytes) -> bytes:
    """The ruling on one posted request, as JSON."""
    return _as_sent(adjudicate, body)


def options_as_sent(body: bytes) -> bytes:
    """Everything the named unit may legally do, as JSON."""
    return _as_sent(list_options, body)


def survey_as_sent(body: bytes) -> bytes:
    """The zones of each side and the supply of every unit, as JSON."""
    return _as_sent(survey_board, body)


def _as_sent(answer: Callable[[Body], dict[str, Any]], body: bytes) -> bytes:
    came = letter(body)
    asked = (answer.__name__, came)
    found = _answers.get(asked) if came.stored else None
    if found is None:
        found = as_json_bytes(answer(came))
        if came.stored:
            _answers.keep(asked, found, len(body) + len(found) + AT_LEAST)
    return found


def as_json_bytes(data: Any) -> bytes:
    """Plain data as the JSON that is sent."""
    return to_json(data)


@dataclass(frozen=True)
class Sent:
    """An answer as it is sent, whether it holds what is the user's own, and a tag that no other answer has."""

    body: bytes
    is_private: bool
    tag: str

    @classmethod
    def of(cls, data: Any, is_private: bool = False) -> "Sent":
        body = as_json_bytes(data)
        return cls(body, is_private, sha256(body).hexdigest()[:32])


def case_as_sent(game: str, number: str) -> Sent:
    """One case, however its number is typed, as JSON."""
    return _case_as_sent(game, number, keeping.state())


@lru_cache(maxsize=2048)
def _case_as_sent(game: str, number: str, state: keeping.State) -> Sent:
    case = library().case(game, number)
    text = original(game, case.number)
    return Sent.of(library().as_json(case, predicates(), text), is_private=text is not None)


# Stored maps


def look_at(body: bytes | str) -> Position:
    """A posted position once it is found right, with its stored map in place. Raises BadRequest with every fault."""
    laid = lay(read(PositionRequest, body).position, keeping.state_if_reached())
    _refuse(laid.faults_of(_table(laid, None)))
    return laid.position.model_copy(update={"map": laid.layout.map}) if laid.is_on_a_sheet else laid.position


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
    _refuse(list(islice(map_faults(game_of(request.game, "game"), request.map, "map"), MOST_FAULTS)))
    return store.put_map(name, request.model_dump(mode="json", exclude_unset=True)), request.game


def _refuse(faults: list[Fault]) -> None:
    if faults:
        raise BadRequest(faults)


def _table(laid: Laid, assume: Assume | None) -> Table:
    return laid.table(ordinary=assume == "ordinary", tables=_OwnTables(laid.game.key))


class _OwnTables(Mapping[str, Any]):
    """The user's tables of a game, not read before a rule asks for one."""

    def __init__(self, game: str) -> None:
        self.game = game

    @cached_property
    def _read(self) -> dict[str, Any]:
        return _own_tables(keeping.state(), self.game)

    def __getitem__(self, name: str) -> Any:
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


@lru_cache(maxsize=16)
def _own_tables(state: keeping.State, game: str) -> dict[str, Any]:
    """The tables that the user loaded for a game, read again when what is stored has changed."""
    return {name: store.get_table(game, name) for name in store.table_names(game)} if state.version else {}


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
