"""What hex wargames share, each with figures worked out by hand."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.mechanics.dice import as_chances, clamped, distribution, gathered, in_full, mean
from rulebook.mechanics.odds import Odds, column_of, odds_rounded_for_the_defender


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


@settings(max_examples=200, derandomize=True)
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
