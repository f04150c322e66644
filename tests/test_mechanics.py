"""What hex wargames share, each with figures worked out by hand."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.facts import Unknown
from rulebook.games import GAMES
from rulebook.mechanics.dice import as_chances, clamped, distribution, gathered, in_full, mean
from rulebook.mechanics.lines import cheapest_line
from rulebook.mechanics.odds import Odds, column_of, odds_rounded_for_the_defender
from rulebook.position import Position
from rulebook.rules import Part
from rulebook.table import Table


@pytest.mark.parametrize(
    ("attack", "defense", "odds"),
    [
        (26, 7, "3:1"),
        (7, 7, "1:1"),
        (13, 7, "1:1"),
        (14, 7, "2:1"),
        (5, 11, "1:3"),
        (5, 10, "1:2"),
        (6, 7, "1:2"),
        (1, 9, "1:9"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack, defense, odds):
    assert str(odds_rounded_for_the_defender(attack, defense)) == odds


@settings(max_examples=200, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(1, 300), st.integers(1, 300))
def test_rounded_odds_never_favour_the_attacker(attack, defense):
    odds = odds_rounded_for_the_defender(attack, defense)
    assert odds.ratio <= attack / defense
    assert 1 in (odds.attack, odds.defense)


@pytest.mark.parametrize(
    ("odds", "column"), [((1, 3), None), ((1, 2), "1:2"), ((1, 1), "1:1"), ((7, 1), "7:1"), ((9, 1), "7:1")]
)
def test_columns_end_at_both_ends(odds, column):
    found = column_of(Odds(*odds), Odds(1, 2), Odds(7, 1))
    assert (str(found) if found else None) == column


def test_two_dice_give_a_twelve_once_in_thirty_six():
    chances = distribution(2, sum)
    assert chances[12] == Fraction(1, 36)
    assert chances[7] == Fraction(1, 6)
    assert sum(chances.values()) == 1


def test_chances_are_written_as_fractions():
    assert as_chances(distribution(1, lambda fall: fall[0] <= 2)) == {"True": "1/3", "False": "2/3"}


def test_ways_to_one_result_are_gathered_in_order():
    ways = [("b", Fraction(1, 6)), ("a", Fraction(1, 2)), ("b", Fraction(1, 3))]
    assert list(gathered(ways).items()) == [("a", Fraction(1, 2)), ("b", Fraction(1, 2))]


def test_a_distribution_is_told_exactly_and_in_decimals():
    assert in_full({"yes": Fraction(1, 4)}) == {"chances": {"yes": "1/4"}, "probabilities": {"yes": 0.25}}


def test_the_mean_of_two_dice_is_seven():
    assert mean(distribution(2, sum), int) == {"exact": "7", "number": 7.0}


def test_a_roll_is_kept_on_the_table():
    assert [clamped(roll, 1, 9) for roll in (-2, 1, 5, 9, 12)] == [1, 1, 5, 9, 9]


# Lines down a column of hexes, 1010 to 1013, with the next column to go round by.
TABLE = Table(GAMES["tsnp"], Position(game="tsnp"))
DOWN = ("1010", "1011", "1012", "1013")


def line_down(prices, limit, unknown=(), end="1013", start="1010"):
    """The line from 1010 to 1013 where these hexes are open at these prices and those are not known to be."""
    def entry(here, there):
        if there in unknown:
            raise Unknown({f"price.{there}": None})
        price = prices.get(there)
        return None if price is None else (Part(price, "tsnp:6.12", there),) if price else ()

    return cheapest_line(TABLE, start, lambda number: number == end, entry, lambda here, there: 1, limit)


@pytest.mark.parametrize(("limit", "found"), [(5, False), (6, True), (7, True)])
def test_a_line_may_cost_its_limit_and_no_more(limit, found):
    line = line_down({"1011": 1, "1012": 2, "1013": 3}, limit)
    assert (line is not None) is found
    if line:
        assert (line.hexes, line.cost) == (DOWN, 6)


def test_a_longer_line_is_taken_where_it_is_cheaper():
    line = line_down({"1011": 4, "1012": 1, "1111": 1, "1112": 1, "1013": 1}, 10)
    assert line.hexes == ("1010", "1111", "1112", "1012", "1013")
    assert line.cost == 4


def test_a_line_tells_what_it_pays_and_leaves_out_what_is_free():
    line = line_down({"1011": 0, "1012": 2, "1013": 0}, 2)
    assert line.told() == [{"to": "1012", "case": "tsnp:6.12", "why": "1012", "amount": 2}]


def test_a_line_that_starts_at_its_end_goes_nowhere():
    line = line_down({}, 0, end="1010")
    assert (line.hexes, line.cost) == (("1010",), 0)


def test_no_line_goes_through_a_barred_hex():
    assert line_down({"1011": 1, "1013": 1}, 10) is None


def test_a_line_that_is_sure_needs_nothing_else_to_be_known():
    prices = {"1011": 1, "1012": 1, "1013": 1}
    assert line_down(prices, 3, unknown=("1111",)).hexes == DOWN


def test_a_line_that_rests_on_unknown_hexes_names_them_and_no_others():
    with pytest.raises(Unknown) as missing:
        line_down({"1011": 1, "1013": 1}, 3, unknown=("1012", "0909"))
    assert set(missing.value.facts) == {"price.1012"}


def test_a_line_too_dear_at_the_least_is_none_whatever_is_unknown():
    assert line_down({"1011": 1, "1013": 2}, 3, unknown=("1012",)) is None


def test_an_end_that_is_not_known_leaves_the_line_open():
    def is_end(number):
        if number == "1012":
            raise Unknown({"end.1012": None})
        return False

    free = {"1011": 0, "1012": 0}
    with pytest.raises(Unknown, match=r"end\.1012"):
        cheapest_line(TABLE, "1010", is_end, lambda _, there: () if there in free else None, lambda *_: 0, 1)


def test_a_line_from_a_hex_that_has_no_place_asks_for_it():
    with pytest.raises(Unknown, match=r"map\.hexes\.\?wood\.place"):
        line_down({}, 10, start="?wood")
