"""The service over real connections: every call of the contract, its shapes, its paging, its caching."""

import json
from urllib.parse import quote

import pytest
from conftest import CLEAR, move, position, request, serving_app

from knowledge.library import Library
from rulebook.games import GAMES
from server import shapes, shapes_stored
from server.app import create_app
from server.shapes_rulings import OptionsAnswer, RulingAnswer
from server.version import version


def fits(shape, data):
    """The data is of the shape, with no field more or less."""
    shape.model_validate_json(json.dumps(data))
    return data


# The books


def test_the_games_are_listed_with_their_coverage(server):
    game = fits(shapes.GamesAnswer, server.get("/v1/games").json())["games"][sorted(GAMES).index("sitw")]
    assert (game["key"], game["title"]["en"], game["coverage"]["records"]) == ("sitw", "1918: Storm in the West", 226)


def test_a_game_tells_its_words_each_with_the_case_that_defines_it(server):
    game = fits(shapes.GameAnswer, server.get("/v1/games/sitw").json())
    library = Library.load()
    words = [word for entries in game["vocabulary"].values() for word in entries]
    assert {"word": "forest", "case": "sitw:12.9.2", "en": "forest", "fr": "forêt"} in words
    assert all(word["case"] in library for word in words)
    assert [phase["word"] for phase in game["phases"]][:2] == ["setup", "initial-supply"]
    assert [side["word"] for side in game["sides"]] == ["german", "allied"]
    assert "16.3" in [option["word"] for option in game["options"]]
    assert "plan-1919" in [scenario["word"] for scenario in game["scenarios"]]
    assert (game["grid"]["lines"], game["grid"]["shifted"]) == ("rows", "odd")


def test_a_game_tells_the_fields_of_each_action(server):
    actions = {action["type"]: action for action in server.get("/v1/games/sitw").json()["actions"]}
    assert set(actions["move"]["fields"]["properties"]) == {"type", "units", "path", "mode"}
    assert "lead" not in actions["attack"]["fields"]["properties"]
    assert actions["move"]["words"]["mode"] == ["regular", "strategic", "infiltration"]
    assert actions["attack"]["case"] == "sitw:13.1"


def test_a_game_that_is_not_there_names_the_nearest(server):
    answer = server.get("/v1/games/sitv")
    assert answer.status == 404
    assert answer.json()["errors"] == [{"at": "game", "says": "no game 'sitv'; nearest: sitw", "nearest": "sitw"}]


def test_a_case_has_the_shape_of_the_contract(server):
    case = fits(shapes.CaseAnswer, server.get("/v1/games/sitw/cases/13.17").json())
    assert (case["id"], case["parent"], case["original"]) == ("sitw:13.17", "sitw:13.0", None)
    assert case["predicates"][0]["name"] == "concentric_assault"
    assert {"en": "Concentric assault", "fr": "Assaut concentrique"} in case["index"]


@pytest.mark.parametrize("typed", ["13,17", "[13.17]", "13.17)", "§13.17", "s3.26", "S 3.26", "13"])
def test_a_case_is_found_however_its_number_is_typed(server, typed):
    answer = server.get(f"/v1/games/sitw/cases/{quote(typed)}")
    assert answer.status == 200
    assert answer.json()["number"] in ("13.17", "S3.26", "13.0")


def test_a_case_that_is_not_there_names_the_nearest(server):
    answer = server.get("/v1/games/sitw/cases/13.99")
    assert (answer.status, answer.json()["errors"][0]["at"]) == (404, "number")


def test_a_case_is_not_sent_again_to_who_has_it(server):
    first = server.get("/v1/games/sitw/cases/13.17")
    assert "max-age" in first.headers["Cache-Control"]
    again = server.get("/v1/games/sitw/cases/13.17", If_None_Match=first.headers["ETag"])
    assert (again.status, again.body) == (304, b"")
    assert server.get("/v1/games/sitw/cases/13.16", If_None_Match=first.headers["ETag"]).status == 200


def test_cases_come_in_pages_in_the_books_order(server):
    page = fits(shapes.CasesAnswer, server.get("/v1/games/sitw/cases?limit=3&offset=1").json())
    assert [case["number"] for case in page["cases"]] == [case.number for case in Library.load().of("sitw")[1:4]]
    assert page["total"] == len(Library.load().of("sitw"))
    assert server.get("/v1/games/sitw/cases?offset=99999").json()["cases"] == []
    assert len(server.get("/v1/games/sitw/cases?limit=500").json()["cases"]) == page["total"]


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", "offset=-1", "limit=", "limit=1&limit=2"])
def test_a_page_out_of_bounds_is_refused(server, query):
    answer = server.get(f"/v1/games/sitw/cases?{query}")
    assert answer.status == 422
    assert answer.json()["errors"][0]["at"] == query.partition("=")[0]


def test_the_index_lists_its_terms_and_finds_one_by_any_of_its_names(server):
    page = fits(shapes.IndexAnswer, server.get("/v1/games/sitw/index?limit=2").json())
    assert len(page["terms"]) == 2
    for typed in ("Assaut concentrique", "concentric", "ASSAUT CONCENTRIQUE"):
        found = fits(shapes.TermsAnswer, server.get(f"/v1/games/sitw/index/{quote(typed)}").json())
        assert "sitw:13.17" in [case["id"] for term in found["terms"] for case in term["cases"]]
    assert server.get("/v1/games/sitw/index/qqqqqqq").json()["errors"][0]["at"] == "term"


def test_search_has_the_shape_of_the_contract(server):
    found = fits(shapes.SearchAnswer, server.get("/v1/search?q=ravitaillement%20forteresse&lang=fr&limit=2").json())
    assert len(found["hits"]) == 2
    assert "<mark>" in found["hits"][0]["highlight"]["fr"]
    assert server.get("/v1/search?q=fotress").json()["suggestion"] == "fortress"
    assert server.get("/v1/search?q=attack&kind=prohibition").json()["total"] > 0


@pytest.mark.parametrize(
    ("query", "at"),
    [("", "q"), ("q=", "q"), ("q=x&lang=de", "lang"), ("q=x&kind=joke", "kind"), ("q=x&game=stw", "game"),
     ("q=x&lmit=3", "lmit"), ("q=x&limit=101", "limit"), ("q=" + "x" * 401, "q")],
)  # fmt: skip
def test_a_search_that_cannot_be_is_refused_and_the_parameter_named(server, query, at):
    answer = server.get(f"/v1/search?{query}")
    assert (answer.status, answer.json()["errors"][0]["at"]) == (422, at)


def test_coverage_counts_226_cases_and_what_was_tried(server):
    found = fits(shapes.CoverageAnswer, server.get("/v1/games/sitw/coverage").json())
    totals = found["totals"]
    assert (totals["cases"], totals["records"]) == (226, 226)
    assert totals["operative"] >= totals["executable"] + totals["judgement"]
    assert totals["tests"] >= max(row["tests"] for row in found["cases"]) > 0


def test_a_trial_counts_for_its_source_and_for_the_rules_it_names():
    from knowledge.proofs import Proven, spoken_for
    from knowledge.trials import trials_of

    trial = next(trial for trial in trials_of("sitw") if trial.expect.get("holds"))
    assert set(trial.source) <= set(spoken_for(trial))
    found = Proven()
    found.add(trial)
    assert (found.proofs[0].kind, found.proofs[0].cases) == ("test", spoken_for(trial))
    assert all(found.held["sitw", name] == 1 for name in trial.expect["holds"])


def test_a_trial_that_differs_or_cannot_be_posed_does_not_count():
    from dataclasses import replace

    from knowledge.proofs import Proven
    from knowledge.trials import trials_of

    trial = next(trial for trial in trials_of("sitw") if trial.expect.get("verdict") == "legal")
    found = Proven()
    found.add(replace(trial, expect={"verdict": "illegal"}))
    found.add(replace(trial, action={"type": "nothing"}))
    assert [proof.agrees for proof in found.proofs] == [False, False]


# The umpire


def test_a_check_gives_a_ruling_of_the_contracts_shape(server):
    ruling = fits(RulingAnswer, server.post("/v1/check", request(action=move("2530", "2531", "2631"))).json())
    assert ruling["verdict"] == "illegal"
    forbidding = [finding for finding in ruling["findings"] if finding["effect"] == "forbids"]
    assert [finding["case"] for finding in forbidding] == ["sitw:10.4"]
    assert forbidding[0]["says"]["en"].startswith("g1 enters 2531")
    assert forbidding[0]["at"] == "2531"
    assert ruling["instead"][0]["change"] == {"action.path": ["2530", "2531"]}
    assert ruling["cites"][0]["id"] == "sitw:10.4"
    assert ruling["values"]["cost"]["total"] == 2


def test_what_was_left_out_is_missing_and_never_assumed(server):
    ruling = server.post("/v1/check", request(position=position(map=None))).json()
    assert ruling["verdict"] == "undetermined"
    assert fits(RulingAnswer, ruling)["missing"]


def test_ordinary_assumptions_are_listed(server):
    bare = {"game": "sitw", "units": [{"id": "g1", "type": "agb", "nation": "german"}]}
    asked = {"position": bare, "action": {"type": "move", "units": ["g1"], "mode": "strategic"}, "assume": "ordinary"}
    ruling = fits(RulingAnswer, server.post("/v1/check", asked).json())
    assert ruling["provisos"]


def test_options_tell_where_a_unit_can_go_and_what_bars_the_rest(server):
    found = fits(OptionsAnswer, server.post("/v1/options", {"position": position(), "unit": "g1"}).json())
    assert {"to": "2531", "cost": 1, "path": ["2530", "2531"], "mode": "regular"} in found["moves"]
    assert "sitw:12.4" in next(each["cases"] for each in found["barred"] if each["hex"] == "2532")


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "application/vnd.arbitre+json", None])
def test_json_may_be_sent_under_any_of_its_names(server, kind):
    assert server.post("/v1/check", request(), Content_Type=kind).status == 200


# Stored maps

MARSH = {"terrain": "marsh", "features": [], "control": "german", "country": "france"}
MAP = {"hexes": {"2531": MARSH}, "elsewhere": CLEAR}


@pytest.mark.usefixtures("storage")
def test_a_map_is_stored_used_by_its_name_and_forgotten(server):
    stored = server.call("PUT", "/v1/maps/west", {"game": "sitw", "map": MAP})
    assert (stored.status, stored.json()) == (201, {"name": "west", "game": "sitw", "created": True})
    assert server.call("PUT", "/v1/maps/west?game=sitw", MAP).status == 200
    found = fits(shapes_stored.MapAnswer, server.get("/v1/maps/west").json())
    assert found == {"name": "west", "game": "sitw", "map": MAP}
    assert "west" in server.get("/v1/maps").json()["maps"]
    posted = server.post("/v1/check", request(position=position(map=MAP))).json()
    assert server.post("/v1/check", request(position=position(map="west"))).json() == posted
    assert server.call("DELETE", "/v1/maps/west").status == 204
    assert server.get("/v1/maps/west").status == 404
    assert server.call("DELETE", "/v1/maps/west").status == 404


@pytest.mark.usefixtures("storage")
def test_a_map_is_used_as_it_is_now(server):
    asked = request(position=position(map="east"))
    server.call("PUT", "/v1/maps/east?game=sitw", MAP)
    assert server.post("/v1/check", asked).json()["values"]["cost"]["total"] == 2
    server.call("PUT", "/v1/maps/east?game=sitw", MAP | {"hexes": {}})
    assert server.post("/v1/check", asked).json()["values"]["cost"]["total"] == 1
    server.call("DELETE", "/v1/maps/east")
    answer = server.post("/v1/check", asked)
    assert (answer.status, answer.json()["errors"][0]["at"]) == (422, "position.map")


@pytest.mark.usefixtures("storage")
@pytest.mark.parametrize(
    ("content", "at"),
    [
        ({"game": "chess", "map": {}}, "game"),
        ({"map": {}}, "game"),
        ({"game": "sitw", "map": {"hexes": {"9999": {}}}}, "map.hexes.9999"),
        ({"game": "sitw", "map": {"hexes": {"2531": {"terrain": "wood"}}}}, "map.hexes.2531.terrain"),
        ({"game": "sitw", "map": {"sides": {"2531/2540": ["river"]}}}, "map.sides.2531/2540"),
        ({"game": "sitw", "map": {"hexes": []}}, "map.hexes"),
        ({"game": "sitw", "map": {}, "more": 1}, "more"),
    ],
)
def test_a_map_that_is_wrong_is_refused_and_nothing_is_stored(server, content, at):
    answer = server.call("PUT", "/v1/maps/bad", content)
    assert (answer.status, answer.json()["errors"][0]["at"]) == (422, at)
    assert server.get("/v1/maps/bad").status == 404


@pytest.mark.parametrize("name", ["a b", "é", "x" * 65, "a%2Fb/c", "%00"])
def test_a_maps_name_is_plain(server, name):
    assert server.call("PUT", f"/v1/maps/{quote(name, safe='%/')}", {"game": "sitw", "map": {}}).status in (404, 422)


@pytest.mark.usefixtures("storage")
def test_a_map_of_another_game_is_refused(server, monkeypatch):
    from knowledge import store

    store.put_map("strange", {"game": "tdw", "map": {}})
    answer = server.post("/v1/check", request(position=position(map="strange")))
    assert "is of tdw" in answer.json()["errors"][0]["says"]
    store.delete_map("strange")


# The service itself


def test_health_tells_readiness_version_books_and_storage(server, storage):
    health = fits(shapes_stored.HealthAnswer, server.get("/healthz").json())
    kept = {"kind": storage, "ready": True}
    assert health == {"ready": True, "version": version(), "books": sorted(GAMES), "storage": kept}


def test_without_an_index_it_is_not_ready_and_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path))
    with serving_app(create_app()) as bare:
        assert (bare.get("/healthz").status, bare.get("/healthz").json()["ready"]) == (503, False)
        answer = bare.get("/v1/search?q=x")
        assert (answer.status, answer.headers["Content-Type"]) == (503, "application/problem+json")
        assert "arbitre build" in answer.json()["detail"]
        assert bare.get("/v1/games/sitw/cases/13.17").status == 200


def test_head_and_options_are_answered(server):
    head = server.call("HEAD", "/v1/games/sitw/cases/13.17")
    assert (head.status, head.body) == (200, b"")
    assert "POST" in server.call("OPTIONS", "/v1/check").headers["Allow"]


def test_other_origins_may_not_call_unless_allowed(server, knowledge_base):
    assert "Access-Control-Allow-Origin" not in server.get("/healthz", Origin="https://table.example").headers
    with serving_app(create_app(origins=("https://table.example",))) as open_to_one:
        answer = open_to_one.call("OPTIONS", "/v1/check", Origin="https://table.example")
        assert answer.headers["Access-Control-Allow-Origin"] == "https://table.example"
        assert "POST" in answer.headers["Access-Control-Allow-Methods"]
        assert "Access-Control-Allow-Origin" not in open_to_one.get("/healthz", Origin="https://other.example").headers
    with serving_app(create_app(origins=("*",))) as open_to_all:
        assert open_to_all.get("/nowhere", Origin="https://x.example").headers["Access-Control-Allow-Origin"] == "*"


def test_origins_are_read_from_the_setting(monkeypatch):
    from server import settings

    monkeypatch.setenv("ARBITRE_CORS", " https://a.example, https://b.example ,")
    assert settings.cors_origins() == ("https://a.example", "https://b.example")
