"""The records of `data/`, as written by hand: cases, index terms, worked examples."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from rulebook.printed import data_folder, read_toml

Kind = Literal[
    "heading", "info", "definition", "example", "setup", "procedure", "limit", "prohibition", "permission", "modifier",
    "supply-source", "event", "victory", "scenario", "optional-rule", "table", "restriction-national", "history-note",
]
NoteKind = Literal["erratum", "reference", "contradiction", "translation", "gap", "reading"]
Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

CHAPTER_FILE = re.compile(r"([a-z]*)(\d+)-")


class RecordError(ValueError):
    """A record that cannot be read; the message names its file, its case and the field."""


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class Words(Record):
    """The same thing said in both languages."""

    en: str = Field(min_length=1)
    fr: str = Field(min_length=1)


class Note(Record):
    """A misprint, a doubt or a gap of the book, and how we read it.

    `figures` lists the numbers of the printed case that the record leaves out, where the note says why.
    """

    kind: NoteKind
    en: str = Field(min_length=1)
    fr: str = Field(min_length=1)
    figures: tuple[str, ...] = ()


class Case(Record):
    """One numbered case of a rulebook, in our own words. `cites` and `excepts` hold ids (`sitw:10.5`)."""

    game: str
    number: str
    title: Words
    kind: Kind
    operative: bool
    actions: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    excepts: tuple[str, ...] = ()
    text: Words
    notes: tuple[Note, ...] = Field(default=(), alias="note")
    says: dict[str, Words] = {}
    status: Literal["executable", "judgement"] = "executable"
    reason: Words | None = None
    numbered: bool = True

    @property
    def id(self) -> str:
        return f"{self.game}:{self.number}"

    @model_validator(mode="after")
    def _judgement_has_a_reason(self) -> Self:
        if (self.status == "judgement") != (self.reason is not None):
            raise ValueError("status = 'judgement' and `reason` go together: give both or neither")
        return self


class Term(Record):
    """One entry of the index or glossary, with the ids of its cases; `printed` when the book's own index has it."""

    game: str
    en: str = Field(min_length=1)
    fr: str = Field(min_length=1)
    cases: tuple[str, ...] = Field(min_length=1)
    printed: bool
    also: tuple[str, ...] = ()
    note: Words | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The term in both languages, then the other words that people type for it."""
        return (self.en, self.fr, *self.also)


class Example(Record):
    """A worked example of the book: told, posed and answered."""

    game: str
    id: str
    case: str
    told: Words
    position: dict[str, Any]
    action: dict[str, Any]
    expect: dict[str, Any]


Model = TypeVar("Model", bound=Record)


def games() -> tuple[str, ...]:
    """The keys of the games that `data/` holds."""
    return tuple(sorted(folder.name for folder in data_folder().glob("*/") if chapter_files(folder.name)))


def cases(game: str) -> tuple[Case, ...]:
    """The game's cases in the book's order."""
    return tuple(case for path in chapter_files(game) for case in read_cases(game, path))


def terms(game: str) -> tuple[Term, ...]:
    """The game's index and glossary, in file order."""
    path = data_folder() / game / "terms.toml"
    return tuple(_read(Term, game, path, "term", refers=("cases",), named="en")) if path.exists() else ()


def defined_words(game: str) -> tuple[tuple[str, Words], ...]:
    """Each word of the game's vocabulary in both languages, after the id of the case that defines it."""
    path = data_folder() / game / "book.toml"
    kinds = read_toml(path)["vocabulary"].values() if path.exists() else ()
    entries = (entry for kind in kinds for entry in kind.values())
    return tuple((qualified(game, entry["case"]), Words(en=entry["en"], fr=entry["fr"])) for entry in entries)


def examples(game: str) -> tuple[Example, ...]:
    """The book's worked examples, in the order of their files."""
    paths = sorted((data_folder() / game / "examples").glob("*.toml"), key=_book_order)
    return tuple(example for path in paths for example in read_examples(game, path))


def chapter_files(game: str) -> list[Path]:
    """The files of the game's chapters in the book's order: 01 to 16, then s1 to s3."""
    paths = (data_folder() / game).glob("*.toml")
    return sorted((path for path in paths if CHAPTER_FILE.match(path.name)), key=_book_order)


def read_cases(game: str, path: Path) -> Iterator[Case]:
    return _read(Case, game, path, "case", refers=("cites", "excepts"), named="number")


def read_examples(game: str, path: Path) -> Iterator[Example]:
    return _read(Example, game, path, "example", refers=("id", "case"), named="id")


def qualified(game: str, number: str) -> str:
    """The id of a case that a file of this game calls by its number."""
    return number if ":" in number else f"{game}:{number}"


def _book_order(path: Path) -> tuple[str, int, str]:
    found = CHAPTER_FILE.match(path.name)
    return (found[1], int(found[2]), path.name) if found else ("~", 0, path.name)


def _read(
    model: type[Model], game: str, path: Path, table: str, refers: tuple[str, ...], named: str
) -> Iterator[Model]:
    """Each `[[table]]` of the file as a model, its references made whole; extra tables are errors."""
    rows = _tables(path, table)
    for place, row in enumerate(rows, 1):
        whole = {"game": game} | row | {field: _qualify(game, row[field]) for field in refers if field in row}
        try:
            yield model.model_validate(whole)
        except ValidationError as error:
            raise RecordError(_explain(error, path, f"{table} {row.get(named, f'number {place}')}")) from None


def _tables(path: Path, table: str) -> list[dict[str, Any]]:
    try:
        content = read_toml(path)
    except ValueError as error:  # TOML, or text, that cannot be read
        raise RecordError(f"{_place(path)}: {error}") from None
    extra = ", ".join(key for key in content if key != table)
    if extra:
        raise RecordError(f"{_place(path)}: unknown key {extra}; this file holds only [[{table}]]")
    return list(content.get(table, []))


def _qualify(game: str, numbers: Any) -> Any:
    if isinstance(numbers, str):
        return qualified(game, numbers)
    return [qualified(game, number) if isinstance(number, str) else number for number in numbers]


def _explain(error: ValidationError, path: Path, what: str) -> str:
    faults = (f"{'.'.join(map(str, fault['loc'])) or 'record'}: {fault['msg']}" for fault in error.errors())
    return f"{_place(path)}, {what}: " + "; ".join(faults)


def _place(path: Path) -> str:
    folder = data_folder()
    return f"data/{path.relative_to(folder).as_posix()}" if path.is_relative_to(folder) else path.name
