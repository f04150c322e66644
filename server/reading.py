"""A case as its page shows it: its text with references made links, what hangs on it, its examples as boards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from knowledge.library import Library
from knowledge.originals import original
from knowledge.predicates import predicates
from knowledge.records import Case, Example, Language
from server import trust
from server.board import draw
from server.texts import blocks
from server.words import REFERENCES

MENTION = re.compile(r"\b[A-Z]?\d+(?:\.\d+)+[a-z]?\b")
# The references that the drawing of rule and exceptions shows; the others are listed around the case.
KINSHIP = ("exception-to", "overridden-in-scenario")
TALLEST = 640
ON_A_MAP = ("path", "target", "to", "hex")


@dataclass(frozen=True)
class Shown:
    """A worked example on a page: its anchor, its board where there is something to draw, what the umpire rules."""

    example: Example
    anchor: str
    board: Markup | None
    verdict: str | None


def case_parts(library: Library, case: Case, lang: Language) -> dict[str, Any]:
    """What the page of a case shows."""
    relations = {kind: referred(library, case, *kind) for kind in REFERENCES}
    return {
        "case": case,
        "original": original(case.game, case.number),
        "above": ancestors(library, case),
        "children": library.children(case),
        "previous": library.previous(case),
        "next": library.next(case),
        "rules": predicates().get(case.id, ()),
        "row": trust.rows_of(case.game)[case.id],
        "examples": [shown(example, place, lang) for place, example in enumerate(library.examples_of(case), 1)],
        "terms": library.index_of(case),
        "homonyms": library.homonyms(case),
        "kin": [(REFERENCES[kind], ids) for kind, ids in relations.items() if kind[0] in KINSHIP and ids],
        "relations": [(REFERENCES[kind], ids) for kind, ids in relations.items() if kind[0] not in KINSHIP and ids],
    }


def ancestors(library: Library, case: Case) -> list[Case]:
    """What the case stands under, the chapter first."""
    parent = library.parent(case)
    return [*ancestors(library, parent), parent] if parent else []


def referred(library: Library, case: Case, kind: str, direction: str) -> list[str]:
    """The ids of the cases to which this one has a reference of this type, or from which."""
    return [each["id"] for each in library.references(case) if (each["type"], each["direction"]) == (kind, direction)]


def shown(example: Example, place: int, lang: Language) -> Shown:
    """An example as a page shows it."""
    anchor = f"example-{place}"
    board = None
    if is_on_a_map(example.position, example.action):
        board = sized(draw(example.game, example.position, action=example.action, lang=lang, key=anchor))
    return Shown(example, anchor, board, example.expect.get("verdict"))


def sized(board: str) -> Markup:
    """A board with its own size, so that hexes are as large in one drawing as in another, but for tall ones."""
    width, height = map(float, re.findall(r'viewBox="\S+ \S+ (\S+) (\S+)"', board)[0])
    scale = min(1, TALLEST / height)
    return Markup(board.replace("<svg ", f'<svg width="{width * scale:.0f}" height="{height * scale:.0f}" ', 1))


def is_on_a_map(position: Mapping[str, Any], action: Mapping[str, Any]) -> bool:
    """Whether there is a unit or a hex to draw."""
    ground = position.get("map")
    has_ground = isinstance(ground, Mapping) and bool(ground.get("hexes") or ground.get("sides") or ground.get("roads"))
    return has_ground or bool(position.get("units")) or any(action.get(field) for field in ON_A_MAP)


def linked(text: str, case: Case, library: Library, link: Any) -> Markup:
    """A text in paragraphs and lists, each number of a case that it refers to made a link."""

    def mention(found: re.Match[str]) -> str:
        number = found.group()
        if f"{case.game}:{number}" not in library or number == case.number:
            return number
        return f'<a href="{escape(link("pages.case", game=case.game, number=number))}">{number}</a>'

    def marked(lines: list[str], tag: str) -> str:
        return "".join(f"<{tag}>{MENTION.sub(mention, str(escape(line)))}</{tag}>" for line in lines)

    laid = (f"<ul>{marked(lines, 'li')}</ul>" if is_list else marked(lines, "p") for is_list, lines in blocks(text))
    return Markup("".join(laid))
