"""What is listed for a unit of They Shall Not Pass: how far it goes, targets, breakthroughs, digging, steps.

With it goes what a move costs by the other reading of a case, which the situations of `data/tsnp/cases/` do not ask.
"""

import json

from rulebook.actions import Move
from rulebook.games import GAMES
from rulebook.options import options
from rulebook.position import Position
from rulebook.table import Table
from rulebook.umpire import check

ELSEWHERE = {"terrain": "basic", "features": [], "control": "german", "home": "german", "sides": []}
GERMAN = {
    "id": "g1", "type": "regiment", "side": "german", "hex": "1512", "attack": 6, "movement": 5, "morale": 8,
    "reduced": False, "supply": "supplied", "formation": {"division": "5", "corps": "III"}, "status": [],
}
FRENCH = {**GERMAN, "id": "f1", "side": "french", "hex": "1522", "formation": {"division": "14", "corps": "XXX"}}
GUN = {**GERMAN, "id": "gun", "type": "corps-artillery", "attack": 5, "defense": 1, "range": 12}
PIONEERS = {**GERMAN, "id": "p1", "type": "pioneers"}
SEAT = {**GERMAN, "id": "hq", "type": "hq", "hex": "1514", "formation": {"corps": "III"}}
TRACKS = {"german-replacements": 3, "pioneer-replacements": 0, "heavy-artillery": 3}


def posted(asked, phase, *others, without=(), **facts):
    position = {
        "game": "tsnp", "turn": 3, "phase": phase, "active": "german", "weather": "fair", "options": [], "events": [],
        "markers": [], "units_complete": True, "tracks": TRACKS, "map": {"elsewhere": ELSEWHERE, "roads": []},
        "units": [asked, *others], **facts,
    }
    told = {key: value for key, value in position.items() if key not in without}
    return Table(GAMES["tsnp"], Position.model_validate_json(json.dumps(told)))


def listed(asked, *others, **facts):
    return options(posted(asked, *others, **facts), asked["id"])


def others(*asked, **facts):
    return [each["action"] for each in listed(*asked, **facts).others]


def without(unit, *names):
    return {key: value for key, value in unit.items() if key not in names}


# Moves


def test_a_unit_goes_as_far_as_its_points_and_twice_as_far_by_strategic_movement():
    found = listed(GERMAN, "movement").moves
    costs = {mode: max(move.cost for move in found if move.mode == mode) for mode in ("normal", "strategic")}
    assert costs == {"normal": 5, "strategic": 10}


def test_a_unit_breaks_through_half_as_far():
    found = listed(PIONEERS, "breakthrough").moves
    assert {move.mode for move in found} == {"breakthrough"}
    assert max(move.cost for move in found) == 3


def costs_of_normal_moves(*units, **facts):
    return {move.path[-1]: move.cost for move in listed(*units, **facts).moves if move.mode == "normal"}


def test_the_zone_of_an_enemy_is_felt_where_no_fort_is_near():
    found = costs_of_normal_moves(GERMAN, "movement", {**FRENCH, "hex": "1510"})
    assert (found["1511"], found["1411"]) == (2, 1)


def test_the_zone_of_a_fort_is_felt_where_no_enemy_is_near():
    fort = {"terrain": "basic", "features": ["fort"], "control": "french"}
    facts = {"map": {"elsewhere": ELSEWHERE, "roads": [], "hexes": {"1510": fort}}}
    found = costs_of_normal_moves(GERMAN, "movement", FRENCH, **facts)
    assert (found["1511"], found["1411"]) == (2, 1)


def test_by_the_other_reading_a_town_on_the_road_costs_a_whole_point():
    town = {"terrain": "town", "features": [], "control": "german"}
    ways = {"map": {"elsewhere": ELSEWHERE, "roads": [["1512", "1511"], ["1511", "1510"]], "hexes": {"1511": town}}}
    move = Move(type="move", units=("g1",), path=("1512", "1511", "1510"), mode="strategic")
    ruling = check(posted(GERMAN, "movement", **ways), move)
    [other] = ruling.contested
    assert (ruling.values["cost"]["total"], other.values["cost"]["total"]) == (1, 1.5)


# Breakthroughs of a stack


def test_a_stack_goes_as_one_at_the_pace_of_its_slowest():
    found = others(PIONEERS, "breakthrough", GERMAN, {**GERMAN, "id": "g2", "movement": 2})
    assert {tuple(action["units"]) for action in found} == {("p1", "g1", "g2")}
    assert {action["mode"] for action in found} == {"breakthrough"}
    reached = [action["path"][-1] for action in found]
    assert reached == sorted(reached)
    assert sorted(len(action["path"]) for action in found) == [2] * 6
    assert {action["path"][0] for action in found} == {"1512"}


def test_who_cannot_go_along_stays_and_is_offered_nothing():
    shaken = {**GERMAN, "id": "g2", "status": ["demoralized"]}
    found = others(PIONEERS, "breakthrough", GERMAN, shaken)
    assert {tuple(action["units"]) for action in found} == {("p1", "g1")}
    assert [action for action in others(shaken, "breakthrough", GERMAN, PIONEERS) if action["type"] == "move"] == []


def test_newcomers_are_not_of_the_stack():
    came = {**GERMAN, "id": "g2", "status": ["broke-through"]}
    assert others(PIONEERS, "breakthrough", GERMAN, came) == []


def test_whose_rate_nobody_told_keeps_the_stack_from_a_path_and_not_from_its_offer():
    found = others(PIONEERS, "breakthrough", GERMAN, without({**GERMAN, "id": "g2"}, "movement"))
    assert found == [{"type": "move", "units": ["p1", "g1", "g2"], "mode": "breakthrough"}]


def test_stacks_break_through_in_their_phase_only():
    assert others(PIONEERS, "assault", GERMAN, {**GERMAN, "id": "g2"}) == []


# Targets


def test_a_gun_is_offered_each_hex_of_enemies_once():
    enemies = (FRENCH, {**FRENCH, "id": "f2"}, {**FRENCH, "id": "f3", "hex": "1621"}, {**GERMAN, "hex": "1520"})
    assert others(GUN, "bombardment", *enemies) == [
        {"type": "bombard", "units": ["gun"], "target": number, "mode": "barrage"} for number in ("1522", "1621")
    ]


def test_no_gun_shells_whoever_is_off_the_map():
    lost = without({**FRENCH, "status": ["eliminated"]}, "hex")
    assert others(GUN, "bombardment", lost) == []


def test_only_guns_that_bombard_are_offered_targets_and_only_in_their_phase():
    assert others(GERMAN, "bombardment", FRENCH) == []
    assert others({**GUN, "type": "divisional-artillery"}, "bombardment", FRENCH) == []
    assert others(GUN, "assault", FRENCH) == []


def test_a_target_is_offered_where_the_phase_or_a_side_is_not_told():
    bombard = {"type": "bombard", "units": ["gun"], "target": "1522", "mode": "barrage"}
    assert bombard in others(GUN, "bombardment", FRENCH, without=("phase",))
    [found] = listed(GUN, "bombardment", without(FRENCH, "side", "formation")).others
    assert (found["action"], found["verdict"]) == (bombard, "undetermined")


def test_guns_off_the_map_are_offered_targets_too():
    heavy = without({**GUN, "type": "heavy-artillery"}, "hex", "formation")
    [found] = others(heavy, "bombardment", {**FRENCH, "hex": "1508"})
    assert (found["target"], found["units"]) == ("1508", ["gun"])


# Digging, supply, rallies


def test_a_unit_may_dig_in_its_movement_phase():
    assert others(GERMAN, "movement") == [{"type": "dig", "units": ["g1"]}]
    assert others(without({**GERMAN, "status": ["reinforcement"]}, "hex"), "movement") == []


def test_supply_is_checked_in_its_step_and_in_no_other():
    source = {**SEAT, "hex": "1602"}
    check = {"type": "supply", "units": ["hq"]}
    assert check in others(source, "supply-check", GERMAN)
    assert check not in others(source, "movement", GERMAN)
    assert {"type": "supply", "units": ["g1"]} in others({**GERMAN, "hex": "1603"}, "supply-check", source)
    assert others(without(GERMAN, "hex"), "supply-check") == []


def test_the_demoralized_are_offered_a_rally_and_headquarters_out_of_support_in_the_recovery():
    rally = {"type": "rally", "units": ["g1"]}
    assert others({**GERMAN, "status": ["demoralized"]}, "rally") == [rally]
    assert others(GERMAN, "rally") == []
    assert rally in others(without(GERMAN, "status"), "rally")
    assert others({**SEAT, "status": ["out-of-support"]}, "recovery") == [{"type": "rally", "units": ["hq"]}]
    assert others(SEAT, "recovery") == []


# Replacements


def test_a_reduced_unit_is_offered_one_replacement():
    assert others({**GERMAN, "reduced": True}, "replacement") == [{"type": "replace", "unit": "g1", "points": 1}]
    assert others(GERMAN, "replacement") == []
    assert {"type": "replace", "unit": "g1", "points": 1} in others(without(GERMAN, "reduced"), "replacement")


def test_a_lost_unit_is_offered_one_replacement_or_two():
    lost = without({**GERMAN, "status": ["eliminated"]}, "hex", "reduced")
    assert others(lost, "replacement", SEAT) == [
        {"type": "replace", "unit": "g1", "points": points} for points in (1, 2)
    ]
    waiting = without({**GERMAN, "status": ["reinforcement"]}, "hex", "reduced")
    assert others(waiting, "replacement", SEAT) == []
