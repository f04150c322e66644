"""The description of every call, made from the calls themselves, and a page to try them."""

import re
from functools import cache
from typing import Any

from flask import Blueprint, Response, request
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from knowledge.desk import Sent
from server import problems, schemas
from server.calls import CALLS, FORM, Call, as_response
from server.languages import reader_language
from server.pages import page
from server.shapes import ProblemAnswer
from server.shapes_stored import MAP_NAME
from server.version import version
from server.words_docs import DOCS, FRENCH

blueprint = Blueprint("openapi", __name__)

JSON_FIELD = {
    "type": "object", "required": ["json"],
    "properties": {"json": {"type": "string", "contentMediaType": "application/json", "description": "the whole body"}},
}  # fmt: skip
REF = "#/components/schemas/{model}"
PARTS = {
    "game": ("the game's key, as in sitw", {"type": "string", "maxLength": 80}),
    "number": ("the number of a case, however it is typed", {"type": "string", "minLength": 1, "maxLength": 80}),
    "term": ("a term of the index, or a part of one", {"type": "string", "minLength": 1, "maxLength": 80}),
    "schema": ("what it is the schema of", {"type": "string", "enum": list(schemas.MODELS)}),
    "name": ("the name of a stored map", {"type": "string", "pattern": f"^{MAP_NAME}$"}),
}
ANSWERED = {
    200: "Done.", 201: "Stored under a new name.", 204: "Forgotten.", 304: "Not changed since.", 503: "Not ready yet.",
}  # fmt: skip


@blueprint.get("/openapi.json")
def describe() -> Response:
    """The description of the service."""
    return as_response(Sent.of(document()))


@blueprint.get("/docs")
def docs() -> str:
    """A page to read about the calls and try them."""
    lang = reader_language(request)
    told = {key: said[lang] for key, said in DOCS.items()}
    french = FRENCH if lang == "fr" else {}
    return page("docs.html", calls=CALLS, problems=problems.KINDS, told=told, french=french)


@cache
def document() -> dict[str, Any]:
    """The OpenAPI 3.1 document."""
    names, schemas = _schemas()
    paths: dict[str, Any] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call, names)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Arbitre",
            "version": version(),
            "summary": "A rules umpire for board wargames: every answer with the case behind it.",
            "license": {"name": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": schemas},
    }


Names = dict[type[BaseModel], dict[str, Any]]


def _schemas() -> tuple[Names, dict[str, Any]]:
    """A reference to each model that a call takes or gives, and the schemas they refer to."""
    named: list[type[BaseModel]] = [ProblemAnswer, *(model for call in CALLS for model in (*call.body, *_given(call)))]
    models = dict.fromkeys(named)
    refs, schema = models_json_schema([(model, "validation") for model in models], ref_template=REF)
    return {model: dict(refs[model, "validation"]) for model in models}, dict(schema["$defs"])


def _given(call: Call) -> list[type[BaseModel]]:
    return [model for model in call.answers.values() if model is not None]


def _operation(call: Call, names: Names) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.summary,
        "parameters": [*_path_parameters(call), *_query_parameters(call)],
        "responses": {**_answers(call, names), **_problems(call, names)},
    }
    if call.body:
        refs = [names[model] for model in call.body]
        schema = refs[0] if len(refs) == 1 else {"anyOf": refs}
        content = {"application/json": {"schema": schema}} | ({FORM: {"schema": JSON_FIELD}} if call.forms else {})
        found["requestBody"] = {"required": True, "content": content}
    return found


def _path_parameters(call: Call) -> list[dict[str, Any]]:
    found = []
    for name in re.findall(r"{(\w+)}", call.path):
        says, schema = PARTS[name]
        found.append({"name": name, "in": "path", "required": True, "description": says, "schema": schema})
    return found


def _query_parameters(call: Call) -> list[dict[str, Any]]:
    if call.query is None:
        return []
    schema = call.query.model_json_schema()
    required = schema.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _bare(inside)}
        | ({"description": inside["description"]} if "description" in inside else {})
        for name, inside in schema["properties"].items()
    ]


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter's schema: one that may be null is one that may be left out."""
    kept = {key: value for key, value in schema.items() if key not in ("title", "description", "default")}
    choices = [choice for choice in kept.pop("anyOf", ()) if choice.get("type") != "null"]
    return {**kept, **(choices[0] if choices else {})}


def _answers(call: Call, names: Names) -> dict[str, Any]:
    return {
        str(status): {"description": ANSWERED[status]}
        | ({"content": {"application/json": {"schema": names[model]}}} if model else {})
        for status, model in call.answers.items()
    }


def _problems(call: Call, names: Names) -> dict[str, Any]:
    content = {problems.MEDIA_TYPE: {"schema": names[ProblemAnswer]}}
    return {str(status): {"description": problems.KINDS[status].title, "content": content} for status in call.problems}
