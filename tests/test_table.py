"""The table: where each fact comes from, what it is called when it is missing, and which values it could take."""

import json
import random

import pytest

from rulebook.contradictions import contradictions
from rulebook.facts import Unknown
from rulebook.faults import position_faults
from rulebook.games import GAMES
from rulebook.position import Position
from rulebook.table import Table
from rulebook.trace import Trace

SITW = GAMES["sitw"]


def table(ordinary=False, tables=None, **facts):
    position = Position.model_validate_json(json.dumps({"game": "sitw", **facts}))
    return Table(SITW, position, ordinary=ordinary, tables=tables)


def missing(ask):
    with pytest.raises(Unknown) as caught:
        ask()
    return caught.value.facts


def unit(**facts):
    return table(units=[{"id": "u", **facts}]).unit("u")


def test_what_is_missing_is_told_by_its_names():
    assert str(Unknown({"turn": None, "phase": None})) == "turn, phase"


@pytest.mark.parametrize(
    ("fact", "values"),
    [
        ("turn", SITW.turns), ("phase", SITW.words("phases")), ("active", SITW.sides),
        ("weather", SITW.words("weather")), ("scenario", SITW.words("scenarios")),
    ],
)
def test_a_term_that_nobody_posted_could_be_any_of_the_game(fact, values):
    assert missing(lambda: getattr(table(), fact)) == {fact: values}


def test_terms_are_as_posted():
    posted = table(turn=3, phase="setup", active="german", weather="wet", scenario="campaign")
    assert (posted.turn, posted.phase, posted.active, posted.weather, posted.scenario) == (
        3, "setup", "german", "wet", "campaign"
    )


def test_weather_that_the_rules_settle_need_not_be_posted():
    settled = table(turn=1, scenario="campaign", options=[])
    assert settled.weather == "dry"
    assert table(turn=1, scenario="campaign", options=[], weather="wet").weather == "wet"


def test_lists_that_are_given_are_whole():
    posted = table(options=["16.1"], events=["game-ended"], markers=[{"type": "big-bertha", "hex": "2631"}])
    assert (posted.has_option("16.1"), posted.has_option("16.2")) == (True, False)
    assert (posted.has_event("game-ended"), posted.has_event("yankees-arrived")) == (True, False)
    assert (posted.marker_hexes("big-bertha"), posted.marker_hexes("out-of-supply")) == (["2631"], [])
    assert table(markers=[{"type": "big-bertha"}]).marker_hexes("big-bertha") == []


def test_lists_that_are_left_out_are_unknown():
    assert missing(lambda: table().has_option("16.1")) == {"options.16.1": (True, False)}
    assert missing(lambda: table().has_event("game-ended")) == {"events.game-ended": (True, False)}
    assert missing(lambda: table().marker_hexes("big-bertha")) == {"markers.big-bertha": None}
    assert missing(lambda: table().track("german-morale")) == {"tracks.german-morale": None}
    assert missing(lambda: table().has_road("2530", "2531")) == {"map.roads.2530/2531": (True, False)}


def test_a_track_may_be_taken_as_ordinary_where_that_is_asked():
    assert table(tracks={"german-morale": 3}).track("german-morale", 9) == 3
    assert table(ordinary=True).track("german-morale", 9) == 9
    assert missing(lambda: table().track("german-morale", 9)) == {"tracks.german-morale": None}


def test_the_players_own_tables_are_at_hand():
    assert table(tables={"crt": {"3:1": {"6": "2/3"}}}).game_table("crt") == {"3:1": {"6": "2/3"}}
    assert table().game_table("crt") == {}


def test_a_hex_is_as_posted_then_as_printed_then_as_everywhere_else():
    posted = table(map={
        "hexes": {"2530": {"terrain": "forest"}, "3029": {}}, "elsewhere": {"terrain": "clear", "control": "german"}
    })
    assert posted.terrain("2530") == "forest"
    assert posted.terrain("2531") == "clear"
    assert posted.control("2531") == "german"
    assert posted.country("3029") == "france"
    assert table(map={"elsewhere": {"country": "belgium"}}).country("3029") == "france"
    assert posted.value("3029") == 3
    assert posted.home("3029") == "allied"
    assert missing(lambda: posted.control("2530")) == {"map.hexes.2530.control": SITW.sides}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("terrain", SITW.words("terrain")), ("control", SITW.sides), ("home", SITW.sides),
        ("country", SITW.words("countries")), ("value", None),
    ],
)
def test_what_nobody_says_of_a_hex_is_unknown(name, values):
    assert missing(lambda: getattr(table(), name)("2020")) == {f"map.hexes.2020.{name}": values}


def test_features_are_as_posted_then_as_printed_then_as_everywhere_else():
    posted = table(map={
        "hexes": {"2530": {"features": ["city"]}, "2531": {}, "3120": {"features": []}},
        "elsewhere": {"features": ["city"]},
    })
    assert (posted.has_feature("2530", "city"), posted.has_feature("2530", "allied-trench")) == (True, False)
    assert posted.has_feature("3120", "french-fortress") is False
    assert posted.has_feature("3029", "french-fortress") is True
    assert (posted.has_feature("2020", "city"), posted.has_feature("2020", "allied-trench")) == (True, False)
    assert missing(lambda: posted.has_feature("2531", "city")) == {"map.hexes.2531.features.city": (True, False)}
    assert missing(lambda: table(map={"elsewhere": {}}).has_feature("2020", "city"))


def test_a_feature_is_listed_by_the_position_or_the_book():
    listed = table(map={"hexes": {"2530": {"features": ["french-fortress"]}, "3120": {"features": []}}})
    found = listed.listed_with("french-fortress")
    assert found[0] == "2530"
    assert "3029" in found
    assert "3120" not in found


def test_sides_are_as_posted_from_either_hex_then_printed_then_as_everywhere_else():
    posted = table(map={"sides": {"2531/2530": ["river"]}, "elsewhere": {"sides": ["canal"]}})
    assert posted.side_has("2530", "2531", "river") is True
    assert posted.side_has("2531", "2530", "canal") is False
    assert posted.side_has("2042", "1941", "sea") is True
    assert posted.side_has("2330", "2331", "sea") is False
    assert posted.side_has("2020", "2021", "canal") is True
    assert missing(lambda: table().side_has("2021", "2020", "river")) == {"map.sides.2020/2021.river": (True, False)}
    assert missing(lambda: table(map={"elsewhere": {}}).side_has("2020", "2021", "river"))
    assert table(ordinary=True).side_has("2021", "2020", "river", False) is False


def test_a_road_joins_two_hexes_both_ways():
    posted = table(map={"roads": [["2530", "2531"]]})
    assert posted.has_road("2530", "2531")
    assert posted.has_road("2531", "2530")
    assert not posted.has_road("2531", "2532")


def test_what_is_posted_against_the_book_is_told():
    told = list(contradictions(table(scenario="campaign", map={"hexes": {
        "3029": {"terrain": "clear", "country": "belgium", "home": "german", "features": []}, "3120": {},
        "1334": {"features": []},
    }})))
    assert ("map.hexes.3029.country", "belgium", "france", "sitw:7.13") in told
    assert ("map.hexes.3029.home", "german", "allied", "sitw:7.13") in told
    assert ("map.hexes.3029.features.french-fortress", False, True, "sitw:7.13") in told
    assert [fact for fact, *_ in told if fact.startswith("map.hexes.1334")] == ["map.hexes.1334.features.allied-trench"]
    assert len(told) == 4


def test_a_scenario_with_a_map_of_its_own_contradicts_nothing():
    assert list(contradictions(table(scenario="plan-1919", map={"hexes": {"1334": {"features": []}}}))) == []
    as_printed = {"country": "france", "features": ["french-fortress"]}
    assert list(contradictions(table(map={"hexes": {"3029": as_printed}}))) == []


def test_around_a_hex_that_is_not_placed_nothing_is_known():
    assert set(table().around("2530")) == {"2529", "2531", "2430", "2431", "2630", "2631"}
    assert missing(lambda: table().around("?wood")) == {"map.hexes.?wood.place": None}
    assert table(ordinary=True).around("?wood") == ()


def test_hexes_that_are_not_placed_may_or_may_not_touch():
    assert table().are_adjacent("2530", "2531")
    assert not table().are_adjacent("2530", "2532")
    assert missing(lambda: table().are_adjacent("?b", "2530")) == {"adjacent.2530/?b": (True, False)}
    assert missing(lambda: table().are_adjacent("2530", "?b")) == {"adjacent.2530/?b": (True, False)}
    assert table().are_adjacent("?b", "?b") is False
    assert table(ordinary=True).are_adjacent("?a", "?b") is True


def test_distance_to_a_hex_that_is_not_placed_is_unknown():
    assert table().distance("2530", "2533") == 3
    assert missing(lambda: table().distance("?b", "2530")) == {"distance.2530/?b": None}
    assert missing(lambda: table().distance("2530", "?b")) == {"distance.2530/?b": None}
    assert table(ordinary=True).distance("?a", "?b") == 1


def test_units_are_found_by_id_and_by_hex():
    places = {"a": "2530", "b": "2530", "c": None, "d": "2531"}
    posted = table(units=[{"id": name, "hex": number} for name, number in places.items()])
    assert posted.unit("a") is posted.unit("a")
    assert [str(each) for each in posted.units()] == ["a", "b", "c", "d"]
    assert [str(each) for each in posted.units(("c", "a"))] == ["c", "a"]
    assert [str(each) for each in posted.units_at("2530")] == ["a", "b"]
    assert posted.units_at("2532") == []
    assert posted.crowded() == ["2530"]
    assert repr(posted.unit("a")) == "Unit('a')"
    assert posted.unit("a") != table(units=[{"id": "a"}]).unit("a")
    assert posted.unit("a") != posted.unit("b")
    assert posted.unit("a") != "a"


SORTS = (
    {"side": "german", "nation": "german"}, {"side": "allied", "nation": "french"}, {"nation": "british"},
    {"type": "agb"}, {"type": "nonsense", "side": "allied"}, {"side": "german", "nation": "french"}, {},
)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_seen_of_all_units_at_once_is_what_is_seen_of_each(seed):
    chance = random.Random(seed)
    sorts, places = chance.sample(SORTS, chance.randint(1, 3)), chance.choice([("2530", "2531", "?a"), ("2530", None)])
    units = [{"id": str(each), "hex": chance.choice(places), **chance.choice(sorts)} for each in range(5)]
    layout = table(units=units).layout
    held = {number: [each for each in layout.position.units if each.hex == number] for number in (*places, "9999")}
    sides = {number: {SITW.side_of(each) for each in there} - {None} for number, there in held.items()}
    assert layout.by_hex == {number: [each.id for each in there] for number, there in held.items() if number and there}
    assert {*layout.places} == {number for number, there in held.items() if there}
    assert {*layout.shared} == {number for number in held if number and len(sides[number]) > 1}
    assert {*layout.off_the_grid} == {"?a"} & {*layout.by_hex}
    alone = [fault for each in units for fault in position_faults(table(units=[each]).layout)]
    assert len(position_faults(layout)) == len(alone)


def test_someone_may_be_in_a_hex_until_all_units_are_known():
    known = table(units_complete=True, units=[{"id": "a", "hex": "2530"}])
    assert str(known.someone_at("2530", lambda unit: True)) == "a"
    assert known.someone_at("2530", lambda unit: "told") == "told"
    assert known.someone_at("2531", lambda unit: True) is None
    assert missing(lambda: table().someone_at("2531", lambda unit: True)) == {"units_complete": None}
    assert missing(lambda: table(units_complete=False).everyone_at("2531")) == {"units_complete": None}
    assert [str(each) for each in known.everyone_at("2530")] == ["a"]


def test_a_unit_without_a_hex_may_be_anywhere_unless_it_is_off_the_map():
    astray = table(units_complete=True, units=[{"id": "a"}, {"id": "b", "status": ["dead-pile"]}])
    assert missing(astray.others_may_be) == {"units.a.hex": None}
    assert astray.others_may_be(but=(astray.unit("a"),)) is None
    ordinary = table(ordinary=True, units=[{"id": "a"}])
    assert ordinary.others_may_be() is None
    assert ordinary.provisos == {"units_complete": True, "units.a.hex": "elsewhere"}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("hex", None), ("attack", None), ("defense", None), ("movement", None), ("steps", None), ("entry", None),
        ("supply", SITW.words("supply")), ("side", SITW.sides),
    ],
)
def test_what_nobody_says_of_a_unit_is_unknown(name, values):
    assert missing(lambda: getattr(unit(), name)) == {f"units.u.{name}": values}


def test_what_nobody_says_of_a_unit_has_the_values_that_the_rest_leaves():
    assert missing(lambda: unit(side="german", hex="2530").type)["units.u.type"] == (
        SITW.types_of(unit(side="german", hex="2530").facts)
    )
    assert missing(lambda: unit(side="german").nation) == {"units.u.nation": ("german", "austro-hungarian")}
    assert missing(lambda: unit().is_reduced) == {"units.u.reduced": (True, False)}
    assert missing(lambda: unit().has_status("dead-pile")) == {"units.u.status.dead-pile": (True, False)}


def test_a_unit_is_as_posted():
    posted = unit(
        type="infantry", side="german", nation="german", hex="2530", attack=5, defense=6, movement=4, steps=2,
        reduced=True, supply="unsupplied", entry=3, status=["has-attacked"],
    )
    assert (posted.type, posted.side, posted.nation, posted.army, posted.hex) == (
        "infantry", "german", "german", "german", "2530"
    )
    assert (posted.attack, posted.defense, posted.movement, posted.steps, posted.entry) == (5, 6, 4, 2, 3)
    assert (posted.is_reduced, posted.supply, posted.is_placed) == (True, "unsupplied", True)
    assert (posted.has_status("has-attacked"), posted.has_status("dead-pile")) == (True, False)


def test_what_can_only_be_one_thing_is_that():
    assert unit(type="marines").nation == "american"
    assert unit(type="agb").side == "german"
    assert unit(side="german").army == "german"
    assert unit(nation="australian").army == "british"


def test_in_ordinary_play_a_unit_is_supplied_and_can_go_far():
    ordinary = table(ordinary=True, units=[{"id": "u"}])
    assert (ordinary.unit("u").supply, ordinary.unit("u").movement) == ("supplied", 99)
    assert ordinary.unit("u").has_status("dead-pile") is False
    assert ordinary.provisos == {
        "units.u.supply": "supplied", "units.u.movement": 99, "units.u.status.dead-pile": False
    }
    assert missing(lambda: ordinary.unit("u").attack) == {"units.u.attack": None}


def test_a_fact_taken_as_given_wins_over_the_posted_one_and_leaves_the_table_as_it_was():
    posted = table(turn=3)
    assert posted.given("turn", 5).turn == 5
    assert posted.given_all({"turn": 5, "weather": "wet"}).weather == "wet"
    assert posted.given("turn", 5).given("weather", "dry").turn == 5
    assert posted.turn == 3


def test_a_quiet_table_stays_the_same_and_notes_nothing():
    quiet = table(turn=3).quiet()
    assert quiet.quiet() is quiet
    assert quiet.turn == 3


def test_a_trace_gathers_what_another_saw():
    one, other = Trace(), Trace({("a", "b"): None}, {"rule": None})
    other.reads["turn"] = 3
    one.absorb(other)
    assert (one.reads, one.overrides, one.contested) == (other.reads, other.overrides, other.contested)
    one.absorb(Trace())
    assert one.reads == {"turn": 3}
