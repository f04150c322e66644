"""Which rules can bear on what is asked: the others need not be asked again for every action, step and hex.

A probe passes for an action or a step and keeps back part of what it is about. What a rule finds without having asked
for any of that, it finds whatever that is.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from rulebook.actions import ActionModel, Party, Step
from rulebook.facts import Unknown, told
from rulebook.game import Game
from rulebook.position import UnitFacts
from rulebook.rules import Rule
from rulebook.table import Table, Unit

FEW = 8


class Looked(Exception):
    """A rule asked for what a probe keeps back."""


class KeptBack:
    """What passes for a hex, or for what a rule found, and does not tell which."""

    __slots__ = ()

    def _is_asked(self, *args: Any) -> NoReturn:
        raise Looked

    def __bool__(self) -> bool:
        return True

    __hash__ = __eq__ = __ne__ = __str__ = __repr__ = __format__ = __getattr__ = _is_asked
    __len__ = __iter__ = __getitem__ = __contains__ = __int__ = __float__ = __add__ = __radd__ = _is_asked
    __lt__ = __gt__ = __le__ = __ge__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _is_asked


class Something(KeptBack):
    """What a notion finds that holds: that it does is all that is told of it."""

    __slots__ = ()

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise Looked


class Probe:
    """What passes for an action, a step or a party, and tells only these things of itself."""

    __slots__ = (
        "_kind", "index", "is_placed", "mode", "move", "nation", "party", "path", "side", "start", "state", "to",
        "type", "units",
    )  # fmt: skip

    def __init__(self, kind: type, **told: Any) -> None:
        self._kind = kind
        for name, value in told.items():
            setattr(self, name, value)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return self._kind

    @property
    def carried(self) -> str:
        return told(self.state)

    def __getattr__(self, name: str) -> NoReturn:
        """What no thing of its kind has, it has not either; the rest is kept back."""
        fields = getattr(self._kind, "model_fields", ())
        raise Looked if name in fields or hasattr(self._kind, name) else AttributeError(name)

    def __iter__(self) -> NoReturn:
        raise Looked

    def __getitem__(self, place: Any) -> NoReturn:
        raise Looked


class Way:
    """What passes for a path: it tells where it sets out from, and may tell where it ends."""

    __slots__ = ("_end", "_start")

    def __init__(self, start: str, end: Any = None) -> None:
        self._start = start
        self._end = end

    def __getitem__(self, place: Any) -> Any:
        found = self._start if place == 0 else self._end if place == -1 else None
        if found is None:
            raise Looked
        return found

    def __iter__(self) -> NoReturn:
        raise Looked

    def __len__(self) -> NoReturn:
        raise Looked

    def __bool__(self) -> bool:
        return True

    def __getattr__(self, name: str) -> NoReturn:
        raise Looked


class _Name:
    """What passes for a unit's id: it finds the unit, and tells no one whether it is another's."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> NoReturn:
        raise Looked


class Mover(NamedTuple):
    """What tells one unit from another before anything else."""

    type: str | None
    nation: str | None
    side: str | None
    is_placed: bool


class Terms(NamedTuple):
    """When, and by which rules, the game is played."""

    scenario: str | None
    phase: str | None
    options: tuple[str, ...] | None


class Asked(NamedTuple):
    """What an action is like before anyone looks at the map; None where it is left open."""

    mode: str | None
    movers: tuple[Mover, ...] | None = None
    terms: Terms | None = None


def asked_of(table: Table, action: ActionModel) -> Asked:
    """What this action is like; nothing but its mode where facts were taken as given."""
    mode, ids = getattr(action, "mode", None), action.__dict__.get("units")
    if table.has_given:
        return Asked(mode)
    posted, units = table.posted, table.layout.units
    movers = None if ids is None or len(ids) > FEW else tuple([_mover(units[unit_id]) for unit_id in ids])
    return Asked(mode, movers, Terms(posted.scenario, posted.phase, posted.options))


def _mover(facts: UnitFacts) -> Mover:
    return Mover(facts.type, facts.nation, facts.side, facts.hex is not None)


class _Sketch:
    """A table that tells no more than what is asked: what a rule finds on it, it finds on any like it."""

    def __init__(self, game: Game, asked: Asked) -> None:
        self.game = game
        self.movers = {_Name(): Probe(Unit, **_known(mover)) for mover in asked.movers or ()}
        for name, value in _known(asked.terms).items() if asked.terms else ():
            setattr(self, name, value)

    def weigh(self, rule: Rule, subject: tuple[Any, ...]) -> Any:
        return rule.condition(self, subject)  # type: ignore[arg-type]

    def once(self, work: Callable[..., Any], *subject: Any) -> Any:
        return work(self, *subject)

    def unit(self, name: Any) -> Probe:
        if name not in self.movers:
            raise Looked
        return self.movers[name]

    def units(self, names: Iterable[Any] | None = None) -> list[Probe]:
        if names is None:
            raise Looked
        return [self.unit(name) for name in names]

    def has_option(self, number: str) -> bool:
        return number in self.options

    def __getattr__(self, name: str) -> NoReturn:
        raise Looked


def _known(told: NamedTuple) -> dict[str, Any]:
    return {name: value for name, value in told._asdict().items() if value is not None}


@lru_cache(maxsize=4096)
def rules_bearing(game: Game, subject: type, effect: str, asked: Asked) -> tuple[Rule, ...]:
    """The rules with this effect that can bear on such an action, or on a step of such a move."""
    sketch = _Sketch(game, asked)
    told = {"mode": asked.mode} | ({} if asked.movers is None else {"units": tuple(sketch.movers)})
    probe = Probe(Step, move=Probe(Party, **told)) if subject is Step else Probe(subject, **told)
    return tuple(rule for rule in game.rules_on(subject, effect) if _may_bear(sketch, rule, probe))


def _may_bear(sketch: Any, rule: Rule, probe: Any) -> bool:
    try:
        if rule.when is not None and not rule.when(sketch):
            return False
    except (Looked, Unknown):
        pass
    try:
        readings = (reading for reading in (rule.function, rule.other_reading) if reading)
        return not all(rule.is_nothing(reading(sketch, probe)) for reading in readings)
    except (Looked, Unknown):
        return True
