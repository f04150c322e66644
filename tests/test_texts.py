"""The text of a case as it is laid out."""

from server.prose import paragraphs
from server.texts import blocks


def test_lines_with_a_dash_make_a_list_and_the_others_a_paragraph():
    assert list(blocks("One\nline.\n- first\n- second\nEnd.\n\nMore.")) == [
        (False, ["One line."]), (True, ["first", "second"]), (False, ["End."]), (False, ["More."]),
    ]  # fmt: skip


def test_a_list_stands_under_its_paragraph_on_the_terminal():
    assert list(paragraphs("Under a zone:\n- units stop;\n- guns stay out.\n\nMore.")) == [
        "Under a zone:", "  - units stop;", "  - guns stay out.", "", "More.",
    ]  # fmt: skip
