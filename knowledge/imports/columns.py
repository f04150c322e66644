"""Columns that a scan has read into one another: each paragraph goes to the case whose words it holds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import log

from knowledge.imports.cutting import Cut
from knowledge.imports.headings import Heading
from knowledge.imports.known import Book
from knowledge.imports.likeness import language_of, our_words, roots

FEWEST_STRAYS = 3
NEIGHBOURS = 8
LEAST_WORDS = 6
CLEARLY = 0.2
"""How much more of a paragraph's weight another case must hold than its own before the paragraph goes there."""


def are_mixed(chosen: Mapping[int, Heading]) -> bool:
    """Whether the numbers of a copy stand so much out of order that its columns cannot be trusted."""
    return sum(heading.strayed and heading.numbered for heading in chosen.values()) >= FEWEST_STRAYS


def sorted_out(book: Book, cuts: Sequence[Cut]) -> list[Cut]:
    """The cuts with each paragraph, but for the first of a case, in the case that it is most like."""
    scales = _Scales(book, cuts)
    staying: dict[str, list[str]] = {}
    coming: dict[str, list[str]] = {each.number: [] for each in cuts}
    beside = {each.number: set(each.beside) for each in cuts}
    for each, paragraph, home in _paragraphs(scales, cuts):
        if home == each.number:
            staying.setdefault(home, []).append(paragraph)
        else:
            coming[home].append(paragraph)
            beside[each.number].add(home)
            beside[home].add(each.number)
    return [
        replace(
            each,
            text="\n\n".join([*staying[each.number], *coming[each.number]]),
            beside=tuple(sorted(beside[each.number], key=scales.places.__getitem__)),
        )
        for each in cuts
    ]


def _paragraphs(scales: "_Scales", cuts: Sequence[Cut]) -> Iterator[tuple[Cut, str, str]]:
    """Each paragraph in the order of the copy, with the case where it stands and the number of the one it is of.

    The first stays with its heading, and what cases side by side share stays with both.
    """
    shared = Counter(each.line for each in cuts)
    for each in sorted(cuts, key=lambda each: each.line):
        first, *rest = each.text.split("\n\n")
        yield each, first, each.number
        for paragraph in rest:
            yield each, paragraph, scales.home(paragraph, each.number) if shared[each.line] == 1 else each.number


class _Scales:
    """Weighs a paragraph against our records: a word counts for more, the fewer cases have it."""

    def __init__(self, book: Book, cuts: Sequence[Cut]) -> None:
        self.language = language_of(book, {each.number: each.text for each in cuts})
        self.numbers = [case.number for case in book.cases]
        self.places = {number: place for place, number in enumerate(self.numbers)}
        self.found = {self.places[each.number] for each in cuts}
        self.words = [roots(our_words(case, self.language), self.language) for case in book.cases]
        held = Counter(word for words in self.words for word in words)
        self.weights = {word: log(len(self.words) / count) for word, count in held.items()}

    def home(self, paragraph: str, number: str) -> str:
        """The case that a paragraph is of: the one where it stands, unless a near one is clearly more like it."""
        words, here = roots(paragraph, self.language), self.places[number]
        if len(words) < LEAST_WORDS:
            return number
        near = [place for place in range(here - NEIGHBOURS, here + NEIGHBOURS + 1) if place in self.found]
        best = max(near, key=lambda place: self._share(words, place))
        return self.numbers[best] if self._share(words, best) > self._share(words, here) + CLEARLY else number

    def _share(self, words: set[str], place: int) -> float:
        whole = sum(self.weights.get(word, 0.0) for word in words)
        held = sum(self.weights[word] for word in words & self.words[place])
        return held / whole if whole else 0.0
