"""The games that Arbitre umpires."""

from rulebook.game import Game
from rulebook.games import marne, sitw, tdw, tgwe, tsnp

GAMES: dict[str, Game] = {game.key: game for game in (sitw.GAME, tsnp.GAME, tdw.GAME, marne.GAME, tgwe.GAME)}
