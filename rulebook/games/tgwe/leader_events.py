"""Chapter 6, leaders and other chances of one battle (6.18 to 6.24), in the book's order."""

from rulebook.actions import Attack, Play
from rulebook.facts import some
from rulebook.games.tgwe.battle import attackers, attacking_side, defender_who, fort_defends
from rulebook.games.tgwe.battle_events import SLIGHT, STRONG, Wrongs, adds_to_the_die, is_misused, is_spent
from rulebook.games.tgwe.event_words import every_unit, is_cp, is_played_off, playing, some_unit
from rulebook.games.tgwe.ground import is_on
from rulebook.games.tgwe.pieces import is_british, is_russian, is_turkish
from rulebook.rules import Because, forbids, modifies, obliges
from rulebook.table import Table


@modifies(Attack, "tgwe:6.18", of="die")
def turks_are_determined(table: Table, attack: Attack) -> Because | bool:
    """Turkish Determination takes one from the die."""
    return adds_to_the_die(table, attack, "turkish-determination", -SLIGHT, _no_turks(table, attack))


@forbids(Attack, "tgwe:6.18")
def determination_without_turks(table: Table, attack: Attack) -> Because | bool:
    """It wants a Turkish unit among the defenders."""
    return is_misused(attack, "turkish-determination", _no_turks(table, attack))


def _no_turks(table: Table, attack: Attack) -> Wrongs:
    return (
        lambda: not some((
            lambda: defender_who(table, attack, is_turkish),
            lambda: fort_defends(table, attack, lambda army: army == "turkish"),
        )),
    )


@obliges(Attack, "tgwe:6.18")
def determination_is_spent(table: Table, attack: Attack) -> Because | bool:
    """The event leaves the game once used."""
    return is_spent(table, attack, "turkish-determination", _no_turks(table, attack))


@modifies(Attack, "tgwe:6.19", of="die")
def meinertzhagen_deceives(table: Table, attack: Attack) -> Because | bool:
    """Meinertzhagen adds two to the die."""
    return adds_to_the_die(table, attack, "meinertzhagen", STRONG, _no_deceit(table, attack))


@forbids((Attack, Play), "tgwe:6.19")
def meinertzhagen_is_elsewhere(table: Table, action: Attack | Play) -> Because | bool:
    """He serves an Allied attack on the Egyptian Front."""
    if isinstance(action, Play):
        return is_played_off(table, action, "meinertzhagen", "egyptian")
    return is_misused(action, "meinertzhagen", _no_deceit(table, action))


def _no_deceit(table: Table, attack: Attack) -> Wrongs:
    return (
        lambda: not is_on(table, attack.target, "egyptian"),
        lambda: attacking_side(table, attack) != "allied",
    )


@obliges(Attack, "tgwe:6.19")
def meinertzhagen_is_spent(table: Table, attack: Attack) -> Because | bool:
    """The event leaves the game once used."""
    return is_spent(table, attack, "meinertzhagen", _no_deceit(table, attack))


@modifies(Attack, "tgwe:6.20", of="die")
def ships_bombard_palestine(table: Table, attack: Attack) -> Because | bool:
    """The naval bombardment adds one to the die."""
    return adds_to_the_die(table, attack, "palestinian-bombardment", SLIGHT, _no_ships(table, attack))


@forbids((Attack, Play), "tgwe:6.20")
def ships_are_out_of_reach(table: Table, action: Attack | Play) -> Because | bool:
    """It serves an attack on a coastal hex of the Egyptian Front."""
    if isinstance(action, Play):
        return _is_out_of_reach(table, action)
    return is_misused(action, "palestinian-bombardment", _no_ships(table, action))


def _is_out_of_reach(table: Table, play: Play) -> Because | bool:
    """Because of a bombardment played in a hex of another front, or inland."""
    return playing(play, "palestinian-bombardment", lambda: play.hex is not None and some((
        lambda: not is_on(table, str(play.hex), "egyptian"), lambda: not table.has_feature(str(play.hex), "coast"),
    )))


def _no_ships(table: Table, attack: Attack) -> Wrongs:
    return (
        lambda: not is_on(table, attack.target, "egyptian"),
        lambda: not table.has_feature(attack.target, "coast"),
    )


@obliges(Attack, "tgwe:6.20")
def ships_sail_home(table: Table, attack: Attack) -> Because | bool:
    """The event leaves the game once used."""
    return is_spent(table, attack, "palestinian-bombardment", _no_ships(table, attack))


@modifies(Attack, "tgwe:6.21b", of="die")
def townsend_presses_on(table: Table, attack: Attack) -> Because | bool:
    """Townsend adds two to the die."""
    return adds_to_the_die(table, attack, "townsend", STRONG, _no_townsend(table, attack))


@forbids((Attack, Play), "tgwe:6.21b")
def townsend_is_elsewhere(table: Table, action: Attack | Play) -> Because | bool:
    """He serves an attack of British units alone on the Iraqi Front, before Maude is played."""
    if isinstance(action, Play):
        return is_played_off(table, action, "townsend", "iraqi")
    return is_misused(action, "townsend", _no_townsend(table, action))


def _no_townsend(table: Table, attack: Attack) -> Wrongs:
    return (
        lambda: not is_on(table, attack.target, "iraqi"),
        lambda: not every_unit(attackers(table, attack), is_british),
        lambda: table.has_event("maude"),
    )


@forbids(Play, "tgwe:6.21b")
def townsend_is_no_event(table: Table, play: Play) -> Because | bool:
    """Drawn after Maude he is a No Event, and leaves the game."""
    return playing(play, "townsend", lambda: table.has_event("maude"))


@modifies(Attack, "tgwe:6.22", of="die")
def kemal_holds_on(table: Table, attack: Attack) -> Because | bool:
    """Kemal takes one from the die."""
    return adds_to_the_die(table, attack, "kemal", -SLIGHT, _no_kemal(table, attack))


@forbids((Attack, Play), "tgwe:6.22")
def kemal_is_elsewhere(table: Table, action: Attack | Play) -> Because | bool:
    """He serves a hex in Turkey, on any front, defended by units of the Central Powers."""
    if isinstance(action, Play):
        return _is_outside_turkey(table, action)
    return is_misused(action, "kemal", _no_kemal(table, action))


def _is_outside_turkey(table: Table, play: Play) -> Because | bool:
    """Because of Kemal, played in a hex outside Turkey."""
    return playing(play, "kemal", lambda: play.hex is not None and table.country(play.hex) != "ottoman-empire")


def _no_kemal(table: Table, attack: Attack) -> Wrongs:
    return (
        lambda: table.country(attack.target) != "ottoman-empire",
        lambda: not _cp_defends(table, attack),
    )


def _cp_defends(table: Table, attack: Attack) -> bool:
    """Whether units of the Central Powers defend, be it the unit inside their fort alone (14.11)."""
    return bool(some((
        lambda: defender_who(table, attack, is_cp),
        lambda: attacking_side(table, attack) != "cp" and fort_defends(table, attack, lambda army: True),
    )))


@obliges(Attack, "tgwe:6.22")
def kemal_is_spent(table: Table, attack: Attack) -> Because | bool:
    """The event leaves the game once used."""
    return is_spent(table, attack, "kemal", _no_kemal(table, attack))


@modifies(Attack, "tgwe:6.23", of="die")
def goltz_commands(table: Table, attack: Attack) -> Because | bool:
    """Von der Goltz takes two from the die."""
    return adds_to_the_die(table, attack, "von-der-goltz", -STRONG, _no_goltz(table, attack))


@forbids((Attack, Play), "tgwe:6.23")
def goltz_is_elsewhere(table: Table, action: Attack | Play) -> Because | bool:
    """He serves units of the Central Powers that defend on the Iraqi Front."""
    if isinstance(action, Play):
        return is_played_off(table, action, "von-der-goltz", "iraqi")
    return is_misused(action, "von-der-goltz", _no_goltz(table, action))


def _no_goltz(table: Table, attack: Attack) -> Wrongs:
    return (
        lambda: not is_on(table, attack.target, "iraqi"),
        lambda: not _cp_defends(table, attack),
    )


@obliges(Attack, "tgwe:6.23")
def goltz_is_spent(table: Table, attack: Attack) -> Because | bool:
    """The event leaves the game once used."""
    return is_spent(table, attack, "von-der-goltz", _no_goltz(table, attack))


@modifies(Attack, "tgwe:6.24", of="die")
def yudenich_strikes(table: Table, attack: Attack) -> Because | bool:
    """Yudenich adds two to the die."""
    return adds_to_the_die(table, attack, "yudenich", STRONG, _no_yudenich(table, attack))


@forbids((Attack, Play), "tgwe:6.24")
def yudenich_is_elsewhere(table: Table, action: Attack | Play) -> Because | bool:
    """He serves a Russian attack on the Caucasus Front."""
    if isinstance(action, Play):
        return is_played_off(table, action, "yudenich", "caucasus")
    return is_misused(action, "yudenich", _no_yudenich(table, action))


def _no_yudenich(table: Table, attack: Attack) -> Wrongs:
    return (
        lambda: not is_on(table, attack.target, "caucasus"),
        lambda: not some_unit(attackers(table, attack), is_russian),
    )


@obliges(Attack, "tgwe:6.24")
def yudenich_is_spent(table: Table, attack: Attack) -> Because | bool:
    """The event leaves the game once used."""
    return is_spent(table, attack, "yudenich", _no_yudenich(table, attack))
