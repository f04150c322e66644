"""The types of our packages, as mypy reads them: here rather than before the tests, so that both cores are busy."""

import subprocess
import sys

import pytest
from conftest import ROOT


@pytest.mark.slow
def test_the_types_hold_together():
    told = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr
