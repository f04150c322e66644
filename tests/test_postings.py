"""Positions posted again: read once, and never told otherwise than one that is read anew."""

import json
import random

import pytest

from knowledge import desk, keeping, postings, store
from knowledge.postings import posted
from knowledge.recent import Recent
from knowledge.requests import CheckRest
from rulebook.faults import BadRequest

ELSEWHERE = {"terrain": "clear", "features": [], "sides": []}
FOREST, CLEAR = (
    {"hexes": {"2732": {"terrain": terrain, "features": []}}, "elsewhere": ELSEWHERE} for terrain in ("forest", "clear")
)
UNIT = {"id": "g1", "type": "infantry", "side": "german", "nation": "german", "hex": "2731", "movement": 4}
POSITION = {
    "game": "sitw", "scenario": "campaign", "turn": 3, "phase": "regular-movement", "active": "german",
    "weather": "dry", "options": [], "events": [], "units_complete": True, "units": [UNIT],
}  # fmt: skip
MOVE = {"type": "move", "units": ["g1"], "path": ["2731", "2732"], "mode": "regular"}


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path))
    postings._kept.clear()
    desk._answers.clear()


def asked(action=MOVE, **changes):
    return json.dumps({"position": POSITION | changes, "action": action}).encode()


def terrain_costs(body):
    ruling = json.loads(desk.ruling_as_sent(body))
    return [finding["predicate"] for finding in ruling["findings"] if finding["effect"] == "costs"]


def test_the_same_position_is_read_once_whatever_is_asked_of_it():
    first = posted(CheckRest, asked())
    second = posted(CheckRest, asked({"type": "zoc", "units": ["g1"], "hex": "2732"}))
    assert second.laid is first.laid
    assert second.rest.action.type == "zoc"


def test_another_position_is_read_anew():
    assert posted(CheckRest, asked(turn=4)).laid is not posted(CheckRest, asked()).laid


def test_what_is_told_does_not_depend_on_whether_a_position_was_seen_before():
    told = {}
    for body in [asked(map=FOREST), asked(map=CLEAR)] * 3:
        assert told.setdefault(body, desk.adjudicate(body)) == desk.adjudicate(body)
    assert len({json.dumps(ruling) for ruling in told.values()}) == 2


@pytest.mark.usefixtures("storage")
def test_a_stored_map_that_is_changed_counts_at_once():
    body = asked(map="mine")
    for facts, cost in [(FOREST, "forest_cost"), (CLEAR, "clear_cost")] * 2:
        desk.keep_map("mine", json.dumps({"game": "sitw", "map": facts}))
        assert cost in terrain_costs(body)
        assert cost in terrain_costs(body)


@pytest.mark.usefixtures("storage")
def test_a_map_that_was_deleted_is_missed_at_once():
    desk.keep_map("mine", json.dumps({"game": "sitw", "map": FOREST}))
    assert terrain_costs(asked(map="mine"))
    store.delete_map("mine")
    with pytest.raises(BadRequest, match=r"position\.map"):
        desk.ruling_as_sent(asked(map="mine"))


def test_another_file_in_the_place_of_the_stored_maps_counts_at_once():
    body = asked(map="mine")
    for facts, cost in [(FOREST, "forest_cost"), (CLEAR, "clear_cost")]:
        store.user_path().unlink(missing_ok=True)
        desk.keep_map("mine", json.dumps({"game": "sitw", "map": facts}))
        assert cost in terrain_costs(body)


@pytest.mark.usefixtures("storage")
def test_a_table_of_the_user_that_is_changed_counts_at_once():
    roll = {"type": "roll", "table": "combat-results", "dice": [3]}
    before = keeping.state()
    assert desk._as_sent(lambda body: {"tables": dict(desk._OwnTables("sitw"))}, asked(roll)) == b'{"tables":{}}'
    store.put_table("sitw", "combat-results", {"1:1": {"3": "AR"}})
    assert keeping.state() != before
    told = desk._as_sent(lambda body: {"tables": dict(desk._OwnTables("sitw"))}, asked(roll))
    assert json.loads(told) == {"tables": {"combat-results": {"1:1": {"3": "AR"}}}}


BODIES = [
    asked(), asked().replace(b": ", b":"), b"\n " + asked() + b"\n", json.dumps(json.loads(asked()), indent=2).encode(),
    json.dumps({"position": POSITION, "assume": "ordinary", "action": MOVE}).encode(),
    json.dumps({"position": POSITION, "action": MOVE, "assume": "ordinary"}).encode(),
    json.dumps({"action": MOVE, "position": POSITION}).encode(),
    json.dumps({"position": POSITION | {"units": [UNIT | {"name": '", "action": {'}]}, "action": MOVE}).encode(),
    json.dumps({"position": POSITION | {"units": [UNIT | {"name": "action"}]}, "action": MOVE}).encode(),
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
def test_a_request_reads_the_same_however_it_is_written(body):
    cut, whole = posted(CheckRest, body), postings._read_whole(CheckRest, body, keeping.state_if_reached())
    assert cut.laid.position == whole.laid.position
    assert cut.rest.model_dump() == whole.rest.model_dump()
    assert cut.rest.model_fields_set == whole.rest.model_fields_set


WRONG = [
    (b'{"position": {}, "action": {"type": "move"}}', "position.game"),
    (asked().replace(b'"turn": 3', b'"turn": 3, "turn": 4'), "position.turn"),
    (asked().replace(b'"mode": "regular"', b'"mode": "regular", "mode": "strategic"'), "action.mode"),
    (asked()[:-1] + b', "position": {"game": "sitw"}}', "position"),
    (asked()[:-1] + b', "stray": 1}', "stray"),
    (asked()[:-1] + b"}}", "body"),
    (asked().replace(b'"units": [', b'"units": ]', 1), "body"),
    (asked(map="nowhere"), "position.map"),
    (asked(game="chess"), "position.game"),
    (asked(weather="fog"), "position.weather"),
]


@pytest.mark.parametrize(("body", "field"), WRONG)
def test_what_is_wrong_is_named_as_if_the_request_had_been_read_whole(body, field):
    for _ in range(2):
        with pytest.raises(BadRequest) as refused:
            desk.ruling_as_sent(body)
        assert refused.value.faults[0].at == field


def test_requests_cut_anywhere_are_refused_or_read_alike():
    chance, body = random.Random(11), asked()
    for _ in range(300):
        place = chance.randrange(len(body))
        torn = body[:place] + chance.choice([b"", b'"', b"}", b',"action":', b"{", b" "]) + body[place + 1 :]
        assert outcome(desk.adjudicate, torn) == outcome(read_whole_and_ruled, torn)


def read_whole_and_ruled(body):
    whole = postings._read_whole(CheckRest, body, keeping.state_if_reached())
    rest, position = whole.rest.model_dump(exclude_unset=True), whole.laid.position.model_dump(exclude_unset=True)
    return desk.adjudicate(json.dumps({**rest, "position": position}))


def outcome(work, body):
    try:
        return work(body)
    except BadRequest as wrong:
        return [fault.at for fault in wrong.faults]


def test_what_is_kept_takes_no_more_room_than_it_may():
    kept = Recent[str](100)
    for place in range(50):
        kept.keep(place, "x", 30)
        assert kept.taken <= 100
    assert len(kept) == 3
    assert kept.get(46) is None
    assert [kept.get(place) for place in (47, 48, 49)] == ["x"] * 3


def test_what_was_used_last_is_kept_longest():
    kept = Recent[str](100)
    for place in range(3):
        kept.keep(place, "x", 30)
    assert kept.get(0) == "x"
    kept.keep(3, "x", 30)
    assert kept.get(0) == "x"
    assert kept.get(1) is None


def test_what_would_drive_out_the_others_is_not_kept():
    kept = Recent[str](100)
    kept.keep("small", "x", 10)
    kept.keep("big", "x", 60)
    assert kept.get("big") is None
    assert kept.get("small") == "x"
    kept.keep("small", "y", 20)
    assert (kept.get("small"), kept.taken) == ("y", 20)
    kept.clear()
    assert (len(kept), kept.taken) == (0, 0)


def test_many_large_positions_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(postings, "_kept", kept := Recent(200_000))
    for turn in range(1, 60):
        units = [UNIT | {"id": f"g{turn}-{place}"} for place in range(20)]
        posted(CheckRest, asked(units=[UNIT, *units]))
    assert 2 <= len(kept) <= 6
