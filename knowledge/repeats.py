"""Keys given twice in one JSON object: the parser would keep the last and drop the rest without a word."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from knowledge.requests import CheckRest, OptionsRest
from rulebook.faults import Fault
from rulebook.position import MapFacts, Model, Position


def repeated_keys(body: bytes | str, read: int) -> list[Fault]:
    """The keys given twice. `read` is how many keys were kept: when the text holds no more, none was dropped."""
    raw = body.encode() if isinstance(body, str) else body
    if raw.count(b":") == read or raw.translate(None, b" \t\r\n").count(b'":') == read:
        return []
    whole = json.loads(raw, object_pairs_hook=_Members)
    return [Fault(at, f"{at.rpartition('.')[2]!r} is given twice here: keep one") for at in _repeats(whole, "")]


class _Members(list[tuple[str, Any]]):
    """The members of one JSON object, none dropped."""


def _repeats(value: Any, at: str) -> Iterator[str]:
    if isinstance(value, _Members):
        counts = Counter(key for key, _ in value)
        yield from (f"{at}{key}" for key, count in counts.items() if count > 1)
        members: Any = value
    else:
        members = enumerate(value) if isinstance(value, list) else ()
    for key, inside in members:
        yield from _repeats(inside, f"{at}{key}.")


KEYS, FORMATION = attrgetter("__pydantic_fields_set__"), attrgetter("formation")


def _keys(things: Iterable[Model]) -> int:
    """How many keys these objects were given."""
    return sum(map(len, map(KEYS, things)))


def keys_of_position(position: Position) -> int:
    """How many keys the JSON of a position holds."""
    on_map = keys_of_map(position.map) if isinstance(position.map, MapFacts) else 0
    on_units = _keys(position.units) + _keys(filter(None, map(FORMATION, position.units)))
    return len(KEYS(position)) + on_units + _keys(position.markers or ()) + len(position.tracks) + on_map


def keys_of_rest(rest: CheckRest | OptionsRest) -> int:
    """How many keys the JSON of a request holds beside its position."""
    action = rest.__dict__.get("action")
    if action is None:
        return len(KEYS(rest))
    return len(KEYS(rest)) + len(KEYS(action)) + _keys(action.__dict__.get("taken", ()))


def keys_of_map(facts: MapFacts) -> int:
    """How many keys the JSON of a map holds."""
    elsewhere = len(KEYS(facts.elsewhere)) if facts.elsewhere else 0
    return len(KEYS(facts)) + _keys(facts.hexes.values()) + elsewhere + len(facts.hexes) + len(facts.sides)
