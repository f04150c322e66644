"""Where a case may begin: each number of the book met in the copy, and how much it looks like a heading there."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from knowledge.imports.known import Book, Known
from knowledge.imports.titles import WORD, begins_at, column_of, title_likeness, words_of

# A number as printed, and what scans make of its brackets and its point: [10.46], 9.32), [6:63], [9-52], 4.1], S 2.3.
TOKEN = re.compile(
    r"""(?<![\w,:/-])(?<!\d\.)
    (?P<open>[\[({]\s?)?
    (?P<number>(?:[A-Z]\s?)?\d{1,2}(?:[.,:-]\d{1,3})+)
    (?P<close>\s?[\])}]+)?
    (?!\d|[.,]\d)""",
    re.VERBOSE,
)
LINE_MARK = re.compile(r"^[\s#>*_|•·-]*$")
CITING = ",;/)"
RANGE = re.compile(r"\.\)|[–-]\s*[\[(]?[A-Z]?\d+\.\d")
LISTED = re.compile(r"\.{4,}|…{2,}|\t\s*\d+\s*(?:\t|$)")
# Words before a number that refer to it; the second list may also end a line of another column.
REFERRING = re.compile(
    r"(?:\b(?:voir|cf|règles?|regles?|cas|sections?|paragraphes?|chapitres?|points?|see|cases?|rules?)\.?|[,;(/–-])\s*$",
    re.IGNORECASE,
)
PERHAPS_REFERRING = re.compile(r"\b(?:et|ou|à|a|and|or|to|en|in|de|du|par|selon|sous|under|by|of)\s?$", re.IGNORECASE)

AT_LINE_START, AFTER_A_STOP, AFTER_A_GAP = 3.0, 0.5, 0.5
OWN_DRESS, DAMAGED_DRESS, OTHER_DRESS = 2.0, 1.5, -2.0
CAPITAL, SMALL_LETTER, PUNCTUATION = 1.0, -2.5, -4.0
TITLE, TITLE_ALONE = 5.0, 4.0
REFERENCE, PERHAPS_A_REFERENCE, BARE_IN_A_LINE, ALONE_IN_A_LINE = -4.0, -1.0, -2.0, -1.5
SURE, LIKE = 4.0, 0.6
NEAR = 300
"""How many signs of a line before or after a number bear on it."""
LEAST_TITLE = 10


Row = tuple[int, tuple[str, ...]]
"""A line that holds something: its place in the copy, and its words."""


@dataclass(frozen=True)
class Heading:
    """A place of the copy where a case may begin. `place` is that of the case in the book.

    `damaged` says that its number is not dressed as the others are, `strayed` that it stands out of the book's order.
    """

    place: int
    line: int
    column: int
    score: float
    likeness: float = 0.0
    numbered: bool = True
    damaged: bool = False
    strayed: bool = False

    @property
    def at(self) -> tuple[int, int]:
        return self.line, self.column


@dataclass(frozen=True)
class Token:
    """A number met in the copy, and how it stands there."""

    number: str
    dress: str
    line: int
    column: int
    end: int
    starts_line: bool
    listed: bool = False


def headings(lines: Sequence[str], book: Book) -> list[Heading]:
    """Every place where a case may begin, in the order of the copy."""
    places: dict[str, list[int]] = {}
    for place, case in enumerate(book.cases):
        places.setdefault(case.printed, []).append(place)
    tokens = _mark_lists(lines, list(_tokens(lines, places)))
    dress = _usual_dress(tokens)
    found = [
        heading
        for token in tokens
        if not token.listed
        for place in places[token.number]
        if (heading := _weighed(lines, token, place, book.cases[place], dress)).score > 0
    ]
    found += _unnumbered(lines, book, {heading.place for heading in found if heading.score >= SURE})
    return sorted(found, key=lambda heading: (heading.at, heading.place))


# Numbers


def _tokens(lines: Sequence[str], known: Iterable[str]) -> Iterator[Token]:
    numbers = set(known)
    for row, line in enumerate(lines):
        for found in TOKEN.finditer(line):
            number, cut_off = _known_number(found["number"], numbers)
            if number and _is_number(found):
                start = found.start() + (len(found["open"] or "") + cut_off if cut_off else 0)
                starts = start < NEAR and bool(LINE_MARK.match(line[:start]))
                yield Token(number, _dress(found), row, start, found.end(), starts)


def _known_number(met: str, numbers: set[str]) -> tuple[str, int]:
    """The number of the book that was met, and how much before it is of another, glued to it: `14.3.13.17` is 13.17."""
    for cut_off in (0, *(point.end() for point in re.finditer(r"\.", met)), *([1] if met[0].isalpha() else [])):
        number = re.sub(r"[,:-]", ".", met[cut_off:].replace(" ", ""))
        if number in numbers:
            return number, cut_off
    return "", 0


def _is_number(found: re.Match[str]) -> bool:
    """A point may be damaged only where a bracket shows that a number was meant."""
    return bool("." in found["number"] or found["open"] or found["close"])


def _dress(found: re.Match[str]) -> str:
    return (found["open"] or "").strip() + "n" + (found["close"] or "").strip()


def _usual_dress(tokens: Sequence[Token]) -> str:
    """How this copy dresses the numbers of its headings."""
    worn = Counter(token.dress for token in tokens if token.starts_line and not token.listed)
    return max(worn, key=lambda dress: worn[dress], default="n")


def _mark_lists(lines: Sequence[str], tokens: list[Token]) -> list[Token]:
    """The tokens, those of a table of contents marked: there numbers follow one another line by line, to come again."""
    starting = [token for token in tokens if token.starts_line]
    filled = [row for row, line in enumerate(lines) if line.strip()]
    rows = [bisect_left(filled, token.line) for token in starting]
    again = {token.number: token.line for token in starting}
    dense = {
        token
        for index, token in enumerate(starting)
        for first, last in [_around(index, len(rows))]
        if last - first >= 5 and rows[last] - rows[first] <= 1.5 * (last - first) and again[token.number] > token.line
    }
    leaders = {index for index, row in enumerate(filled) if LISTED.search(lines[row])}
    leaders |= {index + 1 for index in leaders if index + 2 in leaders}
    return [replace(each, listed=each in dense or bisect_left(filled, each.line) in leaders) for each in tokens]


def _around(index: int, size: int) -> tuple[int, int]:
    """The first and the last of nine around a place, fewer only where there are fewer."""
    first = max(min(index - 4, size - 9), 0)
    return first, min(first + 8, size - 1)


# Weights


def _weighed(lines: Sequence[str], token: Token, place: int, case: Known, usual: str) -> Heading:
    """The token as a heading of the case, with the evidence for and against it."""
    after = _following(lines, token.line, token.end)
    likeness = max((title_likeness(title, after) for title in case.titles), default=0.0)
    rest = lines[token.line][token.end : token.end + NEAR]
    score = _standing(lines, token) + _dressed(token.dress, usual) + _continued(rest, token, likeness)
    score += TITLE * likeness
    if not token.starts_line:
        score += BARE_IN_A_LINE if token.dress == "n" and likeness < LIKE else 0
        score += 0 if rest.strip() else _alone(token.dress) - TITLE * likeness
    return Heading(place, token.line, token.column, score, likeness, damaged=token.dress != usual)


def _alone(dress: str) -> float:
    """A whole number that ends a line is cited there; half a bracket is what a scan left of a heading."""
    return 0.0 if dress != "n" and (dress[0] == "n" or dress[-1] == "n") else ALONE_IN_A_LINE


def _standing(lines: Sequence[str], token: Token) -> float:
    """What stands before a number: the margin, the end of a sentence, a gap, or words that refer to it."""
    line = lines[token.line][max(token.column - NEAR, 0) : token.column]
    before = " ".join([*(each[-NEAR:] for each in lines[max(token.line - 3, 0) : token.line]), line]).rstrip()
    if before.count("(") > before.count(")"):
        return REFERENCE + (AT_LINE_START if token.starts_line else 0)
    if token.starts_line:
        return AT_LINE_START + _referred(before)
    if before.endswith((".", ":", "!", "?")):
        return AFTER_A_STOP
    return AFTER_A_GAP if line.endswith(("  ", "\t")) else _referred(line)


def _referred(before: str) -> float:
    if REFERRING.search(before):
        return REFERENCE
    return PERHAPS_A_REFERENCE if PERHAPS_REFERRING.search(before) else 0.0


def _dressed(dress: str, usual: str) -> float:
    """Whether a number wears what the headings of this copy wear, or what a scan left of it."""
    if dress == usual:
        return OWN_DRESS
    if dress[0] == "(" or (dress == "n" and usual != "n)"):
        return OTHER_DRESS
    return DAMAGED_DRESS if dress[0] == usual[0] or dress[-1] == usual[-1] else OTHER_DRESS


def _continued(rest: str, token: Token, likeness: float) -> float:
    """What stands after a number on its line; a title that we know outweighs a small letter."""
    text = rest.strip()
    if not text or text + token.dress == ".n":
        return 0.0
    if text[0] in CITING or (text[0] == "." and not token.dress.endswith("n")) or RANGE.match(text):
        return PUNCTUATION - TITLE * likeness
    if text.lstrip(". *_:–-")[:1].islower():
        return SMALL_LETTER if likeness < LIKE else 0.0
    return CAPITAL


def _following(lines: Sequence[str], row: int, column: int) -> str:
    """The words that follow, of this line and of the next two that hold any."""
    more = [line[:NEAR] for line in lines[row + 1 : row + 5] if line.strip()][:2]
    return " ".join([lines[row][column : column + NEAR], *more])


# Parts without a number


def _unnumbered(lines: Sequence[str], book: Book, numbered: set[int]) -> Iterator[Heading]:
    """The lines that open as a part does which has no number in the print, or whose number was lost in the copy."""
    rows = [(row, words_of(line)) for row, line in enumerate(lines) if line.strip()]
    by_length: dict[int, list[Row]] = {}
    for row in rows:
        by_length.setdefault(len(row[1]), []).append(row)
    for place, case in enumerate(book.cases):
        if case.opens:
            yield from _openings(lines, rows, place, case.opens)
        elif place not in numbered:
            yield from _bare_titles(lines, by_length, place, case)


def _bare_titles(lines: Sequence[str], rows: Mapping[int, list[Row]], place: int, case: Known) -> Iterator[Heading]:
    """The lines that hold a title of some length and nothing else, after a blank line or a full stop."""
    bilingual = (" ".join(case.titles), " ".join(reversed(case.titles)))
    for title in (title for title in (*case.titles, *bilingual) if len(title) >= LEAST_TITLE):
        wanted = words_of(title)
        for row, met in rows.get(len(wanted), ()):
            if len(wanted) > 1 and begins_at(met, wanted, 0) and _stands_alone(lines, row):
                yield Heading(place, row, 0, TITLE_ALONE, 1.0, numbered=False)


def _stands_alone(lines: Sequence[str], row: int) -> bool:
    above = lines[row - 1].strip() if row else ""
    return not lines[row].strip()[0].islower() and (not above or above.endswith((".", "!", "?", ":")))


def _openings(lines: Sequence[str], rows: Sequence[Row], place: int, opens: str) -> Iterator[Heading]:
    """The lines where the words stand with which a part is known to open: at the margin, or behind another heading."""
    wanted = words_of(opens)
    for row, met in rows:
        for start in (start for start in range(len(met)) if begins_at(met, wanted, start)):
            column = column_of(lines[row], start)
            if _is_set_off(lines[row], column, opens):
                score = TITLE + OWN_DRESS + (AT_LINE_START if start == 0 else 0)
                yield Heading(place, row, column if start else 0, score, 1.0, numbered=False)
                break


def _is_set_off(line: str, column: int, opens: str) -> bool:
    """Whether words stand at the margin or after the end of something, with the capital that they open with."""
    before = line[:column]
    is_apart = bool(LINE_MARK.match(before)) or before.rstrip().endswith((":", ".")) or before.endswith(("  ", "\t"))
    has_capital = line[column : column + 1].isupper() or not opens[0].isupper()
    return has_capital and (is_apart or not WORD.search(before))
