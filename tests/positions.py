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
from rulebook.ruling import Finding, Ruling
from rulebook.table import Table
from rulebook.umpire import check

Place = tuple[Any, ...]
"""Where a fact stands in a request: the keys that lead to it."""
ASKED = {"dice", "do", "column", "modifier", "mode", "support", "against", "events", "stays", "distance"}
"""Fields that say what is asked, not what is so: left out they ask something else. Dice left out ask for all that can
fall, no support is an attack without it, no stay a retreat that is made."""
ASKED_OF = {
    ("disengage", "path"), ("play", "hex"), ("support", "role"), ("advance", "target"), ("losses", "target"),
    ("losses", "trail"), ("retreat", "target"), ("attack", "orders_die"), ("replace", "source"),
}  # fmt: skip
DECLARED = {"plus-two-here"}
"""Events that are a part of what is asked: the asset that is played on this very attack."""
AT_THEIR_WORD = {
    "a combat die is read on its table, of whichever battle it is": {"rolls_without_a_battle"},
    "what acts is on the map, on a turn that is played, unless told otherwise": {
        "acts_in_no_player_turn", "enters_dutch_hex", "player_turn_is_not_played",
    },
    "who tells of no payment pays nothing": {"pays_for_dismounting"},
    "comrades of whom no hex is told stand elsewhere": {"leaves_comrades_behind"},
}
"""Rules, most of them of Storm in the West, that take an action at its word where nobody tells otherwise."""
OF_WHOM = {"type", "nation", "side"}
OF_THE_GAME = {
    "agb_has_been_withdrawn", "portuguese_take_no_part", "stoss_have_become_infantry", "unit_belongs_to_1919",
    "unit_is_not_used_elsewhere", "unit_is_not_used_in_1919",
}
"""Rules on units that have left the game: one of which nobody tells who it is is some other, that is in it."""
BELIEVED, BELIEVED_OF_A_HEX = {"supply"}, "in-supply"
"""What a caller may tell though the rest of the position shows otherwise: left out, the line is traced instead."""


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
    posed = (trial for trial in trials_of(game) if trial.assume is None and "error" not in trial.expect)
    return [of_trial(trial) for trial in posed if not _is_marked_and_traced(trial)]


def _is_marked_and_traced(trial: Trial) -> bool:
    """An Allied unit of The Deadly Woods told to be unsupplied is so, unless it is seen that it can trace by now (8.1):
    the more is known of the map, the more a mark of earlier can be overtaken."""
    return trial.game == "tdw" and any(unit.get("supply") == "unsupplied" for unit in trial.position.get("units", ()))


def of_trial(trial: Trial) -> Situation:
    return Situation(trial.game, trial.position, trial.action, trial.tables, f"{trial.file}: {trial.name}")


# Facts taken away


def facts_of(situation: Situation) -> list[Place]:
    """Every fact of a situation that can be left out and is then unknown, not another."""
    places = [*_position_facts(situation.position), *_action_facts(situation.action)]
    return [place for place in places if not _is_announced_before(place, situation.action)]


def _position_facts(position: dict[str, Any]) -> Iterator[Place]:
    for name, value in position.items():
        if name == "units":
            yield from (
                ("position", "units", place, field)
                for place, unit in enumerate(value) for field in unit if field not in {"id", *BELIEVED}
            )
        elif name == "tracks":
            yield from (("position", "tracks", track) for track in value)
        elif name == "map" and isinstance(value, dict):
            yield from _map_facts(value)
        elif name not in ("game", "units") and not DECLARED.intersection(value if name == "events" else ()):
            yield ("position", name)


def _map_facts(posted: dict[str, Any]) -> Iterator[Place]:
    """A hex that is not listed is like those elsewhere, so that a listed one stays, with less told of it."""
    at = ("position", "map")
    for number, facts in posted.get("hexes", {}).items():
        is_believed = BELIEVED_OF_A_HEX in facts.get("features", ())
        yield from ((*at, "hexes", number, field) for field in facts if field != "features" or not is_believed)
    yield from ((*at, "elsewhere", field) for field in posted.get("elsewhere", {}))
    if "roads" in posted:
        yield (*at, "roads")
    if "sides" not in posted.get("elsewhere", {}):
        yield from ((*at, "sides", key) for key in posted.get("sides", {}))


def _is_announced_before(place: Place, action: dict[str, Any]) -> bool:
    """Whether this is the weather of a strategic raid, which is announced before the weather is rolled for."""
    return place == ("position", "weather") and action["type"] == "bombard" and action.get("mode") == "strategic"


def _action_facts(action: dict[str, Any]) -> Iterator[Place]:
    """A field that stands for nothing when it is left out (no losses, no garrison) is no unknown one."""
    fields = ACTION_TYPES[action["type"]].model_fields
    told = (name for name in action if name not in ASKED and (action["type"], name) not in ASKED_OF)
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


# The same, told otherwise


def shuffled(situation: Situation, random: Random) -> Situation:
    """The same situation with its units, markers and hexes listed in another order."""
    request = deepcopy(situation.request)
    position = request["position"]
    for name in ("units", "markers"):
        random.shuffle(position.get(name) or [])
    posted = position.get("map")
    for name in ("hexes", "sides") if isinstance(posted, dict) else ():
        listed = list(posted.get(name, {}).items())
        random.shuffle(listed)
        posted[name] = dict(listed)
    return situation.told_as(request)


def spelled_out(situation: Situation, random: Random) -> Situation | None:
    """The same situation with a few hexes listed that are as those elsewhere; None where nothing says how these are."""
    posted = situation.position.get("map")
    if not isinstance(posted, dict) or "elsewhere" not in posted:
        return None
    request, game = deepcopy(situation.request), GAMES[situation.game]
    facts = {name: value for name, value in posted["elsewhere"].items() if name != "sides"}
    free = [number for number in game.grid.numbers() if number not in game.printed_hexes]
    for number in random.sample(free, min(5, len(free))):
        request["position"]["map"].setdefault("hexes", {}).setdefault(number, dict(facts))
    return situation.told_as(request)


PLAIN = {"sitw": "infantry", "tdw": "infantry", "tsnp": "regiment", "marne": "division", "tgwe": "infantry"}
LOCAL = {"move", "attack", "retreat", "zoc", "dig", "rally", "stack"}
FAR = 14


def with_a_far_friend(situation: Situation, random: Random) -> Situation | None:
    """The same with one more plain unit of the acting side, far from everything posted, and told in full."""
    named = [unit for unit in situation.position["units"] if unit["id"] in situation.action.get("units", ())]
    if situation.action["type"] not in LOCAL or not named or not {"side", "nation"} <= named[0].keys():
        return None
    far = _far_hex(situation, random)
    if far is None:
        return None
    friend = {name: named[0][name] for name in ("side", "nation")} | {
        "id": "far-friend", "type": PLAIN[situation.game], "hex": far, "attack": 2, "defense": 2, "movement": 4,
        "steps": 1, "reduced": False, "supply": "supplied", "status": [],
        "formation": {"division": "far", "corps": "far", "army": "far"},
    }  # fmt: skip
    request = deepcopy(situation.request)
    request["position"]["units"].append(friend)
    return situation.told_as(request)


def _far_hex(situation: Situation, random: Random) -> str | None:
    grid, told = GAMES[situation.game].grid, json.dumps(situation.request)
    printed = GAMES[situation.game].printed_hexes
    signs = ('"{}"', "{}/", "/{}")
    named = [number for number in grid.numbers() if any(sign.format(number) in told for sign in signs)]
    for number in random.sample(list(grid.numbers()), 40):
        apart = all(number[:-4] == other[:-4] and grid.distance(number, other) >= FAR for other in named)
        if apart and not any(near in printed for near in grid.within(number, 2)):
            return number
    return None


# What two rulings differ in


def differ_in(one: Ruling, other: Ruling) -> set[str]:
    """The cases that forbid, or may, in one ruling and not in the other."""
    return {case for case, _ in _forbidding(one) ^ _forbidding(other)}


def is_kept(told: Ruling, less: Ruling | None, facts: list[Place]) -> bool:
    """Whether a verdict stays, or is left open, without these facts."""
    return less is None or less.verdict in (told.verdict, "undetermined") or are_at_their_word(told, less, facts)


def are_at_their_word(one: Ruling, other: Ruling, facts: list[Place]) -> bool:
    """Whether two rulings, one without these facts, differ by nothing but rules that take an action at its word."""
    barring = ({each.predicate for each in ruling.findings if _bars(each)} for ruling in (one, other))
    excused = set().union(*AT_THEIR_WORD.values())
    if any(place[-1] in OF_WHOM for place in facts):
        excused |= OF_THE_GAME
    return set.symmetric_difference(*barring) <= excused


def _bars(finding: Finding) -> bool:
    return finding.effect == "forbids" and finding.holds is True


def _forbidding(ruling: Ruling) -> set[tuple[str, bool | None]]:
    return {(finding.case, finding.holds) for finding in ruling.findings if finding.effect == "forbids"}
