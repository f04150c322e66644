"""What runs for each case: the rules that cite it."""

from functools import cache

from knowledge.library import Predicates
from rulebook.games import GAMES


@cache
def lifted() -> tuple[tuple[str, str], ...]:
    """The case of each exception in the rules, and that of the rule which it lifts."""
    rules = (rule for game in GAMES.values() for rule in game.rules if rule.base is not None)
    return tuple((rule.case, rule.base.case) for rule in rules if rule.base is not None)


@cache
def predicates() -> Predicates:
    """The rules of every case by its id: name, effect, and the rule in one sentence."""
    return {
        case: [{"name": rule.name, "effect": rule.effect, "summary": rule.summary} for rule in rules]
        for game in GAMES.values()
        for case, rules in game.predicates().items()
    }
