"""The server on standard input and output: it greets at once, and loads the rules when they are first needed."""

import subprocess
import sys
import threading

import anyio
from mcp.server.stdio import stdio_server

from server.logs import start_logging
from server.mcp.service import create_server


def serve(build: bool) -> None:
    """Serve until the assistant closes its end; `build` where the knowledge base may be built meanwhile."""
    start_logging()
    if build:
        threading.Thread(target=_build_if_needed, daemon=True).start()
    anyio.run(_serve)


async def _serve() -> None:
    server = create_server()
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def _build_if_needed() -> None:
    """Build the knowledge base where it is not current, in a process of its own: the assistant does not wait for it."""
    from knowledge.base import is_fresh

    if not is_fresh():
        command = [sys.executable, "-m", "server.commands", "build", "--if-needed"]
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
