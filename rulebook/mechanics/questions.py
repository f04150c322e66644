"""Questions about a scene: each is put together once, and then asked of one scene after the other."""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from rulebook.hexes import side_key
from rulebook.sheets import Sheet

if TYPE_CHECKING:
    from rulebook.game import Game
    from rulebook.mechanics.precedents import Scene

Spot = int | tuple[int, int]
"""A hex: its place among those that are named, or the first of them that it lies next to and its place around that."""
Key = int | tuple[Spot, int]
"""A unit: its place among those that are named, or the hex it stands in and its place there."""
Ask = Callable[["Scene"], Any]
Question = tuple[Any, ...]
"""What is asked: what makes an `Ask` of it, and the rest of what that takes."""


def asking(question: Question) -> Ask:
    """The question, to be asked of a scene."""
    made: Ask = question[0](*question[1:])
    return made


def posted(name: str) -> Ask:
    return attrgetter(f"table.posted.{name}")


def is_listed(name: str, word: str) -> Ask:
    listed = attrgetter(f"table.posted.{name}")

    def ask(scene: "Scene") -> bool | None:
        posted = listed(scene)
        return None if posted is None else word in posted

    return ask


def track(name: str) -> Ask:
    return lambda scene: scene.table.posted.tracks.get(name)


def hex_fact(spot: Spot, name: str) -> Ask:
    fact = attrgetter(name)

    def ask(scene: "Scene") -> Any:
        posted = scene.ground.get(scene.hexes[spot])
        told = None if posted is None else fact(posted)
        return scene.table._posted_or_printed(scene.hexes[spot], name) if told is None else told

    return ask


def feature(spot: Spot, word: str) -> Ask:
    def ask(scene: "Scene") -> bool | None:
        posted = scene.ground.get(scene.hexes[spot])
        if posted is None or posted.features is None:
            return scene.table._feature(scene.hexes[spot], word)
        return word in posted.features

    return ask


def side(one: Spot, other: Spot, word: str) -> Ask:
    return lambda scene: scene.table.layout.sheet.side_has(side_key(scene.hexes[one], scene.hexes[other]), word)


def road(one: Spot, other: Spot) -> Ask:
    def ask(scene: "Scene") -> bool | None:
        roads = scene.table.layout.sheet.roads
        return None if roads is None else side_key(scene.hexes[one], scene.hexes[other]) in roads

    return ask


def are_adjacent(one: Spot, other: Spot) -> Ask:
    def ask(scene: "Scene") -> bool | None:
        here, there = scene.hexes[one], scene.hexes[other]
        return None if "?" in (here[0], there[0]) else scene.table.grid.are_adjacent(here, there)

    return ask


def distance(one: Spot, other: Spot) -> Ask:
    def ask(scene: "Scene") -> int | None:
        here, there = scene.hexes[one], scene.hexes[other]
        return None if "?" in (here[0], there[0]) else scene.table.grid.distance(here, there)

    return ask


def near(spot: Spot) -> Ask:
    """None for a hex that is not placed."""

    def ask(scene: "Scene") -> tuple[str, ...] | None:
        number = scene.hexes[spot]
        return None if number[0] == "?" else scene.table.layout.near(number)

    return ask


def around(number: int) -> Ask:
    """The hexes around one, each by the same key whatever it is seen from; None around a hex that is not placed."""

    def ask(scene: "Scene") -> tuple[Spot, ...] | None:
        if scene.named[number][0] == "?":
            return None
        found = _spots_around(scene.table.game, number, *scene.named)
        scene.hexes.update(found)
        return tuple(found)

    return ask


@lru_cache(maxsize=4096)
def _spots_around(game: "Game", number: int, *named: str) -> dict[Spot, str]:
    """The hexes around one of those named, by the first of them that they are or lie next to: as the grid has it."""
    keys: dict[str, Spot] = {}
    for place, here in enumerate(named[: number + 1]):
        for way, there in enumerate(() if here[0] == "?" else game.grid.neighbours(here)):
            keys.setdefault(there, (place, way))
    keys.update((here, named.index(here)) for here in named)
    return {keys[there]: there for there in game.grid.neighbours(named[number])}


def unit_fact(key: Key, name: str) -> Ask:
    fact = attrgetter(name)
    if isinstance(key, int):
        return lambda scene: fact(scene.units[key])
    return lambda scene: fact(scene.unit(key))


def held_by(spot: Spot) -> Ask:
    def ask(scene: "Scene") -> tuple[Key, ...]:
        ids = scene.table.layout.by_hex.get(scene.hexes[spot])
        if not ids:
            return ()
        named = [facts.id for facts in scene.units]
        return tuple([
            named.index(unit_id) if unit_id in named else (spot, place) for place, unit_id in enumerate(ids)
        ])

    return ask


def are_all_placed() -> Ask:
    return lambda scene: bool(scene.table.posted.units_complete) and not scene.table.layout.astray


def may_have_status(word: str) -> Ask:
    return lambda scene: scene.table.may_have_status(word)


# Several questions at once


def by_topic(questions: Iterable[Question]) -> dict[Hashable, tuple[Question, ...]]:
    """The questions, those about one hex, side or unit together; each topic where it first comes up.

    So whatever is found out about who or what there is comes before the questions about them.
    """
    found: dict[Hashable, tuple[Question, ...]] = {}
    for question in questions:
        about = TOPICS.get(question[0])
        topic = question if about is None else (about, *question[1 : 1 + SUBJECTS[about]])
        found[topic] = (*found.get(topic, ()), question)
    return found


TOPICS: dict[Any, str] = {
    posted: "terms", is_listed: "terms", track: "terms", are_all_placed: "terms", may_have_status: "terms",
    hex_fact: "hex", feature: "hex", side: "side", unit_fact: "unit",
}
SUBJECTS = {"terms": 0, "hex": 1, "side": 2, "unit": 1}
"""How many words of a question tell what it is about."""


def asking_all(questions: tuple[Question, ...]) -> Ask:
    """The questions about one topic, to be asked at once: where the answer is the same, so is that to each of them."""
    if len(questions) == 1:
        return asking(questions[0])
    kinds = {question[0] for question in questions}
    if kinds == {unit_fact}:
        return _unit_facts(questions[0][1], [name for _, _, name in questions])
    if kinds == {side}:
        _, one, other, _ = questions[0]
        return _sides(one, other, tuple(word for *_, word in questions))
    if kinds == {hex_fact, feature}:
        return _ground(questions)
    return _terms(questions) if posted in kinds else _one_by_one(questions)


def _one_by_one(questions: tuple[Question, ...]) -> Ask:
    asks = [asking(question) for question in questions]
    return lambda scene: tuple([ask(scene) for ask in asks])


def _terms(questions: tuple[Question, ...]) -> Ask:
    """What was posted of the terms at a glance, and the rest one by one."""
    facts = attrgetter(*[question[1] for question in questions if question[0] is posted])
    asks = [asking(question) for question in questions if question[0] is not posted]
    return lambda scene: (facts(scene.table.posted), *[ask(scene) for ask in asks])


def _unit_facts(key: Key, names: list[str]) -> Ask:
    facts = attrgetter(*names)
    if isinstance(key, int):
        return lambda scene: facts(scene.units[key])
    return lambda scene: facts(scene.unit(key))


def _sides(one: Spot, other: Spot, words: tuple[str, ...]) -> Ask:
    def ask(scene: "Scene") -> tuple[bool | None, ...]:
        key = side_key(scene.hexes[one], scene.hexes[other])
        return scene.table.layout.sheet.once(_words_of_side, key, words)

    return ask


def _words_of_side(sheet: Sheet, key: str, words: tuple[str, ...]) -> tuple[bool | None, ...]:
    return tuple([sheet.side_has(key, word) for word in words])


def _ground(questions: tuple[Question, ...]) -> Ask:
    """What was posted of a hex at a glance; one by one where some of it was not."""
    spot = questions[0][1]
    facts = attrgetter("features", *[name for kind, _, name in questions if kind is hex_fact])
    words = frozenset(word for kind, _, word in questions if kind is feature)
    each = _one_by_one(questions)

    def ask(scene: "Scene") -> tuple[Any, ...]:
        posted = scene.ground.get(scene.hexes[spot])
        told = (None,) if posted is None else facts(posted)
        return each(scene) if None in told else (words.intersection(told[0]), *told[1:])

    return ask
