"""What a player may ask to do: one small model for each type of action.

A field that is left out is unknown, like any other fact; what an action cannot do without is required.
"""

from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from rulebook.facts import Unknown, told

UnitIds = Annotated[tuple[str, ...], Field(min_length=1, max_length=200)]
Path = Annotated[tuple[str, ...], Field(min_length=2, max_length=400)]
Die = Annotated[int, Field(ge=1, le=6)]
Dice = Annotated[Annotated[tuple[Die, ...], Field(max_length=6)] | None, AfterValidator(lambda dice: dice or None)]
"""The dice that were thrown: an empty list tells no more than none."""


class ActionModel(BaseModel):
    """One action; compared by identity, so that it can key what was found about it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    __hash__ = object.__hash__
    __eq__ = object.__eq__

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """A frozen model would be given a hash of all its fields, to be worked out at every look."""
        cls.__hash__ = object.__hash__  # type: ignore[method-assign, assignment]


class Party(NamedTuple):
    """Who moves, and how: what a step knows of its move, alike for every path."""

    units: tuple[str, ...]
    mode: str | None


class Step(NamedTuple):
    """One hex of a move: who moves, whether it is the first step (0) or a later one (1), from where to where.

    `state` is what the way behind has left the party with, in a game that says so (`Game.carries`): "" at the start.
    """

    move: Party
    index: int  # type: ignore[assignment]
    start: str
    to: str
    state: str | Unknown = ""

    @property
    def carried(self) -> str:
        """The state in which the party takes this step; unknown where what it did before is."""
        return told(self.state)


class Move(ActionModel):
    """Units go along a path, in one of the game's movement modes."""

    type: Literal["move"]
    units: UnitIds
    path: Path | None = None
    mode: str | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        party, path = self.party, self.path or ()
        return tuple([Step(party, int(place > 0), *pair) for place, pair in enumerate(pairwise(path))])

    @property
    def party(self) -> Party:
        return Party(self.units, self.mode)


class Attack(ActionModel):
    """Units attack a hex; `support` are the attacker's artillery and air units, `against` the defender's.

    `lead` and `lead_defender` are the lead units of both sides; `concentric` says whether attackers or their zones of
    control hold every hex around the target. `dice` are those of the combat; the other dice are named by their use.
    `events` are those that either side plays in this battle.
    """

    type: Literal["attack"]
    units: UnitIds
    target: str
    support: tuple[str, ...] | None = None
    against: tuple[str, ...] | None = None
    events: tuple[str, ...] | None = None
    dice: Dice = None
    lead: str | None = None
    lead_defender: str | None = None
    concentric: bool | None = None
    mastery_die: Die | None = None
    mastery_die_defender: Die | None = None
    orders_die: Die | None = None
    orders_die_defender: Die | None = None


class Retreat(ActionModel):
    """Units fall back along a path; `enemies` are those that fought them, `distance` the hexes that they owe.

    `target` is the hex that was attacked, where it is not the one that they leave.
    `role` is their side's in the battle, `mastery` its level of command, `orders_die` the die of its wrong orders.
    """

    type: Literal["retreat"]
    units: UnitIds
    path: Path
    enemies: tuple[str, ...] | None = None
    distance: Annotated[int, Field(ge=0, le=20)] | None = None
    target: str | None = None
    role: Literal["attacker", "defender"] | None = None
    mastery: str | None = None
    orders_die: Die | None = None


class Advance(ActionModel):
    """Victors go into the hex that they attacked, or beyond it.

    `target` is that hex, and `trail` the hexes that the defenders then retreated through: none where all were lost.
    `pioneers` are those that attacked stacked with the victors, be they lost since. `attackers`, `support`, `against`
    and `events` are those of the attack that opened the hex, `enemies` the units that defended it.
    """

    type: Literal["advance"]
    units: UnitIds
    to: str
    target: str | None = None
    trail: tuple[str, ...] | None = None
    pioneers: tuple[str, ...] | None = None
    attackers: tuple[str, ...] | None = None
    enemies: tuple[str, ...] | None = None
    support: tuple[str, ...] | None = None
    against: tuple[str, ...] | None = None
    events: tuple[str, ...] | None = None
    mastery: str | None = None


class Stack(ActionModel):
    """May these units stand together in this hex, with those already there?"""

    type: Literal["stack"]
    units: UnitIds
    hex: str


class Supply(ActionModel):
    """Can each of these units trace supply?"""

    type: Literal["supply"]
    units: UnitIds


class Zoc(ActionModel):
    """Does this unit exert a zone of control there?"""

    type: Literal["zoc"]
    units: UnitIds
    hex: str


class Support(ActionModel):
    """Artillery, a headquarters or aircraft lend their support to a battle."""

    type: Literal["support"]
    units: UnitIds
    target: str
    role: Literal["attack", "defense"] | None = None


class Bombard(ActionModel):
    """Guns or bombers fire on a hex; `potential` is what they bring together."""

    type: Literal["bombard"]
    units: UnitIds
    target: str | None = None
    mode: str | None = None
    potential: Annotated[int, Field(ge=1, le=99)] | None = None
    dice: Dice = None


class Place(ActionModel):
    """A unit or marker is put on the map: reinforcement, replacement, set-up, or marker."""

    type: Literal["place"]
    unit: str | None = None
    marker: str | None = None
    hex: str
    entry: str | None = None


class Replace(ActionModel):
    """A unit is given replacement steps."""

    type: Literal["replace"]
    unit: str
    points: Annotated[int, Field(ge=1, le=99)]
    source: str | None = None


class Rally(ActionModel):
    """Units try to recover from what shook them."""

    type: Literal["rally"]
    units: UnitIds
    dice: Dice = None


class Dig(ActionModel):
    """Units dig in where they stand."""

    type: Literal["dig"]
    units: UnitIds


class Bridge(ActionModel):
    """A bridge is built, repaired or blown over the side between two hexes."""

    type: Literal["bridge"]
    mode: str
    units: tuple[str, ...] = ()
    sides: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)]
    dice: Dice = None


class Disengage(ActionModel):
    """A stack tries to break contact with the enemy; `lead` is the unit whose morale counts.

    `surrounded` says whether enemy zones of control close it in.
    """

    type: Literal["disengage"]
    units: UnitIds
    path: Path | None = None
    dice: Dice = None
    lead: str | None = None
    surrounded: bool | None = None


class Taken(BaseModel):
    """So many steps lost by one unit."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    unit: str
    steps: Annotated[int, Field(ge=1, le=99)]


class Losses(ActionModel):
    """Is this way of taking a combat result allowed? `units` are all that took part on that side.

    `points` are the loss points it has to absorb, `pending` those the other side has not absorbed yet, and `to` the hex
    it retreats into: with it, `taken` holds the step which that hex may cost. `distance` is how many hexes all of them
    retreat, `trail` those that they go through, `target` the hex that was attacked; `stays` says why units that owe a
    retreat make none; `garrison` says that the fort there gives up a step of its own; `disorganized` are units shaken
    instead.
    """

    type: Literal["losses"]
    units: UnitIds
    role: Literal["attacker", "defender"]
    points: Annotated[int, Field(ge=0, le=99)]
    taken: tuple[Taken, ...] = ()
    disorganized: tuple[str, ...] = ()
    retreats: bool = False
    to: str | None = None
    pending: Annotated[int, Field(ge=0, le=99)] = 0
    enemies: tuple[str, ...] | None = None
    trail: tuple[str, ...] | None = None
    stays: Literal["blocked", "cancelled"] | None = None
    distance: Annotated[int, Field(ge=0, le=20)] | None = None
    target: str | None = None
    garrison: bool = False


class Roll(ActionModel):
    """A table or a test, of one unit or none: the dice given, or else the whole distribution."""

    type: Literal["roll"]
    table: str
    unit: str | None = None
    dice: Dice = None
    modifier: int | None = None
    column: str | None = None
    target: str | None = None


class Count(ActionModel):
    """Is it counted right? `what` names a number or a result of the tables, `amount` or `result` what it is taken for.

    The other fields are those of the action in which it is counted.
    """

    type: Literal["count"]
    what: str
    amount: float | None = None
    result: str | None = None
    units: tuple[str, ...] = ()
    target: str | None = None
    sides: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)] | None = None
    mode: str | None = None
    lead: str | None = None
    lead_defender: str | None = None
    concentric: bool | None = None
    surrounded: bool | None = None
    modifier: int | None = None
    dice: Dice = None
    role: Literal["attacker", "defender"] | None = None
    mastery: str | None = None


class Sequence(ActionModel):
    """May this be done now, and what comes next?"""

    type: Literal["sequence"]
    do: str | None = None


class Victory(ActionModel):
    type: Literal["victory"]


class Control(ActionModel):
    type: Literal["control"]
    hex: str


class Setup(ActionModel):
    """Is this nation's whole deployment a legal set-up?"""

    type: Literal["setup"]
    nation: str


class Evacuate(ActionModel):
    """Units leave the map by sea from a port."""

    type: Literal["evacuate"]
    units: UnitIds
    hex: str


class Play(ActionModel):
    """An event, a chit, an asset, or a special ability is used.

    `mastery` and `orders_die` are the level of command, and the die of wrong orders, that give the ability; `points`
    are those that it costs or hands over, and `nation` the one that it concerns.
    """

    type: Literal["play"]
    event: str
    units: tuple[str, ...] = ()
    hex: str | None = None
    nation: str | None = None
    points: Annotated[int, Field(ge=1, le=99)] | None = None
    dice: Dice = None
    mastery: str | None = None
    orders_die: Die | None = None


Action = Annotated[
    Move | Attack | Retreat | Advance | Stack | Supply | Zoc | Support | Bombard | Place | Replace | Rally | Dig
    | Bridge | Disengage | Losses | Roll | Count | Sequence | Victory | Control | Setup | Evacuate | Play,
    Field(discriminator="type"),
]

ACTION_TYPES: dict[str, type[ActionModel]] = {
    model.model_fields["type"].annotation.__args__[0]: model  # type: ignore[union-attr]
    for model in ActionModel.__subclasses__()
}


def unit_ids(action: ActionModel) -> tuple[str, ...]:
    """Every unit that an action names, whatever its part in it."""
    return tuple(unit_id for _, unit_id in unit_fields(action))


def arriving_ids(action: ActionModel) -> tuple[str, ...]:
    """The units that an action brings somewhere, without those that it only names."""
    units: tuple[str, ...] | None = getattr(action, "units", None)
    unit: str | None = getattr(action, "unit", None)
    return units if units is not None else (unit,) if unit else ()


def unit_fields(action: ActionModel) -> list[tuple[str, str]]:
    """Every unit that an action names, with the field it stands in."""
    named: list[tuple[str, str]] = []
    for field in _unit_fields(action.__class__):
        told = getattr(action, field)
        if field in ONE:
            named += [(field, told)] if told is not None else ()
        else:
            named += [(field, each.unit if field == "taken" else each) for each in told or ()]
    return named


SEVERAL = ("units", "attackers", "support", "against", "enemies", "disorganized", "pioneers")
ONE = ("unit", "lead", "lead_defender")


@cache
def _unit_fields(kind: type[ActionModel]) -> tuple[str, ...]:
    return tuple(field for field in (*SEVERAL, "taken", *ONE) if field in kind.model_fields)


def hex_fields(action: ActionModel) -> list[tuple[str, str]]:
    """Every hex that an action names, with the field it stands in."""
    named: list[tuple[str, str]] = []
    for field in _hex_fields(action.__class__):
        told = getattr(action, field)
        if field in HEXES:
            named += [(f"{field}.{index}", number) for index, number in enumerate(told or ())]
        elif told is not None:
            named.append((field, told))
    return named


HEXES = ("path", "sides", "trail")
ONE_HEX = ("target", "to", "hex")


@cache
def _hex_fields(kind: type[ActionModel]) -> tuple[str, ...]:
    return tuple(field for field in (*HEXES, *ONE_HEX) if field in kind.model_fields)
