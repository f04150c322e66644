"""What the texts of the cases say of an action that is asked about: allowed, forbidden, or it depends."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from knowledge.ask.amounts import speaks_of_turn
from knowledge.ask.passages import Passage, passages
from knowledge.ask.polarity import Said, said_of
from knowledge.ask.reading import NAME, Token
from knowledge.records import Language


@dataclass(frozen=True)
class Word:
    """A sentence that speaks of what is asked, and what it says."""

    passage: Passage
    said: Said
    coverage: float
    is_full: bool


def words_on(
    cases: Iterable[str], languages: Iterable[Language], verb: Sequence[Token], asked: Sequence[Token],
    turn: int | None = None,
) -> list[Word]:
    """The sentences of these cases that say whether it may be done, those that hold the most of it first."""
    several = [(place, case, language) for language in languages for place, case in enumerate(cases)]
    found = [
        word for place, case, language in several for passage in passages(case, language)
        if (word := _word(passage, language, verb, asked, turn, place))
    ]
    return sorted(found, key=lambda word: (-word.coverage, not word.said.is_plain))


def _word(
    passage: Passage, language: Language, verb: Sequence[Token], asked: Sequence[Token], turn: int | None, place: int
) -> Word | None:
    """What one sentence says; one that is of other turns than the one asked about says nothing."""
    matter, about = asked, True if turn is None else speaks_of_turn(passage.text, turn)
    if about is False:
        return None
    if turn is not None and about:
        matter = [token for token in asked if token.word != str(turn)]
    said = said_of(passage, language, verb, matter, turn is not None and bool(about))
    if said is None:
        return None
    if said.by_only:
        said, matter = _by_only(passage, said, matter)
    return Word(passage, said, passage.coverage(matter) - place * 0.02, passage.holds_all(matter))


def _by_only(passage: Passage, said: Said, asked: Sequence[Token]) -> tuple[Said, Sequence[Token]]:
    """Only so-and-so may: whoever else is asked about may not."""
    if said.polarity == "forbids":
        return said, asked
    others = [token for token in asked if _is_named(token) and not passage.holds(token)]
    kinds = {atom.partition(".")[0] for token in others for atom in token.atoms if atom.startswith(NAME)}
    named = {atom.partition(".")[0] for atom in passage.atoms if atom.startswith(NAME)}
    rest = [token for token in asked if token not in others]
    if others and kinds & named & {"@types", "@nations", "@roles", "@sides_of_play"}:
        return Said("forbids", said.is_plain, True), rest
    return said, asked


def _is_named(token: Token) -> bool:
    return any(atom.startswith(NAME) for atom in token.atoms)
