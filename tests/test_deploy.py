"""The files of `deploy/`: right as far as can be seen by looking, and two of them at work behind nginx."""

import configparser
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import tomllib
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, request
from ports import free_port

from server.settings import SETTINGS

FOLDER = ROOT / "deploy"
FILES = sorted(path for path in FOLDER.iterdir() if path.is_file())
DOCKERFILE = (FOLDER / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
OURS = re.compile(r"ARBITRE_[A-Z_]+")
TOKEN = "a token of the tests"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
needs_nginx = pytest.mark.skipif(not (NGINX and shutil.which("openssl")), reason="no nginx and openssl on this machine")


# As they are written


@pytest.mark.parametrize("path", [*FILES, ROOT / "docs" / "deploying.md"], ids=lambda path: path.name)
def test_every_setting_that_is_named_exists(path):
    assert set(OURS.findall(path.read_text(encoding="utf-8"))) <= {setting.name for setting in SETTINGS}


def test_every_file_is_told_of():
    told = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
    assert [path.name for path in FILES if f"(../deploy/{path.name})" not in told] == []


def test_the_image_is_built_from_what_the_wheel_holds():
    rooms = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    sources = {source for line in copied for source in line.split()}
    assert set(rooms["only-include"]) < sources
    assert [source for source in sources if not (ROOT / source).exists()] == []
    allowed = (FOLDER / "Dockerfile.dockerignore").read_text().split()
    assert {f"!{source}" for source in sources} <= set(allowed)


def test_a_container_runs_as_nobody_in_particular_and_tells_whether_it_is_ready():
    assert re.findall(r"^USER (\w+)$", DOCKERFILE, re.MULTILINE) == ["arbitre"]
    assert "/healthz" in DOCKERFILE


def test_the_services_of_the_compose_file_know_each_other():
    services = COMPOSE["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= set(services), name
        assert set(service["networks"]) <= set(COMPOSE["networks"]), name
        assert service["restart"] == "unless-stopped"
    assert "ports" not in services["database"]
    balanced = re.findall(r"^\s+server (\S+):8000", (FOLDER / "nginx.conf").read_text(), re.MULTILINE)
    assert balanced == [name for name in services if name.startswith("arbitre")]
    assert all(f"/{FOLDER.name}/" in f"/{FOLDER.name}/{each}" for each in services["balancer"]["volumes"])
    assert (FOLDER / services["arbitre-1"]["build"]["context"]).resolve() == ROOT


def test_whatever_the_compose_file_asks_for_is_in_the_example():
    asked = set(re.findall(r"\$\{(\w+)", (FOLDER / "compose.yaml").read_text(encoding="utf-8")))
    given = re.findall(r"^(\w+)=", (FOLDER / "env.example").read_text(encoding="utf-8"), re.MULTILINE)
    assert asked == set(given)


def test_the_balancers_of_the_compose_file_are_believed_and_nobody_else():
    inside = COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert COMPOSE["services"]["arbitre-1"]["environment"]["ARBITRE_PROXIES"] == inside


def test_no_secret_is_written_down():
    for path in FILES:
        for value in re.findall(r"^(?:ARBITRE_TOKEN|POSTGRES_PASSWORD)[=:] *(.*)$", path.read_text(), re.MULTILINE):
            assert value == "" or value.startswith("${")


# The unit


def test_the_unit_says_what_it_runs():
    unit = configparser.RawConfigParser(strict=False, delimiters="=", comment_prefixes="#")
    unit.optionxform = str
    unit.read(FOLDER / "arbitre.service", encoding="utf-8")
    assert unit["Service"]["ExecStart"].split()[:2] == ["/opt/arbitre/bin/arbitre", "serve"]
    assert unit["Service"]["DynamicUser"] == "yes"
    assert unit["Service"]["Environment"] == "ARBITRE_HOME=%S/" + unit["Service"]["StateDirectory"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd on this machine")
def test_systemd_finds_no_fault_with_the_unit_alone_or_with_many_processes(tmp_path):
    pytest.importorskip("gunicorn")
    unit, more = tmp_path / "arbitre.service", tmp_path / "arbitre.service.d" / "many-processes.conf"
    more.parent.mkdir()
    for source, target in (("arbitre.service", unit), ("many-processes.conf", more)):
        text = (FOLDER / source).read_text(encoding="utf-8")
        target.write_text(text.replace("/opt/arbitre/bin", str(Path(sys.executable).parent)), encoding="utf-8")
        done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


# At work


@contextmanager
def machine():
    """Arbitre under gunicorn as `deploy/` has it, in a group of processes of its own: its main process and its port."""
    command = [sys.executable, "-m", "gunicorn", "--config", FOLDER / "gunicorn.conf.py", "--log-level", "error"]
    given = os.environ | {"WEB_CONCURRENCY": "1", "ARBITRE_LOG": "off", "ARBITRE_PROXIES": "127.0.0.1"}
    given |= {"ARBITRE_PUBLIC": "yes", "ARBITRE_TOKEN": TOKEN, "ARBITRE_RATE": "0"}
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        process = subprocess.Popen(
            [*command, "--bind", f"fd://{door.fileno()}"], cwd=ROOT, env=given, start_new_session=True,
            pass_fds=[door.fileno()],
        )  # fmt: skip
    try:
        wait_for(lambda: asked(http.client.HTTPConnection("127.0.0.1", port, timeout=300), "GET", "/healthz")[0] == 200)
        yield process, port
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(120)


@contextmanager
def balancer(folder: Path, ports: list[int]):
    """nginx as `deploy/` has it, but for names, ports and certificate: its ports without and with TLS."""
    plain, secure = free_port(), free_port()
    text = (FOLDER / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace("listen 443", f"listen 127.0.0.1:{secure}")
    for place, port in enumerate(ports, 1):
        text = text.replace(f"arbitre-{place}:8000", f"127.0.0.1:{port}")
    (folder / "arbitre.conf").write_text(text.replace("/etc/nginx/certificates", str(folder)), encoding="utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/log error; events {{}}\n"
        f"http {{ access_log off; {temporary} include {folder}/arbitre.conf; }}\n"
    )
    key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*key, "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"],
                   check=True, capture_output=True)  # fmt: skip
    command = [NGINX, "-c", folder / "nginx.conf", "-e", folder / "log"]
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr
    process = subprocess.Popen(command)
    try:
        wait_for(lambda: asked(http.client.HTTPConnection("127.0.0.1", plain, timeout=300), "GET", "/")[0] == 308)
        yield plain, secure
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(120)


def wait_for(done, seconds=300):
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until
        time.sleep(0.1)


def asked(connection, method, path, body=None, **headers):
    """The status and the body of an answer; no status where there was none."""
    try:
        connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return None, b""
    finally:
        connection.close()


@needs_nginx
@pytest.mark.slow
def test_of_two_machines_behind_nginx_one_may_be_killed_and_nobody_notices(
    tmp_path, postgresql, knowledge_base, monkeypatch
):
    pytest.importorskip("gunicorn")
    monkeypatch.setenv("ARBITRE_DATABASE_URL", postgresql.url())
    trusting = ssl._create_unverified_context()
    bearer = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    statuses, killed = [], threading.Event()

    def ask(method, path, body=None, **headers):
        connection = http.client.HTTPSConnection("127.0.0.1", secure, timeout=300, context=trusting)
        return asked(connection, method, path, body, **headers)

    def use(place):
        told = {"game": "sitw", "map": {"elsewhere": {"terrain": "clear"}}}
        for turn in range(12):
            if turn == 4:
                killed.wait(300)
            statuses.append(ask("PUT", f"/v1/maps/m-{place}-{turn}", told, **bearer)[0])
            statuses.append(ask("GET", f"/v1/maps/m-{place}-{turn}")[0])
            statuses.append(ask("POST", "/v1/check", request(), **bearer)[0])

    with ExitStack() as open_till_the_end:
        machines = [open_till_the_end.enter_context(machine()) for _ in range(2)]
        _, secure = open_till_the_end.enter_context(balancer(tmp_path, [port for _, port in machines]))
        page = ask("GET", "/games/sitw/cases/13.17", Host="arbitre.example")[1].decode()
        assert "https://arbitre.example/" in page
        users = [threading.Thread(target=use, args=[place]) for place in range(3)]
        for user in users:
            user.start()
        wait_for(lambda: len(statuses) > 6)
        first, _ = machines[0]
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        killed.set()
        for user in users:
            user.join()
        stored = json.loads(ask("GET", "/v1/maps")[1])["maps"]
    assert sorted(set(statuses), key=str) == [200, 201]
    assert stored == sorted(f"m-{place}-{turn}" for place in range(3) for turn in range(12))
