"""The same situation with the sides swapped: rules that name neither say the same of it."""

from copy import deepcopy
from random import Random
from typing import Any

from moved import turned, words_of
from positions import Situation

from rulebook.game import Game
from rulebook.games import GAMES

PLAYED = {"move", "attack", "retreat", "advance", "stack", "zoc", "losses", "bombard", "support", "dig", "rally",
          "count"}
"""Actions that both sides have alike; their sources, and what they place, buy, play or win, are each side's own."""
LEADING = {"sitw": "french", "tsnp": "french", "tdw": "american", "marne": "french", "tgwe": "french"}
"""The nation that stands for the side that is not German, where a situation names none of it."""
LIKE = {
    "sitw": {"french-fortress": "german-fortress", "east-edge": "west-south-edge", "france": "germany"},
    "tgwe": {"france": "germany"},
}
"""What is one side's and does not say so, with what is the other's."""
OWN = {
    "tsnp": {"fort", "fort-destroyed", "railway", "verdun"},
    "tdw": {"westwall", "british-zone", "peiper", "150-brigade",
            "14-regiment", "fb-brigade", "313-or-314", "29-brigade", "33-brigade", "not-through-j", "motorized",
            *(f"entry-{letter}" for letter in "abcdefghijklm")},
    "marne": {"foch", "petain", "bruchmuller"},
    "tgwe": {"hindenburg-line", "devastating", "devastated", "alpenkorps", "canal-defense", "battalion"},
}  # fmt: skip
"""What one side alone has: ground, men, ways of fighting."""
HELD = {"tgwe": ("cp-initiative-west",)}
"""Events that say which of the two has something: the other has it where they are not told."""
ONE_SIDED = {
    "sitw:9.5": "the Allies are several armies, the Germans one",
    "sitw:S3.25": "the Japanese are on one side",
    "sitw:11.2": "each side has its number of trains",
    "sitw:13.32": "2 points for a French fortress, 3 for a German one",
    "sitw:14.2": "a unit of a type that is not told may be the AGB, which is German",
    "sitw:15.2": "of the Germans only Stosstruppen infiltrate",
    "tsnp:8.1": "forts are French, and their zones bar Germans",
    "tsnp:8.31": "the Germans begin crowded",
    "tsnp:8.42": "forts are French, and their zones stop Germans",
    "tsnp:8.43": "forts are French, and their zones bar Germans",
    "tsnp:9.5": "the French have two edges to retreat to",
    "tsnp:14.4": "any German infantry leaves a remnant, of the French those of morale 7 or 8",
    "tdw:2.3.1.1": "counters of the two sides have other steps",
    "tdw:6.1": "US corps do not mix",
    "tdw:7.3": "the 150th Panzer Brigade slips through zones",
    "tdw:8.3": "lack of supply does other things to each side",
    "tdw:9.2": "army boundaries bind Germans",
    "tdw:9.4": "a German regiment is bound to its parent",
    "tdw:10.1": "chits activate armies of the Germans, corps of the Allies",
    "tdw:10.2.1": "Greif hinders the Allies",
    "tdw:10.5": "all Allied infantry has motors, German infantry rarely",
    "tdw:10.6.4": "Allied units are held back",
    "tdw:11.3.2": "Allied defenders away from their division, and assets, count for one side",
    "tdw:11.3.3": "a retreat that an army boundary cuts short costs Germans steps",
    "tdw:11.4": "army boundaries stop Germans",
    "tdw:12.2": "German guns serve their army",
    "tdw:12.3": "Allied guns serve their corps",
    "tdw:12.5": "Greif hinders the Allies",
    "tdw:12.7": "the rumour slows the Allies",
    "tdw:12.8": "Traffic costs the Allies nothing",
    "tdw:17.0": "on the first turn of the campaign the Allies have no movement round",
    "tgwe:3.26": "few nations operate outside Europe",
    "tgwe:5.46": "Russians lay down their arms",
    "tgwe:6.3": "interdiction stops the Central Powers",
    "tgwe:6.52": "landings are the Allies'",
    "tgwe:7.23": "each nation stacks in its own way",
    "tgwe:8.21": "winter and mud slow nations each in its way",
    "tgwe:10.46": "headquarters serve the forts of their own nation",
    "tgwe:14.41": "each nation has trenches in its own time",
    "tgwe:14.62": "Germans devastate",
    "tgwe:15.25": "tank units are bound to fronts, those of each side to others",
    "tgwe:16.11": "nations collapse each in its own way",
    "tgwe:16.3": "Russian brigades are gone with the collapse",
    "tgwe:16.62": "the Turks are gone with their surrender",
    "tgwe:9.11": "the rails of Europe carry another number of units for either side",
    "tgwe:9.22": "Russians have rails of their own, at home",
    "tgwe:17.1": "nations come in one by one",
    "tgwe:17.12": "the Americans enter the war late",
    "tgwe:17.21": "Allied nations are bound to fronts of their own",
    "tgwe:17.3": "Turkey is neutral at first",
    "tgwe:17.31": "nations of the Central Powers are bound to fronts of their own",
}
"""Cases that do not treat the sides alike, by the book, or ask what only one of them has."""


def mirrored(situation: Situation, random: Random) -> Situation | None:
    """The same with the sides swapped and the board turned round, for each side has its own end of it.

    None where it tells of what only one of them has, or of two nations of a side.
    """
    elsewhere, nations = turned(situation, random), _nations(situation)
    if situation.action["type"] not in PLAYED or elsewhere is None or nations is None:
        return None
    if not set(words_of(situation.request)).isdisjoint(OWN.get(situation.game, ())):
        return None
    try:
        return situation.told_as(_Mirror(GAMES[situation.game], nations).request(deepcopy(elsewhere.request)))
    except LookupError:
        return None


def _nations(situation: Situation) -> tuple[str, str] | None:
    """The one nation of each side that a situation names."""
    game = GAMES[situation.game]
    told = {unit["nation"] for unit in situation.position.get("units", ()) if "nation" in unit}
    of_sides = [{nation for nation in told if game.nation(nation)["side"] == side} for side in game.sides]
    if any(len(nations) > 1 for nations in of_sides) or told.difference(*of_sides):
        return None
    german, other = of_sides
    return next(iter(german), "german"), next(iter(other), LEADING[game.key])


class _Mirror:
    """Tells of each side what was told of the other. A LookupError says that it has nothing like it."""

    def __init__(self, game: Game, nations: tuple[str, str]) -> None:
        self.game = game
        self.sides = _both_ways(dict([game.sides]))
        self.nations = _both_ways(dict([nations]))
        self.like = _both_ways(LIKE.get(game.key, {}))

    def request(self, told: dict[str, Any]) -> dict[str, Any]:
        position = self._facts(told["position"])
        if "units" in position:
            position["units"] = [self._unit(unit) for unit in position["units"]]
        if "events" in position:
            position["events"] = self._events(position["events"])
        if "tracks" in position:
            position["tracks"] = {self._word("tracks", name): value for name, value in position["tracks"].items()}
        if "map" in position:
            position["map"] = self._map(position["map"])
        if "markers" in position:
            position["markers"] = [self._facts(marker) for marker in position["markers"]]
        return {"position": position, "action": self._facts(told["action"])}

    def _map(self, posted: dict[str, Any]) -> dict[str, Any]:
        hexes = {number: self._facts(facts) for number, facts in posted.get("hexes", {}).items()}
        rest = {"elsewhere": self._facts(posted["elsewhere"])} if "elsewhere" in posted else {}
        return posted | {"hexes": hexes} | rest

    def _unit(self, unit: dict[str, Any]) -> dict[str, Any]:
        having = self.game.vocabulary["types"].get(unit.get("type", ""), {}).get("nations")
        if having is not None and self.nations[unit["nation"]] not in having:
            raise LookupError(unit["type"])
        return self._facts(unit)

    def _facts(self, told: dict[str, Any]) -> dict[str, Any]:
        """The facts of a hex, a unit, a marker, or of the whole, each with the words of the other side."""
        found = dict(told)
        for name in {"side", "active", "control", "home"}.intersection(told):
            found[name] = self.sides[told[name]]
        if "nation" in told:
            found["nation"] = self.nations[told["nation"]]
        if "country" in told:
            found["country"] = self._word("countries", told["country"])
        if "features" in told:
            found["features"] = [self._word("features", word) for word in told["features"]]
        return found

    def _events(self, told: list[str]) -> list[str]:
        held = HELD.get(self.game.key, ())
        return [*(self._word("events", word) for word in told if word not in held), *set(held).difference(told)]

    def _word(self, kind: str, word: str) -> str:
        """The word for the same thing of the other side; a word that names no side is the same for both."""
        if word in self.like:
            return self.like[word]
        for names in (self.sides, self.nations):
            start = next((name for name in names if word.startswith(f"{name}-")), None)
            other = start and names[start] + word.removeprefix(start)
            if other in self.game.words(kind):
                return str(other)
        if {*self.game.sides, *self.game.words("nations")}.isdisjoint(word.split("-")):
            return word
        raise LookupError(word)


def _both_ways(pairs: dict[str, str]) -> dict[str, str]:
    return pairs | {other: one for one, other in pairs.items()}
