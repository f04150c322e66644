"""The command line, as a person or a program uses it."""

import json
import os
import pty
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


def seen_on_a_terminal(*arguments):
    """What a person sees of a command's progress, read as it comes: a terminal holds only so much."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "server.commands", *map(str, arguments)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    while chunk := _read(ours):
        shown += chunk
    os.close(ours)
    assert process.wait(300) == 0
    return shown


def _read(terminal):
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
