"""The calls of the service: each is routed and described in one place, so that neither can be forgotten."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from flask import Blueprint, Response, request
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import UnsupportedMediaType

from knowledge.desk import Sent, as_json_bytes
from knowledge.requests import nearest_of
from rulebook.faults import BadRequest, Fault
from server.kept import KEEP

ALWAYS = (405, 500)
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
    problems: tuple[int, ...] = (),
) -> Callable[[View], View]:
    """Route a call and describe it. The view gets its query read, and answers with data, or data and a status."""
    extra = (*((422,) if query else ()), *((400, 413, 415, 422) if body else ()))
    described = Call(method, path, summary, answers, query, body, tuple(sorted({*problems, *extra, *ALWAYS})))

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(**parts: Any) -> Response:
            if query is not None:
                parts["query"] = read_query(query)
            if body:
                refuse_other_media()
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


def refuse_other_media() -> None:
    """Only JSON is read; a body sent without a type is taken for it."""
    kind = request.mimetype
    if kind and kind != "application/json" and not kind.endswith("+json"):
        raise UnsupportedMediaType(f"the body came as {kind}; send it with Content-Type: application/json")
