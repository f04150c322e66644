"""A question that says too little gets what is allowed and what is not, and is asked for what settles it."""

import json

import pytest

from knowledge.ask.answering import answer
from knowledge.ask.depending import fork

pytestmark = pytest.mark.usefixtures("knowledge_base")


def test_a_question_without_its_turn_is_told_both_and_asked_for_it():
    found = answer(json.dumps({"question": "Mes blindés peuvent-ils passer le pont d'Ouren ?", "game": "tdw"}))
    assert (found["verdict"], found["asks"]["fact"]) == ("undetermined", "turn")
    assert [each["fact"] for each in found["missing"]] == ["turn"]
    assert found["missing"][0]["needed_by"][0] == found["cites"][0]["id"] == "tdw:10.6.3"
    assert "au tour 1" in found["answer"]["fr"] and "on turn 2" in found["answer"]["en"]


def test_a_question_that_says_enough_is_not_torn():
    question = "Les blindés peuvent-ils passer le pont d'Ouren au tour 1 ?"
    assert answer(json.dumps({"question": question, "game": "tdw"}))["verdict"] == "illegal"


def test_two_that_differ_in_more_than_the_time_do_not_tear_a_question():
    assert fork("Can supply be traced through an enemy ZOC?", "sitw", "en") is None


def test_what_settles_it_turns_the_verdict():
    found = fork("Can German units cross an army boundary?", "tdw", "en")
    assert (found.allowed.verdict, found.forbidden.verdict, found.settled_by) == ("legal", "illegal", ("turn",))
    assert set(found.cases) >= set(found.allowed.situation.trial.source)
