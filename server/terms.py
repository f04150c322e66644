"""The index of a book as its page shows it: by letter, each term with an anchor of its own."""

import re
from collections.abc import Iterable
from itertools import groupby

from knowledge.language import fold
from knowledge.records import Language, Term

OTHERS = "#"


def by_letter(terms: Iterable[Term], lang: Language) -> list[tuple[str, list[Term]]]:
    """The terms in the order of a language, under their first letters; those that begin otherwise come first."""
    ordered = sorted(terms, key=lambda term: (_letter(term, lang), fold(getattr(term, lang))))
    return [(letter, list(group)) for letter, group in groupby(ordered, lambda term: _letter(term, lang))]


def anchor(term: Term) -> str:
    """The anchor of a term, the same in both languages."""
    return f"term-{re.sub(r'[^a-z0-9]+', '-', fold(term.en)).strip('-')}"


def _letter(term: Term, lang: Language) -> str:
    first = fold(getattr(term, lang)).lstrip("«\"' ")[:1].upper()
    return first if first.isalpha() else OTHERS
