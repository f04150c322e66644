"""Our records held against a copy: which figures count, what explains those left out, and nothing left over."""

import pytest
from sources import PATHS, needs_sources
from test_import_sources import library
from test_records import WHOLE, data, source_of

from knowledge import fidelity, originals, records
from knowledge.imports.copies import keep_copy, read_copy
from knowledge.records import Case

__all__ = ["data"]


def case(en="Three units, 4 hexes.", fr="Trois unités, 4 hexagones.", **more) -> Case:
    title = {"en": "Title", "fr": "Titre"}
    given = {"game": "toy", "number": "1.1", "title": title, "kind": "limit", "operative": True}
    return Case.model_validate(given | {"text": {"en": en, "fr": fr}} | more)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("de 3 à 12", {"3", "12"}),
        ("10 000 hommes, 10,000 men, 10.000 h., 3,71", {"10000", "3.71"}),
        ("les hex 0104 et W6819", {"0104", "W6819"}),
        ("voir 13.17 et S3.26", {"13.17", "3.26"}),
        ("<|page 12|>+2", {"2"}),
        ("du c6té de r3, le 1er, O0S", {"3", "1"}),
        ("aucun", set()),
    ],
)
def test_the_figures_of_a_text_are_its_numbers_and_its_hexes(text, found):
    assert fidelity.figures(text) == found


@pytest.mark.parametrize(
    ("source", "lost"),
    [
        ("trois unités en 4 hexs", set()),
        ("quatre hexs", set()),
        ("cinq unités", {"5"}),
        ("3 unités", {"3"}),
        ("les deux joueurs divisent par deux, de mai à sept. II", set()),
        ("deux unités", {"2"}),
        ("1.1 Titre", set()),
    ],
)
def test_a_figure_must_be_in_the_record_and_a_number_in_words_in_either_form(source, lost):
    assert fidelity.lacking(case(), source) == lost


def test_a_figure_must_be_in_both_languages():
    assert fidelity.lacking(case(fr="Trois unités."), "4 hexs") == {"4"}


def test_a_reference_may_stand_in_what_the_case_cites_or_in_a_note():
    note = {"kind": "reference", "en": "The book says 9.9 and 77.", "fr": "Le livre dit 9.9 et 77."}
    noted = case(cites=["toy:2.5"], note=[note])
    assert fidelity.lacking(noted, "voir 2.5 et 9.9, mais 77") == {"77"}


def test_a_note_that_lists_a_figure_explains_it():
    note = {"kind": "reading", "en": "A list mark.", "fr": "Un numéro de liste.", "figures": ["7"]}
    noted = case(note=[note])
    assert fidelity.lacking(noted, "7) et 8)") - fidelity.explained_figures(noted) == {"8"}


def test_what_stands_in_the_record_of_a_case_whose_column_is_mixed_in_is_not_lacking():
    other = case(en="Then 6.", fr="Alors 6.", number="1.2")
    assert fidelity.lacking(case(), "4 hexs, 6 pas") == {"6"}
    assert fidelity.lacking(case(), "4 hexs, 6 pas", [other]) == set()


def test_the_tables_of_a_case_count_as_its_record():
    quoted = library()["sitw:13.28"]
    assert fidelity.lacking(quoted.model_copy(update={"text": quoted.title}), "6") == set()


def test_figures_are_no_more_than_a_list_in_a_note(data):
    note = '[[case.note]]\nkind = "reading"\nen = "Why."\nfr = "Pourquoi."\nfigures = ["1"]\n'
    (data / "01-start.toml").write_text(WHOLE + note)
    assert records.cases("toy")[0].notes[0].figures == ("1",)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path))


@needs_sources
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("game", [game for game in PATHS if game in records.games()])
def test_nothing_of_a_source_is_left_that_no_note_explains(game):
    keep_copy(read_copy(library(), game, PATHS[game]), "rules.txt")
    found = fidelity.fidelity(library(), game)
    assert found["compared"] >= 0.98 * len(library().of(game))
    assert {row["id"]: row["lacks"] for row in found["lacking"]} == {}


@needs_sources
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("game", [game for game in PATHS if game in records.games()])
def test_a_note_explains_only_figures_that_the_record_does_lack(game):
    keep_copy(read_copy(library(), game, PATHS[game]), "rules.txt")
    copy = originals.originals(game)
    for each in (each for each in library().of(game) if fidelity.explained_figures(each)):
        lost = fidelity.lacking(each, source_of(each)) | fidelity.lacking(each, copy[each.number].text)
        assert fidelity.explained_figures(each) <= lost, each.id
