"""Every trial, run in one process or in several: the same comes out, and nothing is left running."""

import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest
from conftest import ROOT

from knowledge import proofs, records, trials
from knowledge.library import Library

MARNE = Library((), (), records.examples("marne"), ("marne",))


def tried_in(jobs):
    told = []
    found = proofs.proven(MARNE, lambda *step: told.append(step), jobs)
    return found, told


def test_several_processes_find_what_one_does():
    (found, told), (alone, _) = tried_in(2), tried_in(1)
    assert found == alone
    total = len(trials.trials_of("marne")) + len(MARNE.examples)
    assert len(found.proofs) == total > proofs.FEW
    assert (told[0], told[-1]) == ((0, total), (total, total))


def test_a_trial_that_does_not_come_out_or_cannot_be_posed_does_not_agree():
    good = trials.trials_of("marne")[0]
    wrong = replace(good, expect={"verdict": "nonsense"})
    unposed = replace(good, action={"type": "nonsense"})
    found = proofs.tried([good, wrong, unposed])
    assert [proof.agrees for proof in found.proofs] == [True, False, False]


IDLE = """
import os, time
from knowledge.processes import over_cores

def rest(part):
    print(os.getpid(), flush=True)
    time.sleep(600)

if __name__ == "__main__":
    with over_cores(rest, 2) as resting:
        list(resting([[1], [2]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended otherwise here")
def test_no_process_outlives_the_one_that_was_killed(tmp_path):
    (tmp_path / "idle.py").write_text(IDLE)
    at_home = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, tmp_path / "idle.py"], stdout=subprocess.PIPE, env=at_home) as parent:
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        parent.send_signal(signal.SIGKILL)
        assert parent.communicate(timeout=300)[0] == b"", "the output is open as long as one of them lives"
    assert parent.pid not in workers
