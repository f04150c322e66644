"""What an assistant may call: each tool with the shapes of what it takes and gives."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, Field

from knowledge.requests import AskRequest, CheckRequest, OptionsRequest
from server import shapes, shapes_rulings
from server.asked import SearchQuery
from server.shapes import Shape
from server.shapes_ask import AskAnswer

Json = dict[str, Any]
Key = Annotated[str, Field(max_length=80, description="the game's key, as in sitw; list_games has them")]


class Nothing(Shape):
    """No argument."""


class DescribeRequest(Shape):
    """A game, and which of its words or actions to describe in full."""

    game: Key
    of: Annotated[
        tuple[Annotated[str, Field(max_length=80)], ...],
        Field(max_length=40, description="kinds of words (types, terrain) or actions (move) to describe in full"),
    ] = ()


class LookupRequest(Shape):
    """A case by its number."""

    number: Annotated[str, Field(min_length=1, max_length=80, description="as printed or as typed: 13.17, sitw:13.17")]
    game: Annotated[Key | None, Field(description="needed where several games have the number")] = None


class CompareRequest(Shape):
    """A concept by any of its names."""

    name: Annotated[str, Field(min_length=1, max_length=80, description="as in zone of control, ravitaillement")]


class KindDescribed(Shape):
    """The words of one kind, and what they are for."""

    says: str
    words: list[str]


class GameDescribed(Shape):
    """A game: every word that a position may use, and in full those asked for."""

    key: str
    title: shapes.Text
    stage: str
    turns: list[int]
    grid: shapes.GridAnswer
    kinds: dict[str, KindDescribed]
    actions: list[str]
    words: dict[str, list[shapes.WordAnswer]] = Field(description="the kinds asked for, each word with its case")
    fields: list[shapes.ActionAnswer] = Field(description="the actions asked for, each with its fields")
    tables: list[str]


@dataclass(frozen=True)
class Tool:
    """One tool: its name, what it does and when to call it, what it takes and gives."""

    name: str
    title: str
    says: str
    takes: type[BaseModel]
    gives: type[BaseModel]


TOOLS = (
    Tool(
        "list_games", "The games",
        "The wargames whose rules are known, with their keys and how much of each runs.",
        Nothing, shapes.GamesAnswer,
    ),
    Tool(
        "describe_game", "The words of a game",
        "The words that a position of one game may use: unit types, terrain, phases, weather, actions. Call it before "
        "check_action or list_options, with the actions and kinds of words you need in `of` to see their fields and "
        "the case that defines each word.",
        DescribeRequest, GameDescribed,
    ),
    Tool(
        "lookup_case", "One case of a rulebook",
        "One numbered case: its text in English and French, exceptions, references both ways, notes on misprints.",
        LookupRequest, shapes.CaseAnswer,
    ),
    Tool(
        "search_rules", "Search the rules",
        "The cases that answer a query in English or French, best first, with highlights.",
        SearchQuery, shapes.SearchAnswer,
    ),
    Tool(
        "check_action", "Rule on an action",
        "The umpire's ruling on one action in one position: legal, illegal or undetermined, with the case behind every "
        "reason and number. Post what is known of the table and leave out the rest: what is left out is unknown. Where "
        "the verdict is undetermined, `missing` names the facts to ask the player for.",
        CheckRequest, shapes_rulings.RulingAnswer,
    ),
    Tool(
        "list_options", "What a unit may do",
        "Everything that one unit of a position may legally do: moves with their costs, attacks, the rest; what is "
        "barred, and by which cases.",
        OptionsRequest, shapes_rulings.OptionsAnswer,
    ),
    Tool(
        "ask_umpire", "Ask in words",
        "An answer with citations to a question about the rules, in English or French. `verdict` is null where the "
        "question is about no action; `cites` then holds the cases that answer it, best first.",
        AskRequest, AskAnswer,
    ),
    Tool(
        "compare_concept", "One concept across the games",
        "What each game says of one concept (zone of control, supply, stacking …), side by side, with the cases.",
        CompareRequest, shapes.ConceptAnswer,
    ),
)  # fmt: skip
NAMES = tuple(tool.name for tool in TOOLS)


@cache
def input_schema(tool: Tool) -> Json:
    """What a tool takes, in as few words as say it: an assistant reads all of it."""
    schema: Json = _brief(tool.takes.model_json_schema(), optional=True)
    return schema


@cache
def output_schema(tool: Tool) -> Json:
    """What a tool gives."""
    schema: Json = _brief(tool.gives.model_json_schema(), optional=False)
    return schema


def _brief(schema: Any, *, optional: bool) -> Any:
    """A schema without titles; where fields are `optional`, one that may be null is one that may be left out."""
    if isinstance(schema, list):
        return [_brief(each, optional=optional) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if not (key == "title" and isinstance(value, str))}
    if optional and "anyOf" in kept and kept.get("default", 0) is None:
        del kept["default"]
        choices = [choice for choice in kept.pop("anyOf") if choice.get("type") != "null"]
        kept |= choices[0] if len(choices) == 1 else {"anyOf": choices}
    return {key: _brief(value, optional=optional) for key, value in kept.items()}
