"""A stream over several processes: the same answers, in the same order, though a worker is killed."""

import json
import os
import signal
import subprocess
import sys

import pytest
from conftest import ROOT, move, position, request

from knowledge.processes import in_order, parts
from server import spreading
from server.spreading import FEW, NoCluster, answered, over_cluster, over_cores
from server.streams import answers

PATHS = (("2530", "2531"), ("2530", "2531", "2631"), ("2530", "2529"), ("2530", "2430"))


def lines(count):
    """So many requests, each unlike its neighbours; every tenth line is broken."""
    for place in range(1, count + 1):
        asked = request(position=position(turn=1 + place % 9), action=move(*PATHS[place % len(PATHS)]))
        yield place, b"{broken" if place % 10 == 0 else json.dumps(asked).encode()


def test_several_processes_answer_as_one_does():
    expected = list(answers(lines(FEW + 60)))
    with over_cores(2) as spread:
        assert list(spread(lines(FEW + 60))) == expected
    assert sum(fault is not None for _, fault in expected) == (FEW + 60) // 10
    assert {answer["verdict"] for answer, fault in expected if not fault} == {"legal", "illegal"}


def test_a_short_stream_is_answered_at_once():
    with over_cores(2) as spread:
        assert list(spread(lines(FEW - 1))) == list(answers(lines(FEW - 1)))


def test_answers_come_in_the_order_of_the_lines_and_few_parts_are_held():
    held, most = [], []

    class Waiting:
        def __init__(self, part):
            self.part = part
            held.append(part)
            most.append(len(held))

        def result(self):
            held.remove(self.part)
            return self.part

    assert list(in_order(Waiting, parts(range(25), 4), ahead=3)) == list(parts(range(25), 4))
    assert max(most) == 3


def test_the_command_uses_several_processes(tmp_path):
    path = tmp_path / "many.jsonl"
    path.write_bytes(b"\n".join(line for _, line in lines(FEW + 20)))
    command = [sys.executable, "-m", "server.commands", "check", str(path), "--json"]
    one, two = (subprocess.run([*command, "--jobs", jobs], cwd=ROOT, capture_output=True) for jobs in "12")
    assert (one.returncode, two.returncode) == (2, 2)
    assert one.stdout == two.stdout
    assert len(one.stdout.splitlines()) == FEW + 20


@pytest.mark.slow
def test_a_cluster_answers_as_one_process_does_though_a_worker_is_killed(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed", reason="the cluster extra is not installed")
    monkeypatch.setattr(spreading, "LONGEST_GREETING", 300)
    expected = list(answers(lines(600)))
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", local_directory=tmp_path
        ) as cluster,
        over_cluster(cluster.scheduler_address) as spread,
    ):
        found = spread(lines(600))
        first = next(found)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        assert [first, *found] == expected


def test_an_address_without_a_cluster_is_told(monkeypatch):
    pytest.importorskip("distributed", reason="the cluster extra is not installed")
    monkeypatch.setattr(spreading, "LONGEST_GREETING", 1)
    with pytest.raises(NoCluster, match=r"127\.0\.0\.1:9"), over_cluster("tcp://127.0.0.1:9"):
        pass


def test_a_part_is_answered_where_the_work_is_done():
    assert answered(list(lines(3))) == list(answers(lines(3)))
