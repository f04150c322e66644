"""Honesty of the rules: every citation stands in the data, every operative case runs, every exception is recorded."""

import pytest

from knowledge import records, store, trials
from knowledge.predicates import in_french
from knowledge.speech import PLACEHOLDER
from rulebook.games import GAMES

TOLD = ("forbids", "permits", "obliges", "costs", "modifies")


@pytest.fixture(scope="module", params=sorted(GAMES))
def game(request):
    return GAMES[request.param]


@pytest.fixture(scope="module")
def cases(game):
    return {case.id: case for case in records.cases(game.key)}


def test_every_citation_in_code_is_a_case_of_the_book(game, cases):
    assert [rule for rule in game.rules if rule.case not in cases] == []


def test_every_operative_case_runs_or_says_why_it_cannot(game, cases):
    cited = {rule.case for rule in game.rules}
    idle = [
        case.id for case in cases.values() if case.operative and case.status == "executable" and case.id not in cited
    ]
    assert idle == []


def test_at_most_one_operative_case_in_twenty_is_left_to_judgement(cases):
    operative = [case for case in cases.values() if case.operative]
    judged = [case.id for case in operative if case.status == "judgement"]
    assert len(judged) <= len(operative) * 0.05, judged


def test_only_operative_cases_are_left_to_judgement(cases):
    assert [case.id for case in cases.values() if case.status == "judgement" and not case.operative] == []


def test_every_exception_in_code_is_recorded_and_the_reverse(game, cases):
    coded = {(rule.case, rule.base.case) for rule in game.rules if rule.base and rule.base.case != rule.case}
    recorded = {(case.id, other) for case in cases.values() for other in case.excepts}
    assert coded - recorded == set(), "in code, not in the records"
    assert recorded - coded == set(), "in the records, not in code"


def test_every_rule_that_speaks_has_its_sentence_in_both_languages(game, cases):
    silent = [rule for rule in game.rules if rule.effect in TOLD and rule.name not in cases[rule.case].says]
    assert silent == []


def test_every_rule_says_in_french_too_what_it_does(game):
    told = in_french(game.key)
    assert set(told) == {rule.name for rule in game.rules}
    assert [name for name, says in told.items() if not says.endswith(".")] == []
    assert [rule.name for rule in game.rules if told[rule.name] == rule.summary] == []


def test_every_sentence_belongs_to_a_rule_of_its_case(game, cases):
    known = {(rule.case, rule.name) for rule in game.rules}
    assert [(case.id, name) for case in cases.values() for name in case.says if (case.id, name) not in known] == []


def test_both_languages_of_a_sentence_use_the_same_words(cases):
    uneven = [
        (case.id, name)
        for case in cases.values()
        for name, words in case.says.items()
        if set(PLACEHOLDER.findall(words.en)) != set(PLACEHOLDER.findall(words.fr))
    ]
    assert uneven == []


def test_every_word_of_the_vocabulary_names_a_case_that_exists(game, cases):
    wrong = [
        (kind, word)
        for kind, words in game.vocabulary.items()
        for word, entry in words.items()
        if f"{game.key}:{entry['case']}" not in cases
    ]
    assert wrong == []


def test_every_named_hex_is_on_the_map_and_cites_a_case(game, cases):
    for number, stated in game.printed_hexes.items():
        assert game.grid.contains(number)
        assert f"{game.key}:{stated['case']}" in cases
        assert set(stated.get("features", ())) <= set(game.words("features"))


def test_every_rule_decides_in_one_case_and_does_not_in_another(game, knowledge_base):
    with store.opened(store.knowledge_path()) as base:
        seen = {row["name"]: row for row in base["predicates"].rows if row["case_id"].startswith(f"{game.key}:")}
    never = [rule.name for rule in game.rules if not seen[rule.name]["held"]]
    always = [
        rule.name
        for rule in game.rules
        if not seen[rule.name]["not_held"] and rule.effect not in ("computes", "defines")
    ]
    assert never == [], "these never decide"
    assert always == [], "these always decide"


def test_no_two_cases_share_a_name(game):
    names = [(trial.file, trial.name) for trial in trials.trials_of(game.key)]
    assert len(names) == len(set(names))
