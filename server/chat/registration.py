"""The commands as Discord is told of them, in English and French."""

import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from rulebook import printed
from server.chat.discord import TEXT_OPTIONS
from server.version import version
from server.words import CHAT, DISCORD_OPTIONS, Said

Json = dict[str, Any]

SLASH_COMMAND, STRING, BOOLEAN = 1, 3, 5
LONGEST_TEXT = {"case": 100, "words": 400, "question": 400, "position": 6000, "action": 2000}
TIMEOUT = 20.0


class NotRegistered(OSError):
    """Discord did not take the commands; the message says why, and never holds the token."""


def commands(games: tuple[str, ...]) -> list[Json]:
    """Every command with its options."""
    return [
        _named(CHAT[verb], CHAT[f"{verb}_help"])
        | {"type": SLASH_COMMAND, "options": [*_options(verb, text), *_shared(games, verb)]}
        for verb, text in TEXT_OPTIONS.items()
    ]


def _options(verb: str, text: str) -> list[Json]:
    first = _text(text) | {"required": True} | ({"autocomplete": True} if verb == "rule" else {})
    return [first, _text("action")] if verb == "check" else [first]


def _text(name: str) -> Json:
    return _option(name) | {"type": STRING, "max_length": LONGEST_TEXT[name]}


def _shared(games: tuple[str, ...], verb: str) -> list[Json]:
    titles = {game: printed.book(game)["title"] for game in games}
    choices = [{**_localised("name", title), "value": game} for game, title in titles.items()]
    private = _option("private") | {"type": BOOLEAN}
    return [private] if verb == "check" else [_option("game") | {"type": STRING, "choices": choices}, private]


def _option(name: str) -> Json:
    return _named(*DISCORD_OPTIONS[name])


def _named(name: Said, says: Said) -> Json:
    return {**_localised("name", name), **_localised("description", says)}


def _localised(field: str, said: Said) -> Json:
    return {field: said["en"], f"{field}_localizations": {"fr": said["fr"]}}


def register(api: str, application: str, token: str, games: tuple[str, ...], guild: str | None = None) -> list[Json]:
    """Put the commands in place of those before, for one server (guild) or for all; what Discord answers."""
    where = f"/guilds/{guild}" if guild else ""
    address = f"{api.rstrip('/')}/applications/{application}{where}/commands"
    headers = {
        "Authorization": f"Bot {token}",
        "Content-Type": "application/json",
        "User-Agent": f"DiscordBot (https://arbitre.example, {version()})",
    }
    told = Request(address, json.dumps(commands(games)).encode(), headers, method="PUT")
    try:
        with urlopen(told, timeout=TIMEOUT) as answer:
            found: list[Json] = json.load(answer)
    except HTTPError as refused:
        with refused:
            says = refused.read(2000).decode(errors="replace")
        raise NotRegistered(f"Discord answered {refused.code}: {says}") from None
    except (URLError, TimeoutError, ValueError) as wrong:
        raise NotRegistered(f"no answer from {address}: {wrong}") from None
    return found
