"""How long the hosts wait: an assistant for the greeting of the server that it starts, a chat for its answer.

As in the other rows processor time is counted, that of the server where one is started.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from server.chat.discord import Interaction, response

STARTS = 5
GREETING_LIMIT, DISCORD_LIMIT = 2_000.0, 3_000.0
HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}  # fmt: skip
ASKED = {
    "rule": {"case": "tgwe:13.17"}, "search": {"words": "ravitaillement forteresse"},
    "ask": {"question": "Les chars peuvent-ils attaquer en forêt ?"},
}  # fmt: skip


def waits(request: str, rounds: int) -> Iterator[tuple[str, float, float]]:
    """What is waited for, how many milliseconds it takes, and how many the host allows."""
    yield "MCP on stdio: until it greets, against 2 s", _median(_greet, STARTS), GREETING_LIMIT
    asked = [_command(name, options) for name, options in ASKED.items()]
    slowest = max(_median(lambda each=each: response(each, ""), rounds) for each in asked)
    yield "Discord: slowest of rule, search, ask, against 3 s", slowest, DISCORD_LIMIT
    check = _command("check", {"position": request})
    yield "Discord: check on a full board, against 3 s", _median(lambda: response(check, ""), rounds), DISCORD_LIMIT


def _median(task: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        started = _busy()
        task()
        taken.append((_busy() - started) * 1000)
    return statistics.median(taken)


def _busy() -> float:
    """Seconds that this process and those that it started and saw end have been busy."""
    return time.process_time() + sum(os.times()[2:4])


def _greet() -> None:
    """Start the server, say hello, wait for its answer."""
    command = [sys.executable, "-m", "server.commands", "mcp", "--no-build"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin and server.stdout
        server.stdin.write(json.dumps(HELLO) + "\n")
        server.stdin.flush()
        assert "result" in json.loads(server.stdout.readline())
        server.stdin.close()


def _command(name: str, options: dict[str, str]) -> Interaction:
    given = [{"name": key, "value": value} for key, value in options.items()]
    return Interaction.model_validate({"type": 2, "locale": "fr", "data": {"name": name, "options": given}})
