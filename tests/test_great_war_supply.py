"""Supply, weather and new units of The Great War in Europe, beyond what the cases of `data/` show."""

import json
from typing import Any

import pytest

from rulebook.facts import Unknown
from rulebook.games import GAMES
from rulebook.games.tgwe.lines import Served, headquarters_line, is_cut_off, long_line, reaches
from rulebook.games.tgwe.supply import is_hex_supplied, is_out_of_supply, is_supplied, would_be_out_of_supply
from rulebook.options import options
from rulebook.position import Position
from rulebook.table import Table

LAND = {"terrain": "clear", "features": [], "control": "cp", "home": "cp", "country": "germany", "sides": []}
GERMAN = Served("cp", "german")


def unit(id: str, hex: str | None = None, **facts: Any) -> dict[str, Any]:
    return {"id": id, "type": "infantry", "nation": "german", "status": [], **({"hex": hex} if hex else {}), **facts}


def laid(*units: dict[str, Any], hexes: dict[str, Any] | None = None, **facts: Any) -> Table:
    told = {
        "game": "tgwe", "scenario": "combined", "turn": 20, "weather": "fair", "options": [], "events": [],
        "markers": [], "tracks": {"strategic-turn": 6}, "units_complete": True, "units": units,
        "map": {"elsewhere": LAND, "hexes": hexes or {}}, **facts,
    }  # fmt: skip
    return Table(GAMES["tgwe"], Position.model_validate_json(json.dumps(told)))


def test_what_is_posted_of_a_unit_beats_what_it_can_trace():
    table = laid(unit("near", "W4530", supply="oos"), unit("far", "W4510", supply="supplied"))
    assert is_out_of_supply(table, table.unit("near"))
    assert is_supplied(table, table.unit("far"))


def test_a_unit_whose_supply_is_neither_posted_nor_traced_is_asked_for_it():
    table = laid(unit("g", "W4510"), units_complete=None)
    with pytest.raises(Unknown) as asked:
        is_supplied(table, table.unit("g"))
    assert list(asked.value.facts) == ["units.g.supply"]


def test_supply_taken_as_given_is_not_traced():
    table = laid(unit("g", "W4510")).given("units.g.supply", "supplied")
    assert is_supplied(table, table.unit("g"))


def test_the_second_line_joins_the_first():
    table = laid()
    first = long_line(table, GERMAN.lines, "W4520")
    second = long_line(table, GERMAN.lines, "W4519")
    assert first is not None and second is not None
    assert second[-1] == first[-1]
    assert len(set(second)) == len(second)


def test_no_line_leads_out_of_a_pocket():
    ring = ("W4519", "W4521", "W4420", "W4421", "W4620", "W4621")
    table = laid(*(unit(f"f{place}", hex, nation="french") for place, hex in enumerate(ring)))
    assert long_line(table, GERMAN.lines, "W4520") is None
    assert is_cut_off(table, GERMAN, "W4520")
    assert long_line(table, GERMAN.lines, "W4525")


def test_a_hex_is_supplied_for_a_nation_or_for_any_of_its_side():
    table = laid(unit("hq", "W4510", type="hq"))
    assert is_hex_supplied(table, "cp", "W4511")
    assert is_hex_supplied(table, "cp", "W4511", "german")
    assert not is_hex_supplied(table, "cp", "W4511", "turkish")


def test_a_hex_of_which_nothing_is_known_is_asked_for():
    table = laid(units_complete=None)
    with pytest.raises(Unknown) as asked:
        is_hex_supplied(table, "cp", "W4511")
    assert list(asked.value.facts) == ["map.hexes.W4511.features.in-supply"]


def test_a_headquarters_that_goes_along_supplies_its_companions():
    table = laid(unit("g", "W4510"), unit("hq", "W4510", type="hq"))
    company = tuple(table.units())
    assert would_be_out_of_supply(table, table.unit("g"), "W4513")
    assert not would_be_out_of_supply(table, table.unit("g"), "W4513", company)


def test_a_headquarters_of_the_near_east_has_six_hexes():
    land = {**LAND, "front": "caucasus", "country": "ottoman-empire"}
    source = {key: value for key, value in land.items() if key != "sides"} | {"features": ["cp-source"]}
    table = laid(map={"elsewhere": land, "hexes": {"N3030": source, "N3338": {**source, "features": []}}})
    assert headquarters_line(table, "cp", "turkish", "N3036")
    assert headquarters_line(table, "cp", "turkish", "N3037") is None


@pytest.mark.parametrize(("within", "reached"), [(None, True), (4, True), (3, False)])
def test_a_line_may_be_asked_to_lead_to_certain_hexes(within, reached):
    assert reaches(laid(), "cp", "W4520", frozenset({"W4524"}), within) is reached


@pytest.mark.parametrize(("hex", "weather"), [("W4510", "wet"), ("E4510", "snow")])
def test_the_weather_late_in_1914_need_not_be_posted(hex, weather):
    assert laid(unit("g", hex), turn=6, weather=None).weather == weather


def test_units_on_fronts_of_different_weather_leave_it_open():
    with pytest.raises(Unknown):
        assert laid(unit("g", "W4510"), unit("h", "E4510"), turn=6, weather=None).weather


def test_a_new_unit_is_offered_the_cities_and_headquarters_of_its_nation():
    city = {key: value for key, value in LAND.items() if key != "sides"} | {"features": ["city"]}
    new = unit("n", status=["available"], attack=3, defense=3, movement=4, steps=1)
    hq = unit("hq", "W4520", type="hq", movement=3)
    table = laid(new, hq, hexes={"W4430": city}, phase="new-units", active="cp")
    offered = {(other["action"]["hex"], other["action"]["entry"]) for other in options(table, "n").others}
    assert {("W4430", "new"), ("W4520", "hq"), ("W4521", "hq")} <= offered
    assert ("W4520", "new") not in offered
