"""Discord: signed interactions over HTTP with our own key, completion, limits, the registration of the commands."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

import pytest
from click.testing import CliRunner
from conftest import request, serving_app
from nacl.signing import SigningKey
from test_chat import within_limits

from server.app import create_app
from server.chat import registration
from server.commands import main
from server.sharing import packed

KEY = SigningKey(bytes(range(32)))
STRANGER = SigningKey(bytes(32))
PING = {"type": 1}


@pytest.fixture(scope="module")
def host(knowledge_base):
    """The service with Discord turned on, reached by players elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARBITRE_DISCORD_PUBLIC_KEY", KEY.verify_key.encode().hex())
        patch.setenv("ARBITRE_PUBLIC_URL", "https://arbitre.example/")
        app = create_app()
    with serving_app(app) as client:
        yield client


def signed(body, key=KEY, at=None):
    """A body as Discord sends it, with the headers that sign it."""
    data, timestamp = json.dumps(body), str(int(time.time() if at is None else at))
    signature = key.sign(timestamp.encode() + data.encode()).signature.hex()
    return data, {"X_Signature_Ed25519": signature, "X_Signature_Timestamp": timestamp}


_nonce = iter(range(10**9))


def interact(host, body, **changes):
    """Each interaction has an id of its own, as Discord's do."""
    data, headers = signed(body | {"id": str(next(_nonce))})
    return host.post("/discord", data, **(headers | changes))


def command(name, locale="en-US", type=2, **options):
    given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
    return {"type": type, "locale": locale, "data": {"name": name, "options": given}}


def embed_of(host, name, **options):
    answer = interact(host, command(name, **options))
    assert answer.status == 200
    told = answer.json()
    assert told["type"] == 4
    within_limits(told["data"])
    return told["data"]["embeds"][0], told["data"]


# Signatures


def test_a_ping_that_is_signed_is_answered_with_a_pong(host):
    answer = interact(host, PING)
    assert (answer.status, answer.json()) == (200, {"type": 1})


def test_a_request_that_another_key_signed_is_refused(host):
    data, headers = signed(PING, key=STRANGER)
    answer = host.post("/discord", data, **headers)
    assert answer.status == 401
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("name", ["X_Signature_Ed25519", "X_Signature_Timestamp"])
@pytest.mark.parametrize("value", [None, "", "zz", "00", "0" * 128, "é"])
def test_a_request_whose_signature_is_missing_or_broken_is_refused(host, name, value):
    data, headers = signed(PING)
    changed = headers | {name: value.encode("latin-1").decode("latin-1") if value else None}
    assert host.post("/discord", data, **changed).status == 401


def test_a_body_that_was_changed_after_it_was_signed_is_refused(host):
    data, headers = signed(PING)
    assert host.post("/discord", data + " ", **headers).status == 401


@pytest.mark.parametrize("away", [-301, -86_400, 900])
def test_a_request_of_another_time_is_refused(host, away):
    data, headers = signed(PING, at=time.time() + away)
    assert host.post("/discord", data, **headers).status == 401


def test_a_request_is_answered_once(host):
    data, headers = signed(PING | {"id": "once"})
    assert host.post("/discord", data, **headers).status == 200
    assert host.post("/discord", data, **headers).status == 401
    signature = headers["X_Signature_Ed25519"]
    for same in (signature.upper(), f"{signature[:64]} {signature[64:]}"):
        assert host.post("/discord", data, **(headers | {"X_Signature_Ed25519": same})).status == 401


def test_without_a_key_there_is_no_endpoint(server):
    data, headers = signed(PING)
    assert server.post("/discord", data, **headers).status == 404


@pytest.mark.parametrize("body", ["{", "[]", "{}", '{"type": "x"}', '{"type": 2, "data": 7}'])
def test_a_signed_body_that_is_no_interaction_is_a_bad_request(host, body):
    timestamp = str(int(time.time()))
    signature = KEY.sign(timestamp.encode() + body.encode()).signature.hex()
    answer = host.post("/discord", body, X_Signature_Ed25519=signature, X_Signature_Timestamp=timestamp)
    assert answer.status in (400, 422)


# Commands


def test_a_rule_is_shown_to_the_channel_with_a_link(host):
    embed, message = embed_of(host, "rule", case="sitw:13.17")
    assert embed["title"] == "13.17 Concentric assault"
    assert embed["url"] == "https://arbitre.example/games/sitw/cases/13.17?lang=en"
    assert "flags" not in message


def test_the_reader_is_answered_in_their_own_language_or_in_that_of_the_text(host):
    assert embed_of(host, "rule", case="sitw:13.17", locale="fr")[0]["title"] == "13.17 Assaut concentrique"
    assert "cas trouvés" in embed_of(host, "search", words="ravitaillement forteresse", locale="de")[0]["title"]
    assert "cases found" in embed_of(host, "search", words="supply fortress", locale="de")[0]["title"]


def test_an_answer_can_be_for_the_asker_alone(host):
    assert embed_of(host, "rule", case="sitw:13.17", private=True)[1]["flags"] == 64
    assert embed_of(host, "rule", case="sitw:99.99")[1]["flags"] == 64


def test_a_search_and_a_question_are_answered(host):
    assert "13.18" in embed_of(host, "search", words="tanks forest", game="sitw")[0]["description"]
    assert "13.18" in embed_of(host, "ask", question="can tanks attack woods?", game="sitw")[0]["description"]


def test_an_action_is_ruled_on_from_a_link(host):
    link = f"https://arbitre.example/table#{packed(request())}"
    assert embed_of(host, "check", position=link)[0]["title"] == "Legal"
    illegal = embed_of(host, "check", position=link, action="move units=g1 path=2530,2531,2532 mode=regular")[0]
    assert illegal["title"] == "Illegal"
    assert illegal["color"] != embed_of(host, "check", position=link)[0]["color"]


def test_a_long_case_is_folded_and_leads_to_the_rest(host, server):
    cases = server.get("/v1/games/tgwe/cases?limit=500").json()["cases"]
    longest = max(cases, key=lambda case: len(case["text"]["fr"]) + len(str(case["notes"])))
    embed, _ = embed_of(host, "rule", case=longest["id"], locale="fr")
    assert len(embed["description"]) > 2000
    assert "[La suite](https://arbitre.example/games/tgwe/cases/" in embed["description"]


def test_a_command_that_is_not_ours_is_answered_with_those_that_are(host):
    embed, message = embed_of(host, "dance")
    assert "/rule" in embed["description"]
    assert message["flags"] == 64


def completed(host, typed, locale="en-GB", **options):
    body = command("rule", locale, type=4, **options)
    body["data"]["options"].append({"name": "case", "type": 3, "value": typed, "focused": True})
    told = interact(host, body).json()
    assert told["type"] == 8
    return told["data"]["choices"]


def test_cases_are_offered_while_their_number_or_title_is_typed(host):
    assert completed(host, "13.17", game="sitw") == [{"name": "13.17 Concentric assault (sitw)", "value": "sitw:13.17"}]
    assert completed(host, "assaut", "fr", game="sitw")[0]["name"].startswith("13.17 Assaut concentrique")
    for typed in ("", "1", "sup", "q" * 500, "@everyone"):
        choices = completed(host, typed)
        assert len(choices) <= 25
        assert all(0 < len(each[field]) <= 100 for each in choices for field in ("name", "value"))


def test_what_is_offered_is_what_is_shown(host):
    for choice in completed(host, "13", game="tgwe"):
        assert embed_of(host, "rule", case=choice["value"])[0]["title"].split()[0] == choice["name"].split()[0]


# Registration

GAMES = ("marne", "sitw", "tdw", "tgwe", "tsnp")


def test_the_commands_are_within_the_limits_of_discord():
    commands = registration.commands(GAMES)
    assert [each["name"] for each in commands] == ["rule", "search", "ask", "check"]
    for each in (*commands, *(option for command in commands for option in command["options"])):
        for name in (each["name"], each["name_localizations"]["fr"]):
            assert name == name.lower()
            assert 1 <= len(name) <= 32
            assert name.isalpha()
        for says in (each["description"], each["description_localizations"]["fr"]):
            assert 1 <= len(says) <= 100
    for each in commands:
        required = [option.get("required", False) for option in each["options"]]
        assert required == sorted(required, reverse=True)
    assert [option["name"] for option in commands[0]["options"] if option.get("autocomplete")] == ["case"]


class Api(BaseHTTPRequestHandler):
    """What stands for Discord's API on this machine: it keeps what it is told."""

    told: ClassVar[list] = []
    status: ClassVar[int] = 200

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Api.told.append((self.path, self.headers["Authorization"], json.loads(body)))
        self.send_response(Api.status)
        self.end_headers()
        self.wfile.write(body if Api.status == 200 else b'{"message": "401: Unauthorized", "code": 0}')

    def log_message(self, *args):
        pass


@pytest.fixture
def api():
    Api.told, Api.status = [], 200
    server = HTTPServer(("127.0.0.1", 0), Api)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/api/v10"
    server.shutdown()
    thread.join()
    server.server_close()


TOKEN = "not-a-real-token"


def register(*args, **environment):
    named = {f"ARBITRE_DISCORD_{name.upper()}": value for name, value in environment.items()}
    return CliRunner().invoke(main, ["discord", "register", *args], env=named)


def test_the_commands_are_registered_with_a_token_and_an_application(api):
    done = register(api=api, application="123", token=TOKEN)
    assert (done.exit_code, done.output) == (0, "/rule, /search, /ask, /check\n")
    assert Api.told == [("/api/v10/applications/123/commands", f"Bot {TOKEN}", registration.commands(GAMES))]
    assert register("--guild", "45", "--json", api=api, application="123", token=TOKEN).exit_code == 0
    assert Api.told[1][0] == "/api/v10/applications/123/guilds/45/commands"


@pytest.mark.parametrize("missing", ["api", "application", "token"])
def test_where_one_of_them_is_missing_nothing_is_sent_and_the_commands_are_printed(api, missing):
    given = {"api": api, "application": "123", "token": TOKEN} | {missing: ""}
    done = register(**given)
    assert json.loads(done.output) == registration.commands(GAMES)
    assert Api.told == []


def test_a_refusal_is_told_without_the_token(api):
    Api.status = 401
    done = register(api=api, application="123", token=TOKEN)
    assert done.exit_code == 2
    assert "401" in done.output
    assert TOKEN not in done.output


@pytest.mark.parametrize(
    "wrong", [{"application": "../x"}, {"api": "http://table.example"}, {"api": "file:///etc"}, {"api": "http://127.0.0.1:1"}]
)
def test_a_wrong_address_or_id_is_told_and_nothing_is_sent(api, wrong):
    done = register(**({"api": api, "application": "123", "token": TOKEN} | wrong))
    assert done.exit_code == 2
    assert TOKEN not in done.output
    assert Api.told == []


@pytest.mark.parametrize("key", ["12", "z" * 64])
def test_a_key_that_is_none_stops_the_service_and_is_not_shown(monkeypatch, key):
    from server.settings import BadSetting

    monkeypatch.setenv("ARBITRE_DISCORD_PUBLIC_KEY", key)
    with pytest.raises(BadSetting, match="ARBITRE_DISCORD_PUBLIC_KEY") as wrong:
        create_app()
    assert key not in str(wrong.value)
