"""The Great War in Europe: what is listed for a unit that marches, goes by rail, by sea, or through a box."""

import json

import pytest

from rulebook.actions import Move
from rulebook.games import GAMES
from rulebook.options import options
from rulebook.position import Position
from rulebook.table import Table
from rulebook.umpire import is_legal

GAME = GAMES["tgwe"]
LAND = {"terrain": "clear", "features": [], "sides": [], "control": "allied", "home": "allied", "country": "france"}
PORT = {"terrain": "clear", "features": ["city", "port"], "control": "allied", "home": "allied", "country": "france"}
TRACKS = ("points-spent", "allied-west-moves", "sea-europe-moves", "cp-near-east-moves", "cp-europe-moves")


def laid(phase, *units, hexes=None, **facts):
    land = {**LAND, **facts.pop("land", {})}
    position = {
        "game": "tgwe", "scenario": "combined", "turn": 20, "phase": phase, "active": "allied", "weather": "fair",
        "options": [], "events": [], "markers": [], "units_complete": True, "units": list(units),
        "tracks": {"strategic-turn": 8, **dict.fromkeys(TRACKS, 0)},
        "map": {"hexes": hexes or {}, "elsewhere": land}, **facts,
    }  # fmt: skip
    return Table(GAME, Position.model_validate_json(json.dumps(position)))


def unit(name, nation, number, **facts):
    placed = {"hex": number} if number else {}
    return {"id": name, "type": "infantry", "nation": nation, "movement": 2, "supply": "supplied", "status": [],
            **placed, **facts}  # fmt: skip


@pytest.fixture(scope="module")
def march():
    town = {**PORT, "features": ["town"]}
    return laid("first-movement", unit("br", "british", "W5510"), unit("ge", "german", "W5512"), hexes={"W5509": town})


def test_a_unit_out_of_contact_marches_twice_as_far_as_printed(march):
    far = {move.to: move.cost for move in options(march, "br").moves}
    assert far["W5506"] == 4
    assert "W5505" not in far


def test_a_unit_in_contact_does_not(march):
    near = laid("first-movement", unit("br", "british", "W5510"), unit("ge", "german", "W5511"),
                hexes={"W5509": {**PORT, "features": ["town"]}})  # fmt: skip
    assert max(move.cost for move in options(near, "br").moves) == 2


def test_every_march_that_is_listed_is_legal(march):
    for move in options(march, "br").moves:
        assert is_legal(march, Move(type="move", units=("br",), path=move.path, mode=move.mode)), move


def test_the_hex_of_the_enemy_is_barred(march):
    assert list(options(march, "br").barred["W5512"]) == ["tgwe:8.22"]


def test_cavalry_rides_around_the_enemy_to_go_its_full_distance():
    table = laid("first-movement", unit("cav", "british", "W5510", type="cavalry", movement=3),
                 unit("ge", "german", "W5308"), hexes={"W5509": {**PORT, "features": ["town"]}})  # fmt: skip
    rides = {action["path"][-1]: action["path"] for action in listed(table, "cav") if action["type"] == "move"}
    assert rides
    for path in rides.values():
        assert not {"W5307", "W5309", "W5208", "W5209", "W5408", "W5409"}.intersection(path)


def listed(table, name):
    return [other["action"] for other in options(table, name).others if other["verdict"] == "legal"]


def test_trains_go_from_town_to_town():
    table = laid("strategic-movement", unit("fr", "french", "W5003"), hexes={"W5003": PORT, "W5006": PORT})
    reached = {move.to for move in options(table, "fr").moves if move.mode == "strategic"}
    assert "W5006" in reached
    assert "W5005" not in reached


def test_ships_go_from_port_to_port():
    table = laid("strategic-movement", unit("br", "british", "W6707"), hexes={"W6707": PORT, "W6709": PORT})
    assert ["W6707", "W6709"] in [action["path"] for action in listed(table, "br") if action["type"] == "move"]


def test_a_unit_in_the_transit_box_comes_out_in_a_town():
    ground = {"country": "ottoman-empire", "control": "cp", "home": "cp", "front": "egyptian"}
    town = {"terrain": "clear", "features": ["city", "cp-source"], **ground}
    table = laid("strategic-movement", unit("tu", "turkish", None, status=["transit-box"]), hexes={"N2416": town},
                 land=ground, active="cp")  # fmt: skip
    assert {"type": "place", "unit": "tu", "hex": "N2416", "entry": "transit-box"} in listed(table, "tu")


def test_nothing_of_this_is_listed_in_another_phase():
    table = laid("weather", unit("br", "british", "W6707"), hexes={"W6707": PORT, "W6709": PORT})
    found = options(table, "br")
    assert found.moves == []
    assert found.others == []
