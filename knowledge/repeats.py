"""Keys given twice in one JSON object: the parser would keep the last and drop the rest without a word."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulebook.faults import Fault
from rulebook.position import MapFacts, Position


def repeated_keys(body: bytes | str, read: int) -> list[Fault]:
    """The keys given twice. `read` is how many keys were kept: when the text holds no more, none was dropped."""
    raw = body.encode() if isinstance(body, str) else body
    if raw.translate(None, b" \t\r\n").count(b'":') == read:
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


def keys_of_position(position: Position) -> int:
    """How many keys the JSON of a position holds."""
    units = sum(len(unit.model_fields_set) for unit in position.units)
    formations = sum(len(unit.formation.model_fields_set) for unit in position.units if unit.formation)
    markers = sum(len(marker.model_fields_set) for marker in position.markers or ())
    on_map = keys_of_map(position.map) if isinstance(position.map, MapFacts) else 0
    return len(position.model_fields_set) + units + formations + markers + len(position.tracks) + on_map


def keys_of_map(facts: MapFacts) -> int:
    """How many keys the JSON of a map holds."""
    hexes = len(facts.hexes) + sum(len(each.model_fields_set) for each in facts.hexes.values())
    elsewhere = len(facts.elsewhere.model_fields_set) if facts.elsewhere else 0
    return len(facts.model_fields_set) + hexes + len(facts.sides) + elsewhere
