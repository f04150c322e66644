"""A position as a player can put it into a chat: a link of the table page, JSON, or the name of a stored map."""

import json
import re
from typing import Any
from urllib.parse import parse_qs

from knowledge import desk, store
from rulebook.actions import ACTION_TYPES
from rulebook.faults import BadRequest, Fault
from server import sharing
from server.sharing import VERSION

Json = dict[str, Any]

LINK = re.compile(r"(?:https?:/|#|/)\S+")
QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u00a0": " "})
"""What some keyboards make of quotation marks."""


def request_of(position: str, action: str = "", hint: str = "say the action") -> bytes:
    """The request that a player means. Raises BadRequest or NotFound where it cannot be made out."""
    asked = _request(position.strip())
    if action.strip():
        asked["action"] = action_of(action.strip())
    if "action" not in asked:
        raise BadRequest([Fault("action", hint)])
    return json.dumps(asked).encode()


def split(text: str) -> tuple[str, str]:
    """A position and the action typed after it, apart."""
    if not text.startswith("{"):
        position, _, action = text.partition(" ")
        return position, action
    try:
        _, end = json.JSONDecoder().raw_decode(plain := text.translate(QUOTES))
    except (ValueError, RecursionError):
        return text, ""
    return plain[:end], plain[end:].strip()


def _request(text: str) -> Json:
    """A request, perhaps still without its action."""
    if LINK.fullmatch(text):
        found = _linked(text)
    elif text.startswith("{"):
        found = _read_json(text.translate(QUOTES).encode(), "position")
    else:
        found = {"game": store.get_map(text)["game"], "map": text}
    return found if "position" in found else {"position": found}


def _linked(link: str) -> Json:
    """What a link of the table page shows: a worked example of the books, or the table that it carries in itself."""
    before, _, fragment = link.partition("#")
    given = {name: values[0] for name, values in parse_qs(before.partition("?")[2]).items()}
    if fragment or "example" not in given:
        return _read_json(unpacked(fragment or given.get("p", "")), "position")
    game, _, name = given["example"].partition(":")
    found = desk.library().example(game, name)
    return {"position": {"game": found.game, **found.position}, "action": found.action}


def unpacked(text: str) -> bytes:
    """The JSON that stands after the # of a link: a version, then the text deflated, in base64url."""
    if not text.startswith(VERSION):
        raise BadRequest([Fault("position", "this link carries no position: share a table, and take its link")])
    return sharing.unpacked(text)


def _read_json(text: bytes, at: str) -> Json:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise BadRequest([Fault(at, f"this cannot be read as JSON: {wrong}")]) from None
    if not isinstance(found, dict):
        raise BadRequest([Fault(at, "this is no JSON object")])
    return found


def action_of(text: str) -> Json:
    """An action as JSON, or as people type it: `move units=g1 path=2530,2531 mode=regular`."""
    if text.startswith("{"):
        return _read_json(text.translate(QUOTES).encode(), "action")
    type, *fields = text.split()
    pairs = [field.partition("=") for field in fields]
    bare = [name for name, sign, _ in pairs if not sign]
    if bare:
        raise BadRequest([Fault("action", f"{name!r} is no field with its value, as in units=g1") for name in bare])
    return {"type": type} | {name: _value(type, name, value) for name, _, value in pairs}


def _value(type: str, name: str, value: str) -> Any:
    """A value in the form that the action's field takes; left as it is where there is no such field."""
    model = ACTION_TYPES.get(type)
    schema = model.model_json_schema()["properties"].get(name, {}) if model else {}
    kinds = {each.get("type"): each for each in (*schema.get("anyOf", ()), schema)}
    if "array" in kinds:
        within = kinds["array"].get("items", {}).get("type")
        return [_typed(each, {within}) for each in value.split(",") if each]
    return _typed(value, set(kinds))


def _typed(value: str, kinds: set[Any]) -> Any:
    is_other = kinds & {"integer", "boolean"} and re.fullmatch(r"-?\d{1,9}|true|false", value)
    return json.loads(value) if is_other else value
