"""What is told of a wrong request, in French: over HTTP, on pages, in a chat; and that no sentence is left out."""

import ast
import re
from pathlib import Path

import pytest
from conftest import move, position, request

from knowledge.refusing import in_french, said

ROOT = Path(__file__).parents[1]
MADE_IN = sorted(path for room in ("rulebook", "knowledge", "server") for path in (ROOT / room).rglob("*.py"))
FRENCH = {"Accept_Language": "fr"}


def template(node):
    """A sentence as it is written in code, a word in place of each thing that is put in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else _stand_in(part) for part in node.values)
    return None


def _stand_in(part):
    return "'thing'" if part.conversion == ord("r") else "thing"


def sentences():
    """Every sentence that a fault is made with: given to it, or called `says` before."""
    for path in MADE_IN:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Fault" and len(node.args) > 1:
                yield path.name, template(node.args[1])
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "says":
                yield path.name, template(node.value)


FOUND = sorted({(name, told) for name, told in sentences() if told and " " in told and "thing (thing)" not in told})


@pytest.mark.parametrize(("file", "sentence"), FOUND)
def test_every_sentence_about_a_fault_has_its_french(file, sentence):
    assert in_french(sentence) is not None


def test_sentences_are_found_in_the_code():
    assert len(FOUND) > 35


WRONG = {
    "a word": request(position=position(weather="storm")),
    "a hex": request(action=move("2530", "9999")),
    "a unit": request(action=move("2530", "2531", units=["g7"])),
    "a turn": request(position=position(turn=99)),
    "a field": request(action=move("2530", "2531", speed=3)),
    "a kind": request(position=position(turn="soon")),
    "a type": request(action={"type": "fly"}),
    "no action": {"position": position()},
}
ENGLISH = re.compile(r"\b(the|is|are|not|unknown|should|there|must|has|required|nearest|unit|of)\b")


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_request_is_told_in_french_to_who_asks_for_it(server, wrong):
    answer = server.post("/v1/check", WRONG[wrong], **FRENCH)
    body = answer.json()
    assert answer.status in (400, 422)
    assert answer.headers["Content-Language"] == "fr"
    told = [body["title"], body["detail"], *(each["says"] for each in body["errors"])]
    assert [each for each in told if ENGLISH.search(each)] == []


@pytest.mark.parametrize("wrong", WRONG)
def test_and_in_english_to_everyone_else(server, wrong):
    body = server.post("/v1/check", WRONG[wrong]).json()
    assert body == server.post("/v1/check", WRONG[wrong], Accept_Language="de").json()
    assert body["title"] == "The request is wrong"


def test_what_is_not_there_is_told_in_french_on_its_page(server):
    page = server.get("/games/sitw/cases/99.99?lang=fr", Accept="text/html").body.decode()
    assert "pas de cas" in page
    assert "no case" not in page


def test_what_a_rule_rejects_is_told_as_the_rule_is_in_french():
    from knowledge.predicates import predicates

    case, rule = next((case, rule) for case, rules in predicates().items() for rule in rules
                      if rule["effect"] == "rejects")  # fmt: skip
    assert said(f"{rule['summary']} ({case}): hex 2530", "fr", case) == f"{rule['summary_fr']} ({case}): hex 2530"


def test_a_sentence_that_nobody_knows_stays_as_it_is():
    assert said("the dog ate it", "fr") == "the dog ate it"


def test_a_kind_of_two_words_is_known_again_as_one():
    told = in_french("unknown unit type 'elephant'; sitw has: infantry, tank; nearest: tank")
    assert told == "mot inconnu : 'elephant' (type d'unité) ; sitw a : infantry, tank ; au plus près : tank"
