"""Chances in the terminal: one bar a result, the exact fraction, and the share in a hundred, in both languages."""

import pytest
from click import unstyle

from server import numbers

ROLL = {
    "weather": {
        "chances": {"fair": "3/4", "morning-fog": "1/6", "bad": "1/12"},
        "probabilities": {"fair": 0.75, "morning-fog": 1 / 6, "bad": 1 / 12},
    }
}


def test_a_distribution_is_drawn_to_scale():
    assert [unstyle(line) for line in numbers.chart_lines(ROLL, "en", "marne")] == [
        "",
        "Chances",
        "  weather",
        "           fair  ████████████████████████   3/4   75.0 %",
        "    morning fog  █████                      1/6   16.7 %",
        "            bad  ███                       1/12    8.3 %",
    ]


def test_the_same_in_french():
    lines = [unstyle(line) for line in numbers.chart_lines(ROLL, "fr", "marne")]
    assert lines[1:3] == ["Probabilités", "  météo"]
    assert lines[-1].split() == ["mauvais", "temps", "███", "1/12", "8,3", "%"]


def test_a_chart_leads_to_its_numbers_by_name_wherever_they_stand():
    nested = {"outcome": {"defender": {"points": {"chances": {"2": "1/2", "3": "1/2"}}}}}
    assert "  all dice together, defender, damage points" in list(numbers.chart_lines(nested, "en", "marne"))


@pytest.mark.parametrize("chances", [{"1": "1"}, {"a": None, "b": "1/2"}])
def test_what_is_certain_or_not_known_has_no_chart(chances):
    assert list(numbers.chart_lines({"result": {"chances": chances}}, "en", "marne")) == []


def test_chances_are_left_to_the_chart_and_means_told_with_both_numbers():
    value = {**ROLL["weather"], "expected_points": {"exact": "8/3", "number": 8 / 3}, "joint": [{"chance": "1"}]}
    english, french = (list(numbers.value_lines({"result": value}, lang, "marne")) for lang in ("en", "fr"))
    assert english == ["result, damage points to expect: 8/3 ≈ 2.67"]
    assert french == ["résultat, points de dommage à attendre : 8/3 ≈ 2,67"]


def test_a_mean_that_waits_for_facts_is_told_between_its_bounds():
    value = {"exact": None, "number": {"between": [1, 2]}}
    assert list(numbers.value_lines({"mean": value}, "en", "marne")) == ["mean: exactly: ?, number: 1–2"]


def test_values_that_wait_stand_in_one_line():
    assert list(numbers.value_lines({"column": "3/1", "odds": {"missing": ["units_complete"]}}, "fr", "marne")) == [
        "colonne : 3/1", "rapport de forces : ? (units_complete)",
    ]  # fmt: skip


def test_a_value_of_several_parts_is_told_name_by_name():
    values = {"next": {"turn": 12, "phase": "new-units"}, "left": {"va": "eliminated"}, "over": True}
    assert list(numbers.value_lines(values, "fr", "tgwe")) == [
        "ensuite : tour : 12, phase : phase des nouvelles unités", "reste : va : éliminée", "partie finie : oui",
    ]  # fmt: skip


def test_a_name_is_told_by_what_it_stands_under():
    assert list(numbers.value_lines({"map": "western", "front": "western"}, "en", "tgwe")) == [
        "map: Western map", "front: Western Front",
    ]  # fmt: skip
