"""Made-up calls of every route of the service, whatever it is for: right, nearly right, hostile."""

import json
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote

from flask import Flask
from hypothesis import strategies as st
from questions import HOSTILE, Strategy, places, positions, requests, spoil
from werkzeug.routing import Rule

from knowledge import desk
from rulebook.games import GAMES
from server.sharing import packed

TYPED = (
    "", " ", "supply", "ravitaillement", "13.17", "13,17", "[13.17]", "s3.26", "§", "*", "?", "a*", "*a*b*c*", '"',
    '"a', "(", "((((a OR b) AND", "NOT", "AND OR", "title:x", "a~9", "a~", "[a TO", "{a TO b}", "^", "a^1e9", "\\",
    "\u0000", "%00", "../../etc/passwd", "..%2f..", "'; drop table maps; --", "<script>alert(1)</script>", "{{7*7}}",
    "%s%n", "é" * 70, "a" * 2_000, "a " * 500, "ﬁ\u202eabc", "\ud7ff\uffff", "𝟙𝟛.𝟙𝟟", "١٣.١٧", "İ", "ß",
    "\r\nSet-Cookie: a=b", "(a+)+$", "x" * 60 + "!", "1e999", "-1", "99999999999999999999", "NaN", "0x10", "null", "[]",
)  # fmt: skip
"""What may be typed anywhere: words, rule numbers, the syntax of the search, of paths, SQL, pages, templates."""
NAMES = (
    "q", "game", "lang", "kind", "limit", "offset", "url", "format", "maxwidth", "maxheight", "p", "status", "before",
    "example", "assume", "term",
)  # fmt: skip
KNOWN = {
    "game": (*GAMES, "SITW", "chess"), "schema": ("position", "ruling", "case"), "filename": ("embed.js", "app.css"),
    "name": ("verdun", "zone-of-control", "supply", "x"), "term": ("stosstruppen", "supply"),
}  # fmt: skip
WORDED = {
    "lang": ("en", "fr", "de"), "kind": ("prohibition", "modifier", "x"), "limit": ("1", "10", "0", "1000"),
    "offset": ("0", "5", "100000"), "format": ("json", "xml", "yaml"), "game": tuple(GAMES), "q": ("supply", "13.17"),
    "url": ("http://127.0.0.1/games/sitw/cases/13.17", "/share?p=x", "javascript:alert(1)"), "maxwidth": ("1", "-5"),
}  # fmt: skip
QUESTIONS = (
    "Les chars peuvent-ils attaquer en forêt ?", "can aircraft join the second combat phase?", "Can the AGB rail?",
    "what is a zone of control", "combien d'unités par hex ?", "peut-on", "13.17", "???",
)  # fmt: skip
BROKEN = (b"", b"{", b"[" * 9_000, b'{"a":' * 9_000, b'{"a":1,"a":2}', b"\xff", b"null", b"1e999", b'"\\ud800"')
TOOLS = ("check_action", "ask_umpire", "lookup_case", "search_rules", "describe_game", "compare_concept", "nothing")
HEADERS = st.sampled_from([
    {}, {}, {}, {}, {"Content-Type": "text/plain"}, {"Content-Type": "application/json; charset=latin-1"},
    {"Content-Type": "application/x-www-form-urlencoded"}, {"Accept": "x" * 5_000}, {"Accept-Language": "fr;q=x,,;;*"},
    {"Content-Encoding": "gzip"}, {"If-None-Match": '"' * 50}, {"Range": "bytes=9-1"}, {"Cookie": "a=" + "b" * 3_000},
    {"Origin": "null"}, {"X-Forwarded-For": "1.2.3.4, x"}, {"Host": "evil.example"}, {"Authorization": "Bearer x"},
    {"Expect": "200-nothing"}, {"Accept-Encoding": "gzip;q=0, *;q=nan"},
])  # fmt: skip


@dataclass(frozen=True)
class Call:
    """One call over HTTP."""

    method: str
    path: str
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)


typed = st.sampled_from(TYPED) | st.text(max_size=30)


@cache
def _numbers(game: str) -> tuple[str, ...]:
    return tuple(case.number for case in desk.library().cases if case.game == game)


@st.composite
def calls(draw: Any, rule: Rule, method: str) -> Call:
    """A call of one route, by one of its methods."""
    path = rule.rule
    game = draw(st.sampled_from(list(GAMES)))
    for name in rule.arguments:
        known = _numbers(game) if name == "number" else KNOWN.get(name, ("x",))
        value = game if name == "game" and draw(st.integers(0, 3)) else draw(st.sampled_from(known) | typed)
        path = path.replace(f"<path:{name}>", f"<{name}>").replace(f"<{name}>", quote(value, safe="", errors="replace"))
    query = draw(st.dictionaries(st.sampled_from(NAMES), st.none(), max_size=4))
    told = {name: draw(_values(name, game)) for name in query}
    line = "&".join(f"{name}={quote(value, safe='', errors='replace')}" for name, value in told.items())
    body = draw(_bodies(rule.rule, game)) if method in ("POST", "PUT") else None
    headers = draw(HEADERS) | ({"Accept": "application/json, text/event-stream"} if rule.rule == "/mcp" else {})
    return Call(method, path + (f"?{line}" if line else ""), body, headers)


def calls_of_all(app: Flask) -> Strategy:
    """A call of any route, each as often as the others."""
    return st.sampled_from(routes_of(app)).flatmap(lambda route: calls(*route))


def routes_of(app: Flask) -> list[tuple[Rule, str]]:
    """Every route of the service, with each of its methods."""
    rules = app.url_map.iter_rules()
    return [(rule, method) for rule in rules for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})]


def spoilt(call: Call, random: Random) -> Call:
    """The same call with something in it that does not belong there."""
    if call.body is None:
        value = quote(random.choice(TYPED), safe="")
        return replace(call, path=f"{call.path}{'&' if '?' in call.path else '?'}{random.choice(NAMES)}={value}")
    try:
        request = json.loads(call.body)
        spoil(request, random.randrange(997), random.choice((*HOSTILE, *TYPED)))
    except (ValueError, RecursionError, AttributeError, TypeError, ZeroDivisionError):
        cut = random.randrange(len(call.body) + 1)
        return replace(call, body=call.body[:cut] + random.randbytes(4) + call.body[cut + 1 :])
    return replace(call, body=json.dumps(request).encode())


def is_as_it_should(call: Call, status: int, kind: str, body: bytes) -> bool:
    """Whether an answer is one to give to anything that may be sent: no fault of ours, and refusals that say why."""
    if status >= 500 and status != 501:
        return False
    is_open = call.path.startswith(("/v1/", "/embed/games/", "/healthz"))
    if status >= 400 and is_open:
        return kind == "application/problem+json" and bool(json.loads(body)["detail"])
    return not is_open or status == 304 or kind != "application/json" or json.loads(body) is not None


def _values(name: str, game: str) -> Strategy:
    if name == "p":
        return typed | requests(game).map(packed)
    return st.sampled_from(WORDED[name]) | typed if name in WORDED else typed


@st.composite
def _bodies(draw: Any, path: str, game: str) -> bytes:
    if draw(st.integers(0, 9)) == 3:
        return draw(st.binary(max_size=60) | st.sampled_from(BROKEN))
    request = draw(_requests(path, game))
    if draw(st.integers(0, 5)) == 4:
        spoil(request, draw(st.sampled_from(range(997))), draw(st.sampled_from(HOSTILE) | typed))
    return json.dumps(request).encode()


@st.composite
def _requests(draw: Any, path: str, game: str) -> dict[str, Any]:
    """What a route takes: a position and what is asked of it, a question, a map, a message to the tools."""
    if path == "/v1/check":
        return dict(draw(requests(game)))
    if path == "/v1/ask":
        asked = draw(st.sampled_from(QUESTIONS) | typed)
        return {"question": asked} | ({"game": game} if draw(st.booleans()) else {})
    if path == "/mcp":
        return draw(_messages(game))
    position = draw(positions(GAMES[game], draw(places(GAMES[game]))))
    if path.startswith("/v1/maps"):
        return {"game": game, "map": position.get("map", {})}
    return {"position": position} | ({"unit": "u0"} if path == "/v1/options" else {})


@st.composite
def _messages(draw: Any, game: str) -> dict[str, Any]:
    tool = draw(st.sampled_from(TOOLS))
    told = {"game": game, "number": draw(typed), "query": draw(typed)}
    if tool == "check_action":
        told = draw(requests(game))
    method = draw(st.sampled_from(["tools/call", "tools/call", "tools/list", "resources/list", "initialize", "x"]))
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": tool, "arguments": told}}
