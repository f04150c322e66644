"""The store: a knowledge base built aside and swapped in, and what the user keeps beside it."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from knowledge import base, records, rows, search, store
from knowledge.library import Library
from knowledge.predicates import predicates

CHAPTER = """
[[case]]
number = "1.1"
title = { en = "Moving", fr = "Marche" }
kind = "limit"
operative = true
cites = ["1.2"]
text.en = "A unit moves one hex."
text.fr = "Une unité avance d'un hexagone."

[[case]]
number = "1.2"
title = { en = "Resting", fr = "Repos" }
kind = "permission"
operative = true
excepts = ["1.1"]
text.en = "A unit may stay."
text.fr = "Une unité peut rester."
"""


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def toy(home, tmp_path, monkeypatch) -> Path:
    """A small `data/` of our own, for the tests that build again and again."""
    folder = tmp_path / "data"
    (folder / "toy").mkdir(parents=True)
    (folder / "toy" / "01-moving.toml").write_text(CHAPTER)
    for module in (records, base):
        monkeypatch.setattr(module, "data_folder", lambda: folder)
    return folder / "toy"


@pytest.fixture
def reading(knowledge_base) -> sqlite3.Connection:
    connection = sqlite3.connect(knowledge_base / "knowledge.db")
    yield connection
    connection.close()


def one(connection: sqlite3.Connection, query: str) -> int:
    return connection.execute(query).fetchone()[0]


def test_home_is_what_the_user_says_else_the_platforms_own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path))
    assert store.home() == tmp_path
    monkeypatch.delenv("ARBITRE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr("sys.platform", "linux")
    assert store.home() == tmp_path / "share" / "arbitre"
    monkeypatch.setattr("sys.platform", "darwin")
    assert store.home() == Path.home() / "Library" / "Application Support" / "arbitre"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert store.home() == tmp_path / "local" / "arbitre"


def test_a_build_holds_every_case_citation_exception_note_term_and_example(reading):
    library = Library.load()
    assert one(reading, "select count(*) from cases") == len(library.cases)
    assert one(reading, "select count(*) from citations") == sum(len(case.cites) for case in library.cases)
    assert one(reading, "select count(*) from exceptions") == sum(len(case.excepts) for case in library.cases)
    assert one(reading, "select count(*) from notes") == sum(len(case.notes) for case in library.cases)
    assert one(reading, "select count(*) from terms") == len(library.terms)
    assert one(reading, "select count(distinct term_id || case_id) from term_cases") > 0
    assert one(reading, "select count(*) from games") == len(library.games)
    rules = sum(len(rules) for rules in predicates().values())
    assert one(reading, "select count(*) from predicates") == rules
    if library.examples:
        assert one(reading, "select count(*) from examples") == len(library.examples)


def test_the_knowledge_base_can_be_asked_in_plain_sql(reading):
    query = "select c.number from exceptions x join cases c on c.id = x.case_id where x.excepts = 'sitw:10.4'"
    assert ("10.5",) in reading.execute(query).fetchall()
    assert one(reading, "select parent from cases where id = 'sitw:12.9.2'") == "sitw:12.9"
    assert one(reading, "select value from meta where key = 'schema'") == str(rows.SCHEMA_VERSION)


def test_the_library_from_the_store_is_the_library_of_the_files(reading):
    stored, read = store.library(), Library.load()
    assert stored.cases == read.cases
    assert stored.terms == read.terms
    assert stored.examples == read.examples
    assert stored.games == read.games


def test_the_library_is_read_from_the_files_where_nothing_is_built(home):
    assert len(store.library().cases) == len(Library.load().cases)
    assert not home.exists()


def test_a_build_reports_what_it_made_and_tells_its_progress(toy, home):
    told = []
    report = store.build(lambda *step: told.append(step))
    assert (report.games, report.cases) == (1, 2)
    assert report.as_json()["path"] == str(home / "knowledge.db")
    assert {doing for doing, _, _ in told} == {"reading", "trying", "indexing", "writing"}
    assert all(0 <= done <= total for _, done, total in told)
    assert {doing for doing, done, total in told if done == total} == {doing for doing, _, _ in told}


def test_trials_are_run_again_only_where_a_rule_or_a_situation_has_changed(toy):
    def steps() -> set[str]:
        told = set()
        store.build(lambda doing, *_: told.add(doing))
        return told

    assert "trying" in steps()
    (toy / "01-moving.toml").write_text(CHAPTER.replace("Resting", "Sleeping"))
    assert "trying" not in steps()
    (toy / "cases").mkdir()
    (toy / "cases" / "01-moving.toml").write_text("# nothing yet\n")
    assert "trying" in steps()


@pytest.mark.slow
def test_what_was_tried_before_is_kept_to_the_letter(knowledge_base, home):
    home.mkdir()
    shutil.copy(knowledge_base / "knowledge.db", home)
    store.build()
    for table in ("proofs", "proof_cases", "predicates"):
        kept, before = (sqlite3.connect(folder / "knowledge.db") for folder in (home, knowledge_base))
        query = f"select * from {table} order by 1, 2"
        assert kept.execute(query).fetchall() == before.execute(query).fetchall()
        kept.close()
        before.close()


def test_a_build_leaves_nothing_lying_about(toy, home):
    store.build()
    store.build()
    names = sorted(path.name.partition("-")[0] for path in home.iterdir())
    assert names == ["index", "index.current", "knowledge.db"]


def test_it_is_current_until_the_data_changes_and_then_built_from_the_new_data(toy):
    assert not store.is_current()
    assert store.ensure() is not None
    assert store.is_current()
    assert store.ensure() is None
    (toy / "01-moving.toml").write_text(CHAPTER.replace("Resting", "Sleeping"))
    assert not store.is_current()
    assert store.ensure() is not None
    assert store.library().case("toy", "1.2").title.en == "Sleeping"
    assert search.search("sleeping").hits[0].id == "toy:1.2"


@pytest.mark.parametrize("damage", ["knowledge.db", "index.current"])
def test_a_damaged_knowledge_base_is_not_current_and_is_built_again(toy, home, damage):
    store.build()
    (home / damage).write_bytes(b"not what it was" * 100)
    assert not store.is_current()
    assert store.library().cases
    store.ensure()
    assert store.is_current()


def test_a_build_that_fails_leaves_the_old_one_in_place(toy, home, monkeypatch):
    store.build()
    before = (home / "knowledge.db").read_bytes()
    monkeypatch.setattr(store, "_add_indexes", lambda base: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        store.build()
    assert (home / "knowledge.db").read_bytes() == before
    assert not list(home.glob(".*"))
    assert search.search("1.1").hits[0].id == "toy:1.1"


def test_a_record_that_cannot_be_read_stops_the_build_and_is_named(toy, home):
    (toy / "02-bad.toml").write_text("[[case]]\nnumber = '1.1'\n")
    with pytest.raises(records.RecordError, match=r"data/toy/02-bad\.toml, case 1\.1: title: Field required"):
        store.build()
    assert not home.exists()


def test_a_build_never_touches_what_the_user_stored(toy):
    store.put_map("west", {"elsewhere": {}})
    store.build()
    store.build()
    assert store.get_map("west") == {"elsewhere": {}}
