"""What the umpire answers, as the command line prints it: rulings with their charts, options, surveys."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from click import style

from server.numbers import chart_lines, value_lines
from server.prose import Json, block, colon, number_of
from server.words import EFFECTS, SPOKEN, VERDICTS

if TYPE_CHECKING:
    from knowledge.records import Language

COLOURS = {"legal": "green", "illegal": "red", "undetermined": "yellow"}


def ruling_lines(ruling: Json, lang: "Language") -> Iterator[str]:
    """A ruling: the verdict, the reasons, the numbers, what is missing, what would do instead."""
    yield verdict(ruling, lang)
    for name, items in ruling_parts(ruling, lang):
        yield from block(SPOKEN[name][lang], items)
        if name == "values":
            yield from chart_lines(ruling["values"], lang, game_of(ruling))


def ruling_parts(ruling: Json, lang: "Language") -> Iterator[tuple[str, list[str]]]:
    """What a ruling says besides its verdict, under the names of its headings; a part may be empty."""
    yield "reasons", list(dict.fromkeys(reason(each, lang) for each in told(ruling)))
    by = SPOKEN["by"][lang]
    yield "overridden", [f"{number_of(each['case'])} {by} {number_of(each['by'])}" for each in ruling["overridden"]]
    yield "values", list(value_lines(ruling["values"], lang, game_of(ruling)))
    yield "needed", [missing(each, lang) for each in ruling["missing"]]
    yield "instead", [each["says"][lang] for each in ruling["instead"]]
    yield from _asides(ruling, lang)
    others = ", ".join(map(number_of, ruling["see_also"]))
    yield "see_also", [others] if others else []


def game_of(ruling: Json) -> str:
    """The game of a ruling, by the cases it names; none where it names no case."""
    named = [*(each["case"] for each in ruling["findings"]), *(each["id"] for each in ruling["cites"])]
    return next((id.partition(":")[0] for id in (*named, *ruling["see_also"])), "")


def told(ruling: Json) -> list[Json]:
    """The findings that bear on the verdict: what forbids first; what is unsettled only where that leaves it open."""
    is_open = ruling["verdict"] == "undetermined"
    shown = [finding for finding in ruling["findings"] if is_open or finding["holds"]]
    return sorted(shown, key=lambda finding: finding["effect"] != "forbids")


def _asides(ruling: Json, lang: "Language") -> Iterator[tuple[str, list[str]]]:
    yield "provisos", [_fact(ruling, each["fact"], lang, each["taken_as"]) for each in ruling.get("provisos", ())]
    yield "contested", [
        f"{number_of(each['case'])}: {VERDICTS[each['other_reading']['verdict']][lang].lower()}"
        for each in ruling.get("contested", ())
    ]
    yield "contradictions", [
        f"{_fact(ruling, each['fact'], lang, each['posted'], 'posted')}, "
        f"{_value(ruling, each['fact'], lang, each['rulebook'], 'rulebook')} ({number_of(each['case'])})"
        for each in ruling.get("contradictions", ())
    ]


def _fact(ruling: Json, fact: str, lang: "Language", value: Any, said: str = "") -> str:
    """A fact with what it is, or was said to be."""
    from knowledge.addresses import fact_told
    from rulebook.games import GAMES

    return f"{fact_told(GAMES[game_of(ruling)], fact, lang)}{colon(lang)} {_value(ruling, fact, lang, value, said)}"


def _value(ruling: Json, fact: str, lang: "Language", value: Any, said: str) -> str:
    from knowledge.addresses import value_told
    from rulebook.games import GAMES

    told = value_told(GAMES[game_of(ruling)], fact, value, lang)
    return f"{SPOKEN[said][lang]} {told}" if said else told


def verdict(ruling: Json, lang: "Language") -> str:
    word = ruling["verdict"]
    return style(VERDICTS[word][lang], fg=COLOURS[word], bold=True)


def ruling_line(ruling: Json, lang: "Language") -> str:
    """A ruling in one line: the verdict and what decides it."""
    forbidding = [reason(each, lang) for each in ruling["findings"] if each["effect"] == "forbids" and each["holds"]]
    asked = [each["fact"] for each in ruling["missing"]]
    because = forbidding[:1] or ([f"{SPOKEN['needed'][lang]}{colon(lang)} {', '.join(asked)}"] if asked else [])
    return "  ".join([verdict(ruling, lang), *because])


def reason(finding: Json, lang: "Language") -> str:
    return f"{number_of(finding['case'])} {EFFECTS[finding['effect']][lang]}{colon(lang)} {finding['says'][lang]}"


def missing(each: Json, lang: "Language") -> str:
    needed = f" ({', '.join(map(number_of, each['needed_by']))})" if each.get("needed_by") else ""
    return f"{each['fact']}{needed}" + (f"{colon(lang)} {SPOKEN['decides'][lang]}" if each.get("would_decide") else "")


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


def survey_lines(found: Json, lang: "Language") -> Iterator[str]:
    """The zones of each side, and how its units are supplied: those in the same state together."""
    for side, hexes in found["zones"].items():
        yield from block(f"{SPOKEN['zones'][lang]} ({side})", [" ".join(hexes)] if hexes else [])
    states: dict[str, list[str]] = {}
    for unit, state in found["supply"].items():
        states.setdefault(state or "?", []).append(unit)
    yield from block(SPOKEN["supply"][lang], [f"{state}: {', '.join(units)}" for state, units in states.items()])
    yield from block(SPOKEN["needed"][lang], [missing(each, lang) for each in found["missing"]])
