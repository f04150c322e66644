"""The judged queries: written from the rulebooks, French and English, each with the case that answers it."""

import tomllib
from pathlib import Path

import pytest

from knowledge import search
from knowledge.library import Library
from knowledge.records import games

JUDGED = Path(__file__).parent / "judged"
FEWEST = 60
FIRST, FIRST_THREE = 0.85, 0.97

pytestmark = pytest.mark.usefixtures("knowledge_base")


def judged(game: str) -> dict[str, set[str]]:
    """Each query of a book with the ids of the cases that answer it."""
    path = JUDGED / f"{game}.toml"
    if not path.exists():
        pytest.skip(f"no judged queries of {game} yet")
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["query"]
    return {row["q"]: {f"{game}:{number}" for number in row.get("cases") or [row["case"]]} for row in rows}


def places(game: str) -> dict[str, int | None]:
    """At which place, from 0, each query finds a right case; None where not among the first three."""
    found = {query: [hit.id for hit in search.search(query, game=game, limit=3).hits] for query in judged(game)}
    return {
        query: next((place for place, id in enumerate(found[query]) if id in wanted), None)
        for query, wanted in judged(game).items()
    }


@pytest.mark.parametrize("game", games())
def test_the_queries_of_a_book_are_enough_in_both_languages_and_name_real_cases(game):
    asked, library = judged(game), Library.load()
    assert len(asked) >= FEWEST
    assert [id for wanted in asked.values() for id in wanted if id not in library] == []
    rows = tomllib.loads((JUDGED / f"{game}.toml").read_text(encoding="utf-8"))["query"]
    assert {row["lang"] for row in rows} == {"en", "fr"}


@pytest.mark.parametrize("game", games())
def test_the_right_case_comes_first_and_nearly_always_among_the_first_three(game):
    found = places(game)
    first = [query for query, place in found.items() if place == 0]
    missed = [query for query, place in found.items() if place is None]
    assert len(first) / len(found) >= FIRST, [query for query, place in found.items() if place]
    assert 1 - len(missed) / len(found) >= FIRST_THREE, missed
