"""Sets of hexes as bits: the same neighbours, lines and floods as hex by hex, on random maps."""

import random

import pytest

from rulebook.bits import Bits
from rulebook.games import GAMES
from rulebook.hexes import Grid

GRIDS = [game.grid for game in GAMES.values()] + [
    Grid(lines, shifted, (1, 1), (9, 12), ("", "W"), short)
    for lines in ("rows", "columns") for shifted in ("odd", "even") for short in (None, "odd", "even")
]  # fmt: skip


def some_of(chance, numbers, share):
    return {number for number in numbers if chance.random() < share}


def flooded(grid, starts, through, walls):
    """The plain way: whoever can step into an open hex that is found, is found."""
    found, queue = set(starts), list(starts)
    while queue:
        here = queue.pop()
        for there in grid.neighbours(here) if here in through else ():
            if there not in found and {(here, there), (there, here)}.isdisjoint(walls):
                found.add(there)
                queue.append(there)
    return found


@pytest.mark.parametrize("grid", GRIDS[-12:])
@pytest.mark.parametrize("seed", range(4))
def test_neighbours_and_floods_are_those_of_the_grid(grid, seed):
    chance, bits, numbers = random.Random(seed), Bits(grid), list(grid.numbers())
    for share in (0.02, 0.3, 0.6, 0.9):
        starts, through = some_of(chance, numbers, 0.05), some_of(chance, numbers, share)
        sides = [(one, other) for one in some_of(chance, numbers, 0.3) for other in grid.neighbours(one)]
        walls = set(chance.sample(sides, len(sides) // 3)) if seed else set()
        found = bits.flood(bits.of(starts), bits.of(through), bits.walls(walls))
        assert set(bits.numbers(found)) == flooded(grid, starts, through, walls)
        one = chance.choice(numbers)
        near = flooded(grid, {one}, {one}, walls) - {one}
        assert set(bits.numbers(bits.around(bits.of([one]), bits.walls(walls)))) == near


@pytest.mark.parametrize("grid", GRIDS)
def test_a_set_holds_what_was_put_into_it(grid):
    bits, numbers = Bits(grid), list(grid.numbers())
    few = some_of(random.Random(3), numbers, 0.1)
    assert set(bits.numbers(bits.of(few))) == few
    assert {number for number in numbers if bits.has(bits.of(few), number)} == few
    assert list(bits.numbers(0)) == []
    assert bits.all == bits.of(numbers)
