"""The documents: every command, call, setting and word is in them, and what they show is what happens."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from conftest import ROOT

from rulebook.games import GAMES
from server import api as api
from server import reference
from server.calls import CALLS
from server.commands import main as verbs
from server.games import KINDS
from server.settings import SETTINGS

PAGES = [ROOT / "README.md", ROOT / "README.fr.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
EMBEDDING = [ROOT / "docs" / "embedding.md", *sorted((ROOT / "docs" / "embedding").glob("*.md"))]
PRINTS = re.compile(r"<!-- prints -->\n```text\n(.*?)```", re.DOTALL)
CODE = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(path, language):
    return [code for kind, code in CODE.findall(path.read_text(encoding="utf-8")) if kind == language]


def commands(group=verbs, name="arbitre"):
    for key, command in group.commands.items():
        inside = isinstance(command, click.Group)
        yield from commands(command, f"{name} {key}") if inside else [(f"{name} {key}", command)]


def test_the_reference_is_current_run_make_docs():
    assert text("docs/reference.md") == reference.reference()


@pytest.mark.usefixtures("knowledge_base")
@pytest.mark.parametrize("name", reference.READMES)
def test_the_coverage_table_and_the_ruling_of_each_readme_are_current_run_make_docs(name):
    assert text(name) == reference.readme(text(name), reference.READMES[name])


def test_every_command_and_every_option_is_in_the_reference():
    page = text("docs/reference.md")
    for name, command in commands():
        assert f"### `{name}" in page
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, (name, option.name)
                assert f"`{option.opts[0]}" in page


def test_every_command_takes_json_and_a_language():
    for name, command in commands():
        assert {"as_json", "lang"} <= {each.name for each in command.params}, name


def test_the_verbs_are_those_of_the_contract_that_exist_now():
    assert {name.split()[1] for name, _ in commands()} == {
        "games", "show", "search", "index", "check", "options", "coverage", "build", "serve", "tables",
        "import", "forget", "compare", "mcp", "discord", "vassal", "survey", "ask",
    }  # fmt: skip


def test_every_call_is_in_the_reference():
    page = text("docs/reference.md")
    assert [call.path for call in CALLS if f"`{call.method} {call.path}`" not in page] == []


def test_every_setting_that_the_code_reads_is_in_the_reference():
    page = text("docs/reference.md")
    files = [path for room in ("rulebook", "knowledge", "server") for path in (ROOT / room).rglob("*.py")]
    read = {name for path in files for name in re.findall(r"ARBITRE_[A-Z_]+", path.read_text(encoding="utf-8"))}
    assert read == {setting.name for setting in SETTINGS}
    assert all(f"`{name}`" in page for name in read)


def test_every_kind_of_word_is_explained_and_every_word_listed():
    page = text("docs/reference.md")
    for game in GAMES.values():
        assert set(game.vocabulary) <= set(KINDS)
        for kind, entries in game.vocabulary.items():
            assert f"#### {kind}: " in page
            assert all(f"| `{word}` |" in page for word in entries)


def test_both_readmes_ask_the_same_question():
    assert reference.question(text("README.md")) == reference.question(text("README.fr.md"))
    assert len(reference.question(text("README.md")).splitlines()) <= 8


@pytest.mark.usefixtures("knowledge_base")
@pytest.mark.parametrize("page", EMBEDDING, ids=lambda path: path.stem)
def test_the_python_of_the_documents_runs_and_prints_what_they_show(page):
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    given = {"cwd": ROOT, "env": {**os.environ, "PATH": path}, "timeout": 120}
    printed = ""
    for code in blocks(page, "python"):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, **given)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout
        printed += done.stdout
    for shown in PRINTS.findall(page.read_text(encoding="utf-8")):
        assert shown in printed


def test_every_page_about_a_host_has_an_example_and_is_in_the_overview():
    overview = EMBEDDING[0].read_text(encoding="utf-8")
    for path in EMBEDDING[1:]:
        assert CODE.search(path.read_text(encoding="utf-8")), path.name
        assert f"(embedding/{path.name})" in overview


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_json_block_can_be_read(path):
    for code in blocks(path, "json"):
        json.loads(code)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_toml_block_can_be_read(path):
    for code in blocks(path, "toml"):
        tomllib.loads(code)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_of_the_documents_leads_to_a_file(path):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_arbitre_command_shown_exists(path):
    known = {name for name, _ in commands()}
    code = "\n".join(re.findall(r"`{1,3}[^`]*arbitre [^`]*`{1,3}", path.read_text(encoding="utf-8")))
    shown = re.findall(r"\barbitre (?:tables |discord )?[a-z]+", code)
    assert [each for each in shown if each not in known] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_document_names_a_folder_of_one_machine(path):
    assert re.findall(r"(?<![\w.])/(?:home|root|work|usr|tmp)/\S*", path.read_text(encoding="utf-8")) == []
