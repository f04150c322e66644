"""What the tests share: a home of their own, a knowledge base built once, a real server on a free port."""

import http.client
import json
import os
import shutil
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST_BUILD = 600.0


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


@pytest.fixture(scope="session")
def knowledge_base(apart, tmp_path_factory, pytestconfig) -> Path:
    """The home in which the whole knowledge base is built, once; of several processes one builds for all."""
    kept = pytestconfig.cache.mkdir("knowledge_base")
    if "PYTEST_XDIST_WORKER" not in os.environ:
        build_from(kept, apart)
        return apart
    shared = tmp_path_factory.getbasetemp().parent
    try:
        (shared / "building").mkdir()
    except FileExistsError:
        copy_when_built(shared / "built", apart)
    else:
        build_from(kept, apart)
        shutil.copytree(apart, shared / "copied")
        (shared / "copied").rename(shared / "built")
    return apart


def build_from(kept: Path, home: Path) -> None:
    """Build, beginning with what an earlier run built: trials of rules that have not changed are not run again."""
    from knowledge import store

    if (kept / "knowledge.db").exists():
        shutil.copy(kept / "knowledge.db", home)
    store.build()
    shutil.copy(home / "knowledge.db", kept / f"{os.getpid()}.db")
    (kept / f"{os.getpid()}.db").rename(kept / "knowledge.db")


def copy_when_built(built: Path, home: Path) -> None:
    """Wait for the process that builds, then take a copy of what it built."""
    until = time.monotonic() + LONGEST_BUILD
    while not built.exists():
        assert time.monotonic() < until, "the knowledge base was not built: see the other process"
        time.sleep(0.1)
    shutil.copytree(built, home, dirs_exist_ok=True)


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

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def call(self, method, path, body=None, **headers) -> Answered:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
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
def server(knowledge_base):
    """The whole service, running."""
    from server.app import create_app

    with serving_app(create_app()) as client:
        yield client


# A real browser

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
AXE = ROOT / "tests" / "vendor" / "axe.min.js"


@pytest.fixture(scope="module")
def browser():
    """A browser for the tests of a file: one that lived on would leave its event loop to the tests after it."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    flags = [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser, server):
    """Opens a page of the service; fails where the page asks another host for something, or a script fails."""
    context = browser.new_context(locale="en-GB", viewport={"width": 900, "height": 1000})
    page = context.new_page()
    strangers, faults = [], []
    ours = (server.address, f"blob:{server.address}")
    page.on("request", lambda asked: strangers.append(asked.url) if not asked.url.startswith(ours) else None)
    page.on("pageerror", lambda fault: faults.append(str(fault)))

    def visit(path):
        page.goto(server.address + path)
        return page

    yield visit
    context.close()
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
