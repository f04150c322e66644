"""Situations for the property tests: those of `data/`, and the same with facts taken away, added, or told otherwise."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from knowledge.trials import ACTION, Trial, trials_of
from rulebook.actions import ACTION_TYPES
from rulebook.faults import faults_of
from rulebook.games import GAMES
from rulebook.position import Position
from rulebook.ruling import Ruling
from rulebook.table import Table
from rulebook.umpire import check

Place = tuple[Any, ...]
"""Where a fact stands in a request: the keys that lead to it."""
ASKED = {"dice", "do", "column", "modifier"}
"""What an action asks, not what is so: dice left out ask for all that can fall, `do` for what comes next."""


@dataclass(frozen=True)
class Situation:
    """A position and an action, with the player's own tables, ready to be judged."""

    game: str
    position: dict[str, Any]
    action: dict[str, Any]
    tables: dict[str, Any]
    name: str

    @property
    def request(self) -> dict[str, Any]:
        return {"position": self.position, "action": self.action}

    def told_as(self, request: dict[str, Any]) -> "Situation":
        """The same situation, told otherwise."""
        return Situation(self.game, request["position"], request["action"], self.tables, self.name)

    def without(self, *places: Place) -> "Situation":
        """The same situation with less told of it."""
        request = deepcopy(self.request)
        for place in places:
            forget(request, place)
        return self.told_as(request)

    def ruling(self) -> Ruling | None:
        """What the umpire says; None where the request is refused."""
        game = GAMES[self.game]
        position = Position.model_validate_json(json.dumps(self.position))
        action = game.completed(position, ACTION.validate_json(json.dumps(self.action)))
        table = Table(game, position, tables=self.tables)
        return None if faults_of(table, action) else check(table, action)


def situations(game: str) -> list[Situation]:
    """Every situation that `data/` poses in a game with nothing assumed."""
    return [of_trial(trial) for trial in trials_of(game) if trial.assume is None and "error" not in trial.expect]


def of_trial(trial: Trial) -> Situation:
    return Situation(trial.game, trial.position, trial.action, trial.tables, f"{trial.file}: {trial.name}")


# Facts taken away


def facts_of(situation: Situation) -> list[Place]:
    """Every fact of a situation that can be left out and is then unknown, not another."""
    return [*_position_facts(situation.position), *_action_facts(situation.action)]


def _position_facts(position: dict[str, Any]) -> Iterator[Place]:
    for name, value in position.items():
        if name == "units":
            yield from (
                ("position", "units", place, field)
                for place, unit in enumerate(value) for field in unit if field != "id"
            )
        elif name == "tracks":
            yield from (("position", "tracks", track) for track in value)
        elif name == "map" and isinstance(value, dict):
            yield from _map_facts(value)
        elif name not in ("game", "units"):
            yield ("position", name)


def _map_facts(posted: dict[str, Any]) -> Iterator[Place]:
    """A hex that is not listed is like those elsewhere, so that a listed one stays, with less told of it."""
    at = ("position", "map")
    for number, facts in posted.get("hexes", {}).items():
        yield from ((*at, "hexes", number, field) for field in facts)
    yield from ((*at, "elsewhere", field) for field in posted.get("elsewhere", {}))
    if "roads" in posted:
        yield (*at, "roads")
    if "sides" not in posted.get("elsewhere", {}):
        yield from ((*at, "sides", key) for key in posted.get("sides", {}))


def _action_facts(action: dict[str, Any]) -> Iterator[Place]:
    """A field that stands for nothing when it is left out (no losses, no garrison) is no unknown one."""
    fields = ACTION_TYPES[action["type"]].model_fields
    told = (name for name in action if name not in ASKED and (action["type"], name) != ("disengage", "path"))
    yield from (("action", name) for name in told if not fields[name].is_required() and fields[name].default is None)


def forget(request: dict[str, Any], place: Place) -> None:
    *above, last = place
    inside: Any = request
    for key in above:
        inside = inside[key]
    del inside[last]


def some_facts(situation: Situation, random: Random, most: int) -> list[Place]:
    """A few of the facts, one or up to so many, in the order in which they stand."""
    facts = facts_of(situation)
    count = min(len(facts), random.choice((1, 1, random.randint(1, most))))
    chosen = set(random.sample(range(len(facts)), count))
    return [fact for place, fact in enumerate(facts) if place in chosen]
