"""The records of `data/`: complete against the inventories, whole in themselves, and read without surprises."""

import csv
import re
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT
from sources import PATHS, inventory, needs_sources, number_of

from knowledge import fidelity, records
from knowledge.imports.reading import read_lines
from knowledge.records import Case, RecordError
from rulebook import printed

INVENTORY = ROOT / "tests" / "inventory"
GAMES = records.games()
RECORDS = {game: records.cases(game) for game in GAMES}
CASES = [pytest.param(case, id=case.id) for cases in RECORDS.values() for case in cases]
IDS = {case.id for cases in RECORDS.values() for case in cases}

# Books printed in columns that run into one another; there the range of a part holds those of the parts under it.
IN_COLUMNS = {"marne"}
# Parts printed in two columns run into each other: the lines of a part, where they are not all those of its range.
SCATTERED = {
    "marne:T1.3.1": ((354, 357), (362, 365)), "marne:T1.3.2": ((359, 360), (367, 369)),
    "marne:T1.4.1": ((374, 376), (381, 384)), "marne:T1.4.2": ((378, 379), (386, 386)),
    "marne:T3.1": ((449, 451), (463, 473)), "marne:T3.4": ((486, 501),),
    "marne:T5.1": ((512, 512), (524, 530)), "marne:T5.2": ((512, 522),),
}


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    with (INVENTORY / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines))


@pytest.mark.parametrize("game", GAMES)
def test_every_case_of_the_book_has_a_record_and_every_record_is_a_case_of_the_book(game):
    of_the_book = [number_of(row) for row in rows(game)]
    of_the_records = [case.number for case in RECORDS[game]]
    assert sorted(of_the_records) == sorted(of_the_book)


@pytest.mark.parametrize("game", GAMES)
def test_the_records_stand_in_the_order_of_the_book(game):
    numbered = [case.number for case in RECORDS[game] if case.numbered]
    assert numbered == [number_of(row) for row in rows(game) if number_of(row) in numbered]


@pytest.mark.parametrize("game", GAMES)
def test_only_blocks_that_the_book_leaves_without_a_number_count_as_unnumbered(game):
    assert all(case.number[0] in "UF" for case in RECORDS[game] if not case.numbered)
    assert all(case.numbered for case in RECORDS[game] if case.number[0] not in "UF")


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


@needs_sources
@pytest.mark.parametrize("game", [game for game in GAMES if game in PATHS])
def test_every_figure_of_the_source_is_in_both_texts_of_its_record(game):
    lost = {case.id: figures_lost(case) for case in RECORDS[game]}
    assert {id: figures for id, figures in lost.items() if figures} == {}


def figures_lost(case: Case) -> set[str]:
    """The figures of the source that a text of the record lacks and no note explains."""
    return fidelity.lacking(case, source_of(case), printed_beside(case)) - fidelity.explained_figures(case)


def source_of(case: Case) -> str:
    lines = source_text(case.game)
    return "\n".join(lines[line - 1] for line in sorted(own_lines(case)))


def own_lines(case: Case) -> set[int]:
    """The lines of a part: those of its range, but for those of the parts under it."""
    ranges = SCATTERED.get(case.id) or source_lines(case.game)[case.number]
    if case.game not in IN_COLUMNS:
        return lines_of(ranges)
    below = (each for number, each in source_lines(case.game).items() if number.startswith(f"{case.number}."))
    return lines_of(ranges) - lines_of(span for ranges in below for span in ranges)


def lines_of(ranges) -> set[int]:
    return {line for first, last in ranges for line in range(first, last + 1)}


def printed_beside(case: Case) -> list[Case]:
    """The parts whose column was printed on the same lines as that of this one."""
    if case.game not in IN_COLUMNS:
        return []
    others = (other for other in RECORDS[case.game] if other.id != case.id)
    return [other for other in others if own_lines(other) & own_lines(case)]


@cache
def source_text(game: str) -> tuple[str, ...]:
    return read_lines(PATHS[game])


@cache
def source_lines(game: str) -> dict[str, tuple[tuple[int, int], ...]]:
    return {number_of(row): segments(row) for row in inventory(game)}


def segments(row: dict[str, str]) -> tuple[tuple[int, int], ...]:
    """The lines of a case in the order they are read; halves of a line that two columns share are left out."""
    told = re.search(r"segs=([^;]*)", row["note"])
    if not told:
        return ((int(row["first_line"]), int(row["last_line"])),)
    whole = [span.partition("-") for span in told[1].split() if re.fullmatch(r"[\d-]+", span)]
    return tuple((int(first), int(last or first)) for first, _, last in whole)


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
