"""The command line, as a person or a program uses it."""

import json
import subprocess
import sys

from click.testing import CliRunner
from conftest import ROOT

from server.commands import main


def run(*arguments, stdin=None, **environment):
    return CliRunner().invoke(main, [str(each) for each in arguments], input=stdin, env=environment)


def answer(*arguments, **more):
    done = run(*arguments, "--json", **more)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def spawn(*arguments, **more):
    command = [sys.executable, "-m", "server.commands", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
