"""What the service answers about what users store, and whether it is ready."""

from typing import Literal

from rulebook.position import MapFacts
from server.shapes import Shape

MAP_NAME = r"[A-Za-z0-9._-]{1,64}"


class MapsAnswer(Shape):
    maps: list[str]


class MapAnswer(Shape):
    name: str
    game: str
    map: MapFacts


class MapStored(Shape):
    name: str
    game: str
    created: bool


class Storage(Shape):
    """What keeps the maps, copies and tables that users store, and whether it can be reached."""

    kind: Literal["file", "postgresql"]
    ready: bool


class HealthAnswer(Shape):
    ready: bool
    version: str
    books: list[str]
    storage: Storage
