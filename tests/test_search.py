"""Search in English and French: what is found, in which order, what is marked, what is suggested."""

import json
import re
import sys
import threading
from subprocess import run

import pytest

from knowledge import search
from knowledge.glossary import groups
from knowledge.highlights import PASSAGE, highlight, opening
from knowledge.language import fold, root
from knowledge.library import Library
from knowledge.records import Case, Term

# What a player types, and the cases of which one should come among the first three.
QUESTIONS = {
    "chars forêt": "13.18",
    "can tanks attack woods": "13.18",
    "stacking": "9.0 9.1",
    "empilement": "9.0 9.1",
    "infiltration movement zone of control": "10.5",
    "weather effects": "6.3",
    "flu": "16.2",
    "grippe": "16.2",
    "big bertha": "4.7 16.6",
    "rail movement": "11.0 11.1",
    "mouvement ferroviaire": "11.0 11.1",
    "ravitaillement forteresse": "7.12 7.13 7.14",
    "fortress supply": "7.12 7.13 7.14",
    "retreat after combat": "13.30",
    "advance after combat": "13.33",
    "stacking limit": "9.1",
    "american stacking": "9.6",
    "naval evacuation": "16.5",
    "évacuation navale": "16.5",
    "turn 9 morale check": "4.5",
    "air support": "14.4 13.14",
    "odds": "13.10 13.11 13.12",
    "rapport de forces": "13.10 13.11 13.12",
    "overstacked": "9.3",
    "minimum move": "12.3",
    "qui gagne": "4.1 4.4",
    "Hollande": "11.3",
    "bombing": "S3.26",
    "marines": "S3.22",
    "japanese": "S3.25",
    "fast tanks": "S3.21",
    "dead pile": "8.5",
    "control of a hex": "3.5",
    "fog of war": "13.8",
    "devastated": "12.9.4 13.19",
    "concentric assault": "13.17",
    "encirclement": "13.17",
}


pytestmark = pytest.mark.usefixtures("knowledge_base")


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Builds an index of a few cases of our own."""
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path))

    def build(cases: dict[str, tuple[str, str]], terms: list[Term] = []) -> None:  # noqa: B006
        search.build(Library([case(number, *texts) for number, texts in cases.items()], terms))

    return build


def case(number: str, english: str, french: str, **more) -> Case:
    title = {"en": f"Title {number}", "fr": f"Titre {number}"}
    words = {"en": english, "fr": french}
    return Case(game="toy", number=number, title=title, text=words, kind="limit", operative=True, **more)


def found(query: str, **more) -> list[str]:
    return [hit.id for hit in search.search(query, **more).hits]


def marked(query: str, **more) -> set[str]:
    hits = search.search(query, **more).hits
    return {word for hit in hits for _, text in hit.highlight for word in re.findall("<mark>(.*?)</mark>", text)}


@pytest.mark.parametrize("query", ["13.17", "13,17", "[13.17]", "§13.17", "sitw:13.17", "rule 13.17", "13.17."])
def test_a_case_number_gives_that_case_first(query):
    assert found(query)[0] == "sitw:13.17"


def test_every_case_comes_first_for_its_own_number():
    for each in Library.load().cases:
        assert found(each.number, game=each.game, limit=1) == [each.id]


def test_a_number_among_words_counts(shelf):
    shelf({"1.1": ("Nothing.", "Rien."), "1.2": ("Trenches everywhere.", "Des tranchées.")})
    assert found("trenches 1.1") == ["toy:1.1", "toy:1.2"]


def test_the_second_case_of_a_number_is_found_after_the_first(shelf):
    shelf({"6.11b": ("Two.", "Deux."), "6.11": ("One.", "Un."), "6.0": ("Six.", "Six.")})
    assert found("6.11") == ["toy:6.11", "toy:6.11b"]
    assert found("6.11b")[0] == "toy:6.11b"


def test_what_players_ask_is_answered_among_the_first_three():
    late = {
        query: found(query, game="sitw", limit=3)
        for query, wanted in QUESTIONS.items()
        if not {f"sitw:{number}" for number in wanted.split()} & set(found(query, game="sitw", limit=3))
    }
    assert len(late) <= len(QUESTIONS) // 10, late


@pytest.mark.parametrize(("query", "number"), [("retreat after combat", "13.30"), ("stacking limit", "9.1")])
def test_the_case_that_defines_a_word_comes_first(query, number):
    assert found(query, game="sitw")[0] == f"sitw:{number}"


def test_the_answer_has_the_shape_that_callers_are_promised():
    answer = search.search("ravitaillement forteresse", limit=2).as_json()
    assert list(answer) == ["query", "total", "suggestion", "hits", "tips"]
    assert answer["total"] > len(answer["hits"]) == 2
    assert list(answer["hits"][0]) == ["id", "score", "title", "highlight"]
    assert set(answer["hits"][0]["title"]) == {"en", "fr"}
    assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("ravitaillee", "ravitaillée"), ("ravitaillement", "ravitaillé"), ("foret", "forêts"), ("FORÊT", "forêt"),
        ("tranchees", "tranchée"), ("manoeuvre", "manœuvrer"), ("manœuvre", "manoeuvre"), ("evacuer", "évacuation"),
        ("percee", "percées"), ("infiltrent", "infiltration"), ("Stoßtruppen", "Stosstruppen"),
    ],
)  # fmt: skip
def test_french_words_meet_whatever_their_accents_and_endings(typed, written):
    assert root("fr", typed) == root("fr", written)


@pytest.mark.parametrize(("typed", "written"), [("attacking", "attacks"), ("supplied", "supply"), ("units", "unit")])
def test_english_words_meet_whatever_their_endings(typed, written):
    assert root("en", typed) == root("en", written)


def test_accents_typed_as_two_signs_are_one(shelf):
    shelf({"1.1": ("A wood.", "Une forêt.")})
    assert found("fore\u0302t") == ["toy:1.1"]


def test_dice_are_not_taken_for_a_little_word():
    assert root("fr", "dés") == root("fr", "dé")
    assert root("fr", "des") is None


@pytest.mark.parametrize("word", ["fr ne", "fr pas", "fr sans", "fr seul", "en not", "en no", "en only", "en without"])
def test_words_that_turn_a_rule_round_are_searched(word):
    assert root(*word.split())


def test_rule_numbers_stay_whole_in_the_text(shelf):
    shelf({"1.1": ("See 13.17 for more.", "Voir 13.17."), "1.2": ("On turn 13, 17 units.", "Tour 13, 17 unités.")})
    assert found("13.17") == ["toy:1.1"]


def test_a_query_of_nothing_but_little_words_finds_nothing():
    for query in ("", "   ", "the of", "de la", "?!", '"'):
        answer = search.search(query)
        assert (answer.total, answer.hits, answer.suggestion) == (0, (), None)


def test_a_language_can_be_asked_for_alone(shelf):
    shelf({"1.1": ("A fortress.", "Une place."), "1.2": ("A place.", "Une forteresse.")})
    assert found("place", lang="fr") == ["toy:1.1"]
    assert found("place", lang="en") == ["toy:1.2"]
    assert set(found("place")) == {"toy:1.1", "toy:1.2"}
    assert dict(search.search("place", lang="fr").hits[0].highlight) == {"fr": "Une <mark>place</mark>."}


def test_a_game_and_a_kind_can_be_asked_for_alone():
    library = Library.load()
    hits = search.search("attack", kind="prohibition", limit=50).hits
    assert hits
    assert {library[hit.id].kind for hit in hits} == {"prohibition"}
    assert search.search("attack", game="sitw").total > 0
    assert search.search("attack", game="chess").total == 0


def test_pages_follow_one_another_without_gap_or_overlap():
    whole = found("attack", limit=30)
    assert [id for start in range(0, 30, 7) for id in found("attack", limit=7, offset=start)][:30] == whole
    assert found("attack", offset=10_000) == []
    assert search.search("attack", limit=0).hits == ()
    assert search.search("attack", limit=0).total == search.search("attack").total


def test_the_words_people_use_lead_to_the_case_in_either_language(shelf):
    term = Term(game="toy", en="Influenza", fr="Influenza", cases=("toy:1.1",), printed=True, also=("flu", "grippe"))
    shelf({"1.1": ("A plague.", "Une peste."), "1.2": ("Another.", "Une autre.")}, [term])
    for query, lang in (("flu", "en"), ("grippe", "fr"), ("grippe", "en"), ("influenza", None)):
        assert found(query, lang=lang) == ["toy:1.1"]


def test_a_title_counts_for_more_than_the_text(shelf):
    shelf({"1.1": ("Zones of fire. Title of honour.", "Zones."), "1.2": ("A long story.", "Une histoire.")})
    assert found("1.2 title")[0] == "toy:1.2"


def test_all_the_words_count_for_more_than_some(shelf):
    shelf({"1.1": ("Tanks, tanks, tanks.", "Chars."), "1.2": ("Tanks in a wood.", "Chars en forêt.")})
    assert found("tanks wood") == ["toy:1.2", "toy:1.1"]


def test_the_start_of_a_word_finds_it(shelf):
    shelf({"1.1": ("Stosstruppen lead.", "Les Stosstruppen mènent."), "1.2": ("Others.", "Autres.")})
    assert found("stosst") == ["toy:1.1"]
    assert marked("stosst") == {"Stosstruppen"}


def test_the_words_found_are_marked_in_all_their_forms_and_those_that_mean_the_same():
    assert {"foret", "bois"} <= {fold(word) for word in marked("foret", lang="fr", limit=100)}
    assert {"forest", "woods"} <= {word.casefold() for word in marked("forest", lang="en", limit=50)}


def test_the_text_around_a_mark_is_escaped(shelf):
    shelf({"1.1": ('<script>alert("x")</script> & trench', "« tranchée » <b>")})
    texts = dict(search.search("trench tranchée").hits[0].highlight)
    assert texts["en"] == '&lt;script&gt;alert("x")&lt;/script&gt; &amp; <mark>trench</mark>'
    assert texts["fr"] == "« <mark>tranchée</mark> » &lt;b&gt;"


def test_a_passage_is_cut_at_words_around_what_was_found():
    text = "word " * 200 + "fortress " + "word " * 200
    shown = highlight(text, "en", {root("en", "fortress")})
    assert shown.startswith("…word ")
    assert shown.endswith(" word…")
    assert "<mark>fortress</mark>" in shown
    assert len(shown) < PASSAGE + 40


def test_the_passage_with_most_of_the_words_is_shown():
    text = "tank " + "word " * 100 + "tank in forest " + "word " * 100
    shown = highlight(text, "en", {root("en", "tank"), root("en", "forest")})
    assert "<mark>tank</mark> in <mark>forest</mark>" in shown


def test_a_case_found_otherwise_shows_how_it_begins(shelf):
    shelf({"1.1": ("word " * 100, "mot " * 100)})
    texts = dict(search.search("1.1").hits[0].highlight)
    assert set(texts) == {"en", "fr"}
    assert texts["en"] == opening("word " * 100)
    assert texts["en"].endswith("word…")


def test_a_slip_of_the_pen_gets_a_suggestion_with_its_accents(shelf):
    shelf({"1.1": ("A fortress in the forest.", "Une pénétration en forêt.")})
    assert search.suggest("fortres") is None
    assert search.suggest("fotress forest") == "fortress forest"
    assert search.suggest("penetrasion") == "pénétration"
    assert search.search("penetrasion").suggestion == "pénétration"
    assert search.suggest("fotress", lang="fr") is None


def test_what_is_known_or_like_nothing_gets_no_suggestion():
    for query in ("fortress", "the", "13.99", "qqqqqqqq", "", "S3.26"):
        assert search.suggest(query) is None


@pytest.mark.parametrize(
    "query",
    ["x" * 99_999, "a b " * 5_000, "words_en:x", "[a TO b]", "*", "?*", "(((", "NOT", "\0", "💣", "a^9", "\ud800"],
)
def test_no_query_breaks_the_search(query):
    answer = search.search(query)
    assert len(answer.query) <= search.LONGEST_QUERY
    assert answer.total >= len(answer.hits)


def test_without_an_index_the_error_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path))
    assert not search.is_built()
    with pytest.raises(search.NotBuilt, match="run `arbitre build`"):
        search.search("x")
    with pytest.raises(search.NotBuilt):
        search.suggest("x")


def test_searches_go_on_in_many_threads_while_the_index_is_built_anew(shelf):
    cases = {"1.1": ("A fortress.", "Une forteresse.")}
    shelf(cases)
    faults, done = [], threading.Event()

    def ask() -> None:
        try:
            while not done.is_set():
                search._search.cache_clear()
                assert found("fortress") == ["toy:1.1"]
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(5):
        shelf(cases)
    done.set()
    for thread in threads:
        thread.join()
    assert faults == []


def test_the_search_engine_is_loaded_only_when_it_is_used():
    asked = "import sys, knowledge.store; print(sorted({'whoosh', 'sqlite_utils'} & set(sys.modules)))"
    assert run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.strip() == "[]"


# The glossary


@pytest.mark.parametrize(
    ("query", "also"),
    [
        ("EZOC", "zone de contrôle ennemie"), ("ZDC", "zone of control"), ("ravitaillement", "approvisionnement"),
        ("Stosstruppen", "troupes de choc"), ("storm troopers", "troupes d'assaut"), ("empilement", "stacking"),
        ("overstack", "surempilement"), ("blitz", "percée"), ("HQ", "quartier général"), ("CRT", "table de combat"),
    ],
)  # fmt: skip
def test_words_of_one_notion_find_the_same_cases(query, also):
    one, other = ({hit.id for hit in search.search(each, limit=100).hits} for each in (query, also))
    assert one & other
    assert len(one & other) >= min(len(one), len(other), 10) // 2


def test_the_word_itself_counts_for_more_than_another_of_its_notion(shelf):
    shelf({"1.1": ("A wood here.", "Un."), "1.2": ("A forest here.", "Deux."), "1.3": ("A hill.", "Trois.")})
    assert found("forest", lang="en") == ["toy:1.2", "toy:1.1"]
    assert found("wood", lang="en") == ["toy:1.1", "toy:1.2"]


def test_a_phrase_names_a_notion_that_its_words_alone_do_not(shelf):
    shelf({"1.1": ("Its ZOC.", "Un."), "1.2": ("The control of a town.", "Deux.")})
    assert found("zone of control", lang="en")[0] == "toy:1.1"
    assert "toy:1.1" not in found("control", lang="en")


def test_no_phrase_stands_in_two_groups():
    phrases = [fold(phrase) for group in groups() for phrase in set(map(fold, group))]
    assert sorted({phrase for phrase in phrases if phrases.count(phrase) > 1}) == []


def test_the_first_case_of_an_index_term_comes_before_its_others(shelf):
    term = Term(game="toy", en="Red tape", fr="Paperasse", cases=("toy:1.2", "toy:1.1"), printed=True)
    shelf({"1.1": ("One.", "Un."), "1.2": ("Two.", "Deux.")}, [term])
    assert found("red tape") == ["toy:1.2", "toy:1.1"]


# Filters, and what else to try


def test_an_action_and_a_chapter_can_be_asked_for_alone():
    library = Library.load()
    attacks = search.search("forest", action="attack", limit=100).hits
    assert attacks and all("attack" in library[hit.id].actions for hit in attacks)
    for typed in ("13", "13.0", "13.17"):
        assert {hit.id.split(".")[0] for hit in search.search("forest", game="sitw", chapter=typed).hits} == {"sitw:13"}
    assert all(hit.id.startswith("sitw:S3.") for hit in search.search("tank", game="sitw", chapter="s3").hits)


def test_where_a_filter_bars_everything_the_same_without_it_is_offered():
    answer = search.search("influenza", game="sitw", chapter="13")
    assert answer.total == 0
    assert [tip.without for tip in answer.tips if tip.kind == "filter"] == [("chapter",)]
    assert search.search("influenza", game="sitw").total > 0


def test_where_no_single_filter_bars_everything_all_are_dropped():
    answer = search.search("marines", game="marne", kind="victory", chapter="S3")
    assert answer.total == 0
    assert [tip.without for tip in answer.tips if tip.kind == "filter"] == [("game", "kind", "chapter")]
    assert search.search("marines").total > 0


def test_the_nearest_terms_of_the_index_are_offered_where_nothing_is_found(shelf):
    term = Term(game="toy", en="Influenza", fr="Grippe", cases=("toy:1.1",), printed=True)
    shelf({"1.1": ("A plague.", "Une peste.")}, [term])
    answer = search.search("inflex")
    assert answer.total == 0
    assert ("term", "Influenza") in [(tip.kind, tip.query) for tip in answer.tips]


def test_what_is_found_needs_no_tips():
    assert search.search("fortress").tips == ()


def test_a_word_misspelled_still_finds_its_case():
    assert search.search("influensa", game="sitw").hits[0].id == search.search("influenza", game="sitw").hits[0].id
