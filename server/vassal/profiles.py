"""Profiles: how the pieces of one module are the units of one game, in TOML."""

import json
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from rulebook.games import GAMES
from rulebook.position import Marker, Position, UnitFacts
from server.vassal.archives import BadSave, told
from server.vassal.pieces import Piece

LARGEST_PROFILE = 2_000_000
FROM_THE_SAVE = frozenset({"id", "hex"})


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Shown(Part):
    """What a layer of a piece says of it while it shows a level; 0 while it is off."""

    layer: str
    level: Annotated[int, Field(ge=0, le=1000)]
    set: dict[str, Any]


class PieceRule(Part):
    """Which pieces are which unit. All that is given must fit; `*` stands for anything."""

    name: str | None = None
    image: str | None = None
    property: dict[str, str] = {}
    kind: Literal["unit", "marker", "nothing"] = "unit"
    set: dict[str, Any] = {}
    read: dict[str, str] = {}
    shown: tuple[Shown, ...] = ()

    @model_validator(mode="after")
    def names_something(self) -> "PieceRule":
        if self.name is None and self.image is None and not self.property:
            raise ValueError("say which pieces: name, image or property")
        return self

    @model_validator(mode="after")
    def sets_known_facts(self) -> "PieceRule":
        model: type[BaseModel] = UnitFacts if self.kind == "unit" else Marker
        told = [*self.set, *self.read, *(name for each in self.shown for name in each.set)]
        wrong = [name for name in told if name in FROM_THE_SAVE or name not in model.model_fields]
        if wrong:
            known = ", ".join(name for name in model.model_fields if name not in FROM_THE_SAVE)
            raise ValueError(f"a {self.kind} has no {wrong[0]!r} that a profile could set; it has: {known}")
        return self

    def fits(self, piece: Piece) -> bool:
        """Whether the rule is about this piece."""
        asked = [(self.name, piece.name), (self.image, piece.image)]
        asked += [(wanted, piece.properties.get(name, "")) for name, wanted in self.property.items()]
        return all(fnmatchcase(told, wanted) for wanted, told in asked if wanted is not None)

    def facts(self, piece: Piece) -> dict[str, Any]:
        """What the piece is: what is set, what its properties say, what its layers show."""
        read = {fact: piece.properties[name] for fact, name in self.read.items() if name in piece.properties}
        found = self.set | {fact: _as_number(value) for fact, value in read.items()}
        for each in self.shown:
            if piece.levels.get(each.layer) == each.level:
                found |= each.set
        return found


def _as_number(value: str) -> int | str:
    return int(value) if value.strip().lstrip("-").isdecimal() else value


class Profile(Part):
    """A profile: the game, the map, the grid where no module gives it, what is always so, and the pieces.

    `prefix` goes before the numbers of the module (the letter of a map). With `boxes`, pieces outside the hexes are off
    the board; without, they could be anywhere on it.
    """

    game: str
    map: tuple[str, ...] = ()
    prefix: str = ""
    boxes: bool = False
    grid: dict[str, Any] = {}
    position: dict[str, Any] = {}
    piece: Annotated[tuple[PieceRule, ...], Field(min_length=1, max_length=5_000)]

    @field_validator("game")
    @classmethod
    def is_known(cls, game: str) -> str:
        if game not in GAMES:
            raise ValueError(f"unknown game {game!r}; there are: {', '.join(GAMES)}")
        return game

    @field_validator("map", mode="before")
    @classmethod
    def may_be_one(cls, map: Any) -> Any:
        return (map,) if isinstance(map, str) else map

    @field_validator("position")
    @classmethod
    def is_of_a_position(cls, position: dict[str, Any]) -> dict[str, Any]:
        known = [name for name in Position.model_fields if name not in ("game", "units")]
        wrong = [name for name in position if name not in known]
        if wrong:
            raise ValueError(f"no {wrong[0]!r} of a position can be set in a profile; there are: {', '.join(known)}")
        return position

    def rule(self, piece: Piece) -> PieceRule | None:
        """The first rule that is about a piece."""
        return next((rule for rule in self.piece if rule.fits(piece)), None)


def read_profile(path: Path) -> Profile:
    """The profile in a file."""
    if path.stat().st_size > LARGEST_PROFILE:
        raise BadSave(f"{path}: the profile is over {LARGEST_PROFILE // 1_000_000} MB")
    try:
        return Profile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as bad:
        raise BadSave(f"{path}: {bad}") from None
    except ValidationError as wrong:
        raise BadSave("\n".join(f"{path}: {told(each)}" for each in wrong.errors())) from None


def checked(model: type[BaseModel], facts: dict[str, Any], what: str) -> dict[str, Any]:
    """The facts as JSON, once the model takes them."""
    try:
        model.model_validate_json(json.dumps(facts))
    except ValidationError as wrong:
        raise BadSave("\n".join(f"{what}: {told(each)}" for each in wrong.errors())) from None
    return facts
