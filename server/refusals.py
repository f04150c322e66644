"""What the service answers when something is wrong: a problem for programs, a page for a person."""

import json
import logging
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from server.languages import reader_language
from server.pages import error_page
from server.problems import MEDIA_TYPE, TOLD, in_language, of, of_ours, problem

LOG = logging.getLogger("arbitre")


def install(app: Flask) -> None:
    """Make every error of the app a problem, or a page where a person reads."""
    for told in TOLD:
        app.register_error_handler(told, lambda wrong: respond(of(wrong)))
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(Exception, _of_ours)


def respond(body: dict[str, Any]) -> Response:
    """The problem in the form, and in the language, that the caller reads."""
    lang = reader_language(request)
    told = in_language(body, lang)
    headers = {"Content-Language": lang, "Vary": "Accept-Language"}
    if _is_read_by_a_person():
        return Response(error_page(told), body["status"], headers, mimetype="text/html")
    return Response(json.dumps(told, ensure_ascii=False), body["status"], headers, mimetype=MEDIA_TYPE)


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


def _of_ours(fault: Exception) -> Response:
    LOG.error("fault", exc_info=fault, extra={"fields": {"path": request.path, "method": request.method}})
    return respond(of_ours())
