"""Plan 1919: the bombers of the Royal Air Force (S3.26)."""

from functools import partial
from typing import Any

from rulebook.actions import Attack, Bombard, Losses, Play, Roll, Support
from rulebook.facts import every, known, some
from rulebook.games.sitw.agreed import scenario
from rulebook.games.sitw.weather import LAST_DRY_TURN_OF_1919
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, forbids, obliges
from rulebook.table import Table, Unit

MISSIONS = {"strategic-bombing": "strategic", "tactical-bombing": "tactical"}
MODES = ("strategic", "tactical")
ACTIVE = {"strategic": "german", "tactical": "allied"}
FIRST_TURN = 0
FACES = (1, 2, 3, 4, 5, 6)
HITS = (4, 5)
FORTRESS_DRM = -1
INTERCEPTION = "raf-interception"
EFFECTS = {"strategic": {"german-replacement-rate": -1}, "tactical": {"german-steps-lost": 1}}

Raid = Bombard | Roll


def mission(table: Table, raid: Raid) -> str | None:
    """What the bombers are to do; None for a roll that is none of theirs."""
    if isinstance(raid, Roll):
        return MISSIONS.get(raid.table)
    return str(table.read("action.mode", raid.mode, MODES))


def is_wet(table: Table) -> bool:
    """Turns 0 to 7 are always dry (S3.13); on later ones it depends on the roll."""
    if known(lambda: table.weather) is None and table.turn <= LAST_DRY_TURN_OF_1919:
        return False
    return table.weather == "wet"


def _is_raf(unit: Unit) -> bool:
    return unit.type == "raf"


def _is_german_air(unit: Unit) -> bool:
    return every((lambda: unit.type == "air", lambda: unit.side == "german"))


# When the bombers fly


@forbids(Bombard, "sitw:S3.26")
def others_cannot_bomb(table: Table, bombard: Bombard) -> Because | bool:
    """Only the RAF bombers bomb."""
    other = first_unit(table.units(bombard.units), lambda unit: not _is_raf(unit))
    return because(unit=other) if other else False


@forbids((Bombard, Roll, Play), "sitw:S3.26")
def raf_belongs_to_1919(table: Table, action: Raid | Play) -> bool:
    """The RAF bombers are a unit of Plan 1919: no other scenario has them."""
    if isinstance(action, Play):
        theirs = action.event == INTERCEPTION
    else:
        theirs = isinstance(action, Bombard) or action.table in MISSIONS
    return theirs and not (table.ordinary and known(lambda: table.scenario) is None) and table.scenario != "plan-1919"


@forbids((Bombard, Roll), "sitw:S3.26")
def raf_misses_the_first_turn(table: Table, raid: Raid) -> bool:
    """The RAF is never available in the first game turn, turn 0."""
    return mission(table, raid) is not None and table.turn == FIRST_TURN


@forbids((Bombard, Roll), "sitw:S3.26")
def raf_stays_down_in_wet_weather(table: Table, raid: Raid) -> bool:
    """The RAF bombs on dry turns only; strategic bombing is announced before the weather is known."""
    asked = mission(table, raid)
    if asked == "strategic" and isinstance(raid, Bombard):
        return bool(known(lambda: table.weather) == "wet")
    return asked is not None and is_wet(table)


@forbids((Bombard, Roll), "sitw:S3.26")
def raf_does_both_jobs(table: Table, raid: Raid) -> bool:
    """The RAF never bombs strategically and tactically in the same game turn."""
    return mission(table, raid) == "tactical" and table.has_event("raf-bombing")


@forbids(Bombard, "sitw:S3.26")
def raf_flies_twice(table: Table, bombard: Bombard) -> Because | bool:
    """The RAF, once used, is spent for the game turn."""
    spent = first_unit(table.units(bombard.units), lambda unit: unit.has_status("used"))
    return because(unit=spent) if spent else False


@forbids((Bombard, Roll), "sitw:S3.26")
def raf_bombs_out_of_time(table: Table, raid: Raid) -> Because | bool:
    """Strategic bombing opens the game turn, tactical bombing the Allied player turn."""
    asked = mission(table, raid)
    if asked is None:
        return False
    active = ACTIVE[asked]
    in_time = every((
        lambda: table.phase == "initial-supply", lambda: table.active == active,
        lambda: not table.has_event("supply-checked"),
    ))
    return False if in_time else because(phase="initial-supply", side=active)


@forbids(Bombard, "sitw:S3.26")
def raid_is_announced_too_late(table: Table, bombard: Bombard) -> bool:
    """On turns of variable weather, strategic bombing is decided before the weather roll."""
    late = known(lambda: table.weather) is not None and mission(table, bombard) == "strategic"
    return late and table.turn > LAST_DRY_TURN_OF_1919


@contested(raid_is_announced_too_late)
def raid_follows_the_weather_roll(table: Table, bombard: Bombard) -> bool:
    """The detailed sequence of play puts strategic bombing after the weather roll."""
    return False


@forbids((Bombard, Roll), "sitw:S3.26")
def bombs_fall_on_no_germans(table: Table, raid: Raid) -> Because | bool:
    """Tactical bombing is aimed at a German unit or stack on the map."""
    if mission(table, raid) != "tactical":
        return False
    target = str(table.read("action.target", raid.target))
    return False if table.someone_at(target, lambda unit: unit.side == "german") else because(at=target)


# The German air unit


@obliges(Bombard, "sitw:S3.26")
def germans_decide_on_interception(table: Table, bombard: Bombard) -> bool:
    """The German player decides at once whether his air unit opposes the bombers."""
    return not table.has_event("raf-intercepted")


@forbids(Roll, "sitw:S3.26")
def raid_was_intercepted(table: Table, roll: Roll) -> bool:
    """Bombers that the German air unit opposes have no effect: no die is rolled."""
    return roll.table in MISSIONS and table.has_event("raf-intercepted")


@forbids(Roll, "sitw:S3.26")
def raid_was_not_announced(table: Table, roll: Roll) -> bool:
    """The strategic bombing die is rolled only where the RAF was committed to it."""
    return roll.table == "strategic-bombing" and not table.has_event("raf-bombing")


@forbids(Play, "sitw:S3.26")
def others_cannot_intercept(table: Table, play: Play) -> Because | bool:
    """Only a German air unit that was not used yet this game turn can oppose the RAF."""
    if play.event != INTERCEPTION:
        return False
    unfit = first_unit(table.units(play.units), lambda unit: some((
        lambda: not _is_german_air(unit), lambda: unit.has_status("used")
    )))
    return because(unit=unfit) if unfit else False


@forbids(Play, "sitw:S3.26")
def no_raid_is_under_way(table: Table, play: Play) -> Because | bool:
    """The German answers a raid at once, as a player turn opens; where none was announced there is none to answer."""
    late = play.event == INTERCEPTION and some((
        lambda: table.phase != "initial-supply",
        lambda: table.has_event("supply-checked"),
        lambda: table.turn == FIRST_TURN,
        lambda: every((lambda: table.active == "german", lambda: not table.has_event("raf-bombing"))),
    ))
    return because(phase="initial-supply") if late else False


@forbids(Play, "sitw:S3.26")
def raid_is_intercepted_twice(table: Table, play: Play) -> bool:
    """A raid that was opposed is called off: there is nothing more to oppose."""
    return play.event == INTERCEPTION and table.has_event("raf-intercepted")


@obliges(Play, "sitw:S3.26")
def both_air_units_are_spent(table: Table, play: Play) -> bool:
    """Interception cancels the bombing and uses up both air units for the game turn."""
    return play.event == INTERCEPTION


@forbids((Support, Attack), "sitw:S3.26", when=scenario("plan-1919"))
def interceptor_supports_a_battle(table: Table, action: Support | Attack) -> Because | bool:
    """The German air unit that opposed the RAF gives no ground support in that game turn."""
    spent = first_unit(_flying(table, action), lambda unit: every((
        lambda: _is_german_air(unit), lambda: table.has_event("raf-intercepted")
    )))
    return because(at=action.target, unit=spent) if spent else False


def _flying(table: Table, action: Support | Attack) -> list[Unit]:
    named = action.units if isinstance(action, Support) else (*(action.support or ()), *(action.against or ()))
    return table.units(named)


@forbids((Support, Attack), "sitw:S3.26")
def raf_supports_a_battle(table: Table, action: Support | Attack) -> Because | bool:
    """The RAF supports the ground forces by tactical bombing, not by joining battles."""
    bombers = first_unit(_flying(table, action), _is_raf)
    return because(at=action.target, unit=bombers) if bombers else False


@contested(raf_supports_a_battle)
def raf_supports_when_not_bombing(table: Table, action: Support | Attack) -> Because | bool:
    """As a second air unit the RAF may join a battle on dry turns after the first, unless it bombs."""
    grounded = some((
        lambda: table.turn == FIRST_TURN, partial(is_wet, table), lambda: table.has_event("raf-bombing")
    ))
    return raf_supports_a_battle.function(table, action) if grounded else False


# The tables


@forbids(Roll, "sitw:S3.26")
def bombing_takes_one_die(table: Table, roll: Roll) -> Because | bool:
    """One die is rolled for bombing."""
    dice = roll.dice or () if roll.table in MISSIONS else ()
    return because(dice=list(dice)) if len(dice) > 1 else False


@forbids(Roll, "sitw:S3.26")
def modifies_the_bombing(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the die of bombing, but a German fortress that is bombed."""
    if roll.table not in MISSIONS or not roll.modifier:
        return False
    due = _fortress_drm(table, roll) if roll.table == "tactical-bombing" else 0
    return because(modifier=roll.modifier) if roll.modifier != due else False


@computes(Roll, "strategic-bombing", "sitw:S3.26")
def strategic_bombing(table: Table, roll: Roll) -> dict[str, Any] | None:
    """On 4 or 5 the German replacement rate is one lower this turn."""
    return _read_off(table, roll, 0) if roll.table == "strategic-bombing" else None


@computes(Roll, "tactical-bombing", "sitw:S3.26")
def tactical_bombing(table: Table, roll: Roll) -> dict[str, Any] | None:
    """On 4 or 5 the Germans lose a step; a German fortress takes one from the die."""
    return _read_off(table, roll, _fortress_drm(table, roll)) if roll.table == "tactical-bombing" else None


def _fortress_drm(table: Table, roll: Roll) -> int:
    target = str(table.read("action.target", roll.target))
    return FORTRESS_DRM if table.has_feature(target, "german-fortress") else 0


def _read_off(table: Table, roll: Roll, modifier: int) -> dict[str, Any]:
    """What each face gives; the rows that the rulebook does not print are the player's own, or missing."""
    rolls = [_face(table, roll, die, die + modifier) for die in roll.dice or FACES]
    unread = [f"tables.{roll.table}.result.{face['roll']}" for face in rolls if face["result"] is None]
    return {"modifier": modifier, "rolls": rolls, **({"missing": unread} if unread else {})}


def _face(table: Table, roll: Roll, die: int, modified: int) -> dict[str, Any]:
    own = table.game_table(roll.table).get("result", {}).get(str(modified))
    return {"die": die, "roll": modified, "result": EFFECTS[MISSIONS[roll.table]] if modified in HITS else own}


@obliges(Roll, "sitw:S3.26")
def replacements_fall(table: Table, roll: Roll) -> Because | bool:
    """A strategic bombing roll of 4 or 5 costs the Germans one replacement step this turn."""
    return because(amount=-1) if roll.table == "strategic-bombing" and _is_hit(roll, 0) else False


@obliges(Roll, "sitw:S3.26")
def bombed_hex_loses_a_step(table: Table, roll: Roll) -> Because | bool:
    """A tactical bombing roll of 4 or 5 costs the bombed hex one step of the German player's choice."""
    hit = roll.table == "tactical-bombing" and _is_hit(roll, _fortress_drm(table, roll))
    return because(at=roll.target, amount=1) if hit else False


def _is_hit(roll: Roll, modifier: int) -> bool:
    return bool(roll.dice) and sum(roll.dice or ()) + modifier in HITS


@forbids(Losses, "sitw:S3.26", when=scenario("plan-1919"))
def no_bombs_can_have_fallen(table: Table, losses: Losses) -> Because | bool:
    """Outside battles only bombs cost a step: not on turn 0, in wet weather, or where the RAF was opposed or away."""
    spared = every((
        lambda: table.phase == "initial-supply",
        lambda: some((
            lambda: table.turn == FIRST_TURN, partial(is_wet, table),
            lambda: table.has_event("raf-intercepted"), lambda: table.has_event("raf-bombing"),
        )),
    ))
    return because(phase=table.phase) if spared else False
