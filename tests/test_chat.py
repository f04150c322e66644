"""Chats, whatever the host: what is said of a case, a search, a ruling; how it is folded; that it calls nobody."""

import json
import re
from urllib.parse import quote

import pytest
from conftest import move, position, request
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as some

from knowledge import desk, store
from knowledge.records import LANGUAGES
from knowledge.tongues import written_language
from rulebook.faults import BadRequest
from server.casebook import matching_cases, named_case
from server.chat import discord, slash
from server.chat.cards import Card, Line, Links, Part, case_card
from server.chat.positions import action_of, request_of, split, unpacked
from server.chat.styles import APART, DISCORD, MATTERMOST, SLACK
from server.chat.umpire import Asked, answered
from server.sharing import packed

HOSTS = {"discord": DISCORD, "slack": SLACK, "mattermost": MATTERMOST}
ADDRESS = "https://arbitre.example"


def asked(verb, text, lang="en", **given):
    return answered(Asked(verb, text, lang, ADDRESS, **given))


def written(card, style=DISCORD):
    return f"{card.title}\n{style.body(card)}"


# What is said


@pytest.mark.parametrize("typed", ["sitw 13.17", "sitw:13,17", "SITW [13.17]", "rule 13.17", "13.17"])
def test_a_case_is_shown_however_it_is_typed(typed):
    card = asked("rule", typed, game=None if typed.lower().startswith("sitw") else "sitw")
    assert card.title == "13.17 Concentric assault"
    assert card.link == f"{ADDRESS}/games/sitw/cases/13.17?lang=en"


def test_a_case_is_shown_in_the_language_of_the_reader():
    assert asked("rule", "sitw 13.17", "fr").title == "13.17 Assaut concentrique"
    card = asked("rule", "sitw 10.4", "fr")
    assert "**Ses exceptions**\n10.5" in DISCORD.body(card)
    assert desk.library()["sitw:10.4"].text.fr.split()[0] in written(card)


def test_the_readers_own_copy_is_never_told_in_a_chat(knowledge_base):
    from prints import copy_of

    from knowledge.imports.copies import keep_copy
    from knowledge.originals import original

    before = [written(asked("rule", "sitw 13.17", lang)) for lang in LANGUAGES]
    keep_copy(copy_of("sitw"), "rules.txt")
    try:
        assert original("sitw", "13.17")
        assert [written(asked("rule", "sitw 13.17", lang)) for lang in LANGUAGES] == before
    finally:
        store.delete_originals("sitw")


@pytest.mark.usefixtures("knowledge_base")
def test_a_number_that_several_games_have_lists_them():
    card = asked("rule", "13.1")
    assert card.is_private
    assert "sitw:13.1" in written(card)
    assert "tdw:13.1" in written(card)


def test_what_is_not_there_is_told_with_the_nearest_to_the_asker_alone():
    for lang, near in (("en", "nearest: "), ("fr", "le plus proche : ")):
        card = asked("rule", "sitw 13.177", lang)
        assert card.is_private
        assert near + "13.17" in written(card)


@pytest.mark.usefixtures("knowledge_base")
def test_a_search_marks_the_words_found_and_leads_to_the_cases():
    card = asked("search", "tanks forest", game="sitw")
    text = DISCORD.body(card)
    assert f"[sitw:13.18 Forest]({ADDRESS}/games/sitw/cases/13.18?lang=en)" in text
    assert "**" in text
    assert "<mark>" not in text


@pytest.mark.usefixtures("knowledge_base")
def test_a_search_that_finds_nothing_says_what_else_to_try():
    card = asked("search", "qqqqzzzz")
    assert card.is_private
    assert "0 cases found" in card.title


@pytest.mark.usefixtures("knowledge_base")
def test_a_question_is_answered_with_its_cases():
    card = asked("ask", "Les chars peuvent-ils attaquer en forêt ?", "fr", game="sitw")
    assert "sitw:13.18" in written(card)
    assert "Selon les cas" in written(card)


def test_a_ruling_gives_the_verdict_the_reasons_and_what_would_do_instead():
    card = asked("check", json.dumps(request(action=move("2530", "2531", "2532"))))
    assert (card.title, card.tone) == ("Illegal", "illegal")
    for heading in ("Reasons", "Instead"):
        assert f"**{heading}**" in DISCORD.body(card)
    assert asked("check", json.dumps(request()), "fr").title == "Permis"


def test_an_undetermined_ruling_says_what_to_tell():
    unknown = request(position=position(weather=None, map={}))
    card = asked("check", json.dumps(unknown))
    assert card.tone == "undetermined"
    assert "To settle it, say" in written(card)


def test_what_was_taken_for_granted_is_told_on_one_line():
    bare = {"game": "sitw", "phase": "first-combat", "active": "allied",
            "map": {"hexes": {"2532": {"terrain": "clear"}}},
            "units": [{"id": "corps", "type": "infantry", "nation": "british", "hex": "2531"},
                      {"id": "enemy", "type": "infantry", "nation": "german", "hex": "2532"}]}  # fmt: skip
    action = {"type": "attack", "units": ["corps"], "target": "2532"}
    card = asked("check", json.dumps({"position": bare, "action": action, "assume": "ordinary"}))
    taken = next(part for part in card.parts if part.title == "Taken for granted")
    assert len(taken.lines) == 1
    assert "; " in taken.lines[0].text


def test_a_wrong_word_is_told_with_the_nearest():
    card = asked("check", json.dumps(request(position=position(weather="dri"))))
    assert card.is_private
    assert "position.weather" in written(card).replace("\\", "")
    assert "(nearest: dry)" in written(card)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_asks_for_nothing_is_told_what_can_be_asked(lang):
    for verb, text in (("rule", " "), ("dance", "sitw 13.17")):
        card = asked(verb, text, lang)
        assert card.is_private
        assert len(card.parts[0].lines) == 4


# Positions


def test_a_link_of_the_table_page_carries_the_whole_request():
    link = f"{ADDRESS}/table#{packed(request())}"
    assert json.loads(unpacked(packed(request()))) == request()
    assert json.loads(request_of(link)) == request()
    card = asked("check", link)
    assert card.title == "Legal"
    assert card.foot == "1918: Storm in the West · move"
    assert asked("check", link, "fr").foot == "1918 : Storm in the West · se déplacer"


@pytest.mark.browser
def test_the_link_that_the_table_page_makes_is_read(visit):
    asked_for = request(assume="ordinary", action=move("2530", "2531", "2532"))
    state = {"position": asked_for["position"], "action": asked_for["action"], "assume": True}
    code = "state => import('/static/table/share.js').then(share => share.packed(state))"
    made = visit("/table").evaluate(code, state)
    assert json.loads(request_of(f"{ADDRESS}/table?lang=fr#{made}")) == asked_for
    assert asked("check", f"{ADDRESS}/table#{made}").title == "Illegal"


@pytest.mark.browser
def test_the_link_of_a_ruling_opens_on_the_table_page(visit, server):
    card = answered(Asked("check", json.dumps(request()), "fr", server.address))
    page = visit(card.link.removeprefix(server.address))
    code = "text => import('/static/table/share.js').then(share => share.unpacked(text))"
    assert page.evaluate(code, card.link.partition("#")[2])["position"] == position()
    page.locator("[data-unit=g1]").first.wait_for(state="attached")


def test_a_link_that_unfolds_carries_it_as_well():
    assert json.loads(request_of(f"{ADDRESS}/share?lang=fr&p={packed(request())}")) == request()


def test_a_link_to_a_worked_example_is_ruled_on_as_the_book_has_it():
    example = next(each for each in desk.library().examples if each.expect.get("verdict") == "illegal")
    assert asked("check", f"{ADDRESS}/table?example={quote(example.id)}").title == "Illegal"
    near = written(asked("check", f"{ADDRESS}/table?example={quote(example.id + '9')}"))
    assert example.id in near.replace("\\", "")


def test_an_action_typed_beside_a_link_takes_the_place_of_its_own():
    link = f"{ADDRESS}/table?lang=fr#{packed({'position': position()})}"
    card = asked("check", link, action="move units=g1 path=2530,2531,2532 mode=regular")
    assert card.title == "Illegal"


def test_a_stored_map_by_its_name_is_a_position(knowledge_base):
    store.put_map("chat-map", {"game": "sitw", "map": {"elsewhere": {"terrain": "clear"}}})
    try:
        found = json.loads(request_of("chat-map", "victory"))
        assert found == {"position": {"game": "sitw", "map": "chat-map"}, "action": {"type": "victory"}}
        assert asked("check", "chat-map", action="victory").tone == desk.adjudicate(json.dumps(found))["verdict"]
        assert "chat-map" in written(asked("check", "chat-mop", action="victory"))
    finally:
        store.delete_map("chat-map")


def test_json_with_the_quotation_marks_of_a_telephone_is_read():
    text = json.dumps(position()).replace('"', "“", 1).replace('"', "”", 1)
    assert json.loads(request_of(text, "victory"))["position"] == position()


@pytest.mark.parametrize(
    "link",
    [
        f"{ADDRESS}/table", f"{ADDRESS}/table#1.!!!", f"{ADDRESS}/table#1.AAAA", f"{ADDRESS}/table#2.AAAA",
        f"{ADDRESS}/table#{packed(request())[:-9]}", f"{ADDRESS}/games/sitw/table#", "https://[",
        f"{ADDRESS}/table#{packed([1, 2])}", f"{ADDRESS}/table#{packed('x' * 2_000_000)}",
    ],
)  # fmt: skip
def test_a_link_that_cannot_be_read_is_told_so(link):
    with pytest.raises(BadRequest) as wrong:
        request_of(link, "victory")
    assert [fault.at for fault in wrong.value.faults] == ["position"]
    assert asked("check", link).is_private


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_an_action_the_asker_is_told_how_to_say_one(lang):
    card = asked("check", json.dumps(position()), lang)
    assert "move units=g1" in written(card)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("victory", {"type": "victory"}),
        ("move units=g1,g2 path=2530,2531", {"type": "move", "units": ["g1", "g2"], "path": ["2530", "2531"]}),
        ("replace unit=g1 points=2", {"type": "replace", "unit": "g1", "points": 2}),
        ("attack units=g1 target=2532 dice=3,4", {"type": "attack", "units": ["g1"], "target": "2532", "dice": [3, 4]}),
        ("attack units=g1 target=2532 concentric=true",
         {"type": "attack", "units": ["g1"], "target": "2532", "concentric": True}),
        ('{"type": "victory"}', {"type": "victory"}),
        ("dance with=wolves", {"type": "dance", "with": "wolves"}),
    ],
)  # fmt: skip
def test_an_action_is_typed_as_words_or_as_json(typed, action):
    assert action_of(typed) == action


@pytest.mark.parametrize("typed", ["move g1", "{", '{"type"'])
def test_an_action_that_cannot_be_read_is_told_so(typed):
    with pytest.raises(BadRequest) as wrong:
        action_of(typed)
    assert {fault.at for fault in wrong.value.faults} == {"action"}


def test_a_position_and_the_action_after_it_are_told_apart():
    text = json.dumps(position())
    assert split(f"{text} victory") == (text, "victory")
    assert split("my-map move units=g1") == ("my-map", "move units=g1")
    assert split("{broken") == ("{broken", "")


def test_a_ruling_leads_to_a_table_of_ours_with_what_was_asked():
    card = asked("check", f"https://evil.example/table#{packed(request())}", action="victory")
    address, _, fragment = card.link.partition("#")
    assert address == f"{ADDRESS}/table?lang=en"
    assert json.loads(unpacked(fragment)) == request(action={"type": "victory"})
    many = [position()["units"][0] | {"id": f"g{place}", "hex": f"25{place:02}"} for place in range(1, 50)]
    odd = [unit | {"attack": place % 7, "defense": place % 5} for place, unit in enumerate(many)]
    crowded = request(position=position(units=odd))
    assert len(asked("check", json.dumps(crowded)).link or "") <= 2000


# Typing a case


def test_cases_are_found_as_they_are_typed_numbers_first():
    library = desk.library()
    assert [case.id for case in matching_cases(library, "13.17", "sitw")] == ["sitw:13.17"]
    assert matching_cases(library, "conc", "sitw")[0].id == "sitw:13.17"
    assert matching_cases(library, "assaut conc", "sitw")[0].id == "sitw:13.17"
    assert matching_cases(library, "foret", "sitw")[0].title.fr.lower().startswith("for")
    assert {case.game for case in matching_cases(library, "tdw 2")} == {"tdw"}
    assert len(matching_cases(library, "", limit=25)) == 25
    assert matching_cases(library, "qqqq") == []


def test_every_case_is_found_by_its_id_and_by_its_game_and_number():
    library = desk.library()
    for case in library.cases:
        assert named_case(library, case.id) is case
        assert named_case(library, case.number, case.game) is case


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("ravitaillement forteresse", "fr"), ("supply fortress", "en"), ("Les chars peuvent-ils attaquer ?", "fr"),
        ("can tanks attack woods?", "en"), ("les chars attaquent ils", "fr"), ("ZDC des QG ?", "fr"),
        ("HQ supply range", "en"), ("13.17", None), ("", None), ("zzz", None),
    ],
)  # fmt: skip
def test_the_language_of_a_text_is_told_by_its_words(text, lang):
    assert written_language(text) == lang


# How it is written


@pytest.mark.parametrize("name", HOSTS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_case_fits_every_host_and_what_is_folded_leads_on(name, lang):
    library, style = desk.library(), HOSTS[name]
    cut = 0
    for case in library.cases:
        card = case_card(library, case, Links(ADDRESS, lang))
        text = style.body(card, 600)
        assert len(text) <= 600
        cut += "cases/" in text
        assert text
    assert cut > 100


def test_the_embeds_of_all_cases_are_within_the_limits_of_discord():
    library = desk.library()
    for case in library.cases:
        for lang in LANGUAGES:
            within_limits(discord.message(case_card(library, case, Links(ADDRESS, lang)), False))


def within_limits(message):
    (embed,) = message["embeds"]
    foot = embed.get("footer", {}).get("text", "")
    assert len(message.get("content", "")) <= 2000
    assert 0 < len(embed["title"]) <= 256
    assert len(embed["description"]) <= 4096
    assert len(foot) <= 2048
    assert len(embed["title"]) + len(embed["description"]) + len(foot) <= 6000
    assert message["allowed_mentions"] == {"parse": []}


SIGNS = some.text(some.sampled_from("ab \n*_~`|<>[]()@#!&\\:/éœ—“\u200b"), max_size=120)
LONG = some.builds(lambda text, times: text * times, SIGNS, some.integers(1, 90))


@seed(1918)
@settings(max_examples=150, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(title=LONG, heading=SIGNS, text=LONG, foot=SIGNS)
def test_whatever_is_said_it_fits_and_calls_nobody(title, heading, text, foot):
    lines = (Line(text, heading), Line("@everyone <!channel> <@U1>"))
    card = Card("en", title, (Part(lines, heading),), foot=foot)
    embed = discord.message(card, False)
    within_limits(embed)
    for style in (SLACK, MATTERMOST):
        told = slash.message(card, False, style)["text"]
        assert len(told) <= style.limit + 3000
        assert not re.search(rf"@(?!{APART})", told)
    assert not re.search(rf"@(?!{APART})", embed["embeds"][0]["title"] + embed["embeds"][0]["description"])
    slack = slash.message(card, False, SLACK)["text"]
    assert "<" not in slack
    assert ">" not in slack
    assert not re.search(r"&(?!(?:amp|lt|gt);)", slack)


CALLS = ("@everyone", "@here", "<!channel>", "<@U123>", "<@&99>", "@all", "<!subteam^S1>", "[x](https://evil.example)")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("verb", ["rule", "search", "ask", "check"])
@pytest.mark.usefixtures("knowledge_base")
def test_no_answer_to_anything_typed_calls_anyone(verb, call):
    for text in (call, f"sitw {call}", json.dumps(request(position=position(weather=call)))):
        card = asked(verb, text, action="victory")
        for style in (SLACK, MATTERMOST, DISCORD):
            told = slash.message(card, False, style)["text"]
            assert not re.search(rf"@(?!{APART})", told)
            assert not re.search(r"(?<!\\)<[!@#]", told)
            assert style is SLACK or not re.search(r"(?<!\\)\]\(https://evil", told)
