"""What the pages hold, read without a browser: every case in both languages, heads, links, words for what is wrong."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from markupsafe import escape

from knowledge.library import Library
from knowledge.records import LANGUAGES
from server import kinship, terms
from server.labels import WRONG
from server.problems import KINDS
from server.reading import is_on_a_map

PATHS = (
    "/", "/games/sitw", "/games/sitw/index", "/games/sitw/trust", "/games/sitw/cases/13.17", "/trust", "/concepts",
    "/concepts/zone-of-control", "/docs",
)  # fmt: skip


@pytest.fixture(scope="module")
def library():
    return Library.load()


class Read(HTMLParser):
    """The links of a page, what its head says, and what a strict browser would refuse."""

    def __init__(self, text):
        super().__init__()
        self.links, self.said, self.refused, self.open, self.title = set(), {}, [], "", ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.open = tag
        self.links |= {given[name] for name in ("href", "src", "action") if given.get(name)}
        if tag == "meta" and "content" in given:
            self.said[given.get("name") or given.get("property")] = given["content"]
        if tag == "link":
            self.said[given["rel"]] = given["href"]
        self.refused += [name for name in given if name == "style" or name.startswith("on")]
        is_code = tag == "script" and "src" not in given and given.get("type") != "application/json"
        self.refused += [tag] * (tag == "style" or is_code)

    def handle_data(self, data):
        if self.open == "title" and not self.title:
            self.title, self.open = data, ""


def read(server, path, **headers):
    return Read(server.get(path, **headers).body.decode())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_every_case_can_be_read(server, library, lang):
    for case in library.cases[LANGUAGES.index(lang) :: len(LANGUAGES)]:
        answer = server.get(f"/games/{case.game}/cases/{case.number}?lang={lang}")
        assert answer.status == 200
        assert f'<html lang="{lang}">'.encode() in answer.body
        assert str(escape(getattr(case.title, lang))).encode() in answer.body


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_says_what_it_is_to_whoever_shows_a_link_to_it(server, lang):
    titles = set()
    for path in PATHS:
        page = read(server, f"{path}?lang={lang}")
        titles.add(page.title)
        assert page.said["canonical"] == page.said["og:url"] == f"{server.address}{path}?lang={lang}"
        assert page.said["og:title"] == page.title
        assert 20 < len(page.said["description"]) <= 300, path
        assert page.said["og:description"] == page.said["description"]
        assert page.said["og:locale"] == {"en": "en_GB", "fr": "fr_FR"}[lang]
        assert page.said["twitter:card"]
    assert len(titles) == len(PATHS)


def test_no_page_loads_anything_from_another_host_nor_holds_scripts_or_styles(server):
    for path in (*PATHS, "/?q=tank", "/games/sitw/cases/99.99"):
        page = read(server, path, Accept="text/html")
        assert page.links
        assert [link for link in page.links if not link.startswith(("/", "#", server.address))] == []
        assert page.refused == []


def test_every_link_of_the_main_pages_leads_somewhere(server, library):
    cases = {f"/games/{case.game}/cases/{case.number}" for case in library.cases}
    paths = ("/", "/?q=tank&lang=fr", "/games/sitw/cases/10.4", "/games/sitw/index", "/trust", "/docs")
    links = {link.removeprefix(server.address) for path in paths for link in read(server, path).links}
    assert links & cases
    for link in links - cases:
        assert link.startswith("#") or server.get(link).status == 200, link


def test_a_number_typed_otherwise_leads_to_the_address_of_its_case(server):
    assert server.get("/concepts/ZDC").headers["Location"] == "/concepts/zone-of-control"
    for typed, number in (("13,17", "13.17"), ("s3.26", "S3.26"), ("%5B13.17%5D", "13.17"), ("13", "13.0")):
        answer = server.get(f"/games/sitw/cases/{typed}?lang=fr")
        assert (answer.status, answer.headers["Location"]) == (302, f"/games/sitw/cases/{number}?lang=fr")


def test_the_browsers_language_is_followed_unless_another_is_asked_for(server):
    french = {"Accept_Language": "fr-FR,fr;q=0.9,en;q=0.5"}
    assert b'<html lang="fr">' in server.get("/", **french).body
    assert b'<html lang="en">' in server.get("/?lang=en", **french).body
    assert b'<html lang="en">' in server.get("/", Accept_Language="de").body
    assert b'<html lang="en">' in server.get("/?lang=xx").body
    assert server.get("/").headers["Vary"] == "Accept-Language"


# The drawing of rule and exceptions


def test_every_exception_of_a_book_is_drawn_from_both_its_ends(library):
    for case in library.cases:
        bonds = list(kinship.bonds_of(library, case))
        drawing = kinship.drawing(library, case, "fr", lambda each: f"/{each.id}", "Règle & exceptions")
        if not bonds:
            assert drawing is None
            continue
        drawn = {each.get("href") for each in ElementTree.fromstring(drawing).iter("a")}
        assert {f"/{each}" for bond in bonds for each in (bond.exception, bond.base)} <= drawn, case.id


def test_the_boxes_of_a_drawing_never_cover_one_another(library):
    for case in library.cases:
        drawing = kinship.drawing(library, case, "en", lambda each: each.number, "")
        boxes = ElementTree.fromstring(drawing).iter("rect") if drawing else ()
        spans = [(int(box.get("y")), int(box.get("y")) + int(box.get("height"))) for box in boxes]
        assert all(bottom < top for (_, bottom), (top, _) in pairwise(spans))


def test_a_chain_of_exceptions_is_followed_upwards(library):
    chained = next(
        case for case in library.cases
        for bond in kinship.bonds_of(library, case)
        if bond.exception == case.id
        and len([each for each in kinship.bonds_of(library, case) if each.exception == case.id]) == 1
        and [each for each in kinship.bonds_of(library, library[bond.base]) if each.exception == bond.base]
    )  # fmt: skip
    drawing = kinship.drawing(library, chained, "en", lambda each: each.id, "")
    assert len(list(ElementTree.fromstring(drawing).iter("a"))) >= 3


# The index, the examples, what runs


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terms_of_an_index_stand_once_each_under_their_letter(library, lang):
    for game in library.games:
        letters = terms.by_letter(library.index(game), lang)
        listed = [term for _, group in letters for term in group]
        assert sorted(term.en for term in listed) == sorted(term.en for term in library.index(game))
        assert [letter for letter, _ in letters] == sorted({letter for letter, _ in letters})
        assert len({terms.anchor(term) for term in listed}) == len(listed), game


def test_the_index_can_be_filtered_without_a_script(server):
    page = server.get("/games/sitw/index?q=CONCENTRIQUE&lang=en").body.decode()
    assert re.findall(r'<div id="(term-[^"]*)"', page) == ["term-concentric-assault"]
    assert "No term holds this." in server.get("/games/sitw/index?q=xyzzy").body.decode()


def test_an_example_is_drawn_where_there_is_something_to_draw(server, library):
    for example in library.examples:
        if example.case == "sitw:13.28":
            assert not is_on_a_map(example.position, example.action)
    assert b'class="board"' not in server.get("/games/sitw/cases/13.28").body
    assert b'class="board"' in server.get("/games/sitw/cases/13.17").body


def test_every_drawn_example_opens_on_the_table(server, library):
    page = read(server, "/games/sitw/cases/13.17?lang=fr")
    for example in library.examples_of(library["sitw:13.17"]):
        opened = f"/table?{urlencode({'example': example.id, 'lang': 'fr'})}"
        assert opened in page.links
        assert server.get(opened).status == 200


def test_the_coverage_of_a_book_lists_every_case_with_what_stands_behind_it(server, library):
    counted = server.get("/v1/games/tdw/coverage").json()
    page = server.get("/games/tdw/trust").body.decode()
    for case in library.of("tdw"):
        assert f'/games/tdw/cases/{case.number}"' in page
    for name in ("cases", "operative", "executable", "tests", "examples"):
        assert f"<dd>{counted['totals'][name]}</dd>" in page
    headings = server.get("/games/tdw/trust?status=heading").body.decode()
    shown = set(re.findall(r'<th scope="row"><a href="/games/tdw/cases/([^"]*)"', headings))
    rows = [*counted["cases"], *counted["unnumbered"]]
    assert shown == {row["id"].removeprefix("tdw:") for row in rows if row["status"] == "heading"}
    assert "No case of this kind." in server.get("/games/tdw/trust?status=xyzzy").body.decode()


def test_the_totals_of_all_books_are_the_sum_of_each(server):
    games = server.get("/v1/games").json()["games"]
    page = server.get("/trust").body.decode()
    foot = page[page.index("<tfoot>") :]
    assert f"<td>{sum(game['coverage']['tests'] for game in games)}</td>" in foot


# What is wrong, in words


def test_what_was_typed_is_never_taken_for_markup(server):
    page = server.get("/?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E&lang=%22%3E%3Cb%3E").body
    assert b"<script>alert" not in page
    assert b'"><b>' not in page
    page = server.get("/games/sitw/index?q=%22%3E%3Cb%3Exyz").body
    assert b'"><b>' not in page


def test_a_page_that_is_not_there_is_told_to_a_person_as_a_page(server):
    for path in ("/nowhere", "/games/chess", "/games/sitw/cases/99.99", "/games/chess/trust", "/games/chess/index"):
        answer = server.get(path, Accept="text/html,application/xhtml+xml")
        assert (answer.status, answer.headers.get_content_type()) == (404, "text/html")
        assert server.get(path).headers["Content-Type"] == "application/problem+json"
    french = server.get("/nowhere?lang=fr", Accept="text/html").body.decode()
    assert "Il n&#39;y a rien de tel ici" in french
    assert "Essayez la recherche" in french


def test_every_problem_is_told_to_a_person_in_both_languages():
    assert set(WRONG) == set(KINDS)
    assert all(set(said) == set(LANGUAGES) for said in WRONG.values())


@pytest.mark.parametrize(
    ("path", "nearest"),
    [("/games/sitw/cases/13.170", "/games/sitw/cases/13.17"), ("/games/sitww", "/games/sitw"),
     ("/concepts/zonofcontrol", "/concepts/zone-of-control")],
)  # fmt: skip
def test_what_was_meant_is_offered_where_nothing_is(server, path, nearest):
    answer = server.get(f"{path}?lang=fr", Accept="text/html")
    assert answer.status == 404
    assert f'href="{nearest}?lang=fr"' in answer.body.decode()


def test_a_question_that_is_too_long_is_answered_and_told_so(server):
    page = server.get(f"/?q={'tank+' * 500}&lang=fr").body.decode()
    assert "La question est trop longue" in page
    assert "cas trouvés" in page
    assert "La question est trop longue" not in server.get("/?q=tank&lang=fr").body.decode()


@pytest.mark.parametrize("offset", ["-5", "x", "99999999999", ""])
def test_an_odd_offset_harms_no_page(server, offset):
    assert server.get(f"/?q=tank&offset={offset}").status == 200
