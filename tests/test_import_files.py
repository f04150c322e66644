"""The file of the user's own copy: read whatever it is written in, stored whole or not at all, shown beside ours."""


import pytest
from conftest import ROOT
from prints import copy_of, library, our_text, printed, texts, write_pdf

from knowledge import originals, store
from knowledge.imports import reading
from knowledge.imports.copies import found_in, keep_copy, read_copy
from knowledge.imports.known import known_book
from knowledge.imports.reading import BadCopy, read_lines


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
def home(tmp_path, monkeypatch, storage):
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path / "home"))


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
    with pytest.raises(Exception, match=r"(?i)unique"):
        store.put_originals("sitw", {}, half)
    assert list(originals.originals("sitw")) == ["7.1", "7.2"]
    assert originals.original("sitw", "7.1") != "new"


@pytest.mark.usefixtures("home")
def test_nothing_is_written_in_the_project():
    before = {path for path in ROOT.rglob("*") if "__pycache__" not in path.parts}
    keep_copy(copy_of("tdw"), "tdw.txt")
    assert {path for path in ROOT.rglob("*") if "__pycache__" not in path.parts} == before
