"""The library: any case however it is typed, its family, its citations both ways, the index."""

import csv
from itertools import pairwise
from pathlib import Path

import pytest

from knowledge.library import Library, NotFound, parents, plain_number
from knowledge.records import Case, Example, Term

INVENTORY = Path(__file__).parent / "inventory"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.load()


def case(number: str, **more) -> Case:
    words = {"en": number, "fr": number}
    return Case(game="toy", number=number, title=words, text=words, kind="limit", operative=True, **more)


@pytest.mark.parametrize(
    "typed",
    [
        "13.17", "13,17", "[13.17]", "13.17)", "(13.17)", "§13.17", "§ 13.17", "13.17.", " 13.17 ", "sitw:13.17",
        "SITW:13.17", "case 13.17", "règle 13.17", "Rule 13,17:", "n° 13.17", "«13.17»",
    ],
)  # fmt: skip
def test_a_case_is_found_however_a_person_types_its_number(library, typed):
    assert library.case("sitw", typed).id == "sitw:13.17"


@pytest.mark.parametrize("typed", ["S3.26", "s3.26", "S 3.26", "s3,26", "[s 3.26]"])
def test_a_scenario_rule_is_found_with_or_without_its_capital(library, typed):
    assert library.case("sitw", typed).id == "sitw:S3.26"


def test_a_chapter_is_found_by_its_bare_number(library):
    assert library.case("sitw", "13").id == "sitw:13.0"
    assert library.case("sitw", "s3").id == "sitw:S3.0"


def test_numbers_are_text_so_that_six_ten_is_not_six_one(library):
    assert library.case("sitw", "12.10").title != library.case("sitw", "12.1").title


def test_a_number_that_is_not_there_names_the_nearest(library):
    with pytest.raises(NotFound, match=r"no case of sitw '13\.177'; nearest: 13\.17") as missing:
        library.case("sitw", "13.177")
    assert missing.value.nearest[0] == "13.17"


@pytest.mark.parametrize("typed", ["", " ", "§", "thirteen", "13..17", "0" * 9_999, "1.1; drop table x", "\0", "é"])
def test_what_is_no_number_is_not_found_and_does_no_harm(library, typed):
    with pytest.raises(NotFound) as missing:
        library.case("sitw", typed)
    assert len(str(missing.value)) < 300


def test_an_unknown_game_names_the_ones_there_are(library):
    with pytest.raises(NotFound, match="no game 'sitv'; nearest: sitw"):
        library.case("sitv", "1.0")
    with pytest.raises(NotFound, match="sitw"):
        library.of("chess")


@pytest.mark.parametrize("path", sorted(INVENTORY.glob("*[!x].csv")), ids=lambda path: path.stem)
def test_the_parent_of_each_number_is_the_one_of_the_book(path):
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    numbers = [row["number"] + ("b" if row["occurrence"] == "2" else "") for row in rows]
    found = parents(numbers)
    assert [found.get(number, "") for number in numbers] == [row["parent"] for row in rows]


def test_the_parent_follows_the_order_of_print():
    assert parents(["2.0", "2.4", "2.41", "2.5"])["2.41"] == "2.4"
    assert parents(["2.0", "2.4", "2.9", "2.10", "2.41"])["2.41"] == "2.0"
    assert parents(["12.0", "12.9", "12.9.2"]) == {"12.9": "12.0", "12.9.2": "12.9"}
    assert parents(["T1", "T1.1", "T1.1.2"]) == {"T1.1": "T1", "T1.1.2": "T1.1"}
    assert parents(["6.0", "6.1", "6.11", "6.11b"])["6.11b"] == "6.1"
    assert parents(["3.7"]) == {}


def test_children_are_those_whose_parent_it_is_in_order(library):
    terrain = library.case("sitw", "12.9")
    assert [child.number for child in library.children(terrain)] == [f"12.9.{place}" for place in range(1, 10)]
    assert library.parent(library.case("sitw", "12.9.2")) == terrain
    assert library.parent(library.case("sitw", "12.0")) is None
    for each in library.cases:
        assert all(library.parent(child) == each for child in library.children(each))


def test_neighbours_follow_the_book_to_its_ends(library):
    cases = library.of("sitw")
    assert library.previous(cases[0]) is None
    assert library.next(cases[-1]) is None
    assert all(library.next(a) == b and library.previous(b) == a for a, b in pairwise(cases))


def test_citations_and_exceptions_can_be_followed_both_ways(library):
    for each in library.cases:
        assert all(each.id in library.cited_by(library[id]) for id in each.cites)
        assert all(each.id in library.exceptions(library[id]) for id in each.excepts)
    assert "sitw:10.5" in library.exceptions(library.case("sitw", "10.4"))


def test_a_number_printed_twice_gives_the_first_and_names_the_other():
    first, second = case("6.11"), case("6.11b")
    library = Library([case("6.1"), first, second])
    assert library.case("toy", "6.11") == first
    assert library.case("toy", "6,11B") == second
    assert library.homonyms(first) == (second,)
    assert library.homonyms(second) == (first,)
    assert library.as_json(first)["homonyms"] == ["toy:6.11b"]


def test_every_printed_index_term_is_found_by_the_word_of_the_book(library):
    for game in library.games:
        path = INVENTORY / f"{game}_index.csv"
        if not path.exists():
            continue
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                assert any(term.printed for term in library.term(game, row["term_fr"])), row["term_fr"]


def test_a_term_is_found_in_either_language_without_accents_or_by_a_part(library):
    by_english, by_french = library.term("sitw", "concentric ASSAULT"), library.term("sitw", "assaut concentrique")
    assert by_english == by_french
    assert library.case("sitw", "13.17").id in by_english[0].cases
    assert library.term("sitw", "evacuation navale")[0].fr == "Évacuation navale"
    assert any("fortress" in term.en.casefold() for term in library.term("sitw", "fortres"))


def test_a_term_that_is_not_there_names_the_nearest(library):
    with pytest.raises(NotFound, match="no index term of sitw 'concentrik asault'; nearest: Concentric assault"):
        library.term("sitw", "concentrik asault")
    with pytest.raises(NotFound):
        library.term("sitw", "")


def test_a_case_as_json_is_exactly_what_callers_are_promised(library):
    found = library.as_json(library.case("sitw", "13.17"))
    assert list(found) == [
        "id", "game", "number", "parent", "parent_text", "children", "title", "text", "original", "kind", "operative",
        "actions", "cites", "cited_by", "exceptions", "excepts", "references", "index", "predicates", "examples",
        "notes",
    ]  # fmt: skip
    assert (found["id"], found["parent"], found["original"]) == ("sitw:13.17", "sitw:13.0", None)
    assert {"en": "Concentric assault", "fr": "Assaut concentrique"} in found["index"]
    assert set(found["title"]) == set(found["text"]) == {"en", "fr"}


def test_references_are_typed_and_go_both_ways(library):
    found = library.as_json(library["sitw:9.6"])
    assert {"id": "sitw:9.5", "type": "exception-to", "direction": "to"} in found["references"]
    assert {"id": "sitw:S3.14", "type": "overridden-in-scenario", "direction": "to"} in found["references"]
    turned = {"to": "from", "from": "to"}
    for each in library.cases:
        for one in library.references(each):
            back = {"id": each.id, "type": one["type"], "direction": turned[one["direction"]]}
            assert back in library.references(library[one["id"]])


def test_every_citation_and_exception_is_a_reference(library):
    for each in library.cases:
        assert {one["id"] for one in library.references(each)} >= {*each.cites, *each.excepts} - {each.id}


def test_a_case_as_json_carries_the_text_of_the_one_above_it(library):
    assert library.as_json(library["sitw:13.17"])["parent_text"] == library["sitw:13.0"].text.model_dump()
    assert library.as_json(library["sitw:13.0"])["parent_text"] is None


def test_a_case_as_json_carries_what_runs_for_it_its_examples_and_its_notes():
    noted = case("1.1", note=[{"kind": "gap", "en": "doubt", "fr": "doute"}])
    words = {"en": "told", "fr": "dit"}
    example = Example(game="toy", id="toy:1.1#1", case="toy:1.1", told=words, position={}, action={}, expect={})
    library = Library([noted], [Term(game="toy", en="a", fr="b", cases=("toy:1.1",), printed=True)], [example])
    runs = {"toy:1.1": [{"name": "is_limited", "effect": "forbids", "summary": "Never more."}]}
    found = library.as_json(noted, runs, original="as printed")
    assert found["predicates"] == runs["toy:1.1"]
    assert found["examples"] == ["toy:1.1#1"]
    assert found["notes"] == [{"kind": "gap", "text": {"en": "doubt", "fr": "doute"}}]
    assert found["index"] == [{"en": "a", "fr": "b"}]
    assert found["original"] == "as printed"


def test_every_case_is_found_by_its_own_number_and_id(library):
    for each in library.cases:
        assert library.case(each.game, each.number) is each
        assert each.id in library
        assert library[each.id] is each
        assert plain_number(each.id) == each.id.casefold()
