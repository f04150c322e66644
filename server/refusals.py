"""What the service answers when something is wrong: a problem for programs, a page for a person."""

import json
import logging
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from knowledge.keeping import NotKept
from server.pages import error_page
from server.problems import MEDIA_TYPE, TOLD, of, of_ours, problem

LOG = logging.getLogger("arbitre")


def install(app: Flask) -> None:
    """Make every error of the app a problem, or a page where a person reads."""
    for told in TOLD:
        app.register_error_handler(told, lambda wrong: respond(of(wrong)))
    app.register_error_handler(NotKept, _of_the_disk)
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(Exception, _of_ours)


def respond(body: dict[str, Any]) -> Response:
    """The problem in the form that the caller reads."""
    if _is_read_by_a_person():
        return Response(error_page(body), body["status"], mimetype="text/html")
    return Response(json.dumps(body, ensure_ascii=False), body["status"], mimetype=MEDIA_TYPE)


def _is_read_by_a_person() -> bool:
    if request.path.startswith("/v1/"):
        return False
    return request.accept_mimetypes.best_match([MEDIA_TYPE, "text/html"]) == "text/html"


def _of_http(error: HTTPException) -> Response:
    status = error.code or 500
    if 300 <= status < 400:
        return Response(error.get_body(), status, error.get_headers())
    allowed = error.get_response().headers.get("Allow")
    answer = respond(problem(status, _detail(status, allowed) or error.description or HTTPStatus(status).phrase))
    if allowed:
        answer.headers["Allow"] = allowed
    return answer


def _detail(status: int, allowed: str | None) -> str | None:
    """What to tell where the framework's own words would not help."""
    if status == 404:
        return f"there is nothing at {request.path}; /docs lists the calls"
    if status == 405:
        return f"{request.method} is not used at {request.path}; use: {allowed}"
    if status == 413:
        return f"the body is over the limit of {current_app.config['MAX_CONTENT_LENGTH']} bytes (ARBITRE_MAX_BODY)"
    return None


def _of_the_disk(fault: NotKept) -> Response:
    LOG.error("the disk", exc_info=fault, extra={"fields": {"path": request.path, "method": request.method}})
    return respond(problem(507, f"{fault}; nothing was changed"))


def _of_ours(fault: Exception) -> Response:
    LOG.error("fault", exc_info=fault, extra={"fields": {"path": request.path, "method": request.method}})
    return respond(of_ours())
