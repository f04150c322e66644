"""The user's own copy: its cases found however they are printed, stored whole or not at all, and shown beside ours."""

import re
from functools import cache
from pathlib import Path
from textwrap import wrap

import pytest
from conftest import ROOT

from knowledge import originals, records, store
from knowledge.imports import reading
from knowledge.imports.copies import found_in, keep_copy, read_copy
from knowledge.imports.known import Book, Known, known_book
from knowledge.imports.reading import BadCopy, read_lines
from knowledge.library import Library


@cache
def library() -> Library:
    return Library.load()


# Copies of our own writing: our records, printed in as many ways


def printed(game, dress="{} {}", language="fr", width=70, numbers=None) -> list[str]:
    """A rulebook made of our own records: each case headed by its number and title, its text in lines."""
    lines = []
    for case in library().of(game):
        if case.numbered and (numbers is None or case.number in numbers):
            text = " ".join(getattr(case.text, language).split())
            lines += [
                dress.format(case.number, getattr(case.title, language)),
                *wrap(text, width, break_on_hyphens=False),
                "",
            ]
    return lines


def places(lines, dress="{} {}", language="fr", game="sitw") -> dict[str, int]:
    heads = {dress.format(case.number, getattr(case.title, language)): case.number for case in library().of(game)}
    return {heads[line]: row for row, line in enumerate(lines, 1) if line in heads}


def start_lines(copy) -> dict[str, int]:
    return {each.number: each.line for each in copy.cuts}


def texts(copy) -> dict[str, str]:
    return {each.number: " ".join(each.text.split()) for each in copy.cuts}


def our_text(number, language="fr", game="sitw") -> str:
    case = library()[f"{game}:{number}"]
    return " ".join(f"{number} {getattr(case.title, language)} {getattr(case.text, language)}".split())


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


# Files


def write_pdf(path: Path, pages) -> None:
    """A PDF with a text layer: one page for each list of lines."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(len(pages)))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
               "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]  # fmt: skip
    for index, lines in enumerate(pages):
        escaped = (re.sub(r"([()\\])", r"\\\1", line) for line in lines)
        shown = "".join(f"({line}) Tj T*\n" for line in escaped)
        stream = f"BT /F1 10 Tf 12 TL 40 800 Td\n{shown}ET"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * index} 0 R "
                       "/Resources << /Font << /F1 3 0 R >> >> >>")  # fmt: skip
        objects.append(f"<< /Length {len(stream.encode('cp1252', 'replace'))} >>\nstream\n{stream}\nendstream")
    body, offsets = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{each}\nendobj\n".encode("cp1252", "replace")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    trailer = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    path.write_bytes(body + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode())


def test_a_pdf_is_read_by_its_text_layer(tmp_path):
    lines = printed("tdw")
    pages = [lines[start : start + 60] for start in range(0, len(lines), 60)]
    write_pdf(tmp_path / "rules.pdf", pages)
    told = []
    copy = read_copy(library(), "tdw", tmp_path / "rules.pdf", lambda *step: told.append(step))
    assert len(copy.cuts) == 119
    assert texts(copy)["11.4.1"].split() == our_text("11.4.1", game="tdw").split()
    assert ("reading", len(pages), len(pages)) in told


def test_markdown_is_read_without_its_signs(tmp_path):
    path = tmp_path / "rules.md"
    path.write_text("\n".join(printed("sitw", "## **{}** {}")), encoding="utf-8")
    copy = read_copy(library(), "sitw", path)
    assert len(copy.cuts) == 226
    assert texts(copy)["13.17"] == our_text("13.17")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_text_is_read_in_the_encodings_that_people_have(tmp_path, encoding, end):
    path = tmp_path / "rules.txt"
    path.write_bytes(end.join(["1.1 Échelle", "à côté"]).encode(encoding))
    assert read_lines(path) == ("1.1 Échelle", "à côté")


def test_lines_keep_their_numbers_and_page_marks_are_no_text(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text("<|page 1|>1.0 Le pont\n\n\f1.1 <i>Le bac</i>\n", encoding="utf-8")
    assert read_lines(path) == ("1.0 Le pont", "", "1.1 Le bac", "")


def test_page_numbers_are_no_text_but_numbers_that_do_not_grow_are(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text("1.0 Le pont\n4\nfin\n- 5 -\nfin\nPage 6\n")
    assert read_lines(path) == ("1.0 Le pont", "", "fin", "", "fin", "", "")
    path.write_text("1.0 La table\n4\n2\n6\n")
    assert read_lines(path) == ("1.0 La table", "4", "2", "6", "")


def test_a_double_spaced_copy_is_drawn_together():
    spaced = [line for each in printed("sitw") for line in (each, "")]
    copy = found_in(spaced, known_book(library(), "sitw"))
    shown = next(each.text for each in copy.cuts if each.number == "7.13")
    assert "\n\n" not in shown
    assert " ".join(shown.split()) == our_text("7.13")


BAD_FILES = {
    "empty.txt": (b"", "is empty"),
    "blank.txt": (b" \n\n\t\n", "is empty"),
    "picture.png": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "is no text"),
    "undecodable.txt": (b"1.0 Le pont \x81\x8d\x8f\x90\x9d " * 30, "is no text"),
    "broken.pdf": (b"%PDF-1.4\nnothing of the kind", "cannot be read as a PDF"),
    "recipe.txt": ("Battre trois œufs avec le sucre.\n".encode() * 40, "does not look like the rules of sitw: 0 of"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_that_is_no_copy_is_refused_with_the_reason(tmp_path, name):
    content, why = BAD_FILES[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadCopy, match=why) as refused:
        read_copy(library(), "sitw", tmp_path / name)
    assert name in str(refused.value)


def test_a_pdf_of_pictures_is_refused(tmp_path):
    write_pdf(tmp_path / "scan.pdf", [[], []])
    with pytest.raises(BadCopy, match="no text: have a program recognise"):
        read_copy(library(), "sitw", tmp_path / "scan.pdf")


def test_a_locked_pdf_is_refused(tmp_path):
    from pypdf import PdfWriter

    with PdfWriter() as writer:
        writer.add_blank_page(100, 100)
        writer.encrypt("secret", algorithm="RC4-128")
        writer.write(tmp_path / "locked.pdf")
    with pytest.raises(BadCopy, match="locked with a password"):
        read_copy(library(), "sitw", tmp_path / "locked.pdf")


def test_a_file_over_the_limit_is_refused_unread(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "MOST_BYTES", 10)
    (tmp_path / "long.txt").write_text("1.0 Le pont, et tout le reste")
    with pytest.raises(BadCopy, match=r"too large: 29 bytes, and the limit is 10"):
        read_lines(tmp_path / "long.txt")
    monkeypatch.undo()
    monkeypatch.setattr(reading, "MOST_TEXT", 20)
    with pytest.raises(BadCopy, match=r"too long: 29 signs, and the limit is 20"):
        read_lines(tmp_path / "long.txt")


def test_the_copy_of_another_game_is_refused_by_the_name_of_that_game(tmp_path):
    (tmp_path / "rules.txt").write_text("\n".join(printed("tsnp")), encoding="utf-8")
    with pytest.raises(BadCopy, match=r"rules of sitw: .*; it looks like those of tsnp: arbitre import tsnp FILE"):
        read_copy(library(), "sitw", tmp_path / "rules.txt")


def test_a_part_of_the_rules_is_taken_and_the_rest_is_missing(tmp_path):
    chapter = {case.number for case in library().of("sitw") if case.number.startswith("13.")}
    (tmp_path / "combat.txt").write_text("\n".join(printed("sitw", numbers=chapter)), encoding="utf-8")
    copy = read_copy(library(), "sitw", tmp_path / "combat.txt")
    assert {each.number for each in copy.cuts} == chapter
    assert len(copy.missing) == 227 - len(chapter)


# Stored


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path / "home"))


def copy_of(game, numbers=None):
    return found_in(printed(game, numbers=numbers), known_book(library(), game))


@pytest.mark.usefixtures("home")
def test_a_copy_is_stored_replaced_and_forgotten():
    assert originals.original("sitw", "13.17") is None
    assert keep_copy(copy_of("sitw"), "rules.txt")
    assert " ".join(originals.original("sitw", "13.17").split()) == our_text("13.17")
    assert not keep_copy(copy_of("sitw", {"7.1", "7.2"}), "less.txt")
    assert list(originals.originals("sitw")) == ["7.1", "7.2"]
    assert store.copies() == ["sitw"]
    assert store.delete_originals("sitw")
    assert not store.delete_originals("sitw")
    assert (originals.originals("sitw"), store.copies()) == ({}, [])


@pytest.mark.usefixtures("home")
def test_the_copies_of_two_games_do_not_touch_each_other():
    keep_copy(copy_of("sitw"), "sitw.txt")
    keep_copy(copy_of("tdw"), "tdw.txt")
    store.delete_originals("sitw")
    assert originals.original("sitw", "1.1") is None
    assert originals.original("tdw", "1.1")


@pytest.mark.usefixtures("home")
def test_a_copy_that_cannot_be_stored_leaves_the_one_before(monkeypatch):
    keep_copy(copy_of("sitw", {"7.1", "7.2"}), "rules.txt")
    half = [
        {"name": "7.1", "line": 1, "text": "new", "beside": "[]"},
        {"name": "7.1", "line": 2, "text": "twice", "beside": "[]"},
    ]
    with pytest.raises(Exception, match="UNIQUE"):
        store.put_originals("sitw", {}, half)
    assert list(originals.originals("sitw")) == ["7.1", "7.2"]
    assert originals.original("sitw", "7.1") != "new"


@pytest.mark.usefixtures("home")
def test_nothing_is_written_in_the_project():
    before = {path for path in ROOT.rglob("*") if "__pycache__" not in path.parts}
    keep_copy(copy_of("tdw"), "tdw.txt")
    assert {path for path in ROOT.rglob("*") if "__pycache__" not in path.parts} == before
