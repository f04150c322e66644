"""The table in a real browser: build a position by clicks, ask, fill in what is missing, mend, undo."""

import re

import pytest
from conftest import position
from players import DRAWN, WORKED, load
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def clear_ground(player):
    """Clear ground everywhere, nobody else on the map, as the panels say it."""
    player.tab("situation")
    player.key("units_complete").check()
    player.key("elsewhere-terrain").select_option("clear")
    player.key("elsewhere-features-known").check()
    player.key("elsewhere-sides-known").check()
    player.key("elsewhere-control").select_option("german")


def test_a_player_builds_a_position_by_clicks_and_gets_a_ruling(at_the_table):
    player = at_the_table()
    player.tab("build")
    player.tool("unit")
    player.key("stamp-movement").fill("4")
    player.key("stamp-movement").press("Tab")
    player.hex("2624")
    player.key("stamp-nation").select_option("british")
    player.hex("2626")
    player.tool("terrain")
    player.key("brush").select_option("forest")
    player.hex("2625")
    player.tool("side")
    player.key("brush").select_option("river")
    player.hex("2725")
    player.hex("2724")
    player.tool("road")
    player.hex("2824")
    player.hex("2825")
    player.tool("control")
    player.key("brush").select_option("allied")
    player.hex("2726")
    clear_ground(player)
    known = {"phase": "regular-movement", "active": "german", "weather": "dry", "scenario": "campaign"}
    for name, word in known.items():
        player.key(name).select_option(word)
    player.key("turn").fill("3")
    player.key("options-known").check()
    player.tab("ask")
    player.hex("2624")
    player.page.locator(".mark-reach").first.wait_for()
    player.hex("2524")
    ruling = player.verdict("legal")
    expect(ruling.locator(".values")).to_contain_text("1 / 4")
    posted = player.table()["position"]
    assert [(unit["nation"], unit["hex"]) for unit in posted["units"]] == [("german", "2624"), ("british", "2626")]
    assert posted["map"]["hexes"]["2625"] == {"terrain": "forest"}
    assert posted["map"]["hexes"]["2726"]["control"] == "allied"
    assert posted["map"]["sides"] == {"2724/2725": ["river"]}
    assert posted["map"]["roads"] == [["2824", "2825"]]


def test_a_worked_example_opens_with_its_ruling_and_its_findings_open_their_cases(at_the_table):
    player = at_the_table(WORKED)
    ruling = player.verdict("legal")
    finding = ruling.locator(".finding", has_text="13.17")
    finding.locator("summary").click()
    expect(finding.locator("h4")).to_contain_text("Concentric assault")
    finding.get_by_role("link", name="Open case 13.17").click()
    expect(player.page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^\s*13\.17"))


def test_clicking_a_unit_shows_where_it_may_go_for_how_much_and_what_bars_the_rest(at_the_table):
    player = at_the_table()
    load(player, {"position": position()})
    player.tab("ask")
    player.hex("2530")
    player.page.locator(".mark-reach").first.wait_for()
    costs = player.page.locator(".cost").all_text_contents()
    assert {"1", "2", "4"} <= set(costs)
    told = player.page.locator(".hex[data-hex='2532']").get_attribute("aria-description")
    assert re.match(r"barred by [\d., ]+", told)
    player.page.locator(".window .hex[data-hex='2532']").hover(force=True)
    expect(player.part("info")).to_contain_text(told)


def test_what_is_barred_is_listed_by_its_cases_and_stays_open(at_the_table):
    player = at_the_table()
    load(player, {"position": position()})
    player.tab("ask")
    player.hex("2530")
    player.key("options-barred").locator("summary").click()
    rows = player.key("options-barred").locator("li")
    cases = [" ".join(row.locator("a").all_inner_texts()) for row in rows.all()]
    assert cases
    assert len(cases) == len(set(cases))
    player.key("adding").check()
    player.settled()
    expect(player.key("options-barred")).to_have_attribute("open", "")
    rows.first.locator("button").first.click()
    expect(player.page.locator(".hex:focus")).to_have_count(1)


def test_an_illegal_move_is_mended_by_one_click_and_taken_back_by_another(at_the_table):
    player = at_the_table()
    action = {"type": "move", "units": ["g1"], "path": ["2530", "2531", "2431"], "mode": "regular"}
    load(player, {"position": position(), "action": action})
    player.tab("ask")
    ruling = player.verdict("illegal")
    expect(ruling.locator(".finding.forbids")).not_to_have_count(0)
    ruling.get_by_role("button", name="Legal if it stops in 2531").click()
    player.verdict("legal")
    assert player.table()["action"]["path"] == ["2530", "2531"]
    player.part("undo").click()
    player.tab("ask")
    player.verdict("illegal")
    player.part("redo").click()
    player.verdict("legal")


def flown_attack(player):
    """An attack with aircraft on the table, phase and weather unknown: both are asked for."""
    air = {"id": "ra", "type": "air", "nation": "german", "status": []}
    attack = {"type": "attack", "units": ["g1"], "target": "2531", "support": ["ra"], "against": []}
    german, british = position()["units"]
    units = [german, british | {"hex": "2531"}, air]
    load(player, {"position": position(weather=None, phase=None, units=units), "action": attack})
    player.tab("ask")
    return player.verdict("undetermined")


def test_what_is_missing_is_filled_in_where_it_is_asked_for(at_the_table):
    player = at_the_table()
    ruling = flown_attack(player)
    ruling.locator(".fact[data-fact='phase'] select").select_option("second-combat")
    ruling.locator(".fact[data-fact='weather'] select").select_option("wet")
    player.page.locator(".ruling:not(.undetermined)").wait_for()
    kept = player.table()["position"]
    assert (kept["phase"], kept["weather"]) == ("second-combat", "wet")


def test_two_facts_that_are_filled_in_before_the_table_is_drawn_again_both_count(at_the_table):
    player = at_the_table()
    flown_attack(player)
    player.page.evaluate("""() => {
        for (const [fact, word] of [["phase", "second-combat"], ["weather", "wet"]]) {
            const select = document.querySelector(`.fact[data-fact='${fact}'] select`);
            select.value = word;
            select.dispatchEvent(new Event("change", {bubbles: true}));
        }
    }""")
    player.page.locator(".ruling:not(.undetermined)").wait_for()
    kept = player.table()["position"]
    assert (kept["phase"], kept["weather"]) == ("second-combat", "wet")


def test_a_missing_list_is_asked_for_whole(at_the_table):
    player = at_the_table()
    units = [{**unit, "status": None} if unit["id"] == "g1" else unit for unit in position()["units"]]
    action = {"type": "move", "units": ["g1"], "path": ["2530", "2531"], "mode": "regular"}
    load(player, {"position": position(units=units), "action": action})
    player.tab("ask")
    ruling = player.verdict("undetermined")
    asked = ruling.locator("fieldset", has_text="g1: Status")
    assert asked.locator("input[type=checkbox]").count() > 1
    asked.get_by_label("None", exact=True).click()
    player.verdict("legal")
    assert player.table()["position"]["units"][0]["status"] == []


def test_any_other_action_is_asked_with_a_form(at_the_table):
    player = at_the_table("/games/marne/table")
    player.key("action-type").select_option("roll")
    player.key("ask").click()
    ruling = player.page.locator(".ruling")
    ruling.wait_for()
    player.settled()
    if player.page.locator("details.form:not([open])").count():
        player.page.locator("details.form > summary").click()
    player.key("action.table").select_option("weather")
    expect(ruling.locator(".chart th")).to_have_count(3)
    assert player.verdict("legal").locator(".chart th").all_inner_texts() == ["fair", "morning fog", "bad"]
    assert ruling.locator(".chart .share").all_inner_texts() == ["75.0 %", "16.7 %", "8.3 %"]


def test_a_path_can_be_drawn_hex_by_hex(at_the_table):
    player = at_the_table()
    load(player, {"position": position(units=position()["units"][:1])})
    player.tab("ask")
    player.hex("2530")
    player.settled()
    player.key("action-type").select_option("move")
    player.key("action.path-pick").click()
    for number in ("2529", "2528"):
        player.hex(number)
    player.key("action.path-pick").click()
    player.key("action.mode").select_option("regular")
    player.verdict("legal")
    assert player.table()["action"]["path"] == ["2530", "2529", "2528"]


def test_a_unit_is_edited_moved_and_removed(at_the_table):
    player = at_the_table()
    load(player, {"position": position()})
    player.tab("build")
    player.hex("2530")
    player.key("unit-g1").locator("summary").first.click()
    player.key("unit-g1-type").select_option("stosstruppen")
    player.key("unit-g1-attack").fill("7")
    player.key("unit-g1-attack").press("Tab")
    player.page.get_by_role("button", name="Move it", exact=True).click()
    player.hex("2430")
    unit = player.table()["position"]["units"][0]
    assert (unit["type"], unit["attack"], unit["hex"]) == ("stosstruppen", 7, "2430")
    player.tab("build")
    player.tool("erase")
    player.hex("2430")
    expect(player.page.locator(".layer-counters .counter")).to_have_count(1)
    assert player.counters() == ["b1"]


def test_what_is_pressed_while_the_panel_is_drawn_anew_is_clicked_all_the_same(at_the_table):
    player = at_the_table()
    load(player, {"position": position()})
    player.tab("build")
    player.hex("2530")
    player.key("unit-g1").locator("summary").first.click()
    player.key("unit-g1-attack").fill("7")
    button = player.page.get_by_role("button", name="Move it", exact=True)
    button.hover()
    player.page.mouse.down()  # which leaves the field: what was typed is taken, and the panel is to be drawn
    for _ in range(3):
        player.page.evaluate(DRAWN)
    player.page.mouse.up()
    player.hex("2430")
    unit = player.table()["position"]["units"][0]
    assert (unit["attack"], unit["hex"]) == (7, "2430")
