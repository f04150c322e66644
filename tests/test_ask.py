"""Questions in words: what the contract promises of each kind, on the command line, over HTTP and on the page."""

import json
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from conftest import position

from knowledge.ask.answering import answer
from knowledge.ask.kinds import kind_of
from knowledge.ask.spelling import mend
from knowledge.language import root
from rulebook.faults import BadRequest
from server.commands import main
from server.shapes_ask import AskAnswer

pytestmark = pytest.mark.usefixtures("knowledge_base")


def ask(question, game="sitw", **more):
    body = {"question": question, "game": game, **more}
    return answer(json.dumps({name: value for name, value in body.items() if value is not None}))


UNSURE = "can tanks attack woods again?"


def cited(found):
    return [each["id"] for each in found["cites"]]


# The contract's examples


def test_the_agb_may_rail_with_provisos():
    found = ask("can the AGB rail?")
    assert (found["verdict"], cited(found)[0]) == ("legal", "sitw:11.10")
    assert {"fact": "phase", "taken_as": "strategic-movement"} in found["provisos"]


def test_tanks_may_not_attack_woods_in_either_language():
    for question in ("can tanks attack woods?", "Les chars peuvent-ils attaquer en forêt ?"):
        found = ask(question)
        assert (found["verdict"], cited(found)[0]) == ("illegal", "sitw:13.18")
        assert found["findings"][0]["predicate"]
        assert "13.18" in found["answer"]["en"] and "13.18" in found["answer"]["fr"]


def test_aircraft_in_the_second_combat_phase_wait_for_the_weather():
    found = ask("can aircraft join the second combat phase?")
    assert (found["verdict"], cited(found)[0]) == ("undetermined", "sitw:14.4")
    assert found["asks"]["fact"] == "weather"
    assert found["asks"]["fr"] in found["answer"]["fr"]


def test_the_answer_to_what_it_asks_settles_it():
    assert ask("can aircraft join the second combat phase in wet weather?")["verdict"] == "illegal"


def test_a_verdict_quotes_the_cases_it_rests_on_and_no_others():
    found = ask("can I put 4 corps in one hex?")
    assert (found["verdict"], cited(found)[0]) == ("illegal", "sitw:9.1") and "sitw:S3.9" in cited(found)
    assert "9.1 Three units to a hex" in found["answer"]["en"] and "S3.9" not in found["answer"]["en"]


# What is understood


def test_what_was_understood_is_shown():
    understood = ask("can Portuguese cavalry attack a marsh?", game="sitw")["understood"]
    assert (understood["game"], understood["language"], understood["kind"]) == ("sitw", "en", "may")
    assert (understood["as"], understood["action"]["type"]) == (None, "attack")
    assert understood["facts"]["map"]["hexes"]["?there"] == {"terrain": "marsh"}
    assert {"kind": "types", "word": "cavalry", "said": "cavalry"} in understood["words"]


def test_who_is_named_besides_takes_the_place_of_those_in_the_situation():
    found = ask("can French tanks attack woods?")
    assert (found["verdict"], found["understood"]["as"]["en"]) == ("illegal", "Can tanks attack woods?")
    acting = found["understood"]["action"]["units"]
    assert {unit["nation"] for unit in found["understood"]["facts"]["units"] if unit["id"] in acting} == {"french"}


def test_leave_to_do_a_thing_is_no_leave_for_everyone():
    assert ask("can the Belgians infiltrate into mountains?", game="sitw")["verdict"] != "legal"


def test_a_situation_that_is_known_is_named_posed_and_ruled_on():
    found = ask("les chars ont-ils le droit d'attaquer un bois ?")
    assert (found["verdict"], found["understood"]["as"]["en"]) == ("illegal", "Can tanks attack into a forest hex?")
    assert found["understood"]["as"]["fr"] in found["answer"]["fr"]
    assert found["understood"]["action"]["type"] == "attack"
    assert {unit["type"] for unit in found["understood"]["facts"]["units"]} >= {"tank"}
    assert any(each["case"] == "sitw:13.18" and each["effect"] == "forbids" for each in found["findings"])
    assert {"fact": "phase", "taken_as": "first-combat"} in found["provisos"]


def test_what_is_only_near_is_told_with_its_own_verdict():
    found = ask(UNSURE)
    assert (found["verdict"], found["understood"]["as"]) == (None, None)
    assert any(each["verdict"] == "illegal" and "sitw:13.18" in each["cases"] for each in found["near"])
    shown = CliRunner().invoke(main, ["ask", UNSURE, "--game", "sitw"])
    assert found["near"][0]["en"] in shown.output


def test_a_word_that_was_not_understood_leaves_no_verdict():
    found = ask(UNSURE)
    assert found["verdict"] is None
    assert "sitw:13.18" in cited(found)


def test_supply_that_goes_somewhere_is_no_unit_that_does():
    asked = {"question": "Le ravitaillement français peut-il passer par la voie ferrée ?", "lang": "fr", "game": "tsnp"}
    assert answer(json.dumps(asked))["verdict"] != "legal"


def test_nothing_is_made_up_where_nothing_is_understood():
    assert ask("???")["verdict"] is None
    found = ask("xyzzy plugh?")
    assert found["verdict"] is None
    assert found["answer"]["en"].startswith("Not understood")
    assert found["answer"]["fr"].startswith("Pas compris")


def test_a_misspelt_word_is_taken_for_the_nearest():
    assert ask("can tanks atack forrest?")["verdict"] == "illegal"


# Questions that are about no action


@pytest.mark.parametrize(
    ("question", "case", "says", "lang"),
    [
        ("quel est le coût pour entrer dans une forêt par temps humide ?", "sitw:12.9.2", "2 PM", "fr"),
        ("what modifier do tanks give?", "sitw:13.15", "+1", "en"),
        ("qu'est-ce qu'un assaut concentrique ?", "sitw:13.17", "+1", "fr"),
        ("quand vérifie-t-on le ravitaillement ?", "sitw:7.2", "ravitaillement", "fr"),
        ("from which turn can the Allies infiltrate?", "sitw:15.3", "turn 9", "en"),
    ],
)
def test_a_number_a_definition_a_procedure_a_date_come_from_the_cases(question, case, says, lang):
    found = ask(question)
    assert found["verdict"] is None
    assert case in cited(found)[:3]
    assert says in found["answer"][lang]


# Which game


def test_a_game_is_named_recognised_or_asked_back():
    assert ask("in the deadly woods, can unsupplied units attack?", game=None)["understood"]["game"] == "tdw"
    assert ask("what is US Delay?", game=None)["understood"]["game"] == "tdw"
    found = ask("how many units can stack in a hex?", game=None)
    assert (found["understood"]["game"], found["asks"]["fact"]) == (None, "game")
    assert len({id.partition(":")[0] for id in cited(found)}) > 1


# Follow-ups


def test_a_follow_up_keeps_what_it_does_not_change():
    first = ask("can tanks attack woods?")
    second = ask("and a city?", game=None, context=first["context"])
    assert (second["verdict"], cited(second)[0]) == ("illegal", "sitw:13.24")
    third = ask("Can they exert a ZOC?", game=None, context=second["context"])
    assert (third["verdict"], cited(third)[0]) == ("illegal", "sitw:10.1")


def test_a_question_that_stands_alone_forgets_the_one_before():
    first = ask("can tanks attack woods?")
    assert ask("Can stosstruppen infiltrate?", context=first["context"])["verdict"] != "illegal"


# On a position


def test_a_question_about_a_unit_of_the_position_is_answered_on_it():
    found = ask("can g1 get to 2531?", position=position())
    assert found["verdict"] == "legal"
    assert found["values"]["cost"]["total"] == 1
    assert found["understood"]["action"]["path"] == ["2530", "2531"]
    assert ask("g1 peut-il aller en 2532 ?", position=position())["verdict"] == "illegal"


def test_a_unit_far_away_is_not_reached():
    assert ask("can g1 get to 2510?", position=position())["verdict"] == "illegal"


# The same question, the same answer; what is wrong


def test_the_same_question_has_the_same_answer():
    assert ask("can tanks attack woods?") == ask("can tanks attack woods?")


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"game": "stw"}, "game"), ({"question": "  "}, "question"), ({"position": {"game": "tdx"}}, "position.game"),
        ({"position": {"game": "tdw"}}, "position.game"), ({"lang": "de"}, "lang"), ({"more": 1}, "more"),
        ({"question": "x" * 401}, "question"),
    ],
)
def test_a_wrong_request_names_its_field(changes, at):
    with pytest.raises(BadRequest) as wrong:
        answer(json.dumps({"question": "can tanks attack?", "game": "sitw"} | changes))
    assert at in [fault.at for fault in wrong.value.faults]


# The adapters


def test_the_call_answers_what_it_describes(server):
    answered = server.post("/v1/ask", {"question": "can tanks attack woods?", "game": "sitw"})
    assert answered.status == 200
    AskAnswer.model_validate(answered.json())
    assert server.post("/v1/ask", {"question": "can tanks attack woods?", "game": "nope"}).status == 422
    assert server.post("/v1/ask", "{").status in (400, 422)


def test_the_verb_prints_for_a_person_and_for_a_program(tmp_path):
    done = CliRunner().invoke(main, ["ask", "can tanks attack woods?", "--game", "sitw", "--json"])
    assert json.loads(done.stdout)["verdict"] == "illegal"
    before = tmp_path / "before.json"
    before.write_text(done.stdout)
    told = CliRunner().invoke(main, ["ask", "and a city?", "--context", str(before)])
    assert told.exit_code == 0
    assert "13.24" in told.stdout
    table = tmp_path / "position.json"
    table.write_text(json.dumps(position()))
    reached = CliRunner().invoke(main, ["ask", "can g1 get to 2531?", "--position", str(table), "--lang", "fr"])
    assert "C'est permis" in reached.stdout
    assert CliRunner().invoke(main, ["ask", "can tanks attack?", "--game", "nope"]).exit_code == 2
    table.write_text("{")
    assert CliRunner().invoke(main, ["ask", "can g1 attack?", "--position", str(table)]).exit_code == 2


def test_the_page_answers_without_a_script(server):
    bare = server.get("/ask?lang=fr").body.decode()
    assert "<form" in bare and "Poser une question" in bare
    shown = server.get(f"/ask?lang=fr&game=sitw&q={quote('Les chars peuvent-ils attaquer en forêt ?')}").body.decode()
    assert "Interdit" in shown and "/games/sitw/cases/13.18" in shown
    after = server.get(f"/ask?lang=en&game=sitw&q=and+a+city%3F&before={quote('can tanks attack woods?')}")
    assert "/games/sitw/cases/13.24" in after.body.decode()
    assert server.get("/ask?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E").body.decode().count("<script>alert") == 0


def test_the_numbers_of_corps_are_told_apart():
    assert root("fr", "VIIIe") == root("fr", "VIII") == root("en", "viii")
    assert len({root("fr", number) for number in ("VIe", "VIIe", "VIIIe", "XVIIIe")}) == 4


@pytest.mark.parametrize(
    "question", ["Can the AGB be attacked?", "L'AGB peut-elle être attaquée ?", "Can tanks avoid attacking woods?"]
)
def test_who_suffers_or_avoids_a_thing_is_not_taken_to_do_it(question):
    assert ask(question)["verdict"] != "illegal"


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("Do tanks add their combat factor when defending?", "en"),
        ("On turn 8, may the Allied player choose which of his chits comes first?", "en"),
        ("Can a disorganized unit make a forced march?", "en"),
        ("Les territoriaux peuvent-ils aller dans n'importe quel hex ?", "fr"),
        ("Par temps humide, les chars peuvent-ils attaquer ?", "fr"),
    ],
)
def test_a_question_that_wants_a_yes_or_a_no_is_known_by_how_it_opens(question, lang):
    assert kind_of(question, lang) == "may"


@pytest.mark.parametrize(
    ("question", "lang", "kind"),
    [
        ("Do I have to attack?", "en", "must"),
        ("When can tanks infiltrate?", "en", "when"),
        ("À partir de quel tour les chars peuvent-ils s'infiltrer ?", "fr", "when"),
        ("Quelles unités peuvent-elles s'infiltrer ?", "fr", "who"),
    ],
)
def test_a_question_that_wants_more_than_a_yes_is_not_taken_for_one_that_does(question, lang, kind):
    assert kind_of(question, lang) == kind


def test_the_name_of_a_scenario_stays_in_the_question():
    told = ask("Can German units be rebuilt in GWINE?", game="tgwe")
    assert "GWINE" in told["understood"]["as"]["en"]
    assert told["verdict"] == "illegal"


def test_a_word_that_players_use_is_not_misspelt():
    assert "fourth" in mend("Can I try a fourth footbridge?", "en", "marne")


@pytest.mark.parametrize(
    ("question", "game", "other"),
    [
        ("La cavalerie peut-elle se retirer avant combat ?", "tgwe", "illegal"),
        ("Les Français peuvent-ils tracer leur ravitaillement par la voie ferrée ?", "tsnp", "illegal"),
        ("Does a defender in the woods get a column shift?", "marne", "illegal"),
        ("Can the AGB back up this German attack?", "sitw", "illegal"),
        ("Une ville donne-t-elle -1 ?", "sitw", "illegal"),
        ("My HQ is next to an attacker but not stacked with any. Can it support the attack?", "tgwe", "illegal"),
    ],
)
def test_a_question_does_not_get_the_verdict_of_one_that_says_more(question, game, other):
    assert ask(question, game=game)["verdict"] != other
