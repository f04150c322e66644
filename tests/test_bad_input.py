"""Whatever is posted, the answer is a clear problem that names the field, and the service goes on."""

import http.client
import json
import socket

import pytest
from conftest import move, position, request

UNIT = position()["units"][0]


def units(*changes):
    return [UNIT | {"id": f"u{place}"} | change for place, change in enumerate(changes)]


def refused(server, answer, status, at=None):
    """The answer is a problem of this status that names the field, and the server is alive after it."""
    problem = answer.json()
    assert answer.status == status, problem
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "errors"} == set(problem)
    assert problem["status"] == status
    assert len(answer.body) < 300_000
    assert b"Traceback" not in answer.body
    if at is not None:
        assert at in [error["at"] for error in problem["errors"]], problem["errors"]
    assert server.get("/healthz").status == 200
    return problem


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"nothing", b"[1, 2", b'{"position": }', b"\xff\xfe{}", b'{"position": "\xc3("}', b"{} {}", b"'x'",
     b"[" * 100_000, b'{"a":' * 50_000, b"\x00"],
    ids=lambda body: repr(body[:14]),
)  # fmt: skip
@pytest.mark.parametrize("path", ["/v1/check", "/v1/options"])
def test_what_is_no_json_is_refused(server, path, body):
    refused(server, server.post(path, body), 400, "body")


@pytest.mark.parametrize("body", ["[]", "1", '"x"', "null"])
def test_json_that_is_no_object_is_refused(server, body):
    refused(server, server.post("/v1/check", body), 400, "body")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1.5", "9" * 20, '"4"', "true"])
def test_a_number_that_is_none_is_refused(server, number):
    body = json.dumps(request()).replace('"turn": 3', f'"turn": {number}')
    refused(server, server.post("/v1/check", body), 422, "position.turn")


def test_deep_nesting_in_a_known_field_is_refused(server):
    body = json.dumps(request()).replace('"dry"', "[" * 500 + "]" * 500)
    assert server.post("/v1/check", body).status in (400, 422)
    refused(server, server.post("/v1/check", body.replace("[" * 500 + "]" * 500, "[[1]]")), 422, "position.weather")


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"units": {}}, "position.units"),
        ({"units": [1]}, "position.units.0"),
        ({"units": [{"type": "infantry"}]}, "position.units.0.id"),
        ({"units": units({"hex": 2530})}, "position.units.0.hex"),
        ({"units": units({"steps": -1})}, "position.units.0.steps"),
        ({"units": units({"strength": 4})}, "position.units.0.strength"),
        ({"units_complete": "yes"}, "position.units_complete"),
        ({"map": 5}, "position.map"),
        ({"map": {"hexes": {"2531": {"terrain": 7}}}}, "position.map.hexes.2531.terrain"),
        ({"map": {"hexs": {}}}, "position.map.hexs"),
        ({"tracks": {"german-morale": "high"}}, "position.tracks.german-morale"),
        ({"wether": "dry"}, "position.wether"),
        ({"options": "16.3"}, "position.options"),
    ],
)
def test_wrong_types_and_unknown_fields_are_named(server, change, at):
    problem = refused(server, server.post("/v1/check", request(position=position(**change))), 422, at)
    assert "MapFacts" not in json.dumps(problem)


@pytest.mark.parametrize(
    ("change", "at", "nearest"),
    [
        ({"game": "sitv"}, "position.game", "sitw"),
        ({"weather": "dri"}, "position.weather", "dry"),
        ({"phase": "movement"}, "position.phase", None),
        ({"active": "germans"}, "position.active", "german"),
        ({"scenario": "campain"}, "position.scenario", "campaign"),
        ({"options": ["16.33"]}, "position.options.0", "16.3"),
        ({"events": ["influenza"]}, "position.events.0", "influenza-peak"),
        ({"tracks": {"moral": 1}}, "position.tracks.moral", None),
        ({"turn": 99}, "position.turn", None),
        ({"units": units({"type": "infantri"})}, "position.units.0.type", "infantry"),
        ({"units": units({"nation": "germn"})}, "position.units.0.nation", "german"),
        ({"units": units({"status": ["tired"]})}, "position.units.0.status.0", None),
        ({"map": {"hexes": {"0507": {"terrain": "wood"}}}}, "position.map.hexes.0507.terrain", None),
        ({"markers": [{"type": "bertha"}]}, "position.markers.0.type", "big-bertha"),
        ({"map": "nowhere"}, "position.map", None),
    ],
)
def test_unknown_words_are_named_with_the_nearest(server, change, at, nearest):
    problem = refused(server, server.post("/v1/check", request(position=position(**change))), 422, at)
    if nearest:
        assert nearest in [error.get("nearest") for error in problem["errors"] if error["at"] == at]


@pytest.mark.parametrize(
    ("action", "at"),
    [
        ({"type": "fly", "units": ["g1"]}, "action.type"),
        ({"units": ["g1"]}, "action.type"),
        (move("2530", "2531", units=["g9"]), "action.units"),
        (move("2530", "2531", units=["g1", "g1"]), "action.units"),
        (move("2530", "2531", units=[]), "action.units"),
        ({"type": "replace", "unit": "", "points": 1}, "action.unit"),
        (move("2530"), "action.path"),
        (move("2530", "2540"), "action.path.1"),
        (move("2531", "2532"), "action.path.0"),
        (move("2530", "9999"), "action.path.1"),
        (move("2530", "2531", mode="teleport"), "action.mode"),
        (move("2530", "2531", speed=3), "action.speed"),
        ({"type": "attack", "units": ["g1"]}, "action.target"),
        ("move", "action"),
    ],
)
def test_an_action_that_cannot_be_is_refused_and_the_field_named(server, action, at):
    refused(server, server.post("/v1/check", request(action=action)), 422, at)


def test_all_faults_are_told_at_once(server):
    wrong = position(weather="dri", phase="x", units=units({"type": "infantri"}, {"hex": "9999"}))
    problem = refused(server, server.post("/v1/check", request(position=wrong)), 422)
    told = {error["at"] for error in problem["errors"]}
    assert {"position.weather", "position.phase", "position.units.0.type", "position.units.1.hex"} <= told


def test_units_that_share_an_id_are_refused(server):
    twins = position(units=[UNIT, UNIT])
    refused(server, server.post("/v1/check", request(position=twins)), 422, "position.units.1.id")


def test_hexes_off_the_map_are_refused(server):
    for number in ("9999", "0000", "25", "", "25301", "²530", "25 30", "-530"):
        answer = server.post("/v1/check", request(position=position(units=[UNIT | {"hex": number}])))
        refused(server, answer, 422, "position.units.0.hex")


def test_units_of_both_sides_in_one_hex_are_refused(server):
    both = [UNIT, position()["units"][1] | {"hex": "2530"}]
    refused(server, server.post("/v1/check", request(position=position(units=both))), 422, "position.map.hexes.2530")


def test_more_units_than_may_stand_in_a_hex_are_refused(server):
    crowd = [UNIT, *units({"hex": "2730"}, {"hex": "2730"}, {"hex": "2730"}, {"hex": "2730"}, {"hex": "2730"})]
    problem = refused(server, server.post("/v1/check", request(position=position(units=crowd))), 422)
    assert any("2730" in error["at"] + error["says"] for error in problem["errors"])


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"side": "allied"}, "position.units.0.side"),
        ({"type": "stosstruppen", "nation": "british", "side": "allied"}, "position.units.0.nation"),
        ({"status": ["dead-pile"]}, "position.units.0.hex"),
        ({"type": "air"}, "position.units.0.hex"),
    ],
)
def test_facts_that_contradict_each_other_are_refused(server, change, at):
    refused(server, server.post("/v1/check", request(position=position(units=[UNIT | change]))), 422, at)


def test_a_key_given_twice_is_refused(server):
    body = json.dumps(request())
    twice = {
        '"weather": "dry"': ('"weather": "dry", "weather": "wet"', "position.weather"),
        '"hex": "2530"': ('"hex": "2530", "hex" : "2531"', "position.units.0.hex"),
        '"mode": "regular"': ('"mode": "regular","mode":"strategic"', "action.mode"),
        '"map": {': ('"map": {"hexes": {"2531": {}, "2531": {"terrain": "forest"}}, ', "position.map.hexes.2531"),
    }
    for once, (both, at) in twice.items():
        refused(server, server.post("/v1/check", body.replace(once, both, 1)), 422, at)
    refused(server, server.call("PUT", "/v1/maps/x", '{"game":"sitw","game":"sitw","map":{}}'), 422, "game")


def test_a_colon_inside_a_name_is_no_key(server):
    odd = position(units=[UNIT | {"name": 'the "g1": a corps "'}])
    assert server.post("/v1/check", request(position=odd)).status == 200


def test_a_body_over_the_limit_is_refused(server):
    problem = refused(server, server.post("/v1/check", b" " * 4_000_001), 413)
    assert "4000000" in problem["detail"]


def test_fifty_megabytes_are_refused(server):
    refused(server, server.post("/v1/check", b"[" + b"1," * 25_000_000 + b"1]"), 413)


def test_a_body_of_unknown_length_is_held_to_the_limit(server):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=300)
    chunks = (b" " * 100_000 for _ in range(60))
    connection.request("POST", "/v1/check", chunks, {"Content-Type": "application/json"}, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


def test_a_hundred_thousand_units_are_refused(server):
    many = b",".join(b'{"id":"u%d"}' % place for place in range(100_000))
    body = b'{"position":{"game":"sitw","units":[' + many + b']},"action":{"type":"victory"}}'
    problem = refused(server, server.post("/v1/check", body), 422, "position.units")
    assert "5000" in problem["errors"][0]["says"]


def test_five_thousand_wrong_units_are_told_in_few_words(server):
    wrong = position(units=[{"id": f"u{place}", "type": "infantri", "hex": "x"} for place in range(5_000)])
    problem = refused(server, server.post("/v1/check", request(position=wrong)), 422, "position.units.0.type")
    assert len(problem["errors"]) <= 200


def test_a_very_long_word_is_told_in_few_words(server):
    long = "x" * 1_000_000
    path = ("2530", "2531")
    for action in (move(*path, units=[long]), move(*path, mode=long), {"type": long}, move("2530", long)):
        problem = refused(server, server.post("/v1/check", request(action=action)), 422)
        assert len(json.dumps(problem)) < 5_000


@pytest.mark.parametrize("question", ["*", "[]", "§ ?", "\u202e", "+1", "...", "\u0000", "🂡", "a" * 400, "(a+)+$" * 50])
@pytest.mark.parametrize("game", [None, "tgwe"])
def test_a_question_without_a_word_is_answered_or_refused(server, question, game):
    answer = server.post("/v1/ask", {"question": question} | ({"game": game} if game else {}))
    assert answer.status in (200, 422), answer.body[:300]


def test_other_media_are_refused(server):
    for kind in ("text/plain", "multipart/form-data; boundary=x", "nonsense"):
        problem = refused(server, server.post("/v1/check", request(), Content_Type=kind), 415)
        assert "application/json" in problem["detail"]


@pytest.mark.parametrize("path", ["/nowhere", "/v1", "/v1/", "/v1/games/sitw/cases/13.17/more", "/v1/as", "/static/x"])
def test_addresses_that_are_not_there_are_refused(server, path):
    refused(server, server.get(path), 404)


def test_methods_that_are_not_used_are_refused_and_the_right_ones_named(server):
    for method, path in (("GET", "/v1/check"), ("DELETE", "/v1/games"), ("POST", "/v1/maps/x"), ("PATCH", "/")):
        answer = server.call(method, path)
        refused(server, answer, 405)
        assert answer.headers["Allow"]


def test_a_fault_of_ours_tells_nothing_of_the_inside(server, monkeypatch):
    monkeypatch.setattr("knowledge.desk.adjudicate", lambda body: 1 / 0)
    problem = refused(server, server.post("/v1/check", request()), 500)
    assert "Zero" not in json.dumps(problem)


def raw(server, text):
    with socket.create_connection((server.host, server.port), timeout=300) as line:
        line.sendall(text)
        line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


def test_what_is_hardly_http_is_refused_as_a_problem_too(server):
    for text in (b"GET / HTTP/1.1\r\nbad header\r\n\r\n", b"POST /v1/check HTTP/1.1\r\nContent-Length: x\r\n\r\n"):
        answer = raw(server, text)
        assert b" 400 " in answer.splitlines()[0]
        assert b"application/problem+json" in answer
    assert server.get("/healthz").status == 200


def test_a_caller_that_goes_away_harms_nobody(server):
    with socket.create_connection((server.host, server.port)) as line:
        line.sendall(b"POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{")
    assert server.get("/healthz").status == 200
