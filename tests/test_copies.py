"""The verbs of the user's own copy, and where its text is shown: command line, service, page."""

import json

import pytest
from click.testing import CliRunner
from prints import our_text, printed, write_pdf
from terminal import seen_on_a_terminal

from knowledge import originals, store
from server.commands import main
from server.words import COPIES, DOUBTS

pytestmark = pytest.mark.usefixtures("knowledge_base", "storage")


@pytest.fixture(autouse=True)
def forgotten(storage):
    """No test leaves a copy behind."""
    yield
    for game in store.copies():
        store.delete_originals(game)


@pytest.fixture
def rules(tmp_path):
    """A copy of the rules of sitw, of our own writing."""
    path = tmp_path / "rules.txt"
    path.write_text("\n".join(printed("sitw")), encoding="utf-8")
    return path


def run(*arguments):
    return CliRunner().invoke(main, [str(each) for each in arguments])


def answer(*arguments):
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def plain(text):
    return " ".join(text.split())


# Import and forget


def test_an_import_tells_what_it_found_and_what_is_missing(rules):
    told = run("import", "sitw", rules, "--lang", "en")
    assert told.exit_code == 0
    assert "sitw: 226 of 227 cases found in rules.txt" in told.stdout
    assert "Missing\n  U8" in told.stdout
    assert "Stored" in told.stdout
    assert "cas trouvés" in run("import", "sitw", rules, "--lang", "fr").stdout


def test_an_import_tells_what_looks_wrong(rules):
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("\n7.13 ", "\n[7.13 "), encoding="utf-8")
    assert "7.13 (line" in run("import", "sitw", rules, "--lang", "en").stdout
    doubts = answer("import", "sitw", rules)["doubts"]
    assert [(each["number"], each["kind"]) for each in doubts] == [("7.13", "damaged")]


def test_an_import_answers_a_program(rules):
    found = answer("import", "sitw", rules)
    assert (found["game"], found["file"], found["stored"], found["cases"]) == ("sitw", "rules.txt", True, 227)
    assert found["found"][0] == {"number": "1.0", "line": 1}
    assert (len(found["found"]), found["missing"], found["doubts"]) == (226, ["U8"], [])


def test_a_dry_run_tells_the_same_and_stores_nothing(rules):
    found = answer("import", "sitw", rules, "--dry-run")
    assert (len(found["found"]), found["stored"]) == (226, False)
    assert store.copies() == []
    assert "Nothing was stored" in run("import", "sitw", rules, "--dry-run", "--lang", "en").stdout


def test_a_pdf_is_imported(tmp_path):
    lines = printed("tdw")
    write_pdf(tmp_path / "rules.pdf", [lines[start : start + 60] for start in range(0, len(lines), 60)])
    assert len(answer("import", "tdw", tmp_path / "rules.pdf")["found"]) == 119


@pytest.mark.parametrize("content", [b"", b"\0\1\2" * 500, b"%PDF-1.7 broken", b"Some other text.\n" * 50])
def test_a_bad_file_is_refused_and_what_was_there_before_stays(rules, tmp_path, content):
    run("import", "sitw", rules)
    before = originals.original("sitw", "13.17")
    bad = tmp_path / "bad.txt"
    bad.write_bytes(content)
    refused = run("import", "sitw", bad)
    assert refused.exit_code == 2
    assert refused.stderr.startswith("arbitre: bad.txt ")
    assert originals.original("sitw", "13.17") == before is not None


def test_the_copy_of_another_game_is_refused_and_that_game_named(rules):
    refused = run("import", "tdw", rules, "--json")
    assert refused.exit_code == 2
    problem = json.loads(refused.stderr)
    assert (problem["status"], problem["errors"][0]["at"]) == (422, "file")
    assert "it looks like those of sitw" in problem["detail"]
    assert store.copies() == []


@pytest.mark.parametrize("arguments", [("sitw", "nowhere.txt"), ("sitw", "."), ("storm", "pyproject.toml")])
def test_a_file_or_a_game_that_is_not_there_is_refused(arguments):
    assert run("import", *arguments).exit_code == 2


def test_a_copy_is_forgotten_once(rules):
    run("import", "sitw", rules)
    assert answer("forget", "sitw") == {"game": "sitw", "forgotten": True}
    assert store.copies() == []
    again = run("forget", "sitw", "--json")
    assert (again.exit_code, json.loads(again.stderr)["errors"][0]["at"]) == (2, "game")
    assert "no copy of the rules of sitw is imported" in run("forget", "sitw").stderr
    assert run("forget", "storm").exit_code == 2


def test_a_terminal_sees_a_bar(rules):
    assert b"finding" in seen_on_a_terminal("import", "sitw", rules, "--dry-run")


def test_what_is_said_of_copies_is_said_in_both_languages():
    assert all(words.keys() == {"en", "fr"} for words in (*COPIES.values(), *DOUBTS.values()))


# Shown


def test_the_original_appears_beside_ours_and_goes_when_forgotten(rules, server):
    path = "/v1/games/sitw/cases/13.17"
    assert server.get(path).json()["original"] is None
    run("import", "sitw", rules)
    shown = answer("show", "sitw", "13,17")
    assert plain(shown["original"]) == our_text("13.17")
    assert server.get(path).json() == shown
    assert "In your own copy" in run("show", "sitw", "13.17", "--lang", "en").stdout
    assert "Dans votre exemplaire" in run("show", "sitw", "13.17", "--lang", "fr").stdout
    listed = server.get("/v1/games/sitw/cases?limit=500").json()["cases"]
    assert [case["number"] for case in listed if case["original"] is None] == ["U8"]
    run("forget", "sitw")
    assert server.get(path).json()["original"] is None
    assert answer("show", "sitw", "13.17")["original"] is None


def test_an_answer_with_the_users_copy_is_not_kept_by_others(rules, server):
    path = "/v1/games/sitw/cases/13.17"
    assert "public" in server.get(path).headers["Cache-Control"]
    run("import", "sitw", rules)
    answered = server.get(path)
    assert sorted(answered.headers["Cache-Control"].split(", ")) == ["no-cache", "private"]
    assert server.get(path, If_None_Match=answered.headers["ETag"]).status == 304


def test_the_page_of_a_case_shows_the_original_in_either_language(rules, server):
    path = "/games/sitw/cases/13.17"
    assert 'class="original"' not in server.get(path).body.decode()
    text = rules.read_text(encoding="utf-8").replace("\n13.18 ", "\n<b>&amp; 5 < 6\n13.18 ")
    rules.write_text(text, encoding="utf-8")
    run("import", "sitw", rules)
    page = server.get(path + "?lang=fr").body.decode()
    assert "Dans votre exemplaire" in page
    assert "Dans nos mots" in page
    assert "&amp;amp; 5 &lt; 6" in page
    assert "In your own copy" in server.get(path + "?lang=en").body.decode()


# Fidelity


def test_fidelity_lists_the_figures_and_hexes_that_a_record_lacks_by_case(rules):
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("\n13.18 ", "\nAu plus 47 pas, en 2719.\n13.18 "), encoding="utf-8")
    run("import", "sitw", rules)
    found = answer("coverage", "sitw", "--fidelity")
    assert (found["game"], found["compared"], found["absent"]) == ("sitw", 226, ["U8"])
    assert {row["id"]: row["lacks"] for row in found["lacking"]}["sitw:13.17"] == ["47", "2719"]
    assert [row["id"] for row in found["lacking"] if {"47", "2719"} & set(row["lacks"])] == ["sitw:13.17"]
    told = run("coverage", "sitw", "--fidelity", "--lang", "en").stdout
    assert "13.17 Concentric assault (line" in told
    assert "47, 2719" in told


def test_fidelity_takes_all_copies_where_no_game_is_named(rules, tmp_path):
    run("import", "sitw", rules)
    (tmp_path / "tdw.txt").write_text("\n".join(printed("tdw")), encoding="utf-8")
    run("import", "tdw", tmp_path / "tdw.txt")
    games = answer("coverage", "--fidelity")["games"]
    assert [(each["game"], each["compared"]) for each in games] == [("sitw", 226), ("tdw", 119)]


@pytest.mark.parametrize("arguments", [("--fidelity",), ("sitw", "--fidelity"), ("storm", "--fidelity")])
def test_fidelity_needs_a_copy(arguments):
    refused = run("coverage", *arguments)
    assert refused.exit_code == 2
    assert "arbitre import" in refused.stderr or "no game" in refused.stderr
