"""The shapes of a position, an action and a ruling as JSON Schemas, for programs in other languages."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from knowledge.numbers import NotFound
from knowledge.requests import nearest_of
from rulebook.actions import Action
from rulebook.position import Position
from server.shapes_rulings import RulingAnswer

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MODELS: dict[str, Any] = {"position": Position, "action": Action, "ruling": RulingAnswer}
SAYS = {
    "position": "A position: as much of the table as is known. What is left out is unknown, never assumed.",
    "action": "What a player asks to do. Each game says which types it has, at /v1/games/{game}.",
    "ruling": "What the umpire answers: the verdict with every reason, value and missing fact.",
}


@cache
def schema(name: str) -> dict[str, Any]:
    """One schema, named relative to where it is read from."""
    if name not in MODELS:
        near = nearest_of(name, MODELS)
        raise NotFound("schema", name[:80], [near] if near else list(MODELS))
    made = TypeAdapter(MODELS[name]).json_schema()
    return {"$schema": DIALECT, "$id": f"{name}.json", **made, "title": name.title(), "description": SAYS[name]}


def files() -> Iterator[tuple[str, str]]:
    """The schemas as they stand in docs/schemas: the name of each file, and its text."""
    for name in MODELS:
        yield f"{name}.json", json.dumps(schema(name), ensure_ascii=False, indent=1) + "\n"
