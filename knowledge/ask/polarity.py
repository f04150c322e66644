"""What a sentence of a case says of an action: that it may be done, that it may not, or that it depends.

Only what is said outright counts: a negation or a leave right before the verb, or before the list in which the verb
stands. Every word of its own by which a sentence narrows what it says makes it a matter of conditions.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from knowledge.ask.passages import Passage, kind_of, meet
from knowledge.ask.reading import NAME, Token, atoms_of, weigh
from knowledge.language import fold
from knowledge.records import Language

Polarity = Literal["allows", "forbids"]
Lists = dict[Language, frozenset[str]]
SIGN = re.compile(r"\w+(?:\.\d+)*|[,;:]")
ASIDE = re.compile(r"\([^)]*\)")
BOUNDS = frozenset({",", ";", ":"})
CLOSE = 5
NEAR = 4
"""How many words before a verb its negation or leave may stand."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NOT: Lists = {"en": _words("not never cannot nor neither"), "fr": _words("ne n ni jamais")}
NO: Lists = {
    "en": _words("no none nobody neither nor nothing"),
    "fr": _words("aucun aucune nul nulle jamais pas nulles nuls"),
}
MAY: Lists = {
    "en": _words("may can allowed able free permitted could lets let capable"),
    "fr": _words(
        "peut peuvent pouvoir permis permise permises autorise autorises libre libres permet permettent droit"
    ),
}
JOINS: Lists = {
    "en": BOUNDS | _words("and or nor but"), "fr": BOUNDS | _words("et ou ni mais"),
}
STOPS: Lists = {"en": BOUNDS | _words("and but"), "fr": BOUNDS | _words("et mais")}
ONLY: Lists = {"en": _words("only alone solely"), "fr": _words("seul seule seuls seules seulement uniquement")}
IF: Lists = {
    "en": _words(
        "if provided until till when whenever where while before after from within without unless whether though "
        "although even except save but during since"
    ),
    "fr": _words(
        "si pourvu jusqu quand lorsque lorsqu avant apres partir sans condition tant sauf hormis mais excepte durant "
        "pendant meme moins depuis hors"
    ),
}
WHEN: Lists = {"en": _words("on in at under with for"), "fr": _words("au aux en a dans sous avec lors par")}
WHICH: Lists = {"en": _words("that which who whose"), "fr": _words("qui que dont qu")}
UNDOES: Lists = {
    "en": _words("prevent prevents stop stops forbid forbids deprive hinder hinders bar bars need needs oblige have"),
    "fr": _words("empeche empechent interdit interdisent prive gene oblige obligent besoin"),
}
PRONOUN: Lists = {"en": _words("they it he these those this such"), "fr": _words("il elle ils elles celle celui on")}
SAVE: Lists = {"en": _words("except save unless but"), "fr": _words("sauf hormis excepte mais moins hors")}
TIMES = frozenset({"@weather", "@phases", "@scenarios"})
DATED = re.compile(
    r"\b((turns?|tours?)( de jeu)? \d|\d+ (february|fevrier)|19\d\d|(first|premier|premiere) (turn|tour))"
)


@dataclass(frozen=True)
class Said:
    """What a sentence says of what was asked; plain, or under conditions of which the question says nothing."""

    polarity: Polarity
    is_plain: bool
    by_only: bool = False


class Sentence:
    """A sentence as signs: words, commas, what each word names, and which of them the question holds too."""

    def __init__(self, passage: Passage, language: Language, asked: Sequence[Token], in_time: bool = False) -> None:
        self.in_time = in_time
        self.language = language
        self.signs = SIGN.findall(ASIDE.sub(" ", passage.text))
        self.plain = [fold(sign) for sign in self.signs]
        self.atoms = atoms_of(self.signs, language, passage.case.partition(":")[0])
        self.asked = [token.plain for token in asked]
        self.held = [any(meet(token.atoms, each) for token in asked) for each in self.atoms]
        if in_time:
            self.held = [held or sign.isdigit() for held, sign in zip(self.held, self.signs, strict=True)]
        self.kinds = {kind_of(atom) for token in asked for atom in token.atoms if atom.startswith(NAME)}

    def places(self, verb: Iterable[Token]) -> list[int]:
        """Where the words stand that name the action."""
        wanted = [token.atoms for token in verb]
        return [at for at, each in enumerate(self.atoms) if any(meet(one, each) for one in wanted)]

    def clause(self, place: int, bounds: frozenset[str]) -> range:
        start = end = place
        while start > 0 and self.plain[start - 1] not in bounds:
            start -= 1
        while end < len(self.plain) and self.plain[end] not in bounds:
            end += 1
        return range(start, end)

    def has(self, lists: Lists, places: Iterable[int]) -> bool:
        return any(self.plain[at] in lists[self.language] for at in places)

    def is_own(self, at: int) -> bool:
        """Whether a word says something that the question does not, nor anything of the same kind."""
        if self.held[at] or not self.atoms[at] or weigh(self.signs[at], self.language) != "content":
            return False
        if any(self.plain[at] in lists[self.language] for lists in (NOT, NO, MAY)):
            return False
        return not any(kind_of(atom) in self.kinds for atom in self.atoms[at] if atom.startswith(NAME))


def said_of(
    passage: Passage, language: Language, verb: Sequence[Token], asked: Sequence[Token], in_time: bool = False
) -> Said | None:
    """What a sentence says of the action that these words name; None where it does not say, or says both.

    `in_time`: the turn of which it speaks is the one that is asked about.
    """
    sentence = Sentence(passage, language, asked, in_time)
    found = {place: said for place in sentence.places(verb) if (said := _outright(sentence, place))}
    if len(set(found.values())) != 1:
        return None
    polarity = next(iter(found.values()))
    plain = all(_is_plain(sentence, place, polarity) for place in found)
    only = any(sentence.has(ONLY, sentence.clause(place, BOUNDS)) for place in found)
    return Said(polarity, plain, only)


def _outright(sentence: Sentence, place: int) -> Polarity | None:
    """What is said of one verb, where it is said outright."""
    for start in _openings(sentence, place):
        before = range(max(start.start, start.stop - NEAR), start.stop)
        if sentence.has(IF, start) or sentence.has(UNDOES, start):
            return None
        if _is_negated(sentence, before, start, place):
            return "forbids"
        if sentence.has(MAY, before) and not sentence.has(NOT, start) and not sentence.has(NO, start):
            return "allows"
        if sentence.has(NOT, before) or sentence.has(MAY, start):
            return None
    return None


def _openings(sentence: Sentence, place: int) -> Iterator[range]:
    """The words before a verb in its clause, then those before the verbs of the list in which it stands."""
    stops = STOPS[sentence.language]
    part = sentence.clause(place, stops)
    yield range(part.start, place)
    for _ in range(4):
        if part.start < 2 or any(sentence.plain[at] in (";", ":") for at in (part.start - 1, part.start - 2)):
            return
        part = sentence.clause(part.start - 2, stops)
        yield range(part.start, part.stop)


def _is_negated(sentence: Sentence, before: range, start: range, place: int) -> bool:
    nearest = [at for at in before if sentence.plain[at] in NOT[sentence.language]]
    if nearest and not sentence.has(WHICH, range(nearest[-1], start.stop)):
        return not _is_but(sentence, nearest[-1], place)
    for at in (at for at in start if sentence.plain[at] in NO[sentence.language]):
        leave = [to for to in start if to > at and sentence.plain[to] in MAY[sentence.language]]
        end = leave[0] if leave else place
        if end - at <= NEAR and not sentence.has(WHICH, range(at, end)):
            return True
    after = range(place + 1, min(place + 3, len(sentence.plain)))
    return sentence.language == "en" and any(sentence.plain[at] in ("no", "none") for at in after)


def _is_but(sentence: Sentence, at: int, place: int) -> bool:
    """French `ne … que` is no ban."""
    if sentence.language != "fr":
        return False
    after = sentence.plain[at : min(place + 7, len(sentence.plain))]
    whole = {"pas", "jamais", "ni", "aucun", "aucune"}
    return bool({"que", "qu"}.intersection(after)) and whole.isdisjoint(after)


def _is_plain(sentence: Sentence, place: int, polarity: Polarity) -> bool:
    """Whether nothing narrows what is said: no word of its own beside the verb, no condition near it."""
    part = sentence.clause(place, JOINS[sentence.language])
    if any(sentence.is_own(at) for at in part) or _has_object(sentence, place):
        return False
    near = _around(sentence, place, polarity)
    return not any(_narrows(sentence, at, polarity) for at in near) and not _is_dated(sentence, near)


OBJECT: Lists = {"en": _words("it them him"), "fr": _words("la le les lui leur l")}


def _has_object(sentence: Sentence, place: int) -> bool:
    """Whether the verb has a pronoun for its object: whom it means, the sentence before says."""
    at = place + 1 if sentence.language == "en" else place - 1
    return 0 <= at < len(sentence.plain) and sentence.plain[at] in OBJECT[sentence.language]


def _around(sentence: Sentence, place: int, polarity: Polarity) -> list[int]:
    """Where conditions may stand: in the clause of the verb, and in those beside it, or first, that open with one.

    A leave is narrowed by a condition anywhere.
    """
    if polarity == "allows":
        return list(range(len(sentence.plain)))
    own = sentence.clause(place, BOUNDS)
    others = [sentence.clause(0, BOUNDS)]
    if own.stop + 1 < len(sentence.plain):
        others.append(sentence.clause(own.stop + 1, BOUNDS))
    if own.start >= 2:
        others.append(sentence.clause(own.start - 2, BOUNDS))
    opening = [part for part in others if _opens_condition(sentence, part)]
    return sorted({at for part in (own, *opening) for at in part})


def _opens_condition(sentence: Sentence, part: range) -> bool:
    language = sentence.language
    return sentence.plain[part.start] in IF[language] | WHICH[language] | ONLY[language] | WHEN[language]


def _narrows(sentence: Sentence, at: int, polarity: Polarity) -> bool:
    """Whether a condition opens here of which the question says nothing; an exception does not undo a ban."""
    word, language = sentence.plain[at], sentence.language
    if sentence.held[at] or word not in IF[language] | WHICH[language] | ONLY[language]:
        return False
    if polarity == "forbids" and word in SAVE[language]:
        return False
    far = CLOSE if word in WHICH[language] else len(sentence.plain)
    part = sentence.clause(at, JOINS[language] if word in WHICH[language] else BOUNDS)
    return any(sentence.is_own(place) for place in part if at < place <= at + far)


def _is_dated(sentence: Sentence, near: Sequence[int]) -> bool:
    """Whether it speaks there of a time, a weather or a scenario of which the question says nothing."""
    dated = DATED.search(" ".join(sentence.plain[at] for at in near))
    if dated and not sentence.in_time and not any(sign.isdigit() for sign in sentence.asked):
        return True
    return any(kind_of(atom) in TIMES and not sentence.held[at] for at in near for atom in sentence.atoms[at])
