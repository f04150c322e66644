"""Questions about a scene: each is put together once, and then asked of one scene after the other."""

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from rulebook.hexes import side_key

if TYPE_CHECKING:
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
    return lambda scene: scene.table._side(side_key(scene.hexes[one], scene.hexes[other]), word)


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
        named, near = scene.named, scene.table.grid.neighbours
        if named[number][0] == "?":
            return None
        before = [() if here[0] == "?" else near(here) for here in named[:number]]
        found: dict[Spot, str] = {}
        for place, there in enumerate(near(named[number])):
            seen = named.index(there) if there in named else _seen_from(before, there)
            found[(number, place) if seen is None else seen] = there
        scene.hexes.update(found)
        return tuple(found)

    return ask


def _seen_from(before: list[tuple[str, ...]], there: str) -> Spot | None:
    """A hex by the first of those named before that it lies next to; None where it is next to none."""
    for number, around in enumerate(before):
        if there in around:
            return number, around.index(there)
    return None


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
        named = {facts.id: place for place, facts in enumerate(scene.units)}
        return tuple([named.get(unit_id, (spot, place)) for place, unit_id in enumerate(ids)])

    return ask


def are_all_placed() -> Ask:
    return lambda scene: bool(scene.table.posted.units_complete) and not scene.table.layout.astray


def may_have_status(word: str) -> Ask:
    return lambda scene: scene.table.may_have_status(word)
