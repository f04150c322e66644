"""What we know of a book before a copy of it is read: its cases in their order, how they are named, how they open."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from knowledge.library import Library
from knowledge.numbers import printed_number
from knowledge.records import Case
from rulebook.printed import data_folder, read_toml


@dataclass(frozen=True)
class Known:
    """One case of a book: its number, the words that may head it, and our texts of it.

    `opens` holds the words with which the print opens a part that it leaves without a number.
    """

    number: str
    titles: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    opens: str | None = None

    @cached_property
    def printed(self) -> str:
        """The number as the print has it."""
        return printed_number(self.number)


@dataclass(frozen=True)
class Book:
    """The cases of a game in the book's order, and the headings of parts of which we keep no record."""

    game: str
    cases: tuple[Known, ...]
    apart: tuple[str, ...] = ()


def known_book(library: Library, game: str) -> Book:
    """The book as our records know it."""
    path = data_folder() / game / "headings.toml"
    headings: dict[str, Any] = read_toml(path) if path.exists() else {}
    opens = headings.get("opens", {})
    cases = tuple(_known(case, opens.get(case.number)) for case in library.of(game))
    return Book(game, cases, tuple(headings.get("apart", ())))


def _known(case: Case, opens: str | None) -> Known:
    title, text = case.title, case.text
    return Known(case.number, (title.fr, title.en), (text.fr, text.en), opens)
