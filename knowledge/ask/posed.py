"""A situation as it is posed: what it holds, and whether the umpire rules alike with more or with less told."""

import copy
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from pydantic import ValidationError

from knowledge.ask.reading import NAME
from knowledge.ask.wordings import NUMBER, Word
from knowledge.language import root
from knowledge.trials import Trial, laid_out
from rulebook.faults import faults_of
from rulebook.games import GAMES
from rulebook.ruling import Verdict
from rulebook.umpire import check

OF_UNITS = {"types": "type", "nations": "nation", "sides_of_play": "side", "supply": "supply"}
OF_HEXES = {"terrain": "terrain", "countries": "country", "fronts": "front"}
OF_THE_MOMENT = {"weather": "weather", "phases": "phase", "scenarios": "scenario"}
TURN = frozenset({root("en", "turn"), root("fr", "tour")})
OF_UNITS_NAMED = tuple(f"{NAME}{kind}." for kind in ("types", "nations", "sides_of_play"))
UNITS = frozenset(root(language, word) for language, word in (("en", "units"), ("en", "corps"), ("fr", "unités")))


class Fact(NamedTuple):
    """A word of a game's vocabulary by its kind."""

    kind: str
    word: str


def facts_of(word: Word) -> list[Fact]:
    named = (atom.removeprefix(NAME).partition(".") for atom in sorted(word.atoms) if atom.startswith(NAME))
    return [Fact(kind, rest) for kind, _, rest in named]


def _moment(word: Word) -> dict[str, Any]:
    """What a word tells of the time in which something is done: the turn, the phase, the weather, the scenario."""
    if word.counts & TURN:
        numbers = [atom[1:] for atom in word.atoms if atom.startswith(NUMBER) and atom[1:].isdigit()]
        return {"turn": int(numbers[0])} if numbers else {}
    return {OF_THE_MOMENT[fact.kind]: fact.word for fact in facts_of(word) if fact.kind in OF_THE_MOMENT}


class Told:
    """A posed situation that can be asked for what it holds, and told with less."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.position: dict[str, Any] = trial.position

    @property
    def verdict(self) -> Verdict | None:
        """What the umpire says of it as it is told; None where it makes no position."""
        try:
            table, action = laid_out(replace(self.trial, position=self.position))
        except ValidationError:
            return None
        return None if faults_of(table, action) else check(table, action).verdict

    def verdict_with(self, moment: dict[str, Any]) -> Verdict | None:
        """What the umpire says of it at another time."""
        self.position = {**self.trial.position, **moment}
        return self.verdict

    def holds(self, fact: Fact, acts: bool) -> bool:
        """Whether it has this fact; one of who acts must be that of a unit of the action."""
        action = self.trial.action
        if fact.kind == "action":
            kind, _, mode = fact.word.partition(".")
            return bool(action["type"] == kind and (not mode or action.get("mode") == mode))
        if fact.kind == "modes":
            return bool(action.get("mode") == fact.word)
        if fact.kind in OF_THE_MOMENT:
            return bool(self.position.get(OF_THE_MOMENT[fact.kind]) == fact.word)
        if fact.kind == "sides":
            return any(fact.word in several for several in self._map().get("sides", {}).values())
        units = self.acting() if acts else self._concerned()
        return any(self._is(unit, fact) for unit in units) or any(_lies(each, fact) for each in self._trodden())

    def is_attacked(self, fact: Fact) -> bool:
        """Whether those who are attacked have this fact."""
        return any(self._is(unit, fact) for unit in self._attacked())

    def _is(self, unit: dict[str, Any], fact: Fact) -> bool:
        if fact.kind == "statuses":
            return fact.word in unit.get("status", ())
        if fact.kind == "sides_of_play" and "nation" in unit and "side" not in unit:
            return bool(GAMES[self.trial.game].nation(unit["nation"])["side"] == fact.word)
        return fact.kind in OF_UNITS and unit.get(OF_UNITS[fact.kind]) == fact.word

    def _units(self) -> list[dict[str, Any]]:
        units: list[dict[str, Any]] = self.position.get("units", [])
        return units

    def acting(self) -> list[dict[str, Any]]:
        action = self.trial.action
        named = {*action.get("units", ()), action.get("unit"), *(action.get("support") or ())}
        return [unit for unit in self._units() if unit["id"] in named]

    def _concerned(self) -> list[dict[str, Any]]:
        """All of them; of those who share a hex, they alone."""
        if self.trial.action["type"] != "stack":
            return self._units()
        acting, where = self.acting(), self.trial.action.get("hex")
        return [unit for unit in self._units() if unit in acting or (where is not None and unit.get("hex") == where)]

    def _attacked(self) -> list[dict[str, Any]]:
        target = self.trial.action.get("target")
        return [unit for unit in self._units() if target is not None and unit.get("hex") == target]

    def _map(self) -> dict[str, Any]:
        placed = self.position.get("map")
        return placed if isinstance(placed, dict) else {}

    def _hexes(self) -> list[dict[str, Any]]:
        placed = self._map()
        return [*placed.get("hexes", {}).values(), *([placed["elsewhere"]] if "elsewhere" in placed else [])]

    def _trodden(self) -> list[dict[str, Any]]:
        """The hexes that the action names, and those of the units that it names."""
        action, placed = self.trial.action, self._map()
        named = [action.get(name) for name in ("hex", "target", "to", "from")]
        stood = [unit.get("hex") for unit in self.acting()]
        hexes = [each for each in (*named, *(action.get("path") or ()), *stood) if each]
        return [placed.get("hexes", {}).get(each, placed.get("elsewhere", {})) for each in hexes]

    def fellows(self) -> frozenset[str]:
        """What those are, as words name it, who act together or share a hex."""
        together = [unit for unit in self._units() if unit["id"] in self.trial.action.get("units", ())]
        several = self._concerned() if self.trial.action["type"] == "stack" else together
        return self.named(several) if len(several) > 1 else frozenset()

    def named(self, units: Iterable[dict[str, Any]]) -> frozenset[str]:
        """What some units are, as words name it."""
        return frozenset(f"{NAME}{kind}.{unit.get(name)}" for unit in units for kind, name in OF_UNITS.items())

    def has_as_many(self, word: Word) -> bool:
        """Whether as many units act as a number tells of units."""
        kinds = [atom for atom in word.counts if atom.startswith(OF_UNITS_NAMED)]
        counted = [unit for unit in self.acting() if not kinds or self.named([unit]).intersection(kinds)]
        return bool(kinds or word.counts & UNITS) and f"{NUMBER}{len(counted)}" in word.atoms

    def takes(self, word: Word, acts: bool) -> bool:
        """Tell it with what a word names: the time, or who acts or is attacked; False where it cannot be told so."""
        if self.position is self.trial.position:
            self.position = copy.deepcopy(self.trial.position)
        if moment := _moment(word):
            self.position |= moment
            return True
        units = self.acting() if acts else self._attacked()
        return any(self._becomes(units, fact) for fact in facts_of(word))

    def _becomes(self, units: list[dict[str, Any]], fact: Fact) -> bool:
        """Make units of one kind of what a word names; a unit stays on its side."""
        if not units or fact.kind not in ("types", "nations"):
            return False
        if fact.kind == "nations" and any(self._side(unit) != self._side({"nation": fact.word}) for unit in units):
            return False
        if len({unit.get(OF_UNITS[fact.kind]) for unit in units}) > 1:
            return False
        for unit in units:
            unit[OF_UNITS[fact.kind]] = fact.word
        return True

    def _side(self, unit: dict[str, Any]) -> Any:
        return unit.get("side") or (GAMES[self.trial.game].nation(unit["nation"])["side"] if "nation" in unit else None)

    def leaves_open(self, fact: Fact) -> bool:
        """Tell it without a fact, wherever it has it; False where it has not.

        Those whom nobody would name without it (infantry that cavalry is stacked with) stay as they are.
        """
        self.position = copy.deepcopy(self.trial.position)
        named = [*self.acting(), *self._attacked()]
        for where, names in ((named, OF_UNITS), (self._hexes(), OF_HEXES), ([self.position], OF_THE_MOMENT)):
            if fact.kind in names:
                return _cleared(where, names[fact.kind], fact.word)
        return False


def _cleared(several: list[dict[str, Any]], name: str, value: str) -> bool:
    """Leave this value open wherever it stands; False where it stands nowhere."""
    having = [each for each in several if each.get(name) == value]
    for each in having:
        del each[name]
    return bool(having)


def _lies(told: dict[str, Any], fact: Fact) -> bool:
    if fact.kind == "features":
        return fact.word in told.get("features", ())
    return fact.kind in OF_HEXES and told.get(OF_HEXES[fact.kind]) == fact.word
