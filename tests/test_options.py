"""What a unit may do, and what would make an illegal action legal: each answer is put to the umpire again."""

import json

import pytest

from knowledge.desk import adjudicate, list_options
from rulebook.faults import BadRequest

POSITION = {
    "game": "sitw",
    "scenario": "campaign",
    "turn": 3,
    "phase": "regular-movement",
    "active": "german",
    "weather": "dry",
    "options": [],
    "events": [],
    "units_complete": True,
    "map": {
        "hexes": {"2731": {"terrain": "forest", "features": []}, "2831": {"terrain": "clear", "features": []}},
        "elsewhere": {
            "terrain": "clear",
            "features": [],
            "sides": [],
            "control": "german",
            "home": "german",
            "country": "france",
        },
    },
    "units": [
        {
            "id": "g1",
            "type": "infantry",
            "side": "german",
            "nation": "german",
            "hex": "2730",
            "attack": 4,
            "defense": 5,
            "movement": 3,
            "steps": 2,
            "reduced": False,
            "supply": "supplied",
            "status": [],
        },
        {
            "id": "b2",
            "type": "infantry",
            "side": "allied",
            "nation": "british",
            "hex": "2931",
            "attack": 3,
            "defense": 4,
            "steps": 2,
            "reduced": False,
            "supply": "supplied",
            "status": [],
        },
    ],
}


def posed(**changes):
    return {**POSITION, **changes}


def checked(action, position=POSITION, **request):
    return adjudicate(json.dumps({"position": position, "action": action, **request}))


def offered(unit="g1", position=POSITION):
    return list_options(json.dumps({"position": position, "unit": unit}))


def test_every_move_offered_is_legal_at_the_cost_told():
    moves = offered()["moves"]
    assert moves
    for move in moves:
        ruling = checked({"type": "move", "units": ["g1"], "path": move["path"], "mode": move["mode"]})
        assert ruling["verdict"] == "legal"
        assert ruling["values"]["cost"]["total"] == move["cost"]


def test_every_hex_within_reach_that_is_legal_is_offered():
    offers = {move["to"] for move in offered()["moves"]}
    for to in ("2630", "2631", "2729", "2731", "2829", "2830", "2831"):
        path = ["2730", to] if to in ("2630", "2631", "2729", "2731", "2830", "2831") else ["2730", "2830", to]
        legal = checked({"type": "move", "units": ["g1"], "path": path, "mode": "regular"})["verdict"] == "legal"
        assert legal == (to in offers), to


def test_the_hex_of_an_enemy_is_barred_with_its_cases():
    barred = {entry["hex"]: entry["cases"] for entry in offered()["barred"]}
    assert "sitw:12.4" in barred["2931"]


def test_a_unit_offers_no_move_outside_its_phase():
    assert offered(position=posed(phase="first-combat"))["moves"] == []


def test_an_adjacent_enemy_can_be_attacked_in_a_combat_phase():
    units = [dict(POSITION["units"][0], hex="2831"), POSITION["units"][1]]
    found = offered(position=posed(phase="first-combat", units=units))
    assert [attack["target"] for attack in found["attacks"]] == ["2931"]
    assert found["attacks"][0]["values"]["odds"]


def test_options_say_what_is_missing():
    position = posed()
    del position["units_complete"]
    found = offered(position=position)
    assert {"fact": "units_complete"} in found["missing"]
    assert found["moves"] == []


def test_options_for_a_unit_that_is_not_there_are_refused():
    with pytest.raises(BadRequest) as refused:
        offered("g11")
    assert refused.value.faults[0].at == "unit"
    assert refused.value.faults[0].nearest == "g1"


def test_every_change_offered_instead_is_legal_when_made():
    action = {"type": "move", "units": ["g1"], "path": ["2730", "2731", "2831", "2830"], "mode": "regular"}
    ruling = checked(action)
    assert ruling["verdict"] == "illegal"
    assert ruling["instead"]
    for change in ruling["instead"]:
        made, position = dict(action), posed()
        for field, value in change["change"].items():
            place, name = field.split(".", 1)
            (made if place == "action" else position)[name] = value
        assert checked(made, position)["verdict"] == "legal"


def test_stopping_in_the_zone_of_control_is_the_nearest_change():
    ruling = checked({"type": "move", "units": ["g1"], "path": ["2730", "2831", "2830"], "mode": "regular"})
    assert ruling["instead"][0]["change"] == {"action.path": ["2730", "2831"]}
    assert ruling["instead"][0]["says"]["en"] == "Legal if it stops in 2831."


def test_another_phase_is_offered_where_only_the_time_is_wrong():
    ruling = checked(
        {"type": "move", "units": ["g1"], "path": ["2730", "2731"], "mode": "regular"}, posed(phase="replacement")
    )
    assert {"position.phase": "regular-movement"} in [change["change"] for change in ruling["instead"]]


def test_a_legal_action_is_offered_no_change():
    assert checked({"type": "move", "units": ["g1"], "path": ["2730", "2731"], "mode": "regular"})["instead"] == []


def test_leaving_out_the_tank_is_offered_where_tanks_may_not_attack():
    units = [
        {
            "id": "t1",
            "type": "tank",
            "nation": "french",
            "hex": "2732",
            "attack": 6,
            "supply": "supplied",
            "status": [],
        },
        {
            "id": "f1",
            "type": "infantry",
            "nation": "french",
            "hex": "2732",
            "attack": 6,
            "supply": "supplied",
            "status": [],
        },
        {"id": "g2", "type": "infantry", "nation": "german", "hex": "2731", "defense": 4, "status": []},
    ]
    position = posed(phase="first-combat", active="allied", units=units)
    ruling = checked(
        {"type": "attack", "units": ["t1", "f1"], "target": "2731", "support": [], "against": []}, position
    )
    assert "sitw:13.18" in [finding["case"] for finding in ruling["findings"] if finding["effect"] == "forbids"]
    assert ruling["instead"][0]["change"] == {"action.units": ["f1"]}


def test_a_move_without_a_mode_is_one_in_the_mode_of_the_phase():
    assert checked({"type": "move", "units": ["g1"], "path": ["2730", "2731"]})["verdict"] == "legal"


def test_a_move_without_a_mode_or_a_phase_is_refused():
    position = posed()
    del position["phase"]
    with pytest.raises(BadRequest) as refused:
        checked({"type": "move", "units": ["g1"], "path": ["2730", "2731"]}, position)
    assert refused.value.faults[0].at == "action.mode"


def test_a_posted_fact_wins_over_the_rulebook_and_the_contradiction_is_told():
    position = posed(map={**POSITION["map"], "hexes": {"3120": {"terrain": "clear", "features": []}}})
    ruling = checked({"type": "control", "hex": "3120"}, position)
    assert ruling["contradictions"] == [
        {"fact": "map.hexes.3120.features.french-fortress", "posted": False, "rulebook": True, "case": "sitw:7.13"}
    ]


def test_ordinary_play_is_assumed_only_when_asked_and_each_assumption_is_told():
    units = [{"id": "agb", "type": "agb", "side": "german", "nation": "german"}]
    position = {
        "game": "sitw",
        "scenario": "campaign",
        "turn": 3,
        "phase": "strategic-movement",
        "active": "german",
        "options": [],
        "units": units,
    }
    action = {"type": "move", "units": ["agb"], "mode": "strategic"}
    assert checked(action, position)["verdict"] == "undetermined"
    ruling = checked(action, position, assume="ordinary")
    assert ruling["verdict"] == "legal"
    assert "action.path" in [proviso["fact"] for proviso in ruling["provisos"]]


def unit_of_a_stack(unit_id, **facts):
    stated = {"side": "german", "hex": "1512", "movement": 5, "reduced": False, "supply": "supplied", "status": []}
    return {"id": unit_id, "type": "regiment", "formation": {"division": "5", "corps": "III"}, **stated, **facts}


def breakthrough_of(*units):
    elsewhere = {"terrain": "basic", "features": [], "control": "german", "home": "german", "sides": []}
    return {
        "game": "tsnp", "turn": 3, "phase": "breakthrough", "active": "german", "weather": "fair", "options": [],
        "events": [], "markers": [], "units_complete": True, "map": {"elsewhere": elsewhere, "roads": []},
        "units": list(units),
    }


def test_a_stack_that_may_not_split_is_offered_as_one():
    pioneers = unit_of_a_stack("p1", type="pioneers")
    position = breakthrough_of(pioneers, unit_of_a_stack("g1"), unit_of_a_stack("g2", status=["demoralized"]))
    found = offered("p1", position)
    assert found["moves"] == []
    assert len(found["others"]) == 36
    for other in found["others"]:
        assert other["action"]["units"] == ["p1", "g1"]
        assert other["verdict"] == checked(other["action"], position)["verdict"] == "legal"


def test_of_two_units_each_may_go_alone():
    position = breakthrough_of(unit_of_a_stack("p1", type="pioneers"), unit_of_a_stack("g1"))
    found = offered("g1", position)
    assert len(found["moves"]) == 36
    assert found["others"] == []


def test_a_stack_that_lacks_a_fact_is_offered_without_a_path():
    units = [unit_of_a_stack("p1", type="pioneers"), unit_of_a_stack("g1"), unit_of_a_stack("g2")]
    del units[2]["movement"]
    [other] = offered("p1", breakthrough_of(*units))["others"]
    assert other["verdict"] == "undetermined"
    assert "path" not in other["action"]


def test_a_unit_in_a_hex_without_a_place_lacks_that_place():
    units = [{**unit, "hex": "?wood"} if unit["id"] == "g1" else unit for unit in POSITION["units"]]
    answer = offered(position=posed(units=units))
    assert answer["attacks"] == []
    assert {"fact": "map.hexes.?wood.place"} in answer["missing"]
