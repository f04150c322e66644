"""Plan 1919: in what order steps are lost (S3.15, S3.18, S3.19, S3.22)."""

from rulebook.actions import Losses
from rulebook.facts import every
from rulebook.games.sitw.combat import COMBAT_PHASES
from rulebook.games.sitw.optional.stoss_losses import spares_the_stosstruppen
from rulebook.games.sitw.pieces import is_allied_tank, is_tank
from rulebook.games.sitw.results import can_give_up_steps, keeps_a_step, steps_taken
from rulebook.mechanics.units import Test, first_unit
from rulebook.rules import Because, because, forbids, unless
from rulebook.table import Table, Unit


def _payer(table: Table, losses: Losses, test: Test) -> Unit | None:
    """A unit of this kind that gives up a step."""
    return first_unit(table.units(tuple(steps_taken(losses))), test)


def _spared(table: Table, losses: Losses, kind: str) -> Unit | None:
    """A unit of this type in the battle that keeps a step."""
    return first_unit(table.units(losses.units), lambda unit: unit.type == kind and keeps_a_step(losses, unit))


def _pays_instead(table: Table, losses: Losses, kind: str, instead: Test) -> Because | bool:
    """Whether a unit gives up a step while one of a type that goes first keeps one."""
    wrong = every((lambda: _payer(table, losses, instead), lambda: _spared(table, losses, kind)))
    if not wrong:
        return False
    return because(unit=_payer(table, losses, instead), spared=_spared(table, losses, kind))


@forbids(Losses, "sitw:S3.15")
def fast_tanks_are_lost_before_heavy(table: Table, losses: Losses) -> Because | bool:
    """In an attack every heavy tank step involved is given up before any fast tank step."""
    return losses.role == "attacker" and _pays_instead(
        table, losses, "heavy-tank", lambda unit: unit.type == "fast-tank"
    )


@forbids(Losses, "sitw:S3.18")
def panzers_are_spared(table: Table, losses: Losses) -> Because | bool:
    """In an attack the 1st Panzer Regiment, like all tanks, takes the losses first."""
    return losses.role == "attacker" and _pays_instead(table, losses, "panzer", lambda unit: unit.type != "panzer")


@unless(spares_the_stosstruppen, "sitw:S3.18")
def panzers_pay_before_stosstruppen(table: Table, losses: Losses) -> bool:
    """Where the panzers pay for everything, nothing is left for the Stosstruppen to lose."""
    return bool(losses.taken) and not _payer(table, losses, lambda unit: unit.type != "panzer")


@forbids(Losses, "sitw:S3.19")
def anti_tank_guns_are_spared(table: Table, losses: Losses) -> Because | bool:
    """In a defense against tanks the first step lost is that of an anti-tank unit."""
    if losses.role != "defender" or not losses.taken:
        return False
    wrong = every((
        lambda: _spared(table, losses, "anti-tank"),
        lambda: not _payer(table, losses, lambda unit: unit.type == "anti-tank"),
        lambda: table.phase in COMBAT_PHASES,
        lambda: first_unit(table.units(table.read("action.enemies", losses.enemies)), is_allied_tank),
    ))
    return because(spared=_spared(table, losses, "anti-tank")) if wrong else False


@forbids(Losses, "sitw:S3.19")
def anti_tank_guns_pay_for_an_attack(table: Table, losses: Losses) -> Because | bool:
    """Anti-tank units are never given up for the losses of an attack."""
    if losses.role != "attacker":
        return False
    payer = _payer(table, losses, lambda unit: unit.type == "anti-tank")
    return because(unit=payer) if payer else False


@unless(can_give_up_steps, "sitw:S3.19")
def anti_tank_guns_have_no_part_in_attacks(table: Table, losses: Losses, unit: Unit) -> bool:
    """The steps of anti-tank units do not count among those of an attack."""
    return losses.role == "attacker" and unit.type == "anti-tank"


@forbids(Losses, "sitw:S3.22")
def marines_are_spared(table: Table, losses: Losses) -> Because | bool:
    """In any combat the Marines take the losses first, after the tanks."""
    return _pays_instead(table, losses, "marines", lambda unit: unit.type != "marines" and not is_tank(unit))
