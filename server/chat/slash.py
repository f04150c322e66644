"""Slash commands of Slack and Mattermost: forms that carry a command and the words typed after it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import unescape
from typing import Any
from urllib.parse import parse_qs

from flask import Blueprint, request

from knowledge import desk
from knowledge.language import fold
from knowledge.records import Language
from knowledge.tongues import written_language
from server.addresses import public_address
from server.calls import as_response
from server.chat import signatures
from server.chat.cards import Card
from server.chat.positions import split
from server.chat.styles import MATTERMOST, SLACK, Style, shortened
from server.chat.umpire import VERBS, Asked, answered
from server.languages import known_language
from server.words import CHAT

Json = dict[str, Any]
Form = dict[str, str]

SLACK_PATH, MATTERMOST_PATH = "/slack", "/mattermost"
LONGEST_TITLE = 300
NAMES: dict[str, tuple[str, Language | None]] = {
    **{fold(CHAT[verb]["fr"]): (verb, "fr") for verb in VERBS},
    **{CHAT[verb]["en"]: (verb, None) for verb in VERBS},
}
# Two dashes, or what some keyboards make of them.
FLAG = re.compile(r"(?:^|\s)(?:--|—|–)(private|privée?|lang|game|jeu)\b(?:[= ](\w+))?(?=\s|$)", re.IGNORECASE)
WRAPPED = re.compile(r"<(https?://[^|>\s]+)(?:\|[^>]*)?>")


@dataclass(frozen=True)
class Typed:
    """A command as it was typed: its verb, its words, and the flags among them."""

    verb: str
    text: str
    lang: Language
    game: str | None
    is_private: bool


def slack_blueprint(secret: bytes) -> Blueprint:
    """The endpoint for requests that Slack signed."""
    found, replays = Blueprint("slack", __name__), signatures.Replays()

    @found.post(SLACK_PATH)
    def command() -> Any:
        body = request.get_data(cache=False)
        signature = request.headers.get("X-Slack-Signature", "")
        timestamp = request.headers.get("X-Slack-Request-Timestamp", "")
        signatures.verify_slack(secret, signature, timestamp, body)
        replays.refuse(signature, timestamp)
        return as_response(_response(form(body), SLACK, _as_slack_typed))

    return found


def mattermost_blueprint(tokens: tuple[bytes, ...]) -> Blueprint:
    """The endpoint for requests that carry the token of one of our Mattermost commands."""
    found = Blueprint("mattermost", __name__)

    @found.post(MATTERMOST_PATH)
    def command() -> Any:
        given = form(request.get_data(cache=False))
        signatures.verify_token(tokens, given.get("token", ""))
        return as_response(_response(given, MATTERMOST, str))

    return found


def form(body: bytes) -> Form:
    """The fields of a form; of one that is given twice, the first."""
    return {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}


def _as_slack_typed(text: str) -> str:
    """The words as they were typed: Slack escapes three signs, and wraps links."""
    return unescape(WRAPPED.sub(r"\1", text))


def _response(given: Form, style: Style, typed: Callable[[str], str]) -> Json:
    asked = read(given.get("command", ""), typed(given.get("text", "")))
    return message(answered(_asked(asked)), asked.is_private, style)


def read(command: str, text: str) -> Typed:
    """What was typed: `/rule sitw 13.17 --private`, or after one command for all, `/arbitre rule sitw 13.17`."""
    name = fold(command.strip().lstrip("/"))
    if name not in NAMES:
        name, _, text = text.strip().partition(" ")
    verb, tongue = NAMES.get(fold(name.lstrip("/")), ("", None))
    flags = {fold(flag[1]): flag[2] or "" for flag in FLAG.finditer(text)}
    words = _without_flags(text)
    lang = known_language(flags.get("lang", "")) or tongue or written_language(words) or "en"
    game = flags.get("game") or flags.get("jeu") or None
    return Typed(verb, words, lang, game, any(flag.startswith("priv") for flag in flags))


def _without_flags(text: str) -> str:
    """The words but for the flags; only a flag that takes a value takes the word after it along."""

    def kept(flag: re.Match[str]) -> str:
        return f" {flag[2]}" if fold(flag[1]).startswith("priv") and flag[2] else " "

    return FLAG.sub(kept, text).strip()


def _asked(typed: Typed) -> Asked:
    asked = Asked(typed.verb, typed.text, typed.lang, public_address(), typed.game)
    if typed.verb == "check":
        position, action = split(typed.text)
        return replace(asked, text=position, action=action)
    first, _, rest = typed.text.partition(" ")
    if typed.verb in ("search", "ask") and rest and not typed.game and first.casefold() in desk.library().games:
        return replace(asked, text=rest, game=first.casefold())
    return asked


def message(card: Card, is_private: bool, style: Style) -> Json:
    """A card as a text; nobody is called by it."""
    title = shortened(card.title, LONGEST_TITLE)
    head = style.link(style.text(title), card.link) if card.link else style.strong(title)
    told = "\n".join(filter(None, (head, style.body(card), style.text(card.foot))))
    return {"response_type": "ephemeral" if is_private or card.is_private else "in_channel", "text": told}
