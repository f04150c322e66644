"""Bodies sent as forms, by hosts that can send nothing else: read where nothing is stored, refused elsewhere."""

import json
from urllib.parse import urlencode

import pytest
from conftest import position, request

FORM = {"Content_Type": "application/x-www-form-urlencoded"}


def test_a_form_carries_the_whole_request_or_a_field_for_each_part(server):
    whole = server.post("/v1/check", urlencode({"json": json.dumps(request())}), **FORM)
    parts = server.post("/v1/check", urlencode({name: json.dumps(part) for name, part in request().items()}), **FORM)
    assert whole.json() == parts.json() == server.post("/v1/check", request()).json()
    asked = urlencode({"position": json.dumps(position()), "unit": "g1"})
    assert server.post("/v1/options", asked, **FORM).json()["unit"] == "g1"


def test_json_that_is_called_a_form_is_json_all_the_same(server):
    sent = server.post("/v1/check", json.dumps(request()), **FORM)
    assert sent.json() == server.post("/v1/check", request()).json()


@pytest.mark.parametrize(
    ("body", "status", "at"),
    [
        ("", 422, "position"),
        ("json=%7B", 400, "body"),
        ("json=1&json=2", 400, "body"),
        ("position=%7Bbroken&unit=g1", 400, "body"),
        ("&".join(f"a{number}=1" for number in range(40)), 400, "body"),
        ("position=%7B%22game%22%3A%22x%22%7D&unit=g1", 422, "position.game"),
        ("%FF=%FF", 422, "position"),
        ("no sign", 400, "body"),
        ("unit=g1&strange=1", 422, "position"),
    ],
)
def test_a_form_that_is_wrong_is_refused_like_any_request(server, body, status, at):
    answer = server.post("/v1/options", body.encode(), **FORM)
    assert (answer.status, answer.json()["errors"][0]["at"]) == (status, at)


def test_what_stores_something_takes_no_form(server):
    assert server.call("PUT", "/v1/maps/of-a-form?game=sitw", urlencode({"json": "{}"}), **FORM).status == 415
    assert server.post("/v1/check", "x", Content_Type="text/plain").status == 415
    assert "of-a-form" not in server.get("/v1/maps").json()["maps"]
