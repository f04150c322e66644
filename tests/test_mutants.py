"""The mutation runner: it must notice a change that a case notices, and tell one that none does."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*words):
    command = (sys.executable, "bench/mutants.py", "tgwe/event_fate", "--json", "--cases", *words)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def told():
    return run("06-draw", "06-battle")


def test_changes_of_a_rule_are_noticed_by_the_cases_that_reach_it(told):
    assert told["mutants"] > 20
    assert told["killed"] > told["mutants"] / 2


def test_every_change_is_noticed_or_told_as_alive(told):
    assert told["killed"] + len(told["survivors"]) == told["mutants"]


def test_a_survivor_is_tried_again_though_its_line_has_moved(told, tmp_path):
    moved = [re.sub(r":\d+ ", ":9999 ", name, count=1) for name in told["survivors"]]
    file = tmp_path / "survivors.jsonl"
    file.write_text(json.dumps(told | {"survivors": moved}), encoding="utf-8")
    again = run("06-draw", "06-battle", "--again", str(file))
    assert again["survivors"] == told["survivors"]
    assert told["survivors"], "nothing survives: give this test fewer cases"
