"""What is kept from strangers: writing, haste, framing; over a real connection."""

from types import SimpleNamespace

import pytest
from conftest import serving_app

from server.app import create_app
from server.guard import MOST_CALLERS, Rate
from server.proxies import caller as who_calls
from server.serving import is_loopback
from server.settings import BadSetting, Guard, guarded

MAP = {"game": "sitw", "map": {"hexes": {"2731": {"terrain": "forest"}}}}
TOKEN = "a token of the tests"

pytestmark = pytest.mark.usefixtures("knowledge_base")


def serving(**guard):
    return serving_app(create_app(guarded=Guard(**guard)))


@pytest.fixture
def moment(monkeypatch):
    """All requests come at one moment, however long they take here."""
    monkeypatch.setattr("server.guard.time", SimpleNamespace(monotonic=lambda: 1000.0))


@pytest.mark.usefixtures("storage")
def test_on_this_machine_a_map_is_stored_without_a_token():
    with serving() as client:
        assert client.call("PUT", "/v1/maps/guarded", MAP).status == 201
        assert client.call("DELETE", "/v1/maps/guarded").status == 204


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_public_service_without_a_token_is_read_only(method):
    with serving(is_public=True) as client:
        refused = client.call(method, "/v1/maps/guarded", MAP)
        assert (refused.status, refused.json()["type"]) == (403, "/docs#forbidden")
        assert "ARBITRE_TOKEN" in refused.json()["detail"]
        assert client.get("/v1/maps").json() == {"maps": []}


@pytest.mark.usefixtures("storage")
@pytest.mark.parametrize("sent", [None, "Bearer wrong", f"Bearer {TOKEN}é", "Bearer ", TOKEN[:-1]])
def test_a_wrong_token_stores_nothing(sent):
    with serving(is_public=True, token=TOKEN) as client:
        refused = client.call("PUT", "/v1/maps/guarded", MAP, Authorization=sent and sent.encode().decode("latin-1"))
        assert (refused.status, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert TOKEN not in refused.body.decode()
        assert client.get("/v1/maps").json() == {"maps": []}


@pytest.mark.usefixtures("storage")
def test_the_token_lets_its_bearer_write():
    with serving(is_public=True, token=TOKEN) as client:
        assert client.call("PUT", "/v1/maps/guarded", MAP, Authorization=f"Bearer {TOKEN}").status == 201
        assert client.get("/v1/maps/guarded").status == 200
        assert client.call("DELETE", "/v1/maps/guarded", Authorization=f"Bearer {TOKEN}").status == 204


@pytest.mark.usefixtures("moment")
def test_a_caller_in_haste_is_told_when_to_ask_again():
    with serving(rate=3) as client:
        answers = [client.get("/v1/maps") for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["type"] == "/docs#too-fast"
        assert 1 <= int(answers[-1].headers["Retry-After"]) <= 20
        assert client.get("/healthz").status == 200


def test_requests_are_saved_up_for_a_minute_and_no_longer():
    rate = Rate(60)
    assert all(rate.wait("a", now=0) == 0 for _ in range(60))
    assert rate.wait("a", now=0) == pytest.approx(1)
    assert rate.wait("b", now=0) == 0
    assert rate.wait("a", now=1) == 0
    assert rate.wait("a", now=1) == pytest.approx(1)
    assert [rate.wait("a", now=1000) for _ in range(61)].count(0) == 60


def test_no_more_callers_are_kept_in_mind_than_there_is_room_for():
    rate = Rate(1)
    for caller in range(MOST_CALLERS + 1):
        rate.wait(str(caller), now=0)
    assert rate.wait("0", now=0) == 0
    assert rate.wait(str(MOST_CALLERS), now=0) > 0


@pytest.mark.parametrize("path", ["/", "/v1/games", "/nowhere", "/static/arbitre.css"])
def test_every_answer_says_what_a_browser_may_do_with_it(path, server):
    headers = server.get(path).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_secret_is_never_shown_with_the_settings():
    assert TOKEN not in repr(Guard(token=TOKEN))


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False)],
)
def test_only_loopback_addresses_are_of_this_machine_alone(host, expected):
    assert is_loopback(host) == expected


def test_a_public_service_has_a_limit_unless_told_otherwise(monkeypatch):
    assert guarded().rate == 0
    assert guarded(is_public=True) == Guard(is_public=True, rate=600)
    monkeypatch.setenv("ARBITRE_RATE", "0")
    monkeypatch.setenv("ARBITRE_PUBLIC", "yes")
    assert guarded() == Guard(is_public=True)


@pytest.mark.parametrize(
    ("name", "value"), [("ARBITRE_PUBLIC", "maybe"), ("ARBITRE_RATE", "-1"), ("ARBITRE_RATE", "a")]
)
def test_a_setting_that_cannot_be_used_is_named(name, value, monkeypatch):
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting, match=name):
        guarded()


# Behind a balancer


def settled(proxies, monkeypatch):
    monkeypatch.setenv("ARBITRE_PROXIES", proxies)
    return guarded().proxies


@pytest.mark.usefixtures("moment")
def test_behind_a_balancer_each_caller_has_a_limit_of_its_own(monkeypatch):
    with serving(rate=2, proxies=settled("127.0.0.1", monkeypatch)) as client:
        said = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.2", "192.0.2.2"]
        answers = [client.get("/v1/maps", X_Forwarded_For=each).status for each in said]
    assert answers == [200, 200, 200, 429, 200, 429]


@pytest.mark.usefixtures("moment")
@pytest.mark.parametrize("proxies", ["", "192.0.2.7"])
def test_nobody_else_is_believed_on_who_calls(monkeypatch, proxies):
    with serving(rate=2, proxies=settled(proxies, monkeypatch)) as client:
        answers = [client.get("/v1/maps", X_Forwarded_For=f"192.0.2.{place}").status for place in range(4)]
    assert answers == [200, 200, 429, 429]


@pytest.mark.parametrize(
    ("peer", "told", "expected"),
    [
        ("10.0.0.1", "192.0.2.1", "192.0.2.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("192.0.2.9", "192.0.2.1", "192.0.2.9"),
        ("10.0.0.1", "203.0.113.5, 192.0.2.1", "192.0.2.1"),
        ("10.0.0.1", "203.0.113.5, 192.0.2.1, 10.0.0.2", "192.0.2.1"),
        ("10.0.0.1", "203.0.113.5, nonsense, 10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "192.0.2.1:4711", "192.0.2.1"),
        ("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("::ffff:10.0.0.1", "::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:f::1", "192.0.2.1", "192.0.2.1"),
        ("", "192.0.2.1", "192.0.2.1"),
        ("10.0.0.1", ", ".join(["10.0.0.2"] * 100_000), "10.0.0.2"),
    ],
)
def test_the_caller_is_the_last_on_the_way_that_is_no_proxy(peer, told, expected, monkeypatch):
    proxies = settled("10.0.0.0/24, 2001:db8:f::/48, unix", monkeypatch)
    assert who_calls(peer, told, proxies) == expected


def test_a_link_is_given_in_the_scheme_that_was_called(monkeypatch):
    for proxies, scheme in (("127.0.0.1", "https"), ("192.0.2.7", "http")):
        with serving(proxies=settled(proxies, monkeypatch)) as client:
            page = client.get("/games/sitw/cases/13.17", X_Forwarded_Proto="https", Host="arbitre.example")
            assert f"{scheme}://arbitre.example/" in page.body.decode()


@pytest.mark.parametrize("value", ["10.0.0.300", "10.0.0.0/33", "balancer", "10.0.0.1 10.0.0.2"])
def test_a_proxy_that_is_no_address_is_named(value, monkeypatch):
    with pytest.raises(BadSetting, match="ARBITRE_PROXIES"):
        settled(value, monkeypatch)
