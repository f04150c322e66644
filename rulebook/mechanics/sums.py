"""Modifiers added up: every rule that changes a number of an action, with its case."""

from rulebook.actions import ActionModel
from rulebook.facts import Unknown, Values
from rulebook.rules import Part, Sum
from rulebook.table import Table


def modifiers(table: Table, action: ActionModel, of: str, case: str | None = None) -> Sum:
    """All that modifies one number of an action, by one case or by all; unknown as soon as one of them is."""
    parts: list[Part] = []
    unknown: dict[str, Values] = {}
    # By __class__, not type(): a probe passes for the action that it stands for.
    for rule in (rule for rule in table.game.rules_on(action.__class__, "modifies") if rule.of == of):
        if case not in (None, rule.case):
            continue
        try:
            found = rule(table, action)
        except Unknown as missing:
            unknown.update(missing.facts)
        else:
            parts += [Part(found.amount, rule.case, rule.name)] if found else []
    if unknown:
        raise Unknown(unknown)
    return Sum(tuple(parts))
