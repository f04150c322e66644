"""A follow-up read with the question before it: what it names stands in for what was named of that kind."""

import re

from knowledge.ask.facts import distinct
from knowledge.ask.kinds import kind_of
from knowledge.ask.lexicon import Mention, mentions
from knowledge.ask.reading import content, tokens
from knowledge.language import WORD, fold
from knowledge.records import Language

OPENING: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"^(and|but|or|so|what about|how about|what if|and if|then|same|even)\b"),
    "fr": re.compile(r"^(et|mais|ou|alors|donc|sinon|pareil|meme|qu en est)\b"),
}
PRONOUN: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(they|it|them|he|these|those|one)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(ils|elles|il|elle|celui-ci|celle-ci|ceux-ci|celles-ci|leur|lui)\b", re.IGNORECASE),
}
SHORT = 3
UNITS = ("types", "nations", "sides_of_play", "roles")


def followed(before: str, text: str, game: str, language: Language) -> str:
    """The whole question that a follow-up asks; the follow-up itself where it stands by itself."""
    plain = " ".join(WORD.findall(fold(text)))
    opens = bool(OPENING[language].search(plain))
    named = _mentions(text, game, language)
    if opens or _is_part(text, language, named):
        if any(each.kind == "action" for each in named) or not before:
            return _with_units(before, text, game, language, named)
        return _put_in(before, text, game, language, named)
    if PRONOUN[language].search(text) and not any(each.kind in UNITS for each in named):
        return _with_units(before, text, game, language, named)
    return text


def _mentions(text: str, game: str, language: Language) -> list[Mention]:
    return distinct(mentions(game, language, [token.word for token in tokens(text, language, game)]))


def _is_part(text: str, language: Language, named: list[Mention]) -> bool:
    """Whether it is too short to be a question of its own."""
    asks = kind_of(text, language) not in ("other",)
    return len(content(tokens(text, language))) <= SHORT and not asks and bool(named)


def _put_in(before: str, text: str, game: str, language: Language, named: list[Mention]) -> str:
    """The question before with what the follow-up names in the place of what it named of that kind."""
    old = [token.word for token in tokens(before, language, game)]
    new = [token.word for token in tokens(text, language, game)]
    taken: set[int] = set()
    for mention in named:
        said = " ".join(new[mention.start : mention.end])
        place = next((each for each in _mentions(before, game, language) if each.kind == mention.kind), None)
        taken |= set(range(mention.start, mention.end))
        if place is None:
            old.append(said)
        else:
            old[place.start : place.end] = [said] + [""] * (place.end - place.start - 1)
    rest = [token.word for at, token in enumerate(tokens(text, language, game))
            if at not in taken and token.weight == "content" and token.atoms]
    return " ".join(word for word in (*old, *rest) if word)


def _with_units(before: str, text: str, game: str, language: Language, named: list[Mention]) -> str:
    """The follow-up with the units of the question before, where it names none."""
    if any(each.kind in UNITS for each in named):
        return text
    old = [token.word for token in tokens(before, language, game)]
    units = [" ".join(old[each.start : each.end]) for each in _mentions(before, game, language) if each.kind in UNITS]
    return f"{text.rstrip(' ?.!')} {' '.join(units)}" if units else text
