"""Which language a person writes."""

from collections import Counter
from functools import cache

from knowledge import desk
from knowledge.language import STOP_WORDS, words
from knowledge.records import Language

CLEARLY = 3
"""How many times more common a word must be in one language than in the other to belong to it."""


def written_language(text: str) -> Language | None:
    """The language in which most words of a text are written; None where that cannot be told."""
    votes = Counter(lang for word in words(text) if (lang := _language_of(word.group().casefold())))
    if votes["en"] == votes["fr"]:
        return None
    return "en" if votes["en"] > votes["fr"] else "fr"


def _language_of(word: str) -> Language | None:
    """The language to which a word belongs: French texts quote English words now and then, so the more common one."""
    english, french = (_words_of(lang)[word] for lang in ("en", "fr"))
    if english > CLEARLY * french:
        return "en"
    return "fr" if french > CLEARLY * english else None


@cache
def _words_of(lang: Language) -> Counter[str]:
    """The words of a language that players use, and how often: those of our texts, and the small ones."""
    library = desk.library()
    texts = (f"{getattr(case.title, lang)} {getattr(case.text, lang)}" for case in library.cases)
    terms = (getattr(term, lang) for term in library.terms)
    used = Counter(word.group().casefold() for text in (*texts, *terms) for word in words(text))
    return used + Counter(STOP_WORDS[lang])
