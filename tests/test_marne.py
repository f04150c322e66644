"""Marne: the printed tables cell by cell, and chances worked out by hand, apart from the code that the umpire uses."""

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from sources import PATHS, needs_sources

from knowledge import records
from knowledge.desk import adjudicate
from knowledge.records import LANGUAGES
from knowledge.trials import ACTION
from rulebook import printed
from rulebook.faults import BadRequest
from rulebook.games import GAMES
from rulebook.games.marne.outcome import tolls_of
from rulebook.position import Position
from rulebook.table import Table
from rulebook.umpire import check

MARNE = GAMES["marne"]


def lines(first: int, last: int) -> list[str]:
    text = PATHS["marne"].read_text(encoding="utf-8").split("\n")[first - 1 : last]
    return [line.strip() for line in text if line.strip()]


# The tables


@needs_sources
def test_every_cell_of_the_combat_table_is_as_printed():
    rows = [line.split() for line in lines(449, 473) if re.match(r"\d+ \*?A|1/2", line)]
    header, *body = rows
    ours = printed.table("marne", "combat")
    assert [["roll", *header]] == [list(ours[0])]
    assert body == [list(row.values()) for row in ours]
    assert (len(body), len(header)) == (11, 7)


@needs_sources
def test_every_cell_of_the_bombardment_table_is_as_printed():
    header, *body = [line.split() for line in lines(421, 432)]
    ours = printed.table("marne", "bombardment")
    assert ["die", *header[1:]] == list(ours[0])
    assert body == [list(row.values()) for row in ours]
    assert (len(body), len(header)) == (8, 7)


@needs_sources
def test_every_row_of_the_disengagement_table_is_as_printed():
    found = [re.match(r"(\d) (\*?[rR]\d)", line) for line in lines(512, 530)]
    rows = [[row[1], row[2]] for row in found if row]
    assert rows == [list(row.values()) for row in printed.table("marne", "disengagement")]


@needs_sources
def test_every_line_of_the_weather_is_as_printed():
    words = {"beau temps": "fair", "brouillard matinal puis beau temps": "morning-fog", "mauvais temps": "bad"}
    found = [re.match(r"(\d+)(?: – (\d+))? : (.*)", line) for line in lines(541, 544)]
    rows = [(row[1], row[2] or row[1], words[row[3]]) for row in found if row]
    assert rows == [(row["first"], row["last"], row["weather"]) for row in printed.table("marne", "weather")]


@needs_sources
def test_what_a_loss_costs_is_as_printed():
    prices = {line.rsplit(" : ", 1)[0]: line.rsplit(" : ", 1)[1] for line in lines(504, 508)}
    ours = {row["kind"]: f"{row['points']} pdd" for row in printed.table("marne", "losses")}
    regiment, american_or_division, _, stosstruppen, _ = prices.values()
    assert ours == {
        "regiment": regiment, "american-regiment": american_or_division, "division": american_or_division,
        "stosstruppen": stosstruppen,
    }  # fmt: skip


NAMES = {
    "defender": [
        "Sacrifice", "Panique", "Contre-attaque suicidaire", "Débandade", "Indécision", "Réserves mal orientées",
    ],
    "attacker": ["Combat acharné", "Confusion", "Obstination", "Panique", "Manque d’enthousiasme", "Contre-ordre"],
}  # fmt: skip


@needs_sources
def test_what_garbled_orders_take_is_as_printed():
    text = re.sub(r"-\s+", "-", " ".join(lines(393, 416)))
    for role, names in NAMES.items():
        for die, name in enumerate(names, 1):
            row = next(r for r in printed.table("marne", "orders") if (r["role"], r["die"]) == (role, str(die)))
            assert taken(effect_of(text, role, name)) == tuple(int(row[each]) for each in list(row)[3:]), (role, name)


def effect_of(text: str, role: str, name: str) -> str:
    """The sentence after a name; the defender's panic is the first, the attacker's the second."""
    found = re.findall(rf"{name} : ([^.]*)\.", text)
    return str(found[0 if role == "defender" else -1])


def taken(effect: str) -> tuple[int, int, int, int]:
    """Losses of attacker and defender, then points off the attacker's and the defender's damage."""
    loss = "perte supplémentaire" in effect
    fewer = -3 if effect.startswith("3 points de dommage de moins") else 0
    both, attacker = "chaque camp" in effect, "pour l’attaquant" in effect
    defender = "pour le défenseur" in effect or "pour le  défenseur" in effect
    return int(loss and (both or attacker)), int(loss and (both or defender)), fewer * attacker, fewer * defender


def test_five_cells_of_the_combat_table_break_the_pattern():
    odd = [
        (row["roll"], column)
        for row in printed.table("marne", "combat")
        for column in list(row)[1:]
        if sum(numbers := cell(row[column])[:2]) != 10 and 0 not in numbers
    ]
    assert odd == [("2", "5/1"), ("2", "6/1"), ("10", "1/2"), ("12", "1/2"), ("12", "1/1")]
    assert sum("*" in value for row in printed.table("marne", "combat") for value in row.values()) == 20


def cell(text: str) -> tuple[int, int, bool]:
    attacker, defender = re.findall(r"\d+", text)
    return int(attacker), int(defender), text.startswith("*")


def stated(number: str, language: str) -> str:
    """The text of a record, on one line."""
    case = next(case for case in records.cases("marne") if case.number == number)
    return " ".join(getattr(case.text, language).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record_of_the_combat_table_states_every_cell(language):
    found = re.findall(r"(\d/\d) ?: ([-*0-9, ]+)\.", stated("T3.1", language))
    told = {column: [cell(text) for text in cells.split(", ")] for column, cells in found}
    rows = printed.table("marne", "combat")
    assert told == {column: [cell(row[column]) for row in rows] for column in list(rows[0])[1:]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record_of_the_bombardment_table_states_every_cell(language):
    found = re.findall(r"otenti[ae]l (\d)[^:]*: ([♦0-9, ]+)\.", stated("T2.1", language))
    told = {column: cells.split(", ") for column, cells in found}
    rows = printed.table("marne", "bombardment")
    assert told == {column[0]: [row[column] for row in rows] for column in list(rows[0])[1:]}


# Chances


def position(**changes: Any) -> Position:
    units = [
        {"id": "g1", "type": "division", "nation": "german", "hex": "2019", "attack": 8, "defense": 12, "movement": 4,
         "morale": 3, "supply": "supplied", "status": []},
        {"id": "s1", "type": "stosstruppen", "nation": "german", "hex": "2019", "status": []},
        {"id": "f1", "type": "regiment", "nation": "french", "hex": "2020", "attack": 4, "defense": 4, "movement": 4,
         "morale": 3, "supply": "supplied", "status": ["foch", "disorganized"]},
    ]  # fmt: skip
    posed = {
        "game": "marne", "turn": 1, "weather": "morning-fog", "events": [], "tracks": {"offensive": 0},
        "units_complete": True, "units": units, "map": {"elsewhere": {"terrain": "clear", "features": [], "sides": []}},
    }  # fmt: skip
    return Position.model_validate_json(json.dumps({**posed, **changes}))


def ruled(action: dict[str, Any], **changes: Any) -> Any:
    return check(Table(MARNE, position(**changes)), ACTION.validate_json(json.dumps(action)))


def sums(chances: dict[str, str]) -> Fraction:
    return sum(map(Fraction, chances.values()), Fraction(0))


def all_chances(value: Any) -> list[dict[str, str]]:
    if not isinstance(value, dict):
        return []
    own = [value["chances"]] if "chances" in value else []
    return own + [found for each in value.values() for found in all_chances(each)]


ATTACK = {"type": "attack", "units": ["g1", "s1"], "target": "2020"}


@pytest.mark.parametrize("attack", range(1, 40, 3))
@pytest.mark.parametrize("morale", [2, 3, 6])
def test_the_chances_of_an_attack_make_exactly_one(attack, morale):
    units = [each.model_dump(exclude_none=True) for each in position().units]
    units[0] |= {"attack": attack, "morale": morale}
    values = ruled(ATTACK, units=json.loads(json.dumps(units))).values
    found = all_chances(values)
    assert len(found) in (9, 10)
    assert all(sums(chances) == 1 for chances in found)
    assert sum(Fraction(each["chance"]) for each in values["outcome"]["joint"]) == 1


@pytest.mark.parametrize("table", ["weather", "attacker-orders", "defender-orders"])
def test_the_chances_of_a_plain_table_make_exactly_one(table):
    assert [sums(each) for each in all_chances(ruled({"type": "roll", "table": table}).values)] == [1]


@pytest.mark.parametrize("modifier", range(-8, 9))
@pytest.mark.parametrize("table", ["attacker-mastery", "defender-mastery", "disengagement", "footbridge"])
def test_the_chances_of_a_modified_die_make_exactly_one(table, modifier):
    values = ruled({"type": "roll", "table": table, "modifier": modifier}).values
    assert [sums(each) for each in all_chances(values)] == [1]


@pytest.mark.parametrize("column", ["1", "2", "3", "4", "5", "6+"])
@pytest.mark.parametrize("modifier", range(-5, 5))
def test_the_chances_of_a_bombardment_make_exactly_one(column, modifier):
    values = ruled({"type": "roll", "table": "bombardment", "column": column, "modifier": modifier}).values
    assert [sums(each) for each in all_chances(values)] == [1]


def level(die: int, modifier: int) -> str:
    """The four levels as the aid words them, natural dice first."""
    if die in (1, 6):
        return "none" if die == 1 else "total"
    total = die + modifier
    return "total" if total >= 6 else "partial" if total >= 3 else "none" if total >= 1 else "erroneous"


def brute_force(column: str, attacker: int, defender: int, more: int) -> Counter[tuple[int, int, int, int]]:
    """Every fall of six dice: both masteries, both orders whether needed or not, and the combat."""
    rows = {int(row["roll"]): cell(row[column]) for row in printed.table("marne", "combat")}
    seen: Counter[tuple[int, int, int, int]] = Counter()
    for a, d, x, y, one, two in product(range(1, 7), repeat=6):
        hit, taken_, _ = rows[one + two]
        hit, ours, theirs = hit + more, 0, 0
        if level(a, attacker) == "erroneous":
            ours, theirs, taken_ = ours + (x in (1, 3)), theirs + (x == 1), taken_ - 3 * (x == 5)
        if level(d, defender) == "erroneous":
            ours, theirs, hit = ours + (y == 1), theirs + (y in (1, 3)), hit - 3 * (y == 4)
        seen[max(0, hit), max(0, taken_), ours, theirs] += 1
    return seen


def test_an_attack_agrees_with_every_fall_of_all_its_dice():
    # Stosstruppen +1, a division of morale 3 -1: attacker 0. Foch -1, disorganized -1: defender -2.
    # 8 against 4 is 2/1, Stosstruppen one column more: 3/1. Fog takes a point off the attacker's damage.
    expected = brute_force("3/1", 0, -2, -1)
    values = ruled(ATTACK).values
    assert values["column"] == "3/1"
    assert (values["attacker_mastery"]["total"], values["defender_mastery"]["total"]) == (0, -2)
    found: Counter[tuple[int, int, int, int]] = Counter()
    for each in values["outcome"]["joint"]:
        key = each["attacker"], each["defender"], each["attacker_losses"], each["defender_losses"]
        found[key] += Fraction(each["chance"]) * 6**6  # type: ignore[assignment]
    assert found == expected


def test_what_is_to_be_expected_by_hand():
    # At 3/1 the attacker's points by roll 2 to 12 are 9 8 7 6 5 5 5 4 3 2 1, weighed 1 2 3 4 5 6 5 4 3 2 1 in 36: 5.
    # Fog leaves 4. The defender's orders are garbled by a 2 only (natural 1 is no mastery): 1/6, and a rout by 1/6 of
    # that takes 3 off, but only 0 from the 0 that 1 leaves at a roll of 12 and 1 from the 1 that 2 leaves at 11, and 2
    # from the 2 that 3 leaves at 10: 3 - (3 x 1 + 2 x 2 + 1 x 3) / 36 = 98/36.
    expected = 4 - Fraction(1, 36) * Fraction(98, 36)
    side = ruled(ATTACK).values["outcome"]["attacker"]
    assert side["expected_points"] == {"exact": str(expected), "number": float(expected)}
    # One more loss on both sides by 1, on the defender's by 3.
    assert side["losses_besides"]["chances"] == {"0": "35/36", "1": "1/36"}
    assert ruled(ATTACK).values["outcome"]["defender"]["losses_besides"]["chances"] == {"0": "17/18", "1": "1/18"}


def test_the_chance_to_lose_a_stosstruppen_by_hand():
    # Stars at 3/1 stand at 5 (4 falls) and 8 (5 falls).
    assert ruled(ATTACK).values["outcome"]["stosstruppen_lost"]["chances"] == {"0": "3/4", "1": "1/4"}


def test_losses_to_expect_by_hand():
    # The defender's points at 3/1 are 1 2 3 4 5 5 5 6 7 8 9 by roll; a regiment's loss costs 2.
    losses = [0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4]
    weights = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    expected = Fraction(sum(loss * weight for loss, weight in zip(losses, weights, strict=True)), 36)
    assert ruled(ATTACK).values["expected_losses"]["defender"]["regiment"]["exact"] == str(expected)


def test_a_bombardment_by_hand():
    # Potential 5 in a trench: dice of -1 to 4 are read at 0 0 1 2 3 4, that is 2 2 2 3 3 4.
    trench = {"elsewhere": {"terrain": "clear", "features": ["trench"], "sides": []}}
    guns = {"id": "ga", "type": "artillery", "nation": "german", "hex": "2018", "potential": 5, "range": 3}
    units = [each.model_dump(exclude_none=True) for each in position().units]
    asked = {"type": "bombard", "units": ["ga"], "target": "2020", "mode": "ordinary"}
    values = ruled(asked, map=trench, units=json.loads(json.dumps([*units, guns]))).values
    assert values["result"]["chances"] == {"2": "1/2", "3": "1/3", "4": "1/6"}
    assert values["result"]["expected_points"]["exact"] == "8/3"
    assert values["losses_to_expect"] == {"regiment": {"exact": "7/6", "number": 7 / 6}}


def test_the_other_reading_of_a_natural_one_shifts_its_chances():
    other = next(each for each in ruled(ATTACK).contested if each.case == "marne:T1.5")
    assert other.values["mastery"]["defender"]["chances"] == {
        "total": "1/6", "partial": "1/6", "none": "1/3", "erroneous": "1/3",
    }  # fmt: skip


def test_chances_are_fractions_all_the_way():
    tolls = tolls_of(Table(MARNE, position()), ACTION.validate_json(json.dumps(ATTACK)))
    assert tolls is not None
    assert all(isinstance(chance, Fraction) for chance in tolls.values())
    assert sum(tolls.values()) == 1


def test_chances_that_wait_for_a_fact_name_every_result_that_it_leaves():
    # Surrounded, the die takes 3 off and cannot come to r3; otherwise it cannot come to *r1.
    way = {"type": "disengage", "units": ["g1", "s1"], "lead": "s1", "path": ["2019", "2018"]}
    units = [each.model_dump(exclude_none=True) for each in position().units]
    units[1]["morale"] = 4
    ruling = ruled(way, units=json.loads(json.dumps(units)))
    assert ruling.verdict == "undetermined"
    assert ruling.values["result"]["chances"] == {"*r1": None, "R3": "1/3", "r2": None, "r3": None}


# Requests that cannot be


def refusals(action: dict[str, Any]) -> list[str]:
    with pytest.raises(BadRequest) as refused:
        adjudicate(json.dumps({"position": position().model_dump(exclude_unset=True), "action": action}))
    return [fault.at for fault in refused.value.faults]


LOSSES = {"type": "losses", "units": ["g1"], "role": "defender", "points": 3}
RETREAT = {"type": "retreat", "units": ["f1"], "path": ["2020", "2021"]}
ADVANCE = {"type": "advance", "units": ["g1"], "to": "2020"}


@pytest.mark.parametrize(
    ("action", "at"),
    [
        ({**ATTACK, "lead": "g9"}, "action.lead"),
        ({**ATTACK, "lead_defender": "f9"}, "action.lead_defender"),
        ({**ATTACK, "concentric": "yes"}, "action.concentric"),
        ({**ATTACK, "mastery_die": 7}, "action.mastery_die"),
        ({**ATTACK, "mastery_die_defender": 0}, "action.mastery_die_defender"),
        ({**ATTACK, "orders_die": "6"}, "action.orders_die"),
        ({**ATTACK, "orders_die_defender": 1.5}, "action.orders_die_defender"),
        ({**RETREAT, "mastery": "full"}, "action.mastery"),
        ({**RETREAT, "role": "victim"}, "action.role"),
        ({**RETREAT, "distance": 2}, "action.distance"),
        ({**ADVANCE, "mastery": "full"}, "action.mastery"),
        ({**ADVANCE, "trail": ["9999"]}, "action.trail.0"),
        ({"type": "play", "event": "exploit", "units": ["g1"]}, "action.event"),
        ({"type": "play", "event": "exploitation", "units": ["g1"], "mastery": "full"}, "action.mastery"),
        ({"type": "bombard", "units": ["g1"], "target": "2020", "potential": 0}, "action.potential"),
        ({"type": "bombard", "units": ["g1"], "target": "2020", "mode": "rolling"}, "action.mode"),
        ({"type": "disengage", "units": ["g1"], "lead": "g9"}, "action.lead"),
        ({"type": "disengage", "units": ["g1"], "surrounded": 1}, "action.surrounded"),
        ({**LOSSES, "disorganized": ["g9"]}, "action.disorganized"),
        ({**LOSSES, "taken": [{"unit": "g9", "steps": 1}]}, "action.taken"),
        ({"type": "roll", "table": "mastery"}, "action.table"),
        ({"type": "roll", "table": "weather", "modifier": "high"}, "action.modifier"),
    ],
)
def test_a_field_that_cannot_be_is_refused_by_its_name(action, at):
    assert refusals(action) == [at]
