"""A PostgreSQL server of the tests' own: in a folder of its own, on this machine alone, thrown away afterwards."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

from ports import free_port

OWNER, PASSWORD = "arbitre", "p@ss/w:rd #1%?"
FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
SETTINGS = {"listen_addresses": "127.0.0.1", "shared_buffers": "16MB", "max_connections": "60", "jit": "off"}
LONGEST_START = 300
PATIENT = "connect_timeout=120&tcp_user_timeout=120000"
"""A busy machine may let whoever connects wait: that is no fault unless a test is about it."""


def programs() -> Path | None:
    """The folder of the newest server on this machine."""
    there = [path.parent for folder in FOLDERS for path in Path("/").glob(f"{folder[1:]}/initdb")]
    found = shutil.which("initdb")
    newest = max(there, key=lambda folder: int("".join(filter(str.isdigit, folder.parent.name)) or 0), default=None)
    return newest or (Path(found).resolve().parent if found else None)


def owner() -> dict[str, str]:
    """Root may not run a server: the user that the package made, or nobody, does it for root."""
    if os.geteuid() != 0:
        return {}
    import pwd

    names = {each.pw_name for each in pwd.getpwall()}
    return {"user": "postgres" if "postgres" in names else "nobody"}


@dataclass
class Server:
    """One server: its folder, its port, and its main process, a child of ours, so that a kill leaves nothing."""

    folder: Path
    port: int
    main: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        (self.folder / "password").write_text(PASSWORD)
        if os.geteuid() == 0:
            for path in (self.folder, self.folder / "password"):
                shutil.chown(path, **owner())
        access = ("--auth=scram-sha-256", f"--username={OWNER}", "--pwfile=password", "--encoding=UTF8", "--no-locale")
        done = subprocess.run(
            [str(programs() / "initdb"), "--pgdata=data", *access, "--no-sync"],
            cwd=self.folder, capture_output=True, text=True, timeout=LONGEST_START, **owner(),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        told = SETTINGS | {"port": str(self.port), "unix_socket_directories": str(self.folder)}
        settings = [f"--{name}={value}" for name, value in told.items()]
        with (self.folder / "log").open("ab") as log:
            command = [str(programs() / "postgres"), "-D", "data", *settings]
            self.main = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **owner())
        until = time.monotonic() + LONGEST_START
        while not self._answers():
            assert self.main.poll() is None and time.monotonic() < until, (self.folder / "log").read_text()[-2000:]
            time.sleep(0.05)

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self._bare(PASSWORD), connect_timeout=60).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop it as its owner would (at once, and who is connected is told)."""
        if self.main and self.main.poll() is None:
            self.main.send_signal(how)
            self.main.wait(LONGEST_START)

    def kill(self) -> None:
        """No farewell to anybody: the server and all that work for it are gone."""
        working = Path(f"/proc/{self.main.pid}/task/{self.main.pid}/children")
        self.main.send_signal(signal.SIGSTOP)  # so that nobody else comes to work for it
        everyone = list(map(int, working.read_text().split())) if working.exists() else []
        for process in (*everyone, self.main.pid):
            os.kill(process, signal.SIGKILL)
        self.main.wait(LONGEST_START)
        until = time.monotonic() + LONGEST_START
        while any(map(is_alive, everyone)):  # what they share is theirs until the last of them is gone
            assert time.monotonic() < until
            time.sleep(0.01)

    def _bare(self, password: str) -> str:
        return f"postgresql://{OWNER}:{quote(password, safe='')}@127.0.0.1:{self.port}/postgres"

    def url(self, password: str = PASSWORD) -> str:
        """The address of a place in it where nothing is stored yet."""
        import psycopg

        place = f"t{uuid4().hex}"
        with psycopg.connect(self._bare(PASSWORD), autocommit=True) as base:
            base.execute(f"create schema {place}")
        return f"{self._bare(password)}?{PATIENT}&options=-csearch_path%3D{place}"


def is_alive(process: int) -> bool:
    """Whether a process is more than a name that nobody has struck off yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@contextmanager
def server() -> Iterator[Server]:
    """A server that runs until the tests are done with it."""
    folder = Path(tempfile.mkdtemp(prefix="arbitre-postgres-"))
    made = Server(folder, free_port())
    try:
        made.make()
        made.start()
        yield made
    finally:
        made.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)
