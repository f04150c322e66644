"""Situations in words: each question written down is answered as its own situation, and tells what decides it."""

from dataclasses import replace

import pytest

from knowledge.ask import lists
from knowledge.ask.fitting import fit
from knowledge.ask.kept import POSED, kept
from knowledge.ask.likeness import Put, likeness, wording
from knowledge.ask.nearest import _all_put, _KeptPut
from knowledge.ask.recognising import recognised
from knowledge.ask.situations import rows, situations
from knowledge.ask.wordings import counted, words_of
from knowledge.language import root
from knowledge.records import LANGUAGES, games
from knowledge.trials import run

SEVERAL = 2
"""How many wordings a situation has in each language at least."""
WEATHER = "@weather."
MOST = 400
PUT = 300
"""So many wordings of a game are put as questions here; `bench/left_out.py` puts them all, each without itself."""


def some_situations(game):
    """All of them, or every so many where they are many: each is put to the umpire."""
    several = situations(game)
    return several[:: max(1, len(several) // MOST)]


def asked_in(game):
    return [(each, language, text) for each in situations(game) for language in LANGUAGES
            for text in each.asked[language]]


@pytest.mark.parametrize("game", games())
def test_a_situation_is_asked_about_in_both_languages_and_once(game):
    names = [each.trial.name for each in situations(game)]
    assert sorted(names) == sorted(set(names))
    for each in situations(game):
        assert "verdict" in each.trial.expect, each.trial.name
        assert all(len(set(each.asked[language])) >= SEVERAL for language in LANGUAGES), each.trial.name


@pytest.mark.parametrize("game", games())
def test_a_question_that_is_written_down_never_gets_the_verdict_of_another(game):
    wrong = []
    several = asked_in(game)
    for each, language, text in several[:: max(1, len(several) // PUT)]:
        found, _ = recognised(text, game, language)
        if found is not None and found.verdict != each.trial.expect["verdict"]:
            wrong.append((text, found.like.phrase))
    assert wrong == []


@pytest.mark.parametrize("game", games())
def test_a_question_tells_the_weather_that_its_verdict_hangs_on(game):
    hanging = [each for each in some_situations(game) if hangs_on_the_weather(each.trial)]
    untold = [
        text for each in hanging for language in LANGUAGES for text in each.asked[language]
        if not any(atom.startswith(WEATHER) for word in words_of(text, game, language) for atom in word.atoms)
    ]
    assert untold == []


def hangs_on_the_weather(trial):
    if "weather" not in trial.position or trial.expect["verdict"] == "undetermined":
        return False
    position = {name: value for name, value in trial.position.items() if name != "weather"}
    return bool(run(replace(trial, position=position, expect={"verdict": trial.expect["verdict"]})).differences)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_no_list_takes_a_common_word_for_a_phrase(game, language):
    """Small words are left out of a phrase: `AT unit` would be read as any unit."""
    common = lists.light(language) | lists.generic(language)
    roots = {root(language, word) for word in common}
    several = {lists.phrase(text, language): text for row, _ in rows(game, "same") for text in row["words"]
               if len(text.split()) > 1}
    assert [text for phrase, text in several.items() if len(phrase) == 1 and phrase[0] in roots] == []


def test_a_number_counts_what_follows_it():
    phases = [each for each in situations("sitw") if "Do units get two attacks a turn, one in each combat phase?"
              in each.asked["en"]]
    put = Put(phases[0], [wording(text, "sitw", "en") for text in phases[0].asked["en"]])
    assert likeness(wording("Can a unit attack two hexes at once?", "sitw", "en"), put).lacking


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Can tanks attack into forest?", "Can infantry attack into forest?"),
        ("Can tanks attack across a river?", "Can tanks attack across a major river?"),
        ("Do tanks give +1?", "Do tanks give +2?"),
        ("Can three units stack?", "Can four units stack?"),
        ("Can Germans attack?", "Can Germans attack again?"),
    ],
)
def test_a_hard_word_is_not_taken_for_another(question, other):
    one, two = words_of(question, "sitw", "en"), words_of(other, "sitw", "en")
    assert any(word.is_hard and not word.is_in(one) for word in two)


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("Can Allied tanks infiltrate on turn 9?", "Can Allied tanks infiltrate before turn 9?"),
        ("Can tanks enter a forest?", "Can tanks leave a forest?"),
        ("Can infantry attack tanks?", "Can tanks attack infantry?"),
        ("May units attack?", "Must units attack?"),
        ("Can units attack?", "Can units attack in the movement phase?"),
        ("Is it forbidden to attack a city?", "Can I attack a city?"),
        ("Are the losses 1/2 in an attack?", "Are the losses 2/1 in an attack?"),
        ("Can I attack at 1 to 3?", "Can I attack at 3 to 1?"),
    ],
)
def test_a_question_is_not_taken_for_its_neighbour(question, written):
    assert not put_as(question, written).is_same
    assert not put_as(written, question).is_same


def test_who_is_named_twice_is_not_turned_round():
    question = "Can Germans attack Americans stacked with Germans?"
    assert put_as(question, question).is_same


def test_to_dig_in_is_not_a_trench():
    assert not put_as("Can units dig in in a trench?", "Can units dig in?", game="tsnp").is_same


def test_results_that_a_capital_tells_apart_are_not_one():
    question = "Can the stack go back one hex on {}?"
    routed, orderly = (words_of(question.format(result), "marne", "en") for result in ("R3", "r3"))
    assert [word.said for word in routed if word.is_hard and not word.is_in(orderly)] == ["R3"]


def test_words_that_no_situation_holds_do_not_make_another_question():
    written = "Can tanks attack into a forest hex?"
    strange = [word for word in words_of("Please, tanks attack into a forest hex, colonel?", "sitw", "en")
               if word.said == "colonel"]
    assert put_as("Please, tanks attack into a forest hex, colonel?", written, strange).is_same
    assert not put_as("Please, tanks attack into a forest hex, colonel?", written).is_same


def put_as(question, written, strange=(), game="sitw"):
    """How a question is like a situation that is put in one way."""
    put = Put(situations(game)[0], [wording(written, game, "en")])
    return likeness(wording(question, game, "en"), put, strange)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_build_keeps_of_the_situations_is_what_it_worked_out(knowledge_base, language):
    posed, words = kept.__wrapped__("marne", POSED), kept.__wrapped__("marne", language)
    made = list(_all_put("marne", language))
    assert len(posed) == len(words["put"]) == len(made)
    for situation, told, other in zip(posed, words["put"], made, strict=True):
        one = _KeptPut(situation, *told)
        assert (one.situation, one.wordings, one.words, one.atoms) == (
            other.situation, other.wordings, other.words, other.atoms,
        )
    assert words["often"] == counted("marne", language).often


@pytest.mark.parametrize(
    ("question", "is_same"),
    [
        ("Can a German unit with a free path to the east edge trace supply?", True),
        ("Can a British unit with a free path to the east edge trace supply?", False),
    ],
)
def test_what_a_question_names_besides_has_to_hold_in_the_situation(question, is_same):
    east = next(each for each in situations("sitw") if each.trial.name == "a German corps traces to the east edge")
    put = Put(east, [wording("Can a unit with a free path to the east edge trace supply?", "sitw", "en")])
    assert fit(wording(question, "sitw", "en"), put, ()).is_same is is_same


@pytest.mark.parametrize(
    ("question", "written", "situation", "is_same"),
    [
        ("Can Stosstruppen infiltrate?", "Can Stosstruppen infiltrate in the mountains?",
         "units infiltrate into mountains and marsh", True),
        ("Can tanks attack?", "Can tanks attack into forest?", "tanks may not attack into forest", False),
    ],
)
def test_what_a_wording_names_besides_is_left_open_where_the_verdict_does_not_hang_on_it(
    question, written, situation, is_same
):
    posed = next(each for each in situations("sitw") if each.trial.name == situation)
    put = Put(posed, [wording(written, "sitw", "en")])
    assert fit(wording(question, "sitw", "en"), put, ()).is_same is is_same


def posed_as(situation, *written):
    """A situation of Storm in the West that is put in these words alone."""
    posed = next(each for each in situations("sitw") if each.trial.name == situation)
    return Put(posed, [wording(text, "sitw", "en") for text in written])


@pytest.mark.parametrize(
    ("question", "is_same"),
    [
        ("It is turn 3. Can German infantry infiltrate?", True),
        ("Can German infantry infiltrate in wet weather?", True),
        ("Can German infantry infiltrate in the first combat phase?", True),
        ("Can two German infantry units infiltrate?", False),
    ],
)
def test_the_time_that_a_question_names_besides_is_put_to_the_umpire(question, is_same):
    infantry = posed_as("German infantry does not infiltrate", "Can German infantry infiltrate?")
    assert fit(wording(question, "sitw", "en"), infantry, ()).is_same is is_same


def test_those_who_share_a_hex_may_be_named_in_any_order():
    stacked = posed_as("British and French units never share a hex", "Can British and French units stack together?")
    question = wording("May I stack a French corps with a British corps?", "sitw", "en")
    assert fit(question, stacked, [word for word in question.words if word.said == "corps"]).is_same


def test_a_type_that_only_stands_by_is_not_taken_for_one_that_is_stacked():
    fast = posed_as("fast tank units never stack together", "May fast tanks share a hex with fast tanks?")
    question = wording("May fast tanks share a hex with heavy tanks?", "sitw", "en")
    assert not fit(question, fast, ()).is_same


@pytest.mark.parametrize(
    "question",
    [
        "Offensive Bruchmuller en face : est-ce que le défenseur ajoute 2 à son jet de maîtrise ?",
        "Mon unité de pointe a 5 de moral. Je gagne une colonne au différentiel de moral ?",
    ],
)
def test_what_is_added_is_not_taken_away_and_a_number_of_one_wording_is_not_put_beside_another(question):
    assert recognised(question, "marne", "fr")[0] is None


def test_what_is_taken_away_by_another_name_is_the_same():
    question = "Offensive Bruchmuller : le défenseur retranche-t-il 2 à son jet de maîtrise ?"
    found, _ = recognised(question, "marne", "fr")
    assert found is not None and found.verdict == "legal"


def test_those_who_are_attacked_do_not_attack():
    found, _ = recognised("Infanterie démoralisée : peut-elle attaquer à demi-force ?", "tsnp", "fr")
    assert found is None
