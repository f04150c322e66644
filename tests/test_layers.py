"""The rooms: rulebook <- knowledge <- server, never back, and what is common to all games knows none of them."""

import ast
from functools import cache

import pytest
from conftest import ROOT

ROOMS = ("rulebook", "knowledge", "server")
FILES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


@cache
def nodes(path):
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported(path):
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


@cache
def named():
    """The name of every file, function and class."""
    return [path.stem for path in FILES] + [
        node.name for path in FILES for node in nodes(path) if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    ]


def room_of(module):
    return module.partition(".")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_room_imports_only_itself_and_the_rooms_before_it(path):
    place = ROOMS.index(path.relative_to(ROOT).parts[0])
    assert [module for module in imported(path) if room_of(module) in ROOMS[place + 1 :]] == []


def test_the_engine_and_the_mechanics_know_no_game():
    common = [path for path in FILES if path.parent.name in ("rulebook", "mechanics")]
    assert [path.name for path in common if any("rulebook.games" in module for module in imported(path))] == []


def test_the_rules_neither_read_nor_write_but_for_what_is_printed():
    talking = {"flask", "click", "sqlite3", "sqlite_utils", "whoosh", "logging", "socket", "http", "urllib"}
    rules = [path for path in FILES if path.is_relative_to(ROOT / "rulebook")]
    assert [path.name for path in rules if talking & {room_of(module) for module in imported(path)}] == []


def test_only_the_search_knows_the_search_engine():
    users = {path.stem for path in FILES if any(room_of(module) == "whoosh" for module in imported(path))}
    assert users <= {"search", "filing", "language"}


def test_no_file_is_longer_than_a_chapter_should_be():
    long = {path.name: size for path in FILES if (size := len(path.read_text(encoding="utf-8").splitlines())) > 430}
    assert long == {}


@pytest.mark.parametrize("word", ["utils", "helpers", "manager", "check_", "handle_", "process_"])
def test_no_name_says_nothing(word):
    assert [name for name in named() if (name.startswith(word) if word.endswith("_") else word in name.lower())] == []
