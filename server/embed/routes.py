"""The script for other people's pages, the frames and pictures of cases, the pages of shared positions."""

import json
from typing import Any

from flask import Blueprint, Response, redirect, request, send_from_directory, url_for
from markupsafe import Markup
from werkzeug.exceptions import NotImplemented as NoSuchFormat
from werkzeug.wrappers import Response as AnyResponse

from knowledge import desk
from rulebook.faults import BadRequest, Fault
from server.board import draw
from server.calls import as_response
from server.embed import cards
from server.embed.oembed import Room, as_xml, card_address, embedded, oembed_address
from server.embed.pictures import TooLarge
from server.languages import known_language, reader_language
from server.pages import STATIC, book_title, page
from server.sharing import unpacked
from server.words import EMBED

blueprint = Blueprint("embed", __name__)
ENDPOINTS = {
    "/embed.js": "The elements and hover cards for other people's pages.",
    "/oembed?url=": "What stands for the address of a case or of a shared position, as JSON or (`format=xml`) XML.",
    "/cards/{game}/{number}.png": "The preview card of a case, in the language of `lang`.",
    "/cards/position.png?p=": "The preview card of a shared position.",
    "/share?p=": "The page of a shared position.",
}
DAY = 86_400
SCRIPT_SECONDS = 3_600
# A case alone may stand in anyone's page: it has no script, no form, nothing of the user's.
FRAMED = "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors *"
Json = dict[str, Any]


@blueprint.after_request
def let_all_show(answer: Response) -> Response:
    """Any page may load these, and none of them can do more than be looked at."""
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.endpoint in ("embed.script", "embed.oembed"):
        answer.headers["Access-Control-Allow-Origin"] = "*"
    if request.endpoint == "embed.frame":
        answer.headers["Content-Security-Policy"] = FRAMED
    return answer


@blueprint.app_context_processor
def known_to_templates() -> Json:
    return {"card_address": card_address, "oembed_address": oembed_address, "card_size": (cards.WIDTH, cards.HEIGHT)}


@blueprint.get("/embed.js")
def script() -> Response:
    """The elements and hover cards for a page."""
    return send_from_directory(STATIC, "embed.js", mimetype="text/javascript", max_age=SCRIPT_SECONDS)


@blueprint.get("/oembed")
def oembed() -> Response:
    """What stands for an address of ours, as JSON or as XML."""
    form, asked = request.args.get("format", "json"), request.args.get("url", "")
    if form not in ("json", "xml"):
        raise NoSuchFormat(f"there is no format {form[:40]!r}; there are: json, xml")
    if not asked:
        raise BadRequest([Fault("url", "say the address that is to be embedded")])
    room = Room.at_most(*(request.args.get(name, type=int) for name in ("maxwidth", "maxheight")))
    found = embedded(asked, room)
    return as_response(found) if form == "json" else Response(as_xml(found), mimetype="text/xml")


@blueprint.get("/embed/frames/<game>/<number>")
def frame(game: str, number: str) -> str:
    """A case alone, for a frame in another page."""
    case = desk.library().case(game, number)
    return page("frame.html", game=game, title=book_title(game), case=case, library=desk.library())


@blueprint.get("/cards/<game>/<number>.png")
def case_picture(game: str, number: str) -> Response:
    """The preview card of a case."""
    case = desk.library().case(game, number)
    return _picture(cards.case_card(game, case.number, _lang()))


@blueprint.get("/cards/position.png")
def position_picture() -> Response:
    """The preview card of a position that was shared."""
    try:
        return _picture(cards.position_card(_shared(), _lang()))
    except TooLarge as large:
        raise BadRequest([Fault("p", str(large))]) from None


@blueprint.get("/share")
def share() -> str | AnyResponse:
    """A position that was shared, for who cannot open the table, and for programs that preview a link."""
    if "p" not in request.args:
        return redirect(url_for("pages.home"))
    scene, lang = cards.posed(_read(_shared())), reader_language(request)
    board = Markup(draw(scene.game, cards.trimmed(scene), action=scene.action, lang=lang))
    said = {key: words[lang] for key, words in EMBED.items()}
    shown: Json = {"scene": scene, "board": board, "said": said, "title": book_title(scene.game)}
    return page("share.html", **shown, packed=request.args["p"])


def _lang() -> str:
    """The language that the address asks for: a picture is the same for everyone who has its address."""
    return known_language(request.args.get("lang", "")) or "en"


def _shared() -> bytes:
    found = unpacked(request.args.get("p", ""))
    _read(found)
    return found


def _read(body: bytes) -> Json:
    """The request that an address carries; a position alone is taken for one without an action."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("position"), dict):
        raise BadRequest([Fault("p", "this link carries no position that can be read")])
    return found


def _picture(content: bytes) -> Response:
    answer = Response(content, mimetype="image/png")
    answer.cache_control.public = True
    answer.cache_control.max_age = DAY
    answer.add_etag()
    answer.make_conditional(request)
    return answer
