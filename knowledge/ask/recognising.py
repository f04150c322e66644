"""Which of the situations in words a question is: the umpire rules on that one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from knowledge.ask.likeness import Likeness
from knowledge.ask.nearest import likenesses
from knowledge.ask.situations import Situation
from knowledge.records import LANGUAGES, Language
from knowledge.trials import laid_out
from rulebook.actions import ActionModel
from rulebook.ruling import Ruling, Verdict
from rulebook.table import Table
from rulebook.umpire import check

MOMENT = ("scenario", "turn", "phase", "active", "weather")
APART = 0.1
"""How far behind is one with another verdict."""
PERFECT = 0.95
"""How much alike a situation is that is asked about word for word."""
NEAR, NEAREST = 0.3, 3
"""How much alike a situation is that is worth telling of, and how many are told."""


@dataclass(frozen=True)
class Recognised:
    """A situation that a question is, or is near to."""

    like: Likeness
    language: Language

    @property
    def situation(self) -> Situation:
        return self.like.situation

    @property
    def verdict(self) -> Verdict:
        """As the umpire gives it: the build has put every situation to it."""
        verdict: Verdict = self.situation.trial.expect["verdict"]
        return verdict

    @property
    def read_as(self) -> dict[str, str]:
        """The question that it was taken for, in both languages."""
        asked = self.situation.asked
        return {each: self.like.phrase if each == self.language else asked[each][0] for each in LANGUAGES}

    @property
    def action(self) -> ActionModel:
        return self._laid_out[1]

    @cached_property
    def ruling(self) -> Ruling:
        """What the umpire finds in it."""
        return check(*self._laid_out)

    @cached_property
    def _laid_out(self) -> tuple[Table, ActionModel]:
        return laid_out(self.situation.trial)

    def taken(self) -> dict[str, Any]:
        """The moment in which it is posed."""
        position = self.situation.trial.position
        return {name: position[name] for name in MOMENT if position.get(name) is not None}


def recognised(text: str, game: str, language: Language) -> tuple[Recognised | None, tuple[Recognised, ...]]:
    """The situation that a question is, where that is sure, and those nearest to it."""
    found = [Recognised(each, language) for each in likenesses(text, game, language)]
    return chosen(found), tuple(each for each in found[:NEAREST] if each.like.score >= NEAR)


def chosen(found: Sequence[Recognised]) -> Recognised | None:
    """The one that asks the same and says most of the question, unless one nearly as near comes out otherwise."""
    same = sorted((each for each in found if each.like.is_same), key=lambda each: (each.like.unsaid, -each.like.score))
    if not same:
        return None
    first = same[0]
    near = [each for each in found if each.like.score >= first.like.score - APART and each.verdict != first.verdict]
    return None if any(_is_in_the_way(each.like, first.like, each.verdict) for each in near) else first


def _is_in_the_way(other: Likeness, first: Likeness, verdict: Verdict) -> bool:
    """Whether a situation with another verdict makes it doubtful which of the two is asked about."""
    if other.is_same:
        return other.unsaid <= first.unsaid
    is_perfect = first.score >= PERFECT and not first.lacking and not first.unsaid
    return not (other.is_put_otherwise or verdict == "undetermined" or is_perfect)
