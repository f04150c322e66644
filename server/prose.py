"""What the command line prints for a person: plain lines, coloured on a terminal."""

from collections.abc import Iterable, Iterator
from textwrap import fill, shorten
from typing import TYPE_CHECKING, Any

from click import style

from server.texts import blocks
from server.words import COPIES, DOUBTS, EFFECTS, GUARDED, KINDS, NOTE_KINDS, PAGE, REFERENCES, SPOKEN

if TYPE_CHECKING:
    from knowledge.base import Shown
    from knowledge.records import Language
    from server.settings import Guard

WIDTH = 100
ABOVE = 400
Json = dict[str, Any]


def case_lines(shown: "Shown", lang: "Language") -> Iterator[str]:
    """A case: title, text, what runs for it, its relations, examples, notes."""
    case = shown.case
    yield style(f"{case['number']}  {case['title'][lang]}", bold=True) + f"  ({KINDS[case['kind']][lang]})"
    if case["parent"]:
        yield f"{PAGE['under'][lang]} {titled(shown, case['parent'], lang)}"
        above = shorten(case["parent_text"][lang], ABOVE, placeholder=" …")
        yield fill(above, WIDTH, initial_indent="  | ", subsequent_indent="  | ")
    yield ""
    yield from paragraphs(case["text"][lang])
    if case["original"]:
        yield from ("", style(PAGE["original"][lang], bold=True))
        yield from (f"  {line}" for line in case["original"].split("\n"))
    summary = "summary_fr" if lang == "fr" else "summary"
    rules = [f"{EFFECTS[rule['effect']][lang]}: {rule[summary]} ({rule['name']})" for rule in case["predicates"]]
    yield from block(PAGE["in_code"][lang], rules)
    for (kind, direction), said in REFERENCES.items():
        ids = [each["id"] for each in case["references"] if (each["type"], each["direction"]) == (kind, direction)]
        yield from block(said[lang], [titled(shown, id, lang) for id in ids])
    yield from block(PAGE["homonyms"][lang], [titled(shown, id, lang) for id in case.get("homonyms", ())])
    yield from block(PAGE["below"][lang], [titled(shown, id, lang) for id in case["children"]])
    yield from block(PAGE["examples"][lang], [f"{id}: {told[lang]}" for id, told in shown.examples.items()])
    notes = [f"{NOTE_KINDS[note['kind']][lang]}: {note['text'][lang]}" for note in case["notes"]]
    yield from block(PAGE["notes"][lang], notes)
    yield from block(PAGE["terms"][lang], [", ".join(term[lang] for term in case["index"])] if case["index"] else [])


def several_lines(titles: dict[str, dict[str, str]], lang: "Language") -> Iterator[str]:
    """The cases of one number in several games, each as it is asked for."""
    yield SPOKEN["several"][lang]
    yield from (f"  arbitre show {id.replace(':', ' ')}  {title[lang]}" for id, title in titles.items())


def titled(shown: "Shown", id: str, lang: "Language") -> str:
    """A case by its number and title."""
    return f"{number_of(id)} {shown.titles[id][lang]}"


def number_of(id: str) -> str:
    return id.partition(":")[2]


def colon(lang: "Language") -> str:
    return " :" if lang == "fr" else ":"


def paragraphs(text: str) -> Iterator[str]:
    """A text folded to the width of a page; the items of a list stand under one another."""
    for place, (is_list, lines) in enumerate(blocks(text)):
        if place and not is_list:
            yield ""
        for line in lines:
            yield fill(line, WIDTH, initial_indent="  - ", subsequent_indent="    ") if is_list else fill(line, WIDTH)


def block(title: str, items: Iterable[str]) -> Iterator[str]:
    """A heading with its items below; nothing where there are none."""
    lines = list(items)
    if lines:
        yield ""
        yield style(title, bold=True)
        for item in lines:
            yield fill(" ".join(item.split()), WIDTH, initial_indent="  ", subsequent_indent="    ")


# Lists


def game_lines(games: list[Json], lang: "Language") -> Iterator[str]:
    """Each game with its cases and how many of them run."""
    for game in games:
        totals = game["coverage"]
        runs = f"{totals['executable']} {SPOKEN['of'][lang]} {totals['operative']} {SPOKEN['operative'][lang]}"
        yield f"{style(game['key'], bold=True)}  {game['title'][lang]} ({game['stage']})"
        yield f"      {totals['cases']} {SPOKEN['cases'][lang]}; {SPOKEN['executable'][lang]}: {runs}"


def search_lines(answer: Json, lang: "Language") -> Iterator[str]:
    """The cases found, each with its passage."""
    if answer["suggestion"]:
        yield f"{SPOKEN['suggestion'][lang]} « {answer['suggestion']} » ?"
    yield f"{answer['total']} {PAGE['found'][lang]}"
    yield from block(PAGE["try"][lang], [tip["says"][lang] for tip in answer["tips"]])
    for hit in answer["hits"]:
        yield ""
        yield style(f"{hit['id']}  {hit['title'][lang]}", bold=True)
        passage = hit["highlight"].get(lang) or next(iter(hit["highlight"].values()), "")
        yield fill(marked(passage), WIDTH, initial_indent="  ", subsequent_indent="  ")


def marked(passage: str) -> str:
    """A passage of a page as plain text, its marks in colour."""
    from html import unescape

    start, end = style("\0", fg="yellow", bold=True).split("\0")
    return unescape(passage.replace("<mark>", start).replace("</mark>", end))


def index_lines(terms: list[Json], lang: "Language") -> Iterator[str]:
    """Index terms with their cases."""
    for term in terms:
        numbers = ", ".join(number_of(case["id"]) for case in term["cases"])
        yield f"{style(term[lang], bold=True)}: {numbers}"


def term_lines(terms: list[Json], lang: "Language") -> Iterator[str]:
    """Index terms with the titles of their cases."""
    for term in terms:
        yield style(term[lang], bold=True) + (f"  ({', '.join(term['also'])})" if term["also"] else "")
        yield from (f"  {number_of(case['id'])} {case['title'][lang]}" for case in term["cases"])


def concept_list(concepts: list[Json], lang: "Language") -> Iterator[str]:
    """The names of the concepts, each with what it is."""
    yield from (f"{style(each['name'], bold=True)}: {each['title'][lang]}" for each in concepts)


def concept_lines(concept: Json, lang: "Language") -> Iterator[str]:
    """A concept: what each game says of each of its sides."""
    yield style(concept["title"][lang], bold=True)
    yield from paragraphs(concept["about"][lang])
    for aspect in concept["aspects"]:
        told = [
            f"{game}: {saying[lang]} ({', '.join(number_of(case['id']) for case in saying['cases'])})"
            for game, saying in aspect["games"].items()
        ]
        yield from block(aspect["title"][lang], told)


def coverage_lines(found: Json, lang: "Language", *, whole: bool) -> Iterator[str]:
    """The totals of a game, and where asked each of its cases."""
    if whole:
        for row in (*found["cases"], *found["unnumbered"]):
            sizes = {"rules": len(row["predicates"]), "tests": row["tests"], "examples": row["examples"]}
            told = ", ".join(f"{count:3} {SPOKEN[name][lang]}" for name, count in sizes.items())
            yield f"{number_of(row['id']):8} {row['status']:12} {told}"
        yield ""
    totals = ", ".join(f"{count} {SPOKEN[name][lang]}" for name, count in found["totals"].items())
    yield f"{style(found['game'], bold=True)} ({found['stage']}): {totals}"
    yield from block(SPOKEN["disagreed"][lang], [f"{each['file']}: {each['name']}" for each in found["disagreed"]])


def coverage_table(games: list[Json], lang: "Language" = "en") -> Iterator[str]:
    """The games with their coverage as a Markdown table."""
    names = ("cases", "records", "operative", "executable", "judgement", "tests", "examples")
    yield "| " + " | ".join([{"en": "game", "fr": "jeu"}[lang], *(SPOKEN[name][lang] for name in names)]) + " |"
    yield "|---" * (len(names) + 1) + "|"
    for game in games:
        counts = [str(game["coverage"][name]) for name in names]
        yield "| " + " | ".join([f"`{game['key']}` {game['title'][lang]}", *counts]) + " |"


# The user's own copy


def copy_lines(report: Json, lang: "Language") -> Iterator[str]:
    """What was found in a copy of the rules, what is missing, what looks wrong."""
    told = f"{len(report['found'])} {SPOKEN['of'][lang]} {report['cases']} {COPIES['found'][lang]} {report['file']}"
    yield f"{style(report['game'], bold=True)}{colon(lang)} {told}"
    yield from block(COPIES["missing"][lang], [", ".join(report["missing"])] if report["missing"] else [])
    yield from block(COPIES["doubts"][lang], [doubt_line(each, lang) for each in report["doubts"]])
    yield ""
    yield COPIES["stored" if report["stored"] else "not_stored"][lang]


def doubt_line(doubt: Json, lang: "Language") -> str:
    where = f"{doubt['number']} ({COPIES['line'][lang]} {doubt['line']})"
    return f"{where}{colon(lang)} {DOUBTS[doubt['kind']][lang]} {', '.join(doubt['beside'])}".rstrip()


def forgotten_line(game: str, lang: "Language") -> str:
    return f"{game}{colon(lang)} {COPIES['forgotten'][lang]}"


def fidelity_lines(found: Json, lang: "Language") -> Iterator[str]:
    """The cases with figures of the user's copy that our records lack."""
    counts = [
        f"{found['compared']} {COPIES['compared'][lang]}",
        f"{len(found['lacking'])} {COPIES['lacking'][lang]}",
        f"{found['explained']} {COPIES['explained'][lang]}",
    ]
    yield f"{style(found['game'], bold=True)}{colon(lang)} {', '.join(counts)}"
    for row in found["lacking"]:
        where = f"{number_of(row['id'])} {row['title'][lang]} ({COPIES['line'][lang]} {row['line']})"
        yield f"  {where}{colon(lang)} {', '.join(row['lacks'])}"
    yield from block(COPIES["absent"][lang], [", ".join(found["absent"])] if found["absent"] else [])


# The service


def guard_lines(guard: "Guard", lang: "Language") -> Iterator[str]:
    """How far a service that others can reach is open to them."""
    if guard.is_public:
        yield GUARDED["public"][lang]
        yield GUARDED["token" if guard.token else "read_only"][lang]
        if guard.rate:
            yield GUARDED["rate"][lang].format(rate=guard.rate)
    if guard.proxies:
        yield GUARDED["proxies"][lang].format(proxies=", ".join(map(str, guard.proxies)))
