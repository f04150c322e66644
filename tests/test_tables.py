"""The player's own copies of printed tables whose headings only the card gives."""

import pytest

from knowledge.tables import BadTable, own_table, read_table

BARRAGE = "die,1-4,5,6-18,19+\n" + "".join(f"{die},-,M,M2,X\n" for die in range(1, 7))


def test_a_table_takes_the_headings_of_the_players_card_in_their_order():
    table = read_table(own_table("tsnp", "barrage"), BARRAGE)
    assert list(table) == ["1-4", "5", "6-18", "19+"]
    assert table["19+"] == dict.fromkeys("123456", "X")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("die,", "strength,", "wanted die, then headings"),
        ("19+", "many", "wanted die, then headings"),
        ("die,1-4,5,6-18,19+", "die", "wanted die, then headings"),
        ("6-18", "5-18", "must grow"),
        ("6-18", "18-6", "must grow"),
        ("1-4,5", "5,1-4", "must grow"),
        ("\n6,", "\n7,", "row 6: missing"),
        ("\n3,-,M,", "\n3,-,M4,", "row 3, column 5: 'M4' is no result; write it as in M2"),
    ],
)
def test_headings_and_cells_that_cannot_be_are_refused(old, new, told):
    with pytest.raises(BadTable, match=told.replace("+", r"\+")):
        read_table(own_table("tsnp", "barrage"), BARRAGE.replace(old, new, 1))


def test_a_table_without_a_line_is_refused():
    with pytest.raises(BadTable, match="got nothing"):
        read_table(own_table("tsnp", "barrage"), "")
