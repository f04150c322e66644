"""The command line: every verb for a person and for a program, its exit codes, its streams."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
import urllib.request

import pytest
from click.testing import CliRunner
from conftest import ROOT, move, position, request

from server.commands import main

pytestmark = pytest.mark.usefixtures("knowledge_base")

CRT_COLUMNS = ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]


def run(*arguments, stdin=None, **environment):
    return CliRunner().invoke(main, [str(each) for each in arguments], input=stdin, env=environment)


def answer(*arguments, **more):
    done = run(*arguments, "--json", **more)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def spawn(*arguments, **more):
    command = [sys.executable, "-m", "server.commands", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


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


# The books


def test_games_lists_each_game_with_its_coverage():
    game = next(game for game in answer("games")["games"] if game["key"] == "sitw")
    assert (game["key"], game["coverage"]["cases"]) == ("sitw", 226)
    assert "1918: Storm in the West" in run("games").stdout


def test_show_gives_the_same_case_as_the_service(server):
    assert answer("show", "sitw", "13.17") == server.get("/v1/games/sitw/cases/13.17").json()


def test_show_prints_title_text_code_relations_examples_and_notes():
    shown = run("show", "sitw", "10.4").stdout
    for part in ("10.4", "What it says in code", "Exceptions to it", "10.5", "Applied by", "In the index under"):
        assert part in shown
    assert "Notes" in run("show", "sitw", "13.17").stdout


def test_show_speaks_french_when_asked_or_when_the_terminal_does():
    assert "Assaut concentrique" in run("show", "sitw", "13.17", "--lang", "fr").stdout
    assert "Assaut concentrique" in run("show", "sitw", "13.17", LANG="fr_FR.UTF-8").stdout
    assert "Concentric assault" in run("show", "sitw", "13.17", "--lang", "en", LANG="fr_FR.UTF-8").stdout
    assert "Concentric assault" in run("show", "sitw", "13.17", LANG="C").stdout


@pytest.mark.parametrize("typed", ["13,17", "[13.17]", "13.17)", "§13.17", "sitw:13.17"])
def test_show_takes_a_number_however_it_is_typed(typed):
    assert answer("show", "sitw", typed)["id"] == "sitw:13.17"


def test_show_works_before_anything_is_built(tmp_path):
    assert answer("show", "sitw", "13.17", ARBITRE_HOME=str(tmp_path)) == answer("show", "sitw", "13.17")
    assert "13.17" in run("show", "sitw", "13.17", ARBITRE_HOME=str(tmp_path)).stdout
    assert not list(tmp_path.iterdir())


def test_show_loads_nothing_heavy():
    asked = """
import sys
from server.commands import main
try: main(["show", "sitw", "13.17", "--json"])
except SystemExit as done: assert not done.code
print(sorted({"whoosh", "flask", "sqlite_utils", "pydantic", "waitress", "rulebook.games"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_what_is_not_there_is_named_with_its_nearest_and_exits_2():
    done = run("show", "sitw", "13.99")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "13.99" in done.stderr
    assert "nearest: 13.9" in done.stderr
    assert run("show", "chess", "1").exit_code == 2
    problem = json.loads(run("show", "sitw", "13.99", "--json").stderr)
    assert (problem["status"], problem["errors"][0]["at"]) == (404, "number")


def test_search_finds_as_the_service_does(server):
    found = answer("search", "ravitaillement forteresse", "--game", "sitw", "--limit", "3")
    assert found == server.get("/v1/search?q=ravitaillement+forteresse&game=sitw&limit=3").json()
    assert len(found["hits"]) == 3
    shown = run("search", "fotress").stdout
    assert "fortress" in shown
    assert "<mark>" not in run("search", "fortress").stdout


def test_search_is_narrowed_by_action_and_chapter_as_in_the_service(server):
    found = answer("search", "forest", "--game", "sitw", "--action", "attack", "--chapter", "13")
    assert found == server.get("/v1/search?q=forest&game=sitw&action=attack&chapter=13").json()
    assert found["hits"]
    assert all(hit["id"].startswith("sitw:13.") for hit in found["hits"])


def test_a_search_that_finds_nothing_says_what_else_to_try():
    for lang, said in (("en", "What else to try"), ("fr", "Ce que vous pouvez essayer")):
        assert said in run("search", "influenza", "--game", "sitw", "--chapter", "13", "--lang", lang).stdout


def test_show_needs_no_game_where_one_alone_has_the_number():
    assert answer("show", "S3.26") == answer("show", "sitw:S3.26") == answer("show", "sitw", "S3.26")


def test_show_lists_the_games_that_have_a_number():
    found = answer("show", "10.4")
    assert {"sitw:10.4", "tdw:10.4", "tgwe:10.4"} <= {case["id"] for case in found["cases"]}
    assert "arbitre show tdw 10.4" in run("show", "10.4").stdout
    assert run("show", "99.9").exit_code == 2
    assert run("show", "sitw", "10.4", "10.5").exit_code == 2


def test_show_tells_how_other_cases_bear_on_one():
    shown = run("show", "sitw", "9.6", "--lang", "en").stdout
    assert "Makes an exception to" in shown
    assert "Overridden in a scenario by" in shown


def test_search_refuses_a_game_or_a_limit_that_cannot_be():
    assert run("search", "x", "--game", "stw").exit_code == 2
    assert run("search", "x", "--limit", "0").exit_code == 2


def test_index_lists_the_terms_and_the_cases_under_one():
    terms = answer("index", "sitw")["terms"]
    assert sum(term["printed"] for term in terms) == 68
    assert answer("index", "sitw", "stosstruppen")["terms"][0]["en"] == "Stosstruppen"
    assert "Stosstruppen" in run("index", "sitw").stdout
    assert "8.3" in run("index", "sitw", "stosstruppen").stdout
    assert run("index", "sitw", "qqqqqqq").exit_code == 2


def test_coverage_counts_what_is_recorded_runs_and_was_tried():
    found = answer("coverage", "sitw")
    assert (found["totals"]["cases"], found["totals"]["records"], len(found["cases"])) == (226, 226, 226)
    assert "sitw:U8" in [row["id"] for row in found["unnumbered"]]
    row = next(row for row in found["cases"] if row["id"] == "sitw:13.17")
    assert (row["status"], row["operative"]) == ("executable", True)
    assert "concentric_assault" in row["predicates"]
    assert row["tests"] > 0
    assert row["examples"] > 0
    assert found["totals"]["tests"] > 0
    assert found in answer("coverage")["games"]


def test_coverage_is_printed_for_a_person_and_as_a_table():
    assert "13.17" in run("coverage", "sitw").stdout
    assert "226 cases" in run("coverage").stdout
    header, rule, *rows = run("coverage", "--markdown").stdout.splitlines()
    assert len(rows) == len(answer("games")["games"])
    assert {line.count("|") for line in (header, rule, *rows)} == {9}
    assert run("coverage", "chess").exit_code == 2


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
    assert process.wait(60) == 0
    process.stdout.close()
    process.stderr.close()


def test_progress_is_shown_on_a_terminal_and_only_there(posted):
    path = posted(*[request()] * 30)
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "server.commands", "check", str(path), "--json"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    shown = b""
    while chunk := read(master):
        shown += chunk
    os.close(master)
    assert process.wait(60) == 0
    assert b"checking" in shown
    assert b"100%" in shown
    assert run("check", path, "--json").stderr == ""


def read(terminal):
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


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


# The knowledge base and the service


def test_build_if_needed_does_nothing_when_all_is_current():
    assert answer("build", "--if-needed")["current"]
    assert run("build", "--if-needed").stdout == ""


def test_an_unknown_verb_or_option_exits_2():
    assert run("adjudicate").exit_code == 2
    assert run("show", "--colour").exit_code == 2


def test_a_fault_of_ours_exits_1_without_a_trace(monkeypatch):
    monkeypatch.setattr("knowledge.shelf.shown_case", lambda game, number: 1 / 0)
    done = run("show", "sitw", "13.17")
    assert done.exit_code == 1
    assert "a fault of ours: ZeroDivisionError" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_setting_that_cannot_be_used_is_named():
    done = run("serve", "--port", "0", ARBITRE_MAX_BODY="lots")
    assert done.exit_code == 2
    assert "ARBITRE_MAX_BODY" in done.stderr
    assert "ARBITRE_LOG" in run("serve", "--port", "0", ARBITRE_LOG="loud").stderr


@pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGINT])
def test_the_service_starts_answers_logs_and_stops_when_told(ended):
    process = spawn("serve", "--port", "0", "--json", env=os.environ | {"ARBITRE_LOG": "info"})
    address = json.loads(process.stdout.readline())["address"]
    with urllib.request.urlopen(f"{address}/healthz") as answered:
        assert json.load(answered)["ready"]
    process.send_signal(ended)
    _, logged = process.communicate(timeout=30)
    line = json.loads(logged.splitlines()[-1])
    assert process.returncode == 0
    assert {"method": "GET", "path": "/healthz", "status": 200}.items() <= line.items()
    assert line["ms"] >= 0
    assert line["size"] > 0


def test_a_request_in_flight_is_answered_before_the_service_stops():
    process = spawn("serve", "--port", "0", "--json")
    address = json.loads(process.stdout.readline())["address"]
    host, _, port = address.removeprefix("http://").partition(":")
    import http.client

    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    body = json.dumps(request()).encode()
    connection.putrequest("POST", "/v1/check")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body[:20])
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
    connection.send(body[20:])
    assert json.load(connection.getresponse())["verdict"] == "legal"
    connection.close()
    assert process.wait(30) == 0
    process.stdout.close()
    process.stderr.close()


def test_a_port_in_use_exits_2_and_says_so(server):
    done = run("serve", "--port", str(server.port))
    assert done.exit_code == 2
    assert str(server.port) in done.stderr
