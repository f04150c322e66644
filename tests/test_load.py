"""A short while of mixed traffic: nothing goes wrong, a killed worker takes nobody along, a stop loses nothing."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from conftest import ROOT

sys.path.append(str(ROOT / "bench"))

from load import SHARES, SMALL, is_fault, load, requests

pytestmark = [pytest.mark.usefixtures("knowledge_base"), pytest.mark.slow]
ON_LINUX = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory and children are read in /proc")


@ON_LINUX
def test_under_mixed_traffic_nothing_goes_wrong_and_a_stop_loses_nothing():
    found = load(5.0, callers=4, tell=False)
    assert found["faults"] == []
    assert found["lost at the stop"] == []
    assert found["requests"] > 10
    assert found["MB at the end"] > 0


def test_a_caller_asks_everything_and_knows_a_fault_from_what_it_deserved():
    asked = {kind for kind, *_ in islice(requests(Random(1)), 400)}
    assert asked == set(SHARES)
    assert is_fault("check", 500) and is_fault("bad", 200) and is_fault("case", 503)
    assert not (is_fault("bad", 422) or is_fault("ask", 404) or is_fault("check", 200))


@contextmanager
def workers(count: int):
    """The service under gunicorn with several processes: its main process and the port."""
    pytest.importorskip("gunicorn")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--workers", str(count), "--bind", f"127.0.0.1:{port}"]
    command += ["--log-level", "critical", "--worker-tmp-dir", "/tmp", "server.app:create_app()"]
    started = subprocess.Popen(command, cwd=ROOT)
    try:
        _wait_for(lambda: answered(port) == 200, 120)
        yield started, port
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait(60)


def answered(port: int) -> int | None:
    """The status of a small check; None where the connection failed."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with suppress(OSError, http.client.HTTPException):
        connection.request("POST", "/v1/check", SMALL, {"Content-Type": "application/json"})
        return connection.getresponse().status
    return None


def children_of(process: int) -> set[int]:
    return set(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def _wait_for(done, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until
        time.sleep(0.1)


@ON_LINUX
def test_a_worker_that_is_killed_takes_nobody_along_and_another_comes_in_its_place():
    with workers(2) as (main, port):
        _wait_for(lambda: len(children_of(main.pid)) == 2, 60)
        before = children_of(main.pid)
        os.kill(min(before), signal.SIGKILL)
        statuses = [answered(port) for _ in range(20)]
        assert statuses.count(None) <= 1
        assert set(statuses) <= {200, None}
        _wait_for(lambda: len(children_of(main.pid) - before) == 1, 60)
        assert answered(port) == 200
