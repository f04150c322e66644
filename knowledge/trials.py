"""The cases that prove the rules: situations posed in `data/<game>/cases/`, run on the umpire and compared.

    [base.front]                 # a position shared by the cases of the file
    game = "sitw"

    [[case]]
    name = "a unit stops in the first enemy zone of control it enters"
    source = "10.4"
    base = "front"
    position = { weather = "wet" }                  # laid over the base: tables merge, the rest replaces
    units = [{ id = "g1", hex = "2731" }]           # merged into the base's units by id, or added
    without = ["b2"]                                # units of the base left out
    tables = { crt = { "3:1" = { 6 = "2/3" } } }    # the player's own tables
    action = { type = "move", units = ["g1"], path = ["2731", "2732"], mode = "regular" }
    expect = { verdict = "illegal", holds = ["goes_on_in_enemy_zoc"] }
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from knowledge import naming
from knowledge.records import Example
from rulebook.actions import Action, ActionModel
from rulebook.facts import Unknown
from rulebook.faults import faults_of
from rulebook.games import GAMES
from rulebook.position import Position
from rulebook.printed import data_folder, read_toml
from rulebook.ruling import Ruling
from rulebook.table import Table
from rulebook.umpire import check, idle, passed_over

ACTION: TypeAdapter[ActionModel] = TypeAdapter(Action)
EXPECTED = {
    "verdict", "holds", "lacks", "open", "missing", "overridden", "values", "at", "amounts", "provisos", "contested",
    "error", "complete_missing", "no_values",
}


@dataclass(frozen=True)
class Trial:
    """One situation and what the umpire must say of it."""

    game: str
    name: str
    source: tuple[str, ...]
    position: dict[str, Any]
    action: dict[str, Any]
    expect: dict[str, Any]
    assume: str | None
    file: str
    tables: dict[str, Any] = field(default_factory=dict)


@dataclass
class Outcome:
    """What a trial showed: the differences, and which rules it saw hold and not hold."""

    differences: list[str] = field(default_factory=list)
    held: set[str] = field(default_factory=set)
    not_held: set[str] = field(default_factory=set)


def trials_of(game: str) -> list[Trial]:
    """Every case of a game, file by file."""
    folder = data_folder() / game / "cases"
    return [trial for path in sorted(folder.glob("*.toml")) for trial in _trials_in(game, path)]


def _trials_in(game: str, path: Path) -> Iterator[Trial]:
    told = read_toml(path)
    for entry in told.get("case", ()):
        yield posed(game, entry, told.get("base", {}), path.name)


def posed(game: str, entry: dict[str, Any], bases: dict[str, Any], file: str) -> Trial:
    """A trial with its base filled in."""
    unknown = set(entry["expect"]) - EXPECTED
    if unknown:
        raise ValueError(f"{file}: {entry['name']}: unknown expectation {', '.join(sorted(unknown))}")
    source = entry["source"]
    numbers = (source,) if isinstance(source, str) else tuple(source)
    ids = tuple(f"{game}:{number}" for number in numbers)
    return Trial(game, entry["name"], ids, posed_position(game, entry, bases), entry["action"], entry["expect"],
                 entry.get("assume"), file, entry.get("tables", {}))


def posed_position(game: str, entry: dict[str, Any], bases: dict[str, Any]) -> dict[str, Any]:
    base = bases[entry["base"]] if "base" in entry else {}
    position = _laid_over({"game": game, **base}, entry.get("position", {}))
    units = {unit["id"]: unit for unit in position.get("units", [])}
    for unit in entry.get("units", []):
        units[unit["id"]] = {**units.get(unit["id"], {}), **unit}
    for unit_id in entry.get("without", []):
        del units[unit_id]
    omitted = entry.get("omit", [])
    position["units"] = list(units.values())
    return {name: value for name, value in position.items() if name not in omitted}


def from_example(example: Example) -> Trial:
    """A worked example of the book, run like any other case."""
    return Trial(example.game, example.id, (example.case,), {"game": example.game, **example.position}, example.action,
                 example.expect, None, "examples")


def _laid_over(base: Any, over: Any) -> Any:
    if not (isinstance(base, dict) and isinstance(over, dict)):
        return over
    return {**base, **{key: _laid_over(base.get(key), value) for key, value in over.items()}}


def laid_out(trial: Trial) -> tuple[Table, ActionModel]:
    """The table that a trial poses, and the action that is asked about."""
    game = GAMES[trial.game]
    position = Position.model_validate_json(json.dumps(trial.position))
    action = game.completed(position, ACTION.validate_json(json.dumps(trial.action)))
    return Table(game, position, ordinary=trial.assume == "ordinary", tables=trial.tables), action


def run(trial: Trial) -> Outcome:
    """Pose the trial to the umpire and compare."""
    game, outcome = GAMES[trial.game], Outcome()
    table, action = laid_out(trial)
    faults = faults_of(table, action)
    outcome.held |= {fault.predicate for fault in faults if fault.predicate}
    outcome.not_held |= {rule.name for rule in game.rules_on(None, "rejects")} - outcome.held
    if faults or "error" in trial.expect:
        wanted = trial.expect.get("error")
        if not any(wanted and wanted in f"{fault.at}: {fault.says}" for fault in faults):
            outcome.differences.append(f"error: wanted {wanted!r}, got {[f'{f.at}: {f.says}' for f in faults]}")
        return outcome
    ruling = check(table, action)
    outcome.differences += _differences(game.key, ruling, trial.expect)
    outcome.differences += [f"values: {name!r} has no name in data/values.toml" for name in nameless(trial, ruling)]
    outcome.differences += _found_by_the_idle(table, action)
    _note_rules(table, outcome)
    outcome.not_held |= {rule.name for rule in passed_over(table, action)}
    if "cost" in ruling.values and ruling.verdict != "undetermined":
        outcome.not_held |= {rule.name for rule in game.rules if rule.effect == "costs"} - outcome.held
    return outcome


def _found_by_the_idle(table: Table, action: ActionModel) -> Iterator[str]:
    """What the umpire would have missed by not asking a rule: every trial proves that it is nothing."""
    for rule, subject in idle(table, action):
        found, trace = table.traced(rule, subject)
        if not rule.is_nothing(found) or trace.overrides or trace.contested:
            yield f"{rule.name} was not asked, and finds {found}"


def nameless(trial: Trial, ruling: Ruling) -> set[str]:
    """The names and words of its values that would stand untranslated before a player."""
    theirs = {unit["id"] for unit in trial.position.get("units", ())}
    theirs |= {path[-1] for path in naming.said_in(trial.tables)}
    theirs |= {rule.name for rule in GAMES[trial.game].rules}
    pieces = {piece for path in naming.said_in(ruling.values) for piece in naming.unlabelled(trial.game, path)}
    return {piece for piece in pieces - theirs if ":" not in piece}


def _note_rules(table: Table, outcome: Outcome) -> None:
    for rule, found in table.weighed():
        if not isinstance(found, Unknown):
            (outcome.held if found else outcome.not_held).add(rule.name)


def _differences(game: str, ruling: Ruling, expect: dict[str, Any]) -> Iterator[str]:
    holding = {finding.predicate for finding in ruling.findings if finding.holds and not finding.given}
    open_ = {finding.predicate for finding in ruling.findings if finding.holds is None}
    missing = {item.fact for item in ruling.missing}
    if "verdict" in expect and ruling.verdict != expect["verdict"]:
        because = [f.predicate for f in ruling.findings if f.effect == "forbids" and f.holds]
        yield f"verdict: wanted {expect['verdict']}, got {ruling.verdict} ({because}; missing {sorted(missing)})"
    yield from (f"{name} should not hold" for name in expect.get("lacks", ()) if name in holding)
    sought = (("holds", "hold", holding), ("open", "be open", open_), ("missing", "be missing", missing))
    for kind, wanted, found in sought:
        absent = (name for name in expect.get(kind, ()) if name not in found)
        yield from (f"{name} should {wanted}; {kind}: {sorted(found)}" for name in absent)
    if expect.get("complete_missing") and missing != set(expect.get("missing", ())):
        yield f"missing: wanted exactly {sorted(expect['missing'])}, got {sorted(missing)}"
    yield from _override_differences(game, ruling, expect)
    yield from _value_differences(ruling, expect)


def _override_differences(game: str, ruling: Ruling, expect: dict[str, Any]) -> Iterator[str]:
    for beaten, by in expect.get("overridden", ()):
        if (f"{game}:{beaten}", f"{game}:{by}") not in ruling.overridden:
            yield f"{beaten} should be overridden by {by}; overridden: {ruling.overridden}"
    contested = [item.case for item in ruling.contested]
    for case in expect.get("contested", ()):
        if f"{game}:{case}" not in contested:
            yield f"{case} should be contested; contested: {contested}"
    if contested and expect.get("contested") == []:
        yield f"nothing should be contested; contested: {contested}"
    for fact in expect.get("provisos", ()):
        if fact not in ruling.provisos:
            yield f"{fact} should be a proviso; provisos: {ruling.provisos}"


def _value_differences(ruling: Ruling, expect: dict[str, Any]) -> Iterator[str]:
    nothing = dict.fromkeys(expect.get("no_values", ()))
    for path, wanted in {**expect.get("values", {}), **nothing}.items():
        found: Any = ruling.values
        for key in path.split("."):
            found = found[int(key)] if isinstance(found, list) else (found or {}).get(key)
        if found != wanted:
            yield f"values.{path}: wanted {wanted!r}, got {found!r}; values: {ruling.values}"
    for what, name in (("at", "at"), ("amounts", "value")):
        for predicate, wanted in expect.get(what, {}).items():
            holding = (each for each in ruling.findings if each.predicate == predicate and each.holds)
            found = [getattr(finding, name) for finding in holding]
            if wanted not in found:
                yield f"{predicate}: wanted {name} {wanted!r}, got {found!r}"


def main() -> None:
    """Run the cases of a game, or of the files whose name contains a word: python -m knowledge.trials sitw [word]."""
    import sys

    game, word = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    trials = [trial for trial in trials_of(game) if word in trial.file]
    failed = 0
    for trial in trials:
        outcome = run(trial)
        if outcome.differences:
            failed += 1
            print(f"{trial.file}: {trial.name}\n    " + "\n    ".join(outcome.differences))
    print(f"{len(trials) - failed} of {len(trials)} cases agree")


if __name__ == "__main__":
    main()
