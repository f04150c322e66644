"""Concepts across the games: what is compared, by which names it is found, and the three ways to ask."""

import json
import re
from html import unescape
from urllib.parse import quote

import pytest
from click.testing import CliRunner

from knowledge import concepts
from knowledge.concepts import find
from knowledge.library import Library
from knowledge.numbers import NotFound
from rulebook.games import GAMES
from server import shapes
from server.commands import main

ALL = concepts.concepts()
SAYINGS = [
    pytest.param(game, saying, id=f"{concept.name}-{at}-{game}")
    for concept in ALL for at, aspect in enumerate(concept.aspects) for game, saying in aspect.says.items()
]  # fmt: skip


@pytest.fixture(scope="module")
def library():
    return Library.load()


def run(*arguments, **environment):
    return CliRunner().invoke(main, ["compare", *arguments], env=environment)


# What is compared


def test_there_are_at_least_twenty_five():
    assert len(ALL) >= 25


def test_no_two_share_a_name_however_it_is_typed():
    claimed = {}
    for concept in ALL:
        for name in concept.names:
            assert claimed.setdefault(concepts._plain(name), concept.name) == concept.name, name


@pytest.mark.parametrize("concept", ALL, ids=lambda concept: concept.name)
def test_a_concept_compares_at_least_two_games_on_two_to_five_sides(concept):
    assert len(concept.games) >= 2
    assert 2 <= len(concept.aspects) <= 5
    titles = [aspect.title.en for aspect in concept.aspects]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("concept", ALL, ids=lambda concept: concept.name)
def test_every_side_of_a_concept_is_told_of_two_games(concept):
    lonely = [aspect.title.en for aspect in concept.aspects if len(aspect.says) < 2]
    assert lonely == []


@pytest.mark.parametrize("game, saying", SAYINGS)
def test_what_a_game_says_rests_on_cases_of_its_book(game, saying, library):
    assert game in GAMES
    assert saying.cases
    assert len(set(saying.cases)) == len(saying.cases)
    assert [id for id in saying.cases if id not in library or library[id].game != game] == []


@pytest.mark.parametrize("game, saying", SAYINGS)
def test_both_languages_give_the_same_figures(game, saying):
    assert sorted(figures(saying.en)) == sorted(figures(saying.fr))


def figures(text):
    """The hexes and amounts of a sentence; small numbers may be words in one language and figures in the other."""
    return set(re.findall(r"\b\d{4}\b|(?<!\d)[+-]\d", text))


def test_the_play_aid_of_marne_says_nothing_of_what_it_leaves_out():
    silent = {"stacking", "supply-line", "reinforcements", "replacements", "victory", "hex-control", "order-of-play"}
    assert {concept.name for concept in ALL if "marne" in concept.games} & silent == set()


# By which names


@pytest.mark.parametrize("typed, name", [
    ("zone-of-control", "zone-of-control"),
    ("Zones of Control", "zone-of-control"),
    ("ZOC", "zone-of-control"),
    ("zdc", "zone-of-control"),
    ("Zone de contrôle", "zone-of-control"),
    ("les zones de controle", "zone-of-control"),
    ("empilements", "stacking"),
    ("ravitaillement", "supply-line"),
    ("OOS", "out-of-supply"),
    ("TRANCHEES", "trenches"),
    ("tranchée", "trenches"),
    ("the trenches", "trenches"),
    ("forteresses", "forts"),
    ("HQs", "headquarters"),
    ("QG", "headquarters"),
    ("chars", "tanks"),
    ("armour", "tanks"),
    ("DRM", "shifts-and-modifiers"),
    ("CRT", "odds"),
    ("  retreats ", "retreat"),
    ("événements", "events"),
    ("evenement", "events"),
    ("column shifts", "shifts-and-modifiers"),
    ("météo", "weather"),
    ("sequence", "order-of-play"),
])  # fmt: skip
def test_a_concept_is_found_however_it_is_typed(typed, name):
    assert find(typed).name == name


@pytest.mark.parametrize("concept", ALL, ids=lambda concept: concept.name)
def test_every_name_finds_its_concept(concept):
    assert {find(name).name for name in (*concept.names, *map(str.upper, concept.names))} == {concept.name}


@pytest.mark.parametrize("typed", ["", " ", "-", "e", "on", "xyzzy", "é" * 500])
def test_what_names_nothing_is_not_found(typed):
    with pytest.raises(NotFound):
        find(typed)


def test_a_slip_of_the_pen_gets_the_nearest():
    with pytest.raises(NotFound) as failed:
        find("zone of contrl")
    assert failed.value.nearest[0] == "zone-of-control"


# The call


def test_the_concepts_are_listed(server):
    answer = server.get("/v1/concepts").json()
    shapes.ConceptsAnswer.model_validate(answer)
    assert [each["name"] for each in answer["concepts"]] == [concept.name for concept in ALL]


@pytest.mark.parametrize("concept", ALL, ids=lambda concept: concept.name)
def test_a_concept_is_told_with_its_cases(server, concept):
    answer = server.get(f"/v1/concepts/{concept.name}").json()
    shapes.ConceptAnswer.model_validate(answer)
    assert [aspect["title"]["en"] for aspect in answer["aspects"]] == [each.title.en for each in concept.aspects]
    assert answer["games"] == sorted(concept.games)


def test_the_call_takes_any_name_and_gives_titles(server):
    answer = server.get(f"/v1/concepts/{quote('zone de contrôle')}").json()
    who = answer["aspects"][0]["games"]["sitw"]
    assert answer["name"] == "zone-of-control"
    assert {"id": "sitw:10.2", "title": {"en": "Where a ZOC stops", "fr": "Où s'arrête une ZDC"}} in who["cases"]


def test_an_unknown_concept_is_a_problem_with_the_nearest(server):
    told = server.get("/v1/concepts/zone-of-contrl")
    assert told.status == 404
    assert told.headers["Content-Type"] == "application/problem+json"
    assert "zone-of-control" in json.dumps(told.json()["errors"])


# The verb


@pytest.mark.usefixtures("knowledge_base")
class TestCompare:
    def test_in_both_languages(self):
        english, french = run("zone of control", "--lang", "en"), run("zone of control", "--lang", "fr")
        assert (english.exit_code, french.exit_code) == (0, 0)
        assert "Who has one" in english.output and "10.1" in english.output
        assert "Qui en a une" in french.output and "10.1" in french.output

    def test_as_json_it_is_the_call(self, server):
        done = run("ZOC", "--json")
        assert json.loads(done.stdout) == server.get("/v1/concepts/zone-of-control").json()

    def test_without_a_concept_it_lists_them(self):
        done = run("--lang", "fr")
        assert all(f"{concept.name}: {concept.title.fr}" in done.output for concept in ALL)
        assert len(json.loads(run("--json").stdout)["concepts"]) == len(ALL)

    def test_an_unknown_concept_exits_with_2_and_the_nearest(self):
        done = run("stacing")
        assert done.exit_code == 2
        assert "stacking" in done.stderr


# The pages


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_list_links_to_every_concept(server, lang):
    page = read(server, f"/concepts?lang={lang}")
    assert all(f"/concepts/{concept.name}" in page and getattr(concept.title, lang) in page for concept in ALL)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("concept", ALL, ids=lambda concept: concept.name)
def test_a_page_says_what_each_game_says_with_links_to_the_cases(server, library, concept, lang):
    page = read(server, f"/concepts/{concept.name}?lang={lang}")
    for aspect in concept.aspects:
        assert getattr(aspect.title, lang) in page
        for game, saying in aspect.says.items():
            assert getattr(saying, lang) in page
            assert all(f"/games/{game}/cases/{library[id].number}" in page for id in saying.cases)


def test_a_link_of_a_page_leads_to_the_case(server):
    page = read(server, "/concepts/forts?lang=en")
    link = re.search(r'href="(/games/tsnp/[^"]*14\.82[^"]*)"', page).group(1)
    assert "14.82" in read(server, link)


def test_the_page_of_an_unknown_concept_is_a_404_that_names_the_nearest(server):
    answer = server.get("/concepts/zone-of-contrl", Accept="text/html")
    assert answer.status == 404
    assert "zone-of-control" in answer.body.decode()


def read(server, path):
    answer = server.get(path, Accept="text/html")
    assert answer.status == 200
    return unescape(answer.body.decode())
