"""One JSON object a line on stderr for every request, and for every fault of ours."""

import json
import logging
import time
import traceback

from flask import Flask, Response, g, request

from server.settings import log_level

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
    app.before_request(_start)
    app.after_request(_tell)


def _start() -> None:
    g.started = time.perf_counter()


def _tell(answer: Response) -> Response:
    started = g.get("started")
    took = round((time.perf_counter() - started) * 1000, 2) if started is not None else None
    fields = {"method": request.method, "path": request.path, "status": answer.status_code, "ms": took}
    LOG.info("request", extra={"fields": fields | {"size": answer.content_length}})
    return answer
