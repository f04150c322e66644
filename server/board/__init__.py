"""A board as an SVG: the hexes of a position and those around, as the game numbers them, with its units as counters.

    from server.board import draw

    svg = draw("sitw", position)                                # the position as it is posted to /v1/check
    svg = draw("sitw", position, action=action, lang="fr")      # with the path, the target and the units of an action
    svg = draw("sitw", position, marks={"2731": "reach"})       # with hexes marked: reach, barred, attack, focus, seen
    svg = draw("sitw", position, alone=True)                    # a file of its own: the style sheet is written inside

`position` is a `Position`, or JSON that makes one. A page that holds the drawing links `/static/board.css`, which has
its colours for light and dark; nothing in it needs inline styles or another host. Several boards on one page each take
a `key` of their own (letters, digits and dashes), for the names of their symbols. The drawing has a title and a
description for those who do not see it. `width` and `height` are left to the page: the drawing has a viewBox only.

Hexes that the position does not list are drawn as `map.elsewhere` says, or as unknown ground. Units and hexes that have
no place on the map stand below it. Far-apart parts of the map, and the maps of a game that has several, are drawn side
by side.
"""

from server.board.drawing import draw

__all__ = ["draw"]
