"""The schemas for other languages: valid, at their address, the same in the docs, true of what is answered."""

import json

import pytest
from conftest import ROOT, position, request
from jsonschema import Draft202012Validator, ValidationError

from knowledge.records import examples, games
from server import schemas

EXAMPLES = [example for game in games() for example in examples(game)]


@pytest.mark.parametrize("name", schemas.MODELS)
def test_a_schema_is_valid_and_stands_at_its_address_and_in_the_docs(server, name):
    answer = server.get(f"/schemas/{name}.json")
    assert answer.json() == schemas.schema(name)
    Draft202012Validator.check_schema(answer.json())
    assert answer.json()["$id"] == f"{name}.json"
    kept = (ROOT / "docs" / "schemas" / f"{name}.json").read_text(encoding="utf-8")
    assert kept == dict(schemas.files())[f"{name}.json"], "run make docs"


def test_there_is_no_other_schema(server):
    answer = server.get("/schemas/positon.json")
    assert (answer.status, answer.json()["errors"][0]["nearest"]) == (404, "position")
    assert {path.stem for path in (ROOT / "docs" / "schemas").glob("*.json")} == set(schemas.MODELS)


def test_every_worked_example_fits_the_schemas():
    positions, actions = (Draft202012Validator(schemas.schema(name)) for name in ("position", "action"))
    for example in EXAMPLES:
        positions.validate({"game": example.game, **example.position})
        actions.validate(json.loads(json.dumps(example.action)))


def test_a_ruling_fits_its_schema_and_what_is_wrong_does_not(server):
    ruling = server.post("/v1/check", request()).json()
    Draft202012Validator(schemas.schema("ruling")).validate(ruling)
    for name, wrong in (
        ("ruling", ruling | {"verdict": "perhaps"}), ("position", position(turn="third")),
        ("position", position(hexes={})), ("action", {"type": "fly"}), ("action", {"type": "move"}),
    ):  # fmt: skip
        with pytest.raises(ValidationError):
            Draft202012Validator(schemas.schema(name)).validate(wrong)
