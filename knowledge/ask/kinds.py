"""What kind of question it is: whether a thing may be done, a number, a definition, a procedure, who, when."""

import re
from functools import cache
from typing import Literal

from knowledge.ask import lists
from knowledge.language import fold
from knowledge.records import Language

Kind = Literal["may", "must", "number", "definition", "procedure", "who", "when", "other"]
MODAL: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"^(and |but |so |hi |hello |ok )?(can|could|may|is it (legal|possible|allowed|ok)|am i|are .* allowed)\b"
    ),
    "fr": re.compile(
        r"^(et |mais |bonjour |ok |alors )?"
        r"(est ce qu|peut on|puis je|peut il|peut elle|ai je|a t on|on peut|c est possible)"
    ),
}


@cache
def _patterns(language: Language) -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    return tuple((row["kind"], re.compile("|".join(row[language]))) for row in lists.read()["kind"])


def kind_of(text: str, language: Language) -> Kind:
    """The kind of a question; one that opens by asking for leave is of that kind, whatever follows."""
    plain = " ".join(re.findall(r"\w+", fold(text)))
    if MODAL[language].search(plain):
        return "may"
    return next((kind for kind, pattern in _patterns(language) if pattern.search(plain)), "other")
