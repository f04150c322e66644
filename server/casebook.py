"""A case as a person or an assistant names it: with or without its game, and while it is still being typed."""

from collections.abc import Sequence
from functools import lru_cache

from knowledge.language import fold, words
from knowledge.library import Library
from knowledge.numbers import LONGEST_TYPED, NotFound, plain_number
from knowledge.records import LANGUAGES, Case
from rulebook.faults import BadRequest, Fault


class SeveralGames(BadRequest):
    """A number that several games have, without the game."""

    def __init__(self, cases: tuple[Case, ...]) -> None:
        self.cases = cases
        games = ", ".join(case.game for case in cases)
        super().__init__([Fault("game", f"several games have a case {cases[0].number}: {games}; say which")])


def named_case(library: Library, typed: str, game: str | None = None) -> Case:
    """The case that is meant by `13.17`, `sitw:13.17` or `sitw 13.17`; SeveralGames where it needs one."""
    before, number = _game_and_number(library, typed)
    if before or game:
        return library.case(before or game or "", number)
    found = library.everywhere(number)
    if not found:
        raise NotFound("case of any game", number[:LONGEST_TYPED], [])
    if len(found) > 1:
        raise SeveralGames(found)
    return found[0]


def _game_and_number(library: Library, typed: str) -> tuple[str | None, str]:
    """The game that is typed before a number, if any, and the number."""
    head, _, rest = typed.strip().replace(":", " ", 1).partition(" ")
    if not rest.strip():
        return None, typed
    known = head.casefold() in library.games
    return (head.casefold(), rest) if known else (head, rest) if ":" in typed else (None, typed)


def matching_cases(library: Library, typed: str, game: str | None = None, limit: int = 25) -> list[Case]:
    """The cases whose number or title begins as typed, numbers first; in either language, whatever the accents."""
    before, rest = _game_and_number(library, typed)
    within = before if before in library.games else game if game in library.games else None
    cases = library.of(within) if within else library.cases
    number, wanted = plain_number(rest), _folded(rest[:LONGEST_TYPED])
    ranked = ((rank, case) for case in cases if (rank := _rank(case, number, wanted)) is not None)
    return [case for _, case in sorted(ranked, key=lambda pair: pair[0])[:limit]]


def _rank(case: Case, number: str, wanted: Sequence[str]) -> int | None:
    """How well a case fits what was typed, best first; None where it does not."""
    own = case.number.casefold()
    if not wanted or own == number:
        return 0
    if own.startswith(number):
        return 1
    titles = [title for lang in LANGUAGES if _begins(title := _folded(getattr(case.title, lang)), wanted)]
    if not titles:
        return None
    return 2 if any(title[0].startswith(wanted[0]) for title in titles) else 3


@lru_cache(maxsize=5_000)
def _folded(text: str) -> tuple[str, ...]:
    """The words of a text without accents, kept: the titles are gone through at every key that is pressed."""
    return tuple(fold(word.group()) for word in words(text))


def _begins(title: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether each word typed begins a word of the title."""
    return all(any(word.startswith(part) for word in title) for part in wanted)
