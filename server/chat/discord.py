"""Discord's interactions: signed requests, answered in the same breath."""

from typing import Any

from flask import Blueprint, request
from pydantic import BaseModel

from knowledge import desk
from knowledge.records import Language
from knowledge.requests import read
from knowledge.tongues import written_language
from server.addresses import public_address
from server.calls import as_response
from server.casebook import matching_cases
from server.chat import signatures
from server.chat.cards import Card
from server.chat.styles import DISCORD, calm_address, shortened
from server.chat.umpire import Asked, answered
from server.languages import known_language

Json = dict[str, Any]

PATH = "/discord"
PING, COMMAND, COMPLETION = 1, 2, 4
PONG, MESSAGE, CHOICES = 1, 4, 8
FOR_THE_ASKER = 1 << 6
COLOURS = {"legal": 0x2E7D32, "illegal": 0xC62828, "undetermined": 0xF9A825, None: 0x2F4A3C}

# Discord's own limits.
LONGEST_TITLE, LONGEST_EMBED = 256, 6000
SHOWN_TITLE = LONGEST_TITLE // 2  # each sign of it may need another before it
MOST_CHOICES, LONGEST_CHOICE = 25, 100
TEXT_OPTIONS = {"rule": "case", "search": "words", "ask": "question", "check": "position"}


class Option(BaseModel):
    name: str
    value: str | int | float | bool | None = None
    focused: bool = False


class Command(BaseModel):
    name: str = ""
    options: list[Option] = []

    def given(self, name: str) -> str:
        return next((str(each.value) for each in self.options if each.name == name and each.value is not None), "")

    @property
    def is_private(self) -> bool:
        return any(each.name == "private" and each.value is True for each in self.options)


class Interaction(BaseModel):
    """What Discord sends, as far as we read it."""

    type: int
    locale: str | None = None
    data: Command = Command()


def blueprint(key: bytes) -> Blueprint:
    """The endpoint, for requests that are signed with the application's key."""
    found, replays = Blueprint("discord", __name__), signatures.Replays()

    @found.post(PATH)
    def interact() -> Any:
        body = request.get_data(cache=False)
        signature = request.headers.get("X-Signature-Ed25519", "")
        timestamp = request.headers.get("X-Signature-Timestamp", "")
        signatures.verify_discord(key, signature, timestamp, body)
        replays.refuse(signature.lower(), timestamp)
        return as_response(response(read(Interaction, body), public_address()))

    return found


def response(asked: Interaction, address: str) -> Json:
    """The answer to an interaction."""
    if asked.type == PING:
        return {"type": PONG}
    if asked.type == COMPLETION:
        return {"type": CHOICES, "data": {"choices": choices(asked)}}
    return {"type": MESSAGE, "data": message(answered(_asked(asked, address)), asked.data.is_private)}


def _asked(asked: Interaction, address: str) -> Asked:
    command = asked.data
    text = command.given(TEXT_OPTIONS.get(command.name, ""))
    lang = _language(asked, text)
    return Asked(command.name, text, lang, address, command.given("game") or None, command.given("action"))


def _language(asked: Interaction, text: str) -> Language:
    """The reader's own, else that of the text, else English."""
    return known_language((asked.locale or "")[:2]) or written_language(text) or "en"


def choices(asked: Interaction) -> list[Json]:
    """The cases whose number or title begins as typed."""
    typed = next((str(each.value or "") for each in asked.data.options if each.focused), "")
    game = asked.data.given("game") or None
    lang = _language(asked, typed)
    return [
        {"name": f"{case.number} {getattr(case.title, lang)} ({case.game})"[:LONGEST_CHOICE], "value": case.id}
        for case in matching_cases(desk.library(), typed, game, MOST_CHOICES)
    ]


def message(card: Card, is_private: bool) -> Json:
    """A card as an embed; nobody is called by it."""
    title = DISCORD.text(shortened(card.title, SHOWN_TITLE))[:LONGEST_TITLE]
    foot = card.foot[:SHOWN_TITLE]
    room = min(DISCORD.limit, LONGEST_EMBED - len(title) - len(foot))
    embed: Json = {"title": title, "description": DISCORD.body(card, room), "color": COLOURS[card.tone]}
    embed |= {"url": calm_address(card.link)} if card.link else {}
    embed |= {"footer": {"text": foot}} if foot else {}
    found: Json = {"embeds": [embed], "allowed_mentions": {"parse": []}}
    return found | ({"flags": FOR_THE_ASKER} if is_private or card.is_private else {})
