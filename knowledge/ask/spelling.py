"""A question with its misspelt words put right: only a word that nothing knows, and only for one very like it."""

from difflib import SequenceMatcher
from functools import cache

from spellchecker import SpellChecker

from knowledge import search
from knowledge.ask.nearest import index_of
from knowledge.ask.reading import Token, tokens
from knowledge.language import WORD, fold
from knowledge.records import Language

SHORTEST = 5
LIKE = 0.8
COMMON = 1000
"""How often a dictionary has met a word that players may use; `forrest` is in it too."""


def mend(text: str, language: Language, game: str) -> str:
    """The question as it was meant."""
    strange = {token.word for token in tokens(text, language, game) if _is_strange(token, language, game)}
    return WORD.sub(lambda found: _mended(found.group(), language) if found.group() in strange else found.group(), text)


def _is_strange(token: Token, language: Language, game: str) -> bool:
    """Whether a word names nothing and stands in no question that was written down."""
    names_nothing = token.weight == "content" and len(token.word) >= SHORTEST and len(token.atoms) == 1
    return names_nothing and not token.atoms & index_of(game, language).places.keys()


def _mended(word: str, language: Language) -> str:
    if _dictionary(language)[word.lower()] >= COMMON:
        return word
    near = search.suggest(word, language)
    if near is None or fold(near)[:1] != fold(word)[:1]:
        return word
    return near if SequenceMatcher(None, fold(word), fold(near)).ratio() >= LIKE else word


@cache
def _dictionary(language: Language) -> SpellChecker:
    """The words of the language itself: one of them is not misspelt, though no rule knows it."""
    return SpellChecker(language=language)
