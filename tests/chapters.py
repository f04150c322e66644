"""A chapter of rules written for a test, and a table on which they are the only ones."""

import json
from types import ModuleType

from rulebook.actions import Control
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.position import Position
from rulebook.table import Table

SITW = GAMES["sitw"]
CONTROL = Control(type="control", hex="2731")


def table(*chapter_rules, ordinary=False, **facts):
    """What is posted, in a game of these rules alone."""
    chapter = ModuleType("chapter")
    for rule in chapter_rules:
        rule.__module__ = "chapter"
        setattr(chapter, rule.name, rule)
    game = Game("sitw", (chapter,), pace=SITW.pace, offers=SITW.offers)
    return Table(game, Position.model_validate_json(json.dumps({"game": "sitw", **facts})), ordinary=ordinary)
