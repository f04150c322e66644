"""The verb that reads a save of VASSAL, and goes on to check an action or to list options."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from server import prose, prose_rulings
from server.verbs import Wrong, answered, say, say_json, shared, spoken
from server.words import SAVES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from knowledge.records import Language

FILE = click.Path(dir_okay=False, path_type=Path)
Json = dict[str, Any]


@click.command()
@click.argument("save", type=FILE)
@click.option("--profile", type=FILE, required=True, help="How the pieces of the module are units: a TOML file.")
@click.option("--module", type=FILE, default=None, help="The module (.vmod), for its grid; else the profile has it.")
@click.option("--side", default=None, help="Whose hidden pieces to read: a side of the module. None without it.")
@click.option("--facts", type=FILE, default=None, help="JSON of what the save does not tell: turn, phase, map …")
@click.option("--check", "action", default=None, help="Adjudicate this action: JSON, or the name of a file of it.")
@click.option("--options", "unit", default=None, help="List everything that this unit may legally do.")
@click.option("--assume", type=click.Choice(["ordinary"]), default=None, help="What may be assumed in the answer.")
@shared
def vassal(
    save: Path,
    profile: Path,
    module: Path | None,
    side: str | None,
    facts: Path | None,
    action: str | None,
    unit: str | None,
    assume: str | None,
    as_json: bool,
    lang: "Language | None",
) -> None:
    """Read the VASSAL save SAVE into a position, and rule on it.

    Pieces that the profile does not name, or that lie in no hex, are listed and left out; hidden ones stay hidden.
    """
    read = _read(save, profile, module, side, facts)
    answered("look_at", json.dumps({"position": read["position"]}).encode(), as_json)
    given = {"assume": assume} if assume else {}
    if action is not None:
        asked = {"position": read["position"], "action": _action(action), **given}
        read["ruling"] = answered("adjudicate", json.dumps(asked).encode(), as_json)
    if unit is not None:
        asked = {"position": read["position"], "unit": unit, **given}
        read["options"] = answered("list_options", json.dumps(asked).encode(), as_json)
    say_json(read) if as_json else say(lines(read, spoken(lang)))


def _read(save: Path, profile: Path, module: Path | None, side: str | None, facts: Path | None) -> Json:
    """What the save says, with the facts that stand over it."""
    from server.vassal.archives import BadSave
    from server.vassal.reading import read_save

    try:
        read = read_save(save, profile, module, side).as_json()
    except BadSave as bad:
        raise Wrong(str(bad)) from None
    if facts:
        read["position"] |= _json(facts.read_text(encoding="utf-8"), str(facts))
    return read


def _action(told: str) -> Json:
    """An action as it is typed, or out of a file."""
    is_typed = told.lstrip().startswith("{")
    return _json(told if is_typed else Path(told).read_text(encoding="utf-8"), "--check" if is_typed else told)


def _json(text: str, what: str) -> Json:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as bad:
        raise Wrong(f"{what}: {bad}") from None
    if not isinstance(found, dict):
        raise Wrong(f"{what}: this is no JSON object")
    return found


def lines(read: Json, lang: "Language") -> "Iterator[str]":
    """What was read, what was left out, and the answer."""
    units = [_unit_line(unit) for unit in read["position"]["units"]]
    yield f"{read['position']['game']}: {len(units)} {SAVES['units'][lang]}"
    yield from (f"  {line}" for line in units)
    unknown = [f"{each['name'] or each['image'] or '?'}  {each['hex'] or '–'}" for each in read["unknown"]]
    yield from prose.block(SAVES["unknown"][lang], unknown)
    off = [f"{each['name'] or '?'}  ({each['x']}, {each['y']})" for each in read["off_grid"]]
    yield from prose.block(SAVES["off_grid"][lang], off)
    yield from prose.block(SAVES["masked"][lang], [f"{each['hex']}: {each['count']}" for each in read["masked"]])
    if read["elsewhere"]:
        yield f"{SAVES['elsewhere'][lang]}: {read['elsewhere']}"
    if "ruling" in read:
        yield from ("", *prose_rulings.ruling_lines(read["ruling"], lang))
    if "options" in read:
        yield from ("", *prose_rulings.option_lines(read["options"], lang))


def _unit_line(unit: Json) -> str:
    told = (unit.get("nation") or unit.get("side"), unit.get("type"))
    return "  ".join([unit["hex"], unit["id"], *(word for word in told if word)])
