"""Rules as they are written, and what the umpire makes of them where facts are missing."""

import pytest
from chapters import CONTROL, table

from rulebook import rules
from rulebook.actions import Control, Move, Step
from rulebook.rules import Part, Sum, because
from rulebook.trying import merged
from rulebook.umpire import check, is_legal, judge
from rulebook.valuing import as_json

# Reasons


def a_rule(decorate, test, name="a_rule"):
    """A rule that finds what a function of the table finds."""

    def found(table, asked):
        """It is so."""
        return test(table)

    found.__name__ = name
    return decorate(found)


def test_a_finding_tells_where_how_much_and_why_in_plain_words():
    where = a_rule(rules.obliges(Control, "sitw:1.1"), lambda table: because(
        at="2530", amount=2, unit=table.unit("g1"), all=(table.unit("g1"), 3), none=None, sure=True,
    ))
    [finding] = check(table(where, units=[{"id": "g1"}]), CONTROL).findings
    assert (finding.at, finding.value, finding.effect, finding.holds) == ("2530", 2, "obliges", True)
    assert finding.words == {"unit": "g1", "all": ["g1", 3], "none": None, "sure": True}


def test_a_number_that_a_rule_finds_is_its_amount_and_a_yes_is_none():
    number = a_rule(rules.obliges(Control, "sitw:1.1"), lambda table: 3, "number")
    yes = a_rule(rules.obliges(Control, "sitw:1.2"), lambda table: True, "yes")
    assert [finding.value for finding in check(table(number, yes), CONTROL).findings] == [3, None]


def test_a_step_that_is_forbidden_is_told_at_the_hex_it_enters():
    barred = a_rule(rules.forbids(Step, "sitw:1.1"), lambda table: True)
    move = Move(type="move", units=("g1",), path=("2530", "2531", "2532"), mode="regular")
    found = check(table(barred, units=[{"id": "g1", "hex": "2530"}]), move).findings
    assert [finding.at for finding in found] == ["2531", "2532"]


def test_what_a_rule_that_permits_does_not_know_is_not_missing():
    perhaps = a_rule(rules.permits(Control, "sitw:1.1"), lambda table: table.weather == "wet")
    ruling = check(table(perhaps), CONTROL)
    assert (ruling.verdict, ruling.missing, ruling.findings) == ("legal", (), ())


def test_a_move_without_a_path_waits_for_one_unless_play_is_ordinary():
    free = a_rule(rules.forbids(Move, "sitw:1.1"), lambda table: False)
    move = Move(type="move", units=("g1",), mode="regular")
    ruling = check(table(free, units=[{"id": "g1"}]), move)
    assert (ruling.verdict, [item.fact for item in ruling.missing]) == ("undetermined", ["action.path"])
    assert ruling.missing[0].needed_by == ()
    assert ruling.missing[0].would_decide


# Values


def test_a_value_is_told_as_plain_data():
    assert as_json(Sum((Part(2, "sitw:1.1", "forest"), Part(-1, "sitw:1.2", "road")))) == {
        "total": 1,
        "parts": [
            {"case": "sitw:1.1", "why": "forest", "amount": 2}, {"case": "sitw:1.2", "why": "road", "amount": -1}
        ],
    }
    assert as_json(because(amount=0, unit=3)) == {"amount": 0, "unit": 3}
    assert as_json(because(unit="g1")) == {"unit": "g1"}
    assert as_json([1]) == [1]


def test_a_value_that_waits_for_facts_names_them():
    value = a_rule(rules.computes(Control, "sum", "sitw:1.1"), lambda table: table.track("b") + table.track("a"))
    assert check(table(value), CONTROL).values == {"sum": {"missing": ["tracks.b"]}}
    assert check(table(value, tracks={"a": 1, "b": 2}), CONTROL).values == {"sum": 3}


def test_a_value_of_nothing_is_not_told():
    value = a_rule(rules.computes(Control, "sum", "sitw:1.1"), lambda table: None)
    ruling = check(table(value), CONTROL)
    assert (ruling.values, ruling.findings) == ({}, ())


def test_modifiers_add_up_and_those_that_are_not_known_are_named():
    two = a_rule(rules.modifies(Control, "sitw:1.1"), lambda table: 2, "two")
    wet = a_rule(rules.modifies(Control, "sitw:1.2"), lambda table: -1 if table.weather == "wet" else 0, "wet")
    unknown = a_rule(rules.modifies(Control, "sitw:1.3"), lambda table: table.track("b"), "unknown")
    dry = check(table(two, wet, weather="dry"), CONTROL).values["die"]
    assert dry == {"total": 2, "parts": [{"case": "sitw:1.1", "predicate": "two", "amount": 2}]}
    assert check(table(two, wet, weather="wet"), CONTROL).values["die"]["total"] == 1
    assert check(table(two, wet), CONTROL).values["die"] == {
        "total": {"between": [1, 2]}, "missing": ["weather"],
        "parts": [{"case": "sitw:1.1", "predicate": "two", "amount": 2}],
    }
    open_ = check(table(two, wet, unknown), CONTROL).values["die"]
    assert (open_["total"], open_["missing"]) == (None, ["tracks.b", "weather"])


def test_costs_are_told_by_step_with_the_allowance_and_its_parts():
    def cost(table, step):
        """A hex costs a point, a wood two."""
        return 2 if table.terrain(step.to) == "forest" else 1

    def allowance(table, move):
        """A unit has four points."""
        return Sum((Part(4, "sitw:1.2", "printed"),))

    hexes = {"2531": {"terrain": "clear"}, "2532": {"terrain": "forest"}}
    both = (rules.costs(Step, "sitw:1.1")(cost), rules.computes(Move, "allowance", "sitw:1.2")(allowance))
    move = Move(type="move", units=("g1",), path=("2530", "2531", "2532"), mode="regular")
    told = check(table(*both, map={"hexes": hexes}, units=[{"id": "g1"}]), move)
    assert told.values == {"cost": {
        "total": 3, "allowance": 4, "allowance_parts": [{"case": "sitw:1.2", "why": "printed", "amount": 4}],
        "steps": [
            {"to": "2531", "cost": 1, "parts": [{"case": "sitw:1.1", "predicate": "cost", "cost": 1}]},
            {"to": "2532", "cost": 2, "parts": [{"case": "sitw:1.1", "predicate": "cost", "cost": 2}]},
        ],
    }}
    assert [(finding.at, finding.value) for finding in told.findings if finding.effect == "costs"] == [
        ("2531", 1), ("2532", 2)
    ]
    unknown = check(table(*both, units=[{"id": "g1"}]), move).values["cost"]
    assert unknown["steps"][0] == {"to": "2531", "cost": None, "missing": ["map.hexes.2531.terrain"]}


def test_a_move_that_costs_nothing_and_has_no_allowance_tells_no_cost():
    free = a_rule(rules.costs(Step, "sitw:1.1"), lambda table: 0)
    move = Move(type="move", units=("g1",), path=("2530", "2531"), mode="regular")
    assert check(table(free, units=[{"id": "g1"}]), move).values == {}


@pytest.mark.parametrize(
    ("alternatives", "common"),
    [
        ([3, 3], 3),
        ([3, 1, 2], {"between": [1, 3]}),
        ([{"between": [2, 4]}, 7], {"between": [2, 7]}),
        ([{"a": 1, "b": "x"}, {"a": 2, "b": "x"}], {"a": {"between": [1, 2]}, "b": "x"}),
        ([[1, "x"], [2, "x"]], [{"between": [1, 2]}, "x"]),
        ([[1], [1, 2]], None),
        (["x", "y"], None),
        ([1, "y"], None),
        ([{"a": 1}, 3], None),
    ],
)
def test_values_have_in_common_what_is_equal_and_the_range_of_numbers(alternatives, common):
    assert merged(alternatives) == common


# Facts that were not posted


def test_what_forbids_under_every_value_is_told_with_the_value_it_was_tried_with():
    wet = a_rule(rules.forbids(Control, "sitw:1.1"), lambda table: table.weather == "wet", "wet")
    dry = a_rule(rules.forbids(Control, "sitw:1.2"), lambda table: table.weather == "dry", "dry")
    ruling = check(table(wet, dry), CONTROL)
    assert (ruling.verdict, ruling.missing) == ("illegal", ())
    assert [(finding.predicate, finding.given) for finding in ruling.findings if finding.given] == [
        ("dry", {"weather": "dry"}), ("wet", {"weather": "wet"})
    ]


def test_a_fact_with_values_that_all_lead_to_the_same_is_not_missing():
    either = a_rule(rules.forbids(Control, "sitw:1.1"), lambda table: table.weather in ("fog", "snow"))
    assert check(table(either), CONTROL).verdict == "legal"
    assert is_legal(table(either), CONTROL)


def test_what_one_value_bars_is_not_legal():
    wet = a_rule(rules.forbids(Control, "sitw:1.1"), lambda table: table.weather == "wet", "wet")
    assert not is_legal(table(wet), CONTROL)
    late = a_rule(rules.forbids(Control, "sitw:1.1"), lambda table: table.turn > 9)
    assert not is_legal(table(late), CONTROL)


def test_a_fact_that_only_comes_up_on_trial_is_missing_too():
    deep = a_rule(rules.forbids(Control, "sitw:1.1"), lambda table: table.weather == "wet" and table.turn > 9)
    ruling = check(table(deep), CONTROL)
    assert ruling.verdict == "undetermined"
    assert [(item.fact, item.needed_by, item.would_decide) for item in ruling.missing] == [
        ("weather", ("sitw:1.1",), True), ("turn", ("sitw:1.1",), False)
    ]


def test_one_fact_of_several_alone_does_not_decide_where_another_is_open():
    two = a_rule(rules.forbids(Control, "sitw:1.1"), lambda table: table.track("a") > 1, "first")
    other = a_rule(rules.forbids(Control, "sitw:1.2"), lambda table: table.track("b") > 1, "second")
    ruling = check(table(two, other), CONTROL)
    assert [(item.fact, item.would_decide) for item in ruling.missing] == [("tracks.a", False), ("tracks.b", False)]
    assert [item.would_decide for item in check(table(two), CONTROL).missing] == [True]


def test_only_what_forbids_is_judged_where_the_verdict_alone_is_asked():
    barred = a_rule(rules.forbids(Control, "sitw:1.1"), lambda table: True, "barred")
    told = a_rule(rules.permits(Control, "sitw:1.2"), lambda table: True, "told")
    judged = judge(table(barred, told), CONTROL, ("forbids",))
    assert [finding.predicate for finding in judged.findings] == ["barred"]
    assert judged.forbidding() == ["sitw:1.1"]
    assert judge(table(told), CONTROL).forbidding() == []


def test_the_other_reading_is_told_only_where_it_gives_something_else():
    base = a_rule(rules.forbids(Control, "sitw:1.1"), lambda table: table.weather == "wet")

    @rules.contested(base)
    def always(table, control):
        return True

    [other] = check(table(base, weather="dry"), CONTROL).contested
    assert (other.case, other.predicate, other.verdict, other.values) == ("sitw:1.1", "a_rule", "illegal", {})
    assert check(table(base, weather="wet"), CONTROL).contested == ()


# What is told of facts that are tried, part by part


def forbidding(case, test, name=None):
    return a_rule(rules.forbids(Control, case), test, name or f"rule_{case[5:].replace('.', '_')}")


def test_what_is_open_forbids_nothing_yet():
    assert judge(table(forbidding("sitw:1.1", lambda table: table.weather == "wet")), CONTROL).forbidding() == []


def test_a_reason_without_an_amount_has_no_value_and_its_lists_are_plain():
    told = a_rule(rules.obliges(Control, "sitw:1.1"), lambda table: because(
        units=[table.unit("g1")], some={table.unit("g1")}, few=frozenset({table.unit("g1")}), word="dry",
    ))
    [finding] = check(table(told, units=[{"id": "g1"}]), CONTROL).findings
    assert finding.value is None
    assert finding.words == {"units": ["g1"], "some": ["g1"], "few": ["g1"], "word": "dry"}


def test_an_open_path_is_told_as_assumed():
    free = a_rule(rules.forbids(Move, "sitw:1.1"), lambda table: False)
    posted = table(free, ordinary=True, units=[{"id": "g1"}])
    assert check(posted, Move(type="move", units=("g1",), mode="regular")).provisos == {"action.path": "open"}


def test_a_computed_value_is_a_finding_whose_number_is_told_once():
    number = a_rule(rules.computes(Control, "number", "sitw:1.1"), lambda table: 7, "number")
    reason = a_rule(rules.computes(Control, "reason", "sitw:1.2"), lambda table: because(at="2530", amount=2), "reason")
    found = check(table(number, reason), CONTROL).findings
    assert [(each.predicate, each.effect, each.holds, each.value, each.at) for each in found] == [
        ("number", "computes", True, None, None), ("reason", "computes", True, 2, "2530")
    ]


def excepted(decorate):
    """A rule and an exception to it that holds in the wet."""
    base = a_rule(decorate, lambda table: 2, "base")
    return base, a_rule(rules.unless(base, "sitw:1.9"), lambda table: table.weather == "wet", "exception")


def test_exceptions_to_values_modifiers_and_costs_are_told():
    move = Move(type="move", units=("g1",), path=("2530", "2531"), mode="regular")
    asked = {
        CONTROL: (rules.computes(Control, "x", "sitw:1.1"), rules.modifies(Control, "sitw:1.1")),
        move: (rules.costs(Step, "sitw:1.1"),),
    }
    for action, decorators in asked.items():
        for decorate in decorators:
            posted = table(*excepted(decorate), weather="wet", units=[{"id": "g1"}])
            assert check(posted, action).overridden == (("sitw:1.1", "sitw:1.9"),)


def test_other_readings_of_values_and_modifiers_are_told():
    for decorate in (rules.computes(Control, "x", "sitw:1.1"), rules.modifies(Control, "sitw:1.1", of="x")):
        base = a_rule(decorate, lambda table: 2, "base")
        rules.contested(base)(lambda table, control: 3)
        [other] = check(table(base), CONTROL).contested
        assert other.values["x"] in (3, {
            "total": 3, "parts": [{"case": "sitw:1.1", "predicate": "base", "amount": 3}]
        })


def test_another_reading_with_the_same_outcome_is_not_told():
    base = a_rule(rules.forbids(Control, "sitw:1.1"), lambda table: because(at="2530"), "base")
    rules.contested(base)(lambda table, control: because(at="2531"))
    assert check(table(base), CONTROL).contested == ()


MOVE = Move(type="move", units=("g1",), path=("2530", "2531"), mode="regular")


def allowed(points):
    return a_rule(rules.computes(Move, "allowance", "sitw:1.2"), lambda table: points, "allowed")


def test_an_allowance_is_told_with_the_cost_of_a_path_and_alone_without_one():
    cost = a_rule(rules.costs(Step, "sitw:1.1"), lambda table: 1, "cost")
    posted = {"units": [{"id": "g1"}]}
    told = check(table(cost, allowed(4), **posted), MOVE).values["cost"]
    assert (told["allowance"], told["allowance_parts"]) == (4, [])
    assert set(check(table(cost, **posted), MOVE).values["cost"]) == {"total", "steps"}
    assert check(table(allowed(4), **posted), MOVE).values == {"allowance": 4}
    pathless = Move(type="move", units=("g1",), mode="regular")
    assert check(table(cost, allowed(4), **posted), pathless).values == {"allowance": 4}


def test_a_cost_that_is_not_known_is_no_finding():
    cost = a_rule(rules.costs(Step, "sitw:1.1"), lambda table: table.track("a"), "cost")
    assert check(table(cost, units=[{"id": "g1"}]), MOVE).findings == ()


def test_a_value_that_hangs_on_what_decides_is_told_as_a_range():
    wet = forbidding("sitw:1.1", lambda table: table.weather == "wet")
    value = a_rule(rules.computes(Control, "x", "sitw:1.2"), lambda table: 1 if table.weather == "wet" else 2, "value")
    ruling = check(table(wet, value), CONTROL)
    assert (ruling.verdict, ruling.values) == ("undetermined", {"x": {"between": [1, 2]}})


def test_only_what_forbids_is_told_as_found_on_trial():
    wet, dry = (forbidding(f"sitw:1.{at}", lambda table, word=word: table.weather == word)
                for at, word in enumerate(("wet", "dry"), 1))
    value = a_rule(rules.computes(Control, "x", "sitw:1.3"), lambda table: 1, "value")
    tried = [each for each in check(table(wet, dry, value), CONTROL).findings if each.given]
    assert {each.effect for each in tried} == {"forbids"}


def test_nothing_is_missing_where_every_value_forbids_whatever_else_is_open():
    wet, dry = (forbidding(f"sitw:1.{at}", lambda table, word=word: table.weather == word)
                for at, word in enumerate(("wet", "dry"), 1))
    other = forbidding("sitw:1.3", lambda table: table.track("a") > 1)
    ruling = check(table(wet, dry, other), CONTROL)
    assert (ruling.verdict, ruling.missing) == ("illegal", ())


def test_a_fact_on_which_it_hangs_what_else_is_missing_is_missing():
    either = forbidding("sitw:1.1", lambda table: table.track("a" if table.weather == "wet" else "b") > 1)
    ruling = check(table(either), CONTROL)
    assert sorted(item.fact for item in ruling.missing) == ["tracks.a", "tracks.b", "weather"]


def test_what_forbids_under_two_facts_is_told_with_both():
    four = [
        forbidding(f"sitw:1.{at}", lambda table, pair=pair: (table.weather, table.active) == pair)
        for at, pair in enumerate((("wet", "german"), ("wet", "allied"), ("dry", "german"), ("dry", "allied")), 1)
    ]
    ruling = check(table(*four), CONTROL)
    assert ruling.verdict == "illegal"
    assert {tuple(sorted(each.given)) for each in ruling.findings if each.given} == {("active", "weather")}


def test_each_missing_fact_is_needed_by_its_own_case():
    first = forbidding("sitw:1.1", lambda table: table.track("a") > 1)
    second = forbidding("sitw:1.2", lambda table: table.track("b") > 1)
    assert [item.needed_by for item in check(table(first, second), CONTROL).missing] == [("sitw:1.1",), ("sitw:1.2",)]


def test_a_fact_with_few_values_none_of_which_settles_it_does_not_decide():
    open_ = forbidding("sitw:1.1", lambda table: table.track("a") > 1)
    wet = forbidding("sitw:1.2", lambda table: table.weather == "wet" and table.track("b") > 1)
    decides = {item.fact: item.would_decide for item in check(table(open_, wet), CONTROL).missing}
    assert decides["weather"] is False
