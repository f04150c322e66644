"""What a question says becomes a partial position and an action: units and hexes described, not placed."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from knowledge.ask.lexicon import OR, Mention
from knowledge.ask.reading import Token
from knowledge.records import Language
from rulebook.game import Game

HERE, THERE, BACK = "?here", "?there", "?back"
UNIT_KINDS = ("types", "nations", "sides_of_play", "supply", "statuses")
PLACE_KINDS = ("terrain", "features", "sides", "countries", "fronts")
TIME_KINDS = ("weather", "phases", "scenarios")
WITH: dict[Language, frozenset[str]] = {"en": frozenset({"with", "alongside"}), "fr": frozenset({"avec"})}
AND: dict[Language, frozenset[str]] = {"en": frozenset({"and", "or", "plus"}), "fr": frozenset({"et", "ou", "plus"})}
ENEMY: dict[Language, frozenset[str]] = {
    "en": frozenset({"enemy", "enemies", "opposing", "hostile"}),
    "fr": frozenset({"ennemi", "ennemis", "ennemie", "ennemies", "adverse", "adverses", "adversaire", "adversaires"}),
}
TURN = re.compile(r"(?:turns?|tours?|gt|t)\s*(?:n°|no\.?|number)?\s*(\d{1,2})\b", re.IGNORECASE)
FIGHTING = ("attack", "bombard", "support")
"""What is done to others: who stands behind its verb does not do it."""
ORDINARY_TYPES = ("infantry", "regiment", "division")
ORDINARY_MODES = ("regular", "normal", "ordinary", "operational")
FIELDS = {"types": "type", "nations": "nation", "sides_of_play": "side", "supply": "supply"}


@dataclass
class Group:
    """Words that stand together and describe one unit."""

    said: dict[str, Any] = field(default_factory=dict)
    start: int = 0
    end: int = 0
    follows_with: bool = False
    is_enemy: bool = False

    def takes(self, game: Game, mention: Mention) -> bool:
        """Describe the unit by one more word, if that does not contradict what was said."""
        if mention.kind == "statuses":
            self.said.setdefault("status", []).append(mention.word)
            return True
        name = FIELDS[mention.kind]
        if self.said.get(name, mention.word) != mention.word:
            return False
        self.said[name] = mention.word
        return True


@dataclass(frozen=True)
class Posed:
    """A position and an action; `mentioned` are the facts that the question itself gives, `used` the words it took."""

    position: dict[str, Any]
    action: dict[str, Any]
    mentioned: frozenset[str]
    used: frozenset[int]


def poses(
    game: Game, language: Language, text: str, tokens: tuple[Token, ...], mentions: tuple[Mention, ...]
) -> list[Posed]:
    """The positions and actions that a question describes: one for each word that a name of several stands for."""
    plural = next((each for each in mentions if OR in each.word), None)
    ways = [mentions]
    if plural is not None:
        ways = [
            tuple(replace(each, word=word) if each is plural else each for each in mentions)
            for word in plural.word.split(OR)
        ]
    found = [pose(game, language, text, tokens, way) for way in ways]
    return [each for each in found if each is not None] if None not in found else []


def pose(
    game: Game, language: Language, text: str, tokens: tuple[Token, ...], mentions: tuple[Mention, ...]
) -> Posed | None:
    """The position and the action that a question describes; None where it names no single action."""
    chosen = distinct(mentions)
    actions = [each for each in chosen if each.kind == "action"]
    if len({(each.word, each.mode) for each in actions}) != 1:
        return None
    action = actions[0]
    groups = list(_groups(game, language, tokens, chosen))
    return _Posing(game, language, text, tokens, chosen, action, groups).posed()


def distinct(mentions: tuple[Mention, ...]) -> list[Mention]:
    """One reading of each word: that of a nation before its side, of an action before a mode."""
    found: dict[tuple[int, int], list[Mention]] = {}
    for each in mentions:
        found.setdefault((each.start, each.end), []).append(each)
    order = ("action", "types", "nations", "phases", "weather", "statuses", "supply", "terrain", "features", "sides")

    def rank(mention: Mention) -> int:
        return order.index(mention.kind) if mention.kind in order else len(order)

    return [min(several, key=rank) for several in found.values()]


def _groups(game: Game, language: Language, tokens: tuple[Token, ...], chosen: list[Mention]) -> Any:
    group: Group | None = None
    for mention in sorted(chosen, key=lambda each: each.start):
        if mention.kind not in UNIT_KINDS:
            if group is not None:
                yield group
            group = None
            continue
        between = {token.plain for token in tokens[group.end : mention.start]} if group else set()
        apart = group is None or between & (AND[language] | WITH[language]) or not group.takes(game, mention)
        if apart:
            if group is not None:
                yield group
            group = Group(start=mention.start)
            group.takes(game, mention)
        assert group is not None
        group.end = mention.end
        before = [token.plain for token in tokens[max(0, group.start - 3) : group.start]]
        around = before[-2:] + [token.plain for token in tokens[group.end : group.end + 1]]
        group.follows_with = any(word in WITH[language] for word in before)
        group.is_enemy = any(word in ENEMY[language] for word in around)
    if group is not None:
        yield group


class _Posing:
    def __init__(self, game: Game, language: Language, text: str, tokens: tuple[Token, ...], chosen: list[Mention],
                 action: Mention, groups: list[Group]) -> None:
        self.game, self.language, self.text, self.tokens = game, language, text, tokens
        self.chosen, self.action, self.groups = chosen, action, groups
        self.mentioned: set[str] = set()
        self.used: set[int] = set(range(action.start, action.end))
        self.units: list[dict[str, Any]] = []
        self.hexes: dict[str, dict[str, Any]] = {}
        self.sides: dict[str, list[str]] = {}
        self.position: dict[str, Any] = {"game": game.key}

    def posed(self) -> Posed | None:
        if self.action.word in FIGHTING and not any(each.start < self.action.start for each in self.groups):
            return None
        self._time()
        self._place()
        actors = self._actors()
        action = self._action(actors)
        if action is None:
            return None
        self.position["units"] = self.units
        known = {number: facts for number, facts in self.hexes.items() if facts}
        if known or self.sides:
            self.position["map"] = {"hexes": known, "sides": self.sides}
        return Posed(self.position, action, frozenset(self.mentioned), frozenset(self.used))

    # When

    def _time(self) -> None:
        for mention in self.chosen:
            if mention.kind in TIME_KINDS:
                name = {"weather": "weather", "phases": "phase", "scenarios": "scenario"}[mention.kind]
                self.position[name] = mention.word
                self.mentioned.add(name)
                self._use(mention)
        self.position.setdefault("scenario", next(iter(self.game.words("scenarios")), None))
        found = TURN.search(self.text)
        if found and int(found[1]) in self.game.turns:
            self.position["turn"] = int(found[1])
            self.mentioned.add("turn")
            self.used |= {at for at, token in enumerate(self.tokens) if token.word == found[1]}

    # Where

    def _place(self) -> None:
        for mention in self.chosen:
            if mention.kind not in PLACE_KINDS:
                continue
            if mention.kind == "sides":
                self.sides.setdefault(f"{HERE}/{THERE}", []).append(mention.word)
                self.mentioned.add(f"map.sides.{HERE}/{THERE}.{mention.word}")
            else:
                self._hex(mention)
            self._use(mention)

    def _hex(self, mention: Mention) -> None:
        where = self.hexes.setdefault(self._target(), {})
        if mention.kind == "features":
            where.setdefault("features", []).append(mention.word)
            self.mentioned.add(f"map.hexes.{self._target()}.features.{mention.word}")
        else:
            name = {"terrain": "terrain", "countries": "country", "fronts": "front"}[mention.kind]
            where[name] = mention.word
            self.mentioned.add(f"map.hexes.{self._target()}.{name}")

    def _target(self) -> str:
        return HERE if self.action.word in ("dig", "rally", "stack", "supply") else THERE

    # Who

    def _actors(self) -> list[str]:
        verb = self.action.start
        mine = [each for each in self.groups if not each.is_enemy]
        leading = [each for each in mine if each.start < verb and not each.follows_with] or [
            each for each in mine if not each.follows_with
        ][:1]
        leading = mine if self.action.word == "stack" else leading[:1]
        companions = [each for each in mine if each.follows_with and each not in leading]
        names = [self._unit(f"u{at + 1}", each, HERE) for at, each in enumerate(leading)]
        if not names:
            self.units.append({"id": "u1", "hex": HERE})
            names = ["u1"]
        self._plain_troops()
        for at, each in enumerate(companions):
            self._unit(f"w{at + 1}", each, HERE)
        if self.action.word == "stack" and len(names) == 1:
            self.units.append({"id": "u2", "hex": HERE})
            names.append("u2")
        return names

    def _plain_troops(self) -> None:
        """A unit of which no type is told is of the plainest, where that does not contradict its nation."""
        kind = next((word for word in ORDINARY_TYPES if word in self.game.words("types")), None)
        if kind is not None and "type" not in self.units[0]:
            self.units[0]["type"] = kind

    def _unit(self, name: str, group: Group, where: str) -> str:
        unit = {"id": name, **group.said}
        entry = self.game.vocabulary["types"].get(group.said.get("type", ""), {})
        if not entry.get("off_map"):
            unit["hex"] = where
        self.units.append(unit)
        for said in group.said:
            self.mentioned |= (
                {f"units.{name}.status.{word}" for word in group.said["status"]} if said == "status"
                else {f"units.{name}.{said}"}
            )
        self.used |= set(range(group.start, group.end))
        return name

    def _enemy(self, where: str) -> None:
        """Someone to fight: plain infantry of the other side."""
        kind = next((word for word in ORDINARY_TYPES if word in self.game.words("types")), None)
        self.units.append({"id": "e1", "type": kind, "hex": where} if kind else {"id": "e1", "hex": where})

    # What

    def _action(self, actors: list[str]) -> dict[str, Any] | None:
        kind, mode = self.action.word, self.action.mode
        action: dict[str, Any] = {"type": kind, "units": actors}
        if kind == "move":
            action["mode"] = mode or next((each for each in ORDINARY_MODES if each in self.game.words("modes")), None)
            if self.hexes or self.sides:
                action["path"] = [HERE, THERE]
        elif kind == "attack":
            self._enemy(THERE)
            action |= {"target": THERE, "support": [], "against": []}
        elif kind in ("support", "bombard"):
            action["target"] = THERE
            if kind == "bombard" and mode:
                action["mode"] = mode
        elif kind == "advance":
            action["to"] = THERE
        elif kind == "retreat":
            action["path"] = [HERE, BACK]
        elif kind == "stack":
            action["hex"] = HERE
        elif kind == "zoc":
            action["hex"] = THERE
        elif kind == "replace":
            return {"type": kind, "unit": actors[0], "points": 1}
        elif kind not in ("dig", "rally", "supply", "disengage"):
            return None
        return action

    def _use(self, mention: Mention) -> None:
        self.used |= set(range(mention.start, mention.end))
