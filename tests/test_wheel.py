"""A plain `pip install .` gives a working command from any folder, with its data."""

import json
import os
import subprocess
import sys
import venv

import pytest
from conftest import ROOT


@pytest.mark.slow
def test_an_installed_copy_works_from_another_folder(tmp_path):
    place, elsewhere = tmp_path / "venv", tmp_path / "elsewhere"
    elsewhere.mkdir()
    venv.create(place)
    bin = place / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", place, "--disable-pip-version-check", "-q"]
    install = [*pip, "install", "--no-compile", ROOT]
    subprocess.run(install, check=True, capture_output=True, cwd=elsewhere)
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    clean["ARBITRE_HOME"] = str(tmp_path / "home")

    def arbitre(*arguments):
        command = [bin / "arbitre", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=elsewhere, env=clean).stdout

    assert json.loads(arbitre("show", "sitw", "13.17", "--json"))["id"] == "sitw:13.17"
    where = subprocess.run(
        [bin / "python", "-c", "import server.app, rulebook; print(rulebook.__file__); server.app.create_app()"],
        check=True, capture_output=True, text=True, cwd=elsewhere, env=clean,
    ).stdout  # fmt: skip
    assert str(place) in where
    assert (place / "bin").exists() or sys.platform == "win32"
