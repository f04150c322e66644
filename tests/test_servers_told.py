"""What is said of a PostgreSQL server that refuses, is not there, or has an address that cannot be used."""

import logging
import sys

import postgres
import psycopg
import pytest
from click.testing import CliRunner
from conftest import serving, serving_app
from ports import free_port

from knowledge import keeping, store
from knowledge.keeping import servers
from knowledge.keeping.addresses import read_address
from server.app import create_app
from server.commands import main
from server.logs import JsonLines

pytestmark = pytest.mark.usefixtures("let_go")
SECRET = "a-Secret-0f-the-tests"


@pytest.fixture
def nobody() -> int:
    """A port at which nobody listens."""
    return free_port()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("alter role arbitre set default_transaction_read_only = on", "takes no changes just now"),
        ("drop table arbitre_maps", "cannot be"),
        ("update arbitre_state set format = 99", "later version"),
    ],
)
def test_what_the_server_refuses_is_told_in_words_and_nothing_is_changed(postgresql, kept_at, change, told):
    url = postgresql.url()
    kept_at(url)
    store.put_map("west", {})
    with psycopg.connect(url, autocommit=True) as base:
        base.execute(change)
        servers.let_go()
        try:
            with pytest.raises(keeping.NotKept, match=told):
                store.put_map("east", {})
        finally:
            base.execute("set default_transaction_read_only = off")
            base.execute("alter role arbitre reset default_transaction_read_only")


def test_tables_that_were_dropped_are_made_again(postgresql, kept_at):
    url = postgresql.url()
    kept_at(url)
    store.put_map("west", {})
    with psycopg.connect(url) as base:
        for name in ("state", "maps", "tables", "copies", "originals"):
            base.execute(f"drop table arbitre_{name}")
    with pytest.raises(keeping.NotKept):
        store.map_names()
    assert store.map_names() == []
    assert store.put_map("west", {}) is True


def test_a_text_that_the_database_cannot_take_is_told_so(postgresql, kept_at):
    kept_at(postgresql.url())
    with pytest.raises(keeping.NotKept, match="cannot store this"):
        store.put_map("a\0b", {})
    assert store.map_names() == []


@pytest.mark.usefixtures("knowledge_base")
def test_a_service_starts_without_its_database_and_says_so(nobody, kept_at):
    kept_at(f"postgresql://arbitre:{SECRET}@127.0.0.1:{nobody}/arbitre")
    with serving() as (told, client):
        place = f"postgresql://arbitre@127.0.0.1:{nobody}/arbitre"
        assert told["storage"] == {"kind": "postgresql", "place": place, "ready": False}
        assert client.get("/v1/maps").status == 507
        assert client.get("/healthz").status == 503
        assert client.get("/").status == 200


def test_the_command_line_says_why_the_database_cannot_be_reached(nobody, kept_at):
    kept_at(f"postgresql://arbitre:{SECRET}@127.0.0.1:{nobody}/arbitre")
    done = CliRunner().invoke(main, ["tables", "list"])
    assert done.exit_code == 1
    assert "cannot be reached" in done.stderr and "Connection refused" in done.stderr
    assert SECRET not in done.output


def test_a_wrong_password_is_told_and_neither_it_nor_the_right_one_is_shown(postgresql, kept_at, caplog):
    kept_at(postgresql.url(password=SECRET))
    with caplog.at_level(logging.ERROR, "arbitre"), serving_app(create_app()) as client:
        answer = client.get("/v1/maps")
    assert (answer.status, "cannot be reached" in answer.json()["detail"]) == (507, True)
    logged = "\n".join(map(JsonLines().format, caplog.records))
    assert "password authentication failed" in logged
    for shown in (logged, answer.body.decode(), repr(keeping.keeper().address), keeping.keeper().place):
        assert SECRET not in shown and postgres.PASSWORD not in shown
    assert "127.0.0.1" not in answer.body.decode()


@pytest.mark.parametrize(
    "url",
    [
        f"mysql://arbitre:{SECRET}@db.example/arbitre", f"postgresql:/arbitre:{SECRET}@db.example",
        f"postgresql://arbitre:{SECRET}@2@db.example/arbitre", f"postgresql://arbitre:1/{SECRET}@db.example/arbitre",
        f"postgresql://arbitre:x/{SECRET}@db.example/arbitre",
        f"postgresql://arbitre:%zz{SECRET}@db.example/arbitre", f"postgresql://arbitre:{SECRET}@db.example:port/arbitre",
        f"postgresql://arbitre@db.example/arbitre?secret={SECRET}", f"dbname=arbitre password={SECRET}",
    ],
)  # fmt: skip
def test_a_bad_address_is_told_at_the_start_and_no_part_of_it_shown(url, kept_at):
    kept_at(url)
    done = CliRunner().invoke(main, ["serve", "--host", "no address"])
    assert (done.exit_code, "ARBITRE_DATABASE_URL" in done.stderr) == (2, True)
    assert SECRET not in done.output
    with pytest.raises(keeping.BadAddress) as told:
        create_app()
    assert SECRET not in str(told.value) and told.value.__cause__ is None


@pytest.mark.parametrize(
    ("url", "place"),
    [
        (f"postgresql://arbitre:{SECRET}@db.example:5433/arbitre", "postgresql://arbitre@db.example:5433/arbitre"),
        (f"postgres://u:{SECRET}@10.0.0.1:5432,10.0.0.2:5433/a?target_session_attrs=read-write", "postgresql://u@10.0.0.1,10.0.0.2:5432,5433/a"),
        ("postgresql:///arbitre", "postgresql:///arbitre"),
        ("postgresql://%2Frun%2Fpostgresql/arbitre", "postgresql:///run/postgresql/arbitre"),
    ],
)  # fmt: skip
def test_where_things_are_kept_is_told_without_the_password(url, place):
    assert read_address(url).place == place


def test_without_the_driver_the_start_says_what_to_install(kept_at, monkeypatch):
    kept_at("postgresql://arbitre@db.example/arbitre")
    monkeypatch.setitem(sys.modules, "knowledge.keeping.servers", None)
    done = CliRunner().invoke(main, ["serve", "--host", "no address"])
    assert (done.exit_code, "pip install 'arbitre[postgres]'" in done.stderr) == (2, True)
