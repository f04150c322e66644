"""What is listed for a unit, on small games of a few rules: each way of moving, attacks, the other actions."""

import json
from types import ModuleType

from rulebook.actions import Attack, Move, Play, Step, Supply
from rulebook.facts import Unknown
from rulebook.game import Game
from rulebook.options import options
from rulebook.position import Position
from rulebook.rules import computes, costs, forbids
from rulebook.table import Table


def nothing(table, unit):
    return ()


def one_point(table, party):
    return 1


@costs(Step, "sitw:1.1")
def one_point_a_hex(table, step):
    """A hex costs a point."""
    return 1


def found(*rules, pace=one_point, offers=nothing, units=({"id": "g1", "side": "german", "hex": "2530"},), **facts):
    chapter = ModuleType("chapter")
    for rule in (one_point_a_hex, *rules):
        rule.__module__ = "chapter"
        setattr(chapter, rule.name, rule)
    game = Game("sitw", (chapter,), pace=pace, offers=offers)
    position = Position.model_validate_json(json.dumps({"game": "sitw", "units": list(units), **facts}))
    return options(Table(game, position), "g1")


def modes_to(listed, number):
    return [move.mode for move in listed.moves if move.to == number]


def test_every_hex_within_reach_is_listed_for_every_way_of_moving():
    listed = found()
    assert len(listed.moves) == 18
    assert modes_to(listed, "2531") == ["regular", "strategic", "infiltration"]
    assert {(move.cost, move.path) for move in listed.moves if move.to == "2531"} == {(1, ("2530", "2531"))}
    assert modes_to(listed, "2530") == []


def test_a_way_of_moving_that_is_closed_bars_nothing():
    @forbids(Move, "sitw:1.2")
    def only_regular(table, move):
        """Units move regularly."""
        return move.mode != "regular"

    listed = found(only_regular)
    assert modes_to(listed, "2531") == ["regular"]
    assert listed.barred == {}


def test_with_every_way_of_moving_closed_nothing_is_barred():
    @forbids(Move, "sitw:1.2")
    def not_now(table, move):
        """Nobody moves."""
        return True

    listed = found(not_now)
    assert (listed.moves, listed.barred) == ([], {})


def test_a_rule_on_the_whole_move_knows_its_mode():
    @forbids(Move, "sitw:1.2")
    def rails_into_2531(table, move):
        """Nobody rails into 2531."""
        return bool(move.path) and move.path[-1] == "2531" and move.mode == "strategic"

    assert modes_to(found(rails_into_2531), "2531") == ["regular", "infiltration"]


def test_a_way_of_moving_that_waits_for_a_fact_lists_the_fact_and_no_move():
    @forbids(Move, "sitw:1.2")
    def not_in_the_wet(table, move):
        """Nobody rails in the wet."""
        return move.mode == "strategic" and table.weather == "wet"

    listed = found(not_in_the_wet)
    assert modes_to(listed, "2531") == ["regular", "infiltration"]
    assert list(listed.missing) == ["weather"]


def test_a_hex_that_is_barred_one_way_and_open_another_is_open():
    @forbids(Step, "sitw:1.2")
    def no_regular_step_north(table, step):
        """No unit marches into 2531."""
        return step.move.mode == "regular" and step.to == "2531"

    @forbids(Step, "sitw:1.3")
    def no_step_into_2529(table, step):
        """No unit goes into 2529."""
        return step.to == "2529"

    listed = found(no_regular_step_north, no_step_into_2529)
    assert modes_to(listed, "2531") == ["strategic", "infiltration"]
    assert listed.barred == {"2529": {"sitw:1.3": None}}


def test_a_rule_on_the_whole_move_bars_its_last_hex():
    @forbids(Move, "sitw:1.2")
    def ends_in_2532(table, move):
        """No move ends in 2532."""
        return bool(move.path) and move.path[-1] == "2532"

    listed = found(ends_in_2532, pace=lambda table, party: 2)
    assert modes_to(listed, "2531") == ["regular", "strategic", "infiltration"]
    assert listed.barred == {"2532": {"sitw:1.2": None}}


def test_a_rule_on_the_whole_move_that_waits_for_a_fact_lists_the_fact():
    @forbids(Move, "sitw:1.2")
    def ends_in_a_wet_wood(table, move):
        """No move ends in a wood."""
        return bool(move.path) and move.path[-1] == "2531" and table.terrain("2531") == "forest"

    listed = found(ends_in_a_wet_wood)
    assert modes_to(listed, "2531") == []
    assert modes_to(listed, "2529") == ["regular", "strategic", "infiltration"]
    assert list(listed.missing) == ["map.hexes.2531.terrain"]


def test_a_pace_that_is_not_known_is_listed():
    def waiting(table, party):
        raise Unknown({"units.g1.movement": None})

    listed = found(pace=waiting)
    assert listed.moves == []
    assert list(listed.missing) == ["units.g1.movement"]


def test_the_enemies_next_to_a_unit_may_be_attacked():
    @forbids(Attack, "sitw:1.2")
    def not_into_2431(table, attack):
        """Nobody attacks 2431."""
        return attack.target == "2431"

    @forbids(Attack, "sitw:1.3")
    def not_in_the_wet(table, attack):
        """Nobody attacks 2630 in the wet, nor without saying what supports it."""
        return attack.support is None or attack.against is None or (attack.target == "2630" and table.weather == "wet")

    @computes(Attack, "odds", "sitw:1.4")
    def even(table, attack):
        """All odds are even."""
        return "1:1"

    units = [
        {"id": "g1", "side": "german", "hex": "2530"}, {"id": "g2", "side": "german", "hex": "2529"},
        {"id": "b1", "side": "allied", "hex": "2531"}, {"id": "b2", "side": "allied", "hex": "2431"},
        {"id": "x1", "hex": "2630"}, {"id": "b3", "side": "allied", "hex": "2540"},
    ]
    listed = found(not_into_2431, not_in_the_wet, even, units=units)
    assert sorted((attack["target"], attack["verdict"]) for attack in listed.attacks) == [
        ("2531", "legal"), ("2630", "undetermined")
    ]
    assert listed.attacks[0]["values"]["odds"] == "1:1"
    assert "weather" in listed.missing


def test_other_actions_are_listed_unless_they_are_illegal():
    def offered(table, unit):
        yield Play(type="play", event="yankees-arrive")
        yield Play(type="play", event="big-bertha-credit")
        yield Supply(type="supply", units=(unit.id,))

    @forbids(Play, "sitw:1.2")
    def no_yankees(table, play):
        """The Yankees do not arrive, and Big Bertha waits for the weather."""
        return play.event == "yankees-arrive" or table.weather == "wet"

    listed = found(no_yankees, offers=offered, units=[{"id": "g1", "side": "german"}])
    assert listed.moves == []
    assert listed.others == [
        {"action": {"type": "play", "event": "big-bertha-credit", "units": []}, "verdict": "undetermined",
         "missing": ["weather"]},
        {"action": {"type": "supply", "units": ["g1"]}, "verdict": "legal", "missing": []},
    ]
