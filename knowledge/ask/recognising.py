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
    """The nearest that asks the same, unless one nearly as near, put in the same way, comes out otherwise."""
    first = next((each for each in found if each.like.is_same), None)
    if first is None:
        return None
    near = [each for each in found if each.like.score >= first.like.score - APART]
    other = [each for each in near if each.verdict != first.verdict]
    return first if all(each.like.is_put_otherwise and not each.like.is_same for each in other) else None
