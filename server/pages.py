"""Plain pages for people: search, contents, index, one page a case. Nothing is loaded from another host."""

import re
from typing import Any

from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup, escape

from knowledge import concepts, desk, search
from knowledge.library import Library
from knowledge.numbers import LONGEST_TYPED
from knowledge.originals import original
from knowledge.predicates import predicates
from knowledge.records import Case, Language
from rulebook import printed
from server.languages import known_language, reader_language
from server.texts import blocks
from server.words import EFFECTS, KINDS, NOTE_KINDS, PAGE, REFERENCES

blueprint = Blueprint("pages", __name__, static_folder="static", static_url_path="/static")

HITS = 20
FILTERS = ("game", "kind", "action", "chapter")
# What an address keeps when the reader changes the language.
KEPT = ("q", "offset", "example", *FILTERS)
MENTION = re.compile(r"\b[A-Z]?\d+(?:\.\d+)+[a-z]?\b")


@blueprint.get("/")
def home() -> str:
    """The search box; with a query, what it found."""
    query = request.args.get("q", "").strip()
    offset = min(request.args.get("offset", 0, type=int), 10_000)
    asked = {name: request.args.get(name, "").strip()[:LONGEST_TYPED] for name in FILTERS}
    within: dict[str, Any] = {name: value for name, value in asked.items() if value}
    found = search.search(query, limit=HITS, offset=max(offset, 0), **within) if query else None
    shown: dict[str, Any] = {"query": query, "within": within, "found": found, "offset": offset, "step": HITS}
    return page("home.html", **shown, books=book_titles(), library=desk.library(), actions=actions())


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
    return page("concepts.html", concepts=concepts.concepts(), books=book_titles())


@blueprint.get("/concepts/<name>")
def concept(name: str) -> str:
    """One notion, game by game."""
    return page("concept.html", concept=concepts.find(name), library=desk.library(), books=book_titles())


@blueprint.get("/games/<game>")
def contents(game: str) -> str:
    """The contents of one book."""
    library = desk.library()
    return page("contents.html", game=game, cases=library.of(game), library=library, title=book_title(game))


@blueprint.get("/games/<game>/index")
def index(game: str) -> str:
    """The index and glossary of one book."""
    library, lang = desk.library(), reader_language(request)
    terms = sorted(library.index(game), key=lambda term: str(getattr(term, lang)).casefold())
    return page("index.html", game=game, terms=terms, library=library, title=book_title(game))


@blueprint.get("/games/<game>/cases/<number>")
def case(game: str, number: str) -> str:
    """One case, with all that hangs on it."""
    library = desk.library()
    found = library.case(game, number)
    return page("case.html", game=game, title=book_title(game), library=library, **case_parts(library, found))


def case_parts(library: Library, case: Case) -> dict[str, Any]:
    """What the page of a case shows."""
    return {
        "case": case,
        "original": original(case.game, case.number),
        "parent": library.parent(case),
        "children": library.children(case),
        "previous": library.previous(case),
        "next": library.next(case),
        "rules": predicates().get(case.id, ()),
        "examples": library.examples_of(case),
        "terms": library.index_of(case),
        "homonyms": library.homonyms(case),
        "relations": [(said, referred(library, case, *kind)) for kind, said in REFERENCES.items()],
    }


def referred(library: Library, case: Case, kind: str, direction: str) -> list[str]:
    """The ids of the cases to which this one has a reference of this type, or from which."""
    return [each["id"] for each in library.references(case) if (each["type"], each["direction"]) == (kind, direction)]


def page(template: str, lang: Language | None = None, **parts: Any) -> str:
    """A page in the reader's language."""
    spoken = lang or reader_language(request)
    asked = known_language(request.args.get("lang", ""))
    said = {key: words[spoken] for key, words in PAGE.items()}

    def link(endpoint: str, **values: Any) -> str:
        chosen: dict[str, Any] = {"lang": asked} if asked else {}
        return url_for(endpoint, **values, **chosen)

    def other_language() -> str:
        kept: dict[str, Any] = {name: request.args[name] for name in KEPT if name in request.args}
        kept |= (request.view_args or {}) | {"lang": "en" if spoken == "fr" else "fr"}
        return url_for(request.endpoint or "pages.home", **kept)

    tools = {"link": link, "other_language": other_language, "linked": linked, "kinds": KINDS, "effects": EFFECTS}
    return render_template(template, lang=spoken, asked=asked, say=said, note_kinds=NOTE_KINDS, **tools, **parts)


def error_page(problem: dict[str, Any]) -> str:
    """A problem as a page."""
    return page("error.html", problem=problem)


def book_titles() -> list[tuple[str, dict[str, str]]]:
    return [(game, printed.book(game)["title"]) for game in desk.library().games]


def book_title(game: str) -> dict[str, str]:
    desk.library().of(game)
    title: dict[str, str] = printed.book(game)["title"]
    return title


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
