"""Faults of the disk and of the moment: killed, damaged, cut short, full, read only, two at once. Nothing is lost."""

import gc
import json
import os
import resource
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from conftest import ROOT, serving_app
from killed import NEW, OLD, WORK, use_small_data

from knowledge import aside, base, desk, keeping, originals, records, search, shelf, store
from server.app import create_app
from server.commands import main

# Whoosh leaves a file open when it cannot read it.
LEAKS = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
MAP = {"game": "sitw", "map": {"elsewhere": {"terrain": "clear"}}}


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def data(home, tmp_path, monkeypatch) -> Path:
    """One case for all data, so that a build takes no time."""
    for module in (base, records):
        monkeypatch.setattr(module, "data_folder", module.data_folder)
    use_small_data(tmp_path / "data")
    desk.library.cache_clear()
    yield tmp_path / "data" / "toy" / "01-moving.toml"
    desk.library.cache_clear()


@pytest.fixture
def running(data):
    store.build()
    with serving_app(create_app()) as client:
        yield client


def spoil(path: Path, share: float = 0.5) -> None:
    """Overwrite a stretch of a file."""
    content = bytearray(path.read_bytes())
    place = int(len(content) * share)
    content[place : place + 4096] = b"\xff" * len(content[place : place + 4096])
    path.write_bytes(content)


def cut(path: Path, share: float) -> None:
    os.truncate(path, int(path.stat().st_size * share))


# Killed


@pytest.mark.parametrize("work", WORK)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_killed_at_any_step_the_next_start_works_and_nothing_stored_is_lost(work, tmp_path):
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "killed.py"), work, str(tmp_path)],
        capture_output=True, text=True, timeout=1200, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and not [each for each in found if "fault" in each], (done.stderr, found[-1:])
    assert len(found) > 5
    assert [each["killed"] for each in found] == [True] * (len(found) - 1) + [False]
    for each in found:
        assert each["map"] in ((OLD, NEW) if work == "put_map" else (OLD,)), each
        assert each["texts"] in ((["old"], ["new"]) if work == "import_copy" else (["old"],)), each
        assert each["count"] >= (25 if work == "mend" else 30), each
        assert (each["after"], each["hits"]) == ("current", ["toy:1.1"]), each
        assert ("user.damaged" in each["files"]) == (work == "mend"), each
        assert not [name for name in each["files"] if name.startswith(".building") or name == ".knowledge"], each
    last = found[-1]
    assert last["map"] == (NEW if work == "put_map" else OLD)
    assert last["texts"] == (["new"] if work == "import_copy" else ["old"])
    if work == "build":
        assert any(each["interrupted"] for each in found)


# The knowledge base and its index


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.99])
def test_a_knowledge_base_cut_short_is_told_and_built_again(data, share):
    store.build()
    cut(store.knowledge_path(), share)
    assert store.state(thorough=True) == "damaged"
    assert shelf.shown_case("toy", "1.1").case["title"]["en"] == "Moving"
    assert [case.id for case in store.library().cases] == ["toy:1.1"]
    told = CliRunner().invoke(main, ["build", "--if-needed"])
    assert told.exit_code == 0
    assert "is damaged: it is built again" in told.stderr
    assert store.state(thorough=True) == "current"


def test_a_knowledge_base_with_a_damaged_part_still_answers_from_the_data(data):
    store.build()
    for place in range(1, store.knowledge_path().stat().st_size // 4096):
        spoil(store.knowledge_path(), place * 4096 / store.knowledge_path().stat().st_size)
        assert shelf.shown_case("toy", "1.1").case["title"]["en"] == "Moving"
        assert list(shelf.cases_of_number("1.1")) == ["toy:1.1"]
        assert [case.id for case in store.library().cases] == ["toy:1.1"]
    assert store.state(thorough=True) == "damaged"


@LEAKS
@pytest.mark.parametrize("fault", [lambda path: path.unlink(), lambda path: cut(path, 0.5), spoil])
def test_an_index_with_any_file_missing_cut_short_or_spoiled_is_told_and_built_again(data, fault):
    store.build()
    for name in sorted(path.name for path in search.current().iterdir() if path.stat().st_size):
        fault(search.current() / name)
        assert store.state(thorough=True) == "damaged", name
        try:
            search.search(f"moving {name}")
        except search.NotBuilt as told:
            assert "arbitre build" in str(told)
        store.build()
        assert search.search("moving").hits[0].id == "toy:1.1"
    gc.collect()


def test_a_knowledge_base_from_another_version_is_told_and_built_again(data):
    store.build()
    with store.opened(store.knowledge_path()) as old:
        old.table("meta").update("fingerprint", {"value": "of another version"})
        old.conn.commit()
    assert store.state() == "outdated"
    assert "another version" in CliRunner().invoke(main, ["build", "--if-needed"]).stderr
    assert store.state() == "current"


def test_nothing_is_said_of_the_first_build_nor_of_a_base_that_is_current(data):
    assert store.state() == "missing"
    assert CliRunner().invoke(main, ["build", "--if-needed"]).stderr == ""
    assert CliRunner().invoke(main, ["build", "--if-needed"]).stderr == ""


def test_what_a_killed_build_left_is_cleared_away_and_said(data, home):
    store.build()
    (home / ".building-x").mkdir()
    (home / ".knowledge-x.db").write_bytes(b"half")
    assert "did not come to its end" in CliRunner().invoke(main, ["build", "--if-needed"]).stderr
    assert not list(home.glob(".*"))


def test_what_a_build_under_way_has_written_is_left_alone(data, home):
    store.build()
    with aside.alone_in(home):
        (home / ".building-x").mkdir()
        assert aside.tidy(home) is False
        assert (home / ".building-x").exists()


def test_of_two_builds_at_once_one_waits_for_the_other_and_both_are_right(data, home):
    script = "import sys; from pathlib import Path; from killed import use_small_data; from knowledge import store\n"
    script += "use_small_data(Path(sys.argv[1])); store.build(lambda doing, done, total: print(doing))"
    command = [sys.executable, "-c", script, str(data.parents[1])]
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests")))
    with aside.alone_in(_made(home)):
        both = [_started(command, paths), _started(command, paths)]
        deadline = time.monotonic() + 300
        while not all(b"waiting" in _so_far(each) for each in both):
            assert time.monotonic() < deadline
    assert [each.wait(300) for each in both] == [0, 0]
    for each in both:
        each.stdout.close()
    assert store.state(thorough=True) == "current"
    assert len(list(home.glob("index-*"))) == 1


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _started(command, paths):
    started = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": paths})
    os.set_blocking(started.stdout.fileno(), False)
    return started


def _so_far(started) -> bytes:
    time.sleep(0.05)
    started.told = getattr(started, "told", b"") + (started.stdout.read() or b"")
    return started.told


def test_whoever_waited_for_a_build_does_not_build_again(data, home, monkeypatch):
    fresh = iter([False, True])
    monkeypatch.setattr(store, "is_current", lambda: next(fresh))
    assert store.ensure() is None


# Served


def test_data_edited_while_serving_changes_nothing_until_it_is_built(running, data):
    paths = ("/v1/games/toy/cases/1.1", "/v1/search?q=moving", "/v1/games/toy/cases", "/healthz")
    before = [running.get(path).body for path in paths]
    data.write_text("[[case]]\nnumber = 'half a rec")
    assert [running.get(path).body for path in paths] == before
    assert store.state() == "outdated"
    with pytest.raises(records.RecordError, match="01-moving"):
        store.build()
    assert [running.get(path).body for path in paths] == before


def test_a_knowledge_base_that_vanishes_while_serving_is_a_problem_and_no_fault(running, home):
    store.knowledge_path().unlink()
    (home / "index.current").unlink()
    answer = running.get("/v1/search?q=hex")
    assert (answer.status, answer.json()["type"]) == (503, "/docs#not-built")
    assert running.get("/v1/games").status == 503
    assert running.get("/v1/games/toy/cases/1.1").status == 200
    assert running.get("/healthz").status == 503
    store.build()
    assert [running.get(path).status for path in ("/v1/search?q=hex", "/healthz")] == [200, 200]


@LEAKS
def test_an_index_that_is_damaged_while_serving_is_a_problem_and_no_fault(running):
    for path in search.current().iterdir():
        spoil(path, 0.0)
    for word in ("moving", "unité", "1.1", "hexagon"):
        assert running.get(f"/v1/search?q={quote(word)}").status in (200, 503)
    gc.collect()


# What the user stored


@pytest.mark.parametrize("fault", [lambda path: spoil(path, 0.0), lambda path: path.write_bytes(b"no database" * 900)])
def test_what_is_stored_and_damaged_is_a_problem_then_kept_aside_and_said(running, home, fault):
    running.call("PUT", "/v1/maps/west", MAP)
    fault(home / "user.db")
    damaged = (home / "user.db").read_bytes()
    for method, path, body in (("GET", "/v1/maps", None), ("PUT", "/v1/maps/east", MAP)):
        answer = running.call(method, path, body)
        assert (answer.status, answer.json()["type"]) == (507, "/docs#not-kept")
        assert "is damaged" in answer.json()["detail"]
    assert (home / "user.db").read_bytes() == damaged
    said = CliRunner().invoke(main, ["show", "toy", "1.1"])
    assert "what you stored was damaged: the file is kept as" in said.stderr
    kept = list(home.glob("user.damaged-*.db"))
    assert [path.read_bytes() for path in kept] == [damaged]
    assert CliRunner().invoke(main, ["show", "toy", "1.1"]).stderr == ""
    assert running.call("PUT", "/v1/maps/east", MAP).status == 201
    assert running.get("/v1/maps").json() == {"maps": ["east"]}


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_of_a_file_cut_short_what_can_be_read_is_rescued(home, share):
    for place in range(40):
        store.put_map(f"map-{place:02}", {"hexes": {}, "said": "x" * 3000})
    cut(home / "user.db", share)
    mended = keeping.mend()
    assert mended.kept.exists()
    assert 1 <= mended.rescued["maps"] < 40
    assert len(store.map_names()) == mended.rescued["maps"]
    assert all(store.get_map(name)["said"] == "x" * 3000 for name in store.map_names())


def test_what_sqlite_left_beside_a_damaged_file_never_meets_the_new_one(home):
    store.put_map("west", OLD)
    (home / "user.db").write_bytes(b"no database" * 900)
    (home / "user.db-journal").write_bytes(b"left by another")
    keeping.mend()
    assert not (home / "user.db-journal").exists()
    assert store.map_names() == []


def test_what_is_whole_is_left_as_it_is(home):
    assert keeping.mend() is None
    store.put_map("west", OLD)
    before = (home / "user.db").read_bytes()
    assert keeping.mend() is None
    assert (home / "user.db").read_bytes() == before


# The disk


@contextmanager
def disk(folder: Path, size: str):
    """A small disk of its own, where this machine lets us have one."""
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True)
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_on_a_full_disk_nothing_is_half_stored_and_all_goes_on_when_there_is_room(running, home, tmp_path, monkeypatch):
    with disk(tmp_path / "small", "400k"):
        monkeypatch.setenv("ARBITRE_HOME", str(tmp_path / "small"))
        assert running.call("PUT", "/v1/maps/west", MAP).status == 201
        filler = tmp_path / "small" / "filler"
        filler.write_bytes(b"x" * (os.statvfs(tmp_path / "small").f_bavail * 4096))
        large = {"game": "sitw", "map": {"hexes": {f"25{place:02}": {"terrain": "clear"} for place in range(10, 50)}}}
        answer = running.call("PUT", "/v1/maps/east", large)
        assert (answer.status, answer.json()["type"]) == (507, "/docs#not-kept")
        assert "nothing was changed" in answer.json()["detail"]
        told = CliRunner().invoke(main, ["build"])
        assert told.exit_code == 1
        assert "Error" in told.stderr and "a fault of ours" not in told.stderr
        assert running.get("/v1/maps").json() == {"maps": ["west"]}
        assert not list((tmp_path / "small").glob(".*"))
        filler.unlink()
        assert running.call("PUT", "/v1/maps/east", large).status == 201
        store.build()
        assert store.state(thorough=True) == "current"


def test_on_a_disk_that_cannot_be_written_what_is_there_is_served_and_nothing_else_stored(
    running, home, tmp_path, monkeypatch
):
    with disk(tmp_path / "fixed", "4m"):
        monkeypatch.setenv("ARBITRE_HOME", str(tmp_path / "fixed"))
        store.build()
        store.put_map("west", MAP)
        subprocess.run(["mount", "-o", "remount,ro", tmp_path / "fixed"], check=True)
        assert running.get("/v1/maps/west").status == 200
        assert running.get("/v1/search?q=moving").json()["total"] == 1
        answer = running.call("PUT", "/v1/maps/east", MAP)
        assert (answer.status, "nothing was changed" in answer.json()["detail"]) == (507, True)
        assert running.call("DELETE", "/v1/maps/west").status == 507
        assert CliRunner().invoke(main, ["build", "--if-needed"]).exit_code == 0
        told = CliRunner().invoke(main, ["build"])
        assert (told.exit_code, "Read-only" in told.stderr) == (1, True)
        assert running.get("/v1/maps").json() == {"maps": ["west"]}


def test_a_file_that_may_not_grow_leaves_what_was_stored(home):
    store.put_map("west", OLD)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((home / "user.db").stat().st_size, before[1]))
    try:
        with pytest.raises(keeping.NotKept, match=r"user\.db cannot be used"):
            store.put_map("east", {"hexes": {}, "said": "x" * 50_000})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert store.map_names() == ["west"]
    store.put_originals("toy", {}, [{"name": "1.1", "line": 1, "text": "x" * 50_000, "beside": "[]"}])
    assert len(originals.originals("toy")["1.1"].text) == 50_000


# Two at once


def test_whoever_looks_at_what_is_stored_drops_no_lock_of_a_change_under_way(home):
    store.put_map("front", MAP)
    locked = f"import sqlite3; sqlite3.connect({str(home / 'user.db')!r}, timeout=0).execute('begin immediate')"
    with keeping.changing():
        assert keeping.state().version
        done = subprocess.run([sys.executable, "-c", locked], capture_output=True, text=True, check=False)
    assert "database is locked" in done.stderr


def test_a_file_put_in_the_place_of_another_is_looked_at(home, tmp_path):
    store.put_map("front", MAP)
    before, file = keeping.state(), home / "user.db"
    (tmp_path / "other.db").write_bytes(file.read_bytes())
    (tmp_path / "other.db").replace(file)
    assert keeping.state() not in (before, keeping.State(before.place, 0))
    file.unlink()
    assert keeping.state() == keeping.State(before.place, 0)
