"""The rulebooks as an assistant reads them: `rules://sitw` is a book's contents, `rules://sitw/13.17` one case."""

import json
import re
from urllib.parse import quote, unquote

from click import unstyle

from knowledge import desk
from knowledge.numbers import LONGEST_TYPED, NotFound
from knowledge.records import LANGUAGES
from knowledge.shelf import shown_case
from rulebook import printed
from server import prose
from server.casebook import matching_cases

BOOK, CASE = "rules://{game}", "rules://{game}/{number}"
ADDRESS = re.compile(r"rules://([^/]+)(?:/([^/]+))?/?")
PLAIN, JSON = "text/plain", "application/json"
MOST_COMPLETIONS = 100


def books() -> list[tuple[str, dict[str, str]]]:
    """The address and the title of each book."""
    return [(BOOK.format(game=game), printed.book(game)["title"]) for game in desk.library().games]


def read(address: str) -> dict[str, str]:
    """What stands at an address, by its kind; NotFound where nothing does."""
    found = ADDRESS.fullmatch(address)
    if not found:
        raise NotFound("resource", address[:LONGEST_TYPED], [BOOK, CASE])
    game, number = unquote(found[1]), unquote(found[2] or "")
    return _case(game, number) if number else {PLAIN: _contents(game)}


def _case(game: str, number: str) -> dict[str, str]:
    """A case for a reader, in English then French, and for a program."""
    shown = shown_case(game, number)
    told = ("\n".join(prose.case_lines(shown, lang)) for lang in LANGUAGES)
    return {PLAIN: unstyle("\n\n\n".join(told)), JSON: json.dumps(shown.case, ensure_ascii=False)}


def _contents(game: str) -> str:
    """The cases of a book, each with the address of its text."""
    cases = desk.library().of(game)
    title = printed.book(game)["title"]
    lines = (f"{_address(game, case.number)}  {case.title.en} / {case.title.fr}" for case in cases)
    return "\n".join([f"{title['en']} / {title['fr']}", "", *lines])


def _address(game: str, number: str) -> str:
    return CASE.format(game=game, number=quote(number, safe="."))


def completions(argument: str, typed: str, game: str | None = None) -> list[str]:
    """What an argument of an address may be, from what is typed of it so far."""
    library = desk.library()
    if argument == "game":
        return [key for key in library.games if key.startswith(typed.strip().casefold())]
    found = matching_cases(library, typed, game, MOST_COMPLETIONS) if argument == "number" else []
    return list(dict.fromkeys(case.number for case in found))
