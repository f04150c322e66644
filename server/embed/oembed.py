"""oEmbed: what a page of ours looks like inside another, for programs that turn a pasted address into a card."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit
from xml.etree import ElementTree

from flask import request, url_for
from markupsafe import escape

from knowledge import desk
from knowledge.numbers import NotFound
from server.addresses import public_address
from server.embed import cards
from server.languages import known_language
from server.sharing import unpacked
from server.words import EMBED

WIDTH, HEIGHT = 600, 420
CACHE = 86_400
ALLOWED = "allow-popups allow-popups-to-escape-sandbox"
CASE = re.compile(r"/games/([^/]+)/cases/([^/]+)/?")
SHARE = "/share"
Json = dict[str, Any]


@dataclass(frozen=True)
class Room:
    """How much room the other page has."""

    width: int
    height: int

    @classmethod
    def at_most(cls, width: int | None, height: int | None) -> "Room":
        return cls(max(1, min(WIDTH, width or WIDTH)), max(1, min(HEIGHT, height or HEIGHT)))


def embedded(url: str, room: Room) -> Json:
    """What stands for an address of ours. Raises NotFound for any other."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or parts.netloc not in _ours():
        raise NotFound("page of this service", url[:200], [])
    asked = parse_qs(parts.query)
    lang = known_language(asked.get("lang", [""])[0]) or "en"
    found = CASE.fullmatch(parts.path)
    if found:
        return _case(unquote(found.group(1)), unquote(found.group(2)), lang, room)
    if parts.path == SHARE and "p" in asked:
        return _position(asked["p"][0], lang)
    raise NotFound("page that can be embedded", parts.path[:200], [])


def _ours() -> set[str]:
    return {request.host, urlsplit(public_address()).netloc}


def card_address(endpoint: str, **values: Any) -> str:
    """The whole address of a picture or a frame."""
    return f"{public_address()}{url_for(endpoint, **values)}"


def oembed_address(page: str, form: str) -> str:
    """Where a program finds what stands for a page."""
    return f"{public_address()}{url_for('embed.oembed')}?{urlencode({'url': page, 'format': form})}"


def _about(title: str) -> Json:
    provider = {"provider_name": "Arbitre", "provider_url": f"{public_address()}/"}
    return {"version": "1.0", "title": title, **provider, "cache_age": CACHE}


def _case(game: str, number: str, lang: str, room: Room) -> Json:
    case = desk.library().case(game, number)
    named = {"game": game, "number": case.number, "lang": lang}
    title = f"{case.number} {getattr(case.title, lang)}"
    frame = (
        f'<iframe src="{escape(card_address("embed.frame", **named))}" title="{escape(title)}" width="{room.width}" '
        f'height="{room.height}" loading="lazy" sandbox="{ALLOWED}" style="border:0"></iframe>'
    )
    size = {"width": room.width, "height": room.height}
    thumbnail = {"thumbnail_width": cards.WIDTH, "thumbnail_height": cards.HEIGHT}
    picture = {"thumbnail_url": card_address("embed.case_picture", **named), **thumbnail}
    return {"type": "rich", **_about(title), "html": frame, **size, **picture}


def _position(packed: str, lang: str) -> Json:
    unpacked(packed)
    picture = card_address("embed.position_picture", p=packed, lang=lang)
    size = {"width": cards.WIDTH, "height": cards.HEIGHT}
    return {"type": "photo", **_about(EMBED["position"][lang]), "url": picture, **size}


def as_xml(answer: Json) -> str:
    """The answer as oEmbed writes it in XML."""
    root = ElementTree.Element("oembed")
    for name, value in answer.items():
        ElementTree.SubElement(root, name).text = str(value)
    return '<?xml version="1.0" encoding="utf-8" standalone="yes"?>' + ElementTree.tostring(root, encoding="unicode")
