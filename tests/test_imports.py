"""The cases of the user's own copy, found however they are printed."""

import re

import pytest
from conftest import ROOT
from prints import library, our_text, places, printed, start_lines, texts

from knowledge import records
from knowledge.imports.copies import found_in, read_copy
from knowledge.imports.known import Book, Known, known_book

DRESSES = ["{} {}", "{}. {}", "[{}] {}", "[{}]{}", "{}) {}", "§{} {}", "({}) {}", "  {}   {}", "{} : {}", "{} - {}"]


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("game", ["sitw", "tsnp"])
def test_every_case_is_found_however_the_numbers_are_dressed(game, dress):
    lines = printed(game, dress)
    copy = found_in(lines, known_book(library(), game))
    assert start_lines(copy) == places(lines, dress, game=game)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_copy_may_be_in_either_language(language, tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text("\n".join(printed("tdw", language=language)), encoding="utf-8")
    copy = read_copy(library(), "tdw", path)
    assert len(copy.cuts) == 119
    assert copy.likeness > 0.95


def test_the_text_of_a_case_runs_from_its_heading_to_the_next():
    copy = found_in(printed("sitw"), known_book(library(), "sitw"))
    assert texts(copy)["13.17"] == our_text("13.17")
    assert texts(copy)["S3.28"] == our_text("S3.28")
    assert copy.missing == ("U8",)
    assert copy.doubts == ()


def test_numbers_cited_in_running_text_are_no_headings():
    """Narrow lines put the numbers that the text cites at the beginning of many lines."""
    lines = printed("sitw", width=24)
    cited = [line for line in lines if re.match(r"\(?\d+\.\d+", line) and line not in places(lines)]
    assert len(cited) > 60
    assert start_lines(found_in(lines, known_book(library(), "sitw"))) == places(lines)


@pytest.mark.parametrize("entry", ["{} {} ..... {}", "{} {}\t{}", "{} {}"])
def test_a_table_of_contents_is_no_rulebook(entry):
    lines = printed("tsnp")
    cases = [case for case in library().of("tsnp") if case.numbered]
    contents = ["Sommaire", *(entry.format(case.number, case.title.fr, 3) for case in cases), ""]
    book = known_book(library(), "tsnp")
    moved = {number: row + len(contents) for number, row in places(lines, game="tsnp").items()}
    assert start_lines(found_in(contents + lines, book)) == moved
    assert len(found_in(contents, book).cuts) < 7 if "." in entry[5:] or "\t" in entry else True


def test_a_printed_index_is_no_rulebook():
    listed = [f"{term.fr} {', '.join(id.partition(':')[2] for id in term.cases)}" for term in library().index("sitw")]
    copy = found_in([*printed("sitw", numbers={"1.0", "1.1"}), *listed], known_book(library(), "sitw"))
    assert [each.number for each in copy.cuts] == ["1.0", "1.1"]


def test_headings_glued_to_the_line_before_are_cut_off():
    lines = printed("sitw")
    glued = {row - 1 for number, row in places(lines).items() if number in ("7.9", "13.17", "S2.3")}
    for row in sorted(glued, reverse=True):
        lines[row - 2 : row + 1] = [lines[row - 2] + lines[row]]
    copy = found_in(lines, known_book(library(), "sitw"))
    assert len(copy.cuts) == 226
    assert texts(copy)["7.9"] == our_text("7.9")
    assert texts(copy)["7.8"] == our_text("7.8")


DAMAGES = {
    "3.2": "[3.2 ", "4.4": "4.4] ", "7.13": "[7:13] ", "9.5": "[9-5] ", "12.9.2": "[12.9.2) ", "13.1": "[13.1]] ",
    "13.17": "[13,17] ", "S2.3": "[S 2.3] ", "14.3": "{14.3] ",
}  # fmt: skip


def test_damaged_brackets_and_points_are_read_and_reported():
    lines = printed("sitw", "[{}] {}")
    for number, damaged in DAMAGES.items():
        at = places(lines, "[{}] {}")[number] - 1
        lines[at] = damaged + lines[at].partition("] ")[2]
    copy = found_in(lines, known_book(library(), "sitw"))
    assert len(copy.cuts) == 226
    assert DAMAGES.keys() - {"7.13", "9.5", "13.17", "S2.3"} <= {
        each.number for each in copy.doubts if each.kind == "damaged"
    }


def test_a_case_whose_number_was_lost_is_found_by_its_title_and_reported():
    lines = printed("sitw")
    at = places(lines)["7.13"] - 1
    lines[at] = lines[at].partition(" ")[2]
    copy = found_in(lines, known_book(library(), "sitw"))
    assert start_lines(copy)["7.13"] == at + 1
    assert [(each.number, each.kind) for each in copy.doubts] == [("7.13", "unnumbered")]


def test_a_heading_may_be_printed_in_both_languages():
    book = Book("toy", (Known("1.0", ("Le pont", "The bridge")), Known("1.1", ("Le bac", "The ferry")), Known("1.2")))
    lines = ["[1.0] THE BRIDGE (Le pont)", "Il est long.", "", "« THE FERRY » (Le bac)", "Il est lent.", "[1.2] Autre"]
    assert start_lines(found_in(lines, book)) == {"1.0": 1, "1.1": 4, "1.2": 6}


def test_columns_printed_out_of_order_are_found_and_reported():
    """The scan reads the block of 8.1.2 and 8.1.3 before the chapter that they stand in."""
    lines = printed("sitw")
    first, last, before = (places(lines)[number] - 1 for number in ("8.1.2", "8.1.4", "8.0"))
    moved = lines[:before] + lines[first:last] + lines[before:first] + lines[last:]
    copy = found_in(moved, known_book(library(), "sitw"))
    assert start_lines(copy) == places(moved)
    assert {"8.1.2", "8.1.3"} <= {each.number for each in copy.doubts if each.kind in ("strayed", "mixed")}


def test_where_columns_are_mixed_a_paragraph_goes_to_the_case_whose_words_it_holds():
    """The scan has put four cases out of order, and carried the end of 7.13 into 7.10."""
    lines = printed("sitw")
    for number, before in (("9.2", "9.0"), ("11.3", "11.0"), ("12.5", "12.1"), ("13.5", "13.2")):
        at, to = (places(lines)[each] - 1 for each in (number, before))
        end = lines.index("", at) + 1
        lines[to:end] = lines[at:end] + lines[to:at]
    at, to = (places(lines)[number] for number in ("7.13", "7.11"))
    end = lines.index("", at)
    lifted = lines[end - 4 : end]
    lines = [*lines[: to - 1], *lifted, "", *lines[to - 1 : end - 4], *lines[end:]]
    copy = found_in(lines, known_book(library(), "sitw"))
    assert texts(copy)["7.13"] == our_text("7.13")
    assert texts(copy)["7.10"] == our_text("7.10")
    assert {each.number: each.beside for each in copy.doubts if each.kind == "mixed"}["7.10"] == ("7.13",)


def test_two_columns_read_as_one_line_give_both_cases_that_text():
    book = Book("toy", tuple(Known(number) for number in ("1.0", "1.1", "1.2", "1.3", "1.4")))
    lines = ["[1.0] Le pont", "[1.1] Le bac passe une unité", "[1.2] On paie deux  [1.3] La nuit, le bac ne",
             "points pour le bac.  passe personne.", "[1.4] Le gué ne coûte rien."]  # fmt: skip
    copy = found_in(lines, book)
    assert start_lines(copy) == {"1.0": 1, "1.1": 2, "1.2": 3, "1.3": 3, "1.4": 5}
    both = "[1.2] On paie deux [1.3] La nuit, le bac ne points pour le bac. passe personne."
    assert texts(copy)["1.2"] == texts(copy)["1.3"] == both
    assert {each.number: each.beside for each in copy.doubts if each.kind == "mixed"}["1.3"] == ("1.2", "1.4")


def test_a_number_printed_twice_is_two_cases_in_the_order_of_the_book():
    titles = {"6.0": "Événements", "6.1": "Le tirage", "6.11": "Coût d'un tirage", "6.2": "Les effets",
              "6.10": "Le canon", "6.11b": "Le retrait", "6.12": "La grippe"}  # fmt: skip
    book = Book("toy", tuple(Known(number, (title,)) for number, title in titles.items()))
    lines = [
        line for number, title in titles.items() for line in (f"{number.rstrip('b')} {title}", "Voir aussi 6.11.", "")
    ]
    assert start_lines(found_in(lines, book)) == {number: 3 * place + 1 for place, number in enumerate(titles)}


def test_a_number_that_heads_two_places_is_reported():
    lines = printed("sitw", numbers={"7.1", "7.2", "7.3", "7.4"})
    again = [*lines, *printed("sitw", numbers={"7.2"})]
    copy = found_in(again, known_book(library(), "sitw"))
    assert [(each.number, each.kind, each.beside) for each in copy.doubts] == [("7.2", "again", (str(len(lines) + 1),))]


def test_a_case_cut_short_is_reported():
    lines = printed("sitw")
    at = places(lines)["13.30"]
    del lines[at + 1 : lines.index("", at)]
    copy = found_in(lines, known_book(library(), "sitw"))
    assert [(each.number, each.kind) for each in copy.doubts] == [("13.30", "short")]


def test_parts_without_a_number_are_found_by_the_words_that_they_open_with():
    opens = {"T1": "Le bac", "T1.1": "Modificateurs", "T1.2": "Modificateurs", "T2": "Le pont", "T2.1": "Modificateurs"}
    book = Book("toy", tuple(Known(number, opens=words) for number, words in opens.items()), apart=("Crédits",))
    lines = [
        "Le bac",
        "Modificateurs :",
        "+1 de jour  -1 de nuit",
        "",
        "Le pont",
        "Modificateurs",
        "+2",
        "CRÉDITS",
        "Nous",
    ]
    copy = found_in(lines, book)
    assert start_lines(copy) == {"T1": 1, "T1.1": 2, "T1.2": 2, "T2": 5, "T2.1": 6}
    assert texts(copy)["T1.1"] == texts(copy)["T1.2"] == "Modificateurs : +1 de jour -1 de nuit"
    assert texts(copy)["T2.1"] == "Modificateurs +2"


def test_every_heading_that_our_data_states_is_of_a_case_that_we_keep():
    for game in records.games():
        path = ROOT / "data" / game / "headings.toml"
        if path.exists():
            stated = records.read_toml(path)
            assert stated.keys() <= {"apart", "opens"}
            assert stated.get("opens", {}).keys() <= {case.number for case in library().of(game)}
