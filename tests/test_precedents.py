"""A rule that is not asked because it found nothing before would have found nothing now."""

import copy
import json
import random

import pytest
from pydantic_core import to_json

from knowledge.library import Library
from knowledge.speech import told
from knowledge.trials import ACTION, trials_of
from rulebook.actions import Move, Stack
from rulebook.faults import faults_of
from rulebook.games import GAMES
from rulebook.laid import Laid
from rulebook.mechanics import accounts, precedents
from rulebook.mechanics.precedents import scene_of
from rulebook.position import Position
from rulebook.rules import computes, defines, forbids, unless
from rulebook.table import Table
from rulebook.umpire import check, idle

POSED, CHANGES = 12, 8


@pytest.fixture(autouse=True)
def _nothing_learnt(monkeypatch):
    monkeypatch.setattr(precedents, "ROOM", 50_000)
    precedents.forget()
    yield
    precedents.forget()


@pytest.fixture(scope="module")
def library():
    return Library.load()


def laid(position):
    return Table(GAMES[position["game"]], Position.model_validate_json(json.dumps(position)))


def asked(game, position, action):
    """The table and the action, where nothing is wrong with them."""
    try:
        table = laid(position)
    except ValueError:
        return None
    action = game.completed(table.posted, ACTION.validate_json(json.dumps(action)))
    return None if faults_of(table, action) else (table, action)


# Boards that differ in little


def changed(chance, game, position):
    """The same position with one fact changed, left out or added."""
    position = copy.deepcopy(position)
    change = chance.choice([_change_terms, _change_unit, _change_unit, _change_hex, _leave_out])
    change(chance, game, position)
    return position


def _change_terms(chance, game, position):
    kind, words = chance.choice([
        ("phase", "phases"), ("weather", "weather"), ("active", "sides_of_play"), ("scenario", "scenarios"),
    ])
    position[kind] = chance.choice(game.words(words) or (None,))
    position["turn"] = chance.choice([position.get("turn"), *game.turns])
    position[chance.choice(["options", "events"])] = []


def _change_unit(chance, game, position):
    if not position.get("units"):
        return
    unit = chance.choice(position["units"])
    statuses = game.words("statuses")
    unit |= chance.choice([
        {"status": chance.sample(statuses, chance.randint(0, min(2, len(statuses))))},
        {"type": chance.choice(game.words("types"))}, {"supply": chance.choice(game.words("supply") or (None,))},
        {"movement": chance.randint(0, 9)}, {"reduced": chance.choice([True, False])}, {"steps": chance.randint(0, 4)},
    ])


def _change_hex(chance, game, position):
    hexes = position.get("map", {}).get("hexes")
    if not hexes:
        return
    facts = hexes[chance.choice(list(hexes))]
    features = game.words("features")
    facts |= chance.choice([
        {"terrain": chance.choice(game.words("terrain"))}, {"control": chance.choice(game.sides)},
        {"features": chance.sample(features, chance.randint(0, min(2, len(features))))},
    ])


def _leave_out(chance, game, position):
    things = [position, *position.get("units", ()), *position.get("map", {}).get("hexes", {}).values()]
    thing = chance.choice(things)
    told = [name for name in thing if name not in ("game", "id", "units", "map")]
    if told:
        del thing[chance.choice(told)]


def boards(game, seed):
    """Some of a game's cases, each with the same action on boards that differ a little, and differ on."""
    chance = random.Random(f"{game.key} {seed}")
    for trial in chance.sample(trials_of(game.key), POSED):
        position = trial.position
        for _ in range(CHANGES):
            found = asked(game, position, trial.action)
            if found:
                yield found
            position = changed(chance, game, position)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", GAMES)
def test_the_ruling_is_the_same_whatever_was_learnt_before(monkeypatch, key, seed):
    passed_over = 0
    for table, action in boards(GAMES[key], seed):
        ruling = check(table, action)
        passed_over += len(idle(table, action))
        with monkeypatch.context() as without:
            without.setattr(precedents, "ROOM", 0)
            assert ruling == check(table.again(), action)
    assert passed_over


def sent(library, laid, action):
    """The ruling on an action as it is sent, or what is wrong with it."""
    table = laid.table()
    faults = laid.faults_of(table, action)
    return repr(faults).encode() if faults else to_json(told(laid.game, library, check(table, action), action))


@pytest.mark.parametrize("key", GAMES)
def test_what_is_sent_is_the_same_to_the_byte_when_it_is_asked_again(monkeypatch, library, key):
    posed = {}
    for table, action in boards(GAMES[key], 4):
        with monkeypatch.context() as without:
            without.setattr(precedents, "ROOM", 0)
            posed[action] = Laid(table.game, table.posted), sent(library, Laid(table.game, table.posted), action)
    assert posed
    for _ in range(2):
        for action, (laid, first) in posed.items():
            assert sent(library, laid, action) == first


@pytest.mark.parametrize("key", GAMES)
def test_a_rule_that_is_idle_finds_nothing_and_notes_nothing(key):
    tried = 0
    for table, action in boards(GAMES[key], 3):
        for rule, subject in idle(table, action):
            found, trace = table.traced(rule, subject)
            assert rule.is_nothing(found), (rule, action)
            assert not trace.overrides and not trace.contested, (rule, action)
            tried += 1
        assert not table.provisos
    assert tried


# What a scene tells


FRONT = {
    "game": "sitw", "turn": 3, "phase": "regular-movement", "active": "german", "units_complete": True, "options": [],
    "map": {"hexes": {"2731": {"terrain": "forest", "features": []}}, "elsewhere": {"terrain": "clear"}},
    "units": [{"id": "g1", "type": "infantry", "nation": "german", "hex": "2732", "status": [], "movement": 0},
              {"id": "g2", "type": "infantry", "nation": "german", "hex": "2733", "status": []}],
}  # fmt: skip
MARCH = Move(type="move", units=("g1",), path=("2732", "2731"), mode="regular")


def is_asked(rule, position=FRONT, action=MARCH):
    """Whether a rule has to be asked, when it is the only one."""
    scene = scene_of(laid(position), action)
    return bool(scene.bearing(lambda: {rule.effect: (rule,)}, rule)[rule.effect])


def on_march(condition):
    condition.__doc__ = condition.__doc__ or "A rule."
    return forbids(Move, "sitw:1.1")(condition)


def test_a_rule_that_finds_nothing_is_idle_until_an_answer_differs():
    asked = []

    @on_march
    def enters_a_marsh(table, move):
        asked.append(move)
        return table.terrain(move.path[-1]) == "marsh"

    assert not is_asked(enters_a_marsh)
    assert not is_asked(enters_a_marsh)
    assert len(asked) == 1
    marsh = FRONT | {"map": {"hexes": {"2731": {"terrain": "marsh"}}}}
    assert is_asked(enters_a_marsh, marsh)
    assert not is_asked(enters_a_marsh)


def test_a_rule_that_asks_whose_a_unit_is_need_not_look():
    @on_march
    def is_french(table, move):
        unit = table.unit(move.units[0])
        return unit.side == "allied" or unit.army == "french"

    assert not is_asked(is_french)
    allied = FRONT | {"units": [FRONT["units"][0] | {"nation": "french"}]}
    assert is_asked(is_french, allied)


def test_what_was_not_posted_is_for_the_table_to_say():
    @on_march
    def enters_a_marsh(table, move):
        return table.terrain(move.path[-1]) == "marsh"

    assert is_asked(enters_a_marsh, FRONT | {"map": {"hexes": {}}})


LOOKS = {
    "at the name of a hex": lambda table, move: move.path[0] == "2731",
    "at the name of a unit": lambda table, move: move.units[0].startswith("b"),
    "up a hex in a list": lambda table, move: move.path[0] in {"2731": 1},
    "at the hexes as text": lambda table, move: not f"{move.path[0]}",
    "at all the units": lambda table, move: not table.units(),
    "at the position": lambda table, move: table.posted.turn == 9,
    "for a fact by its name": lambda table, move: table.read("turn", 3) == 9,
    "beyond the hexes around": lambda table, move: not table.around(table.around(move.path[0])[0]),
    "for what is not there": lambda table, move: not (move.path[0] + 1),
}


@pytest.mark.parametrize("how", LOOKS)
def test_a_rule_is_asked_that_looks(how):
    assert is_asked(on_march(lambda table, move: LOOKS[how](table, move)))


def test_a_rule_that_asks_without_end_is_asked():
    @on_march
    def asks_without_end(table, move):
        return any(table.has_event(str(number)) for number in range(accounts.MOST_QUESTIONS + 1))

    assert is_asked(asks_without_end, FRONT | {"events": []})


def test_a_value_of_nothing_is_a_value():
    def points(table, move):
        """The points that it has."""
        return table.unit(move.units[0]).movement

    assert is_asked(computes(Move, "points", "sitw:1.1")(points))
    assert not is_asked(on_march(points))


def test_a_case_that_is_beaten_is_told():
    @on_march
    def moves(table, move):
        return True

    @unless(moves, "sitw:1.2")
    def may_move(table, move):
        """It may."""
        return True

    assert is_asked(moves)


def test_units_and_hexes_are_told_apart_by_who_and_where_they_are():
    @defines("sitw:1.1")
    def stands_there(table, unit, number):
        """Whether a unit is in a hex."""
        return unit.hex == number

    @on_march
    def comes_to_itself(table, move):
        mover = table.unit(move.units[0])
        return stands_there(table, mover, move.path[1]) or mover in table.units_at(move.path[1])

    @on_march
    def has_company(table, move):
        near = table.around(move.path[0])
        return any(unit.id not in move.units for number in near for unit in table.units_at(number))

    assert not is_asked(comes_to_itself)
    assert is_asked(has_company)
    assert not is_asked(has_company, FRONT | {"units": FRONT["units"][:1]})


def test_a_hex_between_two_others_is_one_hex():
    @on_march
    def meet_nowhere(table, move):
        here, there = (table.around(number) for number in move.path)
        return len([number for number in here if number in there]) != 2

    assert not is_asked(meet_nowhere)


def test_what_is_asked_of_one_hex_is_asked_at_once_and_tells_apart_what_each_question_would():
    @on_march
    def enters_a_marsh_or_town(table, move):
        there = move.path[-1]
        unit = table.unit(move.units[0])
        entered = table.terrain(there) == "marsh" or table.has_feature(there, "town")
        return unit.is_placed and unit.type == "infantry" and entered and unit.movement > 0

    words = [(terrain, list(features)) for terrain in ("clear", "marsh") for features in ((), ("town",), ("city",))]
    described = [{"terrain": terrain, "features": features} for terrain, features in words]
    hexes = [*described, {"terrain": "marsh"}, {}, None]
    for _ in range(2):
        for facts in hexes:
            board = FRONT | {"map": {"hexes": {} if facts is None else {"2731": facts}}}
            alone = precedents.Scene(laid(board), *_scene_parts(board))
            assert is_asked(enters_a_marsh_or_town, board) == alone._may_bear(enters_a_marsh_or_town)
    (known,) = precedents._known.values()
    fork = known.agreed[enters_a_marsh_or_town,]
    assert [question[0].__name__ for question in fork.questions] == ["hex_fact", "feature"]


def _scene_parts(board):
    """What a scene is made of where nothing was learnt."""
    scene = scene_of(laid(board), MARCH)
    return scene._known._replace(trees={}, agreed={}), scene.units, scene.named


def test_large_stacks_and_facts_taken_as_given_leave_no_scene():
    many = [{"id": f"u{each}", "hex": "2731"} for each in range(accounts.MOST_UNITS + 1)]
    stack = Stack(type="stack", units=tuple(unit["id"] for unit in many), hex="2731")
    assert scene_of(laid(FRONT | {"units": many}), stack) is None
    assert scene_of(laid(FRONT).given("weather", "dry"), MARCH) is None
    assert scene_of(laid(FRONT), MARCH)


def test_what_was_learnt_is_forgotten_when_there_is_no_room(monkeypatch):
    @on_march
    def enters_a_marsh(table, move):
        return table.terrain(move.path[-1]) == "marsh"

    monkeypatch.setattr(precedents, "ROOM", 3)
    assert not is_asked(enters_a_marsh)
    assert not precedents._known
    assert not is_asked(enters_a_marsh)
