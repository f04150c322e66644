"""The rulebook as pages for people: search, contents, index, one page a case. Nothing is loaded from another host."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import flask
from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from knowledge import concepts, coverage, desk, search
from knowledge.language import fold
from knowledge.numbers import LONGEST_TYPED
from knowledge.records import Case, Example, Language
from rulebook import printed
from server import kinship, terms, trust
from server.labels import LABELS, STATUSES, WRONG
from server.languages import known_language, reader_language
from server.reading import case_parts, linked
from server.words import EFFECTS, KINDS, NOTE_KINDS, PAGE, SPOKEN, VERDICTS

STATIC = Path(__file__).parent / "static"
blueprint = Blueprint("pages", __name__, static_folder=STATIC, static_url_path="/static")

HITS = 20
FILTERS = ("game", "kind", "action", "chapter")
# What the address of a page may hold beside its language.
KEPT = ("q", "offset", "open", "status", "example", *FILTERS)


@blueprint.get("/")
def home() -> str:
    """The search box; with a query, what it found."""
    query = request.args.get("q", "").strip()
    offset = min(request.args.get("offset", 0, type=int), 10_000)
    asked = {name: request.args.get(name, "").strip()[:LONGEST_TYPED] for name in FILTERS}
    within: dict[str, Any] = {name: value for name, value in asked.items() if value}
    found = search.search(query, limit=HITS, offset=max(offset, 0), **within) if query else None
    shown: dict[str, Any] = {"query": query[: search.LONGEST_QUERY], "within": within, "found": found, "step": HITS}
    shown |= {"offset": offset, "is_cut": len(query) > search.LONGEST_QUERY, "actions": actions()}
    games = coverage.games(desk.library())
    return page("home.html", **shown, library=desk.library(), games=games, books=book_titles())


def actions() -> list[tuple[str, dict[str, str]]]:
    """The actions that some case is about, with their names in both languages."""
    named = {word: entry for game in desk.library().games for word, entry in _actions_of(game).items()}
    used = {action for case in desk.library().cases for action in case.actions}
    return sorted((word, named[word]) for word in used if word in named)


def _actions_of(game: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = printed.book(game)["vocabulary"].get("actions", {})
    return found


@blueprint.get("/concepts")
def list_concepts() -> str:
    """The notions that the games share."""
    return page("concepts.html", concepts=concepts.concepts())


@blueprint.get("/concepts/<name>")
def concept(name: str) -> str | Response:
    """One notion, game by game; another name for it leads to its address."""
    found = concepts.find(name)
    if name != found.name:
        return redirect(link("pages.concept", name=found.name))
    return page("concept.html", concept=found, library=desk.library(), books=book_titles())


@blueprint.get("/games/<game>")
def contents(game: str) -> str:
    """The contents of one book, as a tree."""
    library, title = desk.library(), book_title(game)
    shown: dict[str, Any] = {"chapters": trust.chapters(library, game), "totals": trust.totals([game])}
    return page("contents.html", game=game, title=title, library=library, is_open="open" in request.args, **shown)


@blueprint.get("/games/<game>/index")
def index(game: str) -> str:
    """The index and glossary of one book, or the terms that hold what was typed."""
    library, lang = desk.library(), reader_language(request)
    typed = request.args.get("q", "").strip()[:LONGEST_TYPED]
    found = [term for term in library.index(game) if fold(typed) in fold(" ".join(term.names))]
    shown: dict[str, Any] = {"letters": terms.by_letter(found, lang), "typed": typed}
    return page("index.html", game=game, title=book_title(game), library=library, anchor=terms.anchor, **shown)


@blueprint.get("/games/<game>/cases/<number>")
def case(game: str, number: str) -> str | Response:
    """One case, with all that hangs on it; a number typed otherwise leads to the address of its case."""
    library, lang = desk.library(), reader_language(request)
    found = library.case(game, number)
    if number != found.number:
        return redirect(case_address(found))
    label = LABELS["family"][lang]
    kin = kinship.drawing(library, found, lang, case_address, label)
    parts = case_parts(library, found, lang)
    parts |= {"drawing": kin, "anchor": terms.anchor}
    return page("case.html", game=game, title=book_title(game), library=library, **parts)


@blueprint.get("/trust")
def trust_all() -> str:
    """How far the books run, and what was tried."""
    games = desk.library().games
    found: dict[str, Any] = {"games": coverage.games(desk.library()), "totals": trust.totals(games)}
    return page("trust.html", **found, disagreed=trust.disagreed(games))


@blueprint.get("/games/<game>/trust")
def trust_book(game: str) -> str:
    """What stands behind each case of one book."""
    library, title, wanted = desk.library(), book_title(game), request.args.get("status", "")
    chapters = trust.chapters(library, game)
    shown: dict[str, Any] = {
        "chapters": chapters,
        "held": trust.statuses(chapters),
        "wanted": wanted,
        "totals": trust.totals([game]),
    }
    return page("trust_book.html", game=game, title=title, library=library, **shown, disagreed=trust.disagreed([game]))


# Every page


@blueprint.after_request
def vary(answer: flask.Response) -> flask.Response:
    """A page is kept apart for each language that browsers ask for."""
    if answer.mimetype == "text/html":
        answer.vary.add("Accept-Language")
    return answer


def page(template: str, lang: Language | None = None, **parts: Any) -> str:
    """A page in the reader's language."""
    spoken = lang or reader_language(request)
    said = {key: words[spoken] for key, words in (PAGE | LABELS).items()}
    words = {"kinds": KINDS, "effects": EFFECTS, "note_kinds": NOTE_KINDS, "statuses": STATUSES, "verdicts": VERDICTS}
    tools = {"link": link, "other_language": other_language, "linked": linked, "address": address, "leads": leads}
    tools |= {"table_address": table_address}
    known = {"lang": spoken, "asked": known_language(request.args.get("lang", "")), "say": said, "spoken": SPOKEN}
    return render_template(template, **known, **words, **tools, **parts)


def chosen_language() -> dict[str, Any]:
    """The language that the address asks for, to be kept in the links of the page."""
    asked = known_language(request.args.get("lang", ""))
    return {"lang": asked} if asked else {}


def link(endpoint: str, **values: Any) -> str:
    """The address of another page, in the language that was asked for."""
    return url_for(endpoint, **values, **chosen_language())


def case_address(case: Case) -> str:
    return link("pages.case", game=case.game, number=case.number)


def other_language() -> str:
    """This page in the other language."""
    return _this_page("en" if reader_language(request) == "fr" else "fr")


def address(lang: Language | None = None) -> str:
    """This page as one names it from elsewhere, in a language or in the reader's own."""
    return url_for(request.endpoint or "pages.home", **(request.view_args or {}), lang=lang, _external=True)


def _this_page(lang: Language) -> str:
    kept: dict[str, Any] = {name: request.args[name] for name in KEPT if name in request.args}
    return url_for(request.endpoint or "pages.home", **kept | (request.view_args or {}) | {"lang": lang})


def table_address(example: Example) -> str:
    """Where an example opens on the table."""
    return f"/table?{urlencode({'example': example.id} | chosen_language())}"


def leads(path: str) -> bool:
    """Whether there is a page at this address."""
    return current_app.url_map.bind("localhost").test(path, "GET")


def error_page(problem: dict[str, Any]) -> str:
    """A problem as a page."""
    return page("error.html", problem=problem, wrong=WRONG, nearest=nearest_pages(problem))


def nearest_pages(problem: dict[str, Any]) -> list[dict[str, str]]:
    """The pages that look most like the one that is not there."""
    near = ((each["at"], str(each["nearest"])) for each in problem["errors"] if each.get("nearest"))
    found = ((name, _nearest_page(field, name)) for field, name in near)
    return [{"name": name, "href": href} for name, href in found if href]


def _nearest_page(field: str, name: str) -> str | None:
    asked = request.view_args or {}
    if field == "number" and request.endpoint == "pages.case":
        return link("pages.case", game=asked["game"], number=name)
    if field == "game":
        return link("pages.contents", game=name)
    return link("pages.concept", name=name) if request.endpoint == "pages.concept" else None


def book_titles() -> list[tuple[str, dict[str, str]]]:
    return [(game, printed.book(game)["title"]) for game in desk.library().games]


def book_title(game: str) -> dict[str, str]:
    desk.library().of(game)
    title: dict[str, str] = printed.book(game)["title"]
    return title
