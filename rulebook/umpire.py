"""The umpire: runs the rules of a game on a posted table and says what follows, with every reason."""

from collections.abc import Iterator
from functools import partial

from rulebook.actions import ActionModel, Move, Step
from rulebook.contradictions import contradictions as contradicted
from rulebook.docket import Docket, Subject
from rulebook.facts import Unknown
from rulebook.judgement import Judgement, finding_of
from rulebook.rules import Rule
from rulebook.ruling import Contested, Missing, Ruling
from rulebook.table import Table
from rulebook.trying import TRIALS, Outcome, Trial, ranged, settled
from rulebook.valuing import gather_values

EFFECTS = ("forbids", "permits", "obliges")
FORBIDS = ("forbids",)
VALUES = ("computes", "modifies", "costs")
ORDINARY_PATH = "action.path"


def check(table: Table, action: ActionModel, trials: int = TRIALS) -> Ruling:
    """The ruling on one action, after so many trials at most. `rulebook.repairs` adds what would make it legal."""
    first = judge(table, action)
    outcome = settled(first) or Trial(table, action, first, partial(judge, effects=FORBIDS), trials).outcome()
    values = outcome.values if outcome.verdict != "undetermined" or first.value_unknown else first.values
    return Ruling(
        verdict=outcome.verdict,
        findings=tuple(first.findings + outcome.found_by_trial),
        overridden=tuple(first.overridden),
        missing=tuple(_missing(table, action, first, outcome)) if outcome.missing else (),
        values=ranged(table, action, first, values, judge) if first.value_unknown else values,
        contested=tuple(_contested(table, action, first)) if first.contested else (),
        contradictions=contradicted(table),
        provisos=dict(table.provisos),
        cut_short=table.patience.is_over,
    )


def is_legal(table: Table, action: ActionModel) -> bool:
    """Whether the verdict is legal: what is not posted is tried no further than to the first value that bars it."""
    return Trial(table, action, forbidden(table, action), forbidden).is_always_legal()


def judge(table: Table, action: ActionModel, effects: tuple[str, ...] = EFFECTS) -> Judgement:
    """Run every rule that bears on the action, once."""
    docket = Docket(table, action, *effects, *VALUES)
    found = _weighed(docket, effects)
    gather_values(docket, found)
    return found


def forbidden(table: Table, action: ActionModel, effects: tuple[str, ...] = FORBIDS) -> Judgement:
    """Run the rules that forbid the action, without its values: a verdict needs no more."""
    return _weighed(Docket(table, action, *effects), effects)


def _weighed(docket: Docket, effects: tuple[str, ...]) -> Judgement:
    found = Judgement()
    for rule, subject in docket.rules(*effects):
        _weigh(docket.table, found, rule, subject)
    if isinstance(docket.action, Move):
        _judge_path(docket.table, found, docket.action)
    return found


def passed_over(table: Table, action: ActionModel) -> set[Rule]:
    """The rules on such an action that cannot bear on it, or are known to find nothing, and are not asked."""
    kinds = (type(action), Step) if isinstance(action, Move) and action.steps else (type(action),)
    effects = (*EFFECTS, *VALUES)
    asked = {rule for rule, _ in Docket(table, action, *effects).rules(*effects)}
    return {rule for kind in kinds for effect in effects for rule in table.game.rules_on(kind, effect)} - asked


def idle(table: Table, action: ActionModel) -> list[tuple[Rule, Subject]]:
    """The rules that are not asked though they could bear, for they found nothing where all they asked was the same."""
    return list(Docket(table, action, *EFFECTS, *VALUES).idle())


def _judge_path(table: Table, found: Judgement, move: Move) -> None:
    """A move without a path is judged on the rest; that a path is open can only be assumed."""
    if move.path is None:
        try:
            table.read(ORDINARY_PATH, None, None, "open")
        except Unknown as missing:
            _note_unknown(found, missing, None)


def _weigh(table: Table, found: Judgement, rule: Rule, subject: Subject) -> None:
    outcome, trace = table.traced(rule, subject)
    found.note(trace)
    if isinstance(outcome, Unknown):
        if rule.effect == "forbids":
            _note_unknown(found, outcome, rule)
            found.findings.append(finding_of(rule, None, trace, subject[0]))
    elif outcome:
        found.findings.append(finding_of(rule, outcome, trace, subject[0]))


def _note_unknown(found: Judgement, missing: Unknown, rule: Rule | None) -> None:
    for fact, values in missing.facts.items():
        found.unknown.setdefault(fact, values)
        needed_by = found.needed_by.setdefault(fact, {})
        if rule is not None:
            needed_by[rule.case] = None


def _missing(table: Table, action: ActionModel, first: Judgement, outcome: Outcome) -> Iterator[Missing]:
    for fact in outcome.missing:
        needed_by = tuple(first.needed_by.get(fact, ())) or _asked_after(first, fact)
        yield Missing(fact, needed_by, _would_decide(table, action, first, outcome, fact))


def _asked_after(first: Judgement, fact: str) -> tuple[str, ...]:
    """A fact that only came up on trial is needed by the rules that were open from the start."""
    return tuple(dict.fromkeys(case for cases in first.needed_by.values() for case in cases))


def _would_decide(table: Table, action: ActionModel, first: Judgement, outcome: Outcome, fact: str) -> bool | None:
    """Whether some value of this fact alone would settle the verdict; None where patience ran out before."""
    values = first.unknown.get(fact)
    if not values:
        return len(outcome.missing) == 1
    for value in values:
        if table.patience.is_over:
            return None
        if forbidden(table.given(fact, value), action).verdict != "undetermined":
            return True
    return False


def _contested(table: Table, action: ActionModel, first: Judgement) -> Iterator[Contested]:
    for rule in first.contested:
        other = table.read_as(rule.name)
        if not _reads_otherwise(table, other, rule):
            continue
        found = judge(other, action)
        if found.verdict != first.verdict or found.values != first.values:
            yield Contested(rule.case, rule.name, found.verdict, found.values)


def _reads_otherwise(table: Table, other: Table, rule: Rule) -> bool:
    """Whether the other reading of a rule finds anything else where the rule was weighed."""
    return any(
        str(found) != str(other.traced(rule, other.own(subject))[0]) for subject, found in table.weighings(rule)
    )
