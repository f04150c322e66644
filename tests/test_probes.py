"""Rules that are not asked would have found nothing, and a glimpse of a step shows what the whole step shows."""

import json
import random

import pytest

from knowledge.trials import laid_out, trials_of
from rulebook.actions import Move, Party, Step
from rulebook.facts import Unknown, known, outcome_of
from rulebook.faults import faults_of
from rulebook.games import GAMES
from rulebook.mechanics.destinations import Destinations
from rulebook.mechanics.glimpses import glimpses
from rulebook.mechanics.paths import path_cost, reach, steps_of
from rulebook.mechanics.probes import Asked, Mover, Terms, rules_bearing
from rulebook.position import Position
from rulebook.rules import Because
from rulebook.table import Table
from rulebook.umpire import passed_over

EVERY = 5


@pytest.fixture(params=GAMES, scope="module")
def posed(request):
    """Some of a game's cases, each as the table and the action that it poses."""
    return list(_posed(GAMES[request.param]))


def _posed(game):
    for trial in trials_of(game.key)[::EVERY]:
        table, action = laid_out(trial)
        if not faults_of(table, action):
            yield table, action


def subjects_of(table, rule, action):
    whole = [action] if type(action) in rule.subjects else []
    return whole + (list(steps_of(table, action)) if isinstance(action, Move) and Step in rule.subjects else [])


def test_a_rule_that_is_passed_over_finds_nothing(posed):
    asked = 0
    for table, action in posed:
        for rule in passed_over(table, action):
            for subject in subjects_of(table, rule, action):
                asked += 1
                assert not table.traced(rule, (subject,))[0], (rule, action)
    assert asked


def test_a_glimpse_shows_what_the_whole_step_shows(posed):
    shown = 0
    for table, move in posed:
        if isinstance(move, Move) and move.path and not move.path[0].startswith("?"):
            quiet = table.quiet()
            shown += sum(shows_the_same(quiet, step) for step in steps_around(table, move))
    has_rules_on_steps = any(Step in rule.subjects for rule in posed[0][0].game.rules)
    assert bool(shown) == has_rules_on_steps


def test_a_named_hex_that_was_posted_without_its_terrain_is_not_taken_for_one_that_is_as_elsewhere():
    fortress, start = "3120", "3020"
    named = Step(Party(("a",), "regular"), 0, start, fortress)
    for posted in ({}, {fortress: {"features": ["french-fortress"], "control": "german"}}):
        told = {
            "game": "sitw", "units_complete": True, "scenario": "campaign",
            "map": {"hexes": posted, "elsewhere": {"terrain": "clear", "features": [], "sides": []}},
            "units": [{"id": "a", "type": "infantry", "nation": "american", "hex": start}],
        }
        position = Position.model_validate_json(json.dumps(told))
        shows_the_same(Table(GAMES["sitw"], position).quiet(), named)


def test_a_glimpse_of_a_destination_shows_what_the_whole_move_shows(posed):
    shown = 0
    for table, move in posed[::3]:
        if isinstance(move, Move) and move.path and not move.path[0].startswith("?"):
            quiet, party = table.quiet(), Party(move.units, move.mode)
            around = reach(quiet, party, move.path[0], 2)
            destinations = Destinations(quiet, party, move.path[0])
            for number in [number for number in around.costs if number != move.path[0]][::4]:
                shown += bars_the_same(quiet, destinations, party, tuple(around.path(number)), around.costs[number])
    assert shown or not any(Step in rule.subjects for rule in posed[0][0].game.rules)


def bars_the_same(table, destinations, party, path, cost):
    seen = destinations.of(table, path, cost)
    whole = Move(type="move", units=party.units, mode=party.mode, path=path)
    outcomes = {rule: outcome_of(rule.condition, table, (whole,)) for rule in table.game.rules_on(Move, "forbids")}
    assert list(map(told, seen.items())) == [told(pair) for pair in outcomes.items() if pair[1]]
    return len(seen)


def steps_around(table, move):
    """The steps out of the hexes of a path, as first ones and as later ones."""
    party = Party(move.units, move.mode)
    placed = [number for number in move.path if not number.startswith("?")]
    return [Step(party, index, here, there) for here in placed for there in table.around(here) for index in (0, 1)]


def shows_the_same(table, step):
    for effect in ("forbids", "costs"):
        seen = glimpses(table, step.move, effect).of(table, step)
        whole = {rule: outcome_of(rule.condition, table, (step,)) for rule in table.game.rules_on(Step, effect)}
        assert list(map(told, seen.items())) == [told(pair) for pair in whole.items() if pair[1]]
    return len(seen)


def told(found):
    rule, outcome = found
    if isinstance(outcome, Unknown):
        return rule.name, outcome.facts
    return rule.name, outcome.amount if isinstance(outcome, Because) else outcome


def test_rules_on_rails_do_not_bear_on_a_march():
    game = GAMES["sitw"]
    marching, railing = (
        {rule.name for rule in rules_bearing(game, Move, "forbids", Asked(mode))} for mode in ("regular", "strategic")
    )
    assert "rails_too_many_units" in railing - marching
    assert "spends_more_than_its_allowance" in marching - railing


def test_rules_on_newcomers_do_not_bear_on_a_unit_on_the_map():
    placed, waiting = (Mover("infantry", "french", "allied", is_placed) for is_placed in (True, False))
    assert "french_arrive_too_early" in rules_on_the_march_of(waiting) - rules_on_the_march_of(placed)


def rules_on_the_march_of(mover):
    asked = Asked("regular", (mover,), Terms("campaign", "regular-movement", ()))
    return {rule.name for rule in rules_bearing(GAMES["sitw"], Move, "forbids", asked)}


# Stacks that are alike


def counter(chance, game, place, numbers):
    """One of few kinds of counters, so that many stacks are alike; some do not tell all."""
    side = chance.choice(game.sides)
    kind = chance.choice(game.words("types")[:4])
    nations = game.nations_of(side, kind) or (None,)
    facts = {
        "id": f"u{place}", "type": kind, "side": side, "nation": nations[0], "hex": chance.choice(numbers), "attack": 3,
        "defense": 3, "movement": 5, "steps": chance.choice([1, 2]), "reduced": False, "supply": "supplied",
        "status": [], "formation": {"division": chance.choice("12"), "corps": "I"},
    }  # fmt: skip
    return {name: value for name, value in facts.items() if name in ("id", "hex", "side") or chance.random() < 0.97}


def crowded(game, seed):
    """A few hexes full of units."""
    chance = random.Random(seed)
    numbers = list(game.grid.numbers())
    near = game.grid.within(numbers[len(numbers) // 2 + 7], 3)
    terrains = game.words("terrain")[:2]
    hexes = {
        number: {"terrain": chance.choice(terrains), "features": [], "control": chance.choice(game.sides)}
        for number in near
    }
    elsewhere = {"terrain": game.words("terrain")[0], "features": [], "sides": []}
    position = {
        "game": game.key, "turn": game.turns[2], "options": [], "events": [], "markers": [], "units_complete": True,
        "units": [counter(chance, game, place, near) for place in range(45)],
        "map": {"hexes": hexes, "roads": [], "elsewhere": elsewhere},
    }  # fmt: skip
    return Table(game, Position.model_validate_json(json.dumps(position))).quiet()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", GAMES)
def test_among_stacks_that_are_alike_a_glimpse_shows_what_the_whole_step_shows(key, seed):
    game = GAMES[key]
    table = crowded(game, seed)
    shown = 0
    for unit in table.units()[:2]:
        for mode in game.words("modes")[:2]:
            party = Party((unit.id,), mode)
            for here in game.grid.within(unit.hex, 1):
                shown += sum(shows_the_same(table, Step(party, 1, here, there)) for there in table.around(here))
            destinations = Destinations(table, party, unit.hex)
            for path in [(unit.hex, there) for there in table.around(unit.hex)]:
                cost = cost_of(table, party, path)
                shown += bars_the_same(table, destinations, party, path, cost) if cost is not None else 0
    assert shown or not any(Step in rule.subjects for rule in game.rules)


def cost_of(table, party, path):
    move = Move(type="move", units=party.units, mode=party.mode, path=path)
    return known(lambda: path_cost(table, move))
