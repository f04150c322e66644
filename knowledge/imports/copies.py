"""A copy of the rules, from its file to the text of each case: what was found, what is missing, what looks wrong."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from knowledge import store
from knowledge.imports.aligning import aligned
from knowledge.imports.columns import are_mixed, sorted_out
from knowledge.imports.cutting import Cut, cut
from knowledge.imports.headings import Heading, headings
from knowledge.imports.known import Book, known_book
from knowledge.imports.likeness import likeness
from knowledge.imports.reading import BadCopy, read_lines
from knowledge.library import Library
from knowledge.numbers import parents

LEAST_LIKENESS, LEAST_FOUND = 0.3, 0.05
SHORT, LONG_ENOUGH = 0.2, 200
CERTAIN = 6.0

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Doubt:
    """Something that looks wrong at a case: `kind` says what, `beside` names the cases or lines that it concerns."""

    number: str
    line: int
    kind: str
    beside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Copy:
    """What a file holds of a book."""

    book: Book
    cuts: tuple[Cut, ...]
    doubts: tuple[Doubt, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        found = {each.number for each in self.cuts}
        return tuple(case.number for case in self.book.cases if case.number not in found)

    @cached_property
    def likeness(self) -> float:
        return likeness(self.book, {each.number: each.text for each in self.cuts})

    def as_json(self) -> dict[str, Any]:
        """The report: what was found, what is missing, what looks wrong."""
        return {
            "game": self.book.game,
            "cases": len(self.book.cases),
            "found": [{"number": each.number, "line": each.line} for each in self.cuts],
            "missing": list(self.missing),
            "doubts": [
                {"number": each.number, "line": each.line, "kind": each.kind, "beside": list(each.beside)}
                for each in self.doubts
            ],
        }


def read_copy(library: Library, game: str, path: Path, tell: Progress = lambda doing, done, total: None) -> Copy:
    """The file as a copy of the game's rules. Raises BadCopy where it is none."""
    book = known_book(library, game)
    lines = read_lines(path, lambda done, total: tell("reading", done, total))
    tell("finding", 0, 1)
    copy = found_in(lines, book)
    if not _is_of_the_book(copy):
        raise BadCopy(_refusal(library, copy, lines, path.name, tell))
    tell("finding", 1, 1)
    return copy


def found_in(lines: Sequence[str], book: Book) -> Copy:
    """What these lines hold of the book."""
    candidates = headings(lines, book)
    chosen = aligned(candidates, book)
    cuts = cut(lines, book, chosen)
    if are_mixed(chosen):
        cuts = sorted_out(book, cuts)
    return Copy(book, tuple(cuts), tuple(_doubts(book, candidates, chosen, cuts)))


def keep_copy(copy: Copy, file: str) -> bool:
    """Store the texts of a copy in the user's folder, in place of those before; True when there were none."""
    texts = [
        {"name": each.number, "line": each.line, "text": each.text, "beside": json.dumps(each.beside)}
        for each in copy.cuts
    ]
    return store.put_originals(copy.book.game, {"file": file, "missing": list(copy.missing)}, texts)


# The wrong book


def _is_of_the_book(copy: Copy) -> bool:
    return len(copy.cuts) >= LEAST_FOUND * len(copy.book.cases) and copy.likeness >= LEAST_LIKENESS


def _refusal(library: Library, copy: Copy, lines: Sequence[str], name: str, tell: Progress) -> str:
    """Why the file is not taken, and which game it looks like."""
    game = copy.book.game
    says = f"{name} does not look like the rules of {game}: {len(copy.cuts)} of {len(copy.book.cases)} cases found"
    others = [key for key in library.games if key != game]
    like = {}
    for done, key in enumerate(others, 1):
        other = found_in(lines, known_book(library, key))
        like[key] = other.likeness * len(other.cuts) if _is_of_the_book(other) else 0.0
        tell("comparing", done, len(others))
    best = max(like, key=lambda key: like[key], default="")
    return f"{says}; it looks like those of {best}: arbitre import {best} FILE" if like.get(best) else says


# What looks wrong


def _doubts(
    book: Book, candidates: Sequence[Heading], chosen: Mapping[int, Heading], cuts: Sequence[Cut]
) -> Iterator[Doubt]:
    """Everything that a reader should look at, in the book's order."""
    again = _printed_again(book, candidates, chosen)
    above = set(parents([case.number for case in book.cases]).values())
    for text, (place, heading) in zip(cuts, sorted(chosen.items()), strict=True):
        kinds = {
            "unnumbered": not heading.numbered and not book.cases[place].opens,
            "damaged": heading.damaged,
            "strayed": heading.strayed and heading.numbered,
            "mixed": bool(text.beside),
            "short": text.number not in above and _is_short(text.text, book.cases[place].texts),
        }
        for kind in (kind for kind, holds in kinds.items() if holds):
            yield Doubt(text.number, text.line, kind, text.beside if kind == "mixed" else ())
        if again.get(text.number):
            yield Doubt(text.number, text.line, "again", tuple(again[text.number]))


def _printed_again(book: Book, candidates: Sequence[Heading], chosen: Mapping[int, Heading]) -> dict[str, list[str]]:
    """The lines where a number that was found looks like a heading once more."""
    taken = {heading.at for heading in chosen.values()}
    again: dict[str, list[str]] = {}
    for heading in candidates:
        if heading.score >= CERTAIN and heading.numbered and heading.at not in taken:
            again.setdefault(book.cases[heading.place].number, []).append(str(heading.line + 1))
    return again


def _is_short(text: str, ours: Sequence[str]) -> bool:
    length = min(map(len, ours), default=0)
    return length >= LONG_ENOUGH and len(text) < SHORT * length
