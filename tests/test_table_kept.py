"""Tables that are kept: saved, loaded, shared, exported; and what is damaged, broken or refused, told in words."""

import json

import pytest
from conftest import new_page, position
from players import WORKED, Player, load
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_table_is_saved_and_loaded_again(at_the_table):
    player = at_the_table(WORKED)
    player.verdict("legal")
    player.tab("keep")
    with player.page.expect_download() as saved:
        player.key("save").click()
    content = saved.value.path().read_bytes()
    player.part("clear").click()
    expect(player.page.locator(".layer-counters .counter")).to_have_count(0)
    load(player, content)
    player.page.locator(".layer-counters .counter").nth(2).wait_for()
    assert sorted(player.counters()) == ["b", "g1", "g2"]
    assert player.table() == json.loads(content)


def test_a_table_is_shared_by_a_link_and_opened_elsewhere(at_the_table, browser):
    player = at_the_table(WORKED)
    player.verdict("legal")
    posed = player.table()
    player.key("share").click()
    link = player.key("link").input_value()
    other = new_page(browser)
    try:
        friend = Player(other).open(link)
        friend.verdict("legal")
        assert friend.table() == posed
    finally:
        other.context.close()


def test_reloading_the_page_loses_nothing(at_the_table):
    player = at_the_table()
    load(player, {"position": position()})
    player.page.wait_for_url("**#1.**")
    player.page.reload()
    player.ready()
    player.page.locator(".layer-counters .counter").nth(1).wait_for()
    assert sorted(player.counters()) == ["b1", "g1"]


@pytest.mark.parametrize("fragment", ["1.xx", "nonsense", "1.q1ZKSy0qzszPU7JSMjQyBgA", "1.%%%", "9.AAAA"])
def test_a_damaged_link_is_answered_in_words(at_the_table, fragment):
    player = at_the_table(f"/table#{fragment}")
    assert "damaged" in player.part("notice").inner_text() or "no table" in player.part("notice").inner_text()
    assert player.part("notice").get_attribute("role") == "alert"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{not json", "JSON"),
        (b"[1, 2]", "position"),
        (b'{"game": "chess", "units": []}', "chess"),
        (b'{"game": "sitw", "units": "many"}', "position.units"),
        (b'{"game": "sitw", "units": [{"id": 3}]}', "position.units.0"),
        (b'{"game": "sitw", "map": {"hexes": {"2531": 4}}}', "position.map.hexes.2531"),
        (b'{"position": {"game": "sitw"}, "action": {"type": "move", "path": "2531"}}', "action.path"),
    ],
)
def test_a_broken_file_is_answered_in_words_and_changes_nothing(at_the_table, content, told):
    player = at_the_table(WORKED)
    before = player.counters()
    load(player, content)
    player.page.locator(".notice.wrong").wait_for()
    assert told in player.part("notice").inner_text()
    assert player.counters() == before


def test_an_unknown_example_is_answered_in_words(at_the_table):
    player = at_the_table("/table?example=sitw:99.9%239")
    assert "99.9#9" in player.part("notice").inner_text()


def test_what_the_service_refuses_is_told_at_the_field_with_the_nearest_word(at_the_table):
    player = at_the_table()
    units = [position()["units"][0] | {"supply": "suplied"}]
    action = {"type": "move", "units": ["g1"], "path": ["2530", "2531"], "mode": "regular"}
    load(player, {"position": position(units=units), "action": action})
    player.tab("ask")
    problem = player.page.locator(".problem")
    problem.wait_for()
    assert "g1: Supply" in problem.inner_text()
    player.tab("build")
    player.hex("2530")
    player.key("unit-g1").locator("summary").first.click()
    player.page.locator(".unit-editor .fault").wait_for()
    player.tab("ask")
    problem.get_by_role("button", name="Take “supplied”").click()
    player.verdict("legal")
