"""The umpire at the command line: requests and streams of them, options, the user's own tables."""

import json
import subprocess

import pytest
from conftest import move, position, request
from terminal import answer, run, seen_on_a_terminal, spawn

pytestmark = pytest.mark.usefixtures("knowledge_base")

CRT_COLUMNS = ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]


def crt(**changes):
    rows = {str(roll): dict.fromkeys(CRT_COLUMNS, f"{roll}/2") for roll in range(1, 10)}
    lines = [",".join(["roll", *CRT_COLUMNS]), *(",".join([roll, *cells.values()]) for roll, cells in rows.items())]
    text = "\n".join(lines) + "\n"
    for old, new in changes.items():
        text = text.replace(old.replace("_", "/"), new)
    return text


@pytest.fixture
def posted(tmp_path):
    """Writes a request to a file."""

    def write(*requests, name="request.json"):
        path = tmp_path / name
        path.write_text("\n".join(each if isinstance(each, str) else json.dumps(each) for each in requests))
        return path

    return write


# The umpire


def test_check_answers_one_request_from_a_file_or_from_standard_input(posted):
    path = posted(request())
    ruling = answer("check", path)
    assert ruling["verdict"] == "legal"
    assert json.loads(run("check", "-", "--json", stdin=path.read_bytes()).stdout) == ruling
    assert json.loads(run("check", "-", "--json", stdin=json.dumps(request(), indent=2)).stdout) == ruling


def test_check_prints_the_verdict_the_reasons_and_what_would_do_instead(posted):
    path = posted(request(action=move("2530", "2531", "2631")))
    shown = run("check", path)
    assert shown.exit_code == 0
    for part in ("Illegal", "10.4 forbids: g1", "Values", "cost: 2 / 4", "Instead", "Legal if it stops in 2531."):
        assert part in shown.stdout
    assert "Interdit" in run("check", path, "--lang", "fr").stdout
    unsettled = run("check", posted(request(position=position(weather=None, map=None))))
    assert "Undetermined" in unsettled.stdout
    assert "map.hexes.2531.terrain" in unsettled.stdout


def test_a_wrong_request_exits_2_and_names_the_field(posted):
    done = run("check", posted(request(position=position(weather="dri"))))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "position.weather: unknown weather 'dri'" in done.stderr
    problem = json.loads(run("check", posted(request(position=position(weather="dri"))), "--json").stderr)
    assert problem["errors"][0] == problem["errors"][0] | {"at": "position.weather", "nearest": "dry"}


@pytest.mark.parametrize("text", ["", "{", "[]", "nothing", '{"position":', '{\n "position": {},\n "action": [}\n}'])
def test_a_text_that_is_no_request_exits_2(posted, text):
    done = run("check", posted(text))
    assert done.exit_code == 2
    assert "body" in done.stderr or "position" in done.stderr


def test_a_file_that_is_not_there_exits_2(tmp_path):
    for verb in ("check", "options"):
        done = run(verb, tmp_path / "none.json")
        assert done.exit_code == 2
        assert "none.json" in done.stderr


def test_a_stream_gives_one_ruling_a_line_and_goes_on_after_a_bad_one(posted):
    path = posted(request(), "{broken", "", request(action=move("2530", "2531", "2631")), request(action={"type": "x"}))
    done = run("check", path, "--json")
    first, second, third, fourth = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 2
    assert (first["verdict"], third["verdict"]) == ("legal", "illegal")
    assert (second["line"], second["status"], fourth["line"], fourth["status"]) == (2, 400, 5, 422)
    assert fourth["errors"][0]["at"] == "action.type"
    shown = run("check", path).stdout.splitlines()
    assert len(shown) == 4
    assert "line 2" in shown[1]


def test_a_stream_whose_first_line_is_bad_is_still_a_stream(posted):
    done = run("check", posted("{broken", request()), "--json")
    assert [json.loads(line).get("verdict") for line in done.stdout.splitlines()] == [None, "legal"]
    alone = run("check", posted("{broken", name="one.jsonl"), "--json")
    assert (alone.exit_code, json.loads(alone.stdout)["line"]) == (2, 1)


def test_a_good_stream_exits_0(posted):
    done = run("check", posted(request(), request()), "--json")
    assert (done.exit_code, len(done.stdout.splitlines())) == (0, 2)


def test_a_stream_is_answered_while_it_still_comes():
    process = spawn("check", "-", "--stream", "--json", stdin=subprocess.PIPE)
    process.stdin.write(json.dumps(request()).encode() + b"\n")
    process.stdin.close()
    assert json.loads(process.stdout.readline())["verdict"] == "legal"
    assert process.wait(300) == 0
    process.stdout.close()
    process.stderr.close()


def test_progress_is_shown_on_a_terminal_and_only_there(posted):
    path = posted(*[request()] * 30)
    shown = seen_on_a_terminal("check", path, "--json")
    assert b"checking" in shown
    assert b"100%" in shown
    assert run("check", path, "--json").stderr == ""


def test_options_lists_what_a_unit_may_do(posted):
    path = posted({"position": position(), "unit": "g1"})
    found = answer("options", path)
    assert "2531" in [each["to"] for each in found["moves"]]
    assert "2532" in [each["hex"] for each in found["barred"]]
    shown = run("options", path).stdout
    assert "It may go to" in shown
    assert "Barred" in shown
    wrong = run("options", posted({"position": position(), "unit": "g9"}))
    assert wrong.exit_code == 2
    assert "unit: no unit of the position is named 'g9'" in wrong.stderr


# The user's own tables


@pytest.mark.usefixtures("storage")
def test_a_table_of_the_users_own_is_stored_used_and_removed(tmp_path, posted, monkeypatch, knowledge_base):
    path = tmp_path / "crt.csv"
    path.write_text(crt(), encoding="utf-8-sig")
    roll = {"type": "roll", "table": "combat", "column": "3:1", "dice": [4], "modifier": 0}
    battle = {"position": {"game": "sitw"}, "action": roll}
    before = answer("check", posted(battle))
    assert answer("tables", "list", "sitw")["tables"][0] == {
        "game": "sitw", "table": "crt", "case": "sitw:13.28", "stored": False,
    }  # fmt: skip
    assert answer("tables", "add", "sitw", "crt", path) == {"game": "sitw", "table": "crt", "created": True}
    assert answer("tables", "list")["tables"][0]["stored"]
    assert "4/2" in json.dumps(answer("check", posted(battle))["values"])
    assert run("tables", "add", "sitw", "crt", path).exit_code == 0
    assert answer("tables", "remove", "sitw", "crt")["removed"]
    assert answer("check", posted(battle)) == before
    assert run("tables", "remove", "sitw", "crt").exit_code == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "header: wanted roll,1:2"),
        (crt(**{"roll,": "die,"}), "header: wanted roll,1:2"),
        (crt(**{",7:1": ""}), "header: wanted roll,1:2"),
        (crt(**{"\n9,": "\n10,"}), "row 9: missing"),
        (crt(**{"\n9,": "\n8,"}), "row 8: given 2 times"),
        (crt(**{"\n5,5/2,": "\n5,"}), "row 5: 7 cells for 8 columns"),
        (crt(**{"\n5,5/2,": "\n5,5-2,"}), "row 5, column 1:2: '5-2' is no result; write it as in 2/3"),
    ],
)
def test_a_table_that_is_wrong_is_refused_and_the_cell_named(tmp_path, text, told):
    path = tmp_path / "crt.csv"
    path.write_text(text)
    done = run("tables", "add", "sitw", "crt", path)
    assert done.exit_code == 2
    assert told in done.stderr
    assert not answer("tables", "list", "sitw")["tables"][0]["stored"]


def test_a_table_that_no_game_uses_is_refused(tmp_path):
    path = tmp_path / "crt.csv"
    path.write_text(crt())
    assert "nearest: crt" in run("tables", "add", "sitw", "cat", path).stderr
    assert run("tables", "add", "chess", "crt", path).exit_code == 2
    assert run("tables", "add", "sitw", "crt", tmp_path / "none.csv").exit_code == 2
