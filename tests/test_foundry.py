"""The Foundry module in a real browser, with a stand-in of the few things it uses of Foundry, and the real service.

Nothing here shows that Foundry itself behaves as its documentation says.
"""

import json
import re
import shutil

import pytest
from conftest import ROOT, new_page, position, serving_app
from strangers import serving_folder

pytestmark = pytest.mark.browser
MODULE = ROOT / "integrations" / "foundry"


@pytest.fixture(scope="module")
def umpire(knowledge_base):
    """The service, open to the page of the table."""
    from server.app import create_app

    with serving_app(create_app(origins=("*",))) as client:
        yield client


@pytest.fixture
def table(browser, umpire, tmp_path):
    """A page with the stand-in and the module."""
    shutil.copytree(MODULE, tmp_path / "module")
    shutil.copy(ROOT / "tests" / "foundry_stand_in.js", tmp_path / "stand-in.js")
    (tmp_path / "index.html").write_text('<!doctype html><title>Table</title><script src="stand-in.js"></script>')
    page = new_page(browser)
    with serving_folder(tmp_path) as origin:
        page.goto(f"{origin}/index.html")
        words = json.loads((MODULE / "lang" / "en.json").read_text(encoding="utf-8"))
        page.evaluate("words => { game.i18n.words = words }", words)
        script = json.loads((MODULE / "module.json").read_text(encoding="utf-8"))["esmodules"][0]
        page.evaluate(f"import('/module/{script}').then(made => {{ window.ours = made }})")
        page.evaluate("Hooks.call('init')")
        page.evaluate("address => game.settings.set('arbitre', 'service', address)", umpire.address)
        yield page
    page.context.close()


def chat(page, message):
    """Types a message; what the module whispered, or whether it left the message alone."""
    before = page.evaluate("said.length")
    if page.evaluate("message => Hooks.call('chatMessage', null, message, {})", message):
        return None
    page.wait_for_function("before => said.length > before", arg=before)
    return page.evaluate("said.at(-1)")


def put(page, unit, row, column, **more):
    token = {"name": unit["id"], "unit": unit, "at": [row, column], **more}
    page.evaluate("token => { canvas.tokens.placeables.push(makeToken(token)) }", token)


def test_the_manifest_names_what_there_is():
    manifest = json.loads((MODULE / "module.json").read_text(encoding="utf-8"))
    assert manifest["id"] == "arbitre"
    named = [*manifest["esmodules"], *(language["path"] for language in manifest["languages"])]
    assert [path for path in named if not (MODULE / path).exists()] == []


def test_both_languages_say_all_that_the_module_says():
    files = (MODULE / "lang" / f"{lang}.json" for lang in ("en", "fr"))
    english, french = (json.loads(path.read_text(encoding="utf-8")) for path in files)
    assert english.keys() == french.keys()
    script = (MODULE / "scripts" / "arbitre.mjs").read_text(encoding="utf-8")
    assert {f"ARBITRE.{key}" for key in re.findall(r'say\("(\w+)"', script)} <= english.keys()


def test_a_case_is_whispered_to_who_asks(table, umpire):
    message = chat(table, "/rule 13,17")
    assert message["whisper"] == ["me"]
    assert "Concentric assault" in message["content"]
    assert f'href="{umpire.address}/games/sitw/cases/13.17?lang=en"' in message["content"]
    table.evaluate("game.i18n.lang = 'fr'")
    assert "Assaut concentrique" in chat(table, "/rule 13.17")["content"]


def test_other_messages_are_left_alone(table):
    assert chat(table, "hello") is None
    assert chat(table, "/roll 2d6") is None
    assert chat(table, "/rules") is None


def test_a_selected_token_is_told_what_it_may_do(table):
    given = {name: value for name, value in position().items() if name not in ("units", "game")}
    table.evaluate("facts => game.settings.set('arbitre', 'facts', JSON.stringify(facts))", given)
    table.evaluate("game.settings.set('arbitre', 'numbers', '{row+20}{column}')")
    german, british = ({name: value for name, value in unit.items() if name != "hex"} for unit in position()["units"])
    put(table, german, 5, 30)
    put(table, british, 5, 32)
    put(table, british | {"id": "unseen"}, 5, 31, hidden=True)
    put(table, british | {"id": "fogged"}, 5, 31, visible=False)
    told = table.evaluate("ours.position()")
    assert [(unit["id"], unit["hex"]) for unit in told["units"]] == [("g1", "2530"), ("b1", "2532")]
    assert chat(table, "/options")["content"].count("Select one token first.") == 1
    table.evaluate("canvas.tokens.controlled = [canvas.tokens.placeables[0]]")
    content = chat(table, "/options")["content"]
    assert "<h3>g1</h3>" in content
    assert re.search(r"<li>2531 \(\d", content)


def test_a_token_is_made_a_unit(table):
    table.evaluate("canvas.tokens.controlled = [makeToken({name: 'Token', at: [25, 30]})]")
    assert "no unit yet" in chat(table, "/options")["content"]
    assert "&quot;attack&quot;:5" in chat(table, "/unit type=infantry side=german attack=5")["content"]
    assert table.evaluate("canvas.tokens.controlled[0].document.getFlag('arbitre', 'unit').attack") == 5
    assert "not JSON" in chat(table, "/unit infantry")["content"]
    assert "not JSON" in chat(table, "/unit {broken")["content"]


def test_whatever_is_read_is_escaped_before_it_is_shown(table):
    sly = "<img src=x onerror=alert(1)>"
    assert "<img" not in chat(table, f"/rule {sly}")["content"]
    token = {"name": sly, "at": [25, 30]}
    table.evaluate("token => { canvas.tokens.controlled = [makeToken(token)] }", token)
    assert "<img" not in chat(table, f'/unit {{"type": "{sly}"}}')["content"]
    assert "<img" not in chat(table, "/options")["content"]


def test_a_service_out_of_reach_is_told(table):
    table.evaluate("game.settings.set('arbitre', 'service', 'http://127.0.0.1:9')")
    assert "cannot be reached at http://127.0.0.1:9/" in chat(table, "/rule 13.17")["content"]


def test_a_question_goes_to_the_umpire(table):
    assert "13.18" in chat(table, "/ask can tanks attack woods?")["content"]
