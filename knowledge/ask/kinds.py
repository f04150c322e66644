"""What kind of question it is: whether a thing may be done, a number, a definition, a procedure, who, when."""

import re
from functools import cache
from typing import Literal

from knowledge.ask import lists
from knowledge.language import fold
from knowledge.records import Language

Kind = Literal["may", "must", "number", "definition", "procedure", "who", "when", "other"]
CLAUSE = re.compile(r"[,:;.!]\s")
LEAVE: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"^(and |but |so |hi |hello |ok )?((can|could|may)\b|(do|does|did|is|are|am|will|would|has|have)\b"
        r"(?!.*\b(have to|has to|need to|mandatory|compulsory|obligatory|obliged|required|forced)\b))"
    ),
    "fr": re.compile(
        r"^(et |mais |bonjour |ok |alors )?"
        r"(est ce qu|peut on|puis je|peut il|peut elle|ai je|a t on|on peut|c est possible)"
        r"|^(?!.*\b(combien|comment|pourquoi|(?<!importe )quel\w*|(a|de) quand)\b)(?!(et )?(qui|que|qu|quand|ou)\b)"
        r".*\bpeu(t|vent) (il|elle|on)s?\b"
    ),
}
"""How a clause opens that asks for leave, or for a yes."""
ASKED = re.compile(r"\b(?:combien|comment|pourquoi|quel\w*|quoi|qui|que|qu|quand|ou)\b")
INVERTED = re.compile(r"\w-(?:t-)?(?:ils?|elles?|on)\b")
"""What is put in question by its order alone: `l'attaquant prend-il un DRM de -1 ?`"""
DUTY = re.compile(r"\b(?:doi(?:t|s|vent)|faut|oblig\w*|tenue?s?|contraint\w*)\b")
AT_A_TIME = re.compile(r"^(?:quand|lorsque?|lorsqu['’]\w+|when) [^,]*, (?=\w)", re.IGNORECASE)
"""A clause that tells when, before what is asked."""


@cache
def _patterns(language: Language) -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    return tuple((row["kind"], re.compile("|".join(row[language]))) for row in lists.read()["kind"])


def kind_of(text: str, language: Language) -> Kind:
    """The kind of a question; one with a clause that opens by asking for leave is of that kind, whatever follows."""
    if any(_asks_for_a_yes(clause, language) for clause in CLAUSE.split(text)):
        return "may"
    plain = _plain(AT_A_TIME.sub("", text))
    return next((kind for kind, pattern in _patterns(language) if pattern.search(plain)), "other")


def _asks_for_a_yes(clause: str, language: Language) -> bool:
    plain, folded = _plain(clause), fold(clause)
    is_inverted = language == "fr" and bool(INVERTED.search(folded)) and not ASKED.search(plain)
    return bool(LEAVE[language].search(plain)) or (is_inverted and not DUTY.search(plain))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", fold(text)))
