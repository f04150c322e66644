"""Rules that are asked about hexes that do not tell which they are: what they find is what each hex shows by itself."""

import json
import random

import pytest

from rulebook.actions import Move, Party, Step
from rulebook.facts import Unknown, known, outcome_of
from rulebook.games import GAMES
from rulebook.games.tgwe.lines import lets_lines_pass
from rulebook.mechanics.destinations import Destinations
from rulebook.mechanics.glimpses import glimpses
from rulebook.mechanics.grounds import Ground
from rulebook.mechanics.inquiries import KEPT, NOT_ASKED, TO, WANTING, Inquiry, KeptPart, Question
from rulebook.mechanics.passages import passage
from rulebook.mechanics.paths import path_cost, reach
from rulebook.mechanics.probes import Looked, Probe, Something
from rulebook.mechanics.standins import Alike
from rulebook.position import Position
from rulebook.rules import Because, defines
from rulebook.table import Table
from rulebook.umpire import check

TERRAIN, FRONT = Question(TO, "terrain"), Question(TO, "front")


@defines("sitw:1.1")
def a_rule(table, step):
    """A rule."""
    return True


# The tree of questions


def test_what_was_found_by_some_answers_is_found_by_the_same_again():
    inquiry = Inquiry(a_rule)
    inquiry.note([TERRAIN, FRONT], ({"terrain": "wood", "front": "east"},), "slow")
    trail = {}
    assert inquiry.found(({"terrain": "wood", "front": "east"},), trail) == "slow"
    assert list(trail) == [TERRAIN, FRONT]
    assert inquiry.found(({"terrain": "wood", "front": "west"},), {}) is NOT_ASKED
    assert inquiry.found(({"terrain": "clear"},), {}) is NOT_ASKED


def test_a_question_that_was_not_come_to_is_not_asked():
    inquiry = Inquiry(a_rule)
    inquiry.note([TERRAIN, FRONT], ({"terrain": "wood", "front": "east"},), "slow")
    inquiry.note([TERRAIN], ({"terrain": "clear"},), "quick")
    assert inquiry.found(({"terrain": "clear"},), {}) == "quick"


def test_who_is_not_told_the_answer_wants_more():
    inquiry = Inquiry(a_rule)
    inquiry.note([TERRAIN, FRONT], ({"terrain": "wood", "front": "east"},), "slow")
    trail = {}
    assert KeptPart()["front"] is KEPT
    assert inquiry.found((KeptPart(terrain="wood"),), trail) is WANTING
    assert list(trail) == [TERRAIN]


@pytest.mark.parametrize("asked", [[FRONT], [TERRAIN, FRONT], []])
def test_a_rule_that_does_not_ask_the_same_again_is_not_trusted(asked):
    inquiry = Inquiry(a_rule)
    inquiry.note([TERRAIN], ({"terrain": "wood", "front": "east"},), "slow")
    inquiry.note(asked, ({"terrain": "wood", "front": "east"},), "quick")
    assert inquiry.found(({"terrain": "wood", "front": "east"},), {}) is WANTING


# What passes for a hex


def alike(number, key="tgwe"):
    game = GAMES[key]
    ground = Ground(Table(game, Position(game=key)).quiet())
    return ground.alike(number, TO), ground


def test_a_hex_that_is_alike_tells_its_map_and_whether_the_rulebook_names_it():
    named = next(iter(GAMES["tgwe"].printed_hexes))
    unnamed, ground = alike("E4017")
    assert "E4017" not in GAMES["tgwe"].printed_hexes
    assert unnamed.startswith(("E", "?")) and not unnamed.startswith("W") and not unnamed.startswith("?")
    assert (unnamed[0], unnamed[:1], unnamed == named, unnamed != named) == ("E", "E", False, True)
    assert set(ground.asked) == {Question(TO, "map"), Question(TO, "name")}
    assert alike(named)[0] == named


@pytest.mark.parametrize("look", [
    hash, len, str, lambda hexagon: hexagon == "E4018", lambda hexagon: hexagon[1:3], lambda hexagon: hexagon[-1],
    lambda hexagon: hexagon in frozenset(("E4017",)), lambda hexagon: hexagon.startswith("E4"), sorted,
])  # fmt: skip
def test_whoever_asks_which_hex_it_is_has_looked(look):
    with pytest.raises(Looked):
        look(alike("E4017")[0])


def test_on_a_map_without_a_letter_a_number_tells_nothing():
    hexagon, _ = alike("2530", "sitw")
    assert not hexagon.startswith("?")
    for look in (lambda: hexagon.startswith("2"), lambda: hexagon[:1]):
        with pytest.raises(Looked):
            look()


def test_of_what_a_notion_finds_no_more_is_told_than_that_it_holds():
    something = Something()
    assert something
    for look in (lambda: isinstance(something, Because), lambda: something == 1, lambda: 1 + something):
        with pytest.raises(Looked):
            look()


def test_a_probe_lacks_what_no_such_action_has():
    probe = Probe(Move, units=("g1",))
    assert getattr(probe, "unit", None) is None
    with pytest.raises(Looked):
        getattr(probe, "path", None)


def test_a_notion_that_looks_is_asked_of_each_hex():
    seen = []

    @defines("tgwe:1.1")
    def is_in_the_tens(table, number):
        """Whether the last digits of a hex are above 9."""
        seen.append(number)
        return int(number[-2:]) > 9

    hexagon, ground = alike("E4017")
    for number, holds in (("E4017", True), ("E4005", False)):
        ground.asked.clear()
        ground._ends = number, None
        assert is_in_the_tens(ground, hexagon) is holds
    assert [number for number in seen if type(number) is not Alike] == ["E4017", "E4005"]
    assert len({question.trait for question in ground.asked}) == 1


# Random boards of every game


def varied(game, seed):
    """Ground of all sorts, with sides, roads and markers, around a few stacks; some of it is not told."""
    chance = random.Random(f"{game.key} {seed}")
    numbers = list(game.grid.numbers())
    near = game.grid.within(chance.choice(numbers), 4)
    pairs = [(one, other) for one in near for other in game.grid.neighbours(one) if one < other]
    crossed = [pair for pair in pairs if game.words("sides") and chance.random() < 0.1]
    position = {
        "game": game.key, "turn": chance.choice(game.turns), "options": [], "events": [], "units_complete": True,
        "phase": chance.choice(game.words("phases")), "active": chance.choice(game.sides),
        "markers": [{"type": chance.choice(game.words("markers")), "hex": chance.choice(near)} for _ in range(2)]
        if game.words("markers") else [],
        "units": [counter(chance, game, place, near) for place in range(chance.choice([8, 30]))],
        "map": {
            "hexes": {number: hexagon(chance, game) for number in near if chance.random() < 0.95},
            "sides": {f"{one}/{other}": [chance.choice(game.words("sides"))] for one, other in crossed},
            "roads": [pair for pair in pairs if chance.random() < 0.15],
            "elsewhere": {"terrain": game.words("terrain")[0], "features": [], "sides": []},
        },
    }  # fmt: skip
    told = {name: value for name, value in position.items() if name in ("game", "map") or chance.random() < 0.97}
    return Table(game, Position.model_validate_json(json.dumps(told))).quiet()


def hexagon(chance, game):
    features = [word for word in game.words("features") if chance.random() < 0.04]
    terrain, control = chance.choice(game.words("terrain")), chance.choice(game.sides)
    facts = {"terrain": terrain, "features": features, "control": control}
    if game.words("countries"):
        facts["country"] = chance.choice(game.words("countries"))
    return {name: value for name, value in facts.items() if chance.random() < 0.97}


def counter(chance, game, place, numbers):
    side, kind = chance.choice(game.sides), chance.choice(game.words("types"))
    facts = {
        "id": f"u{place}", "type": kind, "side": side, "nation": chance.choice(game.nations_of(side, kind) or (None,)),
        "hex": chance.choice(numbers), "attack": 3, "defense": 3, "movement": 4, "steps": 1, "reduced": False,
        "supply": "supplied", "status": [], "formation": {"division": chance.choice("12"), "corps": "I"},
    }  # fmt: skip
    sure = ("id", "hex", "side")
    return {name: value for name, value in facts.items() if name in sure or (value and chance.random() < 0.97)}


@pytest.fixture(params=[(key, seed) for key in GAMES for seed in range(4)], ids=lambda pair: f"{pair[0]}-{pair[1]}")
def laid(request):
    key, seed = request.param
    return varied(GAMES[key], seed)


def told(found):
    rule, outcome = found
    if isinstance(outcome, Unknown):
        return rule.name, outcome.facts
    return rule.name, outcome.amount if isinstance(outcome, Because) else outcome or None


def found_by_each_rule(table, subject, effect, kind):
    asked = {rule: outcome_of(rule.condition, table, (subject,)) for rule in table.game.rules_on(kind, effect)}
    return [told(pair) for pair in asked.items() if pair[1]]


def test_steps_over_varied_ground_are_seen_as_each_rule_finds_them(laid):
    for unit in laid.units()[:2]:
        for mode in laid.game.words("modes")[:2]:
            party = Party((unit.id,), mode)
            for here in (unit.hex, *laid.around(unit.hex)[:2]):
                for there in laid.around(here):
                    step = Step(party, int(here != unit.hex), here, there)
                    for effect in ("forbids", "costs"):
                        seen = glimpses(laid, party, effect).of(laid, step)
                        assert list(map(told, seen.items())) == found_by_each_rule(laid, step, effect, Step), step


def test_hexes_that_are_reached_are_legal_just_where_no_rule_is_seen_to_bar_them(laid):
    for unit in laid.units()[:2]:
        for mode in laid.game.words("modes")[:2]:
            party = Party((unit.id,), mode)
            around, destinations = reach(laid, party, unit.hex, 3), Destinations(laid, party, unit.hex)
            for number in sorted(around.costs)[:8]:
                path = tuple(around.path(number))
                if len(path) > 1:
                    whole = Move(type="move", units=party.units, mode=mode, path=path)
                    assert known(lambda move=whole: path_cost(laid.quiet().again(), move)) == around.costs[number]
                    seen = destinations.of(laid, path, around.costs[number])
                    assert list(map(told, seen.items())) == found_by_each_rule(laid, whole, "forbids", Move), path
                    if any(not isinstance(outcome, Unknown) for outcome in seen.values()):
                        assert check(laid.again(is_quiet=False), whole).verdict == "illegal"


@pytest.mark.parametrize("seed", range(6))
def test_lines_pass_where_the_rule_lets_them_pass(seed):
    table = varied(GAMES["tgwe"], seed)
    numbers = list(table.layout.map.hexes)
    for kind in ("plain", "mountain"):
        seen = passage(table, lets_lines_pass, "cp", kind)
        for here in numbers[::3]:
            for there in table.around(here):
                each = outcome_of(lets_lines_pass, table.again(), "cp", kind, here, there)
                assert str(outcome_of(seen, here, there)) == str(each), (here, there)
