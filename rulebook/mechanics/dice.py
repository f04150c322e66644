"""Dice: exact distributions, as fractions."""

from collections import Counter
from collections.abc import Callable, Iterable
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


def gathered(outcomes: Iterable[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    """The chance of each result, in order, where several ways lead to it."""
    found: dict[Any, Fraction] = {}
    for result, chance in outcomes:
        found[result] = found.get(result, Fraction(0)) + chance
    return dict(sorted(found.items()))


def in_full(chances: dict[Any, Fraction]) -> dict[str, dict[str, Any]]:
    """A distribution as callers get it: exact fractions, and the same as decimal numbers."""
    return {"chances": as_chances(chances), "probabilities": {str(key): float(each) for key, each in chances.items()}}


def mean(chances: dict[Any, Fraction], of: Callable[[Any], int]) -> dict[str, Any]:
    """What is to be expected of a distribution, as an exact fraction and as a decimal number."""
    expected = sum((of(found) * chance for found, chance in chances.items()), Fraction(0))
    return {"exact": str(expected), "number": float(expected)}
