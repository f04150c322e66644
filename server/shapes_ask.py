"""The shape of an answer to a question in words, as `/openapi.json` describes it."""

from typing import Any, Literal

from knowledge.ask.kinds import Kind
from knowledge.records import Language
from rulebook.ruling import Verdict
from server.shapes import RulingAnswer, Shape, Text


class WordSaid(Shape):
    """A word of the game's vocabulary, and the words of the question that name it."""

    kind: str
    word: str
    said: str


class Understood(Shape):
    """What a question was understood as; `by` says whether the rules or the texts of the cases gave the verdict."""

    game: str | None
    language: Language
    kind: Kind
    by: Literal["rules"] | None
    action: dict[str, Any] | None
    facts: dict[str, Any]
    words: list[WordSaid]


class AskedBack(Shape):
    """The one question whose answer settles most."""

    fact: str
    en: str
    fr: str


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
    context: ContextAnswer
