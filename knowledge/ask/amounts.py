"""Numbers in words and figures, and the turns that a sentence speaks of."""

import re

from knowledge.language import fold
from knowledge.records import Language

NUMBERS: dict[Language, tuple[str, ...]] = {
    "en": ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "fr": ("zero", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
}
ORDINALS: dict[Language, tuple[str, ...]] = {
    "en": ("", *"first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()),
    "fr": ("", *"premier deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme".split()),
}
ALSO_FIRST = {"premiere": 1, "second": 2, "seconde": 2}
RANK = re.compile(r"^(\d+)(?:st|nd|rd|th|e|er|ere|re|eme|nde?)$")
ROMAN = re.compile(r"^(X{0,3})(IX|IV|V?I{0,3})e?$")
UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
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


def ordinal_of(word: str, language: Language) -> int | None:
    """The place in a row that a word tells: third, 3rd, III."""
    plain = fold(word)
    if plain in ALSO_FIRST or plain in ORDINALS[language][1:]:
        return ALSO_FIRST.get(plain) or ORDINALS[language].index(plain)
    if found := RANK.match(plain):
        return int(found[1])
    found = ROMAN.match(word)
    return 10 * len(found[1]) + UNITS.index(found[2]) if found and word != "I" and found[1] + found[2] else None


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
