"""What is told in a chat, before any host has its say: cases, hits, rulings and answers as cards."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import quote

from knowledge.library import Library
from knowledge.numbers import NotFound
from knowledge.records import Case, Language
from knowledge.refusing import said
from rulebook import printed
from rulebook.faults import BadRequest, Fault
from server import prose_rulings
from server.casebook import SeveralGames
from server.problems import Told
from server.prose import colon, number_of
from server.sharing import packed
from server.texts import blocks
from server.words import CHAT, KINDS, NOTE_KINDS, PAGE, REFERENCES, SPOKEN, VERDICTS

Json = dict[str, Any]

# Around what is set in bold, until a host has its own signs for it: no text holds these.
BOLD, PLAIN = "\ue000", "\ue001"
LIFTING = ("exception-to", "overridden-in-scenario")
LONGEST_LINK = 2000
SHOWN_FAULTS = 8
SHOWN_CITES = 3
OPEN_ENDS = ("needed", "provisos", "contested")


@dataclass(frozen=True)
class Line:
    """A line of a card: a head that may lead somewhere, then the text."""

    text: str
    head: str = ""
    link: str | None = None


@dataclass(frozen=True)
class Part:
    """Some lines under a heading."""

    lines: tuple[Line, ...]
    title: str = ""


@dataclass(frozen=True)
class Card:
    """One message. `tone` is its verdict, if it has one; `is_private` where only the asker needs to read it."""

    lang: Language
    title: str
    parts: tuple[Part, ...] = ()
    link: str | None = None
    foot: str = ""
    tone: str | None = None
    is_private: bool = False


@dataclass(frozen=True)
class Links:
    """Where the pages of the service are, for a reader of this language."""

    address: str
    lang: Language

    def case(self, id: str) -> str:
        game, _, number = id.partition(":")
        return f"{self.address}/games/{game}/cases/{quote(number)}?lang={self.lang}"

    def table(self, asked: Json) -> str | None:
        """The table page with this position and action laid out; None where they are too much for a link."""
        link = f"{self.address}/table?lang={self.lang}#{packed(asked)}"
        return link if len(link) <= LONGEST_LINK else None

    def search(self, query: str, game: str | None) -> str:
        within = f"&game={quote(game)}" if game else ""
        return f"{self.address}/?q={quote(query, safe='')}{within}&lang={self.lang}"


def case_card(library: Library, case: Case, links: Links) -> Card:
    """A case: its text, what excepts it, the notes on it. What the user imported stays on the user's machine."""
    lang = links.lang
    text = tuple(Line(f"• {line}" if is_list else line)
                 for is_list, lines in blocks(getattr(case.text, lang)) for line in lines)  # fmt: skip
    notes = [f"{NOTE_KINDS[note.kind][lang]}{colon(lang)} {getattr(note, lang)}" for note in case.notes]
    related = [(said[lang], _related(library, case, kind)) for kind, said in REFERENCES.items() if kind[0] in LIFTING]
    return Card(
        lang,
        f"{case.number} {getattr(case.title, lang)}",
        (Part(text), *(_part(title, ids) for title, ids in related if ids), *_parts({PAGE["notes"][lang]: notes})),
        links.case(case.id),
        f"{printed.book(case.game)['title'][lang]} · {case.id} · {KINDS[case.kind][lang]}",
    )


def _related(library: Library, case: Case, kind: tuple[str, str]) -> list[str]:
    ids = [each["id"] for each in library.references(case) if (each["type"], each["direction"]) == kind]
    return [", ".join(map(number_of, ids))] if ids else []


def _part(title: str, items: Iterable[str]) -> Part:
    return Part(tuple(Line(item) for item in items), title)


def _parts(told: dict[str, list[str]]) -> tuple[Part, ...]:
    return tuple(_part(title, items) for title, items in told.items() if items)


def search_card(found: Json, game: str | None, links: Links) -> Card:
    """The cases found, each with its passage."""
    lang = links.lang
    hits = tuple(
        Line(f"{colon(lang)} {_passage(hit, lang)}", f"{hit['id']} {hit['title'][lang]}", links.case(hit["id"]))
        for hit in found["hits"]
    )
    meant = [f"{SPOKEN['suggestion'][lang]} « {found['suggestion']} » ?"] if found["suggestion"] else []
    tips = [tip["says"][lang] for tip in found["tips"]]
    title = f"« {found['query']} »{colon(lang)} {found['total']} {PAGE['found'][lang]}"
    parts = (*_parts({"": meant}), Part(hits), *_parts({PAGE["try"][lang]: tips}))
    return Card(lang, title, parts, links.search(found["query"], game), is_private=not hits)


def _passage(hit: Json, lang: Language) -> str:
    passage = hit["highlight"].get(lang) or next(iter(hit["highlight"].values()), "")
    return unescape(passage.replace("<mark>", BOLD).replace("</mark>", PLAIN))


def ruling_card(ruling: Json, asked: Json, links: Links) -> Card:
    """A verdict with its reasons, numbers, what is missing and what would do instead; it leads to what was asked."""
    lang = links.lang
    parts = _spoken(ruling, lang)
    book, action = printed.book(asked["position"]["game"]), asked["action"]["type"]
    foot = f"{book['title'][lang]} · {book['vocabulary']['actions'][action][lang]}"
    return Card(lang, VERDICTS[ruling["verdict"]][lang], _parts(parts), links.table(asked), foot, ruling["verdict"])


def _spoken(ruling: Json, lang: Language, names: Container[str] = SPOKEN) -> dict[str, list[str]]:
    """The parts of these names by their headings; what is taken for granted on one line, as there is much of it."""
    parts = {name: items for name, items in prose_rulings.ruling_parts(ruling, lang) if items and name in names}
    return {SPOKEN[name][lang]: ["; ".join(items)] if name == "provisos" else items for name, items in parts.items()}


def answer_card(answer: Json, question: str, links: Links) -> Card:
    """The answer to a question, the cases that it rests on, and what it leaves open."""
    lang = links.lang
    cites = tuple(
        Line("", f"{cite['id']} {cite['title'][lang]}", links.case(cite["id"]))
        for cite in answer["cites"][:SHOWN_CITES]
    )
    told = (*_parts({"": [answer["answer"][lang]]}), Part(cites, CHAT["cites"][lang] if cites else ""))
    if answer["verdict"] is None:
        return Card(lang, question, told)
    open_ends = _spoken(answer, lang, OPEN_ENDS)
    title = f"{VERDICTS[answer['verdict']][lang]}{colon(lang)} {question}"
    return Card(lang, title, (*told, *_parts(open_ends)), tone=answer["verdict"])


# What cannot be answered


def refusal_card(wrong: Told, links: Links) -> Card:
    """What was wrong, for the asker alone."""
    if isinstance(wrong, SeveralGames):
        return _several_card(wrong, links)
    if isinstance(wrong, BadRequest):
        return _bad_request_card(wrong, links.lang)
    if isinstance(wrong, NotFound):
        return _missing_card(wrong, links.lang)
    return fault_card(links.lang, "building")


def _several_card(wrong: SeveralGames, links: Links) -> Card:
    lang = links.lang
    lines = tuple(Line("", f"{case.id} {getattr(case.title, lang)}", links.case(case.id)) for case in wrong.cases)
    return Card(lang, SPOKEN["several"][lang], (Part(lines),), is_private=True)


def _bad_request_card(wrong: BadRequest, lang: Language) -> Card:
    lines = [_fault_line(fault, lang) for fault in wrong.faults[:SHOWN_FAULTS]]
    return Card(lang, PAGE["refused"][lang], _parts({"": lines}), is_private=True)


def _fault_line(fault: Fault, lang: Language) -> str:
    says = said(fault.says.removesuffix(f"; nearest: {fault.nearest}"), lang, fault.case)
    near = f" ({CHAT['nearest'][lang]} {fault.nearest})" if fault.nearest else ""
    return f"{fault.at}{colon(lang)} {says}{near}"


def _missing_card(wrong: NotFound, lang: Language) -> Card:
    title = f"{PAGE['not_found'][lang]}{colon(lang)} {wrong.asked}"
    near = f"{CHAT['nearest'][lang]} {', '.join(wrong.nearest)}" if wrong.nearest else PAGE["not_found_hint"][lang]
    return Card(lang, title, _parts({"": [near]}), is_private=True)


def fault_card(lang: Language, why: str = "our_fault") -> Card:
    """What went wrong through no fault of the asker."""
    return Card(lang, CHAT[why][lang], is_private=True)


def help_card(lang: Language) -> Card:
    """What can be asked."""
    verbs = ("rule", "search", "ask", "check")
    lines = tuple(Line(CHAT[f"{verb}_help"][lang], f"/{CHAT[verb][lang]}") for verb in verbs)
    return Card(lang, CHAT["help"][lang], (Part(lines),), is_private=True)

