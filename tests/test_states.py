"""Steps that depend on those before them: what a party carries along its path, on rules made up for the purpose."""

import json
from types import ModuleType

import pytest

from rulebook.actions import Move, Party, Step
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.mechanics.paths import path_cost, reach, steps_of
from rulebook.position import Position
from rulebook.rules import costs, forbids
from rulebook.table import Table
from rulebook.umpire import check

SITW = GAMES["sitw"]
ROAD = {"2731", "2732", "2733", "2734"}
PARTY = Party(("g1",), "regular")


def keeps_to_the_road(table, step):
    """A party is on the road until it leaves it."""
    off = step.carried == "off" or not ROAD.issuperset((step.start, step.to))
    return "off" if off or table.has_event("fog") else "road"


def pays(table, step):
    """One point along the road, three off it and after."""
    return 3 if step.carried == "off" or not ROAD.issuperset((step.start, step.to)) else 1


def goes_back(table, step):
    """A party that left the road does not come back to 2734."""
    return step.carried == "off" and step.to == "2734"


def table_of(events=()):
    chapter = ModuleType("chapter")
    for rule in (costs(Step, "sitw:12.9.1")(pays), forbids(Step, "sitw:12.1")(goes_back)):
        rule.__module__ = "chapter"
        setattr(chapter, rule.name, rule)
    game = Game("sitw", (chapter,), pace=SITW.pace, offers=SITW.offers, carries=keeps_to_the_road)
    posted = {"game": "sitw", "units": [{"id": "g1", "hex": "2731"}]}
    posted |= {} if events is None else {"events": list(events)}
    return Table(game, Position.model_validate_json(json.dumps(posted)))


def move(*path):
    return Move(type="move", units=("g1",), path=path, mode="regular")


@pytest.mark.parametrize(
    ("path", "states"),
    [
        (("2731", "2732", "2733"), ["", "road"]),
        (("2731", "2732", "2832", "2833", "2733"), ["", "road", "off", "off"]),
    ],
)
def test_each_step_knows_what_those_before_left(path, states):
    assert [step.state for step in steps_of(table_of(), move(*path))] == states


def test_a_step_on_the_road_costs_more_once_the_road_was_left():
    assert path_cost(table_of(), move("2731", "2732", "2733")) == 2
    detour = move("2731", "2732", "2832", "2833", "2733")
    assert path_cost(table_of(), detour) == path_cost(table_of().quiet(), detour) == 10


def test_a_rule_may_forbid_by_what_is_carried():
    assert check(table_of(), move("2731", "2732", "2733", "2734")).verdict == "legal"
    assert check(table_of(), move("2731", "2732", "2733", "2833", "2834", "2734")).verdict == "illegal"


def test_options_and_check_agree_on_every_path():
    around = reach(table_of(), PARTY, "2731", 7)
    assert around.costs["2734"] == 3
    for number, cost in around.costs.items():
        if number != "2731":
            path = move(*around.path(number))
            assert check(table_of(), path).values["cost"]["total"] == cost
            assert check(table_of(), path).verdict == "legal"


def test_a_dearer_state_does_not_hide_a_cheaper_way_on():
    around = reach(table_of(), PARTY, "2731", 6)
    assert around.path("2734") == ["2731", "2732", "2733", "2734"]
    assert {state for number, state in around.spent if number == "2732"} == {"road", "off"}


def test_an_unknown_state_ends_the_way_and_is_told():
    around = reach(table_of(events=None), PARTY, "2731", 5)
    assert around.costs["2732"] == 1
    assert "2733" not in around.costs
    assert "events.fog" in around.missing
    found = check(table_of(events=None), move("2731", "2732", "2733", "2734"))
    assert found.verdict == "undetermined"
    assert [item.fact for item in found.missing] == ["events.fog"]


def test_a_game_that_carries_nothing_has_plain_steps():
    plain = Table(SITW, Position.model_validate_json(json.dumps({"game": "sitw", "units": []})))
    asked = move("2731", "2732", "2733")
    assert steps_of(plain, asked) == asked.steps
    assert {step.carried for step in asked.steps} == {""}
