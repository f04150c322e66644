"""The records of `data/`: complete against the inventories, whole in themselves, and read without surprises."""

import csv
import re
from functools import cache
from pathlib import Path

import pytest

from knowledge import records
from knowledge.records import LANGUAGES, Case, RecordError
from rulebook import printed

ROOT = Path(__file__).parents[1]
INVENTORY = ROOT / "tests" / "inventory"
SHARED = ROOT.parent / "shared"
SOURCES = {
    "sitw": "000_6e8af572103d50ed.txt",
    "tdw": "001_cdc32a7ec38e02d9.txt",
    "tsnp": "002_7e2e44a245e34f4f.txt",
    "marne": "003_633434db0e12ba88.txt",
    "tgwe": "004_f8a66aa07b649b20.txt",
}
GAMES = records.games()
CASES = [pytest.param(case, id=case.id) for game in GAMES for case in records.cases(game)]
IDS = {case.id for game in GAMES for case in records.cases(game)}

# Figures of the source that are no figure of the rule.
NOT_A_FIGURE = {
    "sitw:4.4": {"1": "part of a date, which the record writes Nov I"},
    "sitw:13.2": {"1": "first combat phase, in words in the record", "2": "second combat phase, likewise"},
    "sitw:13.29": {"1": "marks the first item of a list", "2": "marks the second"},
    "tsnp:3.2": dict.fromkeys(("3", "5", "7", "18"), "number of a corps, in Roman figures in the record"),
    "tgwe:8.33": {"6": "a letter of a French word, misread"},
    "tgwe:10.33": {"0": "a letter of OOS, misread"},
    "tgwe:10.71": {"6": "a letter of a French word, misread"},
    "marne:T1": {"4": "die of a row, which stands in T1.6"},
    "marne:T1.1": {"0": "of the attacker's column on the same line", "3": "likewise"},
    "marne:T2": {"4": "of the grid, which stands in T2.1", "5": "likewise"},
    "marne:T3": dict.fromkeys(("5", "7", "8", "9", "10", "11"), "of the grid, which stands in T3.1"),
    "marne:T5": {"4": "row of the table, which stands in T5.1"},
    "marne:T5.2": {"0": "row of the table on the same line"},
    "tgwe:3.22": {"80": "figures of a counter run together"},
    "tgwe:3.23": {"13": "figures of a counter run together"},
    "tgwe:3.6": {"10.000": "ten thousand, with a point", "18.000": "eighteen thousand, likewise"},
    "tgwe:4.21": {"3": "a closing quotation mark, misread"},
    "tgwe:4.3": {"0": "part of a reference that is unreadable"},
    "tgwe:5.0": {"11": "number of a page"},
    "tgwe:5.16": {"12": "number of a page"},
    "tgwe:5.24": {"3": "a closing quotation mark, misread"},
    "tgwe:5.35": {"6": "a letter of a French word, misread"},
    "tgwe:6.8": {"6": "misread letter in a word"},
    "tgwe:6.21": {"3": "first part of a case number printed with a gap", "26": "its second part"},
    "tgwe:11.31": {"6": "a letter of a French word, misread"},
    "tgwe:11.33": {"4": "a letter of a French word, misread"},
    "tgwe:11.53": {"6": "a letter of a French word, misread"},
    "tgwe:11.83": {"0": "a letter of OOS, misread"},
    "tgwe:12.2": {"231": "remains of a pictured counter"},
    "tgwe:13.25": {"6": "a letter of a French word, misread"},
    "tgwe:13.28": {"2": "figure of a pictured counter", "4": "likewise", "6": "a letter of a French word, misread"},
    "tgwe:13.29": {"1": "figure of a pictured counter", "2": "likewise"},
    "tgwe:13.3": {"0": "a letter of a French word, misread"},
}
# Parts printed in two columns run into each other: the lines of a part, where they are not all those of its range.
SCATTERED = {
    "marne:T1.3.1": ((354, 357), (362, 365)), "marne:T1.3.2": ((359, 360), (367, 369)),
    "marne:T1.4.1": ((374, 376), (381, 384)), "marne:T1.4.2": ((378, 379), (386, 386)),
    "marne:T3.1": ((449, 451), (463, 473)), "marne:T3.4": ((486, 501),),
    "marne:T5.1": ((524, 530),), "marne:T5.2": ((512, 522),),
}


def rows(name: str) -> list[dict[str, str]]:
    with (INVENTORY / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def number_of(row: dict[str, str]) -> str:
    return row["number"] + ("b" if row["occurrence"] == "2" else "")


@pytest.mark.parametrize("game", GAMES)
def test_every_case_of_the_book_has_a_record_and_every_record_is_a_case_of_the_book(game):
    of_the_book = [number_of(row) for row in rows(game)]
    of_the_records = [case.number for case in records.cases(game)]
    assert sorted(of_the_records) == sorted(of_the_book)


@pytest.mark.parametrize("game", GAMES)
def test_the_records_stand_in_the_order_of_the_book(game):
    numbered = [case.number for case in records.cases(game) if case.numbered]
    assert numbered == [number_of(row) for row in rows(game) if number_of(row) in numbered]


@pytest.mark.parametrize("game", GAMES)
def test_only_blocks_that_the_book_leaves_without_a_number_count_as_unnumbered(game):
    assert all(case.number[0] in "UF" for case in records.cases(game) if not case.numbered)
    assert all(case.numbered for case in records.cases(game) if case.number[0] not in "UF")


@pytest.mark.parametrize("case", CASES)
def test_what_a_case_cites_or_excepts_exists_and_is_another_case(case: Case):
    assert {*case.cites, *case.excepts} <= IDS - {case.id}


@pytest.mark.parametrize("case", CASES)
def test_a_case_cites_nothing_twice(case: Case):
    assert len(set(case.cites)) == len(case.cites)
    assert len(set(case.excepts)) == len(case.excepts)


@pytest.mark.parametrize("case", CASES)
def test_what_the_book_refers_to_is_cited_or_the_record_says_why_not(case: Case):
    row = next(row for row in rows(case.game) if number_of(row) == case.number)
    noted = " ".join(note.en for note in case.notes)
    silent = [
        number
        for number in row["refs"].split()
        if f"{case.game}:{number}" not in case.cites and number not in noted and number not in case.text.en
    ]
    assert not silent


@pytest.mark.parametrize("case", CASES)
def test_only_an_operative_case_can_say_something_or_be_left_to_judgement(case: Case):
    if not case.operative:
        assert case.status == "executable"
        assert not case.says


@pytest.mark.parametrize("game", GAMES)
def test_every_term_of_the_index_leads_to_cases_that_exist(game):
    assert {id for term in records.terms(game) for id in term.cases} <= IDS


@pytest.mark.parametrize("game", [game for game in GAMES if (INVENTORY / f"{game}_index.csv").exists()])
def test_every_printed_index_term_is_there_with_its_cases(game):
    of_the_book, of_the_records = rows(f"{game}_index"), [term for term in records.terms(game) if term.printed]
    assert len(of_the_records) == len(of_the_book)
    for row, term in zip(of_the_book, of_the_records, strict=True):
        noted = term.note.en if term.note else ""
        lost = [number for number in row["numbers"].split() if f"{game}:{number}" not in term.cases]
        assert all(number in noted for number in lost), (row["term_fr"], term.fr)


def test_storm_in_the_west_prints_68_index_terms():
    assert sum(term.printed for term in records.terms("sitw")) == 68


@pytest.mark.parametrize("game", GAMES)
def test_no_two_terms_of_an_index_share_a_name(game):
    names = [name for term in records.terms(game) for name in {term.en.casefold(), term.fr.casefold()}]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_belongs_to_a_case_and_is_numbered_after_it(game):
    examples = records.examples(game)
    assert len({example.id for example in examples}) == len(examples)
    for example in examples:
        assert example.case in IDS
        assert re.fullmatch(re.escape(example.case) + r"#\d+", example.id)


@pytest.mark.skipif(not (SHARED / "seeds").is_dir(), reason="the source of the book is not on this machine")
@pytest.mark.parametrize("game", [game for game in GAMES if game in SOURCES])
def test_every_figure_of_the_source_is_in_both_texts_of_its_record(game):
    lost = {case.id: figures_lost(case) for case in records.cases(game)}
    assert {id: figures for id, figures in lost.items() if figures} == {}


def figures_lost(case: Case) -> set[str]:
    """The figures of the source that a text of the record lacks; a reference may stand in `cites` or a note."""
    wanted = figures(source_of(case)) - {case.number, case.number.removeprefix("S"), *NOT_A_FIGURE.get(case.id, ())}
    cited = {id.partition(":")[2].removeprefix("S") for id in case.cites}
    lost = set()
    for language in LANGUAGES:
        notes = figures(" ".join(getattr(note, language) for note in case.notes))
        said = figures(f"{getattr(case.title, language)} {getattr(case.text, language)}")
        lost |= wanted - said - {number for number in cited | notes if "." in number}
    return lost


def source_of(case: Case) -> str:
    ranges = SCATTERED.get(case.id) or source_lines(case.game)[case.number]
    return "\n".join(line for first, last in ranges for line in source_text(case.game)[first - 1 : last])


@cache
def source_text(game: str) -> list[str]:
    return (SHARED / "seeds" / SOURCES[game]).read_text(encoding="utf-8").split("\n")


@cache
def source_lines(game: str) -> dict[str, tuple[tuple[int, int], ...]]:
    with (SHARED / "inventory" / f"{game}.csv").open(encoding="utf-8", newline="") as inventory:
        return {number_of(row): segments(row) for row in csv.DictReader(inventory)}


def segments(row: dict[str, str]) -> tuple[tuple[int, int], ...]:
    """The lines of a case in the order they are read; halves of a line that two columns share are left out."""
    told = re.search(r"segs=([^;]*)", row["note"])
    if not told:
        return ((int(row["first_line"]), int(row["last_line"])),)
    whole = [span.partition("-") for span in told[1].split() if re.fullmatch(r"[\d-]+", span)]
    return tuple((int(first), int(last or first)) for first, _, last in whole)


def figures(text: str) -> set[str]:
    """The numbers of a text; `10 000` and `10,000` are one number, and a page break is none."""
    bare = re.sub(r"(?<=\d)[\s\u202f,](?=\d{3}\b)", "", re.sub(r"<\|.*?\|>", "", text))
    return {found.replace(",", ".") for found in re.findall(r"\d+(?:[.,]\d+)*", bare)}


WHOLE = """
[[case]]
number = "1.1"
title = { en = "Title", fr = "Titre" }
kind = "limit"
operative = true
cites = ["1.2", "tdw:3.4"]
text.en = "Text."
text.fr = "Texte."
"""


@pytest.fixture
def data(tmp_path, monkeypatch) -> Path:
    """An empty `data/` with one game in it."""
    (tmp_path / "toy").mkdir()
    monkeypatch.setattr(records, "data_folder", lambda: tmp_path)
    return tmp_path / "toy"


def test_numbers_in_a_file_are_those_of_its_game_unless_they_name_another(data):
    (data / "01-start.toml").write_text(WHOLE)
    assert records.cases("toy")[0].cites == ("toy:1.2", "tdw:3.4")


def test_chapters_are_read_in_the_order_of_the_book(data):
    for name in ("s1-a.toml", "10-b.toml", "02-c.toml", "s10-e.toml", "s2-d.toml"):
        (data / name).write_text(WHOLE.replace("1.1", name))
    (data / "book.toml").write_text("key = 'toy'")
    assert [case.number for case in records.cases("toy")] == [
        "02-c.toml", "10-b.toml", "s1-a.toml", "s2-d.toml", "s10-e.toml",
    ]  # fmt: skip


def test_an_unknown_key_is_an_error_that_names_the_file_the_case_and_the_key(data):
    (data / "01-start.toml").write_text(WHOLE + "colour = 'red'\n")
    with pytest.raises(RecordError, match=r"^data/toy/01-start\.toml, case 1\.1: colour: Extra inputs"):
        records.cases("toy")


def test_a_missing_translation_is_an_error_that_names_it(data):
    (data / "01-start.toml").write_text(WHOLE.replace('text.fr = "Texte."', ""))
    with pytest.raises(RecordError, match=r"case 1\.1: text\.fr: Field required"):
        records.cases("toy")


def test_a_table_that_does_not_belong_in_the_file_is_an_error(data):
    (data / "01-start.toml").write_text(WHOLE + "[[cases]]\n")
    with pytest.raises(RecordError, match=r"01-start\.toml: unknown key cases; this file holds only \[\[case\]\]"):
        records.cases("toy")


def test_a_judgement_needs_a_reason_and_a_reason_a_judgement(data):
    (data / "01-start.toml").write_text(WHOLE + 'status = "judgement"\n')
    with pytest.raises(RecordError, match="go together"):
        records.cases("toy")
    (data / "01-start.toml").write_text(WHOLE + 'reason = { en = "why", fr = "pourquoi" }\n')
    with pytest.raises(RecordError, match="go together"):
        records.cases("toy")


def test_a_record_cannot_be_changed_once_read(data):
    (data / "01-start.toml").write_text(WHOLE)
    with pytest.raises(ValueError, match="frozen"):
        records.cases("toy")[0].number = "9.9"


def test_the_data_folder_is_found_from_any_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert (printed.data_folder() / "sitw").is_dir()
