"""Every fault of a request is told at its field with the nearest right word, and nothing right is called a fault."""

import json

import pytest
from conftest import CLEAR, position
from pydantic import TypeAdapter

from rulebook import faults
from rulebook.actions import Action
from rulebook.faults import BadRequest, Fault, faults_of, map_faults
from rulebook.games import GAMES
from rulebook.position import MapFacts, Position
from rulebook.table import Table

SITW = GAMES["sitw"]
ACTION = TypeAdapter(Action)
UNIT = position()["units"][0]
MOVE = {"type": "move", "units": ["g1"], "path": ["2530", "2531"], "mode": "regular"}


def found(action=MOVE, **changes):
    asked = ACTION.validate_json(json.dumps(action)) if action else None
    return faults_of(Table(SITW, Position.model_validate_json(json.dumps(position(**changes)))), asked)


def places(action=MOVE, **changes):
    return [(fault.at, fault.nearest) for fault in found(action, **changes)]


def of_map(**changes):
    return [(fault.at, fault.nearest) for fault in map_faults(SITW, MapFacts.model_validate_json(json.dumps(changes)))]


def units(**changes):
    return [{**UNIT, **changes}]


def test_a_right_request_has_no_fault():
    assert found() == []
    assert found(action=None) == []


@pytest.mark.parametrize(
    ("change", "at", "nearest"),
    [
        ({"scenario": "campain"}, "position.scenario", "campaign"),
        ({"phase": "first-combats"}, "position.phase", "first-combat"),
        ({"weather": "wett"}, "position.weather", "wet"),
        ({"active": "germans"}, "position.active", "german"),
        ({"options": ["16.1", "16.99"]}, "position.options.1", "16.9"),
        ({"events": ["game-end"]}, "position.events.0", "game-ended"),
        ({"tracks": {"german-moral": 3}}, "position.tracks.german-moral", "german-morale"),
        ({"markers": [{"type": "big-berta", "hex": "2631"}]}, "position.markers.0.type", "big-bertha"),
        ({"markers": [{"type": "big-bertha", "hex": "0001"}]}, "position.markers.0.hex", None),
        ({"units": units(type="infantri")}, "position.units.0.type", "infantry"),
        ({"units": units(nation="germn")}, "position.units.0.nation", "german"),
        ({"units": units(side="germn", nation=None)}, "position.units.0.side", "german"),
        ({"units": units(supply="suplied")}, "position.units.0.supply", "supplied"),
        ({"units": units(status=["reinforcements"])}, "position.units.0.status.0", "reinforcement"),
        ({"units": units(hex="9999")}, "position.units.0.hex", None),
    ],
)
def test_a_wrong_word_is_told_at_its_place_with_the_nearest(change, at, nearest):
    assert places(action=None, **change) == [(at, nearest)]


@pytest.mark.parametrize("turn", [1, 16])
def test_the_first_and_the_last_turn_are_turns(turn):
    assert found(turn=turn) == []


def test_a_turn_past_the_last_is_none():
    told = found(turn=17)
    assert [fault.at for fault in told] == ["position.turn"]
    assert "turns 0 to 16, not 17" in told[0].says


@pytest.mark.parametrize(
    ("change", "at", "nearest"),
    [
        ({"hexes": {"9999": {}}}, "position.map.hexes.9999", None),
        ({"hexes": {"2530": {"terrain": "forst"}}}, "position.map.hexes.2530.terrain", "forest"),
        ({"hexes": {"2530": {"features": ["citty"]}}}, "position.map.hexes.2530.features.0", "city"),
        ({"hexes": {"2530": {"control": "germn"}}}, "position.map.hexes.2530.control", "german"),
        ({"hexes": {"2530": {"home": "alied"}}}, "position.map.hexes.2530.home", "allied"),
        ({"hexes": {"2530": {"country": "frnce"}}}, "position.map.hexes.2530.country", "france"),
        ({"sides": {"2530": []}}, "position.map.sides.2530", None),
        ({"sides": {"2530/2531/2532": []}}, "position.map.sides.2530/2531/2532", None),
        ({"sides": {"2530/9999": []}}, "position.map.sides.2530/9999", None),
        ({"sides": {"2530/2540": []}}, "position.map.sides.2530/2540", None),
        ({"sides": {"2530/2531": ["rivr"]}}, "position.map.sides.2530/2531.0", "river"),
        ({"roads": [["2530", "2531"], ["2530", "9999"]]}, "position.map.roads.1", None),
        ({"elsewhere": {"terrain": "forst"}}, "position.map.elsewhere.terrain", "forest"),
        ({"elsewhere": {"sides": ["rivr"]}}, "position.map.elsewhere.sides.0", "river"),
    ],
)
def test_a_wrong_word_of_the_map_is_told_at_its_place(change, at, nearest):
    assert of_map(**change) == [(at, nearest)]


def test_a_right_map_has_no_fault():
    assert of_map(
        hexes={"2530": {"terrain": "clear", "features": [], "control": "german"}, "?wood": {"terrain": "forest"}},
        sides={"2530/2531": ["river"], "?one/?two": ["river"], "2530/?one": []}, roads=[["2530", "2531"]],
        elsewhere=CLEAR,
    ) == []


def test_one_wrong_word_in_a_hex_of_which_all_is_told_is_found():
    whole = {"terrain": "clear", "features": [], "control": "german", "home": "german", "country": "france"}
    assert of_map(hexes={"2530": {**whole, "terrain": "forst"}}) == [("position.map.hexes.2530.terrain", "forest")]
    mixed = {**whole, "features": ["city", "citty"]}
    assert of_map(hexes={"2530": mixed}) == [("position.map.hexes.2530.features.1", "city")]


def test_the_map_of_a_position_is_looked_at():
    assert places(map={"hexes": {"9999": {}}}) == [("position.map.hexes.9999", None)]


def test_a_hex_that_is_described_has_a_name():
    assert of_map(hexes={"?a": {}}) == []
    told = list(map_faults(SITW, MapFacts(hexes={"?": {}})))
    assert [fault.at for fault in told] == ["position.map.hexes.?"]
    assert told[0].says.endswith("as in '3120'")


def test_a_side_off_the_map_is_told_once_for_each_wrong_hex():
    assert of_map(sides={"9998/9999": []}) == [("position.map.sides.9998/9999", None)] * 2


def test_units_that_share_an_id_are_each_told():
    twice = [UNIT, {**UNIT, "hex": "2531"}, {**UNIT, "id": "g2", "hex": "2531"}]
    assert places(action=None, units=twice) == [("position.units.0.id", None), ("position.units.1.id", None)]
    assert "2 units are named 'g1'" in found(action=None, units=twice)[0].says


def test_a_unit_like_a_sound_one_is_still_held_to_its_own_hex():
    alike = [UNIT, {**UNIT, "id": "g2", "hex": "2531"}, {**UNIT, "id": "g3", "hex": "9999"}]
    assert places(action=None, units=alike) == [("position.units.2.hex", None)]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"type": "air"}, "position.units.1.hex"),
        ({"nation": "british"}, "position.units.1.side"),
        ({"side": "allied"}, "position.units.1.side"),
        ({"status": ["dead-pile"]}, "position.units.1.hex"),
        ({"supply": "suplied"}, "position.units.1.supply"),
        ({"id": "g1"}, "position.units.1.id"),
    ],
)
def test_a_unit_that_differs_from_a_sound_one_in_one_thing_is_held_to_that(change, at):
    sound = {**UNIT, "id": "g9"}
    assert at in [told for told, _ in places(action=None, units=[sound, {**UNIT, "id": "g2"} | change, UNIT])]


def test_a_unit_off_the_map_speaks_for_none_on_it():
    aloft = {**UNIT, "type": "air", "hex": None}
    assert places(action=None, units=[aloft, {**aloft, "id": "g2", "hex": "2531"}]) == [("position.units.1.hex", None)]


def test_a_unit_like_a_wrong_one_is_wrong_too():
    alike = [{**UNIT, "side": "allied"}, {**UNIT, "id": "g2", "side": "allied"}]
    assert places(action=None, units=alike) == [
        ("position.units.0.side", "german"), ("position.units.1.side", "german")
    ]


@pytest.mark.parametrize(
    ("change", "at", "nearest"),
    [
        ({"side": "allied"}, "position.units.0.side", "german"),
        ({"type": "agb", "nation": "british", "side": None}, "position.units.0.nation", "german"),
        ({"type": "agb", "nation": "brtish", "side": None}, "position.units.0.nation", "british"),
        ({"type": "air"}, "position.units.0.hex", None),
        ({"status": ["dead-pile"]}, "position.units.0.hex", None),
    ],
)
def test_facts_that_cannot_both_be_are_told(change, at, nearest):
    assert places(action=None, units=units(**change)) == [(at, nearest)]


def test_a_unit_off_the_map_by_its_type_stands_nowhere_and_is_no_fault():
    assert found(action=None, units=units(type="air", hex=None)) == []


@pytest.mark.parametrize(
    ("action", "at", "nearest"),
    [
        ({**MOVE, "units": ["g9"]}, "action.units", "g1"),
        ({**MOVE, "units": ["g1", "g1"]}, "action.units", None),
        ({**MOVE, "path": ["2530", "9999"]}, "action.path.1", None),
        ({**MOVE, "path": ["2530", "2540"]}, "action.path.1", None),
        ({**MOVE, "path": ["2530", "2531", "2550"]}, "action.path.2", None),
        ({**MOVE, "path": ["2531", "2532"]}, "action.path.0", "2530"),
        ({**MOVE, "mode": "regulr"}, "action.mode", "regular"),
        ({"type": "attack", "units": ["g1"], "target": "9999"}, "action.target", None),
        ({"type": "advance", "units": ["g1"], "to": "9999"}, "action.to", None),
        ({"type": "stack", "units": ["g1"], "hex": "9999"}, "action.hex", None),
        ({"type": "attack", "units": ["g1"], "target": "2531", "support": ["b9"]}, "action.support", "b1"),
        ({"type": "play", "event": "yankees-arive"}, "action.event", "yankees-arrive"),
        ({"type": "sequence", "do": "first-combt"}, "action.do", "first-combat"),
    ],
)
def test_a_wrong_action_is_told_at_its_field(action, at, nearest):
    assert places(action) == [(at, nearest)]


@pytest.mark.parametrize(
    ("what", "result", "nearest"),
    [
        ("duty", "fair", None), ("duty", "retreats", "retreat"), ("weather", "strong", None),
        ("test-added", "fair", None), ("zone", "weaks", "weak"), ("scorer", "nothing", None),
    ],
)  # fmt: skip
def test_a_count_has_only_the_results_of_what_is_counted(what, result, nearest):
    asked = ACTION.validate_python({"type": "count", "what": what, "result": result})
    told = faults_of(Table(GAMES["tsnp"], Position(game="tsnp")), asked)
    assert [(fault.at, fault.nearest) for fault in told] == [("action.result", nearest)]


def test_the_results_of_what_is_counted_are_words_of_the_game():
    for listed_with in (game.vocabulary["actions"].get("count", {}) for game in GAMES.values()):
        assert ("duty" in listed_with.get("fields", {}).get("what", ())) == ("duty" in listed_with.get("results", {}))
        for what, results in listed_with.get("results", {}).items():
            assert what in listed_with["fields"]["what"] and {*results} <= {*listed_with["fields"]["result"]}


def test_a_move_without_a_mode_is_told_which_there_are():
    told = found({"type": "move", "units": ["g1"]})
    assert [fault.at for fault in told] == ["action.mode"]
    assert told[0].says == "say which mode: regular, strategic, infiltration"


def test_a_path_may_go_through_hexes_that_are_described_and_not_placed():
    assert found({**MOVE, "path": ["2530", "?wood", "?hill"]}) == []
    assert places({**MOVE, "path": ["?wood", "2531"]}) == [("action.path.0", "2530")]
    assert [at for at, _ in places({**MOVE, "path": ["2530", "?"]})] == ["action.path.1"]


def test_a_unit_that_stands_nowhere_may_start_anywhere():
    assert found({**MOVE, "path": ["2532", "2531"]}, units=[{**UNIT, "hex": None}]) == []


def test_a_unit_that_does_not_move_may_stand_anywhere():
    assert found(units=[UNIT, {**UNIT, "id": "g2", "hex": "2640"}]) == []


def test_faults_are_told_up_to_a_number():
    many = [{**UNIT, "id": f"g{index}", "hex": "9999"} for index in range(205)]
    assert len(found(action=None, units=many)) == 200


def test_position_and_action_are_told_together():
    assert places({**MOVE, "mode": "regulr"}, phase="first-combats") == [
        ("position.phase", "first-combat"), ("action.mode", "regular")
    ]


def test_what_cannot_stand_on_the_table_is_told_with_its_case():
    told = found(units=[*position()["units"], {**UNIT, "id": "b2", "side": "allied", "nation": "british"}])
    assert [(fault.at, fault.case, fault.predicate) for fault in told] == [
        ("position.map.hexes.2530", "sitw:12.4", "opposing_units_share_a_hex")
    ]
    assert told[0].says.endswith("(sitw:12.4): units g1, b2")


def test_what_cannot_stand_anywhere_is_told_of_the_position():
    told = found(tracks={"german-morale": 31})
    assert [(fault.at, fault.case) for fault in told] == [("position", "sitw:4.3")]
    assert told[0].says.endswith(": side german, morale 31")


def test_wrong_words_are_told_before_what_cannot_stand():
    assert places(tracks={"german-morale": 31}, weather="wett") == [("position.weather", "wet")]


def test_a_stack_is_judged_not_refused():
    crowd = [{**UNIT, "id": f"g{index}"} for index in range(1, 6)]
    assert [fault.at for fault in found(units=crowd)] == ["position.map.hexes.2530"]
    assert found({"type": "stack", "units": ["g1"], "hex": "2530"}, units=crowd) == []


def test_a_bad_request_tells_every_fault():
    wrong = BadRequest([Fault("a", "one"), Fault("b", "two")])
    assert str(wrong) == "a: one; b: two"
    assert [fault.at for fault in wrong.faults] == ["a", "b"]


@pytest.mark.parametrize(
    ("change", "noun"),
    [
        ({"scenario": "?"}, "scenario"), ({"phase": "?"}, "phase"), ({"weather": "?"}, "weather"),
        ({"active": "?"}, "side"),
        ({"options": ["?"]}, "optional rule"), ({"events": ["?"]}, "event"), ({"tracks": {"?": 1}}, "track"),
        ({"markers": [{"type": "?"}]}, "marker"), ({"units": units(type="?")}, "unit type"),
        ({"units": units(nation="?", side=None)}, "nation"), ({"units": units(status=["?"])}, "status"),
        ({"map": {"hexes": {"2530": {"features": ["?"]}}}}, "feature"),
        ({"map": {"hexes": {"2530": {"country": "?"}}}}, "country"),
        ({"map": {"sides": {"2530/2531": ["?"]}}}, "hex side"),
    ],
)
def test_an_unknown_word_is_called_by_its_kind(change, noun):
    assert found(action=None, **change)[0].says.startswith(f"unknown {noun} '?'; sitw has: ")


def test_an_unknown_word_is_told_with_those_that_there_are_and_the_nearest():
    assert found(weather="qqq")[0].says == "unknown weather 'qqq'; sitw has: dry, wet"
    assert found(weather="wett")[0].says == "unknown weather 'wett'; sitw has: dry, wet; nearest: wet"


def test_a_kind_of_action_that_a_game_does_not_know_is_told_and_nothing_else(monkeypatch):
    monkeypatch.setitem(SITW._words, "actions", ("move",))
    told = found({"type": "stack", "units": ["g9"], "hex": "9999"})
    assert [fault.at for fault in told] == ["action.type"]
    assert told[0].says.startswith("unknown action 'stack'")


def test_a_plain_marker_needs_no_way_of_entry_and_another_does():
    assert found({"type": "place", "marker": "out-of-supply", "hex": "2530"}) == []
    assert places({"type": "place", "marker": "big-bertha", "hex": "2631"}) == [("action.entry", None)]
    assert places({"type": "place", "unit": "g1", "hex": "2631"}) == [("action.entry", None)]


def test_whoever_places_says_what():
    assert places({"type": "place", "hex": "2631", "entry": "reinforcement"}) == [("action.unit", None)]
    assert found({"type": "place", "hex": "2631", "entry": "reinforcement"})[0].says == (
        "say what is placed: a unit, or a marker"
    )


def test_a_stack_is_still_held_to_all_that_it_does_not_ask():
    stack = {"type": "stack", "units": ["g1"], "hex": "2530"}
    assert [fault.case for fault in found(stack, tracks={"german-morale": 31})] == ["sitw:4.3"]
    both = [*position()["units"], {**UNIT, "id": "b2", "side": "allied", "nation": "british"}]
    assert [fault.case for fault in found(stack, units=both)] == ["sitw:12.4"]


def test_what_is_not_known_of_one_hex_hides_nothing_of_another():
    unknown = [{"id": f"x{index}", "hex": "2640"} for index in range(6)]
    both = [*unknown, *position()["units"], {**UNIT, "id": "b2", "side": "allied", "nation": "british"}]
    assert "sitw:12.4" in [fault.case for fault in found(units=both)]


def test_only_the_start_of_a_very_long_word_is_compared():
    far = "x" * (faults.LONGEST_WORD + 20)
    assert places({**MOVE, "units": [far]}) == [("action.units", None)]
