"""The pages in a real browser: reading, searching, hopping, both languages, by keyboard, on a telephone, on paper."""

import re

import pytest
from conftest import barriers, go, new_page
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PAGES = (
    "/", "/?q=supply", "/games/sitw", "/games/marne?open=all", "/games/marne/index", "/games/marne/trust", "/trust",
    "/games/sitw/cases/13.17", "/games/tdw/cases/10.1", "/concepts", "/concepts/zone-of-control", "/docs",
)  # fmt: skip
WIDE = ("/games/tgwe?open=all", "/games/tgwe/index", "/games/tgwe/trust", "/games/sitw/cases/13.99")


def expect_heading(page, start):
    """The heading of the page begins so, or will when it has come."""
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(rf"^\s*{re.escape(start)}"))


# Searching


def test_a_player_searches_and_reads_a_case(visit):
    page = visit("/")
    page.get_by_role("combobox", name="Search").fill("can tanks attack woods")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="13.18").first.click()
    expect_heading(page, "13.18")
    expect(page.get_by_text("What it says in code")).to_be_visible()


def test_results_come_as_one_types_and_the_keyboard_opens_one(visit):
    page = visit("/")
    box = page.get_by_role("combobox", name="Search")
    box.press_sequentially("13.1")
    results = page.get_by_role("listbox", name="Results")
    results.get_by_role("option", name="13.1 ").first.wait_for()
    expect(box).to_have_attribute("aria-expanded", "true")
    box.press("Escape")
    expect(results).to_be_hidden()
    expect(box).to_have_value("13.1")
    box.press_sequentially("7")
    results.get_by_role("option", name="13.17 Concentric assault").wait_for()
    box.press("ArrowDown")
    chosen = page.locator("[aria-selected=true]")
    expect(chosen).to_contain_text("1918: Storm in the West")
    expect(box).to_have_attribute("aria-activedescendant", chosen.get_attribute("id"))
    box.press("Enter")
    page.wait_for_url("**/games/sitw/cases/13.17")


def test_the_last_result_leads_to_all_of_them_and_the_first_can_be_clicked(visit):
    page = visit("/games/sitw?lang=fr")
    box = page.get_by_role("combobox", name="Chercher")
    box.press_sequentially("ravitaillement")
    page.get_by_role("option", name="Tous les résultats").wait_for()
    box.press("ArrowUp")
    box.press("Enter")
    page.wait_for_url("**/?q=ravitaillement&game=sitw&lang=fr")
    expect(page.locator("mark").first).to_be_visible()
    page.get_by_role("combobox", name="Chercher").fill("ravitaillement forteresse")
    first = page.get_by_role("listbox").get_by_role("option").first
    first.wait_for()
    number = first.locator(".number").inner_text()
    first.click()
    page.wait_for_url(f"**/games/sitw/cases/{number}?lang=fr")


def test_what_is_found_nowhere_is_told_as_one_types(visit):
    page = visit("/")
    page.get_by_role("combobox", name="Search").press_sequentially("xyzzyxq")
    page.locator("[role=status]", has_text="No case answers this.").wait_for(state="attached")
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_a_slip_of_the_pen_is_mended_by_one_click(visit):
    page = visit("/?q=fotress")
    page.get_by_role("link", name="fortress", exact=True).click()
    expect(page.locator("mark").first).to_be_visible()


def test_a_reader_without_scripts_searches_filters_and_reads(browser, server):
    page = new_page(browser, java_script_enabled=False, locale="fr-FR")
    page.goto(server.address)
    page.get_by_role("searchbox", name="Chercher").fill("assaut concentrique")
    page.get_by_role("button", name="Chercher").click()
    page.get_by_role("link", name="13.17").first.click()
    expect_heading(page, "13.17 Assaut")
    expect(page.get_by_role("button", name="Copier comme citation")).to_have_count(0)
    page.get_by_role("link", name="Index", exact=True).click()
    page.get_by_role("searchbox", name="Filtrer l'index").fill("forteresse")
    page.get_by_role("button", name="Filtrer l'index").click()
    page.wait_for_url("**/index?q=forteresse*")
    expect(page.locator("[data-names]").first).to_be_visible()
    names = page.locator("[data-names]").evaluate_all("terms => terms.map(term => term.dataset.names)")
    assert names
    assert all("forteresse" in each.casefold() for each in names)
    page.context.close()


# Reading


def test_a_case_leads_to_those_it_hangs_together_with(visit):
    page = visit("/games/sitw/cases/13.17")
    page.locator("article").get_by_role("link", name="13.32").first.click()
    expect_heading(page, "13.32")
    page.locator("a[rel=next]").click()
    expect_heading(page, "13.33")
    page.locator(".trail").get_by_role("link", name="13.0").click()
    page.locator(".below").get_by_role("link", name="13.17").click()
    expect_heading(page, "13.17")


def test_the_drawing_of_rule_and_exceptions_leads_from_one_to_the_other(visit):
    page = visit("/games/sitw/cases/10.4")
    drawing = page.get_by_role("group", name="Rule and exceptions")
    assert drawing.locator("[aria-current=page]").text_content().startswith("10.4")
    drawing.get_by_role("link", name=re.compile(r"^10\.5 ")).click()
    page.wait_for_url("**/cases/10.5")
    page.get_by_text("The same in words").click()
    words = page.locator(".family + details")
    expect(words.get_by_role("link", name="10.4")).to_be_visible()


def test_a_worked_example_is_drawn_with_its_ruling(visit):
    page = visit("/games/sitw/cases/13.17")
    first = page.locator("figure.example").first
    expect(first.get_by_role("img", name="1918: Storm in the West: board")).to_be_visible()
    expect(first.locator("[data-unit=g1]")).to_be_visible()
    assert first.locator(".verdict").inner_text() == "Legal"


def test_a_reference_shows_what_it_refers_to_before_one_follows_it(visit):
    page = visit("/games/sitw/cases/13.17")
    link = page.locator("article").get_by_role("link", name="13.32").first
    link.hover()
    page.get_by_role("tooltip").wait_for()
    expect(page.get_by_role("tooltip")).to_have_text(re.compile(r"^\s*13\.32 "))
    expect(link).to_have_attribute("aria-describedby", "preview")
    page.keyboard.press("Escape")
    expect(page.locator("#preview")).to_be_hidden()


def test_a_case_is_copied_as_a_citation(visit, server):
    page = visit("/games/sitw/cases/13.17?lang=fr")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copier comme citation").click()
    page.get_by_text("Copié", exact=True).wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"« sitw 13.17, Assaut concentrique » {server.address}/games/sitw/cases/13.17"


def test_the_reader_changes_the_language_and_keeps_it(visit):
    page = visit("/games/sitw/cases/13.17")
    expect(page).to_have_title(re.compile("Concentric assault"))
    page.get_by_role("link", name="Français").click()
    expect(page).to_have_title(re.compile("Assaut concentrique"))
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator("a[rel=next]").click()
    page.wait_for_url("**/cases/13.18?lang=fr")
    expect(page.get_by_role("link", name="Sommaire")).to_be_visible()


def test_the_contents_and_the_index_lead_to_every_case(visit):
    from knowledge.library import Library

    page = visit("/games/sitw")
    linked = set(page.locator("ul.contents a").evaluate_all("links => links.map(each => each.pathname)"))
    assert {f"/games/sitw/cases/{case.number}" for case in Library.load().of("sitw")} == linked
    inside = page.locator(".contents").get_by_role("link", name="13.17")
    expect(inside).to_be_hidden()
    page.locator("summary", has_text="Combat").first.click()
    expect(inside).to_be_visible()
    page.get_by_role("link", name="Open all chapters").click()
    expect(page.locator(".contents").get_by_role("link", name="S3.26")).to_be_visible()
    page.get_by_role("link", name="Index", exact=True).click()
    page.locator("dd a", has_text="13.17").first.click()
    expect_heading(page, "13.17")


def test_the_index_is_filtered_as_one_types(visit):
    page = visit("/games/sitw/index?lang=fr")
    field = page.get_by_role("searchbox", name="Filtrer l'index")
    field.press_sequentially("concentrique")
    expect(page.locator(".terms > div:visible")).to_have_count(1)
    expect(page.get_by_role("navigation", name="Lettres").get_by_role("link")).to_have_count(1)
    field.press_sequentially("xyz")
    expect(page.get_by_text("Aucun terme ne contient cela.")).to_be_visible()


def test_a_term_of_a_case_stands_marked_in_the_index(visit):
    page = visit("/games/sitw/cases/13.17")
    page.locator(".margin").get_by_role("link", name="Concentric assault").click()
    expect(page.locator(":target")).to_have_text(re.compile(r"^\s*Concentric assault"))


@pytest.fixture
def copy_at_hand():
    """A copy of the rules of sitw, of our own writing, imported for one test."""
    from prints import copy_of

    from knowledge import store
    from knowledge.imports.copies import keep_copy

    keep_copy(copy_of("sitw"), "rules.txt")
    yield
    store.delete_originals("sitw")


@pytest.mark.usefixtures("copy_at_hand")
def test_the_readers_own_copy_stands_beside_our_text(visit):
    page = visit("/games/sitw/cases/13.17")
    both = page.locator(".beside section")
    ours, theirs = both.all()
    expect(ours.get_by_role("heading", name="In our words")).to_be_visible()
    expect(theirs.get_by_role("heading", name="In your own copy")).to_be_visible()
    assert theirs.inner_text().count("Assaut concentrique") == 1
    tops = both.evaluate_all("both => both.map((each) => each.getBoundingClientRect().y)")
    assert tops[0] == tops[1]
    page.get_by_role("link", name="Français").click()
    expect(page.get_by_role("heading", name="Dans votre exemplaire")).to_be_visible()


def test_a_call_can_be_tried_on_the_docs_page(visit):
    page = visit("/docs")
    call = page.locator("details[data-path='/v1/check']")
    call.locator("summary").click()
    call.get_by_role("button", name="Try it").click()
    expect(call.locator("pre")).to_have_text(re.compile(r"^200.*\"verdict\": \"illegal\"", re.DOTALL))


# Every reader, every screen


def test_a_page_is_read_by_keyboard_alone(visit):
    page = visit("/games/sitw/cases/13.17")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the text")
    page.keyboard.press("Enter")
    expect(page.locator("main:focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/cases/13.18")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/cases/13.17")
    box = page.get_by_role("combobox", name="Search")
    box.fill("supply")
    box.press("ArrowLeft")
    assert page.url.endswith("/cases/13.17")


@pytest.mark.parametrize("path", PAGES)
def test_nothing_bars_a_page_to_anyone_in_light_or_dark(visit, path):
    page = visit(path)
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", paper))) < 60
    assert barriers(page, "color-contrast") == []


def test_the_open_results_bar_nobody(visit):
    page = visit("/")
    page.get_by_role("combobox", name="Search").fill("tank")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[aria-selected=true]")).to_have_count(1)
    assert barriers(page) == []


@pytest.mark.usefixtures("copy_at_hand")
def test_the_pages_fit_a_telephone(browser, server):
    page = new_page(browser, viewport={"width": 360, "height": 640})
    for path in (*PAGES, *WIDE):
        go(page, f"{server.address}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    page.context.close()


def test_paper_gets_the_rules_and_nothing_to_click(visit):
    page = visit("/games/sitw/cases/13.17")
    page.emulate_media(media="print", color_scheme="dark")
    for name in ("Site", "Previous and next"):
        expect(page.get_by_role("navigation", name=name)).to_have_count(0)
    expect(page.locator(".acts")).to_be_hidden()
    expect(page.locator(".rule-text")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    visit("/games/sitw")
    assert page.locator(".contents").get_by_role("link", name="13.17").bounding_box()["height"] > 0


def test_the_first_page_weighs_less_than_100_kilobytes(browser, server):
    page, answers = new_page(browser), []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(server.address)
    page.evaluate("document.fonts.ready.then(() => null)")
    page.wait_for_load_state("networkidle")
    came = [(answer.url, len(answer.body())) for answer in answers]
    page.context.close()
    assert {url.rpartition(".")[2] for url, _ in came} >= {"css", "js", "woff2"}
    assert sum(size for _, size in came) < 100_000, came
