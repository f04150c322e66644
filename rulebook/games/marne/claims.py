"""What players take to be so beside the numbers: who chooses, what must be done, what is left to the rulebook."""

from rulebook.actions import Count
from rulebook.games.marne.orders import ORDERS
from rulebook.games.marne.rulings import rulebook_forbids
from rulebook.rules import Because, because, forbids
from rulebook.table import Table

CHOICES = {
    "confused-unit": ("T1.6.2", "defender"),
    "misdirected-unit": ("T1.6.6", "attacker"),
    "marker-removed": ("T1.5", "defender"),
    "fort-loss": ("T2.3", "defender"),
    "path-after-R3": ("T5.3", "enemy"),
}
"""Who chooses what, where the aid says so."""
LEAVES = ("fall-back", "advance", "exploitation", "reserve-move", "remove-marker", "misdirect-reserve")
"""What mastery and orders allow, and never demand."""
DUTIES = ("panic", "confusion", "R3")
UNTOLD = (
    "bad-weather", "pinned", "unit-in-panic", "lead-unit", "reinforcements", "replacements", "air-missions",
    "turns", "doctrine", "forced-march", "exploitation-movement", "retreat-priorities", "tanks-and-terrain",
    "bridges", "set-up", "gas", "fog-elsewhere", "disengagement-when", "bombardment-when", "attack-limits",
    "stosstruppen-return", "offensive-start", "path-after-r3",
)
"""What the aid names or supposes without a rule of it."""


def _wrong(table: Table, count: Count, what: str, right: str) -> Because | bool:
    if count.what != what:
        return False
    said = table.read("action.result", count.result)
    return because(said=said, found=right) if said != right else False


def _chosen_by_another(table: Table, count: Count, case: str) -> Because | bool:
    """Whether a choice that a case gives to one player is given to the other."""
    found = CHOICES.get(count.what)
    return _wrong(table, count, count.what, found[1]) if found and found[0] == case else False


@forbids(Count, "marne:T1.5")
def gives_the_marker_to_another(table: Table, count: Count) -> Because | bool:
    """The defender picks the marker that goes."""
    return _chosen_by_another(table, count, "T1.5")


@forbids(Count, "marne:T1.6.2")
def gives_confusion_to_another(table: Table, count: Count) -> Because | bool:
    """The defender picks the unit that confusion disorganizes."""
    return _chosen_by_another(table, count, "T1.6.2")


@forbids(Count, "marne:T1.6.6")
def gives_the_reserve_to_another(table: Table, count: Count) -> Because | bool:
    """The attacker moves the reserve that is misdirected."""
    return _chosen_by_another(table, count, "T1.6.6")


@forbids(Count, "marne:T2.3")
def gives_the_loss_to_another(table: Table, count: Count) -> Because | bool:
    """The defender picks the unit of a fort that takes the loss."""
    return _chosen_by_another(table, count, "T2.3")


@forbids(Count, "marne:T5.3")
def gives_the_path_to_another(table: Table, count: Count) -> Because | bool:
    """The enemy picks the way of a stack that R3 sends back."""
    return _chosen_by_another(table, count, "T5.3")


@forbids(Count, "marne:T5.3")
def takes_another_result_for_a_rout(table: Table, count: Count) -> Because | bool:
    """Only R3, with a capital, disorganizes the stack."""
    return _wrong(table, count, "rout", "R3")


@forbids(Count, "marne:T1")
def takes_leave_for_a_duty(table: Table, count: Count) -> Because | bool:
    """What mastery gives may be left alone."""
    if count.what != "duty":
        return False
    said = table.read("action.result", count.result, (*LEAVES, *DUTIES))
    return because(said=said) if said in LEAVES else False


@forbids(Count, "marne:T1.5")
def counts_other_markers(table: Table, count: Count) -> Because | bool:
    """No mastery costs a marker where it is the attacker's."""
    if count.what != "markers-lost":
        return False
    found = int(table.read("action.role", count.role, ("attacker", "defender")) == "attacker")
    said = table.read("action.amount", count.amount)
    return because(said=f"{said:g}", found=found) if said != found else False


def effect_of_orders(role: str, die: int, of: str) -> int:
    """What a row of garbled orders adds to losses, or to damage points, of one side."""
    effects: dict[str, int] = vars(ORDERS[role, die])
    return effects[of]


@forbids(Count, "marne:F4")
def rulebook_says_otherwise(table: Table, count: Count) -> bool:
    """What the aid names without a rule is as the players' rulebook says."""
    return count.what in UNTOLD and rulebook_forbids(table, count.what)
