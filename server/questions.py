"""Questions in words: the one place through which assistants and chats put them.

Until a question is understood as an action, it is answered with the cases that answer it best, and no verdict.
"""

from typing import Annotated, Any

from pydantic import Field

from knowledge.records import Language
from knowledge.requests import read
from knowledge.search import LONGEST_QUERY
from rulebook.position import Model, Word
from rulebook.ruling import Verdict
from server.shapes import RulingAnswer, Text

BEST = 5
ANSWER = {"en": "The cases that answer it best: {cases}.", "fr": "Les cas qui y répondent le mieux : {cases}."}
NO_ANSWER = {"en": "No case answers this.", "fr": "Aucun cas ne répond à cela."}


class AskRequest(Model):
    """A question, and what is known of where it comes from."""

    question: Annotated[str, Field(min_length=1, max_length=LONGEST_QUERY, description="in English or French")]
    game: Annotated[Word | None, Field(description="the key of the game, as in sitw")] = None
    position: Annotated[dict[str, Any] | None, Field(description="the table, as far as it is known")] = None
    context: Annotated[dict[str, Any] | None, Field(description="what an earlier answer understood")] = None
    lang: Annotated[Language | None, Field(description="the language of the question")] = None


class AskAnswer(RulingAnswer):
    """A ruling on what was understood; without a verdict where the question is about no action."""

    verdict: Verdict | None  # type: ignore[assignment]
    understood: dict[str, Any]
    answer: Text


def ask(body: bytes | str) -> dict[str, Any]:
    """The answer to a question. Raises BadRequest with every fault of the request."""
    from knowledge import desk, search
    from server.languages import written_language

    asked = read(AskRequest, body)
    if asked.game is not None:
        desk.library().of(asked.game)
    hits = search.search(asked.question, game=asked.game, limit=BEST).hits
    cases = [desk.library()[hit.id] for hit in hits]
    understood: dict[str, Any] = {"game": asked.game, "action": None, "facts": {}}
    empty: dict[str, Any] = {name: [] for name in ("findings", "overridden", "missing", "instead", "see_also")}
    return empty | {
        "verdict": None,
        "values": {},
        "understood": understood | {"language": asked.lang or written_language(asked.question) or "en"},
        "answer": {lang: _answer([f"{case.id} {getattr(case.title, lang)}" for case in cases], lang)
                   for lang in ANSWER},
        "cites": [{"id": case.id, "title": case.title.model_dump(), "text": case.text.model_dump()} for case in cases],
    }  # fmt: skip


def _answer(cases: list[str], lang: str) -> str:
    return ANSWER[lang].format(cases="; ".join(cases)) if cases else NO_ANSWER[lang]
