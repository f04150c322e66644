"""Chapter 14, whom each chit lets move and attack (14.3.1 to 14.9, U6), in the book's order."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Attack, Move, Step
from rulebook.facts import Unknown, every, known, some
from rulebook.games.tdw.boundaries import LAST_TURN_OF_BOUNDARIES, is_st_vith_behind
from rulebook.games.tdw.combat import attacks_without_a_chit
from rulebook.games.tdw.ground import army_zone, enemy_next_to
from rulebook.games.tdw.movement import moves_without_a_chit
from rulebook.games.tdw.pieces import corps_of, division_of, is_allied, is_american, is_armor, is_british, is_german
from rulebook.games.tdw.roads import mover
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, unless
from rulebook.table import Table, Unit

MOVEMENT, COMBAT = "movement-round", "combat-round"
FIRST_REACTION, SECOND_REACTION = "first-reaction", "second-reaction"
REACTIONS = (FIRST_REACTION, SECOND_REACTION)
REACTING_UNITS = 3
SLOW_TO_REACT = ("2", "99")
PANZER_ARMIES = {"5th-panzer-round": "5th-panzer-army", "6th-panzer-round": "6th-panzer-army"}
ALL_GERMAN, ONE_ARMY = "all-german-round", "one-army-round"
TURN_OF = {ALL_GERMAN: 2, ONE_ARMY: 3}
CHOSEN_ARMY = {
    "one-army-is-6th-panzer": "6th-panzer-army", "one-army-is-5th-panzer": "5th-panzer-army",
    "one-army-is-7th": "7th-army",
}
BEGAN_IN = {
    "6th-panzer-army": "began-in-6th-panzer-zone", "5th-panzer-army": "began-in-5th-panzer-zone",
    "7th-army": "began-in-7th-army-zone",
}
FORMATIONS = "three-formations-round"
REINFORCEMENT = "reinforcement-round"
PATTON, MONTY_MOVES, MONTY_ATTACKS = "patton-round", "monty-movement-round", "monty-combat-round"
PATTONS_CORPS, MONTYS_CORPS = "3", "7"

Test = Callable[[Unit], Any]


def all_are(table: Table, action: Move | Attack, *tests: Test) -> bool:
    """Whether every unit of an action passes every test."""
    return every(partial(test, unit) for unit in table.units(action.units) for test in tests)


def has_not_moved(unit: Unit) -> bool:
    return not unit.has_status("moved")


def has_fought(table: Table, move: Move, phase: str) -> Unit | None:
    """The first of the moving units that has already attacked in this kind of round."""
    return first_unit(table.units(move.units), lambda unit: every((
        lambda: table.phase == phase, lambda: unit.has_status("attacked")
    )))


def moves_are_over(table: Table, *phases: str) -> bool:
    """Whether the attacks of such a round have begun: it is said, or a unit is known to have made one."""
    return every((
        lambda: table.phase in phases,
        lambda: some((partial(_someone_attacked, table), partial(table.has_event, "attacks-begun"))),
    ))


def _someone_attacked(table: Table) -> bool:
    posted = table.units() if table.may_have_status("attacked") else ()
    return any(known(partial(unit.has_status, "attacked")) for unit in posted)


# 14.3.1: the Reaction 3 chits of turn 1


@unless(moves_without_a_chit, "tdw:14.3.1")
def reaction_moves_three_units(table: Table, move: Move) -> bool:
    """A Reaction 3 chit lets three Allied units move."""
    return table.phase in REACTIONS and all_are(table, move, is_allied)


@unless(attacks_without_a_chit, "tdw:14.3.1")
def armor_reacts_by_attacking(table: Table, attack: Attack) -> bool:
    """With the second Reaction 3 chit, activated Allied armor that does not move may attack."""
    return table.phase == SECOND_REACTION and all_are(table, attack, is_allied, is_armor, has_not_moved)


@forbids((Move, Attack), "tdw:14.3.1")
def a_fourth_unit_reacts(table: Table, action: Move | Attack) -> Because | bool:
    """A Reaction 3 chit activates three units, no more."""
    if table.phase not in REACTIONS:
        return False
    fresh = [unit for unit in table.units(action.units) if not unit.has_status("activated")]
    over = bool(fresh) and some((
        lambda: len(fresh) + _seen_activated(table) > REACTING_UNITS,
        lambda: len(fresh) + table.track("reaction-units") > REACTING_UNITS,
    ))
    return because(unit=fresh[0]) if over else False


def _seen_activated(table: Table) -> int:
    """The units posted as activated: there may be more."""
    posted = table.units() if table.may_have_status("activated") else ()
    return sum(bool(known(partial(unit.has_status, "activated"))) for unit in posted)


@forbids(Move, "tdw:14.3.1")
def reacts_too_soon(table: Table, move: Move) -> Because | bool:
    """Units of the 2nd and 99th Infantry Divisions do not move with the first Reaction 3 chit."""
    if table.phase != FIRST_REACTION:
        return False
    slow = first_unit(table.units(move.units), lambda unit: division_of(unit) in SLOW_TO_REACT)
    return because(unit=slow) if slow else False


@forbids(Move, "tdw:14.3.1")
def moves_after_reacting_by_attack(table: Table, move: Move) -> Because | bool:
    """Armor that attacks with the second Reaction 3 chit is armor that does not move."""
    fought = has_fought(table, move, SECOND_REACTION)
    return because(unit=fought) if fought else False


# 14.4: Move/Combat chits


@unless(moves_without_a_chit, "tdw:14.4")
def movement_round_moves_everyone(table: Table, move: Move) -> bool:
    """In a movement round all the units of that player may move."""
    return table.phase == MOVEMENT


@unless(moves_without_a_chit, "tdw:14.4")
def armor_moves_before_combat(table: Table, move: Move) -> bool:
    """In a combat round, not on turn 1, armor may move one hex before combat."""
    return every((
        lambda: table.phase == COMBAT, lambda: table.turn != 1, lambda: all_are(table, move, is_armor)
    ))


@forbids(Step, "tdw:14.4")
def goes_on_before_combat(table: Table, step: Step) -> Because | bool:
    """The move of armor in a combat round is of one hex."""
    return because(at=step.to) if step.index > 0 and table.phase == COMBAT else False


@forbids(Move, "tdw:14.4")
def moves_before_combat_from_contact(table: Table, move: Move) -> Because | bool:
    """In a combat round armor adjacent to an enemy unit does not move."""
    unit = mover(table, move)
    by = table.phase == COMBAT and not table.game.is_off_map(unit.facts) and enemy_next_to(table, unit.side, unit.hex)
    return because(unit=unit, by=by) if by else False


@forbids(Move, "tdw:14.4")
def moves_before_combat_without_supply(table: Table, move: Move) -> Because | bool:
    """In a combat round armor out of supply does not move."""
    if table.phase != COMBAT:
        return False
    lacking = first_unit(table.units(move.units), partial(is_unsupplied, table))
    return because(unit=lacking) if lacking else False


@forbids(Move, "tdw:14.4")
def moves_once_combat_has_begun(table: Table, move: Move) -> Because | bool:
    """The one hex of armor in a combat round comes before combat."""
    return because(phase=COMBAT) if moves_are_over(table, COMBAT) else False


@unless(attacks_without_a_chit, "tdw:14.4")
def armor_that_stays_attacks(table: Table, attack: Attack) -> bool:
    """In a movement round, not on turn 1, armor that does not move may attack."""
    return every((
        lambda: table.phase == MOVEMENT,
        lambda: table.turn != 1,
        lambda: all_are(table, attack, is_armor, has_not_moved),
    ))


@forbids(Move, "tdw:14.4")
def moves_after_attacking(table: Table, move: Move) -> Because | bool:
    """Armor that attacks in a movement round is armor that does not move."""
    fought = has_fought(table, move, MOVEMENT)
    return because(unit=fought) if fought else False


# 14.5: the 5th and 6th Panzer Army chits


@defines("tdw:9.1")
def began_in(table: Table, zone: str, unit: Unit) -> bool:
    """A unit is activated by the army in whose zone it stood when the chit was drawn."""
    if not every((lambda: unit.has_status("moved"), partial(_may_have_changed_zones, table, unit))):
        return army_zone(table, unit.hex) == zone
    stood = first_word(unit, tuple(BEGAN_IN.values()))
    return stood == BEGAN_IN[zone]


def _may_have_changed_zones(table: Table, unit: Unit) -> bool:
    """Whether a unit could have moved out of the zone in which it began: while boundaries hold (9.2) it could not."""
    return bool(some((
        lambda: table.turn > LAST_TURN_OF_BOUNDARIES,
        lambda: unit.has_status("14-regiment"),
        lambda: every((
            lambda: army_zone(table, unit.hex) in PANZER_ARMIES.values(),
            partial(is_st_vith_behind, table),
        )),
    )))


def first_word(unit: Unit, statuses: tuple[str, ...]) -> str:
    """The one of these statuses that a unit has: it must have one, so none at all is not known."""
    found: str | None = some(partial(_named, unit, word) for word in statuses)
    if found is None:
        raise Unknown({f"units.{unit.id}.status.{word}": None for word in statuses})
    return found


def _named(unit: Unit, word: str) -> str | None:
    return word if unit.has_status(word) else None


@unless(moves_without_a_chit, "tdw:14.5")
def panzer_chit_moves_its_zone(table: Table, move: Move) -> bool:
    """The chit of a Panzer Army lets all German units that are in its zone move."""
    zone = PANZER_ARMIES.get(table.phase)
    return zone is not None and all_are(table, move, is_german, partial(began_in, table, zone))


@unless(attacks_without_a_chit, "tdw:14.5")
def armor_of_the_zone_attacks(table: Table, attack: Attack) -> bool:
    """All armor that began in the zone of the chit may attack after movement; infantry and mechanized units not."""
    zone = PANZER_ARMIES.get(table.phase)
    return zone is not None and all_are(table, attack, is_german, is_armor, partial(began_in, table, zone))


@forbids(Move, "tdw:14.5")
def moves_after_the_panzers_attacked(table: Table, move: Move) -> Because | bool:
    """In the round of a Panzer Army the attacks come at the end of the movement."""
    return because(phase=table.phase) if moves_are_over(table, *PANZER_ARMIES) else False


# 14.6: All German and One Army


@defines("tdw:14.6")
def chosen_army(table: Table) -> str:
    """The army for which the One Army chit is played."""
    found: str | None = some(partial(_zone_of, table, event) for event in CHOSEN_ARMY)
    if found is None:
        raise Unknown({f"events.{event}": None for event in CHOSEN_ARMY})
    return found


def _zone_of(table: Table, event: str) -> str | None:
    return CHOSEN_ARMY[event] if table.has_event(event) else None


@defines("tdw:14.6")
def is_called_up(table: Table, unit: Unit) -> bool:
    """All German activates every German unit, One Army those that began in the zone of one army."""
    return is_german(unit) and (table.phase == ALL_GERMAN or bool(began_in(table, chosen_army(table), unit)))


@unless(moves_without_a_chit, "tdw:14.6")
def german_chit_moves_those_called_up(table: Table, move: Move) -> bool:
    """The All German chit lets every German unit move, the One Army chit those of one army's zone."""
    return table.phase in TURN_OF and all_are(table, move, partial(is_called_up, table))


@unless(attacks_without_a_chit, "tdw:14.6")
def german_chit_lets_those_called_up_attack(table: Table, attack: Attack) -> bool:
    """After movement all the units that the chit activates may attack."""
    return table.phase in TURN_OF and all_are(table, attack, partial(is_called_up, table))


@forbids(Move, "tdw:14.6")
def moves_after_those_called_up_attacked(table: Table, move: Move) -> Because | bool:
    """In an All German or One Army round the attacks come after all movement."""
    return because(phase=table.phase) if moves_are_over(table, *TURN_OF) else False


# 14.7: 3 Formations


@unless(moves_without_a_chit, "tdw:14.7")
def chosen_formations_move(table: Table, move: Move) -> bool:
    """The 3 Formations chit lets the units of the chosen formations move."""
    return table.phase == FORMATIONS and all_are(table, move, is_german, _is_activated)


@unless(attacks_without_a_chit, "tdw:14.7")
def chosen_formations_attack(table: Table, attack: Attack) -> bool:
    """After movement the units of the chosen formations may attack."""
    return table.phase == FORMATIONS and all_are(table, attack, is_german, _is_activated)


def _is_activated(unit: Unit) -> bool:
    return unit.has_status("activated")


@forbids(Move, "tdw:14.7")
def moves_after_the_formations_attacked(table: Table, move: Move) -> Because | bool:
    """In a 3 Formations round the attacks come after all movement."""
    return because(phase=table.phase) if moves_are_over(table, FORMATIONS) else False


# 14.8: what reinforcements do once they are placed


@unless(moves_without_a_chit, "tdw:14.8")
def reinforcements_move(table: Table, move: Move) -> bool:
    """Once placed, the units that a Reinforcement chit brings may move."""
    return table.phase == REINFORCEMENT and all_are(table, move, _has_entered)


@unless(attacks_without_a_chit, "tdw:14.8")
def armor_attacks_on_arrival(table: Table, attack: Attack) -> bool:
    """Armor that a Reinforcement chit brings may attack once its move is done; other units not."""
    return table.phase == REINFORCEMENT and all_are(table, attack, is_armor, _has_entered)


def _has_entered(unit: Unit) -> bool:
    return unit.has_status("entered-this-round")


@forbids(Move, "tdw:14.8")
def moves_after_attacking_on_arrival(table: Table, move: Move) -> Because | bool:
    """Armor that enters fights when its move is finished."""
    fought = has_fought(table, move, REINFORCEMENT)
    return because(unit=fought) if fought else False


# 14.9: Patton and Monty


@defines("tdw:14.9")
def is_pattons(table: Table, unit: Unit) -> bool:
    """Patton activates the US III Corps."""
    return every((partial(is_american, unit), lambda: corps_of(unit) == PATTONS_CORPS))


@defines("tdw:14.9")
def is_montys(table: Table, unit: Unit) -> bool:
    """Monty activates the British and the US VII Corps."""
    return is_allied(unit) and bool(some((partial(is_british, unit), lambda: corps_of(unit) == MONTYS_CORPS)))


@unless(moves_without_a_chit, "tdw:14.9")
def patton_or_monty_moves(table: Table, move: Move) -> bool:
    """Patton lets the US III Corps move; Monty, if so played, the British and the US VII Corps."""
    return _is_activated_by(table, move, PATTON, MONTY_MOVES)


@unless(attacks_without_a_chit, "tdw:14.9")
def patton_or_monty_attacks(table: Table, attack: Attack) -> bool:
    """Patton lets the US III Corps attack after it has moved; Monty, if so played, the British and the VII Corps."""
    return _is_activated_by(table, attack, PATTON, MONTY_ATTACKS)


def _is_activated_by(table: Table, action: Move | Attack, patton: str, monty: str) -> bool:
    if table.phase == patton:
        return all_are(table, action, partial(is_pattons, table))
    return table.phase == monty and all_are(table, action, partial(is_montys, table))


@forbids(Move, "tdw:14.9")
def moves_after_patton_attacked(table: Table, move: Move) -> Because | bool:
    """In a Patton round all movement comes before the attacks."""
    return because(phase=PATTON) if moves_are_over(table, PATTON) else False


# U6: no bonus of armor with the German chits


@forbids(Move, "tdw:U6")
def armor_takes_an_extra_hex(table: Table, move: Move) -> Because | bool:
    """With All German or One Army, armor that has moved gets no further hex before combat."""
    again = first_unit(table.units(move.units), lambda unit: _has_had_its_turn(table, unit, "moved"))
    return because(unit=again) if again else False


@forbids(Attack, "tdw:U6")
def armor_takes_an_extra_combat(table: Table, attack: Attack) -> Because | bool:
    """With All German or One Army, armor that does not move gets no further combat for that."""
    again = first_unit(table.units(attack.units), lambda unit: _has_had_its_turn(table, unit, "attacked"))
    return because(at=attack.target, unit=again) if again else False


def _has_had_its_turn(table: Table, unit: Unit, status: str) -> bool:
    return every((
        lambda: table.phase in TURN_OF, partial(is_armor, unit), lambda: unit.has_status(status)
    ))
