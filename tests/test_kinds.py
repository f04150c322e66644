"""Hexes that are alike on one table are alike on the next, and what was seen of them is kept: it changes no answer."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest

from bench.boards import great_war, moved, verdun
from rulebook.games import GAMES
from rulebook.mechanics import kinds, lore
from rulebook.mechanics.grounds import Ground
from rulebook.mechanics.kinds import Crossings, between
from rulebook.options import options
from rulebook.position import Position
from rulebook.table import Table
from tests.test_lore import board, boards, laid


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch):
    monkeypatch.setattr(lore, "ROOM", 200_000)
    forget()
    yield
    forget()


def forget():
    lore.forget()
    kinds._kinds.clear()
    kinds._stacks.clear()


def fresh(position, unit_id):
    """The options that are found when nothing is known of any other table."""
    known = dict(lore._known), dict(kinds._kinds), dict(kinds._stacks)
    forget()
    found = options(laid(position), unit_id)
    forget()
    for kept, before in zip((lore._known, kinds._kinds, kinds._stacks), known, strict=True):
        kept.update(before)
    return found


# Board after board


@pytest.mark.parametrize("front", [verdun, great_war])
def test_the_options_are_the_same_whatever_stood_where_before(front):
    chance, after = random.Random(front.__name__), islice(moved(front()), 6)
    for posted in after:
        for unit_id in ("uahead", chance.choice(posted["units"])["id"]):
            assert options(laid(posted), unit_id) == fresh(posted, unit_id), unit_id


def test_the_options_of_other_counters_at_other_times_are_told_apart():
    chance, posted = random.Random(7), verdun()
    for turn in range(1, 9):
        posted |= {"turn": turn, "weather": chance.choice(GAMES["tsnp"].words("weather"))}
        unit = posted["units"][0]
        unit |= {"movement": chance.randint(1, 6), "type": chance.choice(["regiment", "battalion", "corps-artillery"]),
                 "supply": chance.choice(GAMES["tsnp"].words("supply")), "id": f"u{turn}ahead"}
        assert options(laid(posted), unit["id"]) == fresh(posted, unit["id"]), turn


@pytest.mark.parametrize("key", GAMES)
def test_the_options_are_the_same_when_there_is_room_for_few_kinds(monkeypatch, key):
    monkeypatch.setattr(kinds, "MOST", 5)
    for position in islice(boards(GAMES[key], "few"), 4):
        assert options(laid(position), "u0") == fresh(position, "u0")
        assert len(kinds._kinds) <= 5 and len(kinds._stacks) <= 5


def test_those_who_ask_at_the_same_time_are_answered_as_one_after_the_other():
    asked = [position for key in GAMES for position in boards(GAMES[key], "threads")][::3]
    alone = [fresh(position, "u0") for position in asked]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda position: options(laid(position), "u0"), asked * 2))
    assert together == alone * 2


# Kinds


def kind_of(position, number):
    return Ground(laid(position).quiet()).kind(number)


def test_hexes_that_are_alike_are_of_one_kind_on_every_table():
    before, after = islice(moved(verdun()), 2)
    numbers = list(GAMES["tsnp"].grid.numbers())
    one, other = (Ground(laid(posted).quiet()) for posted in (before, after))
    changed = [number for number in numbers if one.kind(number) is not other.kind(number)]
    assert 0 < len(changed) <= 20
    for number in numbers:
        assert (one.kind(number) is other.kind(number)) == (one.kind(number).traits == other.kind(number).traits)


def test_kinds_of_two_games_are_two():
    unit = {"id": "x", "nation": "french"}
    sides = set()
    for key, number in (("sitw", "2530"), ("tgwe", "W2530")):
        posted = {"game": key, "units": [unit | {"hex": number}]}
        sides.add(kind_of(posted, number).traits["holders"])
    assert len(sides) == len({GAMES[key].nation("french")["side"] for key in ("sitw", "tgwe")})
    assert len({game for game, *_ in kinds._kinds}) == 2


# What is near, told of all the hexes at once


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", GAMES)
def test_what_is_near_a_hex_is_the_same_told_of_one_or_of_all(key, seed):
    game, chance = GAMES[key], random.Random(f"{key} {seed}")
    position = board(chance, game)
    for unit in position["units"]:
        for name in ("side", "nation", "hex"):
            if chance.random() < 0.05 * seed:
                unit[name] = None
    if chance.random() < 0.3:
        del position["map"]["elsewhere"]
    position["units_complete"] = chance.random() < 0.8 or None
    layout = laid(position).layout
    near = layout.nearness()
    for number in game.grid.numbers():
        assert near(number) == layout.near(number), number


# What a table answers


def terms_of(**told):
    posted = {"game": "sitw", "units": [{"id": "g1", "type": "infantry", "hex": "2530"}], **told}
    table = Table(GAMES["sitw"], Position.model_validate_json(json.dumps(posted)))
    return Ground(table.quiet(), ("g1",)).terms


def test_tables_that_answer_the_same_to_all_that_is_asked_have_one_key():
    first = terms_of(phase="regular-movement", turn=1)
    assert first[None, "phase"] == "regular-movement"
    same, other = terms_of(phase="regular-movement", turn=2), terms_of(phase="first-combat", turn=1)
    assert same.key is terms_of(phase="regular-movement", turn=3).key is not other.key


def test_a_table_that_is_asked_for_more_than_any_before_has_a_key_of_its_own():
    one, other = terms_of(turn=1), terms_of(turn=2)
    assert one.key is other.key
    assert (one[None, "turn"], other[None, "turn"]) == (1, 2)
    assert len({one.key, other.key, terms_of(turn=1).key, terms_of(turn=2).key}) == 4
    assert terms_of(turn=1).key is terms_of(turn=1).key


# What lies between


@pytest.mark.parametrize("ends", [["2530", "2531"], ["2531", "2530"]])
def test_a_road_and_a_river_lie_between_two_hexes_whichever_comes_first(ends):
    posted = {"game": "sitw", "map": {"roads": [ends], "sides": {"2530/2529": ["river"]}}}
    sheet = laid(posted).layout.sheet
    ways = dict(Crossings(sheet).ways_from(sheet, "2530"))
    assert ways["2531"] == between(sheet, "2531", "2530") != between(sheet, "2531", "2532")
    assert ways["2529"] == between(sheet, "2529", "2530") != ways["2531"]
    assert dict(sheet.game.ways_from("2530"))["2531"] == between(sheet, "2531", "2532")


def test_no_more_tables_are_told_apart_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(lore, "MOST_TABLES", 3)
    assert terms_of(turn=1)[None, "turn"] == 1
    keys = {turn: terms_of(turn=turn).key for turn in range(1, 9)}
    assert len({*keys.values()}) == 8
    assert all(len(known._tables) <= 3 for known in lore._known.values())
