"""Numbers in words and figures, and the turns that a sentence speaks of."""

import re

from knowledge.language import fold
from knowledge.records import Language

NUMBERS: dict[Language, tuple[str, ...]] = {
    "en": ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "fr": ("zero", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
}
TURNS = re.compile(r"\b(?:turns?|tours?)(?: de jeu)? (\d+)(?:\s*(?:-|to|a|and|et)\s*(\d+))?")
FROM_TURN = re.compile(
    r"\b(?:from|after|a partir du|des le|depuis le|apres le) (?:the )?(?:\w+ ){0,4}?(?:turn|tour)(?: de jeu)? (\d+)"
)
UNTIL_TURN = re.compile(
    r"\b(?:until|before|up to|jusqu au|avant le) (?:the )?(?:\w+ ){0,4}?(?:turn|tour)(?: de jeu)? (\d+)"
)


def number_of(word: str, language: Language) -> int | None:
    """The number that a word is, in figures or letters."""
    plain = fold(word)
    if plain.isdigit():
        return int(plain)
    if plain in ("une", "single"):
        return 1
    return NUMBERS[language].index(plain) if plain in NUMBERS[language] else None


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+|-", fold(text)))


def speaks_of_turn(text: str, turn: int) -> bool | None:
    """Whether what a sentence says holds on a turn; None where it names no turn."""
    plain = _plain(text)
    if found := FROM_TURN.search(plain):
        return turn >= int(found[1])
    if found := UNTIL_TURN.search(plain):
        return turn < int(found[1])
    spans = [(int(each[1]), int(each[2] or each[1])) for each in TURNS.finditer(plain)]
    return any(first <= turn <= last for first, last in spans) if spans else None
