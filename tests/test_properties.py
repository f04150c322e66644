"""What must hold of every ruling, on situations of `data/` told otherwise and on made-up ones.

A few of each here, always the same ones; `make fuzz` runs as many as there is time for.
"""

import json
import sys
from itertools import combinations
from random import Random
from typing import Any

import pytest
from conftest import ROOT
from hypothesis import HealthCheck, given, settings
from mirrors import ONE_SIDED, mirrored
from moved import PLACES, moved, turned
from positions import (
    Situation,
    differ_in,
    is_kept,
    shuffled,
    situations,
    some_facts,
    spelled_out,
    with_a_far_friend,
)  # fmt: skip
from questions import requests

from knowledge import desk
from rulebook.actions import Supply
from rulebook.faults import BadRequest
from rulebook.games import GAMES
from rulebook.hexes import Grid
from rulebook.position import Position
from rulebook.reader import READS
from rulebook.table import Table
from rulebook.umpire import check

sys.path.insert(0, str(ROOT))
from bench.fuzz import Run, tell_otherwise

SAMPLE = 45
"""Situations of each game that are looked at here."""


def sample(game: str, seed: int, count: int = SAMPLE) -> list[Situation]:
    posed = situations(game)
    return Random(seed).sample(posed, min(count, len(posed)))


@pytest.mark.parametrize("game", GAMES)
def test_a_verdict_does_not_change_when_a_missing_fact_is_told(game):
    random = Random(1)
    for posed in sample(game, 1):
        told = posed.ruling()
        facts = some_facts(posed, random, 6)
        if told is None or told.verdict == "undetermined" or not facts:
            continue
        less = posed.without(*facts).ruling()
        assert is_kept(told, less, facts), (posed.name, facts)
        assert less is None or less.verdict != "undetermined" or less.missing, (posed.name, facts)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("told_otherwise", [shuffled, spelled_out, with_a_far_friend])
def test_a_verdict_is_the_same_however_the_same_is_told(game, told_otherwise):
    random = Random(2)
    for posed in sample(game, 2, SAMPLE // 3):
        other = told_otherwise(posed, random)
        if other is not None:
            assert _verdict(other) == _verdict(posed), posed.name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("elsewhere", "excused"), [(moved, {*PLACES}), (mirrored, {*PLACES, *ONE_SIDED})]
)
def test_a_verdict_is_the_same_elsewhere_on_the_map_and_with_the_sides_swapped(game, elsewhere, excused):
    """But for the cases that name a place or a side; where few can be put elsewhere, the search goes on for one."""
    random, compared = Random(3), 0
    for looked_at, posed in enumerate(sample(game, 3, len(situations(game)))):
        if looked_at >= SAMPLE and compared:
            break
        other = elsewhere(posed, random)
        first, second = posed.ruling(), other and other.ruling()
        if first and second:
            compared += 1
            assert first.verdict == second.verdict or differ_in(first, second) <= excused, (posed.name, other.request)
    assert compared


@pytest.mark.parametrize("elsewhere", [moved, turned])
def test_a_situation_that_is_set_elsewhere_keeps_its_shape(elsewhere):
    grid, seen = GAMES["tdw"].grid, 0
    for posed in sample("tdw", 4):
        other = elsewhere(posed, Random(4))
        if other and "path" in posed.action:
            seen += 1
            assert _apart(grid, other) == _apart(grid, posed)
            assert other.action["path"] != posed.action["path"]
    assert seen


def _apart(grid: Grid, posed: Situation) -> list[int]:
    """How far apart all the hexes of the way and of the units are."""
    numbers = [*posed.action["path"], *(unit["hex"] for unit in posed.position["units"] if "hex" in unit)]
    return [grid.distance(*pair) for pair in combinations((number for number in numbers if number[0] != "?"), 2)]


def test_sides_that_are_swapped_twice_are_as_they_were():
    swapped = 0
    for posed in sample("sitw", 5, 200):
        once = mirrored(posed, Random(1))
        twice = once and mirrored(once, Random(2))
        if twice:
            swapped += 1
            assert _sides_of(twice) == _sides_of(posed) != _sides_of(once)
    assert swapped


def _sides_of(posed: Situation) -> list[Any]:
    """The side of each unit, as told or by its nation: which nation it was, a swap may have forgotten."""
    nations = GAMES[posed.game].vocabulary["nations"]
    sides = ((unit.get("side"), nations[unit["nation"]]["side"] if "nation" in unit else None)
             for unit in posed.position["units"])
    return [posed.position.get("active"), *sides]


@pytest.mark.parametrize("case", [*PLACES, *ONE_SIDED])
def test_every_case_that_may_make_a_difference_is_one(case):
    assert desk.library().case(*case.split(":")).operative


def _verdict(posed: Situation) -> str | None:
    ruling = posed.ruling()
    return ruling.verdict if ruling else None


def test_the_long_run_tells_the_situations_otherwise_too():
    run = Run(most=60, minutes=5)
    told = tell_otherwise(run, Random(3), ["marne"])
    while not run.is_over:
        next(told)
    assert run.broken == []


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_asked_is_answered_or_refused(game):
    @settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(requests(game))
    def answered(request):
        try:
            ruling = desk.adjudicate(json.dumps(request))
        except BadRequest as wrong:
            assert wrong.faults and all(fault.at and fault.says for fault in wrong.faults)
        else:
            assert ruling["verdict"] in ("legal", "illegal", "undetermined")
            assert (ruling["verdict"] == "undetermined") == bool(ruling["missing"])

    answered()


# Patience


def test_a_question_with_too_much_to_try_is_cut_short_and_says_so():
    name = "03-setup-and-control.toml: an empty main trench hex under a zone of control is no gap"
    posed = next(each for each in situations("sitw") if each.name == name)
    found = posed.without(("position", "map", "elsewhere", "features")).ruling()
    assert (found.verdict, found.cut_short) == ("undetermined", True)
    assert found.missing
    assert None in {item.would_decide for item in found.missing}
    assert posed.ruling().cut_short is False


def test_patience_is_counted_so_that_the_same_question_always_ends_alike(monkeypatch):
    monkeypatch.setattr("rulebook.reader.READS", 3000)
    name = "08-movement.toml: four hexes may be too many for four points"
    posed = next(each for each in situations("tsnp") if each.name == name)
    found = [posed.ruling() for _ in range(2)]
    assert found[0].missing == found[1].missing
    assert [each.cut_short for each in found] == [True, True]


def test_patience_ends_between_two_values_of_a_fact():
    """Units of which nothing is told could be of thirteen types each: once patience is over no more are tried."""
    units = [{"id": f"u{place}", "hex": number} for place, number in enumerate(("1442", "1542", "1641"))]
    posted = Position.model_validate({"game": "sitw", "active": "allied", "units": tuple(units)})
    table = Table(GAMES["sitw"], posted)
    found = check(table, Supply(type="supply", units=("u0", "u1", "u2")))
    assert (found.verdict, found.cut_short) == ("undetermined", True)
    assert table.patience.left > -READS // 4


def test_a_question_that_was_cut_short_tells_it_to_every_caller(monkeypatch):
    monkeypatch.setattr("rulebook.reader.READS", 1)
    posed = next(each for each in situations("sitw") if (ruling := each.ruling()) and ruling.verdict == "undetermined")
    assert desk.adjudicate(json.dumps(posed.request))["cut_short"] is True
