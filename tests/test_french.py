"""French throughout: a walk over the French pages in a real browser that looks for English left on them."""

from urllib.parse import quote

import pytest
from conftest import go, new_page, position
from players import WORKED, Player, load
from tongues import READ, Leftovers, pairs

from knowledge.records import examples, games

pytestmark = pytest.mark.browser

PAGES = (
    "/", "/?q=chars", "/?q=zzzz", "/games/sitw", "/games/sitw/cases/13.17", "/games/tgwe/cases/10.33",
    "/games/tdw/cases/14.1", "/games/tsnp/cases/7.1", "/games/marne/cases/T1", "/games/sitw/index", "/games/tdw/index",
    "/concepts", "/concepts/zone-of-control", "/trust", "/games/sitw/trust", "/ask", "/docs",
    "/games/sitw/cases/99.9", "/games/nowhere",
    "/ask?game=sitw&q=" + quote("Les chars peuvent-ils attaquer en forêt ?"),
    "/ask?game=tgwe&q=" + quote("Combien d'unités dans un hexagone ?"),
)  # fmt: skip
TOOLS = ("unit", "terrain", "feature", "side", "road", "control", "erase", "choose")


@pytest.fixture(scope="module")
def leftovers(server):
    """What is English, by all that the pages, the data and the games say in both languages."""
    vocabularies = [server.get(f"/v1/games/{game}").json() for game in games()]
    return Leftovers(pairs(vocabularies))


@pytest.fixture
def french(browser, server, leftovers):
    """A French reader's page: what of it is English, where it is opened or as it stands."""
    page = new_page(browser, locale="fr-FR", viewport={"width": 1200, "height": 1000})

    class Reader:
        def open(self, path):
            go(page, server.address + path)
            return self

        def sit(self, path):
            page.goto(server.address + path)
            return Player(page).ready()

        def english(self):
            if page.locator("#table").count():
                Player(page).settled()
            units = set(page.locator("[data-unit]").evaluate_all("all => all.map((each) => each.dataset.unit)"))
            return leftovers.of(page.evaluate(READ), units)

    yield Reader()
    page.context.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_french_page_holds_no_english(french, path):
    assert french.open(path).english() == []


@pytest.mark.parametrize("path", ["/", "/games/sitw/cases/13.17", "/games/sitw/index", "/trust", "/docs"])
def test_on_an_english_page_the_same_walk_finds_english(french, path):
    join = "&" if "?" in path else "?"
    assert len(french.open(f"{path}{join}lang=en").english()) > 5


@pytest.mark.parametrize(
    "text",
    ["Search", "The same in words", "regular movement", "Unité en the bois", "hors de portée, not settled yet",
     "Dans ce cas, tanks do not attack into forest."],
)  # fmt: skip
def test_english_is_found_in_a_french_text(leftovers, text):
    assert leftovers.of([text])


@pytest.mark.parametrize(
    "text",
    ["1918 : Storm in the West", "Le pion « Out of Supply » ne compte pas.", "Une unité AT a un facteur d'un.",
     "Table", "Index", "terrain", "Hors de la carte, on ne compte pas."],
)  # fmt: skip
def test_french_is_not_taken_for_english(leftovers, text):
    assert leftovers.of([text]) == []


# The table


@pytest.mark.parametrize("game", ["sitw", "tdw", "tsnp", "marne", "tgwe"])
def test_the_panels_of_the_table_hold_no_english(french, game):
    player = french.sit(f"/games/{game}/table")
    for tab in ("ask", "situation", "keep", "build"):
        player.tab(tab)
        assert french.english() == [], tab
    for tool in TOOLS:
        player.tool(tool)
        assert french.english() == [], tool


@pytest.mark.parametrize("game", ["sitw", "tdw", "tsnp", "marne", "tgwe"])
def test_the_forms_of_all_actions_hold_no_english(french, game):
    player = french.sit(f"/games/{game}/table")
    form = player.key("action-type")
    for action in form.locator("option").evaluate_all("all => all.map((each) => each.value).filter(Boolean)"):
        form.select_option(action)
        assert french.english() == [], action


def some_examples(game):
    """Some worked examples of a game, from its beginning to its end."""
    known = [example.id for example in examples(game)]
    return known[:: max(1, len(known) // 4)]


@pytest.mark.parametrize("game", ["sitw", "tdw", "tsnp", "tgwe"])
def test_rulings_hold_no_english(french, game):
    for id in some_examples(game):
        player = french.sit(f"/table?example={quote(id)}")
        player.page.locator(".ruling").wait_for()
        assert french.english() == [], id


def test_what_is_missing_is_asked_for_without_english(french):
    player = french.sit(WORKED)
    known = position(weather=None, phase=None, turn=None, options=None)
    bare = [{name: unit[name] for name in ("id", "type", "nation", "hex")} for unit in known["units"]]
    bare[1]["hex"] = "2531"
    load(player, {"position": known | {"units": bare}, "action": {"type": "attack", "units": ["g1"], "target": "2531"}})
    player.tab("ask")
    player.verdict("undetermined").locator(".fact").first.wait_for()
    assert french.english() == []


def test_what_is_refused_is_told_without_english(french):
    player = french.sit(WORKED)
    wrong = position(turn=99)
    wrong["units"][0] |= {"type": "elephant", "supply": "plenty"}
    load(player, {"position": wrong, "action": {"type": "move", "units": ["g1"], "path": ["2530", "2540"]}})
    player.tab("ask")
    player.page.locator(".problem").wait_for()
    assert french.english() == []


@pytest.mark.parametrize(("address", "file"), [("#1.damaged", None), ("", b"{broken"), ("", b'{"position": 3}')])
def test_a_broken_link_or_file_is_told_without_english(french, address, file):
    player = french.sit("/table" + address)
    if file:
        load(player, file)
    player.page.locator(".notice.wrong").wait_for()
    assert french.english() == []
