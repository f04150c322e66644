"""Our records held against the user's own copy: every figure and every hex of a case that its record lacks."""

import csv
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from knowledge.language import fold
from knowledge.library import Library
from knowledge.numbers import printed_number
from knowledge.originals import Original, originals
from knowledge.records import LANGUAGES, Case, Language
from rulebook.printed import data_folder

# The number that heads the case, however a scan has damaged it.
HEADING = re.compile(r"^\s*[\[({]?[A-Z]?\s?\d+(?:[.,:-]\d+)+[\])}]*")
PAGE_MARK = re.compile(r"<\|.*?\|>")
# A letter that a scan has taken for a figure: c6té, O0S.
MISREAD = re.compile(r"(?<=[a-zà-ÿ])\d(?=[a-zà-ÿ])|(?<=[A-Za-z])0(?=[A-Za-z])")
THOUSANDS = re.compile(r"(?<=\d)[\s\u202f,.](?=\d{3}\b)")
# A hex may carry the letter of its map: W6819.
FIGURE = re.compile(r"(?:\b[A-Z](?=\d{4}\b))?\d+(?:[.,]\d+)*")
# Words that count, from two on; in the source neither the two of both and of halves, nor sept. for September.
COUNTS: dict[Language, tuple[str, ...]] = {
    "fr": ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
}
WORD = re.compile(r"[a-z]+")
NOT_COUNTING = re.compile(r"(?:\b(?:les|des|aux|ces)|par)\s+deux\b|\bsept\.", re.IGNORECASE)


def fidelity(library: Library, game: str) -> dict[str, Any]:
    """Each case of the user's copy with the figures that our record lacks, and those that a note explains."""
    copy = originals(game)
    rows = [_row(library, case, copy[case.number]) for case in library.of(game) if case.number in copy]
    return {
        "game": game,
        "compared": len(rows),
        "absent": [case.number for case in library.of(game) if case.number not in copy],
        "lacking": [row for row in rows if row["lacks"]],
        "explained": sum(len(row["explained"]) for row in rows),
    }


def _row(library: Library, case: Case, text: Original) -> dict[str, Any]:
    mixed = [library[id] for number in text.beside if (id := f"{case.game}:{number}") in library]
    lost = lacking(case, text.text, mixed)
    explained = explained_figures(case)
    return {
        "id": case.id,
        "title": case.title.model_dump(),
        "line": text.line,
        "lacks": sorted(lost - explained, key=_in_order),
        "explained": sorted(lost & explained, key=_in_order),
    }


def lacking(case: Case, source: str, mixed: Sequence[Case] = ()) -> set[str]:
    """The figures of a source that the record lacks in one language or the other, those that notes explain included.

    Where columns were read into one another, what stands in the record of a case mixed in is not lacking.
    """
    heads = {printed_number(each.number) for each in (case, *mixed)}
    wanted = figures(HEADING.sub("", source)) - heads - {number.lstrip("S") for number in heads}
    counting = NOT_COUNTING.sub("", source)
    counted = set().union(*(numbers_in_words(counting, language) for language in LANGUAGES)) - wanted
    lost = set()
    for language in LANGUAGES:
        said = set().union(*(_said(each, language) for each in (case, *mixed)))
        in_words = said | set().union(*(_counted(each, language) for each in (case, *mixed)))
        lost |= (wanted - said) | (counted - in_words)
    return lost


def explained_figures(case: Case) -> set[str]:
    """The figures of the book that the record leaves out on purpose, as its notes say."""
    return {figure for note in case.notes for figure in note.figures}


def figures(text: str) -> set[str]:
    """The numbers and hexes of a text; `10 000` and `10,000` are one number, a page break is none."""
    bare = THOUSANDS.sub("", MISREAD.sub("", PAGE_MARK.sub("", text)))
    return {found.replace(",", ".") for found in FIGURE.findall(bare)}


def numbers_in_words(text: str, language: Language) -> set[str]:
    """The numbers from two to twelve that a text writes as words."""
    words = set(WORD.findall(fold(text)))
    return {str(count) for count, word in enumerate(COUNTS[language], 2) if word in words}


def _said(case: Case, language: Language) -> set[str]:
    """The figures of a record; a reference to another case may also stand in `cites` or in a note."""
    cited = {id.partition(":")[2].removeprefix("S") for id in case.cites}
    notes = figures(" ".join(getattr(note, language) for note in case.notes))
    text = figures(f"{getattr(case.title, language)} {getattr(case.text, language)}")
    return text | {number for number in cited | notes if "." in number} | _tabled(case.game).get(case.number, set())


def _counted(case: Case, language: Language) -> set[str]:
    return numbers_in_words(f"{getattr(case.title, language)} {getattr(case.text, language)}", language)


@cache
def _tabled(game: str) -> dict[str, set[str]]:
    """The figures that the tables of a game give for each case."""
    found: dict[str, set[str]] = {}
    for path in sorted((data_folder() / game / "tables").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(line for line in lines if not line.startswith("#")):
                found.setdefault(row.get("case") or "", set()).update(figures(" ".join(filter(None, row.values()))))
    return found


def _in_order(figure: str) -> tuple[float, str]:
    return float("".join(re.findall(r"\d+", figure)[:1])), figure
