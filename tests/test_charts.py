"""Chances in the terminal: one bar a result, the exact fraction, and the share in a hundred, in both languages."""

import pytest
from click import unstyle

from server import prose

ROLL = {
    "weather": {
        "chances": {"fair": "3/4", "morning-fog": "1/6", "bad": "1/12"},
        "probabilities": {"fair": 0.75, "morning-fog": 1 / 6, "bad": 1 / 12},
    }
}


def test_a_distribution_is_drawn_to_scale():
    assert [unstyle(line) for line in prose.chart_lines(ROLL, "en")] == [
        "",
        "Chances",
        "  weather",
        "           fair  ████████████████████████   3/4   75.0 %",
        "    morning fog  █████                      1/6   16.7 %",
        "            bad  ███                       1/12    8.3 %",
    ]


def test_the_same_in_french():
    lines = [unstyle(line) for line in prose.chart_lines(ROLL, "fr")]
    assert lines[1:3] == ["Probabilités", "  météo"]
    assert lines[-1].split() == ["mauvais", "temps", "███", "1/12", "8,3", "%"]


def test_a_chart_leads_to_its_numbers_by_name_wherever_they_stand():
    nested = {"outcome": {"defender": {"points": {"chances": {"2": "1/2", "3": "1/2"}}}}}
    assert "  all dice together, defender, damage points" in list(prose.chart_lines(nested, "en"))


@pytest.mark.parametrize("chances", [{"1": "1"}, {"a": None, "b": "1/2"}])
def test_what_is_certain_or_not_known_has_no_chart(chances):
    assert list(prose.chart_lines({"result": {"chances": chances}}, "en")) == []


def test_chances_are_left_to_the_chart_and_means_told_with_both_numbers():
    value = {**ROLL["weather"], "expected_points": {"exact": "8/3", "number": 8 / 3}, "joint": [{"chance": "1"}]}
    assert list(prose.value_lines({"result": value}, "en")) == ["result, damage points to expect: 8/3 ≈ 2.67"]
    assert list(prose.value_lines({"result": value}, "fr")) == ["résultat, points de dommage à attendre: 8/3 ≈ 2,67"]


def test_a_mean_that_waits_for_facts_is_told_as_it_is():
    value = {"exact": None, "number": {"between": [1, 2]}}
    assert list(prose.value_lines({"mean": value}, "en")) == ['mean: {"exact": null, "number": {"between": [1, 2]}}']


def test_other_values_are_told_as_before():
    assert list(prose.value_lines({"column": "3/1", "odds": {"missing": ["units_complete"]}}, "en")) == [
        "column: 3/1", "odds: ? (units_complete)",
    ]  # fmt: skip
