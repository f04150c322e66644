"""What the command line prints for a person: plain lines, coloured on a terminal."""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from textwrap import fill, shorten
from typing import TYPE_CHECKING, Any

from click import style

from server.texts import blocks
from server.words import (
    CHARTED,
    COPIES,
    DOUBTS,
    EFFECTS,
    GUARDED,
    KINDS,
    NOTE_KINDS,
    PAGE,
    REFERENCES,
    SPOKEN,
    VERDICTS,
)

if TYPE_CHECKING:
    from knowledge.base import Shown
    from knowledge.records import Language
    from server.settings import Guard

WIDTH = 100
BAR = 24
ABOVE = 400
COLOURS = {"legal": "green", "illegal": "red", "undetermined": "yellow"}
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


# Rulings


def ruling_lines(ruling: Json, lang: "Language") -> Iterator[str]:
    """A ruling: the verdict, the reasons, the numbers, what is missing, what would do instead."""
    yield verdict(ruling, lang)
    for name, items in ruling_parts(ruling, lang):
        yield from block(SPOKEN[name][lang], items)
        if name == "values":
            yield from chart_lines(ruling["values"], lang)


def ruling_parts(ruling: Json, lang: "Language") -> Iterator[tuple[str, list[str]]]:
    """What a ruling says besides its verdict, under the names of its headings; a part may be empty."""
    yield "reasons", list(dict.fromkeys(reason(each, lang) for each in told(ruling)))
    by = SPOKEN["by"][lang]
    yield "overridden", [f"{number_of(each['case'])} {by} {number_of(each['by'])}" for each in ruling["overridden"]]
    yield "values", list(value_lines(ruling["values"], lang))
    yield "needed", [missing(each, lang) for each in ruling["missing"]]
    yield "instead", [each["says"][lang] for each in ruling["instead"]]
    yield from _asides(ruling, lang)
    others = ", ".join(map(number_of, ruling["see_also"]))
    yield "see_also", [others] if others else []


def told(ruling: Json) -> list[Json]:
    """The findings that bear on the verdict: what forbids first; what is unsettled only where that leaves it open."""
    is_open = ruling["verdict"] == "undetermined"
    shown = [finding for finding in ruling["findings"] if is_open or finding["holds"]]
    return sorted(shown, key=lambda finding: finding["effect"] != "forbids")


def _asides(ruling: Json, lang: "Language") -> Iterator[tuple[str, list[str]]]:
    yield "provisos", [f"{each['fact']} = {each['taken_as']}" for each in ruling.get("provisos", ())]
    yield "contested", [
        f"{number_of(each['case'])}: {VERDICTS[each['other_reading']['verdict']][lang].lower()}"
        for each in ruling.get("contested", ())
    ]
    yield "contradictions", [
        f"{each['fact']}: {SPOKEN['posted'][lang]} {each['posted']}, {SPOKEN['rulebook'][lang]} {each['rulebook']} "
        f"({number_of(each['case'])})"
        for each in ruling.get("contradictions", ())
    ]


def verdict(ruling: Json, lang: "Language") -> str:
    word = ruling["verdict"]
    return style(VERDICTS[word][lang], fg=COLOURS[word], bold=True)


def ruling_line(ruling: Json, lang: "Language") -> str:
    """A ruling in one line: the verdict and what decides it."""
    forbidding = [reason(each, lang) for each in ruling["findings"] if each["effect"] == "forbids" and each["holds"]]
    asked = [each["fact"] for each in ruling["missing"]]
    because = forbidding[:1] or ([f"{SPOKEN['needed'][lang]}: {', '.join(asked)}"] if asked else [])
    return "  ".join([verdict(ruling, lang), *because])


def reason(finding: Json, lang: "Language") -> str:
    return f"{number_of(finding['case'])} {EFFECTS[finding['effect']][lang]}{colon(lang)} {finding['says'][lang]}"


def colon(lang: "Language") -> str:
    return " :" if lang == "fr" else ":"


def missing(each: Json, lang: "Language") -> str:
    needed = f" ({', '.join(map(number_of, each['needed_by']))})" if each.get("needed_by") else ""
    return f"{each['fact']}{needed}" + (f": {SPOKEN['decides'][lang]}" if each.get("would_decide") else "")


def value_lines(values: Json, lang: "Language") -> Iterator[str]:
    """The numbers of a ruling; those that cannot be told yet in one line, with the facts they wait for."""
    waiting = [name for name, value in values.items() if isinstance(value, dict) and set(value) == {"missing"}]
    for name, value in values.items():
        if name not in waiting:
            yield from _number_lines((name,), value, lang)
    if waiting:
        facts = dict.fromkeys(fact for name in waiting for fact in values[name]["missing"])
        yield f"{', '.join(waiting)}: ? ({', '.join(facts)})"


def _number_lines(path: tuple[str, ...], value: Any, lang: "Language") -> Iterator[str]:
    """A value in one line; one that holds chances or means part by part, its chances left to the chart."""
    if isinstance(value, dict) and isinstance(value.get("exact"), str):
        yield f"{charted(path, lang)}: {value['exact']} ≈ {decimal(value['number'], lang)}"
    elif not _holds(value, "chances", "exact") or "exact" in value:
        yield f"{'.'.join(path)}: {number(value)}"
    else:
        for name in (name for name in value if name not in ("chances", "probabilities")):
            if not _is_joint(value[name]):
                yield from _number_lines((*path, name), value[name], lang)


def _holds(value: Any, *names: str) -> bool:
    """Whether a value, or one within it, has one of these names."""
    return isinstance(value, dict) and (
        any(name in value for name in names) or any(_holds(each, *names) for each in value.values())
    )


def _is_joint(value: Any) -> bool:
    """Whether a value lists chances one by one: those are for programs."""
    return isinstance(value, list) and any(isinstance(each, dict) and "chance" in each for each in value)


# Charts


def chart_lines(values: Json, lang: "Language") -> Iterator[str]:
    """Every distribution of a ruling as a small chart: a bar, the exact chance, and how much that is in a hundred."""
    found = [(path, chances) for path, chances in distributions(values) if len(chances) > 1]
    if found:
        yield ""
        yield style(SPOKEN["chances"][lang], bold=True)
    for path, chances in found:
        yield f"  {charted(path, lang)}"
        yield from _bars(chances, lang)


def distributions(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    """The distributions within a value, each with the names that lead to it."""
    if not isinstance(value, dict):
        return
    chances = value.get("chances")
    if isinstance(chances, dict) and all(isinstance(chance, str) for chance in chances.values()):
        yield path, chances
    for name, each in value.items():
        yield from distributions(each, (*path, name))


def _bars(chances: dict[str, str], lang: "Language") -> Iterator[str]:
    shares = {charted((name,), lang): (chance, Fraction(chance)) for name, chance in chances.items()}
    width = max(map(len, shares))
    most = max(share for _, share in shares.values())
    long = max(len(chance) for chance, _ in shares.values())
    for name, (chance, share) in shares.items():
        bar = "█" * max(1, round(BAR * share / most)) if share else ""
        yield f"    {name:>{width}}  {bar:<{BAR}}  {chance:>{long}}  {decimal(float(share * 100), lang, 1):>5} %"


def charted(path: tuple[str, ...], lang: "Language") -> str:
    """The names that lead to a number, in the reader's language."""
    return ", ".join(CHARTED[name][lang] if name in CHARTED else name for name in path)


def decimal(value: float, lang: "Language", places: int = 2) -> str:
    told = f"{value:.{places}f}"
    return told.replace(".", ",") if lang == "fr" else told


def number(value: Any) -> str:
    """A value in few words: a sum with its parts, anything else as it is."""
    if isinstance(value, dict) and "total" in value:
        parts = [part for part in value.get("parts", ()) if "case" in part]
        told = ", ".join(f"{number_of(part['case'])}: {part.get('amount', part.get('cost'))}" for part in parts)
        limit = f" / {value['allowance']}" if value.get("allowance") is not None else ""
        total = "?" if value["total"] is None else value["total"]
        return f"{total}{limit}" + (f" ({told})" if told else "")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def option_lines(found: Json, lang: "Language") -> Iterator[str]:
    """What a unit may do."""
    yield style(found["unit"], bold=True)
    moves = [f"{move['to']}: {move['cost']} ({move['mode']}: {' '.join(move['path'])})" for move in found["moves"]]
    yield from block(SPOKEN["moves"][lang], moves)
    if not moves and not found["missing"]:
        yield SPOKEN["no_moves"][lang]
    barred = [f"{each['hex']}: {', '.join(map(number_of, each['cases']))}" for each in found["barred"]]
    yield from block(SPOKEN["barred"][lang], barred)
    attacks = [f"{each['target']} ({VERDICTS[each['verdict']][lang].lower()})" for each in found["attacks"]]
    yield from block(SPOKEN["attacks"][lang], attacks)
    others = [f"{json.dumps(each['action'])} ({VERDICTS[each['verdict']][lang].lower()})" for each in found["others"]]
    yield from block(SPOKEN["others"][lang], others)
    yield from block(SPOKEN["needed"][lang], [missing(each, lang) for each in found["missing"]])


def guard_lines(guard: "Guard", lang: "Language") -> Iterator[str]:
    """How far a service that others can reach is open to them."""
    if guard.is_public:
        yield GUARDED["public"][lang]
        yield GUARDED["token" if guard.token else "read_only"][lang]
        if guard.rate:
            yield GUARDED["rate"][lang].format(rate=guard.rate)


def survey_lines(found: Json, lang: "Language") -> Iterator[str]:
    """The zones of each side, and how its units are supplied: those in the same state together."""
    for side, hexes in found["zones"].items():
        yield from block(f"{SPOKEN['zones'][lang]} ({side})", [" ".join(hexes)] if hexes else [])
    states: dict[str, list[str]] = {}
    for unit, state in found["supply"].items():
        states.setdefault(state or "?", []).append(unit)
    yield from block(SPOKEN["supply"][lang], [f"{state}: {', '.join(units)}" for state, units in states.items()])
    yield from block(SPOKEN["needed"][lang], [missing(each, lang) for each in found["missing"]])
