"""What the user stores: the same in a file and in PostgreSQL."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from conftest import ROOT

from knowledge import keeping, originals, store
from knowledge.library import NotFound

pytestmark = pytest.mark.usefixtures("storage")


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


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
    before = keeping.state()
    elsewhere("store.put_map('west', {'version': 2})")
    assert keeping.state() != before
    assert store.get_map("west") == {"version": 2}


def elsewhere(*work: str) -> None:
    """Do it in a process of its own."""
    assert _begun(*work).wait() == 0


def _begun(*work: str) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-c", "\n".join(["from knowledge import store", *work])], cwd=ROOT)


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


def test_many_processes_begin_at_once_and_nothing_is_lost(home):
    work = "for turn in range(5): store.put_map(f'map-{place}-{turn}', {'place': place, 'turn': turn})"
    begun = [_begun(f"place = {place}", work) for place in range(4)]
    assert [process.wait() for process in begun] == [0] * 4
    assert len(store.map_names()) == 20
    assert all(store.get_map(f"map-{place}-4") == {"place": place, "turn": 4} for place in range(4))


def test_a_copy_is_read_in_the_order_in_which_it_came(home):
    names = ["1.10", "1.2", "B", "a", "1.1"]
    texts = [{"name": name, "line": 7, "text": f"{name} — œuvre", "beside": '["1.3"]'} for name in names]
    assert store.put_originals("toy", {"file": "toy.txt"}, texts)
    assert not store.put_originals("toy", {"file": "toy.txt"}, texts)
    found = originals.originals("toy")
    assert list(found) == names
    assert found["1.2"] == originals.Original("1.2", 7, "1.2 — œuvre", ("1.3",))


def test_names_are_sorted_alike_everywhere(home):
    names = ["Éva", "a", "B", "a-1", "_x", "é", "a.1", "10", "9"]
    for name in names:
        store.put_map(name, {})
    assert store.map_names() == sorted(names)


def test_where_nothing_is_stored_nothing_is_found_and_it_is_ready(home):
    assert keeping.state().version == 0
    assert (store.map_names(), store.copies(), originals.originals("toy")) == ([], [], {})
    assert keeping.is_ready()
    assert keeping.mend() is None


def test_a_change_that_fails_in_the_middle_changes_nothing(home):
    store.put_map("west", {"version": 1})
    before = keeping.state()
    with pytest.raises(ZeroDivisionError), keeping.changing() as change:
        assert change.forget("maps", {"name": "west"})
        raise ZeroDivisionError
    assert keeping.state() == before
    assert store.get_map("west") == {"version": 1}
    assert store.put_map("west", {"version": 2}) is False
