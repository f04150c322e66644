"""The shape of an answer to a question in words, as `/openapi.json` describes it."""

from typing import Annotated, Any, Literal

from pydantic import Field

from knowledge.ask.kinds import Kind
from knowledge.records import Language
from rulebook.ruling import Verdict
from server.shapes import Shape, Text
from server.shapes_rulings import RulingAnswer


class WordSaid(Shape):
    """A word of the game's vocabulary, and the words of the question that name it."""

    kind: str
    word: str
    said: str


class Understood(Shape):
    """What a question was understood as: a question whose situation is known (`as`), or what its words describe."""

    game: str | None
    language: Language
    kind: Kind
    by: Literal["rules"] | None
    read_as: Annotated[Text | None, Field(alias="as")]
    action: dict[str, Any] | None
    facts: dict[str, Any]
    words: list[WordSaid]


class AskedBack(Shape):
    """The one question whose answer settles most."""

    fact: str
    en: str
    fr: str


class NearQuestion(Shape):
    """A question near the one that was asked, with its verdict and its cases."""

    en: str
    fr: str
    verdict: Verdict
    cases: list[str]


class ContextAnswer(Shape):
    """To be posted with a follow-up."""

    game: str | None
    language: Language
    question: str


class AskAnswer(RulingAnswer):
    """A ruling on what the question describes, with the answer in words; no verdict where it is about no action."""

    verdict: Verdict | None  # type: ignore[assignment]
    understood: Understood
    answer: Text
    asks: AskedBack | None
    near: list[NearQuestion]
    context: ContextAnswer
