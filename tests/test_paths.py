"""Paths, lines and stacks on a small game of few rules: how far, at what cost, what bars, what is not known."""

import json
from types import ModuleType

import pytest

from rulebook.actions import Move, Party, Step
from rulebook.facts import Unknown, outcome_of
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.mechanics.grounds import Ground
from rulebook.mechanics.outlooks import barring
from rulebook.mechanics.paths import least_step_cost, path_cost, reach, step_cost, step_parts
from rulebook.mechanics.stacking import attacking_hexes, known_together, two_that_differ
from rulebook.mechanics.tracing import Barren, trace
from rulebook.mechanics.units import first_unit
from rulebook.mechanics.zones import exerting_unit
from rulebook.position import Position
from rulebook.rules import because, costs, defines, forbids
from rulebook.table import Table

SITW = GAMES["sitw"]
PARTY = Party(("g1",), "regular")
CLEAR = {"elsewhere": {"terrain": "clear"}}


@costs(Step, "sitw:1.1")
def ground(table, step):
    """A hex costs a point, a wood three; a swamp costs two, and says so."""
    terrain = table.terrain(step.to)
    return because(amount=2) if terrain == "marsh" else 3 if terrain == "forest" else 1


@costs(Step, "sitw:1.2")
def river(table, step):
    """A river costs a point more."""
    return 1 if table.side_has(step.start, step.to, "river", ordinary=False) else 0


def table(*rules, **facts):
    chapter = ModuleType("chapter")
    for rule in (ground, *rules):
        rule.__module__ = "chapter"
        setattr(chapter, rule.name, rule)
    game = Game("sitw", (chapter,), pace=SITW.pace, offers=SITW.offers)
    return Table(game, Position.model_validate_json(json.dumps({"game": "sitw", **facts})))


def missing(ask):
    with pytest.raises(Unknown) as caught:
        ask()
    return list(caught.value.facts)


def step(start, to):
    return Step(PARTY, 0, start, to)


# Costs


def test_a_step_costs_the_sum_of_its_parts():
    posted = table(river, map={**CLEAR, "hexes": {"2531": {"terrain": "marsh"}}, "sides": {"2530/2531": ["river"]}})
    assert [(part.amount, part.case, part.why) for part in step_parts(posted, step("2530", "2531"))] == [
        (2, "sitw:1.1", "ground"), (1, "sitw:1.2", "river")
    ]
    assert step_cost(posted, step("2530", "2531")) == 3


def test_a_part_of_nothing_is_no_part():
    posted = table(river, map={"elsewhere": {"terrain": "clear", "sides": []}})
    assert [part.why for part in step_parts(posted, step("2530", "2531"))] == ["ground"]


def test_a_path_costs_all_its_steps():
    move = Move(type="move", units=("g1",), path=("2530", "2531", "2532"), mode="regular")
    assert path_cost(table(map={**CLEAR, "hexes": {"2532": {"terrain": "forest"}}}), move) == 4


def test_the_least_cost_counts_what_is_known():
    posted = table(river, map={"hexes": {"2531": {"terrain": "marsh"}}})
    assert least_step_cost(posted, step("2530", "2531")) == 2
    assert least_step_cost(table(river, map={"sides": {"2530/2531": ["river"]}}), step("2530", "2531")) == 1
    assert least_step_cost(table(map={**CLEAR}), step("2530", "2531")) == 1

    @costs(Step, "sitw:1.3")
    def says_no_number(table, step):
        """A reason without a number costs nothing."""
        return because()

    assert least_step_cost(table(says_no_number, map=CLEAR), step("2530", "2531")) == 1


# How far


def test_reach_is_the_hexes_within_the_allowance_at_the_least_cost():
    found = reach(table(map=CLEAR), PARTY, "2530", 2)
    assert len(found.costs) == 19
    assert (found.costs["2530"], found.costs["2531"], found.costs["2532"]) == (0, 1, 2)
    assert found.path("2532") == ["2530", "2531", "2532"]
    assert found.path("2530") == ["2530"]
    assert "2533" not in found.costs


def test_reach_goes_round_what_costs_more():
    around = table(map={**CLEAR, "hexes": {"2531": {"terrain": "forest"}}})
    found = reach(around, PARTY, "2530", 3)
    assert found.costs["2531"] == 3
    assert found.costs["2532"] == 3
    assert "2531" not in found.path("2532")
    assert len(found.path("2532")) == 4


def test_a_first_hex_that_costs_too_much_is_reached_and_leads_no_further():
    found = reach(table(map={"elsewhere": {"terrain": "forest"}}), PARTY, "2530", 2)
    assert set(found.costs) == {"2530", *SITW.grid.neighbours("2530")}
    assert found.costs["2531"] == 3


def test_beyond_a_first_hex_that_costs_too_much_nothing_is_asked():
    @forbids(Step, "sitw:1.3")
    def into_2532(table, step):
        """Nobody enters 2532."""
        return step.to == "2532"

    assert reach(table(into_2532, map={"elsewhere": {"terrain": "forest"}}), PARTY, "2530", 2).barred == {}


def free_in(*numbers):
    """A game in which these hexes cost nothing and all others a point."""

    @costs(Step, "sitw:1.1")
    def cheap(table, step):
        """Some hexes are free."""
        return int(step.to not in numbers)

    chapter = ModuleType("chapter")
    cheap.__module__ = "chapter"
    chapter.cheap = cheap
    game = Game("sitw", (chapter,), pace=SITW.pace, offers=SITW.offers)
    return Table(game, Position(game="sitw"))


def test_with_the_last_point_spent_a_hex_that_costs_nothing_is_still_reached():
    found = reach(free_in("2532"), PARTY, "2530", 1)
    assert found.costs["2532"] == 1
    assert found.path("2532") == ["2530", "2531", "2532"]


def test_of_paths_that_cost_the_same_the_shorter_is_taken():
    assert reach(free_in("2432"), PARTY, "2530", 2).path("2532") == ["2530", "2531", "2532"]


def test_with_any_distance_the_whole_map_is_reached():
    assert len(reach(table(map=CLEAR), PARTY, "2530", None).costs) == len(list(SITW.grid.numbers()))


def test_what_bars_a_hex_is_told_and_the_hex_not_reached():
    @forbids(Step, "sitw:1.3")
    def into_2531(table, step):
        """Nobody enters 2531."""
        return step.to == "2531"

    found = reach(table(into_2531, map=CLEAR), PARTY, "2530", 2)
    assert found.barred == {"2531": {"sitw:1.3": None}}
    assert "2531" not in found.costs


def test_a_step_knows_in_reach_whether_it_is_the_first():
    @forbids(Step, "sitw:1.3")
    def first_step_only(table, step):
        """A unit goes one hex."""
        return step.index > 0

    assert len(reach(table(first_step_only, map=CLEAR), PARTY, "2530", 5).costs) == 7


def test_what_is_not_known_of_a_hex_keeps_it_out_of_reach_and_is_told():
    unknown = reach(table(map={"hexes": {"2531": {"terrain": "clear"}}}), PARTY, "2530", 1)
    assert set(unknown.costs) == {"2530", "2531"}
    assert "map.hexes.2529.terrain" in unknown.missing

    @forbids(Step, "sitw:1.3")
    def in_the_wet(table, step):
        """Nobody steps in the wet."""
        return step.to == "2531" and table.weather == "wet"

    found = reach(table(in_the_wet, map=CLEAR), PARTY, "2530", 1)
    assert "2531" not in found.costs
    assert list(found.missing) == ["weather"]


def test_every_case_that_bars_is_told_and_what_could_still():
    def rule(case, test):
        def barred(table, step):
            """It is barred."""
            return test(table)

        barred.__name__ = f"barred_by_{case}"
        return forbids(Step, f"sitw:1.{case}")(barred)

    three = (rule(3, lambda table: True), rule(4, lambda table: table.weather == "wet"), rule(5, lambda table: True))
    posted = table(*three)
    bars, unknown = barring({each: outcome_of(each, posted, step("2530", "2531")) for each in three})
    assert (list(bars), list(unknown)) == (["sitw:1.3", "sitw:1.5"], ["weather"])


def test_only_rules_that_look_where_a_step_goes_are_asked_again():
    def rule(case, test):
        def barred(table, asked):
            """It is barred."""
            return test(table, asked)

        barred.__name__ = f"rule_{case}"
        return forbids((Step, Move), f"sitw:1.{case}")(barred)

    looking = rule(3, lambda table, asked: (asked.to if isinstance(asked, Step) else asked.path) == "x")
    other = rule(4, lambda table, asked: False)
    always = rule(5, lambda table, asked: True)
    unknown = rule(6, lambda table, asked: table.weather == "wet")
    posted = table(looking, other, always, unknown).quiet()
    assert Ground(posted, PARTY.units).rules_that_look(PARTY, Step, "forbids") == [looking, always, unknown]
    walked = rule(7, lambda table, asked: not asked.path or not asked.steps)
    stepped = rule(8, lambda table, asked: not asked.steps)
    by_mode = rule(9, lambda table, asked: asked.mode == "strategic" or asked.units != ("g1",))
    in_this_mode = rule(10, lambda table, asked: asked.mode == "regular")
    posted = table(walked, stepped, by_mode, in_this_mode).quiet()
    ground = Ground(posted, PARTY.units)
    assert ground.rules_that_look(PARTY, Move, "forbids") == [walked, stepped, in_this_mode]


# Lines


def line(is_end, is_open, towards=(), barren=None, start="2530"):
    return trace(table(), start, is_end, is_open, towards, barren)


def unknown(fact):
    raise Unknown({fact: (True, False)})


def test_a_line_goes_from_hex_to_hex_to_an_end():
    found = line(lambda number: number == "2533", lambda here, there: True, towards=("2533",))
    assert found == ["2530", "2531", "2532", "2533"]
    assert line(lambda number: number == "2530", lambda here, there: False) == ["2530"]


def test_there_is_no_line_where_every_passage_is_closed():
    barren = Barren()
    assert line(lambda number: number == "2533", lambda here, there: there == "2531", barren=barren) is None
    assert barren.hexes == {"2530", "2531"}
    assert line(lambda number: True, lambda here, there: True, barren=barren) is None


def test_what_was_searched_in_vain_is_not_searched_again_from_another_hex():
    barren, asked = Barren(), []

    def is_end(number):
        asked.append(number)
        return unknown("port") if number == "2534" else False

    def is_open(here, there):
        return there in ("2531", "2532", "2533", "2534")

    assert missing(lambda: line(is_end, is_open, barren=barren)) == ["port"]
    assert not barren.hexes
    first = len(asked)
    assert missing(lambda: line(is_end, is_open, barren=barren, start="2532")) == ["port"]
    assert len(asked) - first < first / 2


def test_a_line_waits_for_the_passages_that_it_needs():
    def is_open(here, there):
        return unknown("river") if there == "2531" else there in ("2532", "2533")

    assert missing(lambda: line(lambda number: number == "2532", is_open)) == ["river"]
    assert line(lambda number: number == "2540", is_open) is None


def test_a_line_that_needs_nothing_unknown_is_taken_before_one_that_does():
    def is_open(here, there):
        return unknown("river") if there == "2531" else there in ("2529", "2528")

    assert line(lambda number: number in ("2531", "2528"), is_open) == ["2530", "2529", "2528"]


def test_a_line_waits_for_an_end_that_is_not_known():
    def is_end(number):
        return unknown("source") if number == "2531" else False

    assert missing(lambda: line(is_end, lambda here, there: there == "2531")) == ["source"]


def test_an_end_that_is_known_behind_a_passage_that_is_not_comes_before_one_that_is_not():
    def is_end(number):
        return unknown("source") if number == "2530" else number == "2531"

    assert missing(lambda: line(is_end, lambda here, there: unknown("river"))) == ["river"]


def test_a_line_from_a_hex_that_is_not_placed_ends_there_or_waits_for_its_place():
    assert line(lambda number: True, lambda here, there: True, start="?wood") == ["?wood"]
    assert missing(lambda: line(lambda number: False, lambda here, there: True, start="?wood")) == [
        "map.hexes.?wood.place"
    ]


def test_likely_ends_that_are_not_placed_lead_nowhere():
    assert line(lambda number: number == "2531", lambda here, there: True, towards=("?wood",)) == ["2530", "2531"]


def test_a_line_waits_for_no_passage_beside_it():
    def is_open(here, there):
        if there in ("2529", "2531"):
            unknown("creek" if there == "2529" else "bridge")
        return there == "2532"

    assert missing(lambda: line(lambda number: number == "2532", is_open)) == ["bridge"]


def test_a_line_waits_for_both_where_passage_and_end_are_not_known():
    def is_end(number):
        return unknown("source") if number == "2531" else False

    def is_open(here, there):
        return unknown("river") if there == "2531" else False

    assert sorted(missing(lambda: line(is_end, is_open))) == ["river", "source"]


def test_a_line_counts_what_it_rests_on_and_nothing_beside_it():
    posted = table(map={"hexes": {
        number: {"terrain": "clear", "control": "german"} for number in ("2529", "2530", "2531", "2532")
    }})
    with posted.aside() as seen:
        found = trace(
            posted, "2530", lambda number: posted.control(number) == "german" and number == "2532",
            lambda here, there: there in ("2529", "2531", "2532") and posted.terrain(there) == "clear", ("2532",),
        )
    assert found == ["2530", "2531", "2532"]
    assert list(seen.reads) == ["map.hexes.2531.terrain", "map.hexes.2532.terrain", "map.hexes.2532.control"]


def test_from_a_hex_that_is_not_placed_likely_ends_are_no_nearer():
    assert line(lambda number: True, lambda here, there: True, towards=("2533",), start="?wood") == ["?wood"]


# Units


def units(*facts, complete=True):
    return table(units_complete=complete, units=[{"id": f"u{index}", **each} for index, each in enumerate(facts)])


def test_a_stack_is_who_was_there_and_who_arrives_each_once():
    posted = units({"hex": "2530"}, {"hex": "2531"}, {"hex": "2530"})
    arriving = [posted.unit("u1"), posted.unit("u2")]
    assert [str(each) for each in known_together(posted, "2530", arriving)] == ["u0", "u1", "u2"]
    partly = units({"hex": "2530"}, {"hex": "2531"}, complete=None)
    assert [str(each) for each in known_together(partly, "2530", [])] == ["u0"]


def test_hexes_that_units_attack_from_are_told_once():
    posted = units({"hex": "2530"}, {"hex": "2531"}, {"hex": "2530"})
    assert attacking_hexes(posted.units()) == ["2530", "2531"]


def test_two_units_differ_only_if_both_are_known_to():
    def nation(unit):
        return None if unit.id == "u9" else unit.nation

    british, french, nobody = {"nation": "british"}, {"nation": "french"}, {"side": "allied"}
    posted = units(british, british, french)
    assert [str(each) for each in two_that_differ(posted.units(), nation)] == ["u0", "u2"]
    assert two_that_differ(units(british, british).units(), nation) is None
    assert two_that_differ(units(nobody).units(), nation) is None
    assert missing(lambda: two_that_differ(units(british, nobody).units(), nation)) == ["units.u1.nation"]
    assert missing(lambda: two_that_differ(units(nobody, nobody).units(), nation)) == [
        "units.u0.nation", "units.u1.nation"
    ]
    assert [str(each) for each in two_that_differ(units(british, nobody, french).units(), nation)] == ["u0", "u2"]
    assert two_that_differ(units(british, french).units(), lambda unit: None) is None


def test_the_first_unit_that_passes_is_found_past_one_that_is_not_known():
    posted = units({"side": "allied"}, {"nation": "french"})
    assert str(first_unit(posted.units(), lambda unit: unit.nation == "french")) == "u1"
    assert first_unit(posted.units(("u1",)), lambda unit: unit.nation == "british") is None
    assert missing(lambda: first_unit(posted.units(), lambda unit: unit.nation == "british")) == ["units.u0.nation"]


def test_a_zone_of_control_is_that_of_a_unit_of_the_side_next_to_the_hex():
    @defines("sitw:1.3")
    def exerts(table, unit, there):
        """Every unit but u0 has one."""
        return unit.id != "u0"

    near = ({"side": "german", "hex": "2531"}, {"side": "allied", "hex": "2529"}, {"side": "german", "hex": "2430"})
    assert str(exerting_unit(units(*near), exerts, "german", "2530")) == "u2"
    assert exerting_unit(units(*near[:2]), exerts, "german", "2530") is None
    assert exerting_unit(units({"side": "german", "hex": "2540"}), exerts, "german", "2530") is None
    partly = units(*near[:2], complete=None)
    assert missing(lambda: exerting_unit(partly, exerts, "german", "2530")) == ["units_complete"]
