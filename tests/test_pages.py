"""The pages in a real browser: search, contents, index, one page a case, both languages, nothing from elsewhere."""

import os
import shutil
from html.parser import HTMLParser

import pytest

pytestmark = pytest.mark.browser

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    flags = [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser, server):
    """Opens a page of the service; fails where the page asks another host for something, or a script fails."""
    context = browser.new_context(locale="en-GB", viewport={"width": 900, "height": 1000})
    page = context.new_page()
    strangers, faults = [], []
    page.on("request", lambda asked: strangers.append(asked.url) if not asked.url.startswith(server.address) else None)
    page.on("pageerror", lambda fault: faults.append(str(fault)))

    def visit(path):
        page.goto(server.address + path)
        return page

    yield visit
    context.close()
    assert (strangers, faults) == ([], [])


def test_a_player_searches_and_reads_a_case(visit):
    page = visit("/")
    page.get_by_role("searchbox").fill("can tanks attack woods")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="13.18").first.click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("13.18")
    assert page.get_by_text("What it says in code").is_visible()


def test_a_slip_of_the_pen_is_mended_by_one_click(visit):
    page = visit("/?q=fotress")
    page.get_by_role("link", name="fortress", exact=True).click()
    assert page.locator("mark").first.is_visible()


def test_a_case_leads_to_those_it_hangs_together_with(visit):
    page = visit("/games/sitw/cases/10.4")
    page.locator("article").get_by_role("link", name="10.5").first.click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("10.5")
    page.locator("a[rel=next]").click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("10.6")


def test_the_reader_changes_the_language_and_keeps_it(visit):
    page = visit("/games/sitw/cases/13.17")
    assert "Concentric assault" in page.title()
    page.get_by_role("link", name="Français").click()
    assert "Assaut concentrique" in page.title()
    assert page.locator("html").get_attribute("lang") == "fr"
    page.locator("a[rel=next]").click()
    assert page.get_by_role("link", name="Sommaire").is_visible()


def test_the_contents_and_the_index_lead_to_every_case(visit):
    from knowledge.library import Library

    page = visit("/games/sitw")
    linked = set(page.locator("ul.contents a").evaluate_all("links => links.map(each => each.pathname)"))
    assert {f"/games/sitw/cases/{case.number}" for case in Library.load().of("sitw")} == linked
    page.get_by_role("link", name="Index", exact=True).click()
    page.locator("dd a", has_text="13.17").first.click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("13.17")


def test_a_call_can_be_tried_on_the_docs_page(visit):
    page = visit("/docs")
    call = page.locator("details[data-path='/v1/check']")
    call.locator("summary").click()
    call.get_by_role("button", name="Try it").click()
    call.locator("pre").wait_for()
    assert call.locator("pre").inner_text().startswith("200")
    assert '"verdict": "illegal"' in call.locator("pre").inner_text()


@pytest.fixture
def copy_at_hand():
    """A copy of the rules of sitw, of our own writing, imported for one test."""
    from test_imports import copy_of

    from knowledge import store
    from knowledge.imports.copies import keep_copy

    keep_copy(copy_of("sitw"), "rules.txt")
    yield
    store.delete_originals("sitw")


@pytest.mark.usefixtures("copy_at_hand")
def test_the_readers_own_copy_stands_beside_our_text(visit):
    page = visit("/games/sitw/cases/13.17")
    ours, theirs = page.locator(".beside section").all()
    assert ours.get_by_role("heading", name="In our words").is_visible()
    assert theirs.get_by_role("heading", name="In your own copy").is_visible()
    assert theirs.inner_text().count("Assaut concentrique") == 1
    assert ours.bounding_box()["y"] == theirs.bounding_box()["y"]
    page.get_by_role("link", name="Français").click()
    assert page.get_by_role("heading", name="Dans votre exemplaire").is_visible()


@pytest.mark.usefixtures("copy_at_hand")
def test_the_pages_fit_a_telephone(browser, server):
    page = browser.new_page(viewport={"width": 360, "height": 640})
    for path in ("/", "/?q=supply", "/games/sitw", "/games/sitw/cases/13.17", "/docs"):
        page.goto(server.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    page.close()


# Without a browser


class Links(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found |= {value for name, value in attributes if name in ("href", "src", "action") and value}


def test_every_page_of_every_case_can_be_read_in_both_languages(server):
    from knowledge.library import Library

    for case in Library.load().cases:
        for lang in ("en", "fr"):
            answer = server.get(f"/games/{case.game}/cases/{case.number}?lang={lang}")
            assert answer.status == 200
            assert f'<html lang="{lang}">'.encode() in answer.body


def test_no_page_loads_anything_from_another_host(server):
    for path in ("/", "/?q=tank", "/games/sitw", "/games/sitw/index", "/games/sitw/cases/13.17", "/docs"):
        links = Links(server.get(path).body.decode()).found
        assert links
        assert [link for link in links if not link.startswith("/")] == []


def test_every_link_of_the_main_pages_leads_somewhere(server):
    for path in ("/", "/?q=tank&lang=fr", "/games/sitw/cases/10.4", "/games/sitw/index", "/docs"):
        for link in Links(server.get(path).body.decode()).found:
            assert server.get(link).status == 200, link


def test_the_browsers_language_is_followed_unless_another_is_asked_for(server):
    french = {"Accept_Language": "fr-FR,fr;q=0.9,en;q=0.5"}
    assert b'<html lang="fr">' in server.get("/", **french).body
    assert b'<html lang="en">' in server.get("/?lang=en", **french).body
    assert b'<html lang="en">' in server.get("/", Accept_Language="de").body
    assert b'<html lang="en">' in server.get("/?lang=xx").body


def test_what_was_typed_is_never_taken_for_markup(server):
    page = server.get("/?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E&lang=%22%3E%3Cb%3E").body
    assert b"<script>alert" not in page
    assert b'"><b>' not in page


def test_a_page_that_is_not_there_is_told_to_a_person_as_a_page(server):
    for path in ("/nowhere", "/games/chess", "/games/sitw/cases/99.99"):
        answer = server.get(path, Accept="text/html,application/xhtml+xml")
        assert (answer.status, answer.headers.get_content_type()) == (404, "text/html")
        assert server.get(path).headers["Content-Type"] == "application/problem+json"
    french = server.get("/nowhere?lang=fr", Accept="text/html").body.decode()
    assert "Il n&#39;y a rien de tel ici" in french or "Il n'y a rien de tel ici" in french


@pytest.mark.parametrize("offset", ["-5", "x", "99999999999", ""])
def test_an_odd_offset_harms_no_page(server, offset):
    assert server.get(f"/?q=tank&offset={offset}").status == 200
