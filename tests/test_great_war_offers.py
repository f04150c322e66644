"""The Great War in Europe: what is worth trying for a unit, before the umpire is asked which of it is legal."""

import pytest
from test_great_war_moves import PORT, laid, unit

from rulebook.actions import Party
from rulebook.games.tgwe.offers import offers, pace
from rulebook.games.tgwe.sources import FRENCH_EDGE, LANDINGS

TOWN = {**PORT, "features": ["town"]}
OPEN = {**PORT, "features": []}
CANAL = {**PORT, "features": ["west-of-suez"], "country": "egypt", "front": "egyptian"}
SOURCE = {**PORT, "features": ["cp-source"], "control": "cp"}
HEXES = {"W6607": {**PORT, "features": ["city"]}, "W6609": {**PORT, "features": ["port"]}, "N4405": CANAL,
         "W5003": TOWN, "W5004": OPEN, "W4433": SOURCE}  # fmt: skip
GATES = {"W6607", "W6609", "N4405", "W5003", "W4433"}
AROUND = {*HEXES, "W5010", "W5009", "W5011", "W4909", "W4910", "W5109", "W5110", "W6010", "W4010", *FRENCH_EDGE}


def offered(phase, one, *others, **facts):
    table = laid(phase, one, *others, hexes=HEXES, **facts)
    return [action.model_dump(exclude_none=True) for action in offers(table, table.unit(one["id"]))]


def ends(actions):
    """Of the hexes laid here those that a unit may go to; the rulebook names others."""
    return {action["path"][-1] for action in actions if action["type"] == "move"}.intersection(HEXES)


def entries(actions, entry):
    placed = {action["hex"] for action in actions if action["type"] == "place" and action["entry"] == entry}
    return placed & AROUND


# Voyages


def test_an_allied_unit_may_sail_to_every_port_but_its_own():
    found = offered("strategic-movement", unit("br", "british", "W6609"))
    assert ends(found) == {"N4405"}
    assert {action["path"][-1] for action in found if action["type"] == "move"} > set(LANDINGS)
    assert {action["mode"] for action in found if action["type"] == "move"} == {"sea"}
    assert all(action["path"][0] == "W6609" for action in found if action["type"] == "move")


def test_the_allies_have_the_transfer_box_and_the_central_powers_the_transit_box():
    boxes = {
        nation: [action["event"] for action in offered("strategic-movement", unit("u", nation, "W5003"))
                 if action["type"] == "play"] for nation in ("russian", "german")
    }  # fmt: skip
    assert boxes == {"russian": ["to-transfer-box"], "german": ["to-transit-box"]}


def test_a_unit_whose_side_is_not_told_has_neither_box_nor_ships():
    assert offered("strategic-movement", unit("ro", "romanian", "W6609")) == []


def test_the_central_powers_do_not_sail():
    assert ends(offered("strategic-movement", unit("ge", "german", "W6609"))) == set()


def test_nobody_sails_in_another_phase():
    assert offered("first-combat", unit("br", "british", "W6609")) == []


# Boxes


@pytest.mark.parametrize("box", ["transit-box", "transfer-box"])
def test_a_unit_comes_out_of_its_box_in_any_town_or_city(box):
    found = offered("strategic-movement", unit("u", "russian", None, status=[box]))
    assert entries(found, box) == {"W6607", "W5003"}


def test_a_unit_in_no_box_comes_out_of_none():
    assert offered("strategic-movement", unit("u", "russian", None, status=["dead-pile"])) == []


# New units


@pytest.mark.parametrize("box", ["available", "available-near-east"])
def test_a_new_unit_may_enter_at_every_gate(box):
    found = offered("new-units", unit("fr", "french", None, status=[box]))
    assert entries(found, "new") == GATES
    assert entries(found, "rebuilt") == set()


def test_a_unit_that_was_lost_enters_rebuilt():
    found = offered("new-units", unit("fr", "french", None, status=["available", "lost-western"]))
    assert entries(found, "rebuilt") == GATES
    assert entries(found, "new") == set()


def test_a_unit_that_is_not_available_does_not_enter():
    assert offered("new-units", unit("fr", "french", None, status=["dead-pile"])) == []


def test_no_unit_enters_in_another_phase():
    assert offered("first-movement", unit("fr", "french", None, status=["available"])) == []


def test_americans_may_enter_at_the_french_edge_too():
    found = offered("new-units", unit("us", "american", None, status=["available"]))
    assert entries(found, "new") == GATES | FRENCH_EDGE


def test_a_new_unit_may_enter_with_a_headquarters_of_its_nation_or_next_to_it():
    new = unit("fr", "french", None, status=["available"])
    staff, others = unit("hq", "french", "W5010", type="hq"), unit("bhq", "british", "W6010", type="hq")
    found = offered("new-units", new, staff, others, unit("f2", "french", "W4010"))
    assert entries(found, "hq") == {"W5010", "W5009", "W5011", "W4909", "W4910", "W5109", "W5110"}


def test_a_headquarters_off_the_map_brings_nobody_in():
    new = unit("fr", "french", None, status=["available"])
    found = offered("new-units", new, unit("hq", "french", None, type="hq", status=["dead-pile"]))
    assert entries(found, "hq") == set()


def test_what_is_offered_is_for_the_unit_that_asks():
    new, staff = unit("fr", "french", None, status=["available"]), unit("hq", "french", "W5010", type="hq")
    placed = offered("new-units", new, staff)
    assert {(action["entry"], action.get("unit")) for action in placed} == {("new", "fr"), ("hq", "fr")}
    boxed = offered("strategic-movement", unit("u", "german", "W5003"))
    assert [action["units"] for action in boxed] == [("u",)]
    freed = offered("strategic-movement", unit("u", "russian", None, status=["transfer-box"]))
    assert {action.get("unit") for action in freed} == {"u"}


@pytest.mark.parametrize("phase", ["new-units", "strategic-movement"])
def test_a_unit_whose_box_is_not_told_comes_out_of_none(phase):
    untold = {key: value for key, value in unit("fr", "french", None).items() if key not in ("hex", "status")}
    assert offered(phase, untold) == []


# Marches


def test_a_party_goes_as_far_as_its_slowest_unit_has_points_left():
    table = laid("first-movement", unit("a", "british", "W5510"), unit("b", "british", "W5510", movement=3))
    assert pace(table, Party(("b",), "operational")) == 6
    assert pace(table, Party(("a", "b"), "operational")) == 4


def test_points_spent_before_a_halt_are_gone():
    spent = {"strategic-turn": 8, "points-spent": 1}
    table = laid("first-movement", unit("a", "british", "W5510", status=["paused"]), tracks=spent)
    assert pace(table, Party(("a",), "operational")) == 3


@pytest.mark.parametrize("mode", ["strategic", "sea"])
def test_trains_and_ships_go_any_distance(mode):
    assert pace(laid("strategic-movement", unit("a", "british", "W5510")), Party(("a",), mode)) is None


def rider(name="cav", **facts):
    return unit(name, "british", "W5510", type="cavalry", movement=3, **facts)


def test_cavalry_is_offered_ways_around_the_enemy():
    found = offered("first-movement", rider(), unit("ge", "german", "W5308"))
    assert found
    assert all(action["mode"] == "operational" and action["units"] == ("cav",) for action in found)
    assert all(len(action["path"]) - 1 > 3 for action in found), "the nearer hexes are listed as ordinary marches"


def test_infantry_is_offered_none():
    assert offered("first-movement", unit("br", "british", "W5510"), unit("ge", "german", "W5308")) == []


def test_without_an_enemy_cavalry_needs_no_way_around():
    assert offered("first-movement", rider()) == []


def test_cavalry_is_offered_no_ride_out_of_its_phase():
    assert offered("first-combat", rider(), unit("ge", "german", "W5308")) == []


def test_cavalry_off_the_map_rides_nowhere():
    away = {key: value for key, value in rider(status=["dead-pile"]).items() if key != "hex"}
    assert offered("first-movement", away, unit("ge", "german", "W5308")) == []
