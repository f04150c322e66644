"""Boards as drawings: every worked example, every word of the games, nothing that a page could not hold."""

import re
from xml.etree import ElementTree

import pytest

from knowledge.records import examples, games
from rulebook.games import GAMES
from server.board import draw
from server.board.geometry import HALF, RADIUS, Paper, box, clusters
from server.board.looks import look, looks
from server.board.symbols import FEATURES, GROUND, UNITS

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = [example for game in games() for example in examples(game)]


def drawn(example, **options):
    return ElementTree.fromstring(draw(example.game, example.position, action=example.action, **options))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_worked_example_can_be_drawn(lang):
    for example in EXAMPLES:
        board = drawn(example, lang=lang)
        assert board.find(f"{SVG}title").text
        assert board.find(f"{SVG}desc").text
        shown = {each.get("data-unit") for each in board.iter() if each.get("data-unit")}
        assert len(shown) <= len(example.position.get("units", ()))
        used = {each.get("href") for each in board.iter(f"{SVG}use")}
        assert used <= {f"#{each.get('id')}" for each in board.iter() if each.get("id")}, example.id


def test_the_hexes_named_by_a_position_are_on_its_board():
    for example in EXAMPLES:
        grid = GAMES[example.game].grid
        named = {unit["hex"] for unit in example.position.get("units", ()) if grid.contains(unit.get("hex", "?"))}
        named |= {number for number in example.action.get("path", ()) if grid.contains(number)}
        shown = {each.get("data-hex") for each in drawn(example).iter() if each.get("data-hex")}
        assert named <= shown, example.id


def test_words_have_looks_and_looks_are_drawn():
    for game in GAMES.values():
        for kind in ("terrain", "types", "sides"):
            assert set(game.words(kind)) <= set(looks()[kind]), (game.key, kind)
    assert {*looks()["terrain"].values(), look("terrain", "?")} == set(GROUND)
    assert {*looks()["types"].values(), look("types", "?")} == set(UNITS)
    assert {*looks()["features"].values(), look("features", "?")} == set(FEATURES)
    known = {word for game in GAMES.values() for kind in looks() for word in game.words(kind)}
    assert {word for words in looks().values() for word in words} <= known


def test_a_drawing_needs_no_inline_style_and_no_other_host():
    board = draw("sitw", {"units": [{"id": "g1", "type": "infantry", "nation": "german", "hex": "2531"}]})
    assert "style" not in board
    assert re.findall(r"https?://[^\"]+", board) == ["http://www.w3.org/2000/svg"]
    assert "<style>" in draw("sitw", {}, alone=True)


def test_what_was_typed_is_never_taken_for_markup():
    sly = '"><script>alert(1)</script>'
    units = [{"id": sly, "name": sly, "nation": sly, "side": sly, "type": sly, "hex": "2531", "status": [sly]}]
    ground = {f"?{sly}": {"terrain": sly, "features": [sly], "control": sly}, "2531": {"features": [sly]}}
    position = {"units": units, "map": {"hexes": ground, "sides": {"2531/2532": [sly]}}}
    board = draw("sitw", position, marks={"2531": sly}, action={"type": sly, "path": [sly, "2531"], "target": sly})
    assert "<script" not in board
    ElementTree.fromstring(board)


@pytest.mark.parametrize("game", GAMES)
def test_neighbours_lie_one_hex_apart_on_paper_and_others_further(game):
    paper = Paper.of(GAMES[game])
    grid = paper.grid
    middle = next(number for number in grid.numbers() if None not in grid.sides(number))
    for other in grid.within(middle, 2):
        here, there = paper.centre(middle), paper.centre(other)
        distance = ((here.x - there.x) ** 2 + (here.y - there.y) ** 2) ** 0.5
        apart = grid.distance(middle, other)
        assert distance == pytest.approx(2 * HALF) if apart == 1 else (distance > 2 * HALF) == (apart > 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_side_between_two_hexes_joins_two_corners_of_both(game):
    paper = Paper.of(GAMES[game])
    letter = paper.grid.letters[0]
    one, other = paper.centre(f"{letter}2020"), paper.centre(f"{letter}2021")
    for end in paper.side(one, other):
        for centre in (one, other):
            assert ((end.x - centre.x) ** 2 + (end.y - centre.y) ** 2) ** 0.5 == pytest.approx(RADIUS)


@pytest.mark.parametrize(
    ("game", "west", "east"),
    [("sitw", "3337", "3120"), ("tdw", "3106", "3508"), ("tgwe", "E5102", "E4816"), ("tsnp", "0105", "1609")],
)
def test_the_map_lies_as_the_country_does(game, west, east):
    paper = Paper.of(GAMES[game])
    assert paper.centre(west).x < paper.centre(east).x


@pytest.mark.parametrize(
    ("game", "north", "south"), [("sitw", "1339", "3337"), ("tgwe", "E7030", "E4129"), ("tdw", "3508", "4025")]
)
def test_north_is_up(game, north, south):
    paper = Paper.of(GAMES[game])
    assert paper.centre(north).y < paper.centre(south).y


def test_far_parts_of_the_map_stand_side_by_side():
    grid = GAMES["sitw"].grid
    assert clusters(grid, ["2020", "3140", "2022", "3141"]) == [["2020", "2022"], ["3140", "3141"]]
    assert clusters(grid, ["2020", "2027", "2023"]) == [["2020", "2027", "2023"]]
    assert box(grid, ["1001"], 1) == ["1001", "1002", "1101", "1102"]


def test_a_drawing_tells_who_stands_where():
    position = {
        "map": {"hexes": {"2531": {"terrain": "forest"}}},
        "units": [
            {"id": "g1", "type": "infantry", "nation": "german", "hex": "2531", "attack": 5, "defense": 6,
             "movement": 4},
            {"id": "ra", "type": "air", "nation": "british"},
        ],
    }  # fmt: skip
    action = {"type": "attack", "units": ["g1"], "target": "2532"}
    board = ElementTree.fromstring(draw("sitw", position, action=action, lang="fr"))
    assert board.find(f"{SVG}desc").text == "g1 (infanterie): 2531, forêt. Hors carte: ra (unité aérienne). Cible: 2532"
    assert "g1, allemand, infanterie, 5-6-4, 2531" in [each.text for each in board.iter(f"{SVG}title")]
