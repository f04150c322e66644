"""Chapter 9, how many units move strategically, and where (9.11, 9.12, 9.14, 9.21 to 9.23, 9.25, 9.34)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Move, Step
from rulebook.facts import every, some
from rulebook.games.tgwe.ground import is_in_europe, is_on, place_in_row
from rulebook.games.tgwe.movement import side_of
from rulebook.games.tgwe.pieces import is_hq, is_russian
from rulebook.games.tgwe.strategic_movement import (
    TRANSPORTS,
    Journey,
    Transport,
    is_by_rail,
    journey_of,
    movers,
    parties,
    side_moving,
)
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, defines, forbids
from rulebook.table import Table, Unit

ABADAN = "N2552"
LAST_PLACE_NORTH = 44
RUSSIAN_LAND = ("russia", "russian-poland")
RUSSIAN_POOLS = ("russian-east-moves", "russian-caucasus-moves")
FRONT_POOLS = {
    "western": "allied-west-moves", "italian": "allied-west-moves", "eastern": "russian-east-moves",
    "caucasus": "russian-caucasus-moves", "egyptian": "egypt-moves", "iraqi": "iraq-moves",
}  # fmt: skip


# What counts against which capacity


def pools_of(table: Table, action: Transport) -> tuple[str, ...]:
    """The capacities that a strategic move draws on, for each hex that its units come from."""
    return tuple(dict.fromkeys(pool for party in parties(table, action) for pool in _pools_of_one(table, party)))


def _pools_of_one(table: Table, action: Transport) -> tuple[str, ...]:
    journey = journey_of(table, action)
    if journey.start is None and journey.end is None:
        return ()
    if side_moving(table, action) == "cp":
        pools: tuple[str, ...] = cp_pools(table, action)
        return pools
    if journey.box:
        return RUSSIAN_POOLS
    return (FRONT_POOLS[table.front(journey.start or str(journey.end))],)


@defines("tgwe:9.14")
def cp_pools(table: Table, action: Transport) -> tuple[str, ...]:
    """Moves within the Near East count there; moves between the Eastern Front and the Near East count in both."""
    ends = [number for number in journey_of(table, action)[:2] if number]
    in_europe, in_near_east = ("cp-europe-moves",), ("cp-near-east-moves",)
    if journey_of(table, action).box is None:
        return in_europe if is_in_europe(table, ends[0]) else in_near_east
    came_from_europe = some((
        partial(is_in_europe, table, ends[0]),
        lambda: first_unit(movers(table, action), lambda unit: unit.has_status("from-east")),
    ))
    return (*in_europe, *in_near_east) if came_from_europe else in_near_east


@defines("tgwe:9.34")
def weight_of(table: Table, unit: Unit, journey: Journey, pool: str) -> int:
    """A unit counts for 1, and for 2 if it starts or ends abroad; a headquarters counts double what others do."""
    is_dear = pool in ABROAD and ABROAD[pool](table, journey)
    return (2 if is_dear else 1) * (2 if is_hq(unit) else 1)


@defines("tgwe:9.11")
def counts_double_outside_germany(table: Table, journey: Journey) -> bool:
    """In Europe a unit of the Central Powers that starts or ends outside Germany counts double."""
    return _goes_abroad(table, journey, "germany")


@defines("tgwe:9.21")
def counts_double_outside_france_and_italy(table: Table, journey: Journey) -> bool:
    """On the Western map an Allied unit that starts or ends outside France and Italy counts double."""
    return _goes_abroad(table, journey, "france", "italy")


ABROAD = {
    "cp-europe-moves": counts_double_outside_germany, "allied-west-moves": counts_double_outside_france_and_italy
}


def _goes_abroad(table: Table, journey: Journey, *home: str) -> bool:
    """Whether a move starts or ends outside these countries; a box lies in none."""
    return journey.box is not None or bool(some(
        partial(_is_outside, table, number, home) for number in (journey.start, journey.end)
    ))


def _is_outside(table: Table, number: str | None, home: tuple[str, ...]) -> bool:
    return table.country(table.read("action.path", number)) not in home


def drawn_on(table: Table, action: Transport, pool: str) -> int:
    """What a strategic move takes of a capacity."""
    drawing = [party for party in parties(table, action) if pool in _pools_of_one(table, party)]
    return sum(
        weight_of(table, unit, journey_of(table, party), pool) for party in drawing for unit in movers(table, party)
    )


def spent_before(table: Table, action: Transport, pool: str) -> int:
    """What was taken of it this phase, and what waits in the Transfer Box."""
    return table.track(pool, ordinary=0) + (waits_in_the_box(table, action) if pool in RUSSIAN_POOLS else 0)


@defines("tgwe:9.25")
def waits_in_the_box(table: Table, action: Transport) -> int:
    """Russian units that go into the Transfer Box, stay in it or leave it count on both fronts."""
    waiting = table.units() if table.may_have_status("transfer-box") else []
    others = [unit for unit in waiting if unit not in movers(table, action) and unit.has_status("transfer-box")]
    return sum(2 if is_hq(unit) else 1 for unit in others)


LIMITS = {
    "cp-europe-moves": 24, "cp-near-east-moves": 4, "allied-west-moves": 12, "russian-east-moves": 8,
    "russian-caucasus-moves": 2, "egypt-moves": 4, "iraq-moves": 4,
}  # fmt: skip


@computes(TRANSPORTS, "capacity", "tgwe:9.34")
def capacity_used(table: Table, action: Transport) -> dict[str, Any] | None:
    """What a strategic move takes of each capacity, what was taken before, and what there is."""
    if not is_by_rail(table, action):
        return None
    return {
        pool: {
            "before": spent_before(table, action, pool), "moving": drawn_on(table, action, pool),
            "allowed": LIMITS[pool],
        }
        for pool in pools_of(table, action)
    }


def _too_many(table: Table, action: Transport, *pools: str) -> Because | bool:
    """Whether a strategic move takes more of a capacity than is left."""
    if not is_by_rail(table, action):
        return False
    found: Because | None = some(
        partial(_over, table, action, pool) for pool in pools_of(table, action) if pool in pools
    )
    return found or False


def _over(table: Table, action: Transport, pool: str) -> Because | None:
    """Whether one capacity is exceeded; what was used before need not be known if this move alone exceeds it."""
    moving, allowed = drawn_on(table, action, pool), LIMITS[pool]
    before = 0 if moving > allowed else spent_before(table, action, pool)
    return because(amount=moving, before=before, allowed=allowed) if before + moving > allowed else None


# 9.11 and 9.12: the Central Powers


@forbids(TRANSPORTS, "tgwe:9.11")
def exceeds_the_rails_of_europe(table: Table, action: Transport) -> Because | bool:
    """The Central Powers move 24 units strategically in Europe in a phase."""
    return _too_many(table, action, "cp-europe-moves")


@forbids(TRANSPORTS, "tgwe:9.12")
def exceeds_the_rails_of_the_near_east(table: Table, action: Transport) -> Because | bool:
    """The Central Powers move 4 units strategically in the Near East in a phase."""
    return _too_many(table, action, "cp-near-east-moves")


# 9.21: the Western map


@forbids(TRANSPORTS, "tgwe:9.21")
def exceeds_the_rails_of_the_west(table: Table, action: Transport) -> Because | bool:
    """The Allies move 12 units strategically on the Western map in a phase."""
    return _too_many(table, action, "allied-west-moves")


@forbids(Step, "tgwe:9.21")
def allies_rail_to_the_eastern_front(table: Table, step: Step) -> Because | bool:
    """The strategic movement of the Allies joins the Western and Italian Fronts, and no other."""
    if step.start[:1] == step.to[:1] or not _is_allied_rail(table, step):
        return False
    fronts = {is_on(table, number, "eastern") for number in (step.start, step.to) if is_in_europe(table, number)}
    return because(at=step.to) if len(fronts) > 1 else False


def _is_allied_rail(table: Table, action: Step | Move) -> bool:
    mode = action.move.mode if isinstance(action, Step) else action.mode
    return mode == "strategic" and side_of(table, action) == "allied"


# 9.22: Russians in the East


@forbids(TRANSPORTS, "tgwe:9.22")
def exceeds_the_russian_rails(table: Table, action: Transport) -> Because | bool:
    """In a phase 8 Russian units move strategically on the Eastern Front, and 2 on the Caucasus Front."""
    return _too_many(table, action, *RUSSIAN_POOLS)


@forbids(Move, "tgwe:9.22")
def others_than_russians_rail_in_the_east(table: Table, move: Move) -> Because | bool:
    """On the Eastern and Caucasus Fronts only Russian units of the Allies move strategically."""
    if not _is_allied_rail(table, move):
        return False
    start = str(journey_of(table, move).start)
    other = first_unit(movers(table, move), lambda unit: not is_russian(unit))
    return because(at=start, unit=other) if other and is_on(table, start, "eastern", "caucasus") else False


@forbids((Step, Move), "tgwe:9.22")
def russians_rail_abroad(table: Table, action: Step | Move) -> Because | bool:
    """They never leave Russia and Russian Poland; on the Caucasus Front, Russia."""
    return _closed_to_allies(table, action, _is_abroad_for_russians)


def _closed_to_allies(table: Table, action: Step | Move, is_closed: Callable[[Table, str], bool]) -> Because | bool:
    """Whether an Allied strategic move starts in a hex, or enters one, where it may not go."""
    if not _is_allied_rail(table, action):
        return False
    number = action.to if isinstance(action, Step) else str(journey_of(table, action).start)
    return because(at=number) if is_closed(table, number) else False


def _is_abroad_for_russians(table: Table, number: str) -> bool:
    return bool(some((
        lambda: every((
            partial(is_on, table, number, "eastern"), lambda: table.country(number) not in RUSSIAN_LAND
        )),
        lambda: every((partial(is_on, table, number, "caucasus"), lambda: table.country(number) != "russia")),
    )))


# 9.23: Egypt and Iraq


@forbids(TRANSPORTS, "tgwe:9.23")
def exceeds_the_rails_of_egypt_or_iraq(table: Table, action: Transport) -> Because | bool:
    """In a phase 4 Allied units move strategically on the Egyptian Front, and 4 on the Iraqi Front."""
    return _too_many(table, action, "egypt-moves", "iraq-moves")


@forbids((Step, Move), "tgwe:9.23")
def rails_outside_egypt(table: Table, action: Step | Move) -> Because | bool:
    """On the Egyptian Front Allied units move strategically in Egypt alone."""
    return _closed_to_allies(table, action, _is_out_of_egypt)


def _is_out_of_egypt(table: Table, number: str) -> bool:
    return every((partial(is_on, table, number, "egyptian"), lambda: table.country(number) != "egypt"))


@forbids((Step, Move), "tgwe:9.23")
def rails_outside_southern_iraq(table: Table, action: Step | Move) -> Because | bool:
    """On the Iraqi Front they keep south of row xx44 and out of Persia."""
    return _closed_to_allies(table, action, _is_out_of_iraq)


def _is_out_of_iraq(table: Table, number: str) -> bool:
    return every((
        partial(is_on, table, number, "iraqi"),
        lambda: not is_abadan(table, number),
        lambda: some((
            lambda: table.country(number) == "persia", lambda: place_in_row(table, number) <= LAST_PLACE_NORTH
        )),
    ))


@defines("tgwe:9.23")
def is_abadan(table: Table, number: str) -> bool:
    """Abadan, though in Persia, may be entered and left."""
    return number == ABADAN


@forbids(Move, "tgwe:9.23")
def rails_in_iraq_before_maude(table: Table, move: Move) -> Because | bool:
    """No Allied unit moves strategically on the Iraqi Front before Maude is played."""
    if not _is_allied_rail(table, move):
        return False
    start = str(journey_of(table, move).start)
    early = every((partial(is_on, table, start, "iraqi"), lambda: not table.has_event("maude")))
    return because(at=start) if early else False
