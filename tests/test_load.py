"""A short while of mixed traffic: nothing goes wrong, a killed worker takes nobody along, a stop loses nothing."""

import os
import signal
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from conftest import ROOT

sys.path.append(str(ROOT / "bench"))

from load import (
    SHARES,
    THREADS,
    answered,
    children_of,
    is_fault,
    load,
    load_and_kill,
    processes,
    requests,
    wait_for,
)

pytestmark = [pytest.mark.usefixtures("knowledge_base"), pytest.mark.slow]
ON_LINUX = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory and children are read in /proc")


@ON_LINUX
def test_under_mixed_traffic_nothing_goes_wrong_and_a_stop_loses_nothing():
    found = load(5.0, callers=4, tell=False, least=11)
    assert found["faults"] == []
    assert found["lost at the stop"] == []
    assert found["requests"] > 10
    assert found["MB at the end"] > 0


def test_a_caller_asks_everything_and_knows_a_fault_from_what_it_deserved():
    asked = {kind for kind, *_ in islice(requests(Random(1)), 400)}
    assert asked == set(SHARES)
    refused, ruled = b'{"errors": [{"at": "body"}]}', b'{"verdict": "legal"}'
    assert is_fault("check", 500, b"") and is_fault("bad", 200, ruled) and is_fault("case", 503, b"")
    assert is_fault("check", 422, refused) and is_fault("bad", 422, b'{"errors": []}') and is_fault("options", 404, b"")
    assert is_fault("check", 200, b'{"verdict": null}') and is_fault("search", 200, b'{"hits": []}')
    assert not (is_fault("bad", 422, refused) or is_fault("check", 200, ruled))


@ON_LINUX
def test_under_mixed_traffic_a_worker_is_killed_and_only_what_it_answered_is_lost():
    pytest.importorskip("gunicorn")
    found = load_and_kill(6.0, workers=2, callers=4)
    assert len(found["faults"]) <= THREADS, found["faults"]
    assert len(found["came in its place"]) == 1


@ON_LINUX
def test_a_worker_that_is_killed_takes_nobody_along_and_another_comes_in_its_place():
    pytest.importorskip("gunicorn")
    with processes(2) as (main, port):
        before = children_of(main.pid)
        os.kill(min(before), signal.SIGKILL)
        statuses = [answered(port) for _ in range(20)]
        assert statuses.count(None) <= 1
        assert set(statuses) <= {200, None}
        wait_for(lambda: len(children_of(main.pid) - before) == 1, 300)
        assert answered(port) == 200
