"""Arbitre in several processes: `gunicorn --config deploy/gunicorn.conf.py`. The command line goes before these lines.

`WEB_CONCURRENCY` says how many processes, one a core by custom. The books are read once, before the processes part, and
shared by them. The search index is opened by each on its own: its readers move through their files.
"""

from pathlib import Path
from typing import Any

from server.logs import LOG, start_logging
from server.readiness import storage_lines
from server.serving import warm_up

wsgi_app = "server.app:create_app()"
preload_app = True
worker_class = "gthread"
threads = 4
timeout = 60
graceful_timeout = 10
keepalive = 75
"""Seconds: longer than a balancer keeps a connection, so that it is never cut while a request is on its way."""
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None


def when_ready(server: Any) -> None:
    """Before the processes part: read what all of them need, and say where what users store is kept."""
    start_logging()
    warm_up(server.app.wsgi(), ("/v1/games", "/openapi.json"))
    for line in storage_lines("en"):
        LOG.info(line)
