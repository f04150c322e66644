"""The verbs of the user's own copy of the rules: take it in, forget it, compare our records with it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from server import prose
from server.progress import Bars
from server.verbs import Wrong, say, say_json, shared, spoken

if TYPE_CHECKING:
    from knowledge.records import Language


@click.command("import")
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Tell what the file holds, and store nothing.")
@shared
def import_copy(game: str, file: Path, dry_run: bool, as_json: bool, lang: "Language | None") -> None:
    """Load your own copy of the rules (text, Markdown or PDF): its text appears beside ours, on this machine only."""
    from knowledge import store
    from knowledge.imports.copies import keep_copy, read_copy
    from knowledge.imports.reading import BadCopy

    try:
        with Bars() as bars:
            copy = read_copy(store.library(), game, file, bars)
    except BadCopy as bad:
        raise _refused(str(bad), as_json) from None
    if not dry_run:
        keep_copy(copy, file.name)
    report = copy.as_json() | {"file": file.name, "stored": not dry_run}
    say_json(report) if as_json else say(prose.copy_lines(report, spoken(lang)))


def _refused(says: str, as_json: bool) -> Wrong:
    from rulebook.faults import Fault
    from server.problems import problem

    return Wrong(says, problem(422, says, [Fault("file", says)]) if as_json else None)


def _no_copy(game: str, as_json: bool) -> Wrong:
    from rulebook.faults import Fault
    from server.problems import problem

    says = f"no copy of the rules of {game} is imported; to import one: arbitre import {game} FILE"
    return Wrong(says, problem(404, says, [Fault("game", says)]) if as_json else None)


@click.command()
@click.argument("game")
@shared
def forget(game: str, as_json: bool, lang: "Language | None") -> None:
    """Forget your own copy of a game's rules."""
    from knowledge import store

    store.library().of(game)
    if not store.delete_originals(game):
        raise _no_copy(game, as_json)
    say_json({"game": game, "forgotten": True}) if as_json else click.echo(prose.forgotten_line(game, spoken(lang)))


def compare_with_copy(game: str | None, as_json: bool, lang: "Language") -> None:
    """Print every figure of the imported copies that our records lack."""
    from knowledge import store
    from knowledge.fidelity import fidelity

    library = store.library()
    if game:
        library.of(game)
    there = [key for key in store.copies() if key in library.games]
    if not there or (game and game not in there):
        raise _no_copy(game or "GAME", as_json)
    found = [fidelity(library, key) for key in ([game] if game else there)]
    if as_json:
        say_json(found[0] if game else {"games": found})
    else:
        say(line for each in found for line in prose.fidelity_lines(each, lang))
