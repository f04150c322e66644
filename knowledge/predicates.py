"""What runs for each case: the rules that cite it."""

from functools import cache

from knowledge.library import Predicates
from rulebook.games import GAMES
from rulebook.printed import data_folder, read_toml


@cache
def lifted() -> tuple[tuple[str, str], ...]:
    """The case of each exception in the rules, and that of the rule which it lifts."""
    rules = (rule for game in GAMES.values() for rule in game.rules if rule.base is not None)
    return tuple((rule.case, rule.base.case) for rule in rules if rule.base is not None)


@cache
def predicates() -> Predicates:
    """The rules of every case by its id: name, effect, and the rule in one sentence of each language."""
    return {
        case: [
            {"name": rule.name, "effect": rule.effect, "summary": rule.summary}
            | {"summary_fr": in_french(key)[rule.name]}
            for rule in rules
        ]
        for key, game in GAMES.items()
        for case, rules in game.predicates().items()
    }


@cache
def in_french(game: str) -> dict[str, str]:
    """What each rule of a game does, in French, by its name; the English is in the rule itself."""
    told: dict[str, str] = read_toml(data_folder() / game / "rules.toml")["french"]
    return told
