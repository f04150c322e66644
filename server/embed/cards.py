"""Preview cards: a case, or a position that was shared, with its ruling on the board, as a picture for a chat."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from markupsafe import escape

from knowledge import desk
from knowledge.records import Case
from knowledge.trials import trials_of
from rulebook import printed
from rulebook.faults import BadRequest
from rulebook.games import GAMES
from server.board import draw
from server.embed.pictures import FAMILY, lines, png, wrapped
from server.words import EMBED, VERDICTS

WIDTH, HEIGHT = 1200, 630
MARGIN = 56
BOARD = (MARGIN, 216, 530, 366)
MOST_UNITS = 150
MOST_TRIED = 12
COLOURS = {"legal": "#2d6a3f", "illegal": "#a3302a", "undetermined": "#7a5a12"}
INK, SOFT, PAPER, GREEN, LINE = "#1f2421", "#5b655f", "#fbfaf6", "#2f4a3c", "#d9d6cb"
Json = dict[str, Any]


@dataclass(frozen=True)
class Scene:
    """A position with an action, and what the umpire says of it; None where there is nothing to rule on."""

    game: str
    position: Json
    action: Json | None
    ruling: Json | None


@lru_cache(maxsize=128)
def case_card(game: str, number: str, lang: str) -> bytes:
    """The card of a case: its ruling on the board of an example, or its text."""
    case = desk.library().case(game, number)
    scene = scene_of(case)
    title = f"{case.number}  {getattr(case.title, lang)}"
    if scene is None:
        return _rendered(title, game, lang, _told(str(getattr(case.text, lang)), MARGIN, WIDTH - 2 * MARGIN))
    return _rendered(title, game, lang, _board(scene, lang) + _ruled(scene, case.id, lang))


@lru_cache(maxsize=32)
def position_card(body: bytes, lang: str) -> bytes:
    """The card of a position, with the ruling where an action is asked about. Raises BadRequest like a check."""
    scene = posed(json.loads(body))
    return _rendered(EMBED["position"][lang], scene.game, lang, _board(scene, lang) + _ruled(scene, None, lang))


def posed(asked: Json) -> Scene:
    """What a shared request shows."""
    position = desk.look_at(json.dumps({"position": asked["position"]}))
    ruling = desk.adjudicate(json.dumps(asked)) if asked.get("action") else None
    known = position.model_dump(mode="json", exclude_none=True)
    return Scene(position.game, known, asked.get("action"), ruling)


def scene_of(case: Case) -> Scene | None:
    """A worked example of the case, or a situation that proves its rules: the first in which it speaks."""
    told = [(each.position, each.action, None) for each in desk.library().examples_of(case)]
    told += [(each.position, each.action, each.assume) for each in _proofs(case.game).get(case.id, ())]
    scenes = list(filter(None, (_scene(case.game, *each) for each in told[:MOST_TRIED])))
    return next((scene for scene in scenes if _speaks(scene, case.id)), next(iter(scenes), None))


def _speaks(scene: Scene, case: str) -> bool:
    findings = scene.ruling["findings"] if scene.ruling else ()
    return any(finding["case"] == case and finding["holds"] for finding in findings)


@cache
def _proofs(game: str) -> dict[str, list[Any]]:
    """The situations of a game that end in a ruling of the book alone, by the cases they prove."""
    found: dict[str, list[Any]] = {}
    for trial in trials_of(game):
        if not trial.tables and "error" not in trial.expect:
            for id in trial.source:
                found.setdefault(id, []).append(trial)
    return {id: trials[:MOST_TRIED] for id, trials in found.items()}


def _scene(game: str, position: Json, action: Json, assume: str | None) -> Scene | None:
    """A situation that has something on the map, with its ruling."""
    placed = any(GAMES[game].grid.contains(unit.get("hex") or "?") for unit in position.get("units", ()))
    asked = {"position": {"game": game, **position}, "action": action} | ({"assume": assume} if assume else {})
    try:
        return posed(asked) if placed else None
    except BadRequest:
        return None


# What is drawn


def _rendered(title: str, game: str, lang: str, inside: str) -> bytes:
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    book = lines([str(printed.book(game)["title"][lang])], MARGIN, 66, 26, f'fill="{SOFT}"')
    brand = lines(["Arbitre"], WIDTH - MARGIN, 66, 26, f'font-weight="700" text-anchor="end" fill="{GREEN}"')
    head = lines(wrapped(title, 46, WIDTH - 2 * MARGIN, 2), MARGIN, 122, 46, 'font-weight="700"')
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}" fill="{INK}">'
        f'<rect {size} fill="{PAPER}"/><rect width="{WIDTH}" height="14" fill="{GREEN}"/>'
        f"{book}{brand}{head}{inside}</svg>"
    )
    return png(drawing, WIDTH, HEIGHT)


def _told(text: str, x: float, width: float, y: float = 240, most: int = 9, size: float = 30) -> str:
    return lines(wrapped(text, size, width, most), x, y, size)


def _board(scene: Scene, lang: str) -> str:
    """The board, fitted into its place on the card."""
    x, y, width, height = BOARD
    drawn = draw(scene.game, trimmed(scene), action=scene.action, lang=lang, alone=True)
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    frame = f'<rect {place} fill="#fff" stroke="{LINE}" stroke-width="2"/>'
    return frame + drawn.replace("<svg ", f'<svg {place} preserveAspectRatio="xMidYMid meet" ', 1)


def trimmed(scene: Scene) -> Json:
    """The part of a position that a card has room for: the units of the action first, and the ground around them."""
    acting = {str(each) for name in ("units", "support") for each in (scene.action or {}).get(name) or ()}
    units = sorted(scene.position.get("units", ()), key=lambda unit: unit["id"] not in acting)[:MOST_UNITS]
    whole = scene.position.get("map")
    ground = {"map": _near(scene, units, whole)} if isinstance(whole, dict) else {}
    return {"game": scene.game, "units": units} | ground


def _near(scene: Scene, units: Iterable[Mapping[str, Any]], whole: Json) -> Json:
    """The facts of the map at the units, along the action and one hex around."""
    grid, action = GAMES[scene.game].grid, scene.action or {}
    named = {unit.get("hex") for unit in units} | {action.get(name) for name in ("target", "to", "hex")}
    named |= {number for name in ("path", "trail") for number in action.get(name) or ()}
    known = [number for number in named if isinstance(number, str) and grid.contains(number)]
    seen = {near for number in known for near in (number, *grid.neighbours(number))}
    return {
        "hexes": {number: facts for number, facts in whole.get("hexes", {}).items() if number in seen},
        "sides": {key: words for key, words in whole.get("sides", {}).items() if set(key.split("/")) <= seen},
        "roads": [pair for pair in whole.get("roads") or () if set(pair) <= seen],
        "elsewhere": whole.get("elsewhere"),
    }


def _ruled(scene: Scene, case: str | None, lang: str) -> str:
    """The verdict, and the reason that the case gives, or the weightiest one."""
    x = BOARD[0] + BOARD[2] + 34
    if scene.ruling is None:
        return ""
    verdict = scene.ruling["verdict"]
    label = escape(VERDICTS[verdict][lang])
    badge = (
        f'<rect x="{x}" y="216" width="250" height="56" rx="10" fill="{COLOURS[verdict]}"/>'
        f'<text x="{x + 125}" y="254" font-size="30" font-weight="700" text-anchor="middle" fill="#fff">{label}</text>'
    )
    return badge + _told(_reason(scene.ruling, case, lang), x, WIDTH - MARGIN - x, y=322, most=8, size=26)


def _reason(ruling: Json, case: str | None, lang: str) -> str:
    holding = [finding for finding in ruling["findings"] if finding["holds"]]
    own = [finding for finding in holding if finding["case"] == case]
    barring = [finding for finding in holding if finding["effect"] == "forbids"]
    finding = next(iter(own or barring or holding or ruling["findings"]), None)
    if finding is None:
        return ""
    return f"({finding['case'].partition(':')[2]}) {finding['says'][lang]}"
