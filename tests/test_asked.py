"""Questions as players put them, in French and English: how often the answer is right, and that it is never wrong."""

import sys

import pytest
from conftest import ROOT

from knowledge.records import LANGUAGES, games

sys.path.insert(0, str(ROOT))
from bench.asked import figures, outcomes, questions

pytestmark = pytest.mark.usefixtures("knowledge_base")

FEWEST = 40
CITED, VERDICT, SAID = 0.9, 0.42, 0.9


@pytest.mark.parametrize("game", games())
def test_the_questions_of_a_book_are_of_all_kinds_in_both_languages(game):
    rows = questions(game, "own-{game}")
    for language in LANGUAGES:
        asked = [row for row in rows if row["lang"] == language]
        assert len(asked) >= FEWEST
        assert {"may", "number", "definition", "procedure", "who", "when"} <= {row["kind"] for row in asked}


@pytest.mark.parametrize("game", games())
def test_the_answers_cite_the_right_case_and_are_never_confidently_wrong(game):
    found = list(outcomes(game, questions(game, "own-{game}")))
    reached = figures(found)
    assert [each.text for each in found if each.wrong] == []
    assert reached.cited >= CITED, [each.text for each in found if not each.cited]
    assert reached.verdict >= VERDICT, [each.text for each in found if each.verdict is False]
    assert reached.said >= SAID, [each.text for each in found if each.said is False]
