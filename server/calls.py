"""The calls of the service: each is routed and described in one place, so that neither can be forgotten."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import parse_qsl

from flask import Blueprint, Response, request
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import UnsupportedMediaType

from knowledge.desk import Sent, as_json_bytes
from knowledge.requests import nearest_of
from rulebook.faults import BadRequest, Fault
from server.kept import KEEP

ALWAYS = (405, 429, 500)
PUBLIC, PRIVATE = "public, max-age=300", "private, no-cache"


@dataclass(frozen=True)
class Call:
    """One call: what it is, what it takes, what it answers, which problems it may meet."""

    method: str
    path: str
    summary: str
    answers: dict[int, type[BaseModel] | None]
    query: type[BaseModel] | None
    body: tuple[type[BaseModel], ...]
    problems: tuple[int, ...]
    forms: bool = False

    @property
    def name(self) -> str:
        """What the call is known as in the description."""
        words = self.path.replace("{", "by_").replace("}", "").replace(".", "_").replace("/v1", "").strip("/")
        return f"{self.method.lower()}_{words.replace('/', '_')}"


CALLS: list[Call] = []
Answer = Any
View = Callable[..., Answer]


def call(
    blueprint: Blueprint,
    method: str,
    path: str,
    summary: str,
    answers: dict[int, type[BaseModel] | None],
    *,
    query: type[BaseModel] | None = None,
    body: tuple[type[BaseModel], ...] = (),
    forms: bool = False,
    problems: tuple[int, ...] = (),
) -> Callable[[View], View]:
    """Route a call and describe it. The view gets its query read, and answers with data, or data and a status.

    A call that stores nothing may take its body as a form too (`forms`), for hosts that can send nothing else.
    """
    extra = (*((422,) if query else ()), *((400, 413, 415, 422) if body else ()))
    met = tuple(sorted({*problems, *extra, *ALWAYS}))
    described = Call(method, path, summary, answers, query, body, met, forms)

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(**parts: Any) -> Response:
            if query is not None:
                parts["query"] = read_query(query)
            if body:
                refuse_other_media(forms)
            return as_response(view(**parts))

        CALLS.append(described)
        route = path.replace("{", "<").replace("}", ">")
        blueprint.add_url_rule(route, f"{method.lower()}_{view.__name__}", answer, methods=[method])
        return view

    return decorate


def as_response(found: Any) -> Response:
    """Data (bytes are JSON already), or data and a status; what is ready to be sent carries its tag, and not twice."""
    data, status = found if isinstance(found, tuple) else (found, 200)
    if data is None:
        return Response(status=status)
    if isinstance(data, Sent):
        return _tagged(data)
    return Response(data if type(data) is bytes else as_json_bytes(data), status, mimetype="application/json")


def _tagged(sent: Sent) -> Response:
    """Anyone may keep an answer for a while; what holds the user's own copy only the caller, who must ask again."""
    headers = {"Cache-Control": PRIVATE if sent.is_private else PUBLIC, "ETag": f'"{sent.tag}"'}
    if "HTTP_IF_NONE_MATCH" in request.environ and request.if_none_match.contains_weak(sent.tag):
        return Response(status=304, headers=headers)
    request.environ[KEEP] = True
    return Response(sent.body, headers=headers, mimetype="application/json")


def read_query(model: type[BaseModel]) -> BaseModel:
    """The query of the request, or BadRequest naming every parameter that is wrong."""
    given = request.args.to_dict(flat=False)
    repeated = [name for name, values in given.items() if values[1:]]
    if repeated:
        raise BadRequest([Fault(name, f"{name!r} is given several times: give it once") for name in repeated])
    try:
        return model.model_validate({name: values[0] for name, values in given.items()})
    except ValidationError as error:
        raise BadRequest([_fault(model, detail) for detail in error.errors(include_url=False)]) from None


def _fault(model: type[BaseModel], detail: Any) -> Fault:
    name = str(detail["loc"][0])
    if detail["type"] == "extra_forbidden":
        known = ", ".join(model.model_fields)
        return Fault(name, f"there is no parameter {name!r}; there are: {known}", nearest_of(name, model.model_fields))
    return Fault(name, detail["msg"])


FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 20


def posted() -> bytes:
    """The JSON of the body. A form holds it in its field `json`, or a part of it in each of its fields.

    What is called a form and begins as an object is one: so `curl -d` sends it.
    """
    body = request.get_data(cache=False)
    return _of_form(body) if request.mimetype == FORM and not body.lstrip().startswith(b"{") else body


def _of_form(body: bytes) -> bytes:
    try:
        fields = parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=True, max_num_fields=MOST_FIELDS)
    except ValueError as wrong:
        raise BadRequest([Fault("body", f"this cannot be read as a form: {wrong}")]) from None
    named = dict(fields)
    if len(named) < len(fields):
        raise BadRequest([Fault("body", "a field of the form is given several times: give it once")])
    if "json" in named:
        return named["json"].encode()
    return ("{" + ",".join(f"{json.dumps(name)}:{_value(value)}" for name, value in named.items()) + "}").encode()


def _value(field: str) -> str:
    """An object or a list as it is written, anything else as text: a value that is no JSON is found by the reader."""
    return field if field.lstrip()[:1] in ("{", "[") else json.dumps(field)


def refuse_other_media(forms: bool = False) -> None:
    """Only JSON is read, and a form where the call takes one; a body sent without a type is taken for JSON."""
    kind = request.mimetype
    if forms and kind == FORM:
        return
    if kind and kind != "application/json" and not kind.endswith("+json"):
        raise UnsupportedMediaType(f"the body came as {kind}; send it with Content-Type: application/json")
