"""What is asked in a chat, whatever the host: a case, a search, a question, a ruling. The answer is always a card."""

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass

from knowledge import desk, search
from knowledge.ask.answering import answer as ask
from knowledge.keeping import NotKept
from knowledge.records import Language
from server import problems
from server.casebook import named_case
from server.chat import cards
from server.chat.cards import Card, Links
from server.chat.positions import request_of
from server.words import CHAT

LOG = logging.getLogger("arbitre")
HITS = 5


@dataclass(frozen=True)
class Asked:
    """A command with its words; `address` is where the service is reached, for links."""

    verb: str
    text: str
    lang: Language
    address: str
    game: str | None = None
    action: str = ""

    @property
    def links(self) -> Links:
        return Links(self.address, self.lang)


def answered(asked: Asked) -> Card:
    """The answer, or what was wrong with the question."""
    answer = VERBS.get(asked.verb)
    if answer is None or not asked.text.strip():
        return cards.help_card(asked.lang)
    try:
        return answer(asked)
    except NotKept as fault:
        LOG.error("storage", exc_info=fault, extra={"fields": {"command": asked.verb, "why": fault.why}})
        return cards.fault_card(asked.lang, "out_of_reach")
    except problems.TOLD as wrong:
        return cards.refusal_card(wrong, asked.links)
    except Exception as fault:
        LOG.error("fault", exc_info=fault, extra={"fields": {"command": asked.verb}})
        return cards.fault_card(asked.lang)


def rule(asked: Asked) -> Card:
    library = desk.library()
    return cards.case_card(library, named_case(library, asked.text, asked.game), asked.links)


def find(asked: Asked) -> Card:
    if asked.game:
        desk.library().of(asked.game)
    found = search.search(asked.text, game=asked.game, limit=HITS)
    return cards.search_card(found.as_json(), asked.game, asked.links)


def answer_question(asked: Asked) -> Card:
    body = {"question": asked.text} | ({"game": asked.game} if asked.game else {})
    return cards.answer_card(ask(json.dumps(body)), asked.text, asked.links)


def judge(asked: Asked) -> Card:
    body = request_of(asked.text, asked.action, CHAT["no_action"][asked.lang])
    return cards.ruling_card(desk.adjudicate(body), json.loads(body), asked.links)


VERBS: dict[str, Callable[[Asked], Card]] = {"rule": rule, "search": find, "ask": answer_question, "check": judge}
