"""The posted table: as much of it as the caller knows. What is left out stays None: unknown, never assumed."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Number = Annotated[int, Field(ge=-999, le=9999)]
Word = Annotated[str, Field(max_length=80)]
Words = Annotated[tuple[Word, ...], Field(max_length=100)]

MAX_UNITS = 5_000
MAX_HEXES = 10_000


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class HexFacts(Model):
    """What is known of one hex. A list that is given is whole; one that is left out is unknown.

    `home` is the side behind whose original front it lies, `value` the points printed on an objective (0 for none),
    `front` the part of the map that it belongs to, in a game whose maps have several.
    """

    terrain: Word | None = None
    features: Words | None = None
    control: Word | None = None
    home: Word | None = None
    country: Word | None = None
    front: Word | None = None
    value: Annotated[int, Field(ge=0, le=99)] | None = None


class Elsewhere(HexFacts):
    """What every hex, and every hex side, that is not listed is like."""

    sides: Words | None = None


class MapFacts(Model):
    hexes: Annotated[dict[Word, HexFacts], Field(max_length=MAX_HEXES)] = {}
    sides: Annotated[dict[Word, Words], Field(max_length=MAX_HEXES)] = {}
    roads: Annotated[tuple[tuple[Word, Word], ...], Field(max_length=MAX_HEXES)] | None = None
    elsewhere: Elsewhere | None = None


class Formation(Model):
    division: Word | None = None
    corps: Word | None = None
    army: Word | None = None


class UnitFacts(Model):
    """One unit. Its values are those of the face that shows.

    `range` is how far its fire reaches, in hexes; `coordination` and `protection` are printed on tanks,
    `potential` is that of a bombardment.
    """

    id: Annotated[str, Field(min_length=1, max_length=80)]
    type: Word | None = None
    side: Word | None = None
    nation: Word | None = None
    name: Word | None = None
    hex: Word | None = None
    attack: Number | None = None
    defense: Number | None = None
    movement: Number | None = None
    range: Annotated[int, Field(ge=0, le=99)] | None = None
    morale: Annotated[int, Field(ge=0, le=20)] | None = None
    coordination: Annotated[int, Field(ge=0, le=9)] | None = None
    protection: Annotated[int, Field(ge=0, le=9)] | None = None
    potential: Annotated[int, Field(ge=0, le=99)] | None = None
    steps: Annotated[int, Field(ge=0, le=20)] | None = None
    reduced: bool | None = None
    supply: Word | None = None
    formation: Formation | None = None
    entry: Number | None = None
    status: Words | None = None


class Marker(Model):
    type: Word
    hex: Word | None = None
    side: Word | None = None


class Position(Model):
    game: Word
    scenario: Word | None = None
    turn: Annotated[int, Field(ge=0, le=200)] | None = None
    phase: Word | None = None
    active: Word | None = None
    weather: Word | None = None
    options: Words | None = None
    map: MapFacts | Word | None = None
    units: Annotated[tuple[UnitFacts, ...], Field(max_length=MAX_UNITS)] = ()
    units_complete: bool | None = None
    markers: Annotated[tuple[Marker, ...], Field(max_length=500)] | None = None
    tracks: Annotated[dict[Word, Number], Field(max_length=100)] = {}
    events: Words | None = None


Assume = Literal["ordinary"]
