"""What the tests share: a home of their own, a knowledge base built once, a real server on a free port."""

import gc
import http.client
import json
import os
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ALL_TRIED = pytest.StashKey[bool]()


@pytest.fixture(scope="session", autouse=True)
def apart(tmp_path_factory):
    """No test reads or writes what the user of this machine stored."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        ours = [name for name in os.environ if name.startswith("ARBITRE_")]
        for name in (*ours, "LC_ALL", "LC_MESSAGES", "LANG"):
            patch.delenv(name, raising=False)
        patch.setenv("ARBITRE_HOME", str(home))
        patch.setenv("ARBITRE_LOG", "off")
        yield home


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="the slow tests too, and every trial anew, as CI runs them")


def pytest_collection_modifyitems(config, items):
    """Every day the slow tests are left out, unless they are named, and what was tried before is not tried again.

    With --all the trials, which are tests themselves, are all run in this session: none is kept from an earlier one.
    The files with slow tests come first, so that no process is left with one when the others are done.
    """
    whole = config.getoption("--all")
    config.stash[ALL_TRIED] = whole and any("outcomes" in item.fixturenames for item in items)
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    if not whole and config.args_source is not pytest.Config.ArgsSource.ARGS:
        left_out = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def pytest_collection_finish():
    """What was collected stays: it need not be looked through whenever memory is cleared."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def knowledge_base(apart, tmp_path_factory, pytestconfig) -> Path:
    """The home in which the whole knowledge base is; of several processes one builds it for all."""
    from knowledge.aside import alone_in

    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    shared.mkdir(exist_ok=True)
    with alone_in(shared, lambda: None):
        if not (shared / "built").exists():
            build_in(shared / "being built", pytestconfig)
            (shared / "being built").rename(shared / "built")
    shutil.copytree(shared / "built", apart, dirs_exist_ok=True)
    return apart


def build_in(home: Path, config) -> None:
    """Build over all cores, where a warning is an error as it is here, and keep what was built for a later run."""
    kept = config.cache.mkdir("knowledge_base") / "knowledge.db"
    home.mkdir(exist_ok=True)
    if kept.exists() and not config.stash[ALL_TRIED]:
        shutil.copy(kept, home)
    build_and_keep(home, kept)


def build_and_keep(home: Path, kept: Path) -> None:
    """Build what the home lacks, and keep a copy of the knowledge base."""
    from knowledge import store
    from knowledge.processes import cores

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARBITRE_HOME", str(home))
        patch.setenv("PYTHONWARNINGS", "error")
        store.build(jobs=cores())
    aside = kept.with_name(f"{os.getpid()}.db")
    shutil.copy(home / "knowledge.db", aside)
    aside.rename(kept)


@pytest.fixture(scope="session")
def outcomes(knowledge_base):
    """Where each trial, by its game, file and name, differed from what is expected, in the build of this session."""
    from knowledge import store

    with store.opened(store.knowledge_path()) as base:
        return {(row["game"], row["file"], row["name"]): row["differences"] for row in base["proofs"].rows}


@dataclass(frozen=True)
class Answered:
    """What a call answered."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self):
        return json.loads(self.body)


@dataclass(frozen=True)
class Client:
    """Calls a server over a real connection."""

    host: str
    port: int
    patience: float = 300.0

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def call(self, method, path, body=None, **headers) -> Answered:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=self.patience)
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            named.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body, {name: value for name, value in named.items() if value})
            answer = connection.getresponse()
            return Answered(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, path, **headers) -> Answered:
        return self.call("GET", path, **headers)

    def post(self, path, body, **headers) -> Answered:
        return self.call("POST", path, body, **headers)


@contextmanager
def serving_app(app):
    """The app on waitress, on a free port of this machine, until the test is done."""
    from waitress import wasyncore

    from server import serving

    sockets, listeners = serving.listen(app, "127.0.0.1", 0, 4)
    stopped = threading.Event()

    def run() -> None:
        while not stopped.is_set():
            wasyncore.loop(timeout=0.05, map=sockets, count=1)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield Client("127.0.0.1", int(listeners[0].effective_port))
    finally:
        stopped.set()
        thread.join()
        serving.close(sockets)


@pytest.fixture(scope="session")
def postgresql():
    """A PostgreSQL server, running."""
    import postgres

    if postgres.programs() is None:
        pytest.skip("no PostgreSQL on this machine")
    with postgres.server() as running:
        yield running


@pytest.fixture(params=["file", "postgresql"])
def storage(request, monkeypatch) -> str:
    """Each place that may keep what the user stores; in PostgreSQL nothing is stored yet."""
    if request.param == "postgresql":
        monkeypatch.setenv("ARBITRE_DATABASE_URL", request.getfixturevalue("postgresql").url())
    yield request.param
    if request.param == "postgresql":
        from knowledge.keeping import servers

        servers.let_go()


@pytest.fixture
def let_go():
    """No connection is left behind."""
    from knowledge.keeping import servers

    yield
    servers.let_go()


@pytest.fixture
def kept_at(monkeypatch):
    """Has what is stored kept at an address."""
    return lambda url: monkeypatch.setenv("ARBITRE_DATABASE_URL", url)


@pytest.fixture(scope="module")
def another():
    import postgres

    if postgres.programs() is None:
        pytest.skip("no PostgreSQL on this machine")
    with postgres.server() as running:
        yield running


@pytest.fixture
def mortal(another):
    """A server that tests may stop and kill."""
    yield another
    if another.main.poll() is not None:
        another.start()


@contextmanager
def serving(*arguments):
    """`arbitre serve` as a process of its own: what it said at the start, and its client."""
    command = [sys.executable, "-m", "server.commands", "serve", "--port", "0", "--json", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        told = json.loads(process.stdout.readline())
        yield told, Client("127.0.0.1", int(told["address"].rpartition(":")[2]))
    finally:
        process.terminate()
        process.wait(120)
        process.stdout.close()


@pytest.fixture(scope="session")
def server(knowledge_base):
    """The whole service, running."""
    from server.app import create_app

    with serving_app(create_app()) as client:
        yield client


# A real browser

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
PATIENCE, TO_OPEN = 120_000, 300_000
AXE = ROOT / "tests" / "vendor" / "axe.min.js"


@pytest.fixture(scope="module")
def browser():
    """A browser for the tests of a file: one that lived on would leave its event loop to the tests after it."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    flags = [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield opened
        opened.close()


# On the page to try the calls a script makes a form of each, once it knows what they take.
IS_MADE = "() => [...document.querySelectorAll('.call form')].every((form) => form.querySelector('button'))"


def new_page(browser, **options):
    """A page in a context of its own, with as much patience as a busy machine needs."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(TO_OPEN)
    return context.new_page()


def go(page, address):
    """Opens a page, and waits until its scripts have made what they make of it."""
    page.goto(address)
    page.wait_for_function(IS_MADE)
    return page


@pytest.fixture
def visit(browser, server):
    """Opens a page of the service; fails where the page asks another host for something, or a script fails."""
    page = new_page(browser, locale="en-GB", viewport={"width": 900, "height": 1000})
    strangers, faults = [], []
    ours = (server.address, f"blob:{server.address}")
    page.on("request", lambda asked: strangers.append(asked.url) if not asked.url.startswith(ours) else None)
    page.on("pageerror", lambda fault: faults.append(str(fault)))

    def visit(path):
        return go(page, server.address + path)

    yield visit
    page.context.close()
    assert (strangers, faults) == ([], [])


@pytest.fixture
def at_the_table(visit):
    """Opens a table, and waits until it is laid."""
    from players import Player

    def sit(path="/table"):
        return Player(visit(path)).ready()

    return sit


def barriers(page, *rules):
    """What axe-core, by all its rules or by these, finds serious or critical on a page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    grave = [each for each in found if each["impact"] in ("serious", "critical")]
    return [(each["id"], node["html"][:200], node["failureSummary"]) for each in grave for node in each["nodes"]]


CLEAR = {"terrain": "clear", "features": [], "control": "german", "country": "france", "sides": []}


def position(**changes):
    """A small table: a German corps, a British one two hexes away, everything else clear."""
    posted = {
        "game": "sitw", "scenario": "campaign", "turn": 3, "phase": "regular-movement", "active": "german",
        "weather": "dry", "options": [], "units_complete": True,
        "map": {"elsewhere": CLEAR},
        "units": [
            {"id": "g1", "type": "infantry", "side": "german", "nation": "german", "hex": "2530", "attack": 5,
             "defense": 6, "movement": 4, "steps": 2, "reduced": False, "supply": "supplied", "status": []},
            {"id": "b1", "type": "infantry", "side": "allied", "nation": "british", "hex": "2532", "attack": 4,
             "defense": 5, "movement": 4, "steps": 2, "reduced": False, "supply": "supplied", "status": []},
        ],
    }  # fmt: skip
    return posted | changes


def move(*path, **changes):
    return {"type": "move", "units": ["g1"], "path": list(path), "mode": "regular"} | changes


def request(**changes):
    """A move of the small table: one step towards the enemy."""
    return {"position": position(), "action": move("2530", "2531")} | changes
