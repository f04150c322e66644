"""The pieces of a save: what they are called, where they lie, what their traits say, and who hides them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from server.vassal.archives import BadSave
from server.vassal.sequences import layers, parts

ADD = "+/"
PLAYER = "PLAYER\t"
MOST_PIECES = 20_000
LONGEST_NAME = 200
NOBODY = "null"
# Where the name of a layer, and whether it follows a property, stand in its type.
LAYER_NAME, LAYER_FOLLOWS = 19, 22


@dataclass(frozen=True)
class Place:
    """A point of a map of the module."""

    map: str
    x: int
    y: int


@dataclass(frozen=True)
class Piece:
    """One counter. `masked_by` hide what it is, `hidden_by` that it is there at all."""

    id: str
    name: str
    image: str
    place: Place | None
    properties: dict[str, str] = field(default_factory=dict)
    levels: dict[str, int] = field(default_factory=dict)
    masked_by: frozenset[str] = frozenset()
    hidden_by: frozenset[str] = frozenset()


@dataclass
class Table:
    """What lies on the table of a save."""

    pieces: list[Piece] = field(default_factory=list)
    in_decks: set[str] = field(default_factory=set)
    moved: dict[str, Place | None] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)

    def place(self, piece: Piece) -> Place | None:
        """Where a piece lies: with its stack, where it is in one."""
        return self.moved.get(piece.id, piece.place)

    def players_of(self, side: str) -> frozenset[str]:
        """The names under which a side hides its pieces."""
        return frozenset({side, *(player for player, own in self.sides.items() if own == side)})


def laid(commands: Iterable[str]) -> Table:
    """The table that these commands lay."""
    table = Table()
    for command in commands:
        if command.startswith(ADD):
            _add(table, command.removeprefix(ADD))
        elif command.startswith(PLAYER):
            _seat(table, command)
    return table


def _seat(table: Table, command: str) -> None:
    _, player, *others = parts(command, "\t")
    if len(others) > 1:
        table.sides[player] = others[1]


def _add(table: Table, told: str) -> None:
    try:
        id, type, state = parts(told, "/")[:3]
    except ValueError:
        raise BadSave(f"a piece of the save is damaged: {told[:60]!r}") from None
    if type == "stack":
        _put_together(table, state)
    elif type.startswith("deck"):
        table.in_decks.update(_in_deck(state))
    else:
        table.pieces.append(_piece(id, layers(type), layers(state)))
    if len(table.pieces) > MOST_PIECES:
        raise BadSave(f"the save has over {MOST_PIECES} pieces")


def _put_together(table: Table, state: str) -> None:
    """The pieces of a stack lie where the stack does."""
    told = parts(state, ";")
    place = _place(told)
    table.moved.update(dict.fromkeys(told[3:], place))


def _in_deck(state: str) -> list[str]:
    told = parts(state, ";")
    return parts(told[-1], ",") if len(told) > 4 else []


def _place(told: list[str]) -> Place | None:
    if not told or told[0] == NOBODY:
        return None
    try:
        return Place(told[0], int(told[1]), int(told[2]))
    except (IndexError, ValueError):
        raise BadSave(f"a place in the save is damaged: {';'.join(told)[:60]!r}") from None


def _piece(id: str, types: list[str], states: list[str]) -> Piece:
    basic = parts(types[-1], ";")
    if basic[0] != "piece":
        raise BadSave(f"the piece {id[:60]!r} has no basic piece in it")
    image, name = (*basic[3:5], "", "")[:2]
    traits = list(zip_longest(types[:-1], states[: len(types) - 1], fillvalue=""))
    return Piece(
        id,
        name[:LONGEST_NAME],
        image[:LONGEST_NAME],
        _place(parts(states[len(types) - 1], ";")) if len(states) >= len(types) else None,
        dict(each for type, state in reversed(traits) for each in _properties(type, state)),
        dict(each for type, state in reversed(traits) for each in _levels(type, state)),
        frozenset(_owners("obs;", traits)),
        frozenset(_owners("hide;", traits)),
    )


def _properties(type: str, state: str) -> Iterator[tuple[str, str]]:
    """What a marker or a dynamic property of the piece says."""
    if type.startswith("mark;"):
        yield from zip(parts(type.removeprefix("mark;"), ","), parts(state, ","), strict=False)
    elif type.startswith("PROP;"):
        yield parts(type, ";")[1], parts(state, ";")[0]


def _levels(type: str, state: str) -> Iterator[tuple[str, int]]:
    """The level that a layer shows, 0 where it is off. One that follows a property does not keep its level."""
    if not type.startswith("emb2;"):
        return
    told = parts(type, ";")
    follows = told[LAYER_FOLLOWS : LAYER_FOLLOWS + 1] == ["true"]
    value = parts(state, ";")[0]
    if len(told) > LAYER_NAME and not follows and value.lstrip("-").isdecimal():
        yield told[LAYER_NAME], max(int(value), 0)


def _owners(kind: str, traits: list[tuple[str, str]]) -> Iterator[str]:
    """Who has used a trait that hides."""
    for type, state in traits:
        owner = parts(state, ";")[0] if type.startswith(kind) else NOBODY
        if owner not in (NOBODY, ""):
            yield owner
