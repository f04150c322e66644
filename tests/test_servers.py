"""What the user stores in PostgreSQL: shared by processes, and what becomes of it when the server goes."""

import json
import os
import socket
import threading
import time
from contextlib import closing
from types import SimpleNamespace

import psycopg
import pytest
from click.testing import CliRunner
from conftest import serving, serving_app

from knowledge import desk, keeping, originals, store
from knowledge.keeping import servers
from server.app import create_app
from server.commands import main

pytestmark = pytest.mark.usefixtures("let_go")
MAP = {"game": "sitw", "map": {"elsewhere": {"terrain": "clear"}}}


# Shared


@pytest.mark.usefixtures("knowledge_base")
def test_what_one_process_stores_another_sees_at_once(postgresql, kept_at):
    kept_at(postgresql.url())
    asked = {"position": {"game": "sitw", "map": "shared", "units": []}, "action": {"type": "control", "hex": "2531"}}
    with serving() as (_, one), serving() as (_, other):
        for turn, (writer, reader) in enumerate([(one, other), (other, one)] * 5):
            told = {"game": "sitw", "map": {"hexes": {"2531": {"control": ("german", "allied")[turn % 2]}}}}
            assert writer.call("PUT", "/v1/maps/shared", told).status == (201 if turn == 0 else 200)
            assert reader.get("/v1/maps/shared").json() == {"name": "shared"} | told
            rulings = [each.post("/v1/check", asked).json() for each in (reader, writer)]
            assert rulings[0] == rulings[1]
            assert f'"{("german", "allied")[turn % 2]}"' in json.dumps(rulings[0])
        assert one.call("DELETE", "/v1/maps/shared").status == 204
        assert other.get("/v1/maps/shared").status == 404
        assert other.post("/v1/check", asked).status == 422


def test_a_connection_is_not_used_on_both_sides_of_a_fork(postgresql, kept_at):
    kept_at(postgresql.url())
    store.put_map("before", {})
    child = os.fork()
    if not child:
        done = store.map_names() == ["before"] and store.put_map("child", {})
        os._exit(0 if done else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert store.map_names() == ["before", "child"]


def test_no_more_connections_are_kept_than_there_is_use_for(postgresql, kept_at):
    kept_at(postgresql.url())
    together = threading.Barrier(servers.MOST_IDLE + 4)

    def hold(place):
        with servers.server_keeper(os.environ["ARBITRE_DATABASE_URL"])._at_work(keeping.keeper()._connect()):
            together.wait()

    threads = [threading.Thread(target=hold, args=[place]) for place in range(together.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keeping.keeper()._idle) == servers.MOST_IDLE


def test_a_backup_that_is_put_back_counts_at_once(postgresql, kept_at):
    url = postgresql.url()
    kept_at(url)
    store.put_map("west", {"version": 1})
    assert store.get_map("west") == {"version": 1}
    with psycopg.connect(url) as base:
        saved = [base.execute(f"select * from arbitre_{name}").fetchall() for name in ("maps", "state")]
    store.put_map("west", {"version": 2})
    assert store.get_map("west") == {"version": 2}
    with psycopg.connect(url) as base:
        for name, rows in zip(("maps", "state"), saved, strict=True):
            base.execute(f"delete from arbitre_{name}")
            for row in rows:
                base.execute(f"insert into arbitre_{name} values ({', '.join(['%s'] * len(row))})", row)
    assert store.get_map("west") == {"version": 1}


# Lost and found


def test_a_server_that_was_stopped_is_told_in_words_and_used_again_when_it_is_back(mortal, kept_at, knowledge_base):
    kept_at(mortal.url())
    with serving_app(create_app()) as client:
        assert client.call("PUT", "/v1/maps/west", MAP).status == 201
        mortal.stop()
        try:
            for method, path in (("GET", "/v1/maps"), ("PUT", "/v1/maps/east"), ("GET", "/v1/games/sitw/cases/13.17")):
                answer = client.call(method, path, MAP if method == "PUT" else None)
                assert (answer.status, answer.json()["type"]) == (507, "/docs#not-kept")
                assert answer.json()["detail"] == f"{servers.OUT_OF_REACH}; nothing was changed"
            health = client.get("/healthz")
            assert (health.status, health.json()["storage"]) == (503, {"kind": "postgresql", "ready": False})
            assert client.get("/v1/search?q=attack").status == 200
            assert client.post("/v1/check", ASKED).status == 200
            assert client.post("/v1/check", on_map("west")).status == 507
            assert "cannot be reached" in CliRunner().invoke(main, ["tables", "list"]).stderr
        finally:
            mortal.start()
        assert client.get("/v1/maps").json() == {"maps": ["west"]}
        assert client.post("/v1/check", on_map("west")).status == 200
        assert client.get("/healthz").json()["storage"] == {"kind": "postgresql", "ready": True}
        assert client.call("PUT", "/v1/maps/east", MAP).status == 201


POSITION = {"game": "sitw", "units": [{"id": "g1", "type": "infantry", "side": "german", "hex": "2530"}]}
ASKED = {"position": POSITION, "action": {"type": "zoc", "units": ["g1"], "hex": "2531"}}


def on_map(name):
    return {**ASKED, "position": POSITION | {"map": name}}


def test_connections_that_went_while_nobody_used_them_are_made_again_unseen(mortal, kept_at):
    kept_at(mortal.url())
    store.put_map("west", {})
    for change in (lambda: store.put_map("east", {}), lambda: store.map_names(), lambda: store.delete_map("west")):
        mortal.stop()
        mortal.start()
        change()
    assert store.map_names() == ["east"]


def test_a_server_killed_under_writers_keeps_all_that_it_acknowledged_and_nothing_by_half(mortal, kept_at):
    kept_at(mortal.url())
    acknowledged, others, stopped = {}, [], threading.Event()

    def write(place):
        turn = 0
        while not stopped.is_set():
            turn += 1
            told = {"turn": turn, "said": [turn] * 2000}
            try:
                store.put_map(f"map-{place}", told)
            except keeping.NotKept as fault:
                others.append(fault)
                stopped.wait(0.05)
            except BaseException as fault:
                others.append(AssertionError(repr(fault)))
            else:
                acknowledged[place] = turn

    writers = [threading.Thread(target=write, args=[place]) for place in range(4)]
    for writer in writers:
        writer.start()
    try:
        for _ in range(3):
            before, refused = dict(acknowledged), len(others)
            wait_for(lambda before=before: all(acknowledged.get(place, 0) > before.get(place, 0) for place in range(4)))
            mortal.kill()
            wait_for(lambda refused=refused: len(others) > refused)
            sure = dict(acknowledged)
            mortal.start()
            for place, turn in sure.items():
                found = store.get_map(f"map-{place}")
                assert found["turn"] >= turn
                assert found["said"] == [found["turn"]] * 2000
    finally:
        stopped.set()
        for writer in writers:
            writer.join()
    assert [fault for fault in others if not isinstance(fault, keeping.NotKept)] == []
    for place in range(4):
        assert store.put_map(f"map-{place}", {}) is False


def wait_for(done, seconds=300):
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_killed_in_the_middle_of_an_import_the_copy_before_is_whole(mortal, kept_at):
    url = mortal.url()
    kept_at(url)
    store.put_originals("toy", {}, texts("old"))
    told = []

    def replace():
        try:
            store.put_originals("toy", {}, texts("new"))
        except keeping.NotKept as fault:
            told.append(fault)

    # The new texts are in, the old ones gone, and the change waits for its last step when the server is killed.
    with closing(psycopg.connect(url)) as holding:
        holding.execute("lock table arbitre_copies in exclusive mode")
        writer = threading.Thread(target=replace)
        writer.start()
        wait_for(lambda: _is_waiting(url))
        mortal.kill()
        writer.join()
    mortal.start()
    assert len(told) == 1 and not isinstance(told[0], keeping.Unsure)
    found = originals.originals("toy")
    assert (len(found), {each.text for each in found.values()}) == (30, {"old"})
    store.put_originals("toy", {}, texts("new"))
    assert {each.text for each in originals.originals("toy").values()} == {"new"}


def _is_waiting(url):
    with psycopg.connect(url) as base:
        query = "select count(*) from pg_locks where not granted and relation = 'arbitre_copies'::regclass"
        return base.execute(query).fetchone() == (1,)


def texts(word):
    return [{"name": f"1.{place}", "line": place, "text": word, "beside": "[]"} for place in range(30)]


def test_a_server_lost_while_a_change_is_being_kept_is_told_as_not_known(mortal, kept_at, knowledge_base):
    """The commit waits for the end of a check that the test holds up; then the server is killed."""
    url = mortal.url()
    kept_at(url)
    store.put_map("west", {})
    with psycopg.connect(url, autocommit=True) as base:
        base.execute("create function wait() returns trigger language plpgsql as $$ begin "
                     "perform pg_advisory_xact_lock(7); return new; end $$")  # fmt: skip
        base.execute("create constraint trigger waits after insert or update on arbitre_maps "
                     "deferrable initially deferred for each row execute function wait()")  # fmt: skip
    answers = []
    with serving_app(create_app()) as client, closing(psycopg.connect(url)) as holding:
        holding.execute("select pg_advisory_xact_lock(7)")
        writer = threading.Thread(target=lambda: answers.append(client.call("PUT", "/v1/maps/west", MAP)))
        writer.start()
        wait_for(lambda: _waits_for_lock(url))
        mortal.kill()
        writer.join()
    mortal.start()
    assert answers[0].status == 507
    assert answers[0].json()["detail"] == servers.NOBODY_KNOWS
    assert store.get_map("west") in ({}, MAP)


def _waits_for_lock(url):
    with psycopg.connect(url) as base:
        query = "select count(*) from pg_locks where not granted and locktype = 'advisory'"
        return base.execute(query).fetchone() == (1,)


def test_a_server_that_lets_callers_wait_is_not_asked_by_each_of_them(kept_at, monkeypatch):
    told = []

    def stands_still():
        """The time, which stands still once the first was refused: the others all come while the server rests."""
        told.append(time.monotonic())
        return told[min(len(told), 2) - 1]

    monkeypatch.setattr(servers, "time", SimpleNamespace(monotonic=stands_still))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        kept_at(f"postgresql://arbitre@127.0.0.1:{silent.getsockname()[1]}/arbitre?connect_timeout=2")
        for _ in range(50):
            with pytest.raises(keeping.NotKept):
                store.map_names()
        silent.settimeout(0.5)
        silent.accept()[0].close()
        with pytest.raises(TimeoutError):
            silent.accept()


def test_an_answer_is_not_kept_while_the_database_is_out_of_reach(mortal, kept_at):
    kept_at(mortal.url())
    desk._answers.clear()
    mortal.stop()
    try:
        desk.ruling_as_sent(json.dumps(ASKED).encode())
        assert len(desk._answers) == 0
    finally:
        mortal.start()
    desk.ruling_as_sent(json.dumps(ASKED).encode())
    assert len(desk._answers) == 1
