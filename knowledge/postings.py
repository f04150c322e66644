"""Posted positions: read and laid out once while they are posted again and again, as a table tool does at every drag.

A request that begins with its position is cut in two: the bytes of the position, and the rest. JSON leaves no doubt
where a value ends, so where both parts can be read by themselves they are the request. Anything else is read whole,
which also finds the words for whatever is wrong.
"""

import json
import re
from functools import lru_cache
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from knowledge import keeping, store
from knowledge.numbers import NotFound
from knowledge.recent import Recent
from knowledge.repeats import keys_of_position, keys_of_rest, repeated_keys
from knowledge.requests import CheckRequest, CheckRest, MapRequest, OptionsRequest, OptionsRest, nearest_of, read
from rulebook.faults import MOST_FAULTS, BadRequest, Fault, map_faults
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.laid import Laid
from rulebook.position import MapFacts, Position
from rulebook.sheets import Sheet

Rest = TypeVar("Rest", CheckRest, OptionsRest)
Stored = keeping.State | None
"""The state of what the user stored; none where that cannot be reached just now."""

ROOM = 64_000_000
"""Bytes that all the positions kept may take together."""
PER_THING, PER_SIDE, AT_LEAST = 1_500, 500, 4_000
"""Bytes that a unit or hex, a hex side, and a position without any take at the most."""
OPENING = re.compile(rb'\s*{\s*"position"\s*:\s*')
CLOSING = re.compile(rb'\s*(?P<comma>,)\s*("assume"\s*:\s*"?\w*"?\s*,\s*)?$')
ASKED = {CheckRest: b'"action"', OptionsRest: b'"unit"'}


class Letter(NamedTuple):
    """A request as it came, and the state of what the user stored then: looked at once, and the same throughout."""

    raw: bytes
    stored: Stored


Body = bytes | str | Letter


def letter(body: Body) -> Letter:
    """The request with the state of what is stored now, unless that was looked at before."""
    if isinstance(body, Letter):
        return body
    return Letter(body.encode(errors="surrogatepass") if isinstance(body, str) else body, keeping.state_if_reached())


class Posted(NamedTuple, Generic[Rest]):
    """What was posted: a position that is laid out, and what is asked of it."""

    laid: Laid
    rest: Rest


class _Kept(NamedTuple):
    """A position, laid out; where its map is a stored one, on what was stored then."""

    position: Position
    laid: Laid
    stored: keeping.State | None


_kept: Recent[_Kept] = Recent(ROOM)


def posted(model: type[Rest], body: Body) -> Posted[Rest]:
    """The request, or BadRequest naming every field that is wrong."""
    raw, stored = letter(body)
    parts = _cut(model, raw)
    return (_read_apart(model, *parts, stored) if parts else None) or _read_whole(model, raw, stored)


def _cut(model: type[Rest], raw: bytes) -> tuple[bytes, bytes] | None:
    """The position's own bytes and the rest, as far as can be told without reading them."""
    opening, place = OPENING.match(raw), raw.rfind(ASKED[model])
    if opening is None or place < opening.end():
        return None
    start = opening.end()
    end = raw.rfind(b"}", start, place) + 1
    closing = CLOSING.match(raw, end, place)
    return (raw[start:end], b"{" + raw[closing.end("comma") :]) if closing else None


def _read_apart(model: type[Rest], position: bytes, rest: bytes, stored: Stored) -> Posted[Rest] | None:
    """Both parts read by themselves; None where one cannot be, or holds a key twice."""
    try:
        asked = model.model_validate_json(rest)
        if repeated_keys(rest, keys_of_rest(asked)):
            return None
        laid = _laid_before(position, stored) or _laid_now(position, stored)
    except ValidationError:
        return None
    return Posted(laid, asked) if laid else None


def _laid_before(raw: bytes, stored: Stored) -> Laid | None:
    """The position of these bytes, if it is still kept; one on a stored map is laid again where maps have changed."""
    kept = _kept.get(raw)
    if kept is None or kept.stored is None or kept.stored == stored:
        return kept.laid if kept else None
    return _keep(raw, kept.position, stored)


def _laid_now(raw: bytes, stored: Stored) -> Laid | None:
    position = Position.model_validate_json(raw)
    return None if repeated_keys(raw, keys_of_position(position)) else _keep(raw, position, stored)


def _keep(raw: bytes, position: Position, stored: Stored) -> Laid:
    laid = lay(position, stored)
    on = stored if isinstance(position.map, str) else None
    _kept.keep(raw, _Kept(position, laid, on), _size(raw, position))
    return laid


def _size(raw: bytes, position: Position) -> int:
    """How many bytes a position takes once it is laid out; a stored map is shared."""
    things, sides = len(position.units) + len(position.markers or ()), 0
    if isinstance(position.map, MapFacts):
        things += len(position.map.hexes)
        sides = len(position.map.sides) + len(position.map.roads or ())
    return AT_LEAST + len(raw) + PER_THING * things + PER_SIDE * sides


def _read_whole(model: type[Rest], raw: bytes, stored: Stored) -> Posted[Rest]:
    request = read(CheckRequest, raw) if model is CheckRest else read(OptionsRequest, raw)
    told = {name: getattr(request, name) for name in model.model_fields}
    rest = model.model_construct(request.model_fields_set - {"position"}, **told)
    repeats = repeated_keys(raw, 1 + keys_of_position(request.position) + keys_of_rest(rest))
    if repeats:
        raise BadRequest(repeats)
    return Posted(lay(request.position, stored), rest)


# Laying out


def lay(position: Position, stored: Stored) -> Laid:
    """The position on its map, a stored one fetched; BadRequest where its game or its map is not there."""
    game = game_of(position.game, "position.game")
    return Laid(game, position, _stored_sheet(game, position.map, stored) if isinstance(position.map, str) else None)


def game_of(key: str, at: str) -> Game:
    """The game of this key; BadRequest naming the field where there is none."""
    game = GAMES.get(key)
    if game is None:
        says = f"unknown game {key!r}; there are: {', '.join(GAMES)}"
        raise BadRequest([Fault(at, says, nearest_of(key, GAMES))])
    return game


def _stored_sheet(game: Game, name: str, state: Stored) -> Sheet:
    try:
        stored = _read_map(state or keeping.state(), name)
    except NotFound as missing:
        nearest = missing.nearest[0] if missing.nearest else None
        raise BadRequest([Fault("position.map", str(missing), nearest)]) from None
    if stored.game != game:
        raise BadRequest([Fault("position.map", f"the stored map {name!r} is of {stored.game.key}, not of {game.key}")])
    return stored


@lru_cache(maxsize=32)
def _read_map(state: keeping.State, name: str) -> Sheet:
    """A stored map, read again when what is stored has changed. It was found sound, perhaps by another version."""
    stored = MapRequest.model_validate_json(json.dumps(store.get_map(name)))
    game = game_of(stored.game, "position.map")
    faults = list(islice(map_faults(game, stored.map), MOST_FAULTS))
    if faults:
        raise BadRequest(faults)
    return Sheet(game, stored.map)
