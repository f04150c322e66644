"""Saves of VASSAL, written here in each of its encodings: read, put on the hexes, nothing guessed, nothing revealed."""

import json
import tomllib
import zipfile

import pytest
from click.testing import CliRunner
from conftest import CLEAR, ROOT
from vassal_saves import ENCODINGS, ESCAPE, Counter, board, commands, hex_grid, joined, nested, write_module, write_save

from rulebook.games import GAMES
from server.commands import main
from server.vassal import archives
from server.vassal.archives import BadSave
from server.vassal.grids import Grid
from server.vassal.reading import read_save
from server.vassal.sequences import commands as split
from server.vassal.sequences import layers, parts

PROFILE = ROOT / "docs" / "embedding" / "profiles" / "sitw.toml"
SETTINGS = tomllib.loads(PROFILE.read_text(encoding="utf-8"))["grid"]
GRID = Grid.model_validate(SETTINGS)
GERMAN = {"Side": "German", "Kind": "infantry", "Attack": 5, "Defense": 6, "Movement": 4, "Steps": 2}
BRITISH = GERMAN | {"Side": "British"}


def middle(number):
    """Where on the map of the sample profile a hex lies."""
    line, place = int(number[:2]), int(number[2:])
    raw = line - GRID.hOff
    return round(GRID.y0 + (60 - place) * GRID.dy + (GRID.dy / 2 if raw % 2 else 0)), round(GRID.x0 + raw * GRID.dx)


def german(name, number, **more):
    return Counter(name, *middle(number), properties=GERMAN, **more)


def british(name, number, **more):
    return Counter(name, *middle(number), properties=BRITISH, **more)


@pytest.fixture
def saved(tmp_path):
    def saved(*counters, encoding="!VCSK", **more):
        return write_save(tmp_path / "game.vsav", commands(counters, **more), encoding)

    return saved


def read(path, **more):
    return read_save(path, PROFILE, **more)


def run(*arguments):
    return CliRunner().invoke(main, ["vassal", *map(str, arguments)])


# The archive and its encodings


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_save_is_read_in_every_encoding_that_vassal_has_written(saved, encoding):
    found = read(saved(german("Vth Corps / 'élite'", "2530"), british("XI", "2532"), encoding=encoding))
    assert [(unit["id"], unit["hex"], unit["nation"]) for unit in found.position["units"]] == [
        ("Vth Corps / 'élite'", "2530", "german"), ("XI", "2532", "british"),
    ]  # fmt: skip
    assert found.position["units"][0]["attack"] == 5


@pytest.mark.parametrize("sign", ["/", ";", ",", "\t", ESCAPE])
@pytest.mark.parametrize(
    "given", [["a", "b"], ["", ""], ["a\\", "b"], ["'a'", "'"], ["a/b;c,d\te\x1bf", "\\"], ["'", "x\\/y"], [""]]
)
def test_a_list_is_read_as_it_was_written_whatever_its_parts_hold(sign, given):
    assert parts(joined(sign, *given), sign) == given


def test_traits_come_out_of_one_another_and_commands_too():
    told = ["hide;I", "mark;A,B", "piece;;;a.png;A"]
    assert layers(nested(told)) == told
    inside = joined(ESCAPE, "b", "c", joined(ESCAPE, "d", "e"))
    assert list(split(joined(ESCAPE, "a", inside, "f"))) == ["a", "b", "c", "d", "e", "f"]


def test_a_stack_tells_where_its_pieces_lie_and_a_deck_that_they_lie_nowhere(saved):
    lost = Counter("I", 0, 0, map="null", properties=GERMAN)
    card = Counter("Card", *middle("2530"), properties=GERMAN)
    found = read(saved(lost, german("II", "2530"), card, stacks=[(*middle("2531"), [0, 1])], decks=[[2]]))
    assert [(unit["id"], unit["hex"]) for unit in found.position["units"]] == [("I", "2531"), ("II", "2531")]
    assert found.elsewhere == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"not a zip", "no save or module"),
        (b"", "no save or module"),
        ({"other": b"x"}, "holds no 'savedGame'"),
        ({"savedGame": b"!VCSK5azz"}, "damaged"),
        ({"savedGame": b"!VCSK"}, "damaged"),
        ({"savedGame": b"!VOBS"}, "damaged"),
        ({"savedGame": ENCODINGS["xz"](b"abc" * 1000)[:-20]}, "damaged"),
        ({"savedGame": b"+/1/piece"}, "a piece of the save is damaged"),
        ({"savedGame": b"+/1/mark;A/x"}, "no basic piece"),
        ({"savedGame": b"+/1/piece;;;a;b/Main Map;left;right"}, "a place in the save is damaged"),
    ],
)
def test_a_file_that_is_no_save_is_refused_in_words(tmp_path, content, says):
    path = tmp_path / "bad.vsav"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        with zipfile.ZipFile(path, "w") as archive:
            for name, inside in content.items():
                archive.writestr(name, inside)
    done = run(path, "--profile", PROFILE)
    assert (done.exit_code, says in done.stderr, "Traceback" in done.stderr) == (2, True, False)
    assert "bad.vsav" in done.stderr or "the save" in done.stderr or "the piece" in done.stderr


@pytest.mark.parametrize("encoding", ["plain", "!VOXZ", "xz"])
def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path, monkeypatch, encoding):
    monkeypatch.setattr(archives, "LARGEST_PART", 100_000)
    path = write_save(tmp_path / "bomb.vsav", "0" * 3_000_000, encoding)
    assert path.stat().st_size < 20_000
    with pytest.raises(BadSave, match="once unpacked"):
        read(path)


def test_pieces_without_end_and_traits_without_end_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("server.vassal.pieces.MOST_PIECES", 3)
    with pytest.raises(BadSave, match="over 3 pieces"):
        read(write_save(tmp_path / "many.vsav", commands([german("I", "2530")] * 4)))
    deep = nested(["hide;I"] * 450 + ["piece;;;a;b"])
    with pytest.raises(BadSave, match="over 400 traits"):
        read(write_save(tmp_path / "deep.vsav", "+/" + joined("/", "1", deep, "null")))


# The grid


def test_the_sample_profile_lies_on_the_grid_of_the_game():
    """Hexes that touch on the board touch in the game."""
    rules = GAMES["sitw"].grid
    for number in ("2530", "2630", "3120", "1339"):
        x, y = middle(number)
        assert GRID.number(x, y) == number
        around = [(0, GRID.dy), (0, -GRID.dy), *((a * GRID.dx, b * GRID.dy / 2) for a in (1, -1) for b in (1, -1))]
        near = {GRID.number(x + along, y + across) for across, along in around}
        assert near == set(rules.neighbours(number))


@pytest.mark.parametrize(
    ("settings", "point", "number"),
    [
        ({}, (0, 32), "0101"),
        ({}, (110.4, 96), "0302"),
        ({}, (55.4, 64), "0202"),
        ({"stagger": False}, (55.4, 64), "0201"),
        ({"first": "V", "sep": "-", "vType": "A"}, (110.4, 96), "C-03"),
        ({"vType": "A", "vOff": 26}, (0, 32), "01AA"),
        ({"hLeading": 0, "vLeading": 3}, (110.4, 96), "30002"),
        ({"hOff": -3}, (0, 32), "-0301"),
        ({"sideways": True}, (32, 0), "0101"),
        ({"sideways": True}, (64, 55.4), "0202"),
        ({"edges": (100, 50)}, (100, 82), "0101"),
        ({"vDescend": True, "size": (640, 554)}, (0, 32), "0111"),
        ({"hDescend": True, "size": (640, 554)}, (0, 32), "1101"),
        ({}, (27, 48), None),
        ({}, (0, 60), None),
    ],
)
def test_hexes_are_numbered_as_vassal_numbers_them(settings, point, number):
    grid = Grid.model_validate({"dx": 55.4, "dy": 64.0, "x0": 0, "y0": 32} | settings)
    assert grid.number(*point) == number


def module_of(tmp_path, *maps):
    return write_module(tmp_path / "game.vmod", *maps)


def sitw_grid(**changes):
    inside = {name: SETTINGS[name] for name in ("dx", "dy", "x0", "y0", "sideways")} | changes
    return hex_grid(inside, {name: SETTINGS[name] for name in ("first", "hOff", "vOff", "hDescend", "stagger")})


def bare_profile(tmp_path, **changes):
    """The sample profile without its grid."""
    text = PROFILE.read_text(encoding="utf-8")
    start, end = text.index("[grid]"), text.index("# What is so in every game")
    for old, new in changes.items():
        text = text.replace(old, new)
    (tmp_path / "bare.toml").write_text(text[:start] + text[end:], encoding="utf-8")
    return tmp_path / "bare.toml"


def test_the_module_gives_the_grid_and_the_size_of_its_board(saved, tmp_path):
    module = module_of(tmp_path, board("", name="Charts"), board(sitw_grid(), edgeWidth=40, edgeHeight=20))
    x, y = middle("2530")
    save = saved(Counter("I", x + 40, y + 20, properties=GERMAN))
    assert read_save(save, bare_profile(tmp_path), module).position["units"][0]["hex"] == "2530"


def test_a_zone_has_its_own_grid_or_none(saved, tmp_path):
    zones = "VASSAL.build.module.map.boardPicker.board"
    chart = f"<{zones}.mapgrid.Zone name='Box' path='0,0;4000,0;4000,300;0,300'/>"
    rest = f"<{zones}.mapgrid.Zone name='All' path='0,0;4000,0;4000,4000;0,4000' useParentGrid='true'/>"
    module = module_of(tmp_path, board(f"<{zones}.ZonedGrid>{sitw_grid()}{chart}{rest}</{zones}.ZonedGrid>"))
    found = read_save(saved(german("I", "2530"), german("II", "1230")), bare_profile(tmp_path), module)
    assert [unit["hex"] for unit in found.position["units"]] == ["2530"]
    assert [each["name"] for each in found.off_grid] == ["II"]


def test_a_module_that_leaves_a_choice_is_asked_about(saved, tmp_path):
    profile = bare_profile(tmp_path)
    profile.write_text(profile.read_text(encoding="utf-8").replace('map = "Main Map"', ""), encoding="utf-8")
    both = module_of(tmp_path, board(sitw_grid(), name="East"), board(sitw_grid(), name="West"))
    with pytest.raises(BadSave, match="2 boards of its maps have hexes"):
        read_save(saved(german("I", "2530")), profile, both)
    with pytest.raises(BadSave, match="0 boards"):
        read_save(saved(german("I", "2530")), profile, module_of(tmp_path, board("")))


def test_a_build_file_with_entities_or_without_sense_is_refused(saved, tmp_path):
    for content, says in ((b"<!DOCTYPE x [<!ENTITY a 'b'>]><x/>", "entities"), (b"<x", "cannot be read")):
        with zipfile.ZipFile(tmp_path / "bad.vmod", "w") as archive:
            archive.writestr("buildFile", content)
        with pytest.raises(BadSave, match=says):
            read_save(saved(german("I", "2530")), bare_profile(tmp_path), tmp_path / "bad.vmod")


# What is told, and what is not


def test_layers_and_properties_tell_what_shows(saved):
    flipped = german("I", "2530", layers={"Step": 2})
    moved = german("II", "2531", layers={"Step": -2})
    assault = Counter("3 Stosstruppen", *middle("2532"), dynamic={"Attack": 7})
    units = read(saved(flipped, moved, assault)).position["units"]
    assert [(unit["reduced"], unit.get("steps")) for unit in units] == [(True, 1), (False, 2), (False, None)]
    assert (units[2]["type"], units[2]["attack"], "defense" in units[2]) == ("stosstruppen", 7, False)


def test_pieces_that_are_not_known_or_in_no_hex_are_listed_and_never_guessed(saved):
    x, y = middle("2530")
    between = Counter("Between", x, y + 30, properties=GERMAN)
    found = read(saved(german("I", "2530"), Counter("Mystery", x, y), Counter("Turn 3", 5, 5), between))
    assert [unit["id"] for unit in found.position["units"]] == ["I"]
    assert found.unknown == [{"name": "Mystery", "image": "counter.png", "hex": "2530"}]
    assert found.off_grid == [{"name": "Between", "x": x, "y": y + 30}]
    assert "units_complete" not in found.position


def test_all_units_are_told_only_where_no_piece_is_left_open(saved):
    boxed = Counter("Reserve", 30, 30, properties=GERMAN)
    assert read(saved(german("I", "2530"), boxed)).position["units_complete"] is True
    for open_piece in (
        Counter("Mystery", *middle("2530")), german("II", "2530", masked_by="p2"), german("II", "2530", hidden_by="p2"),
    ):  # fmt: skip
        assert "units_complete" not in read(saved(german("I", "2530"), open_piece)).position


def test_what_another_player_hides_is_not_revealed(saved):
    save = saved(
        german("I", "2530"),
        british("Masked", "2532", masked_by="secret-of-paul"),
        british("Unseen", "2533", hidden_by="secret-of-paul"),
        british("In hand", "2534", map="British Hand"),
        players=[("secret-of-paul", "Allied"), ("other", "German")],
    )
    for side in (None, "German"):
        found = read(save, side=side)
        told = json.dumps(found.as_json())
        assert not [word for word in ("Masked", "Unseen", "In hand", "2533", "secret") if word in told]
        assert found.masked == [{"hex": "2532", "count": 1}]
    assert [unit["id"] for unit in read(save, side="Allied").position["units"]] == ["I", "Masked", "Unseen"]


def test_pieces_of_one_name_are_told_apart(saved):
    units = read(saved(german("I", "2530"), german("I", "2531"), german("I", "2532"))).position["units"]
    assert [unit["id"] for unit in units] == ["I", "I #2", "I #3"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = 'sitw'", "piece: Field required"),
        ("game = 'chess'\n[[piece]]\nname='*'", "unknown game 'chess'"),
        ("game = 'sitw'\n[[piece]]\nset={}", "say which pieces"),
        ("game = 'sitw'\n[[piece]]\nname='*'\nset={hex='2530'}", "no 'hex'"),
        ("game = 'sitw'\n[[piece]]\nname='*'\nset={atack=3}", "no 'atack'"),
        ("game = 'sitw'\n[[piece]]\nname='*'\nbad=1", "bad"),
        ("game = 'sitw'\n[position]\nunits=[]\n[[piece]]\nname='*'", "no 'units'"),
        ("game = 'sitw'\n[[piece]]\nname='*'", "grid.dx: Field required"),
        ("game =", "Invalid value"),
    ],
)
def test_a_profile_that_is_wrong_is_refused_naming_the_field(saved, tmp_path, text, says):
    profile = tmp_path / "wrong.toml"
    profile.write_text(text, encoding="utf-8")
    done = run(saved(german("I", "2530")), "--profile", profile)
    assert (done.exit_code, says in done.stderr) == (2, True), done.stderr


# The verb


def test_the_verb_prints_a_position_that_the_umpire_takes(saved):
    done = run(saved(german("I", "2530"), Counter("Mystery", *middle("2531"))), "--profile", PROFILE, "--lang", "fr")
    assert done.exit_code == 0
    assert "2530  I  german  infantry" in done.stdout
    assert "Pions inconnus du profil" in done.stdout
    as_json = json.loads(run(saved(german("I", "2530")), "--profile", PROFILE, "--json").stdout)
    assert as_json["position"]["units"][0]["hex"] == "2530"
    assert as_json["position"]["scenario"] == "campaign"


def test_words_that_the_game_does_not_have_are_refused(saved, tmp_path):
    profile = tmp_path / "words.toml"
    text = PROFILE.read_text(encoding="utf-8").replace('type = "infantry"', 'type = "infantery"')
    profile.write_text(text, encoding="utf-8")
    done = run(saved(german("I", "2530")), "--profile", profile)
    assert (done.exit_code, "infantery" in done.stderr) == (2, True)


@pytest.mark.usefixtures("knowledge_base")
def test_a_save_goes_on_to_a_ruling_and_to_options(saved, tmp_path):
    facts = {"turn": 3, "phase": "regular-movement", "active": "german", "weather": "dry", "options": [],
             "map": {"elsewhere": CLEAR}}  # fmt: skip
    (tmp_path / "facts.json").write_text(json.dumps(facts), encoding="utf-8")
    given = ("--profile", PROFILE, "--facts", tmp_path / "facts.json", "--assume", "ordinary", "--json")
    save = saved(german("I", "2530"), british("XI", "2532"))
    action = {"type": "move", "units": ["I"], "path": ["2530", "2531", "2631"], "mode": "regular"}
    ruling = json.loads(run(save, *given, "--check", json.dumps(action)).stdout)["ruling"]
    assert ruling["verdict"] == "illegal"
    assert "sitw:10.4" in [finding["case"] for finding in ruling["findings"]]
    (tmp_path / "action.json").write_text(json.dumps(action | {"path": ["2530", "2531"]}), encoding="utf-8")
    assert json.loads(run(save, *given, "--check", tmp_path / "action.json").stdout)["ruling"]["verdict"] == "legal"
    options = json.loads(run(save, *given, "--options", "I").stdout)["options"]
    assert "2531" in [move["to"] for move in options["moves"]]
    assert run(save, *given, "--options", "nobody").exit_code == 2
    assert run(save, *given, "--check", "{").exit_code == 2
