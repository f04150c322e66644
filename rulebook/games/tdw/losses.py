"""Chapter 11, how losses are taken, also for want of a retreat (11.1, 11.3.3, 11.4 to 11.4.2, 9.2)."""

from collections import Counter
from functools import partial

from rulebook.actions import Losses, Play, Retreat
from rulebook.facts import every, some, those
from rulebook.games.tdw.ground import is_settled
from rulebook.games.tdw.pieces import is_airborne, is_delay, is_vdh
from rulebook.games.tdw.retreat_ways import RETREAT, any_way, only_a_boundary_bars, way_without_zones
from rulebook.games.tdw.zones import uncancelled_zoc_by
from rulebook.mechanics.units import first_unit, is_off_the_map
from rulebook.rules import (
    Because,
    Part,
    Sum,
    because,
    computes,
    contested,
    defines,
    forbids,
    obliges,
    permits,
    replaces,
    unless,
)
from rulebook.table import Table, Unit

STEPS_FOR_ZONES = 1
STEPS_FOR_HOLDING_ON = 1
COVER = ("woods", "forest")


def steps_taken(losses: Losses) -> Counter[str]:
    """The steps that each unit gives up."""
    taken: Counter[str] = Counter()
    for loss in losses.taken:
        taken[loss.unit] += loss.steps
    return taken


def steps_of(unit: Unit) -> int:
    """The steps that a unit has now; US Delay and von der Heydte have one."""
    return 1 if unit.facts.steps is None and (is_delay(unit) or is_vdh(unit)) else unit.steps


def _steps_in_combat(table: Table, losses: Losses) -> int:
    return sum(steps_of(unit) for unit in table.units(losses.units))


def is_lost(losses: Losses, unit: Unit) -> bool:
    """Whether a unit gives up all its steps."""
    taken = steps_taken(losses)[unit.id]
    return taken > 0 and taken >= steps_of(unit)


def _stays(losses: Losses) -> bool:
    """Whether defenders stay who owe a retreat."""
    return losses.role == "defender" and not losses.retreats and losses.stays is not None


# 11.1 and 11.3.3: who loses


@forbids(Losses, "tdw:11.1")
def bystanders_suffer(table: Table, losses: Losses) -> Because | bool:
    """Only the units that attacked, and all that defended, suffer from a combat."""
    outsider = next((unit_id for unit_id in steps_taken(losses) if unit_id not in losses.units), None)
    return because(unit=outsider) if outsider else False


@permits(Losses, "tdw:11.3.3")
def owner_chooses_who_loses(table: Table, losses: Losses) -> Because | bool:
    """Losses are taken by the player whose units they are, as he likes."""
    return because(points=losses.points) if losses.points > 0 and len(losses.units) > 1 else False


@forbids(Losses, "tdw:11.3.3")
def loses_steps_it_has_not(table: Table, losses: Losses) -> Because | bool:
    """A unit loses no more steps than it has."""
    taken = {table.unit(unit_id): steps for unit_id, steps in steps_taken(losses).items()}
    short = first_unit(taken, lambda unit: steps_of(unit) < taken[unit])
    return because(unit=short, steps=taken[short]) if short else False


@computes(Losses, "left", "tdw:11.3.3")
def what_is_left(table: Table, losses: Losses) -> dict[str, int]:
    """The steps that each unit keeps; one with none is eliminated."""
    return {
        unit_id: max(0, steps_of(table.unit(unit_id)) - steps) for unit_id, steps in steps_taken(losses).items()
    }


@computes(Losses, "due", "tdw:11.3.3")
def steps_due(table: Table, losses: Losses) -> Sum:
    """What the result costs, with what a retreat, or the lack of one, adds to it."""
    return Sum((Part(losses.points, "tdw:11.3.3", "result"), *_further(table, losses)))


def _further(table: Table, losses: Losses) -> list[Part]:
    if losses.role == "attacker":
        return []
    parts = _for_the_way(table, losses) if losses.retreats else _for_staying(table, losses)
    return [part for part in parts if part.amount]


def _for_the_way(table: Table, losses: Losses) -> list[Part]:
    """A step for enemy zones on the way, those that a boundary saves hexes for, and all of units that cannot go."""
    lost = sum(steps_of(unit) for unit in table.units(losses.units) if is_immobile(table, unit))
    short = _hexes_cut_off(table, losses)
    zones = STEPS_FOR_ZONES if _meets_zones(table, losses) else 0
    return [Part(lost, "tdw:11.4.2", "immobile"), Part(short, "tdw:9.2", "boundary"), Part(zones, "tdw:11.4", "zones")]


def _hexes_cut_off(table: Table, losses: Losses) -> int:
    """The hexes that an army boundary alone keeps a retreat from."""
    if losses.trail is not None and len(losses.trail) >= RETREAT:
        return 0
    return RETREAT - len(_trail(table, losses)) if _is_stopped_by_a_boundary(table, losses) else 0


def _trail(table: Table, losses: Losses) -> tuple[str, ...]:
    return tuple(table.read("action.trail", losses.trail))


def _is_stopped_by_a_boundary(table: Table, losses: Losses) -> bool:
    return every(partial(only_a_boundary_bars, table, unit, unit.hex) for unit in table.units(losses.units))


def _meets_zones(table: Table, losses: Losses) -> bool:
    """Whether the way leads through zones; where it is not told, whether a unit that lives has no other."""
    if losses.trail is None:
        bound = those(_movable(table, losses), partial(_is_bound_to_meet_zones, table, losses.units))
        return any(not is_lost(losses, unit) for unit in bound) or bool(bound and _trail(table, losses))
    side = table.unit(losses.units[0]).side
    return bool(some(partial(uncancelled_zoc_by, table, side, there, losses.units) for there in losses.trail))


def _is_bound_to_meet_zones(table: Table, party: tuple[str, ...], unit: Unit) -> bool:
    return every((
        lambda: not way_without_zones(table, unit, unit.hex, party), lambda: any_way(table, unit, unit.hex)
    ))


def _movable(table: Table, losses: Losses) -> list[Unit]:
    return [unit for unit in table.units(losses.units) if not is_immobile(table, unit)]


def _for_staying(table: Table, losses: Losses) -> list[Part]:
    if not _stays(losses) and not _holds_on(table, losses):
        return []
    return [Part(int(lost_by_the_stack(table, losses)), _case_of_staying(table, losses), "stays")]


def _case_of_staying(table: Table, losses: Losses) -> str:
    if _holds_on(table, losses):
        return "tdw:11.4.1"
    return "tdw:9.2" if stack_loses_by_the_hex(table, losses) else "tdw:11.4"


@forbids(Losses, "tdw:11.3.3")
def gives_up_too_few_steps(table: Table, losses: Losses) -> Because | bool:
    """All that is due is lost, as far as there are steps."""
    taken, due = steps_taken(losses).total(), int(steps_due(table, losses).total)
    if taken >= due:
        return False
    least = min(due - min(losses.points, _doomed_steps(table, losses)), _steps_in_combat(table, losses))
    return because(taken=taken, due=least) if taken < least else False


def _doomed_steps(table: Table, losses: Losses) -> int:
    """What lost units owed for want of a retreat: nothing, if the result alone was enough for them."""
    if losses.role == "attacker" or (not losses.retreats and losses.stays != "blocked"):
        return 0
    return sum(_owed(table, losses, unit) for unit in table.units(losses.units) if is_lost(losses, unit))


def _owed(table: Table, losses: Losses, unit: Unit) -> int:
    if losses.retreats:
        return steps_of(unit) if is_immobile(table, unit) else 0
    return 0 if stack_loses_by_the_hex(table, losses) else int(lost_for_staying(table, unit))


@forbids(Losses, "tdw:11.3.3")
def gives_up_too_many_steps(table: Table, losses: Losses) -> Because | bool:
    """No more is lost than is due."""
    taken, due = steps_taken(losses).total(), int(steps_due(table, losses).total)
    return because(taken=taken, due=due) if taken > due else False


# 11.4: units that cannot retreat


@defines("tdw:11.4")
def lost_for_staying(table: Table, unit: Unit) -> int:
    """A unit that cannot retreat loses one step: one-step units are eliminated, the others reduced."""
    return 1


@defines("tdw:11.4")
def lost_by_the_stack(table: Table, losses: Losses) -> int:
    """Every unit that cannot retreat loses for itself."""
    return sum(int(lost_for_staying(table, unit)) for unit in table.units(losses.units))


@forbids(Losses, "tdw:11.4")
def stays_though_a_way_is_open(table: Table, losses: Losses) -> Because | bool:
    """Units that can retreat two hexes and end away from the enemy must."""
    if not _stays(losses) or losses.stays != "blocked":
        return False
    free = first_unit(table.units(losses.units), lambda unit: not is_immobile(table, unit) and _way(table, unit))
    return because(at=free.hex, unit=free, way=_way(table, free)) if free else False


def _way(table: Table, unit: Unit) -> list[str] | None:
    return any_way(table, unit, unit.hex)


@forbids(Losses, "tdw:11.4")
def retreats_without_a_way(table: Table, losses: Losses) -> Because | bool:
    """Units that cannot retreat two hexes, or not away from the enemy, stay where they were."""
    if losses.role == "attacker" or not losses.retreats:
        return False
    stuck = first_unit(_movable(table, losses), lambda unit: not is_lost(losses, unit) and every((
        lambda: not _way(table, unit), lambda: not only_a_boundary_bars(table, unit, unit.hex)
    )))
    return because(at=stuck.hex, unit=stuck) if stuck else False


@forbids(Losses, "tdw:11.4")
def spares_a_unit_that_cannot_retreat(table: Table, losses: Losses) -> Because | bool:
    """Of units that cannot retreat, each loses."""
    if not _stays(losses) or losses.stays != "blocked":
        return False
    spared = next((unit_id for unit_id in losses.units if not steps_taken(losses)[unit_id]), None)
    if spared is None or stack_loses_by_the_hex(table, losses):
        return False
    return because(unit=spared)


@replaces(lost_by_the_stack, "tdw:9.2")
def stack_loses_by_the_hex(table: Table, losses: Losses) -> int | None:
    """Germans whom only an army boundary keeps from retreating lose one step a stack for each hex not retreated."""
    return RETREAT if losses.stays == "blocked" and _is_stopped_by_a_boundary(table, losses) else None


@contested(stack_loses_by_the_hex)
def boundary_is_like_any_bar(table: Table, losses: Losses) -> int | None:
    """A boundary bars a retreat like anything else: each unit loses for itself."""
    return None


# 11.4.1: Allied airborne units


@defines("tdw:11.4.1")
def can_hold_on(table: Table, unit: Unit) -> bool:
    """Allied airborne units in a town, a village, a forest or woods can refuse to retreat."""
    return every((
        lambda: is_airborne(unit),
        lambda: some((lambda: is_settled(table, unit.hex), lambda: table.terrain(unit.hex) in COVER)),
    ))


def _holding_on(table: Table, losses: Losses) -> Unit | None:
    """The airborne unit that pays for staying."""
    payers = [unit for unit in table.units(losses.units) if steps_taken(losses)[unit.id]]
    return first_unit(payers, partial(can_hold_on, table))


def _holds_on(table: Table, losses: Losses) -> bool:
    """Whether the retreat is cancelled: as told, or as a step more than the result tells."""
    if losses.role == "attacker" or losses.retreats or losses.stays == "blocked":
        return False
    more = steps_taken(losses).total() - losses.points == STEPS_FOR_HOLDING_ON
    return losses.stays == "cancelled" or (more and _holding_on(table, losses) is not None)


@replaces(lost_by_the_stack, "tdw:11.4.1")
def holding_on_costs_one_step(table: Table, losses: Losses) -> int | None:
    """Airborne units cancel the retreat of all units in the hex for one step more."""
    return STEPS_FOR_HOLDING_ON if _holds_on(table, losses) else None


@permits(Losses, "tdw:11.4.1")
def airborne_hold_on(table: Table, losses: Losses) -> Because | bool:
    """The airborne unit pays the step, even with its last one, and nobody retreats."""
    holder = _holding_on(table, losses) if _holds_on(table, losses) else None
    return because(at=holder.hex, unit=holder) if holder else False


@forbids(Losses, "tdw:11.4.1")
def holds_on_without_airborne(table: Table, losses: Losses) -> Because | bool:
    """Only airborne units under cover cancel a retreat, with a step of their own."""
    cancelled = losses.role == "defender" and not losses.retreats and losses.stays == "cancelled"
    return because(units=list(losses.units)) if cancelled and not _holding_on(table, losses) else False


@forbids(Play, "tdw:11.4.1")
def cancels_a_retreat_in_vain(table: Table, play: Play) -> Because | bool:
    """Nobody cancels a retreat but Allied airborne units that defend under cover."""
    if play.event != "cancel-retreat":
        return False
    return False if _who_cancels(table, play) else because(at=play.hex)


@permits(Play, "tdw:11.4.1")
def airborne_cancel_a_retreat(table: Table, play: Play) -> Because | bool:
    """Allied airborne units that defend under cover may cancel the retreat of their hex for one step."""
    if play.event != "cancel-retreat":
        return False
    able = _who_cancels(table, play)
    return because(at=able.hex, unit=able) if able else False


def _who_cancels(table: Table, play: Play) -> Unit | None:
    """The first unit able to, of those named, or of those in the hex."""
    if play.units:
        return first_unit(table.units(play.units), partial(_can_cancel, table))
    found: Unit | None = table.someone_at(table.read("action.hex", play.hex), partial(_can_cancel, table))
    return found


def _can_cancel(table: Table, unit: Unit) -> bool:
    return every((
        lambda: not is_off_the_map(unit), lambda: can_hold_on(table, unit), lambda: table.active != unit.side
    ))


# 11.4.2: units without movement


@defines("tdw:11.4.2")
def is_immobile(table: Table, unit: Unit) -> bool:
    """US Delay, von der Heydte's paratroops and units with no movement allowance cannot go anywhere."""
    return is_delay(unit) or is_vdh(unit) or unit.movement <= 0


@replaces(lost_for_staying, "tdw:11.4.2")
def immobile_units_lose_all(table: Table, unit: Unit) -> int | None:
    """A unit without movement loses all its steps if it is to retreat."""
    return steps_of(unit) if is_immobile(table, unit) else None


def _immobile(table: Table, action: Retreat | Losses) -> Unit | None:
    """The first unit without movement that is to retreat."""
    if isinstance(action, Losses) and (
        action.role == "attacker" or not (action.retreats or action.stays == "blocked")
    ):
        return None
    return first_unit(table.units(action.units), partial(is_immobile, table))


@obliges((Retreat, Losses), "tdw:11.4.2")
def immobile_units_are_eliminated(table: Table, action: Retreat | Losses) -> Because | bool:
    """US Delay and units without movement that are to retreat are eliminated."""
    lost = _immobile(table, action)
    return because(at=lost.facts.hex, unit=lost) if lost else False


@unless(immobile_units_are_eliminated, "tdw:12.9.1")
def delay_is_not_eliminated(table: Table, action: Retreat | Losses) -> bool:
    """US Delay is only taken off the map."""
    lost = _immobile(table, action)
    return lost is not None and is_delay(lost)


@obliges((Retreat, Losses), "tdw:12.9.1")
def delay_goes_back_to_its_box(table: Table, action: Retreat | Losses) -> Because | bool:
    """US Delay, forced to retreat or to lose a step, goes to the assets box, to be deployed next turn."""
    hit = steps_taken(action) if isinstance(action, Losses) else {}
    delay = first_unit(table.units(action.units), is_delay)
    gone = delay is not None and (hit.get(delay.id, 0) > 0 or _immobile(table, action) is not None)
    return because(at=delay.facts.hex, unit=delay) if delay and gone else False


@forbids(Retreat, "tdw:11.4.2")
def immobile_units_retreat(table: Table, retreat: Retreat) -> Because | bool:
    """US Delay and units without movement never retreat."""
    still = _immobile(table, retreat)
    return because(at=retreat.path[0], unit=still) if still else False


@forbids(Losses, "tdw:11.4.2")
def immobile_units_survive(table: Table, losses: Losses) -> Because | bool:
    """A unit without movement that is to retreat loses all its steps."""
    if _immobile(table, losses) is None:
        return False
    taken = steps_taken(losses)
    left = first_unit(table.units(losses.units), lambda unit: every((
        lambda: is_immobile(table, unit), lambda: taken[unit.id] < steps_of(unit)
    )))
    return because(at=left.facts.hex, unit=left) if left else False
