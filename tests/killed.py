"""A process that is killed at one step of its work after another, and what its home is like after each.

Run as `python tests/killed.py WORK HOME`: the work is done again and again, each time in a copy of the home, killed at
the first, second, third … thing that it does to files, until it comes to its end. After each the copy is looked at by a
process of its own, and one line of JSON says what was found.
"""

import json
import logging
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

KILLED, DONE = 9, 0
EVENTS = (
    "open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.link", "shutil.rmtree", "tempfile.mkstemp",
    "tempfile.mkdtemp", "sqlite3.connect",
)  # fmt: skip
CHAPTER = """
[[case]]
number = "1.1"
title = { en = "Moving", fr = "Marche" }
kind = "limit"
operative = true
text.en = "A unit moves one hex."
text.fr = "Une unité avance d'un hexagone."
"""
OLD, NEW = {"hexes": {"2731": {"terrain": "forest"}}}, {"hexes": {"2731": {"terrain": "clear"}}}
SAID = "A first text of the copy. " * 400
STEPS_OF_SQL = {"build": 400, "put_map": 20, "import_copy": 60, "mend": 60}
"""How many instructions of SQLite make one step."""


def die_at(step: int, home: Path, every: int) -> None:
    """Let this process be gone, with nothing tidied up, at so many things done to files or within a database."""
    done = 0

    def count() -> int:
        nonlocal done
        done += 1
        if done == step:
            os._exit(KILLED)
        return 0

    def watch(event: str, arguments: tuple) -> None:
        if event in EVENTS and str(arguments[0]).startswith(str(home)):
            count()

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = real(*arguments, **options)
        connection.set_progress_handler(count, every)
        return connection

    real, sqlite3.connect = sqlite3.connect, connect
    sys.addaudithook(watch)


def use_small_data(folder: Path) -> None:
    """Read a `data/` of one case, so that a build takes no time."""
    from knowledge import base, records

    (folder / "toy").mkdir(parents=True, exist_ok=True)
    (folder / "toy" / "01-moving.toml").write_text(CHAPTER)
    for module in (base, records):
        module.data_folder = lambda: folder  # type: ignore[attr-defined]


# What is done, before and while it is killed


def prepare() -> None:
    from knowledge import store

    store.put_map("west", OLD)
    store.put_originals("toy", {"file": "old.txt"}, texts("old"))
    store.build()


def texts(word: str) -> list[dict]:
    return [{"name": f"1.{place}", "line": place, "text": f"{word}: {SAID}", "beside": "[]"} for place in range(30)]


def build() -> None:
    from knowledge import store

    store.build()


def put_map() -> None:
    from knowledge import store

    store.put_map("west", NEW)


def import_copy() -> None:
    from knowledge import store

    store.put_originals("toy", {"file": "new.txt"}, texts("new"))


def mend() -> None:
    from knowledge import keeping

    keeping.mend()


WORK: dict[str, Callable[[], None]] = {"build": build, "put_map": put_map, "import_copy": import_copy, "mend": mend}


# What is found afterwards


def found(home: Path) -> dict:
    """What the next process to start sees: what was stored, the state of the knowledge base, and that it mends."""
    from knowledge import aside, keeping, originals, search, store

    mended = keeping.mend()
    interrupted, state = aside.tidy(home), store.state()
    store.ensure()
    told = {original.text.partition(":")[0] for original in originals.originals("toy").values()}
    return {
        "map": store.get_map("west") if "west" in store.map_names() else None,
        "texts": sorted(told), "count": len(originals.originals("toy")),
        "interrupted": interrupted, "state": state, "after": store.state(thorough=True), "mended": mended is not None,
        "hits": [hit.id for hit in search.search("moving").hits],
        "files": sorted(path.name.partition("-")[0] for path in home.iterdir()),
    }  # fmt: skip


def damage(home: Path) -> None:
    """Spoil a part of what the user stored, in the middle of its longest table."""
    path = home / "user.db"
    content = bytearray(path.read_bytes())
    place = len(content) // 2 // 4096 * 4096
    content[place : place + 4096] = b"\xff" * 4096
    path.write_bytes(content)


def in_a_child(work: Callable[[], object]) -> int:
    """Do it in a process of its own; how that ended."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        work()
    except BaseException as fault:
        print(json.dumps({"fault": repr(fault)}), flush=True)
        os._exit(1)
    os._exit(DONE)


def do(work: Callable[[], None], home: Path) -> None:
    os.environ["ARBITRE_HOME"] = str(home)
    work()


def do_until(step: int, work: str, home: Path) -> None:
    die_at(step, home, STEPS_OF_SQL[work])
    do(WORK[work], home)


def look(home: Path, step: int, ended: int) -> None:
    os.environ["ARBITRE_HOME"] = str(home)
    print(json.dumps({"step": step, "killed": ended == KILLED} | found(home)), flush=True)


def main(work: str, folder: Path) -> None:
    logging.disable()
    use_small_data(folder / "data")
    before, home = folder / "before", folder / "home"
    do(prepare, before)
    found(before)  # what every child needs is read once, here
    if work == "mend":
        damage(before)
    step, ended = 0, KILLED
    while ended == KILLED:
        step += 1
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(before, home)
        ended = in_a_child(partial(do_until, step, work, home))
        in_a_child(partial(look, home, step, ended))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
