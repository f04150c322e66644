"""The server that assistants talk to, over any transport."""

import json
import logging
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from server.mcp import prompts
from server.version import version

LOG = logging.getLogger("arbitre")
MEND = {
    404: "There is no such thing; use the nearest one given, or search.",
    422: "Mend the fields named in `errors` (`nearest` is the nearest right word), then call again.",
    500: "This is no fault of the call; another tool may still answer.",
    503: "The knowledge base is being built: call again in a minute. describe_game, lookup_case, check_action, "
    "list_options and compare_concept answer meanwhile.",
}
NOT_CHANGING = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
Context = Any


def create_server() -> Server[Any]:
    """The umpire with its tools, resources and prompt."""
    return Server(
        "arbitre",
        title="Arbitre",
        version=version(),
        instructions=prompts.INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_completion=complete,
    )


# Tools. What they need is loaded when it is first asked for: an assistant waits for the greeting, not for the rules.


async def list_tools(context: Context, asked: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    from server.mcp.tools import TOOLS, input_schema, output_schema

    return types.ListToolsResult(tools=[
        types.Tool(
            name=tool.name, title=tool.title, description=tool.says, annotations=NOT_CHANGING,
            input_schema=input_schema(tool), output_schema=output_schema(tool),
        )
        for tool in TOOLS
    ])  # fmt: skip


async def call_tool(context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
    """The answer, or what was wrong in a form that an assistant can mend."""
    from knowledge.requests import nearest_of
    from server.mcp.tools import NAMES

    if asked.name not in NAMES:
        near = nearest_of(asked.name, NAMES)
        raise MCPError(types.INVALID_PARAMS, f"no tool {asked.name!r}; there are: {', '.join(NAMES)}; nearest: {near}")
    return await anyio.to_thread.run_sync(_answered, asked.name, asked.arguments or {})


def _answered(name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    from server import problems
    from server.mcp.answers import answer

    try:
        found = answer(name, arguments)
    except problems.TOLD as wrong:
        return _refused(problems.of(wrong))
    except Exception as fault:
        LOG.error("fault", exc_info=fault, extra={"fields": {"tool": name}})
        return _refused(problems.of_ours())
    return types.CallToolResult(content=[_text(_json(found))], structured_content=found)


def _refused(problem: dict[str, Any]) -> types.CallToolResult:
    told = [_text(f"{problem['detail']}\n{MEND.get(problem['status'], '')}".strip()), _text(_json(problem))]
    return types.CallToolResult(content=list(told), structured_content=problem, is_error=True)


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# Resources


async def list_resources(context: Context, asked: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    from server.mcp import resources

    return types.ListResourcesResult(resources=[
        types.Resource(uri=address, name=address, title=title["en"], description=title["fr"], mime_type=resources.PLAIN)
        for address, title in resources.books()
    ])  # fmt: skip


async def list_templates(
    context: Context, asked: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    from server.mcp.resources import BOOK, CASE, PLAIN

    told = {BOOK: ("book", "the contents of one book"), CASE: ("case", "one case, as in rules://sitw/13.17")}
    return types.ListResourceTemplatesResult(resource_templates=[
        types.ResourceTemplate(uri_template=address, name=name, description=says, mime_type=PLAIN)
        for address, (name, says) in told.items()
    ])  # fmt: skip


async def read_resource(context: Context, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    from server import problems
    from server.mcp import resources

    try:
        found = await anyio.to_thread.run_sync(resources.read, str(asked.uri))
    except problems.TOLD as wrong:
        problem = problems.of(wrong)
        raise MCPError(types.INVALID_PARAMS, problem["detail"], problem) from None
    contents = [types.TextResourceContents(uri=asked.uri, mime_type=kind, text=text) for kind, text in found.items()]
    return types.ReadResourceResult(contents=list(contents))


async def complete(context: Context, asked: types.CompleteRequestParams) -> types.CompleteResult:
    """What an argument may be, from what is typed of it."""
    from server.mcp import resources

    given = (asked.context.arguments if asked.context else None) or {}
    name, typed = asked.argument.name, asked.argument.value
    values = ["en", "fr"] if name == "lang" else resources.completions(name, typed, given.get("game"))
    return types.CompleteResult(completion=types.Completion(values=values, total=len(values)))


# The prompt


async def list_prompts(context: Context, asked: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    arguments = [types.PromptArgument(name=name, description=says) for name, says in prompts.ARGUMENTS.items()]
    told = types.Prompt(name=prompts.NAME, title=prompts.TITLE, description=prompts.SAYS, arguments=arguments)
    return types.ListPromptsResult(prompts=[told])


async def get_prompt(context: Context, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
    if asked.name != prompts.NAME:
        raise MCPError(types.INVALID_PARAMS, f"no prompt {asked.name!r}; there is: {prompts.NAME}")
    given = {name: str(value) for name, value in (asked.arguments or {}).items() if name in prompts.ARGUMENTS}
    message = types.PromptMessage(role="user", content=_text(prompts.umpire(**given)))
    return types.GetPromptResult(description=prompts.SAYS, messages=[message])
