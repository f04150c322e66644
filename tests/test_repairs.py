"""What is offered instead of an illegal action, on small games of a few rules: nearest first, each one legal."""

import json
from types import ModuleType

from rulebook.actions import Attack, Control, Move, Place, Play, Replace, Retreat, Step
from rulebook.facts import Unknown
from rulebook.game import Game
from rulebook.position import Position
from rulebook.repairs import repairs
from rulebook.rules import costs, forbids
from rulebook.table import Table

UNITS = [
    {"id": "g1", "side": "german", "hex": "2530"}, {"id": "g2", "side": "german", "hex": "2530"},
    {"id": "g3", "side": "german", "hex": "2531"}, {"id": "g4", "side": "german"},
]


@costs(Step, "sitw:1.1")
def one_point_a_hex(table, step):
    """A hex costs a point."""
    return 1


def barring(subject, test, case="sitw:1.2"):
    """A rule that forbids what passes a test."""

    def barred(table, action):
        """This is barred."""
        return test(table, action)

    barred.__name__ = f"barred_by_{case[5:].replace('.', '_')}"
    return forbids(subject, case)(barred)


def offered(action, *rules, pace=lambda table, party: 9, **facts):
    chapter = ModuleType("chapter")
    for rule in (one_point_a_hex, *rules):
        rule.__module__ = "chapter"
        setattr(chapter, rule.name, rule)
    game = Game("sitw", (chapter,), pace=pace, offers=lambda table, unit: ())
    position = Position.model_validate_json(json.dumps({"game": "sitw", "units": UNITS, **facts}))
    return repairs(Table(game, position), action)


def told(found):
    return [(each.kind, each.change, each.words) for each in found]


def move(*path, mode="regular"):
    return Move(type="move", units=("g1",), path=path, mode=mode)


def test_a_move_may_stop_where_it_was_still_legal():
    long = barring(Move, lambda table, move: len(move.path) > 3)
    found = offered(move("2530", "2531", "2532", "2533", "2534"), long)
    assert told(found)[:2] == [
        ("stop", {"action.path": ["2530", "2531", "2532"]}, {"at": "2532"}),
        ("stop", {"action.path": ["2530", "2531"]}, {"at": "2531"}),
    ]
    assert {each.cases for each in found} == {("sitw:1.2",)}


def test_a_move_never_stops_where_it_started():
    always = barring(Move, lambda table, move: True)
    assert offered(move("2530", "2531"), always) == ()


def test_another_path_to_the_same_hex_is_offered():
    through = barring(Step, lambda table, step: step.to == "2531")
    found = offered(move("2530", "2531", "2532"), through)
    assert [each.kind for each in found] == ["path"]
    path = found[0].change["action.path"]
    assert (path[0], path[-1], "2531" in path) == ("2530", "2532", False)
    assert found[0].words == {"path": path}


def test_the_path_that_was_asked_for_is_not_offered_again():
    early = barring(Move, lambda table, move: table.phase != "regular-movement")
    found = offered(move("2530", "2531"), early, phase="first-combat")
    assert told(found) == [("phase", {"position.phase": "regular-movement"}, {"phase": "regular-movement"})]


def test_no_other_path_is_sought_from_or_to_a_hex_that_is_not_placed():
    always = barring(Move, lambda table, move: move.path[-1] == "?wood")
    assert offered(move("2530", "?wood"), always) == ()
    assert offered(move("?hill", "?wood"), always) == ()


def test_a_pace_that_is_not_known_offers_no_other_path():
    def waiting(table, party):
        raise Unknown({"units.g1.movement": None})

    through = barring(Step, lambda table, step: step.to == "2531")
    assert offered(move("2530", "2531", "2532"), through, pace=waiting) == ()


def test_a_hex_out_of_reach_has_no_other_path():
    through = barring(Step, lambda table, step: step.to == "2532")
    assert offered(move("2530", "2531", "2532"), through)[0].kind == "stop"
    assert [each.kind for each in offered(move("2530", "2531", "2532"), through)] == ["stop"]


def attack(*units, support=None):
    return Attack(type="attack", units=units, target="2631", support=support)


def test_one_unit_may_be_left_out():
    without_g2 = barring(Attack, lambda table, attack: "g2" in attack.units)
    found = offered(attack("g1", "g2", "g3"), without_g2)
    assert told(found) == [
        ("without", {"action.units": ["g1", "g3"]}, {"unit": "g2"}),
        ("alone", {"action.units": ["g1"]}, {"unit": "g1"}),
        ("alone", {"action.units": ["g3"]}, {"unit": "g3"}),
    ]


def test_of_two_units_either_is_left_out_and_none_is_offered_alone_again():
    together = barring(Attack, lambda table, attack: len(attack.units) > 1)
    assert told(offered(attack("g1", "g3"), together)) == [
        ("without", {"action.units": ["g3"]}, {"unit": "g1"}), ("without", {"action.units": ["g1"]}, {"unit": "g3"}),
    ]


def test_support_may_be_left_out_to_the_last():
    supported = barring(Attack, lambda table, attack: bool(attack.support))
    assert told(offered(attack("g1", support=("g3",)), supported)) == [
        ("without", {"action.support": []}, {"unit": "g3"})
    ]


def test_a_unit_of_the_same_hex_may_be_brought_along():
    alone = barring(Attack, lambda table, attack: len(attack.units) < 2)
    assert told(offered(attack("g1"), alone)) == [("with", {"action.units": ["g1", "g2"]}, {"unit": "g2"})]
    assert offered(attack("g4"), alone) == ()


def test_a_retreat_may_go_into_any_other_hex_around():
    into = barring(Retreat, lambda table, retreat: retreat.path[-1] not in ("2529", "2430"))
    found = offered(Retreat(type="retreat", units=("g1",), path=("2530", "2531")), into)
    assert sorted((each.kind, each.change["action.path"][-1], each.words["at"]) for each in found) == [
        ("hex", "2430", "2430"), ("hex", "2529", "2529")
    ]
    assert {each.change["action.path"][0] for each in found} == {"2530"}


def test_the_hex_of_the_retreat_itself_is_not_offered():
    never = barring(Retreat, lambda table, retreat: table.weather == "wet")
    tried = []

    def looks(table, retreat):
        tried.append(tuple(each == "" or each for each in retreat.path))

    spy = barring(Retreat, looks, case="sitw:1.3")
    offered(Retreat(type="retreat", units=("g3",), path=("2531", "2532")), never, spy, weather="wet")
    assert tried.count(("2531", "2532")) == 1
    assert len(set(tried)) == 6


def test_a_retreat_into_a_hex_that_is_not_placed_may_go_into_one_that_is():
    into = barring(Retreat, lambda table, retreat: retreat.path[-1] != "2529")
    found = offered(Retreat(type="retreat", units=("g1",), path=("2530", "?wood")), into)
    assert told(found) == [("hex", {"action.path": ["2530", "2529"]}, {"at": "2529"})]


def test_a_retreat_over_several_hexes_may_stop_in_the_first():
    into = barring(Retreat, lambda table, retreat: retreat.path[-1] != "2531")
    found = offered(Retreat(type="retreat", units=("g1",), path=("2530", "2531", "2532")), into)
    assert told(found) == [("hex", {"action.path": ["2530", "2531"]}, {"at": "2531"})]


def test_a_retreat_from_a_hex_that_is_not_placed_has_no_other():
    never = barring(Retreat, lambda table, retreat: retreat.path[-1] == "?wood")
    assert offered(Retreat(type="retreat", units=("g4",), path=("?hill", "?wood")), never) == ()


def test_a_unit_may_be_placed_in_another_hex_that_the_book_names():
    verdun = barring(Place, lambda table, place: place.hex != "3120")
    found = offered(Place(type="place", unit="g4", hex="2530", entry="setup"), verdun)
    assert told(found) == [("hex", {"action.hex": "3120"}, {"at": "3120"})]


def test_fewer_points_may_do_down_to_one():
    few = barring(Replace, lambda table, replace: replace.points > 2)
    found = offered(Replace(type="replace", unit="g1", points=4), few)
    assert told(found) == [
        ("points", {"action.points": 2}, {"points": 2}), ("points", {"action.points": 1}, {"points": 1})
    ]


def test_another_mode_or_source_or_way_of_entry_may_do():
    rail = barring(Move, lambda table, move: move.mode != "strategic")
    found = offered(Move(type="move", units=("g4",), path=("2530", "2531"), mode="regular"), rail)
    assert told(found) == [("mode", {"action.mode": "strategic"}, {"mode": "strategic"})]
    national = barring(Replace, lambda table, replace: replace.source != "national")
    found = offered(Replace(type="replace", unit="g4", points=1, source="mechanized"), national)
    assert told(found) == [("source", {"action.source": "national"}, {"source": "national"})]
    entry = barring(Place, lambda table, place: place.entry != "evacuated")
    found = offered(Place(type="place", unit="g4", hex="2530", entry="setup"), entry)
    assert told(found) == [("entry", {"action.entry": "evacuated"}, {"entry": "evacuated"})]


def test_a_move_without_a_path_is_never_sure_to_be_legal():
    rail = barring(Move, lambda table, move: move.mode != "strategic")
    assert offered(Move(type="move", units=("g4",), mode="regular"), rail) == ()


def test_a_word_that_was_left_out_is_not_made_up():
    national = barring(Replace, lambda table, replace: replace.source != "national")
    assert offered(Replace(type="replace", unit="g4", points=1), national) == ()


def test_no_other_phase_is_offered_where_none_was_posted():
    early = barring(Play, lambda table, play: True)
    assert offered(Play(type="play", event="yankees-arrive"), early) == ()


def test_only_what_is_sure_to_be_legal_is_offered():
    wet = barring(Play, lambda table, play: table.phase == "setup" or table.weather == "wet")
    assert offered(Play(type="play", event="yankees-arrive"), wet, phase="setup") == ()


def test_at_most_four_changes_are_offered():
    now = barring(Play, lambda table, play: table.phase == "setup")
    assert len(offered(Play(type="play", event="yankees-arrive"), now, phase="setup")) == 4


def test_at_most_sixty_changes_are_tried():
    tried = []
    always = barring(Replace, lambda table, replace: tried.append(replace.points) or True)
    offered(Replace(type="replace", unit="g4", points=99), always)
    assert list(dict.fromkeys(tried)) == list(range(99, 38, -1))


def test_an_action_that_names_nobody_is_offered_nobody():
    never = barring(Control, lambda table, control: True)
    assert offered(Control(type="control", hex="2530"), never) == ()
