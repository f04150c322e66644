"""What any page may ask, wherever it is from: cases in our own words, the numbers of a book, the schemas.

None of it holds anything that the user stored: the text of an imported copy stays with the calls of `/v1`, which pages
of other origins reach only where `ARBITRE_CORS` names them.
"""

from flask import Blueprint, Response
from pydantic import BaseModel, ConfigDict

from knowledge import desk
from knowledge.desk import Sent
from rulebook import printed
from server import schemas
from server.calls import call
from server.shapes import Shape, Text

blueprint = Blueprint("open", __name__)


class OpenBook(Shape):
    """The numbers of a book, to tell those of cases from others."""

    game: str
    title: Text
    numbers: list[str]


class OpenCase(Shape):
    """A case in our own words."""

    id: str
    game: str
    number: str
    book: Text
    title: Text
    text: Text


class Schema(BaseModel):
    """A JSON Schema."""

    model_config = ConfigDict(extra="allow")


@blueprint.after_request
def let_all_read(answer: Response) -> Response:
    """Any page may read these answers."""
    answer.headers["Access-Control-Allow-Origin"] = "*"
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


@call(
    blueprint, "GET", "/embed/games/{game}", "The title of a game and the numbers of its cases, for any page.",
    {200: OpenBook, 304: None}, problems=(404,),
)  # fmt: skip
def open_book(game: str) -> Sent:
    cases = desk.library().of(game)
    return Sent.of({"game": game, "title": printed.book(game)["title"], "numbers": [case.number for case in cases]})


@call(
    blueprint, "GET", "/embed/games/{game}/cases/{number}", "One case in our own words, for any page.",
    {200: OpenCase, 304: None}, problems=(404,),
)  # fmt: skip
def open_case(game: str, number: str) -> Sent:
    case = desk.library().case(game, number)
    told = {"title": case.title.model_dump(), "text": case.text.model_dump(), "book": printed.book(game)["title"]}
    return Sent.of({"id": case.id, "game": game, "number": case.number, **told})


@call(
    blueprint, "GET", "/schemas/{schema}.json", "The JSON Schema of a position, an action or a ruling.",
    {200: Schema, 304: None}, problems=(404,),
)  # fmt: skip
def show_schema(schema: str) -> Sent:
    return Sent.of(schemas.schema(schema))
