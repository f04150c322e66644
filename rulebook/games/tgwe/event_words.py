"""What every event has in common: whether it is the one played, who draws it, and which battle it is used in."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from rulebook.actions import Advance, Attack, Play
from rulebook.facts import every, known, some
from rulebook.games.tgwe.ground import is_on
from rulebook.rules import Because, because
from rulebook.table import Table, Unit

PAYERS = {"german": "cp", "british": "allied", "french": "allied", "american": "allied"}
ENTRIES = ("italy-entry", "bulgaria-entry", "romania-entry-allied", "romania-entry-cp", "greece-entry")
# Those that a case of this chapter wants played as soon as they are drawn.
MANDATORY = (
    "ana", "armenian-massacres", "armenian-republic", "remove-10in-11in", "remove-3in-7in", "turkish-atrocity",
    "enver-offensive", "conrad-offensive", "haig-offensive", "tsar-takes-command", "russian-command-paralysis",
    "army-of-islam", "libyan-revolt", "french-mutiny", "russian-civil-war", "jutland", "german-naval-mutiny", *ENTRIES,
    "bulgarian-collapse", "zimmerman-telegram", "serb-typhus", "influenza", "remove-42t",
)
# Those that go back into their cup when they can have no effect; all others then leave the game (6.15).
RETURNED = ("armenian-republic", "turkish-atrocity", "conrad-offensive", "russian-civil-war")
# Those that by their own case serve only on the maps of Europe, or for its victory (18.4), or only in the Near East.
OF_EUROPE = (
    "new-air-tactics", "italian-aircraft", "air-raid-london", "air-raid-paris", "independent-air-force", "tank-unit",
    "german-at-guns", "austrian-polish-division", "paris-gun", "hurricane-bombardment", "the-system", "bruchmuller",
    "conrad-offensive", "haig-offensive", "foch", "british-rigid-planning", "they-shall-not-pass", "german-looting",
    "french-mutiny", "u-boat", "convoy", "gallipoli", "salonika", *ENTRIES, "bulgarian-collapse", "serb-typhus",
    "the-tiger", "jutland", "german-naval-mutiny", "zimmerman-telegram",
)
OF_THE_NEAR_EAST = (
    "air-interdiction", "ana", "armenian-massacres", "armenian-republic", "meinertzhagen", "palestinian-bombardment",
    "townsend", "von-der-goltz", "yudenich", "lawrence", "lawrence-raid", "turkish-atrocity", "lawrence-captured",
    "russian-winter-offensive", "enver-offensive", "allenby", "maude", "kress", "near-east-trench", "iraq-flotilla",
    "russian-amphibious-campaign", "russian-landing", "turkish-hq-bombed", "army-of-islam", "libyan-revolt",
)

# Those that serve one battle, and which side attacks in it; None where that is whichever side uses them.
ATTACKER_OF = {
    "chlorine": None, "phosgene": None, "mustard": None, "flamethrower": "cp", "mine-attack": None,
    "hurricane-bombardment": "allied", "the-system": "allied", "bruchmuller": "cp", "turkish-determination": "allied",
    "meinertzhagen": "allied", "palestinian-bombardment": None, "townsend": "allied", "kemal": "allied",
    "von-der-goltz": "allied", "yudenich": "allied", "iraq-flotilla": "allied", "new-air-tactics": None,
    "italian-aircraft": None,
}
OF_THE_DEFENDER = ("turkish-determination", "kemal", "von-der-goltz")
OF_EITHER_PART = ("new-air-tactics", "italian-aircraft")
# Those of them that come into play first, without a hex, and serve later.
KEPT_FOR_BATTLES = ("the-system", "bruchmuller", *OF_EITHER_PART)
THEATRE_OF_A_BATTLE = {
    "hurricane-bombardment": "west", "the-system": "west", "meinertzhagen": "west", "palestinian-bombardment": "west",
    "townsend": "east", "von-der-goltz": "east", "yudenich": "east", "iraq-flotilla": "east",
}

# Those of which the book knows one, and what tells that it was played, where that is not the event itself.
ONE_OF_A_KIND = (
    "air-interdiction", "air-raid-london", "air-raid-paris", "independent-air-force", "german-at-guns",
    "shock-troops-1", "shock-troops-2", "ana", "armenian-massacres", "remove-10in-11in", "remove-3in-7in", "remove-42t",
    "lawrence", "turkish-atrocity", "brusilov", "russian-winter-offensive", "enver-offensive", "conrad-offensive",
    "haig-offensive", "foch", "allenby", "maude", "the-tiger", "kress", "russian-amphibious-campaign",
    "tsar-takes-command", "russian-command-paralysis", "army-of-islam", "french-mutiny", "russian-civil-war", "convoy",
    "jutland", "bulgarian-collapse", "serb-typhus", "influenza", "turkish-surrender", "tenth-na-division",
    "kaiserschlacht",
)
TOLD_BY = {
    "french-mutiny": "french-mutiny-played", "jutland": "jutland-won", "bulgarian-collapse": "bulgaria-collapse-played",
    "turkish-surrender": "turkey-surrenders-played",
}

# Every event that lies in a cup, and what some of them let a player do.
IN_A_CUP = (
    *MANDATORY, *OF_EUROPE, *OF_THE_NEAR_EAST, "aircraft-formation", "shock-troops-1", "shock-troops-2", "chlorine",
    "phosgene", "mustard", "flamethrower", "mine-attack", "turkish-determination", "kemal", "brusilov",
    "turkish-surrender", "initiative-cp", "initiative-allied", "near-east-rp", "tenth-na-division", "kaiserschlacht",
)

Test = Callable[[], Any]


def playing(play: Play, word: str, test: Test) -> Because | bool:
    """Because of an event, where it is the one that is played and a test holds."""
    return because(at=play.hex) if play.event == word and test() else False


def out_of_phase(table: Table, play: Play, word: str, *phases: str) -> Because | bool:
    """Because of an event that is played in another phase than these."""
    wrong = play.event == word and table.phase not in phases
    return because(phase=table.phase) if wrong else False


def serves_a_battle(play: Play) -> bool:
    """Whether an event of one battle is used: one that is kept for battles may only come into play."""
    return play.event in ATTACKER_OF and (play.hex is not None or play.event not in KEPT_FOR_BATTLES)


def is_played_off(table: Table, play: Play, word: str, *fronts: str) -> Because | bool:
    """Because of an event of these fronts that is played in a hex of another."""
    astray = play.event == word and play.hex is not None and not is_on(table, play.hex, *fronts)
    return because(at=play.hex) if astray else False


def throws_other_dice(play: Play, word: str, dice: int) -> Because | bool:
    """Because of an event whose roll was given more or fewer dice than it takes."""
    wrong = play.event == word and play.dice is not None and len(play.dice) != dice
    return because(dice=dice) if wrong else False


def out_of_scenario(table: Table, play: Play, word: str, *scenarios: str) -> Because | bool:
    """Because of an event that another game of the family has."""
    wrong = play.event == word and table.scenario not in scenarios
    return because(scenario=table.scenario) if wrong else False


def are_told(table: Table, play: Play, could: Callable[[Unit], Any]) -> bool:
    """Whether it is told which units an event takes: asked for while there may be one that it could take."""
    return every((
        lambda: play.units or some((lambda: some_unit(table.units(), could), table.others_may_be)),
        lambda: table.read("action.units", play.units or None),
    ))


def declares(action: Attack | Advance, word: str) -> bool:
    """Whether an event is among those declared: what was not declared cannot be wrong."""
    return action.events is not None and word in action.events


def may_lie_on(table: Table, number: str, front: str) -> bool:
    """Whether a hex can lie on a front: its letter often tells that it does not, or its front was posted."""
    return front in table.fronts_of(number) and known(partial(table.front, number)) in (None, front)


def some_unit(units: Iterable[Unit], test: Callable[[Unit], Any]) -> bool:
    return bool(some(partial(test, unit) for unit in units))


def every_unit(units: Iterable[Unit], test: Callable[[Unit], Any]) -> bool:
    return every(partial(test, unit) for unit in units)


def is_allied(unit: Unit) -> bool:
    return unit.side == "allied"


def is_cp(unit: Unit) -> bool:
    return unit.side == "cp"
