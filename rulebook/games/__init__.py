"""The games that Arbitre umpires."""

from rulebook.game import Game
from rulebook.games import sitw

GAMES: dict[str, Game] = {game.key: game for game in (sitw.GAME,)}
