"""The command line: the verbs of the books and of the service, for a person and for a program, and its exit codes."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from conftest import ROOT, request
from terminal import answer, run, spawn

pytestmark = pytest.mark.usefixtures("knowledge_base")


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
    _, logged = process.communicate(timeout=300)
    line = json.loads(logged.splitlines()[-1])
    assert process.returncode == 0
    assert {"method": "GET", "path": "/healthz", "status": 200}.items() <= line.items()
    assert line["ms"] >= 0
    assert line["size"] > 0


def test_a_request_in_flight_is_answered_before_the_service_stops():
    process = spawn("serve", "--port", "0", "--json")
    address = json.loads(process.stdout.readline())["address"]
    host, _, port = address.removeprefix("http://").partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=300)
    body = json.dumps(request()).encode()
    connection.putrequest("POST", "/v1/check")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(len(body)))
    connection.putheader("Expect", "100-continue")
    connection.endheaders()
    assert connection.sock.recv(1000).startswith(b"HTTP/1.1 100 ")  # so that the request is begun
    connection.send(body[:20])
    process.send_signal(signal.SIGTERM)
    until = time.monotonic() + 300
    while takes_connections(host, int(port)):  # it stops
        assert time.monotonic() < until
        time.sleep(0.01)
    connection.send(body[20:])
    assert json.load(connection.getresponse())["verdict"] == "legal"
    connection.close()
    assert process.wait(300) == 0
    process.stdout.close()
    process.stderr.close()


def takes_connections(host, port):
    try:
        socket.create_connection((host, port), timeout=300).close()
    except ConnectionError:
        return False
    return True


def test_a_port_in_use_exits_2_and_says_so(server):
    done = run("serve", "--port", str(server.port))
    assert done.exit_code == 2
    assert str(server.port) in done.stderr
