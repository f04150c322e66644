"""A save as a position: the units that its profile names, and all that could not be told."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.position import Marker, UnitFacts
from server.vassal.archives import BadSave, saved_commands, told
from server.vassal.grids import Board, Grid
from server.vassal.modules import Module
from server.vassal.pieces import Piece, Place, Table, laid
from server.vassal.profiles import PieceRule, Profile, checked, read_profile
from server.vassal.sequences import commands

LONGEST_ID = 80
Json = dict[str, Any]


@dataclass
class Reading:
    """What a save says, and what it leaves open.

    `unknown` are the pieces on the board that no rule of the profile is about, `off_grid` those that lie in no hex of
    the game, `masked` how many in each hex show their owner alone what they are, `elsewhere` how many lie on other
    maps, in decks or nowhere. Pieces that their owner has made invisible are in none of these.
    """

    position: Json
    unknown: list[Json] = field(default_factory=list)
    off_grid: list[Json] = field(default_factory=list)
    masked: list[Json] = field(default_factory=list)
    elsewhere: int = 0
    is_whole: bool = True

    def as_json(self) -> Json:
        lists = {"unknown": self.unknown, "off_grid": self.off_grid, "masked": self.masked}
        return {"position": self.position, **lists, "elsewhere": self.elsewhere}


def read_save(save: Path, profile: Path, module: Path | None = None, side: str | None = None) -> Reading:
    """The position of a save, as a side of the module sees it, or as an onlooker does."""
    known = read_profile(profile)
    board = _board(known, module, profile)
    return _Reader(known, board, laid(commands(saved_commands(save))), side).read()


def _board(profile: Profile, module: Path | None, path: Path) -> Board:
    if module is None:
        try:
            grid = Grid.model_validate(profile.grid)
        except ValidationError as wrong:
            told_of = "\n".join(f"{path}: grid.{told(each)}" for each in wrong.errors())
            raise BadSave(f"{told_of}\n(or name the module, which has the grid)") from None
        return Board(frozenset(profile.map), grid, grid.edges)
    boards = [each for each in Module(module).boards(profile.grid) if not profile.map or each.maps & set(profile.map)]
    if len(boards) != 1:
        raise BadSave(f"{module}: {len(boards)} boards of its maps have hexes: {_one_of(boards)}")
    return boards[0]


def _one_of(boards: list[Board]) -> str:
    if not boards:
        return "write the grid into the profile, and leave the module out"
    names = ", ".join(sorted(" or ".join(sorted(each.maps)) for each in boards))
    return f"name one as map in the profile ({names}), or write the grid into the profile, and leave the module out"


class _Reader:
    """One reading in the making."""

    def __init__(self, profile: Profile, board: Board, table: Table, side: str | None) -> None:
        self.profile, self.board, self.table = profile, board, table
        self.game: Game = GAMES[profile.game]
        self.friends = table.players_of(side) if side else frozenset()
        self.units: list[Json] = []
        self.markers: list[Json] = []
        self.names: Counter[str] = Counter()
        self.veiled: Counter[str] = Counter()
        self.found = Reading({})

    def read(self) -> Reading:
        for piece in self.table.pieces:
            self._see(piece)
        self.found.masked = [{"hex": number, "count": count} for number, count in sorted(self.veiled.items())]
        self.found.position = self._position()
        return self.found

    def _see(self, piece: Piece) -> None:
        place = self.table.place(piece)
        if piece.hidden_by - self.friends:
            self.found.is_whole = False
        elif place is None or piece.id in self.table.in_decks or not self._is_ours(place):
            self.found.elsewhere += 1
        elif piece.masked_by - self.friends:
            self.found.is_whole = False
            self.veiled[self._number(place) or "?"] += 1
        else:
            self._know(piece, place)

    def _is_ours(self, place: Place) -> bool:
        """Whether a place is on the map of the board; where no map is named, there is only one."""
        return not self.board.maps or place.map in self.board.maps

    def _number(self, place: Place) -> str | None:
        """The hex of the game at a place; None where it has none."""
        named = self.board.number(place.x, place.y)
        number = None if named is None else f"{self.profile.prefix}{named}"
        return number if number and self.game.grid.contains(number) else None

    def _is_away(self, place: Place) -> bool:
        """Whether a piece outside the hexes is off the board: not where it lies between two of them."""
        return self.profile.boxes and not self.board.is_between(place.x, place.y)

    def _know(self, piece: Piece, place: Place) -> None:
        rule, number = self.profile.rule(piece), self._number(place)
        if rule is None:
            self.found.is_whole = False
            self.found.unknown.append({"name": piece.name, "image": piece.image, "hex": number})
        elif rule.kind == "nothing":
            return
        elif number is None:
            self.found.is_whole &= rule.kind == "marker" or self._is_away(place)
            self.found.off_grid.append({"name": piece.name, "x": place.x, "y": place.y})
        else:
            self._keep(piece, rule, number)

    def _keep(self, piece: Piece, rule: PieceRule, number: str) -> None:
        facts, what = rule.facts(piece) | {"hex": number}, f"the piece {piece.name!r} in {number}"
        if rule.kind == "marker":
            self.markers.append(checked(Marker, facts, what))
        else:
            self.units.append(checked(UnitFacts, {"id": self._id(piece), **facts}, what))

    def _id(self, piece: Piece) -> str:
        """The name of the piece, counted where several have it."""
        name = (piece.name or piece.image or piece.id)[: LONGEST_ID - 8]
        self.names[name] += 1
        return name if self.names[name] == 1 else f"{name} #{self.names[name]}"

    def _position(self) -> Json:
        """What is always so, and what the save tells. All units are told only where no piece is left open."""
        always = dict(self.profile.position)
        if not self.found.is_whole:
            always.pop("units_complete", None)
        markers = [*always.pop("markers", []), *self.markers]
        found = {"game": self.profile.game, **always, "units": self.units}
        return found | ({"markers": markers} if markers else {})
