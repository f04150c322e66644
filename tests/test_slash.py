"""Slash commands of Slack and Mattermost over HTTP, with our own secrets."""

import hashlib
import hmac
import re
import time
from urllib.parse import urlencode

import pytest
from conftest import request, serving_app

from server.app import create_app
from server.chat.slash import read
from server.sharing import packed

SECRET = "not-a-real-secret"
TOKENS = ("first-token", "second-token")
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def host(knowledge_base):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARBITRE_SLACK_SIGNING_SECRET", SECRET)
        patch.setenv("ARBITRE_MATTERMOST_TOKEN", ", ".join(TOKENS))
        app = create_app()
    with serving_app(app) as client:
        yield client


_trigger = iter(range(10**9))


def form(command, text, **fields):
    return urlencode({"command": command, "text": text, "trigger_id": next(_trigger)} | fields)


def signed(body, secret=SECRET, at=None):
    timestamp = str(int(time.time() if at is None else at))
    right = hmac.new(secret.encode(), f"v0:{timestamp}:{body}".encode(), hashlib.sha256).hexdigest()
    return {"Content_Type": FORM, "X_Slack_Signature": f"v0={right}", "X_Slack_Request_Timestamp": timestamp}


def slack(host, command, text):
    body = form(command, text)
    return told(host.post("/slack", body, **signed(body)))


def mattermost(host, command, text, token=TOKENS[1]):
    return told(host.post("/mattermost", form(command, text, token=token), Content_Type=FORM))


def told(answer):
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "application/json"
    return answer.json()


def verdict(answer):
    """What the title of a ruling says: the text of its link."""
    title = answer["text"].splitlines()[0]
    return (re.fullmatch(r"<[^|]+\|(.+)>", title) or re.fullmatch(r"\[(.+)\]\(.+\)", title))[1]


BOTH = pytest.mark.parametrize("ask", [slack, mattermost], ids=["slack", "mattermost"])


# Signatures


def test_a_command_that_slack_signed_is_answered(host):
    assert "Concentric assault" in slack(host, "/rule", "sitw 13.17")["text"]


def test_a_command_that_another_secret_signed_is_refused(host):
    body = form("/rule", "sitw 13.17")
    answer = host.post("/slack", body, **signed(body, secret="another"))
    assert answer.status == 401
    assert SECRET.encode() not in answer.body


@pytest.mark.parametrize("name", ["X_Slack_Signature", "X_Slack_Request_Timestamp"])
@pytest.mark.parametrize("value", [None, "", "v0=", "v0=00", "é", "9" * 30])
def test_a_command_whose_signature_is_missing_or_broken_is_refused(host, name, value):
    body = form("/rule", "sitw 13.17")
    assert host.post("/slack", body, **(signed(body) | {name: value})).status == 401


def test_a_command_that_was_changed_after_it_was_signed_is_refused(host):
    body = form("/rule", "sitw 13.17")
    assert host.post("/slack", body + "&text=sitw+13.18", **signed(body)).status == 401


@pytest.mark.parametrize("away", [-301, -86_400, 900])
def test_a_command_of_another_time_is_refused(host, away):
    body = form("/rule", "sitw 13.17")
    assert host.post("/slack", body, **signed(body, at=time.time() + away)).status == 401


def test_a_command_is_answered_once(host):
    body = form("/rule", "sitw 13.17")
    headers = signed(body)
    assert [host.post("/slack", body, **headers).status for _ in range(3)] == [200, 401, 401]


def test_two_commands_of_one_second_are_both_answered(host):
    first, second = (slack(host, "/rule", "sitw 13.17") for _ in range(2))
    assert first == second


@pytest.mark.parametrize("token", TOKENS)
def test_each_command_of_mattermost_has_a_token_of_its_own(host, token):
    assert "Concentric assault" in mattermost(host, "/rule", "sitw 13.17", token)["text"]


@pytest.mark.parametrize("token", ["", "third-token", "first-token, second-token", "é", TOKENS[0] + " "])
def test_a_wrong_token_is_refused(host, token):
    assert host.post("/mattermost", form("/rule", "sitw 13.17", token=token), Content_Type=FORM).status == 401


def test_a_form_without_a_token_is_refused(host):
    assert host.post("/mattermost", form("/rule", "sitw 13.17"), Content_Type=FORM).status == 401


@pytest.mark.parametrize("path", ["/slack", "/mattermost"])
def test_without_a_secret_there_is_no_endpoint(server, path):
    body = form("/rule", "sitw 13.17", token="")
    assert server.post(path, body, **signed(body, secret="")).status == 404


# Commands


@BOTH
def test_an_answer_is_for_the_channel_unless_it_is_asked_for_in_private(host, ask):
    assert ask(host, "/rule", "sitw 13.17")["response_type"] == "in_channel"
    assert ask(host, "/rule", "sitw 13.17 --private")["response_type"] == "ephemeral"
    assert ask(host, "/rule", "sitw 13.17 —private")["response_type"] == "ephemeral"
    assert ask(host, "/rule", "sitw 99.99")["response_type"] == "ephemeral"


@BOTH
def test_a_command_by_its_french_name_is_answered_in_french(host, ask):
    assert "Assaut concentrique" in ask(host, "/règle", "sitw 13.17")["text"]
    assert "Assaut concentrique" in ask(host, "/regle", "sitw 13.17")["text"]
    assert "Assaut concentrique" in ask(host, "/rule", "sitw 13.17 --lang fr")["text"]
    assert "cas trouvés" in ask(host, "/search", "sitw ravitaillement forteresse")["text"]


@BOTH
def test_one_command_for_all_takes_the_verb_first(host, ask):
    assert "Concentric assault" in ask(host, "/arbitre", "rule sitw 13.17")["text"]
    assert "13.18" in ask(host, "/arbitre", "search tanks forest --game sitw")["text"]
    assert "/search" in ask(host, "/arbitre", "help")["text"]
    assert ask(host, "/arbitre", "")["response_type"] == "ephemeral"


@BOTH
def test_a_question_and_a_check_are_answered(host, ask):
    assert "13.18" in ask(host, "/ask", "sitw can tanks attack woods?")["text"]
    link = f"http://127.0.0.1/table#{packed(request())}"
    assert verdict(ask(host, "/check", link)) == "Legal"
    assert verdict(ask(host, "/check", f"{link} move units=g1 path=2530,2531,2532 mode=regular")) == "Illegal"


def test_a_link_that_slack_wrapped_is_unwrapped(host):
    link = f"http://127.0.0.1/table?a=1&amp;b=2#{packed(request())}"
    for wrapped in (f"<{link}>", f"<{link}|table>"):
        assert verdict(slack(host, "/check", wrapped)) == "Legal"


@BOTH
def test_the_links_lead_to_the_service_as_it_was_called(host, ask):
    assert f"{host.address}/games/sitw/cases/13.17?lang=en" in ask(host, "/rule", "sitw 13.17")["text"]


def test_what_slack_reads_as_a_sign_is_escaped(host):
    said = slack(host, "/search", "&lt;!channel&gt; R&amp;D <@U123>")["text"].split(":")[1:]
    assert "&lt;!channel&gt;" in slack(host, "/search", "&lt;!channel&gt; R&amp;D &lt;@U123&gt;")["text"]
    assert "<!" not in "".join(said)
    assert "<@" not in "".join(said)


@BOTH
def test_a_body_that_is_no_form_harms_nothing(host, ask):
    assert ask(host, "/rule", "\x00\ufffd" * 50)["response_type"] == "ephemeral"
    odd = b"\xff\xfe=%zz&&&"
    assert host.post("/mattermost", odd, Content_Type=FORM).status == 401


@pytest.mark.parametrize(
    ("command", "text", "verb", "words", "lang", "game", "is_private"),
    [
        ("/rule", "13.17 --game sitw", "rule", "13.17", "en", "sitw", False),
        ("/chercher", "forêt —jeu=tdw --privé", "search", "forêt", "fr", "tdw", True),
        ("/search", "--private supply lines", "search", "supply lines", "en", None, True),
        ("/search", "a private matter", "search", "a private matter", "en", None, False),
        ("/arbitre", "vérifier my-map victory", "check", "my-map victory", "fr", None, False),
        ("", "", "", "", "en", None, False),
    ],
)
def test_flags_are_told_from_words(command, text, verb, words, lang, game, is_private):
    typed = read(command, text)
    assert (typed.verb, " ".join(typed.text.split()), typed.lang) == (verb, words, lang)
    assert (typed.game, typed.is_private) == (game, is_private)


def test_no_secret_is_written_to_the_log(host, caplog, capfd):
    import logging

    with caplog.at_level(logging.DEBUG):
        for _ in range(2):
            mattermost(host, "/rule", "sitw 13.17")
            slack(host, "/rule", "sitw 13.17")
    shown = caplog.text + "".join(capfd.readouterr())
    assert not [secret for secret in (SECRET, *TOKENS) if secret in shown]
