"""Saves of VASSAL as positions: the pieces of a `.vsav`, put on the game's hexes by a profile.

What the save does not tell, or what no rule of the profile names, is listed and never guessed; what one player hides
from another stays hidden. `server.vassal.reading.read_save` is where to begin.
"""
