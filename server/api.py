"""The calls of `/v1`: cases, search, index, coverage, rulings, options, stored maps."""

import re
from typing import Any

from flask import Blueprint, request

from knowledge import concepts, desk, keeping, search, store
from knowledge.coverage import coverage, games
from knowledge.numbers import NotFound
from knowledge.originals import original
from knowledge.predicates import predicates
from knowledge.requests import CheckRequest, MapRequest, OptionsRequest, SurveyRequest, nearest_of
from knowledge.shelf import term_as_json
from rulebook.faults import BadRequest, Fault
from rulebook.position import MapFacts
from server import shapes, shapes_rulings, shapes_stored
from server.asked import MapQuery, Paging, SearchQuery
from server.calls import call, posted
from server.games import game_as_json
from server.layouts import ExampleAnswer, ExamplesAnswer, LayoutAnswer, LayoutQuery, layout_as_json
from server.shapes_stored import MAP_NAME
from server.version import version

blueprint = Blueprint("api", __name__)

Json = dict[str, Any]


# The books


@call(blueprint, "GET", "/v1/games", "The games, their titles and coverage.", {200: shapes.GamesAnswer})
def list_games() -> Json:
    return {"games": games(desk.library())}


@call(
    blueprint, "GET", "/v1/games/{game}", "One game: its words, phases, actions, map numbers, coverage.",
    {200: shapes.GameAnswer}, problems=(404, 507),
)  # fmt: skip
def show_game(game: str) -> Json:
    return game_as_json(known(game))


@call(
    blueprint, "GET", "/v1/games/{game}/cases", "The cases of a game, in the book's order.",
    {200: shapes.CasesAnswer}, query=Paging, problems=(404, 507),
)  # fmt: skip
def list_cases(game: str, query: Paging) -> Json:
    library = desk.library()
    cases = library.of(game)
    wanted = cases[query.offset : query.offset + query.limit]
    shown = [library.as_json(case, predicates(), original(game, case.number)) for case in wanted]
    return {"game": game, "total": len(cases), "limit": query.limit, "offset": query.offset, "cases": shown}


@call(
    blueprint, "GET", "/v1/games/{game}/cases/{number}", "One case, however its number is typed.",
    {200: shapes.CaseAnswer, 304: None}, problems=(404, 507),
)  # fmt: skip
def show_case(game: str, number: str) -> desk.Sent:
    return desk.case_as_sent(game, number)


@call(
    blueprint, "GET", "/v1/games/{game}/index", "The index and glossary of a game.",
    {200: shapes.IndexAnswer}, query=Paging, problems=(404,),
)  # fmt: skip
def list_index(game: str, query: Paging) -> Json:
    library = desk.library()
    terms = library.index(game)
    shown = [term_as_json(library, term) for term in terms[query.offset : query.offset + query.limit]]
    return {"game": game, "total": len(terms), "limit": query.limit, "offset": query.offset, "terms": shown}


@call(
    blueprint, "GET", "/v1/games/{game}/index/{term}", "The index terms that a word means, with their cases.",
    {200: shapes.TermsAnswer}, problems=(404,),
)  # fmt: skip
def show_term(game: str, term: str) -> Json:
    library = desk.library()
    return {"game": game, "asked": term, "terms": [term_as_json(library, each) for each in library.term(game, term)]}


@call(
    blueprint, "GET", "/v1/games/{game}/coverage", "Each case with its rules, tests and examples; totals.",
    {200: shapes.CoverageAnswer}, problems=(404,),
)  # fmt: skip
def show_coverage(game: str) -> Json:
    return coverage(known(game))


@call(
    blueprint, "GET", "/v1/search", "The cases that answer a query, best first.",
    {200: shapes.SearchAnswer}, query=SearchQuery, problems=(503,),
)  # fmt: skip
def find(query: SearchQuery) -> Json:
    wanted = query.model_dump()
    refuse_unknown_game(query.game)
    return search.search(wanted.pop("q"), **wanted).as_json()


@call(blueprint, "GET", "/v1/concepts", "The concepts that the games share.", {200: shapes.ConceptsAnswer})
def list_concepts() -> Json:
    return {"concepts": [concepts.summary(concept) for concept in concepts.concepts()]}


@call(
    blueprint, "GET", "/v1/concepts/{name}", "What each game says of one concept, side by side.",
    {200: shapes.ConceptAnswer}, problems=(404,),
)  # fmt: skip
def compare_concept(name: str) -> Json:
    return concepts.as_json(concepts.find(name), desk.library())


# Boards and worked examples


@call(
    blueprint, "GET", "/v1/games/{game}/layout", "Part of a game's map as a page can draw it.",
    {200: LayoutAnswer, 304: None}, query=LayoutQuery, problems=(404,),
)  # fmt: skip
def show_layout(game: str, query: LayoutQuery) -> desk.Sent:
    return desk.Sent.of(layout_as_json(known(game), query))


@call(
    blueprint, "GET", "/v1/games/{game}/examples", "The worked examples of a game, as told.",
    {200: ExamplesAnswer}, problems=(404,),
)  # fmt: skip
def list_examples(game: str) -> Json:
    found = [each for each in desk.library().examples if each.game == known(game)]
    return {"game": game, "examples": [each.model_dump(mode="json", include={"id", "case", "told"}) for each in found]}


@call(
    blueprint, "GET", "/v1/games/{game}/examples/{name}", "One worked example: a position and an action.",
    {200: ExampleAnswer}, problems=(404,),
)  # fmt: skip
def show_example(game: str, name: str) -> Json:
    found = desk.library().example(game, name).model_dump(mode="json", exclude={"expect"})
    return found | {"position": {"game": game, **found["position"]}}


# The umpire


@call(
    blueprint, "POST", "/v1/check", "The ruling on one action in one position.",
    {200: shapes_rulings.RulingAnswer}, body=(CheckRequest,), forms=True, problems=(507,),
)  # fmt: skip
def rule_on_it() -> bytes:
    return desk.ruling_as_sent(posted())


@call(
    blueprint, "POST", "/v1/options", "Everything that one unit may legally do.",
    {200: shapes_rulings.OptionsAnswer}, body=(OptionsRequest,), forms=True, problems=(507,),
)  # fmt: skip
def list_options() -> bytes:
    return desk.options_as_sent(posted())


@call(
    blueprint, "POST", "/v1/survey", "The zones of each side and the supply of every unit on the map.",
    {200: shapes_rulings.SurveyAnswer}, body=(SurveyRequest,), forms=True, problems=(507,),
)  # fmt: skip
def survey_board() -> bytes:
    return desk.survey_as_sent(posted())


# Stored maps


@call(blueprint, "GET", "/v1/maps", "The names of the stored maps.", {200: shapes_stored.MapsAnswer}, problems=(507,))
def list_maps() -> Json:
    return {"maps": store.map_names()}


@call(
    blueprint, "PUT", "/v1/maps/{name}", "Store a map under a name, or replace it.",
    {200: shapes_stored.MapStored, 201: shapes_stored.MapStored}, query=MapQuery, body=(MapRequest, MapFacts),
    problems=(401, 403, 507),
)  # fmt: skip
def put_map(name: str, query: MapQuery) -> tuple[Json, int]:
    refuse_bad_name(name)
    created, game = desk.keep_map(name, request.get_data(cache=False), query.game)
    return {"name": name, "game": game, "created": created}, 201 if created else 200


@call(
    blueprint, "GET", "/v1/maps/{name}", "A stored map.",
    {200: shapes_stored.MapAnswer}, problems=(404, 422, 507),
)  # fmt: skip
def show_map(name: str) -> Json:
    refuse_bad_name(name)
    return {"name": name} | store.get_map(name)


@call(blueprint, "DELETE", "/v1/maps/{name}", "Forget a stored map.", {204: None}, problems=(401, 403, 404, 422, 507))
def delete_map(name: str) -> tuple[None, int]:
    refuse_bad_name(name)
    store.delete_map(name)
    return None, 204


# Readiness


@call(
    blueprint, "GET", "/healthz", "Whether the service is ready, its version, the books it holds.",
    {200: shapes_stored.HealthAnswer, 503: shapes_stored.HealthAnswer},
)  # fmt: skip
def tell_health() -> tuple[Json, int]:
    storage = {"kind": keeping.keeper().kind, "ready": keeping.is_ready()}
    ready = search.is_built() and storage["ready"]
    told = {"ready": ready, "version": version(), "books": list(desk.library().games), "storage": storage}
    return told, 200 if ready else 503


def known(game: str) -> str:
    """The game, where we have it."""
    desk.library().of(game)
    return game


def refuse_unknown_game(game: str | None) -> None:
    if game is None:
        return
    try:
        known(game)
    except NotFound as missing:
        raise BadRequest([Fault("game", str(missing), nearest_of(game, desk.library().games))]) from None


def refuse_bad_name(name: str) -> None:
    if not re.fullmatch(MAP_NAME, name):
        raise BadRequest([Fault("name", "a map's name is 1 to 64 letters, digits, dots, dashes or underlines")])
