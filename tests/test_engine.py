"""The engine of citation and exception, on rules made up for the purpose."""

import json
from types import ModuleType

import pytest

from rulebook.actions import Control, Move, Step
from rulebook.facts import Unknown, every, known, more_than, some, those
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.position import Position
from rulebook.rules import (
    Because,
    Part,
    Sum,
    because,
    computes,
    contested,
    costs,
    defines,
    forbids,
    modifies,
    permits,
    replaces,
    unless,
)
from rulebook.table import Table
from rulebook.trying import merged
from rulebook.umpire import check

SITW = GAMES["sitw"]


def position(**facts):
    return Position.model_validate_json(json.dumps({"game": "sitw", **facts}))


def table(**facts):
    return Table(SITW, position(**facts))


def game_of(*rules):
    chapter = ModuleType("chapter")
    for rule in rules:
        rule.__module__ = "chapter"
        setattr(chapter, rule.name, rule)
    return Game("sitw", (chapter,), pace=SITW.pace, offers=SITW.offers)


def ruling(rules, action=None, ordinary=False, **facts):
    return check(
        Table(game_of(*rules), position(**facts), ordinary=ordinary), action or Control(type="control", hex="2731")
    )


def raining(table, action):
    """It rains."""
    return table.weather == "wet"


def late(table, action):
    """It is late in the game."""
    return table.turn > 9


# Citations


def test_a_rule_cannot_be_written_without_a_citation():
    with pytest.raises(ValueError, match="no citation"):
        forbids(Control, "10.4")(raining)


def test_a_rule_cannot_be_written_without_a_sentence():
    def silent(table, action):
        return True

    with pytest.raises(ValueError, match="no docstring"):
        forbids(Control, "sitw:10.4")(silent)


def test_a_game_refuses_rules_of_another_book():
    with pytest.raises(ValueError, match="another game"):
        game_of(forbids(Control, "tdw:2.3.1.1")(raining))


def test_a_game_refuses_two_rules_of_one_name():
    first, second = forbids(Control, "sitw:10.4")(raining), forbids(Control, "sitw:10.5")(raining)
    chapters = [ModuleType("one"), ModuleType("two")]
    for chapter, rule in zip(chapters, (first, second), strict=True):
        rule.__module__ = chapter.__name__
        chapter.rule = rule
    with pytest.raises(ValueError, match="share a name"):
        Game("sitw", chapters, pace=SITW.pace, offers=SITW.offers)


def test_a_game_refuses_two_rules_that_give_one_value():
    with pytest.raises(ValueError, match="both give 'odds'"):
        game_of(computes(Control, "odds", "sitw:13.10")(raining), computes(Control, "odds", "sitw:13.11")(late))


# Exceptions


def test_an_exception_beats_the_case_it_excepts_and_both_are_shown():
    base = forbids(Control, "sitw:10.4")(raining)
    exception = unless(base, "sitw:10.5")(late)
    found = ruling([base, exception], weather="wet", turn=12)
    assert found.verdict == "legal"
    assert found.overridden == (("sitw:10.4", "sitw:10.5"),)


def test_an_exception_that_does_not_hold_changes_nothing():
    base = forbids(Control, "sitw:10.4")(raining)
    exception = unless(base, "sitw:10.5")(late)
    found = ruling([base, exception], weather="wet", turn=3)
    assert (found.verdict, found.overridden) == ("illegal", ())


def test_exceptions_nest():
    def active_german(table, action):
        """The German plays."""
        return table.active == "german"

    base = forbids(Control, "sitw:10.4")(raining)
    exception = unless(base, "sitw:10.5")(late)
    against = unless(exception, "sitw:10.6")(active_german)
    rules = [base, exception, against]
    assert ruling(rules, weather="wet", turn=12, active="german").verdict == "illegal"
    assert ruling(rules, weather="wet", turn=12, active="allied").verdict == "legal"


def test_an_exception_decides_even_where_the_case_itself_is_not_known():
    base = forbids(Control, "sitw:10.4")(raining)
    exception = unless(base, "sitw:10.5")(late)
    assert ruling([base, exception], turn=12).verdict == "legal"


def test_an_exception_that_is_not_known_leaves_the_case_open():
    base = forbids(Control, "sitw:10.4")(raining)
    exception = unless(base, "sitw:10.5")(late)
    found = ruling([base, exception], weather="wet")
    assert found.verdict == "undetermined"
    assert [item.fact for item in found.missing] == ["turn"]


def test_a_rule_that_is_not_in_force_does_not_hold():
    rule = forbids(Control, "sitw:16.4", when=lambda table: table.has_option("16.4"))(raining)
    assert ruling([rule], weather="wet", options=[]).verdict == "legal"
    assert ruling([rule], weather="wet", options=["16.4"]).verdict == "illegal"
    assert ruling([rule], weather="wet").verdict == "undetermined"
    assert ruling([rule], weather="dry").verdict == "legal"


def test_an_exception_with_a_value_stands_in_for_the_value_it_replaces():
    def four(table, action):
        """Four."""
        return 4

    def two_when_late(table, action):
        """Two, late in the game."""
        return 2 if table.turn > 9 else None

    base = computes(Control, "capacity", "sitw:11.2")(four)
    instead = replaces(base, "sitw:16.2")(two_when_late)
    assert ruling([base, instead], turn=3).values == {"capacity": 4}
    assert ruling([base, instead], turn=12).values == {"capacity": 2}


# Three values


def test_a_fact_that_nobody_posted_is_unknown():
    with pytest.raises(Unknown) as missing:
        _ = table().weather
    assert missing.value.facts == {"weather": ("dry", "wet")}


def test_some_finds_what_holds_past_what_is_unknown():
    assert some((lambda: table().weather, lambda: "found")) == "found"
    with pytest.raises(Unknown):
        some((lambda: table().weather, lambda: False))
    assert some((lambda: 0, lambda: None)) is None


def test_every_is_false_as_soon_as_one_is_past_what_is_unknown():
    assert every((lambda: table().weather, lambda: False)) is False
    assert every((lambda: 1, lambda: True)) is True
    with pytest.raises(Unknown) as missing:
        every((lambda: table().weather, lambda: table().turn > 3))
    assert list(missing.value.facts) == ["weather", "turn"]


def test_known_gives_nothing_where_a_fact_is_missing():
    assert known(lambda: table().weather) is None
    assert known(lambda: table(weather="dry").weather) == "dry"


def unknown_fact():
    return table().weather


def test_more_than_counts_what_holds_and_asks_only_where_the_unknown_could_tip_it():
    assert more_than(1, (lambda: True, lambda: 1, lambda: False)) is True
    assert more_than(2, (lambda: True, lambda: 1, lambda: False)) is False
    assert more_than(1, (lambda: True, lambda: True, unknown_fact)) is True
    assert more_than(2, (lambda: True, unknown_fact)) is False
    with pytest.raises(Unknown):
        more_than(1, (lambda: True, unknown_fact))
    with pytest.raises(Unknown):
        more_than(0, (unknown_fact,))


def test_those_are_the_ones_that_are_sure_to_pass_and_unknown_only_where_none_is():
    units = table(units=[{"id": "g1", "attack": 3}, {"id": "g2", "attack": 5}, {"id": "g3"}]).units()
    assert [unit.id for unit in those(units, lambda unit: unit.attack > 3)] == ["g2"]
    assert those(units[:2], lambda unit: unit.attack > 9) == []
    with pytest.raises(Unknown):
        those(units, lambda unit: unit.attack > 9)


def test_an_answer_that_is_the_same_for_every_value_is_an_answer():
    def raining_or_not(table, action):
        """Whatever the weather."""
        return table.weather in ("dry", "wet")

    found = ruling([forbids(Control, "sitw:10.4")(raining_or_not)])
    assert (found.verdict, found.missing) == ("illegal", ())


def test_two_rules_that_together_forbid_under_every_value_forbid():
    def dry(table, action):
        """It is dry."""
        return table.weather == "dry"

    found = ruling([forbids(Control, "sitw:10.4")(raining), forbids(Control, "sitw:10.5")(dry)])
    assert found.verdict == "illegal"
    assert {finding.case: finding.given for finding in found.findings if finding.given} == {
        "sitw:10.4": {"weather": "wet"},
        "sitw:10.5": {"weather": "dry"},
    }


def test_missing_names_only_facts_that_could_change_the_verdict():
    def raining_late(table, action):
        """It rains late in the game, whoever plays."""
        return table.active in ("german", "allied") and table.weather == "wet" and table.track("german-morale") > 3

    found = ruling([forbids(Control, "sitw:10.4")(raining_late)])
    assert found.verdict == "undetermined"
    assert [item.fact for item in found.missing] == ["weather", "tracks.german-morale"]


def test_missing_says_whether_one_fact_alone_would_decide():
    found = ruling([forbids(Control, "sitw:10.4")(raining)])
    assert [(item.fact, item.would_decide, item.needed_by) for item in found.missing] == [
        ("weather", True, ("sitw:10.4",))
    ]


def test_the_order_in_which_facts_are_read_changes_no_verdict():
    def one_way(table, action):
        """Read one way."""
        return table.weather == "wet" and table.turn > 9

    def other_way(table, action):
        """Read the other way."""
        return table.turn > 9 and table.weather == "wet"

    for facts in ({}, {"weather": "dry"}, {"turn": 3}, {"weather": "wet"}, {"turn": 12}):
        one = ruling([forbids(Control, "sitw:10.4")(one_way)], **facts)
        other = ruling([forbids(Control, "sitw:10.4")(other_way)], **facts)
        assert one.verdict == other.verdict
        assert {item.fact for item in one.missing} == {item.fact for item in other.missing}


# Reasons and values


def test_every_reason_is_given_with_the_facts_it_read():
    found = ruling(
        [forbids(Control, "sitw:10.4")(raining), forbids(Control, "sitw:10.5")(late)], weather="wet", turn=12
    )
    assert [(finding.case, finding.facts) for finding in found.findings] == [
        ("sitw:10.4", {"weather": "wet"}),
        ("sitw:10.5", {"turn": 12}),
    ]


def test_facts_read_by_a_notion_count_for_the_rule_that_leans_on_it():
    notion = defines("sitw:6.1")(lambda_of("It is wet.", lambda table: table.weather == "wet"))
    rule = forbids(Control, "sitw:10.4")(lambda_of("It is wet here.", lambda table, action: notion(table)))
    found = ruling([notion, rule], weather="wet")
    assert found.findings[0].facts == {"weather": "wet"}


def lambda_of(sentence, function):
    def rule(*subject):
        return function(*subject)

    rule.__doc__, rule.__name__ = sentence, "r" + str(abs(hash(sentence)))
    return rule


def test_a_permission_forbids_nothing():
    found = ruling([permits(Control, "sitw:7.16")(raining)], weather="wet")
    assert found.verdict == "legal"
    assert [finding.effect for finding in found.findings] == ["permits"]


def test_a_number_is_the_sum_of_its_parts():
    assert Sum((Part(5, "sitw:2.45", "g1"), Part(-2, "sitw:7.2", "g1"))).total == 3


def test_modifiers_add_up_with_the_case_of_each():
    one = modifies(Control, "sitw:13.14")(lambda_of("Plus one.", lambda table, action: 1))
    two = modifies(Control, "sitw:13.18")(lambda_of("Minus two.", lambda table, action: because(amount=-2)))
    values = ruling([one, two]).values
    assert values["die"]["total"] == -1
    assert [(part["case"], part["amount"]) for part in values["die"]["parts"]] == [
        ("sitw:13.14", 1),
        ("sitw:13.18", -2),
    ]


def test_a_modifier_that_is_not_known_leaves_the_total_open_and_the_verdict_not():
    found = ruling(
        [modifies(Control, "sitw:13.20")(lambda_of("Rain.", lambda table, action: -1 if table.weather == "wet" else 0))]
    )
    assert found.verdict == "legal"
    assert found.values["die"]["missing"] == ["weather"]
    assert found.values["die"]["total"] == {"between": [-1, 0]}


def test_the_other_reading_is_told_where_it_gives_something_else():
    rule = forbids(Control, "sitw:10.4")(raining)
    contested(rule)(late)
    found = ruling([rule], weather="dry", turn=12)
    assert found.verdict == "legal"
    assert [(item.case, item.verdict) for item in found.contested] == [("sitw:10.4", "illegal")]
    assert ruling([rule], weather="dry", turn=3).contested == ()


def test_values_that_differ_become_a_range():
    assert merged([3, 5, 4]) == {"between": [3, 5]}
    assert merged([{"a": 1, "b": 2}, {"a": 1, "b": 3}]) == {"a": 1, "b": {"between": [2, 3]}}
    assert merged([[1, 2], [1, 4]]) == [1, {"between": [2, 4]}]
    assert merged([{"between": [1, 2]}, 5]) == {"between": [1, 5]}
    assert merged([{"between": [1, 2]}, {"missing": ["a"]}]) is None
    assert merged(["x", "y"]) is None


def test_a_reason_is_true_even_when_it_says_nothing():
    assert because()
    assert Because(amount=0)


def test_costs_are_told_step_by_step():
    def one(table, step):
        """One point a hex."""
        return 1

    rule = costs(Step, "sitw:12.9.1")(one)
    move = Move(type="move", units=("g1",), path=("2731", "2732", "2733"), mode="regular")
    values = ruling([rule], move, units=[{"id": "g1", "hex": "2731"}]).values
    assert values["cost"]["total"] == 2
    assert [step["to"] for step in values["cost"]["steps"]] == ["2732", "2733"]


# Ordinary play


def test_only_in_ordinary_play_is_anything_assumed_and_it_is_told():
    def starving(table, action):
        """The unit starves."""
        return table.unit("g1").supply == "unsupplied"

    rule = [forbids(Control, "sitw:7.2")(starving)]
    assert ruling(rule, units=[{"id": "g1"}]).verdict == "undetermined"
    found = ruling(rule, units=[{"id": "g1"}], ordinary=True)
    assert (found.verdict, found.provisos) == ("legal", {"units.g1.supply": "supplied"})


def test_weather_is_never_assumed():
    assert ruling([forbids(Control, "sitw:10.4")(raining)], ordinary=True).verdict == "undetermined"
