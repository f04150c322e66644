"""What each tool answers: the arguments come in as JSON, an answer of the service goes out."""

import json
from collections.abc import Callable
from typing import Any

from knowledge import concepts, desk, search
from knowledge.ask.answering import answer as ask
from knowledge.base import built_from
from knowledge.coverage import games
from knowledge.filing import NotBuilt
from knowledge.originals import original
from knowledge.predicates import predicates
from knowledge.requests import nearest_of, read
from rulebook.faults import BadRequest, Fault
from server.asked import SearchQuery
from server.casebook import named_case
from server.games import KINDS, vocabulary_as_json
from server.mcp.tools import CompareRequest, DescribeRequest, LookupRequest, Nothing

Json = dict[str, Any]


def answer(name: str, arguments: Json) -> Json:
    """The answer of the tool of this name."""
    return ANSWERS[name](json.dumps(arguments).encode())


def list_games(body: bytes) -> Json:
    read(Nothing, body)
    if built_from() is None:
        raise NotBuilt
    return {"games": games(desk.library())}


def describe_game(body: bytes) -> Json:
    asked = read(DescribeRequest, body)
    desk.library().of(asked.game)
    game = vocabulary_as_json(asked.game)
    words, actions = game["vocabulary"], {each["type"]: each for each in game["actions"]}
    _refuse_unknown(asked.of, [*words, *actions])
    return {name: game[name] for name in ("key", "title", "stage", "turns", "grid", "tables")} | {
        "kinds": {kind: {"says": KINDS[kind], "words": [each["word"] for each in words[kind]]} for kind in words},
        "actions": list(actions),
        "words": {kind: words[kind] for kind in asked.of if kind in words},
        "fields": [actions[type] for type in asked.of if type in actions],
    }


def _refuse_unknown(asked: tuple[str, ...], known: list[str]) -> None:
    faults = [
        Fault(f"of.{place}", f"no kind of words and no action {word!r}; there are: {', '.join(known)}",
              nearest_of(word, known))
        for place, word in enumerate(asked) if word not in known
    ]  # fmt: skip
    if faults:
        raise BadRequest(faults)


def lookup_case(body: bytes) -> Json:
    asked, library = read(LookupRequest, body), desk.library()
    case = named_case(library, asked.number, asked.game)
    return library.as_json(case, predicates(), original(case.game, case.number))


def search_rules(body: bytes) -> Json:
    asked = read(SearchQuery, body)
    if asked.game is not None:
        desk.library().of(asked.game)
    wanted = asked.model_dump()
    return search.search(wanted.pop("q"), **wanted).as_json()


def compare_concept(body: bytes) -> Json:
    return concepts.as_json(concepts.find(read(CompareRequest, body).name), desk.library())


ANSWERS: dict[str, Callable[[bytes], Json]] = {
    "list_games": list_games,
    "describe_game": describe_game,
    "lookup_case": lookup_case,
    "search_rules": search_rules,
    "check_action": desk.adjudicate,
    "list_options": desk.list_options,
    "ask_umpire": ask,
    "compare_concept": compare_concept,
}
