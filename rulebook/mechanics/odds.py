"""Combat odds as a ratio of two whole numbers, and the columns of a results table."""

from dataclasses import dataclass
from math import ceil, floor


@dataclass(frozen=True)
class Odds:
    """A ratio of attack to defense with a 1 on the weaker side."""

    attack: int
    defense: int

    def __str__(self) -> str:
        return f"{self.attack}:{self.defense}"

    @property
    def ratio(self) -> float:
        return self.attack / self.defense


def odds_rounded_for_the_defender(attack: int, defense: int) -> Odds:
    """3.71 to 1 is 3:1; 1 to 2.2 is 1:3: what is left over never helps the attacker."""
    if attack >= defense:
        return Odds(floor(attack / defense), 1)
    return Odds(1, ceil(defense / attack))


def column_of(odds: Odds, lowest: Odds, highest: Odds) -> Odds | None:
    """The column that resolves these odds; None below the lowest one."""
    if odds.ratio < lowest.ratio:
        return None
    return min(odds, highest, key=lambda column: column.ratio)
