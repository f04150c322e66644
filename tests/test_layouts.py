"""What the table is made of, without a browser: layouts, worked examples, words, files that a strict page may load."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from knowledge import naming
from knowledge.records import examples, games
from rulebook.games import GAMES
from server.words import SPOKEN
from server.words_table import TABLE

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "server" / "static" / "table").glob("*.js"))
EXAMPLES = [example for game in games() for example in examples(game)]


@pytest.mark.parametrize("game", GAMES)
def test_a_layout_holds_every_hex_between_its_corners_with_its_neighbours(server, game):
    grid = GAMES[game].grid
    letter = grid.letters[0]
    found = server.get(f"/v1/games/{game}/layout?first={letter}2018&last={letter}1420").json()
    assert len(found["hexes"]) == 21
    for number, (x, y, near) in found["hexes"].items():
        assert tuple(near) == grid.sides(number)
        for place, other in enumerate(near):
            if other in found["hexes"]:
                ax, ay, bx, by = found["edges"][place]
                there = found["hexes"][other]
                assert there[0] - x == pytest.approx(ax + bx, abs=0.3)
                assert there[1] - y == pytest.approx(ay + by, abs=0.3)
    left, top, width, height = found["view"]
    assert all(left < x < left + width and top < y < top + height for x, y, _ in found["hexes"].values())


@pytest.mark.parametrize("game", GAMES)
def test_without_corners_a_layout_is_the_whole_map(server, game):
    found = server.get(f"/v1/games/{game}/layout").json()
    grid = GAMES[game].grid
    whole = [number for number in grid.numbers() if number[:-4] == grid.letters[0]]
    assert list(found["hexes"]) == whole
    assert found["letters"] == list(grid.letters)
    assert set(found["looks"]["types"]) == set(GAMES[game].words("types"))


@pytest.mark.parametrize(
    ("query", "at"),
    [("first=99", "first"), ("first=25x1", "first"), ("last=%E2%91%A0111", "last"), ("first=0000&last=0000", "first"),
     ("first=2531&last=W2532", "last"), ("radius=3", "radius")],
)  # fmt: skip
def test_a_corner_that_is_no_hex_is_refused_by_name(server, query, at):
    answer = server.get(f"/v1/games/sitw/layout?{query}")
    assert answer.status == 422
    assert at in [error["at"] for error in answer.json()["errors"]]


def test_a_layout_is_kept_by_the_browser(server):
    first = server.get("/v1/games/sitw/layout")
    assert server.get("/v1/games/sitw/layout", If_None_Match=first.headers["ETag"]).status == 304


def test_every_worked_example_can_be_opened_and_asked(server):
    listed = {each["id"] for game in games() for each in server.get(f"/v1/games/{game}/examples").json()["examples"]}
    assert listed == {example.id for example in EXAMPLES}
    for example in EXAMPLES:
        name = example.id.partition(":")[2]
        found = server.get(f"/v1/games/{example.game}/examples/{quote(name)}").json()
        assert found["position"]["game"] == example.game
        answer = server.post("/v1/check", {"position": found["position"], "action": found["action"]})
        if answer.status == 200:
            verdict = answer.json()["verdict"]
            assert verdict == example.expect.get("verdict", verdict), example.id
        else:
            # A position that the book itself refuses: the page tells it with its case.
            assert (answer.status, "case" in answer.json()["errors"][0]) == (422, True), example.id
        assert server.get(f"/table?example={quote(example.id)}").status == 200


def test_an_example_that_is_not_there_names_the_nearest(server):
    answer = server.get("/v1/games/sitw/examples/13.17%2399")
    assert answer.status == 404
    assert answer.json()["errors"][0]["nearest"].startswith("sitw:13.17#")
    assert server.get("/v1/games/chess/examples").status == 404


def test_the_table_of_a_game_that_is_not_there_is_not_found(server):
    assert server.get("/games/chess/table", Accept="text/html").status == 404


# Words


def test_every_word_that_the_table_says_is_there_in_both_languages():
    text = "".join(module.read_text(encoding="utf-8") for module in MODULES)
    assert set(re.findall(r'\bsay\("(\w+)"', text)) <= set(TABLE)
    assert set(re.findall(r'\bspoken\("(\w+)"', text)) <= set(SPOKEN)
    for words in (TABLE, naming.fields(), naming.names()):
        assert all(set(said) == {"en", "fr"} and all(said.values()) for said in words.values())


def test_every_field_of_every_action_and_unit_has_a_name():
    from rulebook.actions import ACTION_TYPES
    from rulebook.position import HexFacts, UnitFacts

    fields = {name for model in ACTION_TYPES.values() for name in model.model_fields}
    fields |= {*UnitFacts.model_fields, *HexFacts.model_fields} - {"formation"}
    assert fields <= set(naming.fields())


@pytest.mark.parametrize("game", GAMES)
def test_every_word_that_an_action_may_hold_has_a_name(game):
    fields = [(name, words) for entry in GAMES[game].vocabulary["actions"].values()
              for name, words in entry.get("fields", {}).items() if not isinstance(words, str)]  # fmt: skip
    assert [f"{name}.{word}" for name, words in fields for word in words if naming.unlabelled(game, (name, word))] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_value_that_a_rule_computes_or_modifies_has_a_name(game):
    values = {str(rule.of) for rule in GAMES[game].rules if rule.effect in ("computes", "modifies")}
    assert [name for name in values if naming.label(game, (name,)) is None] == []


# What a strict page may load


def test_the_page_needs_no_inline_script_and_no_inline_style(server):
    page = server.get("/table?example=sitw:13.17%231").body.decode()
    assert not re.search(r"\sstyle=|\son\w+=|<style", page)
    scripts = re.findall(r"<script([^>]*)>", page)
    assert all('src="/' in each or 'type="application/json"' in each for each in scripts)
    words = re.search(r'<script type="application/json" id="words">(.*?)</script>', page, re.DOTALL)
    assert json.loads(words.group(1))["table"]["undo"] == "Undo"


def test_modules_load_nothing_from_elsewhere_and_make_no_markup_of_strings():
    for module in MODULES:
        text = module.read_text(encoding="utf-8")
        addresses = set(re.findall(r"https?://[^\"'` ]+", text)) - {"http://www.w3.org/2000/svg"}
        assert addresses == set()
        made = r"innerHTML|insertAdjacentHTML|\beval\(|new Function|cssText|Attribute\(.style"
        assert not re.search(made, text), module.name
        assert len(text.splitlines()) <= 400, module.name
