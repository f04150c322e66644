"""Other people's pages, in a real browser and of another origin: elements, hover cards, oEmbed, preview cards."""

import json
import struct
from html import escape
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

import pytest
from conftest import ROOT, barriers, move, new_page, position, request, serving_app
from playwright.sync_api import expect
from strangers import serving_folder

from server.sharing import packed, unpacked

PNG = b"\x89PNG\r\n\x1a\n"


def png_size(content):
    assert content.startswith(PNG)
    return struct.unpack(">II", content[16:24])


# Pages of another origin


@pytest.fixture
def elsewhere(browser, server, tmp_path):
    """Opens a page of another origin that loads our script; fails where a script of it fails."""
    page = new_page(browser, locale="en-GB", viewport={"width": 700, "height": 600})
    faults, visits = [], []
    page.on("pageerror", lambda fault: faults.append(str(fault)))

    with serving_folder(tmp_path) as origin:

        def visit(body, service=server, lang="en", script="defer", **files):
            for name, content in files.items():
                (tmp_path / name.replace("_", ".")).write_text(content, encoding="utf-8")
            ours = f'<script {script} src="{service.address}/embed.js"></script>'
            ours_too = "http://127.0.0.1:*"
            csp = f"default-src 'self'; script-src {ours_too}; connect-src {ours_too}; frame-src {ours_too}"
            text = (
                f'<!doctype html><html lang="{lang}"><head><meta http-equiv="Content-Security-Policy" content="{csp}">'
                f'<meta charset="utf-8"><title>A page</title>{ours}</head><body><main>{body}</main></body></html>'
            )
            (tmp_path / "index.html").write_text(text, encoding="utf-8")
            visits.append(text)
            page.goto(f"{origin}/index.html?{len(visits)}")
            return page

        yield visit
    page.context.close()
    assert faults == []


pytestmark = pytest.mark.browser


def case(ref, attributes=""):
    return f'<arbitre-case ref="{ref}" {attributes}></arbitre-case>'


def test_a_case_is_shown_in_the_language_of_the_element_or_of_its_page(elsewhere):
    page = elsewhere(case("sitw:13.17", 'lang="fr"') + case("SITW 13,17"))
    french, english = page.locator("arbitre-case").all()
    assert french.get_by_role("link").inner_text() == "13.17 Assaut concentrique"
    assert english.get_by_role("link").inner_text() == "13.17 Concentric assault"
    assert english.get_by_role("link").get_attribute("href").endswith("/games/sitw/cases/13.17?lang=en")
    english.evaluate("each => each.setAttribute('ref', 'sitw:10.4')")
    english.get_by_text("10.4").wait_for()


def test_the_element_does_not_need_to_wait_for_the_page(elsewhere):
    page = elsewhere(f"<arbitre-ruling>{json.dumps({'verdict': 'legal'})}</arbitre-ruling>", script="")
    page.locator("arbitre-ruling").get_by_text("Legal").wait_for()


@pytest.mark.parametrize(
    ("ref", "says"),
    [("sitw:99.99", "There is no case sitw:99.99."), ("chess:1", "There is no case"), ("", "Say which"), ("x", "Say")],
)
def test_a_case_that_is_not_there_is_told_in_words(elsewhere, ref, says):
    page = elsewhere(case(ref))
    page.locator("arbitre-case").get_by_role("status").wait_for()
    assert says in page.locator("arbitre-case").get_by_role("status").inner_text()


def test_what_stands_in_the_element_is_read_while_the_umpire_is_out_of_reach(elsewhere):
    page = elsewhere('<arbitre-case ref="sitw:13.17" service="http://127.0.0.1:9/">See the book.</arbitre-case>')
    page.locator("arbitre-case").get_by_text("cannot be reached").wait_for()


def test_a_ruling_is_asked_for_where_the_service_lets_the_page(elsewhere, knowledge_base):
    from server.app import create_app

    asked = request(action=move("2530", "2531", "2631"))
    with serving_app(create_app(origins=("*",))) as open_to_all:
        page = elsewhere(
            f'<arbitre-ruling><script type="application/json">{json.dumps(asked)}</script></arbitre-ruling>'
            '<arbitre-ruling src="question.json" lang="fr"></arbitre-ruling>',
            service=open_to_all, question_json=json.dumps(asked),
        )  # fmt: skip
        english, french = page.locator("arbitre-ruling").all()
        english.get_by_text("Illegal", exact=True).wait_for()
        french.get_by_text("Interdit", exact=True).wait_for()
        expect(english.get_by_role("link", name="10.4").first).to_be_visible()
        english.locator("summary").first.focus()
        page.keyboard.press("Enter")
        expect(english.locator("details").first).to_have_attribute("open", "")
        assert barriers(page) == []


def test_a_page_that_may_not_ask_is_told_so(elsewhere):
    page = elsewhere(f"<arbitre-ruling>{json.dumps(request())}</arbitre-ruling>")
    assert "ARBITRE_CORS" in page.locator("arbitre-ruling").get_by_role("status").inner_text()
    page = elsewhere("<arbitre-ruling>{not json</arbitre-ruling>")
    assert "not JSON" in page.locator("arbitre-ruling").get_by_role("status").inner_text()


def test_a_ruling_made_before_is_shown_without_asking_and_never_as_markup(elsewhere):
    sly = "<img src=x onerror=window.harmed=1>"
    ruling = {
        "verdict": "illegal", "missing": [{"fact": sly}], "instead": [{"says": {"en": sly}}],
        "findings": [{"case": f"sitw:{sly}", "holds": True, "says": {"en": sly}}],
        "cites": [{"id": f"sitw:{sly}", "title": {"en": sly}, "text": {"en": f"{sly}\n\n- {sly}"}}],
        "provisos": [{"fact": sly, "taken_as": sly}], "overridden": [{"case": sly, "by": sly}], "answer": {"en": sly},
    }  # fmt: skip
    page = elsewhere(f"<arbitre-ruling>{escape(json.dumps(ruling))}</arbitre-ruling>")
    page.locator("arbitre-ruling").get_by_text("Illegal").wait_for()
    assert page.locator("arbitre-ruling img").count() == 0
    assert page.evaluate("window.harmed") is None
    assert page.locator("arbitre-ruling >> [part=card]").inner_text().count(sly) >= 8


TEXT = '<p data-arbitre-game="sitw">Fire (see 13.17, 10.4), (3.5 francs) (99.99). <a href="#">(13.17)</a> (13.17)</p>'


def test_numbers_of_cases_in_marked_text_get_a_card_on_hover_and_on_focus(elsewhere):
    page = elsewhere(f"{TEXT}<p>Elsewhere (13.17)</p>")
    page.locator("a.arbitre-ref").nth(2).wait_for()
    assert page.locator("a.arbitre-ref").all_inner_texts() == ["13.17", "10.4", "13.17"]
    card = page.get_by_role("tooltip")
    page.locator("a.arbitre-ref").first.hover()
    card.get_by_text("Concentric assault").wait_for()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.locator("a.arbitre-ref").nth(1).focus()
    card.get_by_text("10.4").wait_for()
    expect(page.locator("a.arbitre-ref").nth(1)).to_have_attribute("aria-describedby", "arbitre-card")
    box = card.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 700
    assert barriers(page) == []


def test_text_that_comes_later_is_marked_too_and_only_once(elsewhere):
    page = elsewhere('<div data-arbitre-game="sitw" lang="fr" id="here">(13.17)</div>')
    page.locator("a.arbitre-ref").wait_for()
    page.evaluate("here.insertAdjacentHTML('beforeend', '<p>(10.4) et <b>(10.5)</b></p>')")
    page.locator("a.arbitre-ref").nth(2).wait_for()
    page.evaluate("Arbitre.scan()")
    assert page.locator("a.arbitre-ref").all_inner_texts() == ["13.17", "10.4", "10.5"]
    page.locator("a.arbitre-ref").first.focus()
    page.get_by_role("tooltip").get_by_text("Assaut concentrique").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_elements_follow_light_and_dark(elsewhere, scheme):
    page = elsewhere(case("sitw:13.17") + case("sitw:13.17", 'theme="dark"'))
    page.emulate_media(color_scheme=scheme)
    page.locator("arbitre-case").get_by_role("link").nth(1).wait_for()
    followed, fixed = page.locator("arbitre-case >> [part=card]").all()
    shade = "each => getComputedStyle(each).backgroundColor"
    assert fixed.evaluate(shade) == "rgb(27, 31, 29)"
    assert followed.evaluate(shade) == {"light": "rgb(251, 250, 246)", "dark": "rgb(27, 31, 29)"}[scheme]


def test_the_example_of_the_docs_works(elsewhere, knowledge_base):
    from server.app import create_app

    text = (ROOT / "docs" / "embedding" / "web.md").read_text(encoding="utf-8")
    shown = text.split("```html\n")[1].split("```")[0]
    with serving_app(create_app(origins=("*",))) as open_to_all:
        head, body = shown.split("\n", 1)
        assert head == '<script src="https://arbitre.example/embed.js" defer></script>'
        page = elsewhere(body, service=open_to_all)
        page.locator("arbitre-case").get_by_role("link", name="13.17 Concentric assault").wait_for()
        page.locator("arbitre-ruling").get_by_text("Illegal", exact=True).wait_for()
        page.locator("p a.arbitre-ref").nth(1).wait_for()
        assert page.locator("a.arbitre-ref").all_inner_texts() == ["13.17", "10.4"]


def test_the_frame_of_oembed_stands_in_another_page(elsewhere, server):
    page = elsewhere(oembed(server, f"{server.address}/games/sitw/cases/13.17?lang=fr").json()["html"])
    page.frame_locator("iframe").get_by_role("link", name="13.17 Assaut concentrique").wait_for()


# Over HTTP

OTHER = {"Origin": "https://wiki.example"}


@pytest.mark.parametrize(
    "path",
    ["/embed.js", "/embed/games/sitw", "/embed/games/sitw/cases/13.17", "/schemas/action.json", "/embed/games/x"],
)
def test_what_the_script_needs_may_be_read_from_any_page(server, path):
    answer = server.get(path, **OTHER)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_nothing_that_the_user_stored_may(server):
    for path in ("/v1/games/sitw/cases/13.17", "/v1/maps", "/games/sitw/cases/13.17"):
        assert server.get(path, **OTHER).headers["Access-Control-Allow-Origin"] is None
    assert set(server.get("/embed/games/sitw/cases/13,17").json()) == {"id", "game", "number", "book", "title", "text"}


def oembed(server, page, **query):
    return server.get(f"/oembed?{urlencode({'url': page, **query})}")


def test_oembed_is_found_in_the_page_of_a_case_and_answers_for_it(server):
    text = server.get("/games/sitw/cases/13.17?lang=fr").body.decode()
    lines = "".join(line for line in text.splitlines() if "+oembed" in line)
    links = ElementTree.fromstring(f"<x>{lines.replace('>', '/>')}</x>")
    for link, kind in zip(links, ("application/json", "text/xml"), strict=True):
        address = link.get("href")
        assert address.startswith(server.address)
        answer = server.get(address.removeprefix(server.address))
        assert answer.status == 200
        assert answer.headers.get_content_type() == kind
        assert b"Assaut concentrique" in answer.body
    assert f'og:image" content="{server.address}/cards/sitw/13.17.png?lang=fr"' in text


def test_an_embedded_case_is_a_frame_that_can_be_opened(server):
    found = oembed(server, f"{server.address}/games/sitw/cases/13.17", maxwidth=300).json()
    assert (found["type"], found["version"], found["width"]) == ("rich", "1.0", 300)
    frame = ElementTree.fromstring(found["html"])
    assert frame.get("width") == "300"
    inside = server.get(frame.get("src").removeprefix(server.address))
    assert b"Concentric assault" in inside.body
    assert png_size(server.get(found["thumbnail_url"].removeprefix(server.address)).body) == (1200, 630)
    parsed = ElementTree.fromstring(oembed(server, f"{server.address}/games/sitw/cases/13.17", format="xml").body)
    assert parsed.find("html").text == oembed(server, f"{server.address}/games/sitw/cases/13.17").json()["html"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"url": "https://other.example/games/sitw/cases/13.17"}, 404),
        ({"url": "{here}/games/sitw/cases/99.99"}, 404),
        ({"url": "{here}/docs"}, 404),
        ({"url": "javascript:alert(1)"}, 404),
        ({}, 422),
        ({"url": "{here}/games/sitw/cases/13.17", "format": "yaml"}, 501),
        ({"url": "{here}/games/sitw/cases/%22%3E%3Cscript%3E"}, 404),
    ],
)
def test_what_cannot_be_embedded_is_refused(server, query, status):
    told = {name: value.replace("{here}", server.address) for name, value in query.items()}
    answer = server.get(f"/oembed?{urlencode(told)}")
    assert (answer.status, answer.headers["Content-Type"]) == (status, "application/problem+json")


# Preview cards


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_case_has_a_picture_of_its_ruling_on_its_board(server, lang):
    answer = server.get(f"/cards/sitw/10.4.png?lang={lang}")
    assert (answer.headers["Content-Type"], png_size(answer.body)) == ("image/png", (1200, 630))
    assert "max-age=86400" in answer.headers["Cache-Control"]
    assert server.get(f"/cards/sitw/10.4.png?lang={lang}", If_None_Match=answer.headers["ETag"]).status == 304
    assert server.get("/cards/sitw/99.99.png").status == 404


@pytest.mark.usefixtures("knowledge_base")
def test_the_scene_of_a_card_is_one_in_which_its_case_speaks():
    from knowledge import desk
    from server.embed.cards import scene_of

    for number in ("10.4", "13.17", "13.18"):
        scene = scene_of(desk.library().case("sitw", number))
        assert f"sitw:{number}" in [finding["case"] for finding in scene.ruling["findings"] if finding["holds"]]


def test_every_letter_of_a_drawing_has_a_glyph_and_every_colour_a_value():
    from server.board import draw
    from server.embed.pictures import STYLE, plain_style, png

    board = draw("sitw", position(), alone=True)
    style = plain_style(STYLE.search(board).group())
    assert "var(" not in style
    assert "@media" not in style
    one = png('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text y="30">é→≥…</text></svg>', 90, 40)
    blank = png('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"/>', 90, 40)
    assert one != blank


def test_long_texts_are_cut_to_the_room_there_is():
    from server.embed.pictures import width_of, wrapped

    shown = wrapped("a word and another " * 40, 20, 200, 5)
    assert len(shown) == 5
    assert shown[-1].endswith("…")
    assert all(width_of(line, 20) <= 220 for line in shown)
    assert wrapped("short", 20, 200, 5) == ["short"]


def test_a_shared_position_has_a_page_and_a_picture_with_its_ruling(server):
    p = packed(request(action=move("2530", "2531", "2631")))
    page = server.get(f"/share?p={p}&lang=fr").body.decode()
    assert "Interdit" in page
    assert 'data-unit="g1"' in page
    assert f'og:image" content="{server.address}/cards/position.png?p={quote(p)}&amp;lang=fr"' in page
    assert png_size(server.get(f"/cards/position.png?p={p}").body) == (1200, 630)
    alone = packed({"position": position()})
    assert server.get(f"/cards/position.png?p={alone}").status == 200
    assert oembed(server, f"{server.address}/share?p={alone}").json()["type"] == "photo"


def test_the_table_gives_a_link_that_unfolds_into_a_picture(visit, server):
    page = visit("/table?example=sitw:13.17%231&lang=en")
    page.locator("#table:not([aria-busy=true])").wait_for()
    page.locator("#tab-keep").click()
    page.locator("[data-key=share]").click()
    link = page.locator("[data-key=picture-link]").input_value()
    assert link.startswith(f"{server.address}/share?lang=en&p=1.")
    shown = server.get(link.removeprefix(server.address)).body.decode()
    assert "1918: Storm in the West" in shown
    assert 'property="og:image"' in shown


@pytest.mark.parametrize(
    "given", ["", "1.", "nonsense!", packed({"position": {"game": "x"}}), packed({"position": []}), packed({"a": 1})]
)
def test_a_link_that_carries_no_position_is_refused(server, given):
    assert server.get(f"/cards/position.png?p={given}").status in (400, 422)
    if given:
        assert server.get(f"/share?p={given}").status in (400, 422)


def test_a_link_is_unpacked_within_limits():
    from rulebook.faults import BadRequest

    assert json.loads(unpacked(packed({"position": {"é": 1}}))) == {"position": {"é": 1}}
    with pytest.raises(BadRequest, match="more than a link may"):
        unpacked(packed({"position": "x" * 2_000_000}))


def test_a_whole_map_makes_a_card_all_the_same(server):
    hexes = {f"{row}{place:02}": {"terrain": "clear"} for row in range(10, 40) for place in range(1, 50)}
    units = [position()["units"][0] | {"id": f"u{at}", "hex": f"{10 + at % 29}{1 + at // 29:02}"} for at in range(400)]
    p = packed({"position": position(units=units, map={"hexes": hexes})})
    assert png_size(server.get(f"/cards/position.png?p={p}").body) == (1200, 630)
