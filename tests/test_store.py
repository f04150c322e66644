"""The store: a knowledge base built aside and swapped in, and what the user keeps beside it."""

import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from knowledge import base, records, rows, search, store
from knowledge.library import Library, NotFound
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


def test_a_map_is_kept_replaced_and_forgotten_by_its_name(home):
    assert store.map_names() == []
    assert store.put_map("west", {"hexes": {"2731": {"terrain": "forest"}}}) is True
    assert store.put_map("west", {"elsewhere": {"terrain": "clear"}}) is False
    assert store.get_map("west") == {"elsewhere": {"terrain": "clear"}}
    store.put_map("East – né à l'Est", {})
    assert store.map_names() == ["East – né à l'Est", "west"]
    store.delete_map("west")
    with pytest.raises(NotFound, match="no stored map 'west'"):
        store.get_map("west")


def test_a_map_that_is_not_there_names_the_nearest(home):
    store.put_map("western-front", {})
    with pytest.raises(NotFound, match="nearest: western-front"):
        store.get_map("western-frnt")
    with pytest.raises(NotFound, match="nearest: western-front"):
        store.delete_map("western-frnt")


def test_a_stored_map_cannot_be_changed_through_what_was_read(home):
    store.put_map("west", {"hexes": {}})
    store.get_map("west")["hexes"]["2731"] = {}
    assert store.get_map("west") == {"hexes": {}}


def test_a_table_is_kept_by_game_and_name(home):
    assert store.get_table("sitw", "crt") is None
    store.put_table("sitw", "crt", [{"die": "1", "3:1": "1/2"}])
    store.put_table("tdw", "crt", [])
    assert store.get_table("sitw", "crt") == [{"die": "1", "3:1": "1/2"}]
    assert store.table_names("sitw") == ["crt"]
    assert store.delete_table("sitw", "crt") is True
    assert store.delete_table("sitw", "crt") is False
    assert store.get_table("sitw", "crt") is None
    assert store.get_table("tdw", "crt") == []


def test_a_build_never_touches_what_the_user_stored(toy):
    store.put_map("west", {"elsewhere": {}})
    store.build()
    store.build()
    assert store.get_map("west") == {"elsewhere": {}}


def test_what_cannot_be_stored_leaves_what_was_there(home):
    store.put_map("west", {"elsewhere": {}})
    with pytest.raises(ValueError, match="not JSON compliant"):
        store.put_map("west", {"cost": float("nan")})
    assert store.get_map("west") == {"elsewhere": {}}


def test_a_name_is_never_taken_for_sql(home):
    store.put_map("a'; drop table maps; --", {"kept": True})
    assert store.get_map("a'; drop table maps; --") == {"kept": True}


def test_a_change_made_by_another_process_is_seen(home):
    store.put_map("west", {"version": 1})
    assert store.get_map("west") == {"version": 1}
    before = store.user_version()
    other = sqlite3.connect(home / "user.db")
    with other:
        other.execute("""update maps set content = '{"version": 2}'""")
    other.close()
    assert store.user_version() != before
    assert store.get_map("west") == {"version": 2}


def test_many_threads_store_and_read_at_once_and_nothing_is_lost(home):
    faults = []

    def keep(place: int) -> None:
        try:
            for turn in range(5):
                store.put_map(f"map-{place}-{turn}", {"place": place, "turn": turn})
                assert store.get_map(f"map-{place}-{turn}") == {"place": place, "turn": turn}
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=keep, args=[place]) for place in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert len(store.map_names()) == 40
