"""Assistants: the tools, resources and prompt, called by a real client over both transports."""

import asyncio
import json
import os
import sys
import threading
from concurrent.futures import Future

import pytest
from conftest import position, request, serving_app
from jsonschema import Draft202012Validator
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import ResourceTemplateReference

from knowledge.library import Library
from server.app import create_app
from server.mcp.tools import NAMES

LONGEST = 120.0
CASE = ResourceTemplateReference(type="ref/resource", uri="rules://{game}/{number}")


class Assistant:
    """A client that stays connected, on a loop of its own, until it is told to leave."""

    def __init__(self, target, mode="auto"):
        self.loop = asyncio.new_event_loop()
        self.leave, ready = asyncio.Event(), Future()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self._stay(target, mode, ready),))
        self.thread.start()
        self.client = ready.result(LONGEST)

    async def _stay(self, target, mode, ready):
        try:
            async with Client(target, mode=mode) as client:
                ready.set_result(client)
                await self.leave.wait()
        except Exception as fault:
            if not ready.done():
                ready.set_exception(fault)

    def __getattr__(self, name):
        def call(*args, **named):
            asked = getattr(self.client, name)(*args, **named)
            return asyncio.run_coroutine_threadsafe(asked, self.loop).result(LONGEST)

        return call

    def close(self):
        self.loop.call_soon_threadsafe(self.leave.set)
        self.thread.join(LONGEST)
        self.loop.close()


def stdio(home):
    here = {**os.environ, "ARBITRE_HOME": str(home)}
    return StdioServerParameters(command=sys.executable, args=["-m", "server.commands", "mcp", "--no-build"], env=here)


@pytest.fixture(scope="module", params=["stdio", "http"])
def assistant(request, knowledge_base, server):
    connected = Assistant(stdio(knowledge_base) if request.param == "stdio" else f"{server.address}/mcp")
    yield connected
    connected.close()


def told(result):
    """What an error tells the assistant to mend."""
    assert result.is_error
    problem = json.loads(result.content[-1].text)
    assert problem == result.structured_content
    assert problem["detail"] in result.content[0].text
    return problem


# Tools


def test_the_tools_are_listed_each_with_what_it_takes_and_gives(assistant):
    tools = assistant.list_tools().tools
    assert [tool.name for tool in tools] == list(NAMES)
    for tool in tools:
        assert tool.description
        assert tool.annotations.read_only_hint
        for schema in (tool.input_schema, tool.output_schema):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"


CALLS = {
    "list_games": {},
    "describe_game": {"game": "sitw", "of": ["types", "move"]},
    "lookup_case": {"game": "tgwe", "number": "6.11"},
    "search_rules": {"q": "ravitaillement forteresse", "game": "sitw", "limit": 3},
    "check_action": request(),
    "list_options": {"position": position(), "unit": "g1"},
    "ask_umpire": {"question": "Les chars peuvent-ils attaquer en forêt ?", "game": "sitw"},
    "compare_concept": {"name": "zone of control"},
}


@pytest.mark.parametrize("name", NAMES)
def test_every_tool_answers_as_its_schema_says(assistant, name):
    tool = next(each for each in assistant.list_tools().tools if each.name == name)
    Draft202012Validator(tool.input_schema).validate(CALLS[name])
    result = assistant.call_tool(name, CALLS[name])
    assert not result.is_error, result.content[0].text
    Draft202012Validator(tool.output_schema).validate(result.structured_content)
    assert json.loads(result.content[0].text) == result.structured_content


@pytest.mark.parametrize(("name", "path"), [("check_action", "/v1/check"), ("list_options", "/v1/options")])
def test_the_umpire_tells_an_assistant_what_it_tells_everyone(assistant, server, name, path):
    assert assistant.call_tool(name, CALLS[name]).structured_content == server.post(path, CALLS[name]).json()


def test_a_case_is_looked_up_as_over_http(assistant, server):
    found = assistant.call_tool("lookup_case", {"number": "sitw:13,17"}).structured_content
    assert found == server.get("/v1/games/sitw/cases/13.17").json()


def test_a_game_is_described_in_few_words_and_in_full_where_asked(assistant, server):
    whole = server.get("/v1/games/sitw").json()
    brief = assistant.call_tool("describe_game", {"game": "sitw"}).structured_content
    assert brief["kinds"]["types"]["words"] == [each["word"] for each in whole["vocabulary"]["types"]]
    assert (brief["words"], brief["fields"]) == ({}, [])
    full = assistant.call_tool("describe_game", {"game": "sitw", "of": ["types", "move"]}).structured_content
    assert full["words"] == {"types": whole["vocabulary"]["types"]}
    assert full["fields"] == [each for each in whole["actions"] if each["type"] == "move"]


# Errors that an assistant can act on


def test_a_wrong_word_is_named_with_the_nearest_right_one(assistant):
    asked = request(position=position(weather="dri"))
    problem = told(assistant.call_tool("check_action", asked))
    assert problem["status"] == 422
    assert [(each["at"], each["nearest"]) for each in problem["errors"]] == [("position.weather", "dry")]


@pytest.mark.parametrize(
    ("name", "arguments", "at", "nearest"),
    [
        ("lookup_case", {"game": "sitw", "number": "13.177"}, "number", "13.17"),
        ("lookup_case", {"game": "sit", "number": "13.17"}, "game", "sitw"),
        ("search_rules", {"q": "tank", "game": "sitv"}, "game", "sitw"),
        ("compare_concept", {"name": "zone of contrul"}, "name", "zone-of-control"),
        ("describe_game", {"game": "sitw", "of": ["moove"]}, "of.0", "move"),
        ("list_options", {"position": position(), "unit": "g11"}, "unit", "g1"),
    ],
)
def test_what_is_not_there_is_told_with_the_nearest_that_is(assistant, name, arguments, at, nearest):
    first = told(assistant.call_tool(name, arguments))["errors"][0]
    assert (first["at"], first["nearest"]) == (at, nearest)


def test_a_number_that_several_games_have_needs_its_game(assistant):
    (wrong,) = told(assistant.call_tool("lookup_case", {"number": "13.1"}))["errors"]
    assert wrong["at"] == "game"
    assert "sitw" in wrong["says"]
    assert "tdw" in wrong["says"]


@pytest.mark.parametrize(
    ("name", "arguments", "at"),
    [
        ("lookup_case", {}, "number"),
        ("lookup_case", {"number": 13.17}, "number"),
        ("list_games", {"game": "sitw"}, "game"),
        ("check_action", {"position": {"game": "sitw"}}, "action"),
        ("search_rules", {"q": "tank", "limit": 0}, "limit"),
        ("ask_umpire", {"question": ""}, "question"),
    ],
)
def test_a_missing_or_strange_argument_is_named(assistant, name, arguments, at):
    assert [each["at"] for each in told(assistant.call_tool(name, arguments))["errors"]] == [at]


def test_an_unknown_tool_is_answered_with_the_tools_there_are(assistant):
    with pytest.raises(MCPError, match="nearest: check_action"):
        assistant.call_tool("check_actions", {})


def test_before_the_knowledge_base_is_built_the_assistant_is_told_to_wait(tmp_path, monkeypatch):
    from server.mcp.service import _answered

    monkeypatch.setenv("ARBITRE_HOME", str(tmp_path))
    for name in ("search_rules", "list_games", "ask_umpire"):
        refused = _answered(name, CALLS[name])
        assert told(refused)["status"] == 503
        assert "call again in a minute" in refused.content[0].text
    for name in ("describe_game", "lookup_case", "check_action", "list_options", "compare_concept"):
        assert not _answered(name, CALLS[name]).is_error
    assert list(tmp_path.iterdir()) == []


# Resources and the prompt


def test_a_case_is_a_resource_in_both_languages(assistant, server):
    plain, data = assistant.read_resource("rules://sitw/13.17").contents
    assert plain.text.startswith("13.17  Concentric assault")
    assert "Assaut concentrique" in plain.text
    assert "\x1b" not in plain.text
    assert json.loads(data.text) == server.get("/v1/games/sitw/cases/13.17").json()


def test_the_books_are_resources_that_lead_to_every_case(assistant):
    books = assistant.list_resources().resources
    assert [book.uri for book in books] == [f"rules://{game}" for game in ("marne", "sitw", "tdw", "tgwe", "tsnp")]
    (contents,) = assistant.read_resource("rules://sitw").contents
    addresses = [line.split("  ")[0] for line in contents.text.splitlines()[2:]]
    assert addresses == [f"rules://sitw/{case.number}" for case in Library.load().of("sitw")]
    assert all(assistant.read_resource(address).contents for address in addresses[::40])


def test_the_address_of_a_case_is_a_template(assistant):
    templates = assistant.list_resource_templates().resource_templates
    assert "rules://{game}/{number}" in [each.uri_template for each in templates]


@pytest.mark.parametrize("address", ["rules://sitw/99.99", "rules://chess", "rules://", "file:///etc/passwd"])
def test_a_resource_that_is_not_there_is_told_so(assistant, address):
    with pytest.raises(MCPError, match=r"no (case|game|resource)"):
        assistant.read_resource(address)


def test_the_arguments_of_an_address_are_completed(assistant):
    def completed(name, value, **given):
        return assistant.complete(CASE, {"name": name, "value": value}, given or None).completion.values

    assert completed("game", "t") == ["tdw", "tgwe", "tsnp"]
    assert completed("number", "13.1", game="sitw")[:2] == ["13.1", "13.10"]
    assert "13.17" in completed("number", "concentric", game="sitw")


def test_the_prompt_tells_to_rule_only_by_citing_in_the_language_of_the_question(assistant):
    (prompt,) = assistant.list_prompts().prompts
    assert {each.name for each in prompt.arguments} == {"question", "game", "lang"}
    question = "Les chars peuvent-ils attaquer en forêt ?"
    french = assistant.get_prompt(prompt.name, {"question": question, "game": "sitw"}).messages[0].content.text
    assert french.startswith("Tu es l'arbitre")
    assert french.endswith(question)
    assert "sitw" in french
    assert "Rule only by citing" in assistant.get_prompt(prompt.name).messages[0].content.text
    with pytest.raises(MCPError, match="no prompt"):
        assistant.get_prompt("judge")


# The transports


def test_an_assistant_of_the_older_protocol_is_served_as_well(server):
    older = Assistant(f"{server.address}/mcp", mode="legacy")
    try:
        assert not older.call_tool("lookup_case", {"number": "sitw:13.17"}).is_error
        assert older.client.protocol_version < "2026"
    finally:
        older.close()


HELLO = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
BOTH = {"Accept": "application/json, text/event-stream"}


def test_no_stream_is_held_open(server):
    assert server.get("/mcp", Accept="text/event-stream").status == 405
    assert server.call("DELETE", "/mcp").status == 405


def test_what_is_no_message_is_refused(server):
    assert server.post("/mcp", "{", **BOTH).status == 400
    assert server.post("/mcp", "[]", **BOTH).status == 400


@pytest.mark.parametrize(
    ("origin", "status"),
    [(None, 200), ("http://localhost:6274", 200), ("https://table.example", 200), ("https://evil.example", 403),
     ("https://[", 403), ("http://localhost.evil.example", 403), ("null", 403)],
)
@pytest.mark.usefixtures("knowledge_base")
def test_only_pages_of_this_machine_or_of_named_origins_may_call(origin, status):
    with serving_app(create_app(origins=("https://table.example",))) as client:
        assert client.post("/mcp", HELLO, Origin=origin, **BOTH).status == status


def test_a_page_of_a_named_origin_may_ask_first_what_it_may_send():
    with serving_app(create_app(origins=("https://table.example",))) as client:
        answer = client.call("OPTIONS", "/mcp", Origin="https://table.example")
        assert answer.status == 200
        assert "Mcp-Protocol-Version" in answer.headers["Access-Control-Allow-Headers"]


def test_a_body_over_the_limit_is_refused():
    with serving_app(create_app(max_body=1000)) as client:
        answer = client.post("/mcp", HELLO | {"params": {"name": "x" * 2000}}, **BOTH)
        assert answer.status == 413
        assert answer.headers["Content-Type"] == "application/problem+json"
