"""Which part of a question asks: what stands before it, or behind it, only tells of the table."""

import re

from knowledge.ask.turns import turns_of
from knowledge.language import fold
from knowledge.records import Language

PART = re.compile(r"(?<=[.;:!?])\s+|\s+[-–—]\s+")
BARE = re.compile(
    r"^(?:is (?:that|it|this) (?:ok|okay|legal|allowed|fine|right|possible)|(?:legal|allowed|ok|right|yes or no)"
    r"|c['’]est (?:permis|l[ée]gal|bon|possible|autoris[ée]|ok|faisable)"
    r"|est-ce (?:permis|l[ée]gal|possible|autoris[ée])"
    r"|[çc]a (?:marche|passe|va)|(?:permis|l[ée]gal|possible|d['’]accord|ok|oui ou non))\W*$",
    re.IGNORECASE,
)
"""A part that asks, and does not say what."""


def asking(text: str) -> tuple[int, int]:
    """From where to where a text asks: its last part with a question mark that says something, else its last part."""
    parts = list(_parts(text))
    told = [part for part in parts if not BARE.match(text[slice(*part)])] or parts
    asked = [part for part in told if "?" in text[slice(*part)]]
    return (asked or told)[-1]


def _parts(text: str) -> list[tuple[int, int]]:
    breaks = [found.span() for found in PART.finditer(text)]
    starts = [0, *(end for _, end in breaks)]
    ends = [*(start for start, _ in breaks), len(text)]
    return [part for part in zip(starts, ends, strict=True) if text[slice(*part)].strip()] or [(0, len(text))]


TAG: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?:,\s*(?:right|correct|yes|no)"
        r"|,?\s+(?:is|are|do|does|did|ca|could|wo|would|should|have|has)n['’]t (?:it|they|he|she|we|i|you|that|there))"
        r"\s*\?\s*$",
        re.IGNORECASE,
    ),
    "fr": re.compile(r",\s*(?:n['’]est-ce pas|non|hein|pas vrai|c['’]est (?:bien )?[çc]a)\s*\?\s*$", re.IGNORECASE),
}
"""What is hung on a sentence to make a question of it."""


def untagged(text: str, language: Language) -> str:
    """The question without its tag, where the sentence that it is hung on denies nothing: it asks the same."""
    found = TAG[language].search(text)
    if found is None:
        return text
    said = text[: found.start()]
    return text if "not" in turns_of(said[asking(said)[0] :], language) else f"{said}?"


POINTING: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:this|these|those) (?!turn|phase|round|way|case|time|month|year|is\b|has\b|was\b|game|very|same|strategic"
        r"|operational)(?:\w+ )??(\w+)"
        r"|\bthat (?:\w+ )?(hex|stack|unit|attack|battle|assault|battery|fort|town|city|division|corps|regiment|bridge"
        r")\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\bc(?:e|et|ette|es) (?!tours?\b|phase|moment|cas\b|qu|sont|soit|n['’]|round|mois|même|dernier|jour|année"
        r"|façon|fois|type|genre)(\w+)",
        re.IGNORECASE,
    ),
}
"""How something on the table is pointed at: this attack, cet hex."""


def points_at_the_table(text: str, language: Language) -> bool:
    """Whether a question is about something that only those at the table see: named nowhere before it is pointed at."""
    found = POINTING[language].search(text)
    named = found and next(filter(None, found.groups()), None)
    return bool(found and named and fold(named) not in fold(text[: found.start()]))
