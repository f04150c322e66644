"""Rules as they are written, and what is printed with a game."""

import pytest
from chapters import CONTROL, table

from rulebook import printed, rules
from rulebook.actions import Attack, Control, Move, Step
from rulebook.facts import Unknown
from rulebook.rules import because
from rulebook.ruling import Finding, Ruling


def something(table, *asked):
    """Something holds.

    It always does.
    """
    return True


# Rules as they are written


@pytest.mark.parametrize("case", ["sitw:4.1", "sitw:8.2.1", "sitw:S3.10", "sitw:U8", "sitw:12.9a"])
def test_a_case_is_cited_by_its_book_and_number(case):
    assert rules.defines(case)(something).case == case


@pytest.mark.parametrize("case", ["sitw", "4.1", "sitw:", "sitw:U8-not", "sitw:4.1 "])
def test_what_is_no_citation_is_refused(case):
    with pytest.raises(ValueError, match="no citation"):
        rules.defines(case)(something)


@pytest.mark.parametrize(
    ("decorate", "effect", "of", "subjects"),
    [
        (lambda: rules.defines("sitw:1.1"), "defines", None, ()),
        (lambda: rules.forbids(Move, "sitw:1.1"), "forbids", None, (Move,)),
        (lambda: rules.forbids((Move, Attack), "sitw:1.1"), "forbids", None, (Move, Attack)),
        (lambda: rules.permits(Move, "sitw:1.1"), "permits", None, (Move,)),
        (lambda: rules.obliges(Move, "sitw:1.1"), "obliges", None, (Move,)),
        (lambda: rules.costs(Step, "sitw:1.1"), "costs", "cost", (Step,)),
        (lambda: rules.modifies(Attack, "sitw:1.1"), "modifies", "die", (Attack,)),
        (lambda: rules.modifies(Attack, "sitw:1.1", of="column"), "modifies", "column", (Attack,)),
        (lambda: rules.computes(Attack, "odds", "sitw:1.1"), "computes", "odds", (Attack,)),
        (lambda: rules.rejects("sitw:1.1"), "rejects", None, ()),
    ],
)
def test_a_decorator_says_what_a_rule_does_and_on_what(decorate, effect, of, subjects):
    rule = decorate()(something)
    assert (rule.effect, rule.of, rule.subjects, rule.summary) == (effect, of, subjects, "Something holds.")
    assert (rule.name, rule.when, rule.base, rule.stands_in) == ("something", None, None, False)
    assert repr(rule) == f"<{effect} sitw:1.1 something>"


def test_an_exception_knows_what_it_excepts():
    base = rules.forbids(Move, "sitw:1.1")(something)
    first, second = rules.unless(base, "sitw:1.2")(something), rules.replaces(base, "sitw:1.3")(something)
    assert base.exceptions == [first, second]
    assert (first.effect, first.base, first.subjects, first.stands_in) == ("excepts", base, (Move,), False)
    assert second.stands_in


def test_the_other_reading_of_a_rule_is_the_function_itself():
    base = rules.forbids(Move, "sitw:1.1")(something)
    assert rules.contested(base)(something) is something
    assert base.other_reading is something


def test_an_exception_that_holds_is_found_past_one_that_is_not_known():
    base = rules.forbids(Control, "sitw:1.1")(something)

    @rules.unless(base, "sitw:1.2")
    def wet(table, control):
        """It is wet."""
        return table.weather == "wet"

    @rules.unless(base, "sitw:1.3")
    def always(table, control):
        """It is always so."""
        return True

    assert not base(table(base, wet, always), CONTROL)


def test_a_rule_that_does_not_hold_asks_nothing_of_its_exceptions():
    def late(table, control):
        """It is late."""
        return table.turn > 9

    base = rules.forbids(Control, "sitw:1.1")(late)

    @rules.unless(base, "sitw:1.2")
    def wet(table, control):
        """It is wet."""
        return table.weather == "wet"

    assert not base(table(base, wet, turn=3), CONTROL)
    with pytest.raises(Unknown, match="weather"):
        base(table(base, wet, turn=10), CONTROL)


def test_a_reason_holds_what_it_is_told():
    reason = because(at="2530", amount=2, unit="g1")
    assert (reason.at, reason.amount, reason.words) == ("2530", 2, {"unit": "g1"})


def test_a_ruling_names_what_forbids_first_and_each_case_once():
    findings = tuple(Finding(case, case, effect, True) for case, effect in (
        ("sitw:1.1", "permits"), ("sitw:1.2", "forbids"), ("sitw:1.3", "obliges"), ("sitw:1.1", "obliges"),
    ))
    ruling = Ruling("illegal", findings, overridden=(("sitw:1.4", "sitw:1.2"),))
    assert ruling.cases() == ["sitw:1.2", "sitw:1.1", "sitw:1.3", "sitw:1.4"]


# What is printed


def test_what_is_printed_with_a_game_is_read_from_its_folder():
    assert (printed.data_folder() / "sitw" / "book.toml").is_file()
    assert printed.book.__wrapped__("sitw")["turns"]["last"] == 16
    assert printed.named_hexes.__wrapped__("sitw")["hex"]["3029"]["name"] == "Reims"
    rows = printed.table.__wrapped__("sitw", "lines")
    assert rows[0] == {
        "case": "3.6", "army": "british", "first_row": "13", "last_row": "27", "feature": "allied-trench"
    }
    assert len(rows) == 11


def test_a_game_that_names_no_hexes_has_none(tmp_path, monkeypatch):
    monkeypatch.setattr(printed, "data_folder", lambda: tmp_path)
    assert printed.named_hexes.__wrapped__("sitw") == {}


def test_data_inside_the_package_comes_before_data_beside_it(tmp_path, monkeypatch):
    package = tmp_path / "rulebook"
    package.mkdir()
    monkeypatch.setattr(printed, "__file__", str(package / "printed.py"))
    assert printed.data_folder() == tmp_path / "data"
    (package / "data").mkdir()
    assert printed.data_folder() == package / "data"
