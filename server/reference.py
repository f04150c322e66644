"""Writes the parts of the documents that are made from the code: `python -m server.reference` (`make docs`).

It writes docs/reference.md and docs/schemas whole, and in README.md and README.fr.md what stands between
`<!-- name -->` marks.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from server import api as api  # the calls are listed as they are defined
from server import asking as asking
from server import prose, prose_rulings, schemas
from server.calls import CALLS
from server.chat.routes import ENDPOINTS as CHATS
from server.commands import main as verbs
from server.embed import calls as open_calls  # noqa: F401  (the calls that any page may make)
from server.embed.routes import ENDPOINTS as PICTURES
from server.games import KINDS
from server.mcp.http import ENDPOINTS as ASSISTANTS
from server.settings import SETTINGS

if TYPE_CHECKING:
    from knowledge.records import Language

ROOT = Path(__file__).parents[1]
READMES: "dict[str, Language]" = {"README.md": "en", "README.fr.md": "fr"}
QUESTION = re.compile(r"<!-- question -->\n```json\n(.*?)```\n", re.DOTALL)


def reference() -> str:
    """The whole of docs/reference.md."""
    parts = ("# Reference", MADE, *_commands(), *_calls(), *_settings(), *_vocabulary())
    return "\n\n".join(parts) + "\n"


SHARED = ("as_json", "lang")
MADE = "Made from the code by `make docs`; a test keeps it current."


def _commands() -> Iterator[str]:
    yield "## Commands"
    yield "Every verb takes `--json` and `--lang`. Exit code 0: done; 2: the request was wrong; 1: a fault of ours."
    for name, command in _verbs(verbs, "arbitre"):
        yield f"### `{name}`\n\n{command.help}"
        own = (each for each in command.params if isinstance(each, click.Option) and each.name not in SHARED)
        rows = [_option(option) for option in own]
        if rows:
            yield "\n".join(rows)


def _verbs(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    for key, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from _verbs(command, f"{name} {key}")
        else:
            arguments = (each for each in command.params if isinstance(each, click.Argument))
            wanted = ((each.human_readable_name, each.required) for each in arguments)
            yield " ".join([name, key, *(each if needed else f"[{each}]" for each, needed in wanted)]), command


def _option(option: click.Option) -> str:
    return f"- `{option.opts[0]}`: {option.help}"


def _calls() -> Iterator[str]:
    yield "## HTTP"
    yield "`GET /openapi.json` describes every call in full; `GET /docs` is a page to try them."
    rows = [f"| `{call.method} {call.path}` | {call.summary} | {_parameters(call)} |" for call in CALLS]
    yield "\n".join(["| call | answers | parameters |", "|---|---|---|", *rows])
    others = [f"| `POST {path}` | {says} |" for path, says in (ASSISTANTS | CHATS).items()]
    others += [f"| `GET {path}` | {says} |" for path, says in PICTURES.items()]
    yield "\n".join(["| for other programs | serves |", "|---|---|", *others])


def _parameters(call: Any) -> str:
    return ", ".join(f"`{name}`" for name in call.query.model_fields) if call.query else ""


def _settings() -> Iterator[str]:
    yield "## Settings"
    rows = [f"| `{each.name}` | {each.default or 'empty'} | {each.says} |" for each in SETTINGS]
    yield "\n".join(["| environment variable | by default | what it is |", "|---|---|---|", *rows])


def _vocabulary() -> Iterator[str]:
    from rulebook.games import GAMES

    yield "## Vocabulary"
    yield "The words that a position may use, each with the case that defines it: as `GET /v1/games/{game}` gives them."
    for game in GAMES.values():
        yield f"### `{game.key}`: {game.book['title']['en']}"
        for kind, entries in game.vocabulary.items():
            rows = (f"| `{word}` | {each['case']} | {each['en']} | {each['fr']} |" for word, each in entries.items())
            head = ("| word | case | English | French |", "|---|---|---|---|")
            yield f"#### {kind}: {KINDS[kind]}\n\n" + "\n".join([*head, *rows])


# READMEs


def readme(text: str, lang: "Language") -> str:
    """A README with its made parts made anew."""
    from knowledge import coverage, store

    table = "\n".join(prose.coverage_table(coverage.games(store.library()), lang))
    text = _between(text, "coverage", table)
    return _between(text, "ruling", f"```text\n{ruling(question(text), lang)}\n```")


def question(text: str) -> str:
    """The question that a README asks."""
    found = QUESTION.search(text)
    if found is None:
        raise ValueError("no <!-- question --> with a json block in this README")
    return found[1]


def ruling(asked: str, lang: "Language") -> str:
    """What the command line prints of a question."""
    from knowledge import desk

    return click.unstyle("\n".join(prose_rulings.ruling_lines(desk.adjudicate(asked), lang)))


def _between(text: str, name: str, made: str) -> str:
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = text.partition(start)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"no {start} … {end} in this README")
    return f"{before}{start}\n{made}\n{end}{after}"


def main() -> None:
    """Write what is made from the code."""
    from knowledge import store
    from knowledge.processes import cores

    store.ensure(jobs=cores())
    (ROOT / "docs" / "reference.md").write_text(reference(), encoding="utf-8")
    for file, text in schemas.files():
        (ROOT / "docs" / "schemas" / file).write_text(text, encoding="utf-8")
    for name, lang in READMES.items():
        path = ROOT / name
        path.write_text(readme(path.read_text(encoding="utf-8"), lang), encoding="utf-8")


if __name__ == "__main__":
    main()
