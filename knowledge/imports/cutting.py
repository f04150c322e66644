"""The copy cut into the texts of its cases, and what each may have been mixed with by a scan."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from knowledge.imports.headings import Heading
from knowledge.imports.known import Book
from knowledge.language import fold

Place = tuple[int, int]
SENTENCE_END = re.compile(r"[.!?»\"”]\s*$")
DOUBLE_SPACED = 0.7


@dataclass(frozen=True)
class Cut:
    """The text of one case. `beside` holds the numbers of cases whose text may stand within it."""

    number: str
    line: int
    text: str
    beside: tuple[str, ...] = ()


def cut(lines: Sequence[str], book: Book, chosen: Mapping[int, Heading]) -> list[Cut]:
    """The text of each case that was found, in the book's order."""
    starts = sorted(chosen.values(), key=lambda heading: heading.at)
    ends = _ends(lines, book, starts)
    beside = _beside(lines, book, starts)
    spaced = _is_double_spaced(lines)
    texts = {each.place: _between(lines, each.at, end, spaced) for group, end in ends for each in group}
    for group, _ in ends:
        texts |= dict.fromkeys((each.place for each in group), texts[group[0].place])
    return [
        Cut(book.cases[place].number, chosen[place].line + 1, texts[place], beside.get(place, ()))
        for place in sorted(chosen)
    ]


def _ends(lines: Sequence[str], book: Book, starts: Sequence[Heading]) -> list[tuple[list[Heading], Place]]:
    """The headings, those side by side together, each group with the place where its text ends."""
    groups = list(_side_by_side(lines, starts))
    apart = [(row, 0) for row in _apart(lines, book)]
    edges = sorted([*(group[0].at for group in groups), *apart, (len(lines), 0)])
    return [(group, next(edge for edge in edges if edge > group[-1].at)) for group in groups]


def _side_by_side(lines: Sequence[str], starts: Sequence[Heading]) -> Iterator[list[Heading]]:
    """The headings of one line are of two columns, unless a sentence ends between them."""
    for _, on_line in groupby(starts, key=lambda heading: heading.line):
        group: list[Heading] = []
        for heading in on_line:
            if group and heading.at != group[-1].at and SENTENCE_END.search(lines[heading.line][: heading.column]):
                yield group
                group = []
            group.append(heading)
        yield group


def _apart(lines: Sequence[str], book: Book) -> list[int]:
    """The lines that head a part of which we keep no record."""
    titles = {fold(title) for title in book.apart}
    return [row for row, line in enumerate(lines) if titles and fold(line.strip(" :.")) in titles]


def _between(lines: Sequence[str], start: Place, end: Place, spaced: bool) -> str:
    rows = [*lines[start[0] : end[0]], *([lines[end[0]][: end[1]]] if end[1] else [])]
    rows[0] = rows[0][start[1] :] if end[0] > start[0] else rows[0][start[1] : end[1]]
    text = "\n".join(row.rstrip() for row in rows).strip()
    if spaced:
        text = re.sub(r"(?<!\n)\n[^\S\n]*\n(?!\n)", "\n", text)
    return re.sub(r"\n{3,}", "\n\n", text)


def _is_double_spaced(lines: Sequence[str]) -> bool:
    """Whether the copy has a blank line after nearly every line: those then part nothing."""
    followed = [not after.strip() for line, after in pairwise(lines) if line.strip()]
    return sum(followed) > DOUBLE_SPACED * len(followed) > 20


def _beside(lines: Sequence[str], book: Book, starts: Sequence[Heading]) -> dict[int, tuple[str, ...]]:
    """For each case the others whose columns were read into its own."""
    places = [heading.place for heading in starts]
    pairs = {(first.place, second.place) for first, second in pairwise(starts) if first.line == second.line}
    known = sorted(places)
    for index, place in enumerate(places):
        heading = starts[index]
        if heading.numbered and (heading.strayed or _is_within_a_line(lines, heading)):
            at = known.index(place)
            near = {*places[max(index - 1, 0) : index + 2], *known[max(at - 1, 0) : at + 2]} - {place}
            pairs |= {(place, other) for other in near}
    both = pairs | {(second, first) for first, second in pairs}
    return {
        place: tuple(book.cases[other].number for first, other in sorted(both) if first == place) for place in places
    }


def _is_within_a_line(lines: Sequence[str], heading: Heading) -> bool:
    before = lines[heading.line][: heading.column].strip()
    return bool(before) and not SENTENCE_END.search(before)
