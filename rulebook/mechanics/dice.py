"""Dice: exact distributions, as fractions."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any


def distribution(dice: int, result: Callable[[tuple[int, ...]], Any]) -> dict[Any, Fraction]:
    """The chance of each result over every fall of so many six-sided dice."""
    falls = Counter(result(faces) for faces in product(range(1, 7), repeat=dice))
    return {found: Fraction(count, 6**dice) for found, count in falls.items()}


def clamped(roll: int, lowest: int, highest: int) -> int:
    return max(lowest, min(highest, roll))


def as_chances(chances: dict[Any, Fraction]) -> dict[str, str]:
    """The same, written as fractions that a program can read back."""
    return {str(found): str(chance) for found, chance in chances.items()}
