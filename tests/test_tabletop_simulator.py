"""The Lua snippet for Tabletop Simulator, run in Lua 5.2 with stand-ins for what the program gives to scripts.

The stand-ins really call the service; nothing here shows that the program itself behaves as its documentation says.
"""

import http.client
import json
from urllib.parse import quote_plus, urlsplit

import lupa.lua52
import pytest
from conftest import ROOT, move, position

SNIPPET = (ROOT / "integrations" / "tabletop-simulator" / "arbitre.lua").read_text(encoding="utf-8")


class Host:
    """What Tabletop Simulator gives to a script."""

    def __init__(self, address, without=()):
        self.lua = lupa.lua52.LuaRuntime(unpack_returned_tuples=True)
        self.sent, self.printed, self.objects = [], [], []
        table = self.lua.table_from
        web = {"get": self.get, "post": self.post, "custom": self.custom}
        world = self.lua.globals()
        world.WebRequest = table({name: act for name, act in web.items() if name not in without})
        world.JSON = table({"encode": lambda value: json.dumps(self.plain(value)), "decode": self.decode})
        world.printToColor = lambda text, color, tint: self.printed.append((text, color))
        world.getObjectsWithTag = lambda tag: table(self.objects)
        self.lua.execute(SNIPPET)
        world.Arbitre.service = address
        self.arbitre = world.Arbitre

    def plain(self, value):
        """A Lua table as JSON, as the program writes it: one with keys 1 to n is a list, and an empty one too."""
        if lupa.lua52.lua_type(value) != "table":
            return value
        found = dict(value)
        if set(found) == set(range(1, len(found) + 1)):
            return [self.plain(found[key]) for key in sorted(found)]
        return {key: self.plain(each) for key, each in found.items()}

    def decode(self, text):
        return self.lua.table_from(json.loads(text), recursive=True)

    def get(self, url, done):
        self._send("GET", url, None, {}, done)

    def post(self, url, form, done):
        """A form, whatever is given: text is escaped whole."""
        fields = dict(form) if lupa.lua52.lua_type(form) == "table" else None
        body = "&".join(f"{name}={quote_plus(value)}" for name, value in fields.items()) if fields else quote_plus(form)
        self._send("POST", url, body, {"Content-Type": "application/x-www-form-urlencoded"}, done)

    def custom(self, url, method, download, data, headers, done):
        self._send(method, url, data, dict(headers), done)

    def _send(self, method, url, body, headers, done):
        parts = urlsplit(url)
        self.sent.append((method, parts.path, headers.get("Content-Type")))
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=300)
        try:
            connection.request(method, parts.path, body.encode() if body else None, headers)
            answer = connection.getresponse()
            text, is_error = answer.read().decode(), answer.status >= 400
            told = {"text": text, "is_error": is_error, "response_code": answer.status, "is_done": True}
            done(self.lua.table_from(told | ({"error": f"HTTP/1.1 {answer.status}"} if is_error else {})))
        except OSError:
            done(self.lua.table_from({"text": "", "is_error": True, "error": "Cannot connect to destination host"}))
        finally:
            connection.close()

    def counter(self, notes, face_down=False):
        text = notes if isinstance(notes, str) else json.dumps(notes)
        made = {"getGMNotes": lambda: text, "getGUID": lambda: "abc123", "is_face_down": face_down}
        self.objects.append(self.lua.table_from(made))
        return self.objects[-1]

    def chat(self, message, *selected):
        player = {"color": "Red", "getSelectedObjects": lambda: self.lua.table_from(list(selected))}
        return self.lua.globals().onChat(message, self.lua.table_from(player))


@pytest.fixture
def host(server):
    return Host(server.address)


def units():
    return {unit["id"]: unit for unit in position()["units"]}


def facts(host):
    given = {name: value for name, value in position().items() if name not in ("units", "game")}
    host.arbitre.facts = host.lua.table_from(given, recursive=True)


def test_a_case_is_told_to_the_player_who_asks_in_both_languages(host):
    assert host.chat("!rule 13,17") is False
    text, color = host.printed[0]
    assert (text.startswith("[13.17] Concentric assault\n"), color) == (True, "Red")
    host.arbitre.lang = "fr"
    host.chat("!RULE  §13.17 ")
    assert host.printed[1][0].startswith("[13.17] Assaut concentrique\n")


def test_other_messages_are_left_alone(host):
    assert host.chat("hello") is True
    assert host.chat("!roll 2d6") is True
    assert (host.printed, host.sent) == ([], [])


def test_a_refusal_is_told_in_the_words_of_the_service(host):
    host.chat("!rule 99.99")
    assert "99.99" in host.printed[0][0]
    host.arbitre.service = "http://127.0.0.1:9"
    host.chat("!rule 13.17")
    assert host.printed[1][0].startswith("The umpire cannot be reached")


@pytest.mark.parametrize("without", [(), ("custom",)])
def test_the_options_of_a_selected_counter_are_told_as_json_or_as_a_form(server, without):
    host = Host(server.address, without)
    facts(host)
    known = units()
    chosen = host.counter(known["g1"])
    host.counter(known["b1"])
    host.counter(known["b1"] | {"id": "hidden", "hex": "2531"}, face_down=True)
    host.chat("!options", chosen)
    kind = "application/x-www-form-urlencoded" if without else "application/json"
    assert host.sent == [("POST", "/v1/options", kind)]
    assert "g1 may move to" in host.printed[0][0]
    assert "2531" in host.printed[0][0]


def test_a_counter_that_says_nothing_is_not_guessed(host):
    host.chat("!options")
    host.chat("!options", host.counter("a note of the owner"))
    assert [text for text, _ in host.printed] == ["Select one counter first.", "Its GM notes hold no unit (JSON)."]


def test_a_script_may_ask_for_a_ruling(host):
    found = []
    asked, action = (host.lua.table_from(each, recursive=True) for each in (position(), move("2530", "2531")))
    host.arbitre.check(asked, action, lambda ruling, why=None: found.append(ruling.verdict if ruling else why))
    assert found == ["legal"]


def test_a_question_goes_to_the_umpire(host):
    host.chat("!ask can tanks attack woods?")
    assert host.sent == [("POST", "/v1/ask", "application/json")]
    assert "13.18" in host.printed[0][0]
