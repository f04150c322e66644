"""Questions in words: the call `POST /v1/ask`, and the page with a box to ask them in."""

import json
from typing import Any

from flask import Blueprint, request

from knowledge import desk
from knowledge.ask.answering import answer
from knowledge.requests import LONGEST_QUESTION, AskRequest
from rulebook.games import GAMES
from server.calls import call, posted
from server.languages import reader_language
from server.pages import blueprint as pages
from server.pages import book_titles, page
from server.shapes_ask import AskAnswer

blueprint = Blueprint("asking", __name__)


@call(
    blueprint, "POST", "/v1/ask", "An answer in words to a question in words, with the cases behind it.",
    {200: AskAnswer}, body=(AskRequest,), forms=True, problems=(503, 507),
)  # fmt: skip
def answer_it() -> dict[str, Any]:
    return answer(posted())


@pages.get("/ask")
def ask() -> str:
    """The box; with a question, its answer, and a box for what one asks next."""
    question = request.args.get("q", "").strip()[:LONGEST_QUESTION]
    game = request.args.get("game", "").strip()
    game = game if game in GAMES else ""
    before = request.args.get("before", "").strip()[:LONGEST_QUESTION]
    found = _answered(question, game, before) if question else None
    shown: dict[str, Any] = {"question": question, "game": game, "found": found, "books": book_titles()}
    return page("ask.html", **shown, library=desk.library())


def _answered(question: str, game: str, before: str) -> dict[str, Any]:
    body: dict[str, Any] = {"question": question, "game": game or None}
    if before:
        body["context"] = {"game": game or None, "question": before, "language": reader_language(request)}
    return answer(json.dumps(body))


