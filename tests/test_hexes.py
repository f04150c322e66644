"""The grids, against every adjacency that the books state."""

import pytest

from rulebook.games import GAMES
from rulebook.hexes import Grid, Hex, side_key

SITW = GAMES["sitw"].grid
COLUMNS = Grid("columns", "even", (1, 1), (40, 40))
STATED = [
    ("2042", "1941"),
    ("3535", "3435"),
    ("3535", "3436"),
    ("2832", "2731"),
    ("2732", "2731"),
    ("1533", "1634"),
    ("1634", "1635"),
    ("1635", "1734"),
    *zip(*(lambda line: (line, line[1:]))("2034 2134 2235 2335 2436 2535 2635 2634 2733".split()), strict=False),
    *zip(*(lambda line: (line, line[1:]))("2833 2933 3033 3032 3131 3232 3231 3130 3030 2929".split()), strict=False),
]


@pytest.mark.parametrize(("one", "other"), STATED)
def test_hexes_that_the_book_calls_adjacent_are(one, other):
    assert SITW.are_adjacent(one, other)
    assert SITW.are_adjacent(other, one)
    assert SITW.distance(one, other) == 1


def test_a_hex_is_not_next_to_itself_nor_to_one_two_away():
    assert not SITW.are_adjacent("2731", "2731")
    assert not SITW.are_adjacent("2731", "2733")
    assert not SITW.are_adjacent("1235", "1333")


def test_every_inner_hex_has_six_neighbours_each_way():
    for number in ("2731", "2832", "1635"):
        around = SITW.neighbours(number)
        assert len(set(around)) == 6
        assert all(number in SITW.neighbours(near) for near in around)


def test_neighbours_stand_in_circular_order_so_that_opposites_are_three_apart():
    sides = SITW.sides("2731")
    for here, there in zip(sides, (*sides[1:], sides[0]), strict=True):
        assert SITW.are_adjacent(here, there)
    assert all(SITW.distance(sides[place], sides[place + 3]) == 2 for place in range(3))


def test_hexes_past_the_edge_are_left_out():
    assert len(SITW.neighbours("1001")) < 6
    assert None in SITW.sides("1001")


def test_strangers_are_the_numbers_that_the_map_does_not_have():
    assert SITW.strangers({"2731", "9999", "?wood"}) == {"9999", "?wood"}


def test_numbers_and_hexes_answer_each_other():
    for grid in (SITW, COLUMNS):
        for number in grid.numbers():
            assert grid.number(grid.hex(number)) == number


def test_distance_is_counted_in_hexes():
    assert SITW.distance("2631", "3337") == 10
    assert SITW.distance("2731", "2741") == 10
    assert SITW.distance("2731", "2731") == 0


def test_columns_shift_as_the_books_with_columns_print_them():
    assert set(COLUMNS.neighbours("3315")) == {"3314", "3316", "3214", "3215", "3414", "3415"}
    assert set(COLUMNS.neighbours("3215")) == {"3214", "3216", "3115", "3116", "3315", "3316"}


def test_a_map_letter_stays_with_its_map():
    grid = Grid("rows", "odd", (60, 1), (70, 30), ("W", "E"))
    assert all(near.startswith("W") for near in grid.neighbours("W6819"))
    assert grid.contains("E6819")
    assert not grid.contains("6819")


def test_within_holds_all_hexes_so_near_and_no_other():
    near = SITW.within("2731", 2)
    assert len(near) == 19
    assert all(SITW.distance("2731", number) <= 2 for number in near)


def test_a_side_has_one_name_from_either_hex():
    assert side_key("2731", "2732") == side_key("2732", "2731") == "2731/2732"


def test_a_hex_knows_its_distance_in_every_direction():
    centre = Hex(0, 0)
    assert all(centre.distance(near) == 1 for near in centre.neighbours())
    assert centre.distance(Hex(3, -5)) == 5
    assert centre.distance(Hex(2, 2)) == 4


def test_the_numbers_of_a_map_run_from_its_first_line_and_place_to_its_last():
    assert list(Grid("rows", "odd", (10, 3), (11, 4)).numbers()) == ["1003", "1004", "1103", "1104"]
    assert list(Grid("rows", "odd", (1, 2), (1, 2), ("A", "B")).numbers()) == ["A0102", "B0102"]


@pytest.mark.parametrize(
    ("lines", "shifted", "around"),
    [
        ("rows", "odd", {"1104", "1106", "1005", "1006", "1205", "1206"}),
        ("rows", "even", {"1104", "1106", "1004", "1005", "1204", "1205"}),
        ("columns", "odd", {"1104", "1106", "1005", "1006", "1205", "1206"}),
        ("columns", "even", {"1104", "1106", "1004", "1005", "1204", "1205"}),
    ],
)
def test_the_shift_of_the_lines_says_which_hexes_touch(lines, shifted, around):
    grid = Grid(lines, shifted, (1, 1), (20, 20))
    assert set(grid.neighbours("1105")) == around
    assert set(grid.neighbours("1306")) == {number_moved(number) for number in around}


def number_moved(number):
    return f"{int(number[:2]) + 2:02}{int(number[2:]) + 1:02}"


def test_a_letter_says_nothing_of_the_place_and_stays_with_the_neighbours():
    grid = Grid("rows", "odd", (10, 1), (13, 9), ("A",))
    assert grid.hex("A1103") == Grid("rows", "odd", (10, 1), (13, 9)).hex("1103")
    assert set(grid.neighbours("A1103")) == {"A1102", "A1104", "A1003", "A1004", "A1203", "A1204"}


def test_where_the_map_ends_a_side_has_nobody():
    sides = SITW.sides("1001")
    assert len(sides) == 6
    assert None in sides
    assert set(filter(None, sides)) == set(SITW.neighbours("1001"))


# The Great War: three maps, the pairs that its book states

GREAT_WAR = GAMES["tgwe"].grid
STATED_IN_THE_GREAT_WAR = [
    ("E2717", "E2618"), ("E2617", "E2618"), ("E5615", "E5715"), ("E5715", "E5816"), ("E5512", "E5413"),
    ("E5514", "E5615"), ("W5008", "W5009"), ("W5008", "W4908"), ("W5009", "W4908"), ("W6819", "W6718"),
    ("W6819", "W6719"), ("W6819", "W6820"), ("W6819", "W6919"), ("E1023", "E1022"), ("E1023", "E1122"),
    ("E1022", "E1122"), ("N2913", "N2813"), ("N2813", "N2712"), ("N2712", "N2711"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), STATED_IN_THE_GREAT_WAR)
def test_hexes_of_the_great_war_that_touch_do(one, other):
    assert GREAT_WAR.are_adjacent(one, other)
    assert GREAT_WAR.distance(one, other) == 1


def test_hexes_of_different_maps_never_touch_and_are_at_no_distance():
    assert not GREAT_WAR.are_adjacent("E4019", "W4019")
    assert not GREAT_WAR.are_adjacent("E4019", "W4020")
    assert GREAT_WAR.distance("E4019", "W4019") > 100
    assert {number[0] for number in GREAT_WAR.within("E4019", 2)} == {"E"}


def test_the_number_of_a_hex_tells_its_front_where_it_can():
    fronts = GAMES["tgwe"].fronts_of
    assert fronts("W3629") == ("western",)
    assert fronts("W2615") == ("italian",)
    assert fronts("E4816") == ("eastern",)
    assert fronts("N1728") == ("caucasus", "egyptian", "iraqi")
    assert len(fronts("?somewhere")) == 6
