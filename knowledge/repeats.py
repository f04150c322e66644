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


KEYS = attrgetter("__pydantic_fields_set__")


def _keys(things: Iterable[Model]) -> int:
    """How many keys these objects were given."""
    return sum(map(len, map(KEYS, things)))


def keys_of_position(position: Position) -> int:
    """How many keys the JSON of a position holds."""
    formations = (unit.formation for unit in position.units if unit.formation)
    on_map = keys_of_map(position.map) if isinstance(position.map, MapFacts) else 0
    told = _keys((position, *position.units, *formations, *(position.markers or ())))
    return told + len(position.tracks) + on_map


def keys_of_rest(rest: CheckRest | OptionsRest) -> int:
    """How many keys the JSON of a request holds beside its position."""
    action = getattr(rest, "action", None)
    return _keys((rest, *([action] if action else ()), *getattr(action, "taken", ())))


def keys_of_map(facts: MapFacts) -> int:
    """How many keys the JSON of a map holds."""
    told = _keys((facts, *facts.hexes.values(), *([facts.elsewhere] if facts.elsewhere else ())))
    return told + len(facts.hexes) + len(facts.sides)
