"""Which part of a question asks: what stands before it, or behind it, only tells of the table."""

import re

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
