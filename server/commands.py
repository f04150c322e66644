"""The command line: every verb prints for a person, or with --json what the service answers."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from knowledge.numbers import NotFound
from server import prose, prose_ask, prose_rulings
from server.copies import compare_with_copy, forget, import_copy
from server.hosts import discord, mcp
from server.progress import Bars
from server.readiness import mend, ready, storage_as_json, storage_lines
from server.vassal.verb import vassal
from server.verbs import Verbs, Wrong, answered, say, say_json, shared, spoken

if TYPE_CHECKING:
    from knowledge.records import Language
    from server.settings import Guard
    from server.streams import Answered


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arbitre")
def main() -> None:
    """A rules umpire for board wargames: every answer with the case behind it."""
    mend()


# The books


@main.command()
@shared
def games(as_json: bool, lang: "Language | None") -> None:
    """The games, their cases, their coverage."""
    ready()
    from knowledge import coverage, store

    found = coverage.games(store.library())
    say_json({"games": found}) if as_json else say(prose.game_lines(found, spoken(lang)))


@main.command()
@click.argument("asked", nargs=-1, required=True, metavar="[GAME] NUMBER")
@shared
def show(asked: tuple[str, ...], as_json: bool, lang: "Language | None") -> None:
    """One case: title, text, the case above it, what it says in code, how others bear on it, worked examples.

    Without a game the case of the one game that has that number; where several have it, the list of them.
    """
    from knowledge.shelf import shown_case

    if len(asked) > 2:
        raise click.UsageError("one case at a time: arbitre show [GAME] NUMBER")
    game, number = asked if len(asked) == 2 else _game_of(asked[0])
    if not game:
        _list_cases(number, as_json, spoken(lang))
        return
    found = shown_case(game, number)
    say_json(found.case) if as_json else say(prose.case_lines(found, spoken(lang)))


def _game_of(typed: str) -> tuple[str, str]:
    """The game and the number of a case that is typed alone; no game where several have the number."""
    from knowledge.shelf import cases_of_number

    game, _, number = typed.strip().rpartition(":")
    if game:
        return game, number
    found = list(cases_of_number(typed))
    return (found[0].partition(":")[0], typed) if len(found) == 1 else ("", typed)


def _list_cases(number: str, as_json: bool, lang: "Language") -> None:
    from knowledge.shelf import cases_of_number

    found = cases_of_number(number)
    if as_json:
        say_json({"number": number, "cases": [{"id": id, "title": title} for id, title in found.items()]})
    else:
        say(prose.several_lines(found, lang))


@main.command()
@click.argument("query")
@click.option("--game", default=None, help="Only this game.")
@click.option("--kind", default=None, help="Only cases of this kind.")
@click.option("--action", default=None, help="Only cases about this action, as in move or attack.")
@click.option("--chapter", default=None, help="Only this chapter, as in 13 or S3.")
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True, help="How many at most.")
@click.option("--offset", type=click.IntRange(0, 10_000), default=0, help="How many to leave out first.")
@shared
def search(query: str, limit: int, offset: int, as_json: bool, lang: "Language | None", **within: str | None) -> None:
    """Ranked cases with highlights; where there are none, what else to try.

    A word also finds those that mean the same in either language. --lang restricts the search to one.
    """
    ready()
    from knowledge import search as index
    from knowledge import store

    if within["game"]:
        store.library().of(within["game"])
    found = index.search(query, lang=lang, limit=limit, offset=offset, **within).as_json()
    say_json(found) if as_json else say(prose.search_lines(found, spoken(lang)))


@main.command()
@click.argument("game")
@click.argument("term", required=False)
@shared
def index(game: str, term: str | None, as_json: bool, lang: "Language | None") -> None:
    """The book's index: terms to cases."""
    from knowledge import store
    from knowledge.shelf import term_as_json

    library = store.library()
    terms = [term_as_json(library, each) for each in (library.term(game, term) if term else library.index(game))]
    if as_json:
        say_json({"game": game, "asked": term, "terms": terms} if term else {"game": game, "terms": terms})
    else:
        say(prose.term_lines(terms, spoken(lang)) if term else prose.index_lines(terms, spoken(lang)))


@main.command()
@click.argument("game", required=False)
@click.option("--markdown", is_flag=True, help="Print the totals of all games as a Markdown table.")
@click.option("--fidelity", is_flag=True, help="What your own copy of the rules says and our records do not.")
@shared
def coverage(game: str | None, markdown: bool, fidelity: bool, as_json: bool, lang: "Language | None") -> None:
    """Each case: record, predicates, tests; totals."""
    if fidelity:
        compare_with_copy(game, as_json, spoken(lang))
        return
    ready()
    from knowledge import coverage as covering
    from knowledge import store

    library = store.library()
    wanted = [game] if game else list(library.games)
    for key in wanted:
        library.of(key)
    if markdown:
        say(prose.coverage_table(covering.games(library), lang or "en"))
        return
    found = [covering.coverage(key) for key in wanted]
    if as_json:
        say_json(found[0] if game else {"games": found})
    else:
        say(line for each in found for line in prose.coverage_lines(each, spoken(lang), whole=bool(game)))


# The umpire


@main.command()
@click.argument("concept", required=False)
@shared
def compare(concept: str | None, as_json: bool, lang: "Language | None") -> None:
    """What each game says of one CONCEPT, side by side; without one, the concepts there are."""
    from knowledge import concepts, store

    if concept is None:
        found = [concepts.summary(each) for each in concepts.concepts()]
        say_json({"concepts": found}) if as_json else say(prose.concept_list(found, spoken(lang)))
        return
    answer = concepts.as_json(concepts.find(concept), store.library())
    say_json(answer) if as_json else say(prose.concept_lines(answer, spoken(lang)))


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--stream", is_flag=True, help="Take the file for JSON lines, whatever it looks like.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes for a stream; all cores for a file, 1 for a pipe.")
@click.option("--on", metavar="tcp://…", help="Hand a stream to the Dask cluster at this address.")
@shared
def check(
    file: str, stream: bool, jobs: int | None, on: str | None, as_json: bool, lang: "Language | None"
) -> None:
    """Adjudicate the request in FILE (- for stdin), or each line of a JSON-lines stream of them."""
    from knowledge.processes import cores
    from server.spreading import over_cluster, over_cores
    from server.streams import opened, single_or_lines

    with opened(file) as source:
        single, lines = single_or_lines(source, stream or file.endswith((".jsonl", ".ndjson")))
        if single is not None:
            ruling = answered("adjudicate", single, as_json)
            say_json(ruling) if as_json else say(prose_rulings.ruling_lines(ruling, spoken(lang)))
            return
        with over_cluster(on) if on else over_cores(jobs or (1 if file == "-" else cores())) as answers:
            if _check_stream(answers(lines), source, as_json, spoken(lang)):
                sys.exit(2)


def _check_stream(answers: "Iterator[Answered]", source: Any, as_json: bool, lang: "Language") -> int:
    """Tell the answer to each line; how many could not be answered."""
    wrong = 0
    with Bars() as bars:
        for place, (answer, fault) in enumerate(answers, 1):
            wrong += fault is not None
            if as_json:
                say_json(answer)
            else:
                click.echo(f"{place}: {fault or prose_rulings.ruling_line(answer, lang)}")
            bars.stream(source, place)
    return wrong


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@shared
def options(file: str, as_json: bool, lang: "Language | None") -> None:
    """Everything the unit named in FILE (- for stdin) may legally do."""
    from server.streams import opened

    with opened(file) as source:
        found = answered("list_options", source.read(), as_json)
    say_json(found) if as_json else say(prose_rulings.option_lines(found, spoken(lang)))


@main.command()
@click.argument("question")
@click.option("--game", default=None, help="The game; without it, told by the question's own words.")
@click.option("--position", type=click.Path(dir_okay=False), help="A file with a position to answer on.")
@click.option("--context", type=click.Path(dir_okay=False), help="A file with the answer before, for a follow-up.")
@shared
def ask(
    question: str, game: str | None, position: str | None, context: str | None, as_json: bool, lang: "Language | None"
) -> None:
    """An answer in words to a QUESTION in words, with the cases behind it.

    It is read in the language that it is asked in, and answered in the one of --lang, or else in its own.
    """
    from rulebook.faults import BadRequest
    from server.streams import question_body

    ready()
    try:
        body = question_body(question, game, position, context)
    except BadRequest as wrong:
        raise Wrong(str(wrong)) from None
    answer = answered("answer", body, as_json)
    say_json(answer) if as_json else say(prose_ask.answer_lines(answer, lang or answer["understood"]["language"]))


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@shared
def survey(file: str, as_json: bool, lang: "Language | None") -> None:
    """The zones of each side and the supply of every unit of the position in FILE (- for stdin)."""
    from server.streams import opened

    with opened(file) as source:
        found = answered("survey_board", source.read(), as_json)
    say_json(found) if as_json else say(prose_rulings.survey_lines(found, spoken(lang)))


# The user's own tables


@main.group()
def tables() -> None:
    """Your own copies of tables that the books leave to the player aid cards."""


@tables.command("add")
@click.argument("game")
@click.argument("name")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@shared
def add_table(game: str, name: str, file: Path, as_json: bool, lang: "Language | None") -> None:
    """Store the table NAME of GAME from a CSV file, in place of the one before."""
    from knowledge import store
    from knowledge.tables import BadTable, own_table, read_table

    shape = own_table(game, name)
    try:
        content = read_table(shape, file.read_text(encoding="utf-8-sig"))
    except BadTable as bad:
        raise Wrong(f"{file}: {bad}") from None
    is_new = store.put_table(game, name, content)
    if as_json:
        say_json({"game": game, "table": name, "created": is_new})
    else:
        click.echo(f"{game} {name}: {len(content)} × {len(shape.rows)}")


@tables.command("list")
@click.argument("game", required=False)
@shared
def list_tables(game: str | None, as_json: bool, lang: "Language | None") -> None:
    """The tables that each game can use, and which of them you stored."""
    from knowledge import store
    from knowledge.tables import games_with_tables, own_tables

    games = [game] if game else games_with_tables()
    found = [
        {"game": key, "table": name, "case": shape.case, "stored": name in store.table_names(key)}
        for key in games
        for name, shape in own_tables(key).items()
    ]
    if as_json:
        say_json({"tables": found})
    else:
        say(f"{'✓' if each['stored'] else '·'} {each['game']} {each['table']} ({each['case']})" for each in found)


@tables.command("remove")
@click.argument("game")
@click.argument("name")
@shared
def remove_table(game: str, name: str, as_json: bool, lang: "Language | None") -> None:
    """Forget your own copy of a table."""
    from knowledge import store

    if not store.delete_table(game, name):
        raise NotFound(f"stored table of {game}", name, store.table_names(game))
    say_json({"game": game, "table": name, "removed": True}) if as_json else click.echo(f"{game} {name}: —")


main.add_command(import_copy)
main.add_command(forget)
main.add_command(vassal)


# The knowledge base and the service


@main.command()
@click.option("--if-needed", is_flag=True, help="Only when the data or the code has changed.")
@shared
def build(if_needed: bool, as_json: bool, lang: "Language | None") -> None:
    """(Re)build the knowledge base from the data."""
    from knowledge import store
    from knowledge.processes import cores

    if if_needed:
        report = ready(thorough=True)
    else:
        with Bars() as bars:
            report = store.build(bars, jobs=cores())
    if report is None:
        say_json({"current": True, "path": str(store.knowledge_path())}) if as_json else None
        return
    if as_json:
        say_json(report.as_json())
        return
    sizes = ((name, getattr(report, name)) for name in ("games", "cases", "terms", "examples", "notes", "agreed"))
    click.echo(f"{report.path}: " + ", ".join(f"{count} {name}" for name, count in sizes))
    say(prose.block("Trials that disagree", report.disagreed))


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 for any free one.")
@click.option("--threads", type=click.IntRange(1, 64), default=4, show_default=True, help="Requests answered at once.")
@shared
def serve(host: str, port: int, threads: int, as_json: bool, lang: "Language | None") -> None:
    """The web service, until it is told to stop."""
    ready(thorough=True)
    from server.serving import AddressTaken, serve

    def tell(address: str, guard: "Guard") -> None:
        if as_json:
            open_to = {"public": guard.is_public, "token": bool(guard.token), "rate": guard.rate}
            say_json({"address": address} | open_to | {"storage": storage_as_json()})
        else:
            say((f"Arbitre: {address}", *prose.guard_lines(guard, spoken(lang)), *storage_lines(spoken(lang))))
        sys.stdout.flush()

    try:
        serve(host, port, threads, tell)
    except AddressTaken as taken:
        raise Wrong(str(taken)) from None


main.add_command(mcp)
main.add_command(discord)


if __name__ == "__main__":
    main()
