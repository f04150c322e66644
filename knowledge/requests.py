"""What callers post, and what to tell them when it cannot be read."""

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field, ValidationError

from knowledge.records import Language
from rulebook.actions import ACTION_TYPES, Action
from rulebook.faults import LONGEST_WORD, MOST_FAULTS, MOST_WORDS, BadRequest, Fault
from rulebook.position import Assume, MapFacts, Model, Position, Word

LONGEST_QUESTION = 400
Question = Annotated[str, Field(max_length=LONGEST_QUESTION)]


class CheckRequest(Model):
    """`POST /v1/check`: a position, an action, and what may be assumed."""

    position: Position
    action: Action
    assume: Assume | None = None


class OptionsRequest(Model):
    """`POST /v1/options`: a position and the unit asked about."""

    position: Position
    unit: Word
    assume: Assume | None = None


class PositionRequest(Model):
    """A position alone."""

    position: Position


class SurveyRequest(Model):
    """`POST /v1/survey`: a position, and what may be assumed."""

    position: Position
    assume: Assume | None = None


class CheckRest(Model):
    """A check, its position left out."""

    action: Action
    assume: Assume | None = None


class OptionsRest(Model):
    """A question about options, its position left out."""

    unit: Word
    assume: Assume | None = None


class MapRequest(Model):
    """`PUT /v1/maps/{name}`: a game and a map of it."""

    game: Word
    map: MapFacts


class Context(Model):
    """What was asked before, as the answer to it gave it: a follow-up is read with it."""

    game: Word | None = None
    language: Language = "en"
    question: Question = ""


class AskRequest(Model):
    """`POST /v1/ask`: a question in words; its game and language where they are known, a position, a context."""

    question: Question
    game: Word | None = None
    lang: Language | None = None
    position: Position | None = None
    context: Context | None = None


Request = TypeVar("Request", bound=BaseModel)

MAP = ("position", "map")
NO_MAP = "a map is an object with hexes, sides, roads, elsewhere, or the name of a stored map"


def read(model: type[Request], body: bytes | str) -> Request:
    """The request, or BadRequest naming every field that is wrong."""
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        faults = dict.fromkeys(_fault(detail) for detail in _told(details))
        raise BadRequest(list(islice(faults, MOST_FAULTS))) from None


def nearest_of(word: str, known: Iterable[str]) -> str | None:
    """The known word that this one most resembles."""
    return next(iter(get_close_matches(word[:LONGEST_WORD], list(islice(known, MOST_WORDS)), n=1)), None)


def _told(details: list[Any]) -> Iterable[Any]:
    """A map may be an object or a name: what is wrong with an object is told as such, and not that it is no name."""
    inside = any(detail["loc"][:3] == (*MAP, "MapFacts") and len(detail["loc"]) > 3 for detail in details)
    return (detail for detail in details if not (inside and _takes_it_for_a_name(detail["loc"])))


def _takes_it_for_a_name(place: tuple[Any, ...]) -> bool:
    return place[:2] == MAP and len(place) == 3 and place[2] != "MapFacts"


def _fault(detail: Any) -> Fault:
    place = [str(part) for part in detail["loc"]]
    if tuple(place[:2]) == MAP and len(place) == 3:
        return Fault("position.map", NO_MAP)
    if tuple(place[:2]) == MAP:
        del place[2:3]
    elif place[0:1] == ["action"] and place[1:2] and place[1] in ACTION_TYPES:
        del place[1]
    if detail["type"] in ("union_tag_invalid", "union_tag_not_found"):
        return _unknown_action(detail.get("ctx", {}).get("tag"))
    if detail["type"] == "extra_forbidden":
        return Fault(".".join(place), f"there is no field {place[-1]!r} here")
    return Fault(".".join(place) or "body", detail["msg"])


def _unknown_action(tag: str | None) -> Fault:
    listed = ", ".join(ACTION_TYPES)
    if tag is None:
        return Fault("action.type", f"an action says its type, one of: {listed}")
    return Fault("action.type", f"unknown action {tag!r}; there are: {listed}", nearest_of(tag, ACTION_TYPES))
