"""What rules were found to ask and to find on one table tells of another only where all that was asked is the same."""

import copy
import json
import random
from types import ModuleType

import pytest

from bench.boards import verdun
from rulebook.actions import Move, Party, Step
from rulebook.facts import outcome_of
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.games.tsnp.zones import strong_zone_by, zone_by
from rulebook.mechanics import lore
from rulebook.mechanics.destinations import Destinations
from rulebook.mechanics.glimpses import glimpses
from rulebook.mechanics.grounds import HERE, Ground, _weighed
from rulebook.mechanics.inquiries import ITSELF
from rulebook.mechanics.lore import of_terms
from rulebook.mechanics.paths import reach
from rulebook.mechanics.probes import Looked
from rulebook.options import options
from rulebook.position import Position
from rulebook.rules import because, contested, forbids
from rulebook.table import Table

SITW = GAMES["sitw"]
PARTY = Party(("g1",), "regular")


@pytest.fixture(autouse=True)
def _nothing_learnt(monkeypatch):
    monkeypatch.setattr(lore, "ROOM", 200_000)
    lore.forget()
    yield
    lore.forget()


def laid(position):
    return Table(GAMES[position["game"]], Position.model_validate_json(json.dumps(position)))


# Boards that differ in little


def board(chance, game):
    """A few stacks of two sides on ground of all sorts, in a phase in which units move."""
    near = game.grid.within(chance.choice(list(game.grid.numbers())), 3)
    pairs = [(one, other) for one in near for other in game.grid.neighbours(one) if one < other]
    phases = [word for word, entry in game.vocabulary["phases"].items() if entry.get("mode")] or game.words("phases")
    return {
        "game": game.key, "turn": chance.choice(game.turns), "options": [], "events": [], "markers": [],
        "units_complete": True, "phase": chance.choice(phases), "active": game.sides[0],
        "units": [counter(chance, game, place, near) for place in range(14)],
        "map": {
            "hexes": {number: hexagon(chance, game) for number in near},
            "roads": [pair for pair in pairs if chance.random() < 0.2], "sides": {},
            "elsewhere": {"terrain": game.words("terrain")[0], "features": [], "sides": []},
        },
    }  # fmt: skip


def hexagon(chance, game):
    features = [word for word in game.words("features") if chance.random() < 0.03]
    return {"terrain": chance.choice(game.words("terrain")[:3]), "features": features, "control": game.sides[0]}


def counter(chance, game, place, near):
    side = game.sides[place % 3 == 2]
    kind = chance.choice(game.words("types")[:3])
    return {
        "id": f"u{place}", "type": kind, "side": side, "nation": (game.nations_of(side, kind) or (None,))[0],
        "hex": chance.choice(near), "attack": 3, "defense": 3, "movement": 4, "steps": 2, "reduced": False,
        "supply": "supplied", "status": [], "formation": {"division": "1", "corps": "I"},
    }  # fmt: skip


def changed(chance, game, position):
    position = copy.deepcopy(position)
    for change in chance.sample([_change_terms, _change_unit, _move_unit, _change_hex, _mark, _leave_out], 2):
        change(chance, game, position)
    return position


def _change_terms(chance, game, position):
    position["turn"] = chance.choice(game.turns)
    position["weather"] = chance.choice(game.words("weather") or (None,))


def _change_unit(chance, game, position):
    chance.choice([position["units"][0], *position["units"]]).update(chance.choice([
        {"movement": chance.randint(1, 5)}, {"status": chance.sample(game.words("statuses"), 1)},
        {"type": chance.choice(game.words("types")[:5])}, {"supply": chance.choice(game.words("supply") or (None,))},
    ]))


def _move_unit(chance, game, position):
    unit = chance.choice(position["units"])
    unit["hex"] = chance.choice(game.grid.neighbours(unit["hex"]))


def _change_hex(chance, game, position):
    hexes = position["map"]["hexes"]
    hexes[chance.choice(list(hexes))].update(chance.choice([
        hexagon(chance, game), {"control": game.sides[1]}, {"features": chance.sample(game.words("features"), 1)},
    ]))


def _mark(chance, game, position):
    if game.words("markers"):
        hexes = list(position["map"]["hexes"])
        position["markers"] = [{"type": chance.choice(game.words("markers")), "hex": chance.choice(hexes)}]


def _leave_out(chance, game, position):
    thing = chance.choice([position, position["map"], *position["units"], *position["map"]["hexes"].values()])
    told = [name for name in thing if name not in ("game", "id", "units", "map", "hexes", "hex", "side")]
    if told:
        del thing[chance.choice(told)]


def boards(game, seed):
    chance = random.Random(f"{game.key} {seed}")
    for _ in range(2):
        position = board(chance, game)
        for _ in range(8):
            yield position
            position = changed(chance, game, position)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", GAMES)
def test_the_options_are_the_same_whatever_was_learnt_before(monkeypatch, key, seed):
    for position in boards(GAMES[key], seed):
        for unit_id in ("u0", "u1"):
            learnt = options(laid(position), unit_id)
            with monkeypatch.context() as without:
                without.setattr(lore, "ROOM", 0)
                assert learnt == options(laid(position), unit_id), position


def test_what_was_learnt_on_a_front_tells_of_fronts_that_differ_in_little(monkeypatch):
    chance, posted = random.Random(1), verdun()
    for _ in range(5):
        learnt = options(laid(posted), "uahead")
        assert learnt.moves
        with monkeypatch.context() as without:
            without.setattr(lore, "ROOM", 0)
            assert learnt == options(laid(posted), "uahead")
        for unit in chance.sample(posted["units"][1:], 20):
            unit |= {"hex": chance.choice(GAMES["tsnp"].grid.neighbours(unit["hex"])),
                     "type": chance.choice(["regiment", "battalion", "hq", "corps-artillery"])}


# Zones, by the kinds of the hexes around


@pytest.mark.parametrize("rule", [zone_by, strong_zone_by])
@pytest.mark.parametrize("options", [[], ["15.4"]])
def test_zones_are_seen_around_as_the_rule_finds_them_of_each_hex(rule, options):
    posted = verdun() | {"options": options}
    for place, unit in enumerate(posted["units"]):
        unit["type"] = ("regiment", "hq", "battalion", "corps-artillery", "garrison")[place % 5]
    table = laid(posted).quiet()
    for side in ("french", "german"):
        ground = Ground(table, ("uahead",))
        idea = ground.lore.idea(_weighed, rule, (side, HERE))
        for number in GAMES["tsnp"].grid.numbers():
            assert bool(ground.finds(idea, number)) == bool(rule(table, side, number)), number


# What a rule asks


def game_of(*rules):
    chapter = ModuleType("chapter")
    for rule in rules:
        rule.__module__ = "chapter"
        setattr(chapter, rule.name, rule)
    return Game("sitw", (chapter,), pace=SITW.pace, offers=SITW.offers)


def front(game, hexes=None, **facts):
    """A table with a German unit at 2530, and more of what is posted."""
    unit = {"id": "g1", "type": "infantry", "side": "german", "nation": "german", "hex": "2530", "status": []}
    position = {
        "game": "sitw", "units_complete": True, "units": [unit | facts.pop("unit", {}), *facts.pop("others", ())],
        "map": {"hexes": hexes or {}, "elsewhere": {"terrain": "clear", "features": [], "sides": []}}, **facts,
    }  # fmt: skip
    return Table(game, Position.model_validate_json(json.dumps(position))).quiet()


def bars(table, to="2531"):
    return bool(glimpses(table, PARTY, "forbids").of(table, Step(PARTY, 0, "2530", to)))


def rule_that(test):
    asked = []

    @forbids(Step, "sitw:1.1")
    def barred(table, step):
        """It is barred."""
        asked.append(type(step.to))
        return because(at=step.to) if test(table, step) else False

    return barred, asked


@pytest.mark.parametrize(("test", "changes"), [
    (lambda table, step: table.phase == "regular-movement", {"phase": "strategic-movement"}),
    (lambda table, step: table.unit("g1").type == "infantry", {"unit": {"type": "cavalry"}}),
    (lambda table, step: table.unit("g1").facts.type == "infantry", {"unit": {"type": "cavalry"}}),
    (lambda table, step: table.terrain(step.to) == "clear", {"hexes": {"2531": {"terrain": "forest"}}}),
    (lambda table, step: table.terrain("2540") == "clear", {"hexes": {"2540": {"terrain": "forest"}}}),
    (lambda table, step: table.is_held("2540") is False, {"others": [{"id": "x", "hex": "2540"}]}),
    (lambda table, step: len(table.units()) == 1, {"others": [{"id": "x", "hex": "2540"}]}),
    (lambda table, step: len(table.posted.units) == 1, {"others": [{"id": "x", "hex": "2540"}]}),
    (lambda table, step: not table.units_at(step.to), {"others": [{"id": "x", "side": "german", "hex": "2531"}]}),
    (lambda table, step: step.to not in table.marker_hexes("control"), {"markers": [
        {"type": "control", "hex": "2531"}
    ]}),
    (lambda table, step: not table.marker_hexes("control"), {"markers": [{"type": "control", "hex": "2540"}]}),
    (lambda table, step: not table.may_have_status("moved"), {"others": [
        {"id": "x", "hex": "2540", "status": ["moved"]}
    ]}),
    (lambda table, step: table.unit("g1").hex == "2530", {"unit": {"hex": "2430"}}),
    (lambda table, step: table.once(_phase) == "regular-movement", {"phase": "strategic-movement"}),
])  # fmt: skip
def test_what_a_rule_finds_is_not_told_of_a_table_with_another_answer(test, changes):
    rule, _ = rule_that(test)
    game = game_of(rule)
    before = {"phase": "regular-movement", "markers": []}
    for _ in range(2):
        assert bars(front(game, **before))
        assert not bars(front(game, **before | changes))


def _phase(table):
    return table.phase


def test_of_markers_it_is_told_apart_what_they_are():
    rule, _ = rule_that(lambda table, step: step.to in table.marker_hexes("control"))
    game = game_of(rule)
    for word in ("control", "other", "control"):
        assert bars(front(game, markers=[{"type": word, "hex": "2531"}])) == (word == "control")


def test_of_hexes_that_nobody_described_it_is_told_apart_what_is_elsewhere():
    rule, _ = rule_that(lambda table, step: table.terrain(step.to) == "clear")
    game = game_of(rule)
    for terrain in ("clear", "forest", "clear"):
        elsewhere = {"elsewhere": {"terrain": terrain, "features": [], "sides": []}}
        assert bars(front(game, map=elsewhere)) == (terrain == "clear")


def test_of_a_hex_that_the_rulebook_describes_in_some_scenarios_it_is_told_apart_which_is_played():
    around = {"terrain": "clear", "features": [], "control": "german", "home": "german", "country": "france"}
    hexes = {number: dict(around) for number in SITW.grid.within("2531", 4)}
    del hexes["2532"]["features"]
    for scenario in ("campaign", "plan-1919", "campaign"):
        table = front(SITW, hexes, scenario=scenario, phase="regular-movement", active="german", weather="dry", turn=3,
                      options=[], events=[], markers=[], unit={"hex": "2531", "movement": 4, "supply": "supplied"})
        asks = "map.hexes.2532.features.allied-trench" in options(table, "g1").missing
        assert asks == (scenario == "plan-1919")


def test_what_is_ordinary_is_told_apart_from_what_was_posted():
    rule, _ = rule_that(lambda table, step: table.unit("g1").supply != "supplied")
    game = game_of(rule)
    assert not bars(front(game).again(ordinary=True))
    assert bars(front(game))


def test_another_reading_is_told_apart():
    rule, _ = rule_that(lambda table, step: table.terrain(step.to) == "clear")
    contested(rule)(lambda table, step: False)
    game = game_of(rule)
    for _ in range(2):
        assert bars(front(game))
        assert not bars(front(game).read_as("barred"))


def test_a_party_of_two_is_told_apart_from_one():
    rule, _ = rule_that(lambda table, step: len(step.move.units) == 1)
    game, party = game_of(rule), Party(("g1", "g2"), "regular")
    for _ in range(2):
        table = front(game, others=[{"id": "g2", "hex": "2530"}])
        assert bars(table)
        assert not glimpses(table, party, "forbids").of(table, Step(party, 0, "2530", "2531"))


def test_where_a_move_sets_out_from_is_told_apart():
    @forbids(Move, "sitw:1.1")
    def sets_out(table, move):
        """Nobody sets out from here."""
        return because(at=move.path[0]) if move.path[0] == "2530" else False

    game = game_of(sets_out)
    for start in ("2530", "2430", "2530"):
        table = front(game, unit={"hex": start})
        there = table.around(start)[0]
        assert bool(Destinations(table, PARTY, start).of(table, (start, there), 1)) == (start == "2530")


def test_a_rule_is_not_asked_again_on_a_table_with_the_same_answers():
    rule, asked = rule_that(lambda table, step: table.terrain(step.to) == "clear" and table.phase == "regular-movement")
    game = game_of(rule)
    assert bars(front(game, phase="regular-movement"))
    count = len(asked)
    assert bars(front(game, phase="regular-movement", turn=7, others=[{"id": "x", "hex": "2540"}]), to="2529")
    assert len(asked) == count


def test_work_that_was_done_before_is_asked_for_again_by_whoever_is_told_of_it():
    ground = Ground(front(SITW, phase="regular-movement"), ("g1",))
    for _ in range(2):
        ground.asked.clear()
        assert ground.once(_phase) == "regular-movement"
        assert list(ground.asked) == [of_terms(None, "phase")]


@pytest.mark.parametrize("look", [
    lambda ground: ground.layout, lambda ground: ground.tables, lambda ground: ground.units(),
    lambda ground: ground.terrain("2530"), lambda ground: ground.units_at("2530"), lambda ground: ground.posted.map,
    lambda ground: ground.unit("x"), lambda ground: ground.is_far_from("german", "2530"),
    lambda ground: ground.crowded(), lambda ground: ground.listed_with("city"), lambda ground: ground.posted.units,
    lambda ground: ground.side_has("2530", "2531", "river"), lambda ground: ground.has_feature("2530", "city"),
])  # fmt: skip
def test_whoever_looks_at_more_than_is_told_asks_which_table_it_is(look):
    ground = Ground(front(SITW, others=[{"id": "x", "hex": "2540"}]), ("g1",))
    look(ground)
    assert ITSELF in ground.asked


def test_a_unit_that_stands_for_others_is_none_of_those_who_move():
    ground = Ground(front(SITW, others=[{"id": "x", "side": "german", "hex": "2540"}]), ("g1",))
    [unit] = ground.units_at(ground.alike("2540", 0))
    assert unit.id not in ("g1",)
    for name in ("x", "y"):
        with pytest.raises(Looked):
            assert unit.id != name


def test_of_the_hex_that_is_left_it_is_not_told_who_stands_there():
    ground = Ground(front(SITW), ("g1",))
    with pytest.raises(Looked):
        ground.units_at(ground.alike("2530", 0))


# How much is kept


def test_when_there_is_no_more_room_all_is_forgotten(monkeypatch):
    monkeypatch.setattr(lore, "ROOM", 3)
    rule, _ = rule_that(lambda table, step: table.terrain(step.to) == "clear")
    game = game_of(rule)
    for _ in range(3):
        assert bars(front(game))
        assert not lore._known


@pytest.mark.parametrize("unit_id", ["german", "2530"])
def test_nothing_is_kept_of_a_unit_whose_name_could_be_a_word_of_the_game(unit_id):
    lore.lore_for(front(SITW, unit={"id": unit_id}), (unit_id,))
    assert not lore._known
    lore.lore_for(front(SITW), ("g1",))
    assert lore._known


def test_what_was_found_of_another_table_goes_when_that_is_asked_for_anew():
    rule, _ = rule_that(lambda table, step: table.is_held("2540"))
    game = game_of(rule)
    for _ in range(5):
        bars(front(game))
    inquiry = lore._known[next(iter(lore._known))].inquiry(rule, Step)
    assert inquiry.is_bound
    assert len(inquiry._root.branches) == 1


def test_only_that_a_rule_holds_or_how_much_it_finds_is_kept():
    kept = lore.without_words(because(at="2530", amount=2, by=object()))
    assert (kept.at, kept.amount, kept.words) == (None, 2, {})
    assert [lore.without_words(found) for found in (None, False, 0.5)] == [None, False, 0.5]


def test_a_name_that_is_not_that_of_the_whole_party_is_not_kept():
    ground = Ground(front(SITW, others=[{"id": "g2", "hex": "2530"}]), ("g1", "g2"))
    assert ground._nameless(("g1", "g2")) is not None
    for each in ("g1", ("g2",), object()):
        with pytest.raises(Looked):
            ground._nameless(each)


# Where no way leads


def test_from_a_hex_that_is_not_placed_nothing_is_reached():
    table = front(SITW, hexes={"?wood": {"terrain": "clear"}}, unit={"hex": "?wood"}).again(ordinary=True)
    assert list(outcome_of(reach, table, PARTY, "?wood", 4).costs) == ["?wood"]
