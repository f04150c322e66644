"""One JSON object a line on stderr for every request, and for every fault of ours."""

import json
import logging
import time
import traceback
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask

from server.settings import log_level

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOG = logging.getLogger("arbitre")


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "says": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["trace"] = traceback.format_exception(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def start_logging() -> None:
    """Send what the service has to say to stderr, as much of it as ARBITRE_LOG asks for."""
    level = log_level()
    # No line tells from which line of code, thread or process it came: then they need not be looked up.
    logging._srcfile = None
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    root = logging.getLogger()
    root.handlers = [logging.NullHandler()]
    if level != "off":
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines())
        root.handlers = [handler]
        root.setLevel("WARNING")
        LOG.setLevel(level.upper())
    else:
        LOG.setLevel(logging.CRITICAL + 1)


def install(app: Flask) -> None:
    """Log every request: method, path, status, milliseconds, size of the answer."""
    app.wsgi_app = _logged(app.wsgi_app)  # type: ignore[method-assign, assignment]


def _logged(answer: "WSGIApplication") -> "WSGIApplication":
    """The app, its requests told around it: Flask need not be asked for what stands in the environment."""

    def logged(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        started = time.perf_counter()

        def start(status: str, headers: list[tuple[str, str]], *wrong: Any) -> Any:
            if LOG.isEnabledFor(logging.INFO):
                _tell(environ, int(status[:3]), headers, time.perf_counter() - started)
            return start_response(status, headers, *wrong)

        return answer(environ, start)

    return logged


def _tell(environ: "WSGIEnvironment", status: int, headers: list[tuple[str, str]], took: float) -> None:
    path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
    size = next((int(value) for name, value in headers if name == "Content-Length"), None)
    fields = {"method": environ["REQUEST_METHOD"], "path": path, "status": status, "ms": round(took * 1000, 2)}
    LOG.info("request", extra={"fields": fields | {"size": size}})
