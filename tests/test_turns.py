"""How a question is put: which part of it asks, what turns it into another, what says nothing."""

import pytest

from knowledge.ask.clauses import asking, points_at_the_table, untagged
from knowledge.ask.kinds import kind_of
from knowledge.ask.likeness import wording
from knowledge.ask.spelling import mend
from knowledge.ask.turns import TURNS, condition, sum_of, turns_of, whose
from knowledge.language import root
from knowledge.records import LANGUAGES


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Can tanks attack?", "Can tanks attack?"),
        ("My battery is out of supply. Can it fire?", "Can it fire?"),
        ("Can my tanks attack? They are in the woods.", "Can my tanks attack?"),
        ("Two corps in one stack: may one attack alone?", "may one attack alone?"),
        ("Je mets l'AGB à côté d'un Anglais. C'est permis ?", "Je mets l'AGB à côté d'un Anglais."),
        ("tanks in woods - ok", "tanks in woods"),
        ("", ""),
    ],
)
def test_the_part_that_asks_is_told_from_what_tells_of_the_table(text, asked):
    start, end = asking(text)
    assert text[start:end] == asked


@pytest.mark.parametrize(
    ("text", "language", "points"),
    [
        ("Can the AGB support this German attack?", "en", True),
        ("Can the AGB support an attack this turn?", "en", False),
        ("Two units stand in the hex. Can I attack in that hex?", "en", False),
        ("Mon artillerie peut-elle soutenir cet assaut ?", "fr", True),
        ("Est-ce que c'est permis ce tour-ci ?", "fr", False),
    ],
)
def test_what_is_pointed_at_is_known_to_those_at_the_table_alone(text, language, points):
    assert points_at_the_table(text, language) is points


@pytest.mark.parametrize(
    ("text", "language", "turn", "is_turned"),
    [
        ("Puis-je attaquer ?", "fr", "after", False),
        ("Bouger puis attaquer, est-ce permis ?", "fr", "after", True),
        ("Peut-il attaquer quand même ?", "fr", "if", False),
        ("Peut-il attaquer quand il pleut ?", "fr", "if", True),
        ("Il n'a qu'une maîtrise partielle : peut-il reculer ?", "fr", "not", False),
        ("Il n'a pas bougé depuis que je joue : peut-il reculer ?", "fr", "not", True),
        ("Peut-il perdre un pas de plus ?", "fr", "not", False),
        ("Hors ravitaillement, peut-il attaquer ?", "fr", "out", False),
        ("Cut off, can it attack?", "en", "out", False),
        ("Can it fall back off the map?", "en", "out", True),
        ("I have one replacement left. May I keep it?", "en", "out", False),
        ("Can I fire in my opponent's turn?", "en", "theirs", True),
        ("Can I fire in the other player's turn?", "en", "theirs", True),
        ("Can four units go by rail in one player turn?", "en", "theirs", False),
        ("Can I fire at an enemy unit this turn?", "en", "theirs", False),
        ("Can a regiment take the loss rather than the pioneers?", "en", "rather", True),
    ],
)
def test_what_turns_a_question_is_told_from_what_only_looks_like_it(text, language, turn, is_turned):
    assert (turn in turns_of(text, language)) is is_turned


@pytest.mark.parametrize(("text", "language", "left"), [
    ("That's +2 on the die, isn't it?", "en", "That's +2 on the die?"),
    ("So it may attack, right?", "en", "So it may attack?"),
    ("It isn't allowed to attack, is it?", "en", "It isn't allowed to attack, is it?"),
    ("His ZOC doesn't count, right?", "en", "His ZOC doesn't count, right?"),
    ("Left or right?", "en", "Left or right?"),
    ("No ZOC there. So it may go on, right?", "en", "No ZOC there. So it may go on?"),
    ("C'est +2, n'est-ce pas ?", "fr", "C'est +2?"),
    ("Il n'y a pas de bonus, n'est-ce pas ?", "fr", "Il n'y a pas de bonus, n'est-ce pas ?"),
])  # fmt: skip
def test_a_tag_asks_what_the_sentence_says_unless_that_denies(text, language, left):
    assert untagged(text, language) == left


def test_every_turn_is_known_in_both_languages():
    assert all(set(patterns) == set(LANGUAGES) for patterns in TURNS.values())


def test_a_condition_ends_with_its_clause():
    text = "If it has moved, can it attack?"
    start, end = condition(text, "en")
    assert (text[start:end], condition("Can it attack?", "en")) == (" it has moved", (0, 0))


@pytest.mark.parametrize(
    ("text", "other", "language"),
    [
        ("Is it still allowed to support?", "Is it allowed to support?", "en"),
        ("Peut-elle encore appuyer ?", "Peut-elle appuyer ?", "fr"),
        ("Je peux attaquer quand même ?", "Je peux attaquer ?", "fr"),
        ("Am I right that it can attack?", "Can it attack?", "en"),
        ("Mon adversaire prétend que je peux attaquer.", "Je peux attaquer.", "fr"),
    ],
)
def test_turns_of_speech_say_nothing(text, other, language):
    one, two = wording(text, "tsnp", language), wording(other, "tsnp", language)
    assert [word.said for word in one.words] == [word.said for word in two.words]
    assert one.turns == two.turns


def test_what_is_compared_is_not_passed_over():
    words = [word.said for word in wording("Can it dig in instead of moving?", "tsnp", "en").words]
    assert "instead" in words


@pytest.mark.parametrize(
    ("word", "language", "game"), [("sitting", "en", "tsnp"), ("couple", "en", "sitw"), ("loger", "fr", "sitw")]
)
def test_a_word_of_the_language_is_not_misspelt(knowledge_base, word, language, game):
    assert mend(f"Peut-on {word} ici ?", language, game) == f"Peut-on {word} ici ?"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Do I add 2 to the die?", (True, False)),
        ("Is it +2 to the die?", (True, False)),
        ("Un malus de 2 au dé ?", (False, True)),
        ("Est-ce -2 au dé ?", (False, True)),
        ("Le défenseur ajoute 2 et l'attaquant retire 1 ?", (True, True)),
        ("Is 3-1 the column?", (False, False)),
        ("Can a reduced unit attack?", (False, False)),
    ],
)
def test_a_number_that_is_added_is_told_from_one_that_is_taken_away(text, told):
    assert sum_of(text) == told


SIDES = {"Allied", "Germans", "Allemands", "allemand"}


@pytest.mark.parametrize(
    ("text", "language", "named"),
    [
        ("It is turn 6, the Allied player turn.", "en", ["Allied"]),
        ("In the Germans' phase, can I fire?", "en", ["Germans"]),
        ("Can Germans attack in my turn?", "en", []),
        ("Fin de mon tour 9 avec les Allemands : que faire ?", "fr", ["Allemands"]),
        ("Pendant le tour du joueur allemand", "fr", ["allemand"]),
    ],
)
def test_whose_turn_it_is_is_told_from_who_acts(text, language, named):
    told = {text[start:].split()[0].strip("',.:") for start in whose(text, language)}
    assert told.intersection(SIDES) == set(named)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Quand l'Allemand attaque Verdun, il ajoute 2 à ses pertes ?", "other"),
        ("Quand vérifie-t-on le ravitaillement ?", "when"),
        ("L'attaquant prend-il un DRM de -1 comme pour un marais ?", "may"),
        ("De combien l'attaquant décale-t-il la colonne ?", "number"),
        ("Doit-il reculer ?", "must"),
    ],
)
def test_a_clause_that_tells_when_does_not_ask_when(text, kind):
    assert kind_of(text, "fr") == kind


@pytest.mark.parametrize(("language", "form", "verb"), [
    ("en", "went", "go"), ("en", "withdrawn", "withdraw"), ("fr", "reçoivent", "recevoir"), ("fr", "perdue", "perdre"),
    ("fr", "soutiennent", "soutenir"),
])  # fmt: skip
def test_the_forms_of_a_verb_are_one_word(language, form, verb):
    assert root(language, form) == root(language, verb)
