"""A whole board at a glance agrees with the rules, asked unit by unit, on random boards."""

import json
import random

import pytest

from knowledge import desk
from rulebook.faults import BadRequest
from rulebook.games import GAMES
from rulebook.position import Position
from rulebook.survey import survey, survey_by_rules
from rulebook.table import Table
from server.commands import main

SITW = GAMES["sitw"]
# A corner of the map with the sea, Holland, a Channel port, fortresses and both edges near.
ROWS, PLACES = range(28, 38), range(14, 30)
CORNER = [f"{row}{place}" for row in ROWS for place in PLACES]
NATIONS = {"german": ("german",), "allied": ("french", "british", "belgian", "american")}
KINDS = ("infantry", "infantry", "infantry", "cavalry", "tank", "stosstruppen", "agb", "anti-tank")
SEA = {"terrain": "sea", "features": [], "control": "allied", "country": "france"}
SHARES = (0.1, 0.25, 0.5)
FEATURES = ("french-fortress", "german-fortress", "east-edge", "west-south-edge", "channel-port", "supply-lost")


def hexagon(chance, number):
    facts = {
        "terrain": chance.choice(["clear"] * 8 + ["forest", "sea"]),
        "features": [word for word in FEATURES if chance.random() < (0.12 if "edge" in word else 0.04)],
        "control": chance.choice(["german", "allied"]),
        "country": chance.choice(["france"] * 12 + ["holland"]),
    }
    return {name: value for name, value in facts.items() if name == "features" or chance.random() < 0.97}


def unit(chance, place, numbers):
    side = chance.choice(["german", "allied"])
    return {
        "id": f"u{place}", "type": chance.choice(KINDS), "side": side, "nation": chance.choice(NATIONS[side]),
        "hex": chance.choice(numbers), "status": chance.choice([[], [], ["railed"]]),
    }  # fmt: skip


def board(seed, share=0.25):
    """A corner of the map, walled off from the rest by the sea, with random land and units."""
    chance = random.Random(seed)
    hexes = dict.fromkeys(SITW.grid.numbers(), SEA)
    hexes |= {number: hexagon(chance, number) for number in CORNER}
    pairs = [(one, other) for one in CORNER for other in SITW.grid.neighbours(one) if chance.random() < 0.03]
    units = [unit(chance, place, CORNER) for place in range(int(len(CORNER) * share))]
    owner = {}
    units = [each for each in units if owner.setdefault(each["hex"], each["side"]) == each["side"]]
    return {
        "game": "sitw", "scenario": chance.choice(["campaign", "plan-1919"]), "options": [], "units_complete": True,
        "units": units,
        "map": {
            "hexes": hexes,
            "sides": {"/".join(pair): [chance.choice(["sea", "dutch", "major-river"])] for pair in pairs},
            "elsewhere": {"terrain": "clear", "features": [], "sides": []},
        },
    }  # fmt: skip


def table(posted):
    return Table(SITW, Position.model_validate_json(json.dumps(posted)))


@pytest.mark.parametrize("seed", range(24))
def test_what_is_seen_at_once_is_what_the_rules_say_of_each_unit(seed):
    laid = table(board(seed, SHARES[seed % 3]))
    assert SITW.front(laid.quiet()) is not None
    assert survey(laid) == survey_by_rules(laid)


def test_the_random_boards_show_every_state_of_supply():
    boards = [table(board(seed, SHARES[seed % 3])) for seed in range(24)]
    states = {state for laid in boards for state in survey(laid).supply.values()}
    assert states >= {"supplied", "cross-tracing", "unsupplied", "fortress"}


LEFT_OUT = {
    "units may be missing": lambda posted: posted.update(units_complete=None),
    "a unit has no place": lambda posted: posted["units"][0].pop("hex"),
    "a unit is in a hex without a number": lambda posted: posted["units"][0].update(hex="?wood"),
    "a unit has no type": lambda posted: posted["units"][0].pop("type"),
    "the features of a hex": lambda posted: posted["map"]["hexes"]["3020"].pop("features"),
    "what lies elsewhere": lambda posted: posted["map"].pop("elsewhere"),
    "sides elsewhere": lambda posted: posted["map"]["elsewhere"].pop("sides"),
    "two sides in one hex": lambda posted: posted["units"].append(posted["units"][0] | {
        "id": "other", "side": "german" if posted["units"][0]["side"] == "allied" else "allied", "nation": None,
        "type": "infantry",
    }),
}  # fmt: skip


@pytest.mark.parametrize("what", LEFT_OUT)
def test_where_the_facts_do_not_suffice_each_unit_is_asked_about(what):
    posted = board(5, 0.1)
    LEFT_OUT[what](posted)
    assert SITW.front(table(posted).quiet()) is None
    assert survey(table(posted)) == survey_by_rules(table(posted))


def test_nothing_is_seen_at_once_on_facts_that_are_only_supposed():
    assert SITW.front(table(board(5)).given("turn", 3).quiet()) is None


@pytest.mark.parametrize("key", ["tdw", "tsnp", "tgwe", "marne"])
def test_other_games_are_surveyed_rule_by_rule(key):
    game = GAMES[key]
    number = list(game.grid.numbers())[200]
    side = game.sides[0]
    units = [{"id": "one", "side": side, "hex": number, "type": game.words("types")[0], "status": []}]
    position = Position.model_validate_json(json.dumps({"game": key, "units": units, "units_complete": True}))
    found = survey(Table(game, position))
    assert set(found.zones) == set(game.sides)
    assert set(found.supply) <= {"one"}


def test_a_board_that_is_posted_is_surveyed_from_a_file_as_it_is_over_http(tmp_path, capsys):
    posted = board(5, 0.1)
    posted["units"] = list({each["hex"]: each | {"type": "infantry"} for each in posted["units"]}.values())
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"position": posted}), encoding="utf-8")
    told = json.loads(desk.survey_as_sent(file.read_bytes()))
    seen = survey(table(posted))
    assert told["zones"] == {side: sorted(hexes) for side, hexes in seen.zones.items()}
    assert told["supply"] == seen.supply
    main(["survey", str(file), "--json"], standalone_mode=False)
    assert json.loads(capsys.readouterr().out) == told
    main(["survey", str(file), "--lang", "fr"], standalone_mode=False)
    assert "Ravitaillement" in capsys.readouterr().out


@pytest.mark.parametrize(("body", "field"), [
    ({"position": {"game": "chess"}}, "position.game"),
    ({"position": {"game": "sitw", "weather": "fog"}}, "position.weather"),
    ({"position": {"game": "sitw"}, "unit": "g1"}, "unit"),
    ({}, "position"),
])  # fmt: skip
def test_a_board_that_is_wrong_is_refused(body, field):
    with pytest.raises(BadRequest) as refused:
        desk.survey_board(json.dumps(body))
    assert refused.value.faults[0].at == field


def test_a_key_given_twice_is_refused():
    with pytest.raises(BadRequest, match="given twice"):
        desk.survey_board('{"position": {"game": "sitw", "turn": 1, "turn": 2}}')
