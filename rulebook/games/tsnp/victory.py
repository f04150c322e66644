"""Chapter 16, victory."""

from functools import partial
from typing import Any

from rulebook.actions import Victory
from rulebook.facts import every, some
from rulebook.games.tsnp.agreed import option
from rulebook.games.tsnp.dates import LAST_TURN
from rulebook.games.tsnp.morale import is_weakened
from rulebook.rules import Part, Rule, Sum, computes, defines, replaces, unless
from rulebook.table import Table, Unit

TOWNS_A_POINT = 2
TOWNS_A_POINT_INFILTRATING = 3
PRICE_OF_THE_121ST = 1
LOSSES = ((2, 1, 5), (3, 2, 3))
MORE_FRENCH_LOSSES = 1
LOSSES_OF_A_LOST_UNIT = 2
GONE = ("eliminated", "surrendered")
COUNT_FOR_NOTHING = ("remnant", "garrison")
LEVELS = (
    (12, "german", "major"), (9, "german", "minor"), (6, None, "draw"), (3, "french", "minor"),
)


@defines("tsnp:16.0")
def points_for_towns(table: Table) -> int:
    """The German player scores a point for every two towns he controls."""
    return table.track("towns") // TOWNS_A_POINT


@replaces(points_for_towns, "tsnp:15.5", when=option("15.5"))
def points_for_towns_when_infiltrating(table: Table) -> Sum:
    """With the infiltration rule it takes three towns to make a point."""
    points = table.track("towns") // TOWNS_A_POINT_INFILTRATING
    return Sum((Part(points, "tsnp:15.5", "towns"),))


@defines("tsnp:16.0")
def points_for_losses(table: Table) -> int:
    """One point for higher French losses, three from three to two on, five from two to one on."""
    french, german = table.track("french-losses"), table.track("german-losses")
    if french <= german:
        return 0
    reached = (points for more, fewer, points in LOSSES if french * fewer >= german * more)
    return next(reached, MORE_FRENCH_LOSSES)


@defines("tsnp:16.0")
def losses_counted(table: Table, unit: Unit) -> int:
    """An eliminated unit counts as two losses, a reduced one on the map as one; remnants do not count."""
    if unit.type in COUNT_FOR_NOTHING:
        return 0
    if some(partial(unit.has_status, word) for word in GONE):
        return LOSSES_OF_A_LOST_UNIT
    return 1 if not table.game.is_off_map(unit.facts) and is_weakened(unit) and unit.hex else 0


@computes(Victory, "losses", "tsnp:16.0")
def losses_shown(table: Table, victory: Victory) -> dict[str, int] | None:
    """What the posted units come to on each side; those that nobody posted are not in it."""
    units = table.units()
    if not units:
        return None
    return {side: sum(losses_counted(table, unit) for unit in units if unit.side == side) for side in table.game.sides}


@defines("tsnp:16.0")
def pays_for_the_121st(table: Table) -> bool:
    """The German player loses a point for bringing in the 121st Division."""
    return table.has_event("called-121st")


@unless(pays_for_the_121st, "tsnp:15.2", when=option("15.2"))
def all_out_effort_is_free(table: Table) -> bool:
    """With the all-out effort the 121st Division costs nothing."""
    return True


@computes(Victory, "points", "tsnp:16.0")
def german_points(table: Table, victory: Victory) -> Sum:
    """Only the German player scores: for ground that he holds and losses that he inflicts."""
    parts = [
        *_parts(points_for_towns, points_for_towns(table), "towns"),
        Part(table.track("destroyed-forts"), "tsnp:16.0", "destroyed forts"),
        Part(table.track("verdun-hexes"), "tsnp:16.0", "hexes of Verdun"),
        *_parts(points_for_losses, points_for_losses(table), "losses"),
    ]
    if pays_for_the_121st(table):
        parts.append(Part(-PRICE_OF_THE_121ST, "tsnp:6.42", "121st Division"))
    return Sum(tuple(parts))


def _parts(rule: Rule, found: int | Sum, why: str) -> tuple[Part, ...]:
    return found.parts if isinstance(found, Sum) else (Part(found, rule.case, why),)


@computes(Victory, "winner", "tsnp:16.0")
def winner(table: Table, victory: Victory) -> dict[str, Any]:
    """After the ninth turn the points tell who has won, and how clearly."""
    over = every((lambda: table.turn >= LAST_TURN, lambda: table.phase == "victory-test"))
    if not over:
        return {"side": None, "level": None, "over": False}
    points = german_points(table, victory).total
    side, level = next(((side, level) for least, side, level in LEVELS if points >= least), ("french", "major"))
    return {"side": side, "level": level, "over": True}
