"""A question with figures of its own is the situation told with them: the umpire rules on what it says."""

import pytest

from knowledge.ask.recognising import recognised


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is 33 against 8 resolved at 4:1?", "legal"),
        ("Is 33 against 8 resolved at 5:1?", "illegal"),
        ("Is 24 against 8 resolved at 3:1?", "legal"),
        ("Is 23 against 8 resolved at 3:1?", "illegal"),
    ],
)
def test_odds_are_worked_out_anew(question, verdict):
    found, _ = recognised(question, "sitw", "en")
    assert found is not None
    assert (found.verdict, found.ruling.verdict) == (verdict, verdict)
    assert set(found.read_as.values()) == {question}


def test_a_number_that_is_claimed_is_put_to_the_umpire():
    found, _ = recognised("Forest in wet weather is 7 MP per hex, right?", "sitw", "en")
    assert found is not None
    assert found.situation.trial.action["amount"] == 7
    assert found.verdict == "illegal"


@pytest.mark.parametrize(
    "question",
    [
        "May a corps with 4 MP go five clear hexes?",
        "At 3/1 with a 17 rolled, does the attacker lose a Stosstruppen?",
    ],
)
def test_of_several_figures_none_is_taken_for_another(question):
    for game in ("sitw", "marne"):
        found, _ = recognised(question, game, "en")
        assert found is None or found.verdict != "legal"


def test_a_figure_that_makes_no_position_makes_no_question():
    found, _ = recognised("Is 26 against 99999 resolved at 3:1?", "sitw", "en")
    assert found is None or found.verdict == "illegal"


def test_those_who_defend_are_not_those_who_act():
    question = "C'est l'Allemand qui défend. Est-ce que la doctrine Foch lui enlève un point au dé de maîtrise ?"
    found, _ = recognised(question, "marne", "fr")
    assert found is None or found.verdict != "legal"
