"""A game as callers get it: every word a position may use, its phases, actions and map numbers."""

from collections.abc import Mapping
from typing import Any

from knowledge import store
from knowledge.coverage import coverage
from rulebook.actions import ACTION_TYPES
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.hexes import Grid

Json = dict[str, Any]

# What each kind of word is for.
KINDS = {
    "sides_of_play": "position.active, a unit's side, a hex's control and home",
    "nations": "a unit's nation",
    "types": "a unit's type",
    "supply": "a unit's supply",
    "statuses": "a unit's status",
    "terrain": "a hex's terrain",
    "features": "a hex's features",
    "sides": "map.sides: what lies between two hexes",
    "countries": "a hex's country",
    "fronts": "a hex's front",
    "weather": "position.weather",
    "phases": "position.phase, in the order of play",
    "modes": "the mode of a move",
    "scenarios": "position.scenario",
    "options": "position.options: the optional rules in force",
    "events": "position.events",
    "tracks": "position.tracks",
    "markers": "the type of a marker",
    "actions": "the type of an action",
}


def game_as_json(key: str) -> Json:
    """The game with its vocabulary, and how much of it runs."""
    return vocabulary_as_json(key) | {"coverage": coverage(key)["totals"]}


def vocabulary_as_json(key: str) -> Json:
    """The game with its vocabulary."""
    game = GAMES[key]
    words = {kind: [word_as_json(key, *item) for item in entries.items()] for kind, entries in game.vocabulary.items()}
    return {
        "key": key,
        "title": game.book["title"],
        "stage": game.book["stage"],
        "sides": words["sides_of_play"],
        "turns": [game.turns[0], game.turns[-1]],
        "phases": words["phases"],
        "scenarios": words.get("scenarios", []),
        "options": words.get("options", []),
        "vocabulary": words,
        "actions": [action_as_json(game, type) for type in game.words("actions")],
        "grid": grid_as_json(game.grid),
        "tables": store.table_names(key),
    }


def word_as_json(game: str, word: str, entry: Mapping[str, Any]) -> Json:
    """A word, its case as an id, its labels, and what else the book says of it."""
    return {"word": word, **entry, "case": f"{game}:{entry['case']}"}


def action_as_json(game: Game, type: str) -> Json:
    """An action with its fields as a JSON schema, and the words that some of them may hold."""
    entry = game.vocabulary["actions"][type]
    listed = {
        field: list(game.words(words) if isinstance(words, str) else words)
        for field, words in entry.get("fields", {}).items()
    }
    schema = ACTION_TYPES[type].model_json_schema()
    for field in entry.get("unused", ()):
        del schema["properties"][field]
    found = {"type": type, "case": f"{game.key}:{entry['case']}", "en": entry["en"], "fr": entry["fr"]}
    return found | {"fields": schema, "words": listed}


def grid_as_json(grid: Grid) -> Json:
    """How the hexes of the map are numbered."""
    first, last = (f"{line:02}{place:02}" for line, place in (grid.first, grid.last))
    line = {"rows": ("row", "rang"), "columns": ("column", "colonne")}[grid.lines]
    odd = {"odd": ("odd", "impairs"), "even": ("even", "pairs")}[grid.shifted]
    english = f"Two digits of {line[0]} and two of place in it, from {first} to {last}"
    french = f"Deux chiffres de {line[1]} et deux de place, de {first} à {last}"
    says = {
        "en": f"{english}; {odd[0]} {line[0]}s sit half a hex further on.",
        "fr": f"{french} ; les {line[1]}s {odd[1]} sont décalés d'un demi-hexagone vers les places suivantes.",
    }
    shape = {"lines": grid.lines, "shifted": grid.shifted, "first": first, "last": last, "letters": list(grid.letters)}
    return shape | {"says": says}
