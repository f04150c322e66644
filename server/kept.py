"""Answers that stay the same until what the user stores changes, sent from memory without asking the app again."""

from collections.abc import Iterable
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask

from knowledge import keeping
from knowledge.recent import Recent

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ROOM = 16_000_000
"""Bytes that all the answers kept may take together."""
PER_ANSWER = 2_000
KEEP = "arbitre.keep"
"""What the app leaves in the environment of a request whose answer may be kept."""
ASKED_OTHERWISE = ("HTTP_IF_NONE_MATCH", "HTTP_ORIGIN", "HTTP_RANGE")


class _Answer(NamedTuple):
    headers: list[tuple[str, str]]
    body: bytes


def install(app: Flask) -> None:
    """Keep what the app says may be kept."""
    app.wsgi_app = _kept(app.wsgi_app, Recent(ROOM))  # type: ignore[method-assign, assignment]


def _kept(answer: "WSGIApplication", kept: Recent[_Answer]) -> "WSGIApplication":
    def sent(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET" or not environ.keys().isdisjoint(ASKED_OTHERWISE):
            return answer(environ, start_response)
        state = keeping.state_if_reached()
        if state is None:
            return answer(environ, start_response)
        asked = (environ["PATH_INFO"], environ.get("QUERY_STRING"), state)
        found = kept.get(asked) or _answered(answer, environ, start_response)
        if not isinstance(found, _Answer):
            return found
        kept.keep(asked, found, PER_ANSWER + len(found.body))
        start_response("200 OK", list(found.headers))
        return [found.body]

    return sent


def _answered(
    answer: "WSGIApplication", environ: "WSGIEnvironment", start_response: "StartResponse"
) -> Iterable[bytes] | _Answer:
    """What the app answers: whole where it may be kept, else as it comes."""
    told: list[Any] = []

    def start(*status_and_headers: Any) -> Any:
        told[:] = status_and_headers
        return None if KEEP in environ else start_response(*status_and_headers)

    body = answer(environ, start)
    if KEEP not in environ:
        return body
    with closing(body) if hasattr(body, "close") else nullcontext():  # type: ignore[type-var]
        return _Answer(told[1], b"".join(body))
