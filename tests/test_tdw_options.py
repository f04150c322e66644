"""What is listed for a unit of The Deadly Woods: how far it goes, bridges, recalls, steps, ways onto the map."""

import json

from rulebook.games import GAMES
from rulebook.options import options
from rulebook.position import Position
from rulebook.table import Table

ELSEWHERE = {
    "terrain": "clear", "features": [], "control": "allied", "home": "allied", "country": "5th-panzer-army", "value": 0,
    "sides": [],
}
HEXES = {
    "2010": {"terrain": "clear", "features": ["village", "in-supply"], "control": "allied"},
    "2011": {"terrain": "clear", "features": ["town", "in-supply"], "control": "allied"},
    "1010": {"terrain": "clear", "features": ["entry-b"], "control": "allied"},
    "1020": {"terrain": "clear", "features": ["entry-c"], "control": "allied"},
    "4510": {"terrain": "clear", "features": ["entry-k"], "control": "german"},
}
US = {
    "id": "us", "type": "infantry", "nation": "american", "hex": "2012", "attack": 4, "defense": 4, "movement": 3,
    "steps": 2, "reduced": False, "supply": "supplied", "formation": {"division": "28", "corps": "8"}, "status": [],
}
ENGINEERS = {"id": "eng", "type": "engineer", "nation": "american", "formation": {"corps": "8"}, "status": []}
DELAY = {
    "id": "delay", "type": "delay", "nation": "american", "attack": 0, "defense": 1, "movement": 0, "steps": 1,
    "formation": {"division": "none", "corps": "none"}, "status": [],
}
TRACKS = {
    "asset-step": 0, "german-vp": 0, "allied-infantry-replacements": 2, "allied-armor-replacements": 2,
    "german-infantry-replacements": 2, "german-armor-replacements": 2, "allied-reinforcement-rounds": 1,
    "german-reinforcement-rounds": 1, "st-vith-entered": 0,
}


def listed(asked, phase, *others, sides=None, roads=(), tables=None, **facts):
    place = {"hexes": HEXES, "elsewhere": ELSEWHERE, "sides": sides or {}, "roads": list(roads)}
    position = {
        "game": "tdw", "scenario": "campaign", "turn": 5, "phase": phase, "active": "allied", "options": [],
        "events": [], "markers": [], "units_complete": True, "tracks": TRACKS, "map": place, "units": [asked, *others],
        **facts,
    }
    table = Table(GAMES["tdw"], Position.model_validate_json(json.dumps(position)), tables=tables or {})
    return options(table, asked["id"])


def others(*asked, **facts):
    found = listed(*asked, **facts).others
    return [{key: value for key, value in each["action"].items() if key not in ("units", "unit")} for each in found]


# Moves


def test_a_unit_goes_as_far_as_its_points():
    chart = {"tec": {"infantry": {"clear": "1"}}}
    costs = {move.to: move.cost for move in listed(US, "movement-round", tables=chart).moves if move.mode == "regular"}
    assert (costs["2015"], max(costs.values())) == (3, 3)
    assert "2016" not in costs


def test_an_emergency_retreat_is_listed_without_a_limit_of_points():
    germans = [
        {**US, "id": f"g{hex}", "nation": "german", "hex": hex, "formation": {"division": "26"}}
        for hex in ("3009", "2910", "2911", "3110")
    ]
    stuck, door = {**US, "hex": "3010", "movement": 1}, {**US, "id": "door", "hex": "3011"}
    ground = {"hexes": {**HEXES, "3112": {"terrain": "clear", "features": ["in-supply"], "control": "allied"}}}
    found = listed(
        stuck, "movement-round", door, *germans,
        map={**ground, "elsewhere": ELSEWHERE, "sides": {}, "roads": []},
    )
    assert [(move.to, move.cost, move.mode) for move in found.moves] == [("3112", 0, "emergency")]


# Bridges


def test_engineers_are_offered_the_bridges_in_their_reach():
    sides = {
        "2007/2008": ["minor-river", "bridge"], "2014/2015": ["minor-river", "bridge"],
        "2012/2013": ["minor-river", "blown-bridge"], "2011/2012": ["minor-river"],
        "2018/2019": ["minor-river", "bridge"],
    }
    near = {**US, "id": "far", "hex": "2008"}
    engineers = {**ENGINEERS, "hex": "2011"}
    guards = [{**US, "hex": "2014"}, near, {**US, "id": "south", "hex": "2018"}]
    assert others(engineers, "movement-round", *guards, sides=sides) == [
        {"type": "bridge", "mode": "engineers", "sides": ["2007", "2008"]},
        {"type": "bridge", "mode": "engineers", "sides": ["2014", "2015"]},
    ]
    assert listed(engineers, "movement-round", *guards, sides=sides).others[0]["action"]["units"] == ["eng"]


def test_nobody_else_is_offered_a_bridge_nor_are_engineers_in_their_box():
    sides = {"2012/2013": ["minor-river", "bridge"]}
    assert others(US, "movement-round", sides=sides) == []
    assert others({**ENGINEERS, "status": ["asset-box"]}, "movement-round", US, sides=sides) == []


# Recalls


def test_engineers_and_the_delay_on_the_map_can_be_recalled_in_the_assets_phase():
    assert others({**ENGINEERS, "hex": "2010"}, "assets", US) == [{"type": "play", "event": "recall-engineers"}]
    delay = {**DELAY, "hex": "2010"}
    assert others(delay, "assets", US) == [{"type": "play", "event": "recall-delay"}]
    assert listed(delay, "assets", US).others[0]["action"]["units"] == ["delay"]
    assert others(US, "assets") == []
    assert others(delay, "movement-round", US) == []


# Steps regained


def test_a_reduced_unit_is_offered_a_step_and_a_third_step_two():
    reduced = {**US, "hex": "2011", "steps": 1, "reduced": True}
    assert others(reduced, "replacements", turn=7) == []
    assert others(reduced, "replacements", turn=5) == [{"type": "replace", "points": 1}]
    third = {
        **US, "id": "pz", "type": "mechanized", "nation": "german", "hex": "2011", "steps": 1, "reduced": False,
        "formation": {"division": "2-panzer"}, "status": ["third-step"],
    }
    done = {"active": "german", "events": ["allied-replacements-done"]}
    assert others(third, "replacements", **done) == [{"type": "replace", "points": 1}, {"type": "replace", "points": 2}]
    assert others(US, "replacements") == []


# Onto the map


def waiting(unit, *statuses, **facts):
    return {**{key: value for key, value in unit.items() if key != "hex"}, "status": list(statuses), **facts}


def test_a_reinforcement_is_offered_the_entry_hexes_of_its_side():
    due = waiting(US, "reinforcement", "first-box", "due-b", "due-c", entry=5)
    assert others(due, "reinforcement-round") == [
        {"type": "place", "hex": "1010", "entry": "reinforcement"},
        {"type": "place", "hex": "1020", "entry": "reinforcement"},
    ]
    assert listed(due, "reinforcement-round").others[0]["action"]["unit"] == "us"


def test_an_eliminated_unit_is_offered_its_return_and_the_towns():
    lost = waiting(US, "eliminated")
    assert others(lost, "replacements") == [
        {"type": "replace", "points": 1}, {"type": "place", "hex": "2011", "entry": "replacement"},
    ]


def test_assets_at_hand_are_offered_towns_and_villages():
    places = [{"type": "place", "hex": hex, "entry": "asset"} for hex in ("2010", "2011")]
    assert others(waiting(ENGINEERS, "asset-box"), "assets", US) == places
    special = waiting(DELAY, "special-reinforcement", entry=5)
    assert others(special, "assets", US) == places


def test_whoever_is_no_asset_or_is_not_at_hand_is_offered_no_place():
    assert others(waiting(ENGINEERS, "withdrawn"), "assets", US) == []
    gun = {"id": "gun", "type": "artillery", "nation": "american", "formation": {"corps": "8"}, "status": ["asset-box"]}
    assert others(gun, "assets", US) == []
    assert others({key: value for key, value in gun.items() if key != "status"}, "assets", US) == []
