"""What a game knows by itself: its words, its nations and types, what its book states of hexes, its rules."""

import pytest

from rulebook.actions import Attack, Control, Move
from rulebook.game import Game
from rulebook.games import GAMES, sitw
from rulebook.position import Position, UnitFacts

SITW = GAMES["sitw"]


def unit(**facts):
    return UnitFacts(id="u", **facts)


def test_a_game_gathers_the_rules_of_its_chapters_in_their_order():
    again = Game("sitw", (sitw.sequence, sitw.morale, sitw.setup), pace=SITW.pace, offers=SITW.offers)
    modules = [rule.__module__.rpartition(".")[2] for rule in again.rules]
    assert list(dict.fromkeys(modules)) == ["sequence", "morale", "setup"]
    assert repr(again) == f"<Game sitw: {len(again.rules)} rules>"
    assert again.settled_weather(None) is None
    assert again.turns == tuple(range(17))
    assert again.sides == ("german", "allied")
    assert again.printed_hexes["3029"]["name"] == "Reims"
    assert again.printed_side("1941/2042", "sea") is True
    assert again.printed_side("2330/2331", "sea") is False
    assert again.printed_feature("2020", "french-fortress") is False
    assert again.grid == SITW.grid


def test_words_are_told_by_their_kind_and_the_nearest_found():
    assert SITW.words("weather") == ("dry", "wet")
    assert SITW.words("colours") == ()
    assert SITW.nearest("weather", "WETT") == "wet"
    assert SITW.nearest("weather", "w") == "wet"
    assert SITW.nearest("weather", "qqq") is None


@pytest.mark.parametrize(
    ("side", "kind", "nations"),
    [
        ("german", None, ("german", "austro-hungarian")),
        ("german", "agb", ("german",)),
        ("allied", "tank", ("british", "french", "american")),
        (None, "marines", ("american",)),
        ("german", "marines", ()),
    ],
)
def test_nations_are_those_that_side_and_type_leave(side, kind, nations):
    assert SITW.nations_of(side, kind) == nations


def test_with_nothing_known_a_unit_may_be_of_any_nation():
    assert SITW.nations_of(None) == tuple(SITW.vocabulary["nations"])


def test_an_event_tells_of_those_it_cannot_be_without():
    def told(*events):
        return set(GAMES["tgwe"].filled_in(Position.model_validate({"game": "tgwe", "events": events})).events)

    assert told("gallipoli-this-turn") == {"gallipoli-this-turn", "gallipoli"}
    assert "tsar-fallen" in told("russia-collapsed")
    assert told("tsar-fallen") == {"tsar-fallen"}
    assert told() == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_events_imply_events_of_the_same_book(game):
    implied = [word for entry in game.vocabulary.get("events", {}).values() for word in entry.get("implies", ())]
    assert set(implied) <= set(game.words("events"))


def test_types_are_those_that_nation_side_and_place_leave():
    assert "air" in SITW.types_of(unit(side="german"))
    assert "air" not in SITW.types_of(unit(side="german", hex="2530"))
    assert "marines" not in SITW.types_of(unit(side="german"))
    assert "marines" not in SITW.types_of(unit(nation="british"))
    assert "heavy-tank" in SITW.types_of(unit(nation="british"))
    assert "cavalry" in SITW.types_of(unit(nation="austro-hungarian"))
    assert "stosstruppen" not in SITW.types_of(unit(nation="austro-hungarian"))


@pytest.mark.parametrize(
    ("facts", "side"),
    [
        ({"side": "german", "nation": "british"}, "german"),
        ({"nation": "british"}, "allied"),
        ({"type": "agb"}, "german"),
        ({"type": "tank"}, "allied"),
        ({"type": "infantry"}, None),
        ({}, None),
    ],
)
def test_a_side_is_told_by_what_is_posted_then_the_nation_then_the_type(facts, side):
    assert SITW.side_of(unit(**facts)) == side


def test_a_side_with_one_army_has_that():
    assert SITW.only_army_of("german") == "german"
    assert SITW.only_army_of("allied") is None
    assert SITW.only_army_of(None) is None


def test_each_side_is_the_enemy_of_the_other():
    assert (SITW.enemy_of("german"), SITW.enemy_of("allied")) == ("allied", "german")


@pytest.mark.parametrize(
    ("facts", "is_off"),
    [
        ({"type": "air"}, True),
        ({"status": ("dead-pile",)}, True),
        ({"type": "infantry", "status": ("has-attacked", "dead-pile")}, True),
        ({"type": "infantry", "status": ("has-attacked",)}, False),
        ({"type": "infantry"}, False),
        ({}, False),
    ],
)
def test_a_unit_is_off_the_map_by_its_type_or_its_status(facts, is_off):
    assert SITW.is_off_map(unit(**facts)) is is_off


def test_a_move_that_names_no_mode_takes_that_of_the_phase():
    move = Move(type="move", units=("u",))
    assert SITW.completed(Position(game="sitw", phase="strategic-movement"), move).mode == "strategic"
    assert SITW.completed(Position(game="sitw", phase="first-combat"), move).mode is None
    assert SITW.completed(Position(game="sitw"), move) is move
    regular = Move(type="move", units=("u",), mode="regular")
    assert SITW.completed(Position(game="sitw", phase="strategic-movement"), regular) is regular
    attack = Attack(type="attack", units=("u",), target="2530")
    assert SITW.completed(Position(game="sitw", phase="strategic-movement"), attack) is attack


@pytest.mark.parametrize(
    ("number", "word", "scenario", "stated"),
    [
        ("3120", "french-fortress", None, True),
        ("3120", "allied-trench", None, False),
        ("3120", "city", None, None),
        ("1334", "allied-trench", "campaign", True),
        ("1334", "allied-trench", None, True),
        ("1334", "allied-trench", "plan-1919", None),
        ("2020", "french-fortress", None, False),
        ("?hill", "french-fortress", None, None),
        ("2020", "allied-trench", None, None),
    ],
)
def test_what_the_book_states_of_a_hex(number, word, scenario, stated):
    assert SITW.printed_feature(number, word, scenario) is stated


@pytest.mark.parametrize(
    ("key", "word", "stated"),
    [
        ("1941/2042", "sea", True),
        ("1941/2042", "river", None),
        ("2330/2331", "sea", False),
        ("2230/2330", "sea", None),
        ("2330/?one", "sea", None),
        ("A2330/A2331", "sea", False),
        ("1710/1711", "dutch", False),
        ("1610/1611", "dutch", None),
    ],
)
def test_what_the_book_states_of_a_hex_side(key, word, stated):
    assert SITW.printed_side(key, word) is stated


def test_rules_are_found_by_what_they_bear_on_by_name_and_by_case():
    assert SITW.rule("morale_value") in SITW.rules_on(Control, "computes")
    assert SITW.rule("morale_value") not in SITW.rules_on(Control, "forbids")
    assert SITW.rule("morale_value") not in SITW.rules_on(Attack, "computes")
    assert SITW.rule("morale_is_off_the_track") in SITW.rules_on(None, "rejects")
    assert SITW.rule("is_broken") in SITW.rules_on(None, "defines")
    assert SITW.rule("morale_value") not in SITW.rules_on(None, "computes")
    assert SITW.predicates()["sitw:4.1"] == [SITW.rule("is_broken")]
    assert sum(map(len, SITW.predicates().values())) == len(SITW.rules)
    assert SITW.cite("4.1") == "sitw:4.1"
