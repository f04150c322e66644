"""The table for anyone: by keyboard alone, on a telephone, in French, for those who do not see it, with 1,400 units."""

import re

import pytest
from conftest import barriers, new_page, position
from players import WORKED, Player, load
from playwright.sync_api import expect

from knowledge.records import examples, games

pytestmark = pytest.mark.browser


def test_the_table_is_played_by_keyboard_alone(at_the_table):
    player = at_the_table()
    load(player, {"position": position()})
    page = player.page
    expect(page.locator(".layer-counters .counter")).to_have_count(2)
    player.part("tab-keep").focus()
    page.keyboard.press("ArrowRight")
    player.part("clear").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".hex:focus")).to_have_count(1)
    walk(page, "2530")
    page.keyboard.press("Enter")
    page.locator(".mark-reach").first.wait_for()
    expect(page.locator(".mark-focus")).to_have_count(1)
    before = page.evaluate("document.activeElement.dataset.hex")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.hex") != before
    page.keyboard.press("Enter")
    player.verdict("legal")
    expect(player.part("live")).to_have_text(re.compile("^Legal"))
    page.keyboard.press("Control+z")
    expect(page.locator(".ruling")).to_have_count(0)
    page.keyboard.press("Control+y")
    player.verdict("legal")
    page.keyboard.press("Escape")
    expect(page.locator(".mark-reach")).to_have_count(0)
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(page.locator("#tab-ask:focus")).to_have_count(1)


def walk(page, number):
    """Go to a hex by arrow keys, as one would: first to its row, then along it."""
    for _ in range(60):
        here, there = page.evaluate(
            """(number) => [document.activeElement, document.querySelector(`.hex[data-hex="${number}"]`)].map((hex) => {
              const box = hex.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })""",
            number,
        )
        dx, dy = there[0] - here[0], there[1] - here[1]
        if abs(dy) > 5:
            page.keyboard.press("ArrowDown" if dy > 0 else "ArrowUp")
        elif abs(dx) > 5:
            page.keyboard.press("ArrowRight" if dx > 0 else "ArrowLeft")
        else:
            return
    raise AssertionError(f"{number} was not reached")


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "fr")])
def test_nothing_serious_bars_anyone_from_the_table(browser, server, scheme, lang):
    page = new_page(browser, color_scheme=scheme, viewport={"width": 1200, "height": 900})
    player = Player(page).open(f"{server.address}{WORKED}&lang={lang}")
    player.verdict("legal")
    for tab in ("ask", "build", "situation", "keep"):
        player.tab(tab)
        if tab == "build":
            player.tool("unit")
            player.hex("2026")
        player.settled()
        assert barriers(page) == [], tab
    page.context.close()


def test_the_table_fits_a_telephone_and_is_played_by_touch(browser, server):
    page = new_page(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    player = Player(page).open(server.address + WORKED)
    player.verdict("legal")
    for tab in ("ask", "build", "situation", "keep"):
        player.tab(tab)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, tab
    player.tab("ask")
    page.locator(".window [data-unit='g1']").tap()
    expect(page.locator(".ruling")).to_have_count(0)
    page.locator(".chosen", has_text="g1").wait_for()
    player.settled()
    page.locator(".window [data-unit='b']").tap()
    player.verdict("legal")
    page.context.close()


def test_the_table_speaks_french(at_the_table):
    player = at_the_table(WORKED + "&lang=fr")
    ruling = player.verdict("legal")
    assert ruling.locator(".verdict").inner_text().endswith("Permis")
    assert "Assaut concentrique" in ruling.locator(".finding", has_text="13.17").first.text_content()
    assert player.part("tab-build").inner_text() == "Poser"
    player.tab("situation")
    assert player.page.locator("#panel-situation label", has_text="Météo").locator("select").input_value() == "dry"


def test_changing_the_language_keeps_the_table(at_the_table):
    player = at_the_table()
    load(player, {"position": position()})
    player.page.wait_for_url("**#1.**")
    player.page.locator("a[hreflang=fr]").click()
    player.page.wait_for_url("**lang=fr**")
    player.ready()
    player.page.locator(".layer-counters .counter").nth(1).wait_for()
    assert sorted(player.counters()) == ["b1", "g1"]


def test_the_board_is_exported_as_a_drawing_and_as_a_picture(at_the_table):
    player = at_the_table(WORKED)
    player.verdict("legal")
    player.tab("keep")
    with player.page.expect_download() as drawing:
        player.key("svg").click()
    drawn = drawing.value.path().read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert ".terrain-forest" in drawn
    assert 'data-unit="g1"' in drawn
    with player.page.expect_download() as picture:
        player.key("png").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


# A full board


def crowded(player):
    """1,400 units in 700 hexes."""
    hexes = [f"{row}{place:02}" for row in range(14, 42) for place in range(8, 48)]
    one = {"type": "infantry", "nation": "german"}
    units = [{"id": f"g{place}", "hex": hexes[place % 700], **one} for place in range(1400)]
    load(player, {"position": {"game": "sitw", "units": units}})
    expect(player.page.locator(".layer-counters .stack")).to_have_count(700)
    return player.settled()


# What was added or taken away in each sheet of the board, and which attributes were changed, while something was
# clicked.
TOUCHED = """async (clicked) => {
  const touched = {};
  const watched = [...document.querySelectorAll(".sheet")].map((sheet) => {
    const name = [...sheet.classList].at(-1).replace("sheet-", "");
    touched[name] = {nodes: 0, attributes: []};
    const watch = new MutationObserver((all) => {
      for (const each of all) {
        touched[name].nodes += each.addedNodes.length + each.removedNodes.length;
        if (each.attributeName) touched[name].attributes.push(each.attributeName);
      }
    });
    watch.observe(sheet, {childList: true, subtree: true, attributes: true});
    return watch;
  });
  document.querySelector(clicked).dispatchEvent(new MouseEvent("click", {bubbles: true}));
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 400));
  for (const watch of watched) watch.disconnect();
  return touched;
}"""
UNSEEN = {"tabindex", "aria-description"}


def test_a_choice_is_drawn_over_the_board_and_leaves_ground_and_counters_alone(at_the_table):
    player = crowded(at_the_table())
    player.tab("ask")
    touched = player.page.evaluate(TOUCHED, ".counter[data-hex='1408']")
    assert touched["over"]["nodes"] > 0
    assert [touched[name]["nodes"] for name in ("ground", "counters")] == [0, 0]
    assert {*touched["ground"]["attributes"], *touched["counters"]["attributes"]} <= UNSEEN
    expect(player.page.locator(".layer-acting .acting")).to_have_count(1)


def test_a_larger_board_is_the_same_drawing(at_the_table):
    player = crowded(at_the_table())
    before = player.page.locator(".sheet-ground").bounding_box()
    touched = player.page.evaluate(TOUCHED, "[data-part='nearer']")
    assert touched == {name: {"nodes": 0, "attributes": []} for name in ("ground", "marks", "counters", "over")}
    assert player.page.locator(".sheet-ground").bounding_box()["width"] > 1.1 * before["width"]


def test_a_unit_that_is_placed_touches_only_its_own_hex(at_the_table):
    player = crowded(at_the_table())
    player.tab("build")
    player.tool("unit")
    player.settled()
    touched = player.page.evaluate(TOUCHED, ".hex[data-hex='1410']")
    assert touched["ground"]["nodes"] == 0
    assert touched["counters"]["nodes"] == 2


def test_the_whole_map_is_shown_when_asked(at_the_table):
    player = at_the_table()
    few = player.page.locator(".hex").count()
    player.tab("keep")
    player.key("whole-map").click()
    expect(player.page.locator(".hex")).not_to_have_count(few)
    assert player.page.locator(".hex").count() > 1000


@pytest.mark.parametrize("id", ["tdw:8.1#1", "tsnp:6.12#1", "tgwe:10.1#1", "sitw:13.28#1"])
def test_examples_of_every_kind_open_in_the_browser(at_the_table, id):
    known = [example.id for game in games() for example in examples(game)]
    chosen = id if id in known else next(each for each in known if each.startswith(id.split(":")[0]))
    player = at_the_table(f"/table?example={chosen.replace('#', '%23')}")
    player.page.locator(".ruling").wait_for()
    assert player.part("notice").inner_text() == ""


def test_a_table_of_each_game_opens_empty(at_the_table):
    for game in games():
        player = at_the_table(f"/games/{game}/table")
        assert player.part("games").input_value() == game
        assert player.counters() == []
