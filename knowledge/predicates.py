"""What runs for each case: the rules that cite it."""

from functools import cache

from knowledge.library import Predicates
from rulebook.games import GAMES


@cache
def predicates() -> Predicates:
    """The rules of every case by its id: name, effect, and the rule in one sentence."""
    return {
        case: [{"name": rule.name, "effect": rule.effect, "summary": rule.summary} for rule in rules]
        for game in GAMES.values()
        for case, rules in game.predicates().items()
    }
