"""The server over streamable HTTP, at `/mcp` beside the other calls, in the same process.

Each request stands alone and is answered in one piece: no session is kept, and no thread is held by an open stream.
"""

import asyncio
import re
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Blueprint, current_app, request
from werkzeug.exceptions import Forbidden, RequestEntityTooLarge

blueprint = Blueprint("mcp", __name__)

PATH = "/mcp"
ENDPOINTS = {PATH: "Assistants, by the Model Context Protocol over streamable HTTP."}
LOCAL = re.compile(r"https?://(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?")
Wsgi = Callable[..., Any]
_starting = threading.Lock()


def install(app: Any, origins: tuple[str, ...]) -> None:
    """Serve assistants at /mcp; pages may call it from this machine and from these origins."""
    app.config["MCP_ORIGINS"] = origins
    app.register_blueprint(blueprint)


@blueprint.post(PATH)
def exchange() -> Wsgi:
    """One message of an assistant, and its answer."""
    _refuse_strange_origin()
    if (request.content_length or 0) > current_app.config["MAX_CONTENT_LENGTH"]:
        raise RequestEntityTooLarge
    with _starting:
        return _bridge()


def _refuse_strange_origin() -> None:
    """A page that a browser opened from elsewhere must not reach a server of this machine under a borrowed name."""
    origin, allowed = request.headers.get("Origin"), current_app.config["MCP_ORIGINS"]
    if origin and not ({"*", origin} & set(allowed)) and not LOCAL.fullmatch(origin):
        raise Forbidden(f"pages of {origin} may not call this; ARBITRE_CORS names those that may")


@cache
def _bridge() -> Wsgi:
    """The server behind a loop of its own; it is slow to import, so it is started when it is first called."""
    from a2wsgi import ASGIMiddleware
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from server.mcp.service import create_server

    loop, ready = asyncio.new_event_loop(), threading.Event()
    threading.Thread(target=loop.run_forever, daemon=True, name="mcp").start()
    manager: Any = StreamableHTTPSessionManager(
        create_server(), json_response=True, stateless=True, max_request_body_size=sys.maxsize
    )
    asyncio.run_coroutine_threadsafe(_run(manager, ready), loop)
    ready.wait()
    return ASGIMiddleware(manager.handle_request, loop=loop)


async def _run(manager: Any, ready: threading.Event) -> None:
    async with manager.run():
        ready.set()
        await asyncio.Event().wait()
