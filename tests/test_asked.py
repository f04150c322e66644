"""Questions as players put them, in French and English: the right case is cited, and no verdict is ever wrong."""

import sys

import pytest
from conftest import ROOT

from knowledge.records import LANGUAGES, games

sys.path.insert(0, str(ROOT))
from bench.asked import SETS, figures, outcomes, questions

pytestmark = pytest.mark.usefixtures("knowledge_base")

KINDS = {"may", "number", "definition", "procedure", "who"}
FEWEST = {"{game}": 60, "own-{game}": 40}
"""How many questions a set has in each language: those that other readers wrote from the rulebook, and our own."""
CITED, SAID = 0.85, 0.85
CITED_OF = {"later-{game}": 0.7, "latest-{game}": 0.7, "next-{game}": 0.6}
SAID_OF = {"next-{game}": 0.4}
"""How many at least are answered with the right case, and say it; of those put in every manner, fewer in a sample."""
EVERY = 3
"""One question in so many is put here; `make bench` puts them all."""


@pytest.mark.parametrize("name", FEWEST)
@pytest.mark.parametrize("game", games())
def test_the_questions_of_a_book_are_of_all_kinds_in_both_languages(game, name):
    rows = questions(name.format(game=game))
    for language in LANGUAGES:
        asked = [row for row in rows if row["lang"] == language]
        assert len(asked) >= FEWEST[name]
        assert {row["kind"] for row in asked} >= KINDS


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("game", games())
def test_the_answers_cite_the_right_case_and_are_never_confidently_wrong(game, name):
    rows = questions(name.format(game=game))
    found = list(outcomes(game, _with_those_before(rows, rows[::EVERY])))
    reached = figures(found)
    assert [each.text for each in found if each.wrong] == []
    assert reached.cited >= CITED_OF.get(name, CITED), [each.text for each in found if not each.cited]
    assert reached.said >= SAID_OF.get(name, SAID), [each.text for each in found if each.said is False]


def _with_those_before(rows, chosen):
    """The chosen questions, and those that a follow-up among them comes after."""
    wanted = {row["ask"] for row in chosen}
    for row in reversed(rows):
        if row["ask"] in wanted and "after" in row:
            wanted.add(row["after"])
    return [row for row in rows if row["ask"] in wanted]
